/* systemd.c: tells systemd, if it started the program, how the server is. */
#include "server/host/systemd.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The name of an abstract socket begins with "@", which stands for a NUL. */
void systemd_tell(const char *lines)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    if (!name || (name[0] != '/' && name[0] != '@') || strlen(name) >= sizeof where.sun_path)
        return;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
    memcpy(where.sun_path, name, strlen(name));
    if (name[0] == '@')
        where.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0)
        return;
    sendto(fd, lines, strlen(lines), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&where, size);
    close(fd);
}

/* Half of the time that systemd waits. */
int systemd_watchdog_ms(void)
{
    const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (!usec || (pid && strtol(pid, NULL, 10) != (long)getpid()))
        return 0;
    long ms = strtol(usec, NULL, 10) / 2000;
    return ms > 0 && ms < 3600000 ? (int)ms : 0;
}
