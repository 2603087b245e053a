/* castelli_say.c: moves and events of Castelli in words, as web/src/games/castelli/say.ts has them. */
#include <string.h>

#include "castelli/castelli_face.h"

enum { PLACE_WORDS = 64 };

/* "B2 north" for an area, "B2" for a cell. */
static const char *put_place(const struct speaker *s, const char *place, char buffer[PLACE_WORDS])
{
    size_t n = strlen(place);
    struct text out = text_in(buffer, PLACE_WORDS);
    if (n == 0 || !strchr("NESW", place[n - 1])) {
        text_put(&out, place);
        return buffer;
    }
    char cell[16], side[32];
    struct text cell_text = TEXT_IN(cell), side_text = TEXT_IN(side);
    text_put_n(&cell_text, place, n - 1);
    words_key(s, &side_text, "castelli.side.", place + n - 1);
    SAY(s, &out, "castelli.area.name", ARG_TEXT("cell", cell), ARG_TEXT("side", side));
    return buffer;
}

static const char *area_words(const struct speaker *s, int area, char buffer[PLACE_WORDS])
{
    char name[16];
    struct text out = TEXT_IN(name);
    castelli_put_area(&out, area);
    return put_place(s, name, buffer);
}

static const char *card_words(const struct speaker *s, const char *card, char buffer[PLACE_WORDS])
{
    struct text out = text_in(buffer, PLACE_WORDS);
    words_key(s, &out, "castelli.card.", card);
    return buffer;
}

/* ---- moves ---- */

/* Which coat faces where when a tile is laid with some quarter turns. */
static void put_turned(const struct speaker *s, const struct castelli_box *box, const char *key, int meadow,
                       int tile, int turn, struct text *out)
{
    char place[8];
    struct text cell = TEXT_IN(place);
    const char *coat[SIDES];
    castelli_put_meadow(&cell, meadow);
    for (int side = 0; side < SIDES; side++)
        coat[side] = words_person(&(struct speaker){.language = s->language, .you = GAME_PUBLIC}, "",
                                  box->tile[tile].colour[side_after(side, -turn)])
                         .text;
    SAY(s, out, key, ARG_TEXT("place", place), ARG_TEXT("north", coat[SIDE_N]),
        ARG_TEXT("east", coat[SIDE_E]), ARG_TEXT("south", coat[SIDE_S]), ARG_TEXT("west", coat[SIDE_W]));
}

static void put_castle(const struct speaker *s, bool over, int area, int owner, int payment, struct text *out)
{
    char place[PLACE_WORDS], card[PLACE_WORDS], move[192];
    struct text base = TEXT_IN(move);
    int kind = payment_card(payment);
    bool with = kind != CARD_NONE;
    area_words(s, area, place);
    if (with)
        card_words(s, castelli_cards[kind].name, card);
    const char *key = over ? (with ? "castelli.move.overbuild.card" : "castelli.move.overbuild")
                           : (with ? "castelli.move.build.card" : "castelli.move.build");
    SAY(s, &base, key, ARG_TEXT("place", place), words_person(s, "name", owner),
        ARG_TEXT("card", with ? card : ""));
    if (payment & PAY_SILVER)
        SAY(s, out, "castelli.move.silver", ARG_TEXT("move", move));
    else
        text_put(out, move);
}

static void put_play(const struct speaker *s, int kind, int target, struct text *out)
{
    char card[PLACE_WORDS], place[8];
    struct text cell = TEXT_IN(place);
    card_words(s, castelli_cards[kind].name, card);
    if (kind == CARD_TRAITOR) {
        SAY(s, out, "castelli.move.traitor", ARG_TEXT("card", card), words_person(s, "name", target));
    } else if (target != CASTELLI_NONE) {
        castelli_put_octagon(&cell, target);
        SAY(s, out, "castelli.move.play.on", ARG_TEXT("card", card), ARG_TEXT("place", place));
    } else {
        SAY(s, out, "castelli.move.play", ARG_TEXT("card", card));
    }
}

