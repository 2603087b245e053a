/* arena.c: castellany arena: lets bots play each other and tells which is stronger, and how sure that is. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/lab/lab.h"
#include "cli/base/bot_setup.h"
#include "cli/base/progress.h"
#include "cli/lab/stats.h"
#include "cli/play/play_table.h"

enum { MAX_JOBS = 64, NAME = 4096, TICK_MS = 500 };

struct arena {
    const struct game *game;
    const char *options, *records;
    int seats, games, jobs;
    long seed;
    bool sprt, json;
    double sprt_low, sprt_high;
    struct bot_setup players[GAME_MAX_SEATS];
    struct bot_budget budget;
};

/* The result of one game, by bot. It is small enough to go through a pipe in one piece. */
struct outcome {
    int deal, seating;
    double share[GAME_MAX_SEATS], margin[GAME_MAX_SEATS], ms[GAME_MAX_SEATS];
    int moves[GAME_MAX_SEATS];
};

static int deals_of(const struct arena *a)
{
    return (a->games + a->seats - 1) / a->seats;
}

static uint64_t mix(long seed, int deal, int stream)
{
    return (uint64_t)seed * UINT64_C(1000003) + (uint64_t)deal * 64 + (uint64_t)stream;
}

/* Whether the folder for records can be written to. Checked before anything is played; NULL is fine. */
static bool check_folder(const char *name)
{
    char inside[NAME]; /* "DIR/." is there only if DIR is a folder */
    if (!name)
        return true;
    errno = *name ? ENAMETOOLONG : ENOENT;
    if (*name && snprintf(inside, NAME, "%s/.", name) < NAME && access(inside, W_OK | X_OK) == 0)
        return true;
    cli_refuse("%s: %s", name, strerror(errno));
    return false;
}

/* Checks seats and options once, so that not every job refuses them. */
static bool can_start(const struct arena *a)
{
    char settled[GAME_OPTIONS_TEXT];
    union game_state state;
    struct rng rng;
    rng_seed(&rng, mix(a->seed, 0, 0));
    return cli_start(a->game, a->seats, a->options, &rng, settled, &state);
}

/* Writes the record of a game. False after a message. */
static bool write_record(const struct arena *a, int deal, int seating, const struct match *m)
{
    char name[NAME], players[NAME];
    struct text comments = TEXT_IN(players);
    for (int seat = 0; seat < a->seats; seat++)
        text_printf(&comments, "# seat %d: %s\n", seat + 1, a->players[(seat + seating) % a->seats].name);
    int length = snprintf(name, NAME, "%s/%s-%d-%d.txt", a->records, a->game->name, deal + 1, seating + 1);
    errno = ENAMETOOLONG;
    FILE *file = length < NAME ? fopen(name, "w") : NULL;
    if (cli_write_record(m, players, file))
        return true;
    cli_refuse("%s: %s", name, strerror(errno));
    return false;
}

static void judge(const struct arena *a, const void *state, int seating, struct outcome *out)
{
    uint32_t winners = a->game->winners(a->game, state);
    int points[GAME_MAX_SEATS];
    a->game->score(a->game, state, points);
    for (int seat = 0; seat < a->seats; seat++) {
        int who = (seat + seating) % a->seats;
        out->share[who] = winners & game_bit(seat) ? 1.0 / __builtin_popcount(winners) : 0;
        out->margin[who] = game_lead(points, a->seats, seat);
    }
}

/* Chance has its own generator, so that draws do not depend on how many random numbers the bots use. */
struct luck {
    struct rng chance, mind;
};

/* Draws the actor too, though only chance can act: without that, old seeds would give other games. */
static game_move draw(void *me, const struct game *game, const void *state)
{
    struct luck *luck = me;
    game_random_actor(game, state, &luck->mind);
    return game_random_move(game, state, GAME_CHANCE, &luck->chance);
}

