/* drawing.c: the numbers of people's browsers: pledged, told when the game is about to begin, mixed. */
#include "table/drawing.h"

#include <stdio.h>
#include <string.h>

#include "match/luck.h"

/* How long numbers are waited for. With other nodes there is a while before it, in which each of them adds
 * the people who watch there; who gives a number must be settled before the first one is told. */
enum { DRAWING_MS = 5 * 1000, GATHERING_MS = 200 };

static bool is_person(const struct stored_table *t, int seat)
{
    return t->chairs[seat].row.kind == CHAIR_PLAYER;
}

/* The first seat of a player holds their number. -1 if the player has none. */
static int first_seat(const struct stored_table *t, uint64_t player)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (is_person(t, seat) && t->chairs[seat].row.player == player)
            return seat;
    return -1;
}

bool drawing_is_silent(const struct stored_table *t, uint64_t player)
{
    return player && ids_contain(t->row.silent, player);
}

uint32_t drawing_silent_seats(const struct stored_table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; t->row.state == TABLE_OPEN && seat < t->row.seats; seat++)
        if (is_person(t, seat) && drawing_is_silent(t, t->chairs[seat].row.player) &&
            first_seat(t, t->chairs[seat].row.player) == seat)
            seats |= game_bit(seat);
    return seats;
}

void plan_pledge(struct plan *p, uint64_t player, const char *pledge)
{
    int seat = first_seat(&p->next, player);
    if (seat < 0 || !p->next.row.secret[0] || drawing_is_silent(&p->next, player) ||
        strcmp(p->next.chairs[seat].row.pledge, pledge) == 0)
        return;
    snprintf(p->next.chairs[seat].row.pledge, LUCK_HEX, "%s", pledge);
    p->puts = true;
}

/* ---- asking ---- */

uint32_t drawing_asks(const struct stored_table *t, uint32_t watched)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->row.seats; seat++)
        if (is_person(t, seat) && t->chairs[seat].row.pledge[0] && (watched & game_bit(seat)) &&
            first_seat(t, t->chairs[seat].row.player) == seat)
            seats |= game_bit(seat);
    return seats;
}

static void forget_numbers(struct stored_table *t)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        t->chairs[seat].row.nonce[0] = '\0';
    t->row.drawing = 0;
    t->row.drawing_asked = 0;
}

void plan_ask_numbers(struct plan *p, uint32_t seats, bool nodes, int64_t now)
{
    forget_numbers(&p->next);
    p->next.row.drawing = now + DRAWING_MS + (nodes ? GATHERING_MS : 0);
    p->next.row.drawing_asked = seats;
    p->puts = true;
}

bool drawing_asks_now(const struct stored_table *t, int64_t now)
{
    return t->row.state == TABLE_OPEN && t->row.drawing && now >= t->row.drawing - DRAWING_MS;
}

bool plan_take_number(struct plan *p, uint64_t player, const char *number, int64_t now)
{
    struct stored_table *t = &p->next;
    int seat = first_seat(t, player);
    uint8_t bytes[HASH_SIZE], hash[HASH_SIZE], pledge[HASH_SIZE];
    if (!drawing_asks_now(t, now) || seat < 0 || !(t->row.drawing_asked & game_bit(seat)) ||
        !hex_parse(number, sizeof bytes, bytes) ||
        !hex_parse(t->chairs[seat].row.pledge, sizeof pledge, pledge))
        return false;
    luck_hash(bytes, hash);
    if (memcmp(hash, pledge, sizeof hash) != 0)
        return false;
    snprintf(t->chairs[seat].row.nonce, LUCK_HEX, "%s", number);
    p->puts = true;
    return true;
}

static uint32_t missing(const struct stored_table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->row.seats; seat++)
        if ((t->row.drawing_asked & game_bit(seat)) && !t->chairs[seat].row.nonce[0])
            seats |= game_bit(seat);
    return seats;
}

bool drawing_has_all(const struct stored_table *t)
{
    return t->row.drawing && !missing(t);
}

/* ---- the start ---- */

/* The numbers that were told so far must not be used again: somebody could choose with them in sight. */
static void drop_pledges(struct plan *p)
{
    forget_numbers(&p->next);
    for (int seat = 0; seat < p->next.row.seats; seat++)
        p->next.chairs[seat].row.pledge[0] = '\0';
    p->puts = true;
}

