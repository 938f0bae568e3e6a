/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of wheels. A test is written once against struct wheel and runs on every
   entry; another implementation is one more entry in wheels.c. */
#ifndef TW_TEST_WHEELS_H
#define TW_TEST_WHEELS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lockstep.h"

/* A wheel in memory that was full of something else. Freed by wheels_free. */
struct wheel *wheel_new(const struct wheel_ops *ops, uint32_t capacity, uint32_t now);

/* How many units of budget a timer may cost from `ticks` before its deadline on. */
uint64_t wheel_units(const struct wheel_ops *ops, uint32_t ticks);

/* Tells whether a wait of so many ticks is slow: more revolutions than WHEEL_TURNS. */
#define WHEEL_TURNS 128u
bool wheel_is_far(const struct wheel_ops *ops, uint32_t ticks);

/* Is a case that waits for `ticks` ticks to be left out? Of a test's slow cases the first
   is not; after each that runs, twice as many are left out as before it, or more, if
   TW_TEST_SCALE is small. */
bool wheel_leaves_out(const struct wheel_ops *ops, uint32_t ticks);

/* No slow case has run yet: a cmocka setup. */
int wheels_begin(void **state);

/* Frees every wheel of the test: a cmocka teardown. */
int wheels_free(void **state);

/* The calls, for what a test calls most. */
static inline enum tw_status wheel_init(struct wheel *w, uint32_t capacity, uint32_t now)
{
    return wheel_call(w, CALL_INIT, capacity, now).value;
}

static inline enum tw_status wheel_start(struct wheel *w, uint32_t id, uint32_t delay)
{
    return wheel_call(w, CALL_START, id, delay).value;
}

static inline enum tw_status wheel_stop(struct wheel *w, uint32_t id)
{
    return wheel_call(w, CALL_STOP, id, 0u).value;
}

static inline enum tw_status wheel_restart(struct wheel *w, uint32_t id, uint32_t delay)
{
    return wheel_call(w, CALL_RESTART, id, delay).value;
}

static inline enum tw_status wheel_start_at(struct wheel *w, uint32_t id, uint32_t deadline)
{
    return wheel_call(w, CALL_START_AT, id, deadline).value;
}

static inline enum tw_status wheel_restart_at(struct wheel *w, uint32_t id, uint32_t deadline)
{
    return wheel_call(w, CALL_RESTART_AT, id, deadline).value;
}

static inline uint32_t wheel_now(const struct wheel *w)
{
    return wheel_call(w, CALL_NOW, 0u, 0u).value;
}

static inline bool wheel_is_active(const struct wheel *w, uint32_t id)
{
    return wheel_call(w, CALL_IS_ACTIVE, id, 0u).value != 0u;
}

static inline bool wheel_is_empty(const struct wheel *w)
{
    return wheel_call(w, CALL_IS_EMPTY, 0u, 0u).value;
}

static inline bool wheel_audit(const struct wheel *w)
{
    return wheel_call(w, CALL_AUDIT, 0u, 0u).value;
}

/* Those that write to *out, in which UNTOUCHED stands for nothing written. */
enum tw_status wheel_advance(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id);
enum tw_status wheel_remaining(const struct wheel *w, uint32_t id, uint32_t counter,
                               uint32_t *ticks);
enum tw_status wheel_next(const struct wheel *w, uint32_t counter, uint32_t *ticks);
enum tw_status wheel_earliest(const struct wheel *w, uint32_t counter, uint32_t *id,
                              uint32_t *ticks);

/* Ticks from the wheel's clock to the deadline of a timer that must be active. */
uint32_t wheel_left(const struct wheel *w, uint32_t id);

/* How long a caller may sleep whose counter is at the wheel's clock; a timer must be active. */
uint32_t wheel_wait(const struct wheel *w);

/* Calls advance with `budget`, not 0, until it is not busy; fails if that takes more calls
   than it may. */
enum tw_status wheel_poll(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id);

/* The next call of advance delivers timer `id` at tick `tick`. */
void wheel_delivers(struct wheel *w, uint32_t until, uint32_t id, uint32_t tick);

/* Nothing is due up to tick `until`. */
void wheel_reaches(struct wheel *w, uint32_t until);

/* Runs the clock forward by any number of ticks, in which nothing is due. */
void wheel_passes(struct wheel *w, uint32_t ticks);

/* The call gives `status` and not a byte of the wheel's memory changes. */
#define wheel_refuses(w, status, call)                                                             \
    do {                                                                                           \
        void *const before_ = test_malloc(wheel_bytes(w));                                         \
        wheel_save((w), before_);                                                                  \
        assert_int_equal((call), (status));                                                        \
        assert_int_equal(wheel_changes((w), before_), 0);                                          \
        test_free(before_);                                                                        \
    } while (false)

/* A wheel and the sorted list in new memory, both at tick `now`, all timers idle; see lockstep.h. */
void lockstep_begin(struct lockstep *s, const struct wheel_ops *ops, uint32_t capacity,
                    uint32_t now);

/* lockstep_call in short; advance and the two _at count `ticks` from the wheel's clock. */
enum tw_status lockstep_start(struct lockstep *s, uint32_t id, uint32_t delay);
enum tw_status lockstep_stop(struct lockstep *s, uint32_t id);
enum tw_status lockstep_restart(struct lockstep *s, uint32_t id, uint32_t delay);
enum tw_status lockstep_start_at(struct lockstep *s, uint32_t id, uint32_t ticks);
enum tw_status lockstep_restart_at(struct lockstep *s, uint32_t id, uint32_t ticks);
enum tw_status lockstep_advance(struct lockstep *s, uint32_t ticks, uint32_t budget);

/* The budget for a random call of advance; a small one where it would take too long. */
uint32_t lockstep_budget(const struct lockstep *s, uint32_t until, uint32_t budget);

/* Advances both with `budget` until no timer is active any more. Stops those that are too
   far away; were there none? */
bool lockstep_drain(struct lockstep *s, uint32_t budget);

/* A counter's value as a tick, without tw_tick. */
static inline uint32_t as_tick(uint64_t counter)
{
    return (uint32_t)counter & TW_TICK_MAX;
}

/* Clocks and delays that matter: ends and borders of levels, windows, turns and the period. */
extern const uint32_t border_clocks[];
extern const size_t border_clock_count;
extern const uint32_t border_delays[];
extern const size_t border_delay_count;

/* A test of struct wheel_ops **. */
#define WHEEL_TEST(test) cmocka_unit_test_setup_teardown(test, wheels_begin, wheels_free)

/* Runs tests on every wheel of the table. Returns on how many some test failed. */
int run_on_wheels(const char *group, struct CMUnitTest *tests, size_t count);
#define RUN_ON_WHEELS(group, tests) run_on_wheels(group, tests, sizeof(tests) / sizeof((tests)[0]))

#endif
