/* plan.c: how a table may change: chairs, the start, the end. */
#include "table/plan.h"

#include <stdio.h>
#include <string.h>

#include "match/luck.h"
#include "table/drawing.h"

void plan_begin(struct plan *p, const struct table *table, const struct table_world *world)
{
    *p = (struct plan){.table = table, .world = world, .next = table->at};
}

static void *resize(const struct plan *p, void *block, size_t size)
{
    return p->world->memory->resize(p->world->memory->me, block, size);
}

void plan_free(struct plan *p)
{
    if (p->match)
        match_free(p->match);
    resize(p, p->match, 0);
    resize(p, p->entries, 0);
    p->match = NULL;
    p->entries = NULL;
}

/* ---- chairs ---- */

void plan_free_stand_in(struct plan *p, int seat)
{
    struct chair_row *chair = &p->next.chairs[seat].row;
    chair->call_ends = 0;
    chair->stand_in = 0;
    chair->stand_in_name[0] = '\0';
    p->puts = true;
}

void plan_seat(struct plan *p, int seat, enum chair_kind kind, const struct sitter *sitter, int level)
{
    struct stored_chair *chair = &p->next.chairs[seat];
    chair->row.kind = (uint8_t)kind;
    if (level)
        chair->row.level = (uint8_t)level;
    chair->row.player = sitter ? sitter->id : 0;
    chair->row.pledge[0] = chair->row.alias[0] = '\0';
    plan_free_stand_in(p, seat);
    chair->name[0] = '\0';
    chair->rating = chair->games = 0;
    chair->owner = sitter ? sitter->owner : 0;
    chair->holiday = sitter ? sitter->holiday : 0;
    if (sitter) {
        snprintf(chair->name, sizeof chair->name, "%s", sitter->name);
        chair->kind = sitter->kind;
        p->seats = true;
    }
}

void plan_open_seats(struct plan *p, uint32_t seats)
{
    for (int seat = 0; seat < p->next.row.seats; seat++)
        if (seats & game_bit(seat))
            plan_seat(p, seat, CHAIR_OPEN, NULL, 0);
}

bool plan_all_taken(const struct plan *p)
{
    for (int seat = 0; seat < p->next.row.seats; seat++)
        if (p->next.chairs[seat].row.kind == CHAIR_OPEN)
            return false;
    return true;
}

/* ---- the game ---- */

const char *plan_start_match(struct plan *p)
{
    struct match *match = resize(p, NULL, sizeof *match);
    const char *problem = table_start_match(p->world, &p->next, p->table->game, NULL, 0, match);
    if (problem) {
        resize(p, match, 0);
        return problem;
    }
    p->match = match;
    p->puts = true;
    return NULL;
}

const char *plan_start(struct plan *p, int64_t now)
{
    struct match_proposal first;
    char settled[GAME_OPTIONS_TEXT];
    uint8_t key[MATCH_KEY];
    struct table_row *row = &p->next.row;
    drawing_mix(&p->next);
    hex_parse(row->key, sizeof key, key);
    if (!match_settle(p->table->game, row->seats, row->options, key, settled, NULL))
        return "The game does not know the options of this table.";
    memcpy(row->asked, row->options, sizeof row->asked);
    memcpy(row->options, settled, sizeof settled);
    const char *problem = plan_start_match(p);
    if (problem)
        return problem;
    row->state = TABLE_RUNNING;
    match_tick(p->match, now, &first);
    plan_propose(p, &first);
    match_accept(p->match, first.entries, first.count, NULL);
    return NULL;
}

/* The proposal ends the game. */
static void end_game(struct plan *p, const struct match_proposal *last)
{
    struct table_row *row = &p->next.row;
    for (int seat = 0; seat < row->seats; seat++)
        p->next.chairs[seat].row.points = last->points[seat];
    row->state = TABLE_OVER;
    row->winners = last->winners;
    row->number = match_number_after(&p->table->match, last, GAME_PUBLIC);
    p->puts = p->ends = true;
}

void plan_add(struct plan *p, const struct match_entry *entries, int count)
{
    size_t size = sizeof *p->entries;
    if (!count)
        return;
    p->entries = resize(p, p->entries, (size_t)(p->count + count) * size);
    memcpy(p->entries + p->count, entries, (size_t)count * size);
    p->count += count;
}

void plan_propose(struct plan *p, const struct match_proposal *proposal)
{
    plan_add(p, proposal->entries, proposal->count);
    if (proposal->over && p->next.row.state == TABLE_RUNNING)
        end_game(p, proposal);
}

void plan_suspend(struct plan *p, const char *reason)
{
    p->next.row.state = TABLE_SUSPENDED;
    snprintf(p->next.row.reason, sizeof p->next.row.reason, "%s", reason);
    p->puts = true;
}

bool plan_end_open(struct plan *p, bool maker_waits)
{
    if (p->next.row.state != TABLE_OPEN || maker_waits)
        return false;
    for (int seat = 0; seat < p->next.row.seats; seat++)
        if (p->next.chairs[seat].row.kind == CHAIR_PLAYER)
            return false;
    plan_suspend(p, TABLE_LEFT);
    return true;
}

/* ---- the delta ---- */

struct table_delta plan_delta(struct plan *p)
{
    return (struct table_delta){
        .row = p->puts ? &p->next : NULL, .entries = p->entries, .count = p->count, .match = p->match};
}

/* A change of the match alone must not put the row: some entries are hidden, and the row's revision would
 * tell of them. */
void plan_end(struct plan *p, bool looked, int64_t now)
{
    const struct table *table = p->table;
    struct table_row *row = &p->next.row;
    drawing_follow_seats(p);
    p->puts = p->puts || !p->count;
    if (!p->puts)
        return;
    if (looked)
        row->looked = now;
    if (row->state != TABLE_OPEN && row->state != TABLE_RUNNING)
        row->origin = 0;
    if (!p->ends)
        table_summarise(p->match ? p->match : &table->match, now, &p->next);
    table_tidy(&p->next);
    const struct table_delta delta = plan_delta(p);
    if (table_news_of(table, &delta) > NEWS_MOVES) /* moves may be hidden: table_accept decides */
        row->changed = now;
    row->revision++;
}

void plan_taken(struct plan *p)
{
    resize(p, p->match, 0);
    p->match = NULL;
}
