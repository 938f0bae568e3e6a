/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Linux: ticks of a microsecond, on a clock that goes on while the machine sleeps. The time-outs of poll and epoll_wait, and
   condition variables, do not count that time; a timerfd of CLOCK_BOOTTIME does. Here main plays a suspend of 8 hours: it adds
   them to the clock. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "chance.h"
#include "tw_host.h"

enum { SECOND = 1000000, TIMERS = 1000 };
_Static_assert(TW_STRIDE_MAX > SECOND, "microseconds do not fit this TW_RADIX");

static struct tw_host timers;
static uint64_t suspended; /* the play: what the machine has slept */
static uint32_t wakes, at_once, spread, wrong;

static uint64_t microseconds(void)
{
    struct timespec t;
    wrong += clock_gettime(CLOCK_BOOTTIME, &t) != 0;
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec / 1000u + suspended;
}

/* Waits for the time, or for an event of another file. A time that has passed already wakes at once, and 0 would disarm. */
static void sleep_until(int alarm, uint64_t time)
{
    const uint64_t us = time > suspended ? time - suspended : 1u;
    const struct itimerspec at = {{0, 0}, {(time_t)(us / SECOND), (long)(us % SECOND) * 1000}};
    struct pollfd files[1] = {{alarm, POLLIN, 0}}; /* and your others */
    uint64_t times = 0u;
    wrong += timerfd_settime(alarm, TFD_TIMER_ABSTIME, &at, NULL) != 0;
    wrong += poll(files, 1u, -1) != 1;
    wrong += read(alarm, &times, sizeof(times)) != (ssize_t)sizeof(times);
}

/* What was due while the machine slept is due at once. A keep-alive, which no user waits for, gets another time soon. */
static void expire(const struct tw_host_timer *timer, uint64_t now)
{
    struct tw_host_handle handle;
    wrong += timer->deadline > now;
    at_once += timer->owner == NULL;
    spread += timer->owner != NULL;
    if (now - timer->deadline < SECOND) { return; }
    const uint64_t later = now + 1u + random_below(SECOND / 4u);
    wrong += tw_host_start(&timers, later, &timers, &handle) != TW_OK;
}

static void run_once(int alarm)
{
    struct tw_host_timer timer;
    const uint64_t before = microseconds();
    const uint64_t ticks = tw_host_next(&timers, before, true);
    if (ticks > 0u) { sleep_until(alarm, before + ticks); }
    const uint64_t now = microseconds();
    wakes++;
    while (tw_host_expire(&timers, now, &timer) == TW_EXPIRED) {
        expire(&timer, now);
    }
}

int main(void)
{
    static struct tw_host_timer all[TIMERS];
    struct tw_host_handle handle;
    pthread_condattr_t attributes;
    const int alarm = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
    wrong += pthread_condattr_init(&attributes) != 0;
    wrong += pthread_condattr_setclock(&attributes, CLOCK_BOOTTIME) !=
             EINVAL; /* CLOCK_MONOTONIC alone */
    tw_host_init(&timers, microseconds(), NULL, NULL);

    for (uint32_t i = 0u; i < 4u; i++) { /* microseconds */
        wrong += tw_host_start(&timers, microseconds() + 300u, &timers, &handle) != TW_OK;
        run_once(alarm);
    }
    wrong += spread < 4u; /* more if the machine was so busy that one came a second late */

    for (uint32_t i = 0u; i < TIMERS; i++) {
        const uint64_t delay = SECOND + random_below(60u * SECOND);
        wrong += tw_host_start(&timers, microseconds() + delay, NULL, &handle) != TW_OK;
    }
    suspended = UINT64_C(8) * 3600u * SECOND;
    run_once(alarm);
    wrong += at_once != TIMERS || tw_host_list(&timers, all, TIMERS) != TIMERS;
    wrong += all[TIMERS - 1].deadline - all[0].deadline < SECOND / 8u;
    wakes = 0u;
    while (tw_host_list(&timers, NULL, 0u) > 0u) {
        run_once(alarm);
    }
    printf("suspend: %u at once, and then %u in %u turns\n", (unsigned)at_once, (unsigned)spread,
           (unsigned)wakes);
    wrong += spread < 4u + TIMERS;
    tw_host_clear(&timers);
    return wrong == 0u ? 0 : 1;
}
