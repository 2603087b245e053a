/* table.c: positions for tests, set up and changed with the words of the notation. */
#include "castellan/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"

const struct game *castellan;

const char nearly_square[] = "1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 short 32,32 S; 1 tower 32,33; "
                             "1 short 33,32 S; 1 tower 33,33";

int open_castellan(void **state)
{
    (void)state;
    games_open();
    castellan = games_find("castellan");
    return castellan == NULL;
}

void deal_hands(struct castellan_state *s, int seats, const char *options)
{
    assert_true(game_start(castellan, s, seats, options, NULL));
    while (s->phase == CASTELLAN_DEALING) {
        game_move moves[GAME_MAX_MOVES];
        assert_true(castellan->moves(castellan, s, GAME_CHANCE, moves, NULL) > 0);
        castellan->apply(castellan, s, GAME_CHANCE, moves[0]);
    }
}

void building_site(struct castellan_state *s, int seats)
{
    deal_hands(s, seats, "");
    s->phase = CASTELLAN_BUILDING;
    s->cards = 1;
    memset(s->pieces, 99, sizeof s->pieces);
}

void make_moves(struct castellan_state *s, const char *moves)
{
    while (*moves) {
        size_t n = strcspn(moves, ";");
        char move[GAME_MOVE_TEXT], reason[256];
        struct text error = TEXT_IN(reason);
        assert_true(n > 2 && n - 2 < sizeof move);
        memcpy(move, moves + 2, n - 2);
        move[n - 2] = '\0';
        int actor = moves[0] == '*' ? GAME_CHANCE : moves[0] - '1';
        if (s->phase == CASTELLAN_BUILDING && s->pieces[CASTELLAN_TOWER] > 20)
            s->active = (uint8_t)actor;
        if (!game_try(castellan, s, actor, move, &error))
            fail_msg("%.*s: %s", (int)n, moves, reason);
        moves += n + strspn(moves + n, "; ");
    }
}

bool legal(const struct castellan_state *s, const char *move)
{
    game_move found;
    return game_parse(castellan, s, game_actor(castellan, s), move, &found, NULL);
}

bool refused(const struct castellan_state *s, const char *move, const char *clause)
{
    struct castellan_state copy = *s;
    char reason[256];
    struct text error = TEXT_IN(reason);
    size_t n = strlen(clause);
    bool fine = !game_try(castellan, &copy, s->active, move, &error) && memcmp(&copy, s, sizeof copy) == 0 &&
                strncmp(reason, clause, n) == 0 && reason[n] == ' ' && reason[strlen(reason) - 1] == '.';
    if (!fine)
        print_error("%s: '%s'\n", move, reason);
    return fine;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *all_moves(const struct castellan_state *s)
{
    static char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT], all[GAME_MAX_MOVES * 20];
    game_move moves[GAME_MAX_MOVES];
    int actor = game_actor(castellan, s), count = castellan->moves(castellan, s, actor, moves, NULL);
    struct text out = TEXT_IN(all);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(texts[i]);
        castellan->move_text(castellan, s, actor, moves[i], &text);
    }
    qsort(texts, (size_t)count, sizeof texts[0], by_text);
    for (int i = 0; i < count; i++)
        text_printf(&out, "%s%s", i ? "|" : "", texts[i]);
    return all;
}

int points(const struct castellan_state *s, int seat)
{
    int all[GAME_MAX_SEATS];
    castellan->score(castellan, s, all);
    return all[seat - 1];
}

int worth(const struct castellan_state *s, int x, int y)
{
    int i = castellan_find_court(s, castellan_point(x, y));
    return i < 0 ? -1 : castellan_worth(&s->courts[i]);
}

int owner(const struct castellan_state *s, int x, int y)
{
    int i = castellan_find_court(s, castellan_point(x, y));
    return i < 0 ? -1 : (s->courts[i].mark & CASTELLAN_OWNER) + 1;
}

unsigned card(const char *id)
{
    const struct castellan_box *box = castellan->box;
    for (unsigned i = 0; i < CASTELLAN_CARDS; i++)
        if (strcmp(box->cards[i].id, id) == 0)
            return i;
    fail_msg("no card %s", id);
    return 0;
}

void set_hand(struct castellan_state *s, int seat, bool rest_played, const char *const ids[])
{
    struct castellan_seat *out = &s->seat[seat - 1];
    out->hand = 0;
    for (int i = 0; ids[i]; i++)
        out->hand |= (uint16_t)(1u << card(ids[i]));
    out->played = rest_played ? (uint16_t)(0x3fff & ~out->hand) : 0;
    for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
        out->in_hand[deck] = (uint8_t)castellan_popcount(out->hand & castellan_deck_mask(deck));
}
