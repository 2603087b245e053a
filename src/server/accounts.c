/* accounts.c: POST /api/…: accounts are made, entered, left and deleted; accounts make bot accounts. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http.h"
#include "server/memory.h"
#include "server/password.h"

/* A request while a password is hashed and the store writes. */
struct asking {
    struct server *server;
    uint64_t id;              /* of the connection */
    struct net_request about; /* only `secure` is kept */
    struct player *player;
    char hash[TOKEN_TEXT]; /* of the cookie that it came with */
    char address[ADDRESS_TEXT];
    struct limits_place guess; /* among the passwords that are hashed for the address */
    char name[STORE_NAME], key[STORE_NAME];
    char cookie[NET_COOKIE];
    char body[128];
    uint64_t account; /* to log in to */
    /* What else happens once it is stored: */
    struct player *going[1 + LIMIT_BOTS]; /* held; an account that is deleted, and its bots */
    int going_count;
    bool ends, everywhere; /* the cookie's connections end, or all of the player */
    char next[TOKEN_TEXT]; /* the hash of the cookie that takes the old one's place, or "" */
};

static void forget(struct asking *a)
{
    for (int i = 0; i < a->going_count; i++)
        player_release(a->server, a->going[i]);
    player_release(a->server, a->player);
    limits_leave(&a->server->guessing, &a->guess);
    free(a);
}

static void refuse(struct asking *a, int status, const char *code, const char *message)
{
    http_error(a->server, a->id, status, code, message);
    forget(a);
}

static void refuse_going(struct asking *a)
{
    refuse(a, 503, "busy", "The account is being deleted.");
}

/* Seats in games that run go to computers. */
static void leave_all(struct server *server, struct player *player)
{
    uint64_t ids[STORE_LIST], before = 0;
    int count;
    while ((count = store_list(server->store, STORE_MINE, player->id, before, ids, STORE_LIST)) > 0) {
        for (int i = 0; i < count; i++) {
            struct store_table table; /* most are over, and none of these need be replayed */
            if (!store_get_table(server->store, ids[i], &table) || table.state > TABLE_RUNNING)
                continue;
            struct room *room = room_get(server, ids[i]);
            uint32_t seats = room ? room_seats_of(room, player) : 0;
            if (!seats || room->busy || room->table.state > TABLE_RUNNING)
                continue;
            bool running = room->table.state == TABLE_RUNNING;
            for (int seat = 0; seat < room->table.seats; seat++)
                if (seats & game_bit(seat))
                    room_seat(room, seat, running ? CHAIR_COMPUTER : CHAIR_OPEN, NULL, 0);
            room_reseat(room);
            room_end_open(room, player);
            room_commit(room, NEWS_ALL, NULL);
        }
        before = ids[count - 1];
    }
}

/* An account and its bots that were going are gone, or stay. */
static void end_going(struct asking *a, bool gone)
{
    for (int i = 0; i < a->going_count; i++) {
        struct player *p = a->going[i];
        p->going = p->deleted = gone;
        if (!gone) {
            clients_go_on(a->server, p->id);
            continue;
        }
        player_forget_token(a->server, p, NULL);
        clients_drop(a->server, p->id, NULL);
        if (!a->server->closing)
            leave_all(a->server, p); /* tables that were busy before */
    }
}

/* The store has it: answer. */
static void stored(void *context, const char *problem)
{
    struct asking *a = context;
    if (problem) {
        player_restore(a->server, a->player);
        end_going(a, false);
        refuse(a, 500, "store", "It could not be written; nothing is changed.");
        return;
    }
    end_going(a, true);
    if (a->ends || a->next[0])
        player_forget_token(a->server, a->player, a->everywhere ? NULL : a->hash);
    if (a->next[0])
        clients_new_token(a->server, a->hash, a->next);
    if (a->ends)
        clients_drop(a->server, a->player->id, a->everywhere ? NULL : a->hash);
    http_json(a->server, a->id, 200, a->body[0] ? a->body : "{}", a->cookie);
    forget(a);
}

