/* lobby.c: the lists of tables, and the clients that follow them. */
#include "server/tables/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/protocol/client.h"

enum { FOLLOWERS = 1000, FOLLOWERS_MS = 500 };

static const uint32_t public_lists = 7; /* STORE_OPEN, STORE_LIVE, STORE_FINISHED */

const char *const list_names[] = {"open", "live", "finished", "mine", NULL};

static uint32_t list_bit(enum store_question list)
{
    return 1u << (list - STORE_OPEN);
}

int list_find(const char *name)
{
    for (int i = 0; list_names[i]; i++)
        if (strcmp(list_names[i], name) == 0)
            return STORE_OPEN + i;
    return -1;
}

uint32_t lobby_changed(struct room *room, const struct stored_table *before)
{
    struct server *server = room->server;
    const struct table_row *row = &room->table.at.row;
    uint32_t lists = 0;
    if (row->open_to_all && row->state != before->row.state)
        lists = public_lists;
    else if (row->open_to_all && row->state == TABLE_OPEN)
        lists = list_bit(STORE_OPEN);
    server->lists_changed |= lists;
    for (int seat = 0; seat < row->seats; seat++) {
        const struct chair_row *chair = &before->chairs[seat].row;
        room_note_left(room, chair->kind == CHAIR_PLAYER ? chair->player : 0);
    }
    room->lists.changed = true;
    return lists;
}

void lobby_stale(struct server *server)
{
    server->lists_changed |= public_lists;
}

/* ---- rows ---- */

static uint32_t own_seats(const struct stored_table *t, uint64_t viewer)
{
    uint32_t seats = 0;
    for (int seat = 0; viewer && seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER && t->chairs[seat].row.player == viewer)
            seats |= game_bit(seat);
    return seats;
}

static void show_chairs(const struct stored_table *t, uint32_t mine, struct text *out)
{
    text_member_open(out, "chairs", '[');
    for (int seat = 0; seat < t->row.seats; seat++) {
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_json_key(out, "player");
        put_player(&t->chairs[seat], true, out);
        text_member_bool(out, "mine", mine & game_bit(seat));
        text_member_int(out, "points", t->chairs[seat].row.points);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static bool all_sit(const struct stored_table *t)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_OPEN)
            return false;
    return true;
}

/* What a table asks of a player besides a move, or NULL. */
static const char *question_to(const struct stored_table *t, uint64_t viewer, uint32_t mine)
{
    const struct table_row *row = &t->row;
    if (row->state == TABLE_OPEN)
        return mine && row->creator == viewer && all_sit(t) ? "start" : NULL;
    for (int seat = 0; row->state == TABLE_RUNNING && seat < row->seats; seat++)
        if ((mine & game_bit(seat)) && t->chairs[seat].row.call_ends)
            return "called";
    bool asked = row->state == TABLE_RUNNING && (row->asked_back & mine);
    return asked ? "undo" : NULL;
}

/* The names of players; nobody says a new one to a table that nobody watches at this node. */
static void take_names(struct stored_table *t, const struct stored_table *stored)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.player == stored->chairs[seat].row.player) {
            memcpy(t->chairs[seat].name, stored->chairs[seat].name, STORE_NAME);
            t->chairs[seat].kind = stored->chairs[seat].kind;
        }
}

/*
 * What is shown of a row that was read. Who sits there and what state the table has is taken from the table
 * in memory only if it has the same revision: the next message to followers has what differs from the rows
 * that were read, so nobody may be shown anything else. Points and turns lag in the row. Those of the match
 * are shown whatever was put since: when a summary is put must not be seen. `live`: they are the match's.
 */
