/* castelli_box.c: reads a box file, checks all of it, and builds the tables of castelli_box.h. */
#include <string.h>

#include "castelli/castelli_card.h"

const char *const castelli_landscape_names[LANDSCAPES] = {"wood", "grain", "rock", "market", "mine"};
const char *const castelli_icon_names[ICONS] = {"wood", "grain", "rock", "silver", "card"};
const char castelli_colour_letters[4] = {'R', 'B', 'G', 'Y'};
const char *const castelli_colour_names[4] = {"red", "blue", "green", "yellow"};

enum {
    VALUE_MAX = 6,
    BOARD_VILLAGES = 11,
    BOARD_CITIES = 6,
    BASIC_CARDS = 25,
    BATTLE_CARDS = 8,
    COPIES_MAX = 7 /* three bits, see cards */
};

int cards_count(cards set)
{
    int count = 0;
    for (; set; set = cards_after(set, cards_first(set)))
        count += cards_of(set, cards_first(set));
    return count;
}

enum { NAME_SIZE = 32 }; /* capacity for a short text of a box */

/* Pieces */

/* 1.3: neighbouring sides with the same landscape are one area, named by where it begins going clockwise. */
static void find_areas(struct castelli_kind *kind)
{
    for (int side = 0; side < SIDES; side++) {
        int start = side;
        while (start != (side_after(side, 1)) &&
               kind->landscape[side_after(start, -1)] == kind->landscape[side])
            start = side_after(start, -1);
        bool whole = kind->landscape[side_after(start, -1)] == kind->landscape[side];
        kind->start[side] = (uint8_t)(whole ? SIDE_N : start);
        kind->mask[kind->start[side]] |= (uint8_t)(1 << side);
    }
    for (int start = 0; start < SIDES; start++) {
        int sides = __builtin_popcount(kind->mask[start]);
        int land = kind->landscape[start];
        kind->symbols[start] = (uint8_t)(land == LAND_MINE                  ? 0
                                         : land == LAND_MARKET && sides > 2 ? 2
                                                                            : sides);
        if (land == LAND_ROCK)
            kind->sites[start] = (uint8_t)(sides > SITES_MAX ? SITES_MAX : sides);
    }
}

/* The landscapes of an octagon's sides; false if they are wrong. */
static bool read_lots(struct box_reader *r, const struct json *octagon, struct castelli_kind *kind)
{
    static const char letters[] = "wgrms";
    char lots[NAME_SIZE];
    box_text(r, octagon, "lots", lots, sizeof lots);
    if (strlen(lots) != SIDES || strspn(lots, letters) != SIDES)
        return box_refuse(r, json_get(octagon, "lots"), "\"lots\" must be four of the letters w g r m s");
    if (strchr(lots, 's') && strcmp(lots, "ssss") != 0)
        return box_refuse(r, octagon, "the mine covers its whole octagon: \"ssss\"");
    for (int side = 0; side < SIDES; side++)
        kind->landscape[side] = (uint8_t)(strchr(letters, lots[side]) - letters);
    return true;
}

static void read_octagon(struct box_reader *r, struct castelli_box *box, const struct json *octagon,
                         int piece, unsigned *seen)
{
    static const char *const keys[] = {"col", "row", "lots", "settlement", NULL};
    static const char *const settlements[] = {"village", "city"};
    struct castelli_kind kind = {.settlement = SETTLEMENT_NONE};
    box_known_keys(r, octagon, keys);
    int col = box_int(r, octagon, "col", 1, 4), row = box_int(r, octagon, "row", 1, 4);
    if ((col + row) % 2)
        box_refuse(r, octagon, "column %d of row %d is a meadow, not an octagon", col, row);
    int local = (row - 1) * 2 + (col - 1) / 2;
    if (*seen >> local & 1)
        box_refuse(r, octagon, "two octagons are in column %d of row %d", col, row);
    *seen |= 1u << local;
    if (!read_lots(r, octagon, &kind))
        return;
    const struct json *settlement = json_get(octagon, "settlement");
    if (settlement)
        kind.settlement =
            (uint8_t)(SETTLEMENT_VILLAGE + box_name_at(r, settlement, "settlement", settlements, 2));
    if (kind.landscape[0] == LAND_MINE) {
        if (box->mine_piece != CASTELLI_NONE)
            box_refuse(r, octagon, "there must be only one mine");
        if (settlement)
            box_refuse(r, settlement, "no settlement may stand on the mine");
        box->mine_piece = (uint8_t)piece;
        box->mine_octagon = (uint8_t)local;
    }

    struct castelli_kind turned = kind;
    for (int side = 0; side < SIDES; side++)
        turned.landscape[side] = kind.landscape[side_opposite(side)];
    find_areas(&kind);
    find_areas(&turned);
    box->kind[piece * 16 + local] = kind;
    box->kind[piece * 16 + 8 + 7 - local] = turned;
}

