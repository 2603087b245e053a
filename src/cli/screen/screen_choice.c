/* screen_choice.c: the moves that can be chosen on a screen, and the places of the board where they act. */
#include "cli/screen/screen_choice.h"

#include <stdlib.h>
#include <string.h>

/* ---- listing ---- */

static int find_place(const struct choices *c, const char *name)
{
    for (int i = 0; i < c->place_count; i++)
        if (strcmp(c->places[i].name, name) == 0)
            return i;
    return -1;
}

void choices_locate(struct choices *c, const struct session *s, const void *view, int scale)
{
    c->place_count = 0;
    for (int i = 0; i < c->moves.count; i++) {
        struct canvas_place *place = &c->places[c->place_count];
        memset(place, 0, sizeof *place);
        c->place_of[i] = -1;
        if (!s->face->locate(c->moves.game, view, c->seat, c->moves.move[i], scale, place))
            continue;
        c->place_of[i] = find_place(c, place->name);
        if (c->place_of[i] < 0)
            c->place_of[i] = c->place_count++;
    }
}

static const struct choices *sorting;

/* Rows from above, and in them from the left; moves without a place come last. */
static int by_place(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    int p = sorting->place_of[a], q = sorting->place_of[b];
    if (p == q)
        return a - b;
    if (p < 0 || q < 0)
        return p < 0 ? 1 : -1;
    const struct canvas_place *at = &sorting->places[p], *to = &sorting->places[q];
    return at->row != to->row         ? at->row - to->row
           : at->column != to->column ? at->column - to->column
                                      : p - q;
}

void choices_list(struct choices *c, const struct session *s, const void *view, int seat, int scale)
{
    char before[PLACE_NAME] = "";
    const struct canvas_place *place = c->moves.count ? choices_place(c) : NULL;
    if (place)
        memcpy(before, place->name, sizeof before);
    c->seat = seat;
    typed_list(&c->moves, s->table.match.game, view, seat);
    choices_locate(c, s, view, scale);
    for (int i = 0; i < c->moves.count; i++)
        c->order[i] = i;
    sorting = c;
    qsort(c->order, (size_t)c->moves.count, sizeof c->order[0], by_place);
    c->at = 0;
    int kept = *before ? find_place(c, before) : -1;
    for (int i = c->moves.count - 1; i >= 0 && kept >= 0; i--)
        if (c->place_of[c->order[i]] == kept)
            c->at = i;
}

/* ---- asking ---- */

int choices_move(const struct choices *c)
{
    return c->order[c->at];
}

const struct canvas_place *choices_place(const struct choices *c)
{
    int place = c->place_of[choices_move(c)];
    return place < 0 ? NULL : &c->places[place];
}

const struct canvas_place *choices_named(const struct choices *c, const char *name)
{
    int place = find_place(c, name);
    return place < 0 ? NULL : &c->places[place];
}

int choices_shown(const struct choices *c, int out[GAME_MAX_MOVES])
{
    int count = 0, place = c->place_of[choices_move(c)];
    for (int i = 0; i < c->moves.count; i++) {
        int of = c->place_of[c->order[i]];
        if (of < 0 || of == place)
            out[count++] = c->order[i];
    }
    return count;
}

void choices_choose(struct choices *c, int move)
{
    for (int i = 0; i < c->moves.count; i++)
        if (c->order[i] == move)
            c->at = i;
}

/* ---- walking ---- */

void choices_step(struct choices *c, int by)
{
    c->at = (c->at + by + c->moves.count) % c->moves.count;
}

static void step_shown(struct choices *c, int by)
{
    int shown[GAME_MAX_MOVES], count = choices_shown(c, shown), i = 0;
    while (i < count - 1 && shown[i] != choices_move(c))
        i++;
    choices_choose(c, shown[(i + by + count) % count]);
}

/* How far a place lies in a direction, -1 if not there. A column is half as wide as a line is high. */
static int distance(const struct canvas_place *from, const struct canvas_place *to, int down, int right)
{
    int rows = 2 * (to->row - from->row), columns = to->column - from->column;
    int along = down ? rows * down : columns * right, across = abs(down ? columns : rows);
    return along <= 0 || across > 2 * along ? -1 : along + 2 * across;
}

static int nearest_place(const struct choices *c, const struct canvas_place *from, int down, int right)
{
    int best = -1, least = 0;
    for (int i = 0; i < c->place_count; i++) {
        int d = distance(from, &c->places[i], down, right);
        if (d >= 0 && &c->places[i] != from && (best < 0 || d < least)) {
            best = i;
            least = d;
        }
    }
    return best;
}

static void go_to(struct choices *c, int place)
{
    for (int i = c->moves.count - 1; i >= 0; i--)
        if (c->place_of[c->order[i]] == place)
            c->at = i;
}

void choices_walk(struct choices *c, int down, int right)
{
    const struct canvas_place *from = choices_place(c);
    if (c->place_count < 2 || (!from && down)) {
        step_shown(c, down + right);
    } else if (!from) {
        go_to(c, 0);
    } else {
        int place = nearest_place(c, from, down, right);
        if (place >= 0)
            go_to(c, place);
    }
}

bool choices_point(struct choices *c, int row, int column)
{
    int best = -1, least = 0;
    for (int i = 0; i < c->place_count; i++)
        for (int k = 0; k < c->places[i].count; k++) {
            const struct canvas_place *p = &c->places[i];
            int d = abs(p->row - row) * 2 + abs(p->column - column);
            if (p->cells[k][0] == row && p->cells[k][1] == column && (best < 0 || d < least)) {
                best = i;
                least = d;
            }
        }
    if (best < 0)
        return false;
    if (c->place_of[choices_move(c)] != best)
        go_to(c, best);
    return true;
}
