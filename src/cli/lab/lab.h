/* lab.h: the commands that measure games and bots, train evaluations and search for puzzles. */
#ifndef CLI_LAB_LAB_H
#define CLI_LAB_LAB_H

#include "cli/base/cli.h"

int cmd_bench(const struct arguments *);
int cmd_arena(const struct arguments *);
int cmd_train(const struct arguments *);
int cmd_puzzles(const struct arguments *);

#endif
