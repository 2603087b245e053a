/* castellan_json.c: the board and a view for clients that know no rules; docs/views/castellan.md describes
 * both. */
#include "castellan/castellan_state.h"

#include <string.h>

static void put_point(struct text *out, int x, int y)
{
    char name[16];
    struct text text = TEXT_IN(name);
    castellan_put_point(&text, castellan_point(x, y));
    text_json_string(out, name);
}

/* The points or squares of some rows, row by row. */
static void put_rows(struct text *out, const char *key, const uint64_t *rows, int top, int bottom)
{
    text_member_open(out, key, '[');
    for (int y = top; y <= bottom; y++)
        for (uint64_t bits = rows[y]; bits; bits &= bits - 1)
            put_point(out, __builtin_ctzll(bits), y);
    text_json_close(out, ']');
}

static void put_pieces(struct text *out, const char *key, const uint8_t pieces[CASTELLAN_PIECES])
{
    text_member_open(out, key, '{');
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        text_member_int(out, castellan_piece_names[i], pieces[i]);
    text_json_close(out, '}');
}

static void put_cards(struct text *out, const char *key, const struct castellan_box *box, unsigned cards)
{
    text_member_open(out, key, '[');
    for (; cards; cards &= cards - 1)
        text_json_string(out, box->cards[__builtin_ctz(cards)].id);
    text_json_close(out, ']');
}

/* What is left of the supply: all that no played card has shown (1.3). */
static void supply_left(const struct castellan_box *box, const struct castellan_state *s, bool at_start,
                        uint8_t left[CASTELLAN_PIECES])
{
    for (int i = 0; i < CASTELLAN_PIECES; i++) {
        int n = s->seats > 2 ? 2 * box->supply[i] : box->supply[i];
        for (int seat = 0; seat < s->seats && !at_start; seat++)
            for (unsigned played = s->seat[seat].played; played; played &= played - 1)
                n -= box->cards[__builtin_ctz(played)].pieces[i];
        left[i] = (uint8_t)n;
    }
}

void castellan_board_json(const struct game *game, const void *state, struct text *out)
{
    const struct castellan_box *box = game->box;
    const struct castellan_state *s = state;
    uint8_t supply[CASTELLAN_PIECES];
    text_json_open(out, '{');
    text_member_int(out, "table", CASTELLAN_SIDE);
    text_member_int(out, "seats", s->seats);
    text_member_int(out, "first", s->first + 1);
    text_member_bool(out, "touch", s->touch);
    text_member_int(out, "keeps", box->keeps);
    supply_left(box, s, true, supply);
    put_pieces(out, "supply", supply);
    text_member_open(out, "cards", '{');
    for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
        text_member_open(out, castellan_deck_names[deck], '[');
        for (int i = deck * CASTELLAN_DECK; i < (deck + 1) * CASTELLAN_DECK; i++) {
            text_json_open(out, '{');
            text_member_string(out, "id", box->cards[i].id);
            for (int piece = 0; piece < CASTELLAN_PIECES; piece++)
                text_member_int(out, castellan_piece_names[piece], box->cards[i].pieces[piece]);
            text_member_int(out, "draw", box->cards[i].draw);
            text_json_close(out, '}');
        }
        text_json_close(out, ']');
    }
    text_json_close(out, '}');
    text_json_close(out, '}');
}

static void put_wall(struct text *out, const struct castellan_state *s, enum castellan_verb wall,
                     unsigned point)
{
    struct castellan_span w = castellan_span(wall, point);
    char place[16];
    struct text text = TEXT_IN(place);
    castellan_put_point(&text, point);
    text_put(&text, castellan_goes_east(wall) ? " E" : " S");
    text_json_open(out, '{');
    text_member_string(out, "place", place);
    text_member_string(out, "kind", wall >= CASTELLAN_DO_LONG_EAST ? "long" : "short");
    text_json_key(out, "from");
    put_point(out, w.x, w.y);
    text_json_key(out, "to");
    put_point(out, w.end_x, w.end_y);
    text_member_open(out, "open", '[');
    if (!(s->tower[w.y] >> w.x & 1))
        text_json_string(out, "from");
    if (!(s->tower[w.end_y] >> w.end_x & 1))
        text_json_string(out, "to");
    text_json_close(out, ']');
    text_json_close(out, '}');
}

/* The walls that begin in a row: steps that do not begin at the covered middle of a long wall. */
static void put_walls(struct text *out, const struct castellan_state *s)
{
    text_member_open(out, "walls", '[');
    for (int y = 0; y < CASTELLAN_SIDE; y++) {
        for (uint64_t bits = s->east[y] & ~s->middle[y]; bits; bits &= bits - 1) {
            int x = __builtin_ctzll(bits);
            bool is_long = s->middle[y] >> (x + 1) & 1;
            put_wall(out, s, is_long ? CASTELLAN_DO_LONG_EAST : CASTELLAN_DO_SHORT_EAST,
                     castellan_point(x, y));
        }
        for (uint64_t bits = s->south[y] & ~s->middle[y]; bits; bits &= bits - 1) {
            int x = __builtin_ctzll(bits);
            bool is_long = s->middle[y + 1] >> x & 1;
            put_wall(out, s, is_long ? CASTELLAN_DO_LONG_SOUTH : CASTELLAN_DO_SHORT_SOUTH,
                     castellan_point(x, y));
        }
    }
    text_json_close(out, ']');
}

