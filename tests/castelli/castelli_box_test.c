/* castelli_box_test.c: which box files the game reads, and why it refuses others. */
#include <stdio.h>
#include <string.h>

#include "castelli_help.h"
#include "core/embedded.h"

enum { MAX_VALUES = 4096 };

static const struct embedded *shipped_file(void)
{
    const struct embedded *file = box_files;
    while (strcmp(file->name, "castelli.json") != 0)
        file++;
    return file;
}

/* Reads the shipped box with the first occurrence of `from` replaced by `to`. */
static bool read_changed(const char *from, const char *to, struct castelli_box *box, struct text *error)
{
    static char text[65536];
    static struct json memory[MAX_VALUES];
    const struct embedded *file = shipped_file();
    const char *data = (const char *)file->data, *at = strstr(data, from);
    assert_non_null(at);
    int n = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - data), data, to, at + strlen(from));
    assert_true(n > 0 && (size_t)n < sizeof text);
    const struct json *json = json_read(text, (size_t)n, memory, sizeof memory, error);
    return json && game_read_box(castelli(), json, box, error);
}

static void wrong_boxes_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"\"game\": \"castelli\"", "\"game\": \"castle\"", "line 1: \"game\" must be \"castelli\""},
        {"\"pieces\"", "\"parts\"", "line 4: \"parts\" is an unknown key; known are: game, lots, pieces, "},
        {"\"lots\": \"gggw\"", "\"lots\": \"gggx\"",
         "line 6: \"lots\" must be four of the letters w g r m s"},
        {"\"lots\": \"gggw\"", "\"lots\": \"ggg\"", "four of the letters"},
        {"\"lots\": \"gggw\"", "\"lots\": \"gggs\"", "whole octagon"},
        {"\"lots\": \"gggw\"", "\"lots\": \"ssss\"", "only one mine"},
        {"\"lots\": \"gggw\"", "\"lots\": 4", "line 6: \"lots\" must be a text"},
        {"\"lots\": \"ssss\"", "\"lots\": \"wwww\"", "no octagon is the mine"},
        {"\"lots\": \"ssss\"", "\"lots\": \"ssss\", \"settlement\": \"city\"",
         "no settlement may stand on the mine"},
        {"{\"col\": 1, \"row\": 1, \"lots\": \"gggw\"},", "", "line 5: \"A\" must be a list of 8"},
        {"\"col\": 1, \"row\": 1", "\"col\": 2, \"row\": 1", "column 2 of row 1 is a meadow"},
        {"\"col\": 1, \"row\": 1", "\"col\": 3, \"row\": 1", "two octagons are in column 3 of row 1"},
        {"\"col\": 1, \"row\": 1", "\"col\": 5, \"row\": 1",
         "line 6: \"col\" must be a whole number from 1 to 4"},
        {"\"col\": 1, \"row\": 1", "\"row\": 1", "line 6: \"col\" is missing"},
        {"\"settlement\": \"village\"", "\"settlement\": \"town\"",
         "\"settlement\" must be one of: village, city"},
        {"\"settlement\": \"village\"", "\"settlement\": \"city\"", "11 villages and 6 cities, not 10 and 7"},
        {", \"settlement\": \"city\"", "", "11 villages and 6 cities, not 11 and 5"},
        {"\"north-west\": \"A\"", "\"north-west\": \"B\"", "two quadrants"},
        {"\"north-west\": \"A\"", "\"north-west\": \"E\"", "\"north-west\" must be a piece from A to D"},
        {"\"north\": {\"B1\": \"wood\"", "\"north\": {\"C1\": \"wood\"",
         "C1 is not a meadow at this side of the frame"},
        {"\"north\": {\"B1\": \"wood\"", "\"north\": {\"B3\": \"wood\"",
         "B3 is not a meadow at this side of the frame"},
        {"\"north\": {\"B1\": \"wood\"", "\"north\": {\"B1\": \"gold\"",
         "\"B1\" must be one of: wood, grain, rock, silver, card"},
        {"\"north\": {\"B1\": \"wood\", ", "\"north\": {", "\"north\" must have four icons"},
        {"{\"coats\": \"RBGY\", \"value\": 1, \"silver\": 2},", "", "a list of 32"},
        {"\"coats\": \"RBGY\", \"value\": 1", "\"coats\": \"RBGG\", \"value\": 1", "in some order"},
        {"\"coats\": \"RBGY\", \"value\": 1", "\"coats\": \"RBGY\", \"value\": 7",
         "\"value\" must be a whole number from 1 to 6"},
        {"\"coats\": \"RBGY\", \"value\": 1", "\"coats\": \"RBGY\", \"value\": 2", "two tiles are RBGY2"},
        {"\"value\": 1, \"silver\": 2", "\"value\": 1, \"silver\": 3",
         "\"silver\" must be a whole number from 0 to 2"},
        {"\"card\": \"R\"", "\"card\": \"X\"", "the letter of the coat"},
        {"\"card\": \"R\"", "\"card\": \"B\"", "same number of coats with a card"},
        {"\"card\": \"R\"", "\"card\": 1", "\"card\" must be a text"},
        {"\"value\": 2, \"card\": \"Y\"", "\"value\": 2, \"card\": \"R\"",
         "same number of coats with a card"},
        {"{\"coats\": \"RGYB\", \"value\": 6}", "{\"coats\": \"RGYB\", \"value\": 6, \"silver\": 1}",
         "\"silver\" is an unknown key; known are: coats, value"},
        {"\"king3\": 1", "\"king3\": 2", "\"cards\" must be 25 cards, not 26"},
        {"\"king3\": 1", "\"king9\": 1", "\"cards\" must be one of: king3, king4"},
        {"\"king3\": 1", "\"duke\": 1", "\"cards\" must be one of: king3, king4"},
        {"\"king3\": 1", "\"king3\": 8", "\"king3\" must be a whole number from 0 to 7"},
        {"\"king3\": 1", "\"king3\": \"one\"", "\"king3\" must be a whole number from 0 to 7"},
        {"\"duke\": 2", "\"duke\": 1", "\"battle_cards\" must be 8 cards, not 7"},
        {"\"castles_per_player\": 9", "\"castles_per_player\": 0", "\"castles_per_player\" must be"},
        {"\"2\": 11", "\"2\": 1000", "\"2\" must be a whole number from 1 to 99"},
        {"\"2\": 11", "\"5\": 11", "\"5\" is an unknown key; known are: 2, 3, 4"},
        {"\"spare\": {\"villages\": 2, \"cities\": 2}", "\"spare\": 2", "\"spare\" must be an object"},
        {"\"villages\": 2", "\"villages\": -1", "\"villages\" must be a whole number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct castelli_box box;
        char reason[256];
        struct text error = TEXT_IN(reason);
        assert_false(read_changed(cases[i].from, cases[i].to, &box, &error));
        if (!strstr(reason, cases[i].message))
            fail_msg("%s -> %s: '%s' does not say '%s'", cases[i].from, cases[i].to, reason,
                     cases[i].message);
    }
}

