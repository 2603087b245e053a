/* play_lines_state.h: what the files of `play` by lines share. */
#ifndef CLI_PLAY_LINES_STATE_H
#define CLI_PLAY_LINES_STATE_H

#include "cli/play_story.h"
#include "cli/play_typed.h"

enum { LINES_COLUMNS = 78, LINES_ACTS = 16 };

extern struct lines {
    struct session *s;
    bool plain;
    int shown; /* the seat whose hand was on the screen last, -1 at first */
    bool open; /* a line was told and may be joined */
    struct typed_moves moves;
} lines;

enum answer { AGAIN, REDRAW, MOVED, QUIT };

/* play_lines.c */
struct speaker lines_speaker(int viewer);
/* Prints a text of the catalogue. */
void lines_words(const char *key);

/* play_acts.c: what can be typed besides moves. */
extern const char *lines_acts[LINES_ACTS + 1]; /* their names, ended by NULL */
void lines_name_acts(void);
enum answer lines_obey(int seat, const char *act, const char *rest);
void lines_draw(int viewer);
void lines_list_moves(int seat);
void lines_history(int seat);
void lines_save(const char *file, bool over);

#endif
