/*
 * play.h: a game in memory: its options, its moves and the position after them.
 *
 * Viewers count moves for themselves: a move of which a viewer learns nothing (a pass in a reaction) is not
 * counted for that viewer, so that numbers tell no more than views do. A "place" is a count of all moves,
 * known to the server alone; a "number" is a count of the moves that one viewer learned of.
 */
#ifndef SERVER_PLAY_H
#define SERVER_PLAY_H

#include "core/game.h"

struct play_move {
    game_move move;
    uint8_t actor;
    uint8_t unseen; /* a bit per viewer that learns nothing of it; bit GAME_MAX_SEATS is the public */
    uint8_t react;  /* a bit per seat that, by what is public, might have reacted to it */
};

struct play {
    const struct game *game;
    int seats;
    char options[GAME_OPTIONS_TEXT];
    struct play_move *moves;
    int count, room;
    bool any_unseen;
    void *state; /* after all moves */
    void *mark;  /* after the first `marked` moves, so that late positions need no replay from the start */
    int marked;
};

/* Sets up a game with settled options. NULL, or a message for the user with nothing to free. */
const char *play_start(struct play *play, const struct game *game, int seats, const char *options);
void play_free(struct play *play);

/* Makes a legal move. */
void play_add(struct play *play, int actor, game_move move);
/* Takes back all moves after the first `count`. */
void play_cut(struct play *play, int count);
/* Remembers the present position; positions from here on are found fast. */
void play_mark(struct play *play);
/* The position after `place` moves, in memory of GAME_MAX_STATE bytes or the game's state size. */
void play_at(const struct play *play, int place, void *state);

/* The number that a viewer gives to a place. */
int play_number(const struct play *play, int viewer, int place);
/* The last place that a viewer calls by this number, or -1. */
int play_place(const struct play *play, int viewer, int number);
bool play_unseen(const struct play *play, int index, int viewer);

/* Whether the game still makes sense: somebody who is to act has a move. A message, or NULL. */
const char *play_problem(const struct play *play);

#endif
