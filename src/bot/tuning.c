/* tuning.c: the constants of the bots for each game. */
#include "bot/tuning.h"

#include <string.h>

#include "bot/bot.h"

/* clang-format off */
static const struct tuning tunings[] = {
    /* game, ismcts_exploration, exploration, temperature, blunder, luck; the first is for any other game */
    {"",          0.7f, 1.0f, 0.1f, 0.05f,  0},
    {"castelli",  1.0f, 1.0f, 0.1f, 0.054f, 0},
    {"castle",    0.7f, 1.0f, 0.1f, 0.021f, 90},
    {"castellan", 0.7f, 1.0f, 0.1f, 0.02f,  0},
};
/* clang-format on */

const struct tuning *tuning_of(const struct bot_question *q)
{
    int i = sizeof tunings / sizeof tunings[0] - 1;
    while (i > 0 && strcmp(tunings[i].game, q->game->name) != 0)
        i--;
    return &tunings[i];
}
