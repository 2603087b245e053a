/* tuning.c: the constants of the searches, as games have shown them to be best. */
#include "bot/tuning.h"

#include <string.h>

#include "bot/bot.h"

static const struct tuning tunings[] = {
    /* for any other game */
    {.game = "", .ismcts_exploration = 0.7f, .exploration = 1.0f, .temperature = 0.1f, .blunder = 0.05f},
    {.game = "castelli",
     .ismcts_exploration = 0.7f,
     .exploration = 1.0f,
     .temperature = 0.1f,
     .blunder = 0.06f},
    {.game = "castle",
     .ismcts_exploration = 0.7f,
     .exploration = 1.0f,
     .temperature = 0.1f,
     .blunder = 0.025f},
    {.game = "castellan",
     .ismcts_exploration = 0.7f,
     .exploration = 1.0f,
     .temperature = 0.1f,
     .blunder = 0.02f},
};

const struct tuning *tuning_of(const struct bot_question *q)
{
    int i = sizeof tunings / sizeof tunings[0] - 1;
    while (i > 0 && strcmp(tunings[i].game, q->game->name) != 0)
        i--;
    return &tunings[i];
}
