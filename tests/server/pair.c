/* pair.c: two servers that play games side by side which look alike to one listener. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "fake.h"
#include "pair.h"
#include "viewers.h"
#include "server/tables/lobby.h"
#include "test.h"

/* The pair of games that is played. */
static char playing[128];

static void assert_same(const char *what, const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    size_t from = i > 150 ? i - 150 : 0;
    if (a[i] != b[i])
        fail_msg("%s: %s differs at byte %zu:\n  %.400s\n  %.400s\n", playing, what, i, a + from, b + from);
}

/* ---- whole games ---- */

enum { DRAWS = 64, FAR = 1, REQUEST_MS = 50 /* so often a connection may ask */ };
static const char token[] = "33333333333333333333333333333333"; /* of the listener */

struct pair {
    struct fake a, b;
    struct fake far_a, far_b; /* other nodes on their stores */
    const struct game *game;
    int seats;
    int conn[GAME_MAX_SEATS]; /* the connection of each seat */
    uint64_t listener;
    uint32_t viewers;
    char table[ID_TEXT];
    struct rng rng;
    /* how draws of the first server look; the second must make draws that look the same */
    struct {
        char look[LOOK];
        union game_state after;
    } drawn[DRAWS];
    int draws, matched;
    bool parted; /* the second server had no draw that looks the same, so from here on the games may differ */
    bool watched; /* the table, at the other nodes */
    long steps, differing, far_bytes;
};

static struct room *table_of(struct pair *p, struct fake *fake)
{
    return map_get(&fake->server.tables, id_parse(p->table));
}

static game_move draw_first(void *context, const struct game *game, const void *state)
{
    struct pair *p = context;
    game_move move = game_random_move(game, state, GAME_CHANCE, &p->rng);
    assert_true(p->draws < DRAWS);
    look_at_move(game, state, GAME_CHANCE, move, p->viewers, p->drawn[p->draws].look);
    memcpy(&p->drawn[p->draws].after, state, game->state_size);
    game->apply(game, &p->drawn[p->draws].after, GAME_CHANCE, move);
    p->draws++;
    return move;
}

static game_move draw_second(void *context, const struct game *game, const void *state)
{
    struct pair *p = context;
    game_move move = game_random_move(game, state, GAME_CHANCE, &p->rng);
    int i = p->matched++;
    if (i >= p->draws || !find_like(game, state, GAME_CHANCE, p->drawn[i].look, &p->drawn[i].after,
                                    p->viewers, &p->rng, &move))
        p->parted = true;
    return move;
}

/* The node is woken when the time of a seat begins. It does not run the table: another one does. */
static void tell_in_time(struct pair *p, struct fake *far)
{
    struct room *room = table_of(p, far);
    if (match_paused(&room->table.match))
        room_tell(room, NEWS_MOVES);
}

/* What the listener is sent at the other nodes, once these have looked at the table. */
static void compare_far(struct pair *p, const char *what)
{
    struct fake *near[] = {&p->a, &p->b}, *far[] = {&p->far_a, &p->far_b};
    for (int i = 0; i < 2 && p->watched; i++) {
        far[i]->now = near[i]->now;
        fake_look(far[i], id_parse(p->table));
        fake_settle(far[i]);
        tell_in_time(p, far[i]);
        lobby_tick(&far[i]->server);
    }
    struct heard *x = &p->far_a.heard[FAR], *y = &p->far_b.heard[FAR];
    if (!p->parted)
        assert_same(what, x->at ? x->at : "", y->at ? y->at : "");
    p->far_bytes += (long)x->length;
    heard_clear(x);
    heard_clear(y);
}

