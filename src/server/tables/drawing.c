/* drawing.c: the numbers of people's browsers: pledged, told when the game is about to begin, mixed. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/client.h"
#include "server/tables/table.h"

/* How long numbers are waited for. With other nodes there is a while before it, in which each of them adds
 * the people who watch there; who gives a number must be settled before the first one is told. */
enum { DRAWING_MS = 5 * 1000, GATHERING_MS = 200 };

static bool is_person(const struct stored_table *t, int seat)
{
    return t->chairs[seat].row.kind == CHAIR_PLAYER;
}

static uint64_t person_of(const struct stored_table *t, int seat)
{
    return is_person(t, seat) ? t->chairs[seat].row.player : 0;
}

/* The first seat of a player holds their number. -1 if the player has none. */
static int first_seat(const struct stored_table *t, uint64_t player)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (is_person(t, seat) && t->chairs[seat].row.player == player)
            return seat;
    return -1;
}

void drawing_pledge(struct change *change, uint64_t player, const char *pledge)
{
    int seat = first_seat(&change->next, player);
    if (seat < 0 || !change->next.row.secret[0] || drawing_is_silent(&change->next, player) ||
        strcmp(change->next.chairs[seat].row.pledge, pledge) == 0)
        return;
    snprintf(change->next.chairs[seat].row.pledge, LUCK_HEX, "%s", pledge);
    change->puts = true;
}

bool drawing_is_silent(const struct stored_table *t, uint64_t player)
{
    return player && ids_contain(t->row.silent, player);
}

/* ---- asking ---- */

uint32_t drawing_asks(const struct table *table, const struct stored_table *next)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < next->row.seats; seat++) {
        const struct chair_row *chair = &next->chairs[seat].row;
        bool there =
            table_is_watched_by(table, chair->player) || (table->fresh && chair->player == next->row.creator);
        if (chair->kind == CHAIR_PLAYER && chair->pledge[0] && there &&
            first_seat(next, chair->player) == seat)
            seats |= game_bit(seat);
    }
    return seats;
}

/* "pledges" or "numbers": a text or null for each seat. */
static void put_parts(const struct stored_table *t, bool begun, struct text *out)
{
    text_member_open(out, begun ? "numbers" : "pledges", '[');
    for (int seat = 0; seat < t->row.seats; seat++) {
        const struct chair_row *chair = &t->chairs[seat].row;
        const char *part = begun ? chair->nonce : chair->pledge;
        if (part[0])
            text_json_string(out, part);
        else
            text_json_null(out);
    }
    text_json_close(out, ']');
}

static void put_hash(const struct stored_table *t, struct text *out)
{
    uint8_t secret[HASH_SIZE], hash[HASH_SIZE];
    char hex[LUCK_HEX];
    hex_parse(t->row.secret, sizeof secret, secret);
    luck_hash(secret, hash);
    hex_text(hash, sizeof hash, hex);
    text_member_string(out, "hash", hex);
}

/* Whose numbers did not come: for the others, who wonder why the game did not begin. */
static void put_silent(const struct stored_table *t, struct text *out)
{
    if (t->row.state != TABLE_OPEN || !t->row.silent[0])
        return;
    text_member_open(out, "silent", '[');
    for (int seat = 0; seat < t->row.seats; seat++)
        if (drawing_is_silent(t, person_of(t, seat)) && first_seat(t, person_of(t, seat)) == seat)
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
}

void put_luck(const struct stored_table *t, struct text *out)
{
    text_json_key(out, "luck");
    if (!t->row.secret[0]) {
        text_json_null(out);
        return;
    }
    text_json_open(out, '{');
    put_hash(t, out);
    put_parts(t, t->row.state != TABLE_OPEN, out);
    put_silent(t, out);
    text_json_close(out, '}');
}

void drawing_show(const struct table *table, const struct watcher *w)
{
    char id[ID_TEXT];
    struct text out = TEXT_IN(table->server->buffers->message);
    id_text(table->id, id);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "luck");
    text_member_string(&out, "table", id);
    text_member_int(&out, "number", 0);
    put_hash(&table->at, &out);
    put_parts(&table->at, false, &out);
    text_json_close(&out, '}');
    client_send(w->client, &out);
}

static void forget_numbers(struct stored_table *t)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        t->chairs[seat].row.nonce[0] = '\0';
    t->row.drawing = 0;
    t->row.drawing_asked = 0;
}

void drawing_begin(struct change *change, const struct server *server, uint32_t seats)
{
    forget_numbers(&change->next);
    change->next.row.drawing = server_now(server) + DRAWING_MS + (server->nodes.count ? GATHERING_MS : 0);
    change->next.row.drawing_asked = seats;
    change->puts = true;
}

bool drawing_asks_now(const struct stored_table *t, int64_t now)
{
    return t->row.state == TABLE_OPEN && t->row.drawing && now >= t->row.drawing - DRAWING_MS;
}

bool drawing_take(struct change *change, uint64_t player, const char *number, int64_t now)
{
    struct stored_table *t = &change->next;
    int seat = first_seat(t, player);
    uint8_t bytes[HASH_SIZE], hash[HASH_SIZE], pledge[HASH_SIZE];
    if (!drawing_asks_now(t, now) || seat < 0 || !(t->row.drawing_asked & game_bit(seat)) ||
        !hex_parse(number, sizeof bytes, bytes) ||
        !hex_parse(t->chairs[seat].row.pledge, sizeof pledge, pledge))
        return false;
    luck_hash(bytes, hash);
    if (memcmp(hash, pledge, sizeof hash) != 0)
        return false;
    snprintf(t->chairs[seat].row.nonce, LUCK_HEX, "%s", number);
    change->puts = true;
    return true;
}

