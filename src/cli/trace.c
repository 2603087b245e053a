/* trace.c: castellany trace: prints a record move by move with points and all legal moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct choice {
    char text[GAME_MOVE_TEXT + 16]; /* a move, and for chance its weight */
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct choice *)a)->text, ((const struct choice *)b)->text);
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

static void print_points(const struct record *record, const void *state)
{
    int points[GAME_MAX_SEATS];
    record->game->score(record->game, state, points);
    for (int seat = 0; seat < record->seats; seat++)
        printf("%s%d", seat ? "," : "", points[seat]);
}

static bool print_move(void *context, const struct record *record, const void *state, int actor,
                       game_move move)
{
    static struct choice choices[GAME_MAX_MOVES];
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES], common = 0;
    const struct game *game = record->game;
    (void)context;
    (void)move;
    int count = game->moves(game, state, actor, moves, weight);
    for (int i = 0; actor == GAME_CHANCE && i < count; i++)
        common = gcd(common, weight[i]);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(choices[i].text);
        game->move_text(game, state, actor, moves[i], &text);
        if (actor == GAME_CHANCE)
            text_printf(&text, "=%d", (int)(weight[i] / common));
    }
    qsort(choices, (size_t)count, sizeof choices[0], by_text);
    printf("%d\t%c\t", record->moves + 1, game_actor_letter(actor));
    print_points(record, state);
    for (int i = 0; i < count; i++)
        printf("%c%s", i ? '|' : '\t', choices[i].text);
    putchar('\n');
    return true;
}

static void print_end(const struct record *record, const void *state)
{
    uint32_t winners = record->game->winners(record->game, state);
    fputs("end\t-\t", stdout);
    print_points(record, state);
    const char *between = "\t";
    for (int seat = 0; seat < record->seats; seat++)
        if (winners & game_bit(seat)) {
            printf("%s%d", between, seat + 1);
            between = ",";
        }
    putchar('\n');
}

int cmd_trace(const struct arguments *a)
{
    struct record record;
    union game_state state;
    if (!cli_replay(a->operands[0], argument(a, "box"), print_move, NULL, &record, &state))
        return CLI_REFUSED;
    if (game_actor(record.game, &state) < 0)
        print_end(&record, &state);
    return CLI_OK;
}
