/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls inside the advance loop: start, stop and restart of any timer, the delivered one included;
   periodic timers; many timers at one tick. */
#include "random.h"
#include "wheels.h"

/* A periodic timer restarts itself where it was due: the caller is late by any number of
   periods, the timer does not drift. */
static void periodic_timer_does_not_drift(void **state)
{
    static const uint32_t periods[] = {1u, 3u, TW_RADIX - 1u, TW_RADIX, TW_RADIX + 1u};
    for (size_t p = 0u; p < sizeof(periods) / sizeof(periods[0]); p++) {
        const uint32_t start = TW_TICK_MAX - 3u * periods[p];
        const uint32_t late = 10u * periods[p] + periods[p] / 2u;
        struct wheel *w = wheel_new(*state, 1u, start);
        assert_int_equal(wheel_start(w, 0u, periods[p]), TW_OK);
        uint32_t deliveries = 0u;
        uint32_t id = UNTOUCHED;
        for (uint32_t wake = 1u; wake <= 2u; wake++) {
            while (wheel_poll(w, start + wake * late, 1u, &id) == TW_EXPIRED) {
                deliveries++;
                assert_int_equal(wheel_now(w), as_tick(start + deliveries * periods[p]));
                assert_int_equal(wheel_restart(w, 0u, periods[p]), TW_OK);
            }
            assert_int_equal(deliveries, wake * late / periods[p]);
        }
        wheels_free(NULL);
    }
}

/* Two periodic timers that meet keep the order in which they were restarted. */
static void periodic_timers_meet(void **state)
{
    struct wheel *w = wheel_new(*state, 2u, 0u);
    const uint32_t until = 24u;
    uint32_t now = 0u;
    uint32_t id = UNTOUCHED;
    assert_int_equal(wheel_start(w, 0u, 2u), TW_OK);
    assert_int_equal(wheel_start(w, 1u, 3u), TW_OK);
    uint32_t count[2] = {0u, 0u};
    while (wheel_poll(w, until, TW_UNBOUNDED, &id) == TW_EXPIRED) {
        /* Where both are due, timer 1 waited longer. */
        assert_true(id == 1u || wheel_now(w) % 6u != 0u || now == wheel_now(w));
        now = wheel_now(w);
        count[id]++;
        assert_int_equal(wheel_start(w, id, id + 2u), TW_OK);
    }
    assert_int_equal(count[0], until / 2u);
    assert_int_equal(count[1], until / 3u);
}

/* Three timers due at one tick, the first is delivered. */
static struct wheel *three_due(const struct wheel_ops *ops, uint32_t delay)
{
    struct wheel *w = wheel_new(ops, 5u, TW_TICK_MAX);
    for (uint32_t id = 0u; id < 3u; id++) {
        assert_int_equal(wheel_start(w, id, delay), TW_OK);
    }
    wheel_delivers(w, TW_SPAN_3, 0u, delay - 1u);
    return w;
}

static const uint32_t loop_delays[] = {1u, 2u, TW_RADIX, TW_RADIX + 1u, TW_SPAN_2 + 1u};
#define LOOP_DELAYS (sizeof(loop_delays) / sizeof(loop_delays[0]))

/* What is stopped before its turn is not delivered, though it was due. */
static void stop_one_that_is_due(void **state)
{
    for (size_t d = 0u; d < LOOP_DELAYS; d++) {
        struct wheel *w = three_due(*state, loop_delays[d]);
        assert_int_equal(wheel_stop(w, 1u), TW_OK);
        assert_int_equal(wheel_stop(w, 0u), TW_NOT_ACTIVE);
        wheel_delivers(w, TW_SPAN_3, 2u, loop_delays[d] - 1u);
        wheel_reaches(w, TW_SPAN_3);
        wheels_free(NULL);
    }
}

/* What is restarted while it is due waits for its new deadline. */
static void restart_one_that_is_due(void **state)
{
    for (size_t d = 0u; d < LOOP_DELAYS; d++) {
        struct wheel *w = three_due(*state, loop_delays[d]);
        const uint32_t now = wheel_now(w);
        assert_int_equal(wheel_restart(w, 1u, 1u), TW_OK);
        wheel_delivers(w, TW_SPAN_3, 2u, now);
        wheel_delivers(w, TW_SPAN_3, 1u, now + 1u);
        wheels_free(NULL);
    }
}

