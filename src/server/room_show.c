/* room_show.c: what those who watch a room get. */
#include <stdlib.h>
#include <string.h>

#include "server/client.h"
#include "server/memory.h"
#include "server/room.h"
#include "server/show.h"

/* ---- whose eyes ---- */

int room_horizon(const struct room *room, int viewer)
{
    return room->pause.on && !room_asked(room, viewer) ? room->pause.from : room->committed;
}

/* Of several own seats the one to move, else the last that moved. */
int room_eye(const struct room *room, const struct client *client, int before)
{
    uint32_t mine = room_seats_of(room, client->player);
    if (!mine)
        return GAME_PUBLIC;
    if (!(mine & (mine - 1)) || !room->play.state)
        return __builtin_ctz(mine);
    uint32_t who =
        mine & (room->pause.on ? room_all_asked(room) : room->game->to_act(room->game, room->play.state));
    if (before >= 0 && ((who & game_bit(before)) || (!who && (mine & game_bit(before)))))
        return before;
    if (who)
        return __builtin_ctz(who);
    for (int i = room->committed - 1; i >= 0; i--)
        if (room->play.moves[i].actor < GAME_MAX_SEATS && (mine & game_bit(room->play.moves[i].actor)))
            return room->play.moves[i].actor;
    return __builtin_ctz(mine);
}

/* ---- positions ---- */

void room_show_position(const struct room *room, int viewer, int place, bool present, struct text *out)
{
    union game_state state;
    int64_t now = steady_ms();
    play_at(&room->play, place, &state);
    bool running = present && room->table.state == TABLE_RUNNING && place == room_horizon(room, viewer);
    bool held = room->pause.on && !room_asked(room, viewer);
    bool mine = viewer >= 0 && !room_computer_plays(room, viewer);
    int undo = running && !held && mine ? room_undo_step(room, viewer) : -1;
    struct show_extra extra = {
        .number = play_number(&room->play, viewer, place),
        .choose = running && !held && mine,
        .undo = undo < 0 ? -1 : play_number(&room->play, viewer, undo),
        .quiet = !running || held,
        .winners = room->table.state == TABLE_OVER && place == room->committed ? room->table.winners : 0,
    };
    for (int seat = 0; seat < room->table.seats; seat++)
        extra.clocks[seat] = running ? room_clock(room, seat, now) : -1;
    show_position(room->game, room->table.seats, &state, viewer, &extra, out);
}

/* ---- messages ---- */

static struct text begin(const struct room *room, const char *is, int number)
{
    char id[ID_TEXT];
    struct text out = text_in(room->server->scratch, SHOW_ROOM);
    id_text(room->table.id, id);
    text_json_open(&out, '{');
    text_member_string(&out, "is", is);
    text_member_string(&out, "table", id);
    text_member_int(&out, "number", number);
    return out;
}

static bool connected(const struct room *room, int seat)
{
    for (const struct watcher *w = room->watchers; w; w = w->next_of_room)
        if (w->client->player->id == room->table.chairs[seat].player)
            return true;
    return false;
}

