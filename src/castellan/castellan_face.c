/* castellan_face.c: the face of Castellan: players, cards and what is to be done. */
#include "castellan/castellan_face.h"

#include <string.h>

enum { PARTS = CASTELLAN_PIECES + 1 };

/* In the order in which the page names them. */
static const int order[CASTELLAN_PIECES] = {CASTELLAN_TOWER, CASTELLAN_SHORT, CASTELLAN_LONG};

/* "2 towers and 1 short wall"; `draw` cards more to draw. */
static void put_pieces(const struct speaker *s, const uint8_t pieces[CASTELLAN_PIECES], int draw,
                       struct text *out)
{
    char words[PARTS][48];
    struct message_argument list[PARTS + 1] = {{0}};
    int count = 0;
    for (int i = 0; i < PARTS; i++) {
        int n = i < CASTELLAN_PIECES ? pieces[order[i]] : draw;
        if (!n)
            continue;
        struct text word = TEXT_IN(words[count]);
        if (i < CASTELLAN_PIECES)
            words_count(s, &word, "castellan.pieces.", castellan_piece_names[order[i]], n);
        else
            words_count(s, &word, "castellan.more", "", n);
        list[count] = (struct message_argument)ARG_TEXT("", words[count]);
        count++;
    }
    message_list(s->language, list, out);
}

void castellan_card_words(const struct speaker *s, const struct castellan_card *card, struct text *out)
{
    put_pieces(s, card->pieces, card->draw, out);
}

/* ---- what is to be done ---- */

static void put_task(const struct speaker *s, const struct castellan_state *state, bool mine,
                     struct text *out)
{
    static const char *const others[] = {[CASTELLAN_DEALING] = "castellan.phase.deal",
                                         [CASTELLAN_PLAYING] = "castellan.phase.play",
                                         [CASTELLAN_BUILDING] = "castellan.phase.build",
                                         [CASTELLAN_KEEPING] = "castellan.phase.keep",
                                         [CASTELLAN_STAYING] = "castellan.phase.stay",
                                         [CASTELLAN_DRAWING] = "castellan.phase.draw",
                                         [CASTELLAN_OVER] = "castellan.over"};
    if (!mine)
        words_put(s, out, others[state->phase], NULL);
    else if (state->phase == CASTELLAN_PLAYING)
        words_put(s, out, state->cards ? "castellan.play.more" : "castellan.play.hint", NULL);
    else if (state->phase == CASTELLAN_BUILDING)
        SAY(s, out, "castellan.build.hint", ARG_NUMBER("n", castellan_pieces_left(state)));
    else if (state->phase == CASTELLAN_KEEPING)
        words_put(s, out, "castellan.keep.hint", NULL);
    else if (state->phase == CASTELLAN_STAYING)
        words_put(s, out, "castellan.stay", NULL);
    else if (state->phase == CASTELLAN_DRAWING)
        SAY(s, out, "castellan.draw.hint", ARG_NUMBER("n", state->to_choose));
    text_char(out, '\n');
}

static void status(const struct speaker *s, const struct game *game, const void *view, int viewer,
                   struct text *out)
{
    const struct castellan_state *state = view;
    bool mine = viewer >= 0 && castellan_to_act(game, state) & game_bit(viewer);
    char pieces[128];
    struct text words = TEXT_IN(pieces);
    put_task(s, state, mine, out);
    if (castellan_pieces_left(state)) {
        put_pieces(s, state->pieces, 0, &words);
        SAY(s, out, state->cards ? "castellan.play.taken" : "castellan.play.passed",
            ARG_TEXT("pieces", pieces));
        text_char(out, '\n');
    }
    if (state->last_turns) {
        words_put(s, out, "castellan.last", NULL);
        text_char(out, '\n');
    }
}

static void player(const struct speaker *s, const struct game *game, const void *view, int seat,
                   struct text *out)
{
    const struct castellan_state *state = view;
    const struct castellan_seat *p = &state->seat[seat];
    (void)game;
    SAY(s, out, "castellan.keeps", ARG_NUMBER("n", castellan_keeps(state, seat)));
    text_put(out, ", ");
    words_put(s, out, p->doubled ? "castellan.double.used" : "castellan.double.free", NULL);
    text_put(out, ", ");
    SAY(s, out, "castellan.cards", ARG_NUMBER("n", p->in_hand[0] + p->in_hand[1]));
    text_put(out, ", ");
    SAY(s, out, "castellan.decks", ARG_NUMBER("tower", castellan_in_deck(p, CASTELLAN_TOWER_DECK)),
        ARG_NUMBER("wall", castellan_in_deck(p, CASTELLAN_WALL_DECK)));
}

static char mark(int seat)
{
    return (char)('1' + seat);
}

/* ---- cards ---- */

static int hand(const struct game *game, const void *view, int viewer, char out[FACE_CARDS][FACE_CARD])
{
    const struct castellan_box *box = game->box;
    const struct castellan_state *state = view;
    int count = 0;
    for (int i = 0; viewer >= 0 && i < CASTELLAN_CARDS; i++)
        if (state->seat[viewer].hand >> i & 1) {
            struct text name = text_in(out[count++], FACE_CARD);
            text_put(&name, box->cards[i].id);
        }
    return count;
}

static int cards(const struct game *game, char out[FACE_CARDS][FACE_CARD])
{
    const struct castellan_box *box = game->box;
    for (int i = 0; i < CASTELLAN_CARDS; i++) {
        struct text name = text_in(out[i], FACE_CARD);
        text_put(&name, box->cards[i].id);
    }
    return CASTELLAN_CARDS;
}

static bool card(const struct speaker *s, const struct game *game, const void *view, int viewer,
                 const char *name, struct text *title, struct text *about)
{
    const struct castellan_box *box = game->box;
    const struct castellan_card *found = castellan_card_named(game, name);
    (void)view, (void)viewer;
    if (!found)
        return false;
    castellan_card_words(s, found, title);
    words_key(s, about, "castellan.deck.", found < &box->cards[CASTELLAN_DECK] ? "tower" : "wall");
    return true;
}

static void thing(const struct speaker *s, const struct game *game, const char *what, struct text *out)
{
    const struct castellan_card *found = castellan_card_named(game, what);
    if (found)
        castellan_card_words(s, found, out);
    else
        text_put(out, what);
}

static void legend(const struct speaker *s, struct text *out)
{
    words_put(s, out, "terminal.castellan.legend", NULL);
}

static const struct face castellan_face = {
    .game = "castellan",
    .move_words = castellan_move_words,
    .say = castellan_say,
    .status = status,
    .player = player,
    .mark = mark,
    .hand = hand,
    .cards = cards,
    .card = card,
    .thing = thing,
    .describe = castellan_describe,
    .details = castellan_details,
    .draw = castellan_draw_board,
    .locate = castellan_locate,
    .legend = legend,
};

const struct face *const castellan_faces[] = {&castellan_face, NULL};
