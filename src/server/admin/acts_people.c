/* acts_people.c: acts of the owner about players: bans, names, passwords, tokens. */
#include <stdio.h>
#include <string.h>

#include "server/admin/acts.h"
#include "server/base/range.h"
#include "server/people/codes.h"
#include "server/protocol/client.h"

enum { CODE_MS = 24 * 3600 * 1000 };

/* ---- who ---- */

static void put_name_of(struct text *out, const struct player_row *p)
{
    text_printf(out, "%s%s ", p->name[0] == ' ' ? "guest" : "", p->name);
    act_put_id(out, p->id);
}

static void on_sessions(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
        return;
    }
    put_name_of(&a->out, &a->player);
    text_printf(&a->out, "\nkind      %s\nmade      ", player_kind_names[a->player.kind]);
    act_put_time(&a->out, a->player.created);
    text_printf(&a->out, "\nsessions  %d\nconnected %s\n", answer->row_count,
                clients_connected(a->server, a->player.id) ? "yes" : "no");
    if (a->player.owner) {
        text_put(&a->out, "owner     ");
        act_put_id(&a->out, a->player.owner);
        text_char(&a->out, '\n');
    }
    act_say(a);
}

static void show_player(struct act *a)
{
    struct store_query query = {.what = STORE_TOKENS, .id = a->player.id};
    a->server->store.read(a->server->store.me, &query, on_sessions, a);
}

static void player(struct act *a)
{
    act_find_player(a, show_player);
}

/* ---- bans ---- */

static bool is_mute(const struct act *a)
{
    return strstr(a->kind->act.word, "mute") != NULL;
}

static void banned(struct act *a)
{
    struct server *server = a->server;
    size_t at = 0;
    house_add_ban(server, &a->ban);
    nodes_tell_about(server, NOTICE_HOUSE, 0);
    if (a->ban.kind != BAN_OUT)
        return;
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (a->ban.range[0]
                ? range_has(a->ban.range, c->address)
                : c->player && (c->player->id == a->ban.player || c->player->owner == a->ban.player))
            client_turn_away(c, 403);
}

static void write_ban(struct act *a)
{
    struct unit *unit = unit_new();
    a->ban.id = server_new_id(a->server);
    a->ban.kind = is_mute(a) ? BAN_MUTE : BAN_OUT;
    a->ban.player = a->ban.range[0] ? 0 : a->player.id;
    a->ban.made = server_now(a->server);
    snprintf(a->ban.reason, sizeof a->ban.reason, "%.255s", a->reason);
    unit_put_ban(unit, &a->ban);
    act_about(a, "%s for:%s until:%s %s", a->words[0], a->for_text, a->until_text, a->reason);
    a->after = banned;
    act_write(a, unit);
}

static void ban(struct act *a)
{
    if (!act_until(a, 0, &a->ban.until))
        return;
    if (strlen(a->reason) >= sizeof a->ban.reason) {
        act_refuse(a, "the reason is too long: at most %d bytes", (int)sizeof a->ban.reason - 1);
    } else if (range_valid(a->words[0])) {
        snprintf(a->ban.range, sizeof a->ban.range, "%.60s", a->words[0]);
        write_ban(a);
    } else {
        act_find_player(a, write_ban);
    }
}

static void unbanned(struct act *a)
{
    const struct house *h = &a->server->house;
    for (int i = h->ban_count - 1; i >= 0; i--) {
        const struct ban_row *b = &h->bans[i];
        if (b->kind == (is_mute(a) ? BAN_MUTE : BAN_OUT) &&
            (a->ban.range[0] ? strcmp(b->range, a->ban.range) == 0
                             : !b->range[0] && b->player == a->player.id))
            house_drop_ban(a->server, b->id);
    }
    nodes_tell_about(a->server, NOTICE_HOUSE, 0);
}

static void drop_bans(struct act *a)
{
    const struct house *h = &a->server->house;
    struct unit *unit = unit_new();
    int count = 0;
    for (int i = 0; i < h->ban_count; i++) {
        const struct ban_row *b = &h->bans[i];
        if (b->kind != (is_mute(a) ? BAN_MUTE : BAN_OUT) ||
            (a->ban.range[0] ? strcmp(b->range, a->ban.range) != 0
                             : b->range[0] || b->player != a->player.id))
            continue;
        unit_drop_ban(unit, b->id);
        count++;
    }
    if (!count) {
        unit_free(unit);
        act_refuse(a, "there is no %s of \"%.100s\"; \"castellany admin bans\" lists them",
                   is_mute(a) ? "mute" : "ban", a->words[0]);
        return;
    }
    act_about(a, "%s", a->words[0]);
    a->after = unbanned;
    act_write(a, unit);
}

static void unban(struct act *a)
{
    if (range_valid(a->words[0])) {
        snprintf(a->ban.range, sizeof a->ban.range, "%.60s", a->words[0]);
        drop_bans(a);
    } else {
        act_find_player(a, drop_bans);
    }
}

static void list_bans(struct act *a)
{
    const struct house *h = &a->server->house;
    for (int i = 0; i < h->ban_count; i++) {
        const struct ban_row *b = &h->bans[i];
        text_printf(&a->out, "%s  ", b->kind == BAN_MUTE ? "mute" : "ban");
        if (b->range[0])
            text_put(&a->out, b->range);
        else
            act_put_id(&a->out, b->player);
        text_put(&a->out, "  until ");
        if (!b->until)
            text_put(&a->out, "lifted");
        else if (b->until <= server_now(a->server))
            text_put(&a->out, "now: it has ended");
        else
            act_put_time(&a->out, b->until);
        text_printf(&a->out, "  %s\n", b->reason);
    }
    act_say(a);
}

