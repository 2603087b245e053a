/*
 * tables.c: plays random games, one after the other, at tables with two connections each.
 *
 * The first connection of a table creates a game and the second joins it. If the game has more than two
 * seats, each connection has several. Both watch, and a connection that is sent legal moves chooses one. The
 * choices of all tables wait in one queue and are sent at the rate that --rate sets, so the server gets an
 * even stream.
 */
#include "tables.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/rng.h"
#include "scan.h"
#include "ws.h"

enum { HANDSHAKES = 64, CREATES = 32, MOVE = 160, SAID = 8 };

/* The games, seats and options; tables take them in turn. */
static const struct kind {
    const char *game;
    int seats, reaction;
    const char *options;
} kinds[] = {
    {"castelli", 2, 0, ""},
    {"castle", 2, 0, ""},
    {"castellan", 2, 0, ""},
    {"castelli", 4, 200, "\"battle\",\"dilemma\""},
    {"castle", 3, 0, ""},
    {"castellan", 4, 0, "\"touch\""},
    {"castelli", 3, 0, "\"battle\",\"layout=random\""},
    {"castle", 4, 0, "\"first=random\""},
    {"castellan", 3, 0, ""},
    {"castelli-tournament", 4, 0, "\"dilemma\""},
};

enum asked { ASKED_NOTHING, ASKED_CREATE, ASKED_JOIN, ASKED_START, ASKED_WATCH, ASKED_MOVE, ASKED_UNWATCH };

struct table;

struct player {
    struct table *table;
    struct ws *ws;
    int which;
    bool open, in_line, moving;
    long id;            /* the id of the last request */
    enum asked last[8]; /* the kinds of the last requests, by id */
    int joins;          /* chairs still to be taken */
    double sent_at;     /* when the move that has no answer yet was sent */
    long number, seat;  /* the choice: position, seat … */
    char move[MOVE];    /* … and move, as the JSON text without quotes; "" if there is none */
    struct player *next;
};

struct table {
    struct player players[2];
    const struct kind *kind;
    char id[24], invite[40];
    bool live, creating;
    double changed;
};

struct figures figures;
static struct load_config config;
static struct table *tables;
static struct rng rng;
static int opened, handshakes, connected, creating, live, said;
static struct player *line_first, *line_last;
static int line_length;
static double allowance, allowed_at;

double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- times ---- */

static void note_time(double seconds)
{
    uint64_t us = (uint64_t)(seconds * 1e6) + 1;
    int octave = 63 - __builtin_clzll(us);
    int part = octave >= 5 ? (int)(us >> (octave - 5)) & 31 : (int)(us << (5 - octave)) & 31;
    int at = octave * 32 + part;
    figures.times[at < TIMES ? at : TIMES - 1]++;
}

double figures_quantile(const uint64_t times[TIMES], double part)
{
    uint64_t all = 0, sum = 0;
    int at = 0;
    for (int i = 0; i < TIMES; i++)
        all += times[i];
    for (; at < TIMES - 1; at++) {
        sum += times[at];
        if ((double)sum >= (double)all * part)
            break;
    }
    double begin = (double)(UINT64_C(1) << at / 32);
    return all ? begin * (1 + (at % 32 + 1) / 32.0) / 1000 : 0;
}

/* ---- requests ---- */

static void complain(const struct player *p, const char *what, const char *text)
{
    if (said++ < SAID)
        fprintf(stderr, "load: %s %s: %s: %.300s\n", p->table->kind->game, p->table->id, what, text);
}

static void ask(struct player *p, enum asked what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void ask(struct player *p, enum asked what, const char *format, ...)
{
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"id\":%ld,", ++p->id);
    va_start(args, format);
    n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    p->last[p->id % 8] = what;
    ws_send(p->ws, text, (size_t)n);
}

static void create(struct table *t)
{
    char chairs[256] = "";
    for (int seat = 0; seat < t->kind->seats; seat++)
        snprintf(chairs + strlen(chairs), sizeof chairs - strlen(chairs), "%s{\"kind\":\"%s\"}",
                 seat ? "," : "", seat % 2 ? "open" : "me");
    t->creating = true;
    creating++;
    t->changed = now_s();
    ask(&t->players[0], ASKED_CREATE,
        "\"do\":\"create\",\"game\":\"%s\",\"seats\":%d,\"options\":[%s],\"who\":[%s],\"public\":true,"
        "\"clock\":{\"kind\":\"none\"},\"undo\":\"none\",\"reaction\":%d}",
        t->kind->game, t->kind->seats, t->kind->options, chairs, t->kind->reaction);
}

