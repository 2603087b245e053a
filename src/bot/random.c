/* random.c: the bot that makes any legal move. */
#include "bot/bot_shared.h"

static size_t memory(const struct game *game)
{
    (void)game;
    return 0;
}

static game_move choose(const struct bot_question *q, const game_move *moves, int count, void *block,
                        size_t size, struct bot_opinion *opinions)
{
    (void)block;
    (void)size;
    for (int i = 0; opinions && i < count; i++)
        opinions[i] = (struct bot_opinion){.move = moves[i], .win = 1.0f / (float)q->seats};
    return moves[rng_below(q->rng, (uint32_t)count)];
}

const struct bot bot_random = {.name = "random", .memory = memory, .choose = choose};
