/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Delays longer than P: a timer is restarted, part by part, until no ticks remain. docs/using.md explains the part between the
   lines `recipe` and `end`. */
#include <stdio.h>

#include "tw_hier.h"

enum { SHORT, LONG, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint64_t time, delivered_at[TIMERS];
static uint32_t wrong;

static void expired(uint32_t id);

/* gap.c has a recover. This play has no gap: a new reading is accepted. */
static uint32_t counter, recoveries;
#define recover(now) (recoveries++, wrong += tw_lag(tw_hier_now(&wheel), (now)) > TW_STRIDE_MAX)

/* recipe long delays */
static uint64_t remain[TIMERS]; /* ticks after the current part */

static enum tw_status start_long(uint32_t id, uint64_t ticks)
{
    const uint32_t part = ticks < TW_SLEEP_MAX ? (uint32_t)ticks : TW_SLEEP_MAX;
    const enum tw_status status = tw_hier_restart(&wheel, id, part);
    if (status == TW_OK) { remain[id] = ticks - part; }
    return status;
}

static void deliver_timers(uint32_t now)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED && remain[id] > 0u) {
            if (start_long(id, remain[id]) != TW_OK) { wrong++; } /* the next part */
        } else if (status == TW_EXPIRED) {
            expired(id);
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { recover(counter); } /* read anew: see Gaps */
}
/* end */

static void deliver_after(uint32_t ticks)
{
    time += ticks;
    counter += ticks;
    deliver_timers(counter);
}

static void expired(uint32_t id)
{
    delivered_at[id] = time;
    if (id == SHORT) { deliver_after(3u); } /* this handler takes time, and delivers timers */
}

int main(void)
{
    const uint64_t delay = 5u * (uint64_t)TW_PERIOD + 12345u;
    enum tw_status status;
    uint32_t ticks;
    counter = 0xFFFFFF00u;
    if (TW_HIER_INIT(&wheel, memory, counter) != TW_OK || start_long(SHORT, 7u) != TW_OK ||
        start_long(LONG, delay) != TW_OK) {
        return 1;
    }
    /* A refused call changes nothing. */
    wrong += start_long(LONG, 0u) != TW_BAD_DELAY || start_long(TIMERS, delay) != TW_BAD_ID;
    while ((status = tw_hier_next(&wheel, counter, &ticks)) == TW_OK) {
        deliver_after(ticks);
    }
    wrong += status != TW_NOT_ACTIVE || recoveries != 1u;
    printf("long_delay: delivered after %llu and %llu ticks\n",
           (unsigned long long)delivered_at[SHORT], (unsigned long long)delivered_at[LONG]);
    return delivered_at[SHORT] == 7u && delivered_at[LONG] == delay && wrong == 0u ? 0 : 1;
}
