/* rating.c: Elo ratings of accounts and bot accounts, one for each game. */
#include "server/tables/rating.h"

#include <math.h>
#include <string.h>

#include "server/tables/table.h"

enum { FIRST = 150000, FIRST_GAMES = 20, FIRST_K = 40, K = 20, HUNDREDTHS = 100 };

static bool is_rated(const struct stored_chair *chair)
{
    return chair->row.kind == CHAIR_PLAYER && chair->name[0] && chair->kind != PLAYER_GUEST;
}

static bool has_several_chairs(const struct table *table)
{
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        uint64_t player = table->at.chairs[seat].row.player;
        if (player && (table_seats_of(table, player) & ~game_bit(seat)))
            return true;
    }
    return false;
}

/* An account and its bots are one: they could let each other win. */
static uint64_t family_of(const struct stored_chair *chair)
{
    return chair->owner ? chair->owner : chair->row.player;
}

static bool has_relatives(const struct stored_table *t)
{
    for (int a = 0; a < t->row.seats; a++)
        for (int b = 0; b < a; b++)
            if (is_rated(&t->chairs[a]) && is_rated(&t->chairs[b]) &&
                family_of(&t->chairs[a]) == family_of(&t->chairs[b]))
                return true;
    return false;
}

bool rating_counts(const struct table *table)
{
    int rated = 0;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        rated += is_rated(&table->at.chairs[seat]);
    return rated > 1 && table->at.row.undo != MATCH_UNDO_FREE && !table->at.row.imported &&
           !has_several_chairs(table) && !has_relatives(&table->at);
}

/* The result of seat a against seat b, see rating.h. */
static double result(const struct table *table, const struct change *change, int a, int b)
{
    uint32_t resigned = table->match.turn.resigned, away = table->match.turn.away;
    if ((resigned >> a & 1) != (resigned >> b & 1))
        return resigned >> b & 1;
    if ((away >> a & 1) != (away >> b & 1))
        return away >> b & 1;
    int x = change->next.chairs[a].row.points, y = change->next.chairs[b].row.points;
    return x > y ? 1 : x == y ? 0.5 : 0;
}

static double rating_of(const struct stored_chair *chair)
{
    return (double)(chair->games ? chair->rating : FIRST) / HUNDREDTHS;
}

void rating_finish(const struct table *table, struct change *change)
{
    int seats[GAME_MAX_SEATS], count = 0;
    struct stored_chair *chairs = change->next.chairs;
    if (!rating_counts(table))
        return;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (is_rated(&chairs[seat]))
            seats[count++] = seat;
    int change_of[GAME_MAX_SEATS];
    for (int i = 0; i < count; i++) {
        double gain = 0, own = rating_of(&chairs[seats[i]]);
        for (int k = 0; k < count; k++)
            if (k != i) {
                double expected = 1 / (1 + pow(10, (rating_of(&chairs[seats[k]]) - own) / 400));
                gain += result(table, change, seats[i], seats[k]) - expected;
            }
        double k_factor = chairs[seats[i]].games < FIRST_GAMES ? FIRST_K : K;
        change_of[i] = (int)lround(k_factor * gain / (count - 1) * HUNDREDTHS);
    }
    for (int i = 0; i < count; i++) {
        struct stored_chair *chair = &chairs[seats[i]];
        struct rating_row first = {
            .player = chair->row.player, .seats = table->at.row.seats, .rating = FIRST};
        memcpy(first.game, table->at.row.game, sizeof first.game);
        unit_add_rating(change->unit, &first, change_of[i]);
        chair->rating = (chair->games ? chair->rating : FIRST) + change_of[i];
        chair->games++;
    }
}
