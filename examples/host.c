/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What hosts do with tw_host.h, each a function, in virtual time: the clock is a variable in microseconds, and to sleep is to add.
   So hours take milliseconds, and a test of a program with timers is the same each time. */
#include <stdio.h>

#include "chance.h"
#include "tw_host.h"
#include "tw_ticks.h"

enum { SECOND = 1000000, MANY = 1000 };
_Static_assert(TW_STRIDE_MAX > SECOND, "microseconds do not fit this TW_RADIX");

static uint64_t now; /* the clock */
static struct tw_host timers;
static uint32_t wakes, expired, wrong;

static void start(uint64_t deadline, void *owner, struct tw_host_handle *handle)
{
    wrong += tw_host_start(&timers, deadline, owner, handle) != TW_OK;
}

/* The loop of a host, until a time. `handle` is called for each timer. */
static void run(uint64_t until, void (*handle)(const struct tw_host_timer *timer))
{
    struct tw_host_timer timer;
    while (now < until) {
        const uint64_t ticks = tw_host_next(&timers, now, true);
        now = ticks < until - now ? now + ticks : until; /* poll, with tw_host_timeout */
        wakes++;
        while (tw_host_expire(&timers, now, &timer) == TW_EXPIRED) {
            expired++;
            handle(&timer);
        }
    }
}

static void nothing(const struct tw_host_timer *timer)
{
    (void)timer;
}

/* A period that is a fraction, 60 times a second: the part of a tick that is left goes to the next one. */
static struct frame {
    struct tw_host_handle timer;
    uint32_t rest;
} frame;

static void next_frame(const struct tw_host_timer *timer)
{
    uint32_t ticks = 0u;
    wrong += tw_period(1u, 60u, SECOND, frame.rest, &frame.rest, &ticks) != TW_OK;
    start(timer->deadline + ticks, &frame, &frame.timer);
}

static void fractions(void)
{
    const uint64_t end = now + 20u * SECOND;
    expired = 0u;
    start(now, &frame, &frame.timer);
    run(end, next_frame);
    printf("host: %u frames in 20 s", (unsigned)expired);
    wrong += expired != 1201u; /* one at each end */
    wrong += tw_host_stop(&timers, frame.timer) != TW_OK;
}

/* Pause and resume: what is left of a timer. */
static void pauses(void)
{
    struct tw_host_handle handle = {0u, 0u};
    struct tw_host_timer timer;
    start(now + 500u, NULL, &handle);
    run(now + 200u, nothing);
    if (tw_host_find(&timers, handle, &timer) != TW_OK) { /* pause */
        wrong++;
        return;
    }
    const uint64_t left = timer.deadline - now;
    wrong += tw_host_stop(&timers, handle) != TW_OK;
    run(now + 9u * SECOND, nothing);
    start(now + left, timer.owner, &handle); /* resume */
    wrong += left != 300u || tw_host_next(&timers, now, true) > left;
    run(now + left, nothing);
    wrong += tw_host_list(&timers, NULL, 0u) != 0u;
}

/* An owner of several timers ends: it stops all of its handles, stale or not. */
static void owners(void)
{
    struct owner {
        struct tw_host_handle handles[3];
    } first = {{{0u, 0u}}};
    struct owner second = first;
    for (uint32_t i = 0u; i < 3u; i++) {
        start(now + 10u + i, &first, &first.handles[i]);
        start(now + 10u + i, &second, &second.handles[i]);
    }
    run(now + 11u, nothing);
    for (uint32_t i = 0u; i < 3u; i++) {
        (void)tw_host_stop(&timers, first.handles[i]); /* two of them have expired */
    }
    wrong += tw_host_list(&timers, NULL, 0u) != 1u;
    wrong += tw_host_stop(&timers, second.handles[2]) != TW_OK;
}

/* Another clock: the timers are saved, their deadlines are moved, and they start in the same order. */
static void rebase(void)
{
    static struct tw_host_timer saved[MANY];
    struct tw_host_handle handle;
    struct tw_host_timer timer;
    struct tw_host other;
    uint32_t last = 0u;
    for (uint32_t i = 0u; i < MANY; i++) {
        start(now + random_below(20u) * 900u, NULL, &handle);
    }
    const uint32_t count = tw_host_list(&timers, saved, MANY);
    tw_host_init(&other, 0u, NULL, NULL);
    wrong += tw_host_reserve(&other, count) != TW_OK; /* so that no start fails */
    for (uint32_t i = 0u; i < count; i++) {
        saved[i].owner = &saved[i];
        wrong += tw_host_start(&other, saved[i].deadline - now, saved[i].owner, &handle) != TW_OK;
    }
    tw_host_clear(&timers);
    while (tw_host_expire(&other, SECOND, &timer) == TW_EXPIRED) {
        wrong += timer.owner != &saved[last];
        last++;
    }
    wrong += last != MANY;
    tw_host_clear(&other);
}

/* Fewer wake-ups: what may be late by a quarter of a second expires at whole quarters. */
static void alignments(void)
{
    struct tw_host_handle handle;
    const uint64_t slack = SECOND / 4u;
    uint32_t woken[2];
    for (uint32_t aligned = 0u; aligned < 2u; aligned++) {
        wakes = 0u;
        for (uint32_t i = 0u; i < MANY; i++) {
            const uint64_t deadline = now + random_below(5u * SECOND);
            start(aligned == 0u ? deadline : (deadline + slack - 1u) / slack * slack, NULL,
                  &handle);
        }
        run(now + 6u * SECOND, nothing);
        woken[aligned] = wakes;
    }
    printf(", %u wake-ups of %u if aligned", (unsigned)woken[1], (unsigned)woken[0]);
    wrong += woken[1] * 20u > woken[0];
}

/* A run-once loop: it returns after an event or a timer. `next` may end a sleep before both: then it sleeps again. */
static bool run_once(uint64_t event) /* when a file is ready */
{
    struct tw_host_timer timer;
    bool any = false;
    while (!any && (event > now || tw_host_list(&timers, NULL, 0u) > 0u)) {
        const uint64_t ticks = tw_host_next(&timers, now, false);
        const bool ready = event > now && event - now <= ticks;
        now = ready ? event : now + ticks; /* poll, with tw_host_timeout */
        wakes++;
        any = ready;
        while (tw_host_expire(&timers, now, &timer) == TW_EXPIRED) {
            any = true;
            expired++;
        }
    }
    return any;
}

static void run_once_loops(void)
{
    struct tw_host_handle handle;
    const uint64_t end = now + 10u * SECOND;
    uint32_t turns = 0u;
    for (uint32_t i = 0u; i < MANY; i++) {
        start(now + 1u + random_below(9u * SECOND), NULL, &handle);
    }
    expired = wakes = 0u;
    while (run_once(end)) {
        turns++;
    }
    printf(", %u turns of a run-once loop with %u wake-ups\n", (unsigned)turns, (unsigned)wakes);
    wrong += now != end || expired != MANY || turns > MANY + 1u || wakes <= turns;
}

int main(void)
{
    now = UINT64_C(1700000000) * SECOND;
    tw_host_init(&timers, now, NULL, NULL);
    fractions();
    pauses();
    owners();
    rebase();
    alignments();
    run_once_loops();
    tw_host_clear(&timers);
    return wrong == 0u ? 0 : 1;
}
