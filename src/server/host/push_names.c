/*
 * push_names.c: looks for the address of a push service. getaddrinfo has no limit of time and cannot be
 * interrupted, so a thread of its own calls it, which nobody waits for when it takes too long.
 */
#include "server/host/push_names.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <uv.h>

#include "server/base/memory.h"

struct push_names {
    uv_mutex_t mutex;
    uv_cond_t changed;
    /* under the mutex: */
    int users; /* the owner, and the search */
    bool stopped, searching;
    bool given_up; /* nobody waits for what is found */
    char host[256], port[8];
    struct addrinfo *found;
};

struct push_names *push_names_open(void)
{
    struct push_names *n = must_calloc(1, sizeof *n);
    uv_mutex_init(&n->mutex);
    uv_cond_init(&n->changed);
    n->users = 1;
    return n;
}

/* The mutex is held. */
static void leave(struct push_names *n)
{
    bool last = --n->users == 0;
    uv_mutex_unlock(&n->mutex);
    if (!last)
        return;
    uv_mutex_destroy(&n->mutex);
    uv_cond_destroy(&n->changed);
    free(n);
}

static void *search(void *context)
{
    struct push_names *n = context;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(n->host, n->port, &hints, &found) != 0)
        found = NULL;
    uv_mutex_lock(&n->mutex);
    if (n->given_up && found)
        freeaddrinfo(found);
    n->found = n->given_up ? NULL : found;
    n->searching = false;
    uv_cond_signal(&n->changed);
    leave(n);
    return NULL;
}

/* Begins a search. The mutex is held. */
static bool begin(struct push_names *n, const char *host, const char *port)
{
    pthread_t thread;
    pthread_attr_t detached;
    snprintf(n->host, sizeof n->host, "%s", host);
    snprintf(n->port, sizeof n->port, "%s", port);
    n->given_up = false;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    n->searching = pthread_create(&thread, &detached, search, n) == 0;
    pthread_attr_destroy(&detached);
    n->users += n->searching;
    return n->searching;
}

/* Waits until no search is under way. The mutex is held. */
static bool wait_for_end(struct push_names *n, uint64_t until)
{
    uint64_t now;
    while (n->searching && !n->stopped && (now = uv_hrtime()) < until)
        uv_cond_timedwait(&n->changed, &n->mutex, until - now);
    return !n->searching && !n->stopped;
}

struct addrinfo *push_names_find(struct push_names *n, const char *host, const char *port, int wait_ms)
{
    struct addrinfo *found = NULL;
    uint64_t until = uv_hrtime() + (uint64_t)wait_ms * 1000000;
    uv_mutex_lock(&n->mutex);
    if (wait_for_end(n, until) && begin(n, host, port)) {
        wait_for_end(n, until);
        n->given_up = n->searching;
        found = n->found;
        n->found = NULL;
    }
    uv_mutex_unlock(&n->mutex);
    return found;
}

void push_names_stop(struct push_names *n)
{
    uv_mutex_lock(&n->mutex);
    n->stopped = true;
    uv_cond_broadcast(&n->changed);
    uv_mutex_unlock(&n->mutex);
}

void push_names_free(struct push_names *n)
{
    uv_mutex_lock(&n->mutex);
    leave(n);
}
