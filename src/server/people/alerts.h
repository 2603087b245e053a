/*
 * alerts.h: tells people who are away that a table waits for them: by messages to their browsers (Web Push),
 * and by a command of the server's owner, who may want to send mail.
 */
#ifndef SERVER_PEOPLE_ALERTS_H
#define SERVER_PEOPLE_ALERTS_H

#include "server/host/push_crypto.h"
#include "server/server.h"

struct room;

/* What happened at a table, for somebody who is not there. */
struct alert {
    const char *what; /* "turn": the player is to move; "called": the others ask the player to come back */
    uint64_t table, player;
    const char *game, *name, *language;
};

/* How messages leave the server. */
struct alerts {
    void *me;
    bool (*check)(const char *key, const char *secret); /* see push_check */
    bool (*knows)(void *me, const char *address);       /* whether it is the address of a push service */
    bool (*push)(void *me, const char *private, const struct push_row *to, const char *payload);
    void (*run)(void *me, const struct alert *);       /* NULL: there is no command */
    char private[PUSH_PRIVATE], public[PUSH_KEY_TEXT]; /* the server's key; "": nothing is pushed */
};

/* Reads the server's key, or makes one. Call it when the store is open, with `me` and the functions set. */
void alerts_open(struct server *);
/* Tells the player of a seat who is not connected. */
void alerts_tell(struct server *, const struct room *, int seat, const char *what);
/* A browser takes no more messages. */
void alerts_gone(void *server, const char *hash);

#endif
