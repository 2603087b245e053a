/*
 * summary.c: what lists show of a running game: its points, number and turn, as everybody knows them.
 *
 * A table's row has a summary for lists of tables that are not in memory. It lags behind: it is written
 * alone, now and then, and only after everybody has learned something. A unit of entries holds none, because
 * some entries are hidden: neither a row nor its revision may tell that there was one.
 */
#include "match/propose.h"
#include "table/table.h"

void table_summarise(const struct match *m, int64_t now, struct stored_table *out)
{
    if (!m->state)
        return;
    union game_state view;
    int points[GAME_MAX_SEATS];
    int place = match_horizon(m, GAME_PUBLIC, now);
    match_at(m, place, &view);
    m->game->observe(m->game, &view, GAME_PUBLIC, &view);
    m->game->score(m->game, &view, points);
    for (int seat = 0; seat < m->seats; seat++)
        out->chairs[seat].row.points = points[seat];
    uint32_t actors = match_over(m) ? 0 : m->game->to_act(m->game, &view);
    out->row.turn = actors & ~game_bit(GAME_CHANCE) & ~match_computers(m);
    int64_t deadline = match_deadline(m, out->row.turn, now);
    out->row.deadline = deadline == MATCH_NEVER ? 0 : deadline;
    out->row.winners = place == m->count ? match_winners(m, &view) : 0;
    out->row.number = match_number(m, GAME_PUBLIC, place);
    out->row.asked_back = match_undo_awaits(m);
}

bool table_lags(const struct table *t, int64_t now)
{
    const struct match *m = &t->match;
    return t->at.row.state == TABLE_RUNNING && m->state &&
           (t->at.row.number != match_number(m, GAME_PUBLIC, match_horizon(m, GAME_PUBLIC, now)) ||
            t->at.row.asked_back != match_undo_awaits(m) || t->at.row.changed != t->changed);
}
