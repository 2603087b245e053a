/* propose.c: turns what people, computers and time do into entries. */
#include <string.h>

#include "match/draft.h"

void draft_begin(struct draft *d, const struct match *m, int64_t now, struct match_proposal *out)
{
    out->refused = NULL;
    out->reason[0] = '\0';
    out->count = 0;
    out->over = false;
    d->now = now;
    d->out = out;
    d->turn = m->turn;
    memcpy(&d->state, m->state, m->game->state_size);
    d->fold = (struct fold){.match = m, .state = &d->state, .turn = &d->turn, .place = m->count};
}

bool draft_refuse(struct match_proposal *out, const char *code, const char *reason)
{
    struct text text = TEXT_IN(out->reason);
    text_put(&text, reason);
    out->refused = code;
    out->count = 0;
    return false;
}

static bool is_full(const struct draft *d)
{
    return d->out->count == MATCH_MAX_ENTRIES;
}

/* ---- entries ---- */

struct match_entry *draft_add(struct draft *d, char actor)
{
    struct match_entry *e = &d->out->entries[d->out->count];
    d->out->unseen[d->out->count] = UINT8_MAX; /* for an entry that is no move: nobody counts it */
    e->number = d->fold.match->entries + d->out->count++;
    e->actor = actor;
    e->move[0] = '\0';
    e->code = MATCH_UNREAD;
    e->at = d->now;
    return e;
}

static void add_move(struct draft *d, int actor, game_move code)
{
    const struct game *game = d->fold.match->game;
    struct match_entry *e = draft_add(d, game_actor_letter(actor));
    struct text text = TEXT_IN(e->move);
    game->move_text(game, &d->state, actor, code, &text);
    e->code = code;
    d->out->unseen[d->out->count - 1] = fold_move(&d->fold, actor, code, e->move, d->now).unseen;
}

static void add_change(struct draft *d, int seat, enum match_change change)
{
    struct match_entry *e = draft_add(d, 's');
    struct text text = TEXT_IN(e->move);
    text_printf(&text, "%d %s", seat + 1, match_change_words[change]);
    fold_change(&d->fold, seat, change, d->now);
}

int match_number_after(const struct match *m, const struct match_proposal *proposal, int viewer)
{
    int number = match_number(m, viewer, m->count), bit = viewer == GAME_PUBLIC ? GAME_MAX_SEATS : viewer;
    for (int i = 0; i < proposal->count; i++)
        number += !(proposal->unseen[i] >> bit & 1);
    return number;
}

/* ---- what follows by itself ---- */

/* The draft as a match, for functions that take one. Its list of moves is that of the real match. */
static struct match as_match(const struct draft *d)
{
    struct match m = *d->fold.match;
    m.state = (void *)d->state.bytes;
    m.turn = d->turn;
    m.count = d->fold.place;
    return m;
}

/* Whether the match answers for a seat now: as its player has said beforehand, else, if the time is over, by
 * the harmless move. A reply has to wait for the end of a pause too, or the wait would tell of it. */
static bool answers_itself(const struct match *m, int seat, int64_t now, game_move *out)
{
    bool late = match_paused(m) && match_answer_by(m, seat) <= now;
    if (late || !match_paused(m) || (m->turn.pause.patient & game_bit(seat)))
        if (reply_answers(m, seat, out))
            return true;
    return late && m->game->harmless && m->game->harmless(m->game, m->state, seat, out);
}

/* Makes the move of a seat that is asked for a reaction and for which the match answers. True if there was
 * one. */
static bool answer_for_silent(struct draft *d)
{
    static const uint8_t nobody[GAME_MAX_SEATS];
    if (!d->turn.pause.on && memcmp(d->turn.reply, nobody, sizeof nobody) == 0)
        return false;
    struct match m = as_match(d);
    uint32_t asked = match_to_act(&m, d->now);
    for (int seat = 0; seat < m.seats; seat++) {
        game_move code;
        if ((asked & game_bit(seat)) && answers_itself(&m, seat, d->now, &code)) {
            add_move(d, seat, code);
            return true;
        }
    }
    return false;
}

