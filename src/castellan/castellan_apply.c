/*
 * castellan_apply.c: making a move, and telling what it does.
 *
 * Both are one step function. It is inlined twice, with a sink for events and without one, so that making a
 * move pays nothing for the telling.
 */
#include "castellan/castellan_state.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* A place is a point, or -1, with the letter of a wall's direction or 0. */
INLINE void note(struct game_events *events, const char *key, int seat, int amount, const char *what,
                 int place, char direction)
{
    if (!event_wanted(events))
        return;
    struct text text = TEXT_IN(event_put(events, key, seat, amount, what, NULL)->place);
    if (place >= 0)
        castellan_put_point(&text, (unsigned)place);
    if (direction) {
        text_char(&text, ' ');
        text_char(&text, direction);
    }
}

INLINE void note_pieces(struct game_events *events, const char *key, int seat,
                        const uint8_t pieces[CASTELLAN_PIECES])
{
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        if (pieces[i])
            event(events, key, seat, pieces[i], castellan_piece_names[i], NULL);
}

/* The points before something that may change them, and then the events of that. */
INLINE void count_points(const struct game_events *events, const struct game *game,
                         const struct castellan_state *s, int points[GAME_MAX_SEATS])
{
    if (event_wanted(events))
        castellan_score(game, s, points);
}

INLINE void note_points(struct game_events *events, const struct game *game, const struct castellan_state *s,
                        const int before[GAME_MAX_SEATS])
{
    int now[GAME_MAX_SEATS];
    if (!event_wanted(events))
        return;
    castellan_score(game, s, now);
    for (int i = 0; i < s->seats; i++)
        if (now[i] != before[i])
            event(events, "score", i, now[i] - before[i], NULL, NULL);
}

INLINE void begin_turn(struct castellan_state *s, struct game_events *events, int seat)
{
    s->active = (uint8_t)seat;
    s->phase = CASTELLAN_PLAYING;
    s->cards = s->symbols = 0;
    event(events, "turn", seat, 0, NULL, NULL);
}

/* 5.1: the seat has run out of cards, so the others take up theirs. */
INLINE void begin_last_round(struct castellan_state *s, struct game_events *events)
{
    s->last_turns = s->seats; /* the turn that ends now is counted off below */
    event(events, "last_round", s->active, 0, NULL, NULL);
    for (int i = 0; i < s->seats; i++) {
        struct castellan_seat *seat = &s->seat[i];
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
            seat->hand |= (uint16_t)castellan_unplayed(seat, deck);
            seat->in_hand[deck] = (uint8_t)castellan_popcount(castellan_unplayed(seat, deck));
        }
    }
}

INLINE bool out_of_cards(const struct castellan_seat *seat)
{
    return castellan_popcount(seat->played) == CASTELLAN_CARDS;
}

INLINE void end_turn(const struct game *game, struct castellan_state *s, struct game_events *events)
{
    if (!s->last_turns && out_of_cards(&s->seat[s->active]))
        begin_last_round(s, events);
    if (s->last_turns && --s->last_turns == 0) {
        s->phase = CASTELLAN_OVER;
        s->cards = s->symbols = 0;
        if (event_wanted(events)) {
            int points[GAME_MAX_SEATS];
            castellan_score(game, s, points);
            for (int i = 0; i < s->seats; i++)
                if (castellan_winners(game, s) & game_bit(i))
                    event(events, "win", i, points[i], NULL, NULL);
        }
        return;
    }
    begin_turn(s, events, s->active + 1 == s->seats ? 0 : s->active + 1); /* 1.4 */
}

/* All pieces are built or passed on: cards are drawn (2.7), but not in the last round (5.1). */
INLINE void end_building(const struct game *game, struct castellan_state *s, struct game_events *events)
{
    const struct castellan_seat *seat = &s->seat[s->active];
    int left = castellan_in_deck(seat, CASTELLAN_TOWER_DECK) + castellan_in_deck(seat, CASTELLAN_WALL_DECK);
    int draws = 1 + s->symbols;
    if (s->last_turns || left == 0) {
        end_turn(game, s, events);
        return;
    }
    s->phase = CASTELLAN_DRAWING;
    s->to_choose = (uint8_t)(draws < left ? draws : left);
}