/* A new token for the cookie; its hash. */
static void new_cookie(struct asking *a, uint64_t player, char hash[TOKEN_TEXT])
{
    char token[TOKEN_TEXT];
    token_new(token);
    token_hash(token, hash);
    store_put_token(a->server->store, hash, player);
    client_cookie(&a->about, token, a->cookie);
}

static void registered(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    struct player *p = a->player;
    if (!right || p->kind != PLAYER_GUEST || store_find_name(a->server->store, a->key)) {
        refuse(a, 409, "taken", "That name is taken.");
        return;
    }
    p->kind = PLAYER_ACCOUNT;
    memcpy(p->name, a->name, sizeof p->name);
    memcpy(p->key, a->key, sizeof p->key);
    snprintf(p->password, sizeof p->password, "%s", password);
    player_put(a->server, p);
    store_drop_token(a->server->store, a->hash);
    new_cookie(a, p->id, a->next);
    store_commit(a->server->store, stored, a);
}

static void logged_in(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    char hash[TOKEN_TEXT];
    (void)password;
    /* It may have been deleted while the password was looked at. */
    struct player *p = right ? players_get(a->server, a->account) : NULL;
    bool there = p && !p->going;
    player_release(a->server, p);
    if (!there) {
        refuse(a, 403, "wrong_password", "The name or the password is wrong.");
        return;
    }
    new_cookie(a, a->account, hash);
    store_trim_tokens(a->server->store, a->account, LIMIT_COOKIES);
    store_commit(a->server->store, stored, a);
}

/* From now on until it is stored nothing else of the account and its bots is written. */
static void begin_going(struct asking *a)
{
    uint64_t own[LIMIT_BOTS];
    int count = store_bots(a->server->store, a->player->id, own, LIMIT_BOTS);
    a->going[a->going_count++] = player_hold(a->player);
    for (int i = 0; i < count; i++) {
        struct player *bot = players_get(a->server, own[i]);
        if (bot)
            a->going[a->going_count++] = bot;
    }
    for (int i = 0; i < a->going_count; i++)
        a->going[i]->going = true;
    /* Tables are written first, each as a unit of its own. */
    for (int i = 0; i < a->going_count; i++)
        leave_all(a->server, a->going[i]);
    for (int i = 0; i < a->going_count; i++)
        store_drop_player(a->server->store, a->going[i]->id);
}