/* Plays a game. Bot (s + seating) mod seats has seat s. False after a message. */
static bool play(const struct arena *a, int deal, int seating, void *memory, size_t size, struct outcome *out)
{
    static const uint8_t key[MATCH_KEY];
    static struct match_proposal p;
    struct luck luck;
    struct match_chance chance = {.me = &luck, .draw = draw};
    struct match_terms terms = {.computers = game_bit(a->seats) - 1};
    struct match m;
    union game_state state;
    char settled[GAME_OPTIONS_TEXT];
    rng_seed(&luck.chance, mix(a->seed, deal, 0));
    rng_seed(&luck.mind, mix(a->seed, deal, 1 + seating));
    if (!cli_start(a->game, a->seats, a->options, &luck.chance, settled, &state) ||
        !match_start(&m, a->game, a->seats, settled, &terms, key, &cli_memory, NULL))
        return false;
    *out = (struct outcome){.deal = deal, .seating = seating};
    m.chance = &chance;
    for (match_tick(&m, 0, &p); match_accept(&m, p.entries, p.count, NULL), !match_over(&m);) {
        if (m.game->to_act(m.game, m.state) == game_bit(GAME_CHANCE)) {
            match_tick(&m, 0, &p); /* a proposal has a limit */
            continue;
        }
        int seat = game_random_actor(m.game, m.state, &luck.mind), who = (seat + seating) % a->seats;
        double begin = clock_cpu(NULL);
        game_move move =
            bot_setup_choose(&a->players[who], m.game, m.state, m.seats, seat, &luck.mind, memory, size);
        out->ms[who] += clock_cpu(NULL) - begin;
        out->moves[who]++;
        match_play(&m, seat, move, 0, &p);
    }
    judge(a, m.state, seating, out);
    bool fine = !a->records || write_record(a, deal, seating, &m);
    match_free(&m);
    return fine;
}

/* A job: plays every jobs-th deal and writes the outcomes. Anything but CLI_OK after a message. */
static int work(const struct arena *a, int job, int out)
{
    size_t size = bot_setup_memory(a->game);
    void *memory = malloc(size ? size : 1);
    if (!memory)
        return cli_refuse("out of memory");
    signal(SIGPIPE, SIG_IGN); /* a job must not die because the parent has read enough */
    int deals = deals_of(a);
    for (int deal = job; deal < deals; deal += a->jobs)
        for (int seating = 0; seating < a->seats; seating++) {
            struct outcome o;
            if (!play(a, deal, seating, memory, size, &o))
                return CLI_REFUSED;
            if (write(out, &o, sizeof o) != sizeof o)
                return CLI_OK; /* the parent has read enough */
        }
    free(memory);
    return CLI_OK;
}

/* A line of the result: one bot, or several equal ones. */
struct line {
    const char *name;
    int copies;
    struct stats share, margin; /* over deals */
    double ms;
    long moves;
};

static int make_lines(const struct arena *a, struct line lines[GAME_MAX_SEATS], int line_of[GAME_MAX_SEATS])
{
    int count = 0;
    for (int i = 0; i < a->seats; i++) {
        int at = 0;
        while (at < count && strcmp(lines[at].name, a->players[i].name) != 0)
            at++;
        if (at == count)
            lines[count++] = (struct line){.name = a->players[i].name};
        lines[at].copies++;
        line_of[i] = at;
    }
    return count;
}

/* Adds a finished deal. The mean over its seatings and over equal bots is one trial. */
static void add_deal(const struct arena *a, const struct outcome *o, struct line *lines, int count,
                     const int *line_of)
{
    for (int l = 0; l < count; l++) {
        double share = 0, margin = 0, n = (double)lines[l].copies * a->seats;
        for (int seating = 0; seating < a->seats; seating++)
            for (int i = 0; i < a->seats; i++)
                if (line_of[i] == l) {
                    share += o[seating].share[i] / n;
                    margin += o[seating].margin[i] / n;
                    lines[l].ms += o[seating].ms[i];
                    lines[l].moves += o[seating].moves[i];
                }
        stats_add(&lines[l].share, share);
        stats_add(&lines[l].margin, margin);
    }
}

static const char *sprt_word(double ratio)
{
    return ratio > STATS_SPRT ? "accepted" : ratio < -STATS_SPRT ? "refused" : "open";
}

