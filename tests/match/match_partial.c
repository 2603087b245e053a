/*
 * match_partial.c: `match_partial [GAMES]` fills in records from the middle of random games of every kind,
 * for every viewer. Whoever replays a record that was filled in is told the same as the viewer was. The
 * longest record that a stranger can write is filled in soon.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/partial.h"
#include "kinds.h"
#include "match/host.h"

enum { KINDS = sizeof kinds / sizeof kinds[0], STEP = 40, MOST_MS = 100 };

static char partial[TOLD + 1], whole[2 * TOLD], again[TOLD];
static long records, broken_off, failed;
static void *memory;

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
    if (!partial_fill(partial, NULL, memory, &filled, &all, &error)) {
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

/* ---- records that somebody wrote to keep a server busy ---- */

static double slowest; /* milliseconds */

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* The last record that was looked at, with a line that does not fit, so that nothing that is tried fits; then
 * as many bytes as a record may have. */
static void look_at_long(const struct kind *kind, int viewer, int seed)
{
    static const char *const lines[] = {"# x\n", "# 1 zzz\n", "# * draw zz\n", "# 1 sell ?\n", "#\n"};
    size_t length = strlen(partial);
    for (size_t i = 0; partial_is(partial) && i < sizeof lines / sizeof lines[0]; i++) {
        char reason[RECORD_MAX_LINE];
        struct text all = {.at = partial, .size = sizeof partial, .length = length};
        struct text filled = TEXT_IN(whole), error = TEXT_IN(reason);
        bool fits;
        text_put(&all, "# 1 zzz\n");
        while (all.length + 16 < TOLD)
            text_put(&all, lines[i]);
        double begin = cpu_ms();
        bool filled_in = partial_fill(partial, NULL, memory, &filled, &fits, &error);
        double took = cpu_ms() - begin;
        slowest = took > slowest ? took : slowest;
        if (!filled_in || fits)
            fail(kind, viewer, seed, "a record that does not fit was filled in");
        else if (took > MOST_MS)
            fail(kind, viewer, seed, "a long record takes too long");
        partial[length] = '\0';
    }
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
    look_at_long(kind, kind->seats - 1, seed);
    host_free(&host);
}

int main(int argc, char **argv)
{
    int each = argc > 1 ? atoi(argv[1]) : 2;
    games_open();
    memory = malloc(partial_memory());
    for (int i = 0; i < KINDS; i++)
        for (int seed = 1; seed <= each; seed++)
            play(&kinds[i], seed);
    free(memory);
    printf("%ld records, %ld of them break off early, %ld wrong; the slowest of 1 MB took %.1f ms\n", records,
           broken_off, failed, slowest);
    return failed || records < 200 || broken_off > records / 3;
}
