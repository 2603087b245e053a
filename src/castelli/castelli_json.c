/* castelli_json.c: a table as JSON for clients; docs/views/castelli.md describes it. Seats count from 1
 * there. */
#include "castelli/castelli_card.h"

static const char *const phase_names[PHASES] = {
    [PHASE_LIFT] = "lift",   [PHASE_TILE] = "tile",       [PHASE_CARD] = "card",   [PHASE_STEAL] = "steal",
    [PHASE_PLACE] = "place", [PHASE_STEWARD] = "steward", [PHASE_BUILD] = "build", [PHASE_GUARD] = "guard",
    [PHASE_SALE] = "sale",   [PHASE_OVER] = "over",
};

/* Names of places as values and keys */

typedef void (*put_name)(struct text *, int);

static void name_string(struct text *out, put_name put, int place)
{
    char buffer[8];
    struct text name = TEXT_IN(buffer);
    put(&name, place);
    text_json_string(out, buffer);
}

static void key_name(struct text *out, const char *key, put_name put, int place)
{
    text_json_key(out, key);
    name_string(out, put, place);
}

static void key_seat(struct text *out, const char *key, int seat)
{
    text_json_key(out, key);
    if (seat >= 0 && seat < SEATS)
        text_json_int(out, seat + 1);
    else
        text_json_null(out);
}

void castelli_seats_json(struct text *out, const char *key, uint32_t seats)
{
    text_json_key(out, key);
    text_json_open(out, '[');
    for (int seat = 0; seat < SEATS; seat++)
        if (seats >> seat & 1)
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
}

/* The board */

