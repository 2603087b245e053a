/*
 * match_partial.c: `match_partial [GAMES]` fills in records from the middle of random games of every kind,
 * for every viewer. Whoever replays a record that was filled in is told the same as the viewer was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/partial.h"
#include "kinds.h"
#include "match/host.h"

enum { KINDS = sizeof kinds / sizeof kinds[0], STEP = 40 };

static char partial[TOLD], whole[TOLD], again[TOLD];
static long records, broken_off, failed;

struct retelling {
    int viewer;
    bool hidden;
    struct text out;
};

/* Tells a move as match_record does. */
static bool retell(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct retelling *r = context;
    const struct game *game = record->game;
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    if (!r->hidden && game->sight(game, state, actor, move, r->viewer) != GAME_SEEN) {
        text_put(&r->out, PARTIAL_MARK "\n");
        r->hidden = true;
    }
    game_seen_text(game, state, actor, move, r->viewer, &text);
    if (text.length)
        text_printf(&r->out, "%s%c %s\n", r->hidden ? "# " : "", game_actor_letter(actor), buffer);
    return true;
}

static void fail(const struct kind *kind, int viewer, int seed, const char *what)
{
    fprintf(stderr, "%s, %d seats, options '%s', seed %d, viewer %d: %s\n", kind->game, kind->seats,
            kind->options, seed, viewer, what);
    failed++;
}

static void look(const struct host *host, const struct kind *kind, int viewer, int seed)
{
    const struct match *m = &host->match;
    struct text out = TEXT_IN(partial), filled = TEXT_IN(whole);
    char reason[RECORD_MAX_LINE];
    struct text error = TEXT_IN(reason);
    match_record(m, match_horizon(m, viewer, host->now), viewer, "", &out);
    if (!partial_is(partial))
        return;
    records++;
    bool all;
    if (!partial_fill(partial, NULL, &filled, &all, &error)) {
        fail(kind, viewer, seed, reason);
        return;
    }
    broken_off += !all;
    struct retelling r = {.viewer = viewer, .out = TEXT_IN(again)};
    struct record record;
    union game_state state;
    record_head(m->game, m->seats, m->options, &r.out);
    if (!record_replay(whole, filled.length, NULL, retell, &r, &record, &state, &error))
        fail(kind, viewer, seed, reason);
    else if (strncmp(partial, again, r.out.length) != 0 || (all && partial[r.out.length]))
        fail(kind, viewer, seed, "the record that was filled in tells something else");
    else if (!all && strncmp(kind->game, "castelli", 8) != 0)
        fail(kind, viewer, seed,
             "the record breaks off"); /* only in Castelli cards that were sold come back */
}

static void play(const struct kind *kind, int seed)
{
    static struct host host;
    struct rng rng;
    const struct game *game = games_find(kind->game);
    const char *problem =
        host_start(&host, game, kind->seats, kind->options, &(struct match_terms){0}, (uint64_t)seed);
    if (problem) {
        fail(kind, 0, seed, problem);
        return;
    }
    rng_seed(&rng, (uint64_t)seed);
    for (int i = 1; !match_over(&host.match); i++) {
        host.now += 60 * 1000; /* pauses are over */
        host_tick(&host);
        int seat = game_random_actor(game, host.match.state, &rng);
        if (seat >= 0 && seat < host.match.seats)
            host_play(&host, seat, game_random_move(game, host.match.state, seat, &rng));
        if (i % STEP == 0)
            for (int viewer = GAME_PUBLIC; viewer < kind->seats; viewer++)
                look(&host, kind, viewer, seed);
    }
    host_free(&host);
}

int main(int argc, char **argv)
{
    int each = argc > 1 ? atoi(argv[1]) : 2;
    games_open();
    for (int i = 0; i < KINDS; i++)
        for (int seed = 1; seed <= each; seed++)
            play(&kinds[i], seed);
    printf("%ld records, %ld of them break off early, %ld wrong\n", records, broken_off, failed);
    return failed || records < 200 || broken_off > records / 3;
}
