/* castelli_text.c: moves, cells and areas in the words of the notation. */
#include "castelli/castelli_card.h"

#include <string.h>

#include "core/words.h"

static void put_cell(struct text *out, int col, int row)
{
    text_char(out, (char)('A' + col));
    text_char(out, (char)('1' + row));
}

const char *const castelli_side_letters[SIDES] = {"N", "E", "S", "W"};

void castelli_put_octagon(struct text *out, int octagon)
{
    put_cell(out, castelli_octagon_col(octagon), castelli_octagon_row(octagon));
}

void castelli_put_meadow(struct text *out, int meadow)
{
    put_cell(out, castelli_meadow_col(meadow), castelli_meadow_row(meadow));
}

void castelli_put_area(struct text *out, int area)
{
    castelli_put_octagon(out, area_octagon(area));
    text_put(out, castelli_side_letters[area_side(area)]);
}

static void put_payment(struct text *out, int payment)
{
    if (payment_card(payment) != CARD_NONE)
        text_printf(out, " %s", castelli_cards[payment_card(payment)].name);
    if (payment & PAY_SILVER)
        text_put(out, " silver");
}

void castelli_move_text(const struct castelli_box *box, game_move move, struct text *out)
{
    switch (move_word(move)) {
    case WORD_LIFT:
        text_put(out, "lift ");
        castelli_put_meadow(out, move_meadow(move));
        break;
    case WORD_TILE:
        text_printf(out, "tile %s", box->tile[move_tile(move)].name);
        break;
    case WORD_CARD:
        text_printf(out, "card %s", castelli_cards[move_kind(move)].name);
        break;
    case WORD_STEAL:
        text_printf(out, "steal %s", castelli_cards[move_kind(move)].name);
        break;
    case WORD_PLACE:
        text_printf(out, "place %s%d", move_from_hand(move) ? "hand " : "", move_turn(move));
        break;
    case WORD_STEWARD:
        text_printf(out, "steward %d", move_turn(move));
        break;
    case WORD_PASS:
        text_put(out, "pass");
        break;
    case WORD_BUILD:
        text_put(out, "build ");
        castelli_put_area(out, move_area(move));
        put_payment(out, move_payment(move));
        break;
    case WORD_OVERBUILD:
        text_put(out, "overbuild ");
        castelli_put_area(out, move_area(move));
        text_printf(out, " %d", move_owner(move) + 1);
        put_payment(out, move_payment(move));
        break;
    case WORD_PLAY:
        text_printf(out, "play %s", castelli_cards[move_kind(move)].name);
        if (castelli_cards[move_kind(move)].target == TARGET_SEAT) {
            text_printf(out, " %d", move_target(move) + 1);
        } else if (move_target(move) != CASTELLI_NONE) {
            text_char(out, ' ');
            castelli_put_octagon(out, move_target(move));
        }
        break;
    case WORD_SELL:
        text_printf(out, "sell %s", castelli_cards[move_kind(move)].name);
        break;
    case WORD_GUARD:
        text_put(out, "guard");
        break;
    case WORD_END:
        text_put(out, "end");
        break;
    default:
        break;
    }
}

/* ---- reading ---- */

int castelli_take_cell(const char **s, int *col, int *row)
{
    if ((*s)[0] < 'A' || (*s)[0] > 'H' || (*s)[1] < '1' || (*s)[1] > '8')
        return -1;
    *col = (*s)[0] - 'A';
    *row = (*s)[1] - '1';
    *s += 2;
    return castelli_place_at(*col, *row);
}

static bool read_cell(const char *s, int *place)
{
    int col, row;
    *place = castelli_take_cell(&s, &col, &row);
    return *place >= 0 && !*s;
}

static bool read_card(const char **s, int *card)
{
    char name[24];
    *card = words_take(s, name, sizeof name) ? castelli_find_card(name) : -1;
    return *card >= 0;
}

static bool read_tile(const struct castelli_box *box, const char *name, int *tile)
{
    for (*tile = 0; *tile < ALL_TILES; (*tile)++)
        if (strcmp(box->tile[*tile].name, name) == 0)
            return true;
    return false;
}

static bool read_seat(const char **s, int *seat)
{
    return text_take_int(s, seat) && --*seat >= 0 && *seat < GAME_MAX_SEATS;
}

static bool read_turn(const char *s, int *turn)
{
    return text_take_int(&s, turn) && *turn < 4 && !*s;
}

