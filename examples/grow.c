/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A larger wheel in place of one that is full: no deadline and no order changes. docs/using.md explains the parts between the lines
   `recipe` and `end`. Here main moves timers in both ways, and compares the deliveries with those of a wheel that stays. */
#include <stdio.h>

#include "chance.h"
#include "tw_hier.h"

enum { TIMERS = 200, MORE = 2 * TIMERS, TRIALS = 10 };

/* recipe larger wheel */
/* After TW_OK of advance. The clock of `to`, a new wheel, is that of `from`. TW_NOT_ACTIVE: all are moved. */
static enum tw_status move_all(struct tw_hier *from, struct tw_hier *to)
{
    enum tw_status status;
    uint32_t id;
    uint32_t ticks;
    while ((status = tw_hier_earliest(from, tw_hier_now(from), &id, &ticks)) == TW_OK) {
        status = tw_hier_start(to, id, ticks);
        if (status != TW_OK) { return status; }
        (void)tw_hier_stop(from, id);
    }
    return status;
}
/* end */

/* recipe larger wheel for many timers */
/* For any number of timers. The clock of `from` moves: only init can use it again. A timer that `to` refuses is
   in neither wheel. */
static enum tw_status move_many(struct tw_hier *from, struct tw_hier *to)
{
    uint32_t id;
    while (!tw_hier_is_empty(from)) {
        const uint32_t until = tw_hier_now(from) + TW_STRIDE_MAX;
        if (tw_hier_advance(from, until, TW_UNBOUNDED, &id) == TW_EXPIRED) {
            const uint32_t ticks = tw_lag(tw_hier_now(to), tw_hier_now(from));
            const enum tw_status status = tw_hier_start(to, id, ticks);
            if (status != TW_OK) { return status; }
        }
    }
    return TW_NOT_ACTIVE;
}
/* end */

enum { STAYS, BY_EARLIEST, BY_ADVANCE, WAYS };
static struct wheel {
    struct tw_hier wheel, larger;
    TW_HIER_STORAGE(memory, TIMERS);
    TW_HIER_STORAGE(more, MORE);
} wheels[WAYS];

static uint32_t deliveries, equals, wrong;

/* Starts the same timers in all wheels, many of them with one deadline, and goes some ticks. */
static uint32_t fill(uint32_t now)
{
    const uint32_t ticks = 1u + random_below(20u);
    const uint32_t most = TW_SLEEP_MAX - 20u;
    const uint32_t end = 1u + random_below(now % 2u == 0u && most > 300u ? 300u : most);
    for (uint32_t i = 0u; i < WAYS; i++) {
        wrong += TW_HIER_INIT(&wheels[i].wheel, wheels[i].memory, now) != TW_OK;
    }
    for (uint32_t start = 0u; start < 2u * TIMERS; start++) {
        const uint32_t id = random_below(TIMERS);
        const uint32_t delay = 21u + random_below(end);
        const uint32_t late = start % 5u == 0u ? delay : 0u; /* beyond P/2, at times */
        for (uint32_t i = 0u; i < WAYS; i++) {
            wrong += tw_hier_restart(&wheels[i].wheel, id, delay + 2u * late) != TW_OK;
        }
    }
    for (uint32_t i = 0u, id; i < WAYS; i++) {
        wrong += tw_hier_advance(&wheels[i].wheel, now + ticks, TW_UNBOUNDED, &id) != TW_OK;
        wrong += TW_HIER_INIT(&wheels[i].larger, wheels[i].more, now + ticks) != TW_OK;
    }
    return now + ticks;
}

static bool next_delivery(struct tw_hier *wheel, uint32_t *id)
{
    enum tw_status status;
    do {
        status = tw_hier_advance(wheel, tw_hier_now(wheel) + TW_STRIDE_MAX, TW_UNBOUNDED, id);
    } while (status == TW_BUSY || (status == TW_OK && !tw_hier_is_empty(wheel)));
    return status == TW_EXPIRED;
}

/* Are the deliveries of the three wheels the same? */
static void compare(void)
{
    uint32_t id[WAYS];
    uint32_t last = TW_UNBOUNDED;
    while (next_delivery(&wheels[STAYS].wheel, &id[STAYS])) {
        const uint32_t tick = tw_hier_now(&wheels[STAYS].wheel);
        for (uint32_t i = BY_EARLIEST; i < WAYS; i++) {
            wrong += !next_delivery(&wheels[i].larger, &id[i]) || id[i] != id[STAYS];
            wrong += tw_hier_now(&wheels[i].larger) != tick;
        }
        deliveries++;
        equals += tick == last;
        last = tick;
    }
}

int main(void)
{
    for (uint32_t trial = 0u; trial < TRIALS; trial++) {
        const uint32_t now = fill(random_below(0xFFFFFFFFu));
        struct wheel *const first = &wheels[BY_EARLIEST];
        struct wheel *const second = &wheels[BY_ADVANCE];
        wrong += move_all(&first->wheel, &first->larger) != TW_NOT_ACTIVE;
        wrong += move_many(&second->wheel, &second->larger) != TW_NOT_ACTIVE;
        wrong += tw_hier_now(&first->larger) != tw_tick(now);
        compare();
        wrong += !tw_hier_is_empty(&first->larger) || !tw_hier_is_empty(&second->larger);
    }
    printf("grow: %u deliveries, %u of a deadline that another had\n", (unsigned)deliveries,
           (unsigned)equals);
    return deliveries > 0u && equals > 0u && wrong == 0u ? 0 : 1;
}
