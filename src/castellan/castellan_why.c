/* castellan_why.c: why a move is not legal, for people and for those who send wrong ones. */
#include "castellan/castellan_state.h"

#include <string.h>

#include "core/words.h"

/* What a person asked for. */
struct wish {
    enum castellan_verb verb;
    int x, y; /* of a point */
    char word[CASTELLAN_ID];
};

static bool take_point(const char **at, struct wish *wish)
{
    if (!text_take_int(at, &wish->x) || *(*at)++ != ',' || !text_take_int(at, &wish->y))
        return false;
    if (**at && **at != ' ')
        return false;
    *at += **at == ' ';
    return true;
}

static bool take_last_word(const char *at, struct wish *wish)
{
    size_t n = strlen(at);
    if (n == 0 || n >= sizeof wish->word || strchr(at, ' '))
        return false;
    memcpy(wish->word, at, n + 1);
    return true;
}

static bool read_wall(const char *at, enum castellan_verb east, struct wish *wish)
{
    wish->verb = east;
    if (!take_point(&at, wish) || !take_last_word(at, wish))
        return false;
    if (strcmp(wish->word, "S") == 0)
        wish->verb = (enum castellan_verb)(east + 1);
    return wish->verb != east || strcmp(wish->word, "E") == 0;
}

/* Understands the notation whether or not the move is legal. */
static bool read_wish(const char *move, struct wish *wish)
{
    static const struct {
        const char *word;
        enum castellan_verb verb;
    } pointed[] = {{"tower", CASTELLAN_DO_TOWER},
                   {"double", CASTELLAN_DO_DOUBLE},
                   {"stay", CASTELLAN_DO_STAY}},
      alone[] = {{"build", CASTELLAN_DO_BUILD}, {"pass", CASTELLAN_DO_PASS}, {"single", CASTELLAN_DO_SINGLE}};
    const char *at = move;
    *wish = (struct wish){0};
    if (text_take_word(&at, "short"))
        return read_wall(at, CASTELLAN_DO_SHORT_EAST, wish);
    if (text_take_word(&at, "long"))
        return read_wall(at, CASTELLAN_DO_LONG_EAST, wish);
    for (size_t i = 0; i < sizeof pointed / sizeof pointed[0]; i++)
        if (text_take_word(&at, pointed[i].word)) {
            wish->verb = pointed[i].verb;
            return take_point(&at, wish) && *at == '\0';
        }
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (strcmp(move, alone[i].word) == 0) {
            wish->verb = alone[i].verb;
            return true;
        }
    wish->verb = CASTELLAN_DO_PLAY;
    if (text_take_word(&at, "play"))
        return take_last_word(at, wish);
    wish->verb = CASTELLAN_DO_DRAW;
    return text_take_word(&at, "draw") && take_last_word(at, wish);
}

static void why_no_card(const struct castellan_box *box, const struct castellan_state *s, const char *id,
                        struct reason *out)
{
    const struct castellan_seat *seat = &s->seat[s->active];
    int card = words_find_in(box->cards[0].id, sizeof box->cards[0], CASTELLAN_CARDS, id);
    REASON_PUT(out->text, id);
    if (card >= 0)
        out->what = box->cards[card].id;
    if (card < 0)
        reason_say(out, "1.1", "castellan.why.card.unknown", "No card is named '{text}'.");
    else if (seat->played >> card & 1)
        reason_say(out, "2.7", "castellan.why.card.gone",
                   "This card has been played; it has left the game: {what}.");
    else if (seat->hand >> card & 1)
        reason_say(out, "2.3", "castellan.why.card.first",
                   "With {what} the pieces of the first turn could not all be connected.");
    else
        reason_say(out, "2.1", "castellan.why.card.hand", "This card is not in your hand: {what}.");
}

static void why_no_build(const struct castellan_state *s, struct reason *out)
{
    if (s->cards == 0)
        reason_say(out, "2.1", "castellan.why.build.card", "At least one card must be played first.");
    else if (s->pieces[CASTELLAN_TOWER] == 0)
        reason_say(out, "2.3", "castellan.why.build.tower", "The first turn needs a card with a tower.");
    else if (s->pieces[CASTELLAN_LONG] + s->pieces[CASTELLAN_SHORT] > s->pieces[CASTELLAN_TOWER])
        reason_say(out, "2.3", "castellan.why.build.many",
                   "All pieces of the first turn must be connected: play another card with towers.");
    else
        reason_say(out, "2.3", "castellan.why.build.few",
                   "All pieces of the first turn must be connected: play another card with walls.");
}