/* Compares what both servers sent to the listener since the last call, and what they send now about lists. */
static void compare_heard(struct pair *p, const char *what)
{
    struct fake *both[] = {&p->a, &p->b};
    for (int i = 0; i < 2; i++) {
        server_tick(&both[i]->server);
        fake_settle(both[i]);
    }
    struct heard *x = &p->a.heard[p->listener], *y = &p->b.heard[p->listener];
    const struct room *room = table_of(p, &p->a);
    if (room && x->at)
        assert_null(
            strstr(x->at, room->table.at.row.key)); /* the server sends nobody the key that decides chance */
    p->parted |= p->draws != p->matched;
    if (!p->parted)
        assert_same(what, x->at ? x->at : "", y->at ? y->at : "");
    compare_far(p, what);
    for (int i = 1; i <= FAKE_CONNECTIONS; i++) {
        heard_clear(&p->a.heard[i]);
        heard_clear(&p->b.heard[i]);
    }
    p->draws = p->matched = 0;
}

static void ask_both(struct pair *p, uint64_t conn, const char *text)
{
    fake_pass(&p->a, 100);
    fake_pass(&p->b, 100);
    fake_ask(&p->a, conn, text);
    fake_ask(&p->b, conn, text);
    compare_heard(p, text);
}

/* Sends both servers the same request about the table. */
static void ask_table(struct pair *p, uint64_t conn, const char *word, const char *rest)
{
    char text[2048];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, p->table, rest);
    ask_both(p, conn, text);
}

static void open_table(struct pair *p, const struct kind *kind)
{
    char text[1024], options[256] = "", word[GAME_OPTIONS_TEXT];
    struct text list = TEXT_IN(options), out = TEXT_IN(text);
    text_json_open(&list, '[');
    for (const char *rest = kind->options; (rest = game_next_option(rest, word));)
        text_json_string(&list, word);
    text_json_close(&list, ']');
    text_printf(&out, "{\"id\":1,\"do\":\"create\",\"game\":\"%s\",\"seats\":%d,\"options\":%s,\"who\":[",
                kind->game, kind->seats, options);
    for (int seat = 0; seat < p->seats; seat++)
        text_printf(&out, "%s{\"kind\":\"%s\"}", seat ? "," : "", p->conn[seat] == 1 ? "me" : "open");
    text_put(&out, "],\"public\":true,\"clock\":{\"kind\":\"none\"},\"undo\":\"consent\"}");
    ask_both(p, 1, text);
    size_t at = 0;
    struct room *room = map_next(&p->a.server.tables, &at);
    assert_non_null(room);
    id_text(room->id, p->table);
    for (int seat = 0; seat < p->seats; seat++) {
        snprintf(text, sizeof text, ",\"seat\":%d", seat + 1);
        if (p->conn[seat] != 1)
            ask_table(p, (uint64_t)p->conn[seat], "join", text);
    }
    ask_table(p, 1, "start", "");
    assert_int_equal(room->table.at.row.state, TABLE_RUNNING);
    for (uint64_t conn = 1; conn <= SPECTATOR; conn++)
        ask_table(p, conn, "watch", "");
}

static void pair_open(struct pair *p, const struct kind *kind, int listener, bool hot, uint64_t seed)
{
    *p = (struct pair){.game = games_find(kind->game), .seats = kind->seats, .listener = (uint64_t)listener};
    rng_seed(&p->rng, seed);
    for (int seat = 0; seat < p->seats; seat++) {
        p->conn[seat] = hot && seat == p->seats - 1 ? 1 : seat + 1;
        if (p->conn[seat] == listener)
            p->viewers |= game_bit(seat);
    }
    if (!p->viewers)
        p->viewers = game_bit(GAME_MAX_SEATS);
    struct fake *both[] = {&p->a, &p->b}, *far[] = {&p->far_a, &p->far_b};
    for (int i = 0; i < 2; i++) {
        fake_open(both[i]);
        both[i]->chance = (struct match_chance){.me = p, .draw = i ? draw_second : draw_first};
        both[i]->server.world.chance = &both[i]->chance;
        for (uint64_t conn = 1; conn <= SPECTATOR; conn++)
            if (conn != p->listener)
                fake_connect(both[i], conn);
            else
                fake_connect_as(both[i], conn, token);
        fake_open_beside(far[i], both[i]);
        far[i]->server.world.chance = &both[i]->chance;
    }
    open_table(p, kind);
    char text[128];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"watch\",\"table\":\"%s\"}", p->table);
    for (int i = 0; i < 2; i++) {
        fake_connect_as(far[i], FAR, token);
        fake_ask(far[i], FAR, text);
    }
    p->watched = true;
    compare_heard(p, "from afar");
}

