/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A superloop: an interrupt of the machine's counts ticks, the loop polls. A button is debounced by
   restarting a timer at each edge, a lamp blinks without drift, a pump runs for so long. */
#include <stdio.h>

#include "tw_hier.h"
#include "tw_ticks.h"

#define HZ 32768u /* 30.5 us a tick: 100 ms is not a whole number of them */
_Static_assert(HZ / 4u < TW_SLEEP_MAX, "250 ms do not fit this TW_RADIX");

enum { BLINK, DEBOUNCE, PUMP, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;

/* The machine: a counter that an interrupt would count on, and a button that bounces. */
static uint32_t counter = 0xFFFF0000u;
static const uint32_t edges[] = {5000u, 5100u, 5350u, 40000u, 40090u};

static struct {
    uint32_t blinks, presses, pump_off, wrong;
} seen;

/* Ticks that last at least so long from any moment. */
static uint32_t ticks_of(uint32_t ms)
{
    uint32_t ticks = 1u;
    seen.wrong += tw_ms_to_ticks(ms, HZ, &ticks) != TW_OK;
    return ticks;
}

/* A period counts from a deadline. What is less than a tick goes into the next period: no drift. */
static uint32_t period_of(uint32_t ms)
{
    static uint32_t rest; /* in thousandths of a tick */
    const uint64_t sum = (uint64_t)ms * HZ + rest;
    rest = (uint32_t)(sum % 1000u);
    return (uint32_t)(sum / 1000u);
}

/* Starts count from the counter, not from the wheel's clock: the loop may be late. */
static void start_in(uint32_t id, uint32_t ms)
{
    const enum tw_status status = tw_hier_restart_at(&wheel, id, counter + ticks_of(ms));
    seen.wrong += status != TW_OK;
}

static void expired(uint32_t id, uint32_t began)
{
    const uint32_t elapsed = tw_lag(tw_tick(began), tw_hier_now(&wheel));
    switch (id) {
    case BLINK:
        seen.blinks++;
        seen.wrong += elapsed != tw_tick((uint32_t)((uint64_t)seen.blinks * 100u * HZ / 1000u));
        /* From the tick at which it was due: no drift, however late the loop. */
        seen.wrong += tw_hier_restart(&wheel, BLINK, period_of(100u)) != TW_OK;
        break;
    case DEBOUNCE:
        seen.presses++;
        start_in(PUMP, 250u);
        break;
    default:
        seen.pump_off++;
        break;
    }
}

static void poll(uint32_t began)
{
    const uint32_t now = counter; /* once: a loop that reads it each time may never end */
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, 8u, &id);
        if (status == TW_EXPIRED) { expired(id, began); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    /* A handler that delivers again would leave `now` behind: read the counter anew. */
    if (status == TW_BAD_CLOCK && tw_lag(tw_hier_now(&wheel), counter) > TW_STRIDE_MAX) {
        (void)fputs("superloop: a round took too long\n", stderr);
        seen.wrong++;
    }
}

int main(void)
{
    const uint32_t began = counter;
    uint32_t edge = 0u;
    seen.wrong += TW_HIER_INIT(&wheel, memory, began) != TW_OK;
    seen.wrong += tw_hier_start(&wheel, BLINK, period_of(100u)) != TW_OK;
    while (counter - began < 3u * HZ) {
        counter +=
            1u + counter % 977u; /* a round of the loop takes a while, and not always the same */
        for (; edge < sizeof(edges) / sizeof(edges[0]) && counter - began >= edges[edge]; edge++) {
            start_in(DEBOUNCE, 20u);
        }
        poll(began);
    }
    printf("superloop: %u blinks, %u presses, pump off %u times\n", (unsigned)seen.blinks,
           (unsigned)seen.presses, (unsigned)seen.pump_off);
    const uint64_t passed = (uint64_t)(counter - began + 1u) * 1000u - 1u; /* 1000 HZ a second */
    seen.wrong += seen.blinks != passed / (100u * HZ);
    return seen.presses == 2u && seen.pump_off == 2u && seen.wrong == 0u ? 0 : 1;
}
