/* fuzz_box.c: the games read or refuse any bytes as a box. With a box that was read, a game can be played to
 * its end. */
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "fuzz.h"

static void play(const struct game *game)
{
    static uint64_t state[GAME_MAX_STATE / 8];
    struct rng rng;
    int actor;
    rng_seed(&rng, 1);
    memset(state, 0, sizeof state);
    if (!game_start(game, state, game->max_seats, "", NULL))
        return;
    while ((actor = game_actor(game, state)) >= 0)
        game->apply(game, state, actor, game_random_move(game, state, actor, &rng));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t box[GAMES_BOX_SIZE / 8];
    static struct game list[GAMES_MAX];
    char reason[512];
    struct text error = TEXT_IN(reason);
    bool fine = games_with_box((const char *)data, size, "fuzzed", list, box, &error);
    if (fine != (error.length == 0))
        abort();
    for (int i = 0; fine && list[i].name; i++)
        play(&list[i]);
    return 0;
}
