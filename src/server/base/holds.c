/* holds.c: measures what holds the thread of the tables, and names what holds it too long. */
#include "server/base/holds.h"

#include <stdio.h>
#include <string.h>

#include "server/base/log.h"
#include "server/server.h"

static struct hold_row *row_of(struct holds *h, const char *kind, const char *what)
{
    for (int i = 0; i < h->count; i++)
        if (strcmp(h->rows[i].what, what) == 0 && strcmp(h->rows[i].kind, kind) == 0)
            return &h->rows[i];
    if (h->count == HOLD_KINDS)
        return &h->rows[HOLD_KINDS - 1]; /* cannot be: a test counts the names */
    h->rows[h->count] = (struct hold_row){.kind = kind, .what = what};
    return &h->rows[h->count++];
}

double hold_begin(struct server *s)
{
    if (s->holds.depth++ == 0) {
        s->holds.inner = NULL;
        s->holds.inner_took = 0;
    }
    return s->host.spent(s->host.me);
}

static void complain(const struct holds *h, const struct hold_row *row, double took)
{
    char ms[24], by[64], within[96] = "-";
    snprintf(ms, sizeof ms, "%.0f", took * 1000);
    snprintf(by, sizeof by, "%s %s", row->kind, row->what);
    if (h->inner)
        snprintf(within, sizeof within, "%s %s %.0f ms", h->inner->kind, h->inner->what,
                 h->inner_took * 1000);
    log_event(LOG_WARN, "held", "ms", ms, "by", by, "within", within, NULL);
}

void hold_end(struct server *s, double begin, const char *kind, const char *what)
{
    struct holds *h = &s->holds;
    double took = s->host.spent(s->host.me) - begin;
    struct hold_row *row = row_of(h, kind, what);
    row->count++;
    row->longest = took > row->longest ? took : row->longest;
    h->depth--;
    if (h->depth && took > h->inner_took) {
        h->inner = row;
        h->inner_took = took;
    }
    if (h->depth || took * 1000 <= HOLD_MS)
        return;
    h->late++;
    complain(h, row, took);
}

void holds_text(const struct holds *h, struct text *out)
{
    char number[64];
    snprintf(number, sizeof number, "castellany_held_total %llu\n", (unsigned long long)h->late);
    text_put(out,
             "# HELP castellany_held_total How often one thing took longer than 50 ms of the loop's CPU.\n"
             "# TYPE castellany_held_total counter\n");
    text_put(out, number);
    text_put(out,
             "# HELP castellany_held_longest_seconds The longest time of the loop's CPU, by what took it.\n"
             "# TYPE castellany_held_longest_seconds gauge\n");
    for (int i = 0; i < h->count; i++) {
        snprintf(number, sizeof number, "%.6f", h->rows[i].longest);
        text_printf(out, "castellany_held_longest_seconds{by=\"%s %s\"} %s\n", h->rows[i].kind,
                    h->rows[i].what, number);
    }
}
