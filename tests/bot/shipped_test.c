/* shipped_test.c: the evaluations in the program are the files of data/weights, bit by bit. */
#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "bot/eval.h"
#include "core/embedded.h"
#include "core/list.h"
#include "test.h"

extern const struct embedded weight_texts[];

static void shipped_evaluations_are_the_files(void **unused)
{
    (void)unused;
    static struct eval read;
    int count = 0;
    for (const struct embedded *file = weight_texts; file->name; file++, count++) {
        char name[32];
        int seats = 0;
        assert_int_equal(sscanf(file->name, "%31[a-z-]%d.json", name, &seats), 2);
        name[strlen(name) - 1] = '\0';
        const struct game *game = games_find(name);
        assert_non_null(game);
        assert_true(eval_read((const char *)file->data, file->size, game, seats, &read, NULL));
        const struct eval *shipped = eval_find(game, seats);
        assert_non_null(shipped);
        assert_memory_equal(shipped, &read, sizeof read);
    }
    assert_true(count > 0);
}

int main(void)
{
    games_open();
    bots_open();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_evaluations_are_the_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
