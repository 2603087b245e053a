/*
 * castle_apply.c: the course of the game: set-up, turn, scoring, swapping and end.
 *
 * There is one step function. castle_apply has it compiled without a sink for events, castle_tell with one.
 */
#include <string.h>

#include "castle/castle_state.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

void castle_start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    const struct castle_box *box = game->box;
    struct castle *s = state;
    memset(s->city_of, CASTLE_NONE, sizeof s->city_of);
    memset(s->palaces, CASTLE_NONE, sizeof s->palaces);
    for (int p = 0; p < CASTLE_POINTS; p++)
        s->tied[p] = (uint8_t)p;
    s->supply = box->stock;
    s->seats = (uint8_t)seats;
    s->active = (uint8_t)option_seat(choices, CASTLE_FIRST);
    s->wall = s->counts = s->dice[0] = s->dice[1] = s->tower = CASTLE_NONE;
    s->draw = box->all_cards;
    s->draw_size = (uint8_t)castle_cards(box->all_cards);
    for (int seat = 0; seat < seats; seat++)
        s->points[seat] = 1; /* 1.5 */
    s->phase = CASTLE_DEAL;
}

/* 5.1: the first reason stands; pieces that come back later do not undo it (5.2). */
static void end_with(struct castle *s, enum castle_ending ending, struct game_events *events)
{
    if (s->ending != CASTLE_GOES_ON)
        return;
    s->ending = (uint8_t)ending;
    event(events, "ending", -1, 0, castle_ending_name[ending], NULL);
}

static int towers_left(const struct castle *s)
{
    return s->supply.towers[0] + s->supply.towers[1] + s->supply.towers[2];
}

static int sum_of_colours(const uint8_t n[CASTLE_COLOURS])
{
    return n[0] + n[1] + n[2] + n[3] + n[4];
}

static void scoring_from(struct castle *s, int round, struct game_events *events);

/* 5.3 */
static void last_scoring(struct castle *s, struct game_events *events)
{
    s->last = 1;
    s->counts = CASTLE_NONE;
    scoring_from(s, 0, events);
}

static void begin_turn(const struct castle_box *box, struct castle *s, int seat, struct game_events *events)
{
    struct castle_set lines;
    s->active = s->seat = (uint8_t)seat;
    s->wall = s->counts = s->dice[0] = s->dice[1] = s->tower = CASTLE_NONE;
    s->closing = s->served = s->round = 0;
    s->phase = CASTLE_WALL;
    event(events, "turn", seat, 0, NULL, NULL);
    if (!castle_free_line(box, s, &lines)) { /* 2.2 */
        end_with(s, CASTLE_NO_LINE, events);
        last_scoring(s, events);
    }
}

/* 4.3: the seats in last place that hold cards, from the active one on; then the next turn. */
static void swapping_from(const struct castle_box *box, struct castle *s, int round,
                          struct game_events *events)
{
    int fewest = s->points[0];
    for (int seat = 1; seat < s->seats; seat++)
        fewest = s->points[seat] < fewest ? s->points[seat] : fewest;
    for (; round < s->seats; round++) {
        int seat = (s->active + round) % s->seats;
        if (s->points[seat] != fewest || s->hand_size[seat] == 0)
            continue;
        s->seat = (uint8_t)seat;
        s->round = (uint8_t)round;
        s->phase = CASTLE_SWAP;
        return;
    }
    begin_turn(box, s, (s->active + 1) % s->seats, events);
}

/* 4.1, 4.4, 5.3: the next seat that holds a card, from the active one on. When all have had their say the
 * phase is CASTLE_OVER if the game ends, else CASTLE_SWAP with nobody chosen yet. */
