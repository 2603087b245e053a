/* requests_advice.c: requests for what a strong player thinks: hints and analyses. */
#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "bot/verdict.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"
#include "server/tables/rating.h"

enum { ANALYSIS_TEXT = 1024 * 1024 };

const char requests_all_busy[] = "All bots are busy; ask again later.";
static const char one_at_a_time[] =
    "A hint or an analysis of this connection is still under way; wait for it.";

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

/* In what a move is better than another, and how that fits what it gains. */
static void put_reasons(struct text *out, const struct bot_reason *reasons, int count, float gained)
{
    const char *balance = verdict_balance(reasons, count, gained);
    text_member_open(out, "reasons", '[');
    for (int i = 0; i < count; i++) {
        text_json_open(out, '{');
        text_member_string(out, "term", reasons[i].term);
        put_number(out, "points", reasons[i].points);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    if (balance)
        text_member_string(out, "balance", balance);
}

/* ---- hints ---- */

static const struct bot_opinion *find_opinion(const struct host_thought *thought, game_move move)
{
    int i = 0;
    while (i < thought->count - 1 && thought->opinions[i].move != move)
        i++;
    return &thought->opinions[i];
}

struct hint {
    struct server *server;
    uint64_t client;
    int64_t id;
    const struct game *game;
    int seat;
    union game_state view;
};

static void hinted(void *context, const struct host_thought *thought)
{
    struct hint *h = context;
    struct text out = TEXT_IN(h->server->buffers->members);
    text_member_open(&out, "moves", '[');
    for (int i = 0; thought && i < thought->count; i++) {
        const struct bot_opinion *o = &thought->opinions[i];
        text_json_open(&out, '{');
        put_move(&out, "move", h->game, &h->view, h->seat, o->move);
        put_number(&out, "points", o->margin);
        put_number(&out, "win", o->win);
        put_number(&out, "noise", o->noise);
        text_json_close(&out, '}');
    }
    text_json_close(&out, ']');
    if (thought) {
        const struct bot_opinion *first = thought->opinions, *other = find_opinion(thought, thought->other);
        const char *verdict = verdict_of(first, other);
        put_move(&out, "other", h->game, &h->view, h->seat, thought->other);
        if (verdict)
            text_member_string(&out, "verdict", verdict);
        put_reasons(&out, thought->reasons, thought->reason_count, first->margin - other->margin);
    }
    if (!h->server->closing)
        client_reply_aside(h->server, h->client, h->id, out.at, thought ? NULL : "busy", requests_all_busy);
    free(h);
}

static enum request_end hint(struct request *r)
{
    int seat;
    struct room *room = request_decision(r, &seat);
    struct host *host = &r->server->host;
    if (!room)
        return REQUEST_DONE;
    if (room->table.at.row.state == TABLE_RUNNING && rating_counts(room))
        return request_refuse(r, "not_allowed", "This game is rated; there are no hints until it is over.");
    const struct match *m = &room->table.match;
    uint32_t others = match_people(m) & ~table_seats_of(&room->table, r->client->player->id);
    if (room->table.at.row.state == TABLE_RUNNING && !room->table.at.row.hints && others)
        return request_refuse(r, "not_allowed", "This table has no hints: other people play here.");
    struct hint *h = must_malloc(sizeof *h);
    *h = (struct hint){r->server, r->client->id, r->id, room->table.game, seat, {{0}}};
    match_at(m, match_horizon(m, seat, server_now(r->server)), &h->view);
    m->game->observe(m->game, &h->view, seat, &h->view);
    struct host_question question = {.game = room->table.game,
                                     .seats = m->seats,
                                     .seat = seat,
                                     .view = &h->view,
                                     .payer = limits_key(r->client->place.address),
                                     .asker = r->client->player->id,
                                     .made = -1};
    if (!(m->game->to_act(m->game, &h->view) & game_bit(seat)))
        request_refuse(r, "not_your_turn", "This seat is not to move now.");
    else if (r->client->thinking)
        request_refuse(r, "busy", one_at_a_time);
    else {
        r->client->thinking = r->aside = true;
        if (host->think(host->me, &question, hinted, h))
            return REQUEST_DONE;
        r->client->thinking = r->aside = false;
        request_refuse(r, "busy", requests_all_busy);
    }
    free(h);
    return REQUEST_DONE;
}

/* ---- analyses ---- */

/* A decision of the turn that is being judged, in words. */
struct decision {
    char move[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
    int public; /* its number, as everybody counts */
    struct bot_reason reasons[BOT_REASONS];
    int reason_count;
};

/* Judges the decisions of one seat, one after the other; each is a question to the judge. The table may be
 * gone before the last answer, so the analysis has a copy of the moves. */
struct analysis {
    struct server *server;
    uint64_t client;
    uint64_t payer, asker; /* see struct host_question */
    int64_t id;
    const struct game *game;
    int seats, seat;
    struct match_move *moves;
    int count, at, number, public;
    union game_state state, view;
    struct judge_turn turn;
    struct decision decisions[JUDGE_DECISIONS]; /* of the turn */
    char *text;
    struct text out;
};

static void analyse_next(struct analysis *a);

/* The turn is over: what it lost is known. */
static void end_turn(struct analysis *a)
{
    struct text *out = &a->out;
    judge_settle(&a->turn);
    for (int i = 0; i < a->turn.count; i++) {
        const struct judged *j = &a->turn.decision[i];
        const struct decision *d = &a->decisions[i];
        bool mistake = judge_is_mistake(j);
        text_json_open(out, '{');
        text_member_int(out, "number", j->number);
        text_member_int(out, "public", d->public);
        text_member_int(out, "seat", a->seat + 1);
        text_member_string(out, "move", d->move);
        text_member_string(out, "best", d->best);
        put_number(out, "points", j->margin);
        put_number(out, "win", j->win);
        put_number(out, "lost", j->lost);
        put_number(out, "cost", j->cost);
        put_number(out, "noise", j->noise);
        text_member_bool(out, "mistake", mistake);
        if (mistake)
            put_reasons(out, d->reasons, d->reason_count, j->cost);
        text_json_close(out, '}');
    }
    a->turn.count = 0;
}

/* Answers, or refuses if a bot had no time: an analysis with gaps would call mistakes good moves. */
static void analyse_end(struct analysis *a, bool whole)
{
    end_turn(a);
    text_json_close(&a->out, ']');
    if (!a->server->closing)
        client_reply_aside(a->server, a->client, a->id, a->out.at, whole ? NULL : "busy", requests_all_busy);
    free(a->moves);
    free(a->text);
    free(a);
}

static void step(struct analysis *a)
{
    const struct match_move *m = &a->moves[a->at++];
    a->number += !(m->unseen >> a->seat & 1);
    a->public += !(m->unseen >> GAME_MAX_SEATS & 1);
    a->game->apply(a->game, &a->state, m->actor, m->code);
}

static void judged(void *context, const struct host_thought *thought)
{
    struct analysis *a = context;
    if (!thought) {
        analyse_end(a, false);
        return;
    }
    const struct game *game = a->game;
    game_move made = a->moves[a->at].code;
    struct bot_question q = {.game = game, .seats = a->seats, .seat = a->seat, .view = &a->view};
    struct decision *d = &a->decisions[a->turn.count];
    if (thought->count > 1 && judge_add(&a->turn, &q, a->number, made, thought->opinions, thought->count)) {
        struct text move = TEXT_IN(d->move), best = TEXT_IN(d->best);
        game->move_text(game, &a->view, a->seat, made, &move);
        game->move_text(game, &a->view, a->seat, thought->move, &best);
        d->public = a->public;
        memcpy(d->reasons, thought->reasons, sizeof d->reasons);
        d->reason_count = thought->reason_count;
    }
    step(a);
    analyse_next(a);
}

static void analyse_next(struct analysis *a)
{
    struct host *host = &a->server->host;
    bool wanted = !a->server->closing && client_find(a->server, a->client);
    for (; wanted && a->at < a->count; step(a)) {
        const struct match_move *m = &a->moves[a->at];
        if (m->actor != a->seat || m->by_stand_in) {
            end_turn(a);
            continue;
        }
        a->game->observe(a->game, &a->state, a->seat, &a->view);
        struct host_question question = {.game = a->game,
                                         .seats = a->seats,
                                         .seat = a->seat,
                                         .view = &a->view,
                                         .payer = a->payer,
                                         .asker = a->asker,
                                         .made = m->code};
        if (!host->think(host->me, &question, judged, a))
            analyse_end(a, false);
        return;
    }
    analyse_end(a, wanted);
}

bool request_may_judge(struct request *r, const struct room *room, int *seat)
{
    if (!request_viewer(r, room, seat))
        return false;
    if (*seat < 0)
        request_refuse(r, "no_seat", "\"seat\" must be 1 to %d.", (int)room->table.at.row.seats);
    else if (!match_over(&room->table.match) && !room->table.at.row.imported)
        request_refuse(r, "not_allowed", "Only a finished game can be analysed.");
    else if (r->client->thinking)
        request_refuse(r, "busy", one_at_a_time);
    else
        return true;
    return false;
}

static enum request_end analyse(struct request *r)
{
    int viewer;
    struct room *room = request_table(r);
    if (!room || !request_may_judge(r, room, &viewer))
        return REQUEST_DONE;
    const struct match *m = &room->table.match;
    struct analysis *a = must_calloc(1, sizeof *a);
    a->server = r->server;
    a->client = r->client->id;
    a->payer = limits_key(r->client->place.address);
    a->asker = r->client->player->id;
    a->id = r->id;
    a->game = m->game;
    a->seats = m->seats;
    a->seat = viewer;
    a->count = m->count;
    a->moves = must_malloc((size_t)m->count * sizeof *a->moves);
    if (m->count) /* a game can end before its first move */
        memcpy(a->moves, m->moves, (size_t)m->count * sizeof *a->moves);
    match_at(m, 0, &a->state);
    a->text = must_malloc(ANALYSIS_TEXT);
    a->out = text_in(a->text, ANALYSIS_TEXT);
    text_member_open(&a->out, "moves", '[');
    r->client->thinking = r->aside = true;
    analyse_next(a);
    return REQUEST_DONE;
}

const struct request_kind requests_advice[] = {
    {"hint", "table:table number:place seat:seat", hint},
    {"analyse", "table:table seat:seat", analyse},
    {0},
};
