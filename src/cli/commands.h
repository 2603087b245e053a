/* commands.h: the commands of castellany. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/arguments.h"

extern const struct command commands[]; /* ended by a NULL name */

int cmd_serve(const struct arguments *);
int cmd_admin(const struct arguments *);
/* Lists the acts of the owner, for the help of `admin`. */
void admin_help(void);
int cmd_backup(const struct arguments *);
int cmd_restore(const struct arguments *);
int cmd_migrate(const struct arguments *);
int cmd_bot(const struct arguments *);
int cmd_random(const struct arguments *);
int cmd_trace(const struct arguments *);
int cmd_check(const struct arguments *);
int cmd_verify(const struct arguments *);
int cmd_show(const struct arguments *);
int cmd_bench(const struct arguments *);
int cmd_arena(const struct arguments *);
int cmd_train(const struct arguments *);
int cmd_play(const struct arguments *);
int cmd_analyse(const struct arguments *);
int cmd_puzzles(const struct arguments *);
int cmd_learn(const struct arguments *);
int cmd_cards(const struct arguments *);
int cmd_games(const struct arguments *);
int cmd_completion(const struct arguments *);

#endif
