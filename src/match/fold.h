/*
 * fold.h: what an entry does to a match. Accepting an entry folds it into the match, proposing one folds it
 * into a copy, so the two cannot disagree. Only the files of this folder include this header.
 */
#ifndef MATCH_FOLD_H
#define MATCH_FOLD_H

#include "match/match.h"

/* The part of a match that entries change. `place` counts the moves that were not taken back. */
struct fold {
    const struct match *match;
    void *state;
    struct match_turn *turn;
    int place;
};

/* Makes a move that is legal in the state; `text` is its text. Returns the move as the match keeps it. */
struct match_move fold_move(struct fold *, int actor, game_move code, const char *text, int64_t at);
/* How a match begins, and whose decision begins or ends at a place. */
void fold_begin(const struct match *, const void *state, struct match_turn *);
void fold_follow(const struct match *, const void *state, int place, int32_t decision[GAME_MAX_SEATS]);
uint8_t fold_viewer_bit(int viewer);
/* The state, decisions and luck after the first `place` moves. Returns the last of them that everybody saw,
 * or -1. */
int fold_rewind(struct fold *, int place);
/* Before and after many entries are accepted. */
void rewind_begin(struct match *);
void rewind_end(struct match *);
/* Keeps the first `place` moves. */
void fold_undo(struct fold *, int place, int64_t at);
/* seat.c: a change of a seat that needs no more words. */
void fold_change(struct fold *, int seat, enum match_change, int64_t at);
/* The change that the text of an entry says, "2 rest 14". False if it says none. */
bool fold_change_text(struct fold *, const char *text, int64_t at);
/* The clock of a seat stands still for so many days. */
void fold_rest(struct fold *, int seat, int days, int64_t at);

/* undo.c: a seat asks to take moves back so that `place` stay, or answers that. False if it cannot now. */
bool fold_question(struct fold *, int seat, enum match_change, int place);

/* reply.c: the seat answers reactions by a reply of the game. */
void fold_reply(struct fold *, int seat, int reply);
/* The answer of a seat that is asked for a reaction and has such a reply. False if it has none. */
bool reply_answers(const struct match *, int seat, game_move *out);

/* The generator for the next draw. */
struct rng fold_rng(const struct fold *);

/* pause.c: begins a pause after a move to which `seats` might react. `from` is the move's place. */
void fold_pause(struct fold *, int from, int actor, uint32_t seats, int64_t at);
int64_t pause_end(const struct match_pause *);
/* When the time of a seat that is asked ends; MATCH_NEVER if it has unlimited time. */
int64_t pause_answer_by(const struct match_pause *, int seat);
uint32_t pause_questions(const struct match *);
void fold_end_pause(struct fold *, int64_t at);

/* clock.c: stops all clocks at `at`; starts the clocks of those who are to act. */
void fold_stop_clocks(struct match_turn *, int64_t at);
void fold_run_clocks(struct fold *, int64_t at);
void fold_end_decision(struct match_turn *, int seat);
void fold_back(struct fold *, int seat);
/* Milliseconds left when the clock was last stopped, -1 without one. */
int64_t fold_clock_left(const struct match *, const struct match_turn *, int seat);

uint32_t fold_computers(const struct match *, const struct match_turn *);
/* See match_given_up. */
bool fold_given_up(const struct match *, const struct match_turn *);

extern const char *const match_change_words[MATCH_CHANGES];

#endif
