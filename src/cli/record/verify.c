/* verify.c: castellany verify: says whether the luck of records is what their secrets and numbers give. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/record/records.h"
#include "cli/base/progress.h"
#include "match/verify.h"

/* How many seats gave a number of their own to the luck. */
static int given(const struct luck *luck)
{
    return __builtin_popcount(luck->given);
}

static bool verify(const char *file, const char *box, const char *shown)
{
    struct verified v;
    char name[4 * 4096];
    struct text visible = TEXT_IN(name);
    text_visible(&visible, file);
    const struct game *boxed;
    size_t length;
    char *text;
    if (!cli_boxed_games(box, &boxed) || !(text = cli_read_file(file, &length)))
        return false;
    verify_record(text, length, boxed, &v);
    free(text);
    if (v.end == VERIFY_RIGHT && shown && strcmp(shown, v.hash) != 0) {
        cli_refuse("%s: its hash is %s, not the one that was shown", file, v.hash);
        return false;
    }
    if (v.end == VERIFY_WRONG)
        cli_refuse("%s: %s", file, v.problem);
    else if (v.end == VERIFY_NOTHING)
        cli_refuse("%s: the record has no secret, so its luck cannot be checked", file);
    else
        printf("%s: right, %d draws, numbers of %d of %d seats\n", name, v.draws, given(&v.luck),
               v.luck.seats);
    return v.end == VERIFY_RIGHT;
}

int cmd_verify(const struct arguments *a)
{
    struct progress progress = progress_begin("files", a->count);
    int wrong = 0;
    for (int i = 0; i < a->count; i++) {
        progress_end(&progress);
        wrong += !verify(a->operands[i], argument(a, "box"), argument(a, "hash"));
        progress_show(&progress, i + 1, "");
    }
    progress_end(&progress);
    return wrong ? CLI_REFUSED : CLI_OK;
}
