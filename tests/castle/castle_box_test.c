/* castle_box_test.c: boxes that Castle refuses, and games on other boards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/embedded.h"
#include "core/box.h"
#include "table.h"

static char file[16384], reason[512];
static struct castle_box box;

static void open_file(void)
{
    games_open();
    const struct embedded *e = box_files;
    while (strcmp(e->name, "castle.json") != 0)
        e++;
    assert_true(e->size < sizeof file);
    memcpy(file, e->data, e->size + 1);
}

static void replace(const char *old, const char *new)
{
    static char rest[sizeof file];
    char *at = strstr(file, old);
    assert_non_null(at);
    strcpy(rest, at + strlen(old));
    assert_true(strlen(file) + strlen(new) < sizeof file);
    strcpy(at, new);
    strcat(file, rest);
}

static bool reads(void)
{
    static struct json memory[4096];
    struct text error = TEXT_IN(reason);
    const struct json *json = json_read(file, strlen(file), memory, sizeof memory, &error);
    if (!json)
        fail_msg("not JSON: %s", reason);
    bool fine = game_read_box(games_find("castle"), json, &box, &error);
    assert_true(fine || error.length > 0);
    return fine;
}

static void mistakes_are_told(void **unused)
{
    (void)unused;
    static const struct {
        const char *old, *new, *told;
    } mistakes[] = {
        {"\"row_lengths\": [7, 6, 7, 6, 7, 6, 7]", "\"row_lengths\": 7", "row_lengths"},
        {"[7, 6, 7, 6, 7, 6, 7]", "[7, 6, 7, 6, 7, 6, 7, 6, 7]", "row_lengths"},
        {"[7, 6, 7, 6, 7, 6, 7]", "[7, 6, 8, 6, 7, 6, 7]", "differ by one"},
        {"[7, 6, 7, 6, 7, 6, 7]", "[8, 7, 8, 7, 8, 7, 8]", "48 points"},
        {"[7, 6, 7, 6, 7, 6, 7]", "[7, 6, 7, 6, 7, 6, \"7\"]", "row_lengths\" must be a whole number"},
        {"[7, 6, 7, 6, 7, 6, 7]", "[7, 6, 7, 6, 7, 6]", "not on the board"},
        {"\"a1\",\"b1\"", "\"a1\",\"b9\"", "water"},
        {"\"a1\",\"b1\"", "\"a1\",\"a1\"", "the point a1 twice"},
        {"\"a1\",\"b1\"", "\"a1\",1", "water"},
        {"\"a3-b3\", ", "\"b3-a3\", ", "region_borders"},
        {"\"a3-b3\", ", "\"a3-a4\", ", "rim"},
        {"\"a3-b3\", ", "\"a3-b3\", \"a3-b3\", ", "twice"},
        {"\"a3-b3\", ", "", "three regions"},
        {"\"a3-b3\", ", "\"a3-b3\", \"b4-b5\", ", "inside a region"},
        {"\"a3-b3\", \"b3-c3\"", "\"a3-b2\", \"b2-b3\", \"b3-c3\"", "equal size"},
        {"\"west\", \"north_east\"", "\"north_east\", \"west\"", "regions"},
        {"\"regions\": [\"west\", ", "\"regions\": [", "list of 3"},
        {"\"points\": 46", "\"points\": 45", "line 9: \"points\" must be 46"},
        {"\"wall_locations\": 111", "\"wall_locations\": 110", "wall_locations"},
        {"\"spaces\": 66", "\"spaces\": \"66\"", "\"spaces\" must be 66"},
        {"\"spaces_per_region\": 22", "\"spaces_per_region\": 21", "spaces_per_region"},
        {"\"walls\": 33", "\"walls\": 0", "walls"},
        {"\"white\": 10", "\"white\": 99", "line 11: \"white\" must be"},
        {"\"white\": 10, ", "", "line 11: \"white\" is missing"},
        {"\"yellow\": 12", "\"yellow\": 51", "line 12: \"yellow\" must be"},
        {"\"yellow\": 3", "\"yellow\": 9", "line 13: \"yellow\" must be"},
        {"\"yellow\": 3", "\"purple\": 3", "line 13: \"purple\" is an unknown key"},
        {"\"house_die\": [\"yellow\"", "\"house_die\": [\"purple\"", "house_die"},
        {"\"tower_die\": [\"white\"", "\"tower_die\": [\"any\"", "tower_die"},
        {"\"house_dice\": 2", "\"house_dice\": 3", "house_dice"},
        {"\"copies_of_each_guild_card\": 2", "\"copies_of_each_guild_card\": 4", "copies"},
        {"\"copies_of_each_guild_card\": 2", "\"copies_of_each_guild_card\": 2.5", "copies"},
        {"\"id\": \"city_size_1\"", "\"id\": \"city_size_4\"", "not known"},
        {"\"id\": \"city_size_1\"", "\"id\": \"city_size_2\"", "city_size_2"},
        {"\"points\": 6,", "\"points\": 60,", "city_size_1"},
        {"\"id\": \"cities\", \"scope\": \"board\"", "\"id\": \"cities\", \"scope\": \"city\"", "scope"},
        {"\"guild_cards\"", "\"cards\"", "\"cards\" is an unknown key"},
        {"\"board\"", "\"bord\"", "\"bord\" is an unknown key"},
        {"\"walls\": 33", "\"walls\": 33, \"wall\": 34", "\"wall\" is an unknown key"},
        {"\"points\": \"2 per white tower\"", "\"points\": 2", "city_tower_white"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        open_file();
        replace(mistakes[i].old, mistakes[i].new);
        if (reads())
            fail_msg("mistake %d was not seen: %s", (int)i, mistakes[i].new);
        if (!strstr(reason, mistakes[i].told))
            fail_msg("%s: told: %s", mistakes[i].new, reason);
    }
    open_file();
    assert_true(reads());
}

/* Any JSON is read or refused without a crash. */
static void broken_files_do_no_harm(void **unused)
{
    (void)unused;
    static struct json memory[4096];
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 4000; i++) {
        struct text error = TEXT_IN(reason);
        open_file();
        size_t length = strlen(file);
        for (int k = 0; k < 3; k++) {
            size_t from = rng_below(&rng, (uint32_t)length), to = rng_below(&rng, (uint32_t)length);
            file[to] = file[from];
        }
        const struct json *json = json_read(file, length, memory, sizeof memory, NULL);
        if (json)
            assert_true(game_read_box(games_find("castle"), json, &box, &error) || error.length > 0);
    }
}