/* Ends the pause if everybody's time is over and every seat that was asked has answered. True if it did. */
static bool end_pause(struct draft *d)
{
    if (!d->turn.pause.on || d->now < pause_end(&d->turn.pause))
        return false;
    struct match m = as_match(d);
    if (pause_questions(&m))
        return false;
    draft_add(d, 'p');
    fold_end_pause(&d->fold, d->now);
    return true;
}

/* Lets chance draw, unless there is a pause. True if it drew. */
static bool draw(struct draft *d)
{
    const struct game *game = d->fold.match->game;
    const struct match_chance *chance = d->fold.match->chance;
    if (d->turn.pause.on || game->to_act(game, &d->state) != game_bit(GAME_CHANCE))
        return false;
    struct match m = as_match(d);
    if (match_problem(&m))
        return false;
    if (chance) {
        add_move(d, GAME_CHANCE, chance->draw(chance->me, game, &d->state));
    } else {
        struct rng rng = fold_rng(&d->fold);
        add_move(d, GAME_CHANCE, game_random_move(game, &d->state, GAME_CHANCE, &rng));
    }
    return true;
}

/* A match with clocks begins with an entry that says when. */
static void begin_clocks(struct draft *d)
{
    const struct match *m = d->fold.match;
    if (m->entries || d->out->count || m->terms.clock == MATCH_CLOCK_NONE)
        return;
    draft_add(d, 'b');
    fold_run_clocks(&d->fold, d->now);
}

void draft_follow(struct draft *d)
{
    const struct game *game = d->fold.match->game;
    begin_clocks(d);
    bool given_up = fold_given_up(d->fold.match, &d->turn);
    while (!given_up && !is_full(d) && (answer_for_silent(d) || end_pause(d) || draw(d)))
        ;
    d->out->over = given_up || !game->to_act(game, &d->state);
    if (d->out->over) {
        struct match m = as_match(d);
        game->score(game, &d->state, d->out->points);
        d->out->winners = match_winners(&m, &d->state);
    }
}

/* ---- moves ---- */

static bool may_move(const struct match *m, int seat, int64_t now, struct match_proposal *out)
{
    if (match_over(m))
        return draft_refuse(out, "not_running", "The game is over; no move can be made.");
    uint32_t asked = match_asked(m, now);
    if (match_paused(m) && !(asked & game_bit(seat)))
        return draft_refuse(out, "not_your_turn",
                            "Other seats may still react to the last move; wait for the next position.");
    if (!(m->game->to_act(m->game, m->state) & game_bit(seat)))
        return draft_refuse(out, "not_your_turn", "This seat is not to move now.");
    if ((asked & game_bit(seat)) && now >= match_answer_by(m, seat))
        return draft_refuse(out, "stale", "The time to react is over; the server passes for this seat.");
    return true;
}

static bool move_and_follow(struct draft *d, int seat, game_move code)
{
    add_move(d, seat, code);
    draft_follow(d);
    return true;
}

bool match_move(const struct match *m, int seat, const char *move, int64_t seen, int64_t now,
                struct match_proposal *out)
{
    struct draft d;
    struct text why = TEXT_IN(out->reason);
    game_move code;
    draft_begin(&d, m, now, out);
    if (seen != MATCH_NEWEST && !match_is_fresh(m, seat, seen))
        return draft_refuse(
            out, "stale", "The position has changed since the one you saw; choose again in the newest one.");
    if (!may_move(m, seat, now, out))
        return false;
    if (!game_parse(m->game, m->state, seat, move, &code, &why)) {
        out->refused = "illegal";
        return false;
    }
    return move_and_follow(&d, seat, code);
}

bool match_play(const struct match *m, int seat, game_move code, int64_t now, struct match_proposal *out)
{
    struct draft d;
    game_move moves[GAME_MAX_MOVES];
    draft_begin(&d, m, now, out);
    if (!may_move(m, seat, now, out))
        return false;
    int count = m->game->moves(m->game, m->state, seat, moves, NULL), i = 0;
    while (i < count && moves[i] != code)
        i++;
    if (i == count)
        return draft_refuse(out, "illegal", "This move is not legal in the present position.");
    return move_and_follow(&d, seat, code);
}

bool match_tick(const struct match *m, int64_t now, struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    draft_follow(&d);
    for (int seat = 0; seat < m->seats && !is_full(&d); seat++)
        if (m->turn.rests[seat] && m->turn.rests[seat] <= now && !d.out->over)
            add_change(&d, seat, MATCH_AWAKE);
        else if (m->turn.since[seat] && match_clock_left(m, seat, now) == 0)
            add_change(&d, seat, MATCH_AWAY);
    return true;
}

