/* policy.h: what the owner of a server decides: budgets of tables, and when things expire. */
#ifndef SERVER_POLICY_H
#define SERVER_POLICY_H

#include <stdbool.h>
#include <stdint.h>

/* Defaults of `serve`, in the units of its flags. */
enum {
    POLICY_TABLES = 20000,
    POLICY_TABLES_EACH = 200,
    POLICY_OPEN_HOURS = 24,
    POLICY_GAME_DAYS = 90,
    POLICY_GUEST_DAYS = 365,
    POLICY_ABSENCE_MINUTES = 24 * 60
};

struct policy {
    int tables;         /* open or running, of all */
    int tables_each;    /* open or running, from one address, which may also make as many in an hour */
    int64_t open_ms;    /* an open table ends when its creator is away and nothing happened for so long */
    int64_t game_ms;    /* a game ends without a result when nobody looked at it for so long */
    int64_t guest_ms;   /* a guest who has no chair anywhere is forgotten when away for so long */
    bool unlimited;     /* one person has this server to themselves: requests have no budgets */
    int64_t absence_ms; /* after so long the others may give an absent player's seat to a computer */
};

extern const struct policy policy_default;

#endif
