/* castle_why.c: the clause that allows a move, and the one that forbids it. */
#include <string.h>

#include "castle/castle_state.h"
#include "core/words.h"

const char *castle_clause(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castle *s = state;
    (void)game;
    (void)actor;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_CARD:
        return s->phase == CASTLE_DEAL ? "1.4" : s->phase == CASTLE_SWAP_DRAW ? "4.3" : "4.1";
    case CASTLE_MOVE_WALL:
        return "2.2";
    case CASTLE_MOVE_DICE:
        return "2.3";
    case CASTLE_MOVE_TOWER:
        return s->tower != CASTLE_NONE && s->supply.towers[s->tower] == 0 ? "2.6" : "2.4";
    case CASTLE_MOVE_HOUSE:
        for (int d = 0; d < 2; d++)
            if (s->dice[d] == CASTLE_ANY || s->dice[d] == castle_second_argument(move))
                return "2.5";
        return "2.6";
    case CASTLE_MOVE_KEEP:
    case CASTLE_MOVE_JOIN:
        return "3.2";
    case CASTLE_MOVE_CITY:
        return "5.3";
    case CASTLE_MOVE_SCORE:
    case CASTLE_MOVE_DISCARD:
        return "4.1";
    default:
        return "4.3";
    }
}

/* The words of a move, cut apart. */
struct words {
    char word[4][40];
    int count;
};

static struct words cut(const char *move)
{
    struct words w = {.count = 0};
    while (*move && w.count < 4)
        words_take(&move, w.word[w.count++], sizeof w.word[0]);
    return w;
}

/* The sentence is about this place. */
static void about(struct reason *out, const char *place)
{
    REASON_PUT(out->place, place);
}

static void why_wall(const struct castle_box *box, const struct castle *s, const struct words *w,
                     struct reason *out)
{
    int line = castle_find_line(box, w->word[1]);
    about(out, w->word[1]);
    if (line < 0) {
        REASON_PUT(out->text, w->word[1]);
        REASON_PUT(out->other, box->line_name[0]);
        reason_say(out, "1.1", "castle.why.line",
                   "There is no line '{text}'; lines are named by their points in order, like {other}.");
    } else if (castle_has(&s->walls, line)) {
        reason_say(out, "2.2", "castle.why.wall", "A wall stands on {place} already.");
    } else {
        struct castle_set lines;
        castle_free_line(box, s, &lines);
        if (!castle_has(&lines, line))
            reason_say(out, "3.5", "castle.why.city",
                       "{place} lies in a completed city, where no wall is built.");
    }
}

static void why_tower(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct reason *out)
{
    const uint8_t *end = box->line_end[s->wall];
    int point = castle_find_point(box, w->word[1]);
    int colour = words_find(castle_tower_name, CASTLE_TOWERS, w->word[2]);
    about(out, w->word[1]);
    REASON_PUT(out->other, box->line_name[s->wall]);
    REASON_PUT(out->text, w->word[point < 0 ? 1 : 2]);
    if (colour >= 0)
        out->what = castle_tower_name[colour];
    if (point < 0) {
        reason_say(out, "1.1", "castle.why.point", "There is no point '{text}'.");
    } else if (point != end[0] && point != end[1]) {
        reason_say(out, "2.4", "castle.why.tower.end", "{place} is not an end of the wall {other}.");
    } else if (castle_tower_points(s) >> point & 1) {
        reason_say(out, "2.4", "castle.why.tower.stands", "A tower stands on {place} already.");
    } else if (colour < 0) {
        reason_say(out, "1.3", "castle.why.tower.colour", "Towers are white, grey or black, not '{text}'.");
    } else if (s->supply.towers[colour] == 0) {
        reason_say(out, "2.6", "castle.why.tower.none", "No tower of this colour is left: {what}.");
    } else if (s->tower != CASTLE_NONE && s->tower != colour && s->supply.towers[s->tower] > 0) {
        out->what = castle_tower_name[s->tower];
        reason_say(out, "2.4", "castle.why.tower.die", "The tower of the die comes first: {what}.");
    }
}

