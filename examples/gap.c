/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A gap of P/2 or more, and a handler that delivers again. docs/using.md explains the part between the lines `recipe` and `end`. */
#include <stdio.h>

#include "tw_hier.h"

enum { LAMP, TIMEOUT, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFFF0u, deliveries[TIMERS], refusals, wrong;
static bool stops;    /* TIMEOUT stops LAMP, which is due too */
static uint32_t nest; /* the next handler takes so many ticks, and delivers timers meanwhile */

static void deliver_timers(void);

static void setup(void)
{
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
}

/* After recover as without a gap, both ways to start a timer are right. */
static void expired(uint32_t id)
{
    const uint32_t ticks = nest;
    deliveries[id]++;
    nest = 0u;
    counter += ticks;
    if (ticks > 0u) { deliver_timers(); }
    if (stops) { wrong += tw_hier_stop(&wheel, LAMP) != TW_OK; }
    wrong += (id == LAMP ? tw_hier_restart(&wheel, LAMP, 50u) :
                           tw_hier_restart_at(&wheel, TIMEOUT, counter + 30u)) != TW_OK;
}

/* recipe gap */
/* What expires in the gap is due again at the first tick after `now`, in its order. */
static void collect(uint32_t until, uint32_t now)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = tw_hier_advance(&wheel, until, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED &&
            tw_hier_start(&wheel, id, tw_lag(tw_hier_now(&wheel), now) + 1u) != TW_OK) {
            wrong++; /* not possible: the timer is idle, and the gap is shorter than P - 1 */
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { wrong++; } /* not possible: no part is too long */
}

/* After TW_BAD_CLOCK; `now` is read anew. No interrupt may call the wheel between that reading and the end. */
static void recover(uint32_t now)
{
    uint32_t left = tw_lag(tw_hier_now(&wheel), now);
    if (left <= TW_STRIDE_MAX) { return; }   /* advance accepts it: no gap */
    if (left > TW_TICK_MAX - TW_SLEEP_MAX) { /* the counter went back, by at most P/4 */
        setup();                             /* now start your timers again */
        return;
    }
    while (left > 0u) { /* two parts: a gap of P/2 to 3P/4 - 1 ticks */
        left -= left < TW_STRIDE_MAX ? left : TW_STRIDE_MAX;
        collect(now - left, now);
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
    refusals += status == TW_BAD_CLOCK;
    if (status == TW_BAD_CLOCK) { recover(counter); } /* read anew */
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
    setup();
    expired(LAMP); /* starts it */
    expired(TIMEOUT);
    /* A gap delivers each timer once, a tick later. Both go on from there. */
    after((uint32_t)(TW_PERIOD / 2u), 1u, 1u);
    after(1u, 2u, 2u);
    after(29u, 2u, 2u);
    after(1u, 2u, 3u);
    after(19u, 2u, 3u);
    after(1u, 3u, 3u);
    /* A handler delivers again, beyond the reading of the outer loop: that is no gap, and no timer is lost. */
    nest = 5u;
    after(10u, 3u, 4u);
    after((uint32_t)(TW_PERIOD / 4u * 3u - 1u), 3u, 4u); /* the longest gap */
    after(1u, 4u, 5u);
    /* In a gap too, a handler can stop a timer that is due. */
    stops = true;
    after((uint32_t)(TW_PERIOD / 2u), 4u, 5u);
    after(1u, 4u, 6u);
    stops = false;
    /* The counter goes back by one tick, and by P/4: nothing is delivered, no timer is active. */
    after(0xFFFFFFFFu, 4u, 6u);
    wrong += !tw_hier_is_empty(&wheel);
    expired(TIMEOUT);
    after(0u - (uint32_t)(TW_PERIOD / 4u), 4u, 7u);
    wrong += !tw_hier_is_empty(&wheel);
    printf("gap: %u refusals\n", (unsigned)refusals);
    return refusals == 6u && wrong == 0u ? 0 : 1;
}
