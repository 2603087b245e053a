/* stranger_record.c: records of random games: whole, broken off, from the middle of a game, or damaged. */
#include <string.h>

#include "core/list.h"
#include "core/partial.h"
#include "server/base/memory.h"
#include "stranger.h"

enum { FEW_MOVES = 40, MANY_MOVES = 900 };

static const struct game *any_game(struct rng *rng)
{
    int count = 0;
    while (games[count])
        count++;
    uint32_t which = rng_below(rng, (uint32_t)count + 1);
    return which < (uint32_t)count ? games[which] : games_find("null");
}

static bool begin(const struct game *game, int seats, struct rng *rng, void *state, struct text *out)
{
    char options[GAME_OPTIONS_TEXT] = "";
    struct text words = TEXT_IN(options);
    for (const struct game_option *o = game->options; o && o->name; o++)
        if (o->kind == OPTION_FLAG && rng_below(rng, 2)) {
            text_put(&words, words.length ? " " : "");
            text_put(&words, o->name);
        }
    if (!game_start(game, state, seats, options, NULL)) {
        options[0] = '\0';
        if (!game_start(game, state, seats, options, NULL))
            return false;
    }
    record_head(game, seats, options, out);
    return true;
}

/* A line as a spectator of the running game gets it. */
static void put_seen(const struct game *game, const void *state, int actor, game_move move, bool *hidden,
                     struct text *out)
{
    char line[RECORD_MAX_LINE];
    struct text text = TEXT_IN(line);
    if (!*hidden && game->sight(game, state, actor, move, GAME_PUBLIC) != GAME_SEEN) {
        text_put(out, PARTIAL_MARK "\n");
        *hidden = true;
    }
    game_seen_text(game, state, actor, move, GAME_PUBLIC, &text);
    if (text.length)
        text_printf(out, "%s%c %s\n", *hidden ? "# " : "", game_actor_letter(actor), line);
}

static void damage(struct rng *rng, struct text *out)
{
    if (out->length < 2)
        return;
    size_t at = rng_below(rng, (uint32_t)out->length - 1);
    if (rng_below(rng, 2))
        out->at[at] = (char)('0' + rng_below(rng, 40));
    else
        memmove(out->at + at, out->at + at + 1, out->length-- - at);
}

void stranger_record(uint32_t number, struct text *out)
{
    static union game_state state;
    struct rng rng;
    rng_seed(&rng, number);
    const struct game *game = any_game(&rng);
    int seats = game->min_seats + (int)rng_below(&rng, (uint32_t)(game->max_seats - game->min_seats + 1));
    bool partial = rng_below(&rng, 2), hidden = false;
    int moves = (int)rng_below(&rng, rng_below(&rng, 8) ? FEW_MOVES : MANY_MOVES), actor;
    memset(&state, 0, sizeof state);
    if (!begin(game, seats, &rng, &state, out))
        return;
    for (int i = 0; i < moves && (actor = game_random_actor(game, &state, &rng)) >= 0; i++) {
        game_move move = game_random_move(game, &state, actor, &rng);
        if (partial)
            put_seen(game, &state, actor, move, &hidden, out);
        else
            record_line(game, &state, actor, move, out);
        game->apply(game, &state, actor, move);
    }
    if (hidden && rng_below(&rng, 8) == 0) /* its reader has much to fit */
        for (int i = 0, n = (int)rng_below(&rng, 2000); i < n; i++)
            text_printf(out, "# %d card ?\n", 1 + i % seats);
    if (rng_below(&rng, 4) == 0)
        text_printf(out, RECORD_RESIGNED "%d\n", 1 + (int)rng_below(&rng, (uint32_t)seats));
    if (!partial && game_actor(game, &state) < 0)
        record_result(game, &state, seats, out);
    if (rng_below(&rng, 6) == 0)
        damage(&rng, out);
}
