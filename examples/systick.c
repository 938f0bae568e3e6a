/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A superloop on a Cortex-M: SysTick counts milliseconds, the loop delivers timers. docs/using.md explains the
   parts between the lines `recipe` and `end`. Here main plays the machine. */
#include <stdio.h>

/* recipe setup */
#include "tw_hier.h"
#include "tw_ticks.h"

enum { LAMP, TIMEOUT, TIMERS }; /* your timers */

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static volatile uint32_t counter;              /* ticks of 1 ms; it may roll over */
static uint32_t lamp_changes, timeouts, wrong; /* what this example counts */

static void expired(uint32_t id);  /* does what is due: see the superloop */
static void recover(uint32_t now); /* after a gap: see Gaps */

static void setup(void)
{
    if (TW_HIER_INIT(&wheel, memory, counter) != TW_OK) { wrong++; }
}
/* end */

/* gap.c has one. This play has no gap: a new reading is accepted. */
static uint32_t recoveries;
static void recover(uint32_t now)
{
    recoveries++;
    wrong += tw_lag(tw_hier_now(&wheel), now) > TW_STRIDE_MAX;
}

/* recipe milliseconds */
#define HZ 1000u /* ticks a second */

static void start_in(uint32_t id, uint32_t ms)
{
    uint32_t ticks;
    /* A delay above TW_SLEEP_MAX may be taken for a short one. */
    if (tw_ms_to_ticks(ms, HZ, &ticks) != TW_OK || ticks > TW_SLEEP_MAX ||
        tw_hier_restart_at(&wheel, id, counter + ticks) != TW_OK) {
        wrong++; /* ms is too long for this geometry, or id is not a timer */
    }
}
/* end */

/* Here a handler that asks again takes 2 ms, and delivers timers meanwhile. */
static void ask_again(void);
#define start_in(id, ms) (ask_again(), start_in((id), (ms)))

/* recipe superloop */
void SysTick_Handler(void)
{
    counter++;
}

static void deliver_timers(void) /* the superloop calls it in each round */
{
    const uint32_t now = counter; /* once, not in each turn */
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { expired(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { recover(counter); } /* read anew: see Gaps */
}

static void expired(uint32_t id)
{
    if (id == LAMP) { /* periodic: the next period begins at this deadline */
        uint32_t ticks;
        lamp_changes++; /* no part of the deadline's tick has passed: without the 1 */
        if (tw_ms_to_ticks(50u, HZ, &ticks) != TW_OK ||
            tw_hier_restart(&wheel, LAMP, ticks - 1u) != TW_OK) {
            wrong++;
        }
    } else { /* an answer did not come: ask again */
        timeouts++;
        start_in(TIMEOUT, 30u);
    }
}
/* end */
#undef start_in

static void ask_again(void)
{
    SysTick_Handler();
    SysTick_Handler();
    deliver_timers();
}

int main(void)
{
    const uint32_t began = 0xFFFFFFF0u;
    counter = began;
    setup();
    start_in(LAMP, 49u); /* 50 ticks: the lamp changes at each multiple of 50 */
    start_in(TIMEOUT, 30u);
    for (uint32_t tick = 1u; tick <= 1000u; tick++) {
        SysTick_Handler();
        if (tick % 3u == 0u) { deliver_timers(); } /* a round takes 3 ms */
    }
    deliver_timers();
    printf("systick: %u changes of the lamp, %u timeouts\n", (unsigned)lamp_changes,
           (unsigned)timeouts);
    wrong += lamp_changes != (counter - began) / 50u || timeouts != 1000u / 33u;
    return recoveries == timeouts && wrong == 0u ? 0 : 1;
}
