/* telling.c: the messages to those who watch a table. */
#include <string.h>

#include "bot/bot.h"
#include "match/tell.h"
#include "server/base/shared_message.h"
#include "server/protocol/client.h"
#include "server/tables/room.h"

/* ---- whose view ---- */

/* If a player has several seats: the one to move, else the last that moved. */
int room_viewer(const struct room *room, const struct client *client, int before)
{
    uint32_t mine = table_seats_of(&room->table, client->player->id);
    const struct match *m = &room->table.match;
    if (!mine)
        return GAME_PUBLIC;
    if (!(mine & (mine - 1)) || !table_has_match(&room->table))
        return __builtin_ctz(mine);
    uint32_t who = mine & match_to_act(m, server_now(room->server));
    if (before >= 0 && ((who & game_bit(before)) || (!who && (mine & game_bit(before)))))
        return before;
    if (who)
        return __builtin_ctz(who);
    for (int i = m->count - 1; i >= 0; i--)
        if (m->moves[i].actor < GAME_MAX_SEATS && (mine & game_bit(m->moves[i].actor)))
            return m->moves[i].actor;
    return __builtin_ctz(mine);
}

bool room_is_watched_by(const struct room *room, uint64_t player)
{
    for (const struct watcher *w = room->company.watchers; w; w = w->next_of_table)
        if (w->client->player->id == player)
            return true;
    return player && elsewhere_has(room, player);
}

/* ---- members ---- */

static void put_chat(const struct chat *chat, struct text *out)
{
    char id[ID_TEXT];
    id_text(chat->player, id);
    text_member_int(out, "line", chat->number);
    text_member_string(out, "player", id);
    text_member_int(out, "seat", chat->seat);
    put_name(chat->name, out);
    text_member_string(out, "text", chat->text);
    text_member_int(out, "at", chat->at);
}

/* Whether the watcher has muted the author of the line. */
static bool is_shunned(const struct watcher *w, const struct chat *chat)
{
    const struct player *p = w->client->player;
    return ids_contain(p->muted, chat->player) || ids_contain(p->blocked, chat->player);
}

/* ---- messages ---- */

static struct text begin(const struct room *room, const char *is, int number)
{
    char id[ID_TEXT];
    struct text out = TEXT_IN(room->server->buffers->message);
    id_text(room->id, id);
    text_json_open(&out, '{');
    text_member_string(&out, "is", is);
    text_member_string(&out, "table", id);
    text_member_int(&out, "number", number);
    return out;
}

static void put_position(const struct watcher *w, int place, int64_t now, struct text *out)
{
    const struct room *room = w->room;
    uint32_t mine =
        room->table.at.row.state == TABLE_RUNNING ? table_seats_of(&room->table, w->client->player->id) : 0;
    text_json_key(out, "position");
    tell_position(&room->table.match, w->viewer, place, mine, now, out);
}

/* Notes which position a watcher has got. */
static void note_shown(struct watcher *w, int place)
{
    w->shown = place;
    w->paused = table_has_match(&w->room->table) ? match_number(&w->room->table.match, w->viewer, place) : 0;
    w->settled = true;
}

static bool is_held(const struct room *room, int viewer, int64_t now)
{
    const struct match *m = &room->table.match;
    bool asked = viewer >= 0 && (match_asked(m, now) & game_bit(viewer));
    return table_has_match(&room->table) && match_paused(m) && !asked;
}

/* How a game ended that this program cannot replay. */
static void put_result(const struct stored_table *t, struct text *out)
{
    text_member_open(out, "result", '{');
    text_member_open(out, "points", '[');
    for (int seat = 0; seat < t->row.seats; seat++)
        text_json_int(out, t->chairs[seat].row.points);
    text_json_close(out, ']');
    text_member_open(out, "winners", '[');
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->row.winners & game_bit(seat))
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
    text_json_close(out, '}');
}

static void put_game(const struct watcher *w, int place, int64_t now, struct text *out)
{
    const struct room *room = w->room;
    if (!table_has_match(&room->table)) {
        text_json_key(out, "board");
        text_json_null(out);
        text_json_key(out, "position");
        text_json_null(out);
        text_member_open(out, "log", '[');
        text_json_close(out, ']');
        if (room->table.at.row.state == TABLE_OVER)
            put_result(&room->table.at, out);
        return;
    }
    text_json_key(out, "board");
    room->table.game->board_json(room->table.game, room->table.match.state, out);
    put_position(w, place, now, out);
    text_json_key(out, "log");
    tell_lines(&room->table.match, w->viewer, 0, place, false, out);
}

