/* room.c: loading tables into memory and dropping them. */
#include "server/tables/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/tables/lobby.h"

enum { IDLE_MS = 60 * 1000, OVER_MS = 1000, AGAIN_MS = 5 * 1000, SWEPT = 1024, SUMMARY_MS = 10 * 1000 };

const char *const table_state_names[] = {"open", "running", "over", "suspended"};
const char *const clock_names[] = {"none", "move", "game"};
const char *const undo_names[] = {"free", "consent", "none"};

struct room *room_add(struct server *server, uint64_t id)
{
    struct room *room = must_calloc(1, sizeof *room);
    room->server = server;
    room->id = id;
    room->used = server_now(server);
    map_put(&server->tables, id, room);
    return room;
}

struct room *room_open(struct server *server, const struct table_birth *birth)
{
    struct table_chance chance = {.id = server_new_id(server)};
    while (map_get(&server->tables, chance.id))
        chance.id++;
    struct room *room = room_add(server, chance.id);
    server_new_token(server, chance.invite);
    server->host.random(server->host.me, chance.key, sizeof chance.key);
    if (!birth->imported)
        server->host.random(server->host.me, chance.secret, sizeof chance.secret);
    table_open(&room->table, birth, &chance, room->used);
    room->company.last = room->used;
    room->sync.state = ROOM_PRESENT;
    room->sync.fresh = true;
    return room;
}

/* ---- reading a table back ---- */

static void free_chats(struct room *room)
{
    for (int i = 0; i < room->talk.count; i++)
        free(room->talk.lines[i].name);
    free(room->talk.lines);
    room->talk.lines = NULL;
    room->talk.count = 0;
}

void room_add_chat(struct room *room, const struct chat_row *row)
{
    size_t name = strlen(row->name) + 1, text = strlen(row->text) + 1;
    struct chat chat = {.number = row->number, .seat = row->seat, .player = row->player, .at = row->at};
    chat.name = must_malloc(name + text);
    chat.text = chat.name + name;
    memcpy(chat.name, row->name, name);
    memcpy(chat.text, row->text, text);
    if (room->talk.count == STORE_CHATS) {
        free(room->talk.lines[0].name);
        memmove(room->talk.lines, room->talk.lines + 1, (size_t)--room->talk.count * sizeof chat);
    }
    room->talk.lines = must_realloc(room->talk.lines, (size_t)(room->talk.count + 1) * sizeof chat);
    room->talk.lines[room->talk.count++] = chat;
    if (chat.number >= room->talk.next)
        room->talk.next = chat.number + 1;
}

void room_take_chats(struct room *room, const struct store_answer *answer)
{
    free_chats(room);
    for (int i = 0; i < answer->chat_count; i++)
        room_add_chat(room, &answer->chats[i]);
}

bool room_drop_chat(struct room *room, int number)
{
    for (int i = 0; i < room->talk.count; i++)
        if (room->talk.lines[i].number == number) {
            free(room->talk.lines[i].name);
            memmove(room->talk.lines + i, room->talk.lines + i + 1,
                    (size_t)(--room->talk.count - i) * sizeof *room->talk.lines);
            return true;
        }
    return false;
}

void room_wake_waiting(struct room *room)
{
    uint64_t *waiting = room->queue.waiting;
    int count = room->queue.count;
    struct server *server = room->server;
    room->queue.waiting = NULL;
    room->queue.count = room->queue.capacity = 0;
    for (int i = 0; i < count; i++)
        client_go_on(server, waiting[i], false);
    free(waiting);
}

/* An absent player's chair is kept a while from now on. */
static void room_load(struct room *room, const struct store_answer *answer)
{
    const struct table_delta all = {
        .row = answer->tables, .entries = answer->entries, .count = answer->entry_count};
    uint32_t round = room->table.round;
    table_free(&room->table);
    room->table.round = round + 1; /* no answer of a bot is for it */
    room_take_chats(room, answer);
    room_accept(room, &all);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        room->company.gone[seat] = server_now(room->server);
}

static void on_read(void *context, const struct store_answer *answer)
{
    struct room *room = context;
    room->sync.state = answer->found == STORE_FOUND  ? ROOM_PRESENT
                       : answer->found == STORE_NONE ? ROOM_ABSENT
                                                     : ROOM_BROKEN;
    room->sync.tried = server_now(room->server);
    if (room_is_present(room)) {
        room->server->metrics.replayed++;
        room_load(room, answer);
        nodes_tell_about(room->server, NOTICE_WHO, room->id);
        room_advance(room);
    }
    room->sync.just_read = true;
    room_wake_waiting(room);
    room->sync.just_read = false;
}

static void read_table(struct room *room)
{
    struct server *server = room->server;
    struct store_query query = {.what = STORE_TABLE, .id = room->id};
    room->sync.state = ROOM_READING;
    server->store.read(server->store.me, &query, on_read, room);
}

