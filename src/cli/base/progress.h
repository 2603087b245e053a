/* progress.h: how far a long task is and how much time it still needs, on standard error if that is a
 * terminal. */
#ifndef CLI_BASE_PROGRESS_H
#define CLI_BASE_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *what; /* of which there are `total`: "games" */
    long total;
    double begin, shown; /* milliseconds of clock_wall */
    bool terminal, on;
};

/* Begins a task. Nothing is shown during its first two seconds. */
struct progress progress_begin(const char *what, long total);
/* Shows that `done` of them are done, and `more` after that. */
void progress_show(struct progress *, long done, const char *more);
/* Removes the line. */
void progress_end(struct progress *);

/* The same for work that has several parts and tells how far each of them is; `context` is a struct progress.
 */
void progress_part(void *context, const char *part, long done, long total);

/* "12 s", "3 min", "2 h 05 min". */
enum { PROGRESS_TIME = 32 };
void progress_time(double seconds, char out[PROGRESS_TIME]);

#endif
