/* requests_import.c: makes tables from records: to look at, or to play on where the record breaks off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/partial.h"
#include "server/base/memory.h"
#include "server/tables/boxes.h"
#include "server/protocol/requests.h"

enum { PLAY_ON_REACTION = 3000, FILLED_TEXT = 2 * 1024 * 1024 };

/* The entries made so far from the moves of a record. */
struct importing {
    struct match_entry *entries;
    int count, capacity;
    int64_t at;
};

static struct match_entry *add_entry(struct importing *i, char actor)
{
    if (i->count == i->capacity) {
        i->capacity = i->capacity ? i->capacity * 2 : 64;
        i->entries = must_realloc(i->entries, (size_t)i->capacity * sizeof *i->entries);
    }
    struct match_entry *e = &i->entries[i->count];
    *e = (struct match_entry){.number = i->count++, .actor = actor, .code = MATCH_UNREAD, .at = i->at};
    return e;
}

static bool import_move(void *context, const struct record *record, const void *state, int actor,
                        game_move move)
{
    struct match_entry *e = add_entry(context, game_actor_letter(actor));
    e->code = move;
    struct text text = TEXT_IN(e->move);
    record->game->move_text(record->game, state, actor, move, &text);
    return true;
}

/* The name of the box that a record needs. It must be known before the record can be read. */
static void record_box(const char *record, char box[32])
{
    const char *line = strstr(record, "\noption box=");
    box[0] = '\0';
    if (line)
        snprintf(box, 32, "%.*s", (int)strcspn(line + 12, "\r\n"), line + 12);
}

/* A record that is read by another thread. */
struct imported {
    const char *text; /* in the request's JSON */
    const struct game *boxed;
    struct record record;
    union game_state state; /* after its moves */
    struct importing moves;
    bool over, guessed;
    char problem[RECORD_MAX_LINE * 2]; /* why it cannot be read; "": it can */
};

static void drop_imported(void *kept)
{
    struct imported *in = kept;
    free(in->moves.entries);
    free(in);
}

/* Reads a whole record. The first reading checks it, the second collects its moves. */
static void read_whole(struct imported *in, const char *text)
{
    struct text error = TEXT_IN(in->problem);
    size_t length = strlen(text);
    if (!record_replay(text, length, in->boxed, NULL, NULL, &in->record, &in->state, &error))
        return;
    in->over = game_actor(in->record.game, &in->state) < 0;
    record_replay(text, length, in->boxed, import_move, &in->moves, &in->record, &in->state, &error);
}

/* What is hidden in the record is guessed. */
static void read_record(struct request *r)
{
    struct imported *in = r->kept;
    struct text error = TEXT_IN(in->problem);
    in->guessed = partial_is(in->text);
    if (!in->guessed) {
        read_whole(in, in->text);
        return;
    }
    char *filled = must_malloc(FILLED_TEXT);
    void *memory = must_malloc(partial_memory());
    struct text whole = text_in(filled, FILLED_TEXT);
    bool all;
    if (partial_fill(in->text, in->boxed, memory, &whole, &all, &error))
        read_whole(in, filled);
    free(memory);
    free(filled);
}

/* A long message has paid when it came, before it was read. */
static bool rate_allows(struct request *r)
{
    bool allowed = r->server->policy.unlimited || r->paid ||
                   budget_take(r->server, BUDGET_RECORDS, r->client->place.address, 1);
    if (!allowed)
        request_refuse(r, "rate", "At most %d records in 2 minutes; wait and send it again.", LIMIT_IMPORTS);
    return allowed;
}

/* A new table whose match has made the moves of the record. `birth` has what the record
 * does not say. */
static struct room *make_table(struct request *r, struct imported *in, struct table_birth birth,
                               enum table_state state, struct change **out)
{
    birth.game = in->record.game;
    birth.seats = in->record.seats;
    birth.creator = r->client->player->id;
    birth.origin = limits_key(r->client->place.address);
    snprintf(birth.box, sizeof birth.box, "%s", birth.game->box_name ? birth.game->box_name : "");
    memcpy(birth.options, in->record.options, sizeof birth.options);
    struct room *room = room_open(r->server, &birth);
    struct change *change = *out = change_new(room);
    change->plan.next.row.state = (uint8_t)state;
    if (json_get(r->json, "who"))
        request_sit_down(r, change); /* before the match starts: it asks who computers are */
    plan_start_match(&change->plan);
    match_accept(change->plan.match, in->moves.entries, in->moves.count, NULL);
    plan_add(&change->plan, in->moves.entries, in->moves.count);
    if (!r->client->player->stored)
        player_put(r->server, change->unit, r->client->player);
    request_show_new(r, room);
    text_member_bool(&r->out, "guessed", in->guessed);
    return room;
}

