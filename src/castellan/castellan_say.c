/* castellan_say.c: moves and events of Castellan in words, as web/src/games/castellan/say.ts has them. */
#include <string.h>

#include "castellan/castellan_face.h"

enum { WORDS_SIZE = 128 };

const struct castellan_card *castellan_card_named(const struct game *game, const char *name)
{
    const struct castellan_box *box = game->box;
    for (int i = 0; i < CASTELLAN_CARDS; i++)
        if (strcmp(box->cards[i].id, name) == 0)
            return &box->cards[i];
    return NULL;
}

/* "long wall from 32,32 east": a piece by its kind, its point and its direction or "". */
static const char *piece_words(const struct speaker *s, const char *kind, const char *point,
                               const char *direction, char buffer[WORDS_SIZE])
{
    char key[32], side[32] = "";
    struct text name = TEXT_IN(key), side_text = TEXT_IN(side), out = text_in(buffer, WORDS_SIZE);
    text_printf(&name, "castellan.piece.%s", kind);
    if (*direction)
        words_key(s, &side_text, "castellan.side.", direction);
    SAY(s, &out, key, ARG_TEXT("point", point), ARG_TEXT("side", side));
    return buffer;
}

/* ---- moves ---- */

void castellan_move_words(const struct speaker *s, const struct game *game, const void *view, int seat,
                          game_move move, struct text *out)
{
    const struct castellan_box *box = game->box;
    enum castellan_verb verb = castellan_verb(move);
    unsigned argument = castellan_argument(move);
    char words[WORDS_SIZE], point[16];
    struct text at = TEXT_IN(point), card = TEXT_IN(words);
    (void)view, (void)seat;
    castellan_put_point(&at, argument);
    switch (verb) {
    case CASTELLAN_DO_PLAY:
        castellan_card_words(s, &box->cards[argument], &card);
        SAY(s, out, "castellan.move.play", ARG_TEXT("card", words));
        break;
    case CASTELLAN_DO_BUILD:
        words_put(s, out, "castellan.move.build", NULL);
        break;
    case CASTELLAN_DO_PASS:
        words_put(s, out, "castellan.move.pass", NULL);
        break;
    case CASTELLAN_DO_SINGLE:
        words_put(s, out, "castellan.move.single", NULL);
        break;
    case CASTELLAN_DO_DOUBLE:
        SAY(s, out, "castellan.move.double", ARG_TEXT("court", point));
        break;
    case CASTELLAN_DO_STAY:
        SAY(s, out, "castellan.move.stay", ARG_TEXT("court", point));
        break;
    case CASTELLAN_DO_DRAW:
        words_key(s, out, "castellan.move.draw.", castellan_deck_names[argument]);
        break;
    case CASTELLAN_DO_CARD:
        castellan_move_text(game, view, seat, move, out);
        break;
    default:
        SAY(s, out, "castellan.move.piece",
            ARG_TEXT("piece", piece_words(s, castellan_piece_names[castellan_piece_of(verb)], point,
                                          verb == CASTELLAN_DO_TOWER  ? ""
                                          : castellan_goes_east(verb) ? "E"
                                                                      : "S",
                                          words)));
    }
}

/* ---- events ---- */

static bool is(const struct game_event *e, const char *key)
{
    return strcmp(e->key, key) == 0;
}

static const struct {
    const char *event, *key;
} simple[] = {
    {"close", "castellan.say.close"},     {"divide", "castellan.say.divide"},
    {"grow", "castellan.say.grow"},       {"score", "castellan.say.score"},
    {"pass_on", "castellan.say.pass_on"}, {"discard", "castellan.say.discard"},
    {"last_round", "castellan.say.last"}, {"win", "castellan.say.win"},
};

static void put_place(const struct speaker *s, const struct game_event *e, struct text *out)
{
    char words[WORDS_SIZE], point[16];
    struct text at = TEXT_IN(point);
    size_t n = strcspn(e->place, " ");
    text_put_n(&at, e->place, n);
    piece_words(s, e->what, point, e->place[n] ? e->place + n + 1 : "", words);
    SAY(s, out, "castellan.say.place", words_person(s, "name", e->seat), ARG_TEXT("piece", words));
}

static void put_card(const struct speaker *s, const struct game *game, const struct game_event *e,
                     const char *key, struct text *out)
{
    const struct castellan_card *card = e->what ? castellan_card_named(game, e->what) : NULL;
    char words[WORDS_SIZE];
    struct text text = TEXT_IN(words);
    if (!card)
        return; /* of another's card only the deck is known, which was said when it was drawn */
    castellan_card_words(s, card, &text);
    SAY(s, out, key, words_person(s, "name", e->seat), ARG_TEXT("card", words));
}

static void put_event(const struct speaker *s, const struct game *game, const struct game_event *e,
                      struct text *out)
{
    char pieces[WORDS_SIZE];
    struct text words = TEXT_IN(pieces);
    if (is(e, "place")) {
        put_place(s, e, out);
    } else if (is(e, "play") || is(e, "card")) {
        put_card(s, game, e, is(e, "play") ? "castellan.say.play" : "castellan.say.card", out);
    } else if (is(e, "keep")) {
        SAY(s, out, strcmp(e->what, "double") == 0 ? "castellan.say.double" : "castellan.say.single",
            words_person(s, "name", e->seat), ARG_TEXT("court", e->place));
    } else if (is(e, "draw")) {
        char key[48];
        struct text name = TEXT_IN(key);
        text_printf(&name, "castellan.say.draw.%s", e->what);
        SAY(s, out, key, words_person(s, "name", e->seat));
    } else {
        if (is(e, "pass_on") || is(e, "discard"))
            words_count(s, &words, "castellan.pieces.", e->what, e->amount);
        for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++)
            if (is(e, simple[i].event))
                SAY(s, out, simple[i].key, words_person(s, "name", e->seat), ARG_NUMBER("n", e->amount),
                    ARG_TEXT("court", e->place), ARG_TEXT("pieces", pieces));
    }
}

void castellan_say(const struct speaker *s, const struct game *game, const struct face_line *line,
                   struct text *out)
{
    struct sentences said = sentences_in(out);
    for (int i = 0; i < line->count; i++) {
        sentence_begin(&said);
        put_event(s, game, &line->events[i], out);
        sentence_end(&said);
    }
    if (!out->length && strcmp(line->move, "build") == 0)
        SAY(s, out, "castellan.say.build", words_person(s, "name", line->actor));
    if (!out->length && strcmp(line->move, "pass") == 0)
        SAY(s, out, "castellan.say.pass", words_person(s, "name", line->actor));
}
