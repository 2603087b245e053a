/* play_lines.h: a game at the terminal by lines: for pipes, screen readers and terminals without a screen. */
#ifndef CLI_PLAY_PLAY_LINES_H
#define CLI_PLAY_PLAY_LINES_H

#include "cli/play/play_session.h"

/* Plays until the game is over or the player leaves. Returns the exit code. `plain`: words instead of
 * pictures. */
int play_lines(struct session *, bool plain);

/* Saves a game that is left unsaved and says where it is. Returns the exit code. */
int play_leave(struct session *);

#endif
