/*
 * full_disk.c: a full disk for PostgreSQL. It is loaded before the program (LD_PRELOAD). While the file
 * CASTELLANY_DISK_FULL is there, no file can grow: what lies within a file can be written, as on a real disk.
 */
#undef _FILE_OFFSET_BITS /* else these functions had other names */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool is_full(int fd, off_t end)
{
    const char *flag = getenv("CASTELLANY_DISK_FULL");
    struct stat s;
    int saved = errno;
    bool full =
        flag && access(flag, F_OK) == 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && end > s.st_size;
    errno = full ? ENOSPC : saved;
    return full;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    return is_full(fd, at + (off_t)size) ? -1 : syscall(SYS_pwrite64, fd, data, size, at);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
    static ssize_t (*real)(int, const struct iovec *, int, off_t);
    off_t size = 0;
    for (int i = 0; i < count; i++)
        size += (off_t)parts[i].iov_len;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pwritev");
    return is_full(fd, at + size) ? -1 : real(fd, parts, count, at);
}

int posix_fallocate(int fd, off_t at, off_t size)
{
    if (is_full(fd, at + size))
        return ENOSPC;
    return syscall(SYS_fallocate, fd, 0, at, size) == 0 ? 0 : errno;
}
