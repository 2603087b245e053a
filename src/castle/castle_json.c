/* castle_json.c: board and view for clients that know no rules. docs/views/castle.md describes what is
 * written. */
#include <string.h>

#include "castle/castle_state.h"

static void put_counts(struct text *out, const char *key, const char *const names[], int count,
                       const uint8_t n[])
{
    text_member_open(out, key, '{');
    for (int i = 0; i < count; i++)
        text_member_int(out, names[i], n[i]);
    text_json_close(out, '}');
}

static void put_colours(struct text *out, const char *key, const uint8_t n[CASTLE_COLOURS])
{
    put_counts(out, key, castle_colour_name, CASTLE_COLOURS, n);
}

static void put_towers(struct text *out, const char *key, const uint8_t n[CASTLE_TOWERS])
{
    put_counts(out, key, castle_tower_name, CASTLE_TOWERS, n);
}

static void put_supply(struct text *out, const struct castle_supply *supply)
{
    text_member_open(out, "supply", '{');
    text_member_int(out, "walls", supply->walls);
    put_towers(out, "towers", supply->towers);
    put_colours(out, "houses", supply->houses);
    put_colours(out, "palaces", supply->palaces);
    text_json_close(out, '}');
}

static void put_spaces(struct text *out, const char *key, const struct castle_box *box,
                       struct castle_set spaces)
{
    text_member_open(out, key, '[');
    for (int space; (space = castle_pop(&spaces)) >= 0;)
        text_json_string(out, box->space_name[space]);
    text_json_close(out, ']');
}

static void put_cards(struct text *out, const char *key, const struct castle_box *box, uint64_t cards)
{
    text_member_open(out, key, '[');
    for (int kind = 0; kind < box->kinds; kind++)
        for (int copy = castle_copies(cards, kind); copy > 0; copy--)
            text_json_string(out, castle_kind_name(box, kind));
    text_json_close(out, ']');
}

static void put_board_point(struct text *out, const struct castle_box *box, int p)
{
    text_json_open(out, '{');
    text_member_string(out, "name", box->point_name[p]);
    text_member_int(out, "row", box->point_row[p]);
    text_member_int(out, "x", box->point_x[p]);
    text_member_bool(out, "water", box->water >> p & 1);
    text_json_close(out, '}');
}

static void put_board_line(struct text *out, const struct castle_box *box, int l)
{
    text_json_open(out, '{');
    text_member_string(out, "name", box->line_name[l]);
    text_member_open(out, "points", '[');
    for (int e = 0; e < 2; e++)
        text_json_string(out, box->point_name[box->line_end[l][e]]);
    text_json_close(out, ']');
    text_member_open(out, "spaces", '[');
    for (int side = 0; side < 2; side++)
        if (box->line_space[l][side] != CASTLE_NONE)
            text_json_string(out, box->space_name[box->line_space[l][side]]);
    text_json_close(out, ']');
    text_member_bool(out, "border", castle_has(&box->border, l));
    text_json_close(out, '}');
}

static void put_board_space(struct text *out, const struct castle_box *box, int space)
{
    text_json_open(out, '{');
    text_member_string(out, "name", box->space_name[space]);
    text_member_open(out, "points", '[');
    for (int k = 0; k < 3; k++)
        text_json_string(out, box->point_name[box->space_point[space][k]]);
    text_json_close(out, ']');
    text_member_bool(out, "north", box->space_north[space]);
    text_member_string(out, "region", box->region_name[box->space_region[space]]);
    text_json_close(out, '}');
}

static void put_names(struct text *out, const char *key, const char *const names[], int count)
{
    text_member_open(out, key, '[');
    for (int i = 0; i < count; i++)
        text_json_string(out, names[i]);
    text_json_close(out, ']');
}

