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
static void bind(sqlite3_stmt *q, const struct read_step *step, const struct store_query *query)
{
    int id = sqlite3_bind_parameter_index(q, "$1"), from = sqlite3_bind_parameter_index(q, "$2"),
        words = sqlite3_bind_parameter_index(q, "$3");
    if (id)
        sqlite3_bind_int64(q, id, step_id(step, query));
    if (from)
        sqlite3_bind_int64(q, from, step_from(step, query));
    if (words)
        sqlite3_bind_text(q, words, query->text ? query->text : "", -1, SQLITE_STATIC);
}

/* False after a failure. */
static bool run_step(struct sqlite *s, const struct read_step *step, const struct store_query *query,
                     struct store_answer *a)
{
    sqlite3_stmt *q = s->reads[step->read][step->chairs];
    struct found_row row = {.from = q, .number = number, .text = text};
    int code;
    bind(q, step, query);
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
    struct read_step step = step_first(query);
    *a = (struct store_answer){.found = STORE_FOUND};
    do
        s->unreadable = !run_step(s, &step, query, a);
    while (!s->unreadable && step_next(query, &step));
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
