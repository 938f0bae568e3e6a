/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller that sleeps as next says, from its own counter on: it passes no deadline, and advance accepts
   it when it wakes, also a quarter of the period late. */
#include "random.h"
#include "tw_hashed.h"
#include "wheels.h"

#define QUARTER ((uint32_t)(TW_PERIOD / 4))
#define HALF ((uint32_t)(TW_PERIOD / 2))
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint32_t delays[] = {1u,      2u,           TW_RADIX + 1u, QUARTER - 1u,
                                  QUARTER, QUARTER + 1u, HALF - 1u,     TW_TICK_MAX};

static uint32_t rest_of(uint32_t ticks, uint32_t lag)
{
    return ticks < lag ? 0u : ticks - lag;
}

/* Sleeps from `lag` on as next says, and wakes `late` ticks after that: what does advance answer? */
static enum tw_status wakes(struct wheel *w, uint32_t lag, uint32_t late)
{
    const uint32_t counter = wheel_now(w) + lag;
    uint32_t ticks = UNTOUCHED;
    uint32_t id = UNTOUCHED;
    assert_int_equal(wheel_next(w, counter, &ticks), TW_OK);
    return wheel_advance(w, counter + ticks + late, 0u, &id);
}

/* A caller that is up to a quarter of the period less a tick late is accepted, if its counter was at most a
   quarter ahead when it asked; a tick more on either side can be refused. */
static void late_by_a_quarter(void **state)
{
    static const uint32_t near[] = {0u, 1u, TW_RADIX, QUARTER - 1u, QUARTER};
    for (size_t d = 0u; d < COUNT(delays); d++) {
        for (size_t i = 0u; i < COUNT(near); i++) {
            for (uint32_t late = 0u; late < QUARTER; late += QUARTER - 1u) {
                struct wheel *w = wheel_new(*state, 1u, TW_TICK_MAX);
                assert_int_equal(wheel_start(w, 0u, delays[d]), TW_OK);
                assert_int_not_equal(wakes(w, near[i], late), TW_BAD_CLOCK);
                wheels_free(NULL);
            }
        }
    }
    struct wheel *w = wheel_new(*state, 1u, 7u);
    assert_int_equal(wheel_start(w, 0u, HALF), TW_OK);
    assert_int_equal(wakes(w, QUARTER + 1u, QUARTER - 1u), TW_BAD_CLOCK);
    assert_int_equal(wakes(w, QUARTER, QUARTER), TW_BAD_CLOCK);
}

#define SLEEPERS 6u

/* A caller beside the list: it works, asks next, sleeps, and may be woken early by an event that starts
   a timer. */
struct caller {
    struct lockstep both;
    struct random random;
    uint32_t counter;
    uint32_t most; /* ticks of work and of a delay: more would take the wheel too long */
};

static uint32_t lag_of(const struct caller *c)
{
    return as_tick(c->counter - wheel_now(c->both.wheel));
}

/* Any number of ticks up to some, more often few. */
static uint32_t some_ticks(struct caller *c, uint32_t end)
{
    const uint32_t most = end < c->most ? end : c->most;
    const uint32_t few = most < 3u * TW_RADIX ? most : 3u * TW_RADIX;
    return random_below(&c->random, (random_below(&c->random, 4u) == 0u ? most : few) + 1u);
}

/* Starts a timer, as far ahead of the counter as may be. */
static void event(struct caller *c)
{
    const uint32_t id = random_below(&c->random, SLEEPERS);
    const uint32_t delay = some_ticks(c, HALF - 1u - lag_of(c));
    const struct call start = {CALL_RESTART_AT, id, c->counter + delay};
    if (delay > 0u) { assert_int_equal(lockstep_call(&c->both, start), TW_OK); }
}

/* The caller's counter is at most a quarter of the period ahead. It sleeps as next says, and no deadline
   is passed before it wakes. It may wake early, by an event, or late. */
static void sleep_as_told(struct caller *c)
{
    const uint32_t lag = lag_of(c);
    uint32_t left = 0u;
    const struct answer next = lockstep_look(&c->both, (struct call){CALL_NEXT, c->counter, 0u});
    assert_int_not_equal(next.value, TW_BAD_CLOCK);
    assert_true(next.out <= rest_of(QUARTER, lag));
    if (lockstep_earliest(&c->both, &left)) { assert_true(next.out <= rest_of(left, lag)); }
    const uint32_t way = random_below(&c->random, 3u);
    c->counter += way == 0u ? some_ticks(c, next.out) : next.out;
    if (way == 0u) { event(c); }
    if (way == 1u) { c->counter += some_ticks(c, QUARTER - 1u); }
}

/* Advances until the wheel is at the counter: never refused. */
static void catch_up(struct caller *c)
{
    const uint32_t budget = 1u + random_below(&c->random, 3u);
    enum tw_status status = TW_BUSY;
    while (status != TW_OK) {
        status = lockstep_call(&c->both, (struct call){CALL_ADVANCE, c->counter, budget});
        assert_int_not_equal(status, TW_BAD_CLOCK);
        if (status == TW_EXPIRED && random_below(&c->random, 2u) == 0u) { event(c); }
    }
}

static void sleeps_from_its_counter(void **state)
{
    const struct wheel_ops *const ops = *state;
    struct caller c = {.random = {random_seed()}};
    c.most = ops->turn > QUARTER / 8u ? QUARTER : 8u * (uint32_t)ops->turn;
    for (uint32_t round = 0u; round < random_rounds(200u); round++) {
        c.counter = (uint32_t)random_next(&c.random);
        lockstep_begin(&c.both, ops, SLEEPERS, c.counter);
        c.both.thorough = false;
        for (uint32_t i = 0u; i < 60u; i++) {
            c.counter += some_ticks(&c, QUARTER);
            if (random_below(&c.random, 2u) == 0u) { event(&c); }
            sleep_as_told(&c);
            catch_up(&c);
        }
        wheels_free(NULL);
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(late_by_a_quarter),
        WHEEL_TEST(sleeps_from_its_counter),
    };
    return RUN_ON_WHEELS("sleep", tests);
}
