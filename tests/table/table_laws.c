/*
 * table_laws.c: the laws of a table, over random people: `table_laws [STEPS [SEED]]`.
 *
 * People do anything at all at one table after another, and time passes. Three tables are compared: one whose
 * own changes are kept, one at another node, which hears of them late and several at once, and one that is
 * loaded from what is stored. A run that fails prints its seed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/list.h"
#include "kinds.h"
#include "match/luck.h"
#include "match/tell.h"
#include "table/may.h"
#include "table/plan.h"

enum { PEOPLE = 5, MAX_ENTRIES = 4000, MAX_STEPS = 3000, LOOK_EVERY = 61, HEAR_EVERY = 7, LATE_MS = 6000 };

static struct rng rng;
static uint64_t seed;
static long steps;

static void fail(const char *law)
{
    printf("table_laws: seed %llu, step %ld: %s\n", (unsigned long long)seed, steps, law);
    exit(1);
}

#define LAW(fine, law) ((fine) ? (void)0 : fail(law))

static uint32_t below(uint32_t n)
{
    return rng_below(&rng, n);
}

/* ---- the host ---- */

static void *resize(void *me, void *block, size_t size)
{
    (void)me;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *more = realloc(block, size);
    if (!more)
        abort();
    return more;
}

static const struct game *find_game(const struct table_row *row)
{
    return games_find_rules(row->game, row->rules);
}

static const struct match_memory memory = {.resize = resize};
static const struct table_world world = {.memory = &memory, .find_game = find_game};

/* What is kept, and the tables that were made of it. */
static struct stored_table row;
static struct match_entry entries[MAX_ENTRIES];
static int count;
static struct table own, other;
static int64_t now;
static int heard, heard_revision; /* how far the other node has come */
static uint8_t numbers[PEOPLE + 1][HASH_SIZE];

/* ---- comparing ---- */

/* Summaries lag behind, and say nothing that the entries do not say. */
static struct stored_table without_summary(const struct table *t)
{
    struct stored_table s = t->at;
    s.row.number = 0;
    s.row.turn = s.row.asked_back = 0;
    s.row.deadline = s.row.looked = 0;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (s.row.state == TABLE_RUNNING)
            s.chairs[seat].row.points = 0;
        s.chairs[seat].holiday = 0;
    }
    s.row.winners = s.row.state == TABLE_RUNNING ? 0 : s.row.winners;
    return s;
}

static bool same_chair(const struct stored_chair *a, const struct stored_chair *b)
{
    return a->row.kind == b->row.kind && a->row.level == b->row.level && a->row.player == b->row.player &&
           a->row.points == b->row.points && strcmp(a->row.pledge, b->row.pledge) == 0 &&
           strcmp(a->row.nonce, b->row.nonce) == 0 && strcmp(a->row.alias, b->row.alias) == 0 &&
           a->row.call_ends == b->row.call_ends && a->row.stand_in == b->row.stand_in &&
           strcmp(a->name, b->name) == 0 && a->kind == b->kind;
}

static bool same_match(const struct match *a, const struct match *b)
{
    if (!a->state || !b->state)
        return !a->state && !b->state;
    const struct match_turn *x = &a->turn, *y = &b->turn;
    bool same = a->entries == b->entries && a->count == b->count &&
                a->terms.computers == b->terms.computers &&
                memcmp(a->state, b->state, a->game->state_size) == 0 && x->away == y->away &&
                x->resigned == y->resigned && x->quiet == y->quiet && x->computers == y->computers &&
                x->late == y->late && x->mover == y->mover && x->pause.on == y->pause.on &&
                memcmp(&x->luck, &y->luck, sizeof x->luck) == 0 && x->question.on == y->question.on;
    for (int seat = 0; same && seat < a->seats; seat++)
        same = match_clock_left(a, seat, now) == match_clock_left(b, seat, now) &&
               x->decision[seat] == y->decision[seat] && x->reply[seat] == y->reply[seat] &&
               x->rests[seat] == y->rests[seat];
    for (int i = 0; same && i < a->count; i++)
        same = a->moves[i].code == b->moves[i].code && a->moves[i].actor == b->moves[i].actor &&
               a->moves[i].unseen == b->moves[i].unseen &&
               a->moves[i].by_stand_in == b->moves[i].by_stand_in && a->moves[i].late == b->moves[i].late;
    return same;
}

