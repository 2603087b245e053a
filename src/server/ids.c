/* ids.c: names and secrets made by the program, and chance that nobody can foresee. */
#include "server/ids.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const int64_t year_2020 = INT64_C(1577836800000);

static int64_t clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t now_ms(void)
{
    return clock_ms(CLOCK_REALTIME);
}

int64_t steady_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

uint64_t id_new(void)
{
    uint64_t time = (uint64_t)(now_ms() - year_2020) & ((UINT64_C(1) << 41) - 1);
    return time << 22 | (randombytes_random() & ((1u << 22) - 1));
}

void id_text(uint64_t id, char out[ID_TEXT])
{
    for (int i = ID_TEXT - 2; i >= 0; i--) {
        out[i] = letters[id & 31];
        id >>= 5;
    }
    out[ID_TEXT - 1] = '\0';
}

uint64_t id_parse(const char *text)
{
    uint64_t id = 0;
    if (strlen(text) != ID_TEXT - 1 || text[0] > '7')
        return 0;
    for (; *text; text++) {
        const char *letter = strchr(letters, *text);
        if (!letter)
            return 0;
        id = id << 5 | (uint64_t)(letter - letters);
    }
    return id;
}

static void hex(const unsigned char bytes[16], char out[TOKEN_TEXT])
{
    sodium_bin2hex(out, TOKEN_TEXT, bytes, 16);
}

void token_new(char out[TOKEN_TEXT])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    hex(bytes, out);
}

bool token_valid(const char *text)
{
    return strlen(text) == TOKEN_TEXT - 1 && strspn(text, "0123456789abcdef") == TOKEN_TEXT - 1;
}

void token_hash(const char *token, char out[TOKEN_TEXT])
{
    unsigned char bytes[16];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, strlen(token), NULL, 0);
    hex(bytes, out);
}

game_move chance_draw(const struct game *game, const void *state)
{
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES], total = 0;
    int count = game->moves(game, state, GAME_CHANCE, moves, weight), i = 0;
    for (int k = 0; k < count; k++)
        total += weight[k];
    uint32_t pick = randombytes_uniform(total);
    while (pick >= weight[i])
        pick -= weight[i++];
    return moves[i];
}

struct rng chance_rng(void)
{
    struct rng rng;
    randombytes_buf(&rng, sizeof rng);
    return rng;
}
