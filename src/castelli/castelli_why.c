/* castelli_why.c: why a move is not legal now, as the clause and a sentence. */
#include "castelli/castelli_card.h"

#include <string.h>

#include "core/words.h"

static void say(const struct castelli_question *q, const char *clause, const char *key, const char *english)
{
    reason_say(q->reason, clause, key, english);
}

/* Reading */

/* A place on the board in play, of the right sort and with nothing after it; says what is wrong, else. */
static int read_place(const struct castelli_question *q, const char *text, bool octagon)
{
    const char *s = text;
    int col, row, place = castelli_take_cell(&s, &col, &row);
    if (place < 0 || *s) {
        REASON_PUT(q->reason->text, text);
        say(q, "1.1", "castelli.why.cell", "'{text}' is not a cell.");
        return -1;
    }
    REASON_PUT(q->reason->place, text);
    if (castelli_is_octagon(col, row) != octagon) {
        if (octagon)
            say(q, "1.1", "castelli.why.not_octagon", "{place} is not an octagon.");
        else
            say(q, "1.1", "castelli.why.not_meadow", "{place} is not a meadow.");
        return -1;
    }
    if (!(castelli_shape(q->box, q->t)->all >> place & 1)) {
        say(q, "7.1", "castelli.why.two_players", "{place} is not in play with two players.");
        return -1;
    }
    return place;
}

/* Takes "H6N" off the front; says what is wrong, else. */
static int take_area(const struct castelli_question *q, const char **s)
{
    const char *begin = *s;
    int col, row, octagon = castelli_take_cell(s, &col, &row);
    static const char letters[] = "NESW";
    const char *side = **s ? strchr(letters, **s) : NULL;
    if (octagon < 0 || !side || ((*s)[1] && (*s)[1] != ' ')) {
        REASON_PUT(q->reason->text, begin);
        say(q, "1.3", "castelli.why.area", "'{text}' does not begin with an area, such as H6N.");
        return -1;
    }
    *s += (*s)[1] ? 2 : 1;
    int start = (int)(side - letters);
    if (!castelli_is_octagon(col, row) || !(castelli_shape(q->box, q->t)->all >> octagon & 1)) {
        say(q, "1.1", "castelli.why.octagon", "There is no octagon in play on that cell.");
        return -1;
    }
    if (!castelli_kind_at(q->box, q->t, octagon)->mask[start]) {
        say(q, "1.3", "castelli.why.area.side",
            "No area begins on that side; areas are named by their first side clockwise.");
        return -1;
    }
    return area_at(octagon, start);
}

/* Whether the player has the card; says so if not. */
static bool holds(const struct castelli_question *q, int kind, const char *name)
{
    REASON_PUT(q->reason->text, name);
    q->reason->what = kind < 0 ? NULL : castelli_cards[kind].name;
    if (kind < 0)
        say(q, "5.1", "castelli.why.card.unknown", "There is no card '{text}'.");
    else if (!cards_of(q->p->hand, kind))
        say(q, "5.1", "castelli.why.card.none", "You have no {what}.");
    else
        return true;
    return false;
}

static bool may_play_card(const struct castelli_question *q)
{
    if (q->t->card_played)
        say(q, "5.1", "castelli.why.card.played", "You have played a card in this turn.");
    return !q->t->card_played;
}

/* Moves, one by one */

static void why_not_lift(const struct castelli_question *q, const char *cell)
{
    if (q->t->phase != PHASE_LIFT) {
        say(q, "2.2", "castelli.why.lift.once", "A tile is lifted once, at the beginning of your turn.");
        return;
    }
    int meadow = read_place(q, cell, false);
    if (meadow >= 0 && (q->t->up >> meadow & 1))
        say(q, "2.2", "castelli.why.lift.up", "The tile on {place} lies face up.");
}

/* Quarter turns, 0 to 3, with nothing after them; -1 if there are none. */
static int read_turns(const char *text)
{
    return text[0] >= '0' && text[0] <= '3' && !text[1] ? text[0] - '0' : -1;
}

static void why_not_place(const struct castelli_question *q, const char *rest)
{
    if (q->t->phase != PHASE_PLACE)
        say(q, "2.5", "castelli.why.place.none", "You have no lifted tile to place.");
    else if (text_take_word(&rest, "hand") && !q->t->dilemma)
        say(q, "8.2", "castelli.why.place.hand",
            "Only the module Dilemma gives you a tile in hand to place.");
    else if (rest[0] == '0' && read_turns(rest + strspn(rest, "0")) > 0)
        say(q, "2.5", "castelli.why.place.digit", "Quarter turns are written with one digit.");
    else if (read_turns(rest) < 0)
        say(q, "2.5", "castelli.why.place.turns", "A tile is placed with 0 to 3 quarter turns.");
}

