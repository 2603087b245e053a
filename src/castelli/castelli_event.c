/* castelli_event.c: events that happen at a place of the board. */
#include "castelli/castelli_state.h"

void castelli_put_event(struct game_events *events, const char *key, int seat, int amount, const char *what,
                        void (*put)(struct text *, int), int place)
{
    struct game_event *event = event_put(events, key, seat, amount, what, NULL);
    struct text text = TEXT_IN(event->place);
    put(&text, place);
}
