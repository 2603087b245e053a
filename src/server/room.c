/* room.c: tables come into memory, change, are written and go. */
#include "server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/boxes.h"
#include "server/client.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/memory.h"

enum { IDLE_MS = 60 * 1000, OVER_MS = 5 * 1000, SUMMARY_MS = 10 * 1000, AGAIN_MS = 5 * 1000, GONE = 256 };

const char *const table_state_names[] = {"open", "running", "over", "suspended"};
const char *const clock_names[] = {"none", "move", "game"};
const char *const undo_names[] = {"free", "consent", "none"};

/* A notice that the table has new rows. They came from this program, so they are in memory. */
static void on_notice(void *context, uint64_t table)
{
    struct room *room = context;
    (void)table;
    enum room_news news = room->news;
    room->news = NEWS_NONE;
    room_tell(room, news);
}

static struct room *make(struct server *server, const struct store_table *table, const struct game *game)
{
    struct room *room = must_calloc(1, sizeof *room);
    room->server = server;
    room->table = *table;
    room->game = game;
    room->used = now_ms();
    room->summed = true;
    for (int seat = 0; seat < table->seats; seat++)
        room->players[seat] = players_get(server, table->chairs[seat].player);
    uv_timer_init(server->loop, &room->timer);
    room->timer.data = room;
    map_put(&server->rooms, table->id, room);
    bus_listen(&server->bus, table->id, on_notice, room);
    return room;
}

struct room *room_new(struct server *server, const struct store_table *table, const struct game *game)
{
    struct store_table t = *table;
    t.id = id_new();
    while (map_get(&server->rooms, t.id))
        t.id++;
    token_new(t.invite);
    t.created = t.changed = now_ms();
    return make(server, &t, game);
}

/* ---- reading a table back ---- */

struct reading {
    struct room *room;
    char problem[128];
};

static bool bad_row(struct reading *r, const struct store_row *row, const char *reason)
{
    snprintf(r->problem, sizeof r->problem, "row %d: %.90s", row->number, reason);
    return false;
}

static bool read_row(void *context, const struct store_row *row)
{
    struct reading *r = context;
    struct room *room = r->room;
    char reason[256];
    struct text error = TEXT_IN(reason);
    if (row->number != room->rows)
        return bad_row(r, row, "the row before it is missing");
    room->rows++;
    int seat = row->actor - '1';
    if (row->actor == 'u') {
        play_cut(&room->play, atoi(row->move));
        return true;
    }
    if (row->actor != '*' && (seat < 0 || seat >= room->play.seats))
        return bad_row(r, row, "there is no such actor");
    if (row->actor != '*')
        room->spent[seat] += row->spent;
    if (row->move[0] == '\0') /* time given back, see room_reseat */
        return true;
    game_move move;
    int actor = row->actor == '*' ? GAME_CHANCE : seat;
    if (!game_parse(room->game, room->play.state, actor, row->move, &move, &error))
        return bad_row(r, row, reason);
    play_add(&room->play, actor, move);
    return true;
}

static bool replay(struct room *room, char problem[128])
{
    struct reading r = {.room = room};
    const char *refused = play_start(&room->play, room->game, room->table.seats, room->table.options);
    if (refused)
        snprintf(problem, 128, "%s", refused);
    else if (!store_rows(room->server->store, room->table.id, 0, read_row, &r) || r.problem[0])
        snprintf(problem, 128, "%s", r.problem[0] ? r.problem : "the rows cannot be read");
    else
        return true;
    return false;
}

/* Whether it is suspended in memory alone, because it could not be read back. */
static bool unread(const struct room *room)
{
    return room->table.state == TABLE_SUSPENDED && room->stored.state != TABLE_SUSPENDED && !room->busy;
}

static bool begun(const struct room *room)
{
    return room->table.state != TABLE_OPEN && strcmp(room->table.reason, ROOM_LEFT) != 0;
}

/*
 * Makes the room what the store has of its table. If that cannot be done the table is suspended, but not in
 * the store: a box that was missing may come back and a disk be read again, and nothing would lift it there.
 */
static void read_back(struct room *room)
{
    char problem[128] = "";
    room->table = room->stored;
    room->game = boxes_find(room->table.game, room->table.box);
    room->rows = 0;
    room->round++;
    room->undo.asked = false;
    room->tried = steady_ms();
    memset(room->spent, 0, sizeof room->spent);
    play_free(&room->play);
    if (!room->game || room->game->rules != room->table.rules) {
        room_suspend(room, room->game ? "other rules" : "the game or its box is not there");
    } else if (begun(room) && !replay(room, problem)) {
        play_free(&room->play);
        room_suspend(room, problem);
    }
    room->stored_rows = room->rows;
    room->committed = room->play.count;
    if (room->play.state)
        play_mark(&room->play);
}