static void other_good_boxes_are_taken(void **unused)
{
    (void)unused;
    RULE("castelli", "1.3");
    static struct castelli_box box;
    char reason[256];
    struct text error = TEXT_IN(reason);
    assert_true(read_changed("\"lots\": \"gggw\"", "\"lots\": \"mmmw\"", &box, &error));
    assert_int_equal(box.kind[0].symbols[SIDE_N], 2); /* a market of three sides has two tents */
    assert_true(read_changed("\"lots\": \"gggw\"", "\"lots\": \"rrrw\"", &box, &error));
    assert_int_equal(box.kind[0].symbols[SIDE_N], 3); /* rock on three sides: three symbols, but two sites */
    assert_int_equal(box.kind[0].sites[SIDE_N], 2);
    assert_true(read_changed("\"lots\": \"gggw\"", "\"lots\": \"wwww\"", &box, &error));
    assert_int_equal(box.kind[0].mask[SIDE_N], 15);
    assert_int_equal(box.kind[0].symbols[SIDE_N], 4);
    assert_true(read_changed("\"north-west\": \"A\"", "\"north-west\": \"A'\"", &box, &error));
    assert_int_equal(box.default_layout[0], 1);
}

static void every_box_that_is_taken_can_be_played(void **unused)
{
    (void)unused;
    static struct castelli_box box;
    char reason[256];
    struct text error = TEXT_IN(reason);
    assert_true(read_changed("\"lots\": \"gggw\"", "\"lots\": \"mmmm\"", &box, &error));
    struct game game = *castelli();
    game.box = &box;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct castelli_state s;
        struct rng rng;
        int actor;
        rng_seed(&rng, seed);
        assert_true(game_start(&game, &s, 2 + (int)(seed % 3), "battle dilemma", NULL));
        while ((actor = game_actor(&game, &s)) >= 0)
            game.apply(&game, &s, actor, game_random_move(&game, &s, actor, &rng));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_boxes_are_refused),
        cmocka_unit_test(other_good_boxes_are_taken),
        cmocka_unit_test(every_box_that_is_taken_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
