/*
 * summary.c: what lists show of a running game: its points, number and turn, as everybody knows them.
 *
 * A table's row has a summary for lists of tables that are not in memory. It lags behind: it is written
 * alone, now and then, and only after everybody has learned something. A unit of entries holds none, because
 * some entries are hidden: neither a row nor its revision may tell that there was one.
 */
#include "server/server.h"
#include "server/tables/table.h"

enum { SUMMARY_MS = 10 * 1000 };

bool table_summarise(const struct match *m, int64_t now, struct stored_table *out)
{
    if (!m->state)
        return false;
    union game_state view;
    int points[GAME_MAX_SEATS];
    int place = match_horizon(m, GAME_PUBLIC, now);
    int number = match_number(m, GAME_PUBLIC, place), before = out->row.number;
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
    out->row.number = number;
    return number != before;
}

bool summary_is_due(const struct table *table, int64_t now)
{
    return !table->summed && table->presence == TABLE_PRESENT && table->at.row.state == TABLE_RUNNING &&
           table_has_match(table) && !table_is_busy(table) && now - table->summed_at > SUMMARY_MS &&
           nodes_run_here(table);
}

void summary_write(struct table *table)
{
    change_write(change_new(table), table, NEWS_NONE, NULL);
}