static uint32_t missing(const struct stored_table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->row.seats; seat++)
        if ((t->row.drawing_asked & game_bit(seat)) && !t->chairs[seat].row.nonce[0])
            seats |= game_bit(seat);
    return seats;
}

bool drawing_has_all(const struct stored_table *t)
{
    return t->row.drawing && !missing(t);
}

/* ---- the start ---- */

/* The numbers that were told so far must not be used again: somebody could choose with them in sight. */
static void drop_pledges(struct change *change)
{
    forget_numbers(&change->next);
    for (int seat = 0; seat < change->next.row.seats; seat++)
        change->next.chairs[seat].row.pledge[0] = '\0';
    change->puts = true;
}

static void add_silent(struct table_row *row, uint64_t player)
{
    char id[ID_TEXT];
    size_t length = strlen(row->silent);
    id_text(player, id);
    if (length + ID_TEXT <= sizeof row->silent && !ids_contain(row->silent, player))
        snprintf(row->silent + length, sizeof row->silent - length, "%s%s", length ? " " : "", id);
}

static void give_up(struct table *table)
{
    struct change *change = change_new(table);
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (missing(&table->at) & game_bit(seat))
            add_silent(&change->next.row, table->at.chairs[seat].row.player);
    drop_pledges(change);
    change_write(change, table, NEWS_ALL, NULL);
}

void drawing_follow_seats(struct change *change, const struct table *table)
{
    bool same = true;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        same = same && person_of(&table->at, seat) == person_of(&change->next, seat);
    if (!same && table->at.row.drawing && change->next.row.state == TABLE_OPEN)
        drop_pledges(change);
}

static void start(struct table *table)
{
    struct change *change = change_new(table);
    if (change_start(change, table))
        change_drop(change);
    else
        change_write(change, table, NEWS_ALL, NULL);
}

static bool plays_alone(const struct stored_table *t)
{
    int first = -1;
    for (int seat = 0; seat < t->row.seats; seat++) {
        first = first < 0 && is_person(t, seat) ? seat : first;
        if (is_person(t, seat) && t->chairs[seat].row.player != t->chairs[first].row.player)
            return false;
    }
    return true;
}

/* A rematch begins by itself when everybody has taken their chair, which is their yes. After a start that
 * failed, its creator must start it. */
static bool begin_rematch(struct table *table)
{
    if (!table->at.row.previous || table->at.row.silent[0] || table_is_busy(table))
        return false;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        const struct chair_row *chair = &table->at.chairs[seat].row;
        if (chair->kind == CHAIR_OPEN ||
            (chair->kind == CHAIR_PLAYER && !table_is_watched_by(table, chair->player)))
            return false;
    }
    uint32_t asks = drawing_asks(table, &table->at);
    if (asks) {
        struct change *change = change_new(table);
        drawing_begin(change, table->server, asks);
        change_write(change, table, NEWS_NONE, NULL);
    } else {
        start(table);
    }
    return true;
}

/* Adds people of whom the node that begins had not heard. True if there are any. */
static bool gather(struct table *table)
{
    uint32_t more = drawing_asks(table, &table->at) & ~table->at.row.drawing_asked;
    if (!more)
        return false;
    struct change *change = change_new(table);
    change->next.row.drawing_asked |= more;
    change->puts = true;
    change_write(change, table, NEWS_NONE, NULL);
    return true;
}

/* Asks everybody who watches here, once. */
static void tell(struct table *table)
{
    if (table->drawing_told == table->at.row.drawing)
        return;
    table->drawing_told = table->at.row.drawing;
    for (const struct watcher *w = table->watchers; w; w = w->next_of_table)
        drawing_show(table, w);
}

int64_t drawing_wake(const struct table *table)
{
    int64_t end = table->at.row.drawing;
    if (!end || table->at.row.state != TABLE_OPEN)
        return MATCH_NEVER;
    return drawing_asks_now(&table->at, server_now(table->server)) ? end : end - DRAWING_MS;
}

bool drawing_go_on(struct table *table)
{
    int64_t now = server_now(table->server);
    if (!table->at.row.drawing)
        return begin_rematch(table);
    if (table_is_busy(table) || table->at.row.state != TABLE_OPEN)
        return false;
    if (!drawing_asks_now(&table->at, now))
        return gather(table);
    tell(table);
    bool all = drawing_has_all(&table->at), late = now >= table->at.row.drawing;
    if (!all && !late)
        return false;
    if (all || plays_alone(&table->at))
        start(table);
    else
        give_up(table);
    return true;
}

/* ---- keys and records ---- */

/* False if the table has no secret. */
static bool luck_of(const struct stored_table *t, struct luck *out)
{
    *out = (struct luck){.seats = t->row.seats};
    for (int seat = 0; seat < t->row.seats; seat++)
        if (hex_parse(t->chairs[seat].row.nonce, HASH_SIZE, out->numbers[seat]))
            out->given |= game_bit(seat);
    return hex_parse(t->row.secret, HASH_SIZE, out->secret);
}

void drawing_mix(struct stored_table *t)
{
    struct luck luck;
    uint8_t key[MATCH_KEY];
    if (!luck_of(t, &luck))
        return;
    luck_key(&luck, key);
    hex_text(key, sizeof key, t->row.key);
}

void drawing_notes(const struct stored_table *t, char out[DRAWING_NOTES])
{
    struct luck luck;
    struct text text = text_in(out, DRAWING_NOTES);
    if (t->row.imported || !luck_of(t, &luck))
        return;
    if (t->row.state == TABLE_OVER)
        luck_write(&luck, t->row.asked, &text);
    else
        luck_write_hash(luck.secret, &text);
}
