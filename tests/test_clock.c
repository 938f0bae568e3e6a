/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The clock functions against plain shifts, masks and xor: on all border ticks and many
   random ones, at TW_RADIX 4 on all pairs of ticks. */
#include "random.h"
#include "wheels.h"

/* Bits of a digit. */
#if TW_RADIX == 256
#define BITS 8u
#elif TW_RADIX == 16
#define BITS 4u
#else
#define BITS 2u
#endif

static uint32_t plain_digit(uint32_t tick, uint32_t level)
{
    return tick >> (BITS * level) & (TW_RADIX - 1u);
}

static uint32_t plain_level(uint32_t deadline, uint32_t now)
{
    uint32_t level = TW_TOP;
    while (deadline >= now && level > 0u && plain_digit(deadline ^ now, level) == 0u) {
        level--;
    }
    return level;
}

static uint32_t plain_slot(uint32_t deadline, uint32_t now)
{
    const uint32_t level = plain_level(deadline, now);
    return level << BITS | plain_digit(deadline, level);
}

static uint32_t plain_opens(uint32_t slot, uint32_t now)
{
    const uint32_t level = slot >> BITS;
    const uint32_t upper = level == TW_TOP ? 0u : now >> (BITS * (level + 1u)) << BITS;
    return (upper | (slot & (TW_RADIX - 1u))) << (BITS * level);
}

static void check_pair(uint32_t a, uint32_t b)
{
    assert_int_equal(tw_distance(a, b), (b - a) & TW_TICK_MAX);
    assert_int_equal(tw_after(a, b), (a + b) & TW_TICK_MAX);
    assert_int_equal(tw_slot(a, b), plain_slot(a, b));
    assert_int_equal(tw_after(a, tw_distance(a, b)), b);
    const uint32_t slot = tw_slot(a, b);
    assert_true(tw_distance(b, tw_opens(slot, b)) <= tw_distance(b, a));
}

static void check_tick(uint32_t tick)
{
    for (uint32_t slot = 0u; slot < TW_SLOTS; slot++) {
        assert_int_equal(tw_opens(slot, tick), plain_opens(slot, tick));
    }
}

static void test_constants(void **state)
{
    (void)state;
    assert_int_equal(TW_RADIX, 1u << BITS);
    assert_int_equal(TW_SPAN_1, 1u << BITS);
    assert_int_equal(TW_SPAN_2, 1u << 2u * BITS);
    assert_int_equal(TW_SPAN_3, 1u << 3u * BITS);
    assert_int_equal(TW_PERIOD, (uint64_t)1u << TW_LEVELS * BITS);
    assert_int_equal(TW_TICK_MAX, TW_PERIOD - 1);
    assert_int_equal(TW_SLOTS, TW_LEVELS * TW_RADIX);
    assert_int_equal(TW_CAPACITY_MAX, 1u << 30);
    assert_int_equal(TW_UNBOUNDED, UINT32_MAX);
}

static void test_tick_reduces_any_counter(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const uint32_t counter = (uint32_t)random_next(&r);
        assert_int_equal(tw_tick(counter), counter & TW_TICK_MAX);
    }
    assert_int_equal(tw_tick(0u), 0u);
    assert_int_equal(tw_tick(0xFFFFFFFFu), TW_TICK_MAX);
    assert_int_equal(tw_tick((uint32_t)TW_PERIOD), 0u);
}

static void test_lag(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const uint32_t now = (uint32_t)random_next(&r) & TW_TICK_MAX;
        const uint32_t counter = (uint32_t)random_next(&r);
        assert_int_equal(tw_lag(now, counter), (counter - now) & TW_TICK_MAX);
    }
    assert_int_equal(tw_lag(0u, 0u), 0u);
    assert_int_equal(tw_lag(1u, 0u), TW_TICK_MAX);
    assert_int_equal(tw_lag(0u, 0xFFFFFFFFu), TW_TICK_MAX);
    assert_int_equal(tw_lag(TW_TICK_MAX, 0xFFFFFFFFu), 0u);
}

/* A delay leads from any clock to a tick that is as far away; a sleep is no longer than the cap. */
static void test_delays(void **state)
{
    (void)state;
    for (size_t i = 0u; i < border_delay_count; i++) {
        const uint32_t delay = border_delays[i];
        for (size_t c = 0u; c < border_clock_count; c++) {
            const uint32_t now = as_tick(border_clocks[c]);
            assert_int_equal(tw_distance(now, tw_after(now, delay)), delay);
        }
        assert_int_equal(tw_stride(delay), delay < TW_PERIOD / 4 ? delay : TW_PERIOD / 4);
    }
}