/* ---- names ---- */

static void renamed(struct act *a)
{
    struct player *p = players_present(a->server, a->player.id);
    if (p)
        player_take(p, &a->player);
    rooms_rename(a->server, a->player.id, a->player.name, (enum player_kind)a->player.kind);
}

static void on_free(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    bool same = answer->found == STORE_FOUND && answer->player.id == a->player.id;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
    } else if (answer->found == STORE_FOUND && !same) {
        act_refuse(a, "another account has the name \"%s\"", a->words[1]);
    } else {
        struct unit *unit = unit_new();
        const struct player *p = players_present(a->server, a->player.id);
        if (p && !p->going) /* its settings may be newer in memory than what was read */
            player_row(p, &a->player);
        snprintf(a->player.name, sizeof a->player.name, "%.100s", a->words[1]);
        if (a->player.kind != PLAYER_GUEST)
            player_name_key(a->words[1], a->player.key);
        unit_put_player(unit, &a->player);
        act_about(a, "%s to %s", a->words[0], a->words[1]);
        a->after = renamed;
        act_write(a, unit);
    }
}

static void rename_found(struct act *a)
{
    char key[STORE_NAME];
    struct store_query query = {.what = STORE_BY_NAME, .text = key};
    if (!player_name_allowed(a->words[1], key))
        act_refuse(a, "a name has 1 to 24 characters, no control characters and no spare spaces");
    else
        a->server->store.read(a->server->store.me, &query, on_free, a);
}

static void rename_player(struct act *a)
{
    act_find_player(a, rename_found);
}

/* ---- passwords and tokens ---- */

/* As a part of an address. */
static void put_encoded(struct text *out, const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9'))
            text_char(out, (char)*c);
        else
            text_printf(out, "%%%02X", *c);
}

static void make_code(struct act *a)
{
    struct code_row row;
    char code[CODE_TEXT];
    int64_t until;
    if (a->player.kind != PLAYER_ACCOUNT) {
        act_refuse(a, "\"%s\" is no account: guests and bots have no password", a->words[0]);
        return;
    }
    if (!act_until(a, server_now(a->server) + CODE_MS, &until))
        return;
    struct unit *unit = unit_new();
    code_new(a->server, a->player.id, until, code, &row);
    unit_put_code(unit, &row);
    text_printf(&a->out, "%s\n", code);
    text_put(&a->out,
             "Give this code to the owner of the account. With it they choose a new password: \"Log in\", "
             "\"Use a recovery code\".\nOr send this link, with the address of your server before "
             "it:\n/#/recover/");
    put_encoded(&a->out, a->player.name);
    text_printf(&a->out, "/%s\nIt works once, until ", code);
    act_put_time(&a->out, until);
    text_put(&a->out, ".\n");
    act_about(a, "%s", a->words[0]);
    act_write(a, unit);
}

static void password(struct act *a)
{
    act_find_player(a, make_code);
}

static void logged_out(struct act *a)
{
    clients_drop(a->server, a->player.id, NULL);
}

/* Ends the sessions of an account or a guest, or the token of a bot. */
static void drop_tokens(struct act *a)
{
    struct unit *unit = unit_new();
    unit_drop_tokens(unit, a->player.id);
    act_about(a, "%s", a->words[0]);
    a->after = logged_out;
    act_write(a, unit);
}

static void logout(struct act *a)
{
    act_find_player(a, drop_tokens);
}

static void revoked(struct act *a)
{
    for (int i = 0; i < a->bot_count; i++)
        clients_drop(a->server, a->bots[i], NULL);
}

static void on_bots(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
        return;
    }
    struct unit *unit = unit_new();
    for (int i = 0; i < answer->count && i < LIMIT_BOTS; i++) {
        unit_drop_tokens(unit, answer->ids[i]);
        a->bots[a->bot_count++] = answer->ids[i];
    }
    text_printf(&a->out, "%d tokens of bots have ended\n", answer->count);
    act_about(a, "%s", a->words[0]);
    a->after = revoked;
    act_write(a, unit);
}

static void revoke_found(struct act *a)
{
    struct store_query query = {.what = STORE_BOTS, .id = a->player.id};
    struct store_answer itself = {.found = STORE_FOUND, .ids = {a->player.id}, .count = 1};
    if (a->player.kind == PLAYER_BOT)
        on_bots(a, &itself);
    else
        a->server->store.read(a->server->store.me, &query, on_bots, a);
}

static void revoke(struct act *a)
{
    act_find_player(a, revoke_found);
}

const struct act_kind acts_people[] = {
    {{"player", "WHO", 1, 1, "show a player; WHO is a name or an id"}, player},
    {{"ban", "WHO", 1, 1, "keep a player or a range of addresses out: anna, 192.0.2.7, 2001:db8::/48"}, ban},
    {{"unban", "WHO", 1, 1, "let them in again"}, unban},
    {{"mute", "WHO", 1, 1, "let a player or a range of addresses not chat"}, ban},
    {{"unmute", "WHO", 1, 1, "let them chat again"}, unban},
    {{"bans", "", 0, 0, "list bans and mutes"}, list_bans},
    {{"rename", "WHO NAME", 2, 2, "give a player another name"}, rename_player},
    {{"password", "WHO", 1, 1,
      "print a code and a link with which an account chooses a new password, once, within a day"},
     password},
    {{"logout", "WHO", 1, 1, "end all sessions of a player"}, logout},
    {{"revoke", "WHO", 1, 1, "end the tokens of a bot, or of all bots of an account"}, revoke},
    {{0}, NULL},
};
