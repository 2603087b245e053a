/* level.c: the opponents that people can choose. */
#include "bot/bot_shared.h"

/* No name is a card or another word of the games: "Steward played the Steward" helps nobody. */
const struct bot_level bot_levels[BOT_LEVELS] = {
    {.name = "Page", .bot = &bot_greedy, .ms = 100, .noise = 3},
    {.name = "Squire", .bot = &bot_greedy, .ms = 200, .noise = 1},
    {.name = "Falconer", .bot = &bot_greedy, .ms = 500},
    {.name = "Marshal", .bot = &bot_master, .ms = 1000, .simulations = 30, .noise = 1.1f},
    {.name = "Chancellor", .bot = &bot_master, .ms = 1500, .simulations = 400, .noise = 0.45f},
    {.name = "Emperor", .bot = &bot_master, .ms = 3000},
};

size_t bot_level_memory(const struct game *game)
{
    size_t most = 0;
    for (int i = 0; i < BOT_LEVELS; i++) {
        size_t size = bot_levels[i].bot->memory(game);
        most = size > most ? size : most;
    }
    return most;
}

static int lower(int a, int b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

game_move bot_level_choose(int level, const struct bot_question *question, void *memory, size_t size,
                           struct bot_opinion *opinions, int *count)
{
    const struct bot_level *l = &bot_levels[level - 1];
    struct bot_question q = *question;
    q.budget.ms = lower(q.budget.ms, l->ms);
    if (l->simulations)
        q.budget.simulations = lower(q.budget.simulations, l->simulations + tuning_of(&q)->luck);
    q.noise = l->noise * tuning_of(&q)->blunder;
    return bot_choose(l->bot, &q, memory, size, opinions, count);
}
