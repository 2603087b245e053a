/* acts_tables.c: acts of the owner about tables and their chats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/acts.h"
#include "server/protocol/client.h"

enum { TRIES = 250 }; /* so often an act waits for a busy table: about 5 seconds */

/* ---- lists ---- */

static void put_people(struct text *out, const struct stored_table *t)
{
    for (int seat = 0; seat < t->row.seats; seat++) {
        const struct stored_chair *c = &t->chairs[seat];
        text_put(out, seat ? ", " : "");
        if (c->row.kind == CHAIR_OPEN)
            text_put(out, "(open)");
        else if (c->row.kind == CHAIR_COMPUTER)
            text_printf(out, "(computer %d)", (int)c->row.level);
        else {
            text_put(out, c->name[0] == ' ' ? "guest" : c->name);
            text_put(out, c->name[0] == ' ' ? c->name : "");
            text_char(out, '/');
            act_put_id(out, c->row.player);
        }
    }
}

static void on_tables(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
        return;
    }
    for (int i = 0; i < answer->table_count; i++) {
        const struct stored_table *t = &answer->tables[i];
        act_put_id(&a->out, t->row.id);
        text_printf(&a->out, "  %s  %s  %s  move %d  ", table_state_names[t->row.state], t->row.game,
                    t->row.open_to_all ? "public" : "private", t->row.number);
        act_put_time(&a->out, t->row.changed);
        text_put(&a->out, "  ");
        put_people(&a->out, t);
        text_char(&a->out, '\n');
    }
    if (answer->table_count == STORE_LIST) {
        text_printf(&a->out, "more: castellany admin tables %s ", a->words[0]);
        act_put_id(&a->out, answer->tables[STORE_LIST - 1].row.id);
        text_char(&a->out, '\n');
    }
    act_say(a);
}

static void list_tables(struct act *a)
{
    struct store_query query = {.what = STORE_ALL, .id = TABLE_RUNNING};
    if (!a->count)
        snprintf(a->words[0], sizeof a->words[0], "%s", table_state_names[TABLE_RUNNING]);
    for (query.id = TABLE_OPEN; query.id <= TABLE_SUSPENDED; query.id++)
        if (strcmp(a->words[0], table_state_names[query.id]) == 0)
            break;
    if (a->count > 1)
        query.from = id_parse(a->words[1]);
    if (query.id > TABLE_SUSPENDED)
        act_refuse(a, "STATE is open, running, over or suspended, not \"%.100s\"", a->words[0]);
    else if (a->count > 1 && !query.from)
        act_refuse(a, "BEFORE is the id of a table, not \"%.100s\"", a->words[1]);
    else
        a->server->store.read(a->server->store.me, &query, on_tables, a);
}

static void on_chat(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    if (answer->found != STORE_FOUND) {
        act_refuse(a,
                   answer->found == STORE_NONE ? "there is no such table" : "the store cannot be read now");
        return;
    }
    for (int i = 0; i < answer->chat_count; i++) {
        const struct chat_row *c = &answer->chats[i];
        text_printf(&a->out, "%d  ", c->number);
        act_put_time(&a->out, c->at);
        text_printf(&a->out, "  %s%s/", c->name[0] == ' ' ? "guest" : "", c->name);
        act_put_id(&a->out, c->player);
        text_printf(&a->out, "  %s\n", c->text);
    }
    act_say(a);
}

static void list_chat(struct act *a)
{
    struct store_query query = {.what = STORE_TABLE, .id = id_parse(a->words[0])};
    a->server->store.read(a->server->store.me, &query, on_chat, a);
}

/* ---- a table that is not busy ---- */

static void close_now(struct act *a);

/* The table, or NULL if the act was refused or is tried again. */
static struct room *ready_table(struct act *a, act_step *again)
{
    uint64_t id = id_parse(a->words[0]);
    struct room *room = id ? room_get(a->server, id) : NULL;
    if (room && room_is_busy(room)) {
        if (++a->tries < TRIES)
            a->retry(a, again);
        else
            act_refuse(a, "the table is busy; try again");
        return NULL;
    }
    if (room && room_is_present(room))
        return room;
    act_refuse(a, room && room->sync.state == ROOM_BROKEN ? "the store cannot be read now"
                                                          : "there is no such table");
    return NULL;
}

/* Units are stored in order, so the change of the table has ended before this. */
static void on_closed(void *context, enum store_end end)
{
    struct act *a = context;
    const struct room *room = map_get(&a->server->tables, a->table);
    (void)end;
    if (room && room->table.at.row.state != TABLE_SUSPENDED)
        act_refuse(a, "the store could not write it; nothing is changed");
    else
        act_say(a);
}

static void close_now(struct act *a)
{
    struct room *room = ready_table(a, close_now);
    if (!room)
        return;
    uint8_t state = room->table.at.row.state;
    if (state != TABLE_OPEN && state != TABLE_RUNNING) {
        act_refuse(a, "the table is %s already", table_state_names[state]);
        return;
    }
    struct change *change = change_new(room);
    plan_suspend(&change->plan, state == TABLE_OPEN ? TABLE_CLOSED_OPEN : TABLE_CLOSED);
    act_about(a, "%s %s", a->words[0], a->reason);
    act_audit(a, change->unit);
    a->table = room->id;
    change_write(change, room, NULL);
    a->server->store.write(a->server->store.me, unit_new(), on_closed, a);
}

static void unsaid(struct act *a)
{
    struct room *room = map_get(&a->server->tables, a->table);
    if (room && room_is_present(room) && room_drop_chat(room, a->number))
        room_tell(room, NEWS_ALL);
    nodes_tell_about(a->server, NOTICE_WORDS, a->table);
}

static void unsay(struct act *a)
{
    const char *digits = a->words[1];
    struct room *room = ready_table(a, unsay);
    bool there = false;
    if (!room)
        return;
    if (!text_take_int(&digits, &a->number) || *digits) {
        act_refuse(a, "NUMBER is the number of a line, as \"castellany admin chat TABLE\" shows it");
        return;
    }
    for (int i = 0; i < room->talk.count; i++)
        there |= room->talk.lines[i].number == a->number;
    if (!there) {
        act_refuse(a, "the table has no line %d", a->number);
        return;
    }
    struct unit *unit = unit_new();
    unit_drop_chat(unit, room->id, a->number);
    act_about(a, "%s line %d %s", a->words[0], a->number, a->reason);
    a->table = room->id;
    a->after = unsaid;
    act_write(a, unit);
}

const struct act_kind acts_tables[] = {
    {{"tables", "[STATE [BEFORE]]", 0, 2, "list tables: running ones, or open, over, suspended"},
     list_tables},
    {{"close", "TABLE", 1, 1, "end an open or running table; its record stays"}, close_now},
    {{"chat", "TABLE", 1, 1, "list the lines of a table's chat with their numbers"}, list_chat},
    {{"unsay", "TABLE NUMBER", 2, 2, "remove a line of a chat"}, unsay},
    {{0}, NULL},
};
