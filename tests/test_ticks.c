/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Milliseconds to ticks and back, periods that are not whole ticks, and counters of fewer than 32 bits that drive a
   wheel. */
#include "tw_ticks.h"
#include "random.h"
#include "wheels.h"

static const uint32_t corners[] = {
    0u,      1u,      2u,      3u,        63u,       64u,         254u,        255u,
    256u,    257u,    999u,    1000u,     1001u,     1999u,       2000u,       32767u,
    32768u,  65534u,  65535u,  65536u,    999999u,   1000000u,    4294966u,    4294967u,
    429496u, 429497u, 999000u, 1000001u,  72000000u, 168000000u,  0x7FFFFFFFu, 0x80000000u,
    254000u, 255000u, 256000u, 65534000u, 65535000u, 0xFFFFFFFEu, 0xFFFFFFFFu,
};
enum { CORNERS = sizeof(corners) / sizeof(corners[0]) };

/* By the product, as it is defined: the least t with (t - 1) * 1000 >= ms * hz. */
static void check_delay(uint32_t ms, uint32_t hz)
{
    const uint64_t product = (uint64_t)ms * hz;
    const uint64_t least = product / 1000u + (product % 1000u != 0u) + 1u;
    const bool fits = hz != 0u && least < TW_PERIOD;
    uint32_t ticks = 77u;
    assert_int_equal(tw_ms_to_ticks(ms, hz, &ticks), fits ? TW_OK : TW_BAD_DELAY);
    assert_int_equal(ticks, fits ? least : 77u);
}

static void ms_to_ticks_at_all_corners(void **state)
{
    (void)state;
    for (size_t i = 0u; i < CORNERS; i++) {
        for (size_t k = 0u; k < CORNERS; k++) {
            check_delay(corners[i], corners[k]);
        }
    }
}

static void ms_to_ticks_at_random(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const uint32_t ms = (uint32_t)random_next(&r) >> random_below(&r, 32u);
        check_delay(ms, (uint32_t)random_next(&r) >> random_below(&r, 32u));
    }
}

/* Not by the formula of check_delay. */
static void ms_to_ticks_by_example(void **state)
{
    (void)state;
    uint32_t ticks = 0u;
    assert_int_equal(tw_ms_to_ticks(0u, 1000u, &ticks), TW_OK);
    assert_int_equal(ticks, 1u);
    assert_int_equal(tw_ms_to_ticks(1u, 32768u, &ticks), TW_OK); /* 32.768 ticks */
    assert_int_equal(ticks, 34u);
    assert_int_equal(tw_ms_to_ticks(TW_TICK_MAX - 1u, 1000u, &ticks), TW_OK);
    assert_int_equal(ticks, TW_TICK_MAX);
    assert_int_equal(tw_ms_to_ticks(TW_TICK_MAX, 1000u, &ticks), TW_BAD_DELAY);
    assert_int_equal(tw_ms_to_ticks(55u * 3600000u, 0xFFFFFFFFu, &ticks), TW_BAD_DELAY);
    assert_int_equal(tw_ms_to_ticks(0u, 0u, &ticks), TW_BAD_DELAY); /* it stands still */
    assert_int_equal(tw_ms_to_ticks(5u, 0u, &ticks), TW_BAD_DELAY);
    assert_int_equal(ticks, TW_TICK_MAX);
}

/* By the product: the least number of milliseconds with ms * hz >= ticks * 1000. */
static void check_ms(uint32_t ticks, uint32_t hz)
{
    const bool fits = hz > 0u && hz <= 429496729u && ticks < 4294967u * (uint64_t)hz;
    const uint64_t product = ticks * UINT64_C(1000);
    uint32_t ms = 77u;
    assert_int_equal(tw_ticks_to_ms(ticks, hz, &ms), fits ? TW_OK : TW_BAD_DELAY);
    assert_int_equal(ms, fits ? product / hz + (product % hz != 0u) : 77u);
}

