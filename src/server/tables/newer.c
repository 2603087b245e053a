/* newer.c: takes over what other nodes have made of a table. */
#include "server/base/log.h"
#include "server/protocol/client.h"
#include "server/tables/lobby.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <string.h>

enum { AGAIN_MS = 1000 };

bool entries_move(const struct match_entry *entries, int count)
{
    for (int i = 0; i < count; i++)
        if (entries[i].actor != 's' && entries[i].actor != 'p')
            return true;
    return false;
}

bool table_is_secret(const struct table *table, int before, enum table_news news)
{
    int place = before;
    if (news != NEWS_MOVES || !match_paused(&table->match))
        return false;
    while (place < table->match.count && match_unseen(&table->match, place, GAME_PUBLIC))
        place++;
    return place == table->match.count;
}

/* ---- what watchers are told: the same as at the node that made the change ---- */

static enum table_news greater(enum table_news a, enum table_news b)
{
    return a > b ? a : b;
}

/* Nobody is told of a seat that wants no reaction, or that answers by itself. */
static enum table_news news_of_entry(const struct match_entry *e)
{
    if (e->actor == 'u')
        return NEWS_UNDONE;
    if (e->actor != 's')
        return NEWS_MOVES;
    if (strstr(e->move, "back"))
        return NEWS_ALL;
    bool hidden = strstr(e->move, "quiet") || strstr(e->move, "eager") || strstr(e->move, "reply");
    return hidden ? NEWS_NONE : NEWS_SEATING;
}

static bool is_same_seating(const struct stored_table *a, const struct stored_table *b)
{
    for (int seat = 0; seat < a->row.seats; seat++) {
        const struct chair_row *x = &a->chairs[seat].row, *y = &b->chairs[seat].row;
        if (x->kind != y->kind || x->player != y->player || x->level != y->level ||
            x->call_ends != y->call_ends || strcmp(x->alias, y->alias) != 0 || x->stand_in != y->stand_in ||
            strcmp(x->pledge, y->pledge) != 0 || strcmp(a->chairs[seat].name, b->chairs[seat].name) != 0)
            return false;
    }
    return true;
}

/* Summaries are put now and then, and nobody is told of them. */
static enum table_news news_of_row(const struct stored_table *was, const struct stored_table *now)
{
    bool ends = was->row.state == TABLE_RUNNING && now->row.state == TABLE_OVER;
    if (!is_same_seating(was, now) || was->row.rematch != now->row.rematch ||
        was->row.rated != now->row.rated || was->row.creator != now->row.creator ||
        (was->row.state != now->row.state && !ends))
        return NEWS_ALL;
    if (ends)
        return NEWS_MOVES;
    if (was->row.undo_asked && !now->row.undo_asked)
        return NEWS_REFUSED;
    bool asked = now->row.undo_asked &&
                 (was->row.undo_asked != now->row.undo_asked || was->row.undo_place != now->row.undo_place ||
                  was->row.undo_seat != now->row.undo_seat || was->row.undo_yes != now->row.undo_yes);
    return asked ? NEWS_ASKED : NEWS_NONE;
}

/* ---- taking over ---- */

/* The row that another node has put. The points in memory are at least as new. */
static void take_row(struct table *table, const struct stored_table *row)
{
    const char *problem = table_unplayable(table);
    bool over = row->row.state == TABLE_OVER, said = table->at.row.state == TABLE_SUSPENDED;
    table->at = *row;
    if (problem && !over) { /* another node plays it; this one says why it cannot, once */
        snprintf(table->at.row.reason, sizeof table->at.row.reason, "%s", problem);
        table->at.row.state = TABLE_SUSPENDED;
    }
    if (problem && !over && !said)
        table_suspend(table, problem);
    table_tidy(&table->at);
}

/* By these entries of another node a holiday has ended, of which this one may not have heard. */
static void note_awake(struct table *table, const struct match_entry *entries, int count)
{
    for (int i = 0; i < count; i++) {
        int seat = entries[i].move[0] - '1';
        if (entries[i].actor == 's' && strstr(entries[i].move, "awake") && seat >= 0 &&
            seat < table->at.row.seats && table->at.chairs[seat].holiday > entries[i].at)
            table->at.chairs[seat].holiday = entries[i].at;
    }
}

static enum table_news take_entries(struct table *table, const struct match_entry *entries, int count)
{
    enum table_news news = NEWS_NONE;
    char reason[96] = "";
    struct text problem = TEXT_IN(reason);
    if (match_accept(&table->match, entries, count, &problem) < count) {
        table_suspend(table, reason);
        return NEWS_ALL;
    }
    note_awake(table, entries, count);
    for (int i = 0; i < count; i++) {
        news = greater(news, news_of_entry(&entries[i]));
        if (entries[i].actor == 'u')
            table->round++; /* a place may now be another position */
        if (table->at.row.undo_asked && entries[i].number >= table->at.row.undo_asked &&
            entries_move(&entries[i], 1))
            table->at.row.undo_asked = 0;
    }
    return news;
}

/* The game has begun since; the answer has all its entries. */
static enum table_news take_start(struct table *table, const struct store_answer *answer)
{
    const char *problem = table_start_match(table->server, &table->at, table->game, answer->entries,
                                            answer->entry_count, &table->match);
    if (problem)
        table_suspend(table, problem);
    return NEWS_ALL;
}

