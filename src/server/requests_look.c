/* requests_look.c: requests that look without changing: previews, reasons, hints, earlier positions,
 * analyses. */
#include <stdlib.h>
#include <string.h>

#include "server/memory.h"
#include "server/requests.h"

enum { HINT_LEVEL = 6, HINT_MS = 1500, ANALYSE_LEVEL = 4, ANALYSE_MS = 40, MAX_POSITIONS = 64 };

/* A room whose present position the asker saw, and that seat's view of it. */
static struct room *present(struct request *r, int *seat, union game_state *view)
{
    struct room *room = request_room(r);
    if (!room || (*seat = request_seat(r, room)) < 0)
        return NULL;
    if (!room->play.state) {
        request_refuse(r, "not_running", "The game has not begun.");
        return NULL;
    }
    int place = room_horizon(room, *seat);
    if (request_int(r, "number", -1) != play_number(&room->play, *seat, place)) {
        request_refuse(r, "stale", "The position has changed.");
        return NULL;
    }
    play_at(&room->play, place, view);
    room->game->observe(room->game, view, *seat, view);
    return room;
}

static enum request_end preview(struct request *r)
{
    union game_state view;
    int seat;
    game_move move, moves[GAME_MAX_MOVES];
    struct room *room = present(r, &seat, &view);
    if (!room)
        return REQUEST_DONE;
    const struct game *game = room->game;
    struct text why = TEXT_IN(r->message);
    if (!game_parse(game, &view, seat, request_text(r, "move"), &move, &why)) {
        r->code = "illegal";
        return REQUEST_DONE;
    }
    text_json_key(&r->out, "events");
    show_events(game, &view, seat, move, seat, &r->out);
    game->apply(game, &view, seat, move);
    text_json_key(&r->out, "view");
    game->view_json(game, &view, seat, &r->out);
    text_json_key(&r->out, "points");
    show_points(game, room->table.seats, &view, &r->out);
    text_member_open(&r->out, "moves", '[');
    int count = game->moves(game, &view, seat, moves, NULL);
    for (int i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(buffer);
        game->move_text(game, &view, seat, moves[i], &text);
        text_json_string(&r->out, buffer);
    }
    text_json_close(&r->out, ']');
    return REQUEST_DONE;
}

static enum request_end why(struct request *r)
{
    union game_state view;
    int seat;
    game_move move;
    struct room *room = present(r, &seat, &view);
    if (!room)
        return REQUEST_DONE;
    const struct game *game = room->game;
    const char *text = request_text(r, "move");
    struct reason reason = reason_none();
    if (game_parse(game, &view, seat, text, &move, NULL))
        reason.clause = game->clause(game, &view, seat, move);
    else
        reason = game_why_not(game, &view, seat, text);
    reason_json(&reason, &r->out);
    return REQUEST_DONE;
}

/* ---- hints ---- */

struct hint {
    struct server *server;
    uint64_t client;
    int64_t id;
    const struct game *game;
    int seat;
    union game_state view;
};

static void put_number(struct text *out, const char *key, double value)
{
    /* thousandths, written without a locale's comma */
    long n = (long)(value * 1000 + (value < 0 ? -0.5 : 0.5)), a = labs(n);
    text_json_key(out, key);
    if (n < 0)
        text_char(out, '-');
    text_int(out, a / 1000);
    text_char(out, '.');
    text_char(out, (char)('0' + a / 100 % 10));
    text_char(out, (char)('0' + a / 10 % 10));
    text_char(out, (char)('0' + a % 10));
}

static void put_move(struct text *out, const char *key, const struct game *game, const void *view, int seat,
                     game_move move)
{
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    game->move_text(game, view, seat, move, &text);
    text_json_key(out, key);
    text_json_string(out, buffer);
}

static void hinted(void *context, const struct bots_answer *answer)
{
    struct hint *h = context;
    struct text out = text_in(h->server->scratch + 2 * SHOW_ROOM, SHOW_ROOM);
    text_member_open(&out, "moves", '[');
    for (int i = 0; answer && i < answer->count; i++) {
        text_json_open(&out, '{');
        put_move(&out, "move", h->game, &h->view, h->seat, answer->opinions[i].move);
        put_number(&out, "points", answer->opinions[i].margin);
        put_number(&out, "win", answer->opinions[i].win);
        text_json_close(&out, '}');
    }
    text_json_close(&out, ']');
    if (!h->server->closing)
        client_answer_aside(h->server, h->client, h->id, out.at);
    free(h);
}