void castelli_move_words(const struct speaker *s, const struct game *game, const void *view, int seat,
                         game_move move, struct text *out)
{
    const struct castelli_box *box = game->box;
    const struct castelli_table *t = castelli_face_table(game, view, seat);
    char words[PLACE_WORDS];
    struct text place = TEXT_IN(words);
    switch (move_word(move)) {
    case WORD_LIFT:
        castelli_put_meadow(&place, move_meadow(move));
        SAY(s, out, "castelli.move.lift", ARG_TEXT("place", words));
        break;
    case WORD_PLACE:
        put_turned(s, box, move_from_hand(move) ? "terminal.castelli.hand" : "terminal.castelli.place",
                   t->meadow, move_from_hand(move) ? t->player[t->active].tile : t->lifted, move_turn(move),
                   out);
        break;
    case WORD_STEWARD:
        put_turned(s, box, "terminal.castelli.steward", t->meadow, lying_tile(t->tile[t->meadow]),
                   move_turn(move), out);
        break;
    case WORD_BUILD:
    case WORD_OVERBUILD:
        put_castle(s, move_word(move) == WORD_OVERBUILD, move_area(move), move_owner(move),
                   move_payment(move), out);
        break;
    case WORD_PLAY:
        put_play(s, move_kind(move), move_target(move), out);
        break;
    case WORD_SELL:
        SAY(s, out, "castelli.move.sell",
            ARG_TEXT("card", card_words(s, castelli_cards[move_kind(move)].name, words)));
        break;
    case WORD_GUARD:
        words_put(s, out, "castelli.move.guard", NULL);
        break;
    case WORD_PASS:
        words_put(s, out, "castelli.move.pass", NULL);
        break;
    case WORD_END:
        words_put(s, out, "castelli.move.end", NULL);
        break;
    default:
        castelli_move_text(box, move, out);
    }
}

/* ---- events ---- */

static bool is(const struct game_event *e, const char *key)
{
    return strcmp(e->key, key) == 0;
}

/* The points of the castle that an event is about. */
static int castle_points(const struct face_line *line, const char *place)
{
    for (int i = 0; i < line->count; i++) {
        const struct game_event *e = &line->events[i];
        if (is(e, "score") && e->what && strcmp(e->what, "castle") == 0 && strcmp(e->place, place) == 0)
            return e->amount;
    }
    return 0;
}

static bool somebody_gains(const struct face_line *line, const char *place)
{
    for (int i = 0; i < line->count; i++) {
        const struct game_event *e = &line->events[i];
        if (strcmp(e->place, place) == 0 && (is(e, "gain") || is(e, "draws") || is(e, "lost")))
            return true;
    }
    return false;
}

/* "Mira +2 wood (F4 east)", for everything that flows in. */
static void put_gain(const struct speaker *s, const struct game_event *e, const char *good, struct text *out)
{
    char place[PLACE_WORDS], what[32];
    struct text words = TEXT_IN(what);
    words_count(s, &words, "castelli.good.", good, e->amount);
    SAY(s, out, e->place[0] ? "castelli.say.gain.at" : "castelli.say.gain", words_person(s, "name", e->seat),
        ARG_NUMBER("n", e->amount), ARG_TEXT("what", what), ARG_TEXT("place", put_place(s, e->place, place)));
}

/* What everybody gains comes last, in one list. */
static bool put_flow(const struct speaker *s, const struct game_event *e, struct text *out)
{
    char what[32];
    struct text words = TEXT_IN(what);
    if (is(e, "gain") || (is(e, "silver") && e->amount >= 0)) {
        put_gain(s, e, is(e, "gain") ? e->what : "silver", out);
    } else if (is(e, "draws")) {
        put_gain(s, e, "card", out);
    } else if (is(e, "lost")) {
        words_count(s, &words, "castelli.good.", e->what, e->amount);
        SAY(s, out, "castelli.say.lost", words_person(s, "name", e->seat), ARG_NUMBER("n", e->amount),
            ARG_TEXT("what", what));
    } else {
        return false;
    }
    return true;
}

