/* trace.c: a game move by move, with points and all legal moves. */
#include "core/trace.h"

#include <string.h>

/* A legal move as text, and for chance its weight. */
struct choice {
    char text[GAME_MOVE_TEXT + 16];
};

/* Insertion is enough: a trace is for tests. */
static void sort(struct choice *choices, int count)
{
    for (int i = 1; i < count; i++) {
        struct choice c = choices[i];
        int at = i;
        for (; at > 0 && strcmp(choices[at - 1].text, c.text) > 0; at--)
            choices[at] = choices[at - 1];
        choices[at] = c;
    }
}

static uint32_t gcd(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void put_points(const struct record *record, const void *state, struct text *out)
{
    int points[GAME_MAX_SEATS];
    record->game->score(record->game, state, points);
    for (int seat = 0; seat < record->seats; seat++)
        text_printf(out, "%s%d", seat ? "," : "", points[seat]);
}

void trace_move(const struct record *record, const void *state, int actor, struct text *out)
{
    struct choice choices[GAME_MAX_MOVES];
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES], common = 0;
    const struct game *game = record->game;
    int count = game->moves(game, state, actor, moves, weight);
    for (int i = 0; actor == GAME_CHANCE && i < count; i++)
        common = gcd(common, weight[i]);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(choices[i].text);
        game->move_text(game, state, actor, moves[i], &text);
        if (actor == GAME_CHANCE)
            text_printf(&text, "=%d", (int)(weight[i] / common));
    }
    sort(choices, count);
    text_printf(out, "%d\t%c\t", record->moves + 1, game_actor_letter(actor));
    put_points(record, state, out);
    for (int i = 0; i < count; i++)
        text_printf(out, "%c%s", i ? '|' : '\t', choices[i].text);
    text_char(out, '\n');
}

void trace_end(const struct record *record, const void *state, struct text *out)
{
    uint32_t winners = record->game->winners(record->game, state);
    const char *between = "\t";
    text_put(out, "end\t-\t");
    put_points(record, state, out);
    for (int seat = 0; seat < record->seats; seat++)
        if (winners & game_bit(seat)) {
            text_printf(out, "%s%d", between, seat + 1);
            between = ",";
        }
    text_char(out, '\n');
}