static bool has_line(const struct table *table, int number)
{
    for (int i = table->chat_count - 1; i >= 0; i--)
        if (table->chats[i].number == number)
            return true;
    return false;
}

bool table_take_lines(struct table *table, const struct store_answer *answer)
{
    int last = table->chat_count ? table->chats[table->chat_count - 1].number : -1;
    bool any = false;
    for (int i = 0; i < answer->chat_count; i++) {
        if (answer->chats[i].number <= last &&
            (last - answer->chats[i].number > STORE_CHATS / 2 || has_line(table, answer->chats[i].number)))
            continue;
        table_add_chat(table, &answer->chats[i]);
        table_tell_chat(table, &table->chats[table->chat_count - 1]);
        any = true;
    }
    return any;
}

/* `newer`: the row was read. */
static void tell(struct table *table, const struct stored_table *was, int before, bool newer,
                 enum table_news news)
{
    bool lags = table_summarise(&table->match, server_now(table->server), &table->at);
    table->summed = table->at.row.state != TABLE_RUNNING || (!lags && (newer || table->summed));
    bool ends = was->row.state == TABLE_RUNNING && table->at.row.state == TABLE_OVER;
    news = ends && match_given_up(&table->match) ? NEWS_ALL : news;
    table_tell(table, news);
    if (ends && news == NEWS_MOVES)
        table_tell(table, NEWS_SEATING);
    if (news > NEWS_REFUSED && !table_is_secret(table, before, news))
        lobby_changed(table, was);
}

bool table_take_newer(struct table *table, const struct store_answer *answer)
{
    struct stored_table was = table->at;
    int before = table->match.count, skip = 0;
    enum table_news news = NEWS_NONE;
    const struct stored_table *row = answer->table_count ? &answer->tables[0] : NULL;
    bool newer = row && row->row.revision > table->at.row.revision;
    if (newer) {
        take_row(table, row);
        table_follow_people(table, &was);
    }
    if (newer && !table_has_match(table) && table->at.row.state == TABLE_RUNNING)
        news = take_start(table, answer);
    while (skip < answer->entry_count && answer->entries[skip].number < table->match.entries)
        skip++;
    int count = table_has_match(table) ? answer->entry_count - skip : 0;
    if (count)
        news = greater(news, take_entries(table, answer->entries + skip, count));
    if (newer) /* after the entries: these may answer the question to take moves back */
        news = greater(news, news_of_row(&was, &table->at));
    bool talk = table_take_lines(table, answer);
    if (count || newer)
        tell(table, &was, before, newer, news);
    return count || newer || talk;
}

/* ---- reading on ---- */

static bool is_behind(const struct table *table)
{
    const struct head_row *h = &table->heard;
    return h->entries > table->match.entries || h->revision > table->at.row.revision ||
           h->chats > table->next_chat;
}

static bool same_head(const struct head_row *a, const struct head_row *b)
{
    return a->revision == b->revision && a->entries == b->entries && a->chats == b->chats;
}

static void on_newer(void *context, const struct store_answer *answer)
{
    struct table *table = context;
    struct server *server = table->server;
    table->reading = false;
    table->unsure = answer->found == STORE_FAILED;
    if (answer->found == STORE_FOUND)
        table_take_newer(table, answer);
    else if (answer->found == STORE_NONE)
        table->presence = TABLE_MISSING;
    if (answer->found == STORE_FAILED)
        server->host.wake(server->host.me, table->id, server_now(server) + AGAIN_MS);
    else if (same_head(&table->heard, &table->sought))
        table->heard =
            (struct head_row){0}; /* a notice of more than there is must not be followed for ever */
    else
        table_catch_up(table);
    table_advance(table);
    table_wake_waiting(table);
}

static void on_look(void *context, const struct store_answer *answer)
{
    struct table *table = context;
    const struct head_row *head = answer->rows;
    table->reading = false;
    table->unsure = answer->found == STORE_FAILED;
    if (answer->row_count == 1) {
        struct head_row *h = &table->heard;
        h->entries = head->entries > h->entries ? head->entries : h->entries;
        h->revision = head->revision > h->revision ? head->revision : h->revision;
        h->chats = head->chats > h->chats ? head->chats : h->chats;
        table_catch_up(table);
    }
    table_advance(table); /* a computer may have answered while the table was busy */
    if (!table_is_busy(table))
        table_wake_waiting(table);
}

void table_look(struct table *table)
{
    struct store *store = &table->server->store;
    struct store_query query = {.what = STORE_NEWS, .ids = &table->id, .id_count = 1};
    if (table_is_busy(table) || table->presence != TABLE_PRESENT)
        return;
    table->reading = true;
    store->read(store->me, &query, on_look, table);
}

/* Most often only a move is new. The table's row is read only if it changed too. */
void table_catch_up(struct table *table)
{
    struct store *store = &table->server->store;
    if (table_is_busy(table) || table->presence != TABLE_PRESENT || !is_behind(table))
        return;
    bool moves_only = table_has_match(table) && table->heard.revision <= table->at.row.revision &&
                      table->heard.chats <= table->next_chat;
    struct store_query query = {.what = moves_only ? STORE_ENTRIES : STORE_SINCE,
                                .id = table->id,
                                .from = (uint64_t)table->match.entries,
                                .lines = table->next_chat};
    table->reading = true;
    table->sought = table->heard;
    store->read(store->me, &query, on_newer, table);
}
