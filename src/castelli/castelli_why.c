/* castelli_why.c: why a move is not legal now, as the clause and a sentence. */
#include "castelli/castelli_state.h"

#include <string.h>

struct question {
    const struct castelli_box *box;
    const struct castelli_deck *deck;
    const struct castelli_table *t;
    const struct castelli_player *p;
    int seat;
    struct text *reason;
};

static void say(const struct question *q, const char *sentence)
{
    text_put(q->reason, sentence);
}

/* Reading */

/* Takes "B4" off the front; -1 if there is none. */
static int take_cell(const char **s, int *col, int *row)
{
    if ((*s)[0] < 'A' || (*s)[0] > 'H' || (*s)[1] < '1' || (*s)[1] > '8')
        return -1;
    *col = (*s)[0] - 'A';
    *row = (*s)[1] - '1';
    *s += 2;
    return castelli_place_at(*col, *row);
}

/* A place on the board in play, of the right sort and with nothing after it; says what is wrong, else. */
static int read_place(const struct question *q, const char *text, bool octagon)
{
    const char *s = text;
    int col, row, place = take_cell(&s, &col, &row);
    if (place < 0 || *s) {
        text_printf(q->reason, "1.1 '%s' is not a cell.", text);
        return -1;
    }
    if (castelli_is_octagon(col, row) != octagon) {
        text_printf(q->reason, "1.1 %s is not %s.", text, octagon ? "an octagon" : "a meadow");
        return -1;
    }
    if (!(castelli_shape(q->box, q->t)->all >> place & 1)) {
        text_printf(q->reason, "7.1 %s is not in play with two players.", text);
        return -1;
    }
    return place;
}

/* Takes "H6N" off the front; says what is wrong, else. */
static int take_area(const struct question *q, const char **s)
{
    const char *begin = *s;
    int col, row, octagon = take_cell(s, &col, &row);
    static const char letters[] = "NESW";
    const char *side = **s ? strchr(letters, **s) : NULL;
    if (octagon < 0 || !side || ((*s)[1] && (*s)[1] != ' ')) {
        text_printf(q->reason, "1.3 '%s' does not begin with an area, such as H6N.", begin);
        return -1;
    }
    *s += (*s)[1] ? 2 : 1;
    int start = (int)(side - letters);
    if (!castelli_is_octagon(col, row) || !(castelli_shape(q->box, q->t)->all >> octagon & 1)) {
        say(q, "1.1 There is no octagon in play on that cell.");
        return -1;
    }
    if (!castelli_kind_at(q->box, q->t, octagon)->mask[start]) {
        say(q, "1.3 No area begins on that side; areas are named by their first side clockwise.");
        return -1;
    }
    return octagon * 4 + start;
}

static int find_card(const char *name)
{
    for (int kind = 0; kind < CARDS; kind++)
        if (strcmp(castelli_card_names[kind], name) == 0)
            return kind;
    return -1;
}

/* Whether the player has the card; says so if not. */
static bool holds(const struct question *q, int kind, const char *name)
{
    if (kind < 0)
        text_printf(q->reason, "5.1 There is no card '%s'.", name);
    else if (!cards_of(q->p->hand, kind))
        text_printf(q->reason, "5.1 You have no %s.", name);
    else
        return true;
    return false;
}

static bool may_play_card(const struct question *q)
{
    if (q->t->card_played)
        say(q, "5.1 You have played a card in this turn.");
    return !q->t->card_played;
}

/* Moves, one by one */

static void why_not_lift(const struct question *q, const char *cell)
{
    if (q->t->phase != PHASE_LIFT) {
        say(q, "2.2 A tile is lifted once, at the beginning of your turn.");
        return;
    }
    int meadow = read_place(q, cell, false);
    if (meadow >= 0)
        text_printf(q->reason, "2.2 The tile on %s lies face up.", cell);
}