/* After a piece, and the decision that it may have brought. */
INLINE void go_on_building(const struct game *game, struct castellan_state *s, struct game_events *events)
{
    s->phase = CASTELLAN_BUILDING;
    if (castellan_pieces_left(s) == 0)
        end_building(game, s, events);
}

INLINE void play(const struct castellan_box *box, struct castellan_state *s, struct game_events *events,
                 unsigned card)
{
    const struct castellan_card *face = &box->cards[card];
    struct castellan_seat *seat = &s->seat[s->active];
    seat->hand = (uint16_t)(seat->hand & ~(1u << card));
    seat->played |= (uint16_t)(1u << card);
    seat->in_hand[card >= CASTELLAN_DECK]--;
    for (int i = 0; i < CASTELLAN_PIECES; i++) /* 2.2 */
        s->pieces[i] += face->pieces[i];
    s->cards++;
    s->symbols += face->draw;
    event(events, "play", s->active, 1, face->id, NULL);
    note_pieces(events, "take", s->active, face->pieces);
}

INLINE void note_courts(struct game_events *events, const struct castellan_state *s, const char *key)
{
    for (int i = 0; event_wanted(events) && i < s->court_count; i++)
        if (s->courts[i].mark & CASTELLAN_FRESH)
            note(events, key, s->active, s->courts[i].towers, "courtyard", s->courts[i].name, 0);
}

/* The events of a tower that has been built in a courtyard without dividing it. */
INLINE void note_growth(struct game_events *events, const struct castellan_state *s, unsigned point)
{
    struct castellan_face face;
    if (event_wanted(events) && castellan_face_at(s, point, &face))
        note(events, "grow", s->active, face.towers, "courtyard", (int)face.name, 0);
}

INLINE void settle_keeps(struct castellan_state *s)
{
    for (int i = 0; i < s->court_count; i++)
        s->courts[i].mark &= (uint8_t)~CASTELLAN_FRESH;
}

INLINE void place(const struct game *game, struct castellan_state *s, struct game_events *events,
                  enum castellan_verb verb, unsigned point)
{
    enum castellan_piece piece = castellan_piece_of(verb);
    int points[GAME_MAX_SEATS];
    count_points(events, game, s, points);
    s->pieces[piece]--;
    note(events, "place", s->active, 1, castellan_piece_names[piece], (int)point,
         verb == CASTELLAN_DO_TOWER  ? 0
         : castellan_goes_east(verb) ? 'E'
                                     : 'S');
    int faces = castellan_put(s, verb, point);
    castellan_renew_rows(s, verb, castellan_y(point));
    int divided = castellan_claim(s, verb, point, faces);
    if (faces < 2) {
        if (verb == CASTELLAN_DO_TOWER)
            note_growth(events, s, point);
        note_points(events, game, s, points);
    } else {
        note_courts(events, s, divided < 0 ? "close" : "divide");
        note_points(events, game, s, points);
        if (divided >= 0 && divided & CASTELLAN_DOUBLE) {
            s->phase = CASTELLAN_STAYING; /* 4.5 */
            return;
        }
        if (!s->seat[s->active].doubled) {
            s->phase = CASTELLAN_KEEPING; /* 4.4 */
            return;
        }
        settle_keeps(s);
    }
    go_on_building(game, s, events);
}

/* 2.5: what cannot be built goes to the next seat, or out of the game on its last turn. */
INLINE void pass(const struct game *game, struct castellan_state *s, struct game_events *events)
{
    if (s->last_turns == 1) {
        note_pieces(events, "discard", s->active, s->pieces);
        memset(s->pieces, 0, sizeof s->pieces);
    } else {
        note_pieces(events, "pass_on", s->active + 1 == s->seats ? 0 : s->active + 1, s->pieces);
    }
    end_building(game, s, events);
}

