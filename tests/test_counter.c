/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller whose counter is ahead of the wheel's clock: next and remaining count from the counter, and
   a wheel without an active timer goes to any counter. */
#include "random.h"
#include "tw_hashed.h"
#include "wheels.h"

#define QUARTER ((uint32_t)(TW_PERIOD / 4))
#define HALF ((uint32_t)(TW_PERIOD / 2))
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* How far the counter is ahead. */
static const uint32_t lags[] = {0u,           1u,        TW_RADIX, QUARTER - 1u, QUARTER,
                                QUARTER + 1u, HALF - 1u, HALF,     HALF + 1u,    TW_TICK_MAX};
static const uint32_t delays[] = {1u,      2u,           TW_RADIX + 1u, QUARTER - 1u,
                                  QUARTER, QUARTER + 1u, HALF - 1u,     TW_TICK_MAX};

/* The same counter modulo the period. */
static uint32_t counter_at(const struct wheel *w, uint32_t lag, uint32_t turns)
{
    return wheel_now(w) + lag + turns * (uint32_t)TW_PERIOD;
}

static uint32_t rest_of(uint32_t ticks, uint32_t lag)
{
    return ticks < lag ? 0u : ticks - lag;
}

/* next answers so, and changes nothing. */
static void next_tells(struct wheel *w, uint32_t counter, enum tw_status status, uint32_t ticks)
{
    uint32_t got = UNTOUCHED;
    wheel_refuses(w, status, wheel_next(w, counter, &got));
    assert_int_equal(got, ticks);
}

static void remaining_tells(struct wheel *w, uint32_t counter, enum tw_status status,
                            uint32_t ticks)
{
    uint32_t got = UNTOUCHED;
    wheel_refuses(w, status, wheel_remaining(w, 0u, counter, &got));
    assert_int_equal(got, ticks);
    got = UNTOUCHED;
    wheel_refuses(w, TW_NOT_ACTIVE, wheel_remaining(w, 1u, counter, &got));
    wheel_refuses(w, TW_BAD_ID, wheel_remaining(w, 2u, counter, &got));
    assert_int_equal(got, UNTOUCHED);
}

/* Timer 0 is `left` ticks away, and next tells `wait` ticks from the wheel's clock. */
static void ask_from(struct wheel *w, uint32_t lag, uint32_t wait, uint32_t left)
{
    uint32_t id = UNTOUCHED;
    for (uint32_t turns = 0u; turns < 3u; turns++) {
        const uint32_t counter = counter_at(w, lag, turns);
        if (lag < HALF) {
            next_tells(w, counter, TW_OK, rest_of(wait, lag));
            remaining_tells(w, counter, TW_OK, rest_of(left, lag));
        } else {
            next_tells(w, counter, TW_BAD_CLOCK, UNTOUCHED);
            remaining_tells(w, counter, TW_BAD_CLOCK, UNTOUCHED);
            wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, counter, TW_UNBOUNDED, &id));
        }
    }
}

/* From every lag, with a timer and without. */
static void every_lag(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        struct wheel *w = wheel_new(*state, 2u, border_clocks[c]);
        for (size_t d = 0u; d < COUNT(delays); d++) {
            assert_int_equal(wheel_start(w, 0u, delays[d]), TW_OK);
            const uint32_t wait = wheel_wait(w);
            assert_in_range(wait, 1u, delays[d] < QUARTER ? delays[d] : QUARTER);
            for (size_t i = 0u; i < COUNT(lags); i++) {
                ask_from(w, lags[i], wait, delays[d]);
            }
            assert_int_equal(wheel_stop(w, 0u), TW_OK);
        }
        for (size_t i = 0u; i < COUNT(lags); i++) {
            const uint32_t counter = counter_at(w, lags[i], (uint32_t)i);
            next_tells(w, counter, TW_NOT_ACTIVE, rest_of(QUARTER, lags[i]));
            remaining_tells(w, counter, TW_NOT_ACTIVE, UNTOUCHED);
        }
        wheels_free(NULL);
    }
}

