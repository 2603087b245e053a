/* castelli_help.c: helpers for the tests of Castelli. */
#include "castelli_help.h"

#include <string.h>

const struct game *castelli(void)
{
    static bool opened;
    if (!opened)
        games_open();
    opened = true;
    return games_find("castelli");
}

const struct castelli_box *shipped_box(void)
{
    return castelli()->box;
}

struct castelli_state begin(int seats, const char *options)
{
    struct castelli_state s;
    assert_true(game_start(castelli(), &s, seats, options, NULL));
    return s;
}

static int actor_of(const char *line)
{
    return line[0] == '*' ? GAME_CHANCE : line[0] - '1';
}

void play(struct castelli_state *s, const char *line)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    if (!game_try(castelli(), s, actor_of(line), line + 2, &error))
        fail_msg("%s: %s", line, reason);
}

bool legal(const struct castelli_state *s, const char *line)
{
    game_move move;
    return game_parse(castelli(), s, actor_of(line), line + 2, &move, NULL);
}

int legal_count(const struct castelli_state *s, int actor, const char *words)
{
    game_move moves[GAME_MAX_MOVES];
    int count = castelli()->moves(castelli(), s, actor, moves, NULL), found = 0;
    for (int i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(buffer);
        castelli()->move_text(castelli(), s, actor, moves[i], &text);
        found += strncmp(buffer, words, strlen(words)) == 0;
    }
    return found;
}

void assert_refused(const struct castelli_state *s, const char *line, const char *clause)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    game_move move;
    assert_false(game_parse(castelli(), s, actor_of(line), line + 2, &move, &error));
    size_t n = strlen(clause);
    if (strncmp(reason, clause, n) != 0 || reason[n] != ' ')
        fail_msg("%s is refused with '%s', not by %s", line, reason, clause);
}

int card_named(const char *name)
{
    int kind = castelli_find_card(name);
    if (kind < 0)
        fail_msg("no card %s", name);
    return kind;
}

int octagon_named(const char *cell)
{
    assert_true(castelli_is_octagon(cell[0] - 'A', cell[1] - '1'));
    return castelli_place_at(cell[0] - 'A', cell[1] - '1');
}

int meadow_named(const char *cell)
{
    assert_false(castelli_is_octagon(cell[0] - 'A', cell[1] - '1'));
    return castelli_place_at(cell[0] - 'A', cell[1] - '1');
}

static int tile_named(const char *name)
{
    for (int i = 0; i < ALL_TILES; i++)
        if (strcmp(shipped_box()->tile[i].name, name) == 0)
            return i;
    fail_msg("no tile %s", name);
    return -1;
}

void lay(struct castelli_state *s, const char *meadow, const char *tile, int turn)
{
    char line[32];
    struct text text = TEXT_IN(line);
    text_printf(&text, "%d lift %s", s->table.active + 1, meadow);
    play(s, line);
    text_clear(&text);
    text_printf(&text, "* tile %s", tile);
    play(s, line);
    assert_int_equal(s->table.phase, PHASE_PLACE);
    text_clear(&text);
    text_printf(&text, "%d place %d", s->table.active + 1, turn);
    play(s, line);
}

void put_tile(struct castelli_state *s, const char *meadow, const char *tile, int turn)
{
    int m = meadow_named(meadow), index = tile_named(tile);
    s->table.up |= 1u << m;
    s->table.tile[m] = (uint8_t)(index * 4 + turn);
    if (index < TILES)
        s->deck.tiles &= ~(1u << index);
    castelli_update_reach(shipped_box(), &s->table, m);
}

void let_build(struct castelli_state *s, int seat)
{
    s->table.active = (uint8_t)seat;
    s->table.phase = PHASE_BUILD;
    s->table.card_played = s->table.silver_used = 0;
}

void give_card(struct castelli_state *s, int seat, const char *name)
{
    cards one = cards_one(card_named(name));
    assert_true(cards_of(s->deck.unseen, card_named(name)) > 0);
    s->deck.unseen -= one;
    s->deck.unseen_count--;
    s->table.player[seat].hand += one;
    s->table.player[seat].cards++;
}

void give_goods(struct castelli_state *s, int seat, int wood, int grain, int rock)
{
    uint8_t *goods = s->table.player[seat].goods;
    goods[WOOD] = (uint8_t)wood;
    goods[GRAIN] = (uint8_t)grain;
    goods[ROCK] = (uint8_t)rock;
}

void give_silver(struct castelli_state *s, int seat, int silver)
{
    assert_true(s->table.silver >= silver);
    s->table.silver = (uint8_t)(s->table.silver - silver);
    s->table.player[seat].silver = (uint8_t)(s->table.player[seat].silver + silver);
}

void fill_board(struct castelli_state *s)
{
    uint32_t down = castelli_shape(shipped_box(), &s->table)->all & ~s->table.up;
    while (down) {
        int meadow = castelli_pop(&down), tile = __builtin_ctz(s->deck.tiles);
        s->table.up |= 1u << meadow;
        s->table.tile[meadow] = (uint8_t)(tile * 4);
        s->deck.tiles &= s->deck.tiles - 1;
        castelli_update_reach(shipped_box(), &s->table, meadow);
    }
    let_build(s, s->table.active);
}

void finish(struct castelli_state *s)
{
    int actor;
    while ((actor = game_actor(castelli(), s)) >= 0) {
        char line[8];
        struct text text = TEXT_IN(line);
        text_printf(&text, "%d %s", actor + 1, s->table.phase == PHASE_BUILD ? "end" : "pass");
        play(s, line);
    }
}
