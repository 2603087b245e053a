/* table.c: loading tables into memory and dropping them. */
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/tables/boxes.h"
#include "server/tables/lobby.h"

enum { IDLE_MS = 60 * 1000, OVER_MS = 1000, AGAIN_MS = 5 * 1000, SWEPT = 1024 };

const char *const table_state_names[] = {"open", "running", "over", "suspended"};
const char *const clock_names[] = {"none", "move", "game"};
const char *const undo_names[] = {"free", "consent", "none"};

struct table *table_add(struct server *server, uint64_t id)
{
    struct table *table = must_calloc(1, sizeof *table);
    table->server = server;
    table->id = id;
    table->used = server_now(server);
    table->summed = true;
    map_put(&server->tables, id, table);
    return table;
}

/* ---- reading a table back ---- */

static void free_chats(struct table *table)
{
    for (int i = 0; i < table->chat_count; i++)
        free(table->chats[i].name);
    free(table->chats);
    table->chats = NULL;
    table->chat_count = 0;
}

void table_add_chat(struct table *table, const struct chat_row *row)
{
    size_t name = strlen(row->name) + 1, text = strlen(row->text) + 1;
    struct chat chat = {.number = row->number, .seat = row->seat, .player = row->player, .at = row->at};
    chat.name = must_malloc(name + text);
    chat.text = chat.name + name;
    memcpy(chat.name, row->name, name);
    memcpy(chat.text, row->text, text);
    if (table->chat_count == STORE_CHATS) {
        free(table->chats[0].name);
        memmove(table->chats, table->chats + 1, (size_t)--table->chat_count * sizeof chat);
    }
    table->chats = must_realloc(table->chats, (size_t)(table->chat_count + 1) * sizeof chat);
    table->chats[table->chat_count++] = chat;
    if (chat.number >= table->next_chat)
        table->next_chat = chat.number + 1;
}

void table_take_chats(struct table *table, const struct store_answer *answer)
{
    free_chats(table);
    for (int i = 0; i < answer->chat_count; i++)
        table_add_chat(table, &answer->chats[i]);
}

bool table_drop_chat(struct table *table, int number)
{
    for (int i = 0; i < table->chat_count; i++)
        if (table->chats[i].number == number) {
            free(table->chats[i].name);
            memmove(table->chats + i, table->chats + i + 1,
                    (size_t)(--table->chat_count - i) * sizeof *table->chats);
            return true;
        }
    return false;
}

/* Whether the game began. One that its only player has ended has the reason of a table that was left. */
static bool begun(const struct table_row *row, int entries)
{
    return row->state != TABLE_OPEN &&
           (entries || (strcmp(row->reason, TABLE_LEFT) != 0 && strcmp(row->reason, TABLE_CLOSED_OPEN) != 0));
}

void table_tidy(struct stored_table *t)
{
    struct table_row *row = &t->row;
    if (row->state != TABLE_OPEN)
        row->drawing = row->drawing_asked = 0;
    if (row->state == TABLE_RUNNING)
        return;
    row->undo_asked = row->undo_place = row->undo_seat = 0;
    row->undo_yes = 0;
    row->turn = 0;
    row->deadline = 0;
    for (int seat = 0; seat < row->seats; seat++)
        t->chairs[seat].row.call_ends = 0;
}

static struct match_terms terms_of(const struct stored_table *t, uint32_t handed_over)
{
    struct match_terms terms = {.undo = (enum match_undo)t->row.undo,
                                .clock = (enum match_clock)t->row.clock,
                                .clock_ms = (int64_t)t->row.clock_seconds * 1000,
                                .reaction_ms = t->row.reaction};
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_COMPUTER && !(handed_over & game_bit(seat)))
            terms.computers |= game_bit(seat);
    return terms;
}

