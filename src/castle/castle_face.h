/* castle_face.h: what the files of Castle's face share. */
#ifndef CASTLE_FACE_H
#define CASTLE_FACE_H

#include "castle/castle_state.h"
#include "face/face.h"

/* castle_say.c */
void castle_move_words(const struct speaker *, const struct game *, const void *view, int seat, game_move,
                       struct text *);
void castle_say(const struct speaker *, const struct game *, const struct face_line *, struct text *);

/* castle_describe.c */
void castle_describe(const struct speaker *, const struct game *, const void *view, int viewer,
                     struct text *);
void castle_details(const struct speaker *, const struct game *, const void *view, int viewer, struct text *);

/* castle_canvas.c */
void castle_draw_board(const struct game *, const void *view, int viewer, int scale, struct canvas *);
bool castle_locate(const struct game *, const void *view, int seat, game_move, int scale,
                   struct canvas_place *);
bool castle_find(const struct game *, const void *view, const char *name, int scale, struct canvas_place *);
/* How many palaces of a colour stand on a space. */
int castle_palaces_on(const struct castle_box *, const struct castle *, int space, int colour);

#endif
