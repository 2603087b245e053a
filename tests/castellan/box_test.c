/* box_test.c: which box files the game reads, and which it refuses. */
#include "castellan/table.h"

#include <stdio.h>
#include <string.h>

#include "core/embedded.h"
#include "core/box.h"

static char file[16384];

/* Makes `file` the shipped box with one text replaced by another. */
static void change(const char *from, const char *to)
{
    const struct embedded *box = box_files;
    while (strcmp(box->name, "castellan.json") != 0)
        box++;
    const char *text = (const char *)box->data, *at = strstr(text, from);
    assert_non_null(at);
    snprintf(file, sizeof file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* Reads the file. Returns the message if it is refused, else NULL. */
static const char *read_box(struct castellan_box *box)
{
    static char reason[256];
    static struct json memory[1024];
    struct text error = TEXT_IN(reason);
    const struct json *json = json_read(file, strlen(file), memory, sizeof memory, &error);
    return json && game_read_box(castellan, json, box, &error) ? NULL : reason;
}

static void test_shipped_box(void **state)
{
    struct castellan_box box;
    int sums[CASTELLAN_PIECES] = {0};
    (void)state;
    RULE("castellan", "1.3");
    change("", "");
    assert_null(read_box(&box));
    assert_memory_equal(&box, castellan->box, sizeof box);
    for (int i = 0; i < CASTELLAN_CARDS; i++)
        for (int piece = 0; piece < CASTELLAN_PIECES; piece++)
            sums[piece] += box.cards[i].pieces[piece];
    assert_int_equal(sums[CASTELLAN_TOWER], 16);
    assert_int_equal(sums[CASTELLAN_LONG], 13);
    assert_int_equal(sums[CASTELLAN_SHORT], 15);
}

static void test_other_faces(void **state)
{
    struct castellan_box box;
    (void)state;
    change("\"id\": \"3T\", \"towers\": 3, \"long\": 0", "\"id\": \"4T\", \"towers\": 4, \"long\": 0");
    strcpy(strstr(file, "\"towers\": 32"),
           "\"towers\": 34, \"long\": 26, \"short\": 30}, \"keeps_per_player\": 10, "
           "\"geometry\": {\"short\": 1, \"long\": 2, \"table\": 64}}");
    assert_null(read_box(&box));
    assert_string_equal(box.cards[1].id, "4T");
    assert_int_equal(box.supply[CASTELLAN_TOWER], 34);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *from, *to, *reason;
    } cases[] = {
        {"\"towers\": 32", "\"towers\": 30",
         "the cards of two players show 32 \"towers\", but the supply has 30"},
        {"\"long\": 26", "\"long\": 28", "show 26 \"long\""},
        {"\"id\": \"3T\"", "\"id\": \"2T+\"", "two cards are named 2T+"},
        {"\"id\": \"3T\"", "\"id\": \"3 T\"", "needs an \"id\""},
        {"\"id\": \"3T\"", "\"id\": \"\"", "needs an \"id\""},
        {"\"id\": \"3T\"", "\"id\": \"abcdefghijklmnop\"", "needs an \"id\""},
        {"\"id\": \"3T\"", "\"id\": 3", "needs an \"id\""},
        {"\"id\": \"3T\"", "\"name\": \"3T\"", "\"name\" is an unknown key"},
        {"\"id\": \"3T\",", "\"id\": \"3T\", \"note\": 1,", "line 6: \"note\" is an unknown key"},
        {"\"towers\": 3,", "\"towers\": -3,", "\"towers\" must be a whole number from 0 to 9"},
        {"\"towers\": 3,", "\"towers\": 3.5,", "\"towers\" must be"},
        {"\"towers\": 3,", "\"towers\": 10,", "\"towers\" must be"},
        {"\"towers\": 3,", "\"towers\": 0,", "the card 3T of the tower deck has no tower"},
        {"\"id\": \"3L1S\", \"towers\": 0, \"long\": 3, \"short\": 1",
         "\"id\": \"3L1S\", \"towers\": 1, \"long\": 0, \"short\": 0",
         "the card 3L1S of the wall deck has no wall"},
        {"\"draw\": 1", "\"draw\": 9", "\"draw\" must be"},
        {"\"tower_deck\"", "\"towers_deck\"", "\"towers_deck\" is an unknown key"},
        {"{\"id\": \"3T\", \"towers\": 3, \"long\": 0, \"short\": 0, \"draw\": 0},", "",
         "\"tower_deck\" must be a list of 7"},
        {"{\"id\": \"3T\", \"towers\": 3, \"long\": 0, \"short\": 0, \"draw\": 0}", "\"3T\"",
         "line 6: a card needs an \"id\""},
        {"\"supply_per_pair_of_players\": {\"towers\": 32, \"long\": 26, \"short\": 30}",
         "\"supply_per_pair_of_players\": 88", "must be an object"},
        {"\"keeps_per_player\": 10", "\"keeps_per_player\": 0", "\"keeps_per_player\" must be"},
        {"\"table\": 64", "\"table\": 128", "\"table\" must be 64"},
        {"\"long\": 2, \"table\"", "\"long\": 3, \"table\"", "\"long\" must be 2"},
        {"\"keeps_per_player\": 10", "\"keeps_per_player\": 10, \"keeps\": 9", "\"keeps\" is an unknown key"},
    };
    struct castellan_box box;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        change(cases[i].from, cases[i].to);
        const char *reason = read_box(&box);
        assert_non_null(reason);
        if (!strstr(reason, cases[i].reason))
            fail_msg("case %d: %s", (int)i, reason);
    }
    static const char *const hopeless[] = {"[]",
                                           "{}",
                                           "7",
                                           "\"castellan\"",
                                           "null",
                                           "{\"tower_deck\": [1,2,3,4,5,6,7]}",
                                           "{\"tower_deck\": [[],[],[],[],[],[],[]], \"wall_deck\": {}}"};
    for (size_t i = 0; i < sizeof hopeless / sizeof hopeless[0]; i++) {
        strcpy(file, hopeless[i]);
        assert_non_null(read_box(&box));
    }
}

/* A file that is cut off, or has one byte changed, is read or refused without a crash. */
static void test_damaged_files(void **state)
{
    struct castellan_box box;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        change("", "");
        size_t length = strlen(file);
        file[rng_below(&rng, (uint32_t)length)] = "0123456789{}[]\",:-+ eT"[rng_below(&rng, 22)];
        if (i % 4 == 0)
            file[rng_below(&rng, (uint32_t)length)] = '\0';
        const char *reason = read_box(&box);
        assert_true(!reason || *reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_box),
        cmocka_unit_test(test_other_faces),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_damaged_files),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
