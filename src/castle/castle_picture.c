/*
 * castle_picture.c: the position as text. The board is drawn on a canvas of characters, twelve columns to a
 * step and six lines to a row, so that slanting walls are made of \ and / without a gap; lists follow it.
 */
#include <string.h>

#include "castle/castle_state.h"

enum {
    STEP = 6, /* columns of half a step, and lines of a row */
    LEFT = 4, /* columns before the westernmost point */
    WIDTH = LEFT + 2 * STEP * (CASTLE_ROW_LENGTH - 1) + 6,
    HEIGHT = STEP * (CASTLE_ROWS - 1) + 1
};

enum ink { PLAIN, FAINT, WALL, CLOSES, CITY, WATER, TOWER_INK, HOUSE_INK = TOWER_INK + CASTLE_TOWERS };

static const char *const ansi[] = {
    "0", "2", "1;33", "1;31", "1;7", "36", "1;97;44", "1;37;100", "1;30;47", "33", "32", "34", "35", "31",
};

struct canvas {
    char at[HEIGHT][WIDTH];
    uint8_t ink[HEIGHT][WIDTH];
};

static const char tower_letter[] = "WGB", house_letter[] = "ygbpr", palace_letter[] = "YGBPR";

static void put(struct canvas *c, int line, int column, const char *s, enum ink ink)
{
    for (; *s; s++, column++) {
        c->at[line][column] = *s;
        c->ink[line][column] = (uint8_t)ink;
    }
}

static int line_of(const struct castle_box *box, int point)
{
    return STEP * box->point_row[point];
}

static int column_of(const struct castle_box *box, int point)
{
    return LEFT + STEP * box->point_x[point];
}

static void draw_point(const struct castle_box *box, const struct castle *s, int p, struct canvas *c)
{
    int line = line_of(box, p), column = column_of(box, p);
    bool water = box->water >> p & 1;
    if (water)
        put(c, line, column - 2, "~", WATER);
    put(c, line, column - 1, box->point_name[p], water ? WATER : PLAIN);
    for (int t = 0; t < CASTLE_TOWERS; t++) {
        const char letter[2] = {tower_letter[t], '\0'};
        if (s->towers[t] >> p & 1)
            put(c, line, column + 1, letter, (enum ink)(TOWER_INK + t));
    }
}

static void draw_line(const struct castle_box *box, const struct castle *s, int l, struct canvas *c)
{
    int a = box->line_end[l][0], b = box->line_end[l][1];
    bool wall = castle_has(&s->walls, l), border = castle_has(&box->border, l);
    bool flat = box->point_row[a] == box->point_row[b];
    int slope = box->point_x[b] > box->point_x[a] ? 1 : -1;
    if (!wall && castle_has(&s->city_lines, l))
        return;
    bool closes = !wall && s->phase == CASTLE_WALL && castle_closes(box, s, l);
    char mark[2] = {flat ? '=' : slope > 0 ? '\\' : '/', '\0'};
    if (wall)
        mark[0] = border ? '#' : mark[0];
    else
        mark[0] = closes ? '+' : border ? ':' : '.';
    enum ink ink = wall ? WALL : closes ? CLOSES : border ? PLAIN : FAINT;
    int line = line_of(box, a), column = column_of(box, a);
    for (int i = flat ? 3 : 1; i <= (flat ? 2 * STEP - 3 : STEP - 1); i += wall ? 1 : 2)
        put(c, flat ? line : line + i, flat ? column + i : column + slope * i, mark, ink);
}

/* What stands on a space, a token for each kind and colour: "2y" houses, "R" a palace. */
static int space_tokens(const struct castle_box *box, const struct castle *s, int space,
                        char token[2 * CASTLE_COLOURS][4], enum ink ink[2 * CASTLE_COLOURS])
{
    int count = 0;
    for (int colour = 0; colour < CASTLE_COLOURS; colour++) {
        int n[2] = {castle_houses(s->houses[space], colour), castle_palaces_on(box, s, space, colour)};
        for (int palace = 0; palace < 2; palace++) {
            if (n[palace] == 0)
                continue;
            struct text text = text_in(token[count], sizeof token[count]);
            if (n[palace] > 1)
                text_int(&text, n[palace]);
            text_char(&text, palace ? palace_letter[colour] : house_letter[colour]);
            ink[count++] = (enum ink)(HOUSE_INK + colour);
        }
    }
    return count;
}

/* Puts as many tokens as fit side by side into the middle of a line, and returns how many did. */
static int put_tokens(struct canvas *c, int line, int middle, int width, char token[][4],
                      const enum ink ink[], int count)
{
    int fit = 0, length = 0;
    while (fit < count && length + (int)strlen(token[fit]) <= width)
        length += (int)strlen(token[fit++]);
    int column = middle - length / 2;
    for (int i = 0; i < fit; i++) {
        put(c, line, column, token[i], ink[i]);
        column += (int)strlen(token[i]);
    }
    return fit;
}

