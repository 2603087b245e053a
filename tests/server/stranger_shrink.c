/*
 * stranger_shrink.c: runs strangers in processes of their own, so that a crash is only the end of a round;
 * then does the steps of that round again, without some of them, as long as the same happens.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "stranger_shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stranger.h"

enum {
    LOG_BYTES = 16 * 1024 * 1024,
    LINES = STRANGER_STEPS + 1,
    LEAKS_EVERY = 25, /* rounds */
    PAIR_EVERY = 1,
    TRY_SECONDS = 60, /* of CPU, for a round that is done again */
    TRIES = 4000,
    LEAKED = 77 /* exit status */
};

/* Of the leak sanitizer, if the program has it. */
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));
/* Of gcov, if the program was linked with -Wl,-u,__gcov_dump. */
extern void __gcov_dump(void) __attribute__((weak));

/* The sanitizers end the program at the first fault. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=76:detect_stack_use_after_return=0:max_malloc_fill_size=0:quarantine_size_mb=16:"
           "malloc_context_size=12";
}
const char *__ubsan_default_options(void)
{
    return "halt_on_error=1:print_stacktrace=1";
}

/* What a process that runs rounds tells its parent, which outlives it. */
struct shared {
    uint64_t seed; /* of the round */
    int nodes;
    long requests, rounds;  /* that are done */
    char law[STRANGER_LAW]; /* that was broken, or "" */
    size_t length;
    char log[LOG_BYTES]; /* the steps of the round, a line each */
};

static struct shared *shared;

static void leave_if_leaked(void)
{
    if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check())
        _exit(LEAKED);
}

/* ---- rounds ---- */

static void note_step(const char *line)
{
    size_t n = strlen(line);
    if (shared->length + n + 2 > sizeof shared->log)
        return;
    memcpy(shared->log + shared->length, line, n);
    shared->length += n;
    shared->log[shared->length++] = '\n';
    shared->log[shared->length] = '\0';
}

static void run_round(uint64_t seed, int nodes)
{
    static struct stranger s;
    char line[STRANGER_LINE];
    struct choice c = {0};
    shared->seed = seed;
    shared->length = 0;
    rng_seed(&c.rng, seed);
    stranger_open(&s, seed, nodes);
    for (int step = 1; step <= STRANGER_STEPS; step++) {
        stranger_next(&s, &c, step, line);
        note_step(line);
        stranger_do(&s, line);
    }
    stranger_close(&s);
    shared->requests += s.requests;
    shared->rounds++;
}

/* A round whose only step is a pair of games. */
static const char pair_step[] = "1 pair 0 ";

static void run_pair(uint64_t seed)
{
    shared->seed = seed;
    shared->length = 0;
    note_step(pair_step);
    stranger_pair(seed);
}

static void run_rounds(uint64_t seed, long requests, int nodes)
{
    while (shared->requests < requests) {
        run_round(seed + (uint64_t)shared->rounds, nodes);
        if (shared->rounds % PAIR_EVERY == 0)
            run_pair(seed + (uint64_t)shared->rounds);
        if (shared->rounds % LEAKS_EVERY == 0)
            leave_if_leaked();
    }
    leave_if_leaked();
    if (__gcov_dump)
        __gcov_dump();
    fflush(stdout);
    _exit(0);
}

/* ---- doing steps again ---- */

struct steps {
    const char *line[LINES];
    int count;
};

static void do_list(const struct steps *list, uint64_t seed, int nodes)
{
    static struct stranger s;
    if (list->count == 1 && strcmp(list->line[0], pair_step) == 0) {
        stranger_pair(seed);
        return;
    }
    stranger_open(&s, seed, nodes);
    for (int i = 0; i < list->count; i++)
        stranger_do(&s, list->line[i]);
    stranger_close(&s);
}

/* How a round ended. */
struct end {
    int status;
    char law[STRANGER_LAW];
};

/* Does a list in a process of its own. Its messages go to a file. */
static struct end try_list(const struct steps *list, const char *messages)
{
    struct end end = {0};
    shared->law[0] = '\0';
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {TRY_SECONDS, TRY_SECONDS};
        setrlimit(RLIMIT_CPU, &limit);
        if (!freopen(messages, "w", stderr))
            _exit(0);
        setvbuf(stderr, NULL, _IONBF, 0);
        do_list(list, shared->seed, shared->nodes);
        leave_if_leaked();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &end.status, 0) != child)
        end.status = 0;
    memcpy(end.law, shared->law, sizeof end.law);
    return end;
}

/* Whether a list still fails in the same way. */
static bool fails(const struct steps *list, const struct end *how, const char *messages)
{
    struct end end = try_list(list, messages);
    return end.status && end.status == how->status && strcmp(end.law, how->law) == 0;
}

static bool ends_badly(const struct steps *list, struct end *out)
{
    *out = try_list(list, "/dev/null");
    return out->status != 0;
}