static void ticks_to_ms(void **state)
{
    (void)state;
    static const uint32_t most[] = {0u,         1u,          429496728u, 429496729u,
                                    429496730u, 4294966295u, 4294966u};
    struct random r = {random_seed()};
    for (size_t i = 0u; i < CORNERS; i++) {
        for (size_t k = 0u; k < CORNERS; k++) {
            check_ms(corners[i], corners[k]);
        }
        for (size_t k = 0u; k < sizeof(most) / sizeof(most[0]); k++) {
            check_ms(corners[i], most[k]);
            check_ms(most[k], corners[i]);
            check_ms(most[k], most[sizeof(most) / sizeof(most[0]) - 1u - k]);
        }
    }
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const uint32_t ticks = (uint32_t)random_next(&r) >> random_below(&r, 32u);
        check_ms(ticks, (uint32_t)random_next(&r) >> random_below(&r, 32u));
    }
}

/* Of one period: by the product, as it is defined. */
static void check_period(uint32_t num, uint32_t den, uint32_t hz, uint32_t rest)
{
    const uint64_t sum = (uint64_t)num * hz + rest; /* fits, as 2^64 - 2^33 + 1 + 2^32 - 1 does */
    const bool fits = rest < den && den <= 65536u && sum >= den && sum < (uint64_t)TW_PERIOD * den;
    uint32_t left = 78u;
    uint32_t ticks = 77u;
    assert_int_equal(tw_period(num, den, hz, rest, &left, &ticks), fits ? TW_OK : TW_BAD_DELAY);
    assert_int_equal(ticks, fits ? sum / den : 77u);
    assert_int_equal(left, fits ? sum % den : 78u);
}

static void periods_one_by_one(void **state)
{
    (void)state;
    static const uint32_t some[] = {0u, 1u, 59u, 60u, 1000u, 65535u, 65536u, 65537u, 0xFFFFFFFFu};
    enum { SOME = sizeof(some) / sizeof(some[0]) };
    struct random r = {random_seed()};
    for (size_t i = 0u; i < CORNERS * SOME * SOME; i++) {
        const uint32_t den = some[i % SOME];
        const uint32_t hz = corners[i / SOME % CORNERS];
        const uint32_t num = some[i / SOME / CORNERS];
        check_period(num, den, hz, 0u);
        check_period(num, den, hz, den - 1u);
        check_period(num, den, hz, den);
        check_period(hz, den, num, den / 2u);
    }
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const uint32_t den = 1u + random_below(&r, 65536u);
        const uint32_t hz = (uint32_t)random_next(&r) >> random_below(&r, 32u);
        check_period((uint32_t)random_next(&r) >> random_below(&r, 32u), den, hz,
                     random_below(&r, den));
        check_period(random_below(&r, 2u * den), den, hz, random_below(&r, den));
    }
}

/* As a caller uses it: `times` periods of num / den seconds are exactly so many seconds. */
static void check_periods(uint32_t num, uint32_t den, uint32_t hz, uint32_t times)
{
    uint32_t rest = 0u;
    uint32_t ticks = 0u;
    uint64_t sum = 0u;
    for (uint32_t i = 0u; i < times; i++) {
        assert_int_equal(tw_period(num, den, hz, rest, &rest, &ticks), TW_OK);
        sum += ticks;
    }
    assert_int_equal(sum * den + rest, (uint64_t)num * hz * times);
}

static void periods_do_not_drift(void **state)
{
    (void)state;
    check_periods(1u, 60u, 1000u, 216000u);    /* an hour of 1/60 second: 16, 17, 17 ms */
    check_periods(1001u, 30000u, 1000u, 999u); /* 29.97 a second */
    check_periods(50u, 1000u, 1024u, 72000u);
    check_periods(1u, 3u, 4u, 300u); /* 1, 1, 2 ticks */
}

/* A counter that was at `then` and is at `now`, as one of 64 bits tells. */
static void check_widen(uint64_t then, uint64_t now, uint32_t max)
{
    const uint32_t reading = (uint32_t)(now % ((uint64_t)max + 1u));
    assert_int_equal(tw_widen((uint32_t)then, reading, max), (uint32_t)now);
}

