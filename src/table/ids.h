/* ids.h: names of tables and players, and secrets, as text. */
#ifndef TABLE_IDS_H
#define TABLE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

/*
 * An id of a table or a player: 41 bits of milliseconds since 2020 and 22 random bits. So later ids are
 * greater, and several programs can make ids at the same time. 0 is no id. As text it has 13 letters.
 * A program's own ids always grow, also within a millisecond: lists are in the order of ids.
 */
enum { ID_TEXT = 14, TOKEN_TEXT = 33 };

/* `last` is the id that this program made before, or 0; it becomes the new one. */
uint64_t id_make(uint64_t *last, int64_t now, uint32_t random);
void id_text(uint64_t id, char out[ID_TEXT]);
/* 0 if the text is no id. */
uint64_t id_parse(const char *text);

/* Whether a list of ids as text, separated by spaces, has this one. */
bool ids_contain(const char *list, uint64_t id);

/* Secrets are 128 bits in hexadecimal digits. */
bool token_valid(const char *text);
/* The hash of a secret. Only that is stored: somebody who reads the store cannot use it. */
void token_hash(const char *token, char out[TOKEN_TEXT]);

#endif
