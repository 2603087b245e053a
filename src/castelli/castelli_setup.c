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
        if (layout[q] >> 1 == box->mine_piece)
            return q * 8 + (layout[q] & 1 ? 7 - box->mine_octagon : box->mine_octagon);
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

/* 1.2, 7.1: letters with ' for turned; every piece at most once, and with two pieces the mine's among them.
 */
const char *castelli_read_layout(const struct castelli_box *box, const char *text, int pieces,
                                 uint8_t layout[QUADRANTS])
{
    unsigned used = 0;
    for (int q = 0; q < pieces; q++) {
        if (*text < 'A' || *text > 'D')
            return pieces == 2
                       ? "A layout for two players is two of the pieces A, B, C, D, each with ' if turned."
                       : "A layout is the four pieces A, B, C, D in some order, each with ' if turned.";
        int piece = *text++ - 'A';
        if (used >> piece & 1)
            return "A piece lies twice in the layout.";
        used |= 1u << piece;
        layout[q] = (uint8_t)(piece * 2);
        if (*text == '\'') {
            layout[q] |= 1;
            text++;
        }
    }
    if (*text)
        return "The layout has more pieces than the board.";
    if (castelli_mine_in(box, layout, pieces) == CASTELLI_NONE)
        return "The mine's piece must be in the layout.";
    return NULL;
}

void castelli_layout_text(const uint8_t *layout, int pieces, struct text *out)
{
    for (int q = 0; q < pieces; q++) {
        text_char(out, (char)('A' + (layout[q] >> 1)));
        if (layout[q] & 1)
            text_char(out, '\'');
    }
}

bool castelli_draw_option(const struct game *game, const char *name, int seats, struct rng *rng,
                          struct text *value)
{
    const struct castelli_box *box = game->box;
    uint8_t layout[PIECES];
    if (strcmp(name, "layout") != 0)
        return false;
    for (int i = 0; i < PIECES; i++) { /* a shuffle from the inside out */
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        layout[i] = layout[j];
        layout[j] = (uint8_t)i;
    }
    if (seats == 2 && layout[0] != box->mine_piece && layout[1] != box->mine_piece)
        layout[rng_below(rng, 2)] = box->mine_piece;
    for (int i = 0; i < PIECES; i++)
        layout[i] = (uint8_t)(layout[i] * 2 + rng_below(rng, 2));
    castelli_layout_text(layout, seats == 2 ? 2 : 4, value);
    return true;
}

const char *castelli_start(const struct game *game, void *state, int seats, const char *options)
{
    const struct castelli_box *box = game->box;
    struct castelli_state *s = state;
    struct castelli_setup setup = {.seats = (1u << seats) - 1};
    bool has_layout = false, has_first = false;
    int pieces = seats == 2 ? 2 : 4;
    char word[GAME_OPTIONS_TEXT];
    memcpy(setup.layout, box->default_layout, sizeof setup.layout);
    if (seats == 2)
        memcpy(setup.layout, box->default_pair, sizeof box->default_pair);
    while ((options = game_next_option(options, word))) {
        bool doubled;
        if (strcmp(word, "dilemma") == 0) {
            doubled = setup.dilemma;
            setup.dilemma = true;
        } else if (strcmp(word, "battle") == 0) {
            doubled = setup.battle;
            setup.battle = true;
        } else if (strncmp(word, "layout=", 7) == 0) {
            doubled = has_layout;
            has_layout = true;
            const char *error = castelli_read_layout(box, word + 7, pieces, setup.layout);
            if (error)
                return error;
        } else if (game_option_first(word, seats, &setup.first)) {
            doubled = has_first;
            has_first = true;
            if (setup.first < 0)
                return "first must be the number of a seat.";
        } else {
            return "Castelli has the options dilemma, battle, layout=… and first=N.";
        }
        if (doubled)
            return "An option is given twice.";
    }
    setup.mine = castelli_mine_in(box, setup.layout, pieces);
    memset(s, 0, sizeof *s);
    castelli_setup_deck(box, &s->deck, setup.battle);
    castelli_setup_table(box, &s->table, &setup);
    return NULL;
}
