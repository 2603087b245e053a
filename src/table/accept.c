/* accept.c: the one way into a table: what is new is taken over, and what has become known by it is said. */
#include <stdio.h>
#include <string.h>

#include "table/table.h"

void table_tidy(struct stored_table *t)
{
    struct table_row *row = &t->row;
    if (row->state != TABLE_OPEN)
        row->drawing = row->drawing_asked = 0;
    if (row->state == TABLE_RUNNING)
        return;
    row->asked_back = 0;
    row->turn = 0;
    row->deadline = 0;
    for (int seat = 0; seat < row->seats; seat++)
        t->chairs[seat].row.call_ends = 0;
}

const char *table_unplayable(const struct table *t)
{
    return !t->game                            ? "this server does not have the game or its box"
           : t->game->rules != t->at.row.rules ? "it was played with another version of the rules"
                                               : NULL;
}

/* ---- the match ---- */

/* Whether the game began. One that its only player has ended has the reason of a table that was left. */
static bool begun(const struct table_row *row, int entries)
{
    return row->state != TABLE_OPEN &&
           (entries || (strcmp(row->reason, TABLE_LEFT) != 0 && strcmp(row->reason, TABLE_CLOSED_OPEN) != 0));
}

static struct match_terms terms_of(const struct stored_table *t, uint32_t handed_over)
{
    struct match_terms terms = {.undo = (enum match_undo)t->row.undo,
                                .clock = (enum match_clock)t->row.clock,
                                .clock_ms = (int64_t)t->row.clock_seconds * 1000,
                                .reaction_ms = t->row.reaction};
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_COMPUTER && !(handed_over & game_bit(seat)))
            terms.computers |= game_bit(seat);
    return terms;
}

const char *table_start_match(const struct table_world *world, const struct stored_table *t,
                              const struct game *game, const struct match_entry *stored, int count,
                              struct match *match)
{
    struct match_terms terms = terms_of(t, match_handed_over(stored, count));
    uint8_t key[MATCH_KEY];
    if (!hex_parse(t->row.key, sizeof key, key))
        return "its key cannot be read";
    if (!match_start(match, game, t->row.seats, t->row.options, &terms, key, world->memory, NULL))
        return "the game does not know its options";
    match->chance = world->chance;
    return NULL;
}

static void drop_match(struct table *t)
{
    match_free(&t->match);
    t->match = (struct match){0};
}

/* The match cannot go on. Of a game that is over the result and the record stay. */
static void give_up(struct table *t, const char *problem, struct table_news *out)
{
    drop_match(t);
    if (t->at.row.state == TABLE_OVER)
        return;
    snprintf(out->problem, sizeof out->problem, "%s", problem);
    snprintf(t->at.row.reason, sizeof t->at.row.reason, "%s", problem);
    t->at.row.state = TABLE_SUSPENDED;
    table_tidy(&t->at);
    out->kind = NEWS_ALL;
}

static void begin_match(struct table *t, const struct table_world *world, const struct table_delta *d,
                        struct table_news *out)
{
    const char *problem = table_start_match(world, &t->at, t->game, d->entries, d->count, &t->match);
    if (problem)
        give_up(t, problem, out);
    else
        t->round++;
}

/* By these entries a holiday has ended, of which this program may not have heard. A friend who stands in
 * wakes the seat, and the player's holiday goes on. */
static void note_awake(struct table *t, const struct match_entry *e)
{
    int seat = e->move[0] - '1';
    if (e->actor == 's' && strstr(e->move, "awake") && seat >= 0 && seat < t->at.row.seats &&
        !t->at.chairs[seat].row.stand_in && t->at.chairs[seat].holiday > e->at)
        t->at.chairs[seat].holiday = e->at;
}

