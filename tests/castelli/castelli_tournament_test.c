/* castelli_tournament_test.c: the tournament (10). */
#include <string.h>

#include "castelli/castelli_face.h"
#include "face/position.h"
#include "castelli_help.h"

static const struct game *tournament(void)
{
    castelli();
    return games_find("castelli-tournament");
}

static struct castelli_tournament begin_cup(const char *options)
{
    struct castelli_tournament s;
    assert_true(game_start(tournament(), &s, 4, options, NULL));
    return s;
}

static void go(struct castelli_tournament *s, const char *line)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    int actor = line[0] == '*' ? GAME_CHANCE : line[0] - '1';
    if (!game_try(tournament(), s, actor, line + 2, &error))
        fail_msg("%s: %s", line, reason);
}

static bool may(const struct castelli_tournament *s, const char *line)
{
    game_move move;
    return game_parse(tournament(), s, line[0] == '*' ? GAME_CHANCE : line[0] - '1', line + 2, &move, NULL);
}

static int count_moves(const struct castelli_tournament *s, int actor)
{
    game_move moves[GAME_MAX_MOVES];
    return tournament()->moves(tournament(), s, actor, moves, NULL);
}

static uint32_t actors(const struct castelli_tournament *s)
{
    return tournament()->to_act(tournament(), s);
}

/* Fills both tables with tiles. At each the first player is to end the last turn. */
static void fill_tables(struct castelli_tournament *s)
{
    for (int i = 0; i < TABLES; i++) {
        s->table[i].up = 0xffff;
        for (int m = 0; m < 16; m++)
            s->table[i].tile[m] = (uint8_t)((16 * i + m) * 4);
        s->table[i].phase = PHASE_BUILD;
    }
    s->deck.tiles = 0;
}

static void end_tables(struct castelli_tournament *s)
{
    for (int i = 0; i < TABLES; i++)
        tournament()->apply(tournament(), s, s->table[i].active, castelli_move(WORD_END, 0, 0, 0));
}

static void two_tables_of_two(void **unused)
{
    (void)unused;
    RULE("castelli", "10.1");
    struct castelli_tournament s = begin_cup("battle dilemma");
    go(&s, "* round 1 2 4 3 AB'CD");
    assert_int_equal(s.table[0].seats, 3);
    assert_int_equal(s.table[1].seats, 12);
    assert_int_equal(s.table[0].silver, 11);
    assert_int_equal(s.table[1].silver, 11);
    assert_int_equal(s.deck.villages + s.deck.cities, 4); /* both tables share these */
    assert_int_equal(s.table[0].mine, octagon_named("F2"));
    assert_int_equal(s.table[1].mine,
                     octagon_named("F2")); /* the extra mine tile covers the village of piece D */
    assert_false(s.table[1].villages >> octagon_named("F2") & 1);
    for (int land = 0; land < GOODS; land++)
        for (int start = 0; start < SIDES; start++)
            assert_false(s.table[1].open[land][start] >> octagon_named("F2") & 1);
    assert_int_equal(count_moves(&s, 0), 16);
    assert_int_equal(count_moves(&s, 3), 16);
    assert_int_equal(s.table[1].player[2].tile, TILES + 2);
    go(&s, "1 lift B1");
    go(&s, "* tile RBGY4");
    go(&s, "4 lift B1");
    assert_int_equal(count_moves(&s, GAME_CHANCE), 31); /* both tables draw from the same tiles */
    assert_false(may(&s, "* tile RBGY4"));
    go(&s, "* tile RBGY5");
    go(&s, "4 place 2"); /* green points at the frame and is played at this table */
    assert_int_equal(s.table[1].player[2].goods[WOOD], 1);
    go(&s, "1 place 2"); /* green points at the frame, but nobody plays it at table 1 */
    assert_int_equal(s.table[0].player[2].goods[WOOD], 0);
}

static void one_deck_for_both(void **unused)
{
    (void)unused;
    RULE("castelli", "10.2");
    struct castelli_tournament s = begin_cup("");
    go(&s, "* round 1 2 3 4 ABCD");
    for (int seat = 0; seat < 4; seat++) {
        struct castelli_table *t = &s.table[seat / 2];
        t->player[seat].silver = 3;
        t->silver = 5;
    }
    s.table[0].player[0].hand = cards_one(CARD_RAIDER) + cards_one(CARD_STEWARD);
    s.table[0].player[0].cards = 2;
    s.table[1].player[2].hand = cards_one(CARD_TRAITOR);
    s.table[1].player[2].cards = 1;
    s.deck.unseen -= cards_one(CARD_RAIDER) + cards_one(CARD_STEWARD) + cards_one(CARD_TRAITOR);
    s.deck.unseen_count = 22;
    assert_false(may(&s, "3 play traitor 1")); /* a player can steal only at their own table */
    go(&s, "1 play raider");
    assert_int_equal(s.table[0].player[0].silver, 4);
    assert_int_equal(s.table[1].player[2].silver, 3);
    go(&s, "3 sell traitor");
    assert_int_equal(s.deck.under_count, 2);
    assert_int_equal(castelli_deck_size(&s.deck), 24);
    go(&s, "3 lift D3");
    go(&s, "* tile RBGY4");
    go(&s, "3 place 0"); /* seat 1 holds a Steward but plays at the other table, so it is not asked */
    assert_int_equal(s.table[1].phase, PHASE_BUILD);
}