/* The delivered timer starts again, and others with it: all count from its deadline. */
static void start_from_within(void **state)
{
    for (size_t d = 0u; d < LOOP_DELAYS; d++) {
        struct wheel *w = three_due(*state, loop_delays[d]);
        const uint32_t now = wheel_now(w);
        assert_int_equal(wheel_start(w, 3u, 2u), TW_OK);
        assert_int_equal(wheel_start(w, 0u, 1u), TW_OK);
        assert_int_equal(wheel_start(w, 4u, 1u), TW_OK);
        assert_int_equal(wheel_start(w, 1u, 1u), TW_NOT_IDLE);
        wheel_delivers(w, TW_SPAN_3, 1u, now);
        wheel_delivers(w, TW_SPAN_3, 2u, now);
        wheel_delivers(w, TW_SPAN_3, 0u, now + 1u);
        wheel_delivers(w, TW_SPAN_3, 4u, now + 1u);
        wheel_delivers(w, TW_SPAN_3, 3u, now + 2u);
        wheel_reaches(w, TW_SPAN_3);
        wheels_free(NULL);
    }
}

/* A full turn from within the loop is not due again at once. */
static void restart_by_a_full_turn(void **state)
{
    struct wheel *w = three_due(*state, TW_RADIX);
    const uint32_t now = wheel_now(w);
    assert_int_equal(wheel_restart(w, 0u, TW_TICK_MAX), TW_OK);
    assert_int_equal(wheel_restart(w, 1u, TW_TICK_MAX), TW_OK);
    wheel_delivers(w, now, 2u, now);
    wheel_passes(w, TW_TICK_MAX - 1u);
    wheel_delivers(w, now + TW_TICK_MAX, 0u, now + TW_TICK_MAX);
    wheel_delivers(w, now + TW_TICK_MAX, 1u, now + TW_TICK_MAX);
}

/* The caller may look at the clock again in each turn of its loop. */
static void until_moves_while_looping(void **state)
{
    struct wheel *w = wheel_new(*state, 4u, 0u);
    for (uint32_t id = 0u; id < 4u; id++) {
        assert_int_equal(wheel_start(w, id, 10u * (id + 1u)), TW_OK);
    }
    for (uint32_t id = 0u; id < 4u; id++) {
        wheel_delivers(w, 10u * (id + 1u) + id, id, 10u * (id + 1u));
    }
    wheel_reaches(w, 44u);
}

/* Very many timers at one tick: delivered in the order of their start, a few units of
   budget a call. */
static void crowd(const struct wheel_ops *ops, uint32_t delay, uint32_t budget)
{
    const uint64_t units = wheel_units(ops, delay);
    const uint32_t most = random_rounds((uint32_t)(ops->crowd / (units + 1u)));
    const uint32_t n = most < 50u ? 50u : most;
    struct wheel *w = wheel_new(ops, n, TW_TICK_MAX);
    for (uint32_t i = 0u; i < n; i++) {
        assert_int_equal(wheel_start(w, n - 1u - i, delay), TW_OK);
    }
    /* A call that is busy did what it may. */
    const uint64_t most_calls = n + n * units / budget;
    uint64_t calls = 0u;
    for (uint32_t i = 0u; i < n; calls++) {
        uint32_t id = UNTOUCHED;
        assert_true(calls < most_calls);
        const enum tw_status status = wheel_advance(w, delay - 1u, budget, &id);
        assert_true(status == TW_EXPIRED || status == TW_BUSY);
        assert_int_equal(id, status == TW_EXPIRED ? n - 1u - i : UNTOUCHED);
        i += status == TW_EXPIRED;
    }
    assert_true(units == 0u || budget >= n || calls > n);
    assert_int_equal(wheel_now(w), delay - 1u);
    assert_true(wheel_is_empty(w));
    assert_true(wheel_audit(w));
    wheels_free(NULL);
}

static void crowd_at_one_tick(void **state)
{
    crowd(*state, TW_RADIX + 2u, 1u);
    crowd(*state, TW_SPAN_3 + TW_SPAN_2 + TW_RADIX + 2u, 3u);
    crowd(*state, TW_SPAN_3 + TW_SPAN_2 + TW_RADIX + 2u, TW_UNBOUNDED);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(periodic_timer_does_not_drift),
        WHEEL_TEST(periodic_timers_meet),
        WHEEL_TEST(stop_one_that_is_due),
        WHEEL_TEST(restart_one_that_is_due),
        WHEEL_TEST(start_from_within),
        WHEEL_TEST(restart_by_a_full_turn),
        WHEEL_TEST(until_moves_while_looping),
        WHEEL_TEST(crowd_at_one_tick),
    };
    return RUN_ON_WHEELS("loop", tests);
}