/* A board with another outline: a hexagon of 54 spaces, whose three regions are rhombuses. */
static void other_boards_are_played(void **unused)
{
    (void)unused;
    open_file();
    replace("[7, 6, 7, 6, 7, 6, 7]", "[4, 5, 6, 7, 6, 5, 4]");
    replace(
        "\"a1\",\"b1\",\"c1\",\"d1\",\"e1\",\"f1\",\"g1\",\"a7\",\"b6\",\"c7\",\"d6\",\"e7\",\"f6\",\"g7\"",
        "\"d1\", \"d7\"");
    replace(
        "\"a3-b3\", \"b3-c3\", \"c3-d2\", \"d2-e3\", \"e3-f3\", \"f3-g3\", \"d2-d3\", \"d3-d4\", \"d4-d5\", "
        "\"d5-d6\"",
        "\"a1-b2\", \"b2-c3\", \"c3-d4\", \"d4-d5\", \"d5-d6\", \"d6-d7\", \"d4-e3\", \"e3-f2\", \"f2-g1\"");
    replace("\"points\": 46, \"wall_locations\": 111, \"spaces\": 66, \"spaces_per_region\": 22",
            "\"points\": 37, \"wall_locations\": 90, \"spaces\": 54, \"spaces_per_region\": 18");
    if (!reads())
        fail_msg("%s", reason);
    struct game game = *games_find("castle");
    game.box = &box;
    struct rng rng;
    rng_seed(&rng, 9);
    for (int i = 0; i < 50; i++) {
        struct castle s;
        assert_true(game_start(&game, &s, 2, "", NULL));
        for (int actor; (actor = game_actor(&game, &s)) >= 0;)
            game.apply(&game, &s, actor, game_random_move(&game, &s, actor, &rng));
        assert_true(game.winners(&game, &s) != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(broken_files_do_no_harm),
        cmocka_unit_test(other_boards_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