static enum request_end hint(struct request *r)
{
    union game_state view;
    int seat;
    struct room *room = present(r, &seat, &view);
    if (!room)
        return REQUEST_DONE;
    if (!(room->game->to_act(room->game, &view) & game_bit(seat)) ||
        room_horizon(room, seat) != room->committed)
        return request_refuse(r, "not_your_turn", "It is not your turn.");
    if (r->client->thinking)
        return request_refuse(r, "busy", "One hint at a time.");
    struct hint *h = must_malloc(sizeof *h);
    *h = (struct hint){r->server, r->client->id, r->id, room->game, seat, view};
    struct bots_question question = {.game = room->game,
                                     .seats = room->table.seats,
                                     .seat = seat,
                                     .view = &view,
                                     .level = HINT_LEVEL,
                                     .ms = HINT_MS};
    if (!bots_ask(&r->server->bots, &question, hinted, h)) {
        free(h);
        return request_refuse(r, "busy", "Too many think already.");
    }
    r->client->thinking = true;
    r->aside = true;
    return REQUEST_DONE;
}

/* ---- earlier positions ---- */

/* Whose eyes: any seat's once the game is over, else an own one's or the public's. False after a refusal. */
static bool whose_eyes(struct request *r, const struct room *room, int *viewer)
{
    int64_t seat = request_int(r, "seat", 0);
    if (!room->play.state) {
        request_refuse(r, "not_running", "The game has not begun.");
        return false;
    }
    if (seat < 0 || seat > room->table.seats) {
        request_refuse(r, "no_seat", "There is no such seat.");
        return false;
    }
    *viewer = seat ? (int)seat - 1 : GAME_PUBLIC;
    bool all = room->table.state == TABLE_OVER || room->table.imported;
    if (seat && !all && !(room_seats_of(room, r->client->player) & game_bit(*viewer))) {
        request_refuse(r, "not_yours", "It is not your seat.");
        return false;
    }
    return true;
}

static void show_earlier(const struct room *room, int viewer, int place, struct text *out)
{
    int last = room_horizon(room, viewer);
    text_json_key(out, "position");
    room_show_position(room, viewer, place, place == last, out);
    text_json_key(out, "line");
    show_line_at(&room->play, viewer, place, last, out);
}

static enum request_end position(struct request *r)
{
    int viewer;
    struct room *room = request_room(r);
    if (!room || !whose_eyes(r, room, &viewer))
        return REQUEST_DONE;
    int64_t number = request_int(r, "number", -1);
    int place = number >= 0 && number < INT32_MAX ? play_place(&room->play, viewer, (int)number) : -1;
    if (place < 0 || place > room_horizon(room, viewer))
        return request_refuse(r, "stale", "There is no such position.");
    show_earlier(room, viewer, place, &r->out);
    return REQUEST_DONE;
}

static enum request_end positions(struct request *r)
{
    int viewer;
    struct room *room = request_room(r);
    if (!room || !whose_eyes(r, room, &viewer))
        return REQUEST_DONE;
    int64_t from = request_int(r, "from", -1), count = request_int(r, "count", 0);
    if (from < 0 || from > INT32_MAX - MAX_POSITIONS || count < 1 || count > MAX_POSITIONS)
        return request_refuse(r, "limit", "count is 1 to %d.", MAX_POSITIONS);
    text_member_open(&r->out, "positions", '[');
    for (int64_t n = from; n < from + count; n++) {
        int place = play_place(&room->play, viewer, (int)n);
        if (place < 0 || place > room_horizon(room, viewer))
            break;
        text_json_open(&r->out, '{');
        show_earlier(room, viewer, place, &r->out);
        text_json_close(&r->out, '}');
    }
    text_json_close(&r->out, ']');
    return REQUEST_DONE;
}

/* ---- analyses ---- */

/* The decisions of one seat, one after the other; each is a question to a bot. */
struct analysis {
    struct server *server;
    uint64_t client;
    int64_t id;
    struct play play;
    int seat, at;
    union game_state state, view;
    char *text;
    struct text out;
};

static void analyse_next(struct analysis *a);
static void analyse_end(struct analysis *a, bool whole);

