/* castellan_why.c: why a move is not legal, for people and for those who send wrong ones. */
#include "castellan/castellan_state.h"

#include <string.h>

/* What a person asked for. */
struct wish {
    enum castellan_verb verb;
    int x, y; /* of a point */
    char word[CASTELLAN_ID];
};

static bool take_point(const char **at, struct wish *wish)
{
    if (!text_take_int(at, &wish->x) || *(*at)++ != ',' || !text_take_int(at, &wish->y))
        return false;
    if (**at == ' ')
        (*at)++;
    return true;
}

static bool take_last_word(const char *at, struct wish *wish)
{
    size_t n = strlen(at);
    if (n == 0 || n >= sizeof wish->word || strchr(at, ' '))
        return false;
    memcpy(wish->word, at, n + 1);
    return true;
}

static bool read_wall(const char *at, enum castellan_verb east, struct wish *wish)
{
    wish->verb = east;
    if (!take_point(&at, wish) || !take_last_word(at, wish))
        return false;
    if (strcmp(wish->word, "S") == 0)
        wish->verb = (enum castellan_verb)(east + 1);
    return wish->verb != east || strcmp(wish->word, "E") == 0;
}

/* Understands the notation whether or not the move is legal. */
static bool read_wish(const char *move, struct wish *wish)
{
    static const struct {
        const char *word;
        enum castellan_verb verb;
    } pointed[] = {{"tower", CASTELLAN_DO_TOWER},
                   {"double", CASTELLAN_DO_DOUBLE},
                   {"stay", CASTELLAN_DO_STAY}},
      alone[] = {{"build", CASTELLAN_DO_BUILD}, {"pass", CASTELLAN_DO_PASS}, {"single", CASTELLAN_DO_SINGLE}};
    const char *at = move;
    *wish = (struct wish){0};
    if (text_take_word(&at, "short"))
        return read_wall(at, CASTELLAN_DO_SHORT_EAST, wish);
    if (text_take_word(&at, "long"))
        return read_wall(at, CASTELLAN_DO_LONG_EAST, wish);
    for (size_t i = 0; i < sizeof pointed / sizeof pointed[0]; i++)
        if (text_take_word(&at, pointed[i].word)) {
            wish->verb = pointed[i].verb;
            return take_point(&at, wish) && *at == '\0';
        }
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (strcmp(move, alone[i].word) == 0) {
            wish->verb = alone[i].verb;
            return true;
        }
    wish->verb = CASTELLAN_DO_PLAY;
    if (text_take_word(&at, "play"))
        return take_last_word(at, wish);
    wish->verb = CASTELLAN_DO_DRAW;
    return text_take_word(&at, "draw") && take_last_word(at, wish);
}

static void why_no_card(const struct castellan_box *box, const struct castellan_state *s, const char *id,
                        struct text *out)
{
    const struct castellan_seat *seat = &s->seat[s->active];
    for (int card = 0; card < CASTELLAN_CARDS; card++) {
        if (strcmp(box->cards[card].id, id) != 0)
            continue;
        if (seat->played >> card & 1)
            text_printf(out, "2.7 The card %s has been played; it has left the game.", id);
        else
            text_printf(out, "2.1 The card %s is not in this hand.", id);
        return;
    }
    text_printf(out, "1.1 No card is named %s.", id);
}

static void why_no_build(const struct castellan_state *s, struct text *out)
{
    if (s->cards == 0)
        text_put(out, "2.1 At least one card must be played first.");
    else
        text_put(out, "2.3 The first turn needs a card with a tower.");
}

static bool on_table(int x, int y)
{
    return x >= 0 && x < CASTELLAN_SIDE && y >= 0 && y < CASTELLAN_SIDE;
}

/* Says it if the point lies in somebody else's courtyard. */
static bool is_barred(const struct castellan_state *s, int x, int y, struct text *out)
{
    if (!(castellan_barred_row(s, s->active, y) >> x & 1))
        return false;
    int owner = (int)((s->owner_low[y] >> x & 1) + 2 * (s->owner_high[y] >> x & 1));
    text_printf(out, "2.4 %d,%d lies in a courtyard of seat %d.", x, y, owner + 1);
    return true;
}

static void why_no_tower(const struct castellan_state *s, int x, int y, struct text *out)
{
    if (!on_table(x, y))
        text_printf(out, "3.1 %d,%d is not on the table.", x, y);
    else if (castellan_bare_table(s))
        text_printf(out, "3.7 The first tower stands on %d,%d.", CASTELLAN_MIDDLE, CASTELLAN_MIDDLE);
    else if (s->tower[y] >> x & 1)
        text_printf(out, "3.2 A tower stands on %d,%d already.", x, y);
    else if (s->middle[y] >> x & 1)
        text_printf(out, "3.4 A long wall covers %d,%d.", x, y);
    else if (!(castellan_open_row(s, y) >> x & 1))
        text_printf(out, "3.2 No wall ends on %d,%d.", x, y);
    else
        is_barred(s, x, y, out);
}

