/* castellan_picture.c: a position drawn in text. */
#include "castellan/castellan_state.h"

#include <string.h>

enum { MARGIN = 3, MAX_COLUMNS = 100, WIDE = 4, NARROW = 2 };

struct drawing {
    const struct castellan_state *s;
    struct text *out;
    bool colour;
    int cell; /* columns from point to point */
    struct castellan_extent shown;
    uint64_t doubled[CASTELLAN_SIDE]; /* squares with a double keep */
    const char *paint;                /* the colour that is on, or NULL */
};

static const char *const seat_paint[GAME_MAX_SEATS] = {"\033[31m", "\033[34m", "\033[32m", "\033[33m"};

static void paint(struct drawing *d, const char *paint)
{
    if (!d->colour || d->paint == paint)
        return;
    text_put(d->out, paint ? paint : "\033[0m");
    d->paint = paint;
}

static void put(struct drawing *d, const char *colour, char c)
{
    if (c != ' ')
        paint(d, colour);
    text_char(d->out, c);
}

/* A step that touches the covered middle of a long wall is a part of it. */
static char wall_glyph(const struct castellan_state *s, bool east, int x, int y)
{
    if (east)
        return !(s->east[y] >> x & 1)                                 ? ' '
               : s->middle[y] >> x & 1 || s->middle[y] >> (x + 1) & 1 ? '='
                                                                      : '-';
    return !(s->south[y] >> x & 1) ? ' ' : s->middle[y] >> x & 1 || s->middle[y + 1] >> x & 1 ? 'H' : '|';
}

static char point_glyph(const struct castellan_state *s, int x, int y)
{
    if (s->tower[y] >> x & 1)
        return '#';
    if (s->middle[y] >> x & 1)
        return s->east[y] >> x & 1 ? '=' : 'H';
    return castellan_open_row(s, y) >> x & 1 ? 'o' : '.';
}

/* A row of points with the walls between them. */
static void put_points(struct drawing *d, int y)
{
    text_printf(d->out, "%s%d ", y < 10 ? " " : "", y);
    for (int x = d->shown.west; x <= d->shown.east; x++) {
        char point = point_glyph(d->s, x, y);
        put(d, point == '#' ? "\033[1m" : point == '.' ? "\033[2m" : NULL, point);
        for (int i = 1; x < d->shown.east && i < d->cell; i++)
            put(d, NULL, wall_glyph(d->s, true, x, y));
    }
    paint(d, NULL);
    text_char(d->out, '\n');
}

/* A row of squares: walls to the south, and the owners of courtyards, with a star for the double keep. */
static void put_squares(struct drawing *d, int y)
{
    const struct castellan_state *s = d->s;
    text_put(d->out, "   ");
    for (int x = d->shown.west; x <= d->shown.east; x++) {
        bool closed = s->closed[y] >> x & 1, doubled = d->doubled[y] >> x & 1;
        int owner = (int)((s->owner_low[y] >> x & 1) + 2 * (s->owner_high[y] >> x & 1));
        put(d, NULL, wall_glyph(s, false, x, y));
        for (int i = 1; x < d->shown.east && i < d->cell; i++)
            put(d, seat_paint[owner],
                !closed                           ? ' '
                : i == d->cell / 2                ? (char)('1' + owner)
                : i == d->cell / 2 + 1 && doubled ? '*'
                                                  : ' ');
    }
    paint(d, NULL);
    text_char(d->out, '\n');
}

static void put_header(struct drawing *d)
{
    int every = d->cell == WIDE ? 1 : 2;
    text_put(d->out, "  ");
    for (int x = d->shown.west; x <= d->shown.east; x++) {
        if ((x - d->shown.west) % every)
            continue;
        text_printf(d->out, "%s%d", x < 10 ? " " : "", x);
        for (int i = 2; i < d->cell * every && x < d->shown.east; i++)
            text_char(d->out, ' ');
    }
    text_char(d->out, '\n');
}

/* When even narrow columns are too many, shows those with the most towers. */
static void crop(struct drawing *d)
{
    int width = d->shown.east - d->shown.west + 1;
    d->cell = MARGIN + (width - 1) * WIDE + 1 <= MAX_COLUMNS ? WIDE : NARROW;
    int fitting = (MAX_COLUMNS - MARGIN - 1) / d->cell + 1;
    if (width <= fitting)
        return;
    int best = -1, best_west = d->shown.west;
    for (int west = d->shown.west; west + fitting - 1 <= d->shown.east; west++) {
        int towers = 0;
        for (int y = d->shown.north; y <= d->shown.south; y++)
            towers += castellan_popcount(d->s->tower[y] >> west & ((UINT64_C(1) << fitting) - 1));
        if (towers > best) {
            best = towers;
            best_west = west;
        }
    }
    text_printf(d->out, "(columns %d to %d of %d to %d)\n", best_west, best_west + fitting - 1, d->shown.west,
                d->shown.east);
    d->shown.west = best_west;
    d->shown.east = best_west + fitting - 1;
}

