/* game.c: functions that work for every game, through its interface alone. */
#include "core/game.h"

#include <limits.h>
#include <string.h>

int game_actor(const struct game *game, const void *state)
{
    uint32_t actors = game->to_act(game, state);
    return actors ? __builtin_ctz(actors) : -1;
}

char game_actor_letter(int actor)
{
    return actor == GAME_CHANCE ? '*' : (char)('1' + actor);
}

/* Whether two texts are the same but for spaces that one of them has at its ends or in a row. */
static bool same_words(const char *a, const char *b)
{
    for (;;) {
        size_t n = strcspn(a += strspn(a, " "), " "), m = strcspn(b += strspn(b, " "), " ");
        if (n != m || memcmp(a, b, n) != 0)
            return false;
        if (n == 0)
            return true;
        a += n;
        b += m;
    }
}

/* The legal move with this text, or else *alike says whether one has the same words. */
static bool find_move(const struct game *game, const void *state, int actor, const char *move, game_move *out,
                      bool *alike)
{
    game_move moves[GAME_MAX_MOVES];
    char buffer[GAME_MOVE_TEXT];
    int count = game->moves(game, state, actor, moves, NULL);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(buffer);
        game->move_text(game, state, actor, moves[i], &text);
        if (strcmp(buffer, move) == 0) {
            *out = moves[i];
            return true;
        }
        if (alike)
            *alike |= same_words(buffer, move);
    }
    return false;
}

/* `alike`: a legal move has the same words. */
static struct reason why_not(const struct game *game, const void *state, int actor, const char *move,
                             bool alike)
{
    struct reason reason = reason_none();
    REASON_PUT(reason.text, move);
    if (!(game->to_act(game, state) & game_bit(actor)))
        reason_say(&reason, "", "why.turn", "It is not the turn of this seat.");
    else if (actor == GAME_CHANCE)
        reason_say(&reason, "", "why.chance", "'{text}' cannot be drawn or rolled now.");
    else if (!alike)
        game->why_not(game, state, actor, move, &reason);
    if (!reason.key) { /* legal, but for an idle space or zero */
        REASON_PUT(reason.text, move);
        reason_say(&reason, "", "why.written", "'{text}' is not written as in the notation.");
    }
    return reason;
}

/* The same by the game's own reader. What that reads is written again: only one text of a move is accepted.
 */
static bool read_move(const struct game *game, const void *state, int actor, const char *move, game_move *out)
{
    game_move moves[GAME_MAX_MOVES];
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    if (!game->parse || !game->parse(game, move, out))
        return false;
    game->move_text(game, state, actor, *out, &text);
    if (strcmp(buffer, move) != 0)
        return false;
    int count = game->moves(game, state, actor, moves, NULL), i = 0;
    while (i < count && moves[i] != *out)
        i++;
    return i < count;
}

bool game_parse(const struct game *game, const void *state, int actor, const char *move, game_move *out,
                struct text *error)
{
    bool alike = false;
    if (read_move(game, state, actor, move, out) || find_move(game, state, actor, move, out, &alike))
        return true;
    if (error) {
        struct reason reason = why_not(game, state, actor, move, alike);
        reason_english(&reason, error);
    }
    return false;
}

struct reason game_why_not(const struct game *game, const void *state, int actor, const char *move)
{
    game_move found;
    bool alike = false;
    if (read_move(game, state, actor, move, &found) || find_move(game, state, actor, move, &found, &alike))
        return reason_none();
    return why_not(game, state, actor, move, alike);
}

bool game_try(const struct game *game, void *state, int actor, const char *move, struct text *error)
{
    game_move found;
    if (!game_parse(game, state, actor, move, &found, error))
        return false;
    game->apply(game, state, actor, found);
    return true;
}

void game_seen_text(const struct game *game, const void *state, int actor, game_move move, int viewer,
                    struct text *out)
{
    enum game_sight sight = game->sight(game, state, actor, move, viewer);
    if (sight == GAME_UNSEEN)
        return;
    size_t begin = out->length;
    game->move_text(game, state, actor, move, out);
    if (sight == GAME_SEEN)
        return;
    out->length = begin + strcspn(out->at + begin, " ");
    out->at[out->length] = '\0';
    text_put(out, " ?");
}

int game_draw(const uint32_t weight[], int count, struct rng *rng)
{
    uint32_t total = 0;
    for (int i = 0; i < count; i++)
        total += weight[i];
    uint32_t pick = rng_below(rng, total);
    int i = 0;
    while (pick >= weight[i])
        pick -= weight[i++];
    return i;
}

int game_random_actor(const struct game *game, const void *state, struct rng *rng)
{
    uint32_t actors = game->to_act(game, state);
    if (!actors)
        return -1;
    for (uint32_t which = rng_below(rng, (uint32_t)__builtin_popcount(actors)); which > 0; which--)
        actors &= actors - 1;
    return __builtin_ctz(actors);
}

game_move game_random_move(const struct game *game, const void *state, int actor, struct rng *rng)
{
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES];
    int count = game->moves(game, state, actor, moves, actor == GAME_CHANCE ? weight : NULL);
    return moves[actor == GAME_CHANCE ? game_draw(weight, count, rng) : (int)rng_below(rng, (uint32_t)count)];
}

void game_put_seats(const struct game *game, struct text *out)
{
    if (game->min_seats < game->max_seats)
        text_printf(out, "%d to ", game->min_seats);
    text_printf(out, "%d seats", game->max_seats);
}

int game_lead(const int points[GAME_MAX_SEATS], int seats, int seat)
{
    int other = INT_MIN;
    for (int i = 0; i < seats; i++)
        if (i != seat && points[i] > other)
            other = points[i];
    return points[seat] - other;
}
