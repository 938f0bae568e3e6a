/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller whose counter is ahead of the wheel's clock: next and remaining count from the counter, and
   a wheel without an active timer goes to any counter. */
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

static void earliest_tells(struct wheel *w, uint32_t counter, enum tw_status status, uint32_t id,
                           uint32_t ticks)
{
    uint32_t first = UNTOUCHED;
    uint32_t got = UNTOUCHED;
    wheel_refuses(w, status, wheel_earliest(w, counter, &first, &got));
    assert_int_equal(first, id);
    assert_int_equal(got, ticks);
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
            earliest_tells(w, counter, TW_OK, 0u, rest_of(left, lag));
        } else {
            next_tells(w, counter, TW_BAD_CLOCK, UNTOUCHED);
            remaining_tells(w, counter, TW_BAD_CLOCK, UNTOUCHED);
            earliest_tells(w, counter, TW_BAD_CLOCK, UNTOUCHED, UNTOUCHED);
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
            earliest_tells(w, counter, TW_NOT_ACTIVE, UNTOUCHED, UNTOUCHED);
        }
        wheels_free(NULL);
    }
}

#if TW_RADIX == 4
/* Timer 0 is `delay` ticks away: from a counter so far ahead, by arithmetic. */
static void asks(const struct wheel *w, uint32_t lag, uint32_t wait, uint32_t delay)
{
    const struct answer refused = answer_only(TW_BAD_CLOCK);
    const struct answer next = answer_writes(TW_OK, rest_of(wait, lag));
    const struct answer left = answer_writes(TW_OK, rest_of(delay, lag));
    const uint32_t counter = counter_at(w, lag, 2u);
    const struct answer got_next = wheel_call(w, CALL_NEXT, counter, 0u);
    const struct answer got_left = wheel_call(w, CALL_REMAINING, 0u, counter);
    assert_int_equal(got_next.value, lag < HALF ? next.value : refused.value);
    assert_int_equal(got_next.out, lag < HALF ? next.out : refused.out);
    assert_int_equal(got_left.value, lag < HALF ? left.value : refused.value);
    assert_int_equal(got_left.out, lag < HALF ? left.out : refused.out);
}

static enum tw_status status_of(uint32_t ahead)
{
    if (ahead == 0u || ahead > TW_PERIOD - QUARTER) { return TW_DUE; }
    return ahead < HALF ? TW_OK : TW_BAD_DELAY;
}

/* Every lag, every delay and every deadline, from a clock. */
static void all_from(struct wheel *w)
{
    for (uint32_t delay = 1u; delay < TW_PERIOD; delay++) {
        assert_int_equal(wheel_restart(w, 0u, delay), TW_OK);
        const uint32_t wait = wheel_wait(w);
        for (uint32_t lag = 0u; lag < TW_PERIOD; lag++) {
            asks(w, lag, wait, delay);
        }
    }
    for (uint32_t ahead = 0u; ahead < TW_PERIOD; ahead++) {
        assert_int_equal(wheel_start_at(w, 1u, counter_at(w, ahead, 3u)), status_of(ahead));
        assert_int_equal(wheel_stop(w, 1u), status_of(ahead) == TW_OK ? TW_OK : TW_NOT_ACTIVE);
    }
}
#endif

static void all_at_radix_4(void **state)
{
#if TW_RADIX == 4
    for (size_t c = 0u; c < border_clock_count; c++) {
        all_from(wheel_new(*state, 2u, border_clocks[c]));
        wheels_free(NULL);
    }
#else
    (void)state;
    skip(); /* too many at this radix */
#endif
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

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(every_lag),     WHEEL_TEST(all_at_radix_4),     WHEEL_TEST(work_now),
        WHEEL_TEST(the_same_tick), WHEEL_TEST(idle_wheel_follows), WHEEL_TEST(stopped_while_busy),
    };
    return RUN_ON_WHEELS("counter", tests);
}
