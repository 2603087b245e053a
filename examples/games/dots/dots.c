/*
 * dots.c: Dots and Boxes, a whole game in one file, as an example. Players draw lines between neighbouring
 * dots of a grid. The player who draws the fourth side of a box owns it and draws again. Most boxes win.
 * README.md has the clauses.
 */
#include "core/box.h"
#include "core/game.h"

#include <string.h>

enum { MAX_SIDE = 5, MAX_BOXES = MAX_SIDE * MAX_SIDE, SIDES = 4, FIRST = 0 };

struct dots_box {
    int32_t columns, rows; /* numbers of boxes */
};

/* Lines are numbered: first the horizontal ones row by row, then the vertical ones. */
struct dots_state {
    uint64_t drawn;
    uint8_t seats, turn, columns, rows;
    uint8_t owner[MAX_BOXES]; /* the seat plus 1; 0: nobody yet */
    uint8_t unused[3];        /* no padding, so that equal states have equal bytes */
};

static void read_box(struct box_reader *r, void *out)
{
    static const char *const keys[] = {"game", "columns", "rows", NULL};
    struct dots_box *box = out;
    box_known_keys(r, r->file, keys);
    box->columns = box_int(r, r->file, "columns", 1, MAX_SIDE);
    box->rows = box_int(r, r->file, "rows", 1, MAX_SIDE);
}

static const struct game_option options[] = {
    [FIRST] = {.name = "first", .kind = OPTION_SEAT, .about = "The seat that begins, or random."},
    {.name = NULL},
};

static void start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    const struct dots_box *box = game->box;
    struct dots_state *s = state;
    s->seats = (uint8_t)seats;
    s->turn = (uint8_t)option_seat(choices, FIRST);
    s->columns = (uint8_t)box->columns;
    s->rows = (uint8_t)box->rows;
}

/* ---- the grid ---- */

static int horizontal_lines(const struct dots_state *s)
{
    return s->columns * (s->rows + 1);
}

static int line_count(const struct dots_state *s)
{
    return horizontal_lines(s) + (s->columns + 1) * s->rows;
}

static bool is_drawn(const struct dots_state *s, int line)
{
    return s->drawn >> line & 1;
}

/* The four lines around a box. */
static void find_sides(const struct dots_state *s, int box, int sides[SIDES])
{
    int x = box % s->columns, y = box / s->columns;
    sides[0] = y * s->columns + x;
    sides[1] = sides[0] + s->columns;
    sides[2] = horizontal_lines(s) + y * (s->columns + 1) + x;
    sides[3] = sides[2] + 1;
}

static int drawn_sides(const struct dots_state *s, int box)
{
    int sides[SIDES], count = 0;
    find_sides(s, box, sides);
    for (int i = 0; i < SIDES; i++)
        count += is_drawn(s, sides[i]);
    return count;
}

static int box_count(const struct dots_state *s)
{
    return s->columns * s->rows;
}

/* ---- playing ---- */

static uint32_t to_act(const struct game *game, const void *state)
{
    const struct dots_state *s = state;
    (void)game;
    return s->drawn == (UINT64_C(1) << line_count(s)) - 1 ? 0 : game_bit(s->turn);
}

static int moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct dots_state *s = state;
    int count = 0;
    (void)weight;
    if (!(to_act(game, s) & game_bit(actor)))
        return 0;
    for (int line = 0; line < line_count(s); line++)
        if (!is_drawn(s, line))
            out[count++] = (game_move)line;
    return count;
}

static void put_dot(int x, int y, struct text *out)
{
    text_printf(out, "%c%d", 'a' + x, y + 1);
}

/* 1: "a1-b1", the dots at both ends. */
static void put_line(const struct dots_state *s, int line, struct text *out)
{
    int vertical = line - horizontal_lines(s), width = s->columns + 1;
    int x = vertical < 0 ? line % s->columns : vertical % width;
    int y = vertical < 0 ? line / s->columns : vertical / width;
    put_dot(x, y, out);
    text_char(out, '-');
    put_dot(x + (vertical < 0), y + (vertical >= 0), out);
}

/* 1, 2: draws a line; the player owns the boxes that it closes, and then draws again. */
static void step(struct dots_state *s, int actor, int line, struct game_events *events)
{
    int closed = 0;
    s->drawn |= UINT64_C(1) << line;
    for (int box = 0; box < box_count(s); box++)
        if (!s->owner[box] && drawn_sides(s, box) == SIDES) {
            s->owner[box] = (uint8_t)(actor + 1);
            closed++;
        }
    if (closed)
        event(events, "score", actor, closed, "box", NULL);
    else
        s->turn = (uint8_t)((s->turn + 1) % s->seats);
}

static void apply(const struct game *game, void *state, int actor, game_move move)
{
    (void)game;
    step(state, actor, (int)move, NULL);
}

static int tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                struct game_event out[GAME_MAX_EVENTS])
{
    struct game_events events = {.list = out, .viewer = viewer};
    struct dots_state copy = *(const struct dots_state *)state;
    char place[16];
    struct text text = TEXT_IN(place);
    (void)game;
    put_line(&copy, (int)move, &text);
    event(&events, "draw", actor, 0, NULL, place);
    step(&copy, actor, (int)move, &events);
    return events.count;
}