static struct stored_table shown_of(struct server *server, const struct stored_table *stored,
                                    const struct match **live)
{
    const struct room *room = map_get(&server->tables, stored->row.id);
    struct stored_table t = *stored;
    *live = NULL;
    if (!room || !room_is_present(room))
        return t;
    if (room->table.at.row.revision == stored->row.revision)
        t = room->table.at;
    take_names(&t, stored);
    if (table_has_match(&room->table) && room->table.at.row.state == t.row.state) {
        *live = &room->table.match;
        t.row.changed = room->table.at.row.changed;
        table_summarise(*live, server_now(server), &t);
    }
    return t;
}

/* A Row of docs/PROTOCOL.md. */
static void show_row(struct server *server, const struct stored_table *stored, uint64_t viewer,
                     struct text *out)
{
    const struct match *live;
    const struct stored_table shown = shown_of(server, stored, &live), *t = &shown;
    char name[ID_TEXT];
    uint32_t mine = own_seats(t, viewer), turn = t->row.turn;
    int64_t ends = t->row.deadline;
    if (live) { /* the row hides whether the viewer's own seat is asked */
        turn = match_to_act(live, server_now(server)) & ~match_computers(live);
        ends = match_deadline(live, turn & mine, server_now(server));
    }
    bool waiting = t->row.state == TABLE_RUNNING && (turn & mine);
    const char *question = question_to(t, viewer, mine);
    id_text(t->row.id, name);
    text_json_open(out, '{');
    text_member_string(out, "table", name);
    text_member_string(out, "game", t->row.game);
    text_member_int(out, "seats", t->row.seats);
    put_options(&t->row, out);
    text_member_string(out, "state", table_state_names[t->row.state]);
    show_chairs(t, mine, out);
    text_member_int(out, "number", t->row.number);
    text_member_bool(out, "waiting", waiting);
    if (waiting && ends && ends != MATCH_NEVER)
        text_member_int(out, "ends", ends);
    if (question)
        text_member_string(out, "asks", question);
    text_member_int(out, "created", t->row.created);
    text_member_int(out, "changed", t->row.changed);
    put_clock(&t->row, out);
    text_json_close(out, '}');
}

void lobby_show(struct server *server, const struct store_answer *answer, uint64_t viewer, struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; i < answer->table_count; i++)
        show_row(server, &answer->tables[i], viewer, out);
    text_json_close(out, ']');
}

/* ---- the lists as they were last told ---- */

static struct list *list_of(struct server *server, enum store_question list)
{
    return &server->lists[list - STORE_OPEN];
}

static const struct stored_table *find_row(const struct list *list, uint64_t table)
{
    for (int i = 0; i < list->count; i++)
        if (list->rows[i].row.id == table)
            return &list->rows[i];
    return NULL;
}

/* Whether two rows show the same people in the same state. Points and numbers are not followed. */
static bool is_same(const struct stored_table *a, const struct stored_table *b)
{
    for (int seat = 0; seat < a->row.seats; seat++) {
        const struct stored_chair *x = &a->chairs[seat], *y = &b->chairs[seat];
        if (x->row.kind != y->row.kind || x->row.player != y->row.player || x->row.level != y->row.level ||
            strcmp(x->name, y->name) != 0)
            return false;
    }
    return a->row.state == b->row.state;
}

static void keep(struct list *list, const struct store_answer *answer)
{
    size_t size = (size_t)answer->table_count * sizeof *list->rows;
    list->rows = must_realloc(list->rows, size ? size : 1);
    if (size)
        memcpy(list->rows, answer->tables, size);
    list->count = answer->table_count;
    list->touched_count = 0;
    list->known = true;
}

/* Somebody was shown a newer row of this table than the followers of the list. The next message to the
 * followers has the table, whether it changed or not. */
static void touch(struct list *list, uint64_t table)
{
    for (int i = 0; i < list->touched_count; i++)
        if (list->touched[i] == table)
            return;
    list->touched = must_realloc(list->touched, (size_t)(list->touched_count + 1) * sizeof *list->touched);
    list->touched[list->touched_count++] = table;
}

