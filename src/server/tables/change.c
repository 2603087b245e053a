/* change.c: how a table changes: a change is prepared, written, taken over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/store/columns.h"
#include "server/tables/lobby.h"
#include "server/tables/rating.h"
#include "server/tables/table.h"

enum { AGAIN_MS = 1000 };

struct change *change_new(const struct table *table)
{
    struct change *change = must_calloc(1, sizeof *change);
    change->next = table->at;
    change->unit = unit_new();
    return change;
}

void change_drop(struct change *change)
{
    if (change->unit)
        unit_free(change->unit);
    if (change->match)
        match_free(change->match);
    free(change->match);
    free(change->entries);
    free(change->reply.members);
    free(change);
}

void change_free_stand_in(struct change *change, int seat)
{
    struct chair_row *chair = &change->next.chairs[seat].row;
    chair->call_ends = 0;
    chair->stand_in = 0;
    chair->stand_in_name[0] = '\0';
    change->puts = true;
}

void change_seat(struct change *change, struct server *server, int seat, enum chair_kind kind,
                 const struct player *player, int level)
{
    struct stored_chair *chair = &change->next.chairs[seat];
    chair->row.kind = (uint8_t)kind;
    if (level)
        chair->row.level = (uint8_t)level;
    chair->row.player = player ? player->id : 0;
    chair->row.pledge[0] = chair->row.alias[0] = '\0';
    change_free_stand_in(change, seat);
    chair->name[0] = '\0';
    chair->rating = chair->games = 0;
    chair->owner = player ? player->owner : 0;
    chair->holiday = player ? player->holiday : 0;
    if (player) {
        memcpy(chair->name, player->name, sizeof chair->name);
        chair->kind = player->kind;
        if (!player->stored)
            player_put(server, change->unit, player);
        change->seats = true;
    }
    change->puts = true;
}

const char *change_start_match(struct change *change, const struct table *table)
{
    struct match *match = must_calloc(1, sizeof *match);
    const char *problem = table_start_match(table->server, &change->next, table->game, NULL, 0, match);
    if (problem) {
        free(match);
        return problem;
    }
    change->match = match;
    change->puts = true;
    return NULL;
}

const char *change_start(struct change *change, struct table *table)
{
    struct match_proposal first;
    char settled[GAME_OPTIONS_TEXT];
    uint8_t key[MATCH_KEY];
    struct table_row *row = &change->next.row;
    drawing_mix(&change->next);
    hex_parse(row->key, sizeof key, key);
    if (!match_settle(table->game, row->seats, row->options, key, settled, NULL))
        return "The game does not know the options of this table.";
    memcpy(row->asked, row->options, sizeof row->asked);
    memcpy(row->options, settled, sizeof settled);
    const char *problem = change_start_match(change, table);
    if (problem)
        return problem;
    row->state = TABLE_RUNNING;
    row->drawing = 0;
    row->drawing_asked = 0;
    match_tick(change->match, server_now(table->server), &first);
    change_propose(change, table, &first);
    match_accept(change->match, first.entries, first.count, NULL);
    return NULL;
}

/* The proposal ends the game. */
static void end_game(struct change *change, const struct table *table, const struct match_proposal *last)
{
    struct table_row *row = &change->next.row;
    for (int seat = 0; seat < row->seats; seat++)
        change->next.chairs[seat].row.points = last->points[seat];
    row->state = TABLE_OVER;
    row->winners = last->winners;
    row->turn = 0;
    row->deadline = 0;
    row->number = match_number_after(&table->match, last, GAME_PUBLIC);
    change->puts = change->ends = true;
}

void change_propose(struct change *change, const struct table *table, const struct match_proposal *proposal)
{
    size_t size = (size_t)proposal->count * sizeof proposal->entries[0];
    change->entries = must_realloc(change->entries, size);
    memcpy(change->entries, proposal->entries, size);
    change->entry_count = proposal->count;
    if (proposal->over && change->next.row.state == TABLE_RUNNING)
        end_game(change, table, proposal);
}

