/* answer.c: how the rows that a question finds become an answer. */
#include "server/store/answer.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "server/base/memory.h"

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

void answer_take(struct store_answer *a, const struct read_step *step, const struct found_row *found)
{
    const struct read *read = &reads[step->read];
    if (step->chairs) {
        take_chair(a, found);
        return;
    }
    switch (read->part) {
    case PART_TABLES:
        take_table(a, found);
        break;
    case PART_ENTRIES:
        take_entry(a, found);
        break;
    case PART_CHATS:
        a->chats = add_row(a->chats, &a->chat_count, read->kind, found);
        break;
    case PART_PLAYER:
        found_row_read(found, read->kind, &a->player);
        break;
    case PART_IDS:
        if (a->count < STORE_IDS)
            a->ids[a->count++] = (uint64_t)found->number(found->from, 0);
        break;
    case PART_COUNTS:
        a->count = (int)found->number(found->from, 0);
        a->of_origin = (int)found->number(found->from, 1);
        a->of_all = (int)found->number(found->from, 2);
        break;
    case PART_ROWS:
        a->rows = add_row(a->rows, &a->row_count, read->kind, found);
        break;
    case PART_TOKENS:
        a->tokens = add_row(a->tokens, &a->token_count, read->kind, found);
        break;
    case PART_RATINGS:
        a->ratings = add_row(a->ratings, &a->rating_count, read->kind, found);
        break;
    case PART_REPORTS:
        a->reports = add_row(a->reports, &a->report_count, read->kind, found);
        break;
    case PART_RESULTS:
        a->results = add_row(a->results, &a->result_count, read->kind, found);
        break;
    }
}

static bool finds_nothing(const struct store_answer *a, const struct read *read)
{
    return read->part == PART_TABLES   ? !a->table_count
           : read->part == PART_PLAYER ? !a->player.id
                                       : !a->row_count;
}

void answer_end(struct store_answer *a, enum store_question what)
{
    if (a->found == STORE_FOUND && reads[what].one && finds_nothing(a, &reads[what]))
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
