/*
 * match_luck.c: records whose luck is right are found right, those with any change are not, and draws follow
 * their weights. `match_luck GAMES DRAWS` plays so many games, changes every single draw in each of them, and
 * tests so many draws by chi-square.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "match/host.h"
#include "match/verify.h"

enum { KINDS = sizeof kinds / sizeof kinds[0], RECORD = 1 << 20, BINS = 100 };

static struct {
    long games, draws, changed_draws, changed_parts, wrong;
} sums;

/* A played game with its record. */
struct played {
    struct host host;
    struct luck luck;
    const struct kind *kind;
    char record[RECORD];
};

static void random_part(struct rng *rng, uint8_t out[HASH_SIZE])
{
    for (int i = 0; i < HASH_SIZE; i++)
        out[i] = (uint8_t)(rng_next(rng) >> 56);
}

static void draw_luck(struct luck *luck, int seats, struct rng *rng)
{
    *luck = (struct luck){.seats = seats, .given = (uint32_t)rng_below(rng, 1u << seats)};
    random_part(rng, luck->secret);
    for (int seat = 0; seat < seats; seat++)
        if (luck->given & game_bit(seat))
            random_part(rng, luck->numbers[seat]);
}

/* Makes a random move, or takes one back now and then. */
static void step(struct host *host, struct rng *rng)
{
    const struct match *m = &host->match;
    host->now += 60 * 1000; /* pauses are over */
    host_tick(host);
    if (match_over(m))
        return;
    if (m->count > 4 && rng_below(rng, 40) == 0) {
        host_undo(host, m->count - 2);
        return;
    }
    int seat = game_random_actor(m->game, m->state, rng);
    if (seat < m->seats)
        host_play(host, seat, game_random_move(m->game, m->state, seat, rng));
}

static void write_record(struct played *p, const struct luck *luck)
{
    char notes[2048];
    struct text lines = TEXT_IN(notes), out = TEXT_IN(p->record);
    luck_write(luck, p->kind->options, &lines);
    match_record(&p->host.match, p->host.match.count, MATCH_ALL, notes, &out);
}

static void play(struct played *p, long game, struct rng *rng)
{
    static const struct match_terms terms = {.undo = MATCH_UNDO_FREE};
    uint8_t key[HASH_SIZE];
    p->kind = &kinds[game % KINDS];
    draw_luck(&p->luck, p->kind->seats, rng);
    luck_key(&p->luck, key);
    if (host_start_with(&p->host, games_find(p->kind->game), p->kind->seats, p->kind->options, &terms, key))
        abort();
    while (!match_over(&p->host.match))
        step(&p->host, rng);
    write_record(p, &p->luck);
}

static void expect(const struct played *p, const char *record, enum verify_end end, const char *what)
{
    static struct verified v;
    verify_record(record, strlen(record), NULL, &v);
    if (v.end == end)
        return;
    fprintf(stderr, "%s, %d seats, options \"%s\": %s: %s\n", p->kind->game, p->kind->seats, p->kind->options,
            what, v.end == VERIFY_WRONG ? v.problem : "nothing wrong was found");
    sums.wrong++;
}

/* ---- what is changed ---- */

/* The line of the record with the first move. */
static const char *first_move(const char *record)
{
    const char *line = record;
    while (*line != '*' && !(*line >= '1' && *line <= '4' && line[1] == ' '))
        line = strchr(line, '\n') + 1;
    return line;
}

/* Replaces a line by another text. */
static const char *with_line(const char *record, const char *line, const char *text)
{
    static char out[RECORD];
    const char *rest = strchr(line, '\n');
    snprintf(out, sizeof out, "%.*s%s%s", (int)(line - record), record, text, rest);
    return out;
}

/* Every draw of the game is replaced by another one that was possible, one at a time. */
static void change_draws(const struct played *p, struct rng *rng)
{
    const struct match *m = &p->host.match;
    const struct game *game = m->game;
    union game_state state;
    const char *line = first_move(p->record);
    match_at(m, 0, &state);
    for (int place = 0; place < m->count; place++, line = strchr(line, '\n') + 1) {
        const struct match_move *move = &m->moves[place];
        game_move moves[GAME_MAX_MOVES];
        uint32_t weight[GAME_MAX_MOVES];
        int count = move->actor == GAME_CHANCE ? game->moves(game, &state, GAME_CHANCE, moves, weight) : 0;
        if (count > 1) {
            int other = (int)rng_below(rng, (uint32_t)count);
            char changed[RECORD_MAX_LINE];
            struct text text = TEXT_IN(changed);
            other = moves[other] == move->code ? (other + 1) % count : other;
            text_put(&text, "* ");
            game->move_text(game, &state, GAME_CHANCE, moves[other], &text);
            expect(p, with_line(p->record, line, changed), VERIFY_WRONG, "a changed draw");
            sums.changed_draws++;
        }
        game->apply(game, &state, move->actor, move->code);
    }
}

