/* play.h: what the commands that play share. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/cli.h"
#include "face/message.h"

/* The language of --lang, else of the locale, else English. False if --lang names another. */
bool play_language(const char *given, enum language *out);
/* Whether the terminal is used as a screen: it is one, and neither --plain nor --lines is given. */
bool play_on_screen(const struct arguments *);

#endif