void castelli_tiles_json(const struct castelli_box *box, struct text *out)
{
    text_member_open(out, "tiles", '[');
    for (int i = 0; i < ALL_TILES; i++) {
        const struct castelli_tile *tile = &box->tile[i];
        text_json_open(out, '{');
        text_member_string(out, "name", tile->name);
        text_member_open(out, "coats", '[');
        for (int side = 0; side < SIDES; side++)
            text_json_int(out, tile->colour[side] + 1);
        text_json_close(out, ']');
        text_member_int(out, "value", tile->value);
        key_seat(out, "card", tile->card == CASTELLI_NONE ? -1 : tile->card);
        text_member_int(out, "silver", tile->silver);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void castelli_cards_json(const struct castelli_box *box, bool battle, struct text *out)
{
    text_member_open(out, "cards", '[');
    for (int kind = 0; kind < CARDS; kind++) {
        if (castelli_cards[kind].battle && !battle)
            continue;
        text_json_open(out, '{');
        text_member_string(out, "name", castelli_cards[kind].name);
        text_member_int(out, "copies", box->copies[kind]);
        text_member_bool(out, "battle", castelli_cards[kind].battle);
        text_member_bool(out, "reaction", castelli_cards[kind].use == USE_REACTION);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void area_json(const struct castelli_box *box, const struct castelli_table *t, int octagon, int start,
                      struct text *out)
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
    const uint8_t *meadow = castelli_shape(box, t)->meadow_at[octagon];
    text_json_open(out, '{');
    key_name(out, "name", castelli_put_area, area_at(octagon, start));
    text_member_string(out, "landscape", castelli_landscape_names[kind->landscape[start]]);
    text_member_open(out, "sides", '[');
    for (int i = 0; i < SIDES; i++)
        if (kind->mask[start] >> (side_after(start, i)) & 1)
            text_json_string(out, castelli_side_letters[side_after(start, i)]);
    text_json_close(out, ']');
    text_member_int(out, "symbols", kind->symbols[start]);
    text_member_int(out, "sites", kind->sites[start]);
    text_member_open(out, "meadows", '[');
    for (int i = 0; i < SIDES; i++) {
        int side = side_after(start, i);
        if (kind->mask[start] >> side & 1 && meadow[side] != NO_MEADOW)
            name_string(out, castelli_put_meadow, meadow[side]);
    }
    text_json_close(out, ']');
    text_json_close(out, '}');
}

static void octagon_json(const struct castelli_box *box, const struct castelli_table *t, int octagon,
                         struct text *out)
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
    char piece[2] = {(char)('A' + laid_piece(t->layout[octagon / PIECE_OCTAGONS])), 0};
    text_json_open(out, '{');
    key_name(out, "cell", castelli_put_octagon, octagon);
    text_member_int(out, "col", castelli_octagon_col(octagon) + 1);
    text_member_int(out, "row", castelli_octagon_row(octagon) + 1);
    text_member_string(out, "piece", piece);
    text_member_bool(out, "mine", octagon == t->mine);
    text_member_open(out, "areas", '[');
    for (int start = 0; start < SIDES; start++)
        if (kind->mask[start])
            area_json(box, t, octagon, start, out);
    text_json_close(out, ']');
    text_json_close(out, '}');
}

static void meadow_json(const struct castelli_box *box, const struct castelli_table *t, int meadow,
                        struct text *out)
{
    const uint8_t *frame = castelli_shape(box, t)->frame[meadow];
    text_json_open(out, '{');
    key_name(out, "cell", castelli_put_meadow, meadow);
    text_member_int(out, "col", castelli_meadow_col(meadow) + 1);
    text_member_int(out, "row", castelli_meadow_row(meadow) + 1);
    text_member_open(out, "frame", '[');
    for (int side = 0; side < SIDES; side++)
        if (frame[side] != CASTELLI_NONE) {
            text_json_open(out, '{');
            text_member_string(out, "side", castelli_side_letters[side]);
            text_member_string(out, "icon", castelli_icon_names[frame[side]]);
            text_json_close(out, '}');
        }
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* The members of a board that belong to one table. */
static void put_board(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    char buffer[16];
    struct text layout = TEXT_IN(buffer);
    castelli_layout_text(t->layout, t->half ? 2 : 4, &layout);
    text_member_int(out, "columns", 8);
    text_member_int(out, "rows", t->half ? 4 : 8);
    castelli_seats_json(out, "seats", t->seats);
    text_member_bool(out, "dilemma", t->dilemma);
    text_member_bool(out, "battle", t->battle);
    text_member_string(out, "layout", buffer);
    text_member_open(out, "octagons", '[');
    for (uint32_t places = castelli_shape(box, t)->all; places;)
        octagon_json(box, t, castelli_pop(&places), out);
    text_json_close(out, ']');
    text_member_open(out, "meadows", '[');
    for (uint32_t places = castelli_shape(box, t)->all; places;)
        meadow_json(box, t, castelli_pop(&places), out);
    text_json_close(out, ']');
    text_member_int(out, "castles_per_player", box->castles);
    text_member_int(out, "silver", box->silver[__builtin_popcount(t->seats)]);
}

void castelli_table_board_json(const struct castelli_box *box, const struct castelli_table *t,
                               struct text *out)
{
    text_json_open(out, '{');
    put_board(box, t, out);
    castelli_tiles_json(box, out);
    castelli_cards_json(box, t->battle, out);
    text_json_close(out, '}');
}

void castelli_round_board_json(const struct castelli_box *box, const struct castelli_table *t,
                               struct text *out)
{
    text_json_open(out, '{');
    put_board(box, t, out);
    text_json_close(out, '}');
}

/* The view */

static void turn_json(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    text_member_string(out, "phase", phase_names[t->phase]);
    key_seat(out, "active", t->active);
    key_seat(out, "asked", t->asked);
    text_json_key(out, "lifted");
    if (t->lifted != CASTELLI_NONE) {
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_meadow, t->meadow);
        text_member_string(out, "tile", box->tile[t->lifted].name);
        text_json_close(out, '}');
    } else if (t->phase == PHASE_TILE) {
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_meadow, t->meadow);
        text_member_string(out, "tile", NULL);
        text_json_close(out, '}');
    } else {
        text_json_null(out);
    }
    text_json_key(out, "placed");
    if (t->phase == PHASE_STEWARD) {
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_meadow, t->meadow);
        text_member_string(out, "tile", box->tile[lying_tile(t->tile[t->meadow])].name);
        text_member_int(out, "turn", lying_turn(t->tile[t->meadow]));
        text_json_close(out, '}');
    } else {
        text_json_null(out);
    }
    text_json_key(out, "overbuild");
    if (t->phase == PHASE_GUARD) {
        int octagon = area_octagon(t->target), kind = payment_card(t->payment);
        text_json_open(out, '{');
        key_name(out, "area", castelli_put_area,
                 area_at(octagon, castelli_kind_at(box, t, octagon)->start[area_side(t->target)]));
        key_seat(out, "owner", castle_owner(t->castle[t->target]));
        text_member_string(out, "card", kind == CARD_NONE ? NULL : castelli_cards[kind].name);
        text_member_bool(out, "silver", t->payment & PAY_SILVER);
        text_json_close(out, '}');
    } else {
        text_json_null(out);
    }
    key_seat(out, "drawing",
             t->phase == PHASE_CARD    ? castelli_drawer(t)
             : t->phase == PHASE_STEAL ? t->active
                                       : -1);
    key_seat(out, "robbed", t->phase == PHASE_STEAL ? t->robbed : -1);
    text_member_bool(out, "card_played", t->card_played);
    text_member_bool(out, "silver_used", t->silver_used);
}

