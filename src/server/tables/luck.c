/* luck.c: the numbers of people's browsers, as members of messages. */
#include "match/luck.h"

#include "server/protocol/client.h"

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
        if (drawing_silent_seats(t) & game_bit(seat))
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

void room_ask_number(const struct room *room, const struct watcher *w)
{
    char id[ID_TEXT];
    struct text out = TEXT_IN(room->server->buffers->message);
    id_text(room->id, id);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "luck");
    text_member_string(&out, "table", id);
    text_member_int(&out, "number", 0);
    put_hash(&room->table.at, &out);
    put_parts(&room->table.at, false, &out);
    text_json_close(&out, '}');
    client_send(w->client, &out);
}
