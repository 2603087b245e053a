/* position.h: a position as lines of text: its picture or its words, the players, and what is to be done. */
#ifndef FACE_POSITION_H
#define FACE_POSITION_H

#include "face/face.h"

enum position_style {
    POSITION_PLAIN,
    POSITION_COLOUR, /* with ANSI colours */
    POSITION_WORDS   /* the board in words, for screen readers; its lines are not broken */
};

/* No line of a picture is wider: it stays within 80 columns. */
enum { POSITION_COLUMNS = 79 };

/* What the speaker's reader may know of a position, which is a view. */
void position_put(const struct speaker *, const struct game *, const void *view, enum position_style,
                  struct text *);
/* What the signs of the picture mean. */
void position_legend(const struct speaker *, const struct game *, struct text *);
/* The cards of a seat, as far as the view knows them. */
void position_hand(const struct speaker *, const struct game *, const void *view, int seat, struct text *);
/* The board alone. */
void position_board(const struct speaker *, const struct game *, const void *view, enum position_style,
                    struct text *);
/* Points and goods of every seat, a line each, or how the game stands. */
void position_players(const struct speaker *, const struct game *, const void *view, struct text *);

#endif
