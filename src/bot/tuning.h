/* tuning.h: the constants of the bots, tuned for each game; docs/STRENGTH.md has the figures. */
#ifndef BOT_TUNING_H
#define BOT_TUNING_H

struct bot_question;

struct tuning {
    const char *game;
    float ismcts_exploration; /* in chances to win */
    float exploration;        /* of master: the weight of a move's guessed share of visits */
    float temperature;        /* of master: how much a better guess raises that share, in chances to win */
    float blunder;            /* of levels: what an average mistake costs, in chances to win */
    int luck;                 /* of levels: how many more simulations the luck of the game calls for */
};

/* The constants for a question's game. */
const struct tuning *tuning_of(const struct bot_question *);

#endif
