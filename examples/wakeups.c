/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fewer wake-ups for timers that may be late: a second wheel for them, or deadlines that fall together. docs/using.md explains
   the parts between the lines `recipe` and `end`. Here to sleep is to add to the counter. */
#include <stdio.h>

#include "tw_hier.h"

enum { SENSORS = 2, KEEPALIVES = 40, TIMERS = SENSORS + KEEPALIVES };
enum { MOST = TW_SLEEP_MAX < 1000u ? TW_SLEEP_MAX / 2u : 1000u, SLACK = MOST / 4u, ROUNDS = 200 };

typedef TW_HIER_STORAGE(storage, TIMERS);
static storage exact_memory, later_memory;
static struct tw_hier exact, later;
static uint32_t counter, due[TIMERS], handlers, delivered, sleeps, aligned, wrong;

static void handle(struct tw_hier *wheel, uint32_t id);
static void sleep_for(uint32_t ticks);

/* recipe several wheels */
/* `exact` has the timers that must be in time, `later` those that may be SLACK ticks late. */
static uint32_t ticks_to(const struct tw_hier *wheel, uint32_t now)
{
    uint32_t id;
    uint32_t ticks = TW_SLEEP_MAX / 2u; /* no timer is active: this loop sleeps no longer */
    if (tw_hier_earliest(wheel, now, &id, &ticks) == TW_BAD_CLOCK) { wrong++; }
    return ticks < TW_SLEEP_MAX / 2u ? ticks : TW_SLEEP_MAX / 2u;
}

static uint32_t sleep_ticks(uint32_t now) /* after both have advanced */
{
    const uint32_t first = ticks_to(&exact, now);
    const uint32_t second = ticks_to(&later, now) + SLACK;
    return first < second ? first : second;
}

static void deliver(struct tw_hier *wheel, uint32_t now)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { handle(wheel, id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status != TW_OK) { wrong++; }
}

static void run_once(void) /* an alarm of either wheel wakes both */
{
    const uint32_t now = counter;
    deliver(&exact, now);
    deliver(&later, now);
    sleep_for(sleep_ticks(counter)); /* read anew: the handlers took time */
}
/* end */

/* recipe aligned deadlines */
#define STEP 16u /* a power of two: counters of 32 bits, and of P, are multiples of it */

static uint32_t aligned_at(uint32_t deadline) /* at most STEP - 1 ticks later */
{
    return deadline + (STEP - deadline % STEP) % STEP;
}
/* end */

static void start(struct tw_hier *wheel, uint32_t id)
{
    const uint32_t delay = 1u + (id * 37u + delivered * 101u) % MOST;
    due[id] = id >= SENSORS && aligned > 0u ? aligned_at(counter + delay) : counter + delay;
    wrong += tw_hier_start_at(wheel, id, due[id]) != TW_OK;
}

static void handle(struct tw_hier *wheel, uint32_t id)
{
    delivered++;
    wrong += counter - due[id] > handlers + (wheel == &later ? SLACK : 0u);
    start(wheel, id);
    counter += wheel == &later && delivered % 8u == 0u; /* this handler takes a tick */
}

static void sleep_for(uint32_t ticks) /* the play: never past a deadline of `exact` */
{
    uint32_t id;
    uint32_t left;
    wrong += tw_hier_earliest(&exact, counter, &id, &left) == TW_OK && ticks > left;
    counter += ticks;
    sleeps += ticks > 0u;
}

/* The wake-ups of the same work, with the timers that may be late on a wheel. */
static uint32_t wakeups(struct tw_hier *wheel, uint32_t aligns)
{
    const uint32_t end = counter + ROUNDS * MOST;
    aligned = aligns;
    handlers = wheel == &later ? KEEPALIVES / 8u + 1u : 0u; /* their ticks, after one sleep */
    delivered = sleeps = 0u;
    wrong += TW_HIER_INIT(&exact, exact_memory, counter) != TW_OK;
    wrong += TW_HIER_INIT(&later, later_memory, counter) != TW_OK;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        start(id < SENSORS ? &exact : wheel, id);
    }
    while (end - counter <= ROUNDS * MOST) {
        run_once();
    }
    wrong += delivered < ROUNDS * TIMERS;
    return sleeps;
}

int main(void)
{
    counter = 0xFFFFFF00u;
    const uint32_t all = wakeups(&exact, 0u);
    const uint32_t together = wakeups(&exact, 1u);
    const uint32_t fewer = wakeups(&later, 0u);
    printf("wakeups: %u, with aligned deadlines %u, with a second wheel %u\n", (unsigned)all,
           (unsigned)together, (unsigned)fewer);
    return fewer * 2u < all && together < all && wrong == 0u ? 0 : 1;
}