static void the_tables_play_at_the_same_time(void **unused)
{
    (void)unused;
    RULE("castelli", "10.3");
    struct castelli_tournament s = begin_cup("");
    assert_int_equal(actors(&s), game_bit(GAME_CHANCE));
    go(&s, "* round 2 1 3 4 ABCD");
    assert_int_equal(actors(&s), game_bit(1) | game_bit(2));
    go(&s, "3 lift D3");
    assert_int_equal(actors(&s), game_bit(GAME_CHANCE)); /* chance first */
    go(&s, "* tile RBGY4");
    assert_int_equal(actors(&s), game_bit(1) | game_bit(2));
    go(&s, "3 place 0");
    go(&s, "3 end");
    assert_int_equal(actors(&s), game_bit(1) | game_bit(3));
    go(&s, "2 lift D3");
    assert_false(may(&s, "4 lift D1"));
}

static void the_winners_meet(void **unused)
{
    (void)unused;
    RULE("castelli", "10.4");
    struct castelli_tournament s = begin_cup("");
    int points[GAME_MAX_SEATS];
    go(&s, "* round 1 2 3 4 ABCD");
    fill_tables(&s);
    s.table[0].player[1].castle_points = s.table[0].player[1].points = 40;
    s.table[1].player[2].castle_points = s.table[1].player[2].points = 40;
    go(&s, "1 end");
    assert_int_equal(s.playing, 1); /* the other table still plays */
    go(&s, "3 end");
    assert_int_equal(actors(&s), game_bit(GAME_CHANCE));
    assert_true(may(&s, "* round 2 3 1 4 ABCD"));
    assert_true(may(&s, "* round 3 2 4 1 ABCD"));
    assert_false(may(&s, "* round 1 2 3 4 ABCD"));
    assert_int_equal(count_moves(&s, GAME_CHANCE), 768);
    tournament()->score(tournament(), &s, points);
    assert_true(points[1] >= 40 && points[2] >= 40);
    go(&s, "* round 3 2 4 1 ABCD");
    fill_tables(&s);
    s.table[0].player[1].castle_points = s.table[0].player[1].points = 30;
    s.table[1].player[0].castle_points = s.table[1].player[0].points =
        99; /* these points matter only for third place */
    assert_int_equal(tournament()->winners(tournament(), &s), 0);
    end_tables(&s);
    assert_int_equal(actors(&s), 0);
    assert_int_equal(tournament()->winners(tournament(), &s), game_bit(1));
}

static const char *standing(const struct castelli_tournament *s)
{
    static char lines[1024];
    struct text out = TEXT_IN(lines);
    lines[0] = '\0';
    struct speaker speaker = words_speaker(LANGUAGE_EN, 4, GAME_PUBLIC);
    return castelli_standing(&speaker, tournament(), s, &out) ? lines : NULL;
}

/* The winner of the final is first, even if another player has more points in both rounds together. */
static void a_knock_out_has_places(void **unused)
{
    (void)unused;
    RULE("castelli", "10.4");
    struct castelli_tournament s = begin_cup("");
    static char picture[256 * 1024];
    assert_string_equal(standing(&s), "");
    go(&s, "* round 1 2 3 4 ABCD");
    s.table[0].player[1].points = 7;
    assert_string_equal(standing(&s), "First round: Fox 0 and Fish 7\nFirst round: Clover 0 and Sun 0\n");
    s.finished = 2;
    s.playing = 0;
    memcpy(s.points, (uint16_t[2][4]){{30, 41, 50, 12}, {60, 20, 19, 22}}, sizeof s.points[0] * 2);
    memcpy(s.winners, (uint8_t[2][2]){{2, 4}, {2, 1}}, sizeof s.winners[0] * 2);
    assert_int_equal(tournament()->winners(tournament(), &s), 2);
    assert_string_equal(standing(&s), "First round: Fox 30 and Fish 41\n"
                                      "First round: Clover 50 and Sun 12\n"
                                      "Final: Fish 20 and Clover 19\n"
                                      "3rd place: Fox 60 and Sun 22\n"
                                      "Places: 1st Fish, 2nd Clover, 3rd Fox, and 4th Sun.\n");
    struct text out = TEXT_IN(picture);
    struct speaker speaker = words_speaker(LANGUAGE_EN, 4, GAME_PUBLIC);
    position_put(&speaker, tournament(), &s, POSITION_WORDS, &out);
    assert_non_null(strstr(picture, "All 2 rounds are played."));
    assert_null(strstr(picture, "90")); /* the picture does not show the sum of the third player */
    s.league = 1;                       /* in a league the sum decides */
    assert_null(standing(&s));
}

