/*
 * log.h: the server's log, on standard error, in logfmt: one event a line, as
 *
 *     time=2026-11-16T18:00:00Z level=warn event=login_failed address=192.0.2.7 account=- tries=1
 *
 * It never holds a secret, and it never waits: lines that standard error does not take at once are dropped
 * and counted.
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

enum log_level {
    LOG_INFO,
    LOG_WARN, /* somebody should know */
    LOG_ERROR /* somebody must do something */
};

/* An event with pairs of texts: a key and its value, ended by NULL. */
void log_event(enum log_level, const char *event, ...) __attribute__((sentinel));
/* An event with a sentence, which becomes msg="…". */
void log_line(enum log_level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Says how often the last lines came again. To be called before the program ends. */
void log_end(void);

#endif
