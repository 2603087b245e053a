/* requests_game.c: requests that make moves or take them back. */
#include <string.h>

#include "server/requests.h"

/*
 * Whether the client saw the present position. Where several seats are to move side by side (the tournament),
 * a position that changed only by others' moves while the seat was to move all the time is as good. Several
 * places may have the number that it saw, for hidden passes are not counted; it was to move in one of them.
 */
static bool saw_it(const struct room *room, int seat, int64_t number)
{
    union game_state state;
    const struct play *play = &room->play;
    if (number == play_number(play, seat, room->committed))
        return true;
    int last = number >= 0 && number < INT32_MAX ? play_place(play, seat, (int)number) : -1;
    if (last < 0 || last >= room->committed || room->committed - last > 32 || room->rows != play->count)
        return false;
    int place = last;
    while (place > 0 && play_unseen(play, place - 1, seat))
        place--;
    play_at(play, place, &state);
    bool to_move = false;
    for (; place < room->committed; place++) {
        const struct play_move *m = &play->moves[place];
        bool now = play->game->to_act(play->game, &state) & game_bit(seat);
        if (m->actor == seat)
            return false;
        if (now && place <= last)
            to_move = true;
        else if (!now && m->actor != GAME_CHANCE)
            to_move = false;
        play->game->apply(play->game, &state, m->actor, m->move);
    }
    return to_move;
}

static enum request_end move(struct request *r)
{
    int seat;
    game_move found;
    struct text why = TEXT_IN(r->message);
    struct room *room = request_running(r, &seat);
    if (!room)
        return REQUEST_DONE;
    if (room->pause.on && !room_asked(room, seat))
        return request_refuse(r, "not_your_turn", "The table waits for reactions.");
    if (room_computer_plays(room, seat))
        return request_refuse(r, "not_your_turn", "A computer plays for you; sit down first.");
    if (!saw_it(room, seat, request_int(r, "number", -1)))
        return request_refuse(r, "stale", "The position has changed.");
    if (!(room->game->to_act(room->game, room->play.state) & game_bit(seat)))
        return request_refuse(r, "not_your_turn", "It is not your turn.");
    if (!game_parse(room->game, room->play.state, seat, request_text(r, "move"), &found, &why)) {
        r->code = "illegal";
        return REQUEST_DONE;
    }
    room_move(room, seat, found);
    text_member_int(&r->out, "number", play_number(&room->play, seat, room->play.count));
    return request_commit(r, room, NEWS_MOVES);
}

/* ---- taking back ---- */

/* Seats of people, who must all agree; who is away and may come back is one of them. */
static uint32_t people(const struct room *room)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < room->table.seats; seat++) {
        const struct store_chair *chair = &room->table.chairs[seat];
        bool away = chair->away && !chair->resigned && room->players[seat] && !room->players[seat]->deleted;
        if (away || !room_computer_plays(room, seat))
            seats |= game_bit(seat);
    }
    return seats;
}

static enum request_end undo_now(struct request *r, struct room *room, int to)
{
    room_undo(room, to);
    return request_commit(r, room, NEWS_UNDONE);
}

static enum request_end undo(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    int seat = room_eye(room, r->client, GAME_PUBLIC);
    if (seat < 0)
        return request_refuse(r, "not_yours", "You do not sit here.");
    if (room->table.state != TABLE_RUNNING)
        return request_refuse(r, "not_running", "The game is not running.");
    int64_t number = request_int(r, "number", -1), wanted = request_int(r, "to", -1);
    if (number != play_number(&room->play, seat, room->committed))
        return request_refuse(r, "stale", "The position has changed.");
    int to = wanted >= 0 && wanted < number ? play_place(&room->play, seat, (int)wanted) : -1;
    if (to < 0)
        return request_refuse(r, "illegal", "to is not an earlier position.");
    if (room->table.undo == UNDO_NONE || room->pause.on)
        return request_refuse(r, "not_allowed", "Nothing can be taken back %s.",
                              room->pause.on ? "now" : "here");
    if (room_computer_plays(room, seat))
        return request_refuse(r, "not_allowed", "A computer plays for you; sit down first.");
    if (room->rows >= LIMIT_ROWS)
        return request_refuse(r, "limit", "Too much was taken back already.");
    int at_once = room_undo_at_once(room, seat);
    uint32_t others = people(room) & ~room_seats_of(room, r->client->player);
    if ((at_once >= 0 && to >= at_once) || room->table.undo == UNDO_FREE || !others)
        return undo_now(r, room, to);
    room->undo.asked = true;
    room->undo.to = to;
    room->undo.seat = seat;
    room->undo.yes = room_seats_of(room, r->client->player);
    room_tell_undo(room);
    return REQUEST_DONE;
}

static enum request_end answer(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    uint32_t mine = room_seats_of(room, r->client->player);
    if (!mine)
        return request_refuse(r, "not_yours", "You do not sit here.");
    if (room->table.state != TABLE_RUNNING)
        return request_refuse(r, "not_running", "The game is not running.");
    int eye = __builtin_ctz(mine);
    if (!room->undo.asked || room->undo.to >= room->committed ||
        play_number(&room->play, eye, room->undo.to) != request_int(r, "to", -1))
        return request_refuse(r, "stale", "Nobody asks for that any more.");
    if (!request_bool(r, "yes")) {
        room->undo.asked = false;
        room_tell(room, NEWS_ALL);
        return REQUEST_DONE;
    }
    room->undo.yes |= mine;
    if ((people(room) & ~room->undo.yes) == 0)
        return undo_now(r, room, room->undo.to);
    room_tell_undo(room);
    return REQUEST_DONE;
}

static enum request_end react(struct request *r)
{
    int seat;
    struct room *room = request_running(r, &seat);
    if (!room)
        return REQUEST_DONE;
    room->no_reaction =
        request_bool(r, "off") ? room->no_reaction | game_bit(seat) : room->no_reaction & ~game_bit(seat);
    return REQUEST_DONE;
}

const struct request_kind requests_game[] = {
    {"move", "table:t number:i seat:i move:t", move},
    {"undo", "table:t number:i to:i", undo},
    {"answer", "table:t to:i yes:b", answer},
    {"react", "table:t seat:i off:b", react},
    {0},
};