/*
 * Watchers with the same viewer and the same last position get the same bytes. While one piece of news is
 * told, these bytes are made only once.
 */
struct copies {
    struct {
        int viewer, shown;
        uint32_t mine;
        bool pause;
        struct message *message;
    } made[GAME_MAX_SEATS + 1];
    int count;
};

static void copies_free(struct copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        message_release(copies->made[i].message);
    copies->count = 0;
}

static uint32_t mine_of(const struct watcher *w)
{
    return table_seats_of(&w->room->table, w->client->player->id);
}

static bool send_copy(const struct copies *copies, const struct watcher *w, bool pause)
{
    struct host *host = &w->room->server->host;
    for (int i = 0; i < copies->count; i++)
        if (copies->made[i].viewer == w->viewer && copies->made[i].shown == w->shown &&
            copies->made[i].mine == mine_of(w) && copies->made[i].pause == pause) {
            host->send(host->me, w->client->id, copies->made[i].message);
            return true;
        }
    return false;
}

static void send_new(struct copies *copies, const struct watcher *w, bool pause, const struct text *out)
{
    struct server *server = w->room->server;
    struct message *message = message_new(out->at, out->length);
    server->metrics.sent++;
    server->metrics.sent_bytes += out->length;
    server->host.send(server->host.me, w->client->id, message);
    if (copies->count <= GAME_MAX_SEATS) {
        copies->made[copies->count].viewer = w->viewer;
        copies->made[copies->count].shown = w->shown;
        copies->made[copies->count].mine = mine_of(w);
        copies->made[copies->count].pause = pause;
        copies->made[copies->count++].message = message;
    } else {
        message_release(message);
    }
}

/* Sends the moves since the last position, up to a place. */
static void send_moved(struct copies *copies, struct watcher *w, int to, int64_t now)
{
    const struct match *m = &w->room->table.match;
    if (!send_copy(copies, w, false)) {
        struct text out = begin(w->room, "moved", match_number(m, w->viewer, to));
        text_member_int(&out, "from", match_number(m, w->viewer, w->shown));
        text_json_key(&out, "lines");
        tell_lines(m, w->viewer, w->shown, to, false, &out);
        put_position(w, to, now, &out);
        text_json_close(&out, '}');
        send_new(copies, w, false, &out);
    }
    note_shown(w, to);
}

/* Sends the lines since the last position; the `moved` that follows has them again. Without a new line
 * nothing is sent: otherwise a viewer would learn that a seat was asked and passed. */
static void send_pause(struct copies *copies, struct watcher *w, int64_t now)
{
    const struct match *m = &w->room->table.match;
    int number = match_number(m, w->viewer, m->count);
    if (number <= w->paused)
        return;
    if (!send_copy(copies, w, true)) {
        struct text out = begin(w->room, "pause", number);
        text_json_key(&out, "lines");
        tell_lines(m, w->viewer, w->shown, m->count, true, &out);
        text_member_int(&out, "ms", match_pause_left(m, now));
        text_member_bool(&out, "reacting", w->viewer >= 0 && (match_asked(m, now) & game_bit(w->viewer)));
        text_json_close(&out, '}');
        send_new(copies, w, true, &out);
    }
    w->paused = number;
    w->settled = false;
}

static void show_table(struct copies *copies, struct watcher *w, const char *is, int64_t now)
{
    struct room *room = w->room;
    const struct table_row *row = &room->table.at.row;
    w->viewer = room_viewer(room, w->client, w->viewer);
    int place = table_has_match(&room->table) ? match_horizon(&room->table.match, w->viewer, now) : 0;
    struct text out = begin(
        room, is, table_has_match(&room->table) ? match_number(&room->table.match, w->viewer, place) : 0);
    text_member_string(&out, "game", row->game);
    text_member_int(&out, "seats", row->seats);
    put_options(row, &out);
    text_member_string(&out, "state", table_state_names[row->state]);
    if (row->reason[0])
        text_member_string(&out, "reason", row->reason);
    put_seating(room, w, &out);
    put_game(w, place, now, &out);
    text_member_open(&out, "chat", '[');
    for (int i = 0; i < room->talk.count; i++) {
        if (is_shunned(w, &room->talk.lines[i]))
            continue;
        text_json_open(&out, '{');
        put_chat(&room->talk.lines[i], &out);
        text_json_close(&out, '}');
    }
    text_json_close(&out, ']');
    char rematch[ID_TEXT];
    id_text(row->rematch, rematch);
    text_member_string(&out, "rematch", row->rematch ? rematch : NULL);
    text_json_close(&out, '}');
    client_send(w->client, &out);
    note_shown(w, place);
    if (is_held(room, w->viewer, now))
        send_pause(copies, w, now);
}

