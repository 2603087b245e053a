/* play_typed.h: understands what people type instead of a move's exact text. */
#ifndef CLI_PLAY_PLAY_TYPED_H
#define CLI_PLAY_PLAY_TYPED_H

#include "core/game.h"

/* The moves that somebody can make now, as text. */
struct typed_moves {
    const struct game *game;
    int count;
    game_move move[GAME_MAX_MOVES];
    char text[GAME_MAX_MOVES][GAME_MOVE_TEXT];
};

void typed_list(struct typed_moves *, const struct game *, const void *state, int seat);

enum typed_kind {
    TYPED_NOTHING,
    TYPED_MOVE,    /* `move` is its place in the list */
    TYPED_COMMAND, /* `command` and `rest` */
    TYPED_SEVERAL, /* `found` moves begin so; `list` has the first of them */
    TYPED_ILLEGAL, /* a move of the game that is not legal now */
    TYPED_UNKNOWN  /* no word of the game; `nearest` may be what was meant */
};

enum { TYPED_LIST = 8 };

struct typed {
    enum typed_kind kind;
    int move;
    const char *command, *rest;
    int found, list[TYPED_LIST];
    const char *nearest; /* a move or a command, or NULL */
};

/*
 * A number is the move's place in the list. Case, spaces, hyphens and commas do not matter, and every word
 * may be cut as long as one move or command fits. A whole command or move goes before the beginning of
 * another.
 */
struct typed typed_read(const struct typed_moves *, const char *line, const char *const commands[]);

#endif
