/* measured_store.h: a store whose time on the thread of the tables is measured. */
#ifndef SERVER_STORE_MEASURED_STORE_H
#define SERVER_STORE_MEASURED_STORE_H

#include "server/server.h"

struct measured_store {
    struct server *server;
    struct store store; /* the one behind it */
};

/* A port that measures what `store` does, and what its callers do with its answers. */
struct store measured_store_port(struct measured_store *, struct server *, const struct store *);

#endif
