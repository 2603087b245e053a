/* events.c: checks that the events of moves tell exactly what the moves do. */
#include "events.h"

#include <string.h>

static bool fits(const struct game_event *e, const char *key, int seat, const char *what)
{
    return strcmp(e->key, key) == 0 && (seat == -2 || e->seat == seat) &&
           (!what || (e->what && strcmp(e->what, what) == 0));
}

int told_amount(const struct told *told, const char *key, int seat, const char *what)
{
    int sum = 0;
    for (int i = 0; i < told->count; i++)
        sum += fits(&told->list[i], key, seat, what) ? told->list[i].amount : 0;
    return sum;
}

int told_times(const struct told *told, const char *key, int seat, const char *what)
{
    int times = 0;
    for (int i = 0; i < told->count; i++)
        times += fits(&told->list[i], key, seat, what);
    return times;
}

const struct game_event *told_once(const struct told *told, const char *key)
{
    const struct game_event *found = NULL;
    for (int i = 0; i < told->count; i++)
        if (strcmp(told->list[i].key, key) == 0) {
            assert_null(found);
            found = &told->list[i];
        }
    return found;
}

bool told_at(const struct told *told, const char *key, const char *place)
{
    for (int i = 0; i < told->count; i++)
        if (strcmp(told->list[i].key, key) == 0 && strcmp(told->list[i].place, place) == 0)
            return true;
    return false;
}

/* Marks the keys of these events in the list of keys. Fails on a key that is not in the list. */
static void mark_keys(const struct told *told, const char *keys, bool seen[EVENT_KEYS])
{
    for (int i = 0; i < told->count; i++) {
        const char *at = keys, *key = told->list[i].key;
        size_t n = strlen(key);
        int k = 0;
        for (; *at; k++) {
            size_t length = strcspn(at, "? ");
            if (length == n && memcmp(at, key, n) == 0)
                break;
            at += length + (at[length] == '?');
            at += *at == ' ';
        }
        if (!*at)
            fail_msg("an unknown event: %s", key);
        assert_true(k < EVENT_KEYS);
        seen[k] = true;
    }
}

/* Tries some random moves and returns the one with most events, so that rare events happen too. */
static game_move eventful_move(const struct game *game, const void *state, int actor, struct rng *rng)
{
    enum { TRIES = 8 };
    struct game_event list[GAME_MAX_EVENTS];
    game_move best = game_random_move(game, state, actor, rng);
    int most = game->tell(game, state, actor, best, actor, list);
    for (int i = 1; i < TRIES && actor != GAME_CHANCE; i++) {
        game_move move = game_random_move(game, state, actor, rng);
        int count = game->tell(game, state, actor, move, actor, list);
        if (count > most) {
            best = move;
            most = count;
        }
    }
    return best;
}

void check_events(const char *name, int seats, const char *options, int count, const char *keys,
                  events_check *check)
{
    bool seen[EVENT_KEYS] = {false};
    const struct game *game = games_find(name);
    for (int i = 0; i < count; i++) {
        union game_state before, after;
        char settled[GAME_OPTIONS_TEXT];
        struct rng rng;
        int actor;
        rng_seed(&rng, (uint64_t)i);
        assert_true(game_settle(game, seats, options, &rng, settled, NULL));
        assert_true(game_start(game, &before, seats, settled, NULL));
        while ((actor = game_random_actor(game, &before, &rng)) >= 0) {
            struct told told;
            game_move move = eventful_move(game, &before, actor, &rng);
            int viewer = actor == GAME_CHANCE ? 0 : actor;
            told.count = game->tell(game, &before, actor, move, viewer, told.list);
            memcpy(&after, &before, game->state_size);
            game->apply(game, &after, actor, move);
            check(game, &before, &after, actor, move, &told);
            mark_keys(&told, keys, seen);
            memcpy(&before, &after, game->state_size);
        }
    }
    for (int k = 0; *keys; k++) {
        size_t n = strcspn(keys, " ");
        if (!seen[k] && keys[n - 1] != '?')
            fail_msg("never told: %.*s", (int)n, keys);
        keys += n + (keys[n] == ' ');
    }
}

const char *events_text(const struct game *game, const void *state, const char *line, int viewer)
{
    static char buffer[4096];
    struct text out = TEXT_IN(buffer);
    struct game_event list[GAME_MAX_EVENTS];
    game_move move;
    int actor = line[0] == '*' ? GAME_CHANCE : line[0] - '1';
    char reason[256];
    struct text error = TEXT_IN(reason);
    if (!game_parse(game, state, actor, line + 2, &move, &error))
        fail_msg("%s: %s", line, reason);
    int count = game->tell(game, state, actor, move, viewer, list);
    for (int i = 0; i < count; i++) {
        const struct game_event *e = &list[i];
        text_printf(&out, "%s%s%s %d %d", i ? "; " : "", e->after_reactions ? "+" : "", e->key, e->seat + 1,
                    e->amount);
        text_printf(&out, "%s%s%s%s", e->what ? " " : "", e->what ? e->what : "", e->place[0] ? " " : "",
                    e->place);
    }
    return buffer;
}