const char *table_start_match(const struct server *server, const struct stored_table *t,
                              const struct game *game, const struct match_entry *stored, int count,
                              struct match *match)
{
    struct match_terms terms = terms_of(t, match_handed_over(stored, count));
    uint8_t key[MATCH_KEY];
    if (!hex_parse(t->row.key, sizeof key, key))
        return "its key cannot be read";
    if (!match_start(match, game, t->row.seats, t->row.options, &terms, key, &memory_of_matches, NULL))
        return "the game does not know its options";
    match->chance = server->chance;
    return NULL;
}

/* Replays the stored entries. NULL, or a message. */
static const char *replay(struct table *table, const struct store_answer *answer, char problem[128])
{
    char reason[96] = "";
    struct text text = TEXT_IN(reason);
    const char *refused = table_start_match(table->server, &table->at, table->game, answer->entries,
                                            answer->entry_count, &table->match);
    if (refused)
        return refused;
    int accepted = match_accept(&table->match, answer->entries, answer->entry_count, &text);
    if (accepted == answer->entry_count)
        return NULL;
    snprintf(problem, 128, "entry %d: %s", accepted, reason);
    match_free(&table->match);
    return problem;
}

const char *table_unplayable(const struct table *table)
{
    return !table->game                                ? "this server does not have the game or its box"
           : table->game->rules != table->at.row.rules ? "it was played with another version of the rules"
                                                       : NULL;
}

/* The game under the rules with which the table began; if the program has these no more, under its own. */
static const struct game *find_game(const struct table_row *row)
{
    const struct game *game = boxes_find_rules(row->game, row->box, row->rules);
    return game ? game : boxes_find(row->game, row->box);
}

/*
 * Takes over what the store has. A table that cannot be played is suspended in memory only, not in the store:
 * a missing box may come back, and nothing would end a suspension that is stored.
 */
void table_take(struct table *table, const struct store_answer *answer)
{
    char buffer[128];
    const char *problem = NULL;
    table->at = answer->tables[0];
    table->game = find_game(&table->at.row);
    table->round++;
    if (table->at.row.undo_asked && (table->at.row.undo_asked > answer->entry_count ||
                                     entries_move(answer->entries + table->at.row.undo_asked,
                                                  answer->entry_count - table->at.row.undo_asked)))
        table->at.row.undo_asked = 0;
    table_tidy(&table->at);
    match_free(&table->match);
    table_take_chats(table, answer);
    problem = table_unplayable(table);
    if (!problem && begun(&table->at.row, answer->entry_count))
        problem = replay(table, answer, buffer);
    if (problem && table->at.row.state != TABLE_OVER) /* of a finished game the result and the record stay */
        table_suspend(table, problem);
    /* The stored row may lack the points of the last moves, see summary.c. */
    struct stored_table present = table->at;
    table->summed = table->at.row.state != TABLE_RUNNING ||
                    !table_summarise(&table->match, server_now(table->server), &present);
    table->at = present;
    for (int seat = 0; seat < GAME_MAX_SEATS;
         seat++) /* from now on an absent player's chair is kept a while */
        table->there[seat] = server_now(table->server);
}

void table_suspend(struct table *table, const char *reason)
{
    char id[ID_TEXT];
    id_text(table->id, id);
    log_event(LOG_WARN, "suspended", "table", id, "reason", reason, NULL);
    table->server->metrics.suspended++;
    snprintf(table->at.row.reason, sizeof table->at.row.reason, "%s", reason);
    table->at.row.state = TABLE_SUSPENDED;
    table_tidy(&table->at);
}

void table_wake_waiting(struct table *table)
{
    uint64_t *waiting = table->waiting;
    int count = table->waiting_count;
    struct server *server = table->server;
    table->waiting = NULL;
    table->waiting_count = table->waiting_capacity = 0;
    for (int i = 0; i < count; i++)
        client_go_on(server, waiting[i], false);
    free(waiting);
}

