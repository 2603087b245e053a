/* codes.c: codes that can be used once instead of a password. */
#include "server/people/codes.h"

#include <ctype.h>
#include <string.h>

enum { GROUP = 4, SIGNS = 16 };

void code_new(const struct server *server, uint64_t player, int64_t until, char out[CODE_TEXT],
              struct code_row *row)
{
    static const char signs[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; /* 32, without I, O, 0 and 1 */
    unsigned char random[SIGNS];
    int n = 0;
    server->host.random(server->host.me, random, sizeof random);
    for (int i = 0; i < SIGNS; i++) {
        if (i && i % GROUP == 0)
            out[n++] = '-';
        out[n++] = signs[random[i] % 32];
    }
    out[n] = '\0';
    *row = (struct code_row){.player = player, .until = until};
    code_hash(out, row->hash);
}

void code_hash(const char *typed, char hash[TOKEN_TEXT])
{
    char plain[SIGNS + 2];
    size_t n = 0;
    for (; *typed && n < sizeof plain - 1; typed++)
        if (isalnum((unsigned char)*typed))
            plain[n++] = (char)toupper((unsigned char)*typed);
    plain[n] = '\0';
    token_hash(plain, hash);
}