void castle_board_json(const struct game *game, const void *state, struct text *out)
{
    const struct castle_box *box = game->box;
    text_json_open(out, '{');
    text_member_int(out, "seats", ((const struct castle *)state)->seats);
    text_member_open(out, "points", '[');
    for (int p = 0; p < box->points; p++)
        put_board_point(out, box, p);
    text_json_close(out, ']');
    text_member_open(out, "lines", '[');
    for (int l = 0; l < box->lines; l++)
        put_board_line(out, box, l);
    text_json_close(out, ']');
    text_member_open(out, "spaces", '[');
    for (int space = 0; space < box->spaces; space++)
        put_board_space(out, box, space);
    text_json_close(out, ']');
    text_member_open(out, "regions", '[');
    for (int r = 0; r < CASTLE_REGIONS; r++)
        text_json_string(out, box->region_name[r]);
    text_json_close(out, ']');
    put_names(out, "colours", castle_colour_name, CASTLE_COLOURS);
    put_names(out, "towers", castle_tower_name, CASTLE_TOWERS);
    text_member_open(out, "cards", '[');
    for (int kind = 0; kind < box->kinds; kind++) {
        text_json_open(out, '{');
        text_member_string(out, "name", castle_kind_name(box, kind));
        text_member_string(out, "scope", castle_scope_name[castle_guild[box->rule[kind]].scope]);
        text_member_int(out, "copies", box->copies);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    put_supply(out, &box->stock);
    text_json_close(out, '}');
}

/* What each card of a hand is worth, by a table of all kinds. */
static void put_hand_values(struct text *out, const struct castle_box *box, uint64_t hand,
                            const uint8_t value[])
{
    text_member_open(out, "hand", '[');
    for (int kind = 0; kind < box->kinds; kind++)
        for (int copy = castle_copies(hand, kind); copy > 0; copy--)
            text_json_int(out, value[kind]);
    text_json_close(out, ']');
}

static void put_players(struct text *out, const struct castle_box *box, const struct castle *s)
{
    int fewest = s->points[0];
    for (int seat = 1; seat < s->seats; seat++)
        fewest = s->points[seat] < fewest ? s->points[seat] : fewest;
    text_member_open(out, "players", '[');
    for (int seat = 0; seat < s->seats; seat++) {
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_member_int(out, "points", s->points[seat]);
        text_member_int(out, "cards", s->hand_size[seat]);
        text_member_int(out, "hidden", s->unseen_size[seat]);
        text_member_bool(out, "last", s->points[seat] == fewest);
        text_member_open(out, "sheet", '[');
        for (int kind = 0; kind < box->kinds; kind++) {
            if (s->sheet[seat][kind] == 0)
                continue;
            text_json_open(out, '{');
            text_member_string(out, "card", castle_kind_name(box, kind));
            text_member_int(out, "points", s->sheet[seat][kind]);
            text_json_close(out, '}');
        }
        text_json_close(out, ']');
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void put_hand(struct text *out, const struct castle_box *box, const struct castle *s, uint64_t hand)
{
    uint8_t value[CASTLE_KINDS];
    int city = castle_counting(s);
    castle_values(box, s, city, value);
    text_member_open(out, "hand", '[');
    for (int kind = 0; kind < box->kinds; kind++) {
        for (int copy = castle_copies(hand, kind); copy > 0; copy--) {
            text_json_open(out, '{');
            text_member_string(out, "card", castle_kind_name(box, kind));
            text_json_key(out, "points");
            if (city == CASTLE_NONE && castle_guild[box->rule[kind]].scope == CASTLE_OF_CITY)
                text_json_null(out);
            else
                text_json_int(out, value[kind]);
            text_json_close(out, '}');
        }
    }
    text_json_close(out, ']');
}

static void put_piles(struct text *out, const struct castle_box *box, const struct castle *s, int viewer)
{
    int cards = castle_cards(s->open);
    for (int seat = 0; seat < s->seats; seat++)
        cards += s->unseen_size[seat];
    text_member_int(out, "draw", s->draw_size);
    text_member_open(out, "discard", '{');
    text_member_int(out, "cards", cards);
    put_cards(out, "open", box, s->open);
    put_cards(out, "own", box, viewer < 0 ? 0 : s->unseen[viewer]);
    text_json_close(out, '}');
}

static void put_space(struct text *out, const struct castle_box *box, const struct castle *s, int space)
{
    uint8_t houses[CASTLE_COLOURS], palaces[CASTLE_COLOURS] = {0};
    bool any = s->houses[space] != 0;
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        houses[c] = (uint8_t)castle_houses(s->houses[space], c);
        for (int i = s->supply.palaces[c]; i < box->stock.palaces[c]; i++)
            palaces[c] += s->palaces[c][i] == space;
        any |= palaces[c] > 0;
    }
    if (!any)
        return;
    text_json_open(out, '{');
    text_member_string(out, "space", box->space_name[space]);
    put_colours(out, "houses", houses);
    put_colours(out, "palaces", palaces);
    text_member_string(out, "city",
                       s->city_of[space] == CASTLE_NONE ? NULL : box->space_name[s->city_of[space]]);
    text_json_close(out, '}');
}

static void put_city(struct text *out, const struct castle_box *box, const struct castle *s, int city)
{
    struct castle_city_facts facts;
    struct castle_set spaces = castle_spaces_of(box, s, city);
    castle_city_facts(box, s, city, &facts);
    text_json_open(out, '{');
    text_member_string(out, "city", box->space_name[city]);
    put_spaces(out, "spaces", box, spaces);
    text_member_open(out, "edge", '[');
    for (int line = 0; line < box->lines; line++) {
        const uint8_t *side = box->line_space[line];
        bool here = castle_has(&spaces, side[0]),
             there = side[1] != CASTLE_NONE && castle_has(&spaces, side[1]);
        if (here != there)
            text_json_string(out, box->line_name[line]);
    }
    text_json_close(out, ']');
    put_towers(out, "towers", facts.towers);
    put_colours(out, "houses", facts.houses);
    put_colours(out, "palaces", facts.palaces);
    text_member_int(out, "colours", facts.colours);
    text_json_close(out, '}');
}

static void put_pieces(struct text *out, const struct castle_box *box, const struct castle *s)
{
    struct castle_set walls = s->walls, cities = s->cities;
    put_supply(out, &s->supply);
    text_member_open(out, "walls", '[');
    for (int line; (line = castle_pop(&walls)) >= 0;)
        text_json_string(out, box->line_name[line]);
    text_json_close(out, ']');
    text_member_open(out, "towers", '[');
    for (int p = 0; p < box->points; p++) {
        for (int c = 0; c < CASTLE_TOWERS; c++) {
            if (!(s->towers[c] >> p & 1))
                continue;
            text_json_open(out, '{');
            text_member_string(out, "point", box->point_name[p]);
            text_member_string(out, "colour", castle_tower_name[c]);
            text_json_close(out, '}');
        }
    }
    text_json_close(out, ']');
    text_member_open(out, "spaces", '[');
    for (int space = 0; space < box->spaces; space++)
        put_space(out, box, s, space);
    text_json_close(out, ']');
    text_member_open(out, "cities", '[');
    for (int city; (city = castle_pop(&cities)) >= 0;)
        put_city(out, box, s, city);
    text_json_close(out, ']');
}

static void put_country(struct text *out, const struct castle_box *box, const struct castle *s)
{
    struct castle_country_facts country;
    castle_country_facts(box, s, &country);
    text_member_open(out, "country", '{');
    text_member_int(out, "walls", country.walls);
    put_towers(out, "towers", country.towers);
    text_member_int(out, "water", country.water);
    put_colours(out, "houses", country.houses);
    text_member_open(out, "regions", '{');
    for (int r = 0; r < CASTLE_REGIONS; r++)
        text_member_int(out, box->region_name[r], country.regions[r]);
    text_json_close(out, '}');
    text_json_close(out, '}');
}

static void put_turn(struct text *out, const struct castle_box *box, const struct castle *s)
{
    text_member_string(out, "wall", s->wall == CASTLE_NONE ? NULL : box->line_name[s->wall]);
    text_member_bool(out, "completes", s->closing);
    text_json_key(out, "dice");
    if (s->phase != CASTLE_TOWER && s->phase != CASTLE_HOUSE) {
        text_json_null(out);
        return;
    }
    text_json_open(out, '{');
    text_member_open(out, "houses", '[');
    for (int d = 0; d < 2; d++) {
        if (s->dice[d] == CASTLE_NONE)
            text_json_null(out);
        else
            text_json_string(out, castle_colour_name[s->dice[d]]);
    }
    text_json_close(out, ']');
    text_member_string(out, "tower", s->tower == CASTLE_NONE ? NULL : castle_tower_name[s->tower]);
    text_json_close(out, '}');
}

static void put_closings(struct text *out, const struct castle_box *box, const struct castle *s,
                         uint64_t hand)
{
    struct castle_set lines = {{0}};
    text_member_open(out, "closings", '[');
    if (s->phase == CASTLE_WALL)
        castle_free_line(box, s, &lines);
    for (int line; (line = castle_pop(&lines)) >= 0;) {
        uint8_t value[CASTLE_KINDS];
        if (!castle_closes(box, s, line))
            continue;
        struct castle_set spaces = castle_enclosed(box, s, line);
        castle_closing_values(box, s, line, value);
        text_json_open(out, '{');
        text_member_string(out, "line", box->line_name[line]);
        put_spaces(out, "spaces", box, spaces);
        put_spaces(out, "joins", box, castle_touching(box, s, spaces));
        put_hand_values(out, box, hand, value);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void put_choices(struct text *out, const struct game *game, const struct castle *s, uint64_t hand)
{
    const struct castle_box *box = game->box;
    game_move moves[1 + CASTLE_SPACES];
    int count =
        s->phase == CASTLE_JOIN || s->phase == CASTLE_CITY ? castle_moves(game, s, s->seat, moves, NULL) : 0;
    text_member_open(out, "choices", '[');
    for (int i = 0; i < count; i++) {
        struct castle after = *s;
        uint8_t value[CASTLE_KINDS];
        char words[GAME_MOVE_TEXT];
        struct text move = TEXT_IN(words);
        int city = castle_argument(moves[i]);
        castle_move_text(game, s, s->seat, moves[i], &move);
        if (s->phase == CASTLE_JOIN) {
            city = castle_sort(moves[i]) == CASTLE_MOVE_KEEP
                       ? s->counts
                       : castle_join(box, &after, s->counts, city, NULL);
            castle_settle(box, &after, city, NULL);
        }
        castle_values(box, &after, city, value);
        text_json_open(out, '{');
        text_member_string(out, "move", words);
        text_member_string(out, "city", box->space_name[city]);
        put_spaces(out, "spaces", box, castle_spaces_of(box, &after, city));
        put_hand_values(out, box, hand, value);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void castle_view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct castle_box *box = game->box;
    const struct castle *s = view;
    uint64_t hand = viewer < 0 ? 0 : s->hand[viewer];
    uint32_t winners = game->winners(game, s);
    int counts = castle_counting(s);
    text_json_open(out, '{');
    text_member_string(out, "phase", castle_phase_name[s->phase]);
    text_member_int(out, "active", s->active + 1);
    text_member_int(out, "seat", s->seat + 1);
    text_member_int(out, "viewer", viewer + 1);
    text_member_string(out, "ending", s->ending == CASTLE_GOES_ON ? NULL : castle_ending_name[s->ending]);
    text_member_bool(out, "last_scoring", s->last);
    text_member_open(out, "winners", '[');
    for (; winners; winners &= winners - 1)
        text_json_int(out, __builtin_ctz(winners) + 1);
    text_json_close(out, ']');
    put_players(out, box, s);
    put_hand(out, box, s, hand);
    put_piles(out, box, s, viewer);
    put_pieces(out, box, s);
    put_country(out, box, s);
    text_member_string(out, "counts", counts == CASTLE_NONE ? NULL : box->space_name[counts]);
    put_turn(out, box, s);
    put_closings(out, box, s, hand);
    put_choices(out, game, s, hand);
    text_json_close(out, '}');
}
