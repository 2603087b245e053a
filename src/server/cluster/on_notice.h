/* on_notice.h: what a node does when it is told something. */
#ifndef SERVER_CLUSTER_ON_NOTICE_H
#define SERVER_CLUSTER_ON_NOTICE_H

#include "server/tables/lobby.h"

/* Another node has brought a table so far. */
void room_on_head(struct room *room, const struct head_row *head);
/* Drops lines of chat that are no longer in the store, and tells those who watch. */
void room_look_at_words(struct room *room);

#endif
