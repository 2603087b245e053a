/* stranger_next.c: chooses what happens next. */
#include <stdio.h>
#include <string.h>

#include "server/admin/admin.h"
#include "server/people/asking.h"
#include "server/protocol/requests.h"
#include "stranger.h"

static const char *pick(struct choice *c, const char *const words[], int count)
{
    return words[choose(c, (uint32_t)count)];
}
#define PICK(c, ...)                                                                                         \
    pick(c, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static int any_device(struct choice *c)
{
    return 1 + (int)choose(c, FAKE_CONNECTIONS);
}

static int open_device(const struct stranger *s, struct choice *c)
{
    int first = any_device(c);
    for (int i = 0; i < FAKE_CONNECTIONS; i++) {
        int device = 1 + (first - 1 + i) % FAKE_CONNECTIONS;
        if (s->device[device].open)
            return device;
    }
    return first;
}

static int any_step(const struct stranger *s, struct choice *c)
{
    return s->made_count ? s->made[choose(c, (uint32_t)s->made_count)].step : 0;
}

/* ---- requests ---- */

static const struct request_kind *any_kind(struct choice *c)
{
    uint32_t count = 0, which;
    for (int i = 0; requests_all[i]; i++)
        for (const struct request_kind *k = requests_all[i]; k->word; k++)
            count++;
    which = choose(c, count);
    for (int i = 0; requests_all[i]; i++)
        for (const struct request_kind *k = requests_all[i]; k->word; k++)
            if (which-- == 0)
                return k;
    return requests_all[0];
}

static const struct request_kind *find_kind(const char *word)
{
    for (int i = 0; requests_all[i]; i++)
        for (const struct request_kind *k = requests_all[i]; k->word; k++)
            if (strcmp(k->word, word) == 0)
                return k;
    return requests_all[0];
}

static void ask(struct stranger *s, struct choice *c, struct text *out)
{
    int device = open_device(s, c);
    bool fresh = s->made_count < 3 || chance(c, 25);
    text_printf(out, "ask %d ", device);
    if (fresh)
        stranger_say(s, c, device, find_kind(chance(c, 6) ? "import" : "create"), out);
    else
        stranger_say(s, c, device, any_kind(c), out);
}

static void play(struct stranger *s, struct choice *c, struct text *out)
{
    char buffer[STRANGER_LINE];
    struct text request = TEXT_IN(buffer);
    int device = stranger_play(s, c, &request);
    if (device)
        text_printf(out, "ask %d %s", device, buffer);
    else
        ask(s, c, out);
}

static void nonsense(struct stranger *s, struct choice *c, struct text *out)
{
    text_printf(out, "ask %d %s", open_device(s, c),
                PICK(c, "", "[]", "null", "{", "{}", "\"\"", "[\"import\",\"$x20000$\"]", "$x17000$",
                     "{ \"do\":\"hello\"}", "{ \"id\":\"1\",\"do\":\"hello\"}", "{\"do\":1}",
                     "{\"do\":\"dance\"}", "[\"\\u0000\"]"));
}

/* ---- HTTP ---- */

static const struct asking_kind *any_asking(struct choice *c)
{
    static const struct asking_kind *const lists[] = {asking_accounts, asking_secrets};
    uint32_t count = 0, which;
    for (int list = 0; list < 2; list++)
        for (const struct asking_kind *k = lists[list]; k->path; k++)
            count++;
    which = choose(c, count + 8); /* register and log in more often */
    for (int list = 0; list < 2; list++)
        for (const struct asking_kind *k = lists[list]; k->path; k++)
            if (which-- == 0)
                return k;
    return &asking_accounts[which % 2];
}

static void put_member(struct choice *c, char letter, int device, struct text *out)
{
    switch (letter) {
    case 'n':
        text_printf(out, "\"name\":\"%s\"", PICK(c, "Ann", "Bob", "Cleo", "Dora", "Emil", " ", "$x25$"));
        break;
    case 'p':
        text_printf(out, "\"password\":\"%s\"",
                    PICK(c, "password1", "password1", "password2", "short", "$x257$"));
        break;
    case 'f':
        text_printf(out, "\"new\":\"%s\"", PICK(c, "password1", "password2", "", "$x257$"));
        break;
    case 'c':
        text_printf(out, "\"code\":\"$c%d$\"", chance(c, 4) ? any_device(c) : device);
        break;
    case 's':
        text_printf(out, "\"session\":\"$s%d$\"", device);
        break;
    default:
        text_printf(out, "\"bot\":\"$b%d$\"", device);
    }
}

static void post(struct choice *c, struct text *out)
{
    int device = any_device(c);
    const struct asking_kind *kind = any_asking(c);
    text_printf(out, "post %d %s {", device, kind->path);
    const char *needs = strcmp(kind->path, "/api/delete") == 0 ? "p" : kind->needs;
    for (const char *letter = needs; *letter; letter++) {
        if (chance(c, 30))
            continue;
        text_put(out, out->at[out->length - 1] == '{' ? "" : ",");
        put_member(c, *letter, device, out);
    }
    if (chance(c, 6))
        text_printf(out, "%s\"everywhere\":true", out->at[out->length - 1] == '{' ? "" : ",");
    text_put(out, "}");
}

static void get(const struct stranger *s, struct choice *c, struct text *out)
{
    int step = any_step(s, c);
    text_printf(out, "get %d ", any_device(c));
    switch (choose(c, 6)) {
    case 0:
        text_printf(out, "/api/tables?list=%s", PICK(c, "open", "live", "finished", "mine"));
        break;
    case 1:
        text_put(out, "/api/export");
        break;
    case 2:
        text_printf(out, "/games/$t%d$.txt?invite=$k%d$", step, step);
        break;
    case 3:
        text_put(out, PICK(c, "/metrics", "/readyz", "/healthz", "/nothing"));
        break;
    default:
        text_printf(out, "/games/$t%d$.txt", step);
    }
}

/* ---- the rest of the world ---- */

static void owner(const struct stranger *s, struct choice *c, struct text *out)
{
    int count = 0;
    while (admin_act(count)->word)
        count++;
    const struct admin_act *act = admin_act((int)choose(c, (uint32_t)count));
    text_printf(out, "owner 1 %s", act->word);
    for (const char *at = act->operands; *at && out->length < STRANGER_LINE / 2;) {
        size_t n = strcspn(at, " ");
        text_char(out, ' ');
        if (strncmp(at, "WHO", 3) == 0)
            text_put(out,
                     PICK(c, "$p1$", "$p2$", "$p3$", "$p4$", "ann", "bob", "192.0.2.1", "2001:db8::/48"));
        else if (strncmp(at, "TABLE", 5) == 0)
            text_printf(out, "$t%d$", any_step(s, c));
        else if (strncmp(at, "open|closed", 11) == 0)
            text_put(out, PICK(c, "open", "open", "closed"));
        else if (strncmp(at, "NUMBER", 6) == 0)
            text_int(out, choose(c, 5));
        else
            text_put(out, PICK(c, "open", "over", "5", "Eve", "hello"));
        at += n + (at[n] == ' ');
    }
}

static void come_or_go(struct stranger *s, struct choice *c, struct text *out)
{
    int device = any_device(c);
    if (s->device[device].open && !chance(c, 4)) {
        text_printf(out, "close %d", device);
        return;
    }
    text_printf(out, "open %d %d", device, (int)choose(c, STRANGER_NODES));
    if (chance(c, 3))
        text_printf(out, " as %d", any_device(c));
    else if (chance(c, 8))
        text_put(out, PICK(c, " bot", " new"));
    text_char(out, ' ');
}

static void pass(struct choice *c, struct text *out)
{
    switch (choose(c, 12)) {
    case 0:
        text_printf(out, "pass %d minutes", (int)choose(c, 70));
        break;
    case 1:
        text_printf(out, "pass %d minutes", (int)choose(c, chance(c, 3) ? 60 * 24 * 100 : 60 * 30));
        break;
    default:
        text_printf(out, "pass %d ", (int)choose(c, chance(c, 3) ? 70000 : 4000));
    }
}

static void break_something(struct stranger *s, struct choice *c, struct text *out)
{
    int device = any_device(c);
    switch (choose(c, 8)) {
    case 0:
    case 1:
        text_printf(out, "store %d %s", device, PICK(c, "refuses", "loses", "hides", "blind"));
        break;
    case 2:
        text_printf(out, "lag %d ", !s->lags);
        break;
    case 3:
        text_printf(out, "bots %d %s", device, PICK(c, "busy", "free"));
        break;
    case 4:
        text_printf(out, "bus %d ", (int)choose(c, STRANGER_BUSES));
        break;
    default:
        text_printf(out, "forget %d ", any_step(s, c));
    }
}

/* A fault does not last long. */
static bool mend(struct stranger *s, struct choice *c, struct text *out)
{
    for (int i = 0; i < s->nodes; i++) {
        const struct fake *f = &s->node[i];
        if ((f->fails || f->unsure || f->blind) && chance(c, 10)) {
            for (int device = 1; device <= FAKE_CONNECTIONS; device++)
                if (s->device[device].node == i) {
                    text_printf(out, "store %d works", device);
                    return true;
                }
        }
    }
    if (!s->lags || chance(c, 3))
        return false;
    text_printf(out, chance(c, 12) ? "lag 0 " : "go %d ", (int)choose(c, 6));
    return true;
}

void stranger_next(struct stranger *s, struct choice *c, int number, char line[STRANGER_LINE])
{
    struct text out = text_in(line, STRANGER_LINE);
    text_printf(&out, "%d ", number);
    if (number <= FAKE_CONNECTIONS) {
        text_printf(&out, "open %d %d%s", number, number % 2, number == 3 ? " as 1" : " ");
        return;
    }
    if (mend(s, c, &out))
        return;
    uint32_t what = choose(c, 200);
    if (what < 90)
        play(s, c, &out);
    else if (what < 165)
        ask(s, c, &out);
    else if (what < 172)
        pass(c, &out);
    else if (what < 180)
        text_printf(&out, "think %d ", 1 + (int)choose(c, 20));
    else if (what < 184)
        come_or_go(s, c, &out);
    else if (what < 190)
        post(c, &out);
    else if (what < 192)
        get(s, c, &out);
    else if (what < 194)
        nonsense(s, c, &out);
    else if (what < 199)
        break_something(s, c, &out);
    else if (chance(c, 3))
        owner(s, c, &out);
    else
        text_put(&out, "laws 0 ");
}
