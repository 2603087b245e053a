/* accounts.c: POST /api/…: register, log in, log out, delete an account, make a bot account. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/transport/http.h"

enum { PASSWORD_MIN = 8, PASSWORD_MAX = HOST_PASSWORD };

/* A request while it waits for the store, for the hash of a password, and for the store again. */
struct asking {
    struct server *server;
    uint64_t id;                    /* of the connection */
    struct net_request about;       /* only `secure` is kept */
    void (*begin)(struct asking *); /* handles it once the player is known */
    struct player *player;
    char hash[TOKEN_TEXT]; /* of the token that it came with */
    char address[ADDRESS_TEXT];
    struct limits_place guess; /* counts its password for the address */
    char name[STORE_NAME], key[STORE_NAME], password[PASSWORD_MAX + 2];
    bool everywhere;
    bool makes_bot; /* one at a time, so that they can be counted */
    char cookie[NET_COOKIE];
    char body[128];
    const char *event;     /* what the log says when it is done */
    uint64_t account;      /* the account to log in to */
    uint64_t asked_for;    /* a hash of its name, which may be nobody's */
    struct player_row row; /* the new row of the player, if `changes` */
    bool changes;
    /* What else happens once it is stored: */
    uint64_t going[1 + STORE_IDS]; /* the account that is deleted, and its bot accounts */
    int going_count;
    bool ends;             /* drop the cookie's connections, or with `everywhere` all of the player */
    char next[TOKEN_TEXT]; /* the hash of the cookie that replaces the old one, or "" */
};

static void forget(struct asking *a)
{
    if (a->makes_bot)
        a->player->making_bot = false;
    player_release(a->server, a->player);
    limits_leave(&a->server->guessing, &a->guess);
    memset(a->password, 0, sizeof a->password);
    free(a);
}

/* For people who run the server, and for programs such as fail2ban: one event a line, as key=value. */
static void log_event(const struct asking *a, const char *event)
{
    char id[ID_TEXT] = "-";
    if (a->account || a->player)
        id_text(a->account ? a->account : a->player->id, id);
    log_line("event=%s address=%s account=%s", event, a->address, id);
}

static void refuse(struct asking *a, int status, const char *code, const char *message)
{
    if (strcmp(code, "wrong_password") == 0) {
        log_event(a, "login_failed");
        throttle_fail(&a->server->passwords, limits_key(a->address), a->asked_for, server_now(a->server));
    }
    http_error(a->server, a->id, status, code, message);
    forget(a);
}

static void refuse_store(struct asking *a)
{
    refuse(a, 503, "store", "The store cannot be read now; try again later.");
}

static void refuse_going(struct asking *a)
{
    refuse(a, 503, "busy", "This account is being deleted.");
}

static void ask_store(struct asking *a, const struct store_query *query, store_read *done)
{
    a->server->store.read(a->server->store.me, query, done, a);
}

/* ---- writing ---- */

/* Ends the deletion of an account and its bots: they are gone, or the deletion failed and they stay. */
static void end_going(struct asking *a, bool gone)
{
    for (int i = 0; i < a->going_count; i++) {
        struct player *p = players_present(a->server, a->going[i]);
        if (p)
            p->going = p->deleted = gone;
        if (gone) {
            tables_forget_words(a->server, a->going[i]);
            tables_abandon(a->server, a->going[i]);
        }
        if (!p)
            continue;
        if (gone) {
            player_forget_token(a->server, p, NULL);
            clients_drop(a->server, p->id, NULL);
        } else {
            clients_go_on(a->server, p->id);
        }
    }
}

static void answer_all(void *context, enum store_end end)
{
    struct asking *a = context;
    (void)end;
    http_json(a->server, a->id, 200, a->body[0] ? a->body : "{}", a->cookie);
    forget(a);
}

static void on_stored(void *context, enum store_end end)
{
    struct asking *a = context;
    if (end != STORE_KEPT) {
        end_going(a, false);
        refuse(a, a->changes && end == STORE_REFUSED ? 409 : 500, a->changes ? "taken" : "store",
               a->changes ? "Another account has this name; choose another."
                          : "The store could not write it; nothing is changed. Try again later.");
        return;
    }
    if (a->changes) {
        player_take(a->player, &a->row);
        a->player->stored = true;
        tables_rename(a->server, a->player->id, a->player->name);
    }
    log_event(a, a->event);
    end_going(a, true);
    if (a->ends || a->next[0])
        player_forget_token(a->server, a->player, a->everywhere ? NULL : a->hash);
    if (a->next[0])
        clients_new_token(a->server, a->hash, a->next);
    if (a->ends)
        clients_drop(a->server, a->player->id, a->everywhere ? NULL : a->hash);
    if (a->going_count) /* answer when the tables that they leave are stored too: units are written in order
                         */
        a->server->store.write(a->server->store.me, unit_new(), answer_all, a);
    else
        answer_all(a, end);
}

static void write_unit(struct asking *a, struct unit *unit)
{
    a->server->store.write(a->server->store.me, unit, on_stored, a);
}