/* Draws what chance is to draw where the record breaks off. */
static void go_on(struct change *change, int64_t now)
{
    struct match_proposal next;
    match_tick(change->plan.match, now, &next);
    plan_add(&change->plan, next.entries, next.count);
    match_accept(change->plan.match, next.entries, next.count, NULL);
}

/* Whether `who` leaves a chair to somebody who comes later. */
static bool leaves_open(const struct request *r)
{
    const struct json *who = json_get(r->json, "who");
    for (const struct json *chair = json_at(who, 0); chair; chair = json_next(who, chair)) {
        if (strcmp(json_text(json_get(chair, "kind")), "open") == 0)
            return true;
    }
    return false;
}

/* A table to play on from where the record breaks off. */
static enum request_end play_on(struct request *r, const struct store_answer *own)
{
    struct change *change;
    if (request_too_many_tables(r, own))
        return REQUEST_DONE;
    struct table_birth birth = {.undo = MATCH_UNDO_FREE};
    birth.reaction = leaves_open(r) ? 0 : PLAY_ON_REACTION; /* nobody can react in time who is not there */
    struct room *room = make_table(r, r->kept, birth, TABLE_RUNNING, &change);
    go_on(change, server_now(r->server));
    return request_write(r, room, change);
}

/* Whether somebody plays on: a table of open chairs would wait for nobody. False after a refusal. */
static bool check_who(struct request *r, const struct imported *in)
{
    const struct json *who = json_get(r->json, "who");
    if (!request_check_chairs(r, in->record.seats))
        return false;
    for (const struct json *chair = json_at(who, 0); chair; chair = json_next(who, chair)) {
        if (strcmp(json_text(json_get(chair, "kind")), "open") != 0)
            return true;
    }
    request_refuse(r, "missing", "Somebody must play on: give at least one chair to yourself or a computer.");
    return false;
}

/* A seat that resigned has lost here too. True if that ended the game: all others had resigned. */
static bool resign_as_recorded(struct imported *in)
{
    uint32_t out = in->record.resigned, playing = (game_bit(in->record.seats) - 1) & ~out;
    for (int seat = 0; seat < in->record.seats; seat++)
        if (out & game_bit(seat))
            snprintf(add_entry(&in->moves, 's')->move, GAME_MOVE_TEXT, "%d resign", seat + 1);
    return out && !(playing & (playing - 1));
}

/* Goes on with a record that was read. */
static enum request_end import_read(struct request *r)
{
    struct imported *in = r->kept;
    struct change *change;
    if (in->problem[0])
        return request_refuse(r, "illegal", "%.480s", in->problem);
    if (!request_offered(r, in->record.game))
        return request_refuse(r, "illegal", "This server does not offer the game \"%s\".",
                              in->record.game->name);
    if (!in->record.moves)
        return request_refuse(r, "illegal", "The record has no moves; there is nothing to look at.");
    if (json_get(r->json, "who")) {
        if (in->over)
            return request_refuse(r, "illegal", "The game of this record is over; nobody can play on.");
        return check_who(r, in) ? request_count_tables(r, play_on) : REQUEST_DONE;
    }
    if (!request_may_make_table(r))
        return REQUEST_DONE;
    bool over = resign_as_recorded(in) || in->over;
    struct table_birth birth = {.imported = true, .undo = MATCH_UNDO_NONE};
    struct room *room = make_table(r, in, birth, over ? TABLE_OVER : TABLE_SUSPENDED, &change);
    if (!over)
        snprintf(change->plan.next.row.reason, sizeof change->plan.next.row.reason, "imported");
    return request_write(r, room, change);
}

static enum request_end import(struct request *r)
{
    char box[32];
    if (!rate_allows(r))
        return REQUEST_DONE;
    struct imported *in = must_calloc(1, sizeof *in);
    in->text = request_text(r, "record");
    record_box(in->text, box);
    in->boxed = boxes_games(box);
    in->moves.at = server_now(r->server);
    r->kept = in;
    r->drop = drop_imported;
    client_note_cost(r->client);
    return request_work(r, read_record, import_read);
}

const struct request_kind requests_import[] = {
    {"import", "record:record who?:" REQUEST_WHO, import},
    {0},
};
