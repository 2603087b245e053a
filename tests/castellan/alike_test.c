/* alike_test.c: orders of building and mirror images that make no difference. */
#include "castellan/table.h"

#include <string.h>

static void test_order_does_not_matter(void **state)
{
    struct castellan_state a, b;
    (void)state;
    building_site(&a, 2);
    building_site(&b, 2);
    make_moves(&a, nearly_square);
    make_moves(&a, "1 short 32,33 E; 1 single");
    make_moves(
        &b, "1 tower 32,32; 1 short 32,32 S; 1 tower 32,33; 1 short 32,33 E; 1 tower 33,33; 1 short 33,32 S; "
            "1 tower 33,32; 1 short 32,32 E; 1 single");
    assert_memory_equal(&a, &b, sizeof a);
}

/* Two games with the same pieces: in the second everything is turned by a quarter and mirrored. One more
 * piece elsewhere, or another owner, and they are not alike. */
static void test_mirror_images_are_alike(void **state)
{
    struct castellan_state a, b, c;
    (void)state;
    const char *const built = "1 tower 32,32; 1 long 32,32 E; 1 tower 34,32; 1 short 32,32 S; 1 tower 32,33; "
                              "1 long 32,33 E; 1 tower 34,33; 1 short 34,32 S; 1 single; 1 short 31,32 E; "
                              "1 tower 31,32; 1 short 31,31 S";
    const char *const turned =
        "1 tower 32,32; 1 long 32,30 S; 1 tower 32,30; 1 short 31,32 E; 1 tower 31,32; "
        "1 long 31,30 S; 1 tower 31,30; 1 short 31,30 E; 1 single; 1 short 32,32 S; "
        "1 tower 32,33; 1 short 32,33 E";
    building_site(&a, 2);
    building_site(&b, 2);
    make_moves(&a, built);
    make_moves(&b, turned);
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_true(castellan_alike(NULL, &a, &b));
    assert_true(castellan_alike(NULL, &b, &a));
    c = b;
    make_moves(&c, "1 tower 33,33");
    assert_false(castellan_alike(NULL, &a, &c));
    make_moves(&a, "1 tower 31,31");
    assert_true(castellan_alike(NULL, &a, &c));
    make_moves(&a, "1 short 34,33 E");
    make_moves(&c, "1 short 32,29 S");
    assert_false(castellan_alike(NULL, &a, &c)); /* the one lies beside the other's long side */
    c.courts[0].mark |= CASTELLAN_DOUBLE;
    assert_false(castellan_alike(NULL, &a, &c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_does_not_matter),
        cmocka_unit_test(test_mirror_images_are_alike),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
