/*
 * fuzz_wire.c: whatever a connection sends, the server answers in JSON, serves the others and does not crash.
 *
 * The input is lines. Most are messages of the first connection, which sits at a running table with the
 * second one. Some first bytes mean something else: '!' a message of the second connection, '+' this many
 * milliseconds pass, '/' a GET, '-' the first connection is lost and a new one comes, '~' a message that was
 * too long,
 * '#' the disk becomes full, or has space again.
 */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "fake.h"
#include "fuzz.h"
#include "server/tables/lobby.h"
#include "server/base/memory.h"

enum { FUZZED = 1, OTHER = 2, MAX_LINES = 200 };

/* Checks that every line that was sent is a JSON object. Answers to '/' (records, pages) may be text. */
static void check_heard(struct fake *fake, bool json)
{
    for (uint64_t id = FUZZED; id <= OTHER; id++) {
        struct heard *h = &fake->heard[id];
        char *at = h->at, *end;
        for (; json && at && (end = strchr(at, '\n')); at = end + 1) {
            const struct json *message = json_load(at, (size_t)(end - at), NULL);
            if (!json_is(message, JSON_OBJECT))
                abort();
            json_free(message);
        }
        heard_clear(h);
    }
}

static void pass_time(struct fake *fake, int64_t ms)
{
    fake_pass(fake, ms);
    server_tick(&fake->server);
    fake_settle(fake);
}

static bool full;

/* Inputs use this id for the first table. It is replaced by the id that the server really gave. */
static const char first_table[] = "00000000r0000";

static void name_table(struct fake *fake, char *line)
{
    char id[ID_TEXT];
    size_t at = 0;
    const struct room *room = map_next(&fake->server.tables, &at);
    if (!room)
        return;
    id_text(room->id, id);
    while ((line = strstr(line, first_table)))
        memcpy(line, id, sizeof id - 1);
}

static void one_line(struct fake *fake, char *line, size_t length)
{
    fake->now += 50;
    name_table(fake, line);
    switch (line[0]) {
    case '!':
        fake_ask(fake, OTHER, line + 1);
        break;
    case '+':
        pass_time(fake, strtol(line + 1, NULL, 10) % 100000 + 1);
        break;
    case '/':
        fake_get(fake, FUZZED, line);
        break;
    case '-':
        clients_closed(&fake->server, FUZZED);
        fake->dropped[FUZZED] = false;
        fake_connect(fake, FUZZED);
        break;
    case '#':
        full = !full;
        fake->fails = full;
        break;
    case '~':
        clients_message(&fake->server, FUZZED, NULL, 0);
        break;
    default:
        if (length <= clients_allowed(&fake->server, line, length))
            clients_message(&fake->server, FUZZED, line, length);
        fake_settle(fake);
    }
    check_heard(fake, line[0] != '/');
}

/* Opens a table for both connections, with a computer on the third seat. */
static void open_table(struct fake *fake)
{
    static const char *const first[] = {
        "{\"id\":1,\"do\":\"create\",\"game\":\"castelli\",\"seats\":3,\"options\":[\"battle\",\"dilemma\"],"
        "\"who\":[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"computer\",\"level\":1}],\"public\":true,"
        "\"clock\":{\"kind\":\"game\",\"seconds\":600},\"undo\":\"consent\"}",
        "!{\"id\":1,\"do\":\"join\",\"table\":\"00000000r0000\"}",
        "{\"id\":2,\"do\":\"start\",\"table\":\"00000000r0000\"}",
        "{\"id\":3,\"do\":\"watch\",\"table\":\"00000000r0000\"}",
        "!{\"id\":4,\"do\":\"watch\",\"table\":\"00000000r0000\"}",
    };
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        char *line = must_strdup(first[i]);
        one_line(fake, line, strlen(line));
        free(line);
    }
    size_t at = 0;
    const struct room *room = map_next(&fake->server.tables, &at);
    if (!room || room->table.at.row.state != TABLE_RUNNING)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fake fake;
    full = false;
    fake_open(&fake);
    fake_connect(&fake, FUZZED);
    fake_connect(&fake, OTHER);
    open_table(&fake);
    char *text = must_malloc(size + 1), *at = text, *end = text + size;
    memcpy(text, data, size);
    *end = '\0';
    for (int i = 0; at < end && i < MAX_LINES; i++) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        *stop = '\0';
        one_line(&fake, at, (size_t)(stop - at));
        at = stop + 1;
    }
    free(text);
    fake.fails = false;
    /* The server still answers the second connection. */
    pass_time(&fake, 5000);
    check_heard(&fake, true);
    fake_ask(&fake, OTHER, "{\"id\":77,\"do\":\"list\",\"what\":\"mine\"}");
    if (!fake.heard[OTHER].at || !strstr(fake.heard[OTHER].at, "{\"re\":77,\"tables\":"))
        abort();
    check_heard(&fake, true);
    fake_close(&fake);
    return 0;
}