static void why_not_steward(const struct castelli_question *q, const char *rest)
{
    if (q->t->phase != PHASE_STEWARD)
        say(q, "5.8", "castelli.why.steward.when",
            "A Steward is played right after another player has placed a tile.");
    else if (read_turns(rest) < 0)
        say(q, "5.8", "castelli.why.steward.turns", "A tile can be turned to 0, 1, 2 or 3.");
    else if (read_turns(rest) == lying_turn(q->t->tile[q->t->meadow]))
        say(q, "5.8", "castelli.why.steward.same",
            "The Steward must turn the tile to a different orientation.");
}

/* The words after an area (and owner): a card's name, then silver. Returns the payment, or -1 if they are
 * wrong. */
static int read_payment(const struct castelli_question *q, const char *words)
{
    char name[32];
    int payment = CARD_NONE;
    if (*words && strcmp(words, "silver") != 0) {
        words_take(&words, name, sizeof name);
        payment = castelli_find_card(name);
        if (!holds(q, payment, name) || !may_play_card(q))
            return -1;
    }
    if (strcmp(words, "silver") == 0)
        return payment | PAY_SILVER;
    if (*words) {
        REASON_PUT(q->reason->text, words);
        say(q, "4.1", "castelli.why.pay", "'{text}' is not a way to pay.");
        return -1;
    }
    return payment;
}

/* Whether the price is what hinders; `each` units of every good. */
static bool cannot_pay(const struct castelli_question *q, int payment, int each)
{
    int missing = castelli_missing(q->p, each);
    if (payment & PAY_SILVER) {
        if (q->t->silver_used)
            say(q, "4.2", "castelli.why.silver.used", "You have bought a resource for silver in this turn.");
        else if (missing > 1)
            say(q, "4.2", "castelli.why.silver.one",
                "Silver replaces one missing resource, and more are missing.");
        else if (!missing)
            say(q, "4.2", "castelli.why.silver.none", "No resource is missing that silver could replace.");
        else if (q->p->silver < 2)
            say(q, "4.2", "castelli.why.silver.costs", "A resource costs 2 silver.");
        else
            return false;
        return true;
    }
    if (payment_card(payment) == CARD_MASTER_BUILDER) {
        if (!missing)
            say(q, "5.10", "castelli.why.builder.idle",
                "A Master builder helps only where a resource is missing.");
        else if (q->p->silver < missing)
            say(q, "5.10", "castelli.why.builder.costs",
                "A Master builder costs 1 silver for each missing resource.");
        else
            return false;
        return true;
    }
    q->reason->amount = missing;
    if (missing && each == 1)
        say(q, "4.1", "castelli.why.lack", "A castle costs 1 wood, 1 grain and 1 rock; you lack {amount}.");
    else if (missing)
        say(q, "9.4", "castelli.why.lack.two",
            "Overbuilding costs 2 wood, 2 grain and 2 rock; you lack {amount}.");
    return missing > 0;
}

/* What hinders at every castle, new or over another. */
static bool cannot_stand(const struct castelli_question *q, int octagon)
{
    if (q->t->phase != PHASE_BUILD)
        say(q, "2.1", "castelli.why.build.when", "Castles are built after the tile is placed.");
    else if (!q->p->castles)
        say(q, "4.5", "castelli.why.build.left", "You have no castle left.");
    else if (!(q->p->reach >> octagon & 1))
        say(q, "4.4", "castelli.why.reach", "No coat of yours points at that octagon.");
    else
        return false;
    return true;
}

/* Where such a castle can never stand. That is said before reasons that pass, such as the time of the turn.
 */
static bool is_wrong_land(const struct castelli_question *q, int card, int land)
{
    int wanted = card == CARD_NONE ? LAND_ROCK : castelli_cards[card].land;
    if (card != CARD_NONE && castelli_cards[card].use != USE_BUILD)
        say(q, "5.1", "castelli.why.card.build", "This card does not help to build a castle: {what}.");
    else if (land != wanted && wanted == LAND_ROCK)
        say(q, "4.3", "castelli.why.build.rock", "A castle goes on rock.");
    else if (land != wanted && wanted == LAND_GRAIN)
        say(q, "5.9", "castelli.why.landgrave", "The Landgrave lets you build on grain.");
    else if (land != wanted)
        say(q, "5.9", "castelli.why.landgravine", "The Landgravine lets you build on wood.");
    else
        return false;
    return true;
}