static void on_read(void *context, const struct store_answer *answer)
{
    struct table *table = context;
    table->presence = answer->found == STORE_FOUND  ? TABLE_PRESENT
                      : answer->found == STORE_NONE ? TABLE_MISSING
                                                    : TABLE_UNREADABLE;
    table->tried = server_now(table->server);
    if (table->presence == TABLE_PRESENT) {
        table->server->metrics.replayed++;
        table_take(table, answer);
        nodes_tell_about(table->server, NOTICE_WHO, table->id);
        table_tell(table, NEWS_ALL);
        table_advance(table);
    }
    table->just_read = true;
    table_wake_waiting(table);
    table->just_read = false;
}

static void read_table(struct table *table)
{
    struct server *server = table->server;
    struct store_query query = {.what = STORE_TABLE, .id = table->id};
    table->presence = TABLE_READING;
    server->store.read(server->store.me, &query, on_read, table);
}

/* Whether another read may help: the game or box was missing, or the table was not found or not read. */
static bool to_be_tried_again(const struct table *table)
{
    bool unplayable = table->presence == TABLE_PRESENT && table->game == NULL;
    return unplayable || table->presence == TABLE_UNREADABLE || table->presence == TABLE_MISSING;
}

struct table *table_get(struct server *server, uint64_t id)
{
    id = id ? id : 1; /* the text is no id; no table has the id 1 */
    struct table *table = map_get(&server->tables, id);
    int64_t now = server_now(server);
    if (!table) {
        table = table_add(server, id);
        read_table(table);
    } else if (!table_is_busy(table) && !table->just_read && to_be_tried_again(table) &&
               (table->presence != TABLE_PRESENT || now - table->tried >= AGAIN_MS)) {
        read_table(table);
    }
    table->used = now;
    return table;
}

void table_note_left(struct table *table, uint64_t player)
{
    if (!player || table_seats_of(table, player) || table->left_count == TABLE_LEFT_MAX)
        return;
    if (!table->left)
        table->left = must_malloc(TABLE_LEFT_MAX * sizeof *table->left);
    table->left[table->left_count++] = player;
}

void table_wait(struct table *table, uint64_t client)
{
    if (table->waiting_count == table->waiting_capacity) {
        table->waiting_capacity = table->waiting_capacity ? table->waiting_capacity * 2 : 4;
        table->waiting =
            must_realloc(table->waiting, (size_t)table->waiting_capacity * sizeof *table->waiting);
    }
    table->waiting[table->waiting_count++] = client;
}

/* ---- who sits there ---- */

uint64_t chair_holder(const struct chair_row *chair)
{
    return chair->kind != CHAIR_PLAYER ? 0 : chair->stand_in ? chair->stand_in : chair->player;
}

uint32_t table_seats_of(const struct table *table, uint64_t player)
{
    uint32_t seats = 0;
    for (int seat = 0; player && seat < table->at.row.seats; seat++)
        if (chair_holder(&table->at.chairs[seat].row) == player)
            seats |= game_bit(seat);
    return seats;
}

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

void table_follow_people(struct table *table, const struct stored_table *was)
{
    int64_t there[GAME_MAX_SEATS] = {0};
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        uint64_t player = table->at.chairs[seat].row.player;
        int before = player ? seat_before(was, player, seat) : -1;
        if (player)
            there[seat] = before < 0 ? server_now(table->server) : table->there[before];
    }
    memcpy(table->there, there, sizeof there);
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

void tables_rename(struct server *server, uint64_t player, const char *name, enum player_kind kind)
{
    size_t at = 0;
    nodes_tell_about(server, NOTICE_PLAYER, player);
    for (struct table *table; (table = map_next(&server->tables, &at));) {
        bool any = set_name(&table->at, player, name, kind);
        if (any)
            lobby_stale(server);
        if (table->change)
            set_name(&table->change->next, player, name, kind);
        if (any && table->presence == TABLE_PRESENT)
            table_tell(table, NEWS_SEATING);
    }
}

static void set_holiday(struct stored_table *t, uint64_t player, int64_t until)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER && t->chairs[seat].row.player == player)
            t->chairs[seat].holiday = until;
}

