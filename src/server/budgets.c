/* budgets.c: what one address may do, whatever it connects with and however often. */
#include "server/server.h"

enum times { ONCE, BY_CONNECTIONS, BY_TABLES }; /* which the owner allows one address */

static const struct {
    double tokens, seconds; /* so many tokens come back in so many seconds */
    double most;            /* tokens at once */
    enum times times;       /* all of that so many times */
    double more;            /* and these at once, not multiplied */
    bool shared;            /* nodes tell each other */
} budgets[BUDGETS] = {
    [BUDGET_REQUESTS] = {20, 1, 100, BY_CONNECTIONS},
    [BUDGET_VISITS] = {8, 1, 100, BY_CONNECTIONS},
    [BUDGET_BYTES] = {1 << 20, 1, 8 << 20},
    [BUDGET_CHAT] = {20, 10, 20},
    [BUDGET_RECORDS] = {LIMIT_IMPORTS, 120, LIMIT_IMPORTS},
    [BUDGET_REPORTS] = {LIMIT_REPORTS, 3600, LIMIT_REPORTS},
    [BUDGET_EXPORTS] = {10, 3600, 10},
    [BUDGET_TABLES] = {1, 3600, 1, BY_TABLES, .shared = true},
    [BUDGET_GUESTS] = {16, 3600, 16, BY_CONNECTIONS, .shared = true},
    [BUDGET_ACCOUNTS] = {1, 3600, 1, BY_CONNECTIONS, .more = 4, .shared = true}, /* a family */
};

static struct pace pace_of(const struct server *s, enum budget b)
{
    double times = budgets[b].times == BY_CONNECTIONS ? s->connections
                   : budgets[b].times == BY_TABLES    ? s->policy.tables_each
                                                      : 1;
    return (struct pace){times * budgets[b].tokens / budgets[b].seconds,
                         times * budgets[b].most + budgets[b].more};
}

bool budget_has(struct server *s, enum budget b, const char *address)
{
    return rates_has(&s->budgets[b], limits_key(address), pace_of(s, b), server_now(s));
}

void budget_spend(struct server *s, enum budget b, const char *address, double tokens)
{
    rates_spend(&s->budgets[b], limits_key(address), tokens, pace_of(s, b), server_now(s));
    if (budgets[b].shared)
        nodes_tell_spent(s, b, address);
}

bool budget_take(struct server *s, enum budget b, const char *address, double tokens)
{
    bool may = budget_has(s, b, address);
    if (may)
        budget_spend(s, b, address, tokens);
    return may;
}

void budget_hear_spent(struct server *s, int b, uint64_t key)
{
    if (b >= 0 && b < BUDGETS && budgets[b].shared && key)
        rates_spend(&s->budgets[b], key, 1, pace_of(s, (enum budget)b), server_now(s));
}
