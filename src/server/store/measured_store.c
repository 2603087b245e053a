/* measured_store.c: measures how long reads, answers and kept units hold the thread of the tables. */
#include "server/store/measured_store.h"

#include <stdlib.h>

#include "server/base/memory.h"

static const char *const questions[] = {
    [STORE_TABLE] = "table",
    [STORE_ENTRIES] = "entries",
    [STORE_SINCE] = "since",
    [STORE_NEWS] = "news",
    [STORE_OPEN] = "open",
    [STORE_LIVE] = "live",
    [STORE_FINISHED] = "finished",
    [STORE_MINE] = "mine",
    [STORE_CLOCKED] = "clocked",
    [STORE_OLD_OPEN] = "old_open",
    [STORE_OLD_LIVE] = "old_live",
    [STORE_COUNT] = "count",
    [STORE_SEATED] = "seated",
    [STORE_PLAYER] = "player",
    [STORE_BY_NAME] = "by_name",
    [STORE_BY_TOKEN] = "by_token",
    [STORE_BOTS] = "bots",
    [STORE_ALL] = "all",
    [STORE_BANS] = "bans",
    [STORE_AUDIT] = "audit",
    [STORE_VALUES] = "values",
    [STORE_CODE] = "code",
    [STORE_TOKENS] = "tokens",
    [STORE_OWNED] = "owned",
    [STORE_REPORTS] = "reports",
    [STORE_EXPORT] = "export",
    [STORE_TO_COUNT] = "to_count",
    [STORE_RATED] = "rated",
    [STORE_PROFILE] = "profile",
    [STORE_MEETINGS] = "meetings",
    [STORE_RESULTS] = "results",
    [STORE_RANKING] = "ranking",
    [STORE_SEARCH] = "search",
    [STORE_OF_GAME] = "of_game",
    [STORE_GOING] = "going",
    [STORE_PUSHES] = "pushes",
    [STORE_UNFINISHED] = "unfinished",
};

struct watched {
    struct server *server;
    enum store_question what;
    store_read *read;
    store_written *written;
    void *context;
};

static void on_read(void *context, const struct store_answer *answer)
{
    struct watched *w = context;
    double begin = hold_begin(w->server);
    w->read(w->context, answer);
    hold_end(w->server, begin, "answer", questions[w->what]);
    free(w);
}

static void read_watched(void *me, const struct store_query *query, store_read *done, void *context)
{
    struct measured_store *s = me;
    struct watched *w = must_malloc(sizeof *w);
    *w = (struct watched){.server = s->server, .what = query->what, .read = done, .context = context};
    double begin = hold_begin(s->server);
    s->store.read(s->store.me, query, on_read, w);
    hold_end(s->server, begin, "read", questions[query->what]);
}

static void on_written(void *context, enum store_end end)
{
    struct watched *w = context;
    double begin = hold_begin(w->server);
    w->written(w->context, end);
    hold_end(w->server, begin, "answer", "written");
    free(w);
}

static void write_watched(void *me, struct unit *unit, store_written *done, void *context)
{
    struct measured_store *s = me;
    if (!done) {
        s->store.write(s->store.me, unit, NULL, context);
        return;
    }
    struct watched *w = must_malloc(sizeof *w);
    *w = (struct watched){.server = s->server, .written = done, .context = context};
    double begin = hold_begin(s->server);
    s->store.write(s->store.me, unit, on_written, w);
    hold_end(s->server, begin, "write", "unit");
}

static void figures(void *me, struct store_figures *out)
{
    struct measured_store *s = me;
    s->store.figures(s->store.me, out);
}

struct store measured_store_port(struct measured_store *watched, struct server *server,
                                 const struct store *store)
{
    *watched = (struct measured_store){.server = server, .store = *store};
    return (struct store){.me = watched, .read = read_watched, .write = write_watched, .figures = figures};
}
