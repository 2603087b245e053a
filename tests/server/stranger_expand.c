/*
 * stranger_expand.c: signs in steps, which stand for what the server has made.
 *
 *     $t17$      the table of step 17           $k17$      its invite key
 *     $n17.2$    the newest number of its seat 2 (0: of the public); $n17.2.3$: three less
 *     $m17.2.5$  a legal move of its seat 2     $q17.1$    a reply to reactions that its game knows
 *     $p3$       the player of device 3         $c3$ $s3$ $b3$  its last code, session and bot
 *     $h3.1$     the hash of a number of device 3, $v3.1$ the number
 *     $r99$      the record with this number    $x40$ $e40$  so many letters of one byte, or of two
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/luck.h"
#include "stranger.h"

enum { NUMBERS = 3, RECORD_TEXT = 256 * 1024 };

struct sign {
    char letter;
    int number[NUMBERS], count;
};

/* Reads a sign and moves past it. False if it is none. */
static bool read_sign(const char **at, struct sign *sign)
{
    const char *p = *at + 1;
    char *end;
    *sign = (struct sign){.letter = *p++};
    while (sign->count < NUMBERS) {
        sign->number[sign->count++] = (int)strtol(p, &end, 10);
        if (end == p)
            return false;
        p = end + 1;
        if (*end == '$') {
            *at = p;
            return true;
        }
        if (*end != '.')
            return false;
    }
    return false;
}

/* Both nodes may have the table; the device's is asked first. */
static struct fake *node_with(struct stranger *s, int device, uint64_t table)
{
    struct peek peek;
    for (int i = 0; i < s->nodes; i++) {
        struct fake *node = &s->node[(s->device[device].node + i) % s->nodes];
        if (peek_table(node, table, &peek))
            return node;
    }
    return stranger_node_of(s, device);
}

static void put_id(uint64_t id, struct text *out)
{
    char name[ID_TEXT];
    id_text(id, name);
    text_put(out, id ? name : "00000000r0000");
}

static void put_hash(const struct sign *sign, struct text *out)
{
    uint8_t number[HASH_SIZE], hash[HASH_SIZE];
    char hex[LUCK_HEX];
    memset(number, sign->number[0] * 16 + sign->number[1], sizeof number);
    luck_hash(number, hash);
    hex_text(sign->letter == 'h' ? hash : number, HASH_SIZE, hex);
    text_put(out, hex);
}

static void put_record(uint32_t number, struct text *out)
{
    static char buffer[RECORD_TEXT], quoted[2 * RECORD_TEXT];
    struct text record = TEXT_IN(buffer), json = TEXT_IN(quoted);
    stranger_record(number, &record);
    text_json_string(&json, buffer);
    text_put_n(out, quoted + 1, json.length > 2 ? json.length - 2 : 0);
}

static void put_known(const struct stranger *s, const struct sign *sign, struct text *out)
{
    int which = sign->number[0] > 0 && sign->number[0] <= FAKE_CONNECTIONS ? sign->number[0] : 1;
    const struct device *d = &s->device[which];
    text_put(out, sign->letter == 'c' ? d->code : sign->letter == 's' ? d->session : d->bot_id);
}

static void put_of_table(struct stranger *s, int device, const struct sign *sign, struct text *out)
{
    char word[GAME_MOVE_TEXT];
    const struct born *made = stranger_made(s, sign->number[0]);
    uint64_t table = made ? made->id : 0;
    struct fake *node = node_with(s, device, table);
    switch (sign->letter) {
    case 't':
        put_id(table, out);
        break;
    case 'k':
        text_put(out, made ? made->invite : "");
        break;
    case 'n':
        text_int(out, peek_number(node, table, sign->number[1]) - sign->number[2]);
        break;
    case 'm':
        peek_move(node, table, sign->number[1], (uint32_t)sign->number[2], word);
        text_put(out, word);
        break;
    default:
        peek_reply(node, table, (uint32_t)sign->number[1], word);
        text_put(out, word);
    }
}

static void put_sign(struct stranger *s, int device, const struct sign *sign, struct text *out)
{
    switch (sign->letter) {
    case 'p':
        put_id(sign->number[0] > 0 && sign->number[0] <= FAKE_CONNECTIONS
                   ? stranger_player_of(s, sign->number[0])
                   : 0,
               out);
        break;
    case 'h':
    case 'v':
        put_hash(sign, out);
        break;
    case 'r':
        put_record((uint32_t)sign->number[0], out);
        break;
    case 'c':
    case 's':
    case 'b':
        put_known(s, sign, out);
        break;
    case 'x':
    case 'e':
        for (int i = 0; i < sign->number[0]; i++)
            text_put(out, sign->letter == 'x' ? "x" : "\u00e9");
        break;
    default:
        put_of_table(s, device, sign, out);
    }
}

void stranger_expand(struct stranger *s, int device, const char *from, struct text *out)
{
    struct sign sign;
    while (*from) {
        size_t plain = strcspn(from, "$");
        text_put_n(out, from, plain);
        from += plain;
        if (!*from)
            return;
        if (read_sign(&from, &sign))
            put_sign(s, device, &sign, out);
        else
            text_char(out, *from++);
    }
}
