/*
 * castle_box.c: reads a box of Castle and computes the tables of its board.
 *
 * The board is made of rows of points from north to south. Neighbouring rows differ by one point; the shorter
 * one is shifted by half a step, so that each of its points touches two of the longer.
 */
#include <string.h>

#include "castle/castle_state.h"
#include "core/box.h"

/* The file that is read and the box that is filled. */
struct reader {
    struct box_reader *in;
    struct castle_box *box;
};

static void add_point(struct castle_box *box, int row, int k)
{
    int p = box->points++;
    box->point_row[p] = (uint8_t)row;
    box->point_x[p] = (uint8_t)(box->row_x[row] + 2 * k);
    struct text name = TEXT_IN(box->point_name[p]);
    text_printf(&name, "%c%d", 'a' + row, k + 1);
}

static int line_between(const struct castle_box *box, int a, int b)
{
    for (int l = 0; l < box->lines; l++)
        if (box->line_end[l][0] == a && box->line_end[l][1] == b)
            return l;
    return -1;
}

static void read_rows(struct reader *r, const struct json *rows)
{
    struct castle_box *box = r->box;
    int size = json_size(rows), row = 0, x[CASTLE_ROWS] = {0}, west = 0, points = 0;
    for (const struct json *value = json_first(rows); value; value = json_next(rows, value), row++) {
        int length = box_int_at(r->in, value, "row_lengths", 1, CASTLE_ROW_LENGTH);
        box->row_length[row] = (uint8_t)length;
        points += length;
        if (row == 0)
            continue;
        int step = length - box->row_length[row - 1];
        if (step != 1 && step != -1)
            box_refuse(r->in, value, "the lengths of neighbouring rows must differ by one");
        x[row] = x[row - 1] - step;
        west = x[row] < west ? x[row] : west;
    }
    if (points > CASTLE_POINTS)
        box_refuse(r->in, rows, "the board must have at most %d points, not %d", CASTLE_POINTS, points);
    if (r->in->bad)
        return;
    box->rows = (uint8_t)size;
    for (row = 0; row < size; row++) {
        box->row_x[row] = (uint8_t)(x[row] - west);
        box->row_first[row] = box->points;
        for (int k = 0; k < box->row_length[row]; k++)
            add_point(box, row, k);
    }
    for (row = 0; row < size; row++)
        if (box->row_x[row] + 2 * (box->row_length[row] - 1) > 2 * (CASTLE_ROW_LENGTH - 1))
            box_refuse(r->in, rows, "the board must be at most %d steps wide", CASTLE_ROW_LENGTH - 1);
}

static bool neighbours(const struct castle_box *box, int a, int b)
{
    int rows = box->point_row[b] - box->point_row[a], x = box->point_x[b] - box->point_x[a];
    return (rows == 0 && x == 2) || (rows == 1 && (x == 1 || x == -1));
}

static void make_lines(struct reader *r, const struct json *board)
{
    struct castle_box *box = r->box;
    int count = 0;
    for (int a = 0; a < box->points; a++) {
        for (int b = a + 1; b < box->points; b++) {
            if (!neighbours(box, a, b))
                continue;
            if (count == CASTLE_LINES) {
                box_refuse(r->in, board, "the board must have at most %d lines", CASTLE_LINES);
                return;
            }
            box->line_end[count][0] = (uint8_t)a;
            box->line_end[count][1] = (uint8_t)b;
            memset(box->line_space[count], CASTLE_NONE, 2);
            castle_add(&box->all_lines, count);
            castle_add(&box->point_lines[a], count);
            castle_add(&box->point_lines[b], count);
            struct text name = TEXT_IN(box->line_name[count]);
            text_printf(&name, "%s-%s", box->point_name[a], box->point_name[b]);
            box->lines = (uint8_t)++count;
        }
    }
}