static bool on_table(int x, int y)
{
    return x >= 0 && x < CASTELLAN_SIDE && y >= 0 && y < CASTELLAN_SIDE;
}

/* The sentence is about this point. */
static void about(struct reason *out, int x, int y)
{
    struct text place = TEXT_IN(out->place);
    text_printf(&place, "%d,%d", x, y);
}

/* Says it if the point lies in somebody else's courtyard. */
static bool is_barred(const struct castellan_state *s, int x, int y, struct reason *out)
{
    if (!(castellan_barred_row(s, s->active, y) >> x & 1))
        return false;
    about(out, x, y);
    out->seat = (int)((s->owner_low[y] >> x & 1) + 2 * (s->owner_high[y] >> x & 1));
    reason_say(out, "2.4", "castellan.why.barred", "{place} lies in a courtyard of {seat}.");
    return true;
}

static void why_no_tower(const struct castellan_state *s, int x, int y, struct reason *out)
{
    about(out, x, y);
    if (!on_table(x, y)) {
        reason_say(out, "3.1", "castellan.why.table", "{place} is not on the table.");
    } else if (castellan_bare_table(s)) {
        about(out, CASTELLAN_MIDDLE, CASTELLAN_MIDDLE);
        if (x != CASTELLAN_MIDDLE || y != CASTELLAN_MIDDLE)
            reason_say(out, "3.7", "castellan.why.first", "The first tower stands on {place}.");
    } else if (s->tower[y] >> x & 1) {
        reason_say(out, "3.2", "castellan.why.tower.stands", "A tower stands on {place} already.");
    } else if (s->middle[y] >> x & 1) {
        reason_say(out, "3.4", "castellan.why.tower.covered", "A long wall covers {place}.");
    } else if (!(castellan_open_row(s, y) >> x & 1)) {
        reason_say(out, "3.2", "castellan.why.tower.end", "No wall ends on {place}.");
    } else {
        is_barred(s, x, y, out);
    }
}

/* Says it if the far part of a wall is in the way of something, or something of it. */
static bool is_blocked(const struct castellan_state *s, const struct castellan_span *w, bool east,
                       struct reason *out)
{
    const uint64_t *steps = east ? s->east : s->south;
    bool is_long = w->mid_x != w->end_x || w->mid_y != w->end_y;
    if (steps[w->y] >> w->x & 1 || (is_long && steps[w->mid_y] >> w->mid_x & 1)) {
        reason_say(out, "3.5", "castellan.why.wall.stands", "A wall stands there already.");
        return true;
    }
    if (s->middle[w->y] >> w->x & 1 || s->middle[w->end_y] >> w->end_x & 1) {
        bool first = s->middle[w->y] >> w->x & 1;
        about(out, first ? w->x : w->end_x, first ? w->y : w->end_y);
        reason_say(out, "3.4", "castellan.why.wall.end",
                   "No tower can be built on {place}, which a long wall covers.");
        return true;
    }
    if (!is_long)
        return false;
    about(out, w->mid_x, w->mid_y);
    if (s->tower[w->mid_y] >> w->mid_x & 1)
        reason_say(out, "3.5", "castellan.why.long.tower", "A long wall may not cover the tower on {place}.");
    else if (s->middle[w->mid_y] >> w->mid_x & 1)
        reason_say(out, "3.5", "castellan.why.long.middle",
                   "A long wall may not cover the middle of the long wall on {place}.");
    else if (castellan_open_row(s, w->mid_y) >> w->mid_x & 1)
        reason_say(out, "3.5", "castellan.why.long.end",
                   "A long wall may not cover the open wall end on {place}.");
    return out->key != NULL;
}

static void why_no_wall(const struct castellan_state *s, const struct wish *wish, struct reason *out)
{
    bool east = castellan_goes_east(wish->verb);
    if (!on_table(wish->x, wish->y)) {
        about(out, wish->x, wish->y);
        reason_say(out, "3.1", "castellan.why.table", "{place} is not on the table.");
        return;
    }
    struct castellan_span w = castellan_span(wish->verb, castellan_point(wish->x, wish->y));
    if (!on_table(w.end_x, w.end_y)) {
        reason_say(out, "3.4", "castellan.why.wall.beyond", "The wall would reach beyond the table.");
    } else if (castellan_bare_table(s)) {
        reason_say(out, "3.7", "castellan.why.wall.first", "The first piece of the game is a tower.");
    } else if (!is_blocked(s, &w, east, out)) {
        if (s->tower[w.y] >> w.x & 1 || s->tower[w.end_y] >> w.end_x & 1) {
            is_barred(s, w.x, w.y, out);
            return;
        }
        struct text other = TEXT_IN(out->other);
        about(out, w.x, w.y);
        text_printf(&other, "%d,%d", w.end_x, w.end_y);
        reason_say(out, "3.2", "castellan.why.wall.tower",
                   "A wall needs a tower at one end: none stands on {place} or {other}.");
    }
}

