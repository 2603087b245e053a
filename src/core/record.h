/*
 * record.h: games as text, read and written. A record is a list of moves, chance included, that replays to
 * the same game for ever; its form is described in docs/RECORDS.md.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/game.h"

enum { RECORD_VERSION = 1, RECORD_MAX_LINE = 512 };

/* A comment that says which seat has resigned: its number follows. */
#define RECORD_RESIGNED "# resigned "

struct record {
    const struct game *game;
    int seats;
    char options[GAME_OPTIONS_TEXT]; /* without box=NAME, which chose the game's box */
    int moves;                       /* how many were made */
    bool has_result;
    uint32_t resigned; /* seats, a bit each */
};

/* Called before each move is made; returning false ends the replay there, without an error. */
typedef bool record_visit(void *context, const struct record *record, const void *state, int actor,
                          game_move move);

/*
 * Replays a record: checks every line, calls `visit` (unless NULL) for each move, and leaves the last
 * position in `state` (GAME_MAX_STATE bytes, aligned as for any type). `boxed` are the games with another box
 * that records with option box=NAME may ask for (see games_with_box), or NULL. On refusal returns false;
 * `error` names the line and says why.
 */
bool record_replay(const char *text, size_t length, const struct game *boxed, record_visit *visit,
                   void *context, struct record *record, void *state, struct text *error);

/* The parts of a record, each with its newline. */
void record_head(const struct game *game, int seats, const char *options, struct text *out);
void record_line(const struct game *game, const void *state, int actor, game_move move, struct text *out);
void record_result(const struct game *game, const void *state, int seats, struct text *out);

#endif
