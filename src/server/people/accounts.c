/* accounts.c: POST /api/…: register, log in, log out, delete an account, make a bot account. */
#include <stdio.h>
#include <string.h>

#include "server/people/asking.h"

/* ---- register ---- */

/* If the name was taken meanwhile, the store refuses the unit. */
static void registered(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    struct player *p = a->player;
    if (!right || p->kind != PLAYER_GUEST || p->going) {
        asking_refuse(a, 409, "taken", "Another account has this name; choose another.");
        return;
    }
    struct unit *unit = unit_new();
    player_row(p, &a->row);
    a->row.kind = PLAYER_ACCOUNT;
    memcpy(a->row.name, a->name, sizeof a->row.name);
    memcpy(a->row.key, a->key, sizeof a->row.key);
    snprintf(a->row.password, sizeof a->row.password, "%s", password);
    a->event = "registered";
    a->changes = a->names = true;
    (p->stored ? unit_put_player : unit_new_player)(unit, &a->row);
    unit_drop_token(unit, a->hash);
    asking_new_codes(a, unit, p->id);
    asking_new_cookie(a, unit, p->id, a->next);
    asking_write(a, unit);
}

static void name_is_free(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    if (answer->found == STORE_FAILED)
        asking_refuse_store(a);
    else if (answer->found == STORE_FOUND)
        asking_refuse(a, 409, "taken", "Another account has this name; choose another.");
    else
        asking_check(a, "", "", registered);
}

static void do_register(struct asking *a)
{
    if (a->server->house.registration_closed)
        asking_refuse(a, 403, "no_accounts", "The owner of this server lets nobody make accounts now.");
    else if (a->player->kind != PLAYER_GUEST)
        asking_refuse(a, 403, "not_allowed", "You are logged in to an account already; log out first.");
    else if (!player_name_allowed(a->name, a->key))
        asking_refuse(a, 400, "limit",
                      "A name has 1 to 24 characters, no control characters and no spare spaces.");
    else if (!asking_password_fits(a->password))
        asking_refuse(a, 400, "limit", "The password must have 8 to 256 bytes.");
    else if (!budget_take(a->server, BUDGET_ACCOUNTS, a->address, 1))
        asking_refuse(a, 429, "rate", "Too many accounts were made from your address; try again in a while.");
    else
        asking_read(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, name_is_free);
}

/* ---- log in and out ---- */

static void logged_in(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    char hash[TOKEN_TEXT];
    (void)password;
    /* The account may have been deleted while the password was checked. */
    const struct player *p = players_present(a->server, a->account);
    if (!right || !a->account || (p && (p->going || p->deleted))) {
        asking_refuse(a, 403, "wrong_password", "The name or the password is wrong.");
        return;
    }
    if (house_ban(a->server, BAN_OUT, a->account, a->address)) {
        asking_refuse(a, 403, "banned", "The owner of this server keeps you out.");
        return;
    }
    struct unit *unit = unit_new();
    a->event = "logged_in";
    asking_new_cookie(a, unit, a->account, hash);
    unit_trim_tokens(unit, a->account, LIMIT_COOKIES);
    asking_write(a, unit);
}

