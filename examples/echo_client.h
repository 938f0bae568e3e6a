/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What echo.c needs besides epoll and timers, and a client that tries it. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTIONS = 1200, /* below the limit of open files */
    CLIENTS = 1000,
    TOO_MANY = 10,
    SAYS = 3,
    FIRST_MS = 800,
    LAST_MS = 16000
};

static uint32_t silence_ms; /* the server closes a connection that says nothing for so long */

static void check(bool holds, const char *what)
{
    if (holds) { return; }
    perror(what);
    exit(1);
}

static uint64_t milliseconds(void) /* the clock */
{
    struct timespec t;
    check(clock_gettime(CLOCK_MONOTONIC, &t) == 0, "clock_gettime");
    return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static int listen_on(uint16_t port)
{
    const struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
    const int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    check(listener >= 0, "socket");
    check(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0, "setsockopt");
    check(bind(listener, (const struct sockaddr *)&address, sizeof(address)) == 0, "bind");
    check(listen(listener, 2 * CONNECTIONS) == 0, "listen");
    return listener;
}

static int signal_file(void) /* can be read after SIGTERM */
{
    sigset_t signals;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    check(sigprocmask(SIG_BLOCK, &signals, NULL) == 0, "sigprocmask");
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

/* The client. Every third connection says something, some times; of the others, every fifth leaves, and comes back once. */
static struct pollfd files[CLIENTS];
static uint64_t spoke[CLIENTS];
static uint32_t acts[CLIENTS];
static struct sockaddr_in server;
static uint32_t closed, words, returns, wrong;

static int connection(void)
{
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    check(file >= 0, "socket");
    check(connect(file, (const struct sockaddr *)&server, sizeof(server)) == 0, "connect");
    return file;
}

static void connect_one(uint32_t i)
{
    spoke[i] = milliseconds(); /* before the server sees it */
    files[i] = (struct pollfd){connection(), POLLIN, 0};
}

/* The server has no place for the last of these, and closes them at once. */
static void connect_too_many(void)
{
    enum { PLACES = CONNECTIONS - CLIENTS, MORE = PLACES + TOO_MANY };
    int more[MORE];
    char byte;
    for (int i = 0; i < MORE; i++) {
        more[i] = connection();
        wrong += i >= PLACES && recv(more[i], &byte, 1u, 0) > 0;
    }
    wrong += milliseconds() - spoke[0] >= silence_ms;
    for (int i = 0; i < MORE; i++) {
        (void)close(more[i]);
    }
}

static void act(uint32_t i, uint64_t silent)
{
    if (silent < silence_ms / 4u || silent > silence_ms / 2u) { return; }
    if (i % 3u == 0u && acts[i] < SAYS) {
        spoke[i] = milliseconds();
        acts[i]++;
        words += send(files[i].fd, "hello", 5u, MSG_NOSIGNAL) == 5;
    } else if (i % 3u != 0u && i % 5u == 0u && acts[i] == 0u) {
        acts[i]++;
        returns++;
        (void)close(files[i].fd);
        connect_one(i);
    }
}

static void look(uint32_t i)
{
    char text[8];
    const uint64_t silent = milliseconds() - spoke[i];
    if (files[i].fd < 0) { return; }
    if ((files[i].revents & (POLLIN | POLLHUP)) != 0 &&
        read(files[i].fd, text, sizeof(text)) <= 0) {
        wrong += silent < silence_ms || silent > 2u * silence_ms;
        (void)close(files[i].fd);
        files[i].fd = -1;
        closed++;
    } else {
        act(i, silent);
    }
}

static bool use(void)
{
    closed = words = returns = wrong = 0u;
    for (uint32_t i = 0u; i < CLIENTS; i++) {
        acts[i] = 0u;
        connect_one(i);
    }
    connect_too_many();
    while (closed < CLIENTS && poll(files, CLIENTS, 20) >= 0) {
        for (uint32_t i = 0u; i < CLIENTS; i++) {
            look(i);
        }
    }
    printf("echo: %u connections closed, %u not in time; %u words, %u came back\n",
           (unsigned)closed, (unsigned)wrong, (unsigned)words, (unsigned)returns);
    return wrong == 0u && words > 0u && returns > 0u;
}

/* Runs the server in a process of its own. Returns false if the server fails; *good: each connection was closed in time. */
static bool try_server(int (*serve)(int listener), bool *good)
{
    int status = 0;
    socklen_t size = sizeof(server);
    const int listener = listen_on(0u);
    check(getsockname(listener, (struct sockaddr *)&server, &size) == 0, "getsockname");
    const pid_t child = fork();
    check(child >= 0, "fork");
    if (child == 0) { exit(serve(listener)); }
    (void)close(listener); /* if the server ends, the client's calls fail */
    *good = use();
    check(kill(child, SIGTERM) == 0, "kill");
    check(waitpid(child, &status, 0) == child, "waitpid");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int serve_or_try(int argc, char **argv, int (*serve)(int listener))
{
    bool good = false;
    struct rlimit most;
    check(getrlimit(RLIMIT_NOFILE, &most) == 0, "getrlimit");
    most.rlim_cur = most.rlim_max;
    check(setrlimit(RLIMIT_NOFILE, &most) == 0, "setrlimit");
    if (argc == 3) {
        silence_ms = (uint32_t)strtoul(argv[2], NULL, 10);
        return serve(listen_on((uint16_t)strtoul(argv[1], NULL, 10)));
    }
    /* A machine that has other things to do gets more time: to be late is then not the wheel's fault. */
    for (silence_ms = FIRST_MS; !good && silence_ms <= LAST_MS; silence_ms *= 4u) {
        if (!try_server(serve, &good)) { return 1; }
        (void)fflush(stdout);
    }
    return good ? 0 : 1;
}
