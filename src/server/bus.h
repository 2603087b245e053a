/*
 * bus.h: how those who show a table hear that it has new rows. It is inside one program now; over several
 * programs on one database it carries the same notices. A notice only says "look": a lost one delays what
 * watchers see until the next one or the next look, and never loses a move.
 */
#ifndef SERVER_BUS_H
#define SERVER_BUS_H

#include "server/map.h"

typedef void bus_hear(void *context, uint64_t table);

struct bus {
    struct map listeners; /* by table */
};

/* At most one listener a table in a program: its room. */
void bus_listen(struct bus *bus, uint64_t table, bus_hear *hear, void *context);
void bus_leave(struct bus *bus, uint64_t table);
void bus_tell(struct bus *bus, uint64_t table);
void bus_free(struct bus *bus);

#endif
