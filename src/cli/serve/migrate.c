/* migrate.c: castellany migrate: moves all games from one store to another. */
#include "server/store/migrate.h"

#include <sodium.h>
#include <stdio.h>

#include "cli/serve/serve.h"
#include "cli/base/progress.h"
#include "server/store/pg_store.h"
#include "server/tables/boxes.h"

int cmd_migrate(const struct arguments *a)
{
    char reason[512];
    struct text error = TEXT_IN(reason);
    const char *from = argument(a, "from"), *to = argument(a, "to"), *boxes = argument(a, "boxes");
    struct migrated done;
    struct progress progress = {0};
    struct store_progress watch = {progress_part, &progress};
    if (!from || !to)
        return cli_usage("migrate", "--from and --to are needed");
    if (sodium_init() < 0)
        return cli_refuse("the system cannot provide random numbers");
    boxes_open(boxes ? boxes : pg_is_url(from) ? to : from);
    bool fine = store_migrate(from, to, &watch, &done, &error);
    progress_end(&progress);
    boxes_close();
    if (!fine)
        return cli_refuse("%s", reason);
    printf("%ld rows are the same on both sides; of %ld tables %ld replay on both", done.rows, done.tables,
           done.replayed);
    if (done.left_out)
        printf(", and %ld cannot be played by this program", done.left_out);
    printf("\n");
    return CLI_OK;
}
