/* members_test.c: every member of every request, out of its range in every way, is refused by name and
 * changes nothing. The requests and their ranges are those that the server declares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "server/base/memory.h"
#include "server/protocol/members.h"
#include "server/protocol/requests.h"
#include "server/tables/lobby.h"
#include "test.h"

enum { MESSAGE = LIMIT_IMPORT + LIMIT_MESSAGE, LEAST_REQUESTS = 45, LEAST_WRONG = 600 };

/* What is wrong with a member. */
enum wrong { MISSING, NULLED, OTHER_TYPE, BELOW, ABOVE, FAR_BELOW, FAR_ABOVE, ODD, WRONGS };

/* A message whose member with the number `target` is wrong; members are counted as they are written. */
struct draft {
    struct text out;
    int at, target; /* -1: all are right */
    enum wrong wrong;
    struct member found; /* the target … */
    char path[64];       /* … and where it is */
    bool written;        /* there is such a fault for it */
    const char *code;    /* with which it is refused */
};

static void put_declared(struct draft *d, const char *declaration, const char *path);

static void put_letters(struct text *out, const char *letter, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        text_put(out, letter);
}

static void put_text(struct text *out, const char *letter, int64_t count)
{
    text_char(out, '"');
    put_letters(out, letter, count);
    text_char(out, '"');
}

/* A value of a member, which counts `size` of what its range counts. */
static void put_sized(struct draft *d, const struct member *m, int64_t size, const char *path)
{
    struct text *out = &d->out;
    char word[MEMBER_NAME];
    struct member item;
    switch (m->type) {
    case MEMBER_INTEGER:
        text_int(out, size);
        break;
    case MEMBER_BOOLEAN:
        text_put(out, "true");
        break;
    case MEMBER_TEXT:
        put_text(out, size > 1 ? "\u00e9" : "x", size); /* characters are counted, not bytes */
        break;
    case MEMBER_BYTES:
        put_text(out, "x", size);
        break;
    case MEMBER_WORD:
        member_word(m, (int)m->max - 1, word);
        text_printf(out, "\"%s\"", word);
        break;
    case MEMBER_ID:
        text_printf(out, "\"%s\"", table);
        break;
    case MEMBER_HASH:
        put_text(out, "a", size);
        break;
    case MEMBER_ANY_OBJECT:
        text_put(out, size > 6 ? "{\"a\":" : "{}");
        if (size > 6) {
            put_text(out, "x", size - 8);
            text_char(out, '}');
        }
        break;
    case MEMBER_OBJECT:
        text_char(out, '{');
        put_declared(d, m->inside, path);
        text_char(out, '}');
        break;
    case MEMBER_LIST:
        member_item(m, &item);
        text_char(out, '[');
        for (int64_t i = 0; i < size; i++) {
            char inner[64];
            snprintf(inner, sizeof inner, "%s[%d]", path, (int)i);
            text_put(out, i ? "," : "");
            put_sized(d, &item, item.type == MEMBER_OBJECT ? 0 : item.max, inner);
        }
        text_char(out, ']');
        break;
    }
}

static bool counts(const struct member *m)
{
    return m->type == MEMBER_INTEGER || m->type == MEMBER_TEXT || m->type == MEMBER_BYTES ||
           m->type == MEMBER_LIST || m->type == MEMBER_ANY_OBJECT || m->type == MEMBER_HASH;
}

/* A text that is like none that the member may be. False if any text will do. */
static bool put_odd(struct draft *d, const struct member *m)
{
    static const char *const odd[] = {
        [MEMBER_TEXT] = "\"a\\u0007b\"",
        [MEMBER_BYTES] = NULL,
        [MEMBER_WORD] = "\"of no list\"",
        [MEMBER_ID] = "\"0000000000000\"",
        [MEMBER_HASH] = "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"",
        [MEMBER_LIST] = NULL,
    };
    const char *text = odd[m->type];
    text_put(&d->out, text ? text : "0");
    return text;
}

