/* requests_table.c: requests about tables: creating, starting, playing again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/boxes.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"
#include "server/tables/rating.h"

/* ---- create ---- */

/* A word that was declared is in the list. */
static uint8_t find_word(const char *const names[], const char *word)
{
    uint8_t i = 0;
    while (strcmp(names[i], word) != 0)
        i++;
    return i;
}

/* Joins the options with spaces. The option box=NAME names the table's box instead. */
static bool read_options(struct request *r, struct table_birth *t)
{
    const struct json *options = json_get(r->json, "options");
    struct text out = TEXT_IN(t->options);
    for (const struct json *word = json_at(options, 0); word; word = json_next(options, word)) {
        const char *s = json_text(word);
        if (strncmp(s, "box=", 4) == 0) {
            snprintf(t->box, sizeof t->box, "%s", s + 4);
            continue;
        }
        if (out.length)
            text_char(&out, ' ');
        text_put(&out, s);
    }
    if (out.cut)
        request_refuse(r, "limit", "The options are too long: at most %d bytes.", GAME_OPTIONS_TEXT - 1);
    return !out.cut;
}

static bool read_clock(struct request *r, struct table_birth *t)
{
    const struct json *clock = json_get(r->json, "clock");
    int64_t seconds = json_int(json_get(clock, "seconds"));
    t->clock = find_word(clock_names, json_text(json_get(clock, "kind")));
    t->clock_seconds = t->clock == MATCH_CLOCK_NONE ? 0 : (int32_t)seconds;
    if (t->clock != MATCH_CLOCK_NONE && !seconds)
        request_refuse(r, "missing", "\"clock\" needs \"seconds\" for each move or for the game.");
    return !r->code;
}

static void read_rest(struct request *r, struct table_birth *t)
{
    t->undo = find_word(undo_names, request_text(r, "undo"));
    t->hints = request_bool(r, "hints");
    t->rated = request_bool(r, "rated");
    t->reaction = (int32_t)request_int(r, "reaction", 3000);
    t->open_to_all = request_bool(r, "public");
}

bool request_check_chairs(struct request *r, int64_t seats)
{
    int i = 0;
    const struct json *who = json_get(r->json, "who");
    if (json_size(who) != seats) {
        request_refuse(r, "missing", "\"who\" must have a chair for each of the %d seats.", (int)seats);
        return false;
    }
    for (const struct json *chair = json_at(who, 0); chair; chair = json_next(who, chair), i++) {
        const char *kind = json_text(json_get(chair, "kind"));
        const char *name = json_text(json_get(chair, "name"));
        char key[STORE_NAME];
        if (name && (strcmp(kind, "me") != 0 || !player_name_allowed(name, key))) {
            request_refuse(r, "limit", "Chair %d: only \"me\" has a name, of 1 to %d characters.", i + 1,
                           LIMIT_NAME);
            return false;
        }
        if ((strcmp(kind, "computer") == 0) != (json_get(chair, "level") != NULL)) {
            request_refuse(r, "missing",
                           "Chair %d: a computer needs a level from 1 to %d; other chairs have none.", i + 1,
                           BOT_LEVELS);
            return false;
        }
    }
    return true;
}

static bool options_fit(struct request *r, const struct game *game, int seats, const char *options)
{
    union game_state state;
    char settled[GAME_OPTIONS_TEXT];
    const uint8_t key[MATCH_KEY] = {0};
    char problem[256];
    struct text error = TEXT_IN(problem);
    if (match_settle(game, seats, options, key, settled, &error) &&
        game_start(game, &state, seats, settled, &error))
        return true;
    request_refuse(r, "illegal", "%s", problem);
    return false;
}

void request_sit_down(struct request *r, struct change *change)
{
    int i = 0;
    const struct json *who = json_get(r->json, "who");
    for (const struct json *chair = json_at(who, 0); chair; chair = json_next(who, chair), i++) {
        const char *kind = json_text(json_get(chair, "kind"));
        int level = (int)json_int(json_get(chair, "level"));
        bool me = strcmp(kind, "me") == 0, computer = strcmp(kind, "computer") == 0;
        change_seat(change, r->server, i,
                    me         ? CHAIR_PLAYER
                    : computer ? CHAIR_COMPUTER
                               : CHAIR_OPEN,
                    me ? r->client->player : NULL, level);
        const char *name = json_text(json_get(chair, "name"));
        if (name)
            snprintf(change->plan.next.chairs[i].row.alias, STORE_NAME, "%s", name);
    }
}

/* The last of these tests takes from the address's hourly budget. */
bool request_too_many_tables(struct request *r, const struct store_answer *now)
{
    const struct policy *policy = &r->server->policy;
    int each = policy->tables_each;
    if (now->count >= LIMIT_TABLES)
        request_refuse(r, "limit", "You have %d open or running tables; leave one first.", LIMIT_TABLES);
    else if (now->of_origin >= each)
        request_refuse(r, "limit", "%d open or running tables were made from your address; end one first.",
                       each);
    else if (now->of_all >= policy->tables)
        request_refuse(r, "limit", "The server has %d open or running tables, as many as it may; try later.",
                       policy->tables);
    else
        request_may_make_table(r);
    return r->code != NULL;
}

