/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A watchdog of many tasks: each has to check in within its own time; to check in is to restart its timer. A task
   that does not is reported at the tick at which its time is over, and only then. The hardware's
   watchdog is fed only if advance has returned TW_OK and the wheel passes its audit. */
#include <stdio.h>

#include "tw_hashed.h"

#define TASKS 500u
#define TICKS 200000u
_Static_assert(100u + 13u * TASKS <= TW_SLEEP_MAX, "the times do not fit this TW_RADIX");
#define HANGS(task) ((task) % 37u == 5u) /* these hang one day */

static TW_HASHED_STORAGE(memory, TASKS);
static struct tw_hashed wheel;
static uint32_t reported[TASKS], feeds, wrong;

static uint32_t allowed(uint32_t task)
{
    return 100u + 13u * task;
}

static uint32_t hangs_at(uint32_t task)
{
    return HANGS(task) ? 1000u * (task % 100u) + 500u : TICKS;
}

/* A task checks in when three quarters of its time are over, as long as it lives. */
static void run_tasks(uint32_t counter)
{
    for (uint32_t task = 0u; task < TASKS; task++) {
        if (counter % (allowed(task) * 3u / 4u) == 0u && counter < hangs_at(task)) {
            wrong += tw_hashed_restart_at(&wheel, task, counter + allowed(task)) != TW_OK;
        }
    }
}

static uint32_t last_sign(uint32_t task)
{
    const uint32_t stride = allowed(task) * 3u / 4u;
    return (hangs_at(task) - 1u) / stride * stride;
}

static void report(uint32_t task)
{
    reported[task]++;
    wrong += !HANGS(task) || tw_hashed_now(&wheel) != tw_tick(last_sign(task) + allowed(task));
}

/* audit trusts the capacity and the two pointers: they are compared with what init got. */
static bool is_intact(void)
{
    return wheel.capacity == TASKS && wheel.links == memory.hashed_links &&
           wheel.deadlines == memory.deadlines && tw_hashed_audit(&wheel);
}

int main(void)
{
    uint32_t reports = 0u;
    wrong += TW_HASHED_INIT(&wheel, memory, 0u) != TW_OK;
    for (uint32_t task = 0u; task < TASKS; task++) {
        wrong += tw_hashed_start(&wheel, task, allowed(task)) != TW_OK;
    }
    for (uint32_t counter = 1u; counter < TICKS; counter++) {
        enum tw_status status;
        run_tasks(counter);
        do {
            uint32_t task;
            status = tw_hashed_advance(&wheel, counter, 16u, &task);
            if (status == TW_EXPIRED) { report(task); }
        } while (status == TW_EXPIRED || status == TW_BUSY);
        if (status != TW_OK) { /* each call had a new reading, so none was old */
            (void)fputs("watchdog: the counter went back, or no call came for too long\n", stderr);
            return 1; /* do not feed */
        }
        if (counter % 1000u == 0u) {        /* audit's cost is linear: now and then */
            if (!is_intact()) { return 1; } /* do not feed: let the machine be reset */
            feeds++;
        }
    }
    for (uint32_t task = 0u; task < TASKS; task++) {
        reports += reported[task];
        wrong += reported[task] != (HANGS(task) ? 1u : 0u);
    }
    printf("watchdog: %u of %u tasks reported, fed %u times\n", (unsigned)reports, (unsigned)TASKS,
           (unsigned)feeds);
    return wrong == 0u && reports > 0u ? 0 : 1;
}
