/* log.h: the server's log, on standard error. It never holds a secret. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
