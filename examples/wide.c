/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Time of 64 bits: a counter of nanoseconds, a timer that expires after a day, and one that expires each second. The
   program sleeps in between. At TW_RADIX 256 a day is 20,116 times P; at 16 and 4 a tick is a tenth of a second. */
#include <stdio.h>

#include "tw_hier.h"
#include "tw_wide.h"

enum { SECOND, DAY, TIMERS };

#define HZ (TW_RADIX == 256 ? UINT64_C(1000000000) : UINT64_C(10)) /* ticks a second */
#define A_DAY UINT64_C(86400)                                      /* seconds */

static TW_WIDE_STORAGE(memory, TIMERS);
static struct tw_wide wheels;
static uint64_t counter = UINT64_C(1700000000000000000); /* it never rolls over */
static uint64_t seconds, days, wakes, wrong;

static void expired(uint32_t id)
{
    if (id == SECOND) { /* counts from the deadline: no drift */
        seconds++;
        if (tw_wide_start(&wheels, SECOND, HZ) != TW_OK) { wrong++; }
    } else {
        days++;
        if (seconds != A_DAY - 1u) { wrong++; } /* of two equal deadlines, this was started first */
    }
}

static void deliver_timers(void)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_wide_advance(&wheels, counter, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { expired(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { wrong++; } /* the counter went back */
}

int main(void)
{
    uint64_t ticks;
    if (TW_WIDE_INIT(&wheels, memory, counter) != TW_OK ||
        tw_wide_start(&wheels, DAY, A_DAY * HZ) != TW_OK ||
        tw_wide_start(&wheels, SECOND, HZ) != TW_OK) {
        return 1;
    }
    while (days == 0u && tw_wide_next(&wheels, counter, &ticks) == TW_OK) {
        counter += ticks; /* the caller sleeps */
        wakes++;
        deliver_timers();
    }
    printf("wide: %llu seconds, %llu wake-ups\n", (unsigned long long)seconds,
           (unsigned long long)wakes);
    return days == 1u && seconds == A_DAY && wrong == 0u ? 0 : 1;
}
