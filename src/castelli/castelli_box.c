/* castelli_box.c: reads a box file, checks all of it, and builds the tables of castelli_box.h. */
#include "castelli/castelli_box.h"

#include <string.h>
#include "core/json.h"

const char *const castelli_card_names[CARDS] = {
    "king3",        "king4",  "king5",      "steward", "landgrave",       "landgravine",
    "robber_baron", "raider", "brigands",   "traitor", "master_builder",  "peasant",
    "duke",         "guard",  "incendiary", "abbot",   "army_of_knights",
};
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

struct reader {
    const struct json *file;
    struct castelli_box *box;
    struct text *error;
};

/* Every refusal names the line, what is wrong, and (unless NULL) with what. */
static bool refuse(struct reader *r, int value, const char *message, const char *about)
{
    text_printf(r->error, "line %d: %s", json_line(r->file, value < 0 ? 0 : value), message);
    if (about)
        text_printf(r->error, " (%s)", about);
    return false;
}

static bool read_int(struct reader *r, int object, const char *key, long min, long max, long *out)
{
    int value = json_member(r->file, object, key);
    if (value < 0)
        return refuse(r, object, "a number is missing", key);
    if (!json_int(r->file, value, min, max, out)) {
        text_printf(r->error, "line %d: %s must be a whole number from %d to %d", json_line(r->file, value),
                    key, (int)min, (int)max);
        return false;
    }
    return true;
}

/* Refuses members of an object that are not in the list. */
static bool only_keys(struct reader *r, int object, const char *const *allowed)
{
    char key[64];
    int stranger = json_stranger(r->file, object, allowed);
    if (stranger < 0)
        return true;
    return refuse(r, stranger, "an unknown name", json_text(r->file, stranger, key, sizeof key) ? key : NULL);
}

static bool is_object(const struct json *file, int value)
{
    return value >= 0 && file->tokens[value].kind == JSON_OBJECT;
}

static int find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* Pieces */