/* Says it if the far part of a wall is in the way of something, or something of it. */
static bool is_blocked(const struct castellan_state *s, const struct castellan_span *w, bool east,
                       struct text *out)
{
    const uint64_t *steps = east ? s->east : s->south;
    bool is_long = w->mid_x != w->end_x || w->mid_y != w->end_y;
    if (steps[w->y] >> w->x & 1 || (is_long && steps[w->mid_y] >> w->mid_x & 1)) {
        text_put(out, "3.5 A wall stands there already.");
        return true;
    }
    if (s->middle[w->y] >> w->x & 1 || s->middle[w->end_y] >> w->end_x & 1) {
        bool first = s->middle[w->y] >> w->x & 1;
        text_printf(out, "3.4 No tower can be built on %d,%d, which a long wall covers.",
                    first ? w->x : w->end_x, first ? w->y : w->end_y);
        return true;
    }
    if (!is_long)
        return false;
    const char *covered = s->tower[w->mid_y] >> w->mid_x & 1                ? "the tower"
                          : s->middle[w->mid_y] >> w->mid_x & 1             ? "the middle of the long wall"
                          : castellan_open_row(s, w->mid_y) >> w->mid_x & 1 ? "the open wall end"
                                                                            : NULL;
    if (covered)
        text_printf(out, "3.5 A long wall may not cover %s on %d,%d.", covered, w->mid_x, w->mid_y);
    return covered != NULL;
}

static void why_no_wall(const struct castellan_state *s, const struct wish *wish, struct text *out)
{
    bool east = castellan_goes_east(wish->verb);
    if (!on_table(wish->x, wish->y)) {
        text_printf(out, "3.1 %d,%d is not on the table.", wish->x, wish->y);
        return;
    }
    struct castellan_span w = castellan_span(wish->verb, castellan_point(wish->x, wish->y));
    if (!on_table(w.end_x, w.end_y))
        text_put(out, "3.4 The wall would reach beyond the table.");
    else if (castellan_bare_table(s))
        text_put(out, "3.7 The first piece of the game is a tower.");
    else if (!is_blocked(s, &w, east, out)) {
        if (!(s->tower[w.y] >> w.x & 1) && !(s->tower[w.end_y] >> w.end_x & 1))
            text_printf(out, "3.2 A wall needs a tower at one end: none stands on %d,%d or %d,%d.", w.x, w.y,
                        w.end_x, w.end_y);
        else
            is_barred(s, w.x, w.y, out);
    }
}

static void why_no_place(const struct castellan_state *s, const struct wish *wish, struct text *out)
{
    static const char *const names[CASTELLAN_PIECES] = {"tower", "long wall", "short wall"};
    enum castellan_piece piece = castellan_piece_of(wish->verb);
    if (s->pieces[piece] == 0)
        text_printf(out, "2.3 No %s is left to build in this turn.", names[piece]);
    else if (piece == CASTELLAN_TOWER)
        why_no_tower(s, wish->x, wish->y, out);
    else
        why_no_wall(s, wish, out);
}

static void why_no_court(const struct wish *wish, struct text *out)
{
    text_printf(out, "%s No new courtyard is named %d,%d.", wish->verb == CASTELLAN_DO_STAY ? "4.5" : "4.4",
                wish->x, wish->y);
}

/* The phase in which a kind of move is made. */
static enum castellan_phase phase_of(enum castellan_verb verb)
{
    switch (verb) {
    case CASTELLAN_DO_PLAY:
    case CASTELLAN_DO_BUILD:
        return CASTELLAN_PLAYING;
    case CASTELLAN_DO_SINGLE:
    case CASTELLAN_DO_DOUBLE:
        return CASTELLAN_KEEPING;
    case CASTELLAN_DO_STAY:
        return CASTELLAN_STAYING;
    case CASTELLAN_DO_DRAW:
        return CASTELLAN_DRAWING;
    default:
        return CASTELLAN_BUILDING;
    }
}

static void why_not_now(const struct castellan_state *s, struct text *out)
{
    static const char *const due[] = {
        [CASTELLAN_DEALING] = "2.7 Cards are being drawn.",
        [CASTELLAN_PLAYING] = "2.1 Cards are played now; \"build\" ends that.",
        [CASTELLAN_BUILDING] = "2.3 All pieces must be built first.",
        [CASTELLAN_KEEPING] = "4.4 The keeps of the new courtyards come first: \"single\" or \"double\".",
        [CASTELLAN_STAYING] = "4.5 Say first which part stays double: \"stay\".",
        [CASTELLAN_DRAWING] = "2.7 The turn ends with drawing cards.",
        [CASTELLAN_OVER] = "5.1 The game is over.",
    };
    text_put(out, due[s->phase]);
}

void castellan_why_not(const struct game *game, const void *state, int actor, const char *move,
                       struct text *out)
{
    const struct castellan_state *s = state;
    struct wish wish;
    size_t begin = out->length;
    if (!read_wish(move, &wish))
        text_printf(out, "'%s' is not a move of Castellan", move);
    else if (s->phase == CASTELLAN_OVER || s->phase == CASTELLAN_DEALING)
        why_not_now(s, out);
    else if (actor != s->active)
        text_printf(out, "1.4 It is the turn of seat %d.", s->active + 1);
    else if (s->phase != phase_of(wish.verb))
        why_not_now(s, out);
    else if (wish.verb == CASTELLAN_DO_PLAY)
        why_no_card(game->box, s, wish.word, out);
    else if (wish.verb == CASTELLAN_DO_BUILD)
        why_no_build(s, out);
    else if (wish.verb == CASTELLAN_DO_PASS)
        text_put(out, "2.5 Pieces are passed on only when none of them has a place.");
    else if (wish.verb == CASTELLAN_DO_DRAW)
        text_put(out, strcmp(wish.word, "tower") && strcmp(wish.word, "wall")
                          ? "2.7 Cards are drawn from the deck \"tower\" or the deck \"wall\"."
                          : "2.7 No card is left in that deck.");
    else if (wish.verb == CASTELLAN_DO_DOUBLE || wish.verb == CASTELLAN_DO_STAY)
        why_no_court(&wish, out);
    else
        why_no_place(s, &wish, out);
    if (out->length == begin) /* legal, but for an idle zero or space */
        text_printf(out, "'%s' is not written as in the notation", move);
}
