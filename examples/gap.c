/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop that did not run for half a period or more. docs/using.md quotes the part between the lines `recipe` and `end`. */
#include <stdio.h>

#include "tw_hier.h"

enum { LAMP, TIMEOUT, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFFF0u, deliveries[TIMERS], recoveries, wrong;

/* In recover as in the loop of advance, both ways to start a timer are right. */
static void expired(uint32_t id)
{
    deliveries[id]++;
    wrong += (id == LAMP ? tw_hier_restart(&wheel, LAMP, 50u) :
                           tw_hier_restart_at(&wheel, TIMEOUT, counter + 30u)) != TW_OK;
}

/* recipe gap */
static uint32_t late[TIMERS], late_timers; /* the timers that expired in the gap, in order */

static void collect(uint32_t until)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, until, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED && late_timers < TIMERS) {
            late[late_timers++] = id;
        } else if (status == TW_EXPIRED) {
            wrong++; /* not possible: nobody starts a timer meanwhile */
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { wrong++; } /* not possible: no part is too long */
}

/* After a gap of P/2 to P - 1 ticks. No interrupt may start a timer before it ends. */
static void recover(uint32_t now)
{
    uint32_t left = tw_lag(tw_hier_now(&wheel), now);
    late_timers = 0u;
    while (left > 0u) { /* three parts at most */
        left -= left < TW_STRIDE_MAX ? left : TW_STRIDE_MAX;
        collect(now - left);
    }
    for (uint32_t i = 0u; i < late_timers; i++) {
        expired(late[i]); /* the wheel's clock is at your counter, as after TW_OK */
    }
}
/* end */

static void deliver_timers(void)
{
    const uint32_t now = counter;
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { expired(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) {
        recoveries++;
        recover(now);
    }
}

static void after(uint32_t ticks, uint32_t lamp, uint32_t timeout)
{
    counter += ticks;
    deliver_timers();
    wrong += deliveries[LAMP] != lamp || deliveries[TIMEOUT] != timeout;
    wrong += tw_hier_now(&wheel) != counter % TW_PERIOD;
}

int main(void)
{
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    expired(LAMP); /* starts it */
    expired(TIMEOUT);
    /* A gap delivers each timer once. Both go on from the counter. */
    after((uint32_t)(TW_PERIOD / 2u), 2u, 2u);
    after(29u, 2u, 2u);
    after(1u, 2u, 3u);
    after(19u, 2u, 3u);
    after(1u, 3u, 3u);
    after((uint32_t)(TW_PERIOD - 2u), 4u, 4u);
    wrong += late_timers != 2u || late[0] != TIMEOUT || late[1] != LAMP;
    after(50u, 5u, 5u);
    after((uint32_t)(TW_PERIOD - 1u), 6u, 6u); /* three parts */
    printf("gap: %u recoveries\n", (unsigned)recoveries);
    return recoveries == 3u && wrong == 0u ? 0 : 1;
}
