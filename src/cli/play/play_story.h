/* play_story.h: what happened in a game, told to a viewer in sentences. */
#ifndef CLI_PLAY_PLAY_STORY_H
#define CLI_PLAY_PLAY_STORY_H

#include "cli/play/play_session.h"

enum { STORY_LINE = 2048 };

/*
 * Puts what a move did in words, before it is made in this state. `joined`: the viewer does not see the move
 * (a pass in a reaction), so its sentences belong to the line before, as if nobody had been asked.
 */
void story_move(const struct session *, const struct speaker *, const void *state, const struct match_move *,
                bool *joined, struct text *);

struct story_line {
    int place; /* the move */
    int actor;
    char *text;
};

/* All lines of a match for one viewer, kept up to date. */
struct story {
    int viewer;
    int upto; /* how many moves are told */
    int count, capacity;
    struct story_line *lines;
};

/* Tells what is new, and forgets what was taken back. */
void story_follow(struct story *, const struct session *);
void story_free(struct story *);

/* "You: 3 points", a line for each seat, or how the game stands where points alone would mislead. */
void story_score(const struct session *, const struct speaker *, struct text *);
void story_winners(const struct session *, const struct speaker *, struct text *);
/* Why a move is not legal, in the language of the speaker. */
void story_reason(const struct session *, const struct speaker *, const struct reason *, struct text *);
/* What a hint found: moves with what they bring, and reasons. */
void story_hint(struct session *, const struct speaker *, int seat, struct text *);
/* Says that a game was saved, or why not; `problem` is an errno. */
void story_saved(const struct session *, const struct speaker *, const char *file, enum table_saved,
                 int problem, struct text *);
/* What an errno means, in the language of the speaker. */
const char *story_problem(const struct speaker *, int problem);
/* The command that goes on with a saved game. */
void story_resume(const struct session *, const char *file, struct text *);

#endif
