/* folder.c: makes the data folder of a server and locks it for one program. */
#include "server/base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/log.h"

enum { PATH = 4096 };

/* Makes a folder and the folders above it, if they are missing. */
static bool make_folder(const char *folder)
{
    char path[PATH];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            if (mkdir(path, 0700) != 0 && errno != EEXIST)
                return false;
            *at = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Two programs on one folder would both make the computers' moves, and take the socket of castellany admin
 * from each other. The lock is on the folder itself: it leaves no file behind and ends with the program, even
 * after a crash. */
int folder_open(const char *folder, struct text *error)
{
    int fd = make_folder(folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0) {
        text_printf(error, "%s: %s", folder, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (errno == EWOULDBLOCK) {
        text_printf(error, "%s is in use by another castellany; stop that one or choose another --data",
                    folder);
        close(fd);
        return -1;
    }
    log_line(LOG_WARN, "store", "%s cannot be locked: %s", folder, strerror(errno));
    return fd;
}