static void pair_close(struct pair *p)
{
    assert_true(p->far_bytes > 100 * p->steps);
    fake_close(&p->far_a);
    fake_close(&p->far_b);
    fake_close(&p->a);
    fake_close(&p->b);
}

/* ---- moves ---- */

/* Sends a move. Returns whether it was made. */
static bool try_move(struct pair *p, struct fake *fake, int seat, game_move move)
{
    char text[512], buffer[GAME_MOVE_TEXT];
    struct text name = TEXT_IN(buffer);
    struct room *room = table_of(p, fake);
    p->game->move_text(p->game, room->table.match.state, seat, move, &name);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"move\",\"table\":\"%s\",\"number\":%d,\"seat\":%d,\"move\":\"%s\"}",
             p->table, match_number(&room->table.match, seat, room->table.match.count), seat + 1, buffer);
    int before = room->table.match.count;
    fake_ask(fake, (uint64_t)p->conn[seat], text);
    return room->table.match.count > before;
}

static void send_move(struct pair *p, struct fake *fake, int seat, game_move move)
{
    if (!try_move(p, fake, seat, move))
        fail_msg("a move was not made: %s", fake->heard[p->conn[seat]].at);
}

static uint32_t own(const struct pair *p)
{
    return p->viewers & ~game_bit(GAME_MAX_SEATS);
}

/* Makes a move of a seat in both that looks the same to the listener. False if there is none. */
static bool move_both(struct pair *p, int seat)
{
    static game_move moves[GAME_MAX_MOVES];
    static union game_state after;
    const struct game *game = p->game;
    struct room *a = table_of(p, &p->a), *b = table_of(p, &p->b);
    int count = game->moves(game, a->table.match.state, seat, moves, NULL);
    for (int tries = 0; tries < 20; tries++) {
        char look[LOOK];
        game_move move = moves[rng_below(&p->rng, (uint32_t)count)], like;
        look_at_move(game, a->table.match.state, seat, move, p->viewers, look);
        memcpy(&after, a->table.match.state, game->state_size);
        game->apply(game, &after, seat, move);
        /* After a move to which somebody may react, one server may wait for a reaction while the other does
         * not. */
        bool open =
            game_may_react(game, a->table.match.state, seat, move) != 0 || match_paused(&a->table.match);
        if (!find_like(game, b->table.match.state, seat, look, open ? NULL : &after, p->viewers, &p->rng,
                       &like))
            continue;
        send_move(p, &p->a, seat, move);
        send_move(p, &p->b, seat, like);
        compare_heard(p, look);
        return true;
    }
    return false;
}

/* During a pause: a seat that is asked passes on this server alone, and the listener hears nothing of it. */
static void pass_in_one(struct pair *p, struct fake *fake)
{
    static game_move moves[GAME_MAX_MOVES];
    struct room *room = table_of(p, fake);
    for (int seat = 0; seat < p->seats; seat++) {
        if (!(match_asked(&room->table.match, fake->now) & game_bit(seat)) || (own(p) & game_bit(seat)) ||
            fake->now >= match_answer_by(&room->table.match, seat))
            continue;
        int count = p->game->moves(p->game, room->table.match.state, seat, moves, NULL);
        for (int i = 0; i < count; i++) {
            bool unseen = true;
            for (int bit = -1; (bit = next_viewer(p->viewers, bit)) >= 0;)
                unseen &= p->game->sight(p->game, room->table.match.state, seat, moves[i], viewer_of(bit)) ==
                          GAME_UNSEEN;
            if (!unseen)
                continue;
            bool full = rng_below(&p->rng, 4) == 0;
            fake->fails = full;
            assert_true(try_move(p, fake, seat, moves[i]) != full);
            fake->fails = false;
            compare_heard(p, full ? "a pass that is not stored" : "a pass");
            return;
        }
    }
}

