/* systemd.h: tells systemd, if it started the program, how the server is (sd_notify(3)). */
#ifndef SERVER_HOST_SYSTEMD_H
#define SERVER_HOST_SYSTEMD_H

/* Sends lines such as "READY=1\nSTATUS=…" to the socket in NOTIFY_SOCKET; does nothing without one. */
void systemd_tell(const char *lines);
/* How often "WATCHDOG=1" must be sent, in milliseconds; 0: never. */
int systemd_watchdog_ms(void);

#endif