/* False if the member cannot be wrong in this way. */
static bool put_wrong(struct draft *d, const struct member *m, const char *path)
{
    d->code = d->wrong <= OTHER_TYPE ? "missing" : m->refusal;
    switch (d->wrong) {
    case NULLED:
        text_put(&d->out, "null");
        return true;
    case OTHER_TYPE:
        text_put(&d->out, m->type == MEMBER_INTEGER ? "1.5" : m->type == MEMBER_OBJECT ? "[]" : "7");
        return true;
    case BELOW:
        put_sized(d, m, m->min > 0 || m->type == MEMBER_INTEGER ? m->min - 1 : 0, path);
        return counts(m) && (m->type == MEMBER_INTEGER || (m->min > 0 && m->type != MEMBER_ANY_OBJECT));
    case ABOVE:
        put_sized(d, m, counts(m) ? m->max + 1 : 0, path);
        return counts(m);
    case FAR_BELOW:
        text_put(&d->out, "-9223372036854775808");
        return m->type == MEMBER_INTEGER;
    case FAR_ABOVE:
        text_put(&d->out, "9223372036854775807");
        return m->type == MEMBER_INTEGER;
    case ODD:
        return put_odd(d, m);
    default:
        return false;
    }
}

static void put_member(struct draft *d, const struct member *m, const char *path)
{
    if (d->at++ != d->target) {
        put_sized(d, m, m->type == MEMBER_LIST && m->min ? m->min : m->max, path);
        return;
    }
    d->found = *m;
    d->target = -1; /* what is inside of it is right */
    snprintf(d->path, sizeof d->path, "%s", path);
    d->written = put_wrong(d, m, path);
}

static void put_declared(struct draft *d, const char *declaration, const char *path)
{
    struct member m;
    bool first = true;
    for (const char *at = declaration; member_next(&at, &m);) {
        char inner[64];
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", m.name);
        if (d->at == d->target && d->wrong == MISSING) {
            d->found = m;
            d->at++;
            d->target = -1;
            d->code = "missing";
            d->written = !m.optional;
            snprintf(d->path, sizeof d->path, "%s", inner);
            continue;
        }
        text_printf(&d->out, "%s\"%s\":", first && *path ? "" : ",", m.name);
        put_member(d, &m, inner);
        first = false;
    }
}

/* Writes a message. False if it has no member with this number. */
static bool write_message(struct draft *d, const struct request_kind *kind, int target, enum wrong wrong)
{
    static char buffer[MESSAGE];
    *d = (struct draft){.out = TEXT_IN(buffer), .target = target, .wrong = wrong};
    text_printf(&d->out, "{\"id\":7,\"do\":\"%s\"", kind->word);
    put_declared(d, kind->members, "");
    text_char(&d->out, '}');
    assert_false(d->out.cut);
    return d->at > target;
}

static int writes; /* to the store, that were not asked for by time */
static void (*really_write)(void *, struct unit *, store_written *, void *);

static void count_write(void *me, struct unit *unit, store_written *done, void *context)
{
    writes++;
    really_write(me, unit, done, context);
}

static void send_wrong(const struct draft *d)
{
    char begin[128], describe[256];
    struct text what = TEXT_IN(describe);
    fake.now += 60 * 1000; /* no limit of time is in the way */
    writes = 0;
    heard(ME);
    heard(OTHER);
    clients_message(&fake.server, ME, d->out.at, d->out.length);
    fake_settle(&fake);
    const char *all = heard(ME);
    snprintf(begin, sizeof begin, "{\"re\":7,\"error\":\"%s\",\"message\":\"The member \\\"%s\\\" ", d->code,
             d->path);
    if (strncmp(all, begin, strlen(begin)) != 0)
        fail_msg("%.300s: expected %s, got %.300s", d->out.at, begin, all);
    member_describe(&d->found, &what);
    char *plain = must_malloc(strlen(all) + 1), *to = plain; /* without the backslashes of JSON */
    for (const char *c = all; *c; c++)
        if (*c != '\\')
            *to++ = *c;
    *to = '\0';
    if (!strstr(plain, describe))
        fail_msg("%.300s: the answer does not say \"%s\": %.300s", d->out.at, describe, plain);
    free(plain);
    assert_null(strchr(strchr(all, '\n') + 1, '\n')); /* nothing else was sent … */
    assert_string_equal(heard(OTHER), "");
    assert_int_equal(writes, 0); /* … or written */
}