static bool same_table(const struct table *a, const struct table *b)
{
    const struct stored_table s = without_summary(a), t = without_summary(b);
    bool same = s.row.state == t.row.state && s.row.changed == t.row.changed &&
                s.row.winners == t.row.winners && s.row.rematch == t.row.rematch &&
                s.row.drawing == t.row.drawing && s.row.drawing_asked == t.row.drawing_asked &&
                s.row.rated == t.row.rated && strcmp(s.row.options, t.row.options) == 0 &&
                strcmp(s.row.key, t.row.key) == 0 && strcmp(s.row.silent, t.row.silent) == 0 &&
                strcmp(s.row.reason, t.row.reason) == 0;
    for (int seat = 0; same && seat < s.row.seats; seat++)
        same = same_chair(&s.chairs[seat], &t.chairs[seat]);
    return same && same_match(&a->match, &b->match);
}

/* What the public is told of the game. */
static const char *told(const struct table *t, char *buffer, size_t size)
{
    struct text out = text_in(buffer, size);
    if (table_has_match(t)) {
        int place = match_horizon(&t->match, GAME_PUBLIC, now);
        tell_position(&t->match, GAME_PUBLIC, place, 0, now, &out);
        tell_lines(&t->match, GAME_PUBLIC, 0, place, false, &out);
    }
    return out.at;
}

/* The other node hears of some or all of what is new. */
static void hear(bool all)
{
    struct table_news news;
    int most = count - heard, some = all || most == 0 ? most : (int)below((uint32_t)most) + 1;
    bool newer = heard_revision < row.row.revision;
    /* A row that was read is as new as the entries that were read with it. */
    const struct table_delta d = {
        .row = newer ? &row : NULL, .entries = entries + heard, .count = newer ? most : some};
    if (!newer && !d.count)
        return;
    table_accept(&other, &world, &d, &news);
    heard += d.count;
    heard_revision = row.row.revision;
    LAW(!news.problem[0], "what one node has kept another accepts");
}

static void compare(void)
{
    static char a[1 << 20], b[1 << 20];
    struct table loaded = {0};
    struct table_news news;
    const struct table_delta all = {.row = &row, .entries = entries, .count = count};
    hear(true);
    table_accept(&loaded, &world, &all, &news);
    LAW(!news.problem[0], "what was kept can be loaded");
    LAW(same_table(&own, &loaded), "loading gives the same table");
    LAW(same_table(&own, &other), "accepting several changes at once gives the same table");
    LAW(strcmp(told(&own, a, sizeof a), told(&other, b, sizeof b)) == 0,
        "equal viewers are told equal bytes");
    table_free(&loaded);
}

/* ---- keeping ---- */

/* Keeps a plan, as a store does; now and then somebody else was faster, and the plan is dropped. */
static void keep(struct plan *p)
{
    struct table_news news;
    plan_end(p, below(4) == 0, now);
    const struct table_delta d = plan_delta(p);
    bool fits = count + p->count <= MAX_ENTRIES;
    if (!fits || below(20) == 0) {
        plan_free(p);
        return;
    }
    LAW(!p->count || p->entries[0].number == count, "entries are numbered without gaps");
    LAW(!p->puts || p->next.row.revision == row.row.revision + 1, "a row has the next revision");
    int number = table_has_match(&own) ? match_number(&own.match, GAME_PUBLIC, own.match.count) : 0;
    if (p->count)
        memcpy(entries + count, p->entries, (size_t)p->count * sizeof entries[0]);
    for (int i = count; i < count + p->count; i++)
        entries[i].code = MATCH_UNREAD; /* the store has texts only */
    count += p->count;
    if (p->puts)
        row = p->next;
    table_accept(&own, &world, &d, &news);
    plan_taken(p);
    LAW(!news.problem[0] && news.entries == p->count,
        "a change is accepted by the table for which it was made");
    LAW(!news.hidden || !own.match.state || news.question || news.kind == NEWS_NONE ||
            number == match_number(&own.match, GAME_PUBLIC, own.match.count),
        "the public counts nothing that is hidden");
    plan_free(p);
}

