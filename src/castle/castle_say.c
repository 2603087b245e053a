/* castle_say.c: moves and events of Castle in words, as web/src/games/castle/say.ts has them. */
#include <string.h>

#include "castle/castle_face.h"

enum { WORDS_SIZE = 96 };

static const char *card_words(const struct speaker *s, const char *card, char buffer[WORDS_SIZE])
{
    struct text out = text_in(buffer, WORDS_SIZE);
    words_key(s, &out, "castle.card.", card);
    return buffer;
}

static const char *colour_words(const struct speaker *s, const char *colour, char buffer[WORDS_SIZE])
{
    struct text out = text_in(buffer, WORDS_SIZE);
    words_key(s, &out, "castle.colour.", colour);
    return buffer;
}

/* "a1–b1" with a dash, as the page has it. */
static const char *line_words(const char *line, char buffer[WORDS_SIZE])
{
    struct text out = text_in(buffer, WORDS_SIZE);
    for (; *line; line++)
        text_put_n(&out, *line == '-' ? "–" : line, *line == '-' ? strlen("–") : 1);
    return buffer;
}

/* ---- moves ---- */

static void put_cards(const struct speaker *s, const struct castle_box *box, const char *key, int kind,
                      int other, struct text *out)
{
    char card[WORDS_SIZE], second[WORDS_SIZE];
    card_words(s, castle_kind_name(box, kind), card);
    if (other != CASTLE_NONE)
        card_words(s, castle_kind_name(box, other), second);
    SAY(s, out, key, ARG_TEXT("card", card), ARG_TEXT("other", other != CASTLE_NONE ? second : ""));
}

void castle_move_words(const struct speaker *s, const struct game *game, const void *view, int seat,
                       game_move move, struct text *out)
{
    const struct castle_box *box = game->box;
    int a = castle_argument(move), b = castle_second_argument(move);
    char words[WORDS_SIZE];
    (void)view, (void)seat;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_WALL:
        SAY(s, out, "castle.move.wall", ARG_TEXT("line", line_words(box->line_name[a], words)));
        break;
    case CASTLE_MOVE_TOWER:
        SAY(s, out, "castle.move.tower", ARG_TEXT("point", box->point_name[a]),
            ARG_TEXT("colour", colour_words(s, castle_tower_name[b], words)));
        break;
    case CASTLE_MOVE_HOUSE:
        SAY(s, out, "castle.move.house", ARG_TEXT("space", box->space_name[a]),
            ARG_TEXT("colour", colour_words(s, castle_colour_name[b], words)));
        break;
    case CASTLE_MOVE_KEEP:
        words_put(s, out, "castle.move.keep", NULL);
        break;
    case CASTLE_MOVE_JOIN:
        SAY(s, out, "castle.move.join", ARG_TEXT("city", box->space_name[a]));
        break;
    case CASTLE_MOVE_CITY:
        SAY(s, out, "castle.move.city", ARG_TEXT("city", box->space_name[a]));
        break;
    case CASTLE_MOVE_SCORE:
        put_cards(s, box, b == CASTLE_NONE ? "castle.move.score" : "castle.move.score.two", a, b, out);
        break;
    case CASTLE_MOVE_DISCARD:
        put_cards(s, box, "castle.move.discard", a, CASTLE_NONE, out);
        break;
    case CASTLE_MOVE_SWAP:
        put_cards(s, box, "castle.move.swap", a, CASTLE_NONE, out);
        break;
    case CASTLE_MOVE_DONE:
        words_put(s, out, "castle.move.done", NULL);
        break;
    default:
        castle_move_text(game, view, seat, move, out);
    }
}

/* ---- events ---- */

static bool is(const struct game_event *e, const char *key)
{
    return strcmp(e->key, key) == 0;
}

/* What was rolled, said once for all dice. */
static void put_dice(const struct speaker *s, const struct face_line *line, const struct game_event *first,
                     struct text *out)
{
    char faces[3][WORDS_SIZE];
    struct message_argument list[4] = {{0}};
    int count = 0;
    for (int i = 0; i < line->count && count < 3; i++) {
        const struct game_event *e = &line->events[i];
        if (is(e, "dice") && e->what && strcmp(e->what, "-") != 0) {
            list[count] = (struct message_argument)ARG_TEXT("", colour_words(s, e->what, faces[count]));
            count++;
        }
    }
    SAY(s, out, "castle.say.dice", words_person(s, "name", first->seat), ARG_LIST("faces", list));
}

static const struct {
    const char *event, *key, *known; /* `known`: the key if the card is known */
    bool card;                       /* `what` is a card, not a colour */
} simple[] = {
    {"deal", "castle.say.deal", "castle.say.deal.known", true},
    {"draw", "castle.say.draw", "castle.say.draw.known", true},
    {"discard", "castle.say.discard", "castle.say.discard.known", true},
    {"swap", "castle.say.swap", "castle.say.swap.known", true},
    {"score", "castle.say.score", "castle.say.score", true},
    {"refill", "castle.say.refill", NULL, false},
    {"wall", "castle.say.wall", NULL, false},
    {"tower", "castle.say.tower", NULL, false},
    {"house", "castle.say.house", NULL, false},
    {"complete", "castle.say.complete", NULL, false},
    {"join", "castle.say.join", NULL, false},
    {"choose", "castle.say.choose", NULL, false},
    {"over", "castle.say.over", NULL, false},
};

static void put_simple(const struct speaker *s, const struct game_event *e, struct text *out)
{
    char what[WORDS_SIZE] = "", line[WORDS_SIZE];
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++) {
        if (!is(e, simple[i].event))
            continue;
        if (e->what)
            (simple[i].card ? card_words : colour_words)(s, e->what, what);
        SAY(s, out, e->what && simple[i].known ? simple[i].known : simple[i].key,
            words_person(s, "name", e->seat), ARG_NUMBER("n", e->amount), ARG_TEXT("card", what),
            ARG_TEXT("colour", what), ARG_TEXT("city", e->place), ARG_TEXT("point", e->place),
            ARG_TEXT("space", e->place), ARG_TEXT("line", line_words(e->place, line)));
    }
}

static void put_event(const struct speaker *s, const struct face_line *line, const struct game_event *e,
                      bool first_die, struct text *out)
{
    char palaces[WORDS_SIZE];
    struct text words = TEXT_IN(palaces);
    if (is(e, "dice")) {
        if (first_die)
            put_dice(s, line, e, out);
    } else if (is(e, "return")) {
        words_count(s, out, "castle.say.return.", e->what, e->amount);
    } else if (is(e, "palace")) {
        words_count(s, &words, "castle.palaces.", e->what, e->amount);
        SAY(s, out, "castle.say.palace", ARG_TEXT("city", e->place), ARG_TEXT("palaces", palaces));
    } else if (is(e, "ending")) {
        words_key(s, out, "castle.say.ending.", e->what);
    } else {
        put_simple(s, e, out);
    }
}

void castle_say(const struct speaker *s, const struct game *game, const struct face_line *line,
                struct text *out)
{
    struct sentences said = sentences_in(out);
    bool dice = false;
    (void)game;
    for (int i = 0; i < line->count; i++) {
        const struct game_event *e = &line->events[i];
        sentence_begin(&said);
        put_event(s, line, e, !dice, out);
        sentence_end(&said);
        dice |= is(e, "dice");
    }
    if (!out->length && strcmp(line->move, "keep") == 0)
        SAY(s, out, "castle.say.keep", words_person(s, "name", line->actor));
    if (!out->length && strcmp(line->move, "done") == 0)
        SAY(s, out, "castle.say.done", words_person(s, "name", line->actor));
}
