/* answer.c: what a question reads, and how the rows that are found become an answer. */
#include "server/store/answer.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "server/base/memory.h"

/* ---- what is read ---- */

static const struct read_step steps[][ANSWER_STEPS] = {
    [STORE_TABLE] = {{READ_TABLE, PART_TABLES},
                     {READ_TABLE, PART_CHAIRS},
                     {READ_ENTRIES, PART_ENTRIES},
                     {READ_CHATS, PART_CHATS},
                     {0, PART_END}},
    [STORE_SINCE] = {{READ_TABLE, PART_TABLES},
                     {READ_TABLE, PART_CHAIRS},
                     {READ_ENTRIES, PART_ENTRIES},
                     {READ_CHATS, PART_CHATS},
                     {0, PART_END}},
    [STORE_NEWS] = {{READ_HEAD, PART_ROWS}, {0, PART_END}},
    [STORE_ENTRIES] = {{READ_ENTRIES, PART_ENTRIES}, {0, PART_END}},
    [STORE_OPEN] = {{READ_OPEN, PART_TABLES}, {READ_OPEN, PART_CHAIRS}, {0, PART_END}},
    [STORE_LIVE] = {{READ_LIVE, PART_TABLES}, {READ_LIVE, PART_CHAIRS}, {0, PART_END}},
    [STORE_FINISHED] = {{READ_FINISHED, PART_TABLES}, {READ_FINISHED, PART_CHAIRS}, {0, PART_END}},
    [STORE_MINE] = {{READ_MINE, PART_TABLES}, {READ_MINE, PART_CHAIRS}, {0, PART_END}},
    [STORE_CLOCKED] = {{READ_CLOCKED, PART_IDS}, {0, PART_END}},
    [STORE_OLD_OPEN] = {{READ_OLD_OPEN, PART_IDS}, {0, PART_END}},
    [STORE_OLD_LIVE] = {{READ_OLD_LIVE, PART_IDS}, {0, PART_END}},
    [STORE_COUNT] = {{READ_COUNT, PART_COUNTS}, {0, PART_END}},
    [STORE_SEATED] = {{READ_SEATED, PART_COUNTS}, {READ_OTHER, PART_PLAYER}, {0, PART_END}},
    [STORE_PLAYER] = {{READ_PLAYER, PART_PLAYER}, {0, PART_END}},
    [STORE_BY_NAME] = {{READ_BY_NAME, PART_PLAYER}, {0, PART_END}},
    [STORE_BY_TOKEN] = {{READ_BY_TOKEN, PART_PLAYER}, {0, PART_END}},
    [STORE_BOTS] = {{READ_BOTS, PART_IDS}, {0, PART_END}},
    [STORE_ALL] = {{READ_ALL, PART_TABLES}, {READ_ALL, PART_CHAIRS}, {0, PART_END}},
    [STORE_BANS] = {{READ_BANS, PART_ROWS}, {0, PART_END}},
    [STORE_AUDIT] = {{READ_AUDIT, PART_ROWS}, {0, PART_END}},
    [STORE_VALUES] = {{READ_VALUES, PART_ROWS}, {0, PART_END}},
    [STORE_CODE] = {{READ_CODE, PART_ROWS}, {0, PART_END}},
    [STORE_TOKENS] = {{READ_TOKENS, PART_ROWS}, {0, PART_END}},
    [STORE_OWNED] = {{READ_OWNED, PART_ROWS}, {0, PART_END}},
    [STORE_REPORTS] = {{READ_ALL_REPORTS, PART_ROWS}, {0, PART_END}},
    [STORE_EXPORT] = {{READ_PLAYER, PART_PLAYER},
                      {READ_ALL_TABLES, PART_TABLES},
                      {READ_ALL_TABLES, PART_CHAIRS},
                      {READ_WORDS, PART_CHATS},
                      {READ_BOTS, PART_IDS},
                      {READ_TOKENS, PART_TOKENS},
                      {READ_RATINGS, PART_RATINGS},
                      {READ_REPORTS, PART_REPORTS},
                      {READ_ALL_RESULTS, PART_RESULTS},
                      {READ_PUSHES, PART_ROWS},
                      {0, PART_END}},
    [STORE_TO_COUNT] = {{READ_TO_COUNT, PART_IDS}, {0, PART_END}},
    [STORE_RATED] = {{READ_TABLE, PART_TABLES},
                     {READ_TABLE, PART_CHAIRS},
                     {READ_TABLE_RATINGS, PART_RATINGS},
                     {READ_PAIRS, PART_ROWS},
                     {0, PART_END}},
    [STORE_PROFILE] = {{READ_PLAYER, PART_PLAYER},
                       {READ_RATINGS, PART_RATINGS},
                       {READ_TALLIES, PART_ROWS},
                       {0, PART_END}},
    [STORE_MEETINGS] = {{READ_MEETINGS, PART_ROWS}, {0, PART_END}},
    [STORE_RESULTS] = {{READ_RESULTS, PART_ROWS}, {0, PART_END}},
    [STORE_RANKING] = {{READ_RANKING, PART_ROWS}, {0, PART_END}},
    [STORE_SEARCH] = {{READ_SEARCH, PART_TABLES}, {READ_SEARCH, PART_CHAIRS}, {0, PART_END}},
    [STORE_OF_GAME] = {{READ_OF_GAME, PART_TABLES}, {READ_OF_GAME, PART_CHAIRS}, {0, PART_END}},
    [STORE_GOING] = {{READ_GOING, PART_IDS}, {0, PART_END}},
    [STORE_UNFINISHED] = {{READ_UNFINISHED, PART_TABLES}, {READ_UNFINISHED, PART_CHAIRS}, {0, PART_END}},
    [STORE_PUSHES] = {{READ_PUSHES, PART_ROWS}, {0, PART_END}},
};

