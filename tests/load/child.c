/* child.c: starts the server under load, measures it from outside, and stops it. */
#include "child.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool child_start(struct child *child, const char *program, const char *folder)
{
    int out[2];
    if (pipe(out) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        dup2(out[1], 1);
        close(out[0]);
        close(out[1]);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--connections",
              "100000", "--tables-each", "1000000", "--tables", "1000000", (char *)NULL);
        perror(program);
        _exit(127);
    }
    close(out[1]);
    FILE *said = fdopen(out[0], "r");
    char line[256] = "";
    bool fine = child->pid > 0 && said && fgets(line, sizeof line, said);
    const char *colon = fine ? strrchr(line, ':') : NULL;
    child->port = colon ? atoi(colon + 1) : 0;
    if (said)
        fclose(said);
    if (child->port == 0)
        fprintf(stderr, "load: %s serve does not start\n", program);
    return child->port != 0;
}

int child_stop(struct child *child)
{
    int status;
    kill(child->pid, SIGTERM);
    waitpid(child->pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Reads a file of /proc. Gives "" if the file is missing. */
static void read_proc(pid_t pid, const char *name, char *out, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(out, 1, size - 1, f) : 0;
    out[n] = '\0';
    if (f)
        fclose(f);
}

long process_rss_kb(pid_t pid)
{
    char text[4096];
    read_proc(pid, "status", text, sizeof text);
    const char *line = strstr(text, "VmRSS:");
    return line ? atol(line + 6) : 0;
}

double process_cpu(pid_t pid)
{
    char text[1024];
    unsigned long user = 0, system = 0;
    read_proc(pid, "stat", text, sizeof text);
    const char *after =
        strrchr(text, ')'); /* the process name comes first and may contain any character, even ")" */
    if (after)
        sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

long process_files(pid_t pid)
{
    char path[64];
    long count = -2; /* the entries "." and ".." do not count */
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count > 0 ? count : 0;
}

long long folder_bytes(const char *name)
{
    long long bytes = 0;
    DIR *folder = opendir(name);
    for (const struct dirent *d; folder && (d = readdir(folder));) {
        char path[512];
        struct stat s;
        snprintf(path, sizeof path, "%.250s/%.250s", name, d->d_name);
        if (stat(path, &s) == 0 && S_ISREG(s.st_mode))
            bytes += s.st_size;
    }
    if (folder)
        closedir(folder);
    return bytes;
}