static void score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct dots_state *s = state;
    (void)game;
    memset(points, 0, GAME_MAX_SEATS * sizeof *points);
    for (int box = 0; box < box_count(s); box++)
        if (s->owner[box])
            points[s->owner[box] - 1]++;
}

/* 3 */
static uint32_t winners(const struct game *game, const void *state)
{
    const struct dots_state *s = state;
    int points[GAME_MAX_SEATS], most = 0;
    uint32_t who = 0;
    if (to_act(game, s))
        return 0;
    score(game, s, points);
    for (int seat = 0; seat < s->seats; seat++)
        most = points[seat] > most ? points[seat] : most;
    for (int seat = 0; seat < s->seats; seat++)
        who |= points[seat] == most ? game_bit(seat) : 0;
    return who;
}

/* ---- nothing is hidden ---- */

static void observe(const struct game *game, const void *state, int viewer, void *view)
{
    (void)viewer;
    memmove(view, state, game->state_size);
}

static void deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    (void)viewer;
    (void)rng;
    memmove(out, view, game->state_size);
}

static enum game_sight sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    (void)game;
    (void)state;
    (void)actor;
    (void)move;
    (void)viewer;
    return GAME_SEEN;
}

/* ---- words and pictures ---- */

static void move_text(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    (void)game;
    (void)actor;
    put_line(state, (int)move, out);
}

static const char *clause(const struct game *game, const void *state, int actor, game_move move)
{
    (void)game;
    (void)state;
    (void)actor;
    (void)move;
    return "1";
}

static void why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct reason *reason)
{
    const struct dots_state *s = state;
    (void)game;
    (void)actor;
    for (int line = 0; line < line_count(s); line++) {
        char name[16];
        struct text text = TEXT_IN(name);
        put_line(s, line, &text);
        if (strcmp(name, move) == 0) {
            if (is_drawn(s, line))
                reason_say(reason, "1", "dots.why.drawn", "'{text}' is drawn already.");
            return;
        }
    }
    reason_say(reason, "1", "dots.why.line", "A line is named by its two dots, such as a1-b1, not '{text}'.");
}

static void picture(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct dots_state *s = view;
    (void)game;
    (void)viewer;
    for (int y = 0; y <= s->rows; y++) {
        for (int x = 0; x <= s->columns; x++)
            text_put(out, x == s->columns ? "+\n" : is_drawn(s, y * s->columns + x) ? "+---" : "+   ");
        for (int x = 0; x <= s->columns && y < s->rows; x++) {
            int owner = x < s->columns ? s->owner[y * s->columns + x] : 0;
            text_char(out, is_drawn(s, horizontal_lines(s) + y * (s->columns + 1) + x) ? '|' : ' ');
            text_printf(out, x == s->columns ? "%c\n" : " %c ",
                        x == s->columns ? ' '
                        : owner         ? '0' + owner
                                        : ' ');
        }
    }
}

static void board_json(const struct game *game, const void *state, struct text *out)
{
    const struct dots_state *s = state;
    (void)game;
    text_json_open(out, '{');
    text_member_int(out, "columns", s->columns);
    text_member_int(out, "rows", s->rows);
    text_json_close(out, '}');
}

static void view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    const struct dots_state *s = view;
    (void)game;
    (void)viewer;
    text_json_open(out, '{');
    text_member_open(out, "lines", '[');
    for (int line = 0; line < line_count(s); line++)
        if (is_drawn(s, line)) {
            char name[16];
            struct text text = TEXT_IN(name);
            put_line(s, line, &text);
            text_json_string(out, name);
        }
    text_json_close(out, ']');
    text_member_open(out, "owners", '[');
    for (int box = 0; box < box_count(s); box++)
        text_json_int(out, s->owner[box]);
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* For bots: boxes owned, and boxes that the next line closes, which are a gift to the player to move. */
static void features(const struct game *game, const void *state, int seat, float out[])
{
    const struct dots_state *s = state;
    int points[GAME_MAX_SEATS], open = 0;
    score(game, s, points);
    for (int box = 0; box < box_count(s); box++)
        open += !s->owner[box] && drawn_sides(s, box) == SIDES - 1;
    out[0] = (float)game_lead(points, s->seats, seat) / (float)box_count(s);
    out[1] = (float)(s->turn == seat ? open : -open) / (float)box_count(s);
}

static const struct game dots_game = {
    .name = "dots",
    .title = "Dots and Boxes",
    .rules = 1,
    .min_seats = 2,
    .max_seats = GAME_MAX_SEATS,
    .options = options,
    .state_size = sizeof(struct dots_state),
    .box_size = sizeof(struct dots_box),
    .box_file = "dots",
    .read_box = read_box,
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .observe = observe,
    .deal = deal,
    .sight = sight,
    .move_text = move_text,
    .tell = tell,
    .clause = clause,
    .why_not = why_not,
    .picture = picture,
    .board_json = board_json,
    .view_json = view_json,
    .feature_count = 2,
    .features = features,
};

extern const struct game *const dots_games[];
const struct game *const dots_games[] = {&dots_game, NULL};
