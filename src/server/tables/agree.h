/* agree.h: what all servers of a store must have in common. */
#ifndef SERVER_TABLES_AGREE_H
#define SERVER_TABLES_AGREE_H

#include "server/server.h"

struct agreement {
    struct server *server;
    bool ended;
    char problem[256]; /* "", or what is wrong and what to do */
};

/* Compares the boxes of this server with those that the store notes, and notes those that are new. Logs a
 * warning if the limits of the last server that started were others. Sets `ended`, now or later. */
void agree_start(struct agreement *, struct server *);

#endif
