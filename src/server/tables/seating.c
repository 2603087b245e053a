/* seating.c: who sits at a table, as members of messages. */
#include "server/protocol/client.h"
#include "server/tables/rating.h"
#include "server/tables/room.h"

void put_player(const struct stored_chair *chair, bool with_rating, struct text *out)
{
    char id[ID_TEXT] = "";
    if (chair->row.kind == CHAIR_OPEN) {
        text_json_null(out);
        return;
    }
    bool computer = chair->row.kind == CHAIR_COMPUTER, there = chair->name[0];
    if (!computer && there)
        id_text(chair->row.player, id);
    text_json_open(out, '{');
    text_member_string(out, "id", id);
    put_name(computer || !there ? "" : chair->name, out);
    text_member_string(out, "kind", computer ? "computer" : player_kind_names[there ? chair->kind : 0]);
    if (computer)
        text_member_int(out, "level", chair->row.level);
    else if (with_rating && chair->games && chair->kind != PLAYER_GUEST)
        text_member_int(out, "rating", (chair->rating + 50) / 100);
    text_json_close(out, '}');
}

static void put_stand_in(const struct stored_chair *chair, struct text *out)
{
    char id[ID_TEXT];
    id_text(chair->row.stand_in, id);
    text_member_open(out, "stand_in", '{');
    text_member_string(out, "id", id);
    put_name(chair->row.stand_in_name, out);
    text_json_close(out, '}');
}

void put_chairs(const struct room *room, struct text *out)
{
    uint32_t computers = table_has_match(&room->table) ? match_computers(&room->table.match) : 0;
    text_json_open(out, '[');
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        const struct stored_chair *chair = &room->table.at.chairs[seat];
        bool computer = chair->row.kind == CHAIR_COMPUTER || (computers & game_bit(seat));
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_json_key(out, "player");
        put_player(chair, true, out);
        text_member_bool(
            out, "connected",
            chair->row.kind == CHAIR_COMPUTER ||
                (chair->row.kind == CHAIR_PLAYER && room_is_watched_by(room, chair_holder(&chair->row))));
        text_member_bool(out, "computer", computer);
        if (computer)
            text_member_int(out, "level", chair->row.level);
        text_member_bool(out, "resigned", room->table.match.turn.resigned & game_bit(seat));
        text_member_bool(out, "late", room->table.match.turn.late & game_bit(seat));
        if (room->table.match.turn.rests[seat])
            text_member_int(out, "rests", room->table.match.turn.rests[seat]);
        if (chair->row.alias[0] && chair->name[0])
            text_member_string(out, "alias", chair->row.alias);
        if (chair->row.call_ends)
            text_member_int(out, "call_ends", chair->row.call_ends);
        if (chair->row.stand_in)
            put_stand_in(chair, out);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void put_clock(const struct table_row *row, struct text *out)
{
    text_member_open(out, "clock", '{');
    text_member_string(out, "kind", clock_names[row->clock]);
    if (row->clock != MATCH_CLOCK_NONE)
        text_member_int(out, "seconds", row->clock_seconds);
    text_json_close(out, '}');
}

void put_options(const struct table_row *row, struct text *out)
{
    char word[GAME_OPTIONS_TEXT];
    text_member_open(out, "options", '[');
    for (const char *rest = row->options; (rest = game_next_option(rest, word));)
        text_json_string(out, word);
    if (row->box[0]) {
        struct text box = TEXT_IN(word);
        text_printf(&box, "box=%s", row->box);
        text_json_string(out, word);
    }
    text_json_close(out, ']');
}

/* What the players can say beforehand about reactions, and what this one has said. */
static void put_replies(const struct room *room, uint32_t mine, struct text *out)
{
    const struct game *game = room->table.game;
    const char *name;
    if (!mine || room->table.at.row.state != TABLE_RUNNING || !table_has_match(&room->table) ||
        !game->reply_name)
        return;
    text_member_open(out, "replies", '[');
    text_json_string(out, MATCH_ASK);
    for (int i = 0; (name = game->reply_name(game, room->table.match.state, i)); i++)
        text_json_string(out, name);
    text_json_close(out, ']');
    text_member_open(out, "replied", '[');
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        if (mine & game_bit(seat))
            text_json_string(out, match_reply_name(&room->table.match, seat));
    text_json_close(out, ']');
}

void put_seating(const struct room *room, const struct watcher *w, struct text *out)
{
    const struct table_row *row = &room->table.at.row;
    uint64_t player = w->client->player->id;
    uint32_t mine = table_seats_of(&room->table, player);
    text_member_bool(out, "public", row->open_to_all);
    if (mine || row->creator == player)
        text_member_string(out, "invite", row->invite);
    text_member_bool(out, "creator", row->creator == player);
    uint32_t host = table_seats_of(&room->table, row->creator);
    text_member_int(out, "host", host ? __builtin_ctz(host) + 1 : 0);
    if (row->state == TABLE_OPEN)
        text_member_int(out, "kept", table_keeps_seats(&room->table));
    put_clock(row, out);
    text_member_string(out, "undo", undo_names[row->undo]);
    text_member_int(out, "reaction", row->reaction);
    text_member_bool(out, "rated", rating_counts(room));
    text_member_bool(out, "hints", row->hints);
    put_luck(&room->table.at, out);
    text_json_key(out, "chairs");
    put_chairs(room, out);
    text_member_open(out, "mine", '[');
    for (int seat = 0; seat < row->seats; seat++)
        if (mine & game_bit(seat))
            text_json_int(out, seat + 1);
    text_json_close(out, ']');
    put_replies(room, mine, out);
}
