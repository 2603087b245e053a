/* event.c: collects the events of a move. */
#include "core/event.h"

#include <assert.h>

#include "core/text.h"

struct game_event *event_put(struct game_events *events, const char *key, int seat, int amount,
                             const char *what, const char *place)
{
    assert(events->count < GAME_MAX_EVENTS);
    struct game_event *added = &events->list[events->count++];
    *added = (struct game_event){
        .key = key, .seat = seat, .amount = amount, .what = what, .after_reactions = events->after_reactions};
    struct text text = TEXT_IN(added->place);
    if (place)
        text_put(&text, place);
    return added;
}
