/* reasons.h: why a move is better than another: the terms of the evaluation in which they differ. */
#ifndef BOT_REASONS_H
#define BOT_REASONS_H

#include "bot/bot.h"

enum { BOT_REASONS = 4 };

struct bot_reason {
    const char *term; /* of the game's terms */
    float points;     /* how much it adds to the expected lead; less than 0: the other move is better there */
};

/* Compares the positions after the turns that two legal moves begin. Writes the terms that matter, largest
 * first, and returns how many there are: 0 to BOT_REASONS. Equal questions get equal answers; the budget and
 * the generator are not used. */
int bot_reasons(const struct bot_question *, game_move, game_move other, struct bot_reason out[BOT_REASONS]);

#endif
