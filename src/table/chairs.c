/* chairs.c: who sits at a table, and what they are asked. */
#include "table/table.h"

bool table_asks_back(const struct table *t)
{
    return t->at.row.state == TABLE_RUNNING && table_has_match(t) && t->match.turn.question.on;
}

uint64_t chair_holder(const struct chair_row *chair)
{
    return chair->kind != CHAIR_PLAYER ? 0 : chair->stand_in ? chair->stand_in : chair->player;
}

uint32_t table_seats_of(const struct table *t, uint64_t player)
{
    uint32_t seats = 0;
    for (int seat = 0; player && seat < t->at.row.seats; seat++)
        if (chair_holder(&t->at.chairs[seat].row) == player)
            seats |= game_bit(seat);
    return seats;
}

bool table_plays(const struct table *t, uint64_t player)
{
    for (int seat = 0; seat < t->at.row.seats; seat++)
        if (t->at.chairs[seat].row.kind == CHAIR_PLAYER && t->at.chairs[seat].row.player == player)
            return true;
    return table_seats_of(t, player);
}
