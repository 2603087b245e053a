/*
 * faults.c: makes writes to the store fail now and then, for crash.py. It is loaded before the program
 * (LD_PRELOAD). Of CASTELLANY_FAULTS calls about one fails: with EIO, with ENOSPC, or, if it writes, after
 * half of the bytes. Only files named castellany.db… are touched. If the file CASTELLANY_SYNC_FAILS is there,
 * the next sync fails and the file goes.
 */
#undef _FILE_OFFSET_BITS /* else pwrite and pwrite64 were one name */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum fault { FAULT_NONE, FAULT_EIO, FAULT_ENOSPC, FAULT_SHORT };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t seed;

static uint64_t draw(void)
{
    pthread_mutex_lock(&lock);
    if (!seed) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_nsec * 2654435761u + (uint64_t)getpid() + 1;
    }
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    uint64_t drawn = seed;
    pthread_mutex_unlock(&lock);
    return drawn >> 16;
}

static int is_store(int fd)
{
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0)
        return 0;
    path[n] = '\0';
    return strstr(path, "castellany.db") && !strstr(path, "-shm");
}

static enum fault fault_for(int fd)
{
    const char *rarity = getenv("CASTELLANY_FAULTS");
    int saved = errno;
    long one_of = rarity ? atol(rarity) : 0;
    enum fault fault = FAULT_NONE;
    if (one_of > 0 && draw() % (uint64_t)one_of == 0 && is_store(fd))
        fault = (enum fault)(1 + draw() % 3);
    errno = saved;
    return fault;
}

static ssize_t fail(enum fault fault)
{
    errno = fault == FAULT_ENOSPC ? ENOSPC : EIO;
    return -1;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    enum fault fault = fault_for(fd);
    if (fault == FAULT_EIO || fault == FAULT_ENOSPC)
        return fail(fault);
    return syscall(SYS_pwrite64, fd, data, fault ? (size + 1) / 2 : size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
    enum fault fault = fault_for(fd);
    if (fault == FAULT_EIO || fault == FAULT_ENOSPC)
        return fail(fault);
    return syscall(SYS_pwrite64, fd, data, fault ? (size + 1) / 2 : size, at);
}

ssize_t write(int fd, const void *data, size_t size)
{
    enum fault fault = fault_for(fd);
    if (fault == FAULT_EIO || fault == FAULT_ENOSPC)
        return fail(fault);
    return syscall(SYS_write, fd, data, fault ? (size + 1) / 2 : size);
}

static int sync_fails(int fd)
{
    const char *trigger = getenv("CASTELLANY_SYNC_FAILS");
    int saved = errno;
    int fails = fault_for(fd) != FAULT_NONE || (trigger && is_store(fd) && unlink(trigger) == 0);
    errno = saved;
    return fails;
}

int fsync(int fd)
{
    return sync_fails(fd) ? (int)fail(FAULT_EIO) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return sync_fails(fd) ? (int)fail(FAULT_EIO) : (int)syscall(SYS_fdatasync, fd);
}
