/* log.h: lines for who runs the server, on standard error. They never hold a secret. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
