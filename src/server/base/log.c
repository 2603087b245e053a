/* log.c: lines for whoever runs the server, on standard error. */
#include "server/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[1024]; /* under the lock, as is the rest */
static time_t last_at;
static int repeated;

static void put(time_t now, const char *line)
{
    char when[32];
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    fprintf(stderr, "%s %s\n", when, line);
}

/* The same line again within a second is only counted: a fault that comes often must not fill the disk. */
void log_line(const char *format, ...)
{
    char line[sizeof last], more[64];
    time_t now = time(NULL);
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&lock);
    if (now == last_at && strcmp(line, last) == 0) {
        repeated++;
    } else {
        if (repeated) {
            snprintf(more, sizeof more, "(the last line came %d times more)", repeated);
            put(now, more);
        }
        put(now, line);
        memcpy(last, line, sizeof last);
        last_at = now;
        repeated = 0;
    }
    pthread_mutex_unlock(&lock);
}
