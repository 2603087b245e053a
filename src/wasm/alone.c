/* alone.c: what an instance without tables does: it answers questions to bots, and traces records for tests.
 */
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "core/trace.h"
#include "match/verify.h"
#include "server/base/memory.h"
#include "wasm/page.h"
#include "wasm/question.h"

enum { TRACE = 4 << 20 };

static double clock_ms(void *context)
{
    (void)context;
    return page_clock();
}

PAGE_OFFERS(think_open) void think_open(void)
{
    games_open();
    bots_open();
}

PAGE_OFFERS(think_answer_size) size_t think_answer_size(void)
{
    return sizeof(struct thinking_answer);
}

/* Frees the question. NULL if it is none. */
PAGE_OFFERS(think_answer) const void *think_answer(void *bytes, size_t size)
{
    static struct thinking_answer answer;
    bool fine = size == sizeof(struct thinking_question) && thinking_answer(bytes, clock_ms, &answer);
    free(bytes);
    return fine ? &answer : NULL;
}

static bool put_move(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    (void)move;
    trace_move(record, state, actor, context);
    return true;
}

/* The trace of a record, as `castellany trace` prints it, or the reason why there is none. */
PAGE_OFFERS(trace_text) const char *trace_text(char *text, size_t length)
{
    static char *buffer;
    char reason[256];
    struct text error = TEXT_IN(reason);
    struct record record;
    union game_state state;
    buffer = buffer ? buffer : must_malloc(TRACE);
    struct text out = text_in(buffer, TRACE);
    if (!record_replay(text, length, NULL, put_move, &out, &record, &state, &error)) {
        text_clear(&out);
        text_put(&out, reason);
    } else if (game_actor(record.game, &state) < 0) {
        trace_end(&record, &state, &out);
    }
    free(text);
    return buffer;
}

/* Checks the luck of a record. One line: right, nothing or wrong; how many draws were right; the hash; then
 * what is wrong. */
PAGE_OFFERS(verify_text) const char *verify_text(char *text, size_t length)
{
    static const char *const ends[] = {"right", "nothing", "wrong"};
    static char buffer[1024];
    static struct verified v;
    struct text out = TEXT_IN(buffer);
    verify_record(text, length, NULL, &v);
    text_printf(&out, "%s %d %s %s", ends[v.end], v.draws, v.hash[0] ? v.hash : "-", v.problem);
    free(text);
    return buffer;
}
