/* box_check.h: all servers of a store have the same boxes. */
#ifndef SERVER_TABLES_BOX_CHECK_H
#define SERVER_TABLES_BOX_CHECK_H

#include "server/server.h"

struct box_check {
    struct server *server;
    bool ended;
    char problem[256]; /* "", or what is wrong and what to do */
};

/* Compares the boxes of this server with those that the store notes, and notes those that are new. Sets
 * `ended`, now or later. */
void box_check_start(struct box_check *, struct server *);

#endif
