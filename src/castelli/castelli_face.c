/* castelli_face.c: the face of Castelli and its tournament: players, cards and what is to be done. */
#include "castelli/castelli_face.h"

#include <string.h>

static bool is_tournament(const struct game *game)
{
    return game->state_size == sizeof(struct castelli_tournament);
}

const struct castelli_table *castelli_face_table(const struct game *game, const void *view, int viewer)
{
    if (!is_tournament(game))
        return &((const struct castelli_state *)view)->table;
    const struct castelli_tournament *t = view;
    bool second = viewer >= 0 && castelli_plays(&t->table[1], viewer);
    return t->table[0].seats ? &t->table[second] : NULL;
}

const struct castelli_deck *castelli_face_deck(const struct game *game, const void *view)
{
    return is_tournament(game) ? &((const struct castelli_tournament *)view)->deck
                               : &((const struct castelli_state *)view)->deck;
}

int castelli_face_tables(const struct game *game, const void *view, int viewer,
                         const struct castelli_table *out[2])
{
    out[0] = castelli_face_table(game, view, viewer);
    if (!out[0] || !is_tournament(game) || viewer >= 0)
        return out[0] != NULL;
    out[1] = &((const struct castelli_tournament *)view)->table[1];
    return 2;
}

void castelli_table_heading(const struct speaker *s, const struct castelli_table *t, int tables,
                            struct text *out)
{
    struct message_argument names[SEATS + 1] = {{0}};
    int count = 0;
    if (tables < 2)
        return;
    for (int seat = 0; seat < SEATS; seat++)
        if (castelli_plays(t, seat))
            names[count++] = words_person(s, "", seat);
    SAY(s, out, "castelli.table", ARG_LIST("names", names));
    text_char(out, '\n');
}

/* ---- what is to be done ---- */

static const char *const task_keys[PHASES] = {
    [PHASE_LIFT] = "castelli.lift.hint",   [PHASE_STEWARD] = "castelli.steward",
    [PHASE_BUILD] = "castelli.build.hint", [PHASE_GUARD] = "castelli.guard",
    [PHASE_SALE] = "castelli.sale.hint",
};
static const char *const phase_keys[PHASES] = {
    [PHASE_LIFT] = "castelli.phase.lift",   [PHASE_TILE] = "castelli.phase.tile",
    [PHASE_CARD] = "castelli.phase.card",   [PHASE_STEAL] = "castelli.phase.steal",
    [PHASE_PLACE] = "castelli.phase.place", [PHASE_STEWARD] = "castelli.phase.steward",
    [PHASE_BUILD] = "castelli.phase.build", [PHASE_GUARD] = "castelli.phase.guard",
    [PHASE_SALE] = "castelli.phase.sale",   [PHASE_OVER] = "castelli.over",
};

static void put_task(const struct speaker *s, const struct game *game, const struct castelli_table *t,
                     int viewer, struct text *out)
{
    char place[8];
    struct text cell = TEXT_IN(place);
    bool mine = viewer >= 0 && castelli_table_to_act(t) & game_bit(viewer);
    if (mine && t->phase == PHASE_PLACE) {
        const struct castelli_box *box = game->box;
        castelli_put_meadow(&cell, t->meadow);
        SAY(s, out, "castelli.place", ARG_TEXT("place", place));
        text_char(out, ' ');
        SAY(s, out, "castelli.place.hint", ARG_NUMBER("n", box->tile[t->lifted].value));
    } else {
        const char *key = mine && task_keys[t->phase] ? task_keys[t->phase] : phase_keys[t->phase];
        words_put(s, out, key, NULL);
    }
    text_char(out, '\n');
}

static void put_left(const struct speaker *s, int n, const char *key, struct text *out)
{
    SAY(s, out, key, ARG_NUMBER("n", n));
    text_char(out, '\n');
}

static void status(const struct speaker *s, const struct game *game, const void *view, int viewer,
                   struct text *out)
{
    const struct castelli_table *t = castelli_face_table(game, view, viewer);
    const struct castelli_deck *d = castelli_face_deck(game, view);
    if (t)
        put_task(s, game, t, viewer, out);
    if (is_tournament(game))
        castelli_put_round(s, view, out);
    if (!t)
        return;
    put_left(s, t->silver, "terminal.castelli.silver", out);
    put_left(s, castelli_deck_size(d), "terminal.castelli.deck", out);
    put_left(s, __builtin_popcount(d->tiles), "terminal.castelli.tiles", out);
}

/* "2 wood, 1 silver, 9 castles left": what is there. */
static void player(const struct speaker *s, const struct game *game, const void *view, int seat,
                   struct text *out)
{
    const struct castelli_table *t = castelli_face_table(game, view, seat);
    if (!t || !castelli_plays(t, seat))
        return;
    const struct castelli_player *p = &t->player[seat];
    const struct {
        const char *good;
        int count;
    } all[] = {{"wood", p->goods[WOOD]}, {"grain", p->goods[GRAIN]}, {"rock", p->goods[ROCK]},
               {"silver", p->silver},    {"card", p->cards},         {"castle", p->castles}};
    for (size_t i = 0, any = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!all[i].count)
            continue;
        text_printf(out, "%s%d ", any++ ? ", " : "", all[i].count);
        words_count(s, out, "castelli.good.", all[i].good, all[i].count);
    }
}

static char mark(int seat)
{
    return castelli_colour_letters[seat];
}

/* ---- cards ---- */

static int hand(const struct game *game, const void *view, int viewer, char out[FACE_CARDS][FACE_CARD])
{
    const struct castelli_table *t = castelli_face_table(game, view, viewer);
    int count = 0;
    if (!t || viewer < 0)
        return 0;
    for (int kind = 0; kind < CARDS; kind++)
        for (int n = cards_of(t->player[viewer].hand, kind); n > 0; n--) {
            struct text name = text_in(out[count++], FACE_CARD);
            text_put(&name, castelli_cards[kind].name);
        }
    return count;
}

static int cards_of_game(const struct game *game, char out[FACE_CARDS][FACE_CARD])
{
    (void)game;
    for (int kind = 0; kind < CARDS; kind++) {
        struct text name = text_in(out[kind], FACE_CARD);
        text_put(&name, castelli_cards[kind].name);
    }
    return CARDS;
}

static bool card(const struct speaker *s, const struct game *game, const void *view, int viewer,
                 const char *name, struct text *title, struct text *about)
{
    (void)game, (void)view, (void)viewer;
    if (castelli_find_card(name) < 0)
        return false;
    words_key(s, title, "castelli.card.", name);
    words_key(s, about, "castelli.rule.", name);
    return true;
}

static void thing(const struct speaker *s, const struct game *game, const char *what, struct text *out)
{
    (void)game;
    words_key(s, out, castelli_find_card(what) >= 0 ? "castelli.card." : "castelli.good.", what);
}

static void legend(const struct speaker *s, struct text *out)
{
    words_put(s, out, "terminal.castelli.legend", NULL);
}

/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define FACE(name, how_it_stands) \
    {.game = (name), .standing = (how_it_stands), .describe = castelli_describe, \
     .details = castelli_details, .move_words = castelli_move_words, .say = castelli_say, \
     .status = status, .player = player, .mark = mark, .hand = hand, .cards = cards_of_game, \
     .card = card, .thing = thing, .draw = castelli_draw_board, .locate = castelli_locate, \
     .legend = legend}
/* clang-format on */
static const struct face castelli_face = FACE("castelli", NULL),
                         tournament_face = FACE("castelli-tournament", castelli_standing);

const struct face *const castelli_faces[] = {&castelli_face, &tournament_face, NULL};
