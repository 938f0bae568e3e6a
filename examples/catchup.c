/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A periodic timer whose caller was away for an hour. It is delivered once for each period, or once for all, also if its handler
   delivers timers. docs/using.md explains the part between the lines `recipe` and `end`. */
#include <stdio.h>

#include "tw_hier.h"

enum { SAMPLE, TIMERS };

#define PERIOD 10u
#define HOUR 3600000u /* ticks of 1 ms */
#define AWAY (HOUR < TW_STRIDE_MAX - PERIOD ? HOUR : TW_STRIDE_MAX - PERIOD)

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter, takes, samples, missed, wrong;

static void take_sample(void); /* in `takes` ticks; it delivers timers meanwhile */

static void sample_all(void)
{
    take_sample();
    if (tw_hier_restart(&wheel, SAMPLE, PERIOD) != TW_OK) { wrong++; }
}

/* recipe catching up */
static void sample(void) /* the timer is delivered */
{
    const uint32_t deadline = tw_hier_now(&wheel); /* before the clock moves on */
    take_sample();                                 /* it may deliver timers, too */
    const uint32_t late = tw_lag(deadline, counter);
    const uint32_t next = deadline + (late / PERIOD + 1u) * PERIOD;
    missed += late / PERIOD;
    if (tw_hier_restart(&wheel, SAMPLE, tw_lag(tw_hier_now(&wheel), next)) != TW_OK) { wrong++; }
}
/* end */

/* Returns the calls of advance that it takes. */
static uint32_t deliver_timers(void (*expired)(void))
{
    const uint32_t now = counter;
    uint32_t calls = 0u;
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        calls++;
        if (status == TW_EXPIRED) { expired(); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK && tw_lag(tw_hier_now(&wheel), counter) > TW_STRIDE_MAX) {
        (void)fputs("catchup: the caller was away for too long\n", stderr);
        wrong++;
    }
    return calls;
}

static void take_sample(void)
{
    samples++;
    counter += takes;
    if (takes > 0u) { (void)deliver_timers(sample); }
}

/* Away from tick 0xFFFFFFF0 on: how many calls, samples and missed ones? */
static void away(void (*expired)(void), const char *name)
{
    const uint32_t began = 0xFFFFFFF0u;
    uint32_t ticks;
    counter = began;
    samples = missed = 0u;
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    wrong += tw_hier_start(&wheel, SAMPLE, PERIOD) != TW_OK;
    counter += AWAY;
    const uint32_t calls = deliver_timers(expired);
    printf("catchup: %s: %u calls, %u samples, %u missed\n", name, (unsigned)calls,
           (unsigned)samples, (unsigned)missed);
    wrong += samples + missed != (counter - began) / PERIOD;
    /* The next sample is at a multiple of the period, as if nothing had happened. */
    wrong += tw_hier_remaining(&wheel, SAMPLE, counter, &ticks) != TW_OK;
    wrong += ticks != PERIOD - (counter - began) % PERIOD;
}

int main(void)
{
    away(sample_all, "each period");
    wrong += missed != 0u;
    away(sample, "once");
    wrong += samples != 1u;
    takes = 25u;
    away(sample, "once, and its handler delivers timers");
    wrong += samples != 1u;
    return wrong == 0u ? 0 : 1;
}