static void change_part(struct played *p, const struct luck *luck, const char *what)
{
    write_record(p, luck);
    expect(p, p->record, VERIFY_WRONG, what);
    write_record(p, &p->luck);
    sums.changed_parts++;
}

/* The secret and each number are replaced, dropped and invented. */
static void change_parts(struct played *p, struct rng *rng)
{
    struct luck other = p->luck;
    random_part(rng, other.secret);
    change_part(p, &other, "another secret with its own hash");
    char line[128], hex[LUCK_HEX];
    hex_text(other.secret, HASH_SIZE, hex);
    snprintf(line, sizeof line, "# luck secret %s", hex);
    expect(p, with_line(p->record, strstr(p->record, "# luck secret"), line), VERIFY_WRONG,
           "a swapped secret");
    sums.changed_parts++;
    for (int seat = 0; seat < p->luck.seats; seat++) {
        bool given = p->luck.given & game_bit(seat);
        other = p->luck;
        random_part(rng, other.numbers[seat]);
        other.given |= game_bit(seat);
        change_part(p, &other, given ? "a changed number" : "an invented number");
        if (given) {
            other.given &= ~game_bit(seat);
            change_part(p, &other, "a dropped number");
        }
    }
    snprintf(line, sizeof line, "# luck number %d", p->luck.seats);
    expect(p, with_line(p->record, strstr(p->record, line), "# the line is gone"), VERIFY_WRONG,
           "a number without its line");
    snprintf(line, sizeof line, "%s", "# nothing");
    expect(p, with_line(p->record, strstr(p->record, "# luck hash"), line), VERIFY_WRONG, "no hash");
}

/* ---- draws follow their weights ---- */

static struct {
    long seen[BINS], pairs[10][10], draws;
    int before;
} spread = {.before = -1};

/*
 * A draw takes a part of the interval from 0 to 1 that is as long as its chance. A random point of this part
 * is spread evenly over the interval, whatever the weights are: so draws of all kinds can be counted
 * together.
 */
static void count_draw(const struct game *game, const void *state, game_move code, struct rng *rng)
{
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES];
    int count = game->moves(game, state, GAME_CHANCE, moves, weight), i = 0;
    double total = 0, before = 0;
    for (int k = 0; k < count; k++)
        total += weight[k];
    for (; moves[i] != code; i++)
        before += weight[i];
    double inside = (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    double at = (before + inside * weight[i]) / total;
    int bin = (int)(at * BINS);
    spread.seen[bin]++;
    if (spread.before >= 0)
        spread.pairs[spread.before / 10][bin / 10]++;
    spread.before = bin;
    spread.draws++;
}

static void count_draws(const struct played *p, struct rng *rng)
{
    const struct match *m = &p->host.match;
    union game_state state;
    match_at(m, 0, &state);
    for (int place = 0; place < m->count; place++) {
        const struct match_move *move = &m->moves[place];
        if (move->actor == GAME_CHANCE)
            count_draw(m->game, &state, move->code, rng);
        m->game->apply(m->game, &state, move->actor, move->code);
    }
}

static double chi_square(const long *seen, int bins, long all)
{
    double sum = 0, expected = (double)all / bins;
    for (int i = 0; i < bins; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return sum;
}

int main(int count, char **words)
{
    static struct played p;
    long matches = count > 1 ? atol(words[1]) : 60, draws = count > 2 ? atol(words[2]) : 50000;
    struct rng rng, other;
    games_open();
    rng_seed(&rng, 23);
    rng_seed(&other, 24);
    for (long game = 0; game < matches || spread.draws < draws; game++) {
        play(&p, game, &rng);
        if (spread.draws < draws)
            count_draws(&p, &other);
        if (game < matches) {
            static struct verified v;
            verify_record(p.record, strlen(p.record), NULL, &v);
            expect(&p, p.record, VERIFY_RIGHT, "a right record");
            sums.draws += v.draws;
            sums.games++;
            change_draws(&p, &other);
            change_parts(&p, &other);
        }
        host_free(&p.host);
    }
    double one = chi_square(spread.seen, BINS, spread.draws);
    double two = chi_square(&spread.pairs[0][0], 100, spread.draws - 1);
    printf("games verified: %ld, with %ld draws\n", sums.games, sums.draws);
    printf("changed draws found: %ld of %ld, changed parts tried: %ld\n", sums.changed_draws - sums.wrong,
           sums.changed_draws, sums.changed_parts);
    printf("chi-square of %ld draws: %.1f, of pairs of draws: %.1f (99 degrees of freedom: 99.9 %% are below "
           "148.2)\n",
           spread.draws, one, two);
    return sums.wrong || one > 148.2 || two > 148.2 ? 1 : 0;
}
