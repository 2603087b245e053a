/* secrets.c: POST /api/…: a person's password, recovery codes, sessions and the tokens of their bots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/people/asking.h"

enum { SESSION_TEXT = 16 }; /* so many digits of a token's hash name a session */

static bool is_account(struct asking *a)
{
    if (a->player->kind == PLAYER_ACCOUNT)
        return true;
    asking_refuse(a, 403, "not_allowed", "Only an account can do this; log in first.");
    return false;
}

static struct text begin_body(struct asking *a, const char *key)
{
    struct text out = TEXT_IN(a->body);
    text_json_open(&out, '{');
    text_member_open(&out, key, '[');
    return out;
}

static void end_body(struct text *out)
{
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* ---- the password ---- */

/* Other sessions end: somebody who changes the password may do so because a stranger knows it. */
static void drop_others(struct asking *a)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&a->server->clients, &at));)
        if (c->player == a->player && strcmp(c->token, a->hash) != 0)
            a->server->host.drop(a->server->host.me, c->id);
}

static void on_new_password(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    if (!right || a->player->going) {
        asking_refuse(a, 503, "busy", "The password could not be hashed; try again.");
        return;
    }
    struct unit *unit = unit_new();
    player_row(a->player, &a->row);
    snprintf(a->row.password, sizeof a->row.password, "%s", password);
    a->changes = true;
    a->event = "password_changed";
    a->after = drop_others;
    unit_put_player(unit, &a->row);
    unit_drop_tokens(unit, a->player->id);
    asking_new_cookie(a, unit, a->player->id, a->next);
    asking_write(a, unit);
}

static void on_old_password(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    (void)password;
    if (!right) {
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
        return;
    }
    memcpy(a->password, a->fresh, sizeof a->password);
    asking_check(a, "", "", on_new_password);
}

static void do_password(struct asking *a)
{
    if (!is_account(a))
        return;
    if (!asking_password_fits(a->fresh))
        asking_refuse(a, 400, "limit", "The new password must have 8 to 256 bytes.");
    else if (strlen(a->password) > PASSWORD_MAX)
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        asking_check(a, a->player->password, a->player->key, on_old_password);
}

/* ---- recovery codes ---- */

void asking_new_codes(struct asking *a, struct unit *unit, uint64_t player)
{
    struct text out = begin_body(a, "codes");
    unit_drop_codes(unit, player);
    for (int i = 0; i < CODES; i++) {
        struct code_row row;
        char code[CODE_TEXT];
        code_new(a->server, player, 0, code, &row);
        unit_put_code(unit, &row);
        text_json_string(&out, code);
    }
    end_body(&out);
}

static void may_have_codes(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    (void)password;
    if (!right) {
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
        return;
    }
    struct unit *unit = unit_new();
    a->event = "codes_made";
    asking_new_codes(a, unit, a->player->id);
    asking_write(a, unit);
}

static void do_codes(struct asking *a)
{
    if (!is_account(a))
        return;
    if (strlen(a->password) > PASSWORD_MAX)
        asking_refuse(a, 403, "wrong_password", "The password is wrong.");
    else
        asking_check(a, a->player->password, a->player->key, may_have_codes);
}

static void refuse_code(struct asking *a)
{
    asking_refuse(a, 403, "wrong_password", "The name or the code is wrong, or the code was used.");
}

/* The account has a new password; all its sessions have ended. */
static void recovered(struct asking *a)
{
    struct player *p = players_present(a->server, a->account);
    if (p) {
        free(p->password);
        p->password = must_strdup(a->row.password);
    }
    clients_drop(a->server, a->account, NULL);
}

static void on_recovery_password(void *context, bool right, const char password[128])
{
    struct asking *a = context;
    char token[TOKEN_TEXT], hash[TOKEN_TEXT];
    const struct player *p = players_present(a->server, a->account);
    if (!right || (p && (p->going || p->deleted))) {
        refuse_code(a);
        return;
    }
    struct unit *unit = unit_new();
    if (p) /* its settings may be newer in memory than what was read */
        player_row(p, &a->row);
    snprintf(a->row.password, sizeof a->row.password, "%s", password);
    a->event = "recovered";
    a->after = recovered;
    code_hash(a->code, hash);
    unit_drop_code(unit, hash);
    unit_put_player(unit, &a->row);
    unit_drop_tokens(unit, a->account);
    asking_new_cookie(a, unit, a->account, token);
    asking_write(a, unit);
}

static void on_code(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    const struct code_row *row = answer->rows;
    bool right = answer->found == STORE_FOUND && a->account && row->player == a->account &&
                 (!row->until || row->until > server_now(a->server));
    if (answer->found == STORE_FAILED)
        asking_refuse_store(a);
    else if (!right)
        refuse_code(a);
    else if (house_ban(a->server, BAN_OUT, a->account, a->address))
        asking_refuse(a, 403, "banned", "The owner of this server keeps you out.");
    else
        asking_check(a, "", "", on_recovery_password);
}

static void on_account(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    char hash[TOKEN_TEXT];
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    if (answer->found == STORE_FOUND && answer->player.kind == PLAYER_ACCOUNT) {
        a->account = answer->player.id;
        a->row = answer->player;
    }
    code_hash(a->code, hash);
    asking_read(a, &(struct store_query){.what = STORE_CODE, .text = hash}, on_code);
}

