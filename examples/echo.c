/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An echo server on epoll that closes a connection which was idle for too long: a timer a connection, its id is
   the connection's index; one timerfd wakes for all. Its client is a process of its own. */
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "echo_client.h"
#include "tw_hier.h"

enum { LISTENER = CONNECTIONS, ALARM };
_Static_assert(FIRST_IDLE_MS < TW_SLEEP_MAX, "the idle time does not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, CONNECTIONS);
static struct tw_hier wheel;
static int sockets[CONNECTIONS];

static void watch(int epoll, int fd, uint32_t what)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = what}};
    check(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
}

/* Delivers what is due, and sets the alarm for what comes next: one tick more, for this one has begun. */
static int expire(int alarm)
{
    const uint32_t now = counter();
    uint32_t id;
    uint32_t ticks;
    int closed = 0;
    enum tw_status status;
    do {
        status = tw_hier_advance(&wheel, now, 256u, &id);
        if (status == TW_EXPIRED) {
            closed++;
            close(sockets[id]);
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    check(status == TW_OK, "advance: this process stood for too long");
    check(tw_hier_next(&wheel, counter(), &ticks) != TW_BAD_CLOCK, "next");
    const uint64_t ms = (uint64_t)ticks + 1u; /* also without a timer: the wheel must follow */
    const struct itimerspec at = {{0, 0}, {(time_t)(ms / 1000u), (long)(ms % 1000u) * 1000000}};
    check(timerfd_settime(alarm, 0, &at, NULL) == 0, "timerfd_settime");
    return closed;
}

static int serve(int listener)
{
    const int epoll = epoll_create1(0);
    const int alarm = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    uint32_t used = 0u;
    int closed = 0;
    watch(epoll, listener, LISTENER);
    watch(epoll, alarm, ALARM);
    check(TW_HIER_INIT(&wheel, memory, counter()) == TW_OK, "init");
    closed += expire(alarm); /* sets the alarm: the wheel must follow without connections, too */
    while (closed < CONNECTIONS) {
        struct epoll_event events[64];
        const int n = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < n; i++) {
            char text[64];
            uint32_t id = events[i].data.u32;
            if (id == LISTENER) {
                id = used++;
                sockets[id] = accept(listener, NULL, NULL);
                check(sockets[id] >= 0, "accept");
                watch(epoll, sockets[id], id);
            } else if (id == ALARM || !tw_hier_is_active(&wheel, id)) {
                continue;
            } else {
                const ssize_t got = read(sockets[id], text, sizeof(text));
                check(got > 0 && write(sockets[id], text, (size_t)got) == got, "echo");
            }
            check(tw_hier_restart_at(&wheel, id, counter() + idle_ms + 1u) == TW_OK, "restart_at");
        }
        closed += expire(alarm);
    }
    return 0;
}

/* Server and client: was each connection closed in time? */
static bool try(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof(address);
    int status;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    check(bind(listener, (struct sockaddr *)&address, size) == 0, "bind");
    check(listen(listener, CONNECTIONS) == 0, "listen");
    check(getsockname(listener, (struct sockaddr *)&address, &size) == 0, "getsockname");
    const pid_t child = fork();
    check(child >= 0, "fork");
    if (child == 0) { _exit(serve(listener)); }
    const int wrong = use(&address);
    check(waitpid(child, &status, 0) == child, "waitpid");
    close(listener);
    return wrong == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A machine that has other things to do gets more time: to be late is then not the wheel's fault. */
int main(void)
{
    struct rlimit files;
    check(getrlimit(RLIMIT_NOFILE, &files) == 0, "getrlimit");
    files.rlim_cur = files.rlim_max;
    check(setrlimit(RLIMIT_NOFILE, &files) == 0, "setrlimit");
    for (idle_ms = FIRST_IDLE_MS; idle_ms <= 20000u && idle_ms < TW_SLEEP_MAX; idle_ms *= 5u) {
        if (try()) { return 0; }
    }
    return 1;
}
