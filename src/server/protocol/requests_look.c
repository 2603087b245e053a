/* requests_look.c: requests that change nothing: previews, reasons, earlier positions. */
#include <stdlib.h>
#include <string.h>

#include "match/tell.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"

struct room *request_decision(struct request *r, int *seat)
{
    struct room *room = request_table(r);
    if (!room || (*seat = request_seat(r, room)) < 0)
        return NULL;
    if (!table_has_match(&room->table)) {
        request_refuse(r, "not_running", "The game has not begun.");
        return NULL;
    }
    const struct match *m = &room->table.match;
    int64_t number = request_int(r, "number", -1);
    int horizon = match_horizon(m, *seat, server_now(r->server));
    if (number != match_number(m, *seat, horizon) && !match_is_fresh(m, *seat, number)) {
        request_refuse(r, "stale",
                       "The position has changed since the one you saw; ask again in the newest one.");
        return NULL;
    }
    return room;
}

static enum request_end preview(struct request *r)
{
    int seat;
    struct room *room = request_decision(r, &seat);
    if (!room)
        return REQUEST_DONE;
    struct text why = TEXT_IN(r->message);
    if (!tell_preview(&room->table.match, seat, request_text(r, "move"), server_now(r->server), &r->out,
                      &why))
        r->code = "illegal";
    return REQUEST_DONE;
}

static enum request_end why(struct request *r)
{
    int seat;
    struct room *room = request_decision(r, &seat);
    if (!room)
        return REQUEST_DONE;
    struct reason reason = tell_why(&room->table.match, seat, request_text(r, "move"), server_now(r->server));
    reason_json(&reason, &r->out);
    return REQUEST_DONE;
}

/* ---- earlier positions ---- */

bool request_viewer(struct request *r, const struct room *room, int *viewer)
{
    int64_t seat = request_int(r, "seat", 0);
    if (!table_has_match(&room->table)) {
        request_refuse(r, "not_running", "The game has not begun.");
        return false;
    }
    if (seat > room->table.at.row.seats) {
        request_refuse(r, "no_seat", "\"seat\" must be 0 (the public) to %d.", (int)room->table.at.row.seats);
        return false;
    }
    *viewer = seat ? (int)seat - 1 : GAME_PUBLIC;
    bool all = match_over(&room->table.match) || room->table.at.row.imported;
    if (seat && !all && !(table_seats_of(&room->table, r->client->player->id) & game_bit(*viewer))) {
        request_refuse(r, "not_yours", "Seat %d is not yours; its view is shown when the game is over.",
                       (int)seat);
        return false;
    }
    return true;
}

static enum request_end positions(struct request *r)
{
    int viewer;
    struct room *room = request_table(r);
    if (!room || !request_viewer(r, room, &viewer))
        return REQUEST_DONE;
    const struct match *m = &room->table.match;
    int64_t from = request_int(r, "from", 0), count = request_int(r, "count", 0), now = server_now(r->server);
    bool running = room->table.at.row.state == TABLE_RUNNING;
    uint32_t mine = running ? table_seats_of(&room->table, r->client->player->id) : 0;
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

const struct request_kind requests_look[] = {
    {"preview", "table:table number:place seat:seat move:move", preview},
    {"why", "table:table number:place seat:seat move:move", why},
    {"positions", "table:table from:place count:i1-64 seat:viewer", positions},
    {0},
};
