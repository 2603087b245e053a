/* mend_test.c: tables on a device of which rows are lost or wrong go on; those that were left are forgotten.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "match/propose.h"
#include "server/base/memory.h"
#include "server/tables/boxes.h"
#include "test.h"
#include "wasm/mend.h"

enum { TABLE = 500, MAKER = 7, REMOVED = 64 * 1024 };

static struct memory_store store;
static struct server server;
static char removed[REMOVED]; /* keys, with a "!" before those that are damaged */

static void keep(const char *lines, size_t length)
{
    (void)lines;
    (void)length;
}

static void note_removed(const char *keys, size_t length, int damaged)
{
    size_t at = strlen(removed);
    assert_true(at + length + 3 < sizeof removed);
    snprintf(removed + at, sizeof removed - at, "%s%.*s\n", damaged ? "!" : "", (int)length, keys);
}

static struct table_row table_row(enum table_state state)
{
    struct table_row row = {.id = TABLE, .creator = MAKER, .seats = 2, .state = (uint8_t)state};
    snprintf(row.game, sizeof row.game, "castle");
    memset(row.key, '5', sizeof row.key - 1);
    row.rules = boxes_find("castle", "")->rules;
    return row;
}

static void put(const struct table_row *row, const struct match_entry *entries, int count)
{
    struct chair_row chairs[2] = {
        {.table = row->id, .seat = 0, .kind = CHAIR_PLAYER, .level = 3, .player = MAKER},
        {.table = row->id, .seat = 1, .kind = CHAIR_COMPUTER, .level = 6}};
    struct unit *unit = unit_new();
    struct store port = memory_store_port(&store);
    unit_new_table(unit, row, chairs);
    unit_add_entries(unit, row->id, entries, count);
    port.write(port.me, unit, NULL, NULL);
    memory_kept(&store, true);
}

/* A table with a game of random moves to its end. Returns how many entries it has. */
static int play(void)
{
    struct table_row row = table_row(TABLE_OVER);
    struct stored_table stored = {.row = row};
    struct match match;
    static struct match_proposal p;
    static struct match_entry all[4096];
    struct rng rng;
    int count = 0;
    memory_free(&store);
    store.keep = keep;
    removed[0] = '\0';
    rng_seed(&rng, 3);
    server.world.memory = &memory_of_matches;
    assert_null(table_start_match(&server.world, &stored, boxes_find("castle", ""), NULL, 0, &match));
    for (int64_t now = 1000; !match_over(&match); now += 60000) {
        match_tick(&match, now, &p);
        if (!p.count) {
            uint32_t may = match_to_act(&match, now);
            int seat = may & 1 ? 0 : 1;
            assert_true(may != 0);
            assert_true(
                match_play(&match, seat, game_random_move(match.game, match.state, seat, &rng), now, &p));
        }
        assert_true(count + p.count < (int)(sizeof all / sizeof all[0]));
        memcpy(all + count, p.entries, (size_t)p.count * sizeof p.entries[0]);
        count += p.count;
        assert_int_equal(match_accept(&match, p.entries, p.count, NULL), p.count);
    }
    match_free(&match);
    put(&row, all, count);
    return count;
}

static void a_whole_table_stays_as_it_is(void **unused)
{
    (void)unused;
    int count = play();
    struct memory_table *t = memory_find(&store, TABLE);
    mend_tables(&store, note_removed);
    mend_entries(t, &server, note_removed);
    assert_int_equal(t->entry_count, count);
    assert_int_equal(t->row.state, TABLE_OVER);
    assert_int_equal(t->chairs[1].level, 6);
    assert_string_equal(removed, "");
}

static void a_move_that_is_not_legal_ends_what_is_whole(void **unused)
{
    (void)unused;
    int count = play();
    struct memory_table *t = memory_find(&store, TABLE);
    char first[64], last[64];
    snprintf(t->entries[count - 4].move, sizeof t->entries[0].move, "fly to the moon");
    mend_entries(t, &server, note_removed);
    assert_int_equal(t->entry_count, count - 4);
    assert_int_equal(t->row.state, TABLE_RUNNING);
    snprintf(first, sizeof first, "!entries/%019d/%019d\n", TABLE, count - 4);
    snprintf(last, sizeof last, "entries/%019d/%019d\n", TABLE, count - 1);
    assert_int_equal(strncmp(removed, first, strlen(first)), 0);
    assert_non_null(strstr(removed, last));
    removed[0] = '\0';
    mend_entries(t, &server, note_removed);
    assert_string_equal(removed, ""); /* once is enough */
}

/* The rows after a gap were refused when they were loaded. */
static void a_finished_game_without_its_end_goes_on(void **unused)
{
    (void)unused;
    int count = play();
    struct memory_table *t = memory_find(&store, TABLE);
    t->entry_count = count / 2;
    mend_entries(t, &server, note_removed);
    assert_int_equal(t->row.state, TABLE_RUNNING);
    assert_string_equal(removed, "");
    count = play();
    t = memory_find(&store, TABLE);
    t->entry_count = count / 2;
    t->row.imported = 1;
    mend_entries(t, &server, note_removed);
    assert_int_equal(t->row.state, TABLE_SUSPENDED);
    assert_string_equal(t->row.reason, "imported");
}

static void lost_chairs_have_somebody_again(void **unused)
{
    (void)unused;
    play();
    struct memory_table *t = memory_find(&store, TABLE);
    t->chairs[0] = t->chairs[1] = (struct chair_row){0};
    mend_tables(&store, note_removed);
    assert_int_equal(t->chairs[0].kind, CHAIR_PLAYER);
    assert_int_equal(t->chairs[0].player, MAKER);
    assert_int_equal(t->chairs[1].kind, CHAIR_COMPUTER);
    assert_int_equal(t->chairs[1].seat, 1);
    t->chairs[1].table = 0;
    t->row.imported = 1;
    mend_tables(&store, note_removed);
    assert_int_equal(t->chairs[1].kind, CHAIR_OPEN); /* nobody plays there */
}

static void tables_that_were_left_are_forgotten(void **unused)
{
    (void)unused;
    play();
    struct table_row row = table_row(TABLE_SUSPENDED);
    row.id = TABLE + 1;
    snprintf(row.reason, sizeof row.reason, "%s", TABLE_LEFT);
    put(&row, NULL, 0);
    row.id = TABLE + 2;
    snprintf(row.reason, sizeof row.reason, "imported");
    put(&row, NULL, 0);
    mend_tables(&store, note_removed);
    assert_null(memory_find(&store, TABLE + 1));
    assert_non_null(memory_find(&store, TABLE));
    assert_non_null(memory_find(&store, TABLE + 2));
    assert_string_equal(removed, "tables/0000000000000000501\nchairs/0000000000000000501\n"
                                 "entries/0000000000000000501\nchats/0000000000000000501\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_table_stays_as_it_is),
        cmocka_unit_test(a_move_that_is_not_legal_ends_what_is_whole),
        cmocka_unit_test(a_finished_game_without_its_end_goes_on),
        cmocka_unit_test(lost_chairs_have_somebody_again),
        cmocka_unit_test(tables_that_were_left_are_forgotten),
    };
    games_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    memory_free(&store);
    return failed;
}
