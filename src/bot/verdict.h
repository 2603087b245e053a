/*
 * verdict.h: which sentences are true of a move and the one that it is compared with. The page and the
 * terminal have their texts as hint.NAME.
 */
#ifndef BOT_VERDICT_H
#define BOT_VERDICT_H

#include "bot/reasons.h"

/*
 * What is left to choose between the first move of a hint and `other`: "order" if all moves lead to the same
 * position, so `other` is the first; "close" if chance explains the difference; "won" or "lost" if the game
 * is almost decided and the first move only improves the lead, by more than chance explains. NULL: the game.
 */
const char *verdict_of(const struct bot_opinion *first, const struct bot_opinion *other);

/*
 * How the points that reasons name fit `gained`, the expected lead that the move gains. Reasons look at the
 * end of a turn, the search sees more: "small" if nothing stands out, "later" if the gain shows only in later
 * turns, "partly" if later turns make up for part of it. NULL: they fit.
 */
const char *verdict_balance(const struct bot_reason *, int count, float gained);

#endif
