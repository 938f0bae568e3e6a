/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Borders of slots, windows, levels and the period, in all pairs: a differential test against the
   sorted list, and plain expectations. */
#include <stdlib.h>

#include "wheels.h"
#include "random.h"
#include "tw_hashed.h"

/* All delays at once from each clock: delivered in order, each at its tick. */
static void all_delays_together(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t now = as_tick(border_clocks[c]);
        struct lockstep s;
        lockstep_begin(&s, *state, (uint32_t)border_delay_count, border_clocks[c]);
        for (uint32_t id = 0u; id < border_delay_count; id++) {
            assert_int_equal(lockstep_start(&s, id, border_delays[id]), TW_OK);
        }
        if (lockstep_drain(&s, 3u)) {
            assert_int_equal(wheel_now(s.wheel), as_tick(now + TW_TICK_MAX));
        }
        wheels_free(NULL);
    }
}

/* Delivers timer id with delay b, where another with delay a runs too. */
static void deliver_pair(const struct wheel_ops *ops, uint32_t now, uint32_t a, uint32_t b)
{
    const bool b_first = b < a;
    const uint32_t near = b_first ? b : a;
    const uint32_t far = b_first ? a : b;
    if (wheel_leaves_out(ops, far)) { return; }
    struct wheel *w = wheel_new(ops, 2u, now);
    assert_int_equal(wheel_start(w, 0u, a), TW_OK);
    assert_int_equal(wheel_start(w, 1u, b), TW_OK);
    wheel_passes(w, near - 1u);
    wheel_delivers(w, now + near, b_first ? 1u : 0u, now + near);
    if (far > near) { wheel_passes(w, far - near - 1u); }
    wheel_delivers(w, now + far, b_first ? 0u : 1u, now + far);
    assert_true(wheel_is_empty(w));
    assert_true(wheel_audit(w));
    wheels_free(NULL);
}

static void all_pairs_of_delays(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t a = 0u; a < border_delay_count; a++) {
            for (size_t b = 0u; b < border_delay_count; b++) {
                deliver_pair(*state, border_clocks[c], border_delays[a], border_delays[b]);
            }
        }
    }
}

static const uint32_t spans[] = {1u, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3, TW_HASHED_SLOTS};
#define SPANS (sizeof(spans) / sizeof(spans[0]))

/* Around the first tick of a slot's window, or of a turn: timers due just before, at and
   after it, started just before, at and after it, on every level and for every digit. */
static void around_a_window(const struct wheel_ops *ops, uint32_t first)
{
    for (uint32_t before = 1u; before <= 3u; before++) {
        struct lockstep s;
        lockstep_begin(&s, ops, 6u, first - before);
        for (uint32_t id = 0u; id < 5u; id++) {
            lockstep_start(&s, id, id + 1u);
        }
        for (uint32_t tick = 0u; tick < 8u; tick++) {
            while (lockstep_advance(&s, 1u, 1u) != TW_OK) {
                lockstep_restart(&s, 5u, 2u);
            }
        }
        lockstep_drain(&s, 1u);
        wheels_free(NULL);
    }
}

static void every_window_of_every_level(void **state)
{
    const uint32_t step = 1u + (TW_RADIX - 1u) / random_rounds(TW_RADIX); /* 1 at full scale */
    for (size_t level = 0u; level < SPANS; level++) {
        for (uint32_t digit = 0u; digit < TW_RADIX; digit += step) {
            around_a_window(*state, digit * spans[level]);
            around_a_window(*state, digit * spans[level] + spans[level] / TW_RADIX);
        }
    }
}

/* From the last tick of the period to each digit of each level and back to where it was:
   every slot of the wheel is used once. */
static void every_slot(void **state)
{
    for (size_t level = 0u; level < SPANS; level++) {
        for (uint32_t digit = 0u; digit < TW_RADIX; digit++) {
            const uint32_t deadline = as_tick(digit * spans[level] + spans[level] / 2u);
            const uint32_t clocks[] = {0u, TW_TICK_MAX, deadline + 1u, deadline - 1u};
            for (size_t c = 0u; c < 4u; c++) {
                const uint32_t delay = as_tick(deadline - clocks[c]);
                if (wheel_leaves_out(*state, delay)) { continue; }
                struct wheel *w = wheel_new(*state, 1u, clocks[c]);
                if (wheel_start(w, 0u, delay) == TW_OK) {
                    wheel_passes(w, delay - 1u);
                    wheel_delivers(w, deadline, 0u, deadline);
                } else {
                    assert_int_equal(delay, 0u);
                }
                wheels_free(NULL);
            }
        }
    }
}

/* Rollover: a full turn less a tick must not come a turn of the lowest level later. */
static void longest_delay_waits_a_full_turn(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t now = as_tick(border_clocks[c]);
        if (wheel_leaves_out(*state, TW_TICK_MAX)) { continue; }
        struct wheel *w = wheel_new(*state, 1u, now);
        assert_int_equal(wheel_start(w, 0u, TW_TICK_MAX), TW_OK);
        wheel_reaches(w, now + TW_RADIX - 1u);
        wheel_reaches(w, now + TW_RADIX);
        wheel_reaches(w, now + TW_SPAN_2);
        wheel_reaches(w, now + TW_SPAN_3);
        wheel_passes(w, TW_TICK_MAX - TW_SPAN_3 - 1u);
        assert_int_equal(wheel_left(w, 0u), 1u);
        wheel_delivers(w, now + TW_TICK_MAX, 0u, now + TW_TICK_MAX);
        wheels_free(NULL);
    }
}