static void why_not_build(const struct castelli_question *q, const char *rest)
{
    int area = take_area(q, &rest);
    if (area < 0)
        return;
    int payment = read_payment(q, rest);
    if (payment < 0)
        return;
    int card = payment_card(payment);
    int land = castelli_kind_at(q->box, q->t, area_octagon(area))->landscape[area_side(area)];
    if (is_wrong_land(q, card, land) || cannot_stand(q, area_octagon(area)))
        return;
    if (!(q->t->open[land][area_side(area)] >> (area_octagon(area)) & 1) && land == LAND_ROCK)
        say(q, "4.3", "castelli.why.build.full", "All sites of that area are taken.");
    else if (!(q->t->open[land][area_side(area)] >> (area_octagon(area)) & 1))
        say(q, "5.9", "castelli.why.build.one", "Such an area takes one castle.");
    else if (card == CARD_MASTER_BUILDER && payment & PAY_SILVER)
        say(q, "5.10", "castelli.why.builder.silver",
            "A Master builder is paid 1 silver for each missing resource; that is not the "
            "purchase of rule 4.2.");
    else
        cannot_pay(q, payment, 1);
}

/* Why none of the owner's castles in the area can be overbuilt; false if one can. */
static bool cannot_overbuild(const struct castelli_question *q, int area, int owner, int card)
{
    int slots[SITES_MAX], count = castelli_area_slots(q->box, q->t, area, slots);
    say(q, "9.2", "castelli.why.overbuild.none", "That player has no castle there.");
    for (int i = 0; i < count; i++) {
        uint8_t castle = q->t->castle[slots[i]];
        bool stronger;
        if (castle_owner(castle) != owner)
            continue;
        if (castle_beneath(castle) >= 0) {
            say(q, "9.5", "castelli.why.overbuild.over", "An overbuilding castle cannot be overbuilt.");
        } else if (castle & GUARDED) {
            say(q, "9.8", "castelli.why.overbuild.guard",
                "A Guard protects that castle for the rest of this turn.");
        } else if (castelli_can_overbuild(q->box, q->t, q->seat, slots[i], &stronger)) {
            if (stronger == (card != CARD_ARMY_OF_KNIGHTS)) {
                q->reason->key = NULL;
                return false;
            }
            if (stronger)
                say(q, "9.7", "castelli.why.knights",
                    "The Army of Knights is only for where your coats are not stronger.");
            else
                say(q, "9.3", "castelli.why.overbuild.weak",
                    "Your coats around that octagon do not have a higher sum than the owner's.");
        }
    }
    return true;
}

static void why_not_overbuild(const struct castelli_question *q, const char *rest)
{
    int owner, area;
    if (!q->t->battle) {
        say(q, "9.2", "castelli.why.overbuild.module", "Castles are overbuilt only with the module Battle.");
        return;
    }
    area = take_area(q, &rest);
    if (area < 0)
        return;
    if (!text_take_int(&rest, &owner) || owner < 1 || owner > SEATS || (*rest && *rest != ' ')) {
        say(q, "9.2", "castelli.why.overbuild.seat", "After the area comes the seat that owns the castle.");
        return;
    }
    rest += *rest == ' ';
    if (owner - 1 == q->seat) {
        say(q, "9.2", "castelli.why.overbuild.own", "You can only overbuild another player's castle.");
        return;
    }
    int payment = read_payment(q, rest);
    if (payment < 0 || cannot_stand(q, area_octagon(area)))
        return;
    int card = payment_card(payment);
    if (card != CARD_NONE && castelli_cards[card].use != USE_OVERBUILD)
        say(q, "5.1", "castelli.why.card.overbuild", "This card does not help to overbuild: {what}.");
    else if (!cannot_overbuild(q, area, owner - 1, card))
        cannot_pay(q, payment, card == CARD_ABBOT ? 1 : 2);
}

/* Cards that are played alone */

void castelli_why_not_king(const struct castelli_question *q, const struct castelli_card *card,
                           const char *rest)
{
    (void)card;
    if (*rest)
        say(q, "5.4", "castelli.why.king.alone", "A King is played alone.");
}

void castelli_why_not_robber(const struct castelli_question *q, const struct castelli_card *card,
                             const char *rest)
{
    if (!card->targets(q->box, q->deck, q->t, q->seat))
        say(q, "5.5", "castelli.why.robber.none",
            "The mine has too little silver: half of it, rounded down, is 0.");
    else if (*rest)
        say(q, "5.5", "castelli.why.robber.alone", "A Robber Baron is played alone.");
}