static void draw_space(const struct castle_box *box, const struct castle *s, int space, struct canvas *c)
{
    const uint8_t *point = box->space_point[space];
    bool north = box->space_north[space], city = s->city_of[space] != CASTLE_NONE;
    int line = line_of(box, point[0]), middle = column_of(box, point[north ? 0 : 2]);
    char name[12], token[2 * CASTLE_COLOURS][4];
    enum ink ink[2 * CASTLE_COLOURS];
    struct text label = TEXT_IN(name);
    text_printf(&label, "%s%s", city ? "*" : "", box->space_name[space]);
    put(c, line + 3, middle - (int)label.length / 2, name, city ? CITY : FAINT);
    int count = space_tokens(box, s, space, token, ink);
    int first = put_tokens(c, line + (north ? 4 : 2), middle, 7, token, ink, count);
    put_tokens(c, line + (north ? 5 : 1), middle, 9, token + first, ink + first, count - first);
}

static void put_canvas(const struct canvas *c, int lines, bool colour, struct text *out)
{
    for (int line = 0; line < lines; line++) {
        int end = WIDTH, ink = PLAIN;
        while (end > 0 && c->at[line][end - 1] == ' ')
            end--;
        for (int column = 0; column < end; column++) {
            int next = c->at[line][column] == ' ' ? PLAIN : c->ink[line][column];
            if (colour && next != ink)
                text_printf(out, "\033[%sm", next == PLAIN || ink == PLAIN ? ansi[next] : "0");
            if (colour && next != ink && next != PLAIN && ink != PLAIN)
                text_printf(out, "\033[%sm", ansi[next]);
            ink = next;
            text_char(out, c->at[line][column]);
        }
        if (colour && ink != PLAIN)
            text_put(out, "\033[0m");
        text_char(out, '\n');
    }
}

static void put_board(const struct castle_box *box, const struct castle *s, bool colour, struct text *out)
{
    struct canvas c;
    memset(c.at, ' ', sizeof c.at);
    memset(c.ink, PLAIN, sizeof c.ink);
    for (int l = 0; l < box->lines; l++)
        draw_line(box, s, l, &c);
    for (int space = 0; space < box->spaces; space++)
        draw_space(box, s, space, &c);
    for (int p = 0; p < box->points; p++)
        draw_point(box, s, p, &c);
    put_canvas(&c, STEP * (box->rows - 1) + 1, colour, out);
    text_put(out,
             "= / \\ wall   # wall on a border   : border   . free line   + would close a city   ~ at water\n"
             "W G B white, grey, black tower   y g b p r yellow, green, blue, pink, red house   * city\n"
             "Y G B P R palace of that colour   Regions:");
    for (int r = 0; r < CASTLE_REGIONS; r++) {
        int space = 0;
        while (box->space_region[space] != r)
            space++;
        text_printf(out, "%s %s from %s", r ? "," : "", box->region_name[r], box->space_name[space]);
    }
    text_put(out, "\n\n");
}

/* "3 white, 1 black" or "none". */
static void put_list(struct text *out, const char *const names[], const uint8_t n[], int count)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (n[i] == 0)
            continue;
        text_printf(out, "%s%d %s", any ? ", " : "", n[i], names[i]);
        any = true;
    }
    if (!any)
        text_put(out, "none");
}

static void put_cities(const struct castle_box *box, const struct castle *s, struct text *out)
{
    struct castle_set cities = s->cities;
    for (int city; (city = castle_pop(&cities)) >= 0;) {
        struct castle_city_facts f;
        castle_city_facts(box, s, city, &f);
        text_printf(out, "City %s%s, %d space%s\n  towers: ", box->space_name[city],
                    city == castle_counting(s) ? " (counts now)" : "", f.size, f.size == 1 ? "" : "s");
        put_list(out, castle_tower_name, f.towers, CASTLE_TOWERS);
        text_put(out, "; houses: ");
        put_list(out, castle_colour_name, f.houses, CASTLE_COLOURS);
        text_put(out, "\n  palaces: ");
        put_list(out, castle_colour_name, f.palaces, CASTLE_COLOURS);
        text_char(out, '\n');
    }
}

static void put_country(const struct castle_box *box, const struct castle *s, struct text *out)
{
    struct castle_country_facts f;
    castle_country_facts(box, s, &f);
    text_printf(out, "Country: %d wall%s; towers: ", f.walls, f.walls == 1 ? "" : "s");
    put_list(out, castle_tower_name, f.towers, CASTLE_TOWERS);
    text_printf(out, "; at water: %d\n  houses: ", f.water);
    put_list(out, castle_colour_name, f.houses, CASTLE_COLOURS);
    text_put(out, "\n  houses by region:");
    for (int r = 0; r < CASTLE_REGIONS; r++)
        text_printf(out, "%s %s %d", r ? "," : "", box->region_name[r], f.regions[r]);
    text_printf(out, "\nSupply: %d wall%s; towers: ", s->supply.walls, s->supply.walls == 1 ? "" : "s");
    put_list(out, castle_tower_name, s->supply.towers, CASTLE_TOWERS);
    text_put(out, "\n  houses: ");
    put_list(out, castle_colour_name, s->supply.houses, CASTLE_COLOURS);
    text_put(out, "\n  palaces: ");
    put_list(out, castle_colour_name, s->supply.palaces, CASTLE_COLOURS);
    text_char(out, '\n');
}