static void change(struct plan *p)
{
    plan_begin(p, &own, &world);
}

static void keep_proposal(const struct match_proposal *proposal)
{
    struct plan p;
    if (proposal->refused || !proposal->count)
        return;
    change(&p);
    plan_propose(&p, proposal);
    keep(&p);
}

/* ---- what people do ---- */

static struct sitter person(int i)
{
    static const char *const names[PEOPLE + 1] = {"", "Ann", "Bram", "Cleo", "Dora", "Emil"};
    return (struct sitter){.id = (uint64_t)i, .kind = PLAYER_ACCOUNT, .name = names[i]};
}

static void take_chair(int seat)
{
    struct plan p;
    int who = (int)below(PEOPLE + 2);
    struct sitter s = person(who > PEOPLE ? 0 : who);
    char pledge[LUCK_HEX];
    uint8_t hash[HASH_SIZE];
    change(&p);
    plan_seat(&p, seat,
              who > PEOPLE ? CHAIR_COMPUTER
              : who        ? CHAIR_PLAYER
                           : CHAIR_OPEN,
              who && who <= PEOPLE ? &s : NULL, who > PEOPLE ? 1 + (int)below(6) : 0);
    if (who && who <= PEOPLE && below(3)) {
        luck_hash(numbers[who], hash);
        hex_text(hash, sizeof hash, pledge);
        plan_pledge(&p, s.id, pledge);
    }
    plan_end_open(&p, below(8) != 0);
    keep(&p);
}

static void start(void)
{
    struct plan p;
    change(&p);
    uint32_t asks = plan_all_taken(&p) ? drawing_asks(&own.at, below(4) ? UINT32_MAX : 0) : 0;
    const char *problem = NULL;
    if (asks)
        plan_ask_numbers(&p, asks, below(2), now);
    else
        problem = plan_all_taken(&p) ? plan_start(&p, now) : "a chair is open";
    if (problem)
        plan_free(&p);
    else
        keep(&p);
}

static void reveal(void)
{
    struct plan p;
    int who = 1 + (int)below(PEOPLE);
    char number[LUCK_HEX];
    hex_text(numbers[who], HASH_SIZE, number);
    change(&p);
    bool taken = plan_take_number(&p, (uint64_t)who, number, now);
    const char *problem = taken && drawing_has_all(&p.next) ? plan_start(&p, now) : NULL;
    if (taken && !problem)
        keep(&p);
    else
        plan_free(&p);
}

static void act_when_open(void)
{
    switch (below(8)) {
    case 0:
    case 1:
        start();
        return;
    case 2:
    case 3:
        reveal();
        return;
    default:
        take_chair((int)below((uint32_t)row.row.seats));
    }
}

/* What the calls of match_… changed, if they were refused. */
static void check_refused(const struct match_proposal *proposal, int before)
{
    LAW(!proposal->refused || (proposal->count == 0 && proposal->reason[0] && own.match.entries == before),
        "a refused proposal changes nothing and says why");
}

