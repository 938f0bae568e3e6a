/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A server to start from: epoll, and a timer for each connection. It sends back what it receives, and closes a connection that was
   silent for too long. `./echo 7000 5000`: port 7000, silent for 5,000 ms, loopback only. Without arguments it tries itself. */
#define _GNU_SOURCE
#include <sys/epoll.h>

#include "echo_client.h"
#include "tw_host.h"

struct connection {
    int socket;
    struct tw_host_handle timer;
};

static struct tw_host timers; /* owned by their connections */
static struct connection door, term;
static int epoll, ends;

static void watch(struct connection *what)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = what}};
    check(epoll_ctl(epoll, EPOLL_CTL_ADD, what->socket, &event) == 0, "epoll_ctl");
}

static void end(struct connection *c) /* its timer is stopped, or has expired */
{
    (void)close(c->socket);
    free(c);
}

static void begin(int file, uint64_t deadline)
{
    struct connection *const c = calloc(1u, sizeof(*c));
    if (c == NULL || tw_host_list(&timers, NULL, 0u) == CONNECTIONS ||
        tw_host_start(&timers, deadline, c, &c->timer) != TW_OK) {
        (void)close(file);
        free(c);
        return;
    }
    c->socket = file;
    watch(c);
}

static void accept_all(uint64_t deadline)
{
    int file = 0;
    while ((file = accept4(door.socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        begin(file, deadline);
    }
    check(errno == EAGAIN || errno == EINTR || errno == ECONNABORTED, "accept4");
}

static void receive(struct connection *c, uint64_t deadline)
{
    char text[512];
    const ssize_t got = read(c->socket, text, sizeof(text));
    if (got > 0 && send(c->socket, text, (size_t)got, MSG_NOSIGNAL) == got) {
        check(tw_host_restart(&timers, deadline, &c->timer) == TW_OK, "restart");
    } else if (got >= 0 || errno != EAGAIN) { /* the other end has closed, or does not read */
        check(tw_host_stop(&timers, c->timer) == TW_OK, "stop");
        end(c);
    }
}

static void handle(struct connection *what, uint64_t deadline)
{
    if (what == &term) {
        ends = 1;
    } else if (what == &door) {
        accept_all(deadline);
    } else {
        receive(what, deadline);
    }
}

/* Events come before timers: a connection that has said something is not silent, and none ends before its event. */
static void run_once(void)
{
    struct epoll_event events[64];
    struct tw_host_timer timer;
    const int ms = tw_host_timeout(tw_host_next(&timers, milliseconds(), false), 1u);
    const int ready = epoll_wait(epoll, events, 64, ms);
    const uint64_t now = milliseconds();
    check(ready >= 0 || errno == EINTR, "epoll_wait");
    for (int i = 0; i < ready; i++) {
        handle(events[i].data.ptr, now + silence_ms + 1u); /* 1 more: this millisecond has begun */
    }
    while (tw_host_expire(&timers, now, &timer) == TW_EXPIRED) {
        end(timer.owner);
    }
}

static int serve(int file) /* until SIGTERM */
{
    epoll = epoll_create1(EPOLL_CLOEXEC);
    door.socket = file;
    term.socket = signal_file();
    watch(&door);
    watch(&term);
    tw_host_init(&timers, milliseconds(), NULL, NULL); /* malloc and free */
    while (ends == 0) {
        run_once();
    }
    return 0;
}

int main(int argc, char **argv)
{
    return serve_or_try(argc, argv, serve);
}