/* Lets time pass in both: the whole rest of the pause, or a part of it. */
static void pass_time(struct pair *p)
{
    const struct match *a = &table_of(p, &p->a)->table.match, *b = &table_of(p, &p->b)->table.match;
    assert_true(match_pause_left(a, p->a.now) == match_pause_left(b, p->b.now));
    int64_t left = match_pause_left(a, p->a.now) / (1 + rng_below(&p->rng, 3)) + 1;
    fake_pass(&p->a, left);
    fake_pass(&p->b, left);
    compare_heard(p, "time to react");
}

/* Makes one step at both tables. False if no step looks alike in both. */
static bool step(struct pair *p)
{
    struct room *a = table_of(p, &p->a), *b = table_of(p, &p->b);
    assert_int_equal(match_paused(&a->table.match), match_paused(&b->table.match));
    fake_pass(&p->a, REQUEST_MS);
    fake_pass(&p->b, REQUEST_MS);
    uint32_t x = p->game->to_act(p->game, a->table.match.state),
             y = p->game->to_act(p->game, b->table.match.state);
    if (match_paused(&a->table.match)) {
        x = match_asked(&a->table.match, p->a.now);
        y = match_asked(&b->table.match, p->b.now);
        assert_int_equal(x & own(p), y & own(p));
        switch (rng_below(&p->rng, 4)) {
        case 0:
            pass_in_one(p, &p->a);
            return true;
        case 1:
            pass_in_one(p, &p->b);
            return true;
        case 2:
            if (x & y && p->a.now < match_answer_by(&a->table.match, __builtin_ctz(x & y)) &&
                move_both(p, __builtin_ctz(x & y)))
                return true;
        }
        pass_time(p);
        return true;
    }
    for (int seat = 0; seat < p->seats; seat++) {
        int other = (seat + (int)(p->steps % p->seats)) % p->seats;
        if ((x & y & game_bit(other)) && move_both(p, other))
            return true;
    }
    return false;
}

/* ---- what the listener may ask, and what the others may do besides moves ---- */

static void undo_both(struct pair *p, int seat)
{
    struct fake *both[] = {&p->a, &p->b};
    char text[256];
    for (int i = 0; i < 2; i++) {
        const struct match *m = &table_of(p, both[i])->table.match;
        int last = m->count - 1; /* the last move of the seat that everybody knows */
        while (last > 0 && (m->moves[last].actor != seat || m->moves[last].unseen))
            last--;
        snprintf(text, sizeof text, "{\"id\":1,\"do\":\"undo\",\"table\":\"%s\",\"number\":%d,\"to\":%d}",
                 p->table, match_number(m, seat, m->count), match_number(m, seat, last));
        fake_ask(both[i], (uint64_t)p->conn[seat], text);
    }
    compare_heard(p, "taking back");
}

/* As after a restart of both programs. */
static void restart_both(struct pair *p)
{
    struct fake *both[] = {&p->a, &p->b};
    for (int i = 0; i < 2; i++) {
        room_close(table_of(p, both[i]));
        room_get(&both[i]->server, id_parse(p->table));
        fake_settle(both[i]);
    }
    for (uint64_t conn = 1; conn <= SPECTATOR; conn++)
        ask_table(p, conn, "watch", "");
}

static void get_both(struct pair *p, const char *path)
{
    fake_get(&p->a, p->listener, path);
    fake_get(&p->b, p->listener, path);
    compare_heard(p, path);
}

