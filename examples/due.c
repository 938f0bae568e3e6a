/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Deadlines that may have passed already: a queue beside the wheel. docs/using.md explains the part between `recipe` and `end`. */
#include <stdio.h>

#include "chance.h"
#include "tw_hier.h"

enum { TIMERS = 10, STARTS = 3000, REACH = 20 };
_Static_assert(REACH < TW_SLEEP_MAX, "the delays do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFF00u, wrong;

static void expired(uint32_t id);
/* gap.c has a recover. This play has no gap: a new reading is accepted. */
static uint32_t recoveries;
#define recover(now) (recoveries++, wrong += tw_lag(tw_hier_now(&wheel), (now)) > TW_STRIDE_MAX)

/* recipe due already */
static uint32_t due[TIMERS],
    dues; /* the timers whose deadline had passed, in the order of their starts */

static void stop(uint32_t id) /* in the wheel or in the queue */
{
    uint32_t kept = 0u;
    (void)tw_hier_stop(&wheel, id);
    for (uint32_t i = 0u; i < dues; i++) {
        if (due[i] != id) { due[kept++] = due[i]; }
    }
    dues = kept;
}

static void start_by(uint32_t id, uint32_t deadline)
{
    stop(id);
    const enum tw_status status = tw_hier_start_at(&wheel, id, deadline);
    if (status == TW_DUE) {
        due[dues++] = id;
    } else if (status != TW_OK) {
        wrong++; /* id is not a timer, or the deadline is too far away */
    }
}

static void deliver_timers(uint32_t now)
{
    enum tw_status status;
    uint32_t id;
    for (uint32_t left = dues; left > 0u && dues > 0u; left--) { /* what it starts can wait */
        id = due[0];
        stop(id);
        expired(id);
    }
    do {
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) { expired(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { recover(counter); } /* read anew: see Gaps */
}

static uint32_t sleep_ticks(uint32_t now)
{
    uint32_t ticks;
    if (dues > 0u || tw_hier_next(&wheel, now, &ticks) == TW_BAD_CLOCK) { return 0u; }
    return ticks;
}
/* end */

static struct play {
    uint32_t deadline, start;
    bool waits, queued;
} plays[TIMERS];
static uint32_t starts, deliveries, last_queued, queued;

static void start_any(void)
{
    const uint32_t id = random_below(TIMERS);
    struct play *const play = &plays[id];
    *play = (struct play){counter + random_below(REACH) - 6u, ++starts, true, false};
    start_by(id, play->deadline);
    queued += play->queued = !tw_hier_is_active(&wheel, id);
}

static void expired(uint32_t id)
{
    struct play *const play = &plays[id];
    wrong += !play->waits || counter - play->deadline > REACH + 6u; /* not early */
    wrong += play->queued && play->start <= last_queued; /* in the order of their starts */
    if (play->queued) { last_queued = play->start; }
    play->waits = false;
    if (++deliveries % 3u == 0u) { start_any(); }
    if (deliveries % 50u == 0u) { deliver_timers(counter += 2u); } /* takes time, and delivers */
}

/* Is every deadline in the future, but for those that a delivery has put into the queue? */
static void compare(void)
{
    uint32_t reached = 0u;
    uint32_t nearest = TW_SLEEP_MAX;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        const uint32_t ahead = plays[id].deadline - counter;
        if (plays[id].waits && ahead - 1u >= REACH) { reached++; }
        if (plays[id].waits && ahead < nearest) { nearest = ahead; }
    }
    wrong += reached != dues || sleep_ticks(counter) > (dues > 0u ? 0u : nearest);
}

int main(void)
{
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    while (starts < STARTS) {
        start_any();
        counter += random_below(4u);
        deliver_timers(counter);
        compare();
    }
    printf("due: %u due already, %u deliveries\n", (unsigned)queued, (unsigned)deliveries);
    return queued > 100u && deliveries > 1000u && recoveries > 0u && wrong == 0u ? 0 : 1;
}
