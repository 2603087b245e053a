/* policy.c: the defaults of what the owner of a server decides. */
#include "server/base/policy.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

const struct policy policy_default = {.tables = POLICY_TABLES,
                                      .tables_each = POLICY_TABLES_EACH,
                                      .open_ms = POLICY_OPEN_HOURS * HOUR,
                                      .game_ms = POLICY_GAME_DAYS * DAY,
                                      .guest_ms = POLICY_GUEST_DAYS * DAY,
                                      .absence_ms = POLICY_ABSENCE_MINUTES * MINUTE};
