/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller that follows the headers: it sleeps as long as next tells, calls start_at if the wheel's
   clock is behind its counter, comes back after a long gap, and handles TW_BUSY. */
#include "random.h"
#include "tw_hashed.h"
#include "wheels.h"

#define MOST ((uint32_t)(TW_PERIOD / 2 - 1))

/* A counter that is LAG ticks ahead of the wheel's clock, and a delay from there. */
#if TW_RADIX < 16
#define LAG 50u
#define DELAY 10u
#else
#define LAG 1000u
#define DELAY 100u
#endif

/* A timer that is started while the wheel's clock lags behind: a delay counts from the wheel's
   clock, a deadline is the caller's own. */
static void late_clock(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        struct wheel *w = wheel_new(*state, 4u, border_clocks[c]);
        const uint32_t now = wheel_now(w);
        const uint32_t counter = now + LAG;
        assert_int_equal(wheel_start(w, 0u, DELAY), TW_OK);
        assert_int_equal(wheel_start_at(w, 1u, counter + DELAY), TW_OK);
        assert_int_equal(wheel_restart_at(w, 2u, counter + DELAY), TW_OK);
        assert_int_equal(wheel_start_at(w, 3u, counter - 1u), TW_OK); /* has passed already */
        wheel_delivers(w, counter, 0u, now + DELAY);                  /* LAG - DELAY late */
        wheel_delivers(w, counter, 3u, counter - 1u);
        wheel_reaches(w, counter);
        assert_int_equal(wheel_left(w, 1u), DELAY);
        wheel_refuses(w, TW_DUE, wheel_start_at(w, 0u, counter));
        wheel_refuses(w, TW_DUE, wheel_start_at(w, 0u, counter - 1u));
        wheel_reaches(w, counter + DELAY - 1u);
        wheel_delivers(w, counter + DELAY, 1u, counter + DELAY);
        wheel_delivers(w, counter + DELAY + 7u, 2u, counter + DELAY);
        wheels_free(NULL);
    }
}

#define SLEEPERS 6u

/* A caller that sleeps, and its timers, by a clock that does not roll over. */
struct sleeper {
    struct wheel *w;
    struct random random;
    uint64_t clock;
    uint64_t due[SLEEPERS];
    uint32_t lives; /* that are still to start */
    uint32_t active;
};

/* Any delay, the longest first; a shorter one where that would be slow. */
static void begin_life(struct sleeper *s, uint32_t id)
{
    uint32_t delay = s->lives % 8u == 0u ? TW_TICK_MAX : random_tick(&s->random);
    if (wheel_leaves_out(s->w->ops, delay)) { delay %= TW_HASHED_SLOTS; }
    delay += delay == 0u;
    assert_int_equal(wheel_start(s->w, id, delay), TW_OK);
    s->due[id] = s->clock - as_tick((uint32_t)s->clock - wheel_now(s->w)) + delay;
    s->lives--;
    s->active++;
}

/* Ticks, less than a quarter of the period; fewer where so many would be slow. */
static uint32_t some_late(struct sleeper *s)
{
    const uint32_t late = random_below(&s->random, TW_SLEEP_MAX);
    return wheel_leaves_out(s->w->ops, late) ? late % TW_HASHED_SLOTS : late;
}

/* Sleeps for as long as next says, and up to `late` ticks more; is late by no more, and is refused
   by advance never. */
static void sleep_and_advance(struct sleeper *s, uint32_t late)
{
    const uint32_t ticks = wheel_wait(s->w);
    uint32_t id = UNTOUCHED;
    assert_true(ticks > 0u);
    s->clock += ticks + late;
    enum tw_status status = wheel_advance(s->w, (uint32_t)s->clock, 2u, &id);
    for (uint32_t calls = 0u; status != TW_OK; calls++) {
        assert_int_not_equal(status, TW_BAD_CLOCK);
        assert_true(late > 0u ||
                    calls < SLEEPERS * TW_LEVELS); /* delivered once, moved or passed */
        if (status == TW_EXPIRED) {
            assert_true(s->due[id] <= s->clock && s->clock - s->due[id] <= late);
            s->active--;
            if (s->lives > 0u) { begin_life(s, id); }
        }
        status = wheel_advance(s->w, (uint32_t)s->clock, 2u, &id);
    }
    assert_int_equal(wheel_now(s->w), as_tick(s->clock));
}