static void read_pieces(struct box_reader *r, struct castelli_box *box)
{
    static const char *const names[] = {"A", "B", "C", "D", NULL};
    int villages = 0, cities = 0;
    const struct json *pieces = box_object(r, r->file, "pieces");
    box_known_keys(r, pieces, names);
    box->mine_piece = CASTELLI_NONE;
    for (int piece = 0; piece < PIECES; piece++) {
        const struct json *list = box_list(r, pieces, names[piece], PIECE_OCTAGONS, PIECE_OCTAGONS);
        unsigned seen = 0;
        for (const struct json *o = json_first(list); o && !r->bad; o = json_next(list, o))
            read_octagon(r, box, o, piece, &seen);
        for (int o = 0; o < PIECE_OCTAGONS; o++) {
            villages += box->kind[piece * 16 + o].settlement == SETTLEMENT_VILLAGE;
            cities += box->kind[piece * 16 + o].settlement == SETTLEMENT_CITY;
        }
    }
    if (box->mine_piece == CASTELLI_NONE)
        box_refuse(r, pieces, "no octagon is the mine: \"ssss\"");
    if (villages != BOARD_VILLAGES || cities != BOARD_CITIES)
        box_refuse(r, pieces, "the pieces must have %d villages and %d cities, not %d and %d", BOARD_VILLAGES,
                   BOARD_CITIES, villages, cities);
    struct castelli_kind *mine = &box->kind[KIND_MINE];
    memset(mine->landscape, LAND_MINE, sizeof mine->landscape);
    find_areas(mine);
}

static void read_default_layout(struct box_reader *r, struct castelli_box *box)
{
    static const char *const quadrants[] = {"north-west", "north-east", "south-west", "south-east", NULL};
    const struct json *layout = box_object(r, r->file, "default_layout");
    unsigned used = 0;
    box_known_keys(r, layout, quadrants);
    for (int q = 0; q < QUADRANTS; q++) {
        char name[NAME_SIZE];
        const struct json *value = json_get(layout, quadrants[q]);
        box_text(r, layout, quadrants[q], name, sizeof name);
        if (name[0] < 'A' || name[0] > 'D' || (name[1] && strcmp(name + 1, "'") != 0)) {
            box_refuse(r, value, "\"%s\" must be a piece from A to D, turned with '", quadrants[q]);
            return;
        }
        if (used >> (name[0] - 'A') & 1)
            box_refuse(r, value, "the piece %s lies in two quadrants", name);
        used |= 1u << (name[0] - 'A');
        box->default_layout[q] = laid(name[0] - 'A', name[1] == '\'');
    }
    /* 7.1: the two northern pieces, if one of them is the mine's; else the mine's beside the first of them.
     */
    uint8_t *pair = box->default_pair;
    memcpy(pair, box->default_layout, 2);
    if (laid_piece(pair[0]) != box->mine_piece && laid_piece(pair[1]) != box->mine_piece)
        pair[1] = laid(box->mine_piece, false);
}

/* The frame and the shape of the board */

static const int side_col[SIDES] = {0, 1, 0, -1}, side_row[SIDES] = {-1, 0, 1, 0};

static void build_shape(struct castelli_shape *shape, int rows)
{
    memset(shape, 0xff, sizeof *shape);
    memset(shape->meadow_at, NO_MEADOW, sizeof shape->meadow_at);
    memset(shape->around, 0, sizeof shape->around);
    memset(shape->line, 0, sizeof shape->line);
    shape->all = rows == 8 ? 0xffffffff : 0xffff;
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < 8; col++)
            for (int side = 0; side < SIDES; side++) {
                int c = col + side_col[side], w = row + side_row[side];
                if (c < 0 || c >= 8 || w < 0 || w >= rows)
                    continue;
                uint8_t there = (uint8_t)castelli_place_at(c, w);
                if (castelli_is_octagon(col, row))
                    shape->meadow_at[castelli_place_at(col, row)][side] = there;
                else
                    shape->octagon_at[castelli_place_at(col, row)][side] = there;
            }
    for (int o = 0; o < (rows == 8 ? PLACES : PLACES / 2); o++) {
        for (int mask = 0; mask < 16; mask++)
            for (int side = 0; side < SIDES; side++)
                if (mask >> side & 1 && shape->meadow_at[o][side] != NO_MEADOW)
                    shape->around[o][mask] |= 1u << shape->meadow_at[o][side];
        for (int p = 0; p < (rows == 8 ? PLACES : PLACES / 2); p++)
            if (castelli_octagon_col(p) == castelli_octagon_col(o) ||
                castelli_octagon_row(p) == castelli_octagon_row(o))
                shape->line[o] |= 1u << p;
    }
}

