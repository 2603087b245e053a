/* memory_store_test.c: the store of a browser keeps what its keeper kept, and nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "wasm/memory_store.h"

enum { KEPT = 64 * 1024, NOTHING = -1 };

static struct memory_store store;
static char kept[KEPT]; /* all lines that the keeper was given */
static int ended;       /* enum store_end, or NOTHING */

static void keep(const char *lines, size_t length)
{
    size_t before = strlen(kept);
    assert_true(before + length < sizeof kept);
    if (length)
        memcpy(kept + before, lines, length);
    kept[before + length] = '\0';
}

static void written(void *context, enum store_end end)
{
    (void)context;
    ended = (int)end;
}

static void begin(void)
{
    memory_free(&store);
    store.keep = keep;
    ended = NOTHING;
}

static struct unit *unit_of_table(uint64_t id, bool fresh)
{
    struct unit *unit = unit_new();
    struct table_row row = {
        .id = id, .seats = 2, .game = "castle", .state = TABLE_RUNNING, .origin = UINT64_MAX};
    struct chair_row chairs[2] = {{.table = id, .seat = 0, .kind = CHAIR_PLAYER, .level = 3, .player = 7},
                                  {.table = id, .seat = 1, .kind = CHAIR_COMPUTER, .level = 6}};
    snprintf(row.options, sizeof row.options, "a \"quoted\"\ttext");
    (fresh ? unit_new_table : unit_put_table)(unit, &row, chairs);
    return unit;
}

static void add_entry(struct unit *unit, uint64_t table, int number)
{
    struct match_entry e = {.number = number, .actor = '1', .at = INT64_C(1800000000000) + number};
    snprintf(e.move, sizeof e.move, "move %d", number);
    unit_add_entries(unit, table, &e, 1);
}

static void write_unit(struct unit *unit)
{
    struct store port = memory_store_port(&store);
    port.write(port.me, unit, written, NULL);
}

struct seen {
    enum store_found found;
    struct stored_table table;
    int entries, tables;
    char last[GAME_MOVE_TEXT];
    int64_t at;
};

static void look(void *context, const struct store_answer *a)
{
    struct seen *seen = context;
    *seen = (struct seen){.found = a->found, .entries = a->entry_count, .tables = a->table_count};
    if (a->table_count)
        seen->table = a->tables[0];
    if (a->entry_count) {
        snprintf(seen->last, sizeof seen->last, "%s", a->entries[a->entry_count - 1].move);
        seen->at = a->entries[a->entry_count - 1].at;
    }
}

static struct seen ask(enum store_question what, uint64_t id)
{
    struct seen seen;
    struct store port = memory_store_port(&store);
    port.read(port.me, &(struct store_query){.what = what, .id = id}, look, &seen);
    return seen;
}

/* Hands the kept rows to a new store, tables first. Returns how many it refused. */
static int load_again(const char *without)
{
    int refused = 0;
    char *copy = strdup(kept);
    begin();
    for (int tables = 1; tables >= 0; tables--)
        for (char *line = copy, *end; (end = strchr(line, '\n')); line = end + 1) {
            const char *row = memchr(line, '\t', (size_t)(end - line));
            if ((strncmp(line, "tables/", 7) == 0) != tables ||
                (without && strncmp(line, without, strlen(without)) == 0))
                continue;
            refused += !memory_load(&store, row + 1, (size_t)(end - row - 1));
        }
    free(copy);
    return refused;
}

static void kept_rows_come_back(void **unused)
{
    (void)unused;
    kept[0] = '\0';
    begin();
    struct unit *unit = unit_of_table(900, true);
    for (int i = 0; i < 12; i++)
        add_entry(unit, 900, i);
    write_unit(unit);
    assert_int_equal(ended, NOTHING);
    assert_int_equal(ask(STORE_TABLE, 900).found, STORE_NONE); /* not before it is kept */
    memory_kept(&store, true);
    assert_int_equal(ended, STORE_KEPT);
    assert_int_equal(load_again(NULL), 0);
    struct seen seen = ask(STORE_TABLE, 900);
    assert_int_equal(seen.found, STORE_FOUND);
    assert_int_equal(seen.entries, 12);
    assert_string_equal(seen.last, "move 11");
    assert_true(seen.at == INT64_C(1800000000011));
    assert_string_equal(seen.table.row.options, "a \"quoted\"\ttext");
    assert_true(seen.table.row.origin == UINT64_MAX);
    assert_int_equal(seen.table.chairs[1].row.level, 6);
    assert_int_equal(ask(STORE_MINE, 7).tables, 1);
    assert_int_equal(ask(STORE_MINE, 8).tables, 0);
}

