/* tuning.h: the constants of the searches that were tuned by games for each game; docs/STRENGTH.md has the
 * figures. */
#ifndef BOT_TUNING_H
#define BOT_TUNING_H

struct bot_question;

struct tuning {
    const char *game;
    float ismcts_exploration; /* in chances to win */
    float exploration;        /* of master: weight of a move's guessed share of visits */
    float temperature;        /* of master: how sharply guesses are told apart, in chances to win */
    float blunder;            /* of levels: what a middling mistake costs, in chances to win */
    int luck;                 /* of levels: so many simulations more tell as much as in a calm game */
};

/* The constants for a question's game. */
const struct tuning *tuning_of(const struct bot_question *);

#endif
