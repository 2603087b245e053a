/* acts_server.c: acts of the owner about the whole server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/acts.h"

#include "core/utf8.h"

/* ---- values ---- */

static void value_taken(struct act *a)
{
    house_take_value(a->server, &a->value);
    nodes_tell_about(a->server, NOTICE_HOUSE, 0);
    if (strcmp(a->value.name, HOUSE_NOTICE_VALUE) == 0)
        house_tell(a->server);
}

static void write_value(struct act *a, const char *name, const char *value)
{
    struct unit *unit = unit_new();
    snprintf(a->value.name, sizeof a->value.name, "%s", name);
    snprintf(a->value.value, sizeof a->value.value, "%s", value);
    unit_put_value(unit, &a->value);
    act_about(a, "%.500s", value);
    a->after = value_taken;
    act_write(a, unit);
}

static void registration(struct act *a)
{
    if (strcmp(a->words[0], "open") == 0 || strcmp(a->words[0], "closed") == 0)
        write_value(a, HOUSE_REGISTRATION_VALUE, a->words[0]);
    else
        act_refuse(a, "registration is open or closed, not \"%.100s\"", a->words[0]);
}

static void notice(struct act *a)
{
    if (utf8_line_length(a->words[0]) > HOUSE_NOTICE || strlen(a->words[0]) >= sizeof a->value.value)
        act_refuse(a, "the message is too long: at most %d characters", HOUSE_NOTICE);
    else
        write_value(a, HOUSE_NOTICE_VALUE, a->words[0]);
}

/* ---- stopping ---- */

static void draining(struct act *a)
{
    a->server->house.draining = a->number;
    a->server->house.drain_by = a->ban.until;
    house_tell(a->server);
}

static void drain(struct act *a)
{
    if (!act_until(a, 0, &a->ban.until))
        return;
    a->number = 1;
    a->after = draining;
    act_about(a, "for:%s until:%s", a->for_text, a->until_text);
    text_put(&a->out, "No new tables. The server stops when nobody who is connected plays.\n");
    act_write(a, unit_new());
}

static void undrain(struct act *a)
{
    if (!a->server->house.draining) {
        act_refuse(a, "the server does not drain");
        return;
    }
    a->after = draining;
    act_write(a, unit_new());
}

/* ---- looking ---- */

static void put_figure(struct text *out, const char *name, double value)
{
    char line[96];
    snprintf(line, sizeof line, "%-22s %.0f\n", name, value);
    text_put(out, line);
}

static void put_busy(struct text *out, const char *name, const struct busy *row, bool sent)
{
    char line[128];
    snprintf(line, sizeof line, sent ? "%-22s %s (%llu bytes)\n" : "%-22s %s (%llu times)\n", name,
             row->address, (unsigned long long)(sent ? row->bytes : row->refused));
    text_put(out, line);
}

static void stats(struct act *a)
{
    struct server *s = a->server;
    struct store_figures f;
    struct host_figures h;
    size_t at = 0;
    int by_state[TABLE_SUSPENDED + 1] = {0};
    s->store.figures(s->store.me, &f);
    s->host.figures(s->host.me, &h);
    for (const struct table *t; (t = map_next(&s->tables, &at));)
        by_state[t->at.row.state]++;
    text_put(&a->out, "version                " CASTELLANY_VERSION "\n");
    put_figure(&a->out, "connections", (double)h.connections);
    put_figure(&a->out, "websockets", (double)s->clients.count);
    put_figure(&a->out, "players in memory", (double)s->players.count);
    put_figure(&a->out, "tables in memory", (double)s->tables.count);
    put_figure(&a->out, "  of them running", by_state[TABLE_RUNNING]);
    put_figure(&a->out, "moves", (double)s->metrics.moves);
    put_figure(&a->out, "questions to bots", (double)h.questions);
    put_figure(&a->out, "units not kept", (double)f.failed);
    put_figure(&a->out, "bans and mutes", s->house.ban_count);
    const struct busy *sender = busiest_sender(&s->busiest), *refused = busiest_refused(&s->busiest);
    if (sender)
        put_busy(&a->out, "sends the most", sender, true);
    if (refused)
        put_busy(&a->out, "is refused the most", refused, false);
    text_printf(&a->out, "registration           %s\n", s->house.registration_closed ? "closed" : "open");
    text_printf(&a->out, "draining               %s\n", s->house.draining ? "yes" : "no");
    text_printf(&a->out, "message of the day     %s\n", s->house.notice);
    act_say(a);
}

static void on_audit(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    const struct audit_row *rows = answer->rows;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
        return;
    }
    int count = answer->row_count < a->number ? answer->row_count : a->number;
    for (int i = count - 1; i >= 0; i--) {
        act_put_time(&a->out, rows[i].at);
        text_printf(&a->out, "  %s  %s  %s\n", rows[i].who, rows[i].act, rows[i].about);
    }
    act_say(a);
}

static void on_reports(void *context, const struct store_answer *answer)
{
    struct act *a = context;
    const struct report_row *rows = answer->rows;
    if (answer->found == STORE_FAILED) {
        act_refuse(a, "the store cannot be read now");
        return;
    }
    int count = answer->row_count < a->number ? answer->row_count : a->number;
    for (int i = count - 1; i >= 0; i--) {
        const struct report_row *r = &rows[i];
        act_put_time(&a->out, r->made);
        text_put(&a->out, "  by ");
        act_put_id(&a->out, r->reporter);
        text_put(&a->out, "  table ");
        act_put_id(&a->out, r->table);
        if (r->line >= 0) {
            text_printf(&a->out, "  line %d of ", r->line);
            act_put_id(&a->out, r->accused);
            text_printf(&a->out, ": %s", r->words);
        }
        text_printf(&a->out, "  – %s\n", r->text);
    }
    act_say(a);
}

/* The first word as a number of rows. False after a refusal. */
static bool read_count(struct act *a)
{
    const char *digits = a->words[0];
    a->number = 50;
    if (!a->count ||
        (text_take_int(&digits, &a->number) && !*digits && a->number >= 1 && a->number <= STORE_ROWS))
        return true;
    act_refuse(a, "COUNT is a number from 1 to %d, not \"%.100s\"", STORE_ROWS, a->words[0]);
    return false;
}

static void reports(struct act *a)
{
    struct store_query query = {.what = STORE_REPORTS};
    if (read_count(a))
        a->server->store.read(a->server->store.me, &query, on_reports, a);
}

static void audit(struct act *a)
{
    struct store_query query = {.what = STORE_AUDIT};
    if (read_count(a))
        a->server->store.read(a->server->store.me, &query, on_audit, a);
}

const struct act_kind acts_server[] = {
    {{"registration", "open|closed", 1, 1, "say whether guests can make accounts"}, registration},
    {{"notice", "TEXT", 1, 1, "show a message of the day to everybody; \"\" removes it"}, notice},
    {{"drain", "", 0, 0, "allow no new tables, tell people, and stop when nobody plays"}, drain},
    {{"undrain", "", 0, 0, "go on after all"}, undrain},
    {{"stats", "", 0, 0, "print what the server does now"}, stats},
    {{"reports", "[COUNT]", 0, 1,
      "print the last reports of players about lines and tables, the latest last"},
     reports},
    {{"audit", "[COUNT]", 0, 1, "print the last acts of the owner, the latest last"}, audit},
    {{0}, NULL},
};
