/* child.h: the server under load: started, measured from outside, stopped. */
#ifndef LOAD_CHILD_H
#define LOAD_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    int port;
};

/* Starts `program serve` on a free port of the loopback with its data in a folder. False after a message. */
bool child_start(struct child *child, const char *program, const char *folder);
/* Ends it with SIGTERM; returns its exit status, -1 if it was killed. */
int child_stop(struct child *child);

/* Memory in use, in KB, and processor time so far (user and system, all threads), in seconds. 0 if unknown.
 */
long process_rss_kb(pid_t pid);
double process_cpu(pid_t pid);
/* Open files and connections. */
long process_files(pid_t pid);

/* The size of all files in a folder. */
long long folder_bytes(const char *folder);

#endif