/* 1.3: neighbouring sides with the same landscape are one area, named by where it begins going clockwise. */
static void find_areas(struct castelli_kind *kind)
{
    for (int side = 0; side < SIDES; side++) {
        int start = side;
        while (start != ((side + 1) & 3) && kind->landscape[(start + 3) & 3] == kind->landscape[side])
            start = (start + 3) & 3;
        bool whole = kind->landscape[(start + 3) & 3] == kind->landscape[side];
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

static bool read_octagon(struct reader *r, int value, int piece, unsigned *seen)
{
    static const char *const keys[] = {"col", "row", "lots", "settlement", NULL};
    static const char letters[] = "wgrms";
    long col, row;
    char lots[8], settlement[16];

    if (!is_object(r->file, value))
        return refuse(r, value, "an octagon must be an object with col, row and lots", NULL);
    if (!only_keys(r, value, keys) || !read_int(r, value, "col", 1, 4, &col) ||
        !read_int(r, value, "row", 1, 4, &row))
        return false;
    if ((col + row) % 2)
        return refuse(r, value, "this cell is a meadow, not an octagon", NULL);
    int local = (int)((row - 1) * 2 + (col - 1) / 2);
    if (*seen >> local & 1)
        return refuse(r, value, "two octagons on one cell", NULL);
    *seen |= 1u << local;

    int lots_value = json_member(r->file, value, "lots");
    if (!json_text(r->file, lots_value, lots, sizeof lots) || strlen(lots) != 4)
        return refuse(r, value, "lots must be four letters", NULL);
    struct castelli_kind kind = {.settlement = SETTLEMENT_NONE};
    int mines = 0;
    for (int side = 0; side < SIDES; side++) {
        const char *letter = strchr(letters, lots[side]);
        if (!letter || !lots[side])
            return refuse(r, lots_value, "a lot must be one of w g r m s", lots);
        kind.landscape[side] = (uint8_t)(letter - letters);
        mines += kind.landscape[side] == LAND_MINE;
    }
    int s = json_member(r->file, value, "settlement");
    if (s >= 0) {
        if (json_text(r->file, s, settlement, sizeof settlement) && strcmp(settlement, "village") == 0)
            kind.settlement = SETTLEMENT_VILLAGE;
        else if (json_is(r->file, s, "city"))
            kind.settlement = SETTLEMENT_CITY;
        else
            return refuse(r, s, "a settlement is a village or a city", NULL);
    }
    if (mines) {
        if (mines != SIDES)
            return refuse(r, lots_value, "the mine covers its whole octagon: ssss", lots);
        if (r->box->mine_piece != CASTELLI_NONE)
            return refuse(r, lots_value, "there is only one mine", NULL);
        if (kind.settlement)
            return refuse(r, s, "no settlement stands on the mine", NULL);
        r->box->mine_piece = (uint8_t)piece;
        r->box->mine_octagon = (uint8_t)local;
    }

    struct castelli_kind turned = kind;
    for (int side = 0; side < SIDES; side++)
        turned.landscape[side] = kind.landscape[side ^ 2];
    find_areas(&kind);
    find_areas(&turned);
    r->box->kind[piece * 16 + local] = kind;
    r->box->kind[piece * 16 + 8 + 7 - local] = turned;
    return true;
}

static bool read_pieces(struct reader *r)
{
    static const char *const names[] = {"A", "B", "C", "D", NULL};
    int villages = 0, cities = 0;
    int pieces = json_member(r->file, 0, "pieces");
    if (!is_object(r->file, pieces))
        return refuse(r, pieces, "pieces must be an object of the four pieces A, B, C, D", NULL);
    if (!only_keys(r, pieces, names))
        return false;
    r->box->mine_piece = CASTELLI_NONE;
    for (int piece = 0; piece < PIECES; piece++) {
        int list = json_member(r->file, pieces, names[piece]);
        unsigned seen = 0;
        if (list < 0 || r->file->tokens[list].kind != JSON_ARRAY ||
            json_size(r->file, list) != PIECE_OCTAGONS)
            return refuse(r, list < 0 ? pieces : list, "a piece has eight octagons", names[piece]);
        for (int o = json_first(r->file, list); o >= 0; o = json_after(r->file, list, o))
            if (!read_octagon(r, o, piece, &seen))
                return false;
        for (int o = 0; o < PIECE_OCTAGONS; o++) {
            villages += r->box->kind[piece * 16 + o].settlement == SETTLEMENT_VILLAGE;
            cities += r->box->kind[piece * 16 + o].settlement == SETTLEMENT_CITY;
        }
    }
    if (r->box->mine_piece == CASTELLI_NONE)
        return refuse(r, pieces, "no octagon is the mine: ssss", NULL);
    if (villages != BOARD_VILLAGES)
        return refuse(r, pieces, "the board shows 11 villages", NULL);
    if (cities != BOARD_CITIES)
        return refuse(r, pieces, "the board shows 6 cities", NULL);
    struct castelli_kind *mine = &r->box->kind[KIND_MINE];
    memset(mine->landscape, LAND_MINE, sizeof mine->landscape);
    find_areas(mine);
    return true;
}

static bool read_default_layout(struct reader *r)
{
    static const char *const quadrants[] = {"north-west", "north-east", "south-west", "south-east", NULL};
    int layout = json_member(r->file, 0, "default_layout");
    unsigned used = 0;
    if (!is_object(r->file, layout))
        return refuse(r, layout, "default_layout must be an object of the four quadrants", NULL);
    if (!only_keys(r, layout, quadrants))
        return false;
    for (int q = 0; q < QUADRANTS; q++) {
        char name[8];
        int value = json_member(r->file, layout, quadrants[q]);
        if (!json_text(r->file, value, name, sizeof name) || name[0] < 'A' || name[0] > 'D' ||
            (name[1] && strcmp(name + 1, "'") != 0))
            return refuse(r, value < 0 ? layout : value, "a quadrant has a piece A to D, turned with '",
                          quadrants[q]);
        if (used >> (name[0] - 'A') & 1)
            return refuse(r, value, "a piece lies in two quadrants", name);
        used |= 1u << (name[0] - 'A');
        r->box->default_layout[q] = (uint8_t)((name[0] - 'A') * 2 + (name[1] == '\''));
    }
    /* 7.1: the two northern pieces, if one of them is the mine's; else the mine's beside the first of them.
     */
    uint8_t *pair = r->box->default_pair;
    memcpy(pair, r->box->default_layout, 2);
    if (pair[0] >> 1 != r->box->mine_piece && pair[1] >> 1 != r->box->mine_piece)
        pair[1] = (uint8_t)(r->box->mine_piece * 2);
    return true;
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

static bool read_frame(struct reader *r)
{
    static const char *const sides[] = {"north", "east", "south", "west", NULL};
    int frame = json_member(r->file, 0, "frame");
    if (!is_object(r->file, frame))
        return refuse(r, frame, "frame must be an object of the four sides", NULL);
    if (!only_keys(r, frame, sides))
        return false;
    build_shape(&r->box->shape[0], 8);
    build_shape(&r->box->shape[1], 4);
    for (int side = 0; side < SIDES; side++) {
        int icons = json_member(r->file, frame, sides[side]), count = 0;
        if (!is_object(r->file, icons))
            return refuse(r, icons < 0 ? frame : icons, "a side of the frame is an object of icons by meadow",
                          sides[side]);
        for (int k = json_first(r->file, icons); k >= 0; k = json_after(r->file, icons, k), count++) {
            char cell[8] = "", icon[16] = "";
            json_text(r->file, k, cell, sizeof cell);
            int col = cell[0] - 'A', row = cell[0] ? cell[1] - '1' : -1;
            if (strlen(cell) != 2 || col < 0 || col > 7 || row < 0 || row > 7 ||
                castelli_is_octagon(col, row) ||
                r->box->shape[0].octagon_at[castelli_place_at(col, row)][side] != CASTELLI_NONE)
                return refuse(r, k, "not a meadow at this side of the frame", cell);
            json_text(r->file, json_value(r->file, k), icon, sizeof icon);
            int kind = find_name(castelli_icon_names, ICONS, icon);
            if (kind < 0)
                return refuse(r, k, "an icon is wood, grain, rock, silver or card", cell);
            int meadow = castelli_place_at(col, row);
            r->box->shape[0].frame[meadow][side] = (uint8_t)kind;
            if (row < 4) /* 7.2: the bare side is the south, and whole-board rows 5 to 8 are not there */
                r->box->shape[1].frame[meadow][side] = (uint8_t)kind;
        }
        if (count != 4)
            return refuse(r, icons, "a side of the frame has four icons", sides[side]);
    }
    return true;
}

/* Tiles */

static int colour_of(char letter)
{
    const char *at = letter ? memchr(castelli_colour_letters, letter, 4) : NULL;
    return at ? (int)(at - castelli_colour_letters) : -1;
}

static bool read_tile(struct reader *r, int value, int index)
{
    static const char *const keys[] = {"coats", "value", "card", "silver", NULL};
    static const char *const start_keys[] = {"coats", "value", NULL};
    struct castelli_tile *tile = &r->box->tile[index];
    char coats[8], card[4];
    long number, silver = 0;
    unsigned seen = 0;

    if (!is_object(r->file, value))
        return refuse(r, value, "a tile must be an object with coats and value", NULL);
    if (!only_keys(r, value, index < TILES ? keys : start_keys))
        return false;
    if (!json_text(r->file, json_member(r->file, value, "coats"), coats, sizeof coats) || strlen(coats) != 4)
        return refuse(r, value, "coats must be the four letters R, B, G, Y in some order", NULL);
    for (int side = 0; side < SIDES; side++) {
        int colour = colour_of(coats[side]);
        if (colour < 0 || seen >> colour & 1)
            return refuse(r, value, "coats must be the four letters R, B, G, Y in some order", coats);
        seen |= 1u << colour;
        tile->colour[side] = (uint8_t)colour;
    }
    if (!read_int(r, value, "value", 1, VALUE_MAX, &number))
        return false;
    if (json_member(r->file, value, "silver") >= 0 && !read_int(r, value, "silver", 0, 2, &silver))
        return false;
    tile->value = (uint8_t)number;
    tile->silver = (uint8_t)silver;
    tile->card = CASTELLI_NONE;
    int c = json_member(r->file, value, "card");
    if (c >= 0) {
        if (!json_text(r->file, c, card, sizeof card) || strlen(card) != 1 || colour_of(card[0]) < 0)
            return refuse(r, c, "card must be the letter of the coat that shows it", NULL);
        tile->card = (uint8_t)colour_of(card[0]);
    }
    memcpy(tile->name, coats, 4);
    tile->name[4] = (char)('0' + number);
    tile->name[5] = tile->name[6] = 0;
    for (int i = 0; i < index; i++)
        if (strcmp(r->box->tile[i].name, tile->name) == 0)
            return refuse(r, value, "two tiles with the same coats and value", tile->name);

    for (int turn = 0; turn < 4; turn++)
        for (int side = 0; side < SIDES; side++) {
            int colour = tile->colour[(side - turn) & 3];
            unsigned worth = colour == tile->card ? 0 : tile->value;
            r->box->coat_colour[index * 4 + turn][side] = (uint8_t)colour;
            r->box->coat[index * 4 + turn][side] = (32u | worth) << (8 * colour);
        }
    return true;
}

static bool read_tiles(struct reader *r)
{
    int tiles = json_member(r->file, 0, "tiles"), starts = json_member(r->file, 0, "start_tiles"), index = 0;
    if (tiles < 0 || r->file->tokens[tiles].kind != JSON_ARRAY || json_size(r->file, tiles) != TILES)
        return refuse(r, tiles, "tiles must be a list of 32", NULL);
    if (starts < 0 || r->file->tokens[starts].kind != JSON_ARRAY || json_size(r->file, starts) != START_TILES)
        return refuse(r, starts, "start_tiles must be a list of 4", NULL);
    for (int v = json_first(r->file, tiles); v >= 0; v = json_after(r->file, tiles, v))
        if (!read_tile(r, v, index++))
            return false;
    for (int v = json_first(r->file, starts); v >= 0; v = json_after(r->file, starts, v))
        if (!read_tile(r, v, index++))
            return false;

    /* Fairness: every colour has as many coats of each value (0 for those with a card) as every other. */
    int count[4][VALUE_MAX + 1] = {{0}};
    for (int i = 0; i < TILES; i++)
        for (int c = 0; c < 4; c++)
            count[c][r->box->tile[i].card == c ? 0 : r->box->tile[i].value]++;
    for (int c = 1; c < 4; c++) {
        if (count[c][0] != count[0][0])
            return refuse(r, tiles, "every colour must have the same number of coats with a card", NULL);
        if (memcmp(count[c], count[0], sizeof count[c]) != 0)
            return refuse(r, tiles, "every colour must have the same number of coats of each value", NULL);
    }
    return true;
}

/* Cards and the rest */

static bool read_cards(struct reader *r, const char *key, int from, int to, int sum)
{
    int object = json_member(r->file, 0, key), total = 0;
    if (!is_object(r->file, object))
        return refuse(r, object, "the numbers of cards must be an object", key);
    for (int k = json_first(r->file, object); k >= 0; k = json_after(r->file, object, k)) {
        char name[32] = "";
        long copies;
        json_text(r->file, k, name, sizeof name);
        int kind = find_name(castelli_card_names, CARDS, name);
        if (kind < from || kind >= to)
            return refuse(r, k, "an unknown card", name);
        if (!json_int(r->file, json_value(r->file, k), 0, COPIES_MAX, &copies))
            return refuse(r, k, "a card has 0 to 7 copies", name);
        r->box->copies[kind] = (uint8_t)copies;
        total += (int)copies;
    }
    if (total != sum) {
        text_printf(r->error, "line %d: %s must be %d cards, not %d", json_line(r->file, object), key, sum,
                    total);
        return false;
    }
    for (int kind = from; kind < to; kind++) {
        if (from == 0)
            r->box->deck += cards_one(kind) * r->box->copies[kind];
        r->box->battle_deck += cards_one(kind) * r->box->copies[kind];
    }
    return true;
}

static bool read_numbers(struct reader *r)
{
    static const char *const seats[] = {"2", "3", "4", NULL};
    static const char *const spares[] = {"villages", "cities", NULL};
    long n;
    if (!read_int(r, 0, "castles_per_player", 1, 15, &n))
        return false;
    r->box->castles = (uint8_t)n;
    int silver = json_member(r->file, 0, "silver"), spare = json_member(r->file, 0, "spare");
    if (!is_object(r->file, silver) || !only_keys(r, silver, seats))
        return is_object(r->file, silver)
                   ? false
                   : refuse(r, silver, "silver must be an object by number of seats", NULL);
    for (int i = 0; i < 3; i++) {
        if (!read_int(r, silver, seats[i], 1, 99, &n))
            return false;
        r->box->silver[i + 2] = (uint8_t)n;
    }
    if (!is_object(r->file, spare) || !only_keys(r, spare, spares))
        return is_object(r->file, spare)
                   ? false
                   : refuse(r, spare, "spare must be an object of villages and cities", NULL);
    if (!read_int(r, spare, "villages", 0, 9, &n))
        return false;
    r->box->villages = (uint8_t)n;
    if (!read_int(r, spare, "cities", 0, 9, &n))
        return false;
    r->box->cities = (uint8_t)n;
    return true;
}

bool castelli_read_box(const struct json *file, void *box, struct text *error)
{
    static const char *const keys[] = {
        "game",        "lots",  "pieces",       "default_layout",     "frame",  "coats", "tiles",
        "start_tiles", "cards", "battle_cards", "castles_per_player", "silver", "spare", NULL};
    struct reader r = {.file = file, .box = box, .error = error};
    memset(box, 0, sizeof *r.box);
    if (!is_object(file, 0))
        return refuse(&r, 0, "a box is an object", NULL);
    if (!json_is(file, json_member(file, 0, "game"), "castelli"))
        return refuse(&r, 0, "this is not a box of castelli", NULL);
    if (!only_keys(&r, 0, keys) || !read_pieces(&r) || !read_default_layout(&r) || !read_frame(&r) ||
        !read_tiles(&r) || !read_cards(&r, "cards", 0, CARD_DUKE, BASIC_CARDS) ||
        !read_cards(&r, "battle_cards", CARD_DUKE, CARDS, BATTLE_CARDS) || !read_numbers(&r))
        return false;
    for (int symbols = 0; symbols <= SIDES; symbols++)
        for (int tied = 1; tied <= 4; tied++)
            r.box->share[symbols][tied] = (uint8_t)(symbols / tied);
    r.box->deck_count = BASIC_CARDS;
    r.box->battle_deck_count = BASIC_CARDS + BATTLE_CARDS;
    return true;
}
