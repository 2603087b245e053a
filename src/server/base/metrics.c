/* metrics.c: what the server counts, as Prometheus text. */
#include "server/base/metrics.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

static void put(struct text *out, const char *name, const char *type, const char *help, double value)
{
    char number[48];
    snprintf(number, sizeof number, "%.15g", value);
    text_printf(out, "# HELP castellany_%s %s\n# TYPE castellany_%s %s\ncastellany_%s %s\n", name, help, name,
                type, name, number);
}

static double resident_bytes(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%*s %ld", &pages) != 1)
            pages = 0;
        fclose(f);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void metrics_text(struct server *s, struct text *out)
{
    const struct metrics *m = &s->metrics;
    struct store_figures f;
    size_t connections, queued, questions;
    s->store.figures(s->store.me, &f);
    s->host.figures(s->host.me, &connections, &queued, &questions);
    put(out, "connections", "gauge", "Open connections.", (double)connections);
    put(out, "clients", "gauge", "Open WebSockets.", (double)s->clients.count);
    put(out, "tables", "gauge", "Tables in memory.", (double)s->tables.count);
    put(out, "players", "gauge", "Players in memory.", (double)s->players.count);
    put(out, "queued_bytes", "gauge", "Bytes that wait for readers.", (double)queued);
    put(out, "requests_total", "counter", "WebSocket requests.", (double)m->requests);
    put(out, "refused_total", "counter", "WebSocket requests answered with an error.", (double)m->refused);
    put(out, "http_requests_total", "counter", "Plain HTTP requests.", (double)m->http);
    put(out, "moves_total", "counter", "Moves stored, chance included.", (double)m->moves);
    put(out, "messages_total", "counter", "Messages made for clients.", (double)m->sent);
    put(out, "message_bytes_total", "counter", "Bytes of the messages made for clients.",
        (double)m->sent_bytes);
    put(out, "bot_moves_total", "counter", "Moves chosen by computers.", (double)m->thoughts);
    put(out, "bots_waiting", "gauge", "Questions to computers that wait.", (double)questions);
    put(out, "suspended_total", "counter", "Tables that could not be played and were suspended.",
        (double)m->suspended);
    put(out, "replayed_total", "counter", "Tables replayed from the store.", (double)m->replayed);
    put(out, "commits_total", "counter", "Transactions of the store.", (double)f.commits);
    put(out, "commit_seconds_total", "counter", "Time spent in transactions.", f.commit_seconds);
    put(out, "units_total", "counter", "Units written in transactions.", (double)f.units);
    put(out, "units_failed_total", "counter", "Units that were not kept.", (double)f.failed);
    put(out, "units_waiting", "gauge", "Units that wait to be written.", (double)f.waiting);
    put(out, "resident_bytes", "gauge", "Resident memory of the program.", resident_bytes());
}
