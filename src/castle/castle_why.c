/* castle_why.c: the clause that allows a move, and the one that forbids it. */
#include <string.h>

#include "castle/castle_state.h"

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
            if (s->dice[d] == CASTLE_ANY || s->dice[d] == castle_more(move))
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
    while (*move && w.count < 4) {
        size_t n = strcspn(move, " "), kept = n < 39 ? n : 39;
        memcpy(w.word[w.count++], move, kept);
        move += n;
        move += *move == ' ';
    }
    return w;
}

static int find(const char *const names[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static void why_wall(const struct castle_box *box, const struct castle *s, const struct words *w,
                     struct text *out)
{
    int line = castle_find_line(box, w->word[1]);
    if (line < 0)
        text_printf(out, "1.1 There is no line '%s'; lines are named by their points in order, like %s.",
                    w->word[1], box->line_name[0]);
    else if (castle_has(&s->walls, line))
        text_printf(out, "2.2 A wall stands on %s already.", w->word[1]);
    else
        text_printf(out, "3.5 %s lies in a completed city, where no wall is built.", w->word[1]);
}

static void why_tower(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct text *out)
{
    const uint8_t *end = box->line_end[s->wall];
    int point = castle_find_point(box, w->word[1]);
    int colour = find(castle_tower_name, CASTLE_TOWERS, w->word[2]);
    if (point < 0)
        text_printf(out, "1.1 There is no point '%s'.", w->word[1]);
    else if (point != end[0] && point != end[1])
        text_printf(out, "2.4 %s is not an end of the wall %s.", w->word[1], box->line_name[s->wall]);
    else if (castle_tower_points(s) >> point & 1)
        text_printf(out, "2.4 A tower stands on %s already.", w->word[1]);
    else if (colour < 0)
        text_printf(out, "1.3 Towers are white, grey or black, not '%s'.", w->word[2]);
    else if (s->supply.towers[colour] == 0)
        text_printf(out, "2.6 The %s towers are used up.", w->word[2]);
    else
        text_printf(out, "2.4 The die shows %s: this tower comes first.", castle_tower_name[s->tower]);
}

static void why_house(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct text *out)
{
    const uint8_t *side = box->line_space[s->wall];
    int space = castle_find_space(box, w->word[1]);
    int colour = find(castle_colour_name, CASTLE_COLOURS, w->word[2]);
    if (space < 0)
        text_printf(out, "1.1 There is no space '%s'.", w->word[1]);
    else if (space != side[0] && space != side[1])
        text_printf(out, "2.5 %s is not beside the wall %s.", w->word[1], box->line_name[s->wall]);
    else if (s->served >> (space == side[1]) & 1)
        text_printf(out, "2.5 %s has got its house in this turn.", w->word[1]);
    else if (colour < 0)
        text_printf(out, "1.3 Houses are yellow, green, blue, pink or red, not '%s'.", w->word[2]);
    else if (s->supply.houses[colour] == 0)
        text_printf(out, "2.6 The %s houses are used up.", w->word[2]);
    else
        text_printf(out, "2.5 No die that is left allows a %s house.", w->word[2]);
}

static void why_city(const struct castle_box *box, const struct castle *s, const struct words *w,
                     struct text *out)
{
    int space = castle_find_space(box, w->word[1]);
    if (space < 0)
        text_printf(out, "1.1 There is no space '%s'.", w->word[1]);
    else if (s->city_of[space] == CASTLE_NONE)
        text_printf(out, "%s %s is not in a completed city.", s->phase == CASTLE_JOIN ? "3.2" : "5.3",
                    w->word[1]);
    else if (s->city_of[space] != space)
        text_printf(out, "%s That city is named by its first space, %s.",
                    s->phase == CASTLE_JOIN ? "3.2" : "5.3", box->space_name[s->city_of[space]]);
    else if (space == s->counts)
        text_printf(out, "3.2 %s is the new city itself.", w->word[1]);
    else
        text_printf(out, "3.2 The city %s shares no wall with the new one.", w->word[1]);
}

static void why_cards(const struct castle_box *box, const struct castle *s, const struct words *w,
                      struct text *out)
{
    const char *clause = s->phase == CASTLE_SWAP ? "4.3" : "4.1";
    uint64_t hand = s->hand[s->seat];
    int first = castle_find_kind(box, w->word[1]), second = castle_find_kind(box, w->word[2]);
    if (w->count < 2)
        text_printf(out, "%s Name a card of your hand.", clause);
    else if (w->count > (strcmp(w->word[0], "score") == 0 ? 3 : 2))
        text_printf(out, "%s Those are too many cards at once.", clause);
    else if (first < 0 || (w->count > 2 && second < 0))
        text_printf(out, "%s There is no guild card '%s'.", clause, w->word[first < 0 ? 1 : 2]);
    else if (castle_copies(hand, first) == 0)
        text_printf(out, "%s You do not hold %s.", clause, w->word[1]);
    else if (w->count > 2 && castle_copies(hand, second) < (first == second ? 2 : 1))
        text_printf(out, "%s You do not hold %s%s.", clause, w->word[2], first == second ? " twice" : "");
    else
        text_printf(out, "%s Two cards are named in card order: score %s %s.", clause, w->word[2],
                    w->word[1]);
}

/* What is to be done in each phase. */
static const struct {
    const char *words, *sentence;
} expected[] = {
    [CASTLE_DEAL] = {"", "1.4 The cards are still being dealt."},
    [CASTLE_WALL] = {"wall", "2.1 A turn begins with a wall: wall LINE."},
    [CASTLE_DICE] = {"", "2.1 The dice are to be rolled now."},
    [CASTLE_TOWER] = {"tower", "2.4 A tower is to be put now: tower POINT COLOUR."},
    [CASTLE_HOUSE] = {"house", "2.5 A house is to be put now: house SPACE COLOUR."},
    [CASTLE_JOIN] = {"keep join", "3.2 The new city is to be kept apart or joined: keep, or join CITY."},
    [CASTLE_CITY] = {"city", "5.3 A city is to be chosen for the last scoring: city CITY."},
    [CASTLE_SCORE] = {"score discard",
                      "4.1 Play one or two cards or discard one: score CARD, score CARD CARD or "
                      "discard CARD."},
    [CASTLE_DRAW] = {"", "4.1 A card is to be drawn now."},
    [CASTLE_SWAP] = {"swap done", "4.3 Swap cards, one by one, then end it: swap CARD, or done."},
    [CASTLE_SWAP_DRAW] = {"", "4.3 A card is to be drawn now."},
    [CASTLE_OVER] = {"", "5.1 The game is over."},
};

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

void castle_why_not(const struct game *game, const void *state, int actor, const char *move,
                    struct text *reason)
{
    const struct castle_box *box = game->box;
    const struct castle *s = state;
    struct words w = cut(move);
    size_t length = strlen(move);
    if (!(castle_to_act(game, s) & game_bit(actor)))
        text_put(reason, s->phase == CASTLE_OVER ? expected[CASTLE_OVER].sentence
                                                 : "2.1 Somebody else is to act now.");
    else if (!is_expected(s, w.word[0]) || move[length - 1] == ' ')
        text_put(reason, expected[s->phase].sentence);
    else if (strcmp(w.word[0], "keep") == 0 || strcmp(w.word[0], "done") == 0)
        text_printf(reason, "%s '%s' stands alone.", s->phase == CASTLE_JOIN ? "3.2" : "4.3", w.word[0]);
    else if (s->phase == CASTLE_SCORE || s->phase == CASTLE_SWAP)
        why_cards(box, s, &w, reason);
    else if (w.count != (s->phase == CASTLE_TOWER || s->phase == CASTLE_HOUSE ? 3 : 2))
        text_put(reason, expected[s->phase].sentence);
    else if (s->phase == CASTLE_WALL)
        why_wall(box, s, &w, reason);
    else if (s->phase == CASTLE_TOWER)
        why_tower(box, s, &w, reason);
    else if (s->phase == CASTLE_HOUSE)
        why_house(box, s, &w, reason);
    else
        why_city(box, s, &w, reason);
}