/* Whether a die that is left shows the colour, or one that is free to choose. */
static bool some_die_allows(const struct castle *s, int colour)
{
    for (int d = 0; d < 2; d++)
        if (s->dice[d] == colour || s->dice[d] == CASTLE_ANY ||
            (s->dice[d] != CASTLE_NONE && s->supply.houses[s->dice[d]] == 0))
            return true;
    return false;
}

static void why_house(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct reason *out)
{
    const uint8_t *side = box->line_space[s->wall];
    int space = castle_find_space(box, w->word[1]);
    int colour = words_find(castle_colour_name, CASTLE_COLOURS, w->word[2]);
    about(out, w->word[1]);
    REASON_PUT(out->other, box->line_name[s->wall]);
    REASON_PUT(out->text, w->word[space < 0 ? 1 : 2]);
    if (colour >= 0)
        out->what = castle_colour_name[colour];
    if (space < 0)
        reason_say(out, "1.1", "castle.why.space", "There is no space '{text}'.");
    else if (space != side[0] && space != side[1])
        reason_say(out, "2.5", "castle.why.house.beside", "{place} is not beside the wall {other}.");
    else if (s->served >> (space == side[1]) & 1)
        reason_say(out, "2.5", "castle.why.house.served", "{place} has got its house in this turn.");
    else if (colour < 0)
        reason_say(out, "1.3", "castle.why.house.colour",
                   "Houses are yellow, green, blue, pink or red, not '{text}'.");
    else if (s->supply.houses[colour] == 0)
        reason_say(out, "2.6", "castle.why.house.none", "No house of this colour is left: {what}.");
    else if (!some_die_allows(s, colour))
        reason_say(out, "2.5", "castle.why.house.die",
                   "No die that is left allows a house of this colour: {what}.");
}

static void why_city(const struct castle_box *box, const struct castle *s, const struct words *w,
                     struct reason *out)
{
    const char *clause = s->phase == CASTLE_JOIN ? "3.2" : "5.3";
    int space = castle_find_space(box, w->word[1]);
    about(out, w->word[1]);
    if (space < 0) {
        REASON_PUT(out->text, w->word[1]);
        reason_say(out, "1.1", "castle.why.space", "There is no space '{text}'.");
    } else if (s->city_of[space] == CASTLE_NONE) {
        reason_say(out, clause, "castle.why.city.none", "{place} is not in a completed city.");
    } else if (s->city_of[space] != space) {
        about(out, box->space_name[s->city_of[space]]);
        reason_say(out, clause, "castle.why.city.name", "That city is named by its first space, {place}.");
    } else if (s->phase == CASTLE_JOIN && space == s->counts) {
        reason_say(out, "3.2", "castle.why.city.itself", "{place} is the new city itself.");
    } else if (s->phase == CASTLE_JOIN) {
        struct castle_set others = castle_neighbours(box, s, s->counts);
        if (!castle_has(&others, space))
            reason_say(out, "3.2", "castle.why.city.apart",
                       "The city {place} shares no wall with the new one.");
    }
}

