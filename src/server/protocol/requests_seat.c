/* requests_seat.c: requests about chairs: taking, leaving, and giving them to others. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/requests.h"
#include "server/tables/rating.h"

enum { REMATCH_MS = 10 * 60 * 1000 };

/* ---- sitting down ---- */

/* In a game that was brought along (`import`) chairs may be open while it runs. */
static bool has_free_chair(const struct table *table)
{
    bool any = false;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        any = any || table->at.chairs[seat].row.kind == CHAIR_OPEN;
    return any;
}

/* Whether the player may take one more chair at this table. `about` has the player's chairs and the
 * creator of the table. */
static bool may_join(struct request *r, const struct table *table, const struct store_answer *about)
{
    uint64_t player = r->client->player->id;
    bool own = table->at.row.creator == player;
    const struct player *creator = players_present(r->server, table->at.row.creator);
    const char *blocked = creator ? creator->blocked : about->player.blocked;
    if (table->at.row.state != TABLE_OPEN && !(table->at.row.state == TABLE_RUNNING && has_free_chair(table)))
        request_refuse(r, "not_allowed", "The game has begun; nobody can join any more.");
    else if (!own && ids_contain(table->at.row.removed, player))
        request_refuse(r, "not_allowed", "The player who made this table removed you from it.");
    else if (!own && ids_contain(blocked, player))
        request_refuse(r, "not_allowed", "The player who made this table has blocked you.");
    else if (rating_forbids(table, r->client->player))
        request_refuse(r, "not_allowed", "%s", rating_forbids(table, r->client->player));
    else if (!own && !table_seats_of(table, player) && about->count >= LIMIT_OPEN_CHAIRS)
        request_refuse(r, "limit", "You sit at %d tables that have not begun; leave one first.",
                       LIMIT_OPEN_CHAIRS);
    else
        request_may_keep_player(r);
    return r->code == NULL;
}

static enum request_end join_known(struct request *r, const struct store_answer *about)
{
    struct table *table = request_table(r);
    if (!table || !may_join(r, table, about))
        return REQUEST_DONE;
    int seats = table->at.row.seats;
    const struct stored_chair *chairs = table->at.chairs;
    int64_t wanted = request_int(r, "seat", 0);
    int seat = wanted && wanted <= seats ? (int)wanted - 1 : 0;
    if (wanted > seats)
        return request_refuse(r, "no_seat", "The table has seats 1 to %d.", seats);
    while (!wanted && seat < seats && chairs[seat].row.kind != CHAIR_OPEN)
        seat++;
    if (seat >= seats || chairs[seat].row.kind != CHAIR_OPEN)
        return request_refuse(r, "full", wanted ? "This chair is taken." : "All chairs are taken.");
    struct change *change = change_new(table);
    change_seat(change, r->server, seat, CHAIR_PLAYER, r->client->player, 0);
    if (table->at.row.state == TABLE_OPEN)
        request_pledge(r, change);
    text_member_int(&r->out, "seat", seat + 1);
    return request_write(r, table, change, NEWS_ALL);
}

/* A rematch is first for those who played before: a stranger must not take the chair of somebody who has not
 * answered yet. False after a refusal, or if the request is handled again. */
static bool may_join_rematch(struct request *r, const struct table *table)
{
    int64_t left = table->at.row.created + REMATCH_MS - server_now(r->server);
    if (!table->at.row.previous || left <= 0 || request_sat_before(r, table) || r->again)
        return !r->again;
    request_refuse(r, "not_allowed", "This is a rematch: those who played before have %d minutes to answer.",
                   (int)((left + 59999) / 60000));
    return false;
}

static enum request_end join(struct request *r)
{
    const struct table *table = request_table(r);
    if (!table || !may_join_rematch(r, table))
        return REQUEST_DONE;
    struct store_query query = {
        .what = STORE_SEATED, .id = r->client->player->id, .from = table->at.row.creator};
    return request_read(r, &query, join_known);
}

/* ---- leaving ---- */

/* The seats that a request is about: the one that it names, or all of the player's. 0 after a refusal. */
static uint32_t seats_meant(struct request *r, const struct table *table)
{
    if (json_object_get(r->json, "seat")) {
        int seat = request_seat(r, table);
        return seat < 0 ? 0 : game_bit(seat);
    }
    uint32_t mine = table_seats_of(table, r->client->player->id);
    if (!mine)
        request_refuse(r, "not_yours", "You do not sit at this table.");
    return mine;
}