/* Makes a new token, puts it into the unit and into the cookie. `hash` gets its hash. */
static void new_cookie(struct asking *a, struct unit *unit, uint64_t player, char hash[TOKEN_TEXT])
{
    char token[TOKEN_TEXT];
    struct token_row row = {.player = player, .made = server_now(a->server)};
    server_new_token(a->server, token);
    token_hash(token, hash);
    memcpy(row.hash, hash, sizeof row.hash);
    unit_put_token(unit, &row);
    client_cookie(&a->about, token, a->cookie);
}

static void drop_cookie(struct asking *a)
{
    snprintf(a->cookie, sizeof a->cookie, "castellany=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
}

/* ---- passwords ---- */

static void refuse_for_now(struct asking *a, int64_t wait)
{
    char body[256];
    snprintf(body, sizeof body,
             "{\"error\":\"rate\",\"message\":\"There were too many wrong passwords; wait before the next "
             "try.\",\"wait\":%d}",
             (int)((wait + 999) / 1000));
    log_event(a, "login_delayed");
    http_json(a->server, a->id, 429, body, NULL);
    forget(a);
}

/* Hashes the request's password, or checks it against a hash. `account` is the id or the name of the account
 * that it opens, or "" for a new one. */
static void ask_password(struct asking *a, const char *hash, const char *account, host_hash_done *done)
{
    struct host *host = &a->server->host;
    struct host_password password = {a->password, hash, limits_key(a->address)};
    a->asked_for = limits_key(account);
    int64_t wait =
        hash[0] ? throttle_wait(&a->server->passwords, password.payer, a->asked_for, server_now(a->server))
                : 0;
    if (wait)
        refuse_for_now(a, wait);
    else if (!limits_enter(&a->server->guessing, &a->guess, a->address, LIMIT_GUESSES) ||
             !host->hash(host->me, &password, done, a))
        refuse(a, 503, "busy", "Too many passwords are being checked now; try again in a few seconds.");
}

static bool is_long_enough(const char *password)
{
    return strlen(password) >= PASSWORD_MIN && strlen(password) <= PASSWORD_MAX;
}

/* ---- register ---- */

/* If the name was taken meanwhile, the store refuses the unit. */
static void registered(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    struct player *p = a->player;
    if (!right || p->kind != PLAYER_GUEST || p->going) {
        refuse(a, 409, "taken", "Another account has this name; choose another.");
        return;
    }
    struct unit *unit = unit_new();
    player_row(p, &a->row);
    a->row.kind = PLAYER_ACCOUNT;
    memcpy(a->row.name, a->name, sizeof a->row.name);
    memcpy(a->row.key, a->key, sizeof a->row.key);
    snprintf(a->row.password, sizeof a->row.password, "%s", password);
    a->event = "registered";
    a->changes = true;
    unit_put_player(unit, &a->row);
    unit_drop_token(unit, a->hash);
    new_cookie(a, unit, p->id, a->next);
    write_unit(a, unit);
}

static void name_is_free(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    if (answer->found == STORE_FAILED)
        refuse_store(a);
    else if (answer->found == STORE_FOUND)
        refuse(a, 409, "taken", "Another account has this name; choose another.");
    else
        ask_password(a, "", "", registered);
}

static void do_register(struct asking *a)
{
    if (a->player->kind != PLAYER_GUEST)
        refuse(a, 403, "not_allowed", "You are logged in to an account already; log out first.");
    else if (!player_name_key(a->name, a->key))
        refuse(a, 400, "limit", "A name has 1 to 24 characters, no control characters and no spare spaces.");
    else if (!is_long_enough(a->password))
        refuse(a, 400, "limit", "The password must have 8 to 256 bytes.");
    else
        ask_store(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, name_is_free);
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
        refuse(a, 403, "wrong_password", "The name or the password is wrong.");
        return;
    }
    struct unit *unit = unit_new();
    a->event = "logged_in";
    new_cookie(a, unit, a->account, hash);
    unit_trim_tokens(unit, a->account, LIMIT_COOKIES);
    write_unit(a, unit);
}

static void account_found(void *context, const struct store_answer *answer)
{
    /* A hash that fits no password. With it, a name without an account takes as long as one with. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs";
    struct asking *a = context;
    bool known = answer->found == STORE_FOUND && answer->player.password[0];
    if (answer->found == STORE_FAILED) {
        refuse_store(a);
        return;
    }
    a->account = known ? answer->player.id : 0;
    if (strlen(a->password) > PASSWORD_MAX)
        a->password[0] = '\0';
    ask_password(a, known ? answer->player.password : nobody, a->key, logged_in);
}

static void do_login(struct asking *a)
{
    if (!player_name_key(a->name, a->key))
        a->key[0] = '\0';
    ask_store(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, account_found);
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
    drop_cookie(a);
    write_unit(a, unit);
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
            refuse_going(a);
        else
            refuse_store(a);
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
    drop_cookie(a);
    write_unit(a, unit);
}

static void may_delete(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    (void)password;
    if (!right)
        refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        ask_store(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, delete_all);
}

static void do_delete(struct asking *a)
{
    if (a->player->kind == PLAYER_BOT)
        refuse(a, 403, "not_allowed", "A bot account goes with the account that owns it.");
    else if (a->player->kind == PLAYER_GUEST) /* the cookie is all that a guest has to show */
        ask_store(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, delete_all);
    else if (!a->password[0])
        refuse(a, 400, "missing", "The body lacks the password of the account.");
    else if (strlen(a->password) > PASSWORD_MAX)
        refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        ask_password(a, a->player->password, a->player->key, may_delete);
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
        refuse_store(a);
        return;
    }
    if (answer->found == STORE_FOUND) {
        refuse(a, 409, "taken", "Another account has this name; choose another.");
        return;
    }
    memcpy(bot.name, a->name, sizeof bot.name);
    memcpy(bot.key, a->key, sizeof bot.key);
    server_new_token(server, token);
    token_hash(token, row.hash);
    struct unit *unit = unit_new();
    unit_put_player(unit, &bot);
    unit_put_token(unit, &row);
    a->event = "bot_made";
    snprintf(a->body, sizeof a->body, "{\"token\":\"%s\"}", token);
    write_unit(a, unit);
}