bool change_end_open(struct change *change, struct server *server, uint64_t leaver)
{
    struct table_row *row = &change->next.row;
    const struct player *maker = players_present(server, row->creator);
    const struct table *table = map_get(&server->tables, row->id);
    /* This node does not know who is connected at others, so the creator may be there; a table without people
     * expires. */
    bool maker_is_there = (maker && !maker->deleted && clients_connected(server, row->creator)) ||
                          (server->nodes.count && !(maker && maker->deleted)) ||
                          (table && elsewhere_has(table, row->creator));
    if (row->state != TABLE_OPEN || (leaver != row->creator && maker_is_there))
        return false;
    for (int seat = 0; seat < row->seats; seat++)
        if (change->next.chairs[seat].row.kind == CHAIR_PLAYER)
            return false;
    row->state = TABLE_SUSPENDED;
    snprintf(row->reason, sizeof row->reason, TABLE_LEFT);
    change->puts = true;
    return true;
}

/* ---- after the store has answered ---- */

struct rating_reader {
    struct server *server;
    uint64_t table;
    bool *at_once; /* set if the answer comes before the read returns; NULL after that */
};

/* The unit that was kept had the rows of new guests who sit there. */
static void mark_stored(const struct table *table)
{
    struct player *creator = players_present(table->server, table->at.row.creator);
    if (creator)
        creator->stored = true;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        struct player *p = players_present(table->server, table->at.chairs[seat].row.player);
        if (p)
            p->stored = true;
    }
}

static bool has_undo(const struct change *change)
{
    for (int i = 0; i < change->entry_count; i++)
        if (change->entries[i].actor == 'u')
            return true;
    return false;
}

/* True if any was new. */
static bool take_ratings(struct stored_table *t, const struct stored_table *found)
{
    bool any = false;
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct stored_chair *chair = &t->chairs[seat];
        const struct stored_chair *now = &found->chairs[seat];
        if (chair->row.player != now->row.player)
            continue;
        any = any || chair->rating != now->rating || chair->games != now->games;
        chair->rating = now->rating;
        chair->games = now->games;
    }
    return any;
}

/* The rating of a player who has just sat down is only in the store. It may come after everybody was told who
 * sits there. */
static void on_ratings(void *context, const struct store_answer *answer)
{
    struct rating_reader reader = *(struct rating_reader *)context;
    struct table *table = map_get(&reader.server->tables, reader.table);
    free(context);
    if (reader.at_once)
        *reader.at_once = true;
    if (!table || answer->found != STORE_FOUND)
        return;
    if (table->change)
        take_ratings(&table->change->next, &answer->tables[0]);
    if (take_ratings(&table->at, &answer->tables[0]) && !reader.at_once)
        table_tell(table, NEWS_SEATING);
}

static void read_ratings(struct table *table)
{
    struct server *server = table->server;
    struct store_query query = {.what = STORE_SINCE, .id = table->id, .from = INT32_MAX, .lines = INT32_MAX};
    struct rating_reader *reader = must_malloc(sizeof *reader);
    bool at_once = false;
    *reader = (struct rating_reader){server, table->id, &at_once};
    server->store.read(server->store.me, &query, on_ratings, reader);
    if (!at_once)
        reader->at_once = NULL;
}

/* The store has kept the change; the table becomes what the change says. */
static void take_over(struct table *table, struct change *change)
{
    struct stored_table was = table->at;
    int before = table->match.count;
    if (change->puts) {
        table->at = change->next;
        table_follow_people(table, &was);
        table->summed = change->ends || change->match || !change->entry_count;
        table->summed_at = table->used;
    }
    if (change->match) {
        match_free(&table->match);
        table->match = *change->match;
        free(change->match);
        change->match = NULL;
    } else if (change->entry_count) {
        int accepted = match_accept(&table->match, change->entries, change->entry_count, NULL);
        if (accepted < change->entry_count)
            table_suspend(table, "the match refused entries that it had proposed");
        if (entries_move(change->entries, change->entry_count))
            table->at.row.undo_asked = 0;
        if (has_undo(change))
            table->round++; /* a place may now be another position */
    }
    if (table->match.count > before)
        table->server->metrics.moves += (uint64_t)(table->match.count - before);
    mark_stored(table);
    if (change->seats)
        read_ratings(table);
    bool secret = change->news <= NEWS_REFUSED || table_is_secret(table, before, change->news);
    uint32_t lists = 0;
    if (!secret) {
        table->summed = table->summed && change->puts;
        table->at.row.changed = table->used;
        lists = lobby_changed(table, &was);
    }
    if (change->news == NEWS_ASKED || change->news == NEWS_REFUSED)
        table->listed = true; /* those who sit there see the question in their lists */
    nodes_tell_table(table, lists, secret ? NULL : &was);
    if (change->seats)
        nodes_tell_watchers(table);
}

