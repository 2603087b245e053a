/* screen_choice.h: the moves that can be chosen on a screen, and the places of the board where they act. */
#ifndef CLI_SCREEN_SCREEN_CHOICE_H
#define CLI_SCREEN_SCREEN_CHOICE_H

#include "cli/play/play_session.h"
#include "cli/play/play_typed.h"

struct choices {
    int seat;
    struct typed_moves moves;
    int place_count;
    struct canvas_place places[GAME_MAX_MOVES];
    int place_of[GAME_MAX_MOVES]; /* by move; -1: it acts on no place */
    int order[GAME_MAX_MOVES];    /* moves as Tab goes through them: by place, then those without one */
    int at;                       /* the chosen one, by its place in the order */
};

/* Lists the moves of a seat in its view, as drawn at this scale. Stays at the place that was chosen before,
 * if there is one of this name. */
void choices_list(struct choices *, const struct session *, const void *view, int seat, int scale);
/* Finds the places anew after the picture has changed. */
void choices_locate(struct choices *, const struct session *, const void *view, int scale);

/* The chosen move, by its number in the list of moves, and its place or NULL. */
int choices_move(const struct choices *);
const struct canvas_place *choices_place(const struct choices *);

/* The place of this name, or NULL. */
const struct canvas_place *choices_named(const struct choices *, const char *name);

/* The moves to show beside the board: those at the chosen place, then those without a place. Returns their
 * number. */
int choices_shown(const struct choices *, int out[GAME_MAX_MOVES]);
void choices_choose(struct choices *, int move);

/* To the next or the one before, round and round. */
void choices_step(struct choices *, int by);
/* To the nearest place in a direction; among the moves that are shown if the board offers none. */
void choices_walk(struct choices *, int down, int right);
/* To the place at a cell of the canvas. False if there is none. */
bool choices_point(struct choices *, int row, int column);

#endif