static void widen_counts_across_each_end(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t bits = 0u; bits <= 32u; bits++) {
        const uint32_t max = (uint32_t)(((uint64_t)1u << bits) - 1u);
        const uint64_t ends[] = {0u,          max,         0xFFFFFFFFu - max,
                                 0x80000000u, 0xFFFFFFFFu, 0x100000000u};
        for (size_t i = 0u; i < sizeof(ends) / sizeof(ends[0]); i++) {
            check_widen(ends[i], ends[i], max);
            check_widen(ends[i], ends[i] + max / 2u, max);
            check_widen(ends[i], ends[i] + max, max);
        }
        for (uint32_t i = 0u; i < random_rounds(3000u); i++) {
            const uint64_t then = random_next(&r) % 0x200000000u;
            check_widen(then, then + random_next(&r) % ((uint64_t)max + 1u), max);
        }
    }
}

/* Bits above the counter's own do not count; a max + 1 that is no power of two is refused. */
static void widen_of_other_arguments(void **state)
{
    (void)state;
    static const uint32_t bad[] = {2u,          4u,          5u,         6u,         9u,
                                   999u,        0xFFFEu,     0xFFFFFEu,  0x1000000u, 0x7FFFFFFEu,
                                   0x80000000u, 0xBFFFFFFFu, 0xFFFFFFFEu};
    assert_int_equal(tw_widen(0x12345678u, 0xFF345679u, 0xFFFFFFu), 0x12345679u);
    assert_int_equal(tw_widen(0x12345678u, 0xFFFF0000u, 0xFFFFu), 0x12350000u);
    for (size_t i = 0u; i < sizeof(bad) / sizeof(bad[0]); i++) {
        for (size_t k = 0u; k < CORNERS; k++) {
            assert_int_equal(tw_widen(corners[k], 5u, bad[i]), corners[k]);
        }
    }
}

/* A wheel that a narrow counter drives over its end, and over the end of 32 bits: no call is refused, no timer is lost. */
static void check_drive(const struct wheel_ops *ops, uint32_t max, uint64_t began)
{
    struct random r = {random_seed()};
    const uint32_t most =
        (uint32_t)(TW_PERIOD / 2u - 1u) < max ? (uint32_t)(TW_PERIOD / 2u - 1u) : max;
    struct wheel *w = wheel_new(ops, 1u, (uint32_t)began);
    uint64_t passed = began;
    uint32_t counter = (uint32_t)began;
    for (uint32_t i = 0u; i < random_rounds(200u); i++) {
        const uint32_t delay = 1u + random_below(&r, most / 2u);
        const uint64_t due = passed + delay;
        assert_int_equal(wheel_start_at(w, 0u, counter + delay), TW_OK);
        while (passed < due) {
            const uint64_t left = due - passed;
            const uint64_t steps =
                i % 2u == 0u ? left + random_below(&r, most / 2u) : left / 2u + 1u;
            passed += steps;
            counter = tw_widen(counter, (uint32_t)(passed % ((uint64_t)max + 1u)), max);
            assert_int_equal(counter, (uint32_t)passed);
            if (passed >= due) { wheel_delivers(w, counter, 0u, (uint32_t)due); }
            wheel_reaches(w, counter);
        }
    }
}

static void narrow_counters_drive_a_wheel(void **state)
{
    static const uint32_t max[] = {0xFFFFFFu, 0xFFFFu, 0xFFu};
    for (size_t i = 0u; i < sizeof(max) / sizeof(max[0]); i++) {
        check_drive(*state, max[i], max[i] - 3u);
        check_drive(*state, max[i], 0xFFFFFFFFu - max[i] / 2u);
    }
    wheels_free(NULL);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(ms_to_ticks_at_all_corners),
        WHEEL_TEST(ms_to_ticks_at_random),
        WHEEL_TEST(ms_to_ticks_by_example),
        WHEEL_TEST(ticks_to_ms),
        WHEEL_TEST(periods_one_by_one),
        WHEEL_TEST(periods_do_not_drift),
        WHEEL_TEST(widen_counts_across_each_end),
        WHEEL_TEST(widen_of_other_arguments),
        WHEEL_TEST(narrow_counters_drive_a_wheel),
    };
    return RUN_ON_WHEELS("ticks", tests);
}
