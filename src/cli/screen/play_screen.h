/* play_screen.h: a game on the whole screen of a terminal. */
#ifndef CLI_SCREEN_PLAY_SCREEN_H
#define CLI_SCREEN_PLAY_SCREEN_H

#include "cli/play/lesson.h"
#include "cli/play/play_session.h"

/* Plays until the game is over or the player leaves. Returns the exit code. */
int play_screen(struct session *);

/* What came of a step of a lesson. */
enum lesson_end { LESSON_QUIT, LESSON_DONE };

/* Plays one step of a lesson; the session is at its position. The screen is open. */
enum lesson_end play_screen_step(struct session *, const struct lesson *, int step);

#endif
