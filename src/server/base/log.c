/* log.c: the server's log, on standard error. */
#include "server/base/log.h"

#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"

static const char *const levels[] = {"info", "warn", "error"};

enum { LINE = 1024, RECENT = 16 };

/* A line of the present second, and how often it came again. */
struct recent {
    char line[LINE];
    int repeated;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct recent recent[RECENT]; /* under the lock, as is the rest */
static int recent_count;
static time_t second;
static int dropped; /* lines since the last one that was written */

/* Whether standard error takes a line at once. A pipe that is writable takes PIPE_BUF bytes, which is more
 * than a line has. */
static bool can_write(void)
{
    struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
    return poll(&error, 1, 0) == 1 && (error.revents & POLLOUT);
}

/* Players must not wait because nobody reads the log: a line that would have to wait is only counted. */
static void put(time_t now, const char *line)
{
    char when[32], whole[LINE + 128];
    struct text out = TEXT_IN(whole);
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    if (!can_write()) {
        dropped++;
        return;
    }
    if (dropped)
        text_printf(&out, "time=%s level=warn event=log_dropped count=%d\n", when, dropped);
    dropped = 0;
    text_printf(&out, "time=%s %s\n", when, line);
    if (write(STDERR_FILENO, whole, out.length) < 0)
        dropped++;
}

/* Says how often the lines of a second came again. */
static void put_repeated(time_t now)
{
    for (int i = 0; i < recent_count; i++) {
        const char *event = strstr(recent[i].line, "event=") + strlen("event=");
        char more[128];
        if (!recent[i].repeated)
            continue;
        snprintf(more, sizeof more, "level=info event=repeated of=%.*s count=%d", (int)strcspn(event, " "),
                 event, recent[i].repeated);
        put(now, more);
    }
    recent_count = 0;
}

/* The same line again within a second is only counted, also if others come between: a fault that comes often
 * must not fill the disk. */
static void write_line(const char *line)
{
    time_t now = time(NULL);
    int i = 0;
    pthread_mutex_lock(&lock);
    if (now != second || recent_count == RECENT)
        put_repeated(now);
    second = now;
    while (i < recent_count && strcmp(recent[i].line, line) != 0)
        i++;
    if (i < recent_count) {
        recent[i].repeated++;
    } else {
        snprintf(recent[i].line, sizeof recent[i].line, "%s", line);
        recent[i].repeated = 0;
        recent_count++;
        put(now, line);
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
    char buffer[LINE];
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
    char message[768], buffer[LINE];
    struct text line = TEXT_IN(buffer);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    begin(&line, level, event);
    put_pair(&line, "msg", message);
    write_line(buffer);
}

void log_end(void)
{
    pthread_mutex_lock(&lock);
    put_repeated(time(NULL));
    pthread_mutex_unlock(&lock);
}