static void tiles_json(const struct castelli_box *box, const struct castelli_deck *d,
                       const struct castelli_table *t, struct text *out)
{
    text_member_open(out, "tiles", '[');
    for (uint32_t up = t->up; up;) {
        int meadow = castelli_pop(&up), lies = t->tile[meadow];
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_meadow, meadow);
        text_member_string(out, "tile", box->tile[lying_tile(lies)].name);
        text_member_int(out, "turn", lying_turn(lies));
        text_member_open(out, "coats", '[');
        for (int side = 0; side < SIDES; side++) {
            int colour = box->coat_colour[lies][side];
            text_json_open(out, '{');
            key_seat(out, "seat", colour);
            text_member_int(out, "value", influence_of(box->coat[lies][side], colour));
            text_member_bool(out, "card", box->tile[lying_tile(lies)].card == colour);
            text_json_close(out, '}');
        }
        text_json_close(out, ']');
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    text_member_open(out, "unseen", '[');
    for (uint32_t tiles = d->tiles; tiles;)
        text_json_string(out, box->tile[castelli_pop(&tiles)].name);
    text_json_close(out, ']');
}

static void settlements_json(const struct castelli_table *t, struct text *out)
{
    text_member_open(out, "settlements", '[');
    for (uint32_t places = t->villages | t->cities; places;) {
        int octagon = castelli_pop(&places);
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_octagon, octagon);
        text_member_string(out, "kind", t->cities >> octagon & 1 ? "city" : "village");
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void castles_json(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    text_member_open(out, "castles", '[');
    for (int slot = 0; slot < PLACES * 4; slot++) {
        uint8_t castle = t->castle[slot];
        if (!castle)
            continue;
        text_json_open(out, '{');
        key_name(out, "cell", castelli_put_octagon, area_octagon(slot));
        key_name(out, "area", castelli_put_area,
                 area_at(area_octagon(slot),
                         castelli_kind_at(box, t, area_octagon(slot))->start[area_side(slot)]));
        text_member_string(out, "side", castelli_side_letters[area_side(slot)]);
        key_seat(out, "seat", castle_owner(castle));
        key_seat(out, "beneath", castle_beneath(castle));
        text_member_bool(out, "guarded", castle & GUARDED);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void areas_json(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    const struct castelli_shape *shape = castelli_shape(box, t);
    text_member_open(out, "areas", '[');
    for (uint32_t places = shape->all; places;) {
        int octagon = castelli_pop(&places);
        const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
        for (int start = 0; start < SIDES; start++) {
            uint32_t meadows = shape->around[octagon][kind->mask[start]];
            if (!(meadows & t->up))
                continue;
            influence sum = castelli_influence(box, t, octagon, kind->mask[start]);
            text_json_open(out, '{');
            key_name(out, "area", castelli_put_area, area_at(octagon, start));
            text_member_bool(out, "harvested", castelli_scored(box, t, octagon, start));
            text_member_open(out, "influence", '[');
            for (int seat = 0; seat < SEATS; seat++)
                text_json_int(out, influence_of(sum, seat));
            text_json_close(out, ']');
            castelli_seats_json(out, "leaders", castelli_leaders(sum));
            text_json_close(out, '}');
        }
    }
    text_json_close(out, ']');
}

static void sites_json(const struct castelli_box *box, const struct castelli_table *t, int viewer,
                       struct text *out)
{
    uint32_t all = castelli_shape(box, t)->all & ~(1u << t->mine);
    char buffer[8];
    text_member_open(out, "castle_points", '{');
    for (uint32_t places = all; places;) {
        int octagon = castelli_pop(&places);
        struct text name = TEXT_IN(buffer);
        castelli_put_octagon(&name, octagon);
        text_member_int(out, buffer, castelli_castle_points(box, t, octagon));
    }
    text_json_close(out, '}');
    int seat = viewer >= 0 && castelli_plays(t, viewer) ? viewer : t->active;
    text_member_open(out, "reach", '[');
    for (uint32_t places = t->player[seat].reach & all; places;)
        name_string(out, castelli_put_octagon, castelli_pop(&places));
    text_json_close(out, ']');
}

static void players_json(const struct castelli_box *box, const struct castelli_table *t, int viewer,
                         struct text *out)
{
    text_member_open(out, "players", '[');
    for (int seat = 0; seat < SEATS; seat++) {
        const struct castelli_player *p = &t->player[seat];
        if (!castelli_plays(t, seat))
            continue;
        text_json_open(out, '{');
        key_seat(out, "seat", seat);
        text_member_int(out, "points", p->points);
        text_member_int(out, "projected", castelli_projected(box, t, seat));
        for (int good = 0; good < GOODS; good++)
            text_member_int(out, castelli_landscape_names[good], p->goods[good]);
        text_member_int(out, "silver", p->silver);
        text_member_int(out, "castles", p->castles);
        text_member_int(out, "cards", p->cards);
        text_json_key(out, "hand");
        if (seat == viewer) {
            text_json_open(out, '[');
            for (int kind = 0; kind < CARDS; kind++)
                for (int n = cards_of(p->hand, kind); n > 0; n--)
                    text_json_string(out, castelli_cards[kind].name);
            text_json_close(out, ']');
        } else {
            text_json_null(out);
        }
        text_member_string(out, "tile", p->tile == CASTELLI_NONE ? NULL : box->tile[p->tile].name);
        text_member_bool(out, "start_tile", p->tile == TILES + seat);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void sheet_json(const struct castelli_table *t, struct text *out)
{
    struct castelli_sheet sheet[SEATS];
    text_json_key(out, "sheet");
    if (t->phase != PHASE_OVER) {
        text_json_null(out);
        return;
    }
    castelli_sheets(t, sheet);
    text_json_open(out, '[');
    for (int seat = 0; seat < SEATS; seat++) {
        const struct castelli_sheet *s = &sheet[seat];
        if (!castelli_plays(t, seat))
            continue;
        text_json_open(out, '{');
        key_seat(out, "seat", seat);
        text_member_int(out, "castles", s->castles);
        text_member_int(out, "kings", s->kings);
        text_member_int(out, "cards", s->cards);
        text_member_int(out, "resources", s->resources);
        text_member_int(out, "silver", s->silver);
        text_member_int(out, "start_tile", s->start_tile);
        text_member_int(out, "settlements", s->settlements);
        text_member_int(out, "standing", s->standing);
        text_member_int(out, "total", s->total);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void castelli_table_view_json(const struct castelli_box *box, const struct castelli_deck *d,
                              const struct castelli_table *t, int viewer, struct text *out)
{
    text_json_open(out, '{');
    turn_json(box, t, out);
    tiles_json(box, d, t, out);
    settlements_json(t, out);
    castles_json(box, t, out);
    areas_json(box, t, out);
    sites_json(box, t, viewer, out);
    text_member_open(out, "mine", '{');
    key_name(out, "cell", castelli_put_octagon, t->mine);
    text_member_int(out, "silver", t->silver);
    text_json_close(out, '}');
    text_member_open(out, "spare", '{');
    text_member_int(out, "villages", d->villages);
    text_member_int(out, "cities", d->cities);
    text_json_close(out, '}');
    text_member_int(out, "deck", castelli_deck_size(d));
    players_json(box, t, viewer, out);
    sheet_json(t, out);
    castelli_seats_json(out, "winners", castelli_table_winners(t));
    text_json_close(out, '}');
}
