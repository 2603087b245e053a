/* requests_push.c: requests about people who will be away: messages to them, and holidays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/people/alerts.h"
#include "server/protocol/requests.h"

enum { MOST_PUSHES = 8, BETWEEN_DAYS = 30 };

static enum request_end keep(struct request *r, const struct store_answer *known)
{
    const struct player *player = r->client->player;
    struct push_row row = {.player = player->id, .made = server_now(r->server)};
    struct unit *unit = unit_new();
    token_hash(request_text(r, "address"), row.hash);
    snprintf(row.address, sizeof row.address, "%s", request_text(r, "address"));
    snprintf(row.key, sizeof row.key, "%s", request_text(r, "key"));
    snprintf(row.secret, sizeof row.secret, "%s", request_text(r, "secret"));
    snprintf(row.language, sizeof row.language, "%.7s", request_text(r, "language"));
    const struct push_row *rows = known->rows; /* the oldest first */
    for (int i = 0; i <= known->row_count - MOST_PUSHES; i++)
        unit_drop_push(unit, rows[i].hash);
    unit_put_push(unit, &row);
    struct player_row me;
    player_row(player, &me);
    memcpy(me.language, row.language, sizeof me.language);
    return request_put_player_and(r, &me, unit);
}

static enum request_end push(struct request *r)
{
    struct alerts *n = r->server->alerts;
    const char *address = request_text(r, "address");
    if (!n || !n->private[0])
        return request_refuse(r, "not_allowed", "This server sends no messages to browsers.");
    if (!n->knows(n->me, address))
        return request_refuse(r, "not_allowed",
                              "This is not the address of a push service that is known here.");
    if (!n->check(request_text(r, "key"), request_text(r, "secret")))
        return request_refuse(r, "illegal", "\"key\" and \"secret\" must be those of a subscription.");
    struct store_query query = {.what = STORE_PUSHES, .id = r->client->player->id};
    return request_read(r, &query, keep);
}

static enum request_end unpush(struct request *r)
{
    char hash[TOKEN_TEXT];
    struct unit *unit = unit_new();
    token_hash(request_text(r, "address"), hash);
    unit_drop_push(unit, hash);
    struct player_row me;
    player_row(r->client->player, &me);
    return request_put_player_and(r, &me, unit);
}

/* ---- holidays ---- */

static enum request_end holiday(struct request *r)
{
    struct player *player = r->client->player;
    int64_t days = request_int(r, "days", 0), now = server_now(r->server);
    if (days && player->holiday && player->holiday <= now &&
        now < player->holiday + BETWEEN_DAYS * MATCH_DAY_MS)
        return request_refuse(r, "not_allowed", "The next holiday can begin %d days after the last one.",
                              BETWEEN_DAYS);
    if (days && player->holiday > now)
        return request_refuse(r, "not_allowed", "You are on holiday already; end it first.");
    if (!days && player->holiday <= now) { /* there is none that could end */
        text_member_int(&r->out, "until", 0);
        return REQUEST_DONE;
    }
    if (!request_may_keep_player(r))
        return REQUEST_DONE;
    struct player_row row;
    player_row(player, &row);
    row.holiday = now + days * MATCH_DAY_MS; /* a player who comes back early has used up the holiday */
    text_member_int(&r->out, "until", days ? row.holiday : 0);
    return request_put_player(r, &row);
}

const struct request_kind requests_push[] = {
    {"push", "address:x0-PUSH_ADDRESS key:x0-PUSH_KEY secret:x0-PUSH_SECRET language:x0-40", push},
    {"holiday", "days:i0-MATCH_REST_DAYS", holiday},
    {"unpush", "address:x0-PUSH_ADDRESS", unpush},
    {0},
};
