/* play_ask.h: answers of `play` to questions that need no turn: rules, cards, why, history. */
#ifndef CLI_PLAY_PLAY_ASK_H
#define CLI_PLAY_PLAY_ASK_H

#include "cli/play/play_story.h"

/* The rules: the chapters for "", a chapter, a clause, or all clauses that have a word. */
void ask_rules(const struct session *, const struct speaker *, const char *about, int width, struct text *);
/* A card by its name or the beginning of its title; for "" the viewer's hand. */
void ask_card(const struct session *, const struct speaker *, const void *view, const char *name,
              struct text *);
/* Every kind of card of the game, a line each. */
void ask_cards(const struct speaker *, const struct game *, struct text *);
/* The cards that a move names, and the rule that allows it. False, with nothing written, if it names none. */
bool ask_cards_of(const struct session *, const struct speaker *, const void *view, const char *move,
                  int width, struct text *);
/* Why a move is legal or not, with the clause. */
void ask_why(const struct session *, const struct speaker *, int seat, const char *move, int width,
             struct text *);

#endif