static enum request_end leave_game(struct request *r, struct table *table, uint32_t seats)
{
    struct match_proposal proposal;
    match_change_all(&table->match, seats, MATCH_AWAY, server_now(r->server), &proposal);
    if (proposal.refused)
        return request_refuse(r, proposal.refused, "%s", proposal.reason);
    struct change *change = change_new(table);
    change_propose(change, table, &proposal);
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (seats & game_bit(seat) & (table->at.chairs[seat].row.stand_in ? UINT32_MAX : 0))
            change_free_stand_in(change, seat);
    return request_write(r, table, change, NEWS_SEATING);
}

/* Ends a game that nobody else plays, such as a lesson, so that no computer plays it to its end. The player
 * gives up the chairs: the table is in none of their lists any more. */
static enum request_end end_game(struct request *r, struct table *table, uint32_t seats)
{
    const struct player *player = r->client->player;
    bool alone = true;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        alone = alone && (table->at.chairs[seat].row.kind != CHAIR_PLAYER || seats & game_bit(seat));
    if (!alone || table->at.row.creator != player->id)
        return request_refuse(r, "not_allowed",
                              "A game ends early only for a player who made it and plays it alone.");
    if (table->at.row.state != TABLE_RUNNING)
        return request_refuse(r, "not_running", "The game is not running; there is nothing to end.");
    struct change *change = change_new(table);
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (seats & game_bit(seat))
            change_seat(change, r->server, seat, CHAIR_OPEN, NULL, 0);
    change->next.row.state = TABLE_SUSPENDED;
    snprintf(change->next.row.reason, sizeof change->next.row.reason, TABLE_LEFT);
    return request_write(r, table, change, NEWS_ALL);
}

static enum request_end leave(struct request *r)
{
    struct table *table = request_table(r);
    if (!table)
        return REQUEST_DONE;
    uint64_t player = r->client->player->id;
    if (request_bool(r, "end")) {
        uint32_t own = seats_meant(r, table);
        return own ? end_game(r, table, own) : REQUEST_DONE;
    }
    if (table->at.row.creator == player && !table_seats_of(table, player)) {
        struct change *change = change_new(table);
        if (change_end_open(change, r->server, player))
            return request_write(r, table, change, NEWS_ALL);
        change_drop(change);
    }
    uint32_t seats = seats_meant(r, table);
    if (!seats)
        return REQUEST_DONE;
    if (table->at.row.state == TABLE_RUNNING)
        return leave_game(r, table, seats);
    if (table->at.row.state != TABLE_OPEN)
        return request_refuse(r, "not_running", "The game is over or suspended; there is nothing to leave.");
    struct change *change = change_new(table);
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (seats & game_bit(seat))
            change_seat(change, r->server, seat, CHAIR_OPEN, NULL, 0);
    change_end_open(change, r->server, player);
    return request_write(r, table, change, NEWS_ALL);
}

static enum request_end resign(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct table *table = request_running(r, &seat);
    if (!table)
        return REQUEST_DONE;
    if (table->at.chairs[seat].row.stand_in)
        return request_refuse(r, "not_allowed", "Who stands in for a player cannot resign for them.");
    match_change(&table->match, seat, MATCH_RESIGN, server_now(r->server), &proposal);
    return request_propose(r, table, &proposal, NEWS_SEATING);
}

/* ---- others' seats ---- */

static void note_removed(struct table_row *row, uint64_t player)
{
    char id[ID_TEXT];
    size_t length = strlen(row->removed);
    id_text(player, id);
    if (length + ID_TEXT >= sizeof row->removed) { /* the oldest is forgotten */
        memmove(row->removed, row->removed + ID_TEXT, length - ID_TEXT + 1);
        length -= ID_TEXT;
    }
    snprintf(row->removed + length, sizeof row->removed - length, "%s%s", length ? " " : "", id);
}

/* The creator frees all chairs of the player who has this one. */
static enum request_end remove_player(struct request *r)
{
    struct table *table = request_table(r);
    if (!table)
        return REQUEST_DONE;
    if (table->at.row.creator != r->client->player->id)
        return request_refuse(r, "not_allowed", "Only the player who created the table can remove somebody.");
    if (table->at.row.state != TABLE_OPEN)
        return request_refuse(r, "not_allowed", "The game has begun; nobody can be removed any more.");
    int seat = request_other_seat(r, table);
    if (seat < 0)
        return REQUEST_DONE;
    uint64_t player = table->at.chairs[seat].row.player;
    uint32_t seats = table_seats_of(table, player);
    struct change *change = change_new(table);
    for (int i = 0; i < table->at.row.seats; i++)
        if (seats & game_bit(i))
            change_seat(change, r->server, i, CHAIR_OPEN, NULL, 0);
    note_removed(&change->next.row, player);
    return request_write(r, table, change, NEWS_ALL);
}

