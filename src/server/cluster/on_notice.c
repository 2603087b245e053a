/* on_notice.c: what a node does when another one tells it something. */
#include "server/cluster/on_notice.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/cluster/notice.h"
#include "server/people/again.h"
#include "server/people/house.h"
#include "server/protocol/client.h"

/* ---- nodes ---- */

/* Notices of a node come in order. If one is missing, this node looks by itself, and asks who watches. */
static void hear_node(struct server *server, const struct notice *notice)
{
    struct nodes *n = &server->nodes;
    struct node *node = NULL;
    for (int i = 0; i < n->count; i++)
        if (n->others[i].id == notice->node)
            node = &n->others[i];
    bool fresh = !node && n->count < NODES_MAX;
    if (fresh) {
        node = &n->others[n->count++];
        *node = (struct node){.id = notice->node, .sequence = notice->sequence};
    }
    if (!node)
        return;
    bool lost = notice->sequence > node->sequence + 1;
    if (notice->sequence > node->sequence)
        node->sequence = notice->sequence;
    node->heard = server_now(server);
    if (lost || fresh)
        bus_interrupted(server);
}

/* ---- tables ---- */

void room_on_head(struct room *room, const struct head_row *head)
{
    struct head_row *h = &room->sync.heard;
    h->entries = head->entries > h->entries ? head->entries : h->entries;
    h->revision = head->revision > h->revision ? head->revision : h->revision;
    h->chats = head->chats > h->chats ? head->chats : h->chats;
    room_catch_up(room);
}

static bool follows_mine(const struct server *server, const struct notice *notice)
{
    for (int i = 0; i < notice->id_count; i++) {
        const struct player *p = players_present(server, notice->ids[i]);
        for (const struct client *c = p ? p->clients : NULL; c; c = c->next_of_player)
            if (c->lists & 1u << (STORE_MINE - STORE_OPEN))
                return true;
    }
    return false;
}

/* A table that is not in memory is read only if somebody here has it in their list. */
static void hear_table(struct server *server, const struct notice *notice)
{
    struct room *room = map_get(&server->tables, notice->about);
    struct head_row head = {
        .entries = notice->numbers[0], .chats = notice->numbers[1], .revision = notice->numbers[2]};
    uint32_t public_lists = (1u << SERVER_LISTS) - 1;
    server->lists_changed |= (uint32_t)notice->numbers[3] & public_lists;
    if (!room && follows_mine(server, notice)) {
        room = room_get(server, notice->about);
        room->lists.changed = true;
    }
    for (int i = 0; room && i < notice->id_count; i++)
        room_note_left(room, notice->ids[i]);
    if (room && room_is_present(room))
        room_on_head(room, &head);
}

static void hear_watchers(struct server *server, const struct notice *notice)
{
    struct room *room = map_get(&server->tables, notice->about);
    if (!room)
        return;
    bool changed = elsewhere_take(room, notice, server_now(server));
    if (changed && room_is_present(room))
        room_tell(room, NEWS_SEATING);
    room_advance(room);
}

static void answer_who(struct server *server, uint64_t about)
{
    size_t at = 0;
    if (about) {
        const struct room *room = map_get(&server->tables, about);
        if (room && room->company.watchers)
            nodes_tell_watchers(room);
        return;
    }
    for (const struct room *room; (room = map_next(&server->tables, &at));)
        if (room->company.watchers)
            nodes_tell_watchers(room);
}

/* A look at the lines of a table. Those before `next` were in memory, so in the store, when it began; a line
 * that was under way then is not looked for. */
struct words {
    struct server *server;
    uint64_t table;
    int next;
};

/* The number of a line that was removed may be used again. */
static bool has_line(const struct store_answer *answer, const struct chat *line)
{
    for (int i = 0; i < answer->chat_count; i++)
        if (answer->chats[i].number == line->number && answer->chats[i].at == line->at &&
            answer->chats[i].player == line->player)
            return true;
    return false;
}

static void on_words(void *context, const struct store_answer *answer)
{
    struct words w = *(struct words *)context;
    struct room *room = map_get(&w.server->tables, w.table);
    bool any = false;
    free(context);
    if (answer->found != STORE_FOUND || !room || !room_is_present(room))
        return;
    for (int i = room->talk.count - 1; i >= 0; i--) {
        int number = room->talk.lines[i].number;
        if (number < w.next && !has_line(answer, &room->talk.lines[i]))
            any = room_drop_chat(room, number) || any;
    }
    if (any)
        room_tell(room, NEWS_ALL);
    room_take_lines(room, answer);
}

void room_look_at_words(struct room *room)
{
    struct store_query query = {.what = STORE_SINCE, .id = room->id, .from = INT32_MAX};
    struct words *w = must_malloc(sizeof *w);
    *w = (struct words){room->server, room->id, 0};
    for (int i = 0; i < room->talk.count; i++)
        if (room->talk.lines[i].number >= w->next)
            w->next = room->talk.lines[i].number + 1;
    room->server->store.read(room->server->store.me, &query, on_words, w);
}

static void hear_words(struct server *server, uint64_t about)
{
    struct room *room = map_get(&server->tables, about);
    if (room && room_is_present(room))
        room_look_at_words(room);
}

/* ---- people ---- */

/* Whether a player has a chair or has said something at a table in memory. */
static bool is_named_anywhere(const struct server *server, uint64_t player)
{
    size_t at = 0;
    for (const struct room *room; (room = map_next(&server->tables, &at));) {
        if (table_seats_of(&room->table, player))
            return true;
        for (int i = 0; i < room->talk.count; i++)
            if (room->talk.lines[i].player == player)
                return true;
    }
    return false;
}

/* ---- all ---- */

void bus_told_all(struct server *server, const char *text, size_t length)
{
    const char *end = text + length;
    double begin = hold_begin(server);
    for (const char *next; text < end && (next = memchr(text, '\n', (size_t)(end - text))); text = next + 1)
        bus_told(server, text, (size_t)(next - text));
    hold_end(server, begin, "bus", "notices");
}

void bus_told(struct server *server, const char *text, size_t length)
{
    struct notice notice;
    if (server->closing || !notice_read(text, length, &notice) || notice.node == server->nodes.me)
        return;
    hear_node(server, &notice);
    switch (notice.kind) {
    case NOTICE_GOODBYE:
        nodes_lost(server, notice.node);
        break;
    case NOTICE_TABLE:
        hear_table(server, &notice);
        break;
    case NOTICE_WATCHERS:
        hear_watchers(server, &notice);
        break;
    case NOTICE_WHO:
        answer_who(server, notice.about);
        break;
    case NOTICE_WORDS:
        hear_words(server, notice.about);
        break;
    case NOTICE_PLAYER:
        if (players_present(server, notice.about) || is_named_anywhere(server, notice.about))
            player_read_again(server, notice.about);
        break;
    case NOTICE_HOUSE:
        house_look(server);
        break;
    case NOTICE_WRONG:
        throttle_fail(&server->passwords, &(struct throttle_try){notice.about, notice.ids[1], notice.ids[0]},
                      server_now(server));
        break;
    case NOTICE_SPENT:
        budget_hear_spent(server, notice.numbers[0], notice.about);
        break;
    case NOTICE_NODE:
    case NOTICE_KINDS:
        break;
    }
}