/* The icons on one side of the frame, by meadow. */
static void read_side(struct box_reader *r, struct castelli_box *box, const struct json *icons, int side)
{
    for (const struct json *k = json_first(icons); k; k = json_next(icons, k)) {
        char cell[NAME_SIZE] = "";
        json_copy_text(k, cell, sizeof cell);
        int col = cell[0] - 'A', row = cell[0] ? cell[1] - '1' : -1;
        if (strlen(cell) != 2 || col < 0 || col > 7 || row < 0 || row > 7 || castelli_is_octagon(col, row) ||
            box->shape[0].octagon_at[castelli_place_at(col, row)][side] != CASTELLI_NONE) {
            box_refuse(r, k, "%s is not a meadow at this side of the frame", cell);
            return;
        }
        int icon = box_name_at(r, k + 1, cell, castelli_icon_names, ICONS);
        int meadow = castelli_place_at(col, row);
        box->shape[0].frame[meadow][side] = (uint8_t)icon;
        if (row < 4) /* 7.2: the bare side is the south, and whole-board rows 5 to 8 are not there */
            box->shape[1].frame[meadow][side] = (uint8_t)icon;
    }
}

static void read_frame(struct box_reader *r, struct castelli_box *box)
{
    static const char *const sides[] = {"north", "east", "south", "west", NULL};
    const struct json *frame = box_object(r, r->file, "frame");
    box_known_keys(r, frame, sides);
    build_shape(&box->shape[0], 8);
    build_shape(&box->shape[1], 4);
    for (int side = 0; side < SIDES; side++) {
        const struct json *icons = box_object(r, frame, sides[side]);
        read_side(r, box, icons, side);
        if (json_size(icons) != 4)
            box_refuse(r, icons, "\"%s\" must have four icons", sides[side]);
    }
}

/* Tiles */

static int colour_of(char letter)
{
    const char *at = letter ? memchr(castelli_colour_letters, letter, 4) : NULL;
    return at ? (int)(at - castelli_colour_letters) : -1;
}

/* How the coats of a tile lie in each of its turns. */
static void lay_coats(struct castelli_box *box, int index)
{
    const struct castelli_tile *tile = &box->tile[index];
    for (int turn = 0; turn < 4; turn++)
        for (int side = 0; side < SIDES; side++) {
            int colour = tile->colour[side_after(side, -turn)];
            unsigned worth = colour == tile->card ? 0 : tile->value;
            box->coat_colour[lying_at(index, turn)][side] = (uint8_t)colour;
            box->coat[lying_at(index, turn)][side] = influence_one(colour, worth);
        }
}

static void read_tile(struct box_reader *r, struct castelli_box *box, const struct json *value, int index)
{
    static const char *const keys[] = {"coats", "value", "card", "silver", NULL};
    static const char *const start_keys[] = {"coats", "value", NULL};
    struct castelli_tile *tile = &box->tile[index];
    char coats[NAME_SIZE], card[NAME_SIZE];
    unsigned seen = 0;
    box_known_keys(r, value, index < TILES ? keys : start_keys);
    box_text(r, value, "coats", coats, sizeof coats);
    for (int side = 0; side < SIDES && strlen(coats) == SIDES; side++) {
        int colour = colour_of(coats[side]);
        if (colour < 0)
            break;
        seen |= 1u << colour;
        tile->colour[side] = (uint8_t)colour;
    }
    if (seen != 15) {
        box_refuse(r, value, "\"coats\" must be the four letters R, B, G, Y in some order");
        return;
    }
    tile->value = (uint8_t)box_int(r, value, "value", 1, VALUE_MAX);
    if (json_get(value, "silver"))
        tile->silver = (uint8_t)box_int(r, value, "silver", 0, 2);
    tile->card = CASTELLI_NONE;
    if (json_get(value, "card")) {
        box_text(r, value, "card", card, sizeof card);
        if (strlen(card) != 1 || colour_of(card[0]) < 0)
            box_refuse(r, value, "\"card\" must be the letter of the coat that shows it");
        tile->card = (uint8_t)colour_of(card[0]);
    }
    struct text name = TEXT_IN(tile->name);
    text_printf(&name, "%s%d", coats, tile->value);
    for (int i = 0; i < index; i++)
        if (strcmp(box->tile[i].name, tile->name) == 0)
            box_refuse(r, value, "two tiles are %s: the same coats and value", tile->name);
    lay_coats(box, index);
}