static void add_space(struct castle_box *box, int row, int place, bool north, const int point[3])
{
    int space = box->spaces++;
    const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    box->space_north[space] = north;
    for (int k = 0; k < 3; k++) {
        int line = line_between(box, point[pair[k][0]], point[pair[k][1]]);
        box->space_point[space][k] = (uint8_t)point[k];
        box->space_corners[space] |= UINT64_C(1) << point[k];
        box->space_line[space][k] = (uint8_t)line;
        castle_add(&box->space_edges[space], line);
        box->line_space[line][box->line_space[line][0] == CASTLE_NONE ? 0 : 1] = (uint8_t)space;
    }
    struct text name = TEXT_IN(box->space_name[space]);
    text_printf(&name, "%c%c%d", 'a' + row, 'b' + row, place);
}

/* Between two rows spaces with a tip to the south and to the north take turns, the longer row has the ends.
 */
static void make_spaces(struct reader *r, const struct json *board)
{
    struct castle_box *box = r->box;
    for (int row = 0; row + 1 < box->rows; row++) {
        int upper = box->row_first[row], lower = box->row_first[row + 1];
        int count = box->row_length[row] + box->row_length[row + 1] - 2;
        bool north = box->row_length[row] < box->row_length[row + 1];
        if (box->spaces + count > CASTLE_SPACES) {
            box_refuse(r->in, board, "the board must have at most %d spaces", CASTLE_SPACES);
            return;
        }
        for (int place = 1; place <= count; place++, north = !north) {
            const int tip_south[3] = {upper, upper + 1, lower}, tip_north[3] = {upper, lower, lower + 1};
            add_space(box, row, place, north, north ? tip_north : tip_south);
            if (north)
                lower++;
            else
                upper++;
        }
    }
    for (int space = 0; space < box->spaces; space++) {
        for (int k = 0; k < 3; k++) {
            const uint8_t *side = box->line_space[box->space_line[space][k]];
            box->space_across[space][k] = side[0] == space ? side[1] : side[0];
        }
    }
}

static void read_water(struct reader *r, const struct json *water)
{
    struct castle_box *box = r->box;
    for (const struct json *value = json_first(water); value; value = json_next(water, value)) {
        char name[8];
        int point = json_copy_text(value, name, sizeof name) ? castle_find_point(box, name) : -1;
        if (point < 0)
            box_refuse(r->in, value, "\"water\" names a point that is not on the board");
        else if (box->water >> point & 1)
            box_refuse(r->in, value, "\"water\" names the point %s twice", name);
        else
            box->water |= UINT64_C(1) << point;
    }
}

static void read_borders(struct reader *r, const struct json *borders)
{
    struct castle_box *box = r->box;
    for (const struct json *value = json_first(borders); value; value = json_next(borders, value)) {
        char name[12];
        int line = json_copy_text(value, name, sizeof name) ? castle_find_line(box, name) : -1;
        if (line < 0)
            box_refuse(r->in, value, "\"region_borders\" names a line that is not on the board");
        else if (box->line_space[line][1] == CASTLE_NONE)
            box_refuse(r->in, value, "\"region_borders\" names the line %s of the rim", name);
        else if (castle_has(&box->border, line))
            box_refuse(r->in, value, "\"region_borders\" names the line %s twice", name);
        else
            castle_add(&box->border, line);
    }
}

static void spread_region(struct castle_box *box, int space, int region)
{
    uint8_t queue[CASTLE_SPACES] = {(uint8_t)space};
    box->space_region[space] = (uint8_t)region;
    for (int done = 0, known = 1; done < known; done++) {
        for (int k = 0; k < 3; k++) {
            int across = box->space_across[queue[done]][k];
            if (across == CASTLE_NONE || castle_has(&box->border, box->space_line[queue[done]][k]) ||
                box->space_region[across] != CASTLE_NONE)
                continue;
            box->space_region[across] = (uint8_t)region;
            queue[known++] = (uint8_t)across;
        }
    }
}