static void scoring_from(struct castle *s, int round, struct game_events *events)
{
    for (; round < s->seats; round++) {
        int seat = (s->active + round) % s->seats;
        if (s->hand_size[seat] == 0)
            continue;
        s->seat = (uint8_t)seat;
        s->round = (uint8_t)round;
        if (s->last)
            s->counts = CASTLE_NONE;
        s->phase = s->last && !castle_empty(&s->cities) ? CASTLE_CITY : CASTLE_SCORE;
        return;
    }
    if (s->ending == CASTLE_GOES_ON) {
        s->phase = CASTLE_SWAP;
        return;
    }
    s->phase = CASTLE_OVER;
    s->seat = s->active;
    event(events, "over", -1, 0, NULL, NULL);
}

static void scoring(const struct castle_box *box, struct castle *s, int round, struct game_events *events)
{
    scoring_from(s, round, events);
    if (s->phase == CASTLE_SWAP)
        swapping_from(box, s, 0, events);
}

/* 4.2: when a card is needed and the draw pile is empty, the discard pile becomes the draw pile. */
static void refill(struct castle *s, struct game_events *events)
{
    s->draw_size = (uint8_t)castle_cards(s->open);
    for (int seat = 0; seat < s->seats; seat++)
        s->draw_size += s->unseen_size[seat];
    if (s->draw_size == 0)
        return;
    event(events, "refill", -1, s->draw_size, NULL, NULL);
    if (s->viewer == 0)
        s->draw = s->open + s->unseen[0] + s->unseen[1] + s->unseen[2] + s->unseen[3];
    castle_remember_refill(s);
    s->open = 0;
    memset(s->unseen, 0, sizeof s->unseen);
    memset(s->unseen_size, 0, sizeof s->unseen_size);
}

/* Lets chance draw for the seat, or goes on when nothing is to be drawn or nothing can be (4.4). */
static void draw(const struct castle_box *box, struct castle *s, int cards, enum castle_phase phase,
                 struct game_events *events)
{
    if (cards > 0 && s->draw_size == 0)
        refill(s, events);
    if (cards > 0 && s->draw_size > 0) {
        s->draws = (uint8_t)cards;
        s->phase = (uint8_t)phase;
        return;
    }
    s->draws = 0;
    if (phase == CASTLE_SWAP_DRAW) {
        swapping_from(box, s, s->round + 1, events);
        return;
    }
    s->open += s->played; /* 4.1: played cards join the pile after the draw */
    s->played = 0;
    scoring(box, s, s->round + 1, events);
}

static void take_card(const struct castle_box *box, struct castle *s, int kind, struct game_events *events)
{
    bool known = castle_knows(s, s->seat);
    event(events, s->phase == CASTLE_DEAL ? "deal" : "draw", s->seat, 1,
          event_secret(events, game_bit(s->seat), castle_kind_name(box, kind)), NULL);
    if (s->refilled)
        castle_remember_draw(s, kind);
    if (s->viewer == 0)
        s->draw -= castle_card(kind);
    if (known)
        s->hand[s->seat] += castle_card(kind);
    s->draw_size--;
    s->hand_size[s->seat]++;
    if (s->phase != CASTLE_DEAL)
        draw(box, s, s->draws - 1, (enum castle_phase)s->phase, events);
    else if (s->hand_size[s->seat] == CASTLE_HAND && ++s->seat == s->seats) /* 1.4 */
        begin_turn(box, s, s->active, events);
}

/* A card goes to the discard pile unseen (4.1, 4.3). */
static void give_away(const struct castle_box *box, struct castle *s, int kind, const char *key,
                      struct game_events *events)
{
    event(events, key, s->seat, 1, event_secret(events, game_bit(s->seat), castle_kind_name(box, kind)),
          NULL);
    if (s->refilled)
        castle_remember_gift(s);
    if (castle_knows(s, s->seat)) {
        s->hand[s->seat] -= castle_card(kind);
        s->unseen[s->seat] += castle_card(kind);
    }
    s->hand_size[s->seat]--;
    s->unseen_size[s->seat]++;
}

