/* castelli_card.h: the cards as a table, with all that the rules know of each (5, 9.6 to 9.8). */
#ifndef CASTELLI_CARD_H
#define CASTELLI_CARD_H

#include "castelli/castelli_state.h"

/* When a card is played. */
enum card_use {
    USE_ALONE,     /* once in the owner's turn, for its effect */
    USE_BUILD,     /* with the castle that it helps to build */
    USE_OVERBUILD, /* with the castle that it helps to build over another */
    USE_REACTION   /* in the turn of another player */
};

/* What the player names together with a card that is played alone. */
enum card_target { TARGET_NONE, TARGET_SEAT, TARGET_OCTAGON };

/* Somebody asks why a move is not legal. */
struct castelli_question {
    const struct castelli_box *box;
    const struct castelli_deck *deck;
    const struct castelli_table *t;
    const struct castelli_player *p;
    int seat;
    struct reason *reason;
};

struct castelli_card {
    const char *name, *clause;
    enum card_use use;
    bool battle;    /* only with the module Battle */
    uint8_t amount; /* points of a King, silver of a raid */
    uint8_t land;   /* of USE_BUILD: where the castle goes */

    /* The rest is for USE_ALONE. */
    enum card_target target;
    /* The seats or octagons for which the card would change something; without a target 1, or 0 if it would
     * change nothing (5.1). */
    uint32_t (*targets)(const struct castelli_box *, const struct castelli_deck *,
                        const struct castelli_table *, int seat);
    /* What it does; the card has been put under the deck. */
    void (*play)(const struct castelli_card *, struct castelli_deck *, struct castelli_table *, int target,
                 struct game_events *);
    /* Why it cannot be played so, in castelli_why.c; `rest` is what follows its name. */
    void (*why_not)(const struct castelli_question *, const struct castelli_card *, const char *rest);
};

_Static_assert(CARDS <= 21, "a multiset of cards has three bits for each kind");
extern const struct castelli_card castelli_cards[CARDS];

/* The kind with this name, or -1. */
int castelli_find_card(const char *name);
/* Takes "B4" off the front; -1 if there is none. */
int castelli_take_cell(const char **s, int *col, int *row);
/* See struct game. It does not read the rounds of a tournament. */
bool castelli_parse(const struct game *, const char *text, game_move *out);

/* castelli_why.c */
void castelli_why_not_king(const struct castelli_question *, const struct castelli_card *, const char *rest);
void castelli_why_not_robber(const struct castelli_question *, const struct castelli_card *,
                             const char *rest);
void castelli_why_not_raid(const struct castelli_question *, const struct castelli_card *, const char *rest);
void castelli_why_not_traitor(const struct castelli_question *, const struct castelli_card *,
                              const char *rest);
void castelli_why_not_settle(const struct castelli_question *, const struct castelli_card *,
                             const char *rest);
void castelli_why_not_burn(const struct castelli_question *, const struct castelli_card *, const char *rest);

#endif