static void print_lines(const struct line *lines, int count)
{
    for (int l = 0; l < count; l++)
        printf("%s: %.3f ± %.3f  margin %+.2f ± %.2f  %.2f ms/move\n", lines[l].name,
               stats_mean(&lines[l].share), stats_interval(&lines[l].share), stats_mean(&lines[l].margin),
               stats_interval(&lines[l].margin), lines[l].moves ? lines[l].ms / (double)lines[l].moves : 0);
}

static void put_share(const struct line *line, char out[128])
{
    snprintf(out, 128, "%s %.3f ± %.3f", line->name, stats_mean(&line->share), stats_interval(&line->share));
}

/* Reads the outcome of the next game. On a terminal a line shows meanwhile how many are played. */
static bool next_outcome(int in, const struct line *line, long played, struct progress *progress,
                         struct outcome *out)
{
    char share[128] = "";
    struct pollfd waiting = {.fd = in, .events = POLLIN};
    if (line->share.count > 0)
        put_share(line, share);
    while (progress->terminal && poll(&waiting, 1, TICK_MS) == 0)
        progress_show(progress, played, share);
    progress_show(progress, played, share);
    return read(in, out, sizeof *out) == sizeof *out;
}

/* Without a terminal, a line every fifty deals. */
static void print_progress(const struct arena *a, const struct line *line, const struct progress *progress)
{
    char share[128];
    if (progress->terminal || line->share.count % 50 != 0)
        return;
    put_share(line, share);
    fprintf(stderr, "%ld games, %s\n", line->share.count * a->seats, share);
}

/* One object: the game, and an entry for each bot. */
static void print_json(const struct arena *a, const struct line *lines, int count, double ratio)
{
    printf("{\"game\":\"%s\",\"seats\":%d,\"options\":\"%s\",\"games\":%ld,\"deals\":%ld,\"bots\":[",
           a->game->name, a->seats, a->options, lines[0].share.count * a->seats, lines[0].share.count);
    for (int l = 0; l < count; l++)
        printf("%s{\"name\":\"%s\",\"share\":%.4f,\"share_interval\":%.4f,\"margin\":%.3f,\"margin_"
               "interval\":%.3f,"
               "\"ms_per_move\":%.3f}",
               l ? "," : "", lines[l].name, stats_mean(&lines[l].share), stats_interval(&lines[l].share),
               stats_mean(&lines[l].margin), stats_interval(&lines[l].margin),
               lines[l].moves ? lines[l].ms / (double)lines[l].moves : 0);
    fputs("]", stdout);
    if (a->sprt)
        printf(",\"sprt\":{\"low\":%.3f,\"high\":%.3f,\"ratio\":%.3f,\"decision\":\"%s\"}", a->sprt_low,
               a->sprt_high, ratio, sprt_word(ratio));
    puts("}");
}

static void print_table(const struct arena *a, const struct line *lines, int count, double ratio)
{
    printf("%s, %d seats%s%s: %ld games of %ld deals\n", a->game->name, a->seats, *a->options ? ", " : "",
           a->options, lines[0].share.count * a->seats, lines[0].share.count);
    print_lines(lines, count);
    if (a->sprt)
        printf("sprt [%.3f, %.3f]: %s, log-likelihood ratio %.2f\n", a->sprt_low, a->sprt_high,
               sprt_word(ratio), ratio);
}