void castelli_why_not_raid(const struct castelli_question *q, const struct castelli_card *card,
                           const char *rest)
{
    if (*rest)
        say(q, "5.6", "castelli.why.raid.alone", "This card is played alone.");
    else if (!card->targets(q->box, q->deck, q->t, q->seat))
        say(q, "5.6", "castelli.why.raid.none", "Nobody else has silver.");
}

void castelli_why_not_traitor(const struct castelli_question *q, const struct castelli_card *card,
                              const char *rest)
{
    int other;
    (void)card;
    if (!q->p->silver) {
        say(q, "5.7", "castelli.why.traitor.costs", "A Traitor costs 1 silver.");
    } else if (!text_take_int(&rest, &other) || *rest || other < 1 || other > SEATS || other - 1 == q->seat ||
               !castelli_plays(q->t, other - 1)) {
        say(q, "5.7", "castelli.why.traitor.seat", "A Traitor goes to another player's seat.");
    } else if (!q->t->player[other - 1].cards) {
        q->reason->seat = other - 1;
        say(q, "5.7", "castelli.why.traitor.none", "{seat} has no card.");
    }
}

void castelli_why_not_settle(const struct castelli_question *q, const struct castelli_card *card,
                             const char *rest)
{
    int octagon = read_place(q, rest, true);
    int left = card == &castelli_cards[CARD_PEASANT] ? q->deck->villages : q->deck->cities;
    if (octagon >= 0 && !left)
        say(q, "5.11", "castelli.why.settle.left", "None is left in the box.");
    else if (octagon >= 0 && !(castelli_vacant(q->box, q->t) >> octagon & 1))
        say(q, "5.11", "castelli.why.settle", "{place} is not vacant.");
}

void castelli_why_not_burn(const struct castelli_question *q, const struct castelli_card *card,
                           const char *rest)
{
    int octagon = read_place(q, rest, true);
    (void)card;
    if (octagon >= 0 && !(q->t->cities >> octagon & 1))
        say(q, "9.6", "castelli.why.burn", "There is no city on {place}.");
}

static void why_not_play(const struct castelli_question *q, const char *rest)
{
    char name[32];
    words_take(&rest, name, sizeof name);
    int kind = castelli_find_card(name);
    if (!holds(q, kind, name))
        return;
    const struct castelli_card *card = &castelli_cards[kind];
    if (card->use == USE_REACTION)
        say(q, "5.1", "castelli.why.card.reaction", "This card is a reaction, for the turns of others.");
    else if (q->t->phase != PHASE_LIFT && q->t->phase != PHASE_PLACE && q->t->phase != PHASE_BUILD)
        say(q, "5.1", "castelli.why.card.turn", "Cards are played in your own turn.");
    else if (!may_play_card(q))
        return;
    else if (card->use != USE_ALONE)
        say(q, "5.1", "castelli.why.card.castle",
            "This card is played with the castle that it helps to build.");
    else
        card->why_not(q, card, rest);
}

void castelli_table_why_not(const struct castelli_box *box, const struct castelli_deck *d,
                            const struct castelli_table *t, int actor, const char *move,
                            struct reason *reason)
{
    const struct castelli_question q = {
        .box = box, .deck = d, .t = t, .p = &t->player[actor], .seat = actor, .reason = reason};
    const char *rest = move;
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
        if (holds(&q, castelli_find_card(rest), rest) && !t->silver)
            say(&q, "5.3", "castelli.why.sell", "The mine has no silver left to sell for.");
    } else if (strcmp(move, "guard") == 0) {
        if (t->phase != PHASE_GUARD)
            say(&q, "9.8", "castelli.why.guard.when",
                "A Guard is played when a castle of yours is being overbuilt.");
    } else if (strcmp(move, "pass") == 0) {
        game_move pass;
        if (!castelli_table_harmless(t, actor, &pass))
            say(&q, "2.8", "castelli.why.pass", "You cannot pass now; end your turn instead.");
    } else if (strcmp(move, "end") == 0) {
        if (t->phase == PHASE_LIFT || t->phase == PHASE_PLACE)
            say(&q, "2.1", "castelli.why.end.tile", "A tile must be lifted and placed first.");
        else if (t->phase != PHASE_BUILD)
            say(&q, "2.8", "castelli.why.end.active", "Only the active player ends the turn.");
    } else {
        REASON_PUT(reason->text, move);
        say(&q, "2.1", "castelli.why.move", "'{text}' is not a move that can be made now.");
    }
}
