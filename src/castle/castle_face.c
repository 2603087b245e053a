/* castle_face.c: the face of Castle: players, cards and what is to be done. */
#include "castle/castle_face.h"

#include <string.h>

/* ---- what is to be done ---- */

static const char *const task_keys[] = {
    [CASTLE_WALL] = "castle.wall.hint",        [CASTLE_TOWER] = "castle.tower.hint",
    [CASTLE_HOUSE] = "castle.house.hint",      [CASTLE_JOIN] = "castle.choose.join.hint",
    [CASTLE_CITY] = "castle.choose.city.hint", [CASTLE_SCORE] = "castle.score.hint",
    [CASTLE_SWAP] = "castle.swap.hint",        [CASTLE_OVER] = NULL,
};

static void put_dice(const struct speaker *s, const struct castle *state, struct text *out)
{
    char faces[3][32];
    struct message_argument list[4] = {{0}};
    int count = 0;
    for (int die = 0; die < 3; die++) {
        int face = die < 2 ? state->dice[die] : state->tower;
        if (face == CASTLE_NONE)
            continue;
        struct text word = TEXT_IN(faces[count]);
        words_key(s, &word, "castle.colour.", die < 2 ? castle_colour_name[face] : castle_tower_name[face]);
        list[count] = (struct message_argument)ARG_TEXT("", faces[count]);
        count++;
    }
    SAY(s, out, "castle.dice", ARG_LIST("faces", list));
    text_char(out, '\n');
}

static void put_task(const struct speaker *s, const struct game *game, const struct castle *state, int viewer,
                     struct text *out)
{
    bool mine = viewer >= 0 && castle_to_act(game, state) & game_bit(viewer);
    const char *key = mine ? task_keys[state->phase] : NULL;
    if (key)
        words_put(s, out, key, NULL);
    else
        words_key(s, out, state->phase == CASTLE_OVER ? "castle." : "castle.phase.",
                  castle_phase_name[state->phase]);
    text_char(out, '\n');
    if (state->phase == CASTLE_TOWER || state->phase == CASTLE_HOUSE)
        put_dice(s, state, out);
}

static void status(const struct speaker *s, const struct game *game, const void *view, int viewer,
                   struct text *out)
{
    const struct castle *state = view;
    int towers = 0, houses = 0, palaces = 0;
    put_task(s, game, state, viewer, out);
    for (int i = 0; i < CASTLE_TOWERS; i++)
        towers += state->supply.towers[i];
    for (int i = 0; i < CASTLE_COLOURS; i++) {
        houses += state->supply.houses[i];
        palaces += state->supply.palaces[i];
    }
    SAY(s, out, "terminal.castle.supply", ARG_NUMBER("walls", state->supply.walls),
        ARG_NUMBER("towers", towers), ARG_NUMBER("houses", houses), ARG_NUMBER("palaces", palaces));
    text_char(out, '\n');
    SAY(s, out, "terminal.castle.draw", ARG_NUMBER("n", state->draw_size));
    text_char(out, '\n');
}

static void player(const struct speaker *s, const struct game *game, const void *view, int seat,
                   struct text *out)
{
    const struct castle *state = view;
    (void)game;
    SAY(s, out, "castle.cards", ARG_NUMBER("n", state->hand_size[seat]));
}

static char mark(int seat)
{
    return (char)('1' + seat);
}

/* ---- cards ---- */

static int hand(const struct game *game, const void *view, int viewer, char out[FACE_CARDS][FACE_CARD])
{
    const struct castle_box *box = game->box;
    const struct castle *state = view;
    int count = 0;
    for (int kind = 0; viewer >= 0 && kind < box->kinds; kind++)
        for (int n = castle_copies(state->hand[viewer], kind); n > 0 && count < FACE_CARDS; n--) {
            struct text name = text_in(out[count++], FACE_CARD);
            text_put(&name, castle_kind_name(box, kind));
        }
    return count;
}

static int cards(const struct game *game, char out[FACE_CARDS][FACE_CARD])
{
    const struct castle_box *box = game->box;
    for (int kind = 0; kind < box->kinds; kind++) {
        struct text name = text_in(out[kind], FACE_CARD);
        text_put(&name, castle_kind_name(box, kind));
    }
    return box->kinds;
}

static bool card(const struct speaker *s, const struct game *game, const void *view, int viewer,
                 const char *name, struct text *title, struct text *about)
{
    const struct castle_box *box = game->box;
    int kind = castle_find_kind(box, name);
    uint8_t value[CASTLE_KINDS];
    if (kind < 0)
        return false;
    enum castle_scope scope = castle_guild[box->rule[kind]].scope;
    words_key(s, title, "castle.card.", name);
    words_key(s, about, "castle.scope.", castle_scope_name[scope]);
    if (view && viewer >= 0 && (scope != CASTLE_OF_CITY || castle_counting(view) != CASTLE_NONE)) {
        castle_values(box, view, castle_counting(view), value);
        text_put(about, ", ");
        SAY(s, about, "castle.would", ARG_NUMBER("n", value[kind]));
    }
    return true;
}

static void thing(const struct speaker *s, const struct game *game, const char *what, struct text *out)
{
    words_key(s, out, castle_find_kind(game->box, what) >= 0 ? "castle.card." : "castle.colour.", what);
}

static void legend(const struct speaker *s, struct text *out)
{
    words_put(s, out, "terminal.castle.legend", NULL);
}

static const struct face castle_face = {
    .game = "castle",
    .move_words = castle_move_words,
    .say = castle_say,
    .status = status,
    .player = player,
    .mark = mark,
    .hand = hand,
    .cards = cards,
    .card = card,
    .thing = thing,
    .describe = castle_describe,
    .details = castle_details,
    .draw = castle_draw_board,
    .locate = castle_locate,
    .find = castle_find,
    .legend = legend,
};

const struct face *const castle_faces[] = {&castle_face, NULL};