/* 4.1, 4.5 to 4.7 */
static void score_cards(const struct castle_box *box, struct castle *s, int first, int second,
                        struct game_events *events)
{
    const int cards[2] = {first, second};
    struct castle_country_facts country;
    struct castle_city_facts city;
    uint8_t paid[CASTLE_KINDS];
    castle_country_facts(box, s, &country);
    if (s->counts != CASTLE_NONE)
        castle_city_facts(box, s, s->counts, &city);
    castle_pay(&country, s->counts == CASTLE_NONE ? NULL : &city, paid);
    for (int i = 0; i < 2 && cards[i] != CASTLE_NONE; i++) {
        int kind = cards[i], points = paid[box->rule[kind]];
        s->points[s->seat] += (uint16_t)points;
        s->sheet[s->seat][kind] += (uint16_t)points;
        if (s->refilled)
            castle_remember_score(box, s, kind);
        s->played += castle_card(kind);
        if (castle_knows(s, s->seat))
            s->hand[s->seat] -= castle_card(kind);
        s->hand_size[s->seat]--;
        event(events, "score", s->seat, points, castle_kind_name(box, kind), NULL);
    }
    draw(box, s, 1, CASTLE_DRAW, events);
}

/* 3.3 to 5.2: the city is as large as it gets. */
static void score_city(const struct castle_box *box, struct castle *s, int city, struct game_events *events)
{
    castle_settle(box, s, city, events);
    s->counts = (uint8_t)city;
    s->closing = 0;
    if (sum_of_colours(s->supply.palaces) == 0)
        end_with(s, CASTLE_LAST_PALACE, events);
    scoring(box, s, 0, events);
}

/* Towers and houses stand: the city is completed, or the turn is over. */
ALWAYS_INLINE void finish_turn(const struct castle_box *box, struct castle *s, struct game_events *events)
{
    if (s->closing) {
        int city = castle_complete(box, s, events);
        struct castle_set others = castle_neighbours(box, s, city);
        s->counts = (uint8_t)city;
        if (castle_empty(&others))
            score_city(box, s, city, events);
        else
            s->phase = CASTLE_JOIN;
    } else if (s->ending != CASTLE_GOES_ON) {
        last_scoring(s, events);
    } else {
        int next = s->active + 1;
        begin_turn(box, s, next == s->seats ? 0 : next, events);
    }
}

ALWAYS_INLINE void build_wall(const struct castle_box *box, struct castle *s, int line,
                              struct game_events *events)
{
    event(events, "wall", s->seat, 1, NULL, box->line_name[line]);
    s->closing = castle_closes(box, s, line);
    if (!s->closing)
        castle_tie(box, s, line);
    castle_add(&s->walls, line);
    s->wall = (uint8_t)line;
    s->phase = CASTLE_DICE;
    if (--s->supply.walls == 0)
        end_with(s, CASTLE_LAST_WALL, events);
}

ALWAYS_INLINE void roll(struct castle *s, int faces, int tower, struct game_events *events)
{
    s->dice[0] = (uint8_t)(faces / CASTLE_FACES);
    s->dice[1] = (uint8_t)(faces % CASTLE_FACES);
    s->tower = (uint8_t)tower;
    s->phase = tower == CASTLE_NONE ? CASTLE_HOUSE : CASTLE_TOWER;
    for (int d = 0; d < 2; d++)
        event(events, "dice", s->seat, d, castle_colour_name[s->dice[d]], NULL);
    if (tower != CASTLE_NONE)
        event(events, "dice", s->seat, 2, castle_tower_name[tower], NULL);
}

ALWAYS_INLINE void put_tower(const struct castle_box *box, struct castle *s, int point, int colour,
                             struct game_events *events)
{
    const uint8_t *end = box->line_end[s->wall];
    event(events, "tower", s->seat, 1, castle_tower_name[colour], box->point_name[point]);
    s->towers[colour] |= UINT64_C(1) << point;
    s->supply.towers[colour]--;
    s->tower = CASTLE_NONE;
    int left = towers_left(s);
    if (left == 0)
        end_with(s, CASTLE_LAST_TOWER, events);
    uint64_t towers = castle_tower_points(s);
    if (left == 0 || (towers >> end[0] & towers >> end[1] & 1)) /* 5.5 */
        s->phase = CASTLE_HOUSE;
}

