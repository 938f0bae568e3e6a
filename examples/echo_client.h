/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The client that tries the echo server, and what both need. */
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 2000, SAYS = 3, FIRST_IDLE_MS = 800 };

static uint32_t idle_ms; /* for so long a connection may be idle */

/* The counter: milliseconds of a clock that is never set back. It rolls over; nothing has to care. */
static uint32_t counter(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u);
}

static void check(int holds, const char *what)
{
    if (holds) { return; }
    perror(what);
    exit(1);
}

/* Opens all; says something on every third connection now and then; looks when each is closed: idle counts
   from before the last word. */
static int use(const struct sockaddr_in *address)
{
    static struct pollfd polls[CONNECTIONS];
    static uint32_t last[CONNECTIONS], said[CONNECTIONS];
    memset(said, 0, sizeof(said));
    int open = CONNECTIONS, wrong = 0, words = 0;
    char text[8];
    for (int i = 0; i < CONNECTIONS; i++) {
        last[i] = counter();
        polls[i] = (struct pollfd){socket(AF_INET, SOCK_STREAM, 0), POLLIN, 0};
        check(connect(polls[i].fd, (const struct sockaddr *)address, sizeof(*address)) == 0,
              "connect");
    }
    while (open > 0 && poll(polls, CONNECTIONS, 20) >= 0) {
        for (int i = 0; i < CONNECTIONS; i++) {
            const uint32_t idle = counter() - last[i];
            if (polls[i].fd >= 0 && polls[i].revents != 0 &&
                read(polls[i].fd, text, sizeof(text)) <= 0) {
                wrong += idle < idle_ms || idle > 2u * idle_ms;
                close(polls[i].fd);
                polls[i].fd = -1;
                open--;
            } else if (polls[i].fd >= 0 && i % 3 == 0 && said[i] < SAYS && idle > idle_ms / 4u &&
                       idle < idle_ms / 2u) {
                last[i] = counter();
                said[i]++;
                words += send(polls[i].fd, "hello", 5u, MSG_NOSIGNAL) == 5;
            }
        }
    }
    printf("echo: %d connections closed, %d not in time; %d words\n", CONNECTIONS - open, wrong,
           words);
    return wrong != 0 || words == 0;
}
