/* core_alone_test.c: core works with no game but the null game, linked from its library alone. */
#include <string.h>

#include "core/list.h"
#include "core/record.h"
#include "test.h"

const struct game *const *const game_folders[] = {NULL};
const struct game *const *const example_folders[] = {NULL};

static void only_the_null_game_is_found(void **unused)
{
    (void)unused;
    assert_non_null(games_find("null"));
    assert_null(games_find("castelli"));
    assert_null(games[0]);
}

static void a_record_is_replayed(void **unused)
{
    (void)unused;
    static const char text[] = "castellany 1\ngame null\nrules 1\nseats 2\n* card 1\n* card 2\n1 take 2\n";
    struct record record;
    union game_state state;
    char reason[256];
    struct text error = TEXT_IN(reason);
    assert_true(record_replay(text, strlen(text), NULL, NULL, NULL, &record, &state, &error));
    assert_int_equal(record.moves, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_null_game_is_found),
        cmocka_unit_test(a_record_is_replayed),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
