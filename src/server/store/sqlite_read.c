/* sqlite_read.c: what is read from the SQLite file. */
#include "server/base/log.h"
#include "server/store/answer.h"
#include "server/store/sqlite.h"

static int64_t number(void *from, int column)
{
    return sqlite3_column_int64(from, column);
}

static const char *text(void *from, int column)
{
    const unsigned char *found = sqlite3_column_text(from, column);
    return found ? (const char *)found : "";
}

/* A statement need not use all of them. */
static void bind(sqlite3_stmt *q, enum read read, const struct store_query *query)
{
    int id = sqlite3_bind_parameter_index(q, "$1"), from = sqlite3_bind_parameter_index(q, "$2"),
        words = sqlite3_bind_parameter_index(q, "$3");
    if (id)
        sqlite3_bind_int64(q, id, (int64_t)query->id);
    if (from)
        sqlite3_bind_int64(q, from, statement_from(read, query));
    if (words)
        sqlite3_bind_text(q, words, query->text ? query->text : "", -1, SQLITE_STATIC);
}

/* False after a failure. */
static bool run_step(struct sqlite *s, const struct read_step *step, const struct store_query *query,
                     struct store_answer *a)
{
    sqlite3_stmt *q = (step->part == PART_CHAIRS ? s->chairs : s->reads)[step->read];
    struct found_row row = {.from = q, .number = number, .text = text};
    int code;
    bind(q, step->read, query);
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        answer_take(a, step, &row);
    if (code != SQLITE_DONE && code != SQLITE_INTERRUPT) /* the server stops */
        log_line(LOG_ERROR, "store", "cannot read: %s", sqlite3_errmsg(s->reader));
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return code == SQLITE_DONE;
}

void sqlite_read(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    const struct read_step *step = answer_steps(query->what);
    *a = (struct store_answer){.found = STORE_FOUND};
    s->unreadable = false;
    for (; step->part != PART_END && !s->unreadable; step++)
        for (int run = 0; run < step_runs(step, query) && !s->unreadable; run++) {
            struct store_query one = step_query(step, query, run);
            s->unreadable = !run_step(s, step, &one, a);
        }
    if (s->unreadable)
        a->found = STORE_FAILED;
    answer_end(a, query->what);
}

void sqlite_answer(struct sqlite *s, const struct store_query *query, store_read *done, void *context)
{
    struct store_answer a;
    sqlite_read(s, query, &a);
    done(context, &a);
    answer_free(&a);
}