void tables_note_holiday(struct server *server, uint64_t player, int64_t until)
{
    size_t at = 0;
    for (struct table *table; (table = map_next(&server->tables, &at));) {
        set_holiday(&table->at, player, until);
        if (table->change)
            set_holiday(&table->change->next, player, until);
    }
}

void tables_forget_words(struct server *server, uint64_t player)
{
    size_t at = 0;
    for (struct table *table; (table = map_next(&server->tables, &at));) {
        int kept = 0, before = table->chat_count;
        for (int i = 0; i < before; i++) {
            if (table->chats[i].player == player)
                free(table->chats[i].name);
            else
                table->chats[kept++] = table->chats[i];
        }
        table->chat_count = kept;
        if (kept < before && table->presence == TABLE_PRESENT)
            table_tell(table, NEWS_ALL);
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
        struct table *table = map_get(&g->server->tables, answer->ids[i]);
        if (table)
            table_advance(table);
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

void tables_advance_of(struct server *server, uint64_t player)
{
    struct going *g = must_malloc(sizeof *g);
    struct store_query query = {.what = STORE_GOING, .id = player};
    *g = (struct going){server, player};
    server->store.read(server->store.me, &query, advance_page, g);
}

/* table_advance frees chairs whose player has no name. */
void tables_abandon(struct server *server, uint64_t player)
{
    tables_rename(server, player, "", PLAYER_GUEST);
    tables_advance_of(server, player);
}

/* ---- going ---- */

/* Whether the stored row may be all that is left of the table: it has the summary, or another node, which
 * runs the table, will put it. */
static bool may_be_dropped(const struct table *table)
{
    return table->summed || !nodes_run_here(table);
}

/* Whether the table has nothing to do for a while. The host wakes it when it has. */
static bool is_at_rest(const struct table *table, int64_t now)
{
    int64_t wake = table->at.row.state == TABLE_RUNNING && table_has_match(table)
                       ? match_wake(&table->match, now)
                       : MATCH_NEVER;
    return !table_may_free_chairs(table) && !table_is_busy(table) && !table->watchers &&
           !table->waiting_count && !table->thinking && (wake == MATCH_NEVER || wake - now > IDLE_MS);
}

static bool is_idle(const struct table *table, int64_t now)
{
    int64_t enough = table->presence != TABLE_PRESENT    ? 0
                     : table->at.row.state == TABLE_OVER ? OVER_MS
                                                         : IDLE_MS;
    return is_at_rest(table, now) && may_be_dropped(table) && now - table->used >= enough;
}

void table_rest(struct table *table)
{
    if (!is_at_rest(table, server_now(table->server)) || !may_be_dropped(table))
        return;
    table_set_wake(table);
    table_close(table);
}

/* Writes summaries that are due, and drops idle tables. False if there may be more of them. The tables are
 * found first: what is done with one may load others, which changes the map. */
static bool sweep(struct server *server, int64_t now)
{
    uint64_t found[SWEPT];
    int count = 0;
    size_t at = 0;
    for (const struct table *table; count < SWEPT && (table = map_next(&server->tables, &at));)
        if (summary_is_due(table, now) || is_idle(table, now))
            found[count++] = table->id;
    for (int i = 0; i < count; i++) {
        struct table *table = map_get(&server->tables, found[i]);
        if (table && summary_is_due(table, now))
            summary_write(table);
        else if (table)
            table_rest(table);
    }
    return count < SWEPT;
}

void tables_tick(struct server *server)
{
    int64_t now = server_now(server);
    while (!sweep(server, now))
        ;
}

void table_close(struct table *table)
{
    struct server *server = table->server;
    while (table->watchers)
        client_unwatch(table->watchers->client, table);
    map_drop(&server->tables, table->id);
    match_free(&table->match);
    free_chats(table);
    elsewhere_free(table);
    free(table->waiting);
    free(table->left);
    if (table->change)
        change_drop(table->change);
    free(table);
}
