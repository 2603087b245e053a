/* rating.c: which games count for ratings, and how a finished one is counted. */
#include "server/tables/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/people/glicko.h"
#include "server/tables/room.h"

enum { HUNDREDTHS = 100, MILLIONTHS = 1000000, AGAIN_MS = 1000, LEAST_SHARE = 16 };

/* ---- what counts ---- */

static bool is_rated(const struct stored_chair *chair)
{
    return chair->row.kind == CHAIR_PLAYER && chair->name[0] && chair->kind != PLAYER_GUEST;
}

/* An account and its bots are one: they could let each other win. */
static uint64_t family_of(const struct stored_chair *chair)
{
    return chair->owner ? chair->owner : chair->row.player;
}

/* Whether all chairs are taken by accounts that have nothing to do with each other. */
static bool all_apart(const struct stored_table *t)
{
    for (int a = 0; a < t->row.seats; a++) {
        if (!is_rated(&t->chairs[a]))
            return false;
        for (int b = 0; b < a; b++)
            if (family_of(&t->chairs[a]) == family_of(&t->chairs[b]))
                return false;
    }
    return true;
}

bool rating_counts(const struct room *room)
{
    const struct table_row *row = &room->table.at.row;
    bool wanted = row->rated == TABLE_RATED || row->rated == TABLE_COUNTED;
    return wanted && (row->state == TABLE_OPEN || all_apart(&room->table.at));
}

const char *rating_forbids_terms(const struct table_birth *birth)
{
    if (birth->undo == MATCH_UNDO_FREE)
        return "A rated game cannot have free undo.";
    if (birth->hints)
        return "A rated game cannot have hints.";
    return NULL;
}

const char *rating_forbids(const struct room *room, const struct player *player)
{
    const struct stored_chair self = {.row = {.player = player->id}, .owner = player->owner};
    if (room->table.at.row.rated != TABLE_RATED)
        return NULL;
    if (player->kind == PLAYER_GUEST)
        return "A rated game is for players with an account.";
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        if (is_rated(&room->table.at.chairs[seat]) &&
            family_of(&room->table.at.chairs[seat]) == family_of(&self))
            return "In a rated game a player has one chair, and does not meet their own bots.";
    return NULL;
}

/* ---- the outcome ---- */

/* How a game ended for its seats. */
struct outcome {
    uint32_t left; /* the seats whose player left, a bit each */
    bool enough;   /* all made a minimum of moves themselves */
};

static struct outcome outcome_of(const struct room *room)
{
    const struct match *m = &room->table.match;
    struct outcome out = {.left = m->turn.resigned | m->turn.away, .enough = true};
    int made[GAME_MAX_SEATS] = {0};
    for (int i = 0; i < m->count; i++) {
        const struct match_move *move = &m->moves[i];
        if (move->actor == GAME_CHANCE)
            continue;
        if (move->by_stand_in)
            out.left |= game_bit(move->actor);
        else
            made[move->actor]++;
    }
    for (int seat = 0; seat < m->seats; seat++)
        out.enough = out.enough && made[seat] >= RATING_MOVES;
    return out;
}

/* 1 if seat a did better than seat b, 0 if worse, else a half. */
static double score(const struct stored_table *t, const struct outcome *o, int a, int b)
{
    bool a_left = o->left & game_bit(a), b_left = o->left & game_bit(b);
    int x = t->chairs[a].row.points, y = t->chairs[b].row.points;
    if (a_left || b_left)
        return a_left && b_left ? 0.5 : b_left;
    return x > y ? 1 : x == y ? 0.5 : 0;
}

static int place_of(const struct stored_table *t, const struct outcome *o, int seat)
{
    int place = 1;
    for (int other = 0; other < t->row.seats; other++)
        place += other != seat && score(t, o, other, seat) == 1;
    return place;
}

/* ---- counting ---- */

/* What the store knows about the players of the table. */
struct known {
    struct rating_row rows[GAME_MAX_SEATS];
    struct glicko at[GAME_MAX_SEATS];
};

