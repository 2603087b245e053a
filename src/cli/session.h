/* session.h: a game that is being played at this terminal: its history, undo, and saving. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/cli.h"

enum { SESSION_MOVES = 8192 };

struct session {
    const struct game *game;
    int seats;
    int persons; /* seats 1 to persons are people, the others bots of this level */
    int level;
    char options[GAME_OPTIONS_TEXT];
    union cli_state state;
    int count;
    struct {
        game_move move;
        uint8_t actor;
    } history[SESSION_MOVES];
};

/* Begins a game. False after a message. */
bool session_begin(struct session *, const char *options, struct rng *rng);
/* Goes on with a saved one; `persons` and `level` are as saved. False after a message. */
bool session_resume(struct session *, const char *file, const char *box);
/* Writes it as a record. False after a message, and then no file is changed. */
bool session_save(const struct session *, const char *file);

void session_make(struct session *, int actor, game_move move);
/* Takes back the last move of this seat, if nobody has learned anything since. NULL, or why not. */
const char *session_undo(struct session *, int seat);

#endif
