/* log.c: the server's log, on standard error. */
#include "server/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void log_line(const char *format, ...)
{
    char line[1024], when[32];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    fprintf(stderr, "%s %s\n", when, line);
}