/* Events that need no more than who, where, how many and which card. */
static const struct {
    const char *event, *key, *known; /* `known`: the key if the card is known */
} simple[] = {
    {"lift", "castelli.say.lift", NULL},
    {"tile", "castelli.say.tile", NULL},
    {"place", "castelli.say.place", NULL},
    {"turn", "castelli.say.turn", NULL},
    {"card", "castelli.say.card", "castelli.say.card.known"},
    {"steal", "castelli.say.steal", "castelli.say.steal.known"},
    {"robbed", "castelli.say.robbed", NULL},
    {"sell", "castelli.say.sell", "castelli.say.sell.known"},
    {"guard", "castelli.say.guard", NULL},
    {"village", "castelli.say.village", NULL},
    {"end", "castelli.say.end", NULL},
    {"round", "castelli.say.round", NULL},
};

/* The key of an event, or NULL if nothing is said of it. */
static const char *key_of(const struct game_event *e, const struct face_line *line, int *n)
{
    *n = e->amount;
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++)
        if (is(e, simple[i].event))
            return simple[i].known && e->what ? simple[i].known : simple[i].key;
    if (is(e, "silver")) {
        *n = -e->amount;
        return "castelli.say.pay";
    }
    if (is(e, "play"))
        return e->place[0] ? "castelli.say.play.on" : "castelli.say.play";
    if (is(e, "complete"))
        return somebody_gains(line, e->place) ? NULL : "castelli.say.nobody";
    if (is(e, "castle") || is(e, "overbuild")) {
        *n = castle_points(line, e->place);
        return is(e, "castle") ? "castelli.say.castle"
               : *n            ? "castelli.say.overbuild"
                               : "castelli.say.overbuild.try";
    }
    if (is(e, "score"))
        return strcmp(e->what, "castle") == 0  ? NULL
               : strcmp(e->what, "final") == 0 ? "castelli.say.final"
                                               : "castelli.say.king";
    if (is(e, "city"))
        return e->amount < 0 ? "castelli.say.burn" : "castelli.say.city";
    return NULL;
}

/* Two castles on one area have two names: each is called by its own side. */
static const char *event_place(const struct speaker *s, const struct game_event *e, char buffer[PLACE_WORDS])
{
    char place[sizeof e->place + 2];
    struct text out = TEXT_IN(place);
    bool site = e->what && (is(e, "castle") || is(e, "overbuild") || is(e, "guard"));
    text_put_n(&out, e->place, strlen(e->place) - (site && e->place[0]));
    if (site)
        text_put(&out, e->what);
    return put_place(s, place, buffer);
}

void castelli_say(const struct speaker *s, const struct game *game, const struct face_line *line,
                  struct text *out)
{
    char flows[1024], place[PLACE_WORDS], card[PLACE_WORDS];
    struct text flow = TEXT_IN(flows);
    struct sentences said = sentences_in(out);
    (void)game;
    for (int i = 0; i < line->count; i++) {
        const struct game_event *e = &line->events[i];
        size_t before = flow.length;
        int n;
        if (before)
            text_put(&flow, "; ");
        if (put_flow(s, e, &flow))
            continue;
        flow.length = before;
        flows[before] = '\0';
        const char *key = key_of(e, line, &n);
        if (!key)
            continue;
        sentence_begin(&said);
        SAY(s, out, key, words_person(s, "name", e->seat), ARG_TEXT("place", event_place(s, e, place)),
            ARG_NUMBER("n", n), ARG_TEXT("card", e->what ? card_words(s, e->what, card) : ""));
        sentence_end(&said);
    }
    if (flow.length) {
        sentence_begin(&said);
        SAY(s, out, "castelli.say.flows", ARG_TEXT("flows", flows));
        sentence_end(&said);
    }
    if (!out->length && strcmp(line->move, "pass") == 0)
        SAY(s, out, "castelli.say.pass", words_person(s, "name", line->actor));
}