static void why_not_place(const struct question *q, const char *rest)
{
    int turn;
    if (q->t->phase != PHASE_PLACE)
        say(q, "2.5 You have no lifted tile to place.");
    else if (text_take_word(&rest, "hand") && !q->t->dilemma)
        say(q, "8.2 Only with the module Dilemma you have a tile in hand to place.");
    else if (!text_take_int(&rest, &turn) || *rest || turn > 3)
        say(q, "2.5 A tile is placed with 0 to 3 quarter turns.");
    else
        say(q, "2.5 Quarter turns are written with one digit.");
}

static void why_not_steward(const struct question *q, const char *rest)
{
    int turn;
    if (q->t->phase != PHASE_STEWARD)
        say(q, "5.8 A Steward is played right after another player has placed a tile.");
    else if (text_take_int(&rest, &turn) && !*rest && turn < 4)
        say(q, "5.8 The Steward must turn the tile to a different orientation.");
    else
        say(q, "5.8 A tile can be turned to 0, 1, 2 or 3.");
}

/* The words after an area (and owner): a card's name, then silver. Returns the payment, or -1 if they are
 * wrong. */
static int read_payment(const struct question *q, const char *words)
{
    char name[32];
    size_t n = strcspn(words, " ");
    int payment = PAY_PLAIN;
    if (*words && strcmp(words, "silver") != 0) {
        if (n >= sizeof name)
            n = sizeof name - 1;
        memcpy(name, words, n);
        name[n] = 0;
        payment = find_card(name);
        words += n + (words[n] == ' ');
        if (!holds(q, payment, name) || !may_play_card(q))
            return -1;
    }
    if (strcmp(words, "silver") == 0)
        return payment | PAY_SILVER;
    if (*words) {
        text_printf(q->reason, "4.1 '%s' is not a way to pay.", words);
        return -1;
    }
    return payment;
}

/* Whether the price is what hinders; `each` units of every good. */
static bool cannot_pay(const struct question *q, int payment, int each)
{
    int missing = castelli_missing(q->p, each);
    if (payment & PAY_SILVER) {
        if (q->t->silver_used)
            say(q, "4.2 You have bought a resource for silver in this turn.");
        else if (missing != 1)
            say(q, missing ? "4.2 Silver replaces one missing resource, and more are missing."
                           : "4.2 No resource is missing that silver could replace.");
        else if (q->p->silver < 2)
            say(q, "4.2 A resource costs 2 silver.");
        else
            return false;
        return true;
    }
    if ((payment & PAY_CARD) == CARD_MASTER_BUILDER) {
        if (!missing)
            say(q, "5.10 A Master builder helps only where a resource is missing.");
        else if (q->p->silver < missing)
            say(q, "5.10 A Master builder costs 1 silver for each missing resource.");
        else
            return false;
        return true;
    }
    if (missing)
        text_printf(q->reason,
                    each == 1 ? "4.1 A castle costs 1 wood, 1 grain and 1 rock; you lack %d."
                              : "9.4 Overbuilding costs 2 wood, 2 grain and 2 rock; you lack %d.",
                    missing);
    return missing > 0;
}

/* What hinders at every castle, new or over another. */
static bool cannot_stand(const struct question *q, int octagon)
{
    if (q->t->phase != PHASE_BUILD)
        say(q, "2.1 Castles are built after the tile is placed.");
    else if (!q->p->castles)
        say(q, "4.5 You have no castle left.");
    else if (!(q->p->reach >> octagon & 1))
        say(q, "4.4 No coat of yours points at that octagon.");
    else
        return false;
    return true;
}