static void judged(void *context, const struct bots_answer *answer)
{
    struct analysis *a = context;
    if (!answer) {
        analyse_end(a, false);
        return;
    }
    const struct game *game = a->play.game;
    game_move made = a->play.moves[a->at].move;
    struct text *out = &a->out;
    text_json_open(out, '{');
    text_member_int(out, "number", play_number(&a->play, a->seat, a->at));
    text_member_int(out, "seat", a->seat + 1);
    put_move(out, "move", game, &a->view, a->seat, made);
    put_move(out, "best", game, &a->view, a->seat, answer->move);
    double best = 0, most = 0;
    for (int i = 0; i < answer->count; i++)
        if (answer->opinions[i].move == answer->move) {
            best = answer->opinions[i].win;
            most = answer->opinions[i].margin;
        }
    for (int i = 0; i < answer->count; i++)
        if (answer->opinions[i].move == made) {
            double win = answer->opinions[i].win;
            put_number(out, "points", answer->opinions[i].margin);
            put_number(out, "win", win);
            put_number(out, "lost", best > win ? best - win : 0);
            put_number(out, "cost", best > win ? most - answer->opinions[i].margin : 0);
        }
    text_json_close(out, '}');
    game->apply(game, &a->state, a->seat, made);
    a->at++;
    analyse_next(a);
}

/* Answers, or refuses where no bot has time: an analysis with holes would call mistakes good moves. */
static void analyse_end(struct analysis *a, bool whole)
{
    text_json_close(&a->out, ']');
    if (!a->server->closing && whole)
        client_answer_aside(a->server, a->client, a->id, a->out.at);
    else if (!a->server->closing)
        client_refuse_aside(a->server, a->client, a->id, "busy", "Too many think already.");
    play_free(&a->play);
    free(a->text);
    free(a);
}

static void analyse_next(struct analysis *a)
{
    const struct game *game = a->play.game;
    bool wanted = !a->server->closing && client_find(a->server, a->client);
    for (; wanted && a->at < a->play.count; a->at++) {
        const struct play_move *m = &a->play.moves[a->at];
        if (m->actor == a->seat) {
            game->observe(game, &a->state, a->seat, &a->view);
            struct bots_question question = {.game = game,
                                             .seats = a->play.seats,
                                             .seat = a->seat,
                                             .view = &a->view,
                                             .level = ANALYSE_LEVEL,
                                             .ms = ANALYSE_MS};
            if (!bots_ask(&a->server->bots, &question, judged, a))
                analyse_end(a, false);
            return;
        }
        game->apply(game, &a->state, m->actor, m->move);
    }
    analyse_end(a, wanted);
}

static enum request_end analyse(struct request *r)
{
    int viewer;
    struct room *room = request_room(r);
    if (!room || !whose_eyes(r, room, &viewer))
        return REQUEST_DONE;
    if (viewer < 0)
        return request_refuse(r, "no_seat", "There is no such seat.");
    if (room->table.state != TABLE_OVER && !room->table.imported)
        return request_refuse(r, "not_allowed", "The game is not over.");
    if (r->client->thinking)
        return request_refuse(r, "busy", "One analysis at a time.");
    struct analysis *a = must_calloc(1, sizeof *a);
    a->server = r->server;
    a->client = r->client->id;
    a->id = r->id;
    a->seat = viewer;
    play_start(&a->play, room->game, room->table.seats, room->table.options);
    play_at(&a->play, 0, &a->state);
    for (int i = 0; i < room->play.count; i++)
        play_add(&a->play, room->play.moves[i].actor, room->play.moves[i].move);
    a->text = must_malloc(1024 * 1024);
    a->out = text_in(a->text, 1024 * 1024);
    text_member_open(&a->out, "moves", '[');
    r->client->thinking = true;
    r->aside = true;
    analyse_next(a);
    return REQUEST_DONE;
}

const struct request_kind requests_look[] = {
    {"preview", "table:t number:i seat:i move:t", preview},
    {"why", "table:t number:i seat:i move:t", why},
    {"hint", "table:t number:i seat:i", hint},
    {"position", "table:t number:i seat:i", position},
    {"positions", "table:t from:i count:i seat:i", positions},
    {"analyse", "table:t seat:i", analyse},
    {0},
};