static void put_castle(struct drawing *d)
{
    if (!castellan_extent(d->s, &d->shown)) {
        text_put(d->out, "The table is bare.\n");
        return;
    }
    for (int i = 0; i < d->s->court_count; i++) {
        struct castellan_face face;
        if (d->s->courts[i].mark & CASTELLAN_DOUBLE && castellan_face_at(d->s, d->s->courts[i].name, &face))
            for (int y = face.top; y <= face.bottom; y++)
                d->doubled[y] |= face.rows[y];
    }
    crop(d);
    put_header(d);
    for (int y = d->shown.north; y <= d->shown.south; y++) {
        put_points(d, y);
        if (y < d->shown.south)
            put_squares(d, y);
    }
    text_put(d->out,
             "# tower  o open end  - | short wall  = H long wall  1-4 courtyard of a seat, * double keep\n");
}

static void put_courts(struct drawing *d)
{
    for (int i = 0; i < d->s->court_count; i++) {
        const struct castellan_court *court = &d->s->courts[i];
        int owner = court->mark & CASTELLAN_OWNER;
        paint(d, seat_paint[owner]);
        text_put(d->out, "courtyard ");
        castellan_put_point(d->out, court->name);
        text_printf(d->out, " of seat %d: %d towers, %d points", owner + 1, court->towers,
                    castellan_worth(court)); /* at least 4 */
        text_put(d->out, court->mark & CASTELLAN_DOUBLE ? ", double keep" : "");
        text_put(d->out, court->mark & CASTELLAN_FRESH ? ", new" : "");
        paint(d, NULL);
        text_char(d->out, '\n');
    }
}

static void put_pieces(struct text *out, const uint8_t pieces[CASTELLAN_PIECES])
{
    text_printf(out, "%d tower%s, %d long, %d short", pieces[CASTELLAN_TOWER],
                pieces[CASTELLAN_TOWER] == 1 ? "" : "s", pieces[CASTELLAN_LONG], pieces[CASTELLAN_SHORT]);
}

/* A hand as far as the view knows it. */
static void put_hand(struct drawing *d, const struct castellan_box *box, const struct castellan_seat *seat)
{
    text_put(d->out, ", hand");
    for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
        if (castellan_hidden(seat, deck)) {
            text_printf(d->out, " %d %s card%s", seat->in_hand[deck], castellan_deck_names[deck],
                        seat->in_hand[deck] == 1 ? "" : "s");
            continue;
        }
        for (int i = deck * CASTELLAN_DECK; i < (deck + 1) * CASTELLAN_DECK; i++)
            if (seat->hand >> i & 1)
                text_printf(d->out, " %s", box->cards[i].id);
    }
    if (seat->in_hand[0] + seat->in_hand[1] == 0)
        text_put(d->out, " empty");
    text_printf(d->out, ", decks %d tower %d wall\n", castellan_in_deck(seat, CASTELLAN_TOWER_DECK),
                castellan_in_deck(seat, CASTELLAN_WALL_DECK));
}

static void put_seats(struct drawing *d, const struct game *game, int viewer)
{
    int points[GAME_MAX_SEATS];
    castellan_score(game, d->s, points);
    for (int i = 0; i < d->s->seats; i++) {
        paint(d, seat_paint[i]);
        text_printf(d->out, "%c seat %d%s", i == d->s->active && d->s->phase != CASTELLAN_OVER ? '>' : ' ',
                    i + 1, i == viewer ? " (you)" : "");
        paint(d, NULL);
        int keeps = castellan_keeps(d->s, i);
        text_printf(d->out, ": %d point%s, %d keep%s%s", points[i], points[i] == 1 ? "" : "s", keeps,
                    keeps == 1 ? "" : "s", d->s->seat[i].doubled ? "" : ", double keep free");
        put_hand(d, game->box, &d->s->seat[i]);
    }
}

static void put_turn(struct drawing *d)
{
    static const char *const phases[] = {
        [CASTELLAN_DEALING] = "draws cards",
        [CASTELLAN_PLAYING] = "plays cards",
        [CASTELLAN_BUILDING] = "builds",
        [CASTELLAN_KEEPING] = "places keeps",
        [CASTELLAN_STAYING] = "moves the double keep",
        [CASTELLAN_DRAWING] = "chooses decks to draw from",
        [CASTELLAN_OVER] = "",
    };
    const struct castellan_state *s = d->s;
    if (s->phase == CASTELLAN_OVER) {
        text_put(d->out, "The game is over.\n");
        return;
    }
    text_printf(d->out, "Seat %d %s", s->active + 1, phases[s->phase]);
    if (castellan_pieces_left(s)) {
        text_put(d->out, "; to build: ");
        put_pieces(d->out, s->pieces);
    }
    if (s->to_choose)
        text_printf(d->out, "; %d to draw", s->to_choose);
    if (s->last_turns)
        text_printf(d->out, "; last round, %d turn%s left", s->last_turns, s->last_turns == 1 ? "" : "s");
    text_put(d->out, ".\n");
}

void castellan_picture(const struct game *game, const void *view, int viewer, enum picture_style style,
                       struct text *out)
{
    struct drawing d = {.s = view, .out = out, .colour = style == PICTURE_COLOUR};
    if (style == PICTURE_WORDS)
        castellan_castle_words(view, out);
    else if (style != PICTURE_STATUS)
        put_castle(&d);
    put_courts(&d);
    put_seats(&d, game, viewer);
    put_turn(&d);
}