static void split(struct steps *list)
{
    list->count = 0;
    for (char *at = shared->log, *end; (end = strchr(at, '\n')) && list->count < LINES; at = end + 1) {
        *end = '\0';
        list->line[list->count++] = at;
    }
}

/* Leaves out chunks of steps, ever smaller ones, as long as the rest fails. */
static void shrink(struct steps *list, const struct end *end)
{
    int tries = 0;
    time_t late = time(NULL) + 600;
    for (int size = list->count / 2; size > 0; size = size > 1 ? (size + 1) / 2 : 0) {
        bool any = false;
        for (int from = list->count - size; from > -size && tries < TRIES && time(NULL) < late;
             from -= size) {
            static struct steps rest;
            int begin = from < 0 ? 0 : from;
            rest.count = 0;
            for (int i = 0; i < list->count; i++)
                if (i < begin || i >= from + size)
                    rest.line[rest.count++] = list->line[i];
            tries++;
            if (rest.count < list->count && fails(&rest, end, "/dev/null")) {
                *list = rest;
                any = true;
            }
        }
        if (size == 1 && any)
            size = 2; /* once more: what was needed before may be needed no more */
    }
}

static void print_file(const char *name)
{
    char line[4096];
    FILE *f = fopen(name, "r");
    for (int i = 0; f && i < 60 && fgets(line, sizeof line, f); i++)
        fputs(line, stdout);
    if (f)
        fclose(f);
}

static void explain(const struct end *end)
{
    static struct steps list;
    char messages[] = "/tmp/stranger-XXXXXX";
    int fd = mkstemp(messages);
    split(&list);
    printf("stranger: seed %llu failed after %d steps of its round; looking for a short list\n",
           (unsigned long long)shared->seed, list.count);
    fflush(stdout);
    if (fails(&list, end, messages)) {
        shrink(&list, end);
        fails(&list, end, messages);
    } else {
        printf("stranger: the same steps do not fail again\n");
    }
    print_file(messages);
    printf("stranger: these steps repeat it, if they are in the file of stranger_test --repeat FILE:\n");
    printf("seed %llu nodes %d\n", (unsigned long long)shared->seed, shared->nodes);
    for (int i = 0; i < list.count; i++)
        printf("%s\n", list.line[i]);
    fflush(stdout);
    if (fd >= 0)
        close(fd);
    unlink(messages);
}

/* Something was left behind in one of the last rounds: finds out in which. */
static void find_leak(uint64_t seed, int nodes)
{
    long last = shared->rounds, first = last > LEAKS_EVERY ? last - LEAKS_EVERY : 0;
    for (long round = first; round < last; round++) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            run_round(seed + (uint64_t)round, nodes);
            leave_if_leaked();
            _exit(0);
        }
        if (child > 0 && waitpid(child, &status, 0) == child && status)
            return;
    }
}

static bool open_shared(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    stranger_broken = shared->law;
    return true;
}

bool shrink_run(uint64_t seed, long requests, int nodes)
{
    int status = 0;
    struct timespec begin, end;
    if (!open_shared())
        return false;
    shared->nodes = nodes;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_rounds(seed, requests, nodes);
    bool ended = child > 0 && waitpid(child, &status, 0) == child;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    printf(
        "stranger: %ld requests in %ld rounds, %.0f s, %.0f requests a second, %d node%s, from seed %llu\n",
        shared->requests, shared->rounds, seconds, (double)shared->requests / seconds, nodes,
        nodes > 1 ? "s" : "", (unsigned long long)seed);
    if (ended && status == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == LEAKED)
        find_leak(seed, nodes);
    struct end how = {.status = status};
    memcpy(how.law, shared->law, sizeof how.law);
    explain(&how);
    return false;
}

/* Reads a list into the log. */
static bool read_list(const char *file)
{
    unsigned long long seed;
    char line[STRANGER_LINE];
    FILE *f = fopen(file, "r");
    bool fine = f && open_shared() && fscanf(f, "seed %llu nodes %d\n", &seed, &shared->nodes) == 2;
    while (fine && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        note_step(line);
    }
    if (fine)
        shared->seed = seed;
    if (f)
        fclose(f);
    return fine;
}

bool shrink_repeat(const char *file)
{
    static struct steps list;
    if (!read_list(file))
        return false;
    split(&list);
    do_list(&list, shared->seed, shared->nodes);
    return true;
}

bool shrink_shorten(const char *file)
{
    static struct steps list;
    struct end end = {0};
    if (!read_list(file))
        return false;
    split(&list);
    if (!ends_badly(&list, &end))
        return false;
    for (size_t i = 0; i < shared->length; i++) /* explain splits it again */
        shared->log[i] = shared->log[i] ? shared->log[i] : '\n';
    explain(&end);
    return true;
}
