/* http.h: plain HTTP: the page, accounts, lists, records and figures. */
#ifndef SERVER_TRANSPORT_HTTP_H
#define SERVER_TRANSPORT_HTTP_H

#include "server/protocol/client.h"

void http_request(void *server, uint64_t id, const struct net_request *request);

/* Answer with JSON, or with an error as JSON. `cookie` may be NULL. */
void http_json(struct server *server, uint64_t id, int status, const char *body, const char *cookie);
void http_error(struct server *server, uint64_t id, int status, const char *code, const char *message);

/* people/accounts.c: POST /api/… */
void accounts_request(struct server *server, uint64_t id, const struct net_request *request);

/* GET /api/export */
void export_request(struct server *server, uint64_t id, const struct net_request *request);

#endif