static void why_cards(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct reason *out)
{
    const char *clause = s->phase == CASTLE_SWAP ? "4.3" : "4.1";
    uint64_t hand = s->hand[s->seat];
    int first = castle_find_kind(box, w->word[1]), second = castle_find_kind(box, w->word[2]);
    if (w->count < 2) {
        reason_say(out, clause, "castle.why.card.name", "Name a card of your hand.");
    } else if (w->count > (strcmp(w->word[0], "score") == 0 ? 3 : 2)) {
        reason_say(out, clause, "castle.why.card.many", "Those are too many cards at once.");
    } else if (first < 0 || (w->count > 2 && second < 0)) {
        REASON_PUT(out->text, w->word[first < 0 ? 1 : 2]);
        reason_say(out, clause, "castle.why.card.unknown", "There is no guild card '{text}'.");
    } else if (castle_copies(hand, first) == 0) {
        out->what = castle_kind_name(box, first);
        reason_say(out, clause, "castle.why.card.none", "You do not hold this card: {what}.");
    } else if (w->count > 2 && castle_copies(hand, second) == 0) {
        out->what = castle_kind_name(box, second);
        reason_say(out, clause, "castle.why.card.none", "You do not hold this card: {what}.");
    } else if (w->count > 2 && first == second && castle_copies(hand, second) < 2) {
        out->what = castle_kind_name(box, second);
        reason_say(out, clause, "castle.why.card.twice", "You do not hold this card twice: {what}.");
    } else if (w->count > 2 && first > second) {
        struct text order = TEXT_IN(out->text);
        text_printf(&order, "score %s %s", w->word[2], w->word[1]);
        reason_say(out, clause, "castle.why.card.order", "Two cards are named in card order: {text}.");
    }
}

/* The moves that each phase allows, by their first words, and the reason why no other is. */
static const struct {
    const char *words, *clause, *key, *english;
} expected[] = {
    [CASTLE_WALL] = {"wall", "2.1", "castle.why.now.wall", "A turn begins with a wall."},
    [CASTLE_TOWER] = {"tower", "2.4", "castle.why.now.tower", "Place a tower now."},
    [CASTLE_HOUSE] = {"house", "2.5", "castle.why.now.house", "Place a house now."},
    [CASTLE_JOIN] = {"keep join", "3.2", "castle.why.now.join",
                     "The new city is to be kept apart or joined."},
    [CASTLE_CITY] = {"city", "5.3", "castle.why.now.city", "A city is to be chosen for the last scoring."},
    [CASTLE_SCORE] = {"score discard", "4.1", "castle.why.now.score",
                      "Score one or two cards now, or discard one."},
    [CASTLE_SWAP] = {"swap done", "4.3", "castle.why.now.swap", "Cards may be swapped now, one by one."},
};

static void why_not_now(const struct castle *s, struct reason *out)
{
    reason_say(out, expected[s->phase].clause, expected[s->phase].key, expected[s->phase].english);
}

static bool is_expected(const struct castle *s, const char *word)
{
    const char *words = expected[s->phase].words;
    while (*words && *word) {
        if (text_take_word(&words, word))
            return true;
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    return false;
}

/* The actor is the one to move: nobody else is asked why (see game_why_not). */
void castle_why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct reason *reason)
{
    const struct castle_box *box = game->box;
    const struct castle *s = state;
    struct words w = cut(move);
    size_t length = strlen(move);
    (void)actor;
    if (!is_expected(s, w.word[0]) || move[length - 1] == ' ') {
        why_not_now(s, reason);
    } else if (strcmp(w.word[0], "keep") == 0 || strcmp(w.word[0], "done") == 0) {
        REASON_PUT(reason->text, w.word[0]);
        if (w.count > 1)
            reason_say(reason, s->phase == CASTLE_JOIN ? "3.2" : "4.3", "castle.why.alone",
                       "Nothing may follow '{text}'.");
    } else if (s->phase == CASTLE_SCORE || s->phase == CASTLE_SWAP) {
        why_cards(box, s, &w, reason);
    } else if (w.count != (s->phase == CASTLE_TOWER || s->phase == CASTLE_HOUSE ? 3 : 2)) {
        why_not_now(s, reason);
    } else if (s->phase == CASTLE_WALL) {
        why_wall(box, s, &w, reason);
    } else if (s->phase == CASTLE_TOWER) {
        why_tower(box, s, &w, reason);
    } else if (s->phase == CASTLE_HOUSE) {
        why_house(box, s, &w, reason);
    } else {
        why_city(box, s, &w, reason);
    }
}
