/*
 * castle_view.c: what a viewer may know. Hidden are the other hands, the cards that others discarded or
 * swapped, and the draw pile. A viewer knows its own hand, and of the discard pile the scored cards and the
 * own ones. All other cards are one heap to it, and until the discard pile becomes the draw pile any
 * arrangement of them is equally likely.
 *
 * From then on it remembers which cards it knew to be in that pile. None of them is among the cards that
 * another seat already held; a seat has at most as many of them as it has drawn since, less those that it
 * scored and could have from nowhere else, and it has given away no more of them than it had at that time.
 * castle_deal keeps to that and leaves every other world possible. While the others have only drawn since, it
 * deals each world as often as is right. What they score or give away blurs that, for nobody is told whether
 * such a card was held or drawn: a scored one counts as held where it may have been, one that was given away
 * may be any of the seat's cards, and neither is weighed against how likely it was. Where only some of equal
 * cards were known to be in the pile, the first that turns up is taken for one of these, so that no more is
 * remembered than is certain. Whenever the discard pile becomes the draw pile, memory begins anew. In a dealt
 * world the other seats remember nothing until then.
 */
#include <string.h>

#include "castle/castle_state.h"

void castle_observe(const struct game *game, const void *state, int viewer, void *view)
{
    (void)game;
    memmove(view, state, sizeof(struct castle));
    struct castle *v = view;
    v->viewer = (uint8_t)(2 + viewer);
    v->draw = 0;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (seat == viewer)
            continue;
        v->hand[seat] = 0;
        v->unseen[seat] = 0;
        memset(&v->memory[1 + seat], 0, sizeof v->memory[0]);
    }
}

uint64_t castle_unknown_cards(const struct castle_box *box, const struct castle *s, int viewer)
{
    uint64_t cards = box->all_cards - s->open - s->played;
    return viewer < 0 ? cards : cards - s->hand[viewer] - s->unseen[viewer];
}

/* A viewer's memory is in the state: it is a full one, that viewer's own view, or the public's. */
static bool remembers(const struct castle *s, int viewer)
{
    return viewer < 0 || castle_knows(s, viewer);
}

void castle_remember_refill(struct castle *s)
{
    s->refilled = 1;
    for (int viewer = GAME_PUBLIC; viewer < s->seats; viewer++)
        if (remembers(s, viewer))
            s->memory[1 + viewer] =
                (struct castle_memory){.pile = s->open + (viewer < 0 ? 0 : s->unseen[viewer])};
}

void castle_remember_draw(struct castle *s, int kind)
{
    for (int viewer = GAME_PUBLIC; viewer < s->seats; viewer++) {
        struct castle_memory *m = &s->memory[1 + viewer];
        if (viewer != s->seat)
            m->fresh[s->seat] += remembers(s, viewer);
        else if (castle_copies(m->pile, kind) > 0)
            m->pile -= castle_card(kind);
    }
}

void castle_remember_score(const struct castle_box *box, struct castle *s, int kind)
{
    int seat = s->seat;
    for (int viewer = GAME_PUBLIC; viewer < s->seats; viewer++) {
        struct castle_memory *m = &s->memory[1 + viewer];
        int copies = castle_copies(m->pile, kind);
        if (viewer == seat || copies == 0 || m->fresh[seat] == 0)
            continue;
        if (copies == castle_copies(castle_unknown_cards(box, s, viewer), kind)) {
            m->fresh[seat]--;
            if (m->given[seat] > m->fresh[seat])
                m->given[seat] = m->fresh[seat];
        }
        m->pile -= castle_card(kind);
    }
}

void castle_remember_gift(struct castle *s)
{
    int seat = s->seat;
    for (int viewer = GAME_PUBLIC; viewer < s->seats; viewer++) {
        struct castle_memory *m = &s->memory[1 + viewer];
        if (m->given[seat] < m->fresh[seat])
            m->given[seat]++;
    }
}

/* Cards in a row, of which those before `next` are taken. */
struct heap {
    uint8_t card[CASTLE_KINDS * CASTLE_COPIES];
    uint32_t next, size;
};

static void add_cards(struct heap *heap, uint64_t cards)
{
    for (uint64_t rest = castle_kinds(cards); rest; rest &= rest - 1) {
        int kind = __builtin_ctzll(rest) / 2;
        for (int copy = castle_copies(cards, kind); copy > 0; copy--)
            heap->card[heap->size++] = (uint8_t)kind;
    }
}

/* Takes some cards at random of those before `end`. */
static uint64_t take(struct heap *heap, uint32_t end, int count, struct rng *rng)
{
    uint64_t cards = 0;
    while (count-- > 0) {
        uint32_t next = heap->next++, pick = next + rng_below(rng, end - next);
        uint8_t card = heap->card[pick];
        heap->card[pick] = heap->card[next];
        cards += castle_card(card);
    }
    return cards;
}

/* How many cards of a seat's hand and of its unseen ones are from the pile that is remembered: as many as
 * there may be, in any places where they may be. */
static void split(const struct castle *s, const struct castle_memory *m, int seat, struct rng *rng, int *hand,
                  int *unseen)
{
    int places = s->hand_size[seat] + m->given[seat];
    int fresh = m->fresh[seat] < places ? m->fresh[seat] : places;
    *unseen = 0;
    for (int place = m->given[seat]; place > 0; place--, places--)
        *unseen += (int)rng_below(rng, (uint32_t)places) < fresh - *unseen;
    *hand = fresh - *unseen;
}

void castle_deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    const struct castle_box *box = game->box;
    memmove(out, view, sizeof(struct castle));
    struct castle *s = out;
    const struct castle_memory *m = &s->memory[1 + viewer];
    struct heap heap = {.size = 0};
    int hand[GAME_MAX_SEATS] = {0}, unseen[GAME_MAX_SEATS] = {0};
    s->draw = castle_unknown_cards(box, s, viewer);
    add_cards(&heap, s->draw - m->pile);
    uint32_t others = heap.size;
    add_cards(&heap, m->pile);
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        if (m->pile)
            split(s, m, seat, rng, &hand[seat], &unseen[seat]);
        s->hand[seat] = take(&heap, others, s->hand_size[seat] - hand[seat], rng);
        s->unseen[seat] = take(&heap, others, s->unseen_size[seat] - unseen[seat], rng);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        s->hand[seat] += take(&heap, heap.size, hand[seat], rng);
        s->unseen[seat] += take(&heap, heap.size, unseen[seat], rng);
        s->draw -= s->hand[seat] + s->unseen[seat];
    }
    s->viewer = 0;
}

enum game_sight castle_sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    const struct castle *s = state;
    (void)game;
    (void)actor;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_CARD:
    case CASTLE_MOVE_DISCARD:
    case CASTLE_MOVE_SWAP:
        return s->seat == viewer ? GAME_SEEN : GAME_VEILED;
    default:
        return GAME_SEEN;
    }
}
