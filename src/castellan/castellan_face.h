/* castellan_face.h: what the files of Castellan's face share. */
#ifndef CASTELLAN_FACE_H
#define CASTELLAN_FACE_H

#include "castellan/castellan_state.h"
#include "face/face.h"

/* castellan_face.c: "2 towers, 1 short wall and 1 more card". */
void castellan_card_words(const struct speaker *, const struct castellan_card *, struct text *);

/* castellan_say.c */
void castellan_move_words(const struct speaker *, const struct game *, const void *view, int seat, game_move,
                          struct text *);
void castellan_say(const struct speaker *, const struct game *, const struct face_line *, struct text *);
/* The card with this name, or NULL. */
const struct castellan_card *castellan_card_named(const struct game *, const char *name);

/* castellan_describe.c */
void castellan_describe(const struct speaker *, const struct game *, const void *view, int viewer,
                        struct text *);
void castellan_details(const struct speaker *, const struct game *, const void *view, int viewer,
                       struct text *);

/* castellan_canvas.c */
void castellan_draw_board(const struct game *, const void *view, int viewer, int scale, struct canvas *);
bool castellan_locate(const struct game *, const void *view, int seat, game_move, int scale,
                      struct canvas_place *);

#endif