static void watch(struct table *t)
{
    for (int i = 0; i < 2; i++)
        ask(&t->players[i], ASKED_WATCH, "\"do\":\"watch\",\"table\":\"%s\"}", t->id);
}

/* Ends a game that is over and creates the next one. */
static void end_game(struct table *t)
{
    if (!t->live)
        return;
    figures.games++;
    t->live = false;
    live--;
    for (int i = 0; i < 2; i++) {
        t->players[i].move[0] = '\0';
        ask(&t->players[i], ASKED_UNWATCH, "\"do\":\"unwatch\",\"table\":\"%s\"}", t->id);
    }
    t->id[0] = '\0';
    create(t);
}

static void send_move(struct player *p)
{
    ask(p, ASKED_MOVE, "\"do\":\"move\",\"table\":\"%s\",\"number\":%ld,\"seat\":%ld,\"move\":\"%s\"}",
        p->table->id, p->number, p->seat, p->move);
    p->move[0] = '\0';
    p->moving = true;
    p->sent_at = now_s();
}

/* ---- what comes in ---- */

static void copy(char *out, size_t size, struct scan value)
{
    struct scan t = scan_text(value);
    snprintf(out, size, "%.*s", t.at ? (int)(t.end - t.at) : 0, t.at ? t.at : "");
}

/* Chooses one of the legal moves and puts the choice into the queue. */
static void choose(struct player *p, struct scan position)
{
    struct scan item = {0}, chosen = {0};
    uint32_t count = 0;
    struct scan moves = scan_member(position, "moves");
    while (scan_next(moves, &item))
        if (rng_below(&rng, ++count) == 0)
            chosen = item;
    p->move[0] = '\0';
    if (!count)
        return;
    copy(p->move, sizeof p->move, chosen);
    p->number = scan_int(scan_member(position, "number"), -1);
    p->seat = scan_int(scan_member(position, "seat"), 0);
    if (p->in_line || p->moving)
        return;
    p->in_line = true;
    p->next = NULL;
    if (line_last)
        line_last->next = p;
    else
        line_first = p;
    line_last = p;
    line_length++;
}

static void read_position(struct player *p, struct scan message)
{
    struct table *t = p->table;
    struct scan position = scan_member(message, "position"), item = {0};
    if (!position.at || *position.at != '{' || !scan_is(scan_member(message, "table"), t->id))
        return;
    t->changed = now_s();
    if (!t->live) {
        t->live = true;
        live++;
    }
    if (scan_next(scan_member(position, "winners"), &item))
        end_game(t);
    else
        choose(p, position);
}

static void read_answer(struct player *p, struct scan message, const char *text)
{
    struct table *t = p->table;
    long id = scan_int(scan_member(message, "re"), -1);
    enum asked what = id < 0 ? ASKED_NOTHING : p->last[id % 8];
    struct scan code = scan_member(message, "error");
    bool bad = code.at;
    if (bad && what == ASKED_MOVE && t->kind->reaction &&
        (scan_is(code, "stale") || scan_is(code, "not_your_turn"))) {
        figures.late++; /* the time to react was over before the choice was sent */
    } else if (bad) {
        figures.errors++;
        complain(p, "refused", text);
    }
    switch (what) {
    case ASKED_CREATE:
        t->creating = false;
        creating--;
        if (bad)
            break;
        copy(t->id, sizeof t->id, scan_member(message, "table"));
        copy(t->invite, sizeof t->invite, scan_member(message, "invite"));
        t->players[1].joins = t->kind->seats / 2;
        for (int seat = 2; seat <= t->kind->seats; seat += 2)
            ask(&t->players[1], ASKED_JOIN, "\"do\":\"join\",\"table\":\"%s\",\"seat\":%d,\"invite\":\"%s\"}",
                t->id, seat, t->invite);
        break;
    case ASKED_JOIN:
        if (--p->joins == 0)
            ask(&t->players[0], ASKED_START, "\"do\":\"start\",\"table\":\"%s\"}", t->id);
        break;
    case ASKED_START:
        watch(t);
        break;
    case ASKED_MOVE:
        p->moving = false;
        if (!bad) {
            note_time(now_s() - p->sent_at);
            figures.moves++;
        } else if (t->live) {
            ask(p, ASKED_WATCH, "\"do\":\"watch\",\"table\":\"%s\"}", t->id);
        }
        break;
    default:
        break;
    }
}