static void everyone_meets_everyone_in_the_league(void **unused)
{
    (void)unused;
    RULE("castelli", "10.5");
    static const char *const rounds[] = {"* round 1 2 3 4 ABCD", "* round 1 3 2 4 ABCD",
                                         "* round 1 4 2 3 ABCD"};
    struct castelli_tournament s = begin_cup("league");
    int points[GAME_MAX_SEATS];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            assert_int_equal(may(&s, rounds[k]), k == i);
        go(&s, rounds[i]);
        fill_tables(&s);
        for (int t = 0; t < TABLES; t++)
            for (int seat = 0; seat < 4; seat++)
                if (s.table[t].seats >> seat & 1)
                    s.table[t].player[seat].castle_points = s.table[t].player[seat].points =
                        seat == 2 ? 30 : 10;
        end_tables(&s);
    }
    assert_int_equal(actors(&s), 0);
    tournament()->score(tournament(), &s, points);
    assert_true(points[2] >= 90);
    assert_int_equal(points[2], s.points[0][2] + s.points[1][2] + s.points[2][2]);
    assert_int_equal(tournament()->winners(tournament(), &s), game_bit(2));
    s.points[0][3] = (uint16_t)(s.points[0][3] + points[2] - points[3]); /* equal sums: the place is shared */
    assert_int_equal(tournament()->winners(tournament(), &s), game_bit(2) | game_bit(3));
}

static void a_knock_out_needs_a_winner(void **unused)
{
    (void)unused;
    RULE("castelli", "10.6");
    for (int richer = 0; richer < 3; richer++) {
        struct castelli_tournament s = begin_cup("");
        go(&s, "* round 2 1 3 4 ABCD");
        fill_tables(&s);
        struct castelli_table *t = &s.table[0];
        for (int m = 0; m < 16; m++)
            t->tile[m] = 2 * 4 + 0; /* every meadow has the same tile */
        t->silver = 0;
        t->player[0].silver = richer == 1 ? 5 : 4;
        t->player[1].silver = richer == 2 ? 5 : 4;
        for (int seat = 0; seat < 2; seat++) { /* equal points after 4 and 2 (or 3 and 3) for silver */
            int points = richer == 0 ? 3 : richer == seat + 1 ? 4 : 2;
            t->player[seat].castle_points = t->player[seat].points = (uint16_t)(20 - points);
        }
        end_tables(&s);
        assert_int_equal(s.points[0][0], 20);
        assert_int_equal(s.points[0][1], 20);
        /* The richer player wins; if both have the same silver, seat 1 wins because it moved second. */
        assert_int_equal(s.winners[0][0], richer == 2 ? game_bit(1) : game_bit(0));
    }
}

static void a_round_begins_anew(void **unused)
{
    (void)unused;
    RULE("castelli", "10.7");
    struct castelli_tournament s = begin_cup("");
    assert_int_equal(count_moves(&s, GAME_CHANCE), 768); /* 2 x 2 beginners, 12 orders, 16 ways to turn */
    assert_true(may(&s, "* round 2 1 4 3 B'C'D'A'"));
    assert_false(may(&s, "* round 1 2 3 4 ACBD")); /* the mine's piece is at table 1 */
    assert_false(may(&s, "* round 1 3 2 4 ABCD"));
    go(&s, "* round 1 2 3 4 ABCD");
    fill_tables(&s);
    s.deck.unseen = 0;
    s.deck.unseen_count = 0;
    s.deck.villages = 0;
    end_tables(&s);
    go(&s, s.winners[0][0] == 1   ? s.winners[0][1] == 4 ? "* round 1 3 2 4 ABCD" : "* round 1 4 2 3 ABCD"
           : s.winners[0][1] == 4 ? "* round 2 3 1 4 ABCD"
                                  : "* round 2 4 1 3 ABCD");
    assert_int_equal(castelli_deck_size(&s.deck), 25);
    assert_int_equal(s.deck.tiles, 0xffffffff);
    assert_int_equal(s.deck.villages, 2);
    assert_int_equal(s.table[0].up, 0);
}

static void options_of_the_tournament(void **unused)
{
    (void)unused;
    struct castelli_tournament s;
    static const char *const bad[] = {"layout=ABCD", "league league", "first=2", "first=5", "cup"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_start(tournament(), &s, 4, bad[i], NULL));
    assert_true(game_start(tournament(), &s, 4, "battle league dilemma", NULL));
    RULE("castelli", "10.7");
    assert_false(game_start(tournament(), &s, 4, "first=2",
                            NULL)); /* no option: a draw decides in every round who begins */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_tables_of_two),
        cmocka_unit_test(one_deck_for_both),
        cmocka_unit_test(the_tables_play_at_the_same_time),
        cmocka_unit_test(the_winners_meet),
        cmocka_unit_test(a_knock_out_has_places),
        cmocka_unit_test(everyone_meets_everyone_in_the_league),
        cmocka_unit_test(a_knock_out_needs_a_winner),
        cmocka_unit_test(a_round_begins_anew),
        cmocka_unit_test(options_of_the_tournament),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
