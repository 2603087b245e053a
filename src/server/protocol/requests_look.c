/* requests_look.c: requests that change nothing: previews, reasons, hints, earlier positions, analyses. */
#include <stdlib.h>
#include <string.h>

#include "match/tell.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"
#include "server/tables/rating.h"

enum {
    HINT_LEVEL = 6,
    HINT_MS = 1500,
    ANALYSE_LEVEL = 4,
    ANALYSE_MS = 40,
    MAX_POSITIONS = 64,
    ANALYSIS_TEXT = 1024 * 1024
};

/* The table and seat of a request whose `number` is that of the seat's present decision. NULL as with
 * request_table. */
static struct table *present_decision(struct request *r, int *seat)
{
    struct table *table = request_table(r);
    if (!table || (*seat = request_seat(r, table)) < 0)
        return NULL;
    if (!table_has_match(table)) {
        request_refuse(r, "not_running", "The game has not begun.");
        return NULL;
    }
    const struct match *m = &table->match;
    int64_t number = request_int(r, "number", -1);
    int horizon = match_horizon(m, *seat, server_now(r->server));
    if (number != match_number(m, *seat, horizon) && !match_is_fresh(m, *seat, number)) {
        request_refuse(r, "stale",
                       "The position has changed since the one you saw; ask again in the newest one.");
        return NULL;
    }
    return table;
}

static enum request_end preview(struct request *r)
{
    int seat;
    struct table *table = present_decision(r, &seat);
    if (!table)
        return REQUEST_DONE;
    struct text why = TEXT_IN(r->message);
    if (!tell_preview(&table->match, seat, request_text(r, "move"), server_now(r->server), &r->out, &why))
        r->code = "illegal";
    return REQUEST_DONE;
}