/* 1.2: regions are numbered in the order of their first spaces, and are equally large. */
static void find_regions(struct reader *r, const struct json *borders)
{
    struct castle_box *box = r->box;
    int regions = 0, size[CASTLE_REGIONS] = {0};
    memset(box->space_region, CASTLE_NONE, sizeof box->space_region);
    for (int space = 0; space < box->spaces; space++) {
        if (box->space_region[space] == CASTLE_NONE && regions < CASTLE_REGIONS + 1)
            spread_region(box, space, regions++);
        if (box->space_region[space] < CASTLE_REGIONS)
            size[box->space_region[space]]++;
    }
    if (regions != CASTLE_REGIONS) {
        box_refuse(r->in, borders, "\"region_borders\" must split the board into three regions");
        return;
    }
    if (size[0] != size[1] || size[0] != size[2])
        box_refuse(r->in, borders, "\"region_borders\" must split the board into regions of equal size");
    for (int line = 0; line < box->lines; line++) {
        const uint8_t *side = box->line_space[line];
        if (castle_has(&box->border, line) && box->space_region[side[0]] == box->space_region[side[1]])
            box_refuse(r->in, borders, "\"region_borders\" names the line %s inside a region",
                       box->line_name[line]);
    }
}

static void read_regions(struct reader *r, const struct json *names)
{
    static const char *const known[CASTLE_REGIONS] = {"west", "north_east", "south_east"};
    int i = 0;
    for (const struct json *value = json_first(names); value; value = json_next(names, value), i++) {
        if (!json_says(value, known[i]))
            box_refuse(
                r->in, value,
                "\"regions\" must be west, north_east, south_east, in the order of their first spaces");
        struct text name = TEXT_IN(r->box->region_name[i]);
        text_put(&name, known[i]);
    }
}

