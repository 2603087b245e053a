/* nodes.c: two nodes in one test that share a store, and a table with a person at each. */
#include "nodes.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

struct fake node[NODES];
char table[ID_TEXT];

static const char *const tokens[NODES] = {"11111111111111111111111111111111",
                                          "22222222222222222222222222222222"};

/* ---- the bus ---- */

int bus;
bool dead[NODES];
char carried[64 * 1024];
static struct text carrier;

enum { LETTERS = 512 };

static struct letter {
    int to;
    size_t length;
    char text[NOTICE_TEXT];
} letters[LETTERS];
static int letter_count;
static struct rng luck;

static void publish(void *me, const char *text, size_t length, unsigned within_ms)
{
    (void)within_ms;
    int from = (int)((struct fake *)me - node);
    for (size_t i = 0; i < length; i++)
        text_char(&carrier, text[i]);
    text_char(&carrier, '\n');
    int copies = bus == BUS_NONE || bus == BUS_LOSES_ALL ? 0 : bus == BUS_BAD ? (int)rng_below(&luck, 3) : 1;
    for (; copies && letter_count < LETTERS; copies--) {
        struct letter *l = &letters[letter_count++];
        *l = (struct letter){.to = 1 - from, .length = length};
        memcpy(l->text, text, length);
    }
}

/* A bad bus delivers any of the notices, or none for now. */
static bool deliver(void)
{
    if (!letter_count || (bus == BUS_BAD && rng_below(&luck, 4) == 0))
        return false;
    int which = bus == BUS_BAD ? (int)rng_below(&luck, (uint32_t)letter_count) : 0;
    struct letter l = letters[which];
    memmove(&letters[which], &letters[which + 1], (size_t)(--letter_count - which) * sizeof l);
    if (!dead[l.to])
        bus_told(&node[l.to].server, l.text, l.length);
    return true;
}

static void open_bus(void)
{
    rng_seed(&luck, 3);
    letter_count = 0;
    carrier = TEXT_IN(carried);
    for (int at = 0; at < NODES; at++) {
        dead[at] = false;
        node[at].server.bus = (struct bus){.me = &node[at], .publish = publish};
        node[at].server.nodes.me = (uint64_t)at + 1;
    }
}

void pass(int64_t ms)
{
    for (int64_t end = node[A].now + ms; node[A].now < end;) {
        for (int at = 0; at < NODES; at++) {
            if (dead[at]) {
                node[at].now += NODES_BEAT_MS;
                continue;
            }
            fake_pass(&node[at], NODES_BEAT_MS);
            nodes_beat(&node[at].server);
            server_tick(&node[at].server);
        }
        settle();
    }
}

/* ---- requests ---- */

static void put(char text[512], const char *word, const char *rest)
{
    snprintf(text, 512, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, table, rest);
}

void begin(int at, uint64_t who, const char *word, const char *rest)
{
    char text[512];
    put(text, word, rest);
    clients_message(&node[at].server, who, text, strlen(text));
}

void ask(int at, uint64_t who, const char *word, const char *rest)
{
    begin(at, who, word, rest);
    settle();
}

void settle(void)
{
    for (int i = 0; i < 400; i++) {
        bool any = false;
        for (int at = 0; at < NODES; at++)
            if (!dead[at])
                any = fake_step(&node[at]) || (!node[at].slow && fake_answer(&node[at])) || any;
        any = deliver() || any;
        if (!any)
            return;
    }
}

const char *heard(int at, uint64_t who)
{
    return fake_heard(&node[at], who);
}

void assert_heard(int at, uint64_t who, const char *what)
{
    const char *all = heard(at, who);
    if (!strstr(all, what))
        fail_msg("%s was not heard in: %.400s", what, all);
}

struct room *present(int at)
{
    return map_get(&node[at].server.tables, id_parse(table));
}

void look(int at)
{
    fake_look(&node[at], id_parse(table));
    settle();
}

void open_nodes(const char *game, const char *terms, bool start)
{
    char text[512];
    fake_open(&node[A]);
    fake_open_beside(&node[B], &node[A]);
    if (bus != BUS_NONE)
        open_bus();
    for (int at = 0; at < NODES; at++) {
        fake_connect_as(&node[at], PERSON, tokens[at]);
        fake_connect_as(&node[at], OTHER, tokens[1 - at]);
    }
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"create\",\"game\":\"%s\",\"seats\":2,%s\"who\":[{\"kind\":"
             "\"me\"},{\"kind\":\"open\"}],\"public\":true,%s}",
             game, strstr(terms, "\"options\"") ? "" : "\"options\":[],", terms);
    fake_ask(&node[A], PERSON, text);
    const char *at = strstr(heard(A, PERSON), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
    ask(B, PERSON, "join", "");
    ask(A, PERSON, "watch", "");
    ask(B, PERSON, "watch", "");
    look(A);
    if (start)
        ask(A, PERSON, "start", "");
    look(B);
    heard(A, PERSON);
    heard(B, PERSON);
}

void close_nodes(void)
{
    bus = BUS_NONE;
    letter_count = 0;
    settle();
    fake_close(&node[B]);
    fake_close(&node[A]);
}

static void write_record(void *context, const struct store_answer *answer)
{
    struct text *out = context;
    for (int i = 0; i < answer->entry_count; i++)
        text_printf(out, "%c %s\n", answer->entries[i].actor, answer->entries[i].move);
}

const char *stored_record(void)
{
    static char record[64 * 1024];
    struct text out = TEXT_IN(record);
    struct store_query query = {.what = STORE_ENTRIES, .id = id_parse(table)};
    sqlite_answer(node[A].kept, &query, write_record, &out);
    return record;
}
