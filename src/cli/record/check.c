/* check.c: castellany check: says whether records are right. */
#include <stdio.h>
#include <string.h>

#include "cli/record/records.h"
#include "cli/base/progress.h"

/* One object a line: {"file","right"} and game, seats, moves, over, or the problem. */
static void put_json(const char *file, const char *problem, const struct record *record, bool over)
{
    char line[RECORD_MAX_LINE * 16];
    struct text out = TEXT_IN(line);
    text_json_open(&out, '{');
    text_member_string(&out, "file", file);
    text_member_bool(&out, "right", !problem);
    if (problem) {
        text_member_string(&out, "problem", problem);
    } else {
        text_member_string(&out, "game", record->game->name);
        text_member_int(&out, "seats", record->seats);
        text_member_int(&out, "moves", record->moves);
        text_member_bool(&out, "over", over);
    }
    text_json_close(&out, '}');
    puts(line);
}

static bool check(const char *file, const char *box, bool json)
{
    struct record record;
    union game_state state;
    char reason[RECORD_MAX_LINE * 2], name[4 * 4096];
    struct text error = TEXT_IN(reason), shown = TEXT_IN(name);
    bool fine = cli_try_replay(file, box, NULL, NULL, &record, &state, &error);
    bool over = fine && game_actor(record.game, &state) < 0;
    text_visible(&shown, file);
    if (json)
        put_json(name, fine ? NULL : reason, &record, over);
    else if (fine)
        printf("%s: right, %s, %d seats, %d moves, %s\n", name, record.game->name, record.seats, record.moves,
               over ? "over" : "not over");
    else
        cli_refuse("%s: %s", file, reason);
    return fine;
}

int cmd_check(const struct arguments *a)
{
    struct progress progress = progress_begin("files", a->count);
    int wrong = 0;
    for (int i = 0; i < a->count; i++) {
        progress_end(&progress);
        wrong += !check(a->operands[i], argument(a, "box"), argument(a, "json"));
        progress_show(&progress, i + 1, "");
    }
    progress_end(&progress);
    return wrong ? CLI_REFUSED : CLI_OK;
}