/* The file repeats what follows from the rows, for its readers. */
static void check_counts(struct reader *r, const struct json *counts)
{
    const struct castle_box *box = r->box;
    const struct {
        const char *key;
        int expected;
    } list[] = {
        {"points", box->points},
        {"wall_locations", box->lines},
        {"spaces", box->spaces},
        {"spaces_per_region", box->spaces / CASTLE_REGIONS},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        box_int(r->in, counts, list[i].key, list[i].expected, list[i].expected);
}

static void read_board(struct reader *r)
{
    const struct json *board = box_object(r->in, r->in->file, "board");
    const struct json *rows = box_list(r->in, board, "row_lengths", 2, CASTLE_ROWS);
    if (rows)
        read_rows(r, rows);
    if (!r->in->bad)
        make_lines(r, board);
    if (!r->in->bad)
        make_spaces(r, board);
    if (r->in->bad)
        return;
    const struct json *borders = box_list(r->in, board, "region_borders", 0, CASTLE_LINES);
    read_water(r, box_list(r->in, board, "water", 0, CASTLE_POINTS));
    read_borders(r, borders);
    if (!r->in->bad)
        find_regions(r, borders);
    if (r->in->bad)
        return;
    read_regions(r, box_list(r->in, board, "regions", CASTLE_REGIONS, CASTLE_REGIONS));
    check_counts(r, box_object(r->in, board, "counts"));
}

/* An object with a number for each colour and nothing else. */
static void read_colours(struct reader *r, const char *key, const char *const names[], int count, int max,
                         uint8_t out[])
{
    const struct json *object = box_object(r->in, r->in->file, key);
    const char *known[CASTLE_COLOURS + 1] = {NULL};
    memcpy(known, names, (size_t)count * sizeof names[0]);
    box_known_keys(r->in, object, known);
    for (int c = 0; c < count; c++)
        out[c] = (uint8_t)box_int(r->in, object, names[c], 1, max);
}

static void read_stock(struct reader *r)
{
    struct castle_supply *stock = &r->box->stock;
    stock->walls = (uint8_t)box_int(r->in, r->in->file, "walls", 1, CASTLE_LINES);
    read_colours(r, "towers", castle_tower_name, CASTLE_TOWERS, CASTLE_POINTS, stock->towers);
    read_colours(r, "houses", castle_colour_name, CASTLE_COLOURS, 50, stock->houses);
    read_colours(r, "palaces", castle_colour_name, CASTLE_COLOURS, CASTLE_PALACES, stock->palaces);
}

/* How often each face is on a die. */
static void read_die(struct reader *r, const char *key, const char *const names[], int count, uint32_t out[])
{
    const struct json *die = box_list(r->in, r->in->file, key, 1, 20);
    for (const struct json *face = json_first(die); face; face = json_next(die, face)) {
        int c = box_name_at(r->in, face, key, names, count);
        if (c >= 0)
            out[c]++;
    }
}

/* 2.3: a pair of different faces comes up in two ways. */
static void read_dice(struct reader *r)
{
    struct castle_box *box = r->box;
    uint32_t house[CASTLE_FACES] = {0}, tower[CASTLE_TOWERS] = {0};
    read_die(r, "house_die", castle_colour_name, CASTLE_FACES, house);
    read_die(r, "tower_die", castle_tower_name, CASTLE_TOWERS, tower);
    box_int(r->in, r->in->file, "house_dice", 2, 2);
    for (int a = 0; a < CASTLE_FACES; a++) {
        for (int b = a; b < CASTLE_FACES; b++) {
            uint32_t ways = house[a] * house[b] * (a == b ? 1 : 2);
            if (ways == 0)
                continue;
            int faces = a * CASTLE_FACES + b;
            box->short_roll_weight[box->short_rolls] = ways;
            box->short_roll[box->short_rolls++] = castle_move(CASTLE_MOVE_DICE, faces, CASTLE_NONE);
            for (int t = 0; t < CASTLE_TOWERS; t++) {
                if (tower[t] == 0)
                    continue;
                box->roll_weight[box->rolls] = ways * tower[t];
                box->roll[box->rolls++] = castle_move(CASTLE_MOVE_DICE, faces, t);
            }
        }
    }
}

static int find_rule(const struct json *id)
{
    for (int rule = 0; rule < CASTLE_KINDS; rule++)
        if (json_says(id, castle_guild[rule].id))
            return rule;
    return -1;
}

/* What a card pays is a rule (4.5 to 4.7), which the file repeats for its readers. Scopes and the points for
 * a city's size must be those of the rule; what the other cards pay is told in words, which are not judged.
 */
static void check_card(struct reader *r, const struct json *card, int rule)
{
    static const int size_points[] = {6, 7, 8, 9};
    const char *id = castle_guild[rule].id, *scope = castle_scope_name[castle_guild[rule].scope];
    const struct json *points = json_get(card, "points");
    char words[120];
    long n;
    if (!json_says(json_get(card, "scope"), scope))
        box_refuse(r->in, card, "the \"scope\" of %s must be \"%s\"", id, scope);
    if (rule < 4 && !json_int_in(points, size_points[rule], size_points[rule], &n))
        box_refuse(r->in, card, "the \"points\" of %s must be %d", id, size_points[rule]);
    if (rule >= 4 && !json_copy_text(points, words, sizeof words))
        box_refuse(r->in, card, "the \"points\" of %s must be told in words", id);
}

static void read_cards(struct reader *r)
{
    struct castle_box *box = r->box;
    uint32_t seen = 0;
    box->copies = (uint8_t)box_int(r->in, r->in->file, "copies_of_each_guild_card", 1, CASTLE_COPIES);
    const struct json *cards = box_list(r->in, r->in->file, "guild_cards", 1, CASTLE_KINDS);
    if (json_size(cards) * box->copies < CASTLE_HAND * GAME_MAX_SEATS)
        box_refuse(r->in, cards, "there must be six guild cards for each of four players");
    for (const struct json *card = json_first(cards); card; card = json_next(cards, card)) {
        int rule = find_rule(json_get(card, "id"));
        if (rule < 0) {
            box_refuse(r->in, card, "the \"id\" of this guild card is not known");
            continue;
        }
        if (seen >> rule & 1)
            box_refuse(r->in, card, "the guild card %s is there twice", castle_guild[rule].id);
        seen |= UINT32_C(1) << rule;
        check_card(r, card, rule);
        box->all_cards += box->copies * castle_card(box->kinds);
        box->rule[box->kinds++] = (uint8_t)rule;
    }
}

void castle_read_box(struct box_reader *in, void *box)
{
    static const char *const keys[] = {
        "game",        "board",     "walls",      "towers",    "houses",
        "palaces",     "house_die", "house_dice", "tower_die", "copies_of_each_guild_card",
        "guild_cards", NULL};
    struct reader r = {.in = in, .box = box};
    box_known_keys(in, in->file, keys);
    read_board(&r);
    read_stock(&r);
    read_dice(&r);
    read_cards(&r);
}
