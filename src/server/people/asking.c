/* asking.c: POST /api/…: who asks, the password, the store, and the answer. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "server/base/log.h"
#include "server/people/again.h"
#include "server/base/memory.h"
#include "server/people/asking.h"
#include "server/transport/http.h"

static void forget(struct asking *a)
{
    if (a->makes_bot)
        a->player->making_bot = false;
    player_release(a->server, a->player);
    limits_leave(&a->server->guessing, &a->guess);
    sodium_memzero(a->password, sizeof a->password);
    sodium_memzero(a->fresh, sizeof a->fresh);
    sodium_memzero(a->body, sizeof a->body);
    free(a);
}

/* For people who run the server, and for programs such as fail2ban: one event a line, as key=value. Somebody
 * who guesses is a new guest each time; only the account that they want tells something. Each wrong password
 * has a line of its own, because fail2ban counts lines, and lines of a second that are equal become one. */
static void log_account(const struct asking *a, const char *event)
{
    char id[ID_TEXT] = "-";
    bool failed = strcmp(event, "login_failed") == 0, guesses = failed || strcmp(event, "login_delayed") == 0;
    bool known = a->player && (!guesses || a->player->kind != PLAYER_GUEST);
    if (a->account || known)
        id_text(a->account ? a->account : a->player->id, id);
    char tries[16];
    snprintf(tries, sizeof tries, "%d", throttle_count(&a->server->passwords, limits_key(a->address)));
    log_event(failed ? LOG_WARN : LOG_INFO, event, "address", a->address, "account", id,
              failed ? "tries" : NULL, tries, NULL);
}

static struct throttle_try try_of(const struct asking *a)
{
    return (struct throttle_try){limits_key(a->address), limits_site(a->address), a->asked_for};
}

void asking_refuse(struct asking *a, int status, const char *code, const char *message)
{
    if (strcmp(code, "wrong_password") == 0) {
        struct throttle_try tried = try_of(a);
        throttle_fail(&a->server->passwords, &tried, server_now(a->server));
        a->server->metrics.failed_logins++;
        log_account(a, "login_failed");
        struct notice notice = {
            .kind = NOTICE_WRONG, .about = tried.address, .ids = {tried.account, tried.site}, .id_count = 2};
        nodes_tell(a->server, &notice);
    }
    http_error(a->server, a->id, status, code, message);
    forget(a);
}

void asking_refuse_store(struct asking *a)
{
    asking_refuse(a, 503, "store", "The store cannot be read now; try again later.");
}

void asking_refuse_going(struct asking *a)
{
    asking_refuse(a, 503, "busy", "This account is being deleted.");
}

void asking_read(struct asking *a, const struct store_query *query, store_read *done)
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
            rooms_forget_words(a->server, a->going[i]);
            rooms_abandon(a->server, a->going[i]);
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

void asking_answer(struct asking *a)
{
    http_json(a->server, a->id, 200, a->body[0] ? a->body : "{}", a->cookie);
    forget(a);
}

static void answer_all(void *context, enum store_end end)
{
    struct asking *a = context;
    (void)end;
    asking_answer(a);
}

static void on_stored(void *context, enum store_end end);

/* Nobody knows whether the unit was kept: the store says it now, as far as it is about the player. Who only
 * comes or goes asks again. */
static void read_back(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    bool same = answer->found == STORE_FOUND && player_row_same(&a->row, &answer->player);
    bool kept = a->going_count ? answer->found == STORE_NONE : a->row.id && same;
    a->names = false; /* it may be its own */
    on_stored(a, kept ? STORE_KEPT : STORE_REFUSED);
}