static void move(void)
{
    static game_move moves[GAME_MAX_MOVES];
    static struct match_proposal out;
    const struct match *m = &own.match;
    uint32_t may = match_to_act(m, now);
    int seat = (int)below((uint32_t)m->seats);
    if (may && below(16))
        while (!(may & game_bit(seat)))
            seat = (seat + 1) % m->seats;
    int n = m->game->moves(m->game, m->state, seat, moves, NULL);
    if (n > 0)
        match_play(m, seat, moves[below((uint32_t)n)], now, &out);
    else
        match_move(m, seat, "no such move", MATCH_NEWEST, now, &out);
    check_refused(&out, m->entries);
    keep_proposal(&out);
}

static void take_back(void)
{
    static struct match_proposal out;
    const struct match *m = &own.match;
    int seat = (int)below((uint32_t)m->seats), place = m->count - 1 - (int)below(6);
    uint32_t mine = table_seats_of(&own, own.at.chairs[seat].row.player);
    if (table_asks_back(&own) && (mine & match_people(m)) && below(2)) {
        match_answer_undo(m, mine, below(2), now, &out);
        keep_proposal(&out);
        return;
    }
    enum match_may may = mine ? match_may_undo(m, seat, place, mine, NULL) : MATCH_MAY_NOT;
    if (may == MATCH_MAY_AT_ONCE)
        match_undo(m, place, now, &out);
    else if (may == MATCH_MAY_ASK)
        match_ask_undo(m, seat, place, mine, now, &out);
    else
        return;
    keep_proposal(&out);
}

static void change_seat(void)
{
    static struct match_proposal out;
    static const enum match_change changes[] = {MATCH_AWAY,  MATCH_AWAY,  MATCH_BACK,
                                                MATCH_BACK,  MATCH_BACK,  MATCH_QUIET,
                                                MATCH_EAGER, MATCH_AWAKE, MATCH_RESIGN};
    const struct match *m = &own.match;
    int seat = (int)below((uint32_t)m->seats);
    if (!(match_people(m) & game_bit(seat)))
        return;
    if (below(12) == 0)
        match_rest(m, game_bit(seat), 1 + (int)below(MATCH_REST_DAYS), now, &out);
    else if (below(12) == 0)
        match_reply(m, seat, below(2) ? MATCH_ASK : "never", now, &out);
    else
        match_change(m, seat, changes[below(below(30) ? 8 : 9)], now, &out);
    check_refused(&out, m->entries);
    keep_proposal(&out);
}

/* A chair changes in a running game: a call, a friend who stands in, a name, a deleted player. */
static void change_chair(void)
{
    struct plan p;
    int seat = (int)below((uint32_t)row.row.seats);
    change(&p);
    struct stored_chair *chair = &p.next.chairs[seat];
    switch (below(4)) {
    case 0:
        chair->row.call_ends = now + 1000;
        break;
    case 1:
        plan_free_stand_in(&p, seat);
        break;
    case 2:
        snprintf(chair->row.alias, sizeof chair->row.alias, "%s", below(2) ? "Fox" : "");
        break;
    default:
        if (chair->row.kind == CHAIR_PLAYER && below(10) == 0)
            chair->name[0] = '\0'; /* the store knows it from the player's row */
    }
    p.puts = true;
    keep(&p);
}

static void act_when_running(void)
{
    uint32_t what = below(64);
    if (what < 54)
        move();
    else if (what < 58)
        take_back();
    else if (what < 62)
        change_seat();
    else
        change_chair();
}

/* ---- time ---- */

static void tick(void)
{
    static struct match_proposal out;
    struct plan p;
    struct table_facts facts = {
        .watched = below(16), .maker_waits = below(2), .nodes = below(2), .expired = !below(300)};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        facts.gone[seat] = below(2) ? now - (int64_t)below(20 * 60 * 1000) : 0;
        facts.away[seat] = below(8) ? 0 : now + (int64_t)below(1000000000);
    }
    change(&p);
    if (table_tick(&facts, now, &p)) {
        keep(&p);
        return;
    }
    plan_free(&p);
    if (own.at.row.state != TABLE_RUNNING || !table_has_match(&own))
        return;
    match_tick(&own.match, now, &out);
    if (out.over && !out.count) {
        change(&p);
        plan_propose(&p, &out);
        keep(&p);
    } else {
        keep_proposal(&out);
    }
}

