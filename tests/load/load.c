/*
 * load.c: plays random games at many tables at once, and measures how many tables and moves a server carries.
 *
 *   load [--server PROGRAM | --connect ADDR:PORT[,ADDR:PORT…] [--pid N]] [--data DIR] [--tables N]
 *        [--rate MOVES] [--game NAME] [--seconds N | --moves N] [--warm SECONDS] [--seed N] [--spread]
 * [--goal]
 *
 * The program starts `PROGRAM serve` (default: build/castellany) with its data in a new folder, or connects
 * to a server that runs already, or to several nodes of one store. Each table (default: 2,000) has two
 * connections, to one node or with --spread to two; the server must allow that many.
 *
 * It prints one figure a line, "name value", and its progress to the error output. The time of an answer runs
 * from sending a move to its acknowledgement, which the server sends when the move is on the disk. The first
 * figure comes when the measuring begins.
 *
 * The exit status is 1 if a request was refused, a connection was lost or nothing happens at a table. With
 * --goal it is also 1 if the goals of docs/TESTING.md are not met.
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
    bool goal, spread;
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
        bool goal = strcmp(argv[i], "--goal") == 0, spread = strcmp(argv[i], "--spread") == 0;
        o.goal |= goal;
        o.spread |= spread;
        if (goal || spread)
            continue;
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

static const char *make_folder(char folder[256])
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, 256, "%s/castellany-load-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(1);
    }
    return folder;
}

static void add_node(struct load_config *c, const char *address, int port)
{
    if (c->node_count == LOAD_NODES)
        usage("--connect");
    struct node *n = &c->nodes[c->node_count++];
    struct sockaddr_in *a = (struct sockaddr_in *)&n->address;
    a->sin_family = AF_INET;
    a->sin_port = htons((uint16_t)port);
    if (inet_pton(AF_INET, address, &a->sin_addr) != 1 || port == 0)
        usage("--connect");
    n->address_length = sizeof *a;
    snprintf(n->host, sizeof n->host, "%s:%d", address, port);
}

/* ADDR:PORT[,ADDR:PORT…] */
static void add_nodes(struct load_config *c, const char *list)
{
    for (const char *at = list; *at;) {
        char address[64] = "";
        size_t length = strcspn(at, ","), name = strcspn(at, ":,");
        snprintf(address, sizeof address, "%.*s", (int)name, at);
        add_node(c, address, at[name] == ':' ? atoi(at + name + 1) : 0);
        at += length + (at[length] == ',');
    }
}

/* ---- running ---- */

struct moment {
    double at, cpu, own_cpu;
    long rss, files;
    long long store; /* bytes in the data folder; 0 if the folder is not known */
    struct figures figures;
};

static double own_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static struct moment look(const struct options *o)
{
    pid_t pid = (pid_t)o->pid;
    return (struct moment){.at = now_s(),
                           .cpu = process_cpu(pid),
                           .own_cpu = own_cpu(),
                           .rss = process_rss_kb(pid),
                           .files = process_files(pid),
                           .store = o->data ? folder_bytes(o->data) : 0,
                           .figures = figures};
}

static void report(const struct moment *begin, const struct moment *last, const struct moment *now)
{
    fprintf(stderr,
            "load: %.0f s, %d tables, %llu games, %llu moves, %.0f moves/s, server %ld KB, %ld files, %.2f "
            "processors\n",
            now->at - begin->at, tables_live(), (unsigned long long)figures.games,
            (unsigned long long)figures.moves,
            (double)(figures.moves - last->figures.moves) / (now->at - last->at), now->rss, now->files,
            (now->cpu - last->cpu) / (now->at - last->at));
}

/* Runs until all tables play, and for the warm-up time after that. False if some tables never play. */
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
    printf("warm_up_s %.1f\n", now_s() - begin);
    fflush(stdout);
    return !stop;
}

/* When the run is measured: at its beginning, after a tenth of it, after half of it, and at its end. */
enum { BEGIN, TENTH, HALF, END, MOMENTS };

static void measure(const struct options *o, struct moment moments[MOMENTS])
{
    static const double parts[MOMENTS] = {[TENTH] = 0.1, [HALF] = 0.5, [END] = 1};
    struct moment last = moments[BEGIN] = look(o);
    const struct moment *begin = &moments[BEGIN];
    int next = TENTH;
    while (!stop && next < MOMENTS) {
        tables_run();
        double now = now_s();
        double done = o->moves ? (double)(figures.moves - begin->figures.moves) / (double)o->moves
                               : (now - begin->at) / (double)o->seconds;
        if (now - last.at >= REPORT_SECONDS) {
            struct moment present = look(o);
            report(begin, &last, &present);
            last = present;
        }
        while (next < MOMENTS && done >= parts[next])
            moments[next++] = look(o);
    }
    while (next < MOMENTS) /* the run was stopped early */
        moments[next++] = look(o);
}

/* Prints the figures. True if they meet the goals. */
static bool print(const struct options *o, const struct moment moments[MOMENTS])
{
    const struct moment *a = &moments[BEGIN], *b = &moments[END];
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
               "server_rss_kb_10_50_100_percent %ld %ld %ld\nserver_files_10_50_100_percent %ld %ld %ld\n",
               (b->cpu - a->cpu) * 1e6 / (double)(moves ? moves : 1), (b->cpu - a->cpu) / seconds, b->rss,
               per_table, moments[TENTH].rss, moments[HALF].rss, b->rss, moments[TENTH].files,
               moments[HALF].files, b->files);
    if (b->store)
        printf("store_bytes_per_move %.1f\n", (double)(b->store - a->store) / (double)(moves ? moves : 1));
    printf("late_reactions %llu\nerrors %llu\nlost_connections %llu\nstalled_tables %d\n",
           (unsigned long long)figures.late, (unsigned long long)figures.errors,
           (unsigned long long)figures.lost, tables_stalled(STALLED_SECONDS));
    return o->tables >= 2000 && per_s >= 5000 && p99 < 50 && per_table < 100;
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    struct load_config config = {.tables = (int)o.tables,
                                 .rate = (double)o.rate,
                                 .seed = (uint64_t)o.seed,
                                 .game = o.game,
                                 .spread = o.spread};
    struct child child = {0};
    char folder[256] = "";
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files); /* the server inherits this limit */
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (o.connect) {
        add_nodes(&config, o.connect);
    } else {
        if (!o.data)
            o.data = make_folder(folder);
        if (!child_start(&child, o.server, o.data))
            return 1;
        o.pid = child.pid;
        add_node(&config, "127.0.0.1", child.port);
    }
    tables_open(&config);
    bool fine = warm_up(&o);
    if (fine) {
        struct moment moments[MOMENTS];
        measure(&o, moments);
        bool good = print(&o, moments);
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