INLINE void double_keep(const struct game *game, struct castellan_state *s, struct game_events *events,
                        unsigned name)
{
    int points[GAME_MAX_SEATS];
    count_points(events, game, s, points);
    s->courts[castellan_find_court(s, name)].mark |= CASTELLAN_DOUBLE;
    s->seat[s->active].doubled = 1;
    note(events, "keep", s->active, 2, "double", (int)name, 0);
    note_points(events, game, s, points);
}

/* 2.7: all decks are chosen before any card is looked at. */
INLINE void draw(struct castellan_state *s, struct game_events *events, unsigned deck)
{
    s->queue |= (uint16_t)(deck << s->queued);
    s->queued++;
    event(events, "draw", s->active, 1, castellan_deck_names[deck], NULL);
    if (--s->to_choose == 0)
        s->phase = CASTELLAN_DEALING;
}

INLINE void deal_card(const struct game *game, struct castellan_state *s, struct game_events *events,
                      unsigned card)
{
    const struct castellan_box *box = game->box;
    struct castellan_seat *seat = &s->seat[s->active];
    int deck = s->queue & 1;
    const char *face = event_secret(events, game_bit(s->active), box->cards[card].id);
    event(events, "card", s->active, 1, face ? face : castellan_deck_names[deck], NULL);
    seat->hand |= (uint16_t)(1u << card);
    seat->in_hand[deck]++;
    s->queue >>= 1;
    if (--s->queued)
        return;
    if (!s->setting_up) {
        end_turn(game, s, events);
    } else if (s->active + 1 < s->seats) {
        s->active++;
        s->queue = 0xc;
        s->queued = 4;
    } else {
        s->setting_up = 0;
        begin_turn(s, events, s->first);
    }
}

INLINE void step(const struct game *game, struct castellan_state *s, game_move move,
                 struct game_events *events)
{
    enum castellan_verb verb = castellan_verb(move);
    unsigned argument = castellan_argument(move);
    switch (verb) {
    case CASTELLAN_DO_SHORT_EAST:
    case CASTELLAN_DO_SHORT_SOUTH:
    case CASTELLAN_DO_LONG_EAST:
    case CASTELLAN_DO_LONG_SOUTH:
    case CASTELLAN_DO_TOWER:
        place(game, s, events, verb, argument);
        break;
    case CASTELLAN_DO_PLAY:
        play(game->box, s, events, argument);
        break;
    case CASTELLAN_DO_BUILD:
        s->phase = CASTELLAN_BUILDING;
        break;
    case CASTELLAN_DO_PASS:
        pass(game, s, events);
        break;
    case CASTELLAN_DO_DOUBLE:
    case CASTELLAN_DO_STAY:
        double_keep(game, s, events, argument);
        settle_keeps(s);
        go_on_building(game, s, events);
        break;
    case CASTELLAN_DO_SINGLE:
        event(events, "keep", s->active, 1, "single", NULL);
        settle_keeps(s);
        go_on_building(game, s, events);
        break;
    case CASTELLAN_DO_DRAW:
        draw(s, events, argument);
        break;
    case CASTELLAN_DO_CARD:
        deal_card(game, s, events, argument);
        break;
    }
}

void castellan_apply(const struct game *game, void *state, int actor, game_move move)
{
    (void)actor;
    step(game, state, move, NULL);
}

int castellan_tell(const struct game *game, const void *state, int actor, game_move move, int viewer,
                   struct game_event out[GAME_MAX_EVENTS])
{
    struct castellan_state after = *(const struct castellan_state *)state;
    struct game_events events = {.list = out, .viewer = viewer};
    (void)actor;
    step(game, &after, move, &events);
    return events.count;
}
