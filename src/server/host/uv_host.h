/* uv_host.h: the host port on a libuv loop: clock, timer, threads, the system's random numbers. */
#ifndef SERVER_HOST_UV_HOST_H
#define SERVER_HOST_UV_HOST_H

#include "server/host/passwords.h"
#include "server/host/thinking.h"
#include "server/host/wakes.h"
#include "server/host/working.h"
#include "server/transport/net.h"

struct server;

struct uv_host {
    uv_loop_t *loop;
    struct server *server;
    struct net *net; /* set once the network is open */
    struct thinking thinking;
    struct working passwords, working;
    uv_timer_t turn; /* for clients that go on in the loop's next turn: */
    uint64_t *queued;
    size_t queued_count, queued_capacity;
    struct wakes wakes;
    uv_timer_t timer;
    /* Time is the steady clock and `begin`: milliseconds since 1970 when it showed `steady`. */
    int64_t begin;
    uint64_t steady;
    int64_t wanted; /* where `begin` moves to, slowly, so that time never goes back */
    uint64_t moved; /* when it last moved, by the steady clock */
    int64_t told;   /* the last time that somebody was told; 0: none yet */
};

void uv_host_open(struct uv_host *, uv_loop_t *, struct server *);
struct host uv_host_port(struct uv_host *);
/* Follows a clock that showed `then` at some moment between two moments of uv_hrtime. The first calls, before
 * anybody has asked for the time, set it; later it goes at most a tenth faster or slower. */
void uv_host_follow(struct uv_host *, int64_t then, uint64_t after, uint64_t before);
/* Closes its timer. Run the loop until it is empty, then call uv_host_free. */
void uv_host_close(struct uv_host *);
void uv_host_free(struct uv_host *);

#endif