static void on_message(void *context, const char *text, size_t length)
{
    struct player *p = context;
    struct table *t = p->table;
    if (!text) {
        p->open = true;
        connected++;
        handshakes--;
        return;
    }
    struct scan message = {text, text + length};
    figures.bytes += length;
    if (strncmp(text, "{\"re\"", 5) == 0) {
        read_answer(p, message, text);
    } else if (strncmp(text, "{\"is\":\"moved\"", 13) == 0 || strncmp(text, "{\"is\":\"table\"", 13) == 0) {
        if (scan_is(scan_member(message, "state"), "suspended")) {
            figures.errors++;
            complain(p, "suspended", text);
            end_game(t);
        } else {
            read_position(p, message);
        }
    }
}

static void lost(void *context, const char *why)
{
    struct player *p = context;
    figures.lost++;
    if (p->open)
        connected--;
    else
        handshakes--;
    p->open = false;
    complain(p, "connection lost", why);
}

/* ---- the whole ---- */

void tables_open(const struct load_config *c)
{
    static const struct ws_events events = {.on_message = on_message, .lost = lost};
    config = *c;
    rng_seed(&rng, config.seed);
    tables = calloc((size_t)config.tables, sizeof *tables);
    if (!tables || !ws_begin(&events)) {
        perror("load");
        exit(1);
    }
    const int count = sizeof kinds / sizeof kinds[0];
    for (int i = 0, k = 0; i < config.tables; i++, k++) {
        while (config.game && strcmp(kinds[k % count].game, config.game) != 0)
            k++;
        tables[i].kind = &kinds[k % count];
    }
    allowed_at = now_s();
}

void tables_close(void)
{
    for (int i = 0; i < 2 * config.tables; i++)
        if (tables[i / 2].players[i % 2].ws)
            ws_close(tables[i / 2].players[i % 2].ws);
    ws_end();
    free(tables);
}

/* Opens a few connections at a time, so that the server's queue of new connections never overflows. */
static void open_more(void)
{
    while (opened < 2 * config.tables && handshakes < HANDSHAKES) {
        struct table *t = &tables[opened / 2];
        struct player *p = &t->players[opened % 2];
        p->table = t;
        p->which = opened % 2;
        const struct node *n =
            &config.nodes[(opened / 2 + (config.spread ? p->which : 0)) % config.node_count];
        p->ws = ws_open((const struct sockaddr *)&n->address, n->address_length, n->host, p);
        if (!p->ws) {
            perror("load: connecting");
            exit(1);
        }
        opened++;
        handshakes++;
    }
}

static void create_more(void)
{
    static int next;
    while (next < config.tables && creating < CREATES && tables[next].players[0].open &&
           tables[next].players[1].open)
        create(&tables[next++]);
}

static void send_due(void)
{
    double now = now_s();
    double most = config.rate * 0.02 > 1 ? config.rate * 0.02 : 1;
    allowance += (now - allowed_at) * config.rate;
    allowance = allowance > most ? most : allowance;
    allowed_at = now;
    while (line_first && (config.rate <= 0 || allowance >= 1)) {
        struct player *p = line_first;
        line_first = p->next;
        if (!line_first)
            line_last = NULL;
        line_length--;
        p->in_line = false;
        if (p->move[0] && p->open) {
            send_move(p);
            allowance -= 1;
        }
    }
}

void tables_run(void)
{
    open_more();
    create_more();
    ws_run(line_first ? 1 : 10);
    send_due();
}

int tables_live(void)
{
    return live;
}

int tables_connected(void)
{
    return connected;
}

int tables_stalled(double seconds)
{
    int count = 0;
    double before = now_s() - seconds;
    for (int i = 0; i < config.tables; i++)
        count += tables[i].changed != 0 && tables[i].changed < before;
    return count;
}