/* The people for whom a running game waits. */
static uint32_t awaited(const struct table *table)
{
    bool runs = table->at.row.state == TABLE_RUNNING && table_has_match(table);
    const struct match *m = &table->match;
    return runs ? match_to_act(m, server_now(table->server)) & match_people(m) & ~match_computers(m) : 0;
}

static void tell_absent(struct table *table, uint32_t seats)
{
    struct server *server = table->server;
    for (int seat = 0; server->tell_absent && seat < table->at.row.seats; seat++)
        if ((seats & game_bit(seat)) && table->at.chairs[seat].row.kind == CHAIR_PLAYER)
            server->tell_absent(server, table, seat, "turn");
}

/* The answer is sent before anybody is told. The client's next request about this table waits until all were
 * told. */
static void finish(struct table *table, struct change *change)
{
    struct server *server = table->server;
    if (change->also)
        finish(change->also, change->also->change);
    table->fresh = false;
    bool ends = change->ends;
    uint32_t before = awaited(table);
    take_over(table, change);
    enum table_news news = ends && match_given_up(&table->match) ? NEWS_ALL : change->news;
    client_reply(server, &change->reply, NULL, NULL);
    table->change = NULL;
    change_drop(change);
    table_tell(table, news);
    tell_absent(table, awaited(table) & ~before);
    if (ends && news == NEWS_MOVES)
        table_tell(table, NEWS_SEATING);
    table_catch_up(table);
    table_advance(table);
    table_wake_waiting(table);
}

static bool same_entry(const struct match_entry *a, const struct match_entry *b)
{
    return a->number == b->number && a->actor == b->actor && a->at == b->at && strcmp(a->move, b->move) == 0;
}

/* Whether the store has what the change wrote. */
static bool is_there(const struct change *change, const struct store_answer *stored)
{
    int first = change->entry_count ? change->entries[0].number : 0;
    if (stored->found != STORE_FOUND || first + change->entry_count > stored->entry_count)
        return false;
    for (int i = 0; i < change->entry_count; i++)
        if (!same_entry(&change->entries[i], &stored->entries[first + i]))
            return false;
    const struct stored_table *a = &change->next, *b = &stored->tables[0];
    if (strcmp(a->row.key, b->row.key) != 0)
        return false;
    if (!change->puts || (change->entry_count && b->row.revision > a->row.revision))
        return true; /* the entries are proof enough */
    bool same = columns_same(&row_kinds[WRITE_TABLE], &a->row, &b->row);
    for (int seat = 0; seat < a->row.seats; seat++)
        same = same && columns_same(&row_kinds[WRITE_CHAIR], &a->chairs[seat].row, &b->chairs[seat].row);
    return same;
}

/* Entries that another node has added; the table catches up as soon as it can. */
static void note_stored(struct table *table, const struct store_answer *stored)
{
    struct head_row *h = &table->heard;
    h->entries = stored->entry_count > h->entries ? stored->entry_count : h->entries;
    h->revision = stored->tables[0].row.revision > h->revision ? stored->tables[0].row.revision : h->revision;
}

/* A new table was not kept: there is none, or its id is another table's. */
static void give_up_fresh(struct table *table)
{
    change_drop(table->change);
    table->change = NULL;
    table->presence = TABLE_MISSING;
    table_wake_waiting(table);
}

