/* castelli_tell.c: collects what a move does, for logs and animations. */
#include "castelli/castelli_state.h"

#include <assert.h>

static struct text place_of(struct game_event *event)
{
    return TEXT_IN(event->place);
}

static struct game_event *add(struct castelli_tale *tale, const char *key, int seat, int amount,
                              const char *what)
{
    assert(tale->count < GAME_MAX_EVENTS);
    struct game_event *event = &tale->events[tale->count++];
    *event =
        (struct game_event){.key = key, .seat = seat, .amount = amount, .what = what, .later = tale->later};
    return event;
}

void castelli_tell(struct castelli_tale *tale, const char *key, int seat, int amount, const char *what)
{
    add(tale, key, seat, amount, what);
}

void castelli_tell_octagon(struct castelli_tale *tale, const char *key, int seat, int amount,
                           const char *what, int octagon)
{
    struct text place = place_of(add(tale, key, seat, amount, what));
    castelli_put_octagon(&place, octagon);
}

void castelli_tell_meadow(struct castelli_tale *tale, const char *key, int seat, int amount, const char *what,
                          int meadow)
{
    struct text place = place_of(add(tale, key, seat, amount, what));
    castelli_put_meadow(&place, meadow);
}

void castelli_tell_area(struct castelli_tale *tale, const char *key, int seat, int amount, const char *what,
                        int area)
{
    struct text place = place_of(add(tale, key, seat, amount, what));
    castelli_put_area(&place, area);
}
