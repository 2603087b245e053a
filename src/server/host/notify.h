/* notify.h: tells systemd, if it started the program, how the server is (sd_notify(3)). */
#ifndef SERVER_HOST_NOTIFY_H
#define SERVER_HOST_NOTIFY_H

/* Sends lines such as "READY=1\nSTATUS=…" to the socket in NOTIFY_SOCKET; does nothing without one. */
void notify(const char *lines);
/* How often "WATCHDOG=1" must be sent, in milliseconds; 0: never. */
int notify_watchdog_ms(void);

#endif
