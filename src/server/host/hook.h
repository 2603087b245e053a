/* hook.h: runs the command that the server's owner wants to be told by. */
#ifndef SERVER_HOST_HOOK_H
#define SERVER_HOST_HOOK_H

#include <uv.h>

#include "server/people/alerts.h"

struct hook {
    uv_loop_t *loop;
    const char *command; /* for sh -c; NULL: none */
    int running;
};

/* Runs the command with CASTELLANY_EVENT and other variables (docs/OPERATIONS.md). If many run already, the
 * event is dropped and logged. */
void hook_run(struct hook *, const struct alert *);

#endif
