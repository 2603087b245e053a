/* progress.c: how far a long task is and how much time it still needs. */
#include "cli/base/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/base/bot_setup.h"

enum { SILENT_MS = 2000, EVERY_MS = 200 };

struct progress progress_begin(const char *what, long total)
{
    return (struct progress){
        .what = what, .total = total, .begin = clock_wall(NULL), .terminal = isatty(STDERR_FILENO)};
}

void progress_time(double seconds, char out[PROGRESS_TIME])
{
    long s = (long)(seconds + 0.999), minutes = (s + 30) / 60;
    if (s < 90)
        snprintf(out, PROGRESS_TIME, "%ld s", s);
    else if (minutes < 90)
        snprintf(out, PROGRESS_TIME, "%ld min", minutes);
    else
        snprintf(out, PROGRESS_TIME, "%ld h %02ld min", minutes / 60, minutes % 60);
}

void progress_show(struct progress *p, long done, const char *more)
{
    double now = clock_wall(NULL), spent = now - p->begin;
    if (!p->terminal || spent < SILENT_MS || now - p->shown < EVERY_MS)
        return;
    char time[PROGRESS_TIME];
    if (done > 0)
        progress_time(spent / 1000 * (double)(p->total - done) / (double)done, time);
    else
        progress_time(spent / 1000, time);
    fprintf(stderr, "\r\033[K%ld of %ld %s, %s%s %s%s%s", done, p->total, p->what, done > 0 ? "about " : "",
            time, done > 0 ? "left" : "so far", *more ? "; " : "", more);
    p->shown = now;
    p->on = true;
}

void progress_part(void *context, const char *part, long done, long total)
{
    struct progress *p = context;
    if (p->what != part || p->total != total) {
        progress_end(p);
        *p = progress_begin(part, total);
    }
    progress_show(p, done, "");
}

void progress_end(struct progress *p)
{
    if (p->on)
        fputs("\r\033[K", stderr);
    p->on = false;
}
