/* session.h: a game that is being played at this terminal: its history, whose move it is, undo, and saving.
 */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/cli.h"

enum { SESSION_MOVES = 8192 };

struct session_move {
    game_move move;
    uint8_t actor;
    uint8_t unseen; /* a bit per seat that learns nothing of it */
    uint8_t react;  /* a bit per seat that, by what is public, might have reacted to it */
};

struct session {
    const struct game *game;
    const char *box; /* the file of its components, NULL for the shipped ones */
    int seats;
    int persons; /* seats 1 to persons are people, the others bots of this level */
    int level;
    char options[GAME_OPTIONS_TEXT];
    union game_state state;
    bool unsaved; /* a person has moved and no file has it */
    int count;
    struct session_move history[SESSION_MOVES];
};

/* Begins a game. False after a message. */
bool session_begin(struct session *, const char *options, struct rng *rng);
/* Goes on with a saved one; `persons` and `level` are as saved. False after a message. */
bool session_resume(struct session *, const char *file);
/* Writes it as a record. False after a message, and then no file is changed. */
bool session_save(struct session *, const char *file);
/* Writes it to a file of the current folder that was not there, and says which. False after a message. */
bool session_rescue(struct session *, struct text *file);

void session_make(struct session *, int actor, game_move move);
/* Takes back the last move of this seat, if nobody has learned anything since. NULL, or why not. */
const char *session_undo(struct session *, int seat);

/* Who is to move; -1 when the game is over. Where several may, those who are asked for a reaction come first,
 * then who is in the middle of a turn, then who has had the fewest turns, and people before bots. */
int session_next(const struct session *);
/* A bit for each seat that might be reacting now, by what is public. */
uint32_t session_reacting(const struct session *);

/* The place of a seat's last move, or 0. */
int session_last(const struct session *, int seat);
/* The position after so many moves. */
void session_at(const struct session *, int count, union game_state *state);

#endif
