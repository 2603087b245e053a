/*
 * load.c: how many tables and moves a server carries: plays random games at many tables at once, and
 * measures.
 *
 *   load [--server PROGRAM | --connect ADDR:PORT [--pid N]] [--data DIR] [--tables N] [--rate MOVES] [--game
 * NAME]
 *        [--seconds N | --moves N] [--warm SECONDS] [--seed N] [--goal]
 *
 * Starts `PROGRAM serve` (build/castellany) with its data in a new folder, or goes to a server that runs
 * already, which must allow as many connections of one address. Two connections for each table (2,000).
 * Prints figures one a line, "name value"; progress goes to the error output. Time of an answer runs from
 * sending a move until it is acknowledged, which the server does after it is on the disk. With --goal exits 1
 * unless the goals of docs/TESTING.md are met. Exits 1 in any case if a request was refused, a connection
 * lost or a table stands still.
 */
#include <arpa/inet.h>
#include <ftw.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child.h"
#include "tables.h"
#include "ws.h"

enum { REPORT_SECONDS = 10, START_SECONDS = 300, STALLED_SECONDS = 20 };

struct options {
    const char *server, *connect, *data, *game;
    long pid, tables, rate, seconds, moves, warm, seed;
    bool goal;
};

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

static void usage(const char *what)
{
    fprintf(stderr, "load: %s? The head of tests/load/load.c says what there is.\n", what);
    exit(2);
}

static struct options read_options(int argc, char **argv)
{
    struct options o = {
        .server = "build/castellany", .tables = 2000, .rate = 5000, .seconds = 60, .warm = 5, .seed = 1};
    const struct {
        const char *name;
        const char **text;
        long *number;
    } known[] = {
        {"--server", &o.server, NULL}, {"--connect", &o.connect, NULL}, {"--data", &o.data, NULL},
        {"--game", &o.game, NULL},     {"--pid", NULL, &o.pid},         {"--tables", NULL, &o.tables},
        {"--rate", NULL, &o.rate},     {"--seconds", NULL, &o.seconds}, {"--moves", NULL, &o.moves},
        {"--warm", NULL, &o.warm},     {"--seed", NULL, &o.seed},
    };
    for (int i = 1; i < argc; i++) {
        size_t k = 0;
        const size_t count = sizeof known / sizeof known[0];
        if (strcmp(argv[i], "--goal") == 0) {
            o.goal = true;
            continue;
        }
        while (k < count && strcmp(argv[i], known[k].name) != 0)
            k++;
        if (k == count || i + 1 == argc)
            usage(argv[i]);
        char *end = "";
        if (known[k].text)
            *known[k].text = argv[++i];
        else
            *known[k].number = strtol(argv[++i], &end, 10);
        if (*end)
            usage(argv[i]);
    }
    if (o.tables < 1 || o.tables > 100000)
        usage("--tables");
    return o;
}

/* ---- the folder of the server that is started ---- */

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)s, (void)kind, (void)walk;
    return remove(path);
}

static void make_folder(char folder[256])
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, 256, "%s/castellany-load-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(1);
    }
}

static void find_address(struct load_config *c, const char *address, int port)
{
    struct sockaddr_in *a = (struct sockaddr_in *)&c->address;
    a->sin_family = AF_INET;
    a->sin_port = htons((uint16_t)port);
    if (inet_pton(AF_INET, address, &a->sin_addr) != 1 || port == 0)
        usage("--connect");
    c->address_length = sizeof *a;
    snprintf(c->host, sizeof c->host, "%s:%d", address, port);
}

/* ---- running ---- */

struct moment {
    double at, cpu, own_cpu;
    long rss;
    struct figures figures;
};

static double own_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static struct moment look(pid_t pid)
{
    return (struct moment){.at = now_s(),
                           .cpu = process_cpu(pid),
                           .own_cpu = own_cpu(),
                           .rss = process_rss_kb(pid),
                           .figures = figures};
}

static void report(const struct moment *begin, const struct moment *last, pid_t pid)
{
    struct moment now = look(pid);
    fprintf(stderr,
            "load: %.0f s, %d tables, %llu games, %llu moves, %.0f moves/s, server %ld KB, %.2f processors\n",
            now.at - begin->at, tables_live(), (unsigned long long)figures.games,
            (unsigned long long)figures.moves,
            (double)(figures.moves - last->figures.moves) / (now.at - last->at), now.rss,
            (now.cpu - last->cpu) / (now.at - last->at));
}

