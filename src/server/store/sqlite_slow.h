/* sqlite_slow.h: questions to the SQLite file that may take long, answered by a thread of their own. */
#ifndef SERVER_STORE_SQLITE_SLOW_H
#define SERVER_STORE_SQLITE_SLOW_H

#include <uv.h>

#include "server/store/sqlite.h"

struct sqlite_slow;

/* The file must be open already. On failure NULL, with the reason. */
struct sqlite_slow *sqlite_slow_open(uv_loop_t *loop, const char *folder, struct text *error);
/* Whether the answer can take as long as a player has games, or the store. */
bool sqlite_slow_takes(enum store_question);
/* Calls `done` on the loop's thread. Addresses take turns. */
void sqlite_slow_read(struct sqlite_slow *, const struct store_query *, store_read *done, void *context);
/* Answers what still waits with STORE_FAILED. Run the loop until it is empty, then call sqlite_slow_free. */
void sqlite_slow_close(struct sqlite_slow *);
void sqlite_slow_free(struct sqlite_slow *);

#endif
