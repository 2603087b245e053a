/* serve.h: the commands that run a server, look after its store, and play on one as a bot. */
#ifndef CLI_SERVE_SERVE_H
#define CLI_SERVE_SERVE_H

#include "cli/base/cli.h"

int cmd_serve(const struct arguments *);
int cmd_admin(const struct arguments *);
/* Lists the acts of the owner, for the help of `admin`. */
void admin_help(void);
int cmd_backup(const struct arguments *);
int cmd_restore(const struct arguments *);
int cmd_migrate(const struct arguments *);
int cmd_bot(const struct arguments *);

#endif