static void add_silent(struct table_row *row, uint64_t player)
{
    char id[ID_TEXT];
    size_t length = strlen(row->silent);
    id_text(player, id);
    if (length + ID_TEXT <= sizeof row->silent && !ids_contain(row->silent, player))
        snprintf(row->silent + length, sizeof row->silent - length, "%s%s", length ? " " : "", id);
}

static void give_up(struct plan *p)
{
    uint32_t late = missing(&p->next);
    for (int seat = 0; seat < p->next.row.seats; seat++)
        if (late & game_bit(seat))
            add_silent(&p->next.row, p->next.chairs[seat].row.player);
    drop_pledges(p);
}

static uint64_t person_of(const struct stored_table *t, int seat)
{
    return is_person(t, seat) ? t->chairs[seat].row.player : 0;
}

void drawing_follow_seats(struct plan *p)
{
    bool same = true;
    const struct stored_table *was = &p->table->at;
    for (int seat = 0; seat < was->row.seats; seat++)
        same = same && person_of(was, seat) == person_of(&p->next, seat);
    if (!same && was->row.drawing && p->next.row.state == TABLE_OPEN)
        drop_pledges(p);
}

static bool plays_alone(const struct stored_table *t)
{
    int first = -1;
    for (int seat = 0; seat < t->row.seats; seat++) {
        first = first < 0 && is_person(t, seat) ? seat : first;
        if (is_person(t, seat) && t->chairs[seat].row.player != t->chairs[first].row.player)
            return false;
    }
    return true;
}

/* A rematch begins by itself when everybody has taken their chair, which is their yes. After a start that
 * failed, its creator must start it. */
static bool begin_rematch(const struct table_facts *facts, int64_t now, struct plan *p)
{
    const struct stored_table *t = &p->next;
    if (!t->row.previous || t->row.silent[0])
        return false;
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_OPEN ||
            (is_person(t, seat) && !(facts->watched & game_bit(seat))))
            return false;
    uint32_t asks = drawing_asks(t, facts->watched);
    if (!asks)
        return !plan_start(p, now);
    plan_ask_numbers(p, asks, facts->nodes, now);
    return true;
}

/* Adds people who watch, of whom whoever began to ask had not heard. True if there are any. */
static bool gather(const struct table_facts *facts, struct plan *p)
{
    uint32_t more = drawing_asks(&p->next, facts->watched) & ~p->next.row.drawing_asked;
    p->next.row.drawing_asked |= more;
    p->puts = more != 0;
    return p->puts;
}

bool drawing_go_on(const struct table_facts *facts, int64_t now, struct plan *p)
{
    const struct stored_table *t = &p->next;
    if (!t->row.drawing)
        return begin_rematch(facts, now, p);
    if (!drawing_asks_now(t, now))
        return gather(facts, p);
    bool all = drawing_has_all(t), late = now >= t->row.drawing;
    if (!all && !late)
        return false;
    if (all || plays_alone(t))
        return !plan_start(p, now);
    give_up(p);
    return true;
}

int64_t drawing_wake(const struct stored_table *t, int64_t now)
{
    if (!t->row.drawing || t->row.state != TABLE_OPEN)
        return MATCH_NEVER;
    return drawing_asks_now(t, now) ? t->row.drawing : t->row.drawing - DRAWING_MS;
}

/* ---- keys and records ---- */

/* False if the table has no secret. */
static bool luck_of(const struct stored_table *t, struct luck *out)
{
    *out = (struct luck){.seats = t->row.seats};
    for (int seat = 0; seat < t->row.seats; seat++)
        if (hex_parse(t->chairs[seat].row.nonce, HASH_SIZE, out->numbers[seat]))
            out->given |= game_bit(seat);
    return hex_parse(t->row.secret, HASH_SIZE, out->secret);
}

void drawing_mix(struct stored_table *t)
{
    struct luck luck;
    uint8_t key[MATCH_KEY];
    if (!luck_of(t, &luck))
        return;
    luck_key(&luck, key);
    hex_text(key, sizeof key, t->row.key);
}

void drawing_notes(const struct stored_table *t, char out[DRAWING_NOTES])
{
    struct luck luck;
    struct text text = text_in(out, DRAWING_NOTES);
    if (t->row.imported || !luck_of(t, &luck))
        return;
    if (t->row.state == TABLE_OVER)
        luck_write(&luck, t->row.asked, &text);
    else
        luck_write_hash(luck.secret, &text);
}