static void know(const struct store_answer *answer, const struct stored_table *t, int64_t now,
                 struct known *out)
{
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct rating_row *row = &out->rows[seat];
        *row = (struct rating_row){.player = t->chairs[seat].row.player, .seats = t->row.seats};
        memcpy(row->game, t->row.game, sizeof row->game);
        out->at[seat] = glicko_first;
        for (int i = 0; i < answer->rating_count; i++)
            if (answer->ratings[i].player == row->player) {
                *row = answer->ratings[i];
                struct glicko g = {row->rating / (double)HUNDREDTHS, row->deviation / (double)HUNDREDTHS,
                                   row->volatility / (double)MILLIONTHS};
                out->at[seat] = glicko_rested(&g, row->at ? (double)(now - row->at) : 0);
            }
    }
}

/* Two players who meet again and again tell ever less about their strength, and may have agreed on who wins.
 */
static double pair_share(const struct store_answer *answer, uint64_t a, uint64_t b)
{
    const struct pair_row *pairs = answer->rows;
    int met = 0;
    for (int i = 0; i < answer->row_count; i++)
        if ((pairs[i].a == a && pairs[i].b == b) || (pairs[i].a == b && pairs[i].b == a))
            met = pairs[i].games;
    if (met >= RATING_PAIR_WATCHED && a < b) {
        char one[ID_TEXT], other[ID_TEXT];
        id_text(a, one);
        id_text(b, other);
        log_event(LOG_WARN, "rating_pair", "player", one, "other", other, NULL);
    }
    double share = met < RATING_PAIR_FULL ? 1 : ldexp(1, RATING_PAIR_FULL - 1 - met);
    return share * LEAST_SHARE < 1 ? 0 : share;
}

static void add_result(struct change *change, const struct room *room, int seat, struct rating_row row,
                       const struct glicko *after, int place)
{
    struct stored_chair *chair = &change->plan.next.chairs[seat];
    int before = row.games || row.at || row.rating ? row.rating : (int)(GLICKO_RATING * HUNDREDTHS);
    row.rating = (int32_t)lround(after->rating * HUNDREDTHS);
    row.deviation = (int32_t)lround(after->deviation * HUNDREDTHS);
    row.volatility = (int32_t)lround(after->volatility * MILLIONTHS);
    row.games++;
    row.at = server_now(room->server);
    struct result_row result = {.table = room->id,
                                .seat = seat,
                                .player = row.player,
                                .seats = row.seats,
                                .number = row.games,
                                .at = row.at,
                                .rating = row.rating,
                                .deviation = row.deviation,
                                .volatility = row.volatility,
                                .place = place,
                                .gain = row.rating - before};
    memcpy(result.game, row.game, sizeof result.game);
    unit_add_result(change->unit, &result);
    unit_put_rating(change->unit, &row);
    chair->rating = row.rating;
    chair->games = row.games;
}

static void count_all(struct room *room, const struct store_answer *answer)
{
    const struct stored_table *t = &room->table.at;
    const struct outcome outcome = outcome_of(room);
    struct change *change = change_new(room);
    struct known known;
    know(answer, t, server_now(room->server), &known);
    for (int a = 0; a < t->row.seats; a++) {
        struct glicko_result results[GAME_MAX_SEATS];
        int count = 0;
        for (int b = 0; b < t->row.seats; b++)
            if (b != a)
                results[count++] = (struct glicko_result){
                    .opponent = known.at[b],
                    .score = score(t, &outcome, a, b),
                    .weight = glicko_pair_weight(t->row.seats) *
                              pair_share(answer, t->chairs[a].row.player, t->chairs[b].row.player)};
        struct glicko after = glicko_after(&known.at[a], results, count);
        add_result(change, room, a, known.rows[a], &after, place_of(t, &outcome, a));
    }
    change->plan.next.row.rated = TABLE_COUNTED;
    change->plan.puts = true;
    change_write(change, room, NULL);
}

