/* table.c: a table at which tests play Castle move by move. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct castle_box *box_of(const struct table *t)
{
    return t->game->box;
}

static int actor_of(const char *line)
{
    return line[0] == '*' ? GAME_CHANCE : line[0] - '1';
}

void make(struct table *t, const char *line)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    if (!game_try(t->game, &t->s, actor_of(line), line + 2, &error))
        fail_msg("%s: %s", line, reason);
}

void make_all(struct table *t, const char *lines)
{
    while (*lines) {
        char line[80];
        size_t n = strcspn(lines, ",");
        assert_true(n < sizeof line);
        memcpy(line, lines, n);
        line[n] = '\0';
        make(t, line);
        lines += n;
        lines += strspn(lines, ", ");
    }
}

bool legal(const struct table *t, const char *line)
{
    game_move move;
    return game_parse(t->game, &t->s, actor_of(line), line + 2, &move, NULL);
}

void refuse(const struct table *t, const char *line, const char *clause)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    struct castle copy = t->s;
    if (game_try(t->game, &copy, actor_of(line), line + 2, &error))
        fail_msg("%s was allowed", line);
    assert_memory_equal(&copy, &t->s, sizeof copy);
    size_t n = strlen(clause);
    if (strncmp(reason, clause, n) != 0 || reason[n] != ' ')
        fail_msg("%s: not refused by %s but: %s", line, clause, reason);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

void expect(const struct table *t, int seat, const char *expected)
{
    game_move moves[GAME_MAX_MOVES];
    static char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT];
    static char joined[GAME_MAX_MOVES * GAME_MOVE_TEXT];
    int count = t->game->moves(t->game, &t->s, seat - 1, moves, NULL);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(texts[i]);
        t->game->move_text(t->game, &t->s, seat - 1, moves[i], &text);
    }
    qsort(texts, (size_t)count, sizeof texts[0], by_text);
    struct text all = TEXT_IN(joined);
    for (int i = 0; i < count; i++)
        text_printf(&all, "%s%s", i ? "|" : "", texts[i]);
    assert_string_equal(joined, expected);
}

int count_moves(const struct table *t, int actor)
{
    game_move moves[GAME_MAX_MOVES];
    return t->game->moves(t->game, &t->s, actor, moves, NULL);
}

uint32_t weight_of(const struct table *t, const char *line)
{
    game_move moves[GAME_MAX_MOVES], move;
    uint32_t weight[GAME_MAX_MOVES];
    int count = t->game->moves(t->game, &t->s, GAME_CHANCE, moves, weight);
    assert_true(game_parse(t->game, &t->s, GAME_CHANCE, line + 2, &move, NULL));
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return weight[i];
    return 0;
}

void sit_with(struct table *t, int seats, const char *options, const char *const hands[])
{
    games_open();
    t->game = games_find("castle");
    memset(&t->s, 0, sizeof t->s);
    assert_true(game_start(t->game, &t->s, seats, options, NULL));
    for (int seat = 0; seat < seats; seat++) {
        const char *cards = hands ? hands[seat] : "";
        for (int i = 0; i < CASTLE_HAND; i++) {
            char line[64];
            size_t n = strcspn(cards, " ");
            snprintf(line, sizeof line, "* card %.*s", (int)n, cards);
            if (n > 0) {
                make(t, line);
                cards += n + (cards[n] == ' ');
                continue;
            }
            game_move moves[GAME_MAX_MOVES];
            t->game->moves(t->game, &t->s, GAME_CHANCE, moves, NULL);
            t->game->apply(t->game, &t->s, GAME_CHANCE, moves[0]);
        }
    }
    assert_int_equal(t->s.phase, CASTLE_WALL);
}

void sit(struct table *t, int seats, const char *const hands[])
{
    sit_with(t, seats, "", hands);
}

static void first_move(struct table *t)
{
    game_move moves[GAME_MAX_MOVES];
    int actor = game_actor(t->game, &t->s);
    assert_true(t->game->moves(t->game, &t->s, actor, moves, NULL) > 0);
    t->game->apply(t->game, &t->s, actor, moves[0]);
}

void pass_phase(struct table *t, enum castle_phase phase)
{
    while (t->s.phase == phase)
        first_move(t);
}

static void wall_and_dice(struct table *t, const char *line, const char *dice)
{
    char words[64];
    snprintf(words, sizeof words, "%d wall %s", t->s.seat + 1, line);
    make(t, words);
    snprintf(words, sizeof words, "* dice %s", dice);
    if (!legal(t, words))
        strcpy(strrchr(words, ' '), " -");
    make(t, words);
    pass_phase(t, CASTLE_TOWER);
}

void turn(struct table *t, const char *line, const char *dice)
{
    wall_and_dice(t, line, dice);
    pass_phase(t, CASTLE_HOUSE);
}

void turn_houses(struct table *t, const char *line, const char *dice, const char *houses)
{
    wall_and_dice(t, line, dice);
    int seat = t->s.seat + 1;
    while (*houses) {
        char words[64];
        size_t n = strcspn(houses, ",");
        snprintf(words, sizeof words, "%d house %.*s", seat, (int)n, houses);
        make(t, words);
        houses += n;
        houses += strspn(houses, ", ");
    }
}

void finish_scoring(struct table *t)
{
    while (t->s.phase >= CASTLE_JOIN && t->s.phase != CASTLE_OVER)
        first_move(t);
}

int city_named(const struct table *t, const char *space)
{
    int city = castle_find_space(box_of(t), space);
    assert_true(city >= 0);
    if (!castle_has(&t->s.cities, city))
        fail_msg("there is no city %s", space);
    return city;
}

int value_of(const struct table *t, const char *card)
{
    uint8_t value[CASTLE_KINDS];
    int kind = castle_find_kind(box_of(t), card);
    assert_true(kind >= 0);
    castle_values(box_of(t), &t->s, castle_counting(&t->s), value);
    return value[kind];
}