/* ---- the waiting room ---- */

/* A table that has not begun, and its creator asks. NULL after a refusal. */
static struct table *request_own_open(struct request *r)
{
    struct table *table = request_table(r);
    if (!table)
        return NULL;
    if (table->at.row.state != TABLE_OPEN)
        request_refuse(r, "not_allowed", "The game has begun; the chairs stay as they are.");
    else if (table->at.row.creator != r->client->player->id)
        request_refuse(r, "not_allowed", "Only the player who created the table can change its chairs.");
    return r->code ? NULL : table;
}

/* The seat in a member of the request, from 0. -1 after a refusal. */
static int request_any_seat(struct request *r, const struct table *table, const char *member)
{
    int64_t seat = request_int(r, member, 0);
    if (seat <= table->at.row.seats)
        return (int)seat - 1;
    request_refuse(r, "no_seat", "The table has seats 1 to %d.", (int)table->at.row.seats);
    return -1;
}

/* A chair without a person becomes open, or a computer's. */
static enum request_end chair(struct request *r)
{
    struct table *table = request_own_open(r);
    int seat = table ? request_any_seat(r, table, "seat") : -1;
    if (seat < 0)
        return REQUEST_DONE;
    int64_t level = request_int(r, "level", 0);
    bool computer = strcmp(request_text(r, "kind"), "computer") == 0;
    if (computer != (level > 0))
        return request_refuse(
            r, "missing", "A computer needs a \"level\" from 1 to %d; an open chair has none.", BOT_LEVELS);
    if (computer && table->at.row.rated)
        return request_refuse(r, "not_allowed", "A rated game has no computers.");
    if (table->at.chairs[seat].row.kind == CHAIR_PLAYER)
        return request_refuse(r, "full", "A person sits there.");
    struct change *change = change_new(table);
    change_seat(change, r->server, seat, computer ? CHAIR_COMPUTER : CHAIR_OPEN, NULL, (int)level);
    return request_write(r, table, change, NEWS_ALL);
}

/* Names a person who shares the device with the player. */
static enum request_end alias(struct request *r)
{
    struct table *table = request_table(r);
    int seat = table ? request_seat(r, table) : -1;
    if (seat < 0)
        return REQUEST_DONE;
    char key[STORE_NAME];
    const char *name = request_text(r, "name");
    if (*name && !player_name_allowed(name, key))
        return request_refuse(r, "limit", "This cannot be a name: it has 1 to %d characters of one script.",
                              LIMIT_NAME);
    struct change *change = change_new(table);
    snprintf(change->next.chairs[seat].row.alias, STORE_NAME, "%s", name);
    change->puts = true;
    return request_write(r, table, change, NEWS_SEATING);
}

/* The players of two chairs change places. The colours stay with the chairs. */
static enum request_end swap(struct request *r)
{
    struct table *table = request_table(r);
    int a = table ? request_any_seat(r, table, "seat") : -1,
        b = a < 0 ? -1 : request_any_seat(r, table, "other");
    if (b < 0)
        return REQUEST_DONE;
    uint64_t player = r->client->player->id;
    const struct stored_chair *from = &table->at.chairs[a], *to = &table->at.chairs[b];
    bool moves = from->row.kind == CHAIR_PLAYER && from->row.player == player && to->row.kind == CHAIR_OPEN;
    if (table->at.row.state != TABLE_OPEN)
        return request_refuse(r, "not_allowed", "The game has begun; the chairs stay as they are.");
    if (table->at.row.creator != player && !moves)
        return request_refuse(r, "not_allowed", "You can only take a free chair instead of your own.");
    struct change *change = change_new(table);
    change->next.chairs[a] = *to;
    change->next.chairs[b] = *from;
    change->next.chairs[a].row.seat = a;
    change->next.chairs[b].row.seat = b;
    change->puts = true;
    return request_write(r, table, change, NEWS_ALL);
}

const struct request_kind requests_seat[] = {
    {"join", "table:table seat?:seat invite?:key pledge?:hash", join},
    {"leave", "table:table seat?:seat end?:b", leave},
    {"resign", "table:table seat:seat", resign},
    {"remove", "table:table seat:seat", remove_player},
    {"chair", "table:table seat:seat kind:open|computer level?:i1-BOT_LEVELS", chair},
    {"alias", "table:table seat:seat name:t0-LIMIT_NAME", alias},
    {"swap", "table:table seat:seat other:seat", swap},
    {0},
};
