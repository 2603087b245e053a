/* bot.c: the list of bots, and how to ask one. */
#include "bot/bot.h"

#include <assert.h>
#include <string.h>

#include "bot/bot_shared.h"

const struct bot *const bots[] = {&bot_random, &bot_greedy, &bot_ismcts, &bot_master, NULL};

const struct bot *bot_find(const char *name)
{
    for (int i = 0; bots[i]; i++)
        if (strcmp(bots[i]->name, name) == 0)
            return bots[i];
    return NULL;
}

void bot_deal(const struct bot_question *q, union game_state *out)
{
    if (q->sees_all)
        memcpy(out, q->view, q->game->state_size);
    else
        q->game->deal(q->game, q->view, q->seat, q->rng, out);
}

float bot_gauss(struct rng *rng)
{
    double sum = -6; /* the sum of twelve uniform numbers has mean 6 and variance 1 */
    for (int i = 0; i < 12; i++)
        sum += rng_unit(rng);
    return (float)sum;
}

/* Sorts the chosen move to the front, then the others by visits, then by chance to win. */
static void sort_opinions(struct bot_opinion *o, int count, game_move chosen)
{
    for (int i = 1; i < count; i++) {
        struct bot_opinion x = o[i];
        int at = i;
        while (at > 0 && (x.move == chosen || (o[at - 1].move != chosen &&
                                               (x.visits > o[at - 1].visits ||
                                                (x.visits == o[at - 1].visits && x.win > o[at - 1].win))))) {
            o[at] = o[at - 1];
            at--;
        }
        o[at] = x;
    }
}

game_move bot_choose(const struct bot *bot, const struct bot_question *q, void *memory, size_t size,
                     struct bot_opinion *opinions, int *count)
{
    game_move moves[GAME_MAX_MOVES];
    int n = q->game->moves(q->game, q->view, q->seat, moves, NULL);
    assert(n > 0 && "the seat is not to move");
    assert(size >= bot->memory(q->game));
    game_move chosen = moves[0];
    if (n > 1) {
        chosen = bot->choose(q, moves, n, memory, size, opinions);
    } else if (opinions) {
        const struct eval *e = q->eval ? q->eval : eval_find(q->game, q->seats);
        union game_state state;
        bot_deal(q, &state);
        struct eval_value v = greedy_value(q, e, &state, q->seat, chosen, 1);
        opinions[0] = (struct bot_opinion){.move = chosen, .margin = v.margin, .win = v.win};
    }
    if (opinions)
        sort_opinions(opinions, n, chosen);
    if (count)
        *count = n;
    return chosen;
}
