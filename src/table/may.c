/* may.c: the table of acts and states. */
#include "table/may.h"

const enum table_who table_may[TABLE_ACTS][TABLE_SUSPENDED + 1] = {
    /*               open          running       over         suspended */
    [ACT_JOIN] = {MAY_ANYBODY, MAY_ANYBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_SWAP] = {MAY_ANYBODY, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_CHAIR] = {MAY_CREATOR, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_REMOVE] = {MAY_CREATOR, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_START] = {MAY_CREATOR, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_PLEDGE] = {MAY_SEATED, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_REVEAL] = {MAY_ANYBODY, MAY_NOBODY, MAY_NOBODY, MAY_NOBODY},
    [ACT_LEAVE] = {MAY_SEATED, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_END] = {MAY_NOBODY, MAY_CREATOR, MAY_NOBODY, MAY_NOBODY},
    [ACT_MOVE] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_UNDO] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_ANSWER] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_REACT] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_RESIGN] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_SIT] = {MAY_NOBODY, MAY_PLAYER, MAY_NOBODY, MAY_NOBODY},
    [ACT_CALL] = {MAY_NOBODY, MAY_SEATED, MAY_NOBODY, MAY_NOBODY},
    [ACT_STAND_IN] = {MAY_NOBODY, MAY_STRANGER, MAY_NOBODY, MAY_NOBODY},
    [ACT_REMATCH] = {MAY_NOBODY, MAY_NOBODY, MAY_PLAYER, MAY_NOBODY},
};

/* Whether the act belongs to open tables, to running games, or to finished ones. */
static enum table_state state_of(enum table_act act)
{
    int state = TABLE_OPEN;
    while (table_may[act][state] == MAY_NOBODY)
        state++;
    return (enum table_state)state;
}

static bool is(const struct table *t, enum table_who who, uint64_t player)
{
    switch (who) {
    case MAY_NOBODY:
        return false;
    case MAY_ANYBODY:
        return true;
    case MAY_STRANGER:
        return !table_seats_of(t, player);
    case MAY_SEATED:
        return table_seats_of(t, player);
    case MAY_PLAYER:
        return table_plays(t, player);
    case MAY_CREATOR:
        return t->at.row.creator == player;
    }
    return false;
}

static bool refuse(struct table_refusal *out, const char *code, const char *message)
{
    *out = (struct table_refusal){code, message};
    return false;
}

static bool refuse_state(const struct table *t, enum table_state wanted, struct table_refusal *out)
{
    if (wanted == TABLE_OPEN)
        return refuse(out, "not_allowed", "The game has begun; that is possible only before it.");
    if (wanted == TABLE_OVER)
        return refuse(out, "not_allowed", "That is possible only after a finished game.");
    return t->at.row.state == TABLE_SUSPENDED ? refuse(out, "suspended", "The table is suspended.")
           : t->at.row.state == TABLE_OPEN    ? refuse(out, "not_running", "The game has not begun.")
                                              : refuse(out, "not_running", "The game is over.");
}

bool table_may_act(const struct table *t, enum table_act act, uint64_t player, struct table_refusal *out)
{
    enum table_state usual = state_of(act);
    enum table_who who = table_may[act][t->at.row.state], wanted = who ? who : table_may[act][usual];
    if (!is(t, wanted, player))
        return wanted == MAY_CREATOR
                   ? refuse(out, "not_allowed", "Only the player who made the table may do that.")
               : wanted == MAY_STRANGER ? refuse(out, "not_allowed", "You play at this table yourself.")
                                        : refuse(out, "not_yours", "You do not sit at this table.");
    return who || refuse_state(t, usual, out);
}