/* Where advance has work now, next tells 0 from every counter that it accepts. */
static void work_now(void **state)
{
    struct wheel *w = wheel_new(*state, 3u, TW_TICK_MAX);
    for (uint32_t id = 0u; id < 3u; id++) {
        assert_int_equal(wheel_start(w, id, TW_RADIX), TW_OK);
    }
    wheel_delivers(w, TW_RADIX, 0u, TW_RADIX - 1u);
    for (size_t i = 0u; i < COUNT(lags); i++) {
        const bool refused = lags[i] >= HALF;
        next_tells(w, counter_at(w, lags[i], 1u), refused ? TW_BAD_CLOCK : TW_OK,
                   refused ? UNTOUCHED : 0u);
    }
}

/* While the counter moves, counter + ticks stays one tick until the counter is there; then 0. */
static void the_same_tick(void **state)
{
    for (size_t d = 0u; d < COUNT(delays); d++) {
        struct wheel *w = wheel_new(*state, 1u, TW_TICK_MAX - 1u);
        assert_int_equal(wheel_start(w, 0u, delays[d]), TW_OK);
        const uint32_t wait = wheel_wait(w);
        const uint32_t tick = wheel_now(w) + wait;
        const uint32_t step = wait / 300u + 1u;
        for (uint32_t counter = wheel_now(w); tick - counter <= wait; counter += step) {
            uint32_t ticks = UNTOUCHED;
            assert_int_equal(wheel_next(w, counter, &ticks), TW_OK);
            assert_int_equal(counter + ticks, tick);
        }
        for (uint32_t after = 1u; after < 5u; after++) {
            next_tells(w, tick + after, TW_OK, 0u);
        }
        wheels_free(NULL);
    }
}

/* Without an active timer advance goes to any counter; a timer that starts then is in time. */
static void goes_to(struct wheel *w, uint32_t lag, uint32_t budget)
{
    const uint32_t counter = counter_at(w, lag, 5u);
    uint32_t id = UNTOUCHED;
    assert_int_equal(wheel_advance(w, counter, budget, &id), TW_OK);
    assert_int_equal(id, UNTOUCHED);
    assert_int_equal(wheel_now(w), as_tick(counter));
    assert_true(wheel_audit(w));
    assert_int_equal(wheel_start_at(w, 0u, counter + TW_RADIX), TW_OK);
    wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, counter - 1u, budget, &id));
    wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, counter + HALF, budget, &id));
    wheel_reaches(w, counter + TW_RADIX - 1u);
    wheel_delivers(w, counter + TW_RADIX, 0u, counter + TW_RADIX);
}

static void idle_wheel_follows(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        struct wheel *w = wheel_new(*state, 1u, border_clocks[c]);
        for (size_t i = 0u; i < COUNT(lags); i++) {
            goes_to(w, lags[i], i % 2u == 0u ? 0u : TW_UNBOUNDED);
        }
        wheels_free(NULL);
    }
}

/* Also one that was busy amid a slot when its last timer was stopped. */
static void stopped_while_busy(void **state)
{
    for (size_t i = 0u; i < COUNT(lags); i++) {
        const uint32_t delay = TW_HASHED_SLOTS < TW_SPAN_2 ? TW_SPAN_2 : TW_HASHED_SLOTS;
        struct wheel *w = wheel_new(*state, 3u, 0u);
        uint32_t id = UNTOUCHED;
        for (uint32_t k = 0u; k < 3u; k++) {
            assert_int_equal(wheel_start(w, k, delay + 1u + k % 2u), TW_OK);
        }
        (void)wheel_advance(w, delay + 1u - TW_HASHED_SLOTS, 0u, &id);
        (void)wheel_advance(w, delay + 1u, 1u, &id);
        for (uint32_t k = 0u; k < 3u; k++) {
            (void)wheel_stop(w, k);
        }
        assert_true(wheel_is_empty(w));
        goes_to(w, lags[i], 0u);
        wheels_free(NULL);
    }
}

/* Sleeps from `lag` on as next says, and wakes `late` ticks after that: what does advance answer? */
static enum tw_status wakes(struct wheel *w, uint32_t lag, uint32_t late)
{
    const uint32_t counter = counter_at(w, lag, 0u);
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
        WHEEL_TEST(every_lag),
        WHEEL_TEST(work_now),
        WHEEL_TEST(the_same_tick),
        WHEEL_TEST(idle_wheel_follows),
        WHEEL_TEST(stopped_while_busy),
        WHEEL_TEST(late_by_a_quarter),
        WHEEL_TEST(sleeps_from_its_counter),
    };
    return RUN_ON_WHEELS("counter", tests);
}
