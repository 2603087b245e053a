/* castellan_text.c: moves as text, and the clauses that allow them. */
#include "castellan/castellan_state.h"

#include <string.h>

#include "core/words.h"

void castellan_put_point(struct text *out, unsigned point)
{
    text_int(out, castellan_x(point));
    text_char(out, ',');
    text_int(out, castellan_y(point));
}

static void put_placed(struct text *out, const char *word, unsigned point, const char *direction)
{
    text_put(out, word);
    castellan_put_point(out, point);
    text_put(out, direction);
}

void castellan_move_text(const struct game *game, const void *state, int actor, game_move move,
                         struct text *out)
{
    const struct castellan_box *box = game->box;
    unsigned argument = castellan_argument(move);
    (void)state;
    (void)actor;
    switch (castellan_verb(move)) {
    case CASTELLAN_DO_SHORT_EAST:
        put_placed(out, "short ", argument, " E");
        break;
    case CASTELLAN_DO_SHORT_SOUTH:
        put_placed(out, "short ", argument, " S");
        break;
    case CASTELLAN_DO_LONG_EAST:
        put_placed(out, "long ", argument, " E");
        break;
    case CASTELLAN_DO_LONG_SOUTH:
        put_placed(out, "long ", argument, " S");
        break;
    case CASTELLAN_DO_TOWER:
        put_placed(out, "tower ", argument, "");
        break;
    case CASTELLAN_DO_PLAY:
        text_put(out, "play ");
        text_put(out, box->cards[argument].id);
        break;
    case CASTELLAN_DO_BUILD:
        text_put(out, "build");
        break;
    case CASTELLAN_DO_PASS:
        text_put(out, "pass");
        break;
    case CASTELLAN_DO_SINGLE:
        text_put(out, "single");
        break;
    case CASTELLAN_DO_DOUBLE:
        put_placed(out, "double ", argument, "");
        break;
    case CASTELLAN_DO_STAY:
        put_placed(out, "stay ", argument, "");
        break;
    case CASTELLAN_DO_DRAW:
        text_put(out, "draw ");
        text_put(out, castellan_deck_names[argument]);
        break;
    case CASTELLAN_DO_CARD:
        text_put(out, "card ");
        text_put(out, box->cards[argument].id);
        break;
    }
}

static bool take_point(const char **s, unsigned *point)
{
    int x, y;
    if (!text_take_int(s, &x) || *(*s)++ != ',' || !text_take_int(s, &y) || x > 63 || y > 63)
        return false;
    *point = castellan_point(x, y);
    return true;
}

/* The first card with this face. Another one of the same face is found by the texts of the legal moves. */
static bool find_card(const struct castellan_box *box, const char *id, unsigned *card)
{
    for (*card = 0; *card < CASTELLAN_CARDS; (*card)++)
        if (strcmp(box->cards[*card].id, id) == 0)
            return true;
    return false;
}

bool castellan_parse(const struct game *game, const char *s, game_move *out)
{
    static const struct {
        const char *word;
        enum castellan_verb verb;
        enum { BARE, POINT, EAST_OR_SOUTH, CARD, DECK } follows;
    } verbs[] = {{"short", CASTELLAN_DO_SHORT_EAST, EAST_OR_SOUTH},
                 {"long", CASTELLAN_DO_LONG_EAST, EAST_OR_SOUTH},
                 {"tower", CASTELLAN_DO_TOWER, POINT},
                 {"play", CASTELLAN_DO_PLAY, CARD},
                 {"build", CASTELLAN_DO_BUILD, BARE},
                 {"pass", CASTELLAN_DO_PASS, BARE},
                 {"single", CASTELLAN_DO_SINGLE, BARE},
                 {"double", CASTELLAN_DO_DOUBLE, POINT},
                 {"stay", CASTELLAN_DO_STAY, POINT},
                 {"draw", CASTELLAN_DO_DRAW, DECK},
                 {"card", CASTELLAN_DO_CARD, CARD}};
    size_t i = 0;
    unsigned argument = 0;
    int deck;
    while (i < sizeof verbs / sizeof verbs[0] && !text_take_word(&s, verbs[i].word))
        i++;
    if (i == sizeof verbs / sizeof verbs[0])
        return false;
    enum castellan_verb verb = verbs[i].verb;
    switch (verbs[i].follows) {
    case BARE:
        break;
    case EAST_OR_SOUTH:
        if (!take_point(&s, &argument))
            return false;
        verb += strcmp(s, " S") == 0;
        break;
    case POINT:
        if (!take_point(&s, &argument))
            return false;
        break;
    case CARD:
        if (!find_card(game->box, s, &argument))
            return false;
        break;
    case DECK:
        if ((deck = words_find(castellan_deck_names, CASTELLAN_DECKS, s)) < 0)
            return false;
        argument = (unsigned)deck;
        break;
    }
    *out = castellan_move(verb, argument);
    return true;
}

const char *castellan_clause(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castellan_state *s = state;
    (void)game;
    (void)actor;
    switch (castellan_verb(move)) {
    case CASTELLAN_DO_TOWER:
        return castellan_bare_table(s) ? "3.7" : "3.2";
    case CASTELLAN_DO_SHORT_EAST:
    case CASTELLAN_DO_SHORT_SOUTH:
    case CASTELLAN_DO_LONG_EAST:
    case CASTELLAN_DO_LONG_SOUTH:
        return "3.2";
    case CASTELLAN_DO_PLAY:
        return "2.1";
    case CASTELLAN_DO_BUILD:
        return "2.2";
    case CASTELLAN_DO_PASS:
        return "2.5";
    case CASTELLAN_DO_SINGLE:
    case CASTELLAN_DO_DOUBLE:
        return "4.4";
    case CASTELLAN_DO_STAY:
        return "4.5";
    case CASTELLAN_DO_DRAW:
        return "2.7";
    case CASTELLAN_DO_CARD:
        return s->setting_up ? "1.2" : "2.7";
    }
    return "2.3";
}
