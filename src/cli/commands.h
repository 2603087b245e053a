/*
 * commands.h: the commands of castellany. The folders beside this file have what they share and what they do:
 * base/ what every command needs (cli.h), play/ a game at a terminal by lines (play_session.h), screen/ the
 * same on the whole screen (screen.h), record/ what reads records (records.h), lab/ what measures, trains and
 * searches (lab.h), serve/ the server and what talks to one (serve.h). Only the files of this folder know all
 * of them.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/base/cli.h"

extern const struct command commands[]; /* ended by a NULL name */

int cmd_play(const struct arguments *);
int cmd_learn(const struct arguments *);
int cmd_cards(const struct arguments *);
int cmd_games(const struct arguments *);
int cmd_completion(const struct arguments *);

/* Whether the terminal is used as a screen: it is one, and neither --plain nor --lines is given. */
bool play_on_screen(const struct arguments *);

#endif
