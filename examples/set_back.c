/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A clock that somebody sets, back or forward: the wheel's counter goes on. docs/using.md explains the part between the lines
   `recipe` and `end`. Here main sets the clock at random, and compares each delivery with the time that has really passed. */
#include <stdio.h>

#include "chance.h"
#include "tw_hier.h"

enum { TIMERS = 8, ROUNDS = 4000, AWAY_MAX = 5, LONGEST = 40 };
_Static_assert(LONGEST <= TW_SLEEP_MAX, "the delays do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;

/* recipe clock set back */
#define STEP_MAX TW_SLEEP_MAX /* no true step is longer */

static uint32_t counter, last_reading; /* the counter may begin anywhere */

/* The counter, from a clock that may be set. A step of the clock that cannot be true counts nothing. */
static uint32_t count(uint32_t reading)
{
    const uint32_t step = reading - last_reading;
    last_reading = reading;
    if (step <= STEP_MAX) { counter += step; }
    return counter;
}

static uint32_t at_most_half(uint32_t ticks) /* the sleep that next says: the wake-up may be late */
{
    return ticks < STEP_MAX / 2u ? ticks : STEP_MAX / 2u;
}
/* end */

static uint32_t sets, deliveries, wrong;
static uint32_t elapsed;           /* the time that has really passed */
static uint32_t set = 0xFFFFFF00u; /* the clock shows `elapsed` and this */
static struct {
    uint32_t began, delay, sets;
} timers[TIMERS];

/* Back by a little or much, or forward beyond STEP_MAX. */
static void set_clock(void)
{
    const uint32_t by = AWAY_MAX + 1u + random_below(1000000u);
    set += random_below(2u) == 0u ? 0u - by : STEP_MAX + by % (STEP_MAX / 4u) + 1u;
    sets++;
}

static void start(uint32_t id)
{
    timers[id].began = elapsed;
    timers[id].delay = 1u + random_below(LONGEST);
    timers[id].sets = sets;
    wrong += tw_hier_restart_at(&wheel, id, counter + timers[id].delay) != TW_OK;
}

/* Never early. Late by the ticks since a reading, which a set clock does not show. */
static void expired(uint32_t id)
{
    const uint32_t late = elapsed - timers[id].began - timers[id].delay;
    wrong += late > AWAY_MAX * (sets - timers[id].sets + 1u);
    deliveries++;
    start(id);
}

/* The longest sleep, and a wake-up that is late by as much: the counter counts it. */
static void sleep_long(void)
{
    uint32_t ticks;
    const uint32_t before = count(elapsed + set);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        timers[id].sets = 0u; /* late, by this sleep */
        (void)tw_hier_stop(&wheel, id);
    }
    wrong += tw_hier_advance(&wheel, before, TW_UNBOUNDED, &ticks) != TW_OK;
    wrong += tw_hier_next(&wheel, before, &ticks) != TW_NOT_ACTIVE || ticks != TW_SLEEP_MAX;
    elapsed += 2u * at_most_half(ticks);
    wrong += count(elapsed + set) - before != 2u * at_most_half(ticks);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        start(id);
    }
}

int main(void)
{
    counter = last_reading = elapsed + set;
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        start(id);
    }
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        enum tw_status status;
        uint32_t id;
        elapsed += random_below(AWAY_MAX + 1u);
        if (round % 1000u == 999u) { sleep_long(); }
        if (random_below(10u) == 0u) { set_clock(); }
        const uint32_t now = count(elapsed + set);
        do {
            status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
            if (status == TW_EXPIRED) { expired(id); }
        } while (status == TW_EXPIRED || status == TW_BUSY);
        wrong += status != TW_OK;
    }
    printf("set_back: the clock was set %u times, %u deliveries\n", (unsigned)sets,
           (unsigned)deliveries);
    return sets > 100u && deliveries > 1000u && wrong == 0u ? 0 : 1;
}