/* NULL, or why a seat cannot come back. */
static const char *must_stay_away(const struct match *m, int seat)
{
    bool to_act = m->game->to_act(m->game, m->state) & game_bit(seat);
    if (m->turn.resigned & game_bit(seat))
        return "A player who resigned cannot come back.";
    if (to_act && m->terms.clock == MATCH_CLOCK_MOVE && m->turn.thought[seat] >= m->terms.clock_ms)
        return "The time for this decision is used up. A computer makes it; sit down after that.";
    return NULL;
}

static bool makes_a_difference(const struct match *m, int seat, enum match_change change)
{
    uint32_t bit = game_bit(seat);
    bool away = m->turn.away & bit, quiet = m->turn.quiet & bit, resigned = m->turn.resigned & bit;
    return change == MATCH_AWAY     ? !away
           : change == MATCH_BACK   ? away
           : change == MATCH_RESIGN ? !resigned
           : change == MATCH_QUIET  ? !quiet
           : change == MATCH_AWAKE  ? m->turn.rests[seat] != 0
                                    : change == MATCH_EAGER && quiet;
}

bool match_change_all(const struct match *m, uint32_t seats, enum match_change change, int64_t now,
                      struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    if (match_over(m))
        return draft_refuse(out, "not_running", "The game is over.");
    for (int seat = 0; seat < m->seats; seat++) {
        if (!(seats & game_bit(seat)) || !makes_a_difference(m, seat, change))
            continue;
        const char *problem = change == MATCH_BACK ? must_stay_away(m, seat) : NULL;
        if (problem)
            return draft_refuse(out, "not_allowed", problem);
        add_change(&d, seat, change);
    }
    draft_follow(&d);
    return true;
}

bool match_change(const struct match *m, int seat, enum match_change change, int64_t now,
                  struct match_proposal *out)
{
    return match_change_all(m, game_bit(seat), change, now, out);
}

bool match_rest(const struct match *m, uint32_t seats, int days, int64_t now, struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    if (match_over(m))
        return draft_refuse(out, "not_running", "The game is over.");
    for (int seat = 0; seat < m->seats; seat++)
        if (seats & game_bit(seat)) {
            struct match_entry *e = draft_add(&d, 's');
            struct text text = TEXT_IN(e->move);
            text_printf(&text, "%d %s %d", seat + 1, match_change_words[MATCH_REST], days);
            fold_rest(&d.fold, seat, days, now);
        }
    draft_follow(&d);
    return true;
}

bool match_hand_over(const struct match *m, uint32_t seats, const uint8_t levels[GAME_MAX_SEATS], int64_t now,
                     struct match_proposal *out)
{
    struct draft d;
    draft_begin(&d, m, now, out);
    if (match_over(m))
        return draft_refuse(out, "not_running", "The game is over.");
    for (int seat = 0; seat < m->seats; seat++) {
        if (!(seats & ~(m->terms.computers | m->turn.computers) & game_bit(seat)))
            continue;
        struct match_entry *e = draft_add(&d, 's');
        struct text text = TEXT_IN(e->move);
        text_printf(&text, "%d %s %d", seat + 1, match_change_words[MATCH_COMPUTER], levels[seat]);
        fold_change(&d.fold, seat, MATCH_COMPUTER, now);
    }
    draft_follow(&d);
    return true;
}

bool match_reply(const struct match *m, int seat, const char *name, int64_t now, struct match_proposal *out)
{
    struct draft d;
    int reply = match_find_reply(m, name);
    draft_begin(&d, m, now, out);
    if (match_over(m))
        return draft_refuse(out, "not_running", "The game is over.");
    if (reply < 0)
        return draft_refuse(out, "illegal", "The game knows no such reply.");
    if (reply != m->turn.reply[seat]) {
        struct match_entry *e = draft_add(&d, 's');
        struct text text = TEXT_IN(e->move);
        text_printf(&text, "%d %s %s", seat + 1, match_change_words[MATCH_REPLY], name);
        fold_reply(&d.fold, seat, reply);
    }
    draft_follow(&d);
    return true;
}
