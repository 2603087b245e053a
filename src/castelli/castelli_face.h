/* castelli_face.h: what the files of Castelli's face share. */
#ifndef CASTELLI_FACE_H
#define CASTELLI_FACE_H

#include "castelli/castelli_card.h"
#include "face/face.h"

/* The table that a viewer looks at: the only one, or in a tournament the one where it sits. NULL before the
 * first round. */
const struct castelli_table *castelli_face_table(const struct game *, const void *view, int viewer);
const struct castelli_deck *castelli_face_deck(const struct game *, const void *view);
/* All tables that a viewer looks at: that one, or for the public both of a tournament. Returns their number.
 */
int castelli_face_tables(const struct game *, const void *view, int viewer,
                         const struct castelli_table *out[2]);
/* Who plays at a table, as a line; nothing if there is only one. */
void castelli_table_heading(const struct speaker *, const struct castelli_table *, int tables, struct text *);

/* castelli_say.c */
void castelli_move_words(const struct speaker *, const struct game *, const void *view, int seat, game_move,
                         struct text *);
void castelli_say(const struct speaker *, const struct game *, const struct face_line *, struct text *);

/* castelli_describe.c */
void castelli_describe(const struct speaker *, const struct game *, const void *view, int viewer,
                       struct text *);
void castelli_details(const struct speaker *, const struct game *, const void *view, int viewer,
                      struct text *);

/* castelli_standing.c: `view` is one of a tournament. */
bool castelli_standing(const struct speaker *, const struct game *, const void *view, struct text *);
/* "Round 2 of 3" */
void castelli_put_round(const struct speaker *, const struct castelli_tournament *, struct text *);

/* castelli_canvas.c */
void castelli_draw_board(const struct game *, const void *view, int viewer, int scale, struct canvas *);
bool castelli_locate(const struct game *, const void *view, int seat, game_move, int scale,
                     struct canvas_place *);

#endif