/* Several turns of the clock, by long and by short delays. */
static void many_turns(void **state)
{
    static const uint32_t delays[] = {TW_TICK_MAX, TW_SPAN_3 + 1u, TW_TICK_MAX - TW_RADIX};
    for (size_t d = 0u; d < 3u; d++) {
        struct lockstep s;
        lockstep_begin(&s, *state, 2u, TW_TICK_MAX);
        for (uint32_t turn = 0u; turn < 3u * TW_RADIX && turn < 60u; turn++) {
            assert_int_equal(lockstep_start(&s, 0u, delays[d]), TW_OK);
            assert_int_equal(lockstep_start(&s, 1u, delays[d] - turn), TW_OK);
            lockstep_drain(&s, TW_UNBOUNDED);
        }
        wheels_free(NULL);
    }
}

/* until at the two sides of half the period; there and back to a deadline in between. */
static void until_half_the_period_ahead(void **state)
{
    const uint32_t half = (uint32_t)(TW_PERIOD / 2);
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t now = as_tick(border_clocks[c]);
        if (wheel_leaves_out(*state, half)) { continue; }
        struct wheel *w = wheel_new(*state, 2u, now);
        uint32_t id = UNTOUCHED;
        assert_int_equal(wheel_start(w, 0u, half - 1u), TW_OK);
        assert_int_equal(wheel_start(w, 1u, half), TW_OK);
        wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now + half, TW_UNBOUNDED, &id));
        wheel_delivers(w, now + half - 1u, 0u, now + half - 1u);
        wheel_reaches(w, now + half - 1u);
        wheel_delivers(w, now + half, 1u, now + half);
        assert_int_equal(wheel_start(w, 0u, TW_TICK_MAX), TW_OK);
        wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now, TW_UNBOUNDED, &id));
        assert_int_equal(wheel_stop(w, 0u), TW_OK);
        wheel_reaches(w, now); /* no timer is active */
        wheels_free(NULL);
    }
}

/* The caller's counter may be wider than the period: it is taken modulo the period. */
static void counters_beyond_the_period(void **state)
{
#if TW_PERIOD >> 32 == 0
    const uint32_t turns = 7u * (uint32_t)TW_PERIOD;
    struct wheel *w = wheel_new(*state, 1u, turns + 3u);
    assert_int_equal(wheel_now(w), 3u);
    assert_int_equal(wheel_start(w, 0u, 2u), TW_OK);
    wheel_reaches(w, turns + 4u);
    wheel_delivers(w, 5u, 0u, 5u);
    wheel_reaches(w, 0u - (uint32_t)TW_PERIOD + 9u);
    assert_int_equal(wheel_now(w), 9u);
#else
    (void)state;
    skip(); /* there is no counter beyond 32 bits */
#endif
}

/* Every delay from every clock at the smallest radix, a tick a call. */
static void every_delay_tick_by_tick(void **state)
{
#if TW_RADIX == 4
    for (uint32_t now = 0u; now < TW_PERIOD; now++) {
        struct wheel *w = wheel_new(*state, TW_TICK_MAX, now);
        for (uint32_t id = 0u; id < TW_TICK_MAX; id++) {
            assert_int_equal(wheel_start(w, id, id + 1u), TW_OK);
        }
        for (uint32_t id = 0u; id < TW_TICK_MAX; id++) {
            wheel_delivers(w, now + id + 1u, id, now + id + 1u);
            wheel_reaches(w, now + id + 1u);
        }
        assert_true(wheel_is_empty(w));
        wheels_free(NULL);
    }
#else
    (void)state;
    skip(); /* too many ticks at this radix */
#endif
}

/* init leaves nothing undefined that is read later: memcheck watches. */
static void memory_that_was_never_written(void **state)
{
    struct wheel w = {.ops = *state, .capacity = 3u};
    uint32_t id = UNTOUCHED;
    w.ops->sizes(3u, w.size);
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        w.part[i] = malloc(w.size[i]);
        assert_non_null(w.part[i]);
    }
    assert_int_equal(wheel_init(&w, 3u, 0u), TW_OK);
    assert_int_equal(wheel_next(&w, 0u, &id), TW_NOT_ACTIVE);
    assert_true(wheel_audit(&w));
    assert_int_equal(wheel_start(&w, 1u, TW_SPAN_3), TW_OK);
    assert_true(wheel_audit(&w));
    assert_int_equal(wheel_remaining(&w, 0u, 0u, &id), TW_NOT_ACTIVE);
    assert_int_equal(wheel_advance(&w, TW_SPAN_3, TW_UNBOUNDED, &id), TW_EXPIRED);
    assert_int_equal(id, 1u);
    assert_true(wheel_is_empty(&w));
    wheel_free(&w);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(all_delays_together),
        WHEEL_TEST(all_pairs_of_delays),
        WHEEL_TEST(every_window_of_every_level),
        WHEEL_TEST(every_slot),
        WHEEL_TEST(longest_delay_waits_a_full_turn),
        WHEEL_TEST(many_turns),
        WHEEL_TEST(until_half_the_period_ahead),
        WHEEL_TEST(counters_beyond_the_period),
        WHEEL_TEST(every_delay_tick_by_tick),
        WHEEL_TEST(memory_that_was_never_written),
    };
    return RUN_ON_WHEELS("borders", tests);
}
