/* host.c: the smallest host of a match, for tests. */
#include "match/host.h"

#include <stdlib.h>
#include <string.h>

static void *resize(void *me, void *block, size_t size)
{
    (void)me;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *more = realloc(block, size);
    if (!more)
        abort();
    return more;
}

static const struct match_memory memory = {.resize = resize};

void host_key(uint64_t seed, uint8_t key[MATCH_KEY])
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < MATCH_KEY; i++)
        key[i] = (uint8_t)rng_next(&rng);
}

const char *host_start(struct host *h, const struct game *game, int seats, const char *options,
                       const struct match_terms *terms, uint64_t seed)
{
    uint8_t key[MATCH_KEY];
    host_key(seed, key);
    return host_start_with(h, game, seats, options, terms, key);
}

const char *host_start_with(struct host *h, const struct game *game, int seats, const char *options,
                            const struct match_terms *terms, const uint8_t key[MATCH_KEY])
{
    char settled[GAME_OPTIONS_TEXT];
    *h = (struct host){.now = 1000000};
    if (!match_settle(game, seats, options, key, settled, NULL) ||
        !match_start(&h->match, game, seats, settled, terms, key, &memory, NULL))
        return "the options are wrong";
    return NULL;
}

void host_free(struct host *h)
{
    match_free(&h->match);
    free(h->kept);
    h->kept = NULL;
}

static void reserve(struct host *h, int count)
{
    if (count <= h->capacity)
        return;
    h->capacity = 2 * count + 64;
    h->kept = resize(NULL, h->kept, (size_t)h->capacity * sizeof h->kept[0]);
}

bool host_keep(struct host *h)
{
    const struct match_proposal *p = &h->proposal;
    if (p->refused)
        return false;
    reserve(h, h->count + p->count);
    for (int i = 0; i < p->count; i++)
        h->kept[h->count++] = p->entries[i];
    return match_accept(&h->match, p->entries, p->count, NULL) == p->count;
}

bool host_move(struct host *h, int seat, const char *move)
{
    return match_move(&h->match, seat, move, MATCH_NEWEST, h->now, &h->proposal) && host_keep(h);
}

bool host_play(struct host *h, int seat, game_move move)
{
    return match_play(&h->match, seat, move, h->now, &h->proposal) && host_keep(h);
}

bool host_tick(struct host *h)
{
    return match_tick(&h->match, h->now, &h->proposal) && host_keep(h);
}

bool host_change(struct host *h, int seat, enum match_change change)
{
    return match_change(&h->match, seat, change, h->now, &h->proposal) && host_keep(h);
}

bool host_undo(struct host *h, int place)
{
    return match_undo(&h->match, place, h->now, &h->proposal) && host_keep(h);
}

bool host_follow(struct host *h, const char *moves)
{
    while (*moves) {
        struct match_entry *e = &h->proposal.entries[0];
        size_t length = strcspn(moves, ";");
        struct text text = TEXT_IN(e->move);
        e->number = h->match.entries;
        e->actor = moves[0];
        e->code = MATCH_UNREAD;
        e->at = h->now;
        text_put_n(&text, moves + 2, length - 2);
        h->proposal.refused = NULL;
        h->proposal.count = 1;
        if (!host_keep(h))
            return false;
        moves += length;
        moves += strspn(moves, "; ");
    }
    return true;
}

bool host_seek_pause(struct host *h, int seats, int asked, struct rng *rng)
{
    const struct match *m = &h->match;
    while (host_tick(h) && !match_over(m)) {
        h->now += 10;
        if (match_paused(m)) {
            h->now += match_pause_left(m, h->now);
            continue;
        }
        int seat = game_random_actor(m->game, m->state, rng);
        if (seat == GAME_CHANCE)
            continue;
        if (!host_play(h, seat, game_random_move(m->game, m->state, seat, rng)))
            return false;
        uint32_t open = m->game->to_act(m->game, m->state) & m->turn.pause.seats;
        if (m->turn.pause.on && __builtin_popcount(m->turn.pause.seats) == seats &&
            __builtin_popcount(open) >= asked)
            return true;
    }
    return false;
}

bool host_copy(const struct host *h, int count, struct host *fresh)
{
    const struct match *m = &h->match;
    *fresh = (struct host){.now = h->now};
    if (!match_start(&fresh->match, m->game, m->seats, m->options, &m->terms, m->key, &memory, NULL))
        return false;
    reserve(fresh, count);
    for (; fresh->count < count; fresh->count++) {
        fresh->kept[fresh->count] = h->kept[fresh->count];
        fresh->kept[fresh->count].code = MATCH_UNREAD;
    }
    return match_accept(&fresh->match, fresh->kept, count, NULL) == count;
}

uint32_t host_mine(int viewer)
{
    return viewer == GAME_PUBLIC ? 0 : game_bit(viewer);
}

/* During a pause it also tells the lines of the moves since then, and how long the pause still lasts. */
void host_tell(const struct host *h, int viewer, int from, struct text *out)
{
    const struct match *m = &h->match;
    int to = match_horizon(m, viewer, h->now);
    tell_position(m, viewer, to, host_mine(viewer), h->now, out);
    text_char(out, '\n');
    tell_lines(m, viewer, from < to ? from : to, to, false, out);
    text_char(out, '\n');
    if (!match_paused(m))
        return;
    text_int(out, match_number(m, viewer, m->count));
    text_char(out, ' ');
    text_int(out, match_pause_left(m, h->now));
    text_char(out, '\n');
    tell_lines(m, viewer, to, m->count, true, out);
    text_char(out, '\n');
}