static bool somebody_may(enum table_state state)
{
    for (int act = 0; act < TABLE_ACTS; act++)
        if (table_may[act][state] != MAY_NOBODY)
            return true;
    return false;
}

/* Nobody waits for ever: there is an act, or a time after which something happens. */
static void check_way_out(void)
{
    const struct match *m = &own.match;
    if (own.at.row.state != TABLE_RUNNING || !table_has_match(&own)) {
        LAW(own.at.row.state == TABLE_SUSPENDED || somebody_may(own.at.row.state), "there is a way out");
        return;
    }
    LAW(match_over(m) || match_to_act(m, now) || match_wake(m, now) != MATCH_NEVER ||
            m->game->to_act(m->game, m->state) == game_bit(GAME_CHANCE),
        "somebody may move, or time brings something");
}

/* ---- a table from its birth to its end ---- */

static void open_table(void)
{
    const struct kind *kind = &kinds[below(sizeof kinds / sizeof kinds[0])];
    struct table_birth birth = {.game = below(5) ? games_find(kind->game) : games_find("null"),
                                .clock = (uint8_t)below(3),
                                .undo = (uint8_t)below(3),
                                .rated = below(2),
                                .open_to_all = below(2),
                                .clock_seconds = below(2) ? 60 : 3 * 24 * 3600,
                                .reaction = below(2) ? 3000 : 0,
                                .creator = 1 + below(PEOPLE),
                                .previous = below(3) ? 0 : 7};
    struct table_chance chance = {.id = 1 + rng_next(&rng) / 2};
    birth.seats = birth.game == games_find("null") ? 2 + (int32_t)below(3) : kind->seats;
    snprintf(birth.options, sizeof birth.options, "%s",
             birth.game == games_find("null") ? "" : kind->options);
    for (int i = 0; i < MATCH_KEY; i++) {
        chance.key[i] = (uint8_t)rng_next(&rng);
        chance.secret[i] = (uint8_t)rng_next(&rng);
        for (int who = 1; who <= PEOPLE; who++)
            numbers[who][i] = (uint8_t)rng_next(&rng);
    }
    memset(chance.invite, 'a', sizeof chance.invite - 1);
    now = 1000000;
    count = heard = 0;
    table_open(&own, &birth, &chance, now);
    row = own.at;
    heard_revision = row.row.revision;
    other = (struct table){0};
    struct table_news news;
    table_accept(&other, &world, &(struct table_delta){.row = &row}, &news);
}

static void play(void)
{
    open_table();
    for (int i = 0; i < MAX_STEPS && count < MAX_ENTRIES - MATCH_MAX_ENTRIES; i++, steps++) {
        now += below(40) ? (int64_t)below(200) : (int64_t)below(LATE_MS);
        if (below(2000) == 0)
            now += MATCH_DAY_MS * (int64_t)below(4);
        uint8_t state = own.at.row.state;
        if (state == TABLE_OPEN && below(3))
            act_when_open();
        else if (state == TABLE_RUNNING && table_has_match(&own) && below(8))
            act_when_running();
        else
            tick();
        if (below(HEAR_EVERY) == 0)
            hear(false);
        if (below(LOOK_EVERY) == 0)
            compare();
        check_way_out();
        if (own.at.row.state >= TABLE_OVER && below(10) == 0)
            break;
    }
    compare();
    table_free(&own);
    table_free(&other);
}

int main(int argc, char **argv)
{
    long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int tables = 0;
    games_open();
    clock_t begin = clock();
    for (seed = first; steps < wanted; seed++, tables++) {
        rng_seed(&rng, seed);
        play();
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%ld steps at %d tables, %.0f steps a second\n", steps, tables,
           (double)steps / (seconds > 0 ? seconds : 1));
    return 0;
}
