/* bus.c: notices between those who write to a table and those who show it, inside one program. */
#include "server/bus.h"

#include <stdlib.h>

#include "server/memory.h"

struct listener {
    bus_hear *hear;
    void *context;
};

void bus_listen(struct bus *bus, uint64_t table, bus_hear *hear, void *context)
{
    struct listener *l = must_malloc(sizeof *l);
    *l = (struct listener){hear, context};
    map_put(&bus->listeners, table, l);
}

void bus_leave(struct bus *bus, uint64_t table)
{
    free(map_get(&bus->listeners, table));
    map_drop(&bus->listeners, table);
}

void bus_tell(struct bus *bus, uint64_t table)
{
    struct listener *l = map_get(&bus->listeners, table);
    if (l)
        l->hear(l->context, table);
}

void bus_free(struct bus *bus)
{
    size_t at = 0;
    for (struct listener *l; (l = map_next(&bus->listeners, &at));)
        free(l);
    map_free(&bus->listeners);
}