void room_show(struct room *room, struct watcher *w, const char *is)
{
    struct copies copies = {.count = 0};
    show_table(&copies, w, is, server_now(room->server));
    copies_free(&copies);
}

static void show_moves(struct copies *copies, struct watcher *w, int64_t now)
{
    struct room *room = w->room;
    int count = room->table.match.count;
    /* Another seat at the same device gets the whole table: it may know other things than the last one. */
    if (room_viewer(room, w->client, w->viewer) != w->viewer) {
        show_table(copies, w, "table", now);
        return;
    }
    if (match_paused(&room->table.match))
        send_pause(copies, w, now);
    if (!is_held(room, w->viewer, now) && (w->shown < count || !w->settled))
        send_moved(copies, w, count, now);
}

void room_show_rest(struct room *room, struct watcher *w, int from)
{
    struct copies copies = {.count = 0};
    int64_t now = server_now(room->server);
    w->viewer = room_viewer(room, w->client, w->viewer);
    int horizon = table_has_match(&room->table) ? match_horizon(&room->table.match, w->viewer, now) : -1;
    if (from > horizon) {
        show_table(&copies, w, "table", now);
    } else {
        w->shown = from;
        w->paused = match_number(&room->table.match, w->viewer, from);
        bool held = is_held(room, w->viewer, now);
        if (from < horizon || !held)
            send_moved(&copies, w, horizon, now);
        if (held)
            send_pause(&copies, w, now);
    }
    copies_free(&copies);
}

static int shown_number(const struct watcher *w)
{
    return table_has_match(&w->room->table) ? match_number(&w->room->table.match, w->viewer, w->shown) : 0;
}

static void send_seating(struct watcher *w)
{
    struct text out = begin(w->room, "seating", shown_number(w));
    text_json_key(&out, "chairs");
    put_chairs(w->room, &out);
    text_member_string(&out, "state", table_state_names[w->room->table.at.row.state]);
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

void room_tell(struct room *room, enum news news)
{
    struct copies copies = {.count = 0};
    int64_t now = server_now(room->server);
    for (struct watcher *w = room->company.watchers; w; w = w->next_of_table) {
        if (news == NEWS_SEATING)
            send_seating(w);
        if (news == NEWS_UNDONE || news == NEWS_ALL)
            show_table(&copies, w, news == NEWS_UNDONE ? "undone" : "table", now);
        else if (news >= NEWS_MOVES && table_has_match(&room->table) && w->shown <= room->table.match.count)
            show_moves(&copies, w, now);
    }
    copies_free(&copies);
}

/* When the question has been refused, it names the seat that refused it. */
static void show_undo_refused(struct room *room, struct watcher *w)
{
    struct text out = begin(room, "undo_refused", shown_number(w));
    text_member_int(&out, "seat", room->table.match.turn.question.seat + 1);
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

void room_tell_question(struct room *room)
{
    bool on = table_asks_back(&room->table);
    for (struct watcher *w = room->company.watchers; w; w = w->next_of_table)
        (on ? room_show_undo : show_undo_refused)(room, w);
}

void room_show_undo(struct room *room, struct watcher *w)
{
    const struct match *m = &room->table.match;
    const struct match_question *q = &m->turn.question;
    struct text out = begin(room, "undo_asked", match_number(m, w->viewer, m->count));
    text_member_int(&out, "seat", q->seat + 1);
    text_member_int(&out, "to", match_number(m, w->viewer, q->place));
    text_json_key(&out, "lines");
    tell_lines(m, w->viewer, q->place, m->count, false, &out);
    text_member_open(&out, "answers", '[');
    for (int seat = 0; seat < m->seats; seat++) {
        if (q->yes & game_bit(seat))
            text_json_bool(&out, true);
        else
            text_json_null(&out);
    }
    text_json_close(&out, ']');
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

void room_tell_chat(struct room *room, const struct chat *chat)
{
    for (struct watcher *w = room->company.watchers; w; w = w->next_of_table) {
        if (is_shunned(w, chat))
            continue;
        struct text out = begin(room, "chat", shown_number(w));
        put_chat(chat, &out);
        text_json_close(&out, '}');
        client_send(w->client, &out);
    }
}
