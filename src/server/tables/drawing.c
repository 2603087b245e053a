/* drawing.c: the numbers of people's browsers: pledged, told when the game is about to begin, mixed. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/client.h"
#include "server/tables/table.h"

enum { DRAWING_MS = 5 * 1000 };

static bool is_person(const struct stored_table *t, int seat)
{
    return t->chairs[seat].row.kind == CHAIR_PLAYER;
}

/* The first seat of a player holds their number. -1 if the player has none. */
static int first_seat(const struct stored_table *t, uint64_t player)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (is_person(t, seat) && t->chairs[seat].row.player == player)
            return seat;
    return -1;
}

static bool is_silent(const struct table *table, uint64_t player)
{
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        if (table->drawing.silent[i] == player)
            return true;
    return false;
}

void drawing_pledge(struct change *change, const struct table *table, uint64_t player, const char *pledge)
{
    int seat = first_seat(&change->next, player);
    if (seat >= 0 && change->next.row.secret[0] && !is_silent(table, player)) {
        snprintf(change->next.chairs[seat].row.pledge, LUCK_HEX, "%s", pledge);
        change->puts = true;
    }
}

/* ---- asking ---- */

/* Only watchers at this node can be asked for their numbers; watchers at another node would not answer. */
static bool watches_here(const struct table *table, uint64_t player)
{
    for (const struct watcher *w = table->watchers; w; w = w->next_of_table)
        if (w->client->player->id == player)
            return true;
    return false;
}

uint32_t drawing_asks(const struct table *table, const struct stored_table *next)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < next->row.seats; seat++) {
        const struct chair_row *chair = &next->chairs[seat].row;
        bool there =
            watches_here(table, chair->player) || (table->fresh && chair->player == next->row.creator);
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

void drawing_begin(struct table *table, uint32_t seats)
{
    struct host *host = &table->server->host;
    struct drawing *d = &table->drawing;
    d->on = true;
    d->asked = seats;
    d->given = 0;
    d->until = server_now(table->server) + DRAWING_MS;
    host->wake(host->me, table->id, d->until);
    for (const struct watcher *w = table->watchers; w; w = w->next_of_table)
        drawing_show(table, w);
}

bool drawing_take(struct table *table, uint64_t player, const char *number)
{
    struct drawing *d = &table->drawing;
    int seat = first_seat(&table->at, player);
    uint8_t bytes[HASH_SIZE], hash[HASH_SIZE], pledge[HASH_SIZE];
    if (!d->on || seat < 0 || !(d->asked & game_bit(seat)) || !hex_parse(number, sizeof bytes, bytes) ||
        !hex_parse(table->at.chairs[seat].row.pledge, sizeof pledge, pledge))
        return false;
    luck_hash(bytes, hash);
    if (memcmp(hash, pledge, sizeof hash) != 0)
        return false;
    memcpy(d->numbers[seat], bytes, sizeof bytes);
    d->given |= game_bit(seat);
    return true;
}

/* ---- the start ---- */

/* The numbers that were told so far must not be used again: somebody could choose with them in sight. */
static void give_up(struct table *table)
{
    struct drawing *d = &table->drawing;
    struct change *change = change_new(table);
    int silent = 0;
    while (silent < GAME_MAX_SEATS && d->silent[silent])
        silent++;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        if ((d->asked & ~d->given & game_bit(seat)) && silent < GAME_MAX_SEATS)
            d->silent[silent++] = table->at.chairs[seat].row.player;
        change->next.chairs[seat].row.pledge[0] = '\0';
    }
    change->puts = true;
    change_write(change, table, NEWS_ALL, NULL);
}

static void start(struct table *table)
{
    struct drawing *d = &table->drawing;
    struct change *change = change_new(table);
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (d->given & game_bit(seat))
            hex_text(d->numbers[seat], HASH_SIZE, change->next.chairs[seat].row.nonce);
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
    if (!table->at.row.previous || table->drawing.silent[0] || table_is_busy(table))
        return false;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        const struct chair_row *chair = &table->at.chairs[seat].row;
        if (chair->kind == CHAIR_OPEN ||
            (chair->kind == CHAIR_PLAYER && !table_is_watched_by(table, chair->player)))
            return false;
    }
    uint32_t asks = drawing_asks(table, &table->at);
    table->drawing.given = 0;
    if (asks)
        drawing_begin(table, asks);
    else
        start(table);
    return true;
}

bool drawing_go_on(struct table *table)
{
    struct drawing *d = &table->drawing;
    bool all = d->given == d->asked, late = server_now(table->server) >= d->until;
    if (!d->on)
        return begin_rematch(table);
    if (table_is_busy(table) || table->at.row.state != TABLE_OPEN || (!all && !late))
        return false;
    d->on = false;
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