/* A house of a die's own colour uses that die, any other one that shows "any" or a colour that is used up.
 * Two such dice allow the same, so it does not matter which of them is used. */
ALWAYS_INLINE void use_die(struct castle *s, int colour)
{
    int used = s->dice[0] == colour ? 0 : s->dice[1] == colour ? 1 : -1;
    for (int d = 0; used < 0 && d < 2; d++)
        if (s->dice[d] == CASTLE_ANY || (s->dice[d] < CASTLE_COLOURS && s->supply.houses[s->dice[d]] == 0))
            used = d;
    s->dice[used] = CASTLE_NONE;
}

ALWAYS_INLINE void put_house(const struct castle_box *box, struct castle *s, int space, int colour,
                             struct game_events *events)
{
    const uint8_t *side = box->line_space[s->wall];
    event(events, "house", s->seat, 1, castle_colour_name[colour], box->space_name[space]);
    use_die(s, colour);
    s->houses[space] += castle_house(colour);
    s->country_houses += castle_house(colour);
    s->country_regions[box->space_region[space]]++;
    s->supply.houses[colour]--;
    s->served |= space == side[0] ? 1 : 2;
    int left = sum_of_colours(s->supply.houses);
    if (left == 0)
        end_with(s, CASTLE_LAST_HOUSE, events);
    if (left == 0 || s->served == 3 || side[1] == CASTLE_NONE) { /* 5.5, 2.5 */
        s->dice[0] = s->dice[1] = CASTLE_NONE;
        finish_turn(box, s, events);
    }
}

ALWAYS_INLINE void step(const struct castle_box *box, struct castle *s, game_move move,
                        struct game_events *events)
{
    int argument = castle_argument(move), second = castle_second_argument(move);
    switch (castle_sort(move)) {
    case CASTLE_MOVE_CARD:
        take_card(box, s, argument, events);
        break;
    case CASTLE_MOVE_WALL:
        build_wall(box, s, argument, events);
        break;
    case CASTLE_MOVE_DICE:
        roll(s, argument, second, events);
        break;
    case CASTLE_MOVE_TOWER:
        put_tower(box, s, argument, second, events);
        break;
    case CASTLE_MOVE_HOUSE:
        put_house(box, s, argument, second, events);
        break;
    case CASTLE_MOVE_KEEP:
        score_city(box, s, s->counts, events);
        break;
    case CASTLE_MOVE_JOIN:
        score_city(box, s, castle_join(box, s, s->counts, argument, events), events);
        break;
    case CASTLE_MOVE_CITY:
        s->counts = (uint8_t)argument;
        s->phase = CASTLE_SCORE;
        if (event_wanted(events)) {
            struct castle_set spaces = castle_spaces_of(box, s, argument);
            event(events, "choose", s->seat, castle_count(&spaces), NULL, box->space_name[argument]);
        }
        break;
    case CASTLE_MOVE_SCORE:
        score_cards(box, s, argument, second, events);
        break;
    case CASTLE_MOVE_DISCARD:
        give_away(box, s, argument, "discard", events);
        draw(box, s, 2, CASTLE_DRAW, events);
        break;
    case CASTLE_MOVE_SWAP:
        give_away(box, s, argument, "swap", events);
        s->draws++;
        break;
    case CASTLE_MOVE_DONE:
        draw(box, s, s->draws, CASTLE_SWAP_DRAW, events);
        break;
    }
}

void castle_apply(const struct game *game, void *state, int actor, game_move move)
{
    (void)actor;
    step(game->box, state, move, NULL);
}

int castle_tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                struct game_event out[GAME_MAX_EVENTS])
{
    struct castle after = *(const struct castle *)state;
    struct game_events events = {.list = out, .viewer = viewer};
    (void)actor;
    step(game->box, &after, move, &events);
    return events.count;
}
