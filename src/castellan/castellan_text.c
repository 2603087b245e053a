/* castellan_text.c: moves as text, and the clauses that allow them. */
#include "castellan/castellan_state.h"

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
