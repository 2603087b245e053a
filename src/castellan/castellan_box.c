/* castellan_box.c: reads and checks the file with the cards and the supply. */
#include "castellan/castellan_state.h"

#include <string.h>
#include "core/json.h"

/*
 * How much a box may hold. Every face of the plan has at least four walls at its edge and every wall has two
 * faces, so w walls close fewer than w / 2 courtyards; four players have twice a pair's walls.
 */
enum { MAX_TOWERS = 40, MAX_WALLS = CASTELLAN_MAX_COURTS, MAX_ON_CARD = 9, MAX_DRAW = 3, MAX_KEEPS = 99 };

const char *const castellan_piece_names[CASTELLAN_PIECES] = {"tower", "long", "short"};
const char *const castellan_deck_names[CASTELLAN_DECKS] = {"tower", "wall"};

static const char *const piece_keys[CASTELLAN_PIECES] = {"towers", "long", "short"};
static const char *const deck_keys[CASTELLAN_DECKS] = {"tower_deck", "wall_deck"};

/* Reads the number with this key; the message says where and what it may be. */
static bool read_number(const struct json *file, int object, const char *key, int min, int max, uint8_t *out,
                        struct text *error)
{
    int value = json_member(file, object, key);
    long n;
    if (!json_int(file, value, min, max, &n)) {
        text_printf(error, "line %d: \"%s\" must be a whole number from %d to %d",
                    json_line(file, value >= 0 ? value : object), key, min, max);
        return false;
    }
    *out = (uint8_t)n;
    return true;
}

static bool read_id(const struct json *file, int value, int card, struct castellan_box *box,
                    struct text *error)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_";
    char *id = box->cards[card].id;
    int line = json_line(file, value);
    if (!json_text(file, value, id, CASTELLAN_ID) || !*id || id[strspn(id, letters)]) {
        memset(id, 0, CASTELLAN_ID);
        text_printf(error, "line %d: a card needs an \"id\" of 1 to %d letters, digits, +, - or _", line,
                    CASTELLAN_ID - 1);
        return false;
    }
    for (int i = 0; i < card; i++)
        if (strcmp(box->cards[i].id, id) == 0) {
            text_printf(error, "line %d: two cards are named %s", line, id);
            return false;
        }
    /* So that equal boxes are equal bytes. */
    memset(id + strlen(id), 0, CASTELLAN_ID - strlen(id));
    return true;
}

/* A card of the tower deck shows a tower and one of the wall deck a wall; without the first nobody could
 * begin. */
static bool read_card(const struct json *file, int object, int deck, int card, struct castellan_box *box,
                      struct text *error)
{
    struct castellan_card *out = &box->cards[card];
    int line = json_line(file, object);
    if (json_size(file, object) != 5 || json_member(file, object, "id") < 0) {
        text_printf(
            error, "line %d: a card has \"id\", \"towers\", \"long\", \"short\" and \"draw\", no more", line);
        return false;
    }
    if (!read_id(file, json_member(file, object, "id"), card, box, error))
        return false;
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        if (!read_number(file, object, piece_keys[i], 0, MAX_ON_CARD, &out->pieces[i], error))
            return false;
    if (!read_number(file, object, "draw", 0, MAX_DRAW, &out->draw, error))
        return false;
    if (deck == CASTELLAN_TOWER_DECK && out->pieces[CASTELLAN_TOWER] == 0) {
        text_printf(error, "line %d: the card %s of the tower deck has no tower", line, out->id);
        return false;
    }
    if (deck == CASTELLAN_WALL_DECK && out->pieces[CASTELLAN_LONG] + out->pieces[CASTELLAN_SHORT] == 0) {
        text_printf(error, "line %d: the card %s of the wall deck has no wall", line, out->id);
        return false;
    }
    return true;
}