/* All lives of some timers, from every clock, with a caller in time or late. */
static void sleeper_is_never_refused(void **state)
{
    struct sleeper s = {.random = {random_seed()}};
    for (size_t c = 0u; c < border_clock_count; c++) {
        s.w = wheel_new(*state, SLEEPERS, border_clocks[c]);
        s.clock = TW_PERIOD + wheel_now(s.w);
        s.lives = 64u;
        for (uint32_t id = 0u; id < SLEEPERS; id++) {
            begin_life(&s, id);
        }
        while (s.active > 0u) {
            sleep_and_advance(&s, s.lives % 2u == 0u ? 0u : some_late(&s));
        }
        assert_int_equal(s.lives, 0u);
        assert_true(wheel_is_empty(s.w));
        wheels_free(NULL);
    }
}

/* A caller that sleeps until the earliest timer is due wakes once a timer, and advance delivers that timer
   then; longer sleeps it takes in parts. */
static void wakes_once_a_timer(void **state)
{
    struct random random = {random_seed()};
    struct wheel *w = wheel_new(*state, SLEEPERS, random_tick(&random));
    uint32_t counter = wheel_now(w);
    uint32_t left = 0u;
    uint32_t id = UNTOUCHED;
    for (uint32_t lives = 0u; lives < 64u + SLEEPERS; lives++) {
        const uint32_t delay =
            1u + random_tick(&random) % (lives % 2u == 0u ? TW_SPAN_2 : TW_STRIDE_MAX);
        const uint32_t ticks = wheel_leaves_out(w->ops, delay) ? TW_HASHED_SLOTS : delay;
        if (lives < SLEEPERS) {
            assert_int_equal(wheel_start(w, lives, ticks), TW_OK);
            continue;
        }
        uint32_t got = UNTOUCHED;
        assert_int_equal(wheel_earliest(w, counter, &id, &left), TW_OK);
        for (; left > TW_SLEEP_MAX; left -= TW_SLEEP_MAX) {
            counter += TW_SLEEP_MAX;
            wheel_reaches(w, counter);
        }
        counter += left;
        assert_int_equal(wheel_poll(w, counter, 2u, &got), TW_EXPIRED);
        assert_int_equal(got, id);
        assert_int_equal(wheel_now(w), as_tick(counter));
        assert_int_equal(wheel_start(w, id, ticks), TW_OK);
    }
}

/* Half the period or more: advance takes it for backwards. In two strides, each of less than half
   the period, it goes there, and no timer is late by the wheel's clock. */
static void away_too_long(void **state)
{
    const uint32_t aways[] = {MOST + 1u, MOST + MOST / 2u, TW_TICK_MAX - 1u};
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t i = 0u; i < sizeof(aways) / sizeof(aways[0]); i++) {
            struct wheel *w = wheel_new(*state, 2u, border_clocks[c]);
            const uint32_t now = wheel_now(w);
            const uint32_t counter = now + aways[i];
            uint32_t id = UNTOUCHED;
            assert_int_equal(wheel_start(w, 0u, 3u), TW_OK);
            assert_int_equal(wheel_start(w, 1u, 7u), TW_OK);
            for (uint32_t wait = 0u; wait < 2u; wait++) { /* to wait does not help */
                wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, counter + wait, 1u, &id));
            }
            wheel_delivers(w, now + MOST, 0u, now + 3u);
            wheel_delivers(w, now + MOST, 1u, now + 7u);
            wheel_reaches(w, now + MOST);
            wheel_reaches(w, counter);
            wheels_free(NULL);
        }
    }
}

/* A handler that delivers too, up to a later reading: advance refuses the reading of the loop around it, and takes
   one that is read anew. */
static void handler_delivers(void **state)
{
    const uint32_t lates[] = {1u, TW_RADIX, MOST - 5u};
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t i = 0u; i < sizeof(lates) / sizeof(lates[0]); i++) {
            struct wheel *w = wheel_new(*state, 4u, border_clocks[c]);
            const uint32_t now = wheel_now(w) + 3u; /* the reading of the loop */
            const uint32_t later = now + lates[i];  /* that of the handler */
            uint32_t id = UNTOUCHED;
            assert_int_equal(wheel_start(w, 0u, 2u), TW_OK);
            assert_int_equal(wheel_start(w, 1u, 3u), TW_OK);
            assert_int_equal(wheel_start(w, 2u, 3u + lates[i]), TW_OK);
            assert_int_equal(wheel_start(w, 3u, 5u + lates[i]), TW_OK);
            wheel_delivers(w, now, 0u, now - 1u);
            wheel_delivers(w, later, 1u, now); /* in the handler of 0 */
            wheel_delivers(w, later, 2u, later);
            wheel_reaches(w, later);
            wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now, 1u, &id)); /* in the loop again */
            wheel_delivers(w, later + 2u, 3u, later + 2u);
            wheels_free(NULL);
        }
    }
}