static void count_nothing(struct room *room)
{
    struct change *change = change_new(room);
    change->plan.next.row.rated = TABLE_NOT_COUNTED;
    change->plan.puts = true;
    change_write(change, room, NULL);
}

/* ---- asking the store ---- */

struct counting {
    struct server *server;
    uint64_t table;
};

static void on_rated(void *context, const struct store_answer *answer)
{
    struct counting c = *(struct counting *)context;
    struct room *room = map_get(&c.server->tables, c.table);
    free(context);
    if (room)
        room->errands.counting = false;
    if (c.server->closing)
        return;
    if (!room || room_is_busy(room) || answer->found == STORE_FAILED) {
        c.server->host.wake(c.server->host.me, c.table, server_now(c.server) + AGAIN_MS);
        return;
    }
    if (answer->found == STORE_FOUND && answer->tables[0].row.rated != TABLE_RATED)
        room->table.at.row.rated = answer->tables[0].row.rated; /* another program has counted it */
    else if (answer->found == STORE_FOUND)
        count_all(room, answer);
}

bool rating_count(struct room *room)
{
    struct server *server = room->server;
    const struct table_row *row = &room->table.at.row;
    if (row->state != TABLE_OVER || row->rated != TABLE_RATED || room->errands.counting ||
        !table_has_match(&room->table))
        return false;
    if (!all_apart(&room->table.at) || !outcome_of(room).enough) {
        count_nothing(room);
        return true;
    }
    struct counting *c = must_malloc(sizeof *c);
    *c = (struct counting){server, room->id};
    struct store_query query = {
        .what = STORE_RATED,
        .id = room->id,
        .from = (uint64_t)(server_now(server) - (int64_t)(RATING_PAIR_DAYS * GLICKO_DAY))};
    room->errands.counting = true;
    server->store.read(server->store.me, &query, on_rated, c);
    return true;
}

static void on_uncounted(void *context, const struct store_answer *answer)
{
    for (int i = 0; i < answer->count; i++) /* room_advance counts it when it has been read */
        room_get(context, answer->ids[i]);
}

void rating_count_all(struct server *server)
{
    struct store_query query = {.what = STORE_TO_COUNT};
    server->store.read(server->store.me, &query, on_uncounted, server);
}

/* ---- ratings of those who have just sat down ---- */

struct rating_reader {
    struct server *server;
    uint64_t table;
    bool *at_once; /* set if the answer comes before the read returns; NULL after that */
};

/* True if any was new. */
static bool take_ratings(struct stored_table *t, const struct stored_table *found)
{
    bool any = false;
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct stored_chair *chair = &t->chairs[seat];
        const struct stored_chair *now = &found->chairs[seat];
        if (chair->row.player != now->row.player)
            continue;
        any = any || chair->rating != now->rating || chair->games != now->games;
        chair->rating = now->rating;
        chair->games = now->games;
    }
    return any;
}

/* The rating of a player who has just sat down is only in the store. It may come after everybody was told who
 * sits there. */
static void on_ratings(void *context, const struct store_answer *answer)
{
    struct rating_reader reader = *(struct rating_reader *)context;
    struct room *room = map_get(&reader.server->tables, reader.table);
    free(context);
    if (reader.at_once)
        *reader.at_once = true;
    if (!room || answer->found != STORE_FOUND)
        return;
    if (room->sync.change)
        take_ratings(&room->sync.change->plan.next, &answer->tables[0]);
    if (take_ratings(&room->table.at, &answer->tables[0]) && !reader.at_once)
        room_tell(room, NEWS_SEATING);
}

void rating_read(struct room *room)
{
    struct server *server = room->server;
    struct store_query query = {.what = STORE_SINCE, .id = room->id, .from = INT32_MAX, .lines = INT32_MAX};
    struct rating_reader *reader = must_malloc(sizeof *reader);
    bool at_once = false;
    *reader = (struct rating_reader){server, room->id, &at_once};
    server->store.read(server->store.me, &query, on_ratings, reader);
    if (!at_once)
        reader->at_once = NULL;
}
