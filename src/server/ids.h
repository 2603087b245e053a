/* ids.h: names and secrets made by the program, and chance that nobody can foresee. */
#ifndef SERVER_IDS_H
#define SERVER_IDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"

/*
 * An id of a table or a player: 41 bits of milliseconds since 2020 and 22 random bits, so that later ones are
 * greater and several programs can make them side by side. 0 stands for none. As text it has 13 letters.
 */
enum { ID_TEXT = 14, TOKEN_TEXT = 33 };

uint64_t id_new(void);
void id_text(uint64_t id, char out[ID_TEXT]);
/* 0 if the text is not an id. */
uint64_t id_parse(const char *text);

/* A secret of 128 random bits in hexadecimal digits. */
void token_new(char out[TOKEN_TEXT]);
bool token_valid(const char *text);
/* What is stored of a secret, so that who reads the store cannot use it. */
void token_hash(const char *token, char out[TOKEN_TEXT]);

/* Draws one of chance's moves by weight, from the system's randomness. */
game_move chance_draw(const struct game *game, const void *state);
/* A generator that nobody can foresee, for options and bots. */
struct rng chance_rng(void);

/* Milliseconds since 1970, for what is stored or shown as a time. */
int64_t now_ms(void);
/* Milliseconds of a clock that nobody sets, for how long something lasts. Never 0. */
int64_t steady_ms(void);

#endif
