/* stranger_say.c: requests, made from what the server declares that their members may be (members.h). */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "match/match.h"
#include "server/protocol/members.h"
#include "server/protocol/requests.h"
#include "stranger.h"

/* A request that is being made. What it is about is chosen first, so that its members fit each other. */
struct saying {
    struct stranger *s;
    struct choice *c;
    struct text *out;
    int device;
    const struct born *made; /* the table, or NULL */
    struct peek peek;        /* … and what it is, if it is in memory */
    int seat;                /* from 1 */
    const struct game *game; /* of a new table … */
    int seats;               /* … and its seats */
    bool wild;               /* members may be anything */
};

static const char *pick(struct choice *c, const char *const words[], int count)
{
    return words[choose(c, (uint32_t)count)];
}
#define PICK(c, ...)                                                                                         \
    pick(c, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* ---- what it is about ---- */

static int any_table(struct stranger *s, struct choice *c)
{
    /* mostly one of the newest few */
    int few = s->made_count < 6 ? s->made_count : 6;
    return chance(c, 4) ? (int)choose(c, (uint32_t)s->made_count)
                        : s->made_count - 1 - (int)choose(c, (uint32_t)few);
}

/* A seat of the device's player; mostly one that is to act. */
static int choose_seat(struct saying *y)
{
    uint64_t player = stranger_player_of(y->s, y->device);
    uint32_t mine = 0;
    for (int seat = 0; seat < y->peek.seats; seat++)
        if (player && y->peek.holder[seat] == player)
            mine |= game_bit(seat);
    uint32_t from = mine & y->peek.to_act && !chance(y->c, 4) ? mine & y->peek.to_act : mine;
    if (!from || chance(y->c, 6) || (y->peek.state == TABLE_OPEN && chance(y->c, 2)))
        return 1 + (int)choose(y->c, y->peek.seats ? (uint32_t)y->peek.seats : GAME_MAX_SEATS);
    int seat = 0;
    for (uint32_t left = 1 + choose(y->c, (uint32_t)__builtin_popcount(from)); left; seat++)
        left -= from >> seat & 1;
    return seat;
}

static const struct game *choose_game(struct choice *c)
{
    int count = 0;
    while (games[count])
        count++;
    uint32_t which = choose(c, (uint32_t)count + 3);
    return which < (uint32_t)count ? games[which] : games_find("null");
}

static void begin(struct saying *y)
{
    if (y->s->made_count) {
        y->made = &y->s->made[any_table(y->s, y->c)];
        for (int i = 0; i < y->s->nodes && !y->peek.seats; i++)
            peek_table(&y->s->node[(y->s->device[y->device].node + i) % y->s->nodes], y->made->id, &y->peek);
    }
    y->seat = choose_seat(y);
    y->game = choose_game(y->c);
    y->seats =
        y->game->min_seats + (int)choose(y->c, (uint32_t)(y->game->max_seats - y->game->min_seats + 1));
    y->wild = chance(y->c, 12);
}

/* ---- values ---- */

static void put_value(struct saying *y, const struct member *m);
static void put_members(struct saying *y, const char *declaration);

static void put_wrong(struct saying *y, const struct member *m)
{
    int64_t numbers[] = {m->min, m->max, m->min - 1, m->max + 1, 0, -1, INT32_MAX, INT64_MAX, INT64_MIN};
    int64_t number = numbers[choose(y->c, sizeof numbers / sizeof numbers[0])];
    switch (choose(y->c, 8)) {
    case 0:
        text_put(y->out, PICK(y->c, "null", "true", "{}", "[]", "\"\"", "1.5", "-1", "[[]]"));
        return;
    case 1:
        text_put(y->out, PICK(y->c, "\"\\u202e\"", "\" \"", "\"a b\"", "\"me\"", "\"\\u0001\"", "\"box=x\"",
                              "\"x=\""));
        return;
    default:
        break;
    }
    if (m->type == MEMBER_INTEGER || number < 0 || number > (chance(y->c, 40) ? LIMIT_IMPORT : 20000)) {
        text_int(y->out, number);
        return;
    }
    text_printf(y->out, m->type == MEMBER_ANY_OBJECT ? "{\"a\":\"$%s%d$\"}" : "\"$%s%d$\"",
                chance(y->c, 2) ? "x" : "e", (int)number);
}

static void put_place(struct saying *y)
{
    int back = chance(y->c, 3) ? (int)choose(y->c, chance(y->c, 4) ? 60 : 4) : 0;
    if (!y->made)
        text_put(y->out, "0");
    else
        text_printf(y->out, "$n%d.%d.%d$", y->made->step, y->seat, back);
}

static void put_move(struct saying *y, const char *name)
{
    int step = y->made ? y->made->step : 0;
    if (strcmp(name, "reply") == 0)
        text_printf(y->out, "\"$q%d.%d$\"", step, (int)choose(y->c, 4));
    else
        text_printf(y->out, "\"$m%d.%d.%d$\"", step, y->seat, (int)choose(y->c, 1000));
}

static void put_keyword(struct saying *y, const struct member *m)
{
    const char *word = m->keyword;
    struct text *out = y->out;
    int step = y->made ? y->made->step : 0;
    if (strcmp(word, "table") == 0 || strcmp(word, "key") == 0)
        text_printf(out, "\"$%c%d$\"", word[0], step);
    else if (strcmp(word, "player") == 0)
        text_printf(out, "\"$p%d$\"", 1 + (int)choose(y->c, FAKE_CONNECTIONS));
    else if (strcmp(word, "hash") == 0)
        text_printf(out, "\"$%c%d.%d$\"", strcmp(m->name, "pledge") == 0 ? 'h' : 'v', y->device,
                    chance(y->c, 8) ? (int)choose(y->c, 3) : 1);
    else if (strcmp(word, "seat") == 0)
        text_int(out, strcmp(m->name, "seat") == 0 ? y->seat : 1 + (int)choose(y->c, GAME_MAX_SEATS));
    else if (strcmp(word, "viewer") == 0)
        text_int(out, chance(y->c, 2) ? 0 : y->seat);
    else if (strcmp(word, "place") == 0)
        put_place(y);
    else if (strcmp(word, "move") == 0)
        put_move(y, m->name);
    else if (strcmp(word, "game") == 0)
        text_printf(out, "\"%s\"", y->game->name);
    else if (strcmp(word, "record") == 0)
        text_printf(out, "\"$r%d$\"", (int)choose(y->c, 60000));
    else
        put_wrong(y, m);
}

/* An option of the game that the request names. */
static void put_option(struct saying *y)
{
    int count = 0;
    const struct game_option *o = y->game->options;
    while (o && o[count].name)
        count++;
    o = count ? &o[choose(y->c, (uint32_t)count)] : NULL;
    if (!o)
        text_put(y->out, "\"none\"");
    else if (o->kind == OPTION_FLAG)
        text_printf(y->out, "\"%s\"", o->name);
    else if (chance(y->c, 3))
        text_printf(y->out, "\"%s=%d\"", o->name, (int)choose(y->c, 5));
    else
        text_printf(y->out, "\"%s=random\"", o->name);
}

static void put_who(struct saying *y)
{
    bool alone = chance(y->c, 5);
    for (int seat = 0; seat < y->seats; seat++) {
        uint32_t who = seat == 0 && !chance(y->c, 5) ? 0 : choose(y->c, 6);
        text_put(y->out, seat ? "," : "");
        if (who == 0)
            text_printf(y->out, "{\"kind\":\"me\"%s}", chance(y->c, 5) ? ",\"name\":\"Ann at home\"" : "");
        else if (who < 3 || alone)
            text_printf(y->out, "{\"kind\":\"computer\",\"level\":%d}", 1 + (int)choose(y->c, BOT_LEVELS));
        else if (chance(y->c, 50)) /* a level that nobody plays at, and that a computer would get later */
            text_printf(y->out, "{\"kind\":\"open\",\"level\":%d}", chance(y->c, 2) ? 1 : BOT_LEVELS + 194);
        else
            text_put(y->out, "{\"kind\":\"open\"}");
    }
}

static void put_list(struct saying *y, const struct member *m)
{
    struct member item;
    member_item(m, &item);
    text_char(y->out, '[');
    if (strcmp(m->name, "who") == 0 && !y->wild) {
        put_who(y);
    } else if (strcmp(item.keyword, "option") == 0) {
        for (uint32_t i = 0, n = chance(y->c, 3) ? choose(y->c, 4) : 0; i < n; i++) {
            text_put(y->out, i ? "," : "");
            put_option(y);
        }
    } else {
        for (int64_t i = 0, n = m->min + choose(y->c, 4); i < n; i++) {
            text_put(y->out, i ? "," : "");
            put_value(y, &item);
        }
    }
    text_char(y->out, ']');
}

static void put_integer(struct saying *y, const struct member *m)
{
    int64_t span = m->max - m->min;
    if (strcmp(m->name, "seats") == 0)
        text_int(y->out, y->seats);
    else if (strcmp(m->name, "seconds") == 0)
        text_int(y->out, chance(y->c, 3) ? 86400 * (int64_t)(1 + choose(y->c, 30)) : 5 + choose(y->c, 300));
    else
        text_int(y->out, m->min + choose(y->c, span > 20 && !chance(y->c, 4)
                                                   ? 20
                                                   : (uint32_t)(span < INT32_MAX ? span + 1 : INT32_MAX)));
}

static void put_text(struct saying *y, const struct member *m)
{
    if (strcmp(m->name, "address") == 0)
        text_printf(y->out, "\"https://push.example/%d\"", y->device);
    else if (strcmp(m->name, "language") == 0)
        text_printf(y->out, "\"%s\"", PICK(y->c, "en", "de", "nl-BE", ""));
    else if (strcmp(m->name, "name") == 0)
        text_printf(y->out, "\"%s\"",
                    PICK(y->c, "Ann", "Bob", "Cleo", "Dora", "Ann", "ann", "Zo\u00eb", "\u05e9\u05e8\u05d4"));
    else
        text_printf(y->out, "\"%s\"",
                    PICK(y->c, "hello", "well played", "x", "\u4f60\u597d", "\\\"quoted\\\"", "Ann"));
}

static void put_value(struct saying *y, const struct member *m)
{
    char word[MEMBER_NAME];
    if (chance(y->c, y->wild ? 4 : 60)) {
        put_wrong(y, m);
        return;
    }
    if (*m->keyword) {
        put_keyword(y, m);
        return;
    }
    switch (m->type) {
    case MEMBER_INTEGER:
        put_integer(y, m);
        break;
    case MEMBER_BOOLEAN:
        text_put(y->out, chance(y->c, 2) ? "true" : "false");
        break;
    case MEMBER_WORD:
        member_word(m, (int)choose(y->c, (uint32_t)m->max), word);
        text_printf(y->out, "\"%s\"", word);
        break;
    case MEMBER_ANY_OBJECT:
        text_printf(y->out, "{\"a\":\"$x%d$\"}", (int)choose(y->c, 40));
        break;
    case MEMBER_OBJECT:
        text_char(y->out, '{');
        put_members(y, m->inside);
        text_char(y->out, '}');
        break;
    case MEMBER_LIST:
        put_list(y, m);
        break;
    case MEMBER_TEXT:
    case MEMBER_BYTES:
    case MEMBER_ID:
    case MEMBER_HASH:
        put_text(y, m);
    }
}

static void put_members(struct saying *y, const char *declaration)
{
    struct member m;
    for (const char *at = declaration; member_next(&at, &m);) {
        if (m.optional ? chance(y->c, 2) : y->wild && chance(y->c, 10))
            continue;
        char last = y->out->length ? y->out->at[y->out->length - 1] : '{';
        text_printf(y->out, "%s\"%s\":", last == '{' ? "" : ",", m.name);
        put_value(y, &m);
    }
}

void stranger_say(struct stranger *s, struct choice *c, int device, const struct request_kind *kind,
                  struct text *out)
{
    struct saying y = {.s = s, .c = c, .out = out, .device = device};
    begin(&y);
    text_printf(out, "{\"do\":\"%s\"", kind->word);
    put_members(&y, kind->members);
    if (y.wild && chance(c, 8))
        text_put(out, ",\"more\":1");
    text_put(out, "}");
}

/* ---- requests that let a game go on ---- */

static int device_of(struct stranger *s, uint64_t player)
{
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        if (player && stranger_player_of(s, i) == player)
            return i;
    return 0;
}

static int play_open(struct stranger *s, struct choice *c, const struct born *made, const struct peek *peek,
                     struct text *out)
{
    int device = 1 + (int)choose(c, FAKE_CONNECTIONS);
    const char *word = chance(c, 5) ? "watch" : peek->drawing ? "reveal" : peek->open ? "join" : "start";
    if (strcmp(word, "start") == 0 && device_of(s, peek->creator))
        device = device_of(s, peek->creator);
    text_printf(out, "{\"do\":\"%s\",\"table\":\"$t%d$\"", word, made->step);
    if (strcmp(word, "join") == 0)
        text_printf(out, ",\"invite\":\"$k%d$\"", made->step);
    if (strcmp(word, "join") == 0 && chance(c, 3))
        text_printf(out, ",\"pledge\":\"$h%d.1$\"", device);
    if (strcmp(word, "reveal") == 0)
        text_printf(out, ",\"value\":\"$v%d.1$\"", device);
    text_put(out, "}");
    return device;
}

/* A seat to move asks to take something back, answers such a question, or gives up. */
static int play_on(struct choice *c, const struct born *made, const struct peek *peek, int seat, int device,
                   struct text *out)
{
    uint32_t what = choose(c, 60);
    int step = made->step;
    if (peek->undo_asked && what < 20)
        text_printf(out, "{\"do\":\"answer\",\"table\":\"$t%d$\",\"to\":$n%d.%d.%d$,\"yes\":%s}", step, step,
                    seat, 1 + (int)choose(c, 3), what % 2 ? "true" : "false");
    else if (what < 6)
        text_printf(out, "{\"do\":\"undo\",\"table\":\"$t%d$\",\"number\":$n%d.%d$,\"to\":$n%d.%d.%d$}", step,
                    step, seat, step, seat, 1 + (int)choose(c, 4));
    else if (what == 6 || (peek->undo_asked && what > 52))
        text_printf(out, "{\"do\":\"resign\",\"table\":\"$t%d$\",\"seat\":%d}", step, seat);
    else
        text_printf(
            out,
            "{\"do\":\"move\",\"table\":\"$t%d$\",\"number\":$n%d.%d$,\"seat\":%d,\"move\":\"$m%d.%d.%d$\"}",
            step, step, seat, seat, step, seat, (int)choose(c, 1000));
    return device;
}

int stranger_play(struct stranger *s, struct choice *c, struct text *out)
{
    struct peek peek = {0};
    if (!s->made_count)
        return 0;
    const struct born *made = &s->made[any_table(s, c)];
    for (int i = 0; i < s->nodes && !peek.seats; i++)
        peek_table(&s->node[i], made->id, &peek);
    if (peek.seats && peek.state == TABLE_OPEN)
        return play_open(s, c, made, &peek, out);
    int device = 1 + (int)choose(c, FAKE_CONNECTIONS);
    if (peek.state == TABLE_RUNNING && peek.to_act) {
        int seat = __builtin_ctz(peek.to_act);
        if (chance(c, 8)) /* any other one */
            seat = (int)choose(c, (uint32_t)peek.seats);
        if (device_of(s, peek.holder[seat]))
            return play_on(c, made, &peek, seat + 1, device_of(s, peek.holder[seat]), out);
    }
    int who = device_of(s, peek.holder[choose(c, GAME_MAX_SEATS)]);
    if (peek.state == TABLE_OVER && who && chance(c, 2)) {
        text_printf(out, "{\"do\":\"rematch\",\"table\":\"$t%d$\"}", made->step);
        return who;
    }
    text_printf(out, "{\"do\":\"watch\",\"table\":\"$t%d$\",\"invite\":\"$k%d$\"}", made->step, made->step);
    return device;
}
