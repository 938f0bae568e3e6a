/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A server to start from: epoll, and a timer for each connection. It sends back what it receives, and closes a connection that was
   silent for too long. `./echo 7000 5000`: port 7000, silent for 5,000 ms, loopback only. Without arguments it tries itself. */
#define _GNU_SOURCE
#include <sys/epoll.h>

#include "echo_client.h"
#include "tw_hier.h"

enum { LISTENER = CONNECTIONS, SIGNALS }; /* beside the ids */
_Static_assert(FIRST_MS < TW_SLEEP_MAX, "the silence does not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, CONNECTIONS);
static struct tw_hier wheel;
static int epoll, ends, sockets[CONNECTIONS]; /* a connection and its timer have the same number */
static uint32_t next_free[CONNECTIONS], first_free; /* first_free is CONNECTIONS if none is free */

static void watch(int file, uint32_t what)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = what}};
    check(epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event) == 0, "epoll_ctl");
}

static void start_timer(uint32_t id, uint32_t now) /* 1 more: this millisecond has begun */
{
    check(tw_hier_restart_at(&wheel, id, now + silence_ms + 1u) == TW_OK, "restart_at");
}

static void release(uint32_t id) /* its timer is idle */
{
    (void)close(sockets[id]);
    next_free[id] = first_free;
    first_free = id;
}

static void accept_all(int listener, uint32_t now)
{
    for (int file; (file = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        const uint32_t id = first_free;
        if (id == CONNECTIONS) {
            (void)close(file);
        } else {
            first_free = next_free[id];
            sockets[id] = file;
            watch(file, id);
            start_timer(id, now);
        }
    }
    check(errno == EAGAIN || errno == EINTR || errno == ECONNABORTED, "accept4");
}

static void receive(uint32_t id, uint32_t now)
{
    char text[512];
    const ssize_t got = read(sockets[id], text, sizeof(text));
    if (got > 0 && send(sockets[id], text, (size_t)got, MSG_NOSIGNAL) == got) {
        start_timer(id, now);
    } else if (got >= 0 || errno != EAGAIN) { /* the other end has closed, or does not read */
        check(tw_hier_stop(&wheel, id) == TW_OK, "stop");
        release(id);
    }
}

static void deliver_timers(void)
{
    const uint32_t now = milliseconds();
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { release(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    /* A new reading is refused, too, only if this process stood still for P/2 or more. */
    check(status == TW_OK || tw_lag(tw_hier_now(&wheel), milliseconds()) <= TW_STRIDE_MAX, "gap");
}

/* Until a timer is due. Without a timer for ever: advance comes before the next start. */
static int timeout(uint32_t now)
{
    uint32_t id;
    uint32_t ticks;
    const enum tw_status status = tw_hier_earliest(&wheel, now, &id, &ticks);
    if (status != TW_OK) { return status == TW_NOT_ACTIVE ? -1 : 0; } /* see advance */
    return (int)(ticks < TW_SLEEP_MAX ? ticks : TW_SLEEP_MAX);
}

static void run_once(int listener)
{
    struct epoll_event events[64];
    const int ready = epoll_wait(epoll, events, 64, timeout(milliseconds()));
    check(ready >= 0 || errno == EINTR, "epoll_wait");
    deliver_timers();                    /* before any start */
    const uint32_t now = milliseconds(); /* after all handlers, for all starts that follow */
    for (int i = 0; i < ready; i++) {
        const uint32_t id = events[i].data.u32;
        if (id == SIGNALS) { ends = 1; }
        if (id == LISTENER) { accept_all(listener, now); }
        if (tw_hier_is_active(&wheel, id)) { receive(id, now); } /* else just closed */
    }
}

static int serve(int listener) /* until SIGTERM */
{
    epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(listener, LISTENER);
    watch(signal_file(), SIGNALS);
    check(TW_HIER_INIT(&wheel, memory, milliseconds()) == TW_OK, "init");
    for (uint32_t id = 0u; id < CONNECTIONS; id++) {
        next_free[id] = id + 1u; /* the first free one is 0 */
    }
    while (ends == 0) {
        run_once(listener);
    }
    return 0;
}

int main(int argc, char **argv)
{
    return serve_or_try(argc, argv, serve);
}
