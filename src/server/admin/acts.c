/* acts.c: what the acts of the owner share: players, times, answers, the audit. */
#include "server/people/again.h"
#include "server/admin/acts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct act_kind *const lists[] = {acts_tables, acts_people, acts_server};

const struct admin_act *admin_act(int i)
{
    static const struct admin_act end = {0};
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++)
        for (const struct act_kind *kind = lists[list]; kind->act.word; kind++)
            if (i-- == 0)
                return &kind->act;
    return &end;
}

const struct act_kind *act_find(const char *word)
{
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++)
        for (const struct act_kind *kind = lists[list]; kind->act.word; kind++)
            if (strcmp(kind->act.word, word) == 0)
                return kind;
    return NULL;
}

/* ---- answers ---- */

void act_refuse(struct act *a, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_clear(&a->out);
    text_put(&a->out, message);
    a->code = 1;
    a->done(a);
}

void act_say(struct act *a)
{
    a->done(a);
}

void act_about(struct act *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->about, sizeof a->about, format, args);
    va_end(args);
}

void act_audit(struct act *a, struct unit *unit)
{
    struct audit_row row = {.id = server_new_id(a->server), .at = server_now(a->server)};
    snprintf(row.who, sizeof row.who, "%s", a->who);
    snprintf(row.act, sizeof row.act, "%s", a->kind->act.word);
    snprintf(row.about, sizeof row.about, "%s", a->about);
    unit_add_audit(unit, &row);
}

static void on_written(void *context, enum store_end end)
{
    struct act *a = context;
    if (end == STORE_UNKNOWN && a->player.id)
        player_read_again(a->server, a->player.id);
    if (end != STORE_KEPT) {
        act_refuse(a, end == STORE_UNKNOWN
                          ? "the store does not know whether it wrote it; look, and try again"
                          : "the store could not write it; nothing is changed");
        return;
    }
    if (a->after)
        a->after(a);
    act_say(a);
}

void act_write(struct act *a, struct unit *unit)
{
    act_audit(a, unit);
    a->server->store.write(a->server->store.me, unit, on_written, a);
}

/* ---- players ---- */

static void on_player(struct act *a, const struct store_answer *answer, bool last)
{
    if (answer->found == STORE_FAILED)
        act_refuse(a, "the store cannot be read now");
    else if (answer->found == STORE_NONE && last)
        act_refuse(a, "there is no player with the name or id \"%s\"", a->words[0]);
    else {
        a->player = answer->player;
        a->found(a);
    }
}

static void on_id(void *context, const struct store_answer *answer)
{
    on_player(context, answer, true);
}

static void on_name(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    struct store_query query = {.what = STORE_PLAYER, .id = id_parse(a->words[0])};
    if (answer->found == STORE_NONE && query.id)
        a->server->store.read(a->server->store.me, &query, on_id, a);
    else
        on_player(a, answer, true);
}

/* A name may look like an id, so it is tried first. */
void act_find_player(struct act *a, act_step *found)
{
    char key[STORE_NAME];
    struct store_query query = {.what = STORE_BY_NAME, .text = key};
    a->found = found;
    if (!player_name_key(a->words[0], key))
        act_refuse(a, "\"%.100s\" is neither a name nor an id", a->words[0]);
    else
        a->server->store.read(a->server->store.me, &query, on_name, a);
}

/* ---- times ---- */

void act_put_time(struct text *out, int64_t at)
{
    char when[32];
    time_t seconds = (time_t)(at / 1000);
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    text_put(out, when);
}

void act_put_id(struct text *out, uint64_t id)
{
    char text[ID_TEXT];
    id_text(id, text);
    text_put(out, text);
}

/* "30s", "90m", "12h", "7d", "2w". 0 if the text is not one. */
static int64_t read_span(const char *text)
{
    static const struct {
        char unit;
        int64_t ms;
    } units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', 86400000}, {'w', 604800000}};
    int n;
    const char *at = text;
    if (!text_take_int(&at, &n) || !*at || at[1] || n > 100000)
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (*at == units[i].unit)
            return n * units[i].ms;
    return 0;
}

/* Days since 1970 of a date. */
static int64_t days_of(int year, int month, int day)
{
    int y = month <= 2 ? year - 1 : year, era = y / 400, of_era = y - era * 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return (int64_t)era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* "2026-12-01" or "2026-12-01T18:30Z", in UTC. 0 if the text is not one. */
static int64_t read_time(const char *text)
{
    int year, month, day, hour = 0, minute = 0, used = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10)
        return 0;
    if (text[used]) {
        int more = 0;
        if (sscanf(text + used, "T%2d:%2dZ%n", &hour, &minute, &more) != 2 || more != 7 || text[used + more])
            return 0;
    }
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 ||
        minute < 0 || minute > 59)
        return 0;
    return ((days_of(year, month, day) * 24 + hour) * 60 + minute) * 60000;
}

/* The act is gone after a refusal, and what `until` points to may be a part of it. */
bool act_until(struct act *a, int64_t otherwise, int64_t *until)
{
    int64_t now = server_now(a->server), at = otherwise;
    if (a->for_text[0] && a->until_text[0]) {
        act_refuse(a, "give --for or --until, not both");
        return false;
    }
    if (a->for_text[0]) {
        int64_t span = read_span(a->for_text);
        if (!span) {
            act_refuse(a, "--for takes a time such as 90m, 12h, 7d or 2w, not \"%s\"", a->for_text);
            return false;
        }
        at = now + span;
    } else if (a->until_text[0]) {
        at = read_time(a->until_text);
        if (at <= now) {
            act_refuse(
                a, "--until takes a time to come such as 2026-12-01 or 2026-12-01T18:30Z (UTC), not \"%s\"",
                a->until_text);
            return false;
        }
    }
    *until = at;
    return true;
}
