/* stranger_time.c: how the store, the bots, the bus between two nodes and time go on. */
#include <string.h>

#include "stranger.h"

enum {
    LETTERS = 512,
    FOR_EVER = 100000,
    THOUGHTS = 20000,
    MOST_WAKES = 400,
    BEATS = 30,
    BEATS_OF_NODES = 80
};

/* ---- the bus ---- */

static struct letter {
    int to;
    size_t length;
    char text[NOTICE_TEXT];
} letters[LETTERS];
static int letter_count;
static struct stranger *world;

/* A bad bus loses, repeats and reorders notices. */
static void publish(void *me, const char *text, size_t length, unsigned within_ms)
{
    struct stranger *s = world;
    int from = (int)((struct fake *)me - s->node);
    int copies = s->bus == STRANGER_BUS_NONE  ? 0
                 : s->bus == STRANGER_BUS_BAD ? (int)rng_below(&s->luck, 3)
                                              : 1;
    (void)within_ms;
    for (; copies && letter_count < LETTERS; copies--) {
        struct letter *l = &letters[letter_count++];
        l->to = 1 - from;
        l->length = length;
        memcpy(l->text, text, length);
    }
}

static bool deliver(struct stranger *s)
{
    if (!letter_count)
        return false;
    int which = s->bus == STRANGER_BUS_BAD ? (int)rng_below(&s->luck, (uint32_t)letter_count) : 0;
    struct letter l = letters[which];
    memmove(&letters[which], &letters[which + 1], (size_t)(--letter_count - which) * sizeof l);
    bus_told(&s->node[l.to].server, l.text, l.length);
    return true;
}

void stranger_join_nodes(struct stranger *s)
{
    world = s;
    letter_count = 0;
    for (int i = 0; i < s->nodes; i++) {
        s->node[i].server.bus = (struct bus){.me = &s->node[i], .publish = publish};
        s->node[i].server.nodes.me = (uint64_t)i + 1;
    }
}

/* ---- the store ---- */

void stranger_settle(struct stranger *s)
{
    for (int i = 0; i < FOR_EVER; i++) {
        bool any = false;
        for (int at = 0; at < s->nodes; at++)
            any = fake_step(&s->node[at]) || any;
        if (s->nodes > 1)
            any = deliver(s) || any;
        if (!any)
            return;
    }
    stranger_fail("the server does something for ever");
}

void stranger_go(struct stranger *s, int steps)
{
    for (int i = 0; i < steps; i++) {
        struct fake *fake = &s->node[rng_below(&s->luck, (uint32_t)s->nodes)];
        if (s->nodes > 1 && rng_below(&s->luck, 3) == 0)
            deliver(s);
        else if (!fake_step_of(fake, (enum fake_kind)rng_below(&s->luck, FAKE_KINDS)))
            fake_step(fake);
    }
}

void stranger_think(struct stranger *s, int questions)
{
    bool any = true;
    for (int i = 0; i < questions && any; i++) {
        any = false;
        for (int at = 0; at < s->nodes; at++)
            any = fake_answer(&s->node[at]) || any;
        if (!s->lags)
            stranger_settle(s);
    }
}

/* ---- time ---- */

static void pass_node(struct stranger *s, struct fake *fake, int64_t end)
{
    for (int i = 0; i < MOST_WAKES && wakes_next(&fake->wakes) <= end; i++) {
        if (wakes_next(&fake->wakes) > fake->now)
            fake->now = wakes_next(&fake->wakes);
        room_woken(&fake->server, wakes_take(&fake->wakes, fake->now));
        if (!s->lags)
            while (fake_step(fake))
                ;
    }
    fake->now = end;
}

void stranger_pass(struct stranger *s, int64_t ms)
{
    int64_t end = s->node[0].now + ms, beat = s->nodes > 1 ? NODES_BEAT_MS : 1000;
    int most = s->nodes > 1 ? BEATS_OF_NODES : BEATS;
    beat = ms / beat > most ? ms / most : beat;
    for (int64_t now = s->node[0].now; now < end;) {
        now = now + beat < end ? now + beat : end;
        for (int at = 0; at < s->nodes; at++) {
            pass_node(s, &s->node[at], now);
            if (s->nodes > 1)
                nodes_beat(&s->node[at].server);
            server_tick(&s->node[at].server);
        }
        if (!s->lags)
            stranger_settle(s);
    }
}

void stranger_calm(struct stranger *s)
{
    bool any = true;
    s->lags = false;
    s->bus = STRANGER_BUS_GOOD;
    for (int at = 0; at < s->nodes; at++) {
        struct fake *fake = &s->node[at];
        fake->fails = fake->unsure = fake->blind = fake->late = false;
        fake->questions = 0; /* games between bots would go on */
    }
    for (int i = 0; any && i < THOUGHTS; i++) {
        stranger_settle(s);
        any = false;
        for (int at = 0; at < s->nodes; at++)
            any = fake_answer(&s->node[at]) || any;
    }
    if (any)
        stranger_fail("bots are asked for ever");
}
