/* verdict.c: which sentences are true of a move and the one that it is compared with. */
#include "bot/verdict.h"

#include <math.h>

/* A chance to win from which on, or below its opposite, a game is almost decided. */
static const float decided = 0.95f;
/* A gain below this is small; less than a point too much is not worth a sentence. */
static const float small = 0.5f, least = 1;

/* Whether a number is larger than another by more than chance explains. */
static bool exceeds(float a, float a_noise, float b, float b_noise)
{
    return a - b >= 2 * sqrtf(a_noise * a_noise + b_noise * b_noise);
}

const char *verdict_of(const struct bot_opinion *first, const struct bot_opinion *other)
{
    if (first->move == other->move)
        return "order";
    bool leads = exceeds(first->margin, first->margin_noise, other->margin, other->margin_noise);
    if (leads && other->win > decided)
        return "won";
    if (leads && first->win < 1 - decided)
        return "lost";
    return exceeds(first->win, first->noise, other->win, other->noise) ? NULL : "close";
}

const char *verdict_balance(const struct bot_reason *reasons, int count, float gained)
{
    float named = 0;
    for (int i = 0; i < count; i++)
        named += reasons[i].points;
    if (!count && gained < small)
        return "small";
    if (named <= 0)
        return "later";
    return named - gained > (named > 2 * least ? named / 2 : least) ? "partly" : NULL;
}