static void may_delete(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    (void)password;
    if (!right) {
        refuse(a, 403, "wrong_password", "The password is wrong.");
        return;
    }
    if (a->player->going) {
        refuse_going(a);
        return;
    }
    begin_going(a);
    snprintf(a->cookie, sizeof a->cookie, "castellany=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    store_commit(a->server->store, stored, a);
}

static void ask_password(struct asking *a, const char *password, const char *hash, password_done *done)
{
    if (!limits_enter(&a->server->guessing, &a->guess, a->address, LIMIT_GUESSES) ||
        !password_ask(a->server, password, hash, done, a))
        refuse(a, 503, "busy", "Too many at once; try again.");
}

static bool long_enough(const char *password)
{
    return strlen(password) >= PASSWORD_MIN && strlen(password) <= PASSWORD_MAX;
}

static void do_register(struct asking *a, const char *name, const char *password)
{
    if (a->player->kind != PLAYER_GUEST)
        refuse(a, 403, "not_allowed", "You have an account.");
    else if (!player_name_key(name, a->key))
        refuse(a, 400, "limit", "A name has 1 to 24 characters, none of them special.");
    else if (!long_enough(password))
        refuse(a, 400, "limit", "A password has 8 to 256 bytes.");
    else if (store_find_name(a->server->store, a->key))
        refuse(a, 409, "taken", "That name is taken.");
    else {
        snprintf(a->name, sizeof a->name, "%s", name);
        ask_password(a, password, "", registered);
    }
}

static void do_login(struct asking *a, const char *name, const char *password)
{
    /* A hash that fits nothing, so that a name without an account takes as long as one with. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs";
    struct store_player found;
    a->account = player_name_key(name, a->key) ? store_find_name(a->server->store, a->key) : 0;
    bool known = a->account && store_get_player(a->server->store, a->account, &found) && found.password[0];
    ask_password(a, strlen(password) <= PASSWORD_MAX ? password : "", known ? found.password : nobody,
                 logged_in);
}

static void do_logout(struct asking *a, bool everywhere)
{
    if (everywhere)
        store_drop_tokens(a->server->store, a->player->id);
    else
        store_drop_token(a->server->store, a->hash);
    a->ends = true;
    a->everywhere = everywhere;
    snprintf(a->cookie, sizeof a->cookie, "castellany=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    store_commit(a->server->store, stored, a);
}

static void do_bot(struct asking *a, const char *name)
{
    char token[TOKEN_TEXT], hash[TOKEN_TEXT];
    uint64_t own[LIMIT_BOTS];
    struct store_player bot = {
        .id = id_new(), .owner = a->player->id, .kind = PLAYER_BOT, .settings = "{}", .created = now_ms()};
    if (a->player->kind != PLAYER_ACCOUNT) {
        refuse(a, 403, "not_allowed", "Only accounts have bots.");
        return;
    }
    if (!player_name_key(name, bot.key)) {
        refuse(a, 400, "limit", "A name has 1 to 24 characters, none of them special.");
        return;
    }
    if (store_find_name(a->server->store, bot.key)) {
        refuse(a, 409, "taken", "That name is taken.");
        return;
    }
    if (store_bots(a->server->store, a->player->id, own, LIMIT_BOTS) >= LIMIT_BOTS) {
        refuse(a, 403, "limit", "An account has at most 10 bots.");
        return;
    }
    snprintf(bot.name, sizeof bot.name, "%s", name);
    token_new(token);
    token_hash(token, hash);
    store_put_player(a->server->store, &bot);
    store_put_token(a->server->store, hash, bot.id);
    snprintf(a->body, sizeof a->body, "{\"token\":\"%s\"}", token);
    store_commit(a->server->store, stored, a);
}

static void dispatch(struct asking *a, const char *path, const json_t *body)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    const char *password = json_string_value(json_object_get(body, "password"));
    bool both = name && password;
    if (strcmp(path, "/api/register") == 0 && both)
        do_register(a, name, password);
    else if (strcmp(path, "/api/login") == 0 && both)
        do_login(a, name, password);
    else if (strcmp(path, "/api/logout") == 0)
        do_logout(a, json_is_true(json_object_get(body, "everywhere")));
    else if (strcmp(path, "/api/delete") == 0 && password && a->player->kind == PLAYER_ACCOUNT)
        ask_password(a, password, a->player->password, may_delete);
    else if (strcmp(path, "/api/bot") == 0 && name)
        do_bot(a, name);
    else
        refuse(a, 400, "missing", "Something is missing, or there is no such request.");
}

void accounts_request(struct server *server, uint64_t id, const struct net_request *request)
{
    bool fresh;
    if (strncmp(request->content_type, "application/json", 16) != 0 || !client_origin_fine(request)) {
        http_error(server, id, 403, "not_allowed", "JSON from this site's own pages is wanted.");
        return;
    }
    json_t *body =
        json_loadb(request->body ? request->body : "", request->length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(body)) {
        json_decref(body);
        http_error(server, id, 400, "bad_json", "Not a JSON object.");
        return;
    }
    struct asking *a = must_calloc(1, sizeof *a);
    a->server = server;
    a->id = id;
    a->about.secure = request->secure;
    memcpy(a->address, request->address, sizeof a->address);
    a->player = client_identify(server, request, a->hash, &fresh, a->cookie);
    if (!a->player)
        refuse(a, 401, "not_allowed", "That token is not known.");
    else if (a->player->going)
        refuse_going(a);
    else
        dispatch(a, request->path, body);
    json_decref(body);
}