/* Handlers that deliver too, and together move the clock `beyond` ticks beyond the reading of the loop around them: at P/2 ticks
   advance refuses that reading; at one more it looks ahead, and a timer comes early, without a status. */
static void handler_goes_too_far(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        if (wheel_leaves_out(*state, MOST)) { continue; }
        for (uint32_t beyond = MOST + 1u; beyond <= MOST + 2u; beyond++) {
            struct wheel *w = wheel_new(*state, 2u, border_clocks[c]);
            const uint32_t now = wheel_now(w) + 3u; /* the reading of the loop */
            const uint32_t counter = now + beyond;  /* the last one of the handlers */
            uint32_t id = UNTOUCHED;
            assert_int_equal(wheel_start(w, 0u, 2u), TW_OK);
            wheel_delivers(w, now, 0u, now - 1u);
            assert_int_equal(wheel_start(w, 1u, MOST + 10u), TW_OK);
            wheel_reaches(w, now + 9u); /* in the handler of 0 */
            wheel_reaches(w, counter);
            const uint32_t deadline = now + MOST + 9u;
            if (beyond == MOST + 1u) {
                wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now, TW_UNBOUNDED, &id));
                wheel_delivers(w, deadline, 1u, deadline);
            } else {
                wheel_delivers(w, now, 1u, deadline); /* 7 ticks early by the counter */
                wheel_reaches(w, now);
            }
            wheels_free(NULL);
        }
    }
}

/* A counter that is set back: the ticks that remain at the last one, then init, then start with them. */
static void clock_set_back(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        struct wheel *w = wheel_new(*state, 3u, border_clocks[c]);
        const uint32_t now = wheel_now(w);
        const uint32_t counter = now - TW_RADIX;
        uint32_t left[3] = {0u, 0u, 0u};
        uint32_t id = UNTOUCHED;
        assert_int_equal(wheel_start(w, 0u, TW_RADIX), TW_OK);
        assert_int_equal(wheel_start(w, 2u, 2u), TW_OK);
        wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, counter, 1u, &id));
        for (uint32_t i = 0u; i < 3u; i++) {
            const enum tw_status status = wheel_remaining(w, i, now, &left[i]);
            assert_int_equal(status, i == 1u ? TW_NOT_ACTIVE : TW_OK);
            wheel_refuses(w, i == 1u ? TW_NOT_ACTIVE : TW_BAD_CLOCK,
                          wheel_remaining(w, i, counter, &id));
        }
        assert_int_equal(wheel_init(w, 3u, counter), TW_OK);
        for (uint32_t i = 0u; i < 3u; i++) {
            assert_int_equal(wheel_start(w, i, left[i]), i == 1u ? TW_BAD_DELAY : TW_OK);
        }
        wheel_delivers(w, counter + TW_RADIX, 2u, counter + 2u);
        wheel_delivers(w, counter + TW_RADIX, 0u, counter + TW_RADIX);
        wheels_free(NULL);
    }
}

/* Any budget may run out, the largest too: a loop that ends where advance does not deliver ends
   early then. One that goes on while it is busy delivers all. */
static void loop_while_busy(void **state)
{
    const uint32_t far = TW_SPAN_2 + 2u * TW_HASHED_SLOTS;
    const uint32_t until = far < MOST ? far : MOST;
    const struct wheel_ops *ops = *state;
    for (uint32_t budget = 1u; budget <= 3u; budget++) {
        struct wheel *w = wheel_new(ops, 9u, 0u);
        enum tw_status status = TW_OK;
        uint32_t id = UNTOUCHED;
        uint32_t count[TW_BUSY + 1] = {0u};
        for (uint32_t i = 0u; i < 9u; i++) {
            assert_int_equal(wheel_start(w, i, until - i / 4u), TW_OK);
        }
        do {
            status = wheel_advance(w, until, budget, &id);
            assert_true(status <= TW_BUSY);
            count[status]++;
            assert_true(count[TW_BUSY] <= 9u * wheel_units(ops, until));
        } while (status == TW_EXPIRED || status == TW_BUSY);
        assert_int_equal(status, TW_OK);
        assert_int_equal(count[TW_EXPIRED], 9u);
        assert_int_equal(count[TW_BUSY] > 0u, ops->bounded);
        assert_int_equal(wheel_now(w), until);
        wheels_free(NULL);
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(late_clock),       WHEEL_TEST(sleeper_is_never_refused),
        WHEEL_TEST(clock_set_back),   WHEEL_TEST(wakes_once_a_timer),
        WHEEL_TEST(away_too_long),    WHEEL_TEST(handler_goes_too_far),
        WHEEL_TEST(handler_delivers), WHEEL_TEST(loop_while_busy),
    };
    return RUN_ON_WHEELS("caller", tests);
}