static void on_stored(void *context, enum store_end end)
{
    struct asking *a = context;
    if (end == STORE_UNKNOWN) {
        asking_read(a,
                    &(struct store_query){.what = STORE_PLAYER, .id = a->row.id ? a->row.id : a->player->id},
                    read_back);
        return;
    }
    if (end != STORE_KEPT) {
        end_going(a, false);
        player_read_again(a->server, a->row.id ? a->row.id : a->player->id);
        asking_refuse(a, a->names && end == STORE_REFUSED ? 409 : 500, a->names ? "taken" : "store",
                      a->names ? "Another account has this name; choose another."
                               : "The store could not write it; nothing is changed. Try again later.");
        return;
    }
    if (a->changes) {
        player_take(a->player, &a->row);
        a->player->stored = true;
        rooms_rename(a->server, a->player->id, a->player->name, (enum player_kind)a->player->kind);
    }
    log_account(a, a->event);
    if (a->after)
        a->after(a);
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

void asking_write(struct asking *a, struct unit *unit)
{
    a->server->store.write(a->server->store.me, unit, on_stored, a);
}

/* Makes a new token, puts it into the unit and into the cookie. `hash` gets its hash. */
void asking_new_cookie(struct asking *a, struct unit *unit, uint64_t player, char hash[TOKEN_TEXT])
{
    char token[TOKEN_TEXT];
    struct token_row row = {.player = player, .made = server_now(a->server)};
    server_new_token(a->server, token);
    token_hash(token, hash);
    memcpy(row.hash, hash, sizeof row.hash);
    memcpy(row.agent, a->agent, sizeof row.agent);
    unit_put_token(unit, &row);
    client_cookie(&a->about, token, a->cookie);
}

void asking_drop_cookie(struct asking *a)
{
    client_cookie(&a->about, "", a->cookie);
}

/* ---- passwords ---- */

static void refuse_for_now(struct asking *a, int64_t wait)
{
    char body[256];
    snprintf(body, sizeof body,
             "{\"error\":\"rate\",\"message\":\"There were too many wrong passwords; wait before the next "
             "try.\",\"wait\":%d}",
             (int)((wait + 999) / 1000));
    log_account(a, "login_delayed");
    http_json(a->server, a->id, 429, body, NULL);
    forget(a);
}

bool asking_must_wait(struct asking *a, const char *account)
{
    a->asked_for = limits_key(account);
    struct throttle_try tried = try_of(a);
    int64_t wait = throttle_wait(&a->server->passwords, &tried, server_now(a->server));
    if (wait)
        refuse_for_now(a, wait);
    return wait != 0;
}

/* Hashes the request's password, or checks it against a hash. `account` is the id or the name of the account
 * that it opens, or "" for a new one. */
void asking_check(struct asking *a, const char *hash, const char *account, host_hash_done *done)
{
    struct host *host = &a->server->host;
    struct host_password password = {a->password, hash, limits_key(a->address)};
    if (hash[0] && asking_must_wait(a, account))
        return;
    if (!limits_enter(&a->server->guessing, &a->guess, a->address, LIMIT_GUESSES) ||
        !host->hash(host->me, &password, done, a))
        asking_refuse(a, 503, "busy",
                      "Too many passwords are being checked now; try again in a few seconds.");
}

bool asking_password_fits(const char *password)
{
    return strlen(password) >= PASSWORD_MIN && strlen(password) <= PASSWORD_MAX;
}

/* ---- requests ---- */

/* Copies a member. False if it must be there and is not. */
static bool read_member(const struct json *body, const char *key, bool needed, char *out, size_t size)
{
    const char *text = json_text(json_get(body, key));
    snprintf(out, size, "%s", text ? text : "");
    return text || !needed;
}

static bool read_members(struct asking *a, const struct json *body, const char *needs)
{
    a->everywhere = json_is(json_get(body, "everywhere"), JSON_TRUE);
    return read_member(body, "name", strchr(needs, 'n'), a->name, sizeof a->name) &&
           read_member(body, "password", strchr(needs, 'p'), a->password, sizeof a->password) &&
           read_member(body, "new", strchr(needs, 'f'), a->fresh, sizeof a->fresh) &&
           read_member(body, "code", strchr(needs, 'c'), a->code, sizeof a->code) &&
           read_member(body, "session", strchr(needs, 's'), a->session, sizeof a->session) &&
           read_member(body, "bot", strchr(needs, 'b'), a->bot, sizeof a->bot);
}

/* False if there is no such request or a member is missing. */
static bool read_body(struct asking *a, const char *path, const struct json *body)
{
    static const struct asking_kind *const lists[] = {asking_accounts, asking_secrets};
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++)
        for (const struct asking_kind *kind = lists[list]; kind->path; kind++)
            if (strcmp(kind->path, path) == 0 && read_members(a, body, kind->needs))
                a->begin = kind->begin;
    return a->begin != NULL;
}

static void identified(void *context, struct player *player, enum store_found found)
{
    struct asking *a = context;
    a->player = player;
    if (found == STORE_FAILED)
        asking_refuse_store(a);
    else if (!player)
        asking_refuse(a, 401, "not_allowed", "The server does not know this token.");
    else if (player->going)
        asking_refuse_going(a);
    else if (house_keeps_out(a->server, player) || house_ban(a->server, BAN_OUT, 0, a->address))
        asking_refuse(a, 403, "banned", "The owner of this server keeps you out.");
    else
        a->begin(a);
}

/* Finds the player who asks. One without a cookie is a new guest and gets a cookie. */
static void identify(struct asking *a, const struct net_request *request)
{
    char token[TOKEN_TEXT];
    bool no_bearer, bot = request_bearer(request, token, &no_bearer);
    if (!bot && !no_bearer) {
        asking_refuse(a, 401, "not_allowed", "The server does not know this token.");
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

/* What a browser calls itself is shown to its owner only, as plain ASCII. */
static void copy_agent(const char *from, char *out, size_t size)
{
    size_t n = 0;
    for (; from && *from && n < size - 1; from++)
        if (*from >= ' ' && *from < 0x7f)
            out[n++] = *from;
    out[n] = '\0';
}

void accounts_request(struct server *server, uint64_t id, const struct net_request *request)
{
    if (strncmp(request->content_type, "application/json", 16) != 0 || !request_origin_fine(request)) {
        http_error(server, id, 403, "not_allowed",
                   "A POST needs Content-Type: application/json, and an Origin must be this server.");
        return;
    }
    const struct json *body = json_load(request->body ? request->body : "", request->length, NULL);
    struct asking *a = must_calloc(1, sizeof *a);
    a->server = server;
    a->id = id;
    a->about.secure = request->secure;
    copy_agent(request->user_agent, a->agent, sizeof a->agent);
    memcpy(a->address, request->address, sizeof a->address);
    if (!json_is(body, JSON_OBJECT))
        asking_refuse(a, 400, "bad_json", "The body is not a JSON object.");
    else if (!read_body(a, request->path, body))
        asking_refuse(a, 400, "missing", "There is no such request, or its body lacks a member.");
    else
        identify(a, request);
    json_free(body);
}