bool request_may_make_table(struct request *r)
{
    if (!request_may_keep_player(r))
        return false;
    bool may = budget_take(r->server, BUDGET_TABLES, r->client->place.address, 1);
    if (!may)
        request_refuse(r, "limit", "Too many tables were made from your address; try again in a while.");
    return may;
}

enum request_end request_count_tables(struct request *r, request_reader *reader)
{
    struct store_query query = {
        .what = STORE_COUNT, .id = r->client->player->id, .from = limits_key(r->client->place.address)};
    return request_read(r, &query, reader);
}

/* A rated table is for accounts only, one chair each. False after a refusal. */
static bool check_rated(struct request *r, const struct table_birth *birth)
{
    const struct json *who = json_get(r->json, "who");
    int mine = 0;
    const char *problem = birth->rated ? rating_forbids_terms(birth) : NULL;
    for (const struct json *chair = json_at(who, 0); chair; chair = json_next(who, chair)) {
        const char *kind = json_text(json_get(chair, "kind"));
        mine += strcmp(kind, "me") == 0;
        if (birth->rated && strcmp(kind, "computer") == 0)
            problem = "A rated game has no computers.";
    }
    if (birth->rated && mine > 1)
        problem = "In a rated game a player has one chair.";
    if (birth->rated && r->client->player->kind == PLAYER_GUEST)
        problem = "A rated game is for players with an account.";
    if (problem)
        request_refuse(r, "not_allowed", "%s", problem);
    return !problem;
}

/* Reads the members of `create`. False after a refusal. */
static bool read_table(struct request *r, struct table_birth *birth)
{
    int64_t seats = request_int(r, "seats", 0);
    const char *name = request_text(r, "game");
    *birth = (struct table_birth){.creator = r->client->player->id,
                                  .origin = limits_key(r->client->place.address)};
    if (!read_options(r, birth))
        return false;
    const struct game *game = birth->game = boxes_find(name, birth->box);
    if (!game || !request_offered(r, game)) {
        request_refuse(r, "unknown", "This server has no game \"%.31s\"%s%.31s.", name,
                       birth->box[0] ? " with the box " : "", birth->box);
        return false;
    }
    char range[64];
    struct text words = TEXT_IN(range);
    game_put_seats(game, &words);
    if (seats < game->min_seats || seats > game->max_seats) {
        request_refuse(r, "limit", "%s is for %s, not for %lld.", game->title, range, (long long)seats);
        return false;
    }
    birth->seats = (int32_t)seats;
    read_rest(r, birth);
    return request_check_chairs(r, seats) && read_clock(r, birth) && check_rated(r, birth) &&
           options_fit(r, game, (int)seats, birth->options);
}

/* Starts a new table, or asks its creator for a number first. */
static void begin_fresh(struct room *room, struct change *change)
{
    uint32_t asks = drawing_asks(&change->plan.next, room_watched(room, &change->plan.next));
    if (asks)
        plan_ask_numbers(&change->plan, asks, room->server->nodes.count > 0, server_now(room->server));
    else
        plan_start(&change->plan, server_now(room->server));
}

static enum request_end create_counted(struct request *r, const struct store_answer *own)
{
    struct table_birth birth;
    if (request_too_many_tables(r, own) || !read_table(r, &birth))
        return REQUEST_DONE;
    struct room *room = room_open(r->server, &birth);
    struct change *change = change_new(room);
    if (!r->client->player->stored)
        player_put(r->server, change->unit, r->client->player);
    request_sit_down(r, change);
    request_pledge(r, change);
    if (request_bool(r, "start") && plan_all_taken(&change->plan))
        begin_fresh(room, change);
    request_show_new(r, room);
    return request_write(r, room, change);
}

static enum request_end create(struct request *r)
{
    struct table_birth birth;
    return read_table(r, &birth) ? request_count_tables(r, create_counted) : REQUEST_DONE;
}

/* ---- start ---- */

void request_pledge(struct request *r, struct change *change)
{
    const char *pledge = request_text(r, "pledge");
    if (pledge)
        plan_pledge(&change->plan, r->client->player->id, pledge);
}

static enum request_end pledge(struct request *r)
{
    struct room *room = request_act(r, ACT_PLEDGE);
    if (!room)
        return REQUEST_DONE;
    if (room->table.at.row.drawing)
        return request_refuse(r, "not_allowed", "The game begins; it is too late to pledge a number.");
    if (drawing_is_silent(&room->table.at, r->client->player->id))
        return request_refuse(r, "not_allowed",
                              "You did not tell your number when the game was to begin; this table takes no "
                              "other one of yours. It can start without it.");
    struct change *change = change_new(room);
    request_pledge(r, change);
    if (change->plan.puts)
        return request_write(r, room, change);
    change_drop(change); /* the pledge is there already */
    return REQUEST_DONE;
}

