/* net_head.h: the status line and the headers of an answer. */
#ifndef SERVER_TRANSPORT_NET_HEAD_H
#define SERVER_TRANSPORT_NET_HEAD_H

#include <libwebsockets.h>

#include "server/transport/net.h"

/* Writes them to `out`. Returns their length; 0 if they do not fit. */
size_t net_head_make(struct lws *wsi, const struct net_request *, const struct net_reply *,
                     unsigned char *out, size_t size);

#endif
