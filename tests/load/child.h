/* child.h: starts the server under load, measures it from outside, and stops it. */
#ifndef LOAD_CHILD_H
#define LOAD_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    int port;
};

/* Starts `program serve` on a free port of the loopback, with its data in this folder. Prints a message and
 * returns false if that fails. */
bool child_start(struct child *child, const char *program, const char *folder);
/* Ends it with SIGTERM; returns its exit status, -1 if it was killed. */
int child_stop(struct child *child);

/* Memory in use, in KB; processor time so far (user and system, all threads), in seconds. Both are 0 if
 * unknown. */
long process_rss_kb(pid_t pid);
double process_cpu(pid_t pid);
/* Open files and connections. */
long process_files(pid_t pid);

/* The size of all files in a folder. */
long long folder_bytes(const char *folder);

#endif
