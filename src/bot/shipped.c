/* shipped.c: the evaluations that come with the program. */
#include <assert.h>
#include <string.h>

#include "bot/bot_shared.h"
#include "bot/shipped.h"
#include "core/list.h"

enum { MAX_EVALS = 24 };

static struct {
    const char *game;
    int seats;
    struct eval eval;
} shipped[MAX_EVALS];
static int found;

/* Reads `count` numbers from number `at` on. Returns where the next ones begin. */
static int take(int at, float *out, int count)
{
    for (int i = 0; i < count; i++, at++) {
        int n = shipped_bytes[at] | shipped_bytes[shipped_count + at] << 8 |
                shipped_bytes[2 * shipped_count + at] << 16;
        out[i] = (float)(n & 1 ? -(n + 1) / 2 : n / 2) / EVAL_UNIT;
    }
    return at;
}

static int take_net(const struct shipped_head *head, int at, struct eval_net *net)
{
    at = take(at, net->bias, EVAL_OUTPUTS);
    at = take(at, net->hidden_bias, head->hidden);
    for (int i = 0; i < EVAL_OUTPUTS; i++)
        at = take(at, net->direct[i], head->features);
    for (int i = 0; i < head->hidden; i++)
        at = take(at, net->in[i], head->features);
    for (int i = 0; i < EVAL_OUTPUTS; i++)
        at = take(at, net->out[i], head->hidden);
    return at;
}

void bots_open(void)
{
    int at = 0;
    found = 0;
    for (const struct shipped_head *head = shipped_heads; head->game; head++) {
        const struct game *game = games_find(head->game);
        struct eval *e = &shipped[found].eval;
        assert(found < MAX_EVALS && head->hidden <= EVAL_MAX_HIDDEN && head->features <= GAME_MAX_FEATURES);
        memset(e, 0, sizeof *e);
        at = take_net(head, at, &e->net);
        /* Weights for features that a game no longer has are left out: its bots then judge by points until
         * somebody trains anew. A test checks that all shipped evaluations can be used. */
        if (!game || head->features > game->feature_count)
            continue;
        e->features = game->feature_count;
        e->hidden = head->hidden;
        e->scale = (float)head->scale;
        e->games = head->games;
        assert(strlen(head->made_by) < sizeof e->made_by);
        memcpy(e->made_by, head->made_by, strlen(head->made_by));
        shipped[found].game = game->name;
        shipped[found++].seats = head->seats;
    }
    assert(at == shipped_count);
}

const struct eval *eval_find(const struct game *game, int seats)
{
    for (int i = 0; i < found; i++)
        if (shipped[i].seats == seats && strcmp(shipped[i].game, game->name) == 0)
            return &shipped[i].eval;
    return NULL;
}