static void put_closings(const struct castle_box *box, const struct castle *s, struct text *out)
{
    struct castle_set lines = {{0}};
    if (s->phase == CASTLE_WALL)
        castle_free_line(box, s, &lines);
    for (int line; (line = castle_pop(&lines)) >= 0;) {
        if (!castle_closes(box, s, line))
            continue;
        struct castle_set spaces = castle_enclosed(box, s, line);
        int size = castle_count(&spaces);
        text_printf(out, "wall %s would close a city of %d space%s from %s on\n", box->line_name[line], size,
                    size == 1 ? "" : "s", box->space_name[castle_pop(&spaces)]);
    }
}

static void put_turn(const struct castle_box *box, const struct castle *s, struct text *out)
{
    static const char *const task[] = {
        [CASTLE_DEAL] = "gets cards",
        [CASTLE_WALL] = "builds a wall",
        [CASTLE_DICE] = "rolls the dice",
        [CASTLE_TOWER] = "puts a tower",
        [CASTLE_HOUSE] = "puts a house",
        [CASTLE_JOIN] = "keeps the new city apart or joins it",
        [CASTLE_CITY] = "chooses the city",
        [CASTLE_SCORE] = "plays or discards",
        [CASTLE_DRAW] = "draws",
        [CASTLE_SWAP] = "swaps cards",
        [CASTLE_SWAP_DRAW] = "draws",
        [CASTLE_OVER] = "",
    };
    for (int seat = 0; seat < s->seats; seat++) {
        text_printf(out, "%s Seat %d: %d point%s, %d card%s", s->active == seat ? ">" : " ", seat + 1,
                    s->points[seat], s->points[seat] == 1 ? "" : "s", s->hand_size[seat],
                    s->hand_size[seat] == 1 ? "" : "s");
        if (seat == s->seat && s->phase != CASTLE_OVER)
            text_printf(out, " - %s", task[s->phase]);
        text_char(out, '\n');
    }
    if (s->ending != CASTLE_GOES_ON && s->ending != CASTLE_NO_LINE)
        text_printf(out, "The last %s is taken: %s\n", castle_ending_name[s->ending],
                    s->phase == CASTLE_OVER ? "the game is over." : "the game ends with this turn.");
    else if (s->ending == CASTLE_NO_LINE)
        text_put(out, "No line is free: the game ends.\n");
    if (s->wall != CASTLE_NONE)
        text_printf(out, "Wall of this turn: %s%s\n", box->line_name[s->wall],
                    s->closing ? ", which completes a city" : "");
    if (s->phase != CASTLE_TOWER && s->phase != CASTLE_HOUSE)
        return;
    text_put(out, "Dice left:");
    if (s->tower != CASTLE_NONE)
        text_printf(out, " %s tower", castle_tower_name[s->tower]);
    for (int d = 0; d < 2; d++)
        if (s->dice[d] != CASTLE_NONE)
            text_printf(out, " %s", castle_colour_name[s->dice[d]]);
    text_char(out, '\n');
}

static void put_hand(const struct castle_box *box, const struct castle *s, int viewer, struct text *out)
{
    uint8_t value[CASTLE_KINDS];
    int city = castle_counting(s), pile = castle_cards(s->open);
    for (int seat = 0; seat < s->seats; seat++)
        pile += s->unseen_size[seat];
    text_printf(out, "Draw pile: %d, discard pile: %d\n", s->draw_size, pile);
    if (viewer < 0)
        return;
    castle_values(box, s, city, value);
    text_printf(out, "Hand of seat %d, and what each card would score now:\n", viewer + 1);
    for (int kind = 0; kind < box->kinds; kind++) {
        int copies = castle_copies(s->hand[viewer], kind);
        if (copies == 0)
            continue;
        text_printf(out, "  %s%s: ", castle_kind_name(box, kind),
                    copies == 1   ? ""
                    : copies == 2 ? " (2)"
                                  : " (3)");
        if (city == CASTLE_NONE && castle_guild[box->rule[kind]].scope == CASTLE_OF_CITY)
            text_put(out, "-\n");
        else
            text_printf(out, "%d\n", value[kind]);
    }
}

void castle_picture(const struct game *game, const void *view, int viewer, enum picture_style style,
                    struct text *out)
{
    const struct castle_box *box = game->box;
    const struct castle *s = view;
    if (style == PICTURE_WORDS)
        castle_board_words(box, s, out);
    else if (style != PICTURE_STATUS)
        put_board(box, s, style == PICTURE_COLOUR, out);
    put_cities(box, s, out);
    put_country(box, s, out);
    put_closings(box, s, out);
    put_turn(box, s, out);
    put_hand(box, s, viewer, out);
}