/* Reads the outcomes of the jobs until all deals are played or --sprt is decided. */
static int gather(const struct arena *a, int in)
{
    int deals = deals_of(a);
    struct outcome *all = calloc((size_t)deals, (size_t)a->seats * sizeof *all), o;
    char *done = calloc((size_t)deals, 1);
    struct line lines[GAME_MAX_SEATS];
    int line_of[GAME_MAX_SEATS], count = make_lines(a, lines, line_of);
    struct progress progress = progress_begin("games", a->games);
    bool settled = false;
    double ratio = 0;
    if (!all || !done)
        return cli_refuse("out of memory");
    for (long ended = 0; !settled && next_outcome(in, &lines[0], ended, &progress, &o); ended++) {
        all[o.deal * a->seats + o.seating] = o;
        if (++done[o.deal] < a->seats)
            continue;
        add_deal(a, &all[o.deal * a->seats], lines, count, line_of);
        print_progress(a, &lines[0], &progress);
        ratio = stats_ratio(&lines[0].share, a->sprt_low, a->sprt_high);
        settled = a->sprt && (ratio > STATS_SPRT || ratio < -STATS_SPRT);
    }
    progress_end(&progress);
    free(all);
    free(done);
    long played = lines[0].share.count;
    if (played > 0)
        (a->json ? print_json : print_table)(a, lines, count, ratio);
    return settled || played == deals
               ? CLI_OK
               : cli_refuse("only %ld of %d deals were played to their end", played, deals);
}

/* Waits for a job. CLI_OK, or another code after a message. */
static int end_of(pid_t pid, int job)
{
    int status;
    if (waitpid(pid, &status, 0) < 0)
        return cli_refuse("job %d: %s", job + 1, strerror(errno));
    if (WIFSIGNALED(status))
        return cli_refuse("job %d was ended by signal %d", job + 1, WTERMSIG(status));
    return WEXITSTATUS(status);
}

static int run(const struct arena *a)
{
    int ends[2];
    pid_t pids[MAX_JOBS];
    if (pipe(ends) != 0)
        return cli_refuse("%s", strerror(errno));
    fflush(stdout);
    for (int job = 0; job < a->jobs; job++) {
        pids[job] = fork();
        if (pids[job] < 0)
            return cli_refuse("%s", strerror(errno));
        if (pids[job] == 0) {
            close(ends[0]);
            _exit(work(a, job, ends[1]));
        }
    }
    close(ends[1]);
    int code = gather(a, ends[0]);
    close(ends[0]); /* a job that still plays ends with its next outcome */
    for (int job = 0; job < a->jobs; job++) {
        int end = end_of(pids[job], job);
        code = end ? end : code;
    }
    return code;
}

/* Reads "A,B". The last bot takes the seats that are left. The list is cut into words, which stay in use. */
static bool read_players(char *list, struct arena *a)
{
    int count = 0;
    while (*list) {
        char *word = list;
        list += strcspn(list, ",");
        if (*list == ',')
            *list++ = '\0';
        if (count == a->seats) {
            cli_refuse("too many bots for %d seats; --seats N plays with more", a->seats);
            return false;
        }
        if (!bot_setup_read(word, a->game, a->seats, &a->budget, &a->players[count++]))
            return false;
    }
    if (count == 0) {
        cli_refuse("--bots names no bot; \"castellany games\" lists them");
        return false;
    }
    for (; count < a->seats; count++)
        a->players[count] = a->players[count - 1];
    return true;
}

int cmd_arena(const struct arguments *args)
{
    static struct arena a;
    const char *bots_text = argument(args, "bots");
    long sims = argument_number(args, "sims", 0), ms = argument_number(args, "budget", 0);
    if (!bots_text)
        return cli_usage("arena", "--bots is missing, as in --bots master,greedy");
    a.game = cli_game(args->operands[0], argument(args, "box"));
    if (!a.game)
        return CLI_REFUSED;
    a.options = args->options;
    a.records = argument(args, "records");
    a.sprt = argument(args, "sprt");
    a.json = argument(args, "json");
    a.seats = (int)argument_number(args, "seats", 2);
    a.games = (int)argument_number(args, "games", 100);
    a.jobs = (int)argument_number(args, "jobs", 1);
    a.seed = argument_number(args, "seed", 0);
    a.sprt_low = 1.0 / a.seats;
    a.sprt_high = a.sprt_low + 0.05;
    a.budget = (struct bot_budget){.clock = clock_cpu, .ms = sims ? 0 : (int)ms, .simulations = (int)sims};
    char *list = strdup(bots_text);
    int code =
        list && can_start(&a) && check_folder(a.records) && read_players(list, &a) ? run(&a) : CLI_REFUSED;
    free(list);
    return code;
}
