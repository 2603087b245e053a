/* records.h: the commands that make records, read them, and say what happened in them. */
#ifndef CLI_RECORD_RECORDS_H
#define CLI_RECORD_RECORDS_H

#include "cli/base/cli.h"

int cmd_random(const struct arguments *);
int cmd_trace(const struct arguments *);
int cmd_check(const struct arguments *);
int cmd_verify(const struct arguments *);
int cmd_show(const struct arguments *);
int cmd_analyse(const struct arguments *);

#endif
