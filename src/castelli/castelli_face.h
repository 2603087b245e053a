/* castelli_face.h: what the files of Castelli's face share. */
#ifndef CASTELLI_FACE_H
#define CASTELLI_FACE_H

#include "castelli/castelli_card.h"
#include "face/face.h"

/* The table that a viewer looks at: the only one, or in a tournament the one where it sits. NULL before the
 * first round. */
const struct castelli_table *castelli_face_table(const struct game *, const void *view, int viewer);
const struct castelli_deck *castelli_face_deck(const struct game *, const void *view);

/* castelli_say.c */
void castelli_move_words(const struct speaker *, const struct game *, const void *view, int seat, game_move,
                         struct text *);
void castelli_say(const struct speaker *, const struct game *, const struct face_line *, struct text *);

/* castelli_canvas.c */
void castelli_draw_board(const struct game *, const void *view, int viewer, int scale, struct canvas *);
bool castelli_locate(const struct game *, const void *view, int seat, game_move, int scale,
                     struct canvas_place *);

#endif
