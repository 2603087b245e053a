/* push_names.h: looks for the address of a push service, and does not wait for it for ever. */
#ifndef SERVER_HOST_PUSH_NAMES_H
#define SERVER_HOST_PUSH_NAMES_H

#include <netdb.h>

struct push_names;

struct push_names *push_names_open(void);
/* The addresses of a name, for freeaddrinfo. NULL if they are not found within `wait_ms`. A search that takes
 * longer goes on by itself; until it ends no other one is begun. */
struct addrinfo *push_names_find(struct push_names *, const char *host, const char *port, int wait_ms);
/* Ends the wait of push_names_find, also later ones. Any thread may call it. */
void push_names_stop(struct push_names *);
/* A search that is still under way keeps what it needs. */
void push_names_free(struct push_names *);

#endif