static void put_castle(struct text *out, const struct castellan_state *s)
{
    struct castellan_extent extent;
    uint64_t open[CASTELLAN_SIDE];
    text_json_key(out, "extent");
    if (castellan_extent(s, &extent)) {
        text_json_open(out, '{');
        text_member_int(out, "west", extent.west);
        text_member_int(out, "north", extent.north);
        text_member_int(out, "east", extent.east);
        text_member_int(out, "south", extent.south);
        text_json_close(out, '}');
    } else {
        text_json_null(out);
    }
    put_rows(out, "towers", s->tower, 0, CASTELLAN_SIDE - 1);
    put_walls(out, s);
    for (int y = 0; y < CASTELLAN_SIDE; y++)
        open[y] = castellan_open_row(s, y);
    put_rows(out, "open_ends", open, 0, CASTELLAN_SIDE - 1);
}

static void put_court(struct text *out, const struct castellan_state *s, const struct castellan_court *court)
{
    struct castellan_face face;
    if (!castellan_face_at(s, court->name, &face))
        return;
    text_json_open(out, '{');
    text_json_key(out, "name");
    put_point(out, castellan_x(court->name), castellan_y(court->name));
    text_member_int(out, "owner", (court->mark & CASTELLAN_OWNER) + 1);
    text_member_int(out, "towers", court->towers);
    text_member_bool(out, "double", court->mark & CASTELLAN_DOUBLE);
    text_member_bool(out, "fresh", court->mark & CASTELLAN_FRESH);
    text_member_int(out, "value", castellan_worth(court));
    put_rows(out, "squares", face.rows, face.top, face.bottom);
    text_json_close(out, '}');
}

/* What a place would close, with the courtyards that would come into being. */
static void put_closing(struct text *out, const struct game *game, const struct castellan_state *s,
                        game_move move)
{
    struct castellan_state after = *s;
    char name[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(name);
    enum castellan_verb verb = castellan_verb(move);
    unsigned point = castellan_argument(move);
    if (castellan_put(&after, verb, point) < 2)
        return;
    castellan_claim(&after, verb, point, 2);
    castellan_move_text(game, s, s->active, move, &text);
    text_json_open(out, '{');
    text_member_string(out, "move", name);
    text_member_int(out, "points", castellan_gain(s, verb, point));
    text_member_open(out, "courtyards", '[');
    for (int i = 0; i < after.court_count; i++) {
        struct castellan_face face;
        if (!(after.courts[i].mark & CASTELLAN_FRESH) ||
            !castellan_face_at(&after, after.courts[i].name, &face))
            continue;
        text_json_open(out, '{');
        text_member_int(out, "towers", face.towers);
        put_rows(out, "squares", face.rows, face.top, face.bottom);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    text_json_close(out, '}');
}

static void put_closings(struct text *out, const struct game *game, const struct castellan_state *s,
                         int viewer)
{
    game_move moves[GAME_MAX_MOVES];
    int count = s->phase == CASTELLAN_BUILDING && viewer == s->active ? castellan_list_places(s, moves) : 0;
    text_member_open(out, "closes", '[');
    for (int i = 0; i < count; i++)
        put_closing(out, game, s, moves[i]);
    text_json_close(out, ']');
}

static void put_players(struct text *out, const struct game *game, const struct castellan_state *s)
{
    const struct castellan_box *box = game->box;
    int points[GAME_MAX_SEATS];
    castellan_score(game, s, points);
    text_member_open(out, "players", '[');
    for (int i = 0; i < s->seats; i++) {
        const struct castellan_seat *seat = &s->seat[i];
        int keeps = castellan_keeps(s, i);
        text_json_open(out, '{');
        text_member_int(out, "seat", i + 1);
        text_member_int(out, "points", points[i]);
        text_member_int(out, "keeps", keeps);
        text_member_int(out, "keeps_left", keeps < box->keeps ? box->keeps - keeps : 0);
        text_member_bool(out, "double_used", seat->doubled);
        text_member_open(out, "decks", '{');
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
            text_member_int(out, castellan_deck_names[deck], castellan_in_deck(seat, deck));
        text_json_close(out, '}');
        text_member_open(out, "hand", '{');
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
            text_member_int(out, castellan_deck_names[deck], seat->in_hand[deck]);
        text_json_close(out, '}');
        put_cards(out, "cards", box, seat->hand);
        put_cards(out, "played", box, seat->played);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

void castellan_view_json(const struct game *game, const void *view, int viewer, struct text *out)
{
    static const char *const phases[] = {
        [CASTELLAN_DEALING] = "deal", [CASTELLAN_PLAYING] = "play", [CASTELLAN_BUILDING] = "build",
        [CASTELLAN_KEEPING] = "keep", [CASTELLAN_STAYING] = "stay", [CASTELLAN_DRAWING] = "draw",
        [CASTELLAN_OVER] = "over",
    };
    const struct castellan_state *s = view;
    uint8_t supply[CASTELLAN_PIECES];
    text_json_open(out, '{');
    text_member_string(out, "phase", phases[s->phase]);
    text_member_int(out, "active", s->active + 1);
    text_member_int(out, "viewer", viewer + 1);
    text_member_bool(out, "last_round", s->last_turns > 0);
    text_member_int(out, "last_turns", s->last_turns);
    put_castle(out, s);
    text_member_open(out, "courtyards", '[');
    for (int i = 0; i < s->court_count; i++)
        put_court(out, s, &s->courts[i]);
    text_json_close(out, ']');
    put_pieces(out, "pieces", s->pieces);
    text_member_int(out, "cards_played", s->cards);
    text_member_int(out, "to_choose", s->to_choose);
    put_closings(out, game, s, viewer);
    supply_left(game->box, s, false, supply);
    put_pieces(out, "supply", supply);
    put_players(out, game, s);
    text_member_open(out, "winners", '[');
    for (int i = 0; i < s->seats; i++)
        if (castellan_winners(game, s) & game_bit(i))
            text_json_int(out, i + 1);
    text_json_close(out, ']');
    text_json_close(out, '}');
}
