/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A real-time counter of 24 bits drives a wheel. docs/using.md explains the part between the lines `recipe` and `end`. Here
   main plays the counter, and knows how many ticks have passed in truth. */
#include <stdio.h>

#include "tw_hier.h"
#include "tw_ticks.h"

enum { LONG, SHORT, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint64_t passed = 0xFFFFF0u; /* ticks in truth: 16 before the end of 24 bits */
static uint64_t due[TIMERS];
static uint32_t deliveries[TIMERS], wrong;

static uint32_t rtc_read(void)
{
    return (uint32_t)(passed % 0x1000000u);
}

/* recipe narrow counter */
#define RTC_MAX 0xFFFFFFu /* the largest value of a counter of 24 bits */

static uint32_t counter; /* ticks, all 32 bits */

static uint32_t read_counter(void) /* at least once in each RTC_MAX ticks */
{
    counter = tw_widen(counter, rtc_read(), RTC_MAX);
    return counter;
}

static uint32_t
at_most_half(uint32_t ticks) /* the sleep that next says, without a missed end of the RTC */
{
    return ticks < RTC_MAX / 2u ? ticks : RTC_MAX / 2u;
}
/* end */

/* LONG waits for more than three ends of the counter, if this geometry can. */
static void start(uint32_t id)
{
    const uint32_t most = TW_SLEEP_MAX / 2u < 0x3000005u ? TW_SLEEP_MAX / 2u : 0x3000005u;
    const uint32_t delay = id == LONG ? most : most / 7u;
    due[id] = passed + delay;
    if (tw_hier_restart_at(&wheel, id, read_counter() + delay) != TW_OK) { wrong++; }
}

static void deliver_timers(void)
{
    const uint32_t now = read_counter();
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) {
            deliveries[id]++;
            wrong += due[id] != passed; /* it wakes in time */
            start(id);
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    wrong += status != TW_OK;
}

int main(void)
{
    uint32_t ticks = 1u;
    wrong += TW_HIER_INIT(&wheel, memory, read_counter()) != TW_OK;
    start(LONG);
    start(SHORT);
    /* three or sixteen times the counter's 24 bits */
    const uint64_t end = TW_SLEEP_MAX < RTC_MAX ? 0x3000000u : 0x10000000u;
    while (passed < end && wrong == 0u) {
        deliver_timers();
        wrong += tw_hier_next(&wheel, counter, &ticks) != TW_OK;
        passed += at_most_half(ticks); /* sleeps */
    }
    printf("narrow: %u and %u deliveries\n", (unsigned)deliveries[LONG],
           (unsigned)deliveries[SHORT]);
    if (wrong != 0u) { (void)fputs("narrow: a timer was late, or a call was refused\n", stderr); }
    return wrong == 0u && deliveries[LONG] >= 4u && deliveries[SHORT] >= 30u ? 0 : 1;
}