/* Its last moves may have been stored without their points, see room_commit. */
static void check_summary(struct room *room)
{
    room->summed = room->table.state != TABLE_RUNNING || !room_summary(room);
}

static void load(struct room *room)
{
    room->server->metrics.replayed++;
    read_back(room);
    room_pause_again(room);
    room->stored_pause = room->pause;
    check_summary(room);
}

struct room *room_get(struct server *server, uint64_t id)
{
    struct room *room = map_get(&server->rooms, id);
    struct store_table table;
    struct store_chat last;
    if (room) {
        room->used = now_ms();
        if (!unread(room) || steady_ms() - room->tried < AGAIN_MS)
            return room;
        load(room);
        room_tell(room, NEWS_ALL);
    } else {
        if (!id || !store_get_table(server->store, id, &table))
            return NULL;
        room = make(server, &table, NULL);
        room->stored = room->table;
        room->chats = store_chats(server->store, id, &last, 1) ? last.number + 1 : 0;
        load(room);
    }
    room_advance(room);
    return room;
}

void room_suspend(struct room *room, const char *reason)
{
    char id[ID_TEXT];
    id_text(room->table.id, id);
    log_line("table %s is suspended: %s", id, reason);
    room->server->metrics.suspended++;
    snprintf(room->table.reason, sizeof room->table.reason, "%s", reason);
    room->table.state = TABLE_SUSPENDED;
    room->pause.on = false;
}

/* ---- chairs ---- */

void room_seat(struct room *room, int seat, enum chair_kind kind, struct player *player, int level)
{
    struct store_chair *chair = &room->table.chairs[seat];
    player_release(room->server, room->players[seat]);
    room->players[seat] = player ? player_hold(player) : NULL;
    *chair = (struct store_chair){.kind = (uint8_t)kind,
                                  .level = (uint8_t)(level          ? level
                                                     : chair->level ? chair->level
                                                                    : 3),
                                  .player = player ? player->id : 0,
                                  .points = chair->points};
    if (player)
        player_keep(room->server, player);
}

uint32_t room_seats_of(const struct room *room, const struct player *player)
{
    uint32_t seats = 0;
    for (int seat = 0; player && seat < room->table.seats; seat++)
        if (room->table.chairs[seat].kind == CHAIR_PLAYER && room->table.chairs[seat].player == player->id)
            seats |= game_bit(seat);
    return seats;
}

bool room_end_open(struct room *room, const struct player *leaver)
{
    uint64_t maker = room->table.creator;
    if (room->table.state != TABLE_OPEN ||
        (leaver->id != maker && clients_connected(room->server, map_get(&room->server->players, maker))))
        return false;
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->table.chairs[seat].kind == CHAIR_PLAYER)
            return false;
    room->table.state = TABLE_SUSPENDED;
    snprintf(room->table.reason, sizeof room->table.reason, ROOM_LEFT);
    return true;
}

bool room_computer_plays(const struct room *room, int seat)
{
    const struct store_chair *chair = &room->table.chairs[seat];
    const struct player *player = room->players[seat];
    bool deleted = chair->kind == CHAIR_PLAYER && (!player || player->deleted);
    return chair->kind == CHAIR_COMPUTER || chair->away || deleted;
}

/* ---- writing ---- */

/* A unit that failed may have held those who made the table or sit there. */
static void recheck_players(struct room *room)
{
    player_recheck(room->server, map_get(&room->server->players, room->table.creator));
    for (int seat = 0; seat < room->table.seats; seat++)
        player_recheck(room->server, room->players[seat]);
}

static void take_back(struct room *room)
{
    for (int seat = 0; seat < room->table.seats; seat++) {
        if (room->table.chairs[seat].player != room->stored.chairs[seat].player) {
            player_release(room->server, room->players[seat]);
            room->players[seat] = players_get(room->server, room->stored.chairs[seat].player);
        }
    }
    room->news = NEWS_NONE;
    room->pause = room->stored_pause;
    read_back(room);
    check_summary(room);
}

static void wake_waiting(struct room *room)
{
    uint64_t *waiting = room->waiting;
    int count = room->waiting_count;
    struct server *server = room->server;
    room->waiting = NULL;
    room->waiting_count = room->waiting_room = 0;
    for (int i = 0; i < count; i++)
        client_go_on(server, waiting[i], false);
    free(waiting);
}

