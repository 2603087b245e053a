/* castelli_text.c: moves, cells and areas in the words of the notation. */
#include "castelli/castelli_card.h"

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
