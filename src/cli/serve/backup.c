/* backup.c: castellany backup and castellany restore: copies of a server's store. */
#include <stdio.h>

#include "cli/serve/serve.h"
#include "cli/base/progress.h"
#include "server/store/backup.h"

static int copy(const struct arguments *a,
                bool (*how)(const char *, const char *, const struct store_progress *, struct text *))
{
    char reason[512];
    struct text error = TEXT_IN(reason);
    struct progress progress = {0};
    struct store_progress watch = {progress_part, &progress};
    bool fine = how(a->operands[0], a->operands[1], &watch, &error);
    progress_end(&progress);
    return fine ? CLI_OK : cli_refuse("%s", reason);
}

int cmd_backup(const struct arguments *a)
{
    return copy(a, store_backup);
}

int cmd_restore(const struct arguments *a)
{
    return copy(a, store_restore);
}