static enum request_end reveal(struct request *r)
{
    struct room *room = request_act(r, ACT_REVEAL);
    if (!room)
        return REQUEST_DONE;
    struct change *change = change_new(room);
    bool asked = plan_take_number(&change->plan, r->client->player->id, request_text(r, "value"),
                                  server_now(r->server));
    const char *problem = !asked ? "You were not asked for this number."
                          : drawing_has_all(&change->plan.next)
                              ? plan_start(&change->plan, server_now(room->server))
                              : NULL;
    if (!problem)
        return request_write(r, room, change);
    change_drop(change);
    return request_refuse(r, asked ? "illegal" : "not_allowed", "%s", problem);
}

static enum request_end start(struct request *r)
{
    struct room *room = request_act(r, ACT_START);
    if (!room)
        return REQUEST_DONE;
    if (room->table.at.row.drawing) /* it begins already */
        return REQUEST_DONE;
    struct change *change = change_new(room);
    uint32_t asks = plan_all_taken(&change->plan)
                        ? drawing_asks(&change->plan.next, room_watched(room, &change->plan.next))
                        : 0;
    if (asks) {
        plan_ask_numbers(&change->plan, asks, r->server->nodes.count > 0, server_now(r->server));
        return request_write(r, room, change);
    }
    const char *problem = plan_all_taken(&change->plan)
                              ? plan_start(&change->plan, server_now(room->server))
                              : "A chair is still free; all must be taken before the start.";
    if (!problem)
        return request_write(r, room, change);
    bool free_chair = !plan_all_taken(&change->plan);
    change_drop(change);
    return request_refuse(r, free_chair ? "not_allowed" : "illegal", "%s", problem);
}

/* ---- once more ---- */

/* Makes a table for the same people, each one chair further, so that somebody else begins. Only the one who
 * asks and the computers sit there: a rematch needs everybody's yes, which is to take the chair. */
static struct room *make_rematch(struct request *r, const struct room *room, struct change **first)
{
    struct table_birth birth =
        table_birth_of(&room->table, boxes_find(room->table.at.row.game, room->table.at.row.box));
    int seats = birth.seats;
    birth.creator = r->client->player->id;
    birth.origin = limits_key(r->client->place.address);
    birth.previous = room->id;
    struct room *next = room_open(r->server, &birth);
    struct change *change = *first = change_new(next);
    for (int seat = 0; seat < seats; seat++) {
        const struct chair_row *chair = &room->table.at.chairs[seat].row;
        bool other = chair->kind == CHAIR_PLAYER && chair->player != birth.creator;
        change_seat(change, r->server, (seat + 1) % seats, other ? CHAIR_OPEN : (enum chair_kind)chair->kind,
                    chair->kind == CHAIR_PLAYER && !other ? r->client->player : NULL, chair->level);
    }
    request_pledge(r, change);
    if (plan_all_taken(&change->plan))
        begin_fresh(next, change);
    return next;
}

static enum request_end show_rematch(struct request *r, uint64_t table)
{
    char id[ID_TEXT];
    id_text(table, id);
    text_member_string(&r->out, "table", id);
    return REQUEST_DONE;
}

static enum request_end rematch_counted(struct request *r, const struct store_answer *own)
{
    struct room *room = request_table(r);
    if (!room || request_too_many_tables(r, own))
        return REQUEST_DONE;
    if (room->table.at.row.rematch)
        return show_rematch(r, room->table.at.row.rematch);
    struct change *change = change_new(room), *first;
    struct room *next = make_rematch(r, room, &first);
    change->plan.next.row.rematch = next->id;
    change->plan.puts = true;
    show_rematch(r, next->id);
    struct reply reply = {.client = r->client->id, .id = r->id, .members = must_strdup(r->out.at)};
    change_write_both(change, room, first, next, &reply);
    return REQUEST_PENDING;
}

static enum request_end rematch(struct request *r)
{
    struct room *room = request_act(r, ACT_REMATCH);
    if (!room)
        return REQUEST_DONE;
    if (room->table.at.row.imported)
        return request_refuse(r, "not_allowed", "Only a finished game can have a rematch.");
    if (!room->table.game)
        return request_refuse(r, "not_allowed", "This server has the game or its box no more.");
    if (room->table.at.row.rematch)
        return show_rematch(r, room->table.at.row.rematch);
    return request_count_tables(r, rematch_counted);
}

const struct request_kind requests_table[] = {
    {"create",
     "game:game seats:i1-GAME_MAX_SEATS options:[option]0-128 who:" REQUEST_WHO " public:b "
     "clock:{kind:none|move|game seconds?:i5-2592000} undo:free|consent|none reaction?:i0-30000 start?:b "
     "pledge?:hash rated?:b hints?:b",
     create},
    {"start", "table:table", start},
    {"pledge", "table:table pledge:hash", pledge},
    {"reveal", "table:table value:hash", reveal},
    {"rematch", "table:table pledge?:hash", rematch},
    {0},
};