/* Whether nothing was done but what not all learn of. */
static bool all_unseen(const struct room *room)
{
    int place = room->committed;
    while (place < room->play.count && play_unseen(&room->play, place, GAME_PUBLIC))
        place++;
    return place == room->play.count;
}

/* Whether lists show nothing of a change: there is none, or it is one in a pause that they must not tell of.
 */
static bool unlisted(const struct room *room, enum room_news news)
{
    return news == NEWS_MOVES ? room->pause.on && all_unseen(room) : news == NEWS_NONE && room->stored.id;
}

/* The store has all that the room has. */
static void settle(struct room *room)
{
    int moves = room->play.count - room->committed;
    room->server->metrics.moves += (uint64_t)(moves > 0 ? moves : 0);
    if (!unlisted(room, room->news))
        lobby_changed(room);
    room->stored = room->table;
    room->stored_rows = room->rows;
    room->stored_pause = room->pause;
    room->committed = room->play.count;
}

static void committed(void *context, const char *problem)
{
    struct room *room = context;
    struct server *server = room->server;
    struct later later = room->later;
    room->later = (struct later){0};
    bool fresh = room->stored.id == 0, ended = room->stored.state != room->table.state;
    if (problem) {
        recheck_players(room);
        if (!fresh)
            take_back(room);
    } else {
        settle(room);
    }
    /* The client's next request comes in here; if it is about this table it waits until all were told. */
    client_answer(server, &later, problem ? "store" : NULL, "It could not be written; nothing is changed.");
    free(later.body);
    room->busy = false;
    if (problem && fresh) {
        wake_waiting(room);
        room_close(room);
        return;
    }
    if (!problem) {
        ended = ended && room->news == NEWS_MOVES;
        bus_tell(&server->bus, room->table.id);
        if (ended)
            room_tell(room, NEWS_SEATING);
    } else if (unread(room)) {
        room_tell(room, NEWS_ALL);
    }
    if (room->play.state)
        play_mark(&room->play);
    if (problem)
        room_wake(room, 1000);
    else
        room_advance(room);
    wake_waiting(room);
}

void room_commit(struct room *room, enum room_news news, const struct later *later)
{
    struct store *store = room->server->store;
    int64_t now = steady_ms();
    room->used = now_ms();
    if (!unlisted(room, news))
        room->table.changed = room->used;
    /* Points and turn in the table's own row are for lists of tables that are not in memory; moves do
     * without. */
    room->summed =
        news != NEWS_MOVES || room->table.state != TABLE_RUNNING || now - room->summed_at > SUMMARY_MS;
    if (room->summed) {
        room_summary(room);
        store_put_table(store, &room->table);
        room->summed_at = now;
    }
    room->busy = true;
    room->news = news > room->news ? news : room->news;
    room->later = later ? *later : (struct later){0};
    store_commit(store, committed, room);
}

void room_wait(struct room *room, uint64_t client)
{
    if (room->waiting_count == room->waiting_room) {
        room->waiting_room = room->waiting_room ? room->waiting_room * 2 : 4;
        room->waiting = must_realloc(room->waiting, (size_t)room->waiting_room * sizeof *room->waiting);
    }
    room->waiting[room->waiting_count++] = client;
}

/* ---- going ---- */

static bool idle(const struct room *room, int64_t now)
{
    int64_t enough = room->table.state == TABLE_OVER ? OVER_MS : IDLE_MS;
    return !room->busy && !room->watchers && !room->waiting_count && !room->thinking && !room->pause.on &&
           !uv_is_active((const uv_handle_t *)&room->timer) && now - room->used > enough;
}

void rooms_tick(struct server *server)
{
    uint64_t gone[GONE];
    int count = 0;
    size_t at = 0;
    int64_t now = now_ms();
    for (struct room *room; count < GONE && (room = map_next(&server->rooms, &at));)
        if (idle(room, now))
            gone[count++] = room->table.id;
    for (int i = 0; i < count; i++) {
        struct room *room = map_get(&server->rooms, gone[i]);
        if (room->summed)
            room_close(room);
        else
            room_commit(room, NEWS_NONE, NULL);
    }
}

static void freed(uv_handle_t *handle)
{
    free(handle->data);
}

void room_close(struct room *room)
{
    struct server *server = room->server;
    while (room->watchers)
        client_unwatch(room->watchers->client, room);
    bus_leave(&server->bus, room->table.id);
    map_drop(&server->rooms, room->table.id);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        player_release(server, room->players[seat]);
    play_free(&room->play);
    free(room->waiting);
    room->closed = true;
    uv_close((uv_handle_t *)&room->timer, freed);
}