static bool is_touched(const struct list *list, uint64_t table)
{
    for (int i = 0; i < list->touched_count; i++)
        if (list->touched[i] == table)
            return true;
    return false;
}

static bool is_followed(const struct server *server, enum store_question list)
{
    size_t at = 0;
    for (const struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player && (c->lists & list_bit(list)))
            return true;
    return false;
}

bool lobby_known(struct server *server, enum store_question which, struct store_answer *out)
{
    const struct list *list = list_of(server, which);
    *out = (struct store_answer){.tables = list->rows, .table_count = list->count};
    return which != STORE_MINE && list->known && !(server->lists_changed & list_bit(which));
}

void lobby_told(struct server *server, enum store_question which, const struct store_answer *answer)
{
    struct list *list = list_of(server, which);
    if (which == STORE_MINE || answer->tables == list->rows)
        return;
    if (!list->known) {
        keep(list, answer);
        return;
    }
    struct list told = {.rows = answer->tables, .count = answer->table_count};
    for (int i = 0; i < told.count; i++) {
        const struct stored_table *now = &told.rows[i], *before = find_row(list, now->row.id);
        if (!before || !is_same(before, now))
            touch(list, now->row.id);
    }
    for (int i = 0; i < list->count; i++) /* it may be in the list again when the followers are told next */
        if (!find_row(&told, list->rows[i].row.id))
            touch(list, list->rows[i].row.id);
}

void lobby_close(struct server *server)
{
    for (int i = 0; i < SERVER_LISTS; i++) {
        free(server->lists[i].rows);
        free(server->lists[i].touched);
    }
}

/* ---- those who follow lists ---- */

/* What followers of a list are told: rows that are new or changed, and tables that are in it no more. */
struct difference {
    enum store_question list;
    const struct stored_table *rows[STORE_LIST];
    int count;
    uint64_t *gone;
    int gone_count;
};

static void put_difference(struct server *server, const struct difference *d, uint64_t viewer,
                           struct text *out)
{
    text_json_open(out, '{');
    text_member_string(out, "is", "lobby");
    text_member_string(out, "what", list_names[d->list - STORE_OPEN]);
    text_member_open(out, "rows", '[');
    for (int i = 0; i < d->count; i++)
        show_row(server, d->rows[i], viewer, out);
    text_json_close(out, ']');
    text_member_open(out, "gone", '[');
    for (int i = 0; i < d->gone_count; i++) {
        char id[ID_TEXT];
        id_text(d->gone[i], id);
        text_json_string(out, id);
    }
    text_json_close(out, ']');
    text_json_close(out, '}');
}

static void compare(const struct list *list, const struct store_answer *now, struct difference *d)
{
    struct list after = {.rows = now->tables, .count = now->table_count};
    d->gone = must_malloc((size_t)(list->count + list->touched_count + 1) * sizeof *d->gone);
    for (int i = 0; i < now->table_count && i < STORE_LIST; i++) {
        const struct stored_table *row = &now->tables[i], *before = find_row(list, row->row.id);
        if (!before || !is_same(before, row) || is_touched(list, row->row.id))
            d->rows[d->count++] = row;
    }
    for (int i = 0; i < list->count; i++)
        if (!find_row(&after, list->rows[i].row.id))
            d->gone[d->gone_count++] = list->rows[i].row.id;
    for (int i = 0; i < list->touched_count; i++)
        if (!find_row(&after, list->touched[i]) && !find_row(list, list->touched[i]))
            d->gone[d->gone_count++] = list->touched[i];
}

static bool sits_in_any(const struct difference *d, uint64_t player)
{
    for (int i = 0; i < d->count; i++)
        if (own_seats(d->rows[i], player))
            return true;
    return false;
}

/* Most followers get the same bytes, which are made once. Those who sit at one of the tables get their own.
 */