/* The unit was refused, or its end is unknown. What the store has now decides. */
static void read_back(void *context, const struct store_answer *stored)
{
    struct table *table = context;
    struct change *change = table->change;
    struct server *server = table->server;
    struct reply reply = change->reply;
    table->reading = false;
    if (change->unknown && stored->found == STORE_FAILED) { /* nobody is answered before the truth is known */
        server->host.wake(server->host.me, table->id, server_now(server) + AGAIN_MS);
        return;
    }
    if (change->unknown && is_there(change, stored)) { /* what was refused may be there from another node */
        note_stored(table, stored);
        finish(table, change);
        return;
    }
    change->reply.members = NULL;
    if (change->also)
        give_up_fresh(change->also);
    if (table->fresh) {
        client_reply(server, &reply, "store",
                     "The store could not write it; nothing is changed. Try again later.");
        give_up_fresh(table);
        return;
    }
    table->change = NULL;
    change_drop(change);
    if (stored->found == STORE_FOUND && table_take_newer(table, stored)) {
        /* Another node was faster. The request is handled again on what is new. */
        free(reply.members);
        if (reply.client)
            client_go_on(server, reply.client, false);
        table_advance(table);
    } else {
        client_reply(server, &reply, "store",
                     "The store could not write it; nothing is changed. Try again later.");
        if (stored->found == STORE_NONE)
            table->presence = TABLE_MISSING;
        else
            server->host.wake(server->host.me, table->id, server_now(server) + AGAIN_MS);
    }
    table_wake_waiting(table);
}

void change_read_back(struct table *table)
{
    struct store_query query = {.what = STORE_TABLE, .id = table->id};
    table->reading = true;
    table->server->store.read(table->server->store.me, &query, read_back, table);
}

static void written(void *context, enum store_end end)
{
    struct table *table = context;
    if (end == STORE_KEPT) {
        finish(table, table->change);
        return;
    }
    table->change->unknown = end == STORE_UNKNOWN;
    change_read_back(table);
}

/* Makes the table busy with the change and returns the unit to write. The row is in it if the change puts it.
 * A change of the match alone must not: some entries are hidden, and the row's revision would tell of them.
 */
static struct unit *begin_write(struct change *change, struct table *table, enum table_news news,
                                struct reply *reply)
{
    int64_t now = server_now(table->server);
    struct unit *unit = change->unit;
    struct table_row *row = &change->next.row;
    change->unit = NULL;
    change->news = news;
    drawing_follow_seats(change, table);
    table->used = now;
    if (table->watchers)
        row->looked = now;
    if (row->state != TABLE_OPEN && row->state != TABLE_RUNNING)
        row->origin = 0;
    if (news > NEWS_MOVES) /* moves may be secret: take_over decides */
        row->changed = now;
    change->puts = change->puts || !change->entry_count;
    if (change->puts) {
        if (!change->ends)
            table_summarise(change->match ? change->match : &table->match, now, &change->next);
        table_tidy(&change->next);
        struct chair_row chairs[GAME_MAX_SEATS];
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            chairs[seat] = change->next.chairs[seat].row;
        row->revision = table->at.row.revision + 1;
        (table->fresh ? unit_new_table : unit_put_table)(unit, row, chairs);
    }
    unit_add_entries(unit, table->id, change->entries, change->entry_count);
    if (reply) {
        change->reply = *reply;
        reply->members = NULL;
    }
    table->change = change;
    return unit;
}

void change_write(struct change *change, struct table *table, enum table_news news, struct reply *reply)
{
    struct store *store = &table->server->store;
    store->write(store->me, begin_write(change, table, news, reply), written, table);
}

void change_write_both(struct change *change, struct table *table, struct change *first, struct table *fresh,
                       struct reply *reply)
{
    struct store *store = &table->server->store;
    struct unit *unit = begin_write(change, table, NEWS_ALL, reply);
    unit_join(unit, begin_write(first, fresh, NEWS_ALL, NULL));
    change->also = fresh;
    store->write(store->me, unit, written, table);
}
