/* requests_table.c: requests about tables: made, joined, left, watched, talked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/boxes.h"
#include "server/memory.h"
#include "server/requests.h"

enum { MAX_CLOCK = 30 * 24 * 3600, MAX_REACTION = 30000 };

/* ---- create ---- */

static int find_word(const char *const names[], int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    return -1;
}

/* Joins the options with spaces; box=NAME chooses the box. */
static bool read_options(struct request *r, struct store_table *t)
{
    size_t i;
    json_t *word;
    struct text out = TEXT_IN(t->options);
    json_array_foreach(json_object_get(r->json, "options"), i, word)
    {
        const char *s = json_string_value(word);
        if (!s || !*s || strchr(s, ' ') || limits_length(s) < 0) {
            request_refuse(r, "illegal", "An option is a word.");
            return false;
        }
        if (strncmp(s, "box=", 4) == 0) {
            snprintf(t->box, sizeof t->box, "%s", s + 4);
            continue;
        }
        if (out.length)
            text_char(&out, ' ');
        text_put(&out, s);
    }
    if (out.cut)
        request_refuse(r, "limit", "The options are too long.");
    return !out.cut;
}

static bool read_clock(struct request *r, struct store_table *t)
{
    const json_t *clock = json_object_get(r->json, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    const json_t *seconds = json_object_get(clock, "seconds");
    int found = kind ? find_word(clock_names, 3, kind) : -1;
    int64_t s = json_integer_value(seconds);
    if (found < 0 || (found != CLOCK_NONE && (s < 5 || s > MAX_CLOCK))) {
        request_refuse(r, "missing", "A clock is none, or move or game with 5 to %d seconds.", MAX_CLOCK);
        return false;
    }
    t->clock = (uint8_t)found;
    t->clock_seconds = found == CLOCK_NONE ? 0 : (int32_t)s;
    return true;
}

static bool read_rest(struct request *r, struct store_table *t)
{
    int undo = find_word(undo_names, 3, request_text(r, "undo"));
    int64_t reaction = request_int(r, "reaction", 3000);
    if (undo < 0) {
        request_refuse(r, "unknown", "undo is free, consent or none.");
        return false;
    }
    if (reaction < 0 || reaction > MAX_REACTION) {
        request_refuse(r, "limit", "reaction has 0 to %d milliseconds.", MAX_REACTION);
        return false;
    }
    t->undo = (uint8_t)undo;
    t->reaction = (int32_t)reaction;
    t->open_to_all = request_bool(r, "public");
    return true;
}

static bool check_chairs(struct request *r, int64_t seats)
{
    size_t i;
    json_t *chair, *who = json_object_get(r->json, "who");
    if (json_array_size(who) != (size_t)seats) {
        request_refuse(r, "missing", "who names as many chairs as there are seats.");
        return false;
    }
    json_array_foreach(who, i, chair)
    {
        const char *kind = json_string_value(json_object_get(chair, "kind"));
        const json_t *level = json_object_get(chair, "level");
        int64_t wanted = json_integer_value(level);
        bool computer = kind && strcmp(kind, "computer") == 0;
        if (!computer && (!kind || (strcmp(kind, "me") != 0 && strcmp(kind, "open") != 0))) {
            request_refuse(r, "unknown", "A chair is me, open or computer.");
            return false;
        }
        if (computer ? wanted < 1 || wanted > BOT_LEVELS : level != NULL) {
            request_refuse(r, "missing", "A computer has a level from 1 to %d, others have none.",
                           BOT_LEVELS);
            return false;
        }
    }
    return true;
}

/* Tries the options on a game that is thrown away. */
static bool options_fit(struct request *r, const struct game *game, int seats, const char *options)
{
    struct rng rng = chance_rng();
    struct play play;
    char settled[GAME_OPTIONS_TEXT];
    const char *problem = game_settle(game, seats, options, &rng, settled);
    if (!problem && !(problem = play_start(&play, game, seats, settled)))
        play_free(&play);
    if (problem)
        request_refuse(r, "illegal", "%s", problem);
    return !problem;
}

static bool all_taken(const struct room *room)
{
    for (int seat = 0; seat < room->table.seats; seat++)
        if (room->table.chairs[seat].kind == CHAIR_OPEN)
            return false;
    return true;
}

static void sit_down(struct request *r, struct room *room)
{
    size_t i;
    json_t *chair;
    json_array_foreach(json_object_get(r->json, "who"), i, chair)
    {
        const char *kind = json_string_value(json_object_get(chair, "kind"));
        int level = (int)json_integer_value(json_object_get(chair, "level"));
        if (strcmp(kind, "me") == 0)
            room_seat(room, (int)i, CHAIR_PLAYER, r->client->player, 0);
        else if (strcmp(kind, "computer") == 0)
            room_seat(room, (int)i, CHAIR_COMPUTER, NULL, level);
        else
            room_seat(room, (int)i, CHAIR_OPEN, NULL, 0);
    }
}

static bool too_many_tables(struct request *r)
{
    if (store_count_tables(r->server->store, r->client->player->id) < LIMIT_TABLES)
        return false;
    request_refuse(r, "limit", "A player has at most %d open or running tables.", LIMIT_TABLES);
    return true;
}

void request_show_new(struct request *r, const struct room *room)
{
    char id[ID_TEXT];
    id_text(room->table.id, id);
    text_member_string(&r->out, "table", id);
    text_member_string(&r->out, "invite", room->table.invite);
}

static enum request_end create(struct request *r)
{
    struct store_table t = {.creator = r->client->player->id, .state = TABLE_OPEN};
    int64_t seats = request_int(r, "seats", 0);
    snprintf(t.game, sizeof t.game, "%s", request_text(r, "game"));
    if (!read_options(r, &t))
        return REQUEST_DONE;
    const struct game *game = boxes_find(t.game, t.box);
    if (!game || !request_offered(r, game))
        return request_refuse(r, "unknown", "There is no such game, or not with that box.");
    char range[64];
    struct text words = TEXT_IN(range);
    game_put_seats(game, &words);
    if (seats < game->min_seats || seats > game->max_seats)
        return request_refuse(r, "limit", "%s is for %s.", game->title, range);
    if (!check_chairs(r, seats) || !read_clock(r, &t) || !read_rest(r, &t) ||
        !options_fit(r, game, (int)seats, t.options) || too_many_tables(r))
        return REQUEST_DONE;
    t.rules = game->rules;
    t.seats = (int32_t)seats;
    struct room *room = room_new(r->server, &t, game);
    player_keep(r->server, r->client->player);
    sit_down(r, room);
    if (request_bool(r, "start") && all_taken(room))
        room_start(room);
    request_show_new(r, room);
    return request_commit(r, room, NEWS_ALL);
}

/* ---- joining and leaving ---- */

static enum request_end join(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    if (room->table.state != TABLE_OPEN)
        return request_refuse(r, "not_allowed", "The game has begun.");
    int64_t wanted = request_int(r, "seat", 0);
    int seat = wanted > 0 ? (int)wanted - 1 : 0;
    if (wanted < 0 || wanted > room->table.seats)
        return request_refuse(r, "no_seat", "There is no such seat.");
    while (!wanted && seat < room->table.seats && room->table.chairs[seat].kind != CHAIR_OPEN)
        seat++;
    if (seat >= room->table.seats || room->table.chairs[seat].kind != CHAIR_OPEN)
        return request_refuse(r, "full", "That chair is taken.");
    room_seat(room, seat, CHAIR_PLAYER, r->client->player, 0);
    text_member_int(&r->out, "seat", seat + 1);
    return request_commit(r, room, NEWS_ALL);
}

/* The seats that a request is about: the one it names, or all own ones. 0 after a refusal. */
static uint32_t seats_meant(struct request *r, const struct room *room)
{
    if (json_object_get(r->json, "seat")) {
        int seat = request_seat(r, room);
        return seat < 0 ? 0 : game_bit(seat);
    }
    uint32_t mine = room_seats_of(room, r->client->player);
    if (!mine)
        request_refuse(r, "not_yours", "You do not sit here.");
    return mine;
}

static enum request_end leave(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    if (room->table.creator == r->client->player->id && room_end_open(room, r->client->player))
        return request_commit(r, room, NEWS_ALL); /* without a chair */
    uint32_t seats = seats_meant(r, room);
    if (!seats)
        return REQUEST_DONE;
    if (room->table.state == TABLE_OVER || room->table.state == TABLE_SUSPENDED)
        return request_refuse(r, "not_running", "The game is over.");
    bool running = room->table.state == TABLE_RUNNING;
    for (int seat = 0; seat < room->table.seats; seat++) {
        if (!(seats & game_bit(seat)))
            continue;
        if (running)
            room->table.chairs[seat].away = 1;
        else
            room_seat(room, seat, CHAIR_OPEN, NULL, 0);
    }
    room_end_open(room, r->client->player);
    room_reseat(room);
    return request_commit(r, room, running ? NEWS_SEATING : NEWS_ALL);
}

static enum request_end start(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    if (room->table.creator != r->client->player->id)
        return request_refuse(r, "not_allowed", "Only who made the table starts it.");
    if (room->table.state != TABLE_OPEN)
        return request_refuse(r, "not_allowed", "The game has begun.");
    if (!all_taken(room))
        return request_refuse(r, "not_allowed", "A chair is still free.");
    const char *problem = room_start(room);
    if (problem)
        return request_refuse(r, "illegal", "%s", problem);
    return request_commit(r, room, NEWS_ALL);
}

static enum request_end sit(struct request *r)
{
    int seat;
    struct room *room = request_running(r, &seat);
    if (!room)
        return REQUEST_DONE;
    if (room->table.chairs[seat].resigned)
        return request_refuse(r, "not_allowed", "Who resigned cannot come back.");
    if (!room->table.chairs[seat].away)
        return REQUEST_DONE;
    room->table.chairs[seat].away = 0;
    room_reseat(room);
    return request_commit(r, room, NEWS_ALL);
}

static enum request_end resign(struct request *r)
{
    int seat;
    struct room *room = request_running(r, &seat);
    if (!room)
        return REQUEST_DONE;
    room->table.chairs[seat].away = room->table.chairs[seat].resigned = 1;
    room_reseat(room);
    return request_commit(r, room, NEWS_SEATING);
}

/* Whether somebody who sat here can be seated again: a game must not begin for who does not see it. */
static bool is_there(const struct room *room, int seat)
{
    const struct player *p = room->players[seat];
    return p && !p->going && clients_connected(room->server, p);
}

/* The same people again, the chairs one further so that somebody else begins. The chairs of those who are not
 * there are free; they, or others, can join. */
static enum request_end rematch(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    char id[ID_TEXT];
    if (!room_seats_of(room, r->client->player))
        return request_refuse(r, "not_yours", "You do not sit here.");
    if (room->table.state != TABLE_OVER || room->table.imported)
        return request_refuse(r, "not_allowed", "The game is not over.");
    if (!room->table.rematch) {
        if (too_many_tables(r))
            return REQUEST_DONE;
        struct store_table t = room->table;
        memset(t.chairs, 0, sizeof t.chairs);
        t.creator = r->client->player->id;
        t.rematch = 0;
        t.number = 0;
        t.turn = t.winners = 0;
        t.state = TABLE_OPEN;
        struct room *next = room_new(r->server, &t, room->game);
        for (int seat = 0; seat < t.seats; seat++) {
            const struct store_chair *chair = &room->table.chairs[seat];
            bool gone = chair->kind == CHAIR_PLAYER && !is_there(room, seat);
            room_seat(next, (seat + 1) % t.seats, gone ? CHAIR_OPEN : (enum chair_kind)chair->kind,
                      gone ? NULL : room->players[seat], chair->level);
        }
        if (all_taken(next))
            room_start(next);
        room->table.rematch = next->table.id;
        room_commit(next, NEWS_NONE, NULL);
    }
    id_text(room->table.rematch, id);
    text_member_string(&r->out, "table", id);
    return request_commit(r, room, NEWS_ALL);
}

/* ---- watching and talking ---- */

static void show_watched(struct request *r)
{
    struct watcher *w = client_watch(r->client, r->room);
    int64_t number = request_int(r, "number", -1);
    w->eye = room_eye(r->room, r->client, w->eye);
    int place = number >= 0 && number < INT32_MAX && r->room->play.state
                    ? play_place(&r->room->play, w->eye, (int)number)
                    : -1;
    /* After a move was taken back the numbers before it may have been others. */
    if (place < 0 || place > room_horizon(r->room, w->eye) || r->room->rows != r->room->play.count)
        room_show_table(r->room, w, "table");
    else
        room_show_rest(r->room, w, place);
    if (r->room->undo.asked)
        room_show_undo(r->room, w);
    if (room_seats_of(r->room, r->client->player))
        room_tell(r->room, NEWS_SEATING);
}

static enum request_end watch(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    if (!client_watcher(r->client, room) && r->client->watching >= LIMIT_WATCHED)
        return request_refuse(r, "limit", "A connection watches at most %d tables.", LIMIT_WATCHED);
    r->room = room;
    r->after = show_watched;
    return REQUEST_DONE;
}

static enum request_end unwatch(struct request *r)
{
    struct room *room = map_get(&r->server->rooms, id_parse(request_text(r, "table")));
    if (room)
        client_unwatch(r->client, room);
    return REQUEST_DONE;
}

/* A line that is being stored; the table is named, for its room may be gone by then. */
struct talk {
    struct server *server;
    uint64_t table;
    struct later later;
    struct store_chat chat;
};

static void talked(void *context, const char *problem)
{
    struct talk *t = context;
    client_answer(t->server, &t->later, problem ? "store" : NULL, "It could not be written.");
    struct room *room = problem ? NULL : map_get(&t->server->rooms, t->table);
    if (room)
        room_show_chat(room, &t->chat);
    free(t);
}

static enum request_end chat(struct request *r)
{
    struct room *room = request_room(r);
    if (!room)
        return REQUEST_DONE;
    int length = limits_length(request_text(r, "text"));
    if (length < 1 || length > LIMIT_CHAT)
        return request_refuse(r, "limit", "A line of talk has 1 to %d characters.", LIMIT_CHAT);
    if (!client_watcher(r->client, room))
        return request_refuse(r, "not_allowed", "Watch the table first.");
    if (!bucket_take(&r->client->chat, LIMIT_CHAT_RATE / 10.0, LIMIT_CHAT_RATE, steady_ms()))
        return request_refuse(r, "rate", "Too many lines.");
    struct talk *t = must_calloc(1, sizeof *t);
    *t = (struct talk){.server = r->server,
                       .table = room->table.id,
                       .later = {.client = r->client->id, .id = r->id},
                       .chat = {.number = room->chats++, .player = r->client->player->id, .at = now_ms()}};
    uint32_t mine = room_seats_of(room, r->client->player);
    t->chat.seat = mine ? __builtin_ctz(mine) + 1 : 0;
    snprintf(t->chat.name, sizeof t->chat.name, "%s", r->client->player->name);
    snprintf(t->chat.text, sizeof t->chat.text, "%s", request_text(r, "text"));
    store_add_chat(r->server->store, room->table.id, &t->chat, LIMIT_CHATS);
    store_commit(r->server->store, talked, t);
    return REQUEST_LATER;
}

const struct request_kind requests_table[] = {
    {"create", "game:t seats:i options:a who:a public:b clock:o undo:t reaction?:i start?:b", create},
    {"join", "table:t seat?:i invite?:t", join},
    {"leave", "table:t seat?:i", leave},
    {"start", "table:t", start},
    {"sit", "table:t seat:i", sit},
    {"resign", "table:t seat:i", resign},
    {"rematch", "table:t", rematch},
    {"watch", "table:t number?:i invite?:t", watch},
    {"unwatch", "table:t", unwatch},
    {"chat", "table:t text:t", chat},
    {0},
};