static void why_not_build(const struct question *q, const char *rest)
{
    int area = take_area(q, &rest);
    if (area < 0)
        return;
    int payment = read_payment(q, rest);
    if (payment < 0 || cannot_stand(q, area >> 2))
        return;
    int card = payment & PAY_CARD;
    int land = castelli_kind_at(q->box, q->t, area >> 2)->landscape[area & 3];
    int wanted = card == CARD_LANDGRAVE ? LAND_GRAIN : card == CARD_LANDGRAVINE ? LAND_WOOD : LAND_ROCK;
    if (card != PAY_PLAIN && card != CARD_LANDGRAVE && card != CARD_LANDGRAVINE &&
        card != CARD_MASTER_BUILDER)
        text_printf(q->reason, "5.1 %s does not help to build a castle.", castelli_card_names[card]);
    else if (land != wanted && wanted == LAND_ROCK)
        say(q, "4.3 A castle goes on rock.");
    else if (land != wanted)
        text_printf(q->reason, "5.9 The %s lets you build on %s.", castelli_card_names[card],
                    castelli_landscape_names[wanted]);
    else if (!(q->t->open[land][area & 3] >> (area >> 2) & 1))
        say(q, land == LAND_ROCK ? "4.3 All sites of that area are taken."
                                 : "5.9 Such an area takes one castle.");
    else if (card == CARD_MASTER_BUILDER && payment & PAY_SILVER)
        say(q, "5.10 A Master builder is paid 1 silver for each missing resource; the purchase of 4.2 is "
               "another thing.");
    else
        cannot_pay(q, payment, 1);
}

/* Why none of the owner's castles in the area can be overbuilt; false if one can. */
static bool cannot_overbuild(const struct question *q, int area, int owner, int card)
{
    int slots[SITES_MAX], count = castelli_area_slots(q->box, q->t, area, slots);
    const char *why = "9.2 That player has no castle there.";
    for (int i = 0; i < count; i++) {
        uint8_t castle = q->t->castle[slots[i]];
        bool stronger;
        if (castle_owner(castle) != owner)
            continue;
        if (castle_beneath(castle) >= 0)
            why = "9.5 An overbuilding castle cannot be overbuilt.";
        else if (castle & CASTLE_GUARDED)
            why = "9.8 A Guard protects that castle for the rest of this turn.";
        else if (castelli_can_overbuild(q->box, q->t, q->seat, slots[i], &stronger)) {
            if (stronger == (card != CARD_ARMY_OF_KNIGHTS))
                return false;
            why = stronger ? "9.7 The Army of Knights is only for where your coats are not stronger."
                           : "9.3 Your coats around that octagon do not have a higher sum than the owner's.";
        }
    }
    say(q, why);
    return true;
}

static void why_not_overbuild(const struct question *q, const char *rest)
{
    int owner, area;
    if (!q->t->battle) {
        say(q, "9.2 Castles are overbuilt only with the module Battle.");
        return;
    }
    area = take_area(q, &rest);
    if (area < 0)
        return;
    if (!text_take_int(&rest, &owner) || owner < 1 || owner > SEATS || (*rest && *rest != ' ')) {
        say(q, "9.2 After the area comes the seat that owns the castle.");
        return;
    }
    rest += *rest == ' ';
    if (owner - 1 == q->seat) {
        say(q, "9.2 You can only overbuild another player's castle.");
        return;
    }
    int payment = read_payment(q, rest);
    if (payment < 0 || cannot_stand(q, area >> 2))
        return;
    int card = payment & PAY_CARD;
    if (card != PAY_PLAIN && card != CARD_ABBOT && card != CARD_ARMY_OF_KNIGHTS)
        text_printf(q->reason, "5.1 %s does not help to overbuild.", castelli_card_names[card]);
    else if (!cannot_overbuild(q, area, owner - 1, card))
        cannot_pay(q, payment, card == CARD_ABBOT ? 1 : 2);
}

static void why_not_settle(const struct question *q, const char *cell, bool burn, int left)
{
    int octagon = read_place(q, cell, true);
    if (octagon < 0)
        return;
    if (burn)
        text_printf(q->reason, "9.6 There is no city on %s.", cell);
    else if (!left)
        say(q, "5.11 The box has none left.");
    else
        text_printf(q->reason, "5.11 %s is not vacant.", cell);
}