static void bots_counted(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    if (answer->found == STORE_FAILED)
        refuse_store(a);
    else if (answer->count >= LIMIT_BOTS)
        refuse(a, 403, "limit", "This account has 10 bots already, which is the limit.");
    else
        ask_store(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, bot_name_free);
}

static void do_bot(struct asking *a)
{
    if (a->player->kind != PLAYER_ACCOUNT)
        refuse(a, 403, "not_allowed", "Only an account can make bots; register first.");
    else if (!player_name_key(a->name, a->key))
        refuse(a, 400, "limit", "A name has 1 to 24 characters, no control characters and no spare spaces.");
    else if (a->player->making_bot)
        refuse(a, 503, "busy", "A bot account is being made already; try again.");
    else {
        a->player->making_bot = a->makes_bot = true;
        ask_store(a, &(struct store_query){.what = STORE_BOTS, .id = a->player->id}, bots_counted);
    }
}

/* ---- requests ---- */

static const struct {
    const char *path;
    bool name, password;
    void (*begin)(struct asking *);
} kinds[] = {
    {"/api/register", true, true, do_register}, {"/api/login", true, true, do_login},
    {"/api/logout", false, false, do_logout},   {"/api/delete", false, false, do_delete},
    {"/api/bot", true, false, do_bot},
};

/* False if there is no such request or a member is missing. */
static bool read_body(struct asking *a, const char *path, const json_t *body)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    const char *password = json_string_value(json_object_get(body, "password"));
    a->everywhere = json_is_true(json_object_get(body, "everywhere"));
    /* The buffers are longer than the limits, so a text that is too long is still too long in them. */
    snprintf(a->name, sizeof a->name, "%s", name ? name : "");
    snprintf(a->password, sizeof a->password, "%s", password ? password : "");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].path, path) == 0 && (name || !kinds[i].name) && (password || !kinds[i].password))
            a->begin = kinds[i].begin;
    return a->begin != NULL;
}

static void identified(void *context, struct player *player, enum store_found found)
{
    struct asking *a = context;
    a->player = player;
    if (found == STORE_FAILED)
        refuse_store(a);
    else if (!player)
        refuse(a, 401, "not_allowed", "The server does not know this token.");
    else if (player->going)
        refuse_going(a);
    else
        a->begin(a);
}

/* Finds the player who asks. One without a cookie is a new guest and gets a cookie. */
static void identify(struct asking *a, const struct net_request *request)
{
    char token[TOKEN_TEXT];
    bool no_bearer, bot = request_bearer(request, token, &no_bearer);
    if (!bot && !no_bearer) {
        refuse(a, 401, "not_allowed", "The server does not know this token.");
        return;
    }
    bool known = bot || request_cookie(request, token);
    if (!known) {
        server_new_token(a->server, token);
        client_cookie(request, token, a->cookie);
    }
    token_hash(token, a->hash);
    if (!known)
        identified(a, players_new_guest(a->server, a->hash), STORE_FOUND);
    else
        (bot ? players_by_bot_token : players_by_token)(a->server, a->hash, identified, a);
}

void accounts_request(struct server *server, uint64_t id, const struct net_request *request)
{
    if (strncmp(request->content_type, "application/json", 16) != 0 || !request_origin_fine(request)) {
        http_error(server, id, 403, "not_allowed",
                   "A POST needs Content-Type: application/json, and an Origin must be this server.");
        return;
    }
    json_t *body =
        json_loadb(request->body ? request->body : "", request->length, JSON_REJECT_DUPLICATES, NULL);
    struct asking *a = must_calloc(1, sizeof *a);
    a->server = server;
    a->id = id;
    a->about.secure = request->secure;
    memcpy(a->address, request->address, sizeof a->address);
    if (!json_is_object(body))
        refuse(a, 400, "bad_json", "The body is not a JSON object.");
    else if (!read_body(a, request->path, body))
        refuse(a, 400, "missing", "There is no such request, or its body lacks a name or a password.");
    else
        identify(a, request);
    json_decref(body);
}
