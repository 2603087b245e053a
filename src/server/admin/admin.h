/*
 * admin.h: the owner's tool. `castellany admin` sends the words of an act as one line of JSON over a Unix
 * socket in the data folder; the server answers with one line and closes the connection:
 *
 *     {"words":["ban","anna"],"for":"7d"}   →   {"code":0,"text":"…"}
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include <uv.h>

#include "server/server.h"

#define ADMIN_SOCKET "admin.sock"

/* An act of the owner, for its help. */
struct admin_act {
    const char *word;
    const char *operands;
    int least, most; /* how many operands it takes */
    const char *about;
};

/* The acts, ended by a NULL word. */
const struct admin_act *admin_act(int i);

struct admin;

/* Listens on the socket in a folder. On failure NULL, with the reason. `server` must outlive it. */
struct admin *admin_open(uv_loop_t *loop, struct server *server, const char *folder, struct text *error);
/* Stops listening and removes the socket. Run the loop until it is empty, then call admin_free. */
void admin_close(struct admin *admin);
void admin_free(struct admin *admin);

#endif
