/* play_session.h: a game that is played at this terminal, whether on a screen or by lines. */
#ifndef CLI_PLAY_PLAY_SESSION_H
#define CLI_PLAY_PLAY_SESSION_H

#include "bot/bot.h"
#include "cli/play/play_table.h"
#include "face/face.h"

enum {
    SESSION_TEXT = 256 * 1024,
    REACTION_MS = 500 /* for the reactions of bots that search; other bots need no time */
};

struct session {
    struct table table;
    struct match_proposal proposal;
    const struct face *face;
    enum language language;
    struct rng mind; /* of the bots */
    void *memory;
    size_t memory_size;
    double react_until; /* wait until then for bots that might react; 0: there are none */
    char text[SESSION_TEXT];
    struct bot_opinion opinions[GAME_MAX_MOVES];
    int opinion_count;
    char hinted[GAME_MOVE_TEXT]; /* the best opinion's move in the present position, "" if none was asked for
                                  */
};

/* Gets ready to play at a table that has begun. False after a message. */
bool session_open(struct session *, long seed);
void session_close(struct session *);

/* Accepts the proposal. */
void session_accept(struct session *);
/* Ends the wait for reactions. Its length must not tell whether a bot was asked. */
double session_reaction_left(const struct session *);

/* How to speak to a viewer: to a seat, or GAME_PUBLIC. */
struct speaker session_speaker(const struct session *, int viewer);
/* Who looks when nobody is to move: the only person, or the public. */
int session_viewer(const struct session *);

/* The question of a seat that is to move; `ms` 0: as long as its level thinks. */
struct bot_question session_question(struct session *, int seat, int ms, union game_state *view);
/* How long a bot may think about its move: less if it reacts. */
int session_budget(const struct session *, int seat);

/* Takes back the last move of a seat, and all moves of bots since then. False, with the reason in words. */
bool session_undo(struct session *, int seat, struct text *why);

#endif