static bool read_deck(const struct json *file, int deck, struct castellan_box *box, struct text *error)
{
    int array = json_member(file, 0, deck_keys[deck]), card = deck * CASTELLAN_DECK;
    if (array < 0 || file->tokens[array].kind != JSON_ARRAY || json_size(file, array) != CASTELLAN_DECK) {
        text_printf(error, "line %d: \"%s\" must be a list of %d cards",
                    json_line(file, array >= 0 ? array : 0), deck_keys[deck], CASTELLAN_DECK);
        return false;
    }
    for (int at = json_first(file, array); at >= 0; at = json_after(file, array, at))
        if (!read_card(file, at, deck, card++, box, error))
            return false;
    return true;
}

/* The cards of two players show exactly what the supply of a pair has, so that it never runs out (1.3). */
static bool read_supply(const struct json *file, struct castellan_box *box, struct text *error)
{
    static const int max[CASTELLAN_PIECES] = {MAX_TOWERS, MAX_WALLS, MAX_WALLS};
    int supply = json_member(file, 0, "supply_per_pair_of_players");
    if (json_size(file, supply) < 0 || file->tokens[supply].kind != JSON_OBJECT) {
        text_put(error,
                 "\"supply_per_pair_of_players\" must be an object with \"towers\", \"long\" and \"short\"");
        return false;
    }
    for (int i = 0; i < CASTELLAN_PIECES; i++) {
        if (!read_number(file, supply, piece_keys[i], 0, max[i], &box->supply[i], error))
            return false;
        int shown = 0;
        for (int card = 0; card < CASTELLAN_CARDS; card++)
            shown += 2 * box->cards[card].pieces[i];
        if (shown != box->supply[i]) {
            text_printf(error, "line %d: the cards of two players show %d \"%s\", but the supply has %d",
                        json_line(file, supply), shown, piece_keys[i], box->supply[i]);
            return false;
        }
    }
    if (box->supply[CASTELLAN_LONG] + box->supply[CASTELLAN_SHORT] > MAX_WALLS) {
        text_printf(error, "line %d: the supply may have at most %d walls", json_line(file, supply),
                    MAX_WALLS);
        return false;
    }
    return true;
}

static bool read_geometry(const struct json *file, struct text *error)
{
    int geometry = json_member(file, 0, "geometry");
    long n;
    if (json_int(file, json_member(file, geometry, "short"), 1, 1, &n) &&
        json_int(file, json_member(file, geometry, "long"), 2, 2, &n) &&
        json_int(file, json_member(file, geometry, "table"), CASTELLAN_SIDE, CASTELLAN_SIDE, &n))
        return true;
    text_printf(error, "line %d: \"geometry\" must have \"short\": 1, \"long\": 2 and \"table\": %d",
                json_line(file, geometry >= 0 ? geometry : 0), CASTELLAN_SIDE);
    return false;
}

static bool only_known_names(const struct json *file, struct text *error)
{
    static const char *const known[] = {
        "game",       "cards", /* a note */
        "tower_deck", "wall_deck", "supply_per_pair_of_players", "keeps_per_player", "geometry", NULL};
    int stranger = json_stranger(file, 0, known);
    char name[64] = "";
    if (stranger < 0)
        return true;
    if (!json_text(file, stranger, name, sizeof name))
        name[0] = '\0'; /* too long to tell */
    text_printf(error, "line %d: the box has a name that is not known: \"%s\"", json_line(file, stranger),
                name);
    return false;
}

bool castellan_read_box(const struct json *file, void *out, struct text *error)
{
    struct castellan_box *box = out;
    memset(box, 0, sizeof *box);
    if (file->count == 0 || file->tokens[0].kind != JSON_OBJECT) {
        text_put(error, "a box is a JSON object");
        return false;
    }
    return read_deck(file, CASTELLAN_TOWER_DECK, box, error) &&
           read_deck(file, CASTELLAN_WALL_DECK, box, error) && read_supply(file, box, error) &&
           read_number(file, 0, "keeps_per_player", 1, MAX_KEEPS, &box->keeps, error) &&
           read_geometry(file, error) && only_known_names(file, error);
}
