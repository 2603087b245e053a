/* verify.c: checks the luck of a record: whether its secret and numbers give all of its draws. */
#include "match/verify.h"

#include <string.h>

/* The lines "# luck …" of a record. */
struct claim {
    struct luck luck;
    uint8_t hash[HASH_SIZE];
    bool has_hash, has_secret, has_options;
    uint32_t seats; /* that have a line, a bit each */
    char asked[GAME_OPTIONS_TEXT];
};

struct check {
    struct verified *out;
    const struct claim *claim;
    struct hash luck;
    bool begun;
};

static void wrong(struct verified *out, const char *sentence)
{
    struct text text = TEXT_IN(out->problem);
    text_put(&text, sentence);
    out->end = VERIFY_WRONG;
}

/* ---- reading the lines ---- */

static bool take_number(struct claim *c, const char *rest)
{
    int seat;
    if (!text_take_int(&rest, &seat) || seat < 1 || seat > GAME_MAX_SEATS || *rest++ != ' ' ||
        (c->seats & game_bit(seat - 1)))
        return false;
    c->seats |= game_bit(seat - 1);
    if (strcmp(rest, "none") == 0)
        return true;
    c->luck.given |= game_bit(seat - 1);
    return hex_parse(rest, HASH_SIZE, c->luck.numbers[seat - 1]);
}

static bool take_options(struct claim *c, const char *rest)
{
    struct text asked = TEXT_IN(c->asked);
    bool first = !c->has_options;
    c->has_options = true;
    text_put(&asked, rest);
    return first && !asked.cut;
}

static bool take_once(bool *had, const char *rest, uint8_t out[HASH_SIZE])
{
    bool first = !*had;
    *had = true;
    return first && hex_parse(rest, HASH_SIZE, out);
}

/* A line without its "# luck ". */
static bool take_line(struct claim *c, const char *line)
{
    if (text_take_word(&line, "hash"))
        return take_once(&c->has_hash, line, c->hash);
    if (text_take_word(&line, "secret"))
        return take_once(&c->has_secret, line, c->luck.secret);
    if (text_take_word(&line, "number"))
        return take_number(c, line);
    if (text_take_word(&line, "options"))
        return take_options(c, line);
    return false;
}

/* False with the number of a line that makes no sense. */
static bool read_claim(const char *text, size_t length, struct claim *c, int *line)
{
    static const char mark[] = "# luck ";
    const char *end = text + length;
    for (*line = 1; text < end; ++*line) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((newline ? newline : end) - text);
        const char *begin = text;
        text = newline ? newline + 1 : end;
        if (n && begin[n - 1] == '\r')
            n--;
        if (n < sizeof mark - 1 || memcmp(begin, mark, sizeof mark - 1) != 0)
            continue;
        char buffer[RECORD_MAX_LINE];
        struct text copy = TEXT_IN(buffer);
        text_put_n(&copy, begin + sizeof mark - 1, n - (sizeof mark - 1));
        if (copy.cut || !take_line(c, buffer))
            return false;
    }
    return true;
}

/* ---- comparing ---- */

static void wrong_draw(const struct check *c, const struct game *game, const void *state, game_move found,
                       game_move expected)
{
    char a[GAME_MOVE_TEXT], b[GAME_MOVE_TEXT];
    struct text one = TEXT_IN(a), other = TEXT_IN(b), out = TEXT_IN(c->out->problem);
    game->move_text(game, state, GAME_CHANCE, found, &one);
    game->move_text(game, state, GAME_CHANCE, expected, &other);
    text_printf(&out, "draw %d of the record is \"* %s\", but its secret and numbers give \"* %s\"",
                c->out->draws, a, b);
    c->out->end = VERIFY_WRONG;
}

static bool begin(struct check *c, const struct record *record)
{
    uint8_t key[HASH_SIZE];
    char settled[GAME_OPTIONS_TEXT];
    struct luck *luck = &c->out->luck;
    luck->seats = record->seats;
    if (c->claim->seats != game_bit(record->seats) - 1) {
        wrong(c->out,
              "the record must say for each seat which number its player gave: \"# luck number 1 none\"");
        return false;
    }
    luck_key(luck, key);
    if (!luck_settle(record->game, record->seats, c->claim->asked, key, settled, NULL) ||
        strcmp(settled, record->options) != 0) {
        wrong(c->out, "the options of the record are not those that its secret and numbers draw");
        return false;
    }
    luck_begin(&c->luck, record->game, record->seats, record->options, key);
    return c->begun = true;
}

static bool visit(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct check *c = context;
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    if (!c->begun && !begin(c, record))
        return false;
    if (actor == GAME_CHANCE) {
        struct rng rng = luck_rng(c->luck);
        game_move expected = game_random_move(record->game, state, GAME_CHANCE, &rng);
        c->out->draws++;
        if (expected != move) {
            wrong_draw(c, record->game, state, move, expected);
            return false;
        }
    }
    record->game->move_text(record->game, state, actor, move, &text);
    luck_add(&c->luck, actor, buffer);
    return true;
}

static bool claim_holds(const struct claim *c, struct verified *out)
{
    uint8_t hash[HASH_SIZE];
    luck_hash(c->luck.secret, hash);
    if (!c->has_hash || !c->has_options)
        wrong(out, c->has_hash ? "the record has a secret, but no line \"# luck options\""
                               : "the record has a secret, but no line \"# luck hash\"");
    else if (memcmp(hash, c->hash, sizeof hash) != 0)
        wrong(out, "the secret does not fit the hash that was shown before the game");
    return out->end != VERIFY_WRONG;
}

void verify_record(const char *text, size_t length, const struct game *boxed, struct verified *out)
{
    struct claim claim = {.has_hash = false};
    struct check check = {.out = out, .claim = &claim};
    struct record record;
    union game_state state;
    *out = (struct verified){.end = VERIFY_RIGHT};
    struct text error = TEXT_IN(out->problem);
    if (!read_claim(text, length, &claim, &out->line)) {
        text_printf(&error, "line %d: this line about luck cannot be read, or is there twice", out->line);
        out->end = VERIFY_WRONG;
        return;
    }
    out->line = 0;
    out->luck = claim.luck;
    if (claim.has_hash)
        hex_text(claim.hash, HASH_SIZE, out->hash);
    if (claim.has_secret && !claim_holds(&claim, out))
        return;
    if (!record_replay(text, length, boxed, claim.has_secret ? visit : NULL, &check, &record, &state, &error))
        out->end = VERIFY_WRONG;
    else if (!claim.has_secret)
        out->end = VERIFY_NOTHING;
}