static void tell_followers(struct server *server, const struct difference *d)
{
    size_t at = 0;
    struct text out = TEXT_IN(server->buffers->message);
    put_difference(server, d, 0, &out);
    struct message *all = message_new(out.at, out.length);
    for (struct client *c; (c = map_next(&server->clients, &at));) {
        if (!c->player || !(c->lists & list_bit(d->list)))
            continue;
        if (sits_in_any(d, c->player->id)) {
            text_clear(&out);
            put_difference(server, d, c->player->id, &out);
            client_send(c, &out);
        } else {
            client_send_message(c, all);
        }
    }
    message_release(all);
}

struct following {
    struct server *server;
    enum store_question list;
};

static void on_list(void *context, const struct store_answer *answer)
{
    struct following f = *(struct following *)context;
    struct list *list = list_of(f.server, f.list);
    struct difference d = {.list = f.list};
    free(context);
    if (answer->found == STORE_FAILED) {
        f.server->lists_changed |= list_bit(f.list);
        return;
    }
    compare(list, answer, &d);
    if (d.count || d.gone_count)
        tell_followers(f.server, &d);
    free(d.gone);
    keep(list, answer);
}

static void read_list(struct server *server, enum store_question list)
{
    struct following *f = must_malloc(sizeof *f);
    *f = (struct following){server, list};
    struct store_query query = {.what = list};
    server->store.read(server->store.me, &query, on_list, f);
}

/* Tells a player's connections that follow `mine` of one table that changed. */
static void tell_mine(struct room *room, uint64_t player)
{
    struct server *server = room->server;
    const struct player *p = players_present(server, player);
    bool sits = table_seats_of(&room->table, player);
    struct difference d = {.list = STORE_MINE, .rows = {&room->table.at}, .count = sits};
    d.gone = &room->id;
    d.gone_count = !sits;
    struct text out = TEXT_IN(server->buffers->message);
    if (p && p->clients)
        put_difference(server, &d, player, &out);
    for (struct client *c = p ? p->clients : NULL; c; c = c->next_of_player)
        if (c->lists & list_bit(STORE_MINE))
            client_send(c, &out);
}

static void tell_those_who_sit(struct room *room)
{
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        const struct chair_row *chair = &room->table.at.chairs[seat].row;
        uint32_t all = chair->kind == CHAIR_PLAYER ? table_seats_of(&room->table, chair->player) : 0;
        if (all && __builtin_ctz(all) == seat) /* each player once */
            tell_mine(room, chair->player);
    }
    for (int i = 0; i < room->lists.left_count; i++)
        if (!table_seats_of(&room->table, room->lists.left[i]))
            tell_mine(room, room->lists.left[i]);
    free(room->lists.left);
    room->lists.left = NULL;
    room->lists.left_count = 0;
}

/* The more clients follow the public lists, the less often they are told: the cost stays the same. */
static bool is_time(struct server *server)
{
    size_t at = 0, followers = 0;
    int64_t now = server_now(server);
    for (const struct client *c; (c = map_next(&server->clients, &at));)
        followers += (c->lists & ~list_bit(STORE_MINE)) != 0;
    if (now - server->lists_told < (int64_t)(followers / FOLLOWERS * FOLLOWERS_MS))
        return false;
    server->lists_told = now;
    return true;
}

void lobby_tick(struct server *server)
{
    size_t at = 0;
    for (struct room *room; (room = map_next(&server->tables, &at));)
        if (room->lists.changed && !room_is_busy(room)) {
            room->lists.changed = false;
            tell_those_who_sit(room);
        }
    uint32_t changed = server->lists_changed;
    if (!is_time(server))
        return;
    server->lists_changed = 0;
    for (enum store_question list = STORE_OPEN; list <= STORE_FINISHED; list++) {
        struct list *told = list_of(server, list);
        if (!(changed & list_bit(list)) && !told->touched_count)
            continue;
        if (is_followed(server, list))
            read_list(server, list);
        else
            told->known = false;
    }
}