/* What has passed is less than a quarter of the period ago; what is left of a wait is never less than 0. */
static void test_passed_and_left(void **state)
{
    (void)state;
    const uint32_t quarter = (uint32_t)(TW_PERIOD / 4);
    const uint32_t ago = (uint32_t)(TW_PERIOD - quarter);
    assert_int_equal(TW_SLEEP_MAX, quarter);
    assert_int_equal(TW_STRIDE_MAX, 2u * quarter - 1u);
    assert_true(tw_gone(0u) && tw_gone(TW_TICK_MAX) && tw_gone(ago + 1u));
    assert_false(tw_gone(1u) || tw_gone(TW_STRIDE_MAX) || tw_gone(2u * quarter) || tw_gone(ago));
    assert_int_equal(tw_rest(7u, 0u), 7u);
    assert_int_equal(tw_rest(7u, 6u), 1u);
    assert_int_equal(tw_rest(7u, 7u), 0u);
    assert_int_equal(tw_rest(7u, 8u), 0u);
    assert_int_equal(tw_rest(0u, TW_TICK_MAX), 0u);
    assert_int_equal(tw_lag(TW_TICK_MAX, TW_TICK_MAX), 0u);
    assert_int_equal(tw_lag(TW_TICK_MAX, (uint32_t)TW_PERIOD + 3u), 4u);
}

static uint32_t level_of(uint32_t deadline, uint32_t now)
{
    return tw_slot(deadline, now) / TW_RADIX;
}

/* The published examples of where a deadline goes. */
static void test_levels_by_example(void **state)
{
    (void)state;
    assert_int_equal(level_of(0u, 0u), 0u);
    assert_int_equal(level_of(TW_RADIX - 1u, 0u), 0u);
    assert_int_equal(level_of(TW_RADIX, 0u), 1u);
    assert_int_equal(level_of(TW_SPAN_2 - 1u, 0u), 1u);
    assert_int_equal(level_of(TW_SPAN_2, 0u), 2u);
    assert_int_equal(level_of(TW_SPAN_3 - 1u, 0u), 2u);
    assert_int_equal(level_of(TW_SPAN_3, 0u), 3u);
    assert_int_equal(level_of(TW_TICK_MAX, 0u), TW_TOP);
    /* One tick ahead, in another window. */
    assert_int_equal(level_of(TW_SPAN_3, TW_SPAN_3 - 1u), 3u);
    /* A full turn of the top level: wrapped, though the digits agree. */
    assert_int_equal(level_of(0u, 1u), TW_TOP);
    assert_int_equal(tw_slot(0u, 1u), TW_TOP * TW_RADIX);
    assert_int_equal(level_of(0u, TW_TICK_MAX), TW_TOP);
}

static void test_border_ticks(void **state)
{
    (void)state;
    for (size_t i = 0u; i < border_clock_count; i++) {
        const uint32_t a = as_tick(border_clocks[i]);
        check_tick(a);
        for (size_t k = 0u; k < border_delay_count; k++) {
            for (uint32_t off = 0u; off < 3u; off++) {
                const uint32_t b = as_tick(border_delays[k] + off - 1u);
                check_tick(b);
                check_pair(a, b);
                check_pair(b, a);
                check_pair(a, as_tick(a + b));
                check_pair(as_tick(a + b), a);
            }
        }
    }
}

static void test_random_ticks(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(300000u); i++) {
        check_pair(random_tick(&r), random_tick(&r));
    }
    for (uint32_t i = 0u; i < random_rounds(1000u); i++) {
        check_tick(random_tick(&r));
    }
}

static void test_all_ticks(void **state)
{
    (void)state;
#if TW_RADIX == 4
    for (uint32_t a = 0u; a < TW_PERIOD; a++) {
        check_tick(a);
        for (uint32_t b = 0u; b < TW_PERIOD; b++) {
            check_pair(a, b);
        }
    }
#else
    skip(); /* too many pairs of ticks at this radix */
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_tick_reduces_any_counter),
        cmocka_unit_test(test_delays),
        cmocka_unit_test(test_passed_and_left),
        cmocka_unit_test(test_levels_by_example),
        cmocka_unit_test(test_border_ticks),
        cmocka_unit_test(test_random_ticks),
        cmocka_unit_test(test_all_ticks),
        cmocka_unit_test(test_lag),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