const struct read_step *answer_steps(enum store_question what)
{
    return steps[what];
}

void step_statement(const struct read_step *step, struct text *sql)
{
    if (step->part == PART_CHAIRS)
        statement_read_chairs(step->read, sql);
    else
        statement_read(step->read, sql);
}

int step_runs(const struct read_step *step, const struct store_query *query)
{
    return step->read == READ_HEAD ? query->id_count : 1;
}

struct store_query step_query(const struct read_step *step, const struct store_query *query, int run)
{
    struct store_query one = *query;
    if (step->read == READ_HEAD)
        one.id = query->ids[run];
    return one;
}

/* ---- rows ---- */

/* Only a text that another program wrote can be too long; it is cut. */
static void copy(const struct found_row *row, int column, char *out, size_t size)
{
    struct text text = text_in(out, size);
    text_put(&text, row->text(row->from, column));
}

void found_row_read(const struct found_row *found, const struct row_kind *kind, void *row)
{
    for (int i = 0; kind->columns[i].name; i++) {
        const struct column *c = &kind->columns[i];
        if (c->kind == COLUMN_TEXT)
            copy(found, i, (char *)row + c->offset, c->size);
        else
            column_set_number(c, row, found->number(found->from, i));
    }
}

/* The array with one more element, which is 0. */
static void *add(void *list, int *count, size_t size)
{
    bool full = *count == 0 || (*count >= 8 && !(*count & (*count - 1)));
    size_t capacity = *count < 8 ? 8 : (size_t)*count * 2;
    char *longer = full ? must_realloc(list, capacity * size) : list;
    memset(longer + (size_t)(*count)++ * size, 0, size);
    return longer;
}

static void *add_row(void *list, int *count, const struct row_kind *kind, const struct found_row *found)
{
    char *longer = add(list, count, kind->size);
    found_row_read(found, kind, longer + (size_t)(*count - 1) * kind->size);
    return longer;
}

static void take_table(struct store_answer *a, const struct found_row *found)
{
    a->tables = add(a->tables, &a->table_count, sizeof *a->tables);
    found_row_read(found, &row_kinds[WRITE_TABLE], &a->tables[a->table_count - 1].row);
}

