/* castellan_json.c: the board and a view for clients that know no rules; docs/views/castellan.md describes
 * both. */
#include "castellan/castellan_state.h"

#include <string.h>

static void put_int(struct text *out, const char *key, int n)
{
    text_json_key(out, key);
    text_json_int(out, n);
}

static void put_bool(struct text *out, const char *key, bool b)
{
    text_json_key(out, key);
    text_json_bool(out, b);
}

static void put_string(struct text *out, const char *key, const char *s)
{
    text_json_key(out, key);
    text_json_string(out, s);
}

static void open_list(struct text *out, const char *key, char bracket)
{
    text_json_key(out, key);
    text_json_open(out, bracket);
}

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
    open_list(out, key, '[');
    for (int y = top; y <= bottom; y++)
        for (uint64_t bits = rows[y]; bits; bits &= bits - 1)
            put_point(out, __builtin_ctzll(bits), y);
    text_json_close(out, ']');
}

static void put_pieces(struct text *out, const char *key, const uint8_t pieces[CASTELLAN_PIECES])
{
    open_list(out, key, '{');
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        put_int(out, castellan_piece_names[i], pieces[i]);
    text_json_close(out, '}');
}

static void put_cards(struct text *out, const char *key, const struct castellan_box *box, unsigned cards)
{
    open_list(out, key, '[');
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
    put_int(out, "table", CASTELLAN_SIDE);
    put_int(out, "seats", s->seats);
    put_int(out, "first", s->first + 1);
    put_bool(out, "touch", s->touch);
    put_int(out, "keeps", box->keeps);
    supply_left(box, s, true, supply);
    put_pieces(out, "supply", supply);
    open_list(out, "cards", '{');
    for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
        open_list(out, castellan_deck_names[deck], '[');
        for (int i = deck * CASTELLAN_DECK; i < (deck + 1) * CASTELLAN_DECK; i++) {
            text_json_open(out, '{');
            put_string(out, "id", box->cards[i].id);
            for (int piece = 0; piece < CASTELLAN_PIECES; piece++)
                put_int(out, castellan_piece_names[piece], box->cards[i].pieces[piece]);
            put_int(out, "draw", box->cards[i].draw);
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
    put_string(out, "place", place);
    put_string(out, "kind", wall >= CASTELLAN_DO_LONG_EAST ? "long" : "short");
    text_json_key(out, "from");
    put_point(out, w.x, w.y);
    text_json_key(out, "to");
    put_point(out, w.end_x, w.end_y);
    open_list(out, "open", '[');
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
    open_list(out, "walls", '[');
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
        put_int(out, "west", extent.west);
        put_int(out, "north", extent.north);
        put_int(out, "east", extent.east);
        put_int(out, "south", extent.south);
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
    put_int(out, "owner", (court->mark & CASTELLAN_OWNER) + 1);
    put_int(out, "towers", court->towers);
    put_bool(out, "double", court->mark & CASTELLAN_DOUBLE);
    put_bool(out, "fresh", court->mark & CASTELLAN_FRESH);
    put_int(out, "value", castellan_worth(court));
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
    put_string(out, "move", name);
    put_int(out, "points", castellan_gain(s, verb, point));
    open_list(out, "courtyards", '[');
    for (int i = 0; i < after.court_count; i++) {
        struct castellan_face face;
        if (!(after.courts[i].mark & CASTELLAN_FRESH) ||
            !castellan_face_at(&after, after.courts[i].name, &face))
            continue;
        text_json_open(out, '{');
        put_int(out, "towers", face.towers);
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
    open_list(out, "closes", '[');
    for (int i = 0; i < count; i++)
        put_closing(out, game, s, moves[i]);
    text_json_close(out, ']');
}

static void put_players(struct text *out, const struct game *game, const struct castellan_state *s)
{
    const struct castellan_box *box = game->box;
    int points[GAME_MAX_SEATS];
    castellan_score(game, s, points);
    open_list(out, "players", '[');
    for (int i = 0; i < s->seats; i++) {
        const struct castellan_seat *seat = &s->seat[i];
        int keeps = castellan_keeps(s, i);
        text_json_open(out, '{');
        put_int(out, "seat", i + 1);
        put_int(out, "points", points[i]);
        put_int(out, "keeps", keeps);
        put_int(out, "keeps_left", keeps < box->keeps ? box->keeps - keeps : 0);
        put_bool(out, "double_used", seat->doubled);
        open_list(out, "decks", '{');
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
            put_int(out, castellan_deck_names[deck], castellan_in_deck(seat, deck));
        text_json_close(out, '}');
        open_list(out, "hand", '{');
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
            put_int(out, castellan_deck_names[deck], seat->in_hand[deck]);
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
    put_string(out, "phase", phases[s->phase]);
    put_int(out, "active", s->active + 1);
    put_int(out, "viewer", viewer + 1);
    put_bool(out, "last_round", s->last_turns > 0);
    put_int(out, "last_turns", s->last_turns);
    put_castle(out, s);
    open_list(out, "courtyards", '[');
    for (int i = 0; i < s->court_count; i++)
        put_court(out, s, &s->courts[i]);
    text_json_close(out, ']');
    put_pieces(out, "pieces", s->pieces);
    put_int(out, "cards_played", s->cards);
    put_int(out, "to_choose", s->to_choose);
    put_closings(out, game, s, viewer);
    supply_left(game->box, s, false, supply);
    put_pieces(out, "supply", supply);
    put_players(out, game, s);
    open_list(out, "winners", '[');
    for (int i = 0; i < s->seats; i++)
        if (castellan_winners(game, s) & game_bit(i))
            text_json_int(out, i + 1);
    text_json_close(out, ']');
    text_json_close(out, '}');
}
