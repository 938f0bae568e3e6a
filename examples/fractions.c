/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parts of a tick that must not get lost: ticks of 1 ms from a counter of cycles, and a timer that expires 60 times a second.
   docs/using.md explains the parts between the lines `recipe` and `end`. Here main plays the machine, and knows how many cycles
   have passed in truth. */
#include <stdio.h>

#include "tw_hier.h"
#include "tw_ticks.h"

enum { FRAME, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint64_t passed = 0xFFFFFFF0u; /* cycles in truth: 16 before the end of 32 bits */
static uint32_t frames, wrong;

static uint32_t read_cycles(void)
{
    return (uint32_t)passed;
}

/* recipe cycles */
#define HZ 1000u       /* ticks a second */
#define CYCLES 240000u /* cycles a tick: 240 MHz */

static uint32_t counter; /* ticks, all 32 bits */
static uint32_t counted; /* the cycles until then: at first, a reading */

static uint32_t read_counter(void) /* at least once in 17 s: before 2^32 - CYCLES cycles pass */
{
    const uint32_t ticks = (read_cycles() - counted) / CYCLES;
    counted += ticks * CYCLES; /* whole ticks: the rest is counted next time */
    counter += ticks;
    return counter;
}
/* end */

/* recipe period */
static uint32_t owed; /* of a tick, left by the last period: one for each periodic timer */

static void next_frame(void) /* in the loop of advance */
{
    uint32_t ticks;
    frames++;
    if (tw_period(1u, 60u, HZ, owed, &owed, &ticks) != TW_OK || /* 1/60 second: 16, 17, 17 ticks */
        tw_hier_restart(&wheel, FRAME, ticks) != TW_OK) {
        wrong++;
    }
}
/* end */

static void deliver_timers(void)
{
    const uint32_t now = read_counter();
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { next_frame(); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    wrong += status != TW_OK;
}

int main(void)
{
    const uint64_t end = passed + UINT64_C(3600) * HZ * CYCLES; /* an hour */
    uint32_t step = 0u;
    counted = read_cycles();
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    wrong += tw_hier_start(&wheel, FRAME, 17u) != TW_OK;
    while (passed < end) {
        step = (step + 1234567u) % (20u * CYCLES); /* up to 20 ms */
        passed += end - passed < step ? end - passed : step;
        deliver_timers();
    }
    printf("fractions: %u ms and %u frames in an hour\n", (unsigned)counter, (unsigned)frames);
    return counter == 3600u * HZ && frames == 3600u * 60u && wrong == 0u ? 0 : 1;
}