/* Whether another read may help: the game or box was missing, or the table was not found or not read. */
static bool to_be_tried_again(const struct room *room)
{
    bool unplayable = room_is_present(room) && room->table.game == NULL;
    return unplayable || !room_is_present(room);
}

struct room *room_get(struct server *server, uint64_t id)
{
    id = id ? id : 1; /* the text is no id; no table has the id 1 */
    struct room *room = map_get(&server->tables, id);
    int64_t now = server_now(server);
    if (!room) {
        room = room_add(server, id);
        read_table(room);
    } else if (!room_is_busy(room) && !room->sync.just_read && to_be_tried_again(room) &&
               (!room_is_present(room) || now - room->sync.tried >= AGAIN_MS)) {
        read_table(room);
    }
    room->used = now;
    return room;
}

void room_note_left(struct room *room, uint64_t player)
{
    if (!player || table_seats_of(&room->table, player) || room->lists.left_count == TABLE_LEFT_MAX)
        return;
    if (!room->lists.left)
        room->lists.left = must_malloc(TABLE_LEFT_MAX * sizeof *room->lists.left);
    room->lists.left[room->lists.left_count++] = player;
}

void room_wait(struct room *room, uint64_t client)
{
    if (room->queue.count == room->queue.capacity) {
        room->queue.capacity = room->queue.capacity ? room->queue.capacity * 2 : 4;
        room->queue.waiting =
            must_realloc(room->queue.waiting, (size_t)room->queue.capacity * sizeof *room->queue.waiting);
    }
    room->queue.waiting[room->queue.count++] = client;
}

/* ---- who sits there ---- */

/* The seat where a player sat, `seat` itself if it is one of theirs. -1 if there was none. */
static int seat_before(const struct stored_table *was, uint64_t player, int seat)
{
    if (was->chairs[seat].row.player == player)
        return seat;
    for (int other = 0; other < was->row.seats; other++)
        if (was->chairs[other].row.player == player)
            return other;
    return -1;
}

void room_follow_people(struct room *room, const struct stored_table *was)
{
    int64_t there[GAME_MAX_SEATS] = {0};
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        uint64_t player = room->table.at.chairs[seat].row.player;
        int before = player ? seat_before(was, player, seat) : -1;
        if (player)
            there[seat] = before < 0 ? server_now(room->server) : room->company.gone[before];
    }
    memcpy(room->company.gone, there, sizeof there);
}

/* A deleted player's name is "". If they stood in for somebody, that player has the chair again. */
static bool set_name(struct stored_table *t, uint64_t player, const char *name, enum player_kind kind)
{
    bool any = false;
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct chair_row *chair = &t->chairs[seat].row;
        if (chair->kind == CHAIR_PLAYER && chair->player == player) {
            any = any || strcmp(t->chairs[seat].name, name) != 0 || t->chairs[seat].kind != kind;
            snprintf(t->chairs[seat].name, STORE_NAME, "%s", name);
            t->chairs[seat].kind = (uint8_t)kind;
        }
        if (chair->kind == CHAIR_PLAYER && chair->stand_in == player) {
            any = any || strcmp(chair->stand_in_name, name) != 0;
            snprintf(chair->stand_in_name, STORE_NAME, "%s", name);
            chair->stand_in = *name ? player : 0;
        }
    }
    return any;
}

void rooms_rename(struct server *server, uint64_t player, const char *name, enum player_kind kind)
{
    size_t at = 0;
    nodes_tell_about(server, NOTICE_PLAYER, player);
    for (struct room *room; (room = map_next(&server->tables, &at));) {
        bool any = set_name(&room->table.at, player, name, kind);
        if (any)
            lobby_stale(server);
        if (room->sync.change)
            set_name(&room->sync.change->plan.next, player, name, kind);
        if (any && room_is_present(room))
            room_tell(room, NEWS_SEATING);
    }
}

static void set_holiday(struct stored_table *t, uint64_t player, int64_t until)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER && t->chairs[seat].row.player == player)
            t->chairs[seat].holiday = until;
}

void rooms_note_holiday(struct server *server, uint64_t player, int64_t until)
{
    size_t at = 0;
    for (struct room *room; (room = map_next(&server->tables, &at));) {
        set_holiday(&room->table.at, player, until);
        if (room->sync.change)
            set_holiday(&room->sync.change->plan.next, player, until);
    }
}

void rooms_forget_words(struct server *server, uint64_t player)
{
    size_t at = 0;
    for (struct room *room; (room = map_next(&server->tables, &at));) {
        int kept = 0, before = room->talk.count;
        for (int i = 0; i < before; i++) {
            if (room->talk.lines[i].player == player)
                free(room->talk.lines[i].name);
            else
                room->talk.lines[kept++] = room->talk.lines[i];
        }
        room->talk.count = kept;
        if (kept < before && room_is_present(room))
            room_tell(room, NEWS_ALL);
    }
}

