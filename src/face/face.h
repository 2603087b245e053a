/*
 * face.h: how a game looks and speaks at a terminal. Each game has a constant `struct face` in its own
 * folder, beside its rules; the terminal knows no rules and no words of any game. Faces get views, never
 * states, so they can show nothing that the viewer may not know.
 */
#ifndef FACE_FACE_H
#define FACE_FACE_H

#include "core/game.h"
#include "face/canvas.h"
#include "face/message.h"

enum { FACE_NAME = 48, FACE_CARDS = 48, FACE_CARD = 32, WORD_LIST = 256, WORD_LIST_TEXT = 8 * 1024 };

/* Who speaks to whom: the language, the reader's seat and the names of all seats. */
struct speaker {
    enum language language;
    int you;   /* a seat, or GAME_PUBLIC */
    int seats; /* that have a name */
    char names[GAME_MAX_SEATS][FACE_NAME];
};

/* A move that was made, as the viewer learned of it. */
struct face_line {
    int actor;
    const char *move; /* "" if only its events are known */
    const struct game_event *events;
    int count;
};

struct face {
    const char *game; /* its name */
    /* "Build a castle on B2 north". */
    void (*move_words)(const struct speaker *, const struct game *, const void *view, int seat, game_move,
                       struct text *);
    /* What a move did, in sentences; nothing if there is nothing to say. */
    void (*say)(const struct speaker *, const struct game *, const struct face_line *, struct text *);
    /* What is to be done now and what the table has, a line each. The first is the task of the viewer. NULL:
     * the picture says it. */
    void (*status)(const struct speaker *, const struct game *, const void *view, int viewer, struct text *);
    /* What a player has besides points, in one line. */
    void (*player)(const struct speaker *, const struct game *, const void *view, int seat, struct text *);
    /* A letter for the things of a seat on the board. */
    char (*mark)(int seat);
    /* The names of the viewer's cards, one entry a card; returns their number. NULL: the game has no cards.
     */
    int (*hand)(const struct game *, const void *view, int viewer, char out[FACE_CARDS][FACE_CARD]);
    /* All kinds of cards. */
    int (*cards)(const struct game *, char out[FACE_CARDS][FACE_CARD]);
    /* A card in words: its title, and what it does. False if there is none of this name. `view` may be NULL.
     */
    bool (*card)(const struct speaker *, const struct game *, const void *view, int viewer, const char *name,
                 struct text *title, struct text *about);
    /* A word of a reason, `what`, in words. */
    void (*thing)(const struct speaker *, const struct game *, const char *what, struct text *);
    /* The board in words, a line for each thing, for people who cannot look at a picture. */
    void (*describe)(const struct speaker *, const struct game *, const void *view, int viewer,
                     struct text *);
    /* What is counted on the board, a line each: cities, courtyards, free sites, and at the end the sheet of
     * points. NULL: nothing. */
    void (*details)(const struct speaker *, const struct game *, const void *view, int viewer, struct text *);
    /* How the game stands, a line each, where points alone would mislead. False, with nothing written, where
     * they do not. NULL: they never do. */
    bool (*standing)(const struct speaker *, const struct game *, const void *view, struct text *);
    /* Draws the board. `scale` says how much space there is: 0 is the smallest picture. */
    void (*draw)(const struct game *, const void *view, int viewer, int scale, struct canvas *);
    /* Where a move acts on a canvas of that view and scale. False if on no place of the board. */
    bool (*locate)(const struct game *, const void *view, int seat, game_move, int scale,
                   struct canvas_place *);
    /* Where a place of a lesson is that is the place of no move. NULL: there is none such. */
    bool (*find)(const struct game *, const void *view, const char *name, int scale, struct canvas_place *);
    /* What the signs of the picture mean, a line each. */
    void (*legend)(const struct speaker *, struct text *);
};

/* The face of a game; one without its own has a plain one. */
const struct face *face_of(const struct game *);
/* The faces of each folder; both lists end with NULL. */
extern const struct face *const *const face_folders[];

/* ---- words ---- */

/* Fills in the text of a key; the arguments follow. */
#define SAY(speaker, out, key, ...)                                                                          \
    words_put((speaker), (out), (key), (const struct message_argument[]){__VA_ARGS__, {.kind = MESSAGE_END}})
void words_put(const struct speaker *, struct text *, const char *key, const struct message_argument *);
/* Without arguments; "castelli.card." and "king3" are joined to a key. */
void words_key(const struct speaker *, struct text *, const char *beginning, const char *end);
/* The same with a number {n}. */
void words_count(const struct speaker *, struct text *, const char *beginning, const char *end, int n);

/* How to speak to a viewer when the seats have no names but their emblems. */
struct speaker words_speaker(enum language, int seats, int viewer);
/* A player in a sentence. */
struct message_argument words_person(const struct speaker *, const char *argument, int seat);

/* A list that is made word by word: "2 towers, 1 house and 3 walls". */
struct word_list {
    int count;
    struct text out;
    struct message_argument members[WORD_LIST + 1];
    char buffer[WORD_LIST_TEXT];
};
void list_begin(struct word_list *);
/* Where the next member is written. */
struct text *list_next(struct word_list *);
/* Puts the list with "and" as a line that begins with a capital; nothing if it is empty. */
void list_line(const struct speaker *, const struct word_list *, struct text *);
/* Puts a text of the catalogue with this list as {list}, as a line. */
void list_say(const struct speaker *, struct word_list *, const char *key, struct text *);

/* Adds a sentence after others, with a space between them and a capital. */
struct sentences {
    struct text *out;
    size_t begin;
};
struct sentences sentences_in(struct text *out);
void sentence_begin(struct sentences *);
void sentence_end(struct sentences *);

#endif
