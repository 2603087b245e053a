/* match_chance_test.c: how the key decides chance: the hash, the draws, and what the draws depend on. */
#include <stdio.h>
#include <string.h>

#include "match/hash.h"
#include "match/host.h"
#include "test.h"

static const struct match_terms plain = {.undo = MATCH_UNDO_FREE};

static void assert_hash(const uint8_t *hash, const char *hex)
{
    char text[2 * HASH_SIZE + 1];
    for (int i = 0; i < HASH_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(text, hex);
}

/* RFC 7693, appendix B, and the keyed vectors of the reference implementation. */
static void hash_pieces(const uint8_t *key, const void *a, size_t a_length, const void *b, size_t b_length,
                        uint8_t out[HASH_SIZE])
{
    struct hash hash;
    hash_begin(&hash, key);
    hash_add(&hash, a, a_length);
    hash_add(&hash, b, b_length);
    hash_end(&hash, out);
}

static void hash_has_its_test_vectors(void **state)
{
    uint8_t key[HASH_SIZE], hash[HASH_SIZE], input[255];
    (void)state;
    hash_pieces(NULL, "abc", 3, NULL, 0, hash);
    assert_hash(hash, "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
    for (int i = 0; i < HASH_SIZE; i++)
        key[i] = (uint8_t)i;
    for (int i = 0; i < 255; i++)
        input[i] = (uint8_t)i;
    hash_pieces(key, NULL, 0, NULL, 0, hash);
    assert_hash(hash, "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49");
    hash_pieces(key, input, 255, NULL, 0, hash);
    assert_hash(hash, "3fb735061abc519dfe979e54c1ee5bfad0a9d858b3315bad34bde999efd724dd");
}

static void pieces_are_hashed_as_one(void **state)
{
    uint8_t whole[HASH_SIZE], pieces[HASH_SIZE], input[200];
    (void)state;
    for (int i = 0; i < 200; i++)
        input[i] = (uint8_t)(7 * i);
    for (size_t length = 0; length <= 200; length++) {
        hash_pieces(NULL, input, length, NULL, 0, whole);
        hash_pieces(NULL, input, length / 3, input + length / 3, length - length / 3, pieces);
        assert_memory_equal(whole, pieces, HASH_SIZE);
    }
}

/* The first draw of many matches, each with its own key, follows the weights. */
static void draws_follow_the_weights(void **state)
{
    static const struct {
        const char *game;
        int seats;
    } kinds[] = {{"castellan", 2}, {"castle", 3}, {"null", 2}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        enum { MATCHES = 7000 };
        const struct game *game = games_find(kinds[k].game);
        static struct host host;
        game_move moves[GAME_MAX_MOVES];
        uint32_t weight[GAME_MAX_MOVES];
        int seen[GAME_MAX_MOVES] = {0}, count = 0;
        double total = 0, chi_square = 0;
        for (int i = 0; i < MATCHES; i++) {
            assert_null(host_start(&host, game, kinds[k].seats, "", &plain, (uint64_t)i));
            count = game->moves(game, host.match.state, GAME_CHANCE, moves, weight);
            assert_true(match_tick(&host.match, host.now, &host.proposal));
            int which = 0;
            while (moves[which] != host.proposal.entries[0].code)
                which++;
            seen[which]++;
            host_free(&host);
        }
        for (int i = 0; i < count; i++)
            total += weight[i];
        for (int i = 0; i < count; i++) {
            double expected = MATCHES * weight[i] / total;
            chi_square += (seen[i] - expected) * (seen[i] - expected) / expected;
        }
        /* Chi-squared: the mean is count - 1 and the variance twice that. Five deviations do not happen by
         * accident. */
        assert_true(count > 1);
        assert_true((chi_square - (count - 1)) * (chi_square - (count - 1)) < 25.0 * 2 * (count - 1));
    }
}

/* The same key and moves give the same draws. Another key or another move sometimes gives another draw. */
static void draws_depend_on_key_and_moves(void **state)
{
    static struct host a, b;
    const struct game *game = games_find("castelli");
    char first[GAME_MOVE_TEXT];
    int by_key = 0, by_move = 0;
    (void)state;
    for (uint64_t key = 1; key <= 40; key++) {
        assert_null(host_start(&a, game, 2, "", &plain, key));
        assert_null(host_start(&b, game, 2, "", &plain, key + 1000));
        assert_true(host_move(&a, 0, "lift B1"));
        assert_true(host_move(&b, 0, "lift B1"));
        assert_int_equal(a.kept[1].actor, '*');
        memcpy(first, a.kept[1].move, sizeof first);
        by_key += strcmp(first, b.kept[1].move) != 0;
        b.now += 12345;
        assert_true(host_undo(&a, 0));
        assert_true(host_move(&a, 0, "lift B3"));
        by_move += strcmp(first, a.proposal.entries[1].move) != 0;
        assert_true(host_undo(&a, 0));
        a.now += 98765;
        assert_true(host_move(&a, 0, "lift B1"));
        assert_string_equal(a.proposal.entries[1].move, first);
        host_free(&a);
        host_free(&b);
    }
    assert_true(by_key > 20 && by_move > 20);
}

static void options_are_drawn_by_the_key(void **state)
{
    const struct game *game = games_find("castelli");
    char one[GAME_OPTIONS_TEXT], again[GAME_OPTIONS_TEXT];
    int others = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        uint8_t key[MATCH_KEY];
        host_key(seed, key);
        assert_true(match_settle(game, 3, "layout=random first=random", key, one, NULL));
        assert_true(match_settle(game, 3, "layout=random first=random", key, again, NULL));
        assert_string_equal(one, again);
        host_key(seed + 100, key);
        assert_true(match_settle(game, 3, "layout=random first=random", key, again, NULL));
        others += strcmp(one, again) != 0;
    }
    assert_true(others > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_has_its_test_vectors),    cmocka_unit_test(pieces_are_hashed_as_one),
        cmocka_unit_test(draws_follow_the_weights),     cmocka_unit_test(draws_depend_on_key_and_moves),
        cmocka_unit_test(options_are_drawn_by_the_key),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
