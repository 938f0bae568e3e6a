/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A periodic timer whose caller was away for an hour. It is delivered once for each period, or once for all. docs/using.md
   quotes the part between the lines `recipe` and `end`. */
#include <stdio.h>

#include "tw_hier.h"

enum { SAMPLE, TIMERS };

#define PERIOD 10u
#define HOUR 3600000u /* ticks of 1 ms */
#define AWAY (HOUR < TW_STRIDE_MAX - PERIOD ? HOUR : TW_STRIDE_MAX - PERIOD)

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t samples, missed, wrong;

static void sample_all(uint32_t now)
{
    (void)now;
    samples++;
    if (tw_hier_restart(&wheel, SAMPLE, PERIOD) != TW_OK) { wrong++; }
}

/* recipe catching up */
static void sample(uint32_t now) /* the timer is delivered; `now` is what advance was given */
{
    const uint32_t late = tw_lag(tw_hier_now(&wheel), now);
    samples++;
    missed += late / PERIOD;
    if (tw_hier_restart(&wheel, SAMPLE, (late / PERIOD + 1u) * PERIOD) != TW_OK) { wrong++; }
}
/* end */

/* Returns the calls of advance that it takes. */
static uint32_t deliver_timers(uint32_t now, void (*expired)(uint32_t))
{
    uint32_t calls = 0u;
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        calls++;
        if (status == TW_EXPIRED) { expired(now); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) {
        (void)fputs("catchup: the caller was away for too long\n", stderr);
        wrong++;
    }
    return calls;
}

/* Away from tick 0xFFFFFFF0 on: how many calls, samples and missed ones? */
static void away(void (*expired)(uint32_t), const char *name)
{
    const uint32_t began = 0xFFFFFFF0u;
    uint32_t ticks;
    samples = missed = 0u;
    wrong += TW_HIER_INIT(&wheel, memory, began) != TW_OK;
    wrong += tw_hier_start(&wheel, SAMPLE, PERIOD) != TW_OK;
    const uint32_t calls = deliver_timers(began + AWAY, expired);
    printf("catchup: %s: %u calls, %u samples, %u missed\n", name, (unsigned)calls,
           (unsigned)samples, (unsigned)missed);
    wrong += samples + missed != AWAY / PERIOD;
    /* The next sample is at a multiple of the period, as if nothing had happened. */
    wrong += tw_hier_remaining(&wheel, SAMPLE, began + AWAY, &ticks) != TW_OK;
    wrong += ticks != PERIOD - AWAY % PERIOD;
}

int main(void)
{
    away(sample_all, "each period");
    wrong += missed != 0u;
    away(sample, "once");
    wrong += samples != 1u;
    return wrong == 0u ? 0 : 1;
}
