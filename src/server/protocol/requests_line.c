/* requests_line.c: the request for a better line: how the judge would have gone on, to the end of the turn.
 */
#include <stdlib.h>

#include "bot/judge.h"
#include "match/tell.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"

enum { MOST_STEPS = 24, STEP_TEXT = 64 * 1024, LINE_TEXT = 512 * 1024 };

/* The judge is asked once for each move of the line. The table may be gone before the last answer, so the
 * line has a view of its own: that of the seat, with the moves made so far. */
struct line {
    struct server *server;
    uint64_t client;
    uint64_t payer, asker; /* see struct host_question */
    int64_t id;
    const struct game *game;
    int seats, seat, steps;
    union game_state view;
    char *text;
    struct text out;
};

static void go_on(struct line *l);

/* Answers, or refuses if a bot had no time. */
static void end(struct line *l, bool whole)
{
    const struct game *game = l->game;
    uint32_t actors = game->to_act(game, &l->view);
    text_json_close(&l->out, ']');
    text_member_string(&l->out, "then",
                       !actors                          ? "over"
                       : actors & game_bit(GAME_CHANCE) ? "chance"
                                                        : "others");
    if (!l->server->closing)
        client_reply_aside(l->server, l->client, l->id, l->out.at, whole ? NULL : "busy", requests_all_busy);
    free(l->text);
    free(l);
}

static void add_step(struct line *l, game_move move)
{
    const struct game *game = l->game;
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    game->move_text(game, &l->view, l->seat, move, &text);
    text_json_open(&l->out, '{');
    text_member_string(&l->out, "move", buffer);
    text_json_key(&l->out, "events");
    tell_events(game, &l->view, l->seat, move, l->seat, &l->out);
    game->apply(game, &l->view, l->seat, move);
    text_json_key(&l->out, "view");
    game->view_json(game, &l->view, l->seat, &l->out);
    text_json_close(&l->out, '}');
    l->steps++;
}

static void chosen(void *context, const struct host_thought *thought)
{
    struct line *l = context;
    if (!thought) {
        end(l, false);
        return;
    }
    add_step(l, thought->move);
    go_on(l);
}

static bool has_turn(const struct line *l)
{
    uint32_t actors = l->game->to_act(l->game, &l->view);
    return actors & game_bit(l->seat) && !(actors & game_bit(GAME_CHANCE));
}

static void go_on(struct line *l)
{
    struct host *host = &l->server->host;
    bool wanted = !l->server->closing && client_find(l->server, l->client);
    game_move moves[GAME_MAX_MOVES];
    for (; wanted && l->steps < MOST_STEPS && l->out.size - l->out.length > STEP_TEXT && has_turn(l);
         add_step(l, moves[0])) {
        if (l->game->moves(l->game, &l->view, l->seat, moves, NULL) == 1)
            continue; /* nobody has to think about it */
        struct host_question question = {.game = l->game,
                                         .seats = l->seats,
                                         .seat = l->seat,
                                         .view = &l->view,
                                         .payer = l->payer,
                                         .asker = l->asker,
                                         .made = -1};
        if (!host->think(host->me, &question, chosen, l))
            end(l, false);
        return;
    }
    end(l, wanted);
}

static enum request_end line(struct request *r)
{
    int viewer;
    struct room *room = request_table(r);
    if (!room || !request_may_judge(r, room, &viewer))
        return REQUEST_DONE;
    const struct match *m = &room->table.match;
    int place = match_place(m, viewer, request_int(r, "number", -1));
    struct line *l = must_calloc(1, sizeof *l);
    *l = (struct line){.server = r->server,
                       .client = r->client->id,
                       .payer = limits_key(r->client->place.address),
                       .asker = r->client->player->id,
                       .id = r->id,
                       .game = m->game,
                       .seats = m->seats,
                       .seat = viewer};
    if (place >= 0) {
        match_at(m, place, &l->view);
        m->game->observe(m->game, &l->view, viewer, &l->view);
    }
    if (place < 0 || !has_turn(l)) {
        free(l);
        return request_refuse(r, "not_your_turn", "Seat %d has no decision in this position.", viewer + 1);
    }
    l->text = must_malloc(LINE_TEXT);
    l->out = text_in(l->text, LINE_TEXT);
    text_member_open(&l->out, "line", '[');
    r->client->thinking = r->aside = true;
    go_on(l);
    return REQUEST_DONE;
}

const struct request_kind requests_line[] = {
    {"line", "table:table seat:seat number:place", line},
    {0},
};