/* The open and running tables of a player, which are read in pages. */
struct going {
    struct server *server;
    uint64_t player;
};

/* Tables that are not in memory are read one after the other, as the host wakes them: to read all of a
 * player's at once would hold up everybody. */
static void advance_page(void *context, const struct store_answer *answer)
{
    struct going *g = context;
    const struct host *host = &g->server->host;
    for (int i = 0; i < answer->count; i++) {
        struct room *room = map_get(&g->server->tables, answer->ids[i]);
        if (room)
            room_advance(room);
        else
            host->wake(host->me, answer->ids[i], server_now(g->server));
    }
    if (answer->count == STORE_IDS) {
        struct store_query rest = {.what = STORE_GOING, .id = g->player, .from = answer->ids[STORE_IDS - 1]};
        g->server->store.read(g->server->store.me, &rest, advance_page, g);
    } else {
        free(g);
    }
}

void rooms_advance_of(struct server *server, uint64_t player)
{
    struct going *g = must_malloc(sizeof *g);
    struct store_query query = {.what = STORE_GOING, .id = player};
    *g = (struct going){server, player};
    server->store.read(server->store.me, &query, advance_page, g);
}

/* room_advance frees chairs whose player has no name. */
void rooms_abandon(struct server *server, uint64_t player)
{
    rooms_rename(server, player, "", PLAYER_GUEST);
    rooms_advance_of(server, player);
}

/* ---- going ---- */

/* Whether the stored row may be all that is left of the table: it has the summary, or another node, which
 * runs the table, will put it. */
static bool may_be_dropped(const struct room *room)
{
    return !table_lags(&room->table, server_now(room->server)) || !nodes_run_here(room);
}

static bool may_free_chairs(const struct room *room)
{
    struct table_facts facts = {.watched = room_watched(room, &room->table.at)};
    memcpy(facts.gone, room->company.gone, sizeof facts.gone);
    return table_may_free_chairs(&room->table, &facts);
}

/* Whether the table has nothing to do for a while. The host wakes it when it has. */
static bool is_at_rest(const struct room *room, int64_t now)
{
    int64_t wake = room->table.at.row.state == TABLE_RUNNING && table_has_match(&room->table)
                       ? match_wake(&room->table.match, now)
                       : MATCH_NEVER;
    return !may_free_chairs(room) && !room_is_busy(room) && !room->company.watchers && !room->queue.count &&
           !room->errands.thinking && (wake == MATCH_NEVER || wake - now > IDLE_MS);
}

static bool is_idle(const struct room *room, int64_t now)
{
    int64_t enough = !room_is_present(room) ? 0 : room->table.at.row.state == TABLE_OVER ? OVER_MS : IDLE_MS;
    return is_at_rest(room, now) && may_be_dropped(room) && now - room->used >= enough;
}

void room_rest(struct room *room)
{
    if (!is_at_rest(room, server_now(room->server)) || !may_be_dropped(room))
        return;
    room_set_wake(room);
    room_close(room);
}

/* Summaries are stored now and then, for lists (table/summary.c). */
static bool summary_is_due(const struct room *room, int64_t now)
{
    return now - room->lists.put_at > SUMMARY_MS && room_is_present(room) && !room_is_busy(room) &&
           table_lags(&room->table, now) && nodes_run_here(room);
}

/* Writes summaries that are due, and drops idle tables. False if there may be more of them. The tables are
 * found first: what is done with one may load others, which changes the map. */
static bool sweep(struct server *server, int64_t now)
{
    uint64_t found[SWEPT];
    int count = 0;
    size_t at = 0;
    for (const struct room *room; count < SWEPT && (room = map_next(&server->tables, &at));)
        if (summary_is_due(room, now) || is_idle(room, now))
            found[count++] = room->id;
    for (int i = 0; i < count; i++) {
        struct room *room = map_get(&server->tables, found[i]);
        if (room && summary_is_due(room, now))
            change_write(change_new(room), room, NULL);
        else if (room)
            room_rest(room);
    }
    return count < SWEPT;
}

void rooms_tick(struct server *server)
{
    int64_t now = server_now(server);
    while (!sweep(server, now))
        ;
}

void room_close(struct room *room)
{
    struct server *server = room->server;
    while (room->company.watchers)
        client_unwatch(room->company.watchers->client, room);
    map_drop(&server->tables, room->id);
    table_free(&room->table);
    free_chats(room);
    elsewhere_free(room);
    free(room->queue.waiting);
    free(room->lists.left);
    if (room->sync.change)
        change_drop(room->sync.change);
    free(room);
}
