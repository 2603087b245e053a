/* on_notice.h: what a node does when it is told something. */
#ifndef SERVER_CLUSTER_ON_NOTICE_H
#define SERVER_CLUSTER_ON_NOTICE_H

#include "server/tables/lobby.h"

/* Another node has brought a table so far. */
void table_on_head(struct table *table, const struct head_row *head);

#endif