static void account_found(void *context, const struct store_answer *answer)
{
    /* A hash that fits no password. With it, a name without an account takes as long as one with. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs";
    struct asking *a = context;
    bool known = answer->found == STORE_FOUND && answer->player.password[0];
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    a->account = known ? answer->player.id : 0;
    if (strlen(a->password) > PASSWORD_MAX)
        a->password[0] = '\0';
    asking_check(a, known ? answer->player.password : nobody, a->key, logged_in);
}

static void do_login(struct asking *a)
{
    if (!player_name_key(a->name, a->key))
        a->key[0] = '\0';
    asking_read(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, account_found);
}

static void do_logout(struct asking *a)
{
    struct unit *unit = unit_new();
    if (a->everywhere)
        unit_drop_tokens(unit, a->player->id);
    else
        unit_drop_token(unit, a->hash);
    a->ends = true;
    a->event = "logged_out";
    asking_drop_cookie(a);
    asking_write(a, unit);
}

/* ---- delete ---- */

/* Marks the account and its bots as going: until the unit is stored, nothing else of them is written. */
static void delete_all(void *context, const struct store_answer *owned)
{
    struct asking *a = context;
    struct unit *unit = unit_new();
    if (owned->found == STORE_FAILED || a->player->going) {
        unit_free(unit);
        if (a->player->going)
            asking_refuse_going(a);
        else
            asking_refuse_store(a);
        return;
    }
    a->going[a->going_count++] = a->player->id;
    for (int i = 0; i < owned->count; i++)
        a->going[a->going_count++] = owned->ids[i];
    for (int i = 0; i < a->going_count; i++) {
        struct player *p = players_present(a->server, a->going[i]);
        if (p)
            p->going = true;
        unit_drop_player(unit, a->going[i]);
    }
    a->event = "deleted";
    asking_drop_cookie(a);
    asking_write(a, unit);
}

static void may_delete(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    (void)password;
    if (!right)
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        asking_read(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, delete_all);
}

static void do_delete(struct asking *a)
{
    if (a->player->kind == PLAYER_BOT)
        asking_refuse(a, 403, "not_allowed", "A bot account goes with the account that owns it.");
    else if (a->player->kind == PLAYER_GUEST) /* the cookie is all that a guest has to show */
        asking_read(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, delete_all);
    else if (!a->password[0])
        asking_refuse(a, 400, "missing", "The body lacks the password of the account.");
    else if (strlen(a->password) > PASSWORD_MAX)
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        asking_check(a, a->player->password, a->player->key, may_delete);
}

/* ---- bots ---- */

static void bot_name_free(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    struct server *server = a->server;
    char token[TOKEN_TEXT];
    struct player_row bot = {.id = server_new_id(server),
                             .owner = a->player->id,
                             .kind = PLAYER_BOT,
                             .settings = "{}",
                             .created = server_now(server)};
    bot.seen = bot.created;
    struct token_row row = {.player = bot.id, .made = bot.created};
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    if (answer->found == STORE_FOUND) {
        asking_refuse(a, 409, "taken", "Another account has this name; choose another.");
        return;
    }
    memcpy(bot.name, a->name, sizeof bot.name);
    memcpy(bot.key, a->key, sizeof bot.key);
    server_new_token(server, token);
    token_hash(token, row.hash);
    struct unit *unit = unit_new();
    unit_new_player(unit, &bot);
    unit_put_token(unit, &row);
    a->event = "bot_made";
    snprintf(a->body, sizeof a->body, "{\"token\":\"%s\"}", token);
    asking_write(a, unit);
}

static void bots_counted(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    if (answer->found == STORE_FAILED)
        asking_refuse_store(a);
    else if (answer->count >= LIMIT_BOTS)
        asking_refuse(a, 403, "limit", "This account has 10 bots already, which is the limit.");
    else
        asking_read(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, bot_name_free);
}

static void do_bot(struct asking *a)
{
    if (a->player->kind != PLAYER_ACCOUNT)
        asking_refuse(a, 403, "not_allowed", "Only an account can make bots; register first.");
    else if (!player_name_allowed(a->name, a->key))
        asking_refuse(a, 400, "limit",
                      "A name has 1 to 24 characters, no control characters and no spare spaces.");
    else if (a->player->making_bot)
        asking_refuse(a, 503, "busy", "A bot account is being made already; try again.");
    else {
        a->player->making_bot = a->makes_bot = true;
        asking_read(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, bots_counted);
    }
}

const struct asking_kind asking_accounts[] = {
    {"/api/register", "np", do_register}, {"/api/login", "np", do_login}, {"/api/logout", "", do_logout},
    {"/api/delete", "", do_delete},       {"/api/bot", "n", do_bot},      {0},
};
