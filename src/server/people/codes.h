/* codes.h: codes that can be used once instead of a password, for people to write down and type. */
#ifndef SERVER_PEOPLE_CODES_H
#define SERVER_PEOPLE_CODES_H

#include "server/server.h"

/* Four groups of four letters and digits: 80 random bits. CODES of them are given with an account. */
enum { CODE_TEXT = 20, CODES = 8 };

/* Makes a code and its row for a player. `until` 0: it does not end. */
void code_new(const struct server *server, uint64_t player, int64_t until, char out[CODE_TEXT],
              struct code_row *row);
/* The hash of a code as somebody typed it: lower case, spaces and dashes do not matter. */
void code_hash(const char *typed, char hash[TOKEN_TEXT]);

#endif