static void why_not_play(const struct question *q, const char *rest)
{
    char name[32] = "";
    size_t n = strcspn(rest, " ");
    memcpy(name, rest, n < sizeof name ? n : sizeof name - 1);
    rest += n + (rest[n] == ' ');
    int kind = find_card(name), other;
    if (!holds(q, kind, name))
        return;
    if (kind == CARD_STEWARD || kind == CARD_GUARD) {
        say(q, "5.1 This card is a reaction, for the turns of others.");
        return;
    }
    if (q->t->phase != PHASE_LIFT && q->t->phase != PHASE_PLACE && q->t->phase != PHASE_BUILD) {
        say(q, "5.1 Cards are played in your own turn.");
        return;
    }
    if (!may_play_card(q))
        return;
    switch (kind) {
    case CARD_ROBBER_BARON:
        say(q, q->t->silver < 2 ? "5.5 Half of the mine's silver is nothing now."
                                : "5.5 A Robber Baron is played alone.");
        break;
    case CARD_RAIDER:
    case CARD_BRIGANDS:
        say(q, *rest ? "5.6 This card is played alone." : "5.6 Nobody else has silver.");
        break;
    case CARD_TRAITOR:
        if (!q->p->silver)
            say(q, "5.7 A Traitor costs 1 silver.");
        else if (!text_take_int(&rest, &other) || *rest || other < 1 || other > SEATS ||
                 other - 1 == q->seat || !castelli_plays(q->t, other - 1))
            say(q, "5.7 A Traitor goes to another player's seat.");
        else
            text_printf(q->reason, "5.7 Seat %d has no card.", other);
        break;
    case CARD_PEASANT:
        why_not_settle(q, rest, false, q->deck->villages);
        break;
    case CARD_DUKE:
        why_not_settle(q, rest, false, q->deck->cities);
        break;
    case CARD_INCENDIARY:
        why_not_settle(q, rest, true, 0);
        break;
    case CARD_KING3:
    case CARD_KING4:
    case CARD_KING5:
        say(q, "5.4 A King is played alone.");
        break;
    default:
        say(q, "5.1 This card is played with the castle that it helps to build.");
        break;
    }
}

void castelli_table_why_not(const struct castelli_box *box, const struct castelli_deck *d,
                            const struct castelli_table *t, int actor, const char *move, struct text *reason)
{
    const struct question q = {
        .box = box, .deck = d, .t = t, .p = &t->player[actor], .seat = actor, .reason = reason};
    const char *rest = move;
    size_t before = reason->length;
    if (text_take_word(&rest, "lift")) {
        why_not_lift(&q, rest);
    } else if (text_take_word(&rest, "place")) {
        why_not_place(&q, rest);
    } else if (text_take_word(&rest, "steward")) {
        why_not_steward(&q, rest);
    } else if (text_take_word(&rest, "build")) {
        why_not_build(&q, rest);
    } else if (text_take_word(&rest, "overbuild")) {
        why_not_overbuild(&q, rest);
    } else if (text_take_word(&rest, "play")) {
        why_not_play(&q, rest);
    } else if (text_take_word(&rest, "sell")) {
        if (holds(&q, find_card(rest), rest))
            say(&q, "5.3 The mine has no silver left to sell for.");
    } else if (strcmp(move, "guard") == 0) {
        say(&q, "9.8 A Guard is played when a castle of yours is being overbuilt.");
    } else if (strcmp(move, "pass") == 0) {
        say(&q, "2.8 There is nothing to pass on; a turn ends with 'end'.");
    } else if (strcmp(move, "end") == 0) {
        say(&q, t->phase == PHASE_LIFT || t->phase == PHASE_PLACE
                    ? "2.1 A tile must be lifted and placed first."
                    : "2.8 Only the active player ends the turn.");
    }
    if (reason->length == before)
        text_printf(reason, "2.1 '%s' is not a move that can be made now.", move);
}