/* "B4E 2 architect silver", with the owner only where one is wanted. */
static bool read_build(const char *s, enum word word, game_move *out)
{
    int col, row, octagon = castelli_take_cell(&s, &col, &row), owner = CASTELLI_NONE, card = CARD_NONE;
    const char *side = octagon >= 0 && *s ? strchr("NESW", *s) : NULL;
    if (!side)
        return false;
    s += 1 + (s[1] == ' ');
    if (word == WORD_OVERBUILD && !read_seat(&s, &owner))
        return false;
    s += *s == ' ';
    bool silver = text_take_word(&s, "silver");
    if (!silver && *s && !read_card(&s, &card))
        return false;
    silver = silver || text_take_word(&s, "silver");
    *out = castelli_move(word, octagon << 2 | (int)(side - "NESW"), owner, card | (silver ? PAY_SILVER : 0));
    return !*s;
}

static bool read_play(const char *s, game_move *out)
{
    int card, target = CASTELLI_NONE;
    if (!read_card(&s, &card))
        return false;
    if (castelli_cards[card].target == TARGET_SEAT) {
        if (!read_seat(&s, &target) || *s)
            return false;
    } else if (*s && !read_cell(s, &target)) {
        return false;
    }
    *out = castelli_move(WORD_PLAY, card, target, 0);
    return true;
}

bool castelli_parse(const struct game *game, const char *s, game_move *out)
{
    static const struct {
        const char *name;
        enum word word;
    } words[] = {{"lift", WORD_LIFT},   {"tile", WORD_TILE},   {"card", WORD_CARD},
                 {"steal", WORD_STEAL}, {"place", WORD_PLACE}, {"steward", WORD_STEWARD},
                 {"pass", WORD_PASS},   {"build", WORD_BUILD}, {"overbuild", WORD_OVERBUILD},
                 {"play", WORD_PLAY},   {"sell", WORD_SELL},   {"guard", WORD_GUARD},
                 {"end", WORD_END}};
    size_t i = 0;
    int first = 0, hand = 0;
    bool fine = true;
    while (i < sizeof words / sizeof words[0] && !text_take_word(&s, words[i].name))
        i++;
    if (i == sizeof words / sizeof words[0])
        return false;
    switch (words[i].word) {
    case WORD_BUILD:
    case WORD_OVERBUILD:
        return read_build(s, words[i].word, out);
    case WORD_PLAY:
        return read_play(s, out);
    case WORD_LIFT:
        fine = read_cell(s, &first);
        break;
    case WORD_TILE:
        fine = read_tile(game->box, s, &first);
        break;
    case WORD_CARD:
    case WORD_STEAL:
    case WORD_SELL:
        fine = read_card(&s, &first);
        break;
    case WORD_PLACE:
        hand = text_take_word(&s, "hand");
        fine = read_turn(s, &first);
        break;
    case WORD_STEWARD:
        fine = read_turn(s, &first);
        break;
    default:
        break;
    }
    *out = castelli_move(words[i].word, first, hand, 0);
    return fine;
}

/* The clause that allows a legal move. */
const char *castelli_move_clause(const struct castelli_table *t, game_move move)
{
    int payment = move_payment(move);
    switch (move_word(move)) {
    case WORD_LIFT:
        return "2.2";
    case WORD_TILE:
        return "1.5";
    case WORD_CARD:
        return "1.10";
    case WORD_STEAL:
        return "5.7";
    case WORD_PLACE:
        return move_from_hand(move) ? "8.2" : "2.5";
    case WORD_STEWARD:
        return "5.8";
    case WORD_PASS:
        return t->phase == PHASE_STEWARD ? "5.8" : t->phase == PHASE_GUARD ? "9.8" : "5.3";
    case WORD_BUILD:
    case WORD_OVERBUILD:
        if (payment_card(payment) != CARD_NONE)
            return castelli_cards[payment_card(payment)].clause;
        if (move_word(move) == WORD_OVERBUILD)
            return payment & PAY_SILVER ? "9.4" : "9.2";
        return payment & PAY_SILVER ? "4.2" : "4.1";
    case WORD_PLAY:
        return castelli_cards[move_kind(move)].clause;
    case WORD_SELL:
        return "5.3";
    case WORD_GUARD:
        return "9.8";
    case WORD_ROUND:
        return "10.7";
    default:
        return "2.8";
    }
}
