/* net_request.h: reads what libwebsockets knows of a request. */
#ifndef SERVER_TRANSPORT_NET_REQUEST_H
#define SERVER_TRANSPORT_NET_REQUEST_H

#include <libwebsockets.h>

#include "server/transport/net.h"

/* To be freed by net_request_free. */
struct net_request *net_request_read(const struct net_config *, struct lws *, const char *path);
/* A header, or ""; to be freed. */
char *net_request_header(struct lws *, enum lws_token_indexes);
/* The HTTP status to refuse a request with because of its body; 0: it may go on. `*none`: it has no body. */
int net_request_judge_body(struct lws *, const struct net_request *, bool *none);
/* Adds a piece of the body. False if it is too long. */
bool net_request_add(struct net_request *, const void *piece, size_t length);
/* May be NULL. */
void net_request_free(struct net_request *);

#endif