/* Runs until all tables play, and a while longer. False if that never happens. */
static bool warm_up(const struct options *o)
{
    double begin = now_s(), ready = 0;
    while (!stop && (!ready || now_s() - ready < (double)o->warm)) {
        tables_run();
        if (!ready && tables_live() >= o->tables) {
            ready = now_s();
            fprintf(stderr, "load: all tables play after %.1f s\n", ready - begin);
        }
        if (!ready && now_s() - begin > START_SECONDS) {
            fprintf(stderr, "load: only %d tables and %d connections after %d s\n", tables_live(),
                    tables_connected(), START_SECONDS);
            return false;
        }
    }
    return !stop;
}

struct memory {
    long first, most; /* KB after a tenth of the run, and the most of all */
};

static void measure(const struct options *o, pid_t pid, const struct moment *begin, struct memory *memory)
{
    struct moment last = *begin;
    *memory = (struct memory){.first = begin->rss, .most = begin->rss};
    double done = 0;
    while (!stop && done < 1) {
        tables_run();
        double now = now_s();
        done = o->moves ? (double)(figures.moves - begin->figures.moves) / (double)o->moves
                        : (now - begin->at) / (double)o->seconds;
        if (now - last.at >= REPORT_SECONDS) {
            report(begin, &last, pid);
            last = look(pid);
            if (done < 0.1)
                memory->first = last.rss;
            memory->most = last.rss > memory->most ? last.rss : memory->most;
        }
    }
}

/* Prints the figures. True if they are as good as the goal. */
static bool print(const struct options *o, const struct moment *a, const struct moment *b,
                  const struct memory *memory)
{
    uint64_t times[TIMES], moves = b->figures.moves - a->figures.moves;
    double seconds = b->at - a->at, per_s = (double)moves / seconds;
    for (int i = 0; i < TIMES; i++)
        times[i] = b->figures.times[i] - a->figures.times[i];
    double p99 = figures_quantile(times, 0.99), per_table = (double)b->rss / (double)o->tables;
    printf("tables %ld\nconnections %d\nseconds %.1f\ngames %llu\nmoves %llu\nmoves_per_s %.0f\n", o->tables,
           tables_connected(), seconds, (unsigned long long)(b->figures.games - a->figures.games),
           (unsigned long long)moves, per_s);
    printf("p50_ms %.2f\np90_ms %.2f\np99_ms %.2f\np999_ms %.2f\n", figures_quantile(times, 0.5),
           figures_quantile(times, 0.9), p99, figures_quantile(times, 0.999));
    printf("bytes_per_move %.0f\nclient_cpu_us_per_move %.1f\n",
           (double)(b->figures.bytes - a->figures.bytes) / (double)(moves ? moves : 1),
           (b->own_cpu - a->own_cpu) * 1e6 / (double)(moves ? moves : 1));
    if (b->rss)
        printf("server_cpu_us_per_move %.1f\nserver_processors %.2f\nserver_rss_kb "
               "%ld\nserver_rss_kb_per_table %.1f\n"
               "server_rss_growth_kb %ld\n",
               (b->cpu - a->cpu) * 1e6 / (double)(moves ? moves : 1), (b->cpu - a->cpu) / seconds, b->rss,
               per_table, b->rss - memory->first);
    printf("late_reactions %llu\nerrors %llu\nlost_connections %llu\nstalled_tables %d\n",
           (unsigned long long)figures.late, (unsigned long long)figures.errors,
           (unsigned long long)figures.lost, tables_stalled(STALLED_SECONDS));
    return o->tables >= 2000 && per_s >= 5000 && p99 < 50 && per_table < 100;
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    struct load_config config = {
        .tables = (int)o.tables, .rate = (double)o.rate, .seed = (uint64_t)o.seed, .game = o.game};
    struct child child = {0};
    char folder[256] = "";
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files); /* for the server too */
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (o.connect) {
        const char *colon = strrchr(o.connect, ':');
        char address[64];
        snprintf(address, sizeof address, "%.*s", colon ? (int)(colon - o.connect) : 0, o.connect);
        find_address(&config, address, colon ? atoi(colon + 1) : 0);
    } else {
        if (!o.data)
            make_folder(folder);
        if (!child_start(&child, o.server, o.data ? o.data : folder))
            return 1;
        o.pid = child.pid;
        find_address(&config, "127.0.0.1", child.port);
    }
    tables_open(&config);
    bool fine = warm_up(&o);
    if (fine) {
        struct memory memory;
        struct moment begin = look((pid_t)o.pid);
        measure(&o, (pid_t)o.pid, &begin, &memory);
        struct moment end = look((pid_t)o.pid);
        bool good = print(&o, &begin, &end, &memory);
        fine = (good || !o.goal) && !figures.errors && !figures.lost && !tables_stalled(STALLED_SECONDS);
    }
    tables_close();
    if (child.pid && child_stop(&child) != 0) {
        fprintf(stderr, "load: the server did not stop cleanly\n");
        fine = false;
    }
    if (folder[0])
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return fine ? 0 : 1;
}