static enum request_end why(struct request *r)
{
    int seat;
    struct table *table = present_decision(r, &seat);
    if (!table)
        return REQUEST_DONE;
    struct reason reason = tell_why(&table->match, seat, request_text(r, "move"), server_now(r->server));
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
    /* Thousandths, written by hand: printf would use the locale's comma. */
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

static void hinted(void *context, const struct host_thought *thought)
{
    struct hint *h = context;
    struct text out = TEXT_IN(h->server->buffers->members);
    text_member_open(&out, "moves", '[');
    for (int i = 0; thought && i < thought->count; i++) {
        text_json_open(&out, '{');
        put_move(&out, "move", h->game, &h->view, h->seat, thought->opinions[i].move);
        put_number(&out, "points", thought->opinions[i].margin);
        put_number(&out, "win", thought->opinions[i].win);
        text_json_close(&out, '}');
    }
    text_json_close(&out, ']');
    if (!h->server->closing)
        client_reply_aside(h->server, h->client, h->id, out.at, thought ? NULL : "busy",
                           "All bots are busy; ask again later.");
    free(h);
}

static enum request_end hint(struct request *r)
{
    int seat;
    struct table *table = present_decision(r, &seat);
    struct host *host = &r->server->host;
    if (!table)
        return REQUEST_DONE;
    if (table->at.row.state == TABLE_RUNNING && rating_counts(table))
        return request_refuse(r, "not_allowed", "This game is rated; there are no hints until it is over.");
    const struct match *m = &table->match;
    struct hint *h = must_malloc(sizeof *h);
    *h = (struct hint){r->server, r->client->id, r->id, table->game, seat, {{0}}};
    match_at(m, match_horizon(m, seat, server_now(r->server)), &h->view);
    m->game->observe(m->game, &h->view, seat, &h->view);
    struct host_question question = {.game = table->game,
                                     .seats = m->seats,
                                     .seat = seat,
                                     .view = &h->view,
                                     .level = HINT_LEVEL,
                                     .payer = r->client->player->id,
                                     .ms = HINT_MS};
    if (!(m->game->to_act(m->game, &h->view) & game_bit(seat)))
        request_refuse(r, "not_your_turn", "This seat is not to move now.");
    else if (r->client->thinking)
        request_refuse(r, "busy",
                       "A hint or an analysis of this connection is still under way; wait for it.");
    else {
        r->client->thinking = r->aside = true;
        if (host->think(host->me, &question, hinted, h))
            return REQUEST_DONE;
        r->client->thinking = r->aside = false;
        request_refuse(r, "busy", "All bots are busy; ask again later.");
    }
    free(h);
    return REQUEST_DONE;
}

/* ---- earlier positions ---- */

/* The viewer that a request asks for. After the game any seat; before, one of the player's or the public.
 * False after a refusal. */
static bool read_viewer(struct request *r, const struct table *table, int *viewer)
{
    int64_t seat = request_int(r, "seat", 0);
    if (!table_has_match(table)) {
        request_refuse(r, "not_running", "The game has not begun.");
        return false;
    }
    if (seat < 0 || seat > table->at.row.seats) {
        request_refuse(r, "no_seat", "\"seat\" must be 0 (the public) to %d.", (int)table->at.row.seats);
        return false;
    }
    *viewer = seat ? (int)seat - 1 : GAME_PUBLIC;
    bool all = match_over(&table->match) || table->at.row.imported;
    if (seat && !all && !(table_seats_of(table, r->client->player->id) & game_bit(*viewer))) {
        request_refuse(r, "not_yours", "Seat %d is not yours; its view is shown when the game is over.",
                       (int)seat);
        return false;
    }
    return true;
}

static enum request_end positions(struct request *r)
{
    int viewer;
    struct table *table = request_table(r);
    if (!table || !read_viewer(r, table, &viewer))
        return REQUEST_DONE;
    const struct match *m = &table->match;
    int64_t from = request_int(r, "from", -1), count = request_int(r, "count", 0),
            now = server_now(r->server);
    if (from < 0 || from > INT32_MAX - MAX_POSITIONS || count < 1 || count > MAX_POSITIONS)
        return request_refuse(r, "limit", "\"from\" must be a number of a position, \"count\" 1 to %d.",
                              MAX_POSITIONS);
    bool running = table->at.row.state == TABLE_RUNNING;
    uint32_t mine = running ? table_seats_of(table, r->client->player->id) : 0;
    int last = match_horizon(m, viewer, now);
    text_member_open(&r->out, "positions", '[');
    for (int64_t n = from; n < from + count && r->out.length < LIMIT_PAGE; n++) {
        int place = match_place(m, viewer, n);
        if (place < 0 || place > last)
            break;
        text_json_open(&r->out, '{');
        text_json_key(&r->out, "position");
        tell_position(m, viewer, place, mine, now, &r->out);
        text_json_key(&r->out, "line");
        tell_line_at(m, viewer, place, last, &r->out);
        text_json_close(&r->out, '}');
    }
    text_json_close(&r->out, ']');
    return REQUEST_DONE;
}

/* ---- analyses ---- */

/* Judges the decisions of one seat, one after the other; each is a question to a bot. The table may be gone
 * before the last answer, so the analysis has a copy of the moves. */
struct analysis {
    struct server *server;
    uint64_t client;
    int64_t id;
    const struct game *game;
    int seats, seat;
    struct match_move *moves;
    int count, at, number;
    union game_state state, view;
    char *text;
    struct text out;
};

static void analyse_next(struct analysis *a);

/* Answers, or refuses if a bot had no time: an analysis with gaps would call mistakes good moves. */
static void analyse_end(struct analysis *a, bool whole)
{
    text_json_close(&a->out, ']');
    if (!a->server->closing)
        client_reply_aside(a->server, a->client, a->id, a->out.at, whole ? NULL : "busy",
                           "All bots are busy; ask again later.");
    free(a->moves);
    free(a->text);
    free(a);
}

static const struct bot_opinion *opinion_of(const struct host_thought *thought, game_move move)
{
    for (int i = 0; i < thought->count; i++)
        if (thought->opinions[i].move == move)
            return &thought->opinions[i];
    return NULL;
}

static void step(struct analysis *a)
{
    const struct match_move *m = &a->moves[a->at++];
    a->number += !(m->unseen >> a->seat & 1);
    a->game->apply(a->game, &a->state, m->actor, m->code);
}

static void judged(void *context, const struct host_thought *thought)
{
    struct analysis *a = context;
    if (!thought) {
        analyse_end(a, false);
        return;
    }
    game_move made = a->moves[a->at].code;
    const struct bot_opinion *best = opinion_of(thought, thought->move), *own = opinion_of(thought, made);
    struct text *out = &a->out;
    text_json_open(out, '{');
    text_member_int(out, "number", a->number);
    text_member_int(out, "seat", a->seat + 1);
    put_move(out, "move", a->game, &a->view, a->seat, made);
    put_move(out, "best", a->game, &a->view, a->seat, thought->move);
    if (best && own) {
        put_number(out, "points", own->margin);
        put_number(out, "win", own->win);
        put_number(out, "lost", best->win > own->win ? best->win - own->win : 0);
        put_number(out, "cost", best->win > own->win ? best->margin - own->margin : 0);
    }
    text_json_close(out, '}');
    step(a);
    analyse_next(a);
}

static void analyse_next(struct analysis *a)
{
    struct host *host = &a->server->host;
    bool wanted = !a->server->closing && client_find(a->server, a->client);
    for (; wanted && a->at < a->count; step(a)) {
        if (a->moves[a->at].actor != a->seat)
            continue;
        a->game->observe(a->game, &a->state, a->seat, &a->view);
        struct host_question question = {.game = a->game,
                                         .seats = a->seats,
                                         .seat = a->seat,
                                         .view = &a->view,
                                         .level = ANALYSE_LEVEL,
                                         .payer = a->client,
                                         .ms = ANALYSE_MS};
        if (!host->think(host->me, &question, judged, a))
            analyse_end(a, false);
        return;
    }
    analyse_end(a, wanted);
}

static enum request_end analyse(struct request *r)
{
    int viewer;
    struct table *table = request_table(r);
    if (!table || !read_viewer(r, table, &viewer))
        return REQUEST_DONE;
    if (viewer < 0)
        return request_refuse(r, "no_seat", "\"seat\" must be 1 to %d.", (int)table->at.row.seats);
    if (!match_over(&table->match) && !table->at.row.imported)
        return request_refuse(r, "not_allowed", "Only a finished game can be analysed.");
    if (r->client->thinking)
        return request_refuse(r, "busy",
                              "A hint or an analysis of this connection is still under way; wait for it.");
    const struct match *m = &table->match;
    struct analysis *a = must_calloc(1, sizeof *a);
    a->server = r->server;
    a->client = r->client->id;
    a->id = r->id;
    a->game = m->game;
    a->seats = m->seats;
    a->seat = viewer;
    a->count = m->count;
    a->moves = must_malloc((size_t)m->count * sizeof *a->moves);
    memcpy(a->moves, m->moves, (size_t)m->count * sizeof *a->moves);
    match_at(m, 0, &a->state);
    a->text = must_malloc(ANALYSIS_TEXT);
    a->out = text_in(a->text, ANALYSIS_TEXT);
    text_member_open(&a->out, "moves", '[');
    r->client->thinking = r->aside = true;
    analyse_next(a);
    return REQUEST_DONE;
}

const struct request_kind requests_look[] = {
    {"preview", "table:t number:i seat:i move:t", preview},
    {"why", "table:t number:i seat:i move:t", why},
    {"hint", "table:t number:i seat:i", hint},
    {"positions", "table:t from:i count:i seat:i", positions},
    {"analyse", "table:t seat:i", analyse},
    {0},
};