static void do_recover(struct asking *a)
{
    if (!asking_password_fits(a->password)) {
        asking_refuse(a, 400, "limit", "The new password must have 8 to 256 bytes.");
        return;
    }
    if (!player_name_key(a->name, a->key))
        a->key[0] = '\0';
    if (asking_must_wait(a, a->key)) /* wrong codes count as wrong passwords do */
        return;
    asking_read(a, &(struct store_query){.what = STORE_BY_NAME, .text = a->key}, on_account);
}

/* ---- sessions ---- */

static bool is_connected(const struct asking *a, const char *hash)
{
    size_t at = 0;
    for (const struct client *c; (c = map_next(&a->server->clients, &at));)
        if (strcmp(c->token, hash) == 0)
            return true;
    return false;
}

static void show_sessions(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    const struct token_row *rows = answer->rows;
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    struct text out = begin_body(a, "sessions");
    for (int i = 0; i < answer->row_count && i < LIMIT_COOKIES; i++) {
        char id[SESSION_TEXT + 1];
        snprintf(id, sizeof id, "%.16s", rows[i].hash);
        text_json_open(&out, '{');
        text_member_string(&out, "id", id);
        text_member_int(&out, "made", (long)rows[i].made);
        text_member_string(&out, "agent", rows[i].agent);
        text_member_bool(&out, "here", strcmp(rows[i].hash, a->hash) == 0);
        text_member_bool(&out, "connected", is_connected(a, rows[i].hash));
        text_json_close(&out, '}');
    }
    end_body(&out);
    asking_answer(a);
}

static void do_sessions(struct asking *a)
{
    asking_read(a, &(struct store_query){.what = STORE_TOKENS, .id = a->player->id}, show_sessions);
}

static void session_ended(struct asking *a)
{
    clients_drop(a->server, a->player->id, a->session);
}

static void end_session(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    const struct token_row *rows = answer->rows, *found = NULL;
    for (int i = 0; i < answer->row_count; i++)
        if (strlen(a->session) == SESSION_TEXT && strncmp(rows[i].hash, a->session, SESSION_TEXT) == 0)
            found = &rows[i];
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
    } else if (!found) {
        asking_refuse(a, 404, "unknown", "You have no such session.");
    } else {
        struct unit *unit = unit_new();
        snprintf(a->session, sizeof a->session, "%s", found->hash);
        unit_drop_token(unit, found->hash);
        a->event = "session_ended";
        a->after = session_ended;
        asking_write(a, unit);
    }
}

static void do_end(struct asking *a)
{
    asking_read(a, &(struct store_query){.what = STORE_TOKENS, .id = a->player->id}, end_session);
}

/* ---- bots ---- */

static void show_bots(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    const struct player_row *rows = answer->rows;
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    struct text out = begin_body(a, "bots");
    for (int i = 0; i < answer->row_count; i++) {
        char id[ID_TEXT];
        id_text(rows[i].id, id);
        text_json_open(&out, '{');
        text_member_string(&out, "id", id);
        text_member_string(&out, "name", rows[i].name);
        text_member_bool(&out, "connected", clients_connected(a->server, rows[i].id));
        text_json_close(&out, '}');
    }
    end_body(&out);
    asking_answer(a);
}

static void do_bots(struct asking *a)
{
    if (is_account(a))
        asking_read(a, &(struct store_query){.what = STORE_OWNED, .id = a->player->id}, show_bots);
}

static void token_rotated(struct asking *a)
{
    clients_drop(a->server, id_parse(a->bot), NULL);
}

static void rotate_token(void *context, const struct store_answer *answer)
{
    struct asking *a = context;
    const struct player_row *rows = answer->rows, *bot = NULL;
    for (int i = 0; i < answer->row_count; i++)
        if (rows[i].id == id_parse(a->bot))
            bot = &rows[i];
    if (answer->found == STORE_FAILED) {
        asking_refuse_store(a);
        return;
    }
    if (!bot) {
        asking_refuse(a, 404, "unknown", "You have no such bot account.");
        return;
    }
    char token[TOKEN_TEXT];
    struct unit *unit = unit_new();
    struct token_row row = {.player = bot->id, .made = server_now(a->server)};
    struct text out = TEXT_IN(a->body);
    server_new_token(a->server, token);
    token_hash(token, row.hash);
    unit_drop_tokens(unit, bot->id);
    unit_put_token(unit, &row);
    text_json_open(&out, '{');
    text_member_string(&out, "token", token);
    text_json_close(&out, '}');
    a->event = "token_rotated";
    a->after = token_rotated;
    asking_write(a, unit);
}

static void do_token(struct asking *a)
{
    if (is_account(a))
        asking_read(a, &(struct store_query){.what = STORE_OWNED, .id = a->player->id}, rotate_token);
}

const struct asking_kind asking_secrets[] = {
    {"/api/password", "pf", do_password},
    {"/api/codes", "p", do_codes},
    {"/api/recover", "ncp", do_recover},
    {"/api/sessions", "", do_sessions},
    {"/api/end", "s", do_end},
    {"/api/bots", "", do_bots},
    {"/api/token", "b", do_token},
    {0},
};
