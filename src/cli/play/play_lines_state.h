/* play_lines_state.h: what the files of `play` by lines share. */
#ifndef CLI_PLAY_PLAY_LINES_STATE_H
#define CLI_PLAY_PLAY_LINES_STATE_H

#include "cli/play/play_story.h"
#include "cli/play/play_typed.h"

enum { LINES_ACTS = 17 };

extern struct lines {
    struct session *s;
    bool plain;
    int shown;             /* the seat whose hand was on the screen last, -1 at first */
    bool open;             /* a line was told and may be joined */
    char last[STORY_LINE]; /* the open line, as long as nothing was added to it … */
    int times;             /* … and how often it was told */
    struct typed_moves moves;
} lines;

enum answer { AGAIN, REDRAW, MOVED, QUIT };

/* play_lines.c */
struct speaker lines_speaker(int viewer);
/* Gets ready to read lines and to print. */
void lines_open(struct session *, bool plain);
/* Prints a text of the catalogue, or any text, as a line or several. */
void lines_words(const char *key);
void lines_say(const char *text);
/* Lists the moves if they are few, else says how many there are. */
void lines_offer_moves(int seat);
/* Says that what was typed is no move and no command. */
void lines_refuse(int seat, const struct typed *, const char *line);

/* play_acts.c: what can be typed besides moves. */
extern const char *lines_acts[LINES_ACTS + 1]; /* their names, ended by NULL */
void lines_name_acts(void);
enum answer lines_obey(int seat, const char *act, const char *rest);
void lines_draw(int viewer);
void lines_list_moves(int seat);
void lines_history(int seat);
void lines_save(const char *file, bool over);

#endif