static void ask_something(struct pair *p)
{
    static game_move moves[GAME_MAX_MOVES];
    static const char *const wishes[] = {"\"off\":true", "\"off\":false", "\"reply\":\"never\"",
                                         "\"reply\":\"ask\""};
    char text[256], buffer[GAME_MOVE_TEXT];
    struct text name = TEXT_IN(buffer);
    struct room *room = table_of(p, &p->a);
    int bit = next_viewer(p->viewers, -1), viewer = viewer_of(bit),
        last = match_number(&room->table.match, viewer, room->table.match.count);
    int number = (int)rng_below(&p->rng, (uint32_t)last + 2), seat = rng_below(&p->rng, 3) ? viewer + 1 : 0;
    switch (rng_below(&p->rng, 12)) {
    case 0:
    case 1:
        snprintf(text, sizeof text, ",\"from\":%d,\"count\":5,\"seat\":%d", number > 3 ? number - 3 : 0,
                 seat);
        ask_table(p, p->listener, "positions", text);
        break;
    case 2:
    case 3:
        if (viewer < 0 || p->game->moves(p->game, room->table.match.state, viewer, moves, NULL) < 1)
            break;
        p->game->move_text(p->game, room->table.match.state, viewer, moves[0], &name);
        snprintf(text, sizeof text, ",\"number\":%d,\"seat\":%d,\"move\":\"%s\"", last, viewer + 1, buffer);
        ask_table(p, p->listener, rng_below(&p->rng, 2) ? "preview" : "why", text);
        break;
    case 4:
        snprintf(text, sizeof text, "{\"id\":2,\"do\":\"list\",\"what\":\"%s\"}",
                 rng_below(&p->rng, 2) ? "live" : "mine");
        ask_both(p, p->listener, text);
        break;
    case 5:
        ask_table(p, p->listener, "watch", "");
        break;
    case 6:
        snprintf(text, sizeof text, ",\"number\":%d", number);
        ask_table(p, p->listener, "watch", text);
        break;
    case 7:
        snprintf(text, sizeof text, "/games/%s.txt", p->table);
        get_both(p, text);
        break;
    case 8:
        get_both(p, "/api/tables?list=live");
        break;
    case 9:
        number = (int)rng_below(&p->rng, (uint32_t)p->seats);
        seat = (int)rng_below(&p->rng, 4);
        snprintf(text, sizeof text, ",\"seat\":%d,%s", number + 1, wishes[seat]);
        ask_table(p, (uint64_t)p->conn[number], seat < 2 ? "react" : "reply", text);
        break;
    case 10:
        if (!match_paused(&room->table.match) && rng_below(&p->rng, 4) == 0)
            undo_both(p, (int)rng_below(&p->rng, (uint32_t)p->seats));
        break;
    case 11:
        if (rng_below(&p->rng, 4) == 0)
            restart_both(p);
        break;
    }
}

/* Plays one pair of games until they differ for the listener. */
void play_pair(const struct kind *kind, int listener, bool hot, uint64_t seed, long *steps, long *differing)
{
    static struct pair p;
    snprintf(playing, sizeof playing, "%s %d %s, listener %d%s, seed %d", kind->game, kind->seats,
             kind->options, listener, hot ? " with two seats" : "", (int)seed);
    pair_open(&p, kind, listener, hot, seed);
    while (!p.parted && p.steps < 400) {
        struct room *a = table_of(&p, &p.a), *b = table_of(&p, &p.b);
        if (a->table.at.row.state != TABLE_RUNNING || b->table.at.row.state != TABLE_RUNNING || !step(&p))
            break;
        p.steps++;
        p.differing += memcmp(a->table.match.state, b->table.match.state, p.game->state_size) != 0;
        /* When a game is over, everything may be told. */
        if (!p.parted && a->table.at.row.state == TABLE_RUNNING && rng_below(&p.rng, 3) == 0)
            ask_something(&p);
    }
    *steps += p.steps;
    *differing += p.differing;
    pair_close(&p);
}
