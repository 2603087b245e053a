/* stranger_log.c: the log of the servers of strangers, which nobody reads. */
#include "server/base/log.h"

void log_event(enum log_level level, const char *event, ...)
{
    (void)level;
    (void)event;
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
    (void)level;
    (void)event;
    (void)format;
}

void log_end(void)
{
}
