/* busiest.c: finds the addresses that send the most, or are refused the most, for the owner of the server. */
#include "server/base/busiest.h"

#include <stdio.h>

#include "server/base/limits.h"
#include "server/base/log.h"

enum { HALVE_MS = 60 * 1000, MANY_BYTES = 4 * 1024 * 1024, MANY_REFUSED = 300 };

static struct busy *row_of(struct busiest *b, const char *address)
{
    uint64_t key = limits_key(address);
    struct busy *least = b->rows;
    for (int i = 0; i < b->count; i++) {
        struct busy *row = &b->rows[i];
        if (row->key == key)
            return row;
        if (row->bytes + row->refused * LIMIT_BRIEF < least->bytes + least->refused * LIMIT_BRIEF)
            least = row;
    }
    if (b->count < BUSIEST)
        least = &b->rows[b->count++];
    *least = (struct busy){.key = key};
    return least;
}

void busiest_note(struct busiest *b, const char *address, uint64_t bytes, uint64_t refused)
{
    struct busy *row = row_of(b, address);
    snprintf(row->address, sizeof row->address, "%s", address);
    row->bytes += bytes;
    row->refused += refused;
}

const struct busy *busiest_sender(const struct busiest *b)
{
    const struct busy *best = NULL;
    for (int i = 0; i < b->count; i++)
        if (b->rows[i].bytes > (best ? best->bytes : 0))
            best = &b->rows[i];
    return best;
}

const struct busy *busiest_refused(const struct busiest *b)
{
    const struct busy *best = NULL;
    for (int i = 0; i < b->count; i++)
        if (b->rows[i].refused > (best ? best->refused : 0))
            best = &b->rows[i];
    return best;
}

static void say(const char *event, const struct busy *row)
{
    char bytes[24], refused[24];
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)row->bytes);
    snprintf(refused, sizeof refused, "%llu", (unsigned long long)row->refused);
    log_event(LOG_WARN, event, "address", row->address, "bytes", bytes, "refused", refused, NULL);
}

void busiest_tick(struct busiest *b, int64_t now)
{
    if (now - b->halved < HALVE_MS)
        return;
    b->halved = now;
    const struct busy *sender = busiest_sender(b), *refused = busiest_refused(b);
    if (sender && sender->bytes >= MANY_BYTES)
        say("sends_much", sender);
    if (refused && refused->refused >= MANY_REFUSED)
        say("refused_much", refused);
    int kept = 0;
    for (int i = 0; i < b->count; i++) {
        struct busy row = b->rows[i];
        row.bytes /= 2;
        row.refused /= 2;
        if (row.bytes || row.refused)
            b->rows[kept++] = row;
    }
    b->count = kept;
}