static void read_tiles(struct box_reader *r, struct castelli_box *box)
{
    const struct json *tiles = box_list(r, r->file, "tiles", TILES, TILES);
    const struct json *starts = box_list(r, r->file, "start_tiles", START_TILES, START_TILES);
    int index = 0;
    for (const struct json *v = json_first(tiles); v && !r->bad; v = json_next(tiles, v))
        read_tile(r, box, v, index++);
    for (const struct json *v = json_first(starts); v && !r->bad; v = json_next(starts, v))
        read_tile(r, box, v, index++);

    /* Fairness: every colour has as many coats of each value (0 for those with a card) as every other. */
    int count[4][VALUE_MAX + 1] = {{0}};
    for (int i = 0; i < TILES; i++)
        for (int c = 0; c < 4; c++)
            count[c][box->tile[i].card == c ? 0 : box->tile[i].value]++;
    for (int c = 1; c < 4; c++) {
        if (count[c][0] != count[0][0])
            box_refuse(r, tiles, "every colour must have the same number of coats with a card");
        if (memcmp(count[c], count[0], sizeof count[c]) != 0)
            box_refuse(r, tiles, "every colour must have the same number of coats of each value");
    }
}

/* Cards and the rest */

/* The cards of the basic game or of the module Battle. */
static void read_cards(struct box_reader *r, struct castelli_box *box, const char *key, bool battle, int sum)
{
    const char *names[CARDS];
    const struct json *object = box_object(r, r->file, key);
    int kinds[CARDS], count = 0, total = 0;
    for (int kind = 0; kind < CARDS; kind++)
        if (castelli_cards[kind].battle == battle) {
            kinds[count] = kind;
            names[count++] = castelli_cards[kind].name;
        }
    for (const struct json *k = json_first(object); k && !r->bad; k = json_next(object, k)) {
        int i = box_name_at(r, k, key, names, count);
        if (i < 0)
            return;
        int copies = box_int_at(r, k + 1, names[i], 0, COPIES_MAX);
        box->copies[kinds[i]] = (uint8_t)copies;
        box->deck += battle ? 0 : cards_one(kinds[i]) * (cards)copies;
        box->battle_deck += cards_one(kinds[i]) * (cards)copies;
        total += copies;
    }
    if (total != sum)
        box_refuse(r, object, "\"%s\" must be %d cards, not %d", key, sum, total);
}

static void read_numbers(struct box_reader *r, struct castelli_box *box)
{
    static const char *const seats[] = {"2", "3", "4", NULL};
    static const char *const spares[] = {"villages", "cities", NULL};
    box->castles = (uint8_t)box_int(r, r->file, "castles_per_player", 1, 15);
    const struct json *silver = box_object(r, r->file, "silver"), *spare = box_object(r, r->file, "spare");
    box_known_keys(r, silver, seats);
    for (int i = 0; i < 3; i++)
        box->silver[i + 2] = (uint8_t)box_int(r, silver, seats[i], 1, 99);
    box_known_keys(r, spare, spares);
    box->villages = (uint8_t)box_int(r, spare, "villages", 0, 9);
    box->cities = (uint8_t)box_int(r, spare, "cities", 0, 9);
}

void castelli_read_box(struct box_reader *r, void *out)
{
    static const char *const keys[] = {
        "game",        "lots",  "pieces",       "default_layout",     "frame",  "coats", "tiles",
        "start_tiles", "cards", "battle_cards", "castles_per_player", "silver", "spare", NULL};
    struct castelli_box *box = out;
    box_known_keys(r, r->file, keys);
    read_pieces(r, box);
    read_default_layout(r, box);
    read_frame(r, box);
    read_tiles(r, box);
    read_cards(r, box, "cards", false, BASIC_CARDS);
    read_cards(r, box, "battle_cards", true, BATTLE_CARDS);
    read_numbers(r, box);
    for (int symbols = 0; symbols <= SIDES; symbols++)
        for (int tied = 1; tied <= 4; tied++)
            box->share[symbols][tied] = (uint8_t)(symbols / tied);
    for (int kind = 0; kind < CARDS; kind++)
        if (castelli_cards[kind].use == USE_ALONE)
            box->alone |= cards_all(kind);
    box->deck_count = BASIC_CARDS;
    box->battle_deck_count = BASIC_CARDS + BATTLE_CARDS;
}
