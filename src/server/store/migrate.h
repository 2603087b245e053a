/* migrate.h: moves all games from one store to another. */
#ifndef SERVER_STORE_MIGRATE_H
#define SERVER_STORE_MIGRATE_H

#include "core/text.h"
#include "server/store/progress.h"

/* The name of the owner's value that marks a store which is not whole yet. */
#define MIGRATE_VALUE "migrating"

struct migrated {
    long rows, tables, replayed, left_out; /* left_out: games that this program cannot play */
};

/*
 * Copies every row from one store to another (folders or postgresql:// URLs), then reads both again: each
 * must have the same rows, and every game must replay on both to the same position. If it ends before that,
 * the next call goes on. The target must be empty, or a migration that did not end. No server may run
 * meanwhile.
 */
bool store_migrate(const char *from, const char *to, const struct store_progress *, struct migrated *out,
                   struct text *error);

#endif
