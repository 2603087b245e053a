/*
 * event.h: what a move does, one event for each thing, for logs and animations. A game makes a move and tells
 * its events in one step; without a sink (NULL) they are discarded, which costs a comparison or, where the
 * compiler knows it, nothing.
 */
#ifndef CORE_EVENT_H
#define CORE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_MAX_EVENTS = 64 /* no move does more things than that */
};

/* "gain, seat 0, 2 wood, from H6N". The key is a word of the game's catalogue; members that do not apply are
 * -1, NULL, 0 or "". */
struct game_event {
    const char *key; /* "gain" "score" "silver" "complete" … */
    int seat;        /* whom it concerns */
    int amount;
    const char *what;     /* a word of the box: "wood", "card", "tower" */
    char place[16];       /* where, as in records */
    bool after_reactions; /* it happens only after all seats that may react have answered */
};

struct game_events {
    struct game_event *list; /* GAME_MAX_EVENTS of them */
    int count;
    int viewer;           /* for whom they are told */
    bool after_reactions; /* of the events that follow */
};

/* A set of viewers: a bit for each seat, and the highest one for the public. */
enum { EVENT_PUBLIC_BIT = 31 };
#define EVENT_EVERYBODY UINT32_MAX

static inline bool event_sees(uint32_t viewers, int viewer)
{
    return viewers >> (viewer & EVENT_PUBLIC_BIT) & 1;
}

/* Whether events are collected: guards work that only an event needs. */
static inline bool event_wanted(const struct game_events *events)
{
    return __builtin_expect(events != NULL, 0);
}

/* The word if the viewer is one of these, else NULL. */
static inline const char *event_secret(const struct game_events *events, uint32_t viewers, const char *word)
{
    return event_wanted(events) && event_sees(viewers, events->viewer) ? word : NULL;
}

/* Marks the events that follow: they happen only after the reactions. */
static inline void event_after_reactions(struct game_events *events)
{
    if (event_wanted(events))
        events->after_reactions = true;
}

/* Adds an event and returns it, so that its place can be written. */
struct game_event *event_put(struct game_events *events, const char *key, int seat, int amount,
                             const char *what, const char *place);

/* Tells an event; `what` and `place` may be NULL. */
static inline void event(struct game_events *events, const char *key, int seat, int amount, const char *what,
                         const char *place)
{
    if (event_wanted(events))
        event_put(events, key, seat, amount, what, place);
}

#endif
