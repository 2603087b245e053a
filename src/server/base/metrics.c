/* metrics.c: what the server counts, as Prometheus text. */
#include "server/base/metrics.h"

#include <stdio.h>
#include <string.h>

#include "server/server.h"

static void put(struct text *out, const char *name, const char *type, const char *help, double value)
{
    char number[48];
    snprintf(number, sizeof number, "%.15g", value);
    text_printf(out, "# HELP castellany_%s %s\n# TYPE castellany_%s %s\ncastellany_%s %s\n", name, help, name,
                type, name, number);
}

/* Seconds. */
static const double bounds[HISTOGRAM_BOUNDS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                0.05,   0.1,   0.25,   0.5,   1,    5};

void histogram_add(struct histogram *h, double seconds)
{
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++)
        h->within[i] += seconds <= bounds[i];
    h->count++;
    h->sum += seconds;
}

static void put_histogram(struct text *out, const char *name, const char *help, const struct histogram *h)
{
    char line[128];
    text_printf(out, "# HELP castellany_%s_seconds %s\n# TYPE castellany_%s_seconds histogram\n", name, help,
                name);
    for (int i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        bool last = i == HISTOGRAM_BOUNDS;
        char bound[32] = "+Inf";
        if (!last)
            snprintf(bound, sizeof bound, "%g", bounds[i]);
        snprintf(line, sizeof line, "_seconds_bucket{le=\"%s\"} %llu\n", bound,
                 (unsigned long long)(last ? h->count : h->within[i]));
        text_printf(out, "castellany_%s%s", name, line);
    }
    snprintf(line, sizeof line, "_seconds_sum %.9g\n", h->sum);
    text_printf(out, "castellany_%s%s", name, line);
    snprintf(line, sizeof line, "_seconds_count %llu\n", (unsigned long long)h->count);
    text_printf(out, "castellany_%s%s", name, line);
}

void metrics_refused(struct metrics *m, const char *code)
{
    for (int i = 0; i < METRICS_CODES; i++) {
        struct refusals *r = &m->refusals[i];
        if (!r->code)
            r->code = code;
        if (strcmp(r->code, code) == 0) {
            r->count++;
            return;
        }
    }
}

static void put_refusals(struct text *out, const struct metrics *m)
{
    text_put(out, "# HELP castellany_refused_total WebSocket requests answered with an error, by its code.\n"
                  "# TYPE castellany_refused_total counter\n");
    for (int i = 0; i < METRICS_CODES && m->refusals[i].code; i++) {
        char number[32];
        snprintf(number, sizeof number, "%llu", (unsigned long long)m->refusals[i].count);
        text_printf(out, "castellany_refused_total{code=\"%s\"} %s\n", m->refusals[i].code, number);
    }
}

void metrics_text(struct server *s, struct text *out)
{
    const struct metrics *m = &s->metrics;
    struct store_figures f;
    struct host_figures h;
    s->store.figures(s->store.me, &f);
    s->host.figures(s->host.me, &h);
    put(out, "connections", "gauge", "Open connections.", (double)h.connections);
    put(out, "clients", "gauge", "Open WebSockets.", (double)s->clients.count);
    put(out, "tables", "gauge", "Tables in memory.", (double)s->tables.count);
    put(out, "players", "gauge", "Players in memory.", (double)s->players.count);
    put(out, "queued_bytes", "gauge", "Bytes that wait for readers.", (double)h.queued);
    put(out, "requests_total", "counter", "WebSocket requests.", (double)m->requests);
    put_refusals(out, m);
    put(out, "failed_logins_total", "counter", "Wrong names, passwords and codes.", (double)m->failed_logins);
    put(out, "http_requests_total", "counter", "Plain HTTP requests.", (double)m->http);
    put(out, "moves_total", "counter", "Moves stored, chance included.", (double)m->moves);
    put(out, "messages_total", "counter", "Messages made for clients.", (double)m->sent);
    put(out, "message_bytes_total", "counter", "Bytes of the messages made for clients.",
        (double)m->sent_bytes);
    put(out, "bot_moves_total", "counter", "Moves chosen by computers.", (double)m->thoughts);
    put(out, "bots_waiting", "gauge", "Questions to computers that wait.", (double)h.questions);
    put(out, "suspended_total", "counter", "Tables that could not be played and were suspended.",
        (double)m->suspended);
    put(out, "replayed_total", "counter", "Tables replayed from the store.", (double)m->replayed);
    put(out, "commits_total", "counter", "Transactions of the store.", (double)f.commits);
    put(out, "units_total", "counter", "Units written in transactions.", (double)f.units);
    put(out, "units_failed_total", "counter", "Units that were not kept.", (double)f.failed);
    put(out, "units_waiting", "gauge", "Units that wait to be written.", (double)f.waiting);
    put(out, "ready", "gauge", "1 if /readyz answers ok.", server_is_ready(s));
    put_histogram(out, "commit", "Transactions of the store.", &f.commits_took);
    put_histogram(out, "request", "WebSocket requests, from their arrival to their answer.",
                  &m->requests_took);
    put_histogram(out, "turn", "Turns of the loop, without the time that it waited.", &m->turns_took);
    holds_text(&s->holds, out);
    put_histogram(out, "bot_wait", "Questions to computers, until one began to think.", &m->bots_waited);
    put(out, "resident_bytes", "gauge", "Resident memory of the program.", (double)h.resident);
}
