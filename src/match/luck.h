/*
 * luck.h: draws that a key decides, and keys that nobody can choose.
 *
 * A draw is a function of the key and of the moves that stand before it. The key of a table is made of a
 * secret of the server and a number from every person's browser:
 *
 *  1. The server draws the secret and shows its hash. Each browser draws its number and shows its hash, too.
 *  2. When all hashes are shown, the browsers tell their numbers, and the game begins.
 *  3. When the game is over, the record has the secret and the numbers: anybody can compute every draw.
 *
 * Everybody was bound to their part before they knew any other part. So a key is random if one part is.
 */
#ifndef MATCH_LUCK_H
#define MATCH_LUCK_H

#include "core/game.h"
#include "match/hash.h"

enum { LUCK_HEX = 2 * HASH_SIZE + 1 };

/* The parts of a key. */
struct luck {
    int seats;
    uint32_t given; /* the seats whose person gave a number, a bit each */
    uint8_t secret[HASH_SIZE];
    uint8_t numbers[GAME_MAX_SEATS][HASH_SIZE];
};

/* The hash that binds somebody to a secret or a number before it is told. */
void luck_hash(const uint8_t part[HASH_SIZE], uint8_t hash[HASH_SIZE]);
void luck_key(const struct luck *, uint8_t key[HASH_SIZE]);

/* Writes the lines of a record from which its draws can be checked (docs/RECORDS.md). `asked` are the options
 * before they were settled. */
void luck_write(const struct luck *, const char *asked, struct text *out);
/* Writes the line of a game that is not over: the hash of the secret. */
void luck_write_hash(const uint8_t secret[HASH_SIZE], struct text *out);

/* ---- draws ---- */

/* Hashes the game and its options first, so that matches with the same key still have different luck. */
void luck_begin(struct hash *, const struct game *, int seats, const char *options,
                const uint8_t key[HASH_SIZE]);
/* Adds a move that stands. */
void luck_add(struct hash *, int actor, const char *move);
/* The generator for the next draw. */
struct rng luck_rng(struct hash);
/* Replaces every NAME=random by a value. False with a message for the user in `error` (unless NULL). */
bool luck_settle(const struct game *, int seats, const char *options, const uint8_t key[HASH_SIZE],
                 char settled[GAME_OPTIONS_TEXT], struct text *error);

#endif