static void take_chair(struct store_answer *a, const struct found_row *found)
{
    int own = columns_count(&row_kinds[WRITE_CHAIR]), i = 0, at = a->seated;
    struct stored_chair c = {.kind = (uint8_t)found->number(found->from, own + 1),
                             .rating = (int32_t)found->number(found->from, own + 2),
                             .games = (int32_t)found->number(found->from, own + 3),
                             .owner = (uint64_t)found->number(found->from, own + 4),
                             .holiday = found->number(found->from, own + 5)};
    found_row_read(found, &row_kinds[WRITE_CHAIR], &c.row);
    copy(found, own, c.name, sizeof c.name);
    if (c.row.stand_in) /* the row has the name of that day */
        copy(found, own + 6, c.row.stand_in_name, sizeof c.row.stand_in_name);
    /* A level that does not exist would crash the server at every start. */
    c.row.level = c.row.level < 1 ? 1 : c.row.level > BOT_LEVELS ? BOT_LEVELS : c.row.level;
    /* Where there are many tables, in an export, their chairs come in the same order. */
    for (; i < a->table_count && a->tables[at].row.id != c.row.table; i++)
        at = (at + 1) % a->table_count;
    if (i == a->table_count || c.row.seat < 0 || c.row.seat >= GAME_MAX_SEATS)
        return;
    a->tables[at].chairs[c.row.seat] = c;
    a->seated = at;
}

static void take_entry(struct store_answer *a, const struct found_row *found)
{
    struct entry_row row = {0};
    found_row_read(found, &row_kinds[WRITE_ENTRY], &row);
    a->entries = add(a->entries, &a->entry_count, sizeof *a->entries);
    struct match_entry *e = &a->entries[a->entry_count - 1];
    *e =
        (struct match_entry){.number = row.number, .actor = row.actor[0], .code = MATCH_UNREAD, .at = row.at};
    memcpy(e->move, row.move, sizeof e->move);
}

static void take_counts(struct store_answer *a, enum read read, const struct found_row *found)
{
    a->count = (int)found->number(found->from, 0);
    if (read == READ_COUNT) {
        a->of_origin = (int)found->number(found->from, 1);
        a->of_all = (int)found->number(found->from, 2);
    }
}

void answer_take(struct store_answer *a, const struct read_step *step, const struct found_row *found)
{
    switch (step->part) {
    case PART_TABLES:
        take_table(a, found);
        break;
    case PART_CHAIRS:
        take_chair(a, found);
        break;
    case PART_ENTRIES:
        take_entry(a, found);
        break;
    case PART_CHATS:
        a->chats = add_row(a->chats, &a->chat_count, &row_kinds[WRITE_CHAT], found);
        break;
    case PART_PLAYER:
        found_row_read(found, &row_kinds[WRITE_PLAYER], &a->player);
        break;
    case PART_IDS:
        if (a->count < STORE_IDS)
            a->ids[a->count++] = (uint64_t)found->number(found->from, 0);
        break;
    case PART_COUNTS:
        take_counts(a, step->read, found);
        break;
    case PART_ROWS:
        a->rows = add_row(a->rows, &a->row_count, read_row_kind(step->read), found);
        break;
    case PART_TOKENS:
        a->tokens = add_row(a->tokens, &a->token_count, &row_kinds[WRITE_TOKEN], found);
        break;
    case PART_RATINGS:
        a->ratings = add_row(a->ratings, &a->rating_count, &row_kinds[WRITE_RATING], found);
        break;
    case PART_REPORTS:
        a->reports = add_row(a->reports, &a->report_count, &row_kinds[WRITE_REPORT], found);
        break;
    case PART_RESULTS:
        a->results = add_row(a->results, &a->result_count, &row_kinds[WRITE_RESULT], found);
        break;
    case PART_END:
        break;
    }
}

/* Whether a question is about one thing that was not found. */
static bool finds_nothing(const struct store_answer *a, enum store_question what)
{
    switch (what) {
    case STORE_TABLE:
    case STORE_SINCE:
    case STORE_RATED:
        return !a->table_count;
    case STORE_CODE:
        return !a->row_count;
    case STORE_PLAYER:
    case STORE_BY_NAME:
    case STORE_BY_TOKEN:
    case STORE_EXPORT:
    case STORE_PROFILE:
        return !a->player.id;
    default:
        return false;
    }
}

void answer_end(struct store_answer *a, enum store_question what)
{
    if (a->found == STORE_FOUND && finds_nothing(a, what))
        a->found = STORE_NONE;
}

void answer_keep(const struct store_answer *answer, struct store_answer *kept)
{
    *kept = *answer;
    *(struct store_answer *)(uintptr_t)answer = (struct store_answer){0}; /* whoever read it frees nothing */
}

void answer_free(struct store_answer *a)
{
    free(a->tables);
    free(a->entries);
    free(a->chats);
    free(a->rows);
    free(a->tokens);
    free(a->ratings);
    free(a->reports);
    free(a->results);
}