static void what_is_not_kept_is_not_there(void **unused)
{
    (void)unused;
    kept[0] = '\0';
    begin();
    write_unit(unit_of_table(901, true));
    memory_kept(&store, false);
    assert_int_equal(ended, STORE_REFUSED);
    assert_int_equal(ask(STORE_TABLE, 901).found, STORE_NONE);
}

static void numbers_and_ids_that_are_taken(void **unused)
{
    (void)unused;
    kept[0] = '\0';
    begin();
    struct unit *unit = unit_of_table(902, true);
    add_entry(unit, 902, 0);
    write_unit(unit);
    memory_kept(&store, true);
    kept[0] = '\0';
    unit = unit_of_table(902, false);
    add_entry(unit, 902, 0);
    write_unit(unit);
    memory_kept(&store, true);
    assert_int_equal(ended, STORE_REFUSED);
    assert_string_equal(kept, ""); /* the keeper was given nothing */
    write_unit(unit_of_table(902, true));
    memory_kept(&store, true);
    assert_int_equal(ended, STORE_REFUSED);
    assert_int_equal(ask(STORE_TABLE, 902).entries, 1);
}

static void damaged_rows_are_refused(void **unused)
{
    static const char *const wrong[] = {"",
                                        "{}",
                                        "{\"in\":\"tables\"}",
                                        "{\"in\":\"nothing\",\"id\":1}",
                                        "{\"in\":\"tables\",\"id\":5,\"seats\":99}",
                                        "{\"in\":\"tables\",\"id\":5,\"seats\":2,\"game\":3}",
                                        "{\"in\":\"tables\",\"id\":5,\"seats\":2,\"state\":256}",
                                        "{\"in\":\"chairs\",\"tab\":5,\"seat\":0}",
                                        ",{\"in\":\"tables\",\"id\":5,\"seats\":2}"};
    (void)unused;
    begin();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(memory_load(&store, wrong[i], strlen(wrong[i])));
    /* A column of a later version is no damage. */
    static const char later[] = "{\"in\":\"tables\",\"id\":5,\"seats\":2,\"colour\":\"red\"}";
    assert_true(memory_load(&store, later, sizeof later - 1));
}

/* The game goes on from the last entry before the gap. */
static void entries_after_a_gap_are_refused(void **unused)
{
    (void)unused;
    kept[0] = '\0';
    begin();
    struct unit *unit = unit_of_table(903, true);
    for (int i = 0; i < 5; i++)
        add_entry(unit, 903, i);
    write_unit(unit);
    memory_kept(&store, true);
    assert_int_equal(load_again("entries/0000000000000000903/0000000000000000002"), 2);
    assert_int_equal(ask(STORE_TABLE, 903).entries, 2);
}

static int write_player(bool fresh)
{
    const struct player_row row = {.id = 77, .name = "Ann"};
    struct unit *unit = unit_new();
    (fresh ? unit_new_player : unit_put_player)(unit, &row);
    write_unit(unit);
    memory_kept(&store, true);
    return ended;
}

static void only_a_player_who_is_there_changes(void **unused)
{
    (void)unused;
    kept[0] = '\0';
    begin();
    assert_int_equal(write_player(false), STORE_REFUSED);
    assert_string_equal(kept, "");
    assert_int_equal(write_player(true), STORE_KEPT);
    assert_int_equal(write_player(false), STORE_KEPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_rows_come_back),
        cmocka_unit_test(what_is_not_kept_is_not_there),
        cmocka_unit_test(numbers_and_ids_that_are_taken),
        cmocka_unit_test(only_a_player_who_is_there_changes),
        cmocka_unit_test(damaged_rows_are_refused),
        cmocka_unit_test(entries_after_a_gap_are_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    memory_free(&store);
    return failed;
}
