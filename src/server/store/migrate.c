/* migrate.c: moves all games from one store to another. */
#include "server/store/migrate.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/store/bulk.h"
#include "server/tables/boxes.h"
#include "server/tables/room.h"

/* ---- copying ---- */

static void *new_rows(enum write_kind kind)
{
    return must_calloc(BULK_ROWS, row_kinds[kind].size);
}

/* Calls `visit` for every row, unless NULL, and passes whole pages to `page`, unless NULL. */
static bool for_each(struct bulk_store *s, enum write_kind kind,
                     bool (*page)(void *, enum write_kind, char *, int), void *context, struct text *error)
{
    size_t size = row_kinds[kind].size;
    char *rows = new_rows(kind), *last = must_calloc(1, size);
    int count = bulk_read(s, kind, NULL, rows, error);
    bool fine = count >= 0;
    while (fine && count > 0) {
        memcpy(last, rows + (size_t)(count - 1) * size, size);
        fine = page(context, kind, rows, count);
        if (fine)
            count = bulk_read(s, kind, last, rows, error);
        fine = fine && count >= 0;
    }
    free(rows);
    free(last);
    return fine;
}

/* The work as a whole: of each part so much is done. */
struct work {
    const struct store_progress *progress;
    long rows, tables; /* in all */
    long compared;     /* rows read for comparing, on both sides */
};

struct copying {
    struct bulk_store *to;
    const struct work *work;
    struct migrated *out;
    struct text *error;
};

static bool is_marker(enum write_kind kind, const char *row)
{
    return kind == WRITE_VALUE && strcmp(((const struct value_row *)row)->name, MIGRATE_VALUE) == 0;
}

static bool copy_page(void *context, enum write_kind kind, char *rows, int count)
{
    struct copying *c = context;
    c->out->rows += count;
    store_tell_progress(c->work->progress, "rows copied", c->out->rows, c->work->rows);
    return bulk_add(c->to, kind, rows, count, c->error);
}

/* ---- comparing ---- */

struct sum {
    struct work *work;
    long rows;
    uint64_t hashes; /* of all rows, added: the order of texts is not the same everywhere */
};

static bool sum_page(void *context, enum write_kind kind, char *rows, int count)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "rows";
    struct sum *sum = context;
    const struct row_kind *k = &row_kinds[kind];
    for (int i = 0; i < count; i++) {
        const char *row = rows + (size_t)i * k->size;
        uint64_t all = 0, one;
        if (is_marker(kind, row))
            continue;
        for (const struct column *c = k->columns; c->name; c++) {
            const char *at = row + c->offset;
            size_t length = c->kind == COLUMN_TEXT ? strlen(at) : c->size;
            crypto_shorthash((unsigned char *)&one, (const unsigned char *)at, length, key);
            all = all * UINT64_C(0x9e3779b97f4a7c15) + one;
        }
        sum->hashes += all;
        sum->rows++;
    }
    sum->work->compared += count;
    store_tell_progress(sum->work->progress, "rows compared", sum->work->compared / 2, sum->work->rows);
    return true;
}

static bool compare_rows(struct bulk_store *from, struct bulk_store *to, enum write_kind kind,
                         struct work *work, struct text *error)
{
    struct sum a = {.work = work}, b = {.work = work};
    if (!for_each(from, kind, sum_page, &a, error) || !for_each(to, kind, sum_page, &b, error))
        return false;
    if (a.rows == b.rows && a.hashes == b.hashes)
        return true;
    text_printf(error, "the %s differ: %d rows in %s, %d in %s; does a server still run?",
                row_kinds[kind].table, (int)a.rows, from->name, (int)b.rows, to->name);
    return false;
}

/* ---- replaying ---- */

/* All rows of one table, of a kind whose first key is the table and whose second is a number. */
static void *rows_of(struct bulk_store *s, enum write_kind kind, const void *before, uint64_t table,
                     int *count, struct text *error)
{
    size_t size = row_kinds[kind].size;
    char *page = new_rows(kind), *all = NULL, *last = must_malloc(size);
    bool more = true;
    memcpy(last, before, size);
    *count = 0;
    while (more) {
        int found = bulk_read(s, kind, last, page, error), mine = 0;
        while (mine < found &&
               (uint64_t)column_number(&row_kinds[kind].columns[0], page + (size_t)mine * size) == table)
            mine++;
        all = must_realloc(all, (size_t)(*count + mine + 1) * size);
        memcpy(all + (size_t)*count * size, page, (size_t)mine * size);
        *count += mine;
        more = mine == BULK_ROWS;
        if (mine)
            memcpy(last, page + (size_t)(mine - 1) * size, size);
        if (found < 0)
            *count = -1, more = false;
    }
    free(page);
    free(last);
    return all;
}

/* The entries of a table, to be freed. `count` is below 0 after a failure. */
static struct match_entry *entries_of(struct bulk_store *s, uint64_t table, int *count, struct text *error)
{
    struct entry_row *rows =
        rows_of(s, WRITE_ENTRY, &(struct entry_row){.table = table, .number = -1}, table, count, error);
    struct match_entry *entries = must_calloc((size_t)(*count > 0 ? *count : 1), sizeof *entries);
    for (int i = 0; i < *count; i++) {
        entries[i] = (struct match_entry){
            .number = rows[i].number, .actor = rows[i].actor[0], .code = MATCH_UNREAD, .at = rows[i].at};
        memcpy(entries[i].move, rows[i].move, sizeof entries[i].move);
    }
    free(rows);
    return entries;
}

