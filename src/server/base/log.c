/* log.c: lines for whoever runs the server, on standard error. */
#include "server/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/text.h"

static const char *const levels[] = {"info", "warn", "error"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[1024]; /* under the lock, as is the rest */
static time_t last_at;
static int repeated;

static void put(time_t now, const char *line)
{
    char when[32];
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    fprintf(stderr, "time=%s %s\n", when, line);
}

/* The same line again within a second is only counted: a fault that comes often must not fill the disk. */
static void write_line(const char *line)
{
    char more[64];
    time_t now = time(NULL);
    pthread_mutex_lock(&lock);
    if (now == last_at && strcmp(line, last) == 0) {
        repeated++;
    } else {
        if (repeated) {
            snprintf(more, sizeof more, "level=info event=repeated count=%d", repeated);
            put(now, more);
        }
        put(now, line);
        snprintf(last, sizeof last, "%s", line);
        last_at = now;
        repeated = 0;
    }
    pthread_mutex_unlock(&lock);
}

static void begin(struct text *line, enum log_level level, const char *event)
{
    text_printf(line, "level=%s event=%s", levels[level], event);
}

/* A value with spaces, quotes, equals signs or control characters is in quotes. */
static void put_pair(struct text *line, const char *key, const char *value)
{
    bool plain = *value != '\0';
    for (const char *p = value; *p; p++)
        plain = plain && (unsigned char)*p > ' ' && *p != '"' && *p != '=' && *p != '\\' && *p != 0x7f;
    text_printf(line, " %s=", key);
    if (plain) {
        text_put(line, value);
        return;
    }
    text_char(line, '"');
    for (const char *p = value; *p; p++) {
        if (*p == '"' || *p == '\\')
            text_char(line, '\\');
        text_char(line, (unsigned char)*p < ' ' || *p == 0x7f ? ' ' : *p);
    }
    text_char(line, '"');
}

void log_event(enum log_level level, const char *event, ...)
{
    char buffer[sizeof last];
    struct text line = TEXT_IN(buffer);
    va_list pairs;
    begin(&line, level, event);
    va_start(pairs, event);
    for (const char *key; (key = va_arg(pairs, const char *));)
        put_pair(&line, key, va_arg(pairs, const char *));
    va_end(pairs);
    write_line(buffer);
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
    char message[768], buffer[sizeof last];
    struct text line = TEXT_IN(buffer);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    begin(&line, level, event);
    put_pair(&line, "msg", message);
    write_line(buffer);
}
