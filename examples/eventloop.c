/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An event loop without malloc: poll waits for bytes, and no longer than the wheel says. A session has a place in an array; its
   timer has the same number. docs/using.md explains the parts between the lines `recipe` and `end`. */
#define _XOPEN_SOURCE 700
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "tw_hier.h"

enum { SESSIONS = 4, IDLE_MS = 30 };
_Static_assert(IDLE_MS < TW_SLEEP_MAX, "IDLE_MS does not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, SESSIONS);
static struct tw_hier wheel;
static uint32_t received[SESSIONS], closed, recoveries, wrong;
static uint32_t until_old; /* the readings until one that is 5 ms old; 0: none is */

static uint32_t milliseconds(void)
{
    struct timespec now;
    const uint32_t age = until_old == 1u ? 5u : 0u;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    until_old -= until_old > 0u;
    return (uint32_t)((uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u) - age;
}

/* recipe sleep */
static uint32_t sleep_ticks(uint32_t now)
{
    uint32_t ticks;
    if (tw_hier_next(&wheel, now, &ticks) == TW_BAD_CLOCK) { return 0u; } /* advance reports it */
    return ticks; /* also of a wheel without active timers */
}
/* end */

/* recipe start again */
/* Each open session gets its whole time again, and 1 ms more: a part of this one has passed. */
static void start_again(uint32_t now)
{
    bool open[SESSIONS];
    if (tw_lag(tw_hier_now(&wheel), now) <= TW_STRIDE_MAX) { return; } /* advance accepts `now` */
    for (uint32_t id = 0u; id < SESSIONS; id++) {
        open[id] = tw_hier_is_active(&wheel, id);
    }
    if (TW_HIER_INIT(&wheel, memory, now) != TW_OK) { wrong++; }
    for (uint32_t id = 0u; id < SESSIONS; id++) {
        if (open[id] && tw_hier_start(&wheel, id, IDLE_MS + 1u) != TW_OK) { wrong++; }
    }
    recoveries++;
}
/* end */

/* recipe event loop */
static void run_once(struct pollfd *files) /* the file of session id is files[id] */
{
    enum tw_status status;
    uint32_t id;
    const int ready = poll(files, SESSIONS, (int)sleep_ticks(milliseconds()));
    uint32_t now = milliseconds();
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED && (ready <= 0 || files[id].revents == 0)) {
            closed++; /* no byte for IDLE_MS: close the session */
            files[id].fd = -1;
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) {
        now = milliseconds(); /* read anew: see Gaps */
        start_again(now);     /* init: a counter that went back, or a gap */
    }
    for (id = 0u; ready > 0 && id < SESSIONS; id++) { /* after advance */
        char byte;
        if (files[id].revents == 0) { continue; }
        if (read(files[id].fd, &byte, 1u) == 1) {
            received[id]++;
            if (tw_hier_restart_at(&wheel, id, now + IDLE_MS + 1u) != TW_OK) { wrong++; }
        } else { /* the other end has closed */
            closed++;
            files[id].fd = -1;
            (void)tw_hier_stop(&wheel, id);
        }
    }
}
/* end */

int main(void)
{
    int ends[2];
    if (pipe(ends) != 0) { return 1; }
    struct pollfd files[SESSIONS];
    const uint32_t began = milliseconds();
    /* The clock goes back by 100 ms after init. */
    wrong += TW_HIER_INIT(&wheel, memory, began + 100u) != TW_OK;
    for (uint32_t id = 0u; id < SESSIONS; id++) {
        files[id] = (struct pollfd){id == 0u ? ends[0] : -1, POLLIN, 0}; /* the others are silent */
        wrong += tw_hier_start(&wheel, id, IDLE_MS + 1u) != TW_OK;
    }
    wrong += write(ends[1], "abc", 3u) != 3;
    while (closed < SESSIONS) {
        const uint32_t before = recoveries;
        const bool is_old = received[0] == 2u; /* the wheel's clock is beyond that reading */
        until_old = is_old ? 2u : 0u;
        run_once(files);
        wrong += is_old && recoveries != before; /* nothing starts again */
    }
    printf("eventloop: %u bytes, %u sessions closed\n", (unsigned)received[0], (unsigned)closed);
    wrong += milliseconds() - began < IDLE_MS || !tw_hier_is_empty(&wheel);
    return received[0] == 3u && recoveries > 0u && wrong == 0u ? 0 : 1;
}
