/* rating.c: Elo ratings of accounts and bot accounts, one for each game. */
#include "server/rating.h"

#include <math.h>

#include "server/room.h"

enum { FIRST = 1500, FIRST_GAMES = 20, FIRST_K = 40, K = 20 };

static bool rated(const struct room *room, int seat)
{
    const struct player *p = room->players[seat];
    return room->table.chairs[seat].kind == CHAIR_PLAYER && p && !p->going && p->kind != PLAYER_GUEST;
}

static bool several_chairs(const struct room *room)
{
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room_seats_of(room, room->players[seat]) & ~game_bit(seat))
            return true;
    return false;
}

/* Who resigned has lost, whatever the others do afterwards. Who is away when it ends has left, and has lost
 * to who has not. */
static double result(const struct store_chair *a, const struct store_chair *b)
{
    if (a->resigned != b->resigned)
        return b->resigned;
    if (a->away != b->away)
        return b->away;
    return a->points > b->points ? 1 : a->points == b->points ? 0.5 : 0;
}

void rating_finish(struct room *room)
{
    struct store_rating old[GAME_MAX_SEATS];
    int seats[GAME_MAX_SEATS], count = 0;
    struct server *server = room->server;
    if (room->table.undo == UNDO_FREE || room->table.imported || several_chairs(room))
        return;
    for (int seat = 0; seat < room->table.seats; seat++)
        if (rated(room, seat)) {
            if (!store_get_rating(server->store, room->players[seat]->id, room->table.game, &old[count]))
                old[count] = (struct store_rating){.rating = FIRST};
            seats[count++] = seat;
        }
    for (int i = 0; i < count && count > 1; i++) {
        double change = 0;
        for (int k = 0; k < count; k++) {
            if (k == i)
                continue;
            double expected = 1 / (1 + pow(10, (old[k].rating - old[i].rating) / 400));
            change += result(&room->table.chairs[seats[i]], &room->table.chairs[seats[k]]) - expected;
        }
        struct store_rating next = {.games = old[i].games + 1};
        next.rating = old[i].rating + (old[i].games < FIRST_GAMES ? FIRST_K : K) * change / (count - 1);
        store_put_rating(server->store, room->players[seats[i]]->id, room->table.game, &next);
    }
}