static void why_no_place(const struct castellan_state *s, const struct wish *wish, struct reason *out)
{
    enum castellan_piece piece = castellan_piece_of(wish->verb);
    if (s->pieces[piece] == 0 && piece == CASTELLAN_TOWER)
        reason_say(out, "2.3", "castellan.why.none.tower", "No tower is left to build in this turn.");
    else if (s->pieces[piece] == 0 && piece == CASTELLAN_LONG)
        reason_say(out, "2.3", "castellan.why.none.long", "No long wall is left to build in this turn.");
    else if (s->pieces[piece] == 0)
        reason_say(out, "2.3", "castellan.why.none.short", "No short wall is left to build in this turn.");
    else if (piece == CASTELLAN_TOWER)
        why_no_tower(s, wish->x, wish->y, out);
    else
        why_no_wall(s, wish, out);
}

static void why_no_court(const struct wish *wish, struct reason *out)
{
    about(out, wish->x, wish->y);
    reason_say(out, wish->verb == CASTELLAN_DO_STAY ? "4.5" : "4.4", "castellan.why.court",
               "No new courtyard is named {place}.");
}

/* The phase in which a kind of move is made. */
static enum castellan_phase phase_of(enum castellan_verb verb)
{
    switch (verb) {
    case CASTELLAN_DO_PLAY:
    case CASTELLAN_DO_BUILD:
        return CASTELLAN_PLAYING;
    case CASTELLAN_DO_SINGLE:
    case CASTELLAN_DO_DOUBLE:
        return CASTELLAN_KEEPING;
    case CASTELLAN_DO_STAY:
        return CASTELLAN_STAYING;
    case CASTELLAN_DO_DRAW:
        return CASTELLAN_DRAWING;
    default:
        return CASTELLAN_BUILDING;
    }
}

static void why_not_now(const struct castellan_state *s, struct reason *out)
{
    static const struct {
        const char *clause, *key, *english;
    } due[] = {
        [CASTELLAN_PLAYING] = {"2.1", "castellan.why.now.play", "Cards are played until you start building."},
        [CASTELLAN_BUILDING] = {"2.3", "castellan.why.now.build", "All pieces must be built first."},
        [CASTELLAN_KEEPING] = {"4.4", "castellan.why.now.keep",
                               "The keeps of the new courtyards come first."},
        [CASTELLAN_STAYING] = {"4.5", "castellan.why.now.stay",
                               "Say first in which part the double keep stays."},
        [CASTELLAN_DRAWING] = {"2.7", "castellan.why.now.draw", "The turn ends with drawing cards."},
    };
    reason_say(out, due[s->phase].clause, due[s->phase].key, due[s->phase].english);
}

/* The actor is the one to move: nobody else is asked why (see game_why_not). */
void castellan_why_not(const struct game *game, const void *state, int actor, const char *move,
                       struct reason *out)
{
    const struct castellan_state *s = state;
    struct wish wish;
    game_move found;
    if (!read_wish(move, &wish))
        reason_say(out, "", "castellan.why.words", "'{text}' is not a move of Castellan.");
    else if (s->phase != phase_of(wish.verb))
        why_not_now(s, out);
    else if (wish.verb >= CASTELLAN_PLACES && game_parse(game, state, actor, move, &found, NULL))
        return; /* what follows is said of moves that are not listed */
    else if (wish.verb == CASTELLAN_DO_PLAY)
        why_no_card(game->box, s, wish.word, out);
    else if (wish.verb == CASTELLAN_DO_BUILD)
        why_no_build(s, out);
    else if (wish.verb == CASTELLAN_DO_PASS)
        reason_say(out, "2.5", "castellan.why.pass",
                   "Pieces are passed on only when none of them has a place.");
    else if (wish.verb == CASTELLAN_DO_DRAW &&
             words_find(castellan_deck_names, CASTELLAN_DECKS, wish.word) < 0)
        reason_say(out, "2.7", "castellan.why.deck",
                   "Cards are drawn from the deck \"tower\" or the deck \"wall\".");
    else if (wish.verb == CASTELLAN_DO_DRAW)
        reason_say(out, "2.7", "castellan.why.deck.empty", "No card is left in that deck.");
    else if (wish.verb == CASTELLAN_DO_DOUBLE || wish.verb == CASTELLAN_DO_STAY)
        why_no_court(&wish, out);
    else
        why_no_place(s, &wish, out);
}