static void every_member_out_of_range(void **unused)
{
    (void)unused;
    int requests = 0, wrongs = 0;
    struct draft d;
    open_table("{\"kind\":\"me\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    really_write = fake.server.store.write;
    fake.server.store.write = count_write;
    const struct stored_table before = stored();
    for (int list = 0; requests_all[list]; list++)
        for (const struct request_kind *kind = requests_all[list]; kind->word; kind++, requests++)
            for (int target = 0; write_message(&d, kind, target, MISSING); target++)
                for (int wrong = MISSING; wrong < WRONGS; wrong++) {
                    write_message(&d, kind, target, (enum wrong)wrong);
                    if (!d.written)
                        continue;
                    send_wrong(&d);
                    wrongs++;
                }
    const struct stored_table after = stored();
    assert_memory_equal(&before.row, &after.row, sizeof before.row);
    print_message("%d requests, %d of them wrong\n", requests, wrongs);
    assert_true(requests >= LEAST_REQUESTS && wrongs >= LEAST_WRONG);
    fake_close(&fake);
}

/* So that the refusals above are about the one member that is wrong. */
static void every_member_at_its_ends(void **unused)
{
    (void)unused;
    struct draft d;
    for (int list = 0; requests_all[list]; list++)
        for (const struct request_kind *kind = requests_all[list]; kind->word; kind++) {
            char problem[512];
            struct text why = TEXT_IN(problem);
            write_message(&d, kind, -1, WRONGS);
            const struct json *message = json_load(d.out.at, d.out.length, NULL);
            assert_non_null(message);
            if (members_check(kind->members, message, &why))
                fail_msg("%.300s: %s", d.out.at, problem);
            json_free(message);
        }
}

static void members_that_nobody_declared(void **unused)
{
    (void)unused;
    static const struct {
        const char *message, *where;
    } tries[] = {
        {"{\"id\":7,\"do\":\"hello\",\"more\":1}", "\\\"more\\\""},
        {"{\"id\":7,\"do\":\"import\",\"record\":\"\",\"who\":[{\"kind\":\"me\",\"more\":1}]}",
         "\\\"who[0].more\\\""},
    };
    open_table(HOT, NO_CLOCK, false);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        fake_ask(&fake, ME, tries[i].message);
        const char *all = heard(ME);
        assert_non_null(strstr(all, "\"error\":\"unknown\""));
        if (!strstr(all, tries[i].where))
            fail_msg("%s", all);
    }
    fake_close(&fake);
}

/* Words stand in a declaration, and in the list of names that a handler looks in. */
static void words_have_one_list(void **unused)
{
    (void)unused;
    static const struct {
        const char *request, *member;
        const char *const *names;
        int count;
    } lists[] = {{"create", "undo", undo_names, 3}, {"list", "what", list_names, 4}};
    int found = 0;
    struct member m;
    char word[MEMBER_NAME];
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
        for (int list = 0; requests_all[list]; list++)
            for (const struct request_kind *kind = requests_all[list]; kind->word; kind++)
                for (const char *at = kind->members; member_next(&at, &m);) {
                    if (strcmp(kind->word, lists[l].request) != 0 || strcmp(m.name, lists[l].member) != 0)
                        continue;
                    assert_int_equal(m.max, lists[l].count);
                    for (int i = 0; member_word(&m, i, word); i++, found++)
                        assert_string_equal(word, lists[l].names[i]);
                }
    assert_int_equal(found, 7);
}

/* ---- the level of a chair without a computer ---- */

static void an_open_chair_has_no_level(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"me\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    ask(ME, "chair", ",\"seat\":2,\"kind\":\"open\",\"level\":200");
    assert_heard(ME, "\"error\":\"limit\"");
    ask(ME, "chair", ",\"seat\":2,\"kind\":\"open\",\"level\":6");
    assert_heard(ME, "\"error\":\"missing\"");
    ask(ME, "watch", "");
    ask(OTHER, "join", "");
    ask(ME, "start", "");
    ask(OTHER, "leave", "");
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    fake_pass(&fake, 60 * 1000); /* a computer plays */
    assert_true(present()->table.match.count > 2);
    fake_close(&fake);
}

static void a_stored_level_that_does_not_exist(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"me\"},{\"kind\":\"computer\",\"level\":1}", NO_CLOCK, true);
    for (int level = 0; level <= 255; level += 51) {
        char sql[64];
        forget();
        snprintf(sql, sizeof sql, "UPDATE chairs SET level = %d", level);
        assert_int_equal(sqlite3_exec(fake.sqlite.writer, sql, NULL, NULL, NULL), SQLITE_OK);
        ask(ME, "watch", "");
        fake_pass(&fake, 60 * 1000);
        assert_in_range(present()->table.at.chairs[1].row.level, 1, BOT_LEVELS);
        heard(ME);
    }
    fake_close(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_out_of_range),    cmocka_unit_test(every_member_at_its_ends),
        cmocka_unit_test(members_that_nobody_declared), cmocka_unit_test(words_have_one_list),
        cmocka_unit_test(an_open_chair_has_no_level),   cmocka_unit_test(a_stored_level_that_does_not_exist),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
