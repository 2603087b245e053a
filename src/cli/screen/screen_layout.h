/* screen_layout.h: puts a game on the screen: the board, the players, the hand, the log and the choices. */
#ifndef CLI_SCREEN_SCREEN_LAYOUT_H
#define CLI_SCREEN_SCREEN_LAYOUT_H

#include "cli/play/play_story.h"
#include "cli/screen/screen.h"
#include "cli/screen/screen_choice.h"

/* What is shown. */
struct layout {
    const struct session *session;
    struct speaker speaker;
    const union game_state *view;  /* of the viewer, or what it would be after the chosen move */
    const struct choices *choices; /* NULL: the viewer is not to move */
    bool preview;                  /* the chosen move waits for its confirmation */
    const char *const *lit;        /* names of places that a lesson marks, ended by NULL; or NULL */
    const char *task;              /* what is to be done; NULL: what the game says */
    const char *message;           /* the answer to the last key, or "" */
    const char *chosen, *would;    /* in a preview: the move, and what it would do */
    const struct story *story;
    int told; /* lines of the story that the viewer has seen before */
    int spin; /* counts while a bot thinks */
};

/* Where things are, for the mouse. It is kept between two drawings, so that the board scrolls only when it
 * must. */
struct layout_frame {
    struct canvas canvas;
    int scale;
    int board_rows, board_columns;        /* of the window on the canvas */
    int top, left;                        /* the canvas cell in its corner */
    bool panned;                          /* the player moved the window; it does not follow the cursor */
    int screen_rows, screen_columns;      /* for which the scale was chosen */
    int list_row, list_first, list_count; /* the choices: their first row, and which are shown */
};

/* The scale at which a game's board is drawn on the present screen. */
int layout_scale(const struct layout *, struct layout_frame *);
void layout_draw(const struct layout *, struct layout_frame *);
/* Moves the window by half its size, to look at another part of the board. */
void layout_pan(struct layout_frame *, int down, int right);

/* The choice at a cell of the screen, as a place in the list of shown moves, or -1. */
int layout_choice_at(const struct layout_frame *, int row);

/* The least screen that a game is played on. */
enum { SCREEN_LEAST_COLUMNS = 80, SCREEN_LEAST_ROWS = 24 };

#endif
