/* trace.c: castellany trace: prints a record move by move with points and all legal moves. */
#include <stdio.h>

#include "cli/record/records.h"
#include "cli/base/progress.h"
#include "core/trace.h"

static bool print_move(void *context, const struct record *record, const void *state, int actor,
                       game_move move)
{
    char *line = context;
    (void)move;
    struct text out = text_in(line, TRACE_LINE);
    trace_move(record, state, actor, &out);
    fputs(line, stdout);
    return true;
}

static bool trace(const char *file, const char *box)
{
    static char line[TRACE_LINE];
    struct record record;
    union game_state state;
    if (!cli_replay(file, box, print_move, line, &record, &state))
        return false;
    if (game_actor(record.game, &state) < 0) {
        struct text out = TEXT_IN(line);
        trace_end(&record, &state, &out);
        fputs(line, stdout);
    }
    return true;
}

int cmd_trace(const struct arguments *a)
{
    struct progress progress = progress_begin("files", a->count);
    int wrong = 0;
    for (int i = 0; i < a->count; i++) {
        progress_end(&progress);
        cli_file_heading(a, i);
        wrong += !trace(a->operands[i], argument(a, "box"));
        progress_show(&progress, i + 1, "");
    }
    progress_end(&progress);
    return wrong ? CLI_REFUSED : CLI_OK;
}
