/* luck.c: draws that a key decides, and keys that nobody can choose. */
#include "match/luck.h"

#include <string.h>

/* ---- keys ---- */

void luck_hash(const uint8_t part[HASH_SIZE], uint8_t hash[HASH_SIZE])
{
    struct hash h;
    hash_begin(&h, NULL);
    hash_add(&h, part, HASH_SIZE);
    hash_end(&h, hash);
}

static void add_text(struct hash *h, const char *text)
{
    hash_add(h, text, strlen(text));
}

/* The key is the hash of a text, so that a few lines of any language can compute it. */
void luck_key(const struct luck *luck, uint8_t key[HASH_SIZE])
{
    struct hash h;
    char hex[LUCK_HEX];
    hash_begin(&h, NULL);
    hex_text(luck->secret, HASH_SIZE, hex);
    add_text(&h, "castellany luck 1\nsecret ");
    add_text(&h, hex);
    for (int seat = 0; seat < luck->seats; seat++) {
        const char digit[] = {(char)('1' + seat), '\0'};
        hex_text(luck->numbers[seat], HASH_SIZE, hex);
        add_text(&h, "\nnumber ");
        add_text(&h, digit);
        add_text(&h, " ");
        add_text(&h, luck->given & game_bit(seat) ? hex : "none");
    }
    add_text(&h, "\n");
    hash_end(&h, key);
}

/* ---- lines of a record ---- */

void luck_write_hash(const uint8_t secret[HASH_SIZE], struct text *out)
{
    uint8_t hash[HASH_SIZE];
    char hex[LUCK_HEX];
    luck_hash(secret, hash);
    hex_text(hash, HASH_SIZE, hex);
    text_printf(out, "# luck hash %s\n", hex);
}

void luck_write(const struct luck *luck, const char *asked, struct text *out)
{
    char hex[LUCK_HEX];
    luck_write_hash(luck->secret, out);
    hex_text(luck->secret, HASH_SIZE, hex);
    text_printf(out, "# luck secret %s\n", hex);
    for (int seat = 0; seat < luck->seats; seat++) {
        hex_text(luck->numbers[seat], HASH_SIZE, hex);
        text_printf(out, "# luck number %d %s\n", seat + 1, luck->given & game_bit(seat) ? hex : "none");
    }
    text_printf(out, "# luck options%s%s\n", asked[0] ? " " : "", asked);
}

/* ---- draws ---- */

void luck_begin(struct hash *luck, const struct game *game, int seats, const char *options,
                const uint8_t key[HASH_SIZE])
{
    char head[GAME_OPTIONS_TEXT + 64];
    struct text out = TEXT_IN(head);
    text_printf(&out, "draws %s %d %d %s\n", game->name, game->rules, seats, options);
    hash_begin(luck, key);
    hash_add(luck, head, out.length);
}

void luck_add(struct hash *luck, int actor, const char *move)
{
    char letter = game_actor_letter(actor);
    hash_add(luck, &letter, 1);
    hash_add(luck, move, strlen(move));
    hash_add(luck, "\n", 1);
}

struct rng luck_rng(struct hash hash)
{
    uint8_t seed[HASH_SIZE];
    struct rng rng = {{0}};
    hash_end(&hash, seed);
    for (int i = 0; i < HASH_SIZE; i++)
        rng.s[i / 8] |= (uint64_t)seed[i] << (8 * (i % 8));
    return rng;
}

bool luck_settle(const struct game *game, int seats, const char *options, const uint8_t key[HASH_SIZE],
                 char settled[GAME_OPTIONS_TEXT], struct text *error)
{
    static const char use[] = "options";
    struct hash hash;
    hash_begin(&hash, key);
    hash_add(&hash, use, sizeof use - 1);
    struct rng rng = luck_rng(hash);
    return game_settle(game, seats, options, &rng, settled, error);
}
