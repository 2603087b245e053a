/* requests_people.c: requests about other people: to mute, block and report them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"

/* ---- muting and blocking ---- */

/* Adds an id to a list of ids as text, or removes it. False if the list is full. */
static bool change_list(char list[STORE_SHUNNED * ID_TEXT], uint64_t player, bool on)
{
    char id[ID_TEXT], *at;
    id_text(player, id);
    at = strstr(list, id);
    if (on && !at) {
        size_t length = strlen(list);
        if (length + ID_TEXT >= STORE_SHUNNED * ID_TEXT)
            return false;
        snprintf(list + length, ID_TEXT + 1, "%s%s", length ? " " : "", id);
    } else if (!on && at) {
        const char *rest = at + strlen(id);
        if (*rest)
            memmove(at, rest + 1, strlen(rest)); /* the space after it goes too … */
        else
            at[at > list ? -1 : 0] = '\0'; /* … or the one before it */
    }
    return true;
}

static enum request_end shun(struct request *r, bool block)
{
    struct player_row row;
    uint64_t player = id_parse(request_text(r, "player"));
    if (player == r->client->player->id)
        return request_refuse(r, "not_allowed", "You cannot mute or block yourself.");
    player_row(r->client->player, &row);
    if (!change_list(block ? row.blocked : row.muted, player, request_bool(r, "on")))
        return request_refuse(r, "limit", "You can mute and block %d players each; take one back first.",
                              STORE_SHUNNED - 1);
    return request_put_player(r, &row);
}

static enum request_end mute(struct request *r)
{
    return shun(r, false);
}

static enum request_end block(struct request *r)
{
    return shun(r, true);
}

/* ---- reports ---- */

struct reporting {
    struct server *server;
    struct reply reply;
};

static void reported(void *context, enum store_end end)
{
    struct reporting *w = context;
    client_reply(w->server, &w->reply, end == STORE_KEPT ? NULL : "store",
                 "The store could not write the report; send it again.");
    free(w);
}

static const struct chat *find_line(const struct room *room, int64_t number)
{
    for (int i = 0; i < room->talk.count; i++)
        if (room->talk.lines[i].number == number)
            return &room->talk.lines[i];
    return NULL;
}

static enum request_end report(struct request *r)
{
    struct server *server = r->server;
    struct room *room = request_table(r);
    if (!room)
        return REQUEST_DONE;
    int64_t line = request_int(r, "line", -1);
    const struct chat *chat = find_line(room, line);
    if (json_get(r->json, "line") && !chat)
        return request_refuse(r, "unknown", "The table has no line with this number.");
    if (!budget_take(server, BUDGET_REPORTS, r->client->place.address, 1))
        return request_refuse(r, "rate", "At most %d reports in an hour; send it later.", LIMIT_REPORTS);
    struct report_row row = {.id = server_new_id(server),
                             .made = server_now(server),
                             .reporter = r->client->player->id,
                             .table = room->id,
                             .line = chat ? chat->number : -1,
                             .accused = chat ? chat->player : 0};
    snprintf(row.words, sizeof row.words, "%s", chat ? chat->text : "");
    snprintf(row.text, sizeof row.text, "%s", request_text(r, "text"));
    struct unit *unit = unit_new();
    struct reporting *w = must_malloc(sizeof *w);
    *w = (struct reporting){server, {.client = r->client->id, .id = r->id}};
    unit_add_report(unit, &row);
    char id[ID_TEXT];
    id_text(room->id, id);
    log_event(LOG_INFO, "reported", "address", r->client->address, "table", id, NULL);
    server->store.write(server->store.me, unit, reported, w);
    return REQUEST_PENDING;
}

const struct request_kind requests_people[] = {
    {"mute", "player:player on:b", mute},
    {"block", "player:player on:b", block},
    {"report", "table:table line?:i0-INT32_MAX text:t1-LIMIT_CHAT", report},
    {0},
};