/* `has_row`: a row was read with them, which knows who is on holiday. */
static void take_entries(struct table *t, const struct match_entry *entries, int count, bool has_row,
                         struct table_news *out)
{
    char reason[96] = "", problem[128];
    struct text why = TEXT_IN(reason);
    int before = t->match.count;
    out->entries = match_accept(&t->match, entries, count, &why);
    out->moves = t->match.count > before ? t->match.count - before : 0;
    for (int i = 0; i < out->entries; i++) {
        if (!has_row)
            note_awake(t, &entries[i]);
        if (entries[i].actor == 'u')
            t->round++;
    }
    if (out->entries < count) {
        snprintf(problem, sizeof problem, "entry %d: %s", entries[out->entries].number, reason);
        give_up(t, problem, out);
    }
}

/* ---- the row ---- */

/* Another program may play a table that this one cannot play. This one says why, once: nothing would end a
 * suspension that is stored, and a missing box may come back. */
static void take_row(struct table *t, const struct table_world *world, const struct stored_table *row,
                     struct table_news *out)
{
    bool said = t->at.row.state == TABLE_SUSPENDED;
    t->at = *row;
    t->changed = row->row.changed;
    if (!t->game)
        t->game = world->find_game(&row->row);
    const char *problem = table_unplayable(t);
    if (problem && row->row.state != TABLE_OVER) {
        snprintf(t->at.row.reason, sizeof t->at.row.reason, "%s", problem);
        t->at.row.state = TABLE_SUSPENDED;
    }
    if (problem && row->row.state != TABLE_OVER && !said)
        snprintf(out->problem, sizeof out->problem, "%s", problem);
    table_tidy(&t->at);
}

/* Whether the public has learned nothing since there were `before` moves: lists must not show it then. */
static bool is_hidden(const struct match *m, int before)
{
    int place = before;
    if (!match_paused(m))
        return false;
    while (place < m->count && match_unseen(m, place, GAME_PUBLIC))
        place++;
    return place == m->count;
}

/* A move or a taken back one ends the question without a word. */
static bool is_new_question(const struct match_question *before, const struct table *t, enum news news)
{
    const struct match_question *now = &t->match.turn.question;
    bool same = before->on == now->on && before->yes == now->yes && before->seat == now->seat &&
                before->place == now->place;
    return table_asks_back(t) ? !same : before->on && news == NEWS_QUESTION;
}

void table_accept(struct table *t, const struct table_world *world, const struct table_delta *d,
                  struct table_news *out)
{
    const struct match_question asked = t->match.turn.question;
    int before = t->match.count, skip = 0;
    bool ran = t->at.row.state == TABLE_RUNNING, waited = !t->at.row.id || t->at.row.state == TABLE_OPEN;
    *out = (struct table_news){.kind = table_news_of(t, d), .puts = d->row != NULL};
    if (d->row)
        take_row(t, world, d->row, out);
    if (d->match) {
        drop_match(t);
        t->match = *d->match;
        out->entries = d->count;
        out->moves = t->match.count;
        t->round++;
    } else if (waited && begun(&t->at.row, d->count) && !table_unplayable(t)) {
        begin_match(t, world, d, out);
    }
    while (skip < d->count && table_has_match(t) && d->entries[skip].number < t->match.entries)
        skip++;
    if (table_has_match(t) && skip < d->count)
        take_entries(t, d->entries + skip, d->count - skip, d->row != NULL, out);
    if (ran && !begun(&t->at.row, t->match.entries)) /* it was left before anything happened */
        drop_match(t);
    out->ends = ran && t->at.row.state == TABLE_OVER;
    if (out->ends && table_has_match(t) && match_given_up(&t->match))
        out->kind = NEWS_ALL;
    out->hidden = out->kind <= NEWS_QUESTION || (out->kind == NEWS_MOVES && is_hidden(&t->match, before));
    if (table_has_match(t) && t->match.turn.told > t->at.row.changed)
        t->at.row.changed = t->match.turn.told;
    out->question = is_new_question(&asked, t, out->kind);
}

void table_free(struct table *t)
{
    match_free(&t->match);
    *t = (struct table){0};
}