void room_show_chairs(struct room *room, struct text *out)
{
    text_json_open(out, '[');
    for (int seat = 0; seat < room->table.seats; seat++) {
        const struct store_chair *chair = &room->table.chairs[seat];
        bool computer = room_computer_plays(room, seat) && chair->kind != CHAIR_OPEN;
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_json_key(out, "player");
        if (chair->kind == CHAIR_PLAYER)
            player_show(room->server, room->players[seat], room->table.game, out);
        else if (chair->kind == CHAIR_COMPUTER)
            player_show_computer(chair->level, out);
        else
            text_json_null(out);
        text_member_bool(out, "connected",
                         chair->kind == CHAIR_COMPUTER ||
                             (chair->kind == CHAIR_PLAYER && connected(room, seat)));
        text_member_bool(out, "computer", computer);
        if (computer)
            text_member_int(out, "level", chair->level);
        text_member_bool(out, "resigned", chair->resigned);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void show_clock(const struct store_table *table, struct text *out)
{
    text_member_open(out, "clock", '{');
    text_member_string(out, "kind", clock_names[table->clock]);
    if (table->clock != CLOCK_NONE)
        text_member_int(out, "seconds", table->clock_seconds);
    text_json_close(out, '}');
}

void show_options(const struct store_table *table, struct text *out)
{
    char word[GAME_OPTIONS_TEXT];
    text_member_open(out, "options", '[');
    for (const char *rest = table->options; (rest = game_next_option(rest, word));)
        text_json_string(out, word);
    if (table->box[0]) {
        struct text box = TEXT_IN(word);
        text_printf(&box, "box=%s", table->box);
        text_json_string(out, word);
    }
    text_json_close(out, ']');
}

static void show_chat_line(const struct store_chat *chat, struct text *out)
{
    text_member_int(out, "seat", chat->seat);
    text_member_string(out, "name", chat->name);
    text_member_string(out, "text", chat->text);
    text_member_int(out, "at", chat->at);
}

static void show_chats(struct room *room, struct text *out)
{
    struct store_chat *chats = must_malloc(LIMIT_CHATS * sizeof *chats);
    int count = room->chats ? store_chats(room->server->store, room->table.id, chats, LIMIT_CHATS) : 0;
    text_json_open(out, '[');
    for (int i = 0; i < count; i++) {
        text_json_open(out, '{');
        show_chat_line(&chats[i], out);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    free(chats);
}

static void show_board(struct room *room, struct text *out)
{
    text_json_key(out, "board");
    if (room->play.state)
        room->game->board_json(room->game, room->play.state, out);
    else
        text_json_null(out);
}

static void forget_cache(void);
static void send_pause(struct room *room, struct watcher *w);
static void send_moved(struct room *room, struct watcher *w);

void room_show_table(struct room *room, struct watcher *w, const char *is)
{
    const struct store_table *t = &room->table;
    uint32_t mine = room_seats_of(room, w->client->player);
    bool playing = room->play.state != NULL;
    w->eye = room_eye(room, w->client, w->eye);
    int place = playing ? room_horizon(room, w->eye) : 0;
    struct text out = begin(room, is, playing ? play_number(&room->play, w->eye, place) : 0);
    text_member_string(&out, "game", t->game);
    text_member_int(&out, "seats", t->seats);
    show_options(t, &out);
    text_member_string(&out, "state", table_state_names[t->state]);
    if (t->reason[0])
        text_member_string(&out, "reason", t->reason);
    text_member_bool(&out, "public", t->open_to_all);
    if (mine || t->creator == w->client->player->id)
        text_member_string(&out, "invite", t->invite);
    text_member_bool(&out, "creator", t->creator == w->client->player->id);
    show_clock(t, &out);
    text_member_string(&out, "undo", undo_names[t->undo]);
    text_member_int(&out, "reaction", t->reaction);
    text_json_key(&out, "chairs");
    room_show_chairs(room, &out);
    text_member_open(&out, "mine", '[');
    for (int seat = 0; seat < t->seats; seat++)
        if (mine & game_bit(seat))
            text_json_int(&out, seat + 1);
    text_json_close(&out, ']');
    show_board(room, &out);
    text_json_key(&out, "position");
    if (playing)
        room_show_position(room, w->eye, place, true, &out);
    else
        text_json_null(&out);
    text_json_key(&out, "log");
    if (playing) {
        show_lines(&room->play, w->eye, 0, place, false, &out);
    } else {
        text_json_open(&out, '[');
        text_json_close(&out, ']');
    }
    text_json_key(&out, "chat");
    show_chats(room, &out);
    text_json_key(&out, "rematch");
    if (t->rematch) {
        char id[ID_TEXT];
        id_text(t->rematch, id);
        text_json_string(&out, id);
    } else {
        text_json_null(&out);
    }
    text_json_close(&out, '}');
    client_send(w->client, &out);
    w->shown = place;
    w->paused = playing ? play_number(&room->play, w->eye, place) : 0;
    w->settled = true;
    if (room->pause.on && !room_asked(room, w->eye))
        send_pause(room, w);
    forget_cache();
}

/* ---- moves ---- */

/* Watchers of a room with the same eyes who saw the same get the same bytes, which are made once. It is
 * forgotten before anything else happens. */
struct cached {
    int eye, shown, kind;
    struct net_message *message;
};

enum { CACHE = GAME_MAX_SEATS + 1 };

static struct cached cache[CACHE];
static int cache_count;

static void forget_cache(void)
{
    for (int i = 0; i < cache_count; i++)
        net_message_release(cache[i].message);
    cache_count = 0;
}

static bool send_cached(struct watcher *w, int kind)
{
    for (int i = 0; i < cache_count; i++)
        if (cache[i].eye == w->eye && cache[i].shown == w->shown && cache[i].kind == kind) {
            net_send(w->room->server->net, w->client->id, cache[i].message);
            return true;
        }
    return false;
}

static void send_new(struct watcher *w, int kind, const struct text *out)
{
    struct net_message *message = net_message_new(out->at, out->length);
    w->room->server->metrics.sent++;
    w->room->server->metrics.sent_bytes += out->length;
    net_send(w->room->server->net, w->client->id, message);
    if (cache_count < CACHE)
        cache[cache_count++] = (struct cached){w->eye, w->shown, kind, message};
    else
        net_message_release(message);
}

static void send_moved(struct room *room, struct watcher *w)
{
    int to = room->committed;
    if (!send_cached(w, 0)) {
        struct text out = begin(room, "moved", play_number(&room->play, w->eye, to));
        text_member_int(&out, "from", play_number(&room->play, w->eye, w->shown));
        text_json_key(&out, "lines");
        show_lines(&room->play, w->eye, w->shown, to, false, &out);
        text_json_key(&out, "position");
        room_show_position(room, w->eye, to, true, &out);
        text_json_close(&out, '}');
        send_new(w, 0, &out);
    }
    w->shown = to;
    w->paused = play_number(&room->play, w->eye, to);
    w->settled = true;
}

/* The lines since the last position; they come again with the `moved` that follows. Nothing is sent when
 * there is no new one: a viewer does not learn that somebody was asked and passed. */
static void send_pause(struct room *room, struct watcher *w)
{
    int number = play_number(&room->play, w->eye, room->committed);
    if (number > w->paused && !send_cached(w, 1)) {
        struct text out = begin(room, "pause", number);
        text_json_key(&out, "lines");
        show_lines(&room->play, w->eye, w->shown, room->committed, true, &out);
        text_member_int(&out, "ms", room_pause_left(room));
        text_member_bool(&out, "reacting", room_asked(room, w->eye));
        text_json_close(&out, '}');
        send_new(w, 1, &out);
    }
    w->paused = number;
    w->settled = false;
}

static void show_moves_to(struct room *room, struct watcher *w)
{
    /* Other eyes at one device: what they may know of the past is not what the former ones were told. */
    if (room_eye(room, w->client, w->eye) != w->eye) {
        room_show_table(room, w, "table");
        return;
    }
    if (room->pause.on)
        send_pause(room, w);
    if ((!room->pause.on || room_asked(room, w->eye)) && (w->shown < room->committed || !w->settled))
        send_moved(room, w);
}

void room_show_rest(struct room *room, struct watcher *w, int from)
{
    w->eye = room_eye(room, w->client, w->eye);
    int horizon = room_horizon(room, w->eye);
    if (!room->play.state || from > horizon) {
        room_show_table(room, w, "table");
        return;
    }
    w->shown = from;
    w->paused = play_number(&room->play, w->eye, from);
    if (from < horizon || !room->pause.on || room_asked(room, w->eye)) {
        int committed = room->committed;
        room->committed = horizon;
        send_moved(room, w);
        room->committed = committed;
    }
    if (room->pause.on && !room_asked(room, w->eye))
        send_pause(room, w);
    forget_cache();
}

static void send_seating(struct room *room, struct watcher *w)
{
    struct text out =
        begin(room, "seating", room->play.state ? play_number(&room->play, w->eye, w->shown) : 0);
    text_json_key(&out, "chairs");
    room_show_chairs(room, &out);
    text_member_string(&out, "state", table_state_names[room->table.state]);
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

void room_tell(struct room *room, enum room_news news)
{
    for (struct watcher *w = room->watchers; w; w = w->next_of_room) {
        if (news == NEWS_SEATING)
            send_seating(room, w);
        else if (news == NEWS_MOVES && w->shown <= room->committed)
            show_moves_to(room, w);
        else if (news != NEWS_NONE)
            room_show_table(room, w, news == NEWS_UNDONE ? "undone" : "table");
    }
    forget_cache();
}

void room_show_undo(struct room *room, struct watcher *w)
{
    struct text out = begin(room, "undo_asked", play_number(&room->play, w->eye, room->committed));
    text_member_int(&out, "seat", room->undo.seat + 1);
    text_member_int(&out, "to", play_number(&room->play, w->eye, room->undo.to));
    text_json_key(&out, "lines");
    show_lines(&room->play, w->eye, room->undo.to, room->committed, false, &out);
    text_member_open(&out, "answers", '[');
    for (int seat = 0; seat < room->table.seats; seat++) {
        if (room->undo.yes & game_bit(seat))
            text_json_bool(&out, true);
        else
            text_json_null(&out);
    }
    text_json_close(&out, ']');
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

void room_tell_undo(struct room *room)
{
    for (struct watcher *w = room->watchers; w; w = w->next_of_room)
        room_show_undo(room, w);
}

void room_show_chat(struct room *room, const struct store_chat *chat)
{
    for (struct watcher *w = room->watchers; w; w = w->next_of_room) {
        struct text out =
            begin(room, "chat", room->play.state ? play_number(&room->play, w->eye, w->shown) : 0);
        show_chat_line(chat, &out);
        text_json_close(&out, '}');
        client_send(w->client, &out);
    }
}