/* The match as one side has it; false if this program cannot play it. */
static bool replay(struct bulk_store *s, const struct table_row *row, const struct game *game,
                   struct match *match, struct text *error)
{
    static const struct table_world none = {.memory = &memory_of_matches};
    struct stored_table t = {.row = *row};
    int chair_count, count;
    struct chair_row *chairs = rows_of(s, WRITE_CHAIR, &(struct chair_row){.table = row->id, .seat = -1},
                                       row->id, &chair_count, error);
    struct match_entry *entries = entries_of(s, row->id, &count, error);
    for (int i = 0; i < chair_count; i++)
        if (chairs[i].seat >= 0 && chairs[i].seat < GAME_MAX_SEATS)
            t.chairs[chairs[i].seat].row = chairs[i];
    bool fine = chair_count >= 0 && count >= 0 && !table_start_match(&none, &t, game, entries, count, match);
    if (fine && match_accept(match, entries, count, NULL) < count) {
        match_free(match);
        fine = false;
    }
    free(chairs);
    free(entries);
    return fine;
}

struct replaying {
    struct bulk_store *from, *to;
    const struct work *work;
    struct migrated *out;
    struct text *error;
};

static bool replay_page(void *context, enum write_kind kind, char *rows, int count)
{
    struct replaying *r = context;
    (void)kind;
    for (int i = 0; i < count && !r->error->length; i++) {
        const struct table_row *row = (const struct table_row *)rows + i;
        const struct game *game = boxes_find_rules(row->game, row->box, row->rules);
        struct match a = {0}, b = {0};
        r->out->tables++;
        store_tell_progress(r->work->progress, "tables replayed", r->out->tables, r->work->tables);
        if (row->state == TABLE_OPEN)
            continue;
        bool first = game && replay(r->from, row, game, &a, r->error);
        bool second = game && replay(r->to, row, game, &b, r->error);
        bool same = first == second &&
                    (!first || (a.count == b.count && memcmp(a.state, b.state, game->state_size) == 0));
        if (!same && !r->error->length)
            text_printf(r->error, "table %d of the %s replays differently in %s", (int)r->out->tables,
                        row_kinds[WRITE_TABLE].table, r->to->name);
        r->out->replayed += first;
        r->out->left_out += !first;
        if (first)
            match_free(&a);
        if (second)
            match_free(&b);
    }
    return !r->error->length;
}

/* ---- the whole ---- */

/* -1 on failure. */
static int marker(struct bulk_store *s, struct text *error)
{
    struct value_row *rows = new_rows(WRITE_VALUE);
    int count = bulk_read(s, WRITE_VALUE, NULL, rows, error), found = count < 0 ? -1 : 0;
    for (int i = 0; i < count; i++)
        found |= is_marker(WRITE_VALUE, (const char *)&rows[i]);
    free(rows);
    return found;
}

static bool is_empty(struct bulk_store *s, struct text *error)
{
    const enum write_kind kinds[] = {WRITE_TABLE, WRITE_PLAYER, WRITE_VALUE};
    for (int i = 0; i < 3; i++) {
        void *rows = new_rows(kinds[i]);
        int count = bulk_read(s, kinds[i], NULL, rows, error);
        free(rows);
        if (count > 0)
            text_printf(error, "%s has %s already; migrate into an empty store", s->name,
                        row_kinds[kinds[i]].table);
        if (count)
            return false;
    }
    return true;
}

static bool begin(struct bulk_store *from, struct bulk_store *to, struct text *error)
{
    struct value_row row = {.name = MIGRATE_VALUE, .value = "not finished"};
    int source = marker(from, error), target = source < 0 ? -1 : marker(to, error);
    if (source > 0)
        text_printf(error, "a migration into %s did not end; finish that one first", from->name);
    if (source || target < 0)
        return false;
    return target || (is_empty(to, error) && bulk_add(to, WRITE_VALUE, &row, 1, error));
}

static bool measure(struct bulk_store *from, struct work *work, struct text *error)
{
    for (int kind = 0; kind < WRITE_NEW_TABLE; kind++) {
        long count = bulk_count(from, kind, error);
        if (count < 0)
            return false;
        work->rows += count;
        if (kind == WRITE_TABLE)
            work->tables = count;
    }
    return true;
}

static bool move(struct bulk_store *from, struct bulk_store *to, const struct store_progress *progress,
                 struct migrated *out, struct text *error)
{
    struct work work = {.progress = progress};
    struct copying copying = {to, &work, out, error};
    struct replaying replaying = {from, to, &work, out, error};
    bool fine = begin(from, to, error) && measure(from, &work, error);
    for (int kind = 0; kind < WRITE_NEW_TABLE && fine; kind++)
        fine = for_each(from, kind, copy_page, &copying, error);
    for (int kind = 0; kind < WRITE_NEW_TABLE && fine; kind++)
        fine = compare_rows(from, to, kind, &work, error);
    return fine && for_each(from, WRITE_TABLE, replay_page, &replaying, error) &&
           bulk_run(to, "DELETE FROM owner_values WHERE name = '" MIGRATE_VALUE "'", error);
}

bool store_migrate(const char *from, const char *to, const struct store_progress *progress,
                   struct migrated *out, struct text *error)
{
    struct bulk_store a, b = {.sqlite = {.folder = -1}};
    *out = (struct migrated){0};
    bool opened = bulk_open(&a, from, false, error);
    bool fine = opened && bulk_open(&b, to, true, error) && move(&a, &b, progress, out, error);
    if (opened)
        bulk_close(&b);
    bulk_close(&a);
    return fine;
}
