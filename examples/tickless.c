/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tickless: the machine sleeps until the wheel has something to do. Its counter stops while it sleeps; a
   slow clock that goes on wakes it, and counts how long it slept. */
#include <stdio.h>

#include "tw_hier.h"

#define SENSORS 20u
#define CALIBRATE SENSORS /* once in a long time */
#define TIMERS (SENSORS + 1u)
#define HOUR 3600000u /* ticks of 1 ms */
_Static_assert(5u * HOUR < TW_PERIOD, "5 hours do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;

/* The machine. The slow clock counts steps of 30 ms; it can wake after at most 2^16 of them. */
#define STEP 30u
static uint32_t counter = 0xFFFFFF00u;
static uint64_t slow, awake, wakes;

/* Sleeps for no more than `ticks`, by whole steps of the slow clock; shorter than one: waits. Either way the
   counter is put right afterwards. */
static void sleep_for(uint32_t ticks)
{
    uint32_t steps = ticks / STEP;
    steps = steps < 0x10000u ? steps : 0xFFFFu;
    wakes += steps != 0u;
    awake += steps == 0u ? ticks : 0u;
    slow += steps;
    counter += steps != 0u ? steps * STEP : ticks;
}

static uint32_t period(uint32_t id)
{
    return id == CALIBRATE ? 5u * HOUR : 1000u + 7919u * id;
}

int main(void)
{
    static uint64_t deliveries[TIMERS] = {0};
    uint64_t time = 0u;
    uint64_t wrong = 0u;
    uint32_t ticks;
    uint32_t id;
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    for (id = 0u; id < TIMERS; id++) {
        wrong += tw_hier_start(&wheel, id, period(id)) != TW_OK;
    }
    while (time < 24u * (uint64_t)HOUR) {
        const uint32_t before = counter;
        enum tw_status status = tw_hier_next(&wheel, counter, &ticks);
        if (status != TW_OK) {
            (void)fputs("tickless: next has no timer, or refuses the counter\n", stderr);
            return 1;
        }
        sleep_for(ticks);
        time += counter - before;
        do {
            status = tw_hier_advance(&wheel, counter, TW_UNBOUNDED, &id);
            if (status == TW_EXPIRED) {
                /* It is never late: it slept as next says. */
                wrong += tw_hier_now(&wheel) != tw_tick(counter);
                deliveries[id]++;
                wrong += tw_hier_restart(&wheel, id, period(id)) != TW_OK;
            }
        } while (status == TW_EXPIRED || status == TW_BUSY);
        if (status == TW_BAD_CLOCK) {
            (void)fputs("tickless: the machine overslept\n", stderr);
            return 1;
        }
    }
    for (id = 0u; id < TIMERS; id++) {
        wrong += deliveries[id] != time / period(id);
    }
    printf("tickless: %llu wakes and %llu of %llu ms awake in a day, %llu steps slept\n",
           (unsigned long long)wakes, (unsigned long long)awake, (unsigned long long)time,
           (unsigned long long)slow);
    return wrong == 0u ? 0 : 1;
}
