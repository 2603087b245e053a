/* castellan_box.c: reads and checks the file with the cards and the supply. */
#include "castellan/castellan_state.h"
#include "core/box.h"

#include <string.h>

/*
 * How much a box may hold. Every face of the plan has at least four walls at its edge and every wall has two
 * faces, so w walls close fewer than w / 2 courtyards; four players have twice a pair's walls.
 */
enum { MAX_TOWERS = 40, MAX_WALLS = CASTELLAN_MAX_COURTS, MAX_ON_CARD = 9, MAX_DRAW = 3, MAX_KEEPS = 99 };

const char *const castellan_piece_names[CASTELLAN_PIECES] = {"tower", "long", "short"};
const char *const castellan_deck_names[CASTELLAN_DECKS] = {"tower", "wall"};

static const char *const piece_keys[CASTELLAN_PIECES] = {"towers", "long", "short"};
static const char *const deck_keys[CASTELLAN_DECKS] = {"tower_deck", "wall_deck"};

static void read_id(struct box_reader *r, const struct json *object, int card, struct castellan_box *box)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_";
    char *id = box->cards[card].id;
    const struct json *value = json_get(object, "id");
    if (!json_copy_text(value, id, CASTELLAN_ID) || !*id || id[strspn(id, letters)]) {
        memset(id, 0, CASTELLAN_ID);
        box_refuse(r, object, "a card needs an \"id\" of 1 to %d letters, digits, +, - or _",
                   CASTELLAN_ID - 1);
        return;
    }
    for (int i = 0; i < card; i++)
        if (strcmp(box->cards[i].id, id) == 0)
            box_refuse(r, value, "two cards are named %s", id);
    /* So that equal boxes are equal bytes. */
    memset(id + strlen(id), 0, CASTELLAN_ID - strlen(id));
}

/* A card of the tower deck shows a tower and one of the wall deck a wall; without the first nobody could
 * begin. */
static void read_card(struct box_reader *r, const struct json *object, int deck, int card,
                      struct castellan_box *box)
{
    static const char *const keys[] = {"id", "towers", "long", "short", "draw", NULL};
    struct castellan_card *out = &box->cards[card];
    box_known_keys(r, object, keys);
    read_id(r, object, card, box);
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        out->pieces[i] = (uint8_t)box_int(r, object, piece_keys[i], 0, MAX_ON_CARD);
    out->draw = (uint8_t)box_int(r, object, "draw", 0, MAX_DRAW);
    if (deck == CASTELLAN_TOWER_DECK && out->pieces[CASTELLAN_TOWER] == 0)
        box_refuse(r, object, "the card %s of the tower deck has no tower", out->id);
    if (deck == CASTELLAN_WALL_DECK && out->pieces[CASTELLAN_LONG] + out->pieces[CASTELLAN_SHORT] == 0)
        box_refuse(r, object, "the card %s of the wall deck has no wall", out->id);
}

static void read_deck(struct box_reader *r, int deck, struct castellan_box *box)
{
    const struct json *list = box_list(r, r->file, deck_keys[deck], CASTELLAN_DECK, CASTELLAN_DECK);
    int card = deck * CASTELLAN_DECK;
    for (const struct json *at = json_first(list); at; at = json_next(list, at))
        read_card(r, at, deck, card++, box);
}

/* The cards of two players show exactly what the supply of a pair has, so that it never runs out (1.3). */
static void read_supply(struct box_reader *r, struct castellan_box *box)
{
    static const int max[CASTELLAN_PIECES] = {MAX_TOWERS, MAX_WALLS, MAX_WALLS};
    const struct json *supply = box_object(r, r->file, "supply_per_pair_of_players");
    for (int i = 0; i < CASTELLAN_PIECES; i++) {
        box->supply[i] = (uint8_t)box_int(r, supply, piece_keys[i], 0, max[i]);
        int shown = 0;
        for (int card = 0; card < CASTELLAN_CARDS; card++)
            shown += 2 * box->cards[card].pieces[i];
        if (shown != box->supply[i])
            box_refuse(r, supply, "the cards of two players show %d \"%s\", but the supply has %d", shown,
                       piece_keys[i], box->supply[i]);
    }
    if (box->supply[CASTELLAN_LONG] + box->supply[CASTELLAN_SHORT] > MAX_WALLS)
        box_refuse(r, supply, "the supply may have at most %d walls", MAX_WALLS);
}

static void read_geometry(struct box_reader *r)
{
    const struct json *geometry = box_object(r, r->file, "geometry");
    box_int(r, geometry, "short", 1, 1);
    box_int(r, geometry, "long", 2, 2);
    box_int(r, geometry, "table", CASTELLAN_SIDE, CASTELLAN_SIDE);
}

void castellan_read_box(struct box_reader *r, void *out)
{
    static const char *const keys[] = {
        "game",       "cards", /* a note */
        "tower_deck", "wall_deck", "supply_per_pair_of_players", "keeps_per_player", "geometry", NULL};
    struct castellan_box *box = out;
    box_known_keys(r, r->file, keys);
    read_deck(r, CASTELLAN_TOWER_DECK, box);
    read_deck(r, CASTELLAN_WALL_DECK, box);
    read_supply(r, box);
    box->keeps = (uint8_t)box_int(r, r->file, "keeps_per_player", 1, MAX_KEEPS);
    read_geometry(r);
}
