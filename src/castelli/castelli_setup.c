/* castelli_setup.c: options, layouts, and the table as it is before the first move (1, 7, 8.1). */
#include "castelli/castelli_state.h"

#include <string.h>

void castelli_setup_deck(const struct castelli_box *box, struct castelli_deck *d, bool battle)
{
    memset(d, 0, sizeof *d);
    d->unseen = battle ? box->battle_deck : box->deck;
    d->unseen_count = battle ? box->battle_deck_count : box->deck_count;
    d->tiles = 0xffffffff;
    d->villages = box->villages;
    d->cities = box->cities;
    d->battle = battle;
}

/* Where the mine lies in a layout, or CASTELLI_NONE. */
int castelli_mine_in(const struct castelli_box *box, const uint8_t *layout, int pieces)
{
    for (int q = 0; q < pieces; q++)
        if (laid_piece(layout[q]) == box->mine_piece)
            return q * 8 + (laid_turned(layout[q]) ? 7 - box->mine_octagon : box->mine_octagon);
    return CASTELLI_NONE;
}

void castelli_setup_table(const struct castelli_box *box, struct castelli_table *t,
                          const struct castelli_setup *setup)
{
    memset(t, 0, sizeof *t);
    int seats = __builtin_popcount(setup->seats);
    t->seats = (uint8_t)setup->seats;
    t->half = seats == 2; /* 7.1 */
    t->dilemma = setup->dilemma;
    t->battle = setup->battle;
    t->active = (uint8_t)setup->first;
    t->mine = (uint8_t)setup->mine;
    t->silver = box->silver[seats]; /* 1.8 */
    t->phase = PHASE_LIFT;
    t->asked = t->meadow = t->lifted = t->robbed = CASTELLI_NONE;
    memset(t->layout, CASTELLI_NONE, sizeof t->layout);
    memset(t->tile, NO_TILE, sizeof t->tile);
    memcpy(t->layout, setup->layout, t->half ? 2 : 4);
    for (int seat = 0; seat < SEATS; seat++) {
        struct castelli_player *p = &t->player[seat];
        p->tile = CASTELLI_NONE;
        if (!castelli_plays(t, seat))
            continue;
        p->castles = box->castles; /* 1.7 */
        if (t->dilemma)
            p->tile = (uint8_t)(TILES + seat); /* 8.1 */
    }
    for (uint32_t octagons = castelli_shape(box, t)->all & ~(1u << t->mine); octagons;) {
        int octagon = castelli_pop(&octagons);
        const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
        if (kind->settlement == SETTLEMENT_VILLAGE) /* 1.9 */
            t->villages |= 1u << octagon;
        if (kind->settlement == SETTLEMENT_CITY)
            t->cities |= 1u << octagon;
        for (int start = 0; start < SIDES; start++)
            if (kind->mask[start] && kind->landscape[start] < GOODS)
                t->open[kind->landscape[start]][start] |= 1u << octagon;
    }
}

/* What is wrong with a layout, or NULL (1.2, 7.1). */
static const char *read_layout(const struct castelli_box *box, const char *text, int pieces,
                               uint8_t layout[QUADRANTS])
{
    unsigned used = 0;
    for (int q = 0; q < pieces; q++) {
        if (*text < 'A' || *text > 'D')
            return pieces == 2 ? "name two of the pieces A, B, C, D, each with ' if it is turned"
                               : "name the four pieces A, B, C, D in some order, each with ' if it is turned";
        int piece = *text++ - 'A';
        if (used >> piece & 1)
            return "a piece is named twice";
        used |= 1u << piece;
        layout[q] = (uint8_t)(piece * 2);
        if (*text == '\'') {
            layout[q] |= 1;
            text++;
        }
    }
    if (*text)
        return pieces == 2 ? "two players use two pieces" : "the board has four pieces";
    return castelli_mine_in(box, layout, pieces) == CASTELLI_NONE ? "the piece with the mine is missing"
                                                                  : NULL;
}

bool castelli_read_layout(const struct castelli_box *box, const char *text, int pieces,
                          uint8_t layout[QUADRANTS], struct text *error)
{
    const char *problem = read_layout(box, text, pieces, layout);
    if (problem && error)
        text_put(error, problem);
    return !problem;
}

void castelli_layout_text(const uint8_t *layout, int pieces, struct text *out)
{
    for (int q = 0; q < pieces; q++) {
        text_char(out, (char)('A' + laid_piece(layout[q])));
        if (laid_turned(layout[q]))
            text_char(out, '\'');
    }
}

static int piece_count(int seats)
{
    return seats == 2 ? 2 : PIECES; /* 7.1 */
}

bool castelli_check_layout(const struct game *game, int seats, const char *value, struct text *error)
{
    uint8_t layout[QUADRANTS];
    return castelli_read_layout(game->box, value, piece_count(seats), layout, error);
}

void castelli_draw_layout(const struct game *game, int seats, struct rng *rng, struct text *value)
{
    const struct castelli_box *box = game->box;
    uint8_t layout[PIECES];
    for (int i = 0; i < PIECES; i++) { /* a shuffle from the inside out */
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        layout[i] = layout[j];
        layout[j] = (uint8_t)i;
    }
    if (seats == 2 && layout[0] != box->mine_piece && layout[1] != box->mine_piece)
        layout[rng_below(rng, 2)] = box->mine_piece;
    for (int i = 0; i < PIECES; i++)
        layout[i] = (uint8_t)(layout[i] * 2 + rng_below(rng, 2));
    castelli_layout_text(layout, piece_count(seats), value);
}

void castelli_start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    const struct castelli_box *box = game->box;
    struct castelli_state *s = state;
    struct castelli_setup setup = {
        .seats = (1u << seats) - 1,
        .first = option_seat(choices, CASTELLI_FIRST),
        .dilemma = option_given(choices, CASTELLI_DILEMMA),
        .battle = option_given(choices, CASTELLI_BATTLE),
    };
    int pieces = piece_count(seats);
    memcpy(setup.layout, seats == 2 ? box->default_pair : box->default_layout, (size_t)pieces);
    if (option_given(choices, CASTELLI_LAYOUT))
        castelli_read_layout(box, choices->value[CASTELLI_LAYOUT], pieces, setup.layout, NULL);
    setup.mine = castelli_mine_in(box, setup.layout, pieces);
    castelli_setup_deck(box, &s->deck, setup.battle);
    castelli_setup_table(box, &s->table, &setup);
}
