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

#include "tw_clock.h"
#include "tw_status.h"

/* A wheel's memory: its struct, then its arrays. Each is an allocation of its own, so
   that a sanitizer sees every access beyond one of them. */
#define WHEEL_PARTS 3

/* An out value that no call may leave behind unless it says so. */
#define UNTOUCHED 0xDEADBEEFu

struct wheel_ops {
    const char *name;
    bool bounded;   /* T7 holds: a call changes little memory */
    uint32_t moves; /* a timer costs advance at most so many units of budget, */
    uint64_t turn;  /* and one for every so many ticks that it waits */
    uint32_t crowd; /* how many units are many, for this one */
    void (*sizes)(uint32_t capacity, size_t *size);
    enum tw_status (*init)(void *const *part, uint32_t capacity, uint32_t now);
    enum tw_status (*start)(void *w, uint32_t id, uint32_t delay);
    enum tw_status (*stop)(void *w, uint32_t id);
    enum tw_status (*restart)(void *w, uint32_t id, uint32_t delay);
    enum tw_status (*start_at)(void *w, uint32_t id, uint32_t deadline);
    enum tw_status (*restart_at)(void *w, uint32_t id, uint32_t deadline);
    enum tw_status (*advance)(void *w, uint32_t until, uint32_t budget, uint32_t *id);
    bool (*next)(const void *w, uint32_t *ticks);
    uint32_t (*now)(const void *w);
    bool (*is_active)(const void *w, uint32_t id);
    enum tw_status (*remaining)(const void *w, uint32_t id, uint32_t *ticks);
    bool (*is_empty)(const void *w);
    bool (*audit)(const void *w);
    bool (*needs_budget)(const void *w); /* is a move or a pass the next thing to do? */
    uint32_t (*wake)(uint32_t deadline, uint32_t now); /* ticks until it has advance do something */
};

extern const struct wheel_ops wheel_hier;
extern const struct wheel_ops wheel_hashed;
extern const struct wheel_ops wheel_oracle;

struct wheel {
    const struct wheel_ops *ops;
    uint32_t capacity;
    void *part[WHEEL_PARTS];
    size_t size[WHEEL_PARTS];
};

/* A wheel in memory that was full of something else. Freed by wheels_free. */
struct wheel *wheel_new(const struct wheel_ops *ops, uint32_t capacity, uint32_t now);

/* How many units of budget a timer may cost from `ticks` before its deadline on. */
uint64_t wheel_units(const struct wheel_ops *ops, uint32_t ticks);

/* Is it slow to wait for so many ticks: are these more turns than WHEEL_TURNS? */
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

/* The calls. */
enum tw_status wheel_init(struct wheel *w, uint32_t capacity, uint32_t now);
enum tw_status wheel_start(struct wheel *w, uint32_t id, uint32_t delay);
enum tw_status wheel_stop(struct wheel *w, uint32_t id);
enum tw_status wheel_restart(struct wheel *w, uint32_t id, uint32_t delay);
enum tw_status wheel_start_at(struct wheel *w, uint32_t id, uint32_t deadline);
enum tw_status wheel_restart_at(struct wheel *w, uint32_t id, uint32_t deadline);
enum tw_status wheel_advance(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id);
bool wheel_next(const struct wheel *w, uint32_t *ticks);
uint32_t wheel_now(const struct wheel *w);
bool wheel_is_active(const struct wheel *w, uint32_t id);
enum tw_status wheel_remaining(const struct wheel *w, uint32_t id, uint32_t *ticks);
bool wheel_is_empty(const struct wheel *w);
bool wheel_audit(const struct wheel *w);

/* Is the next thing that advance has to do something that takes budget? */
bool wheel_needs_budget(const struct wheel *w);

/* Ticks to the deadline of a timer that must be active. */
uint32_t wheel_left(const struct wheel *w, uint32_t id);

/* Calls advance with `budget`, not 0, until it is not busy; fails if that takes more calls
   than it may. */
enum tw_status wheel_poll(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id);

/* The next call of advance delivers timer `id` at tick `tick`. */
void wheel_delivers(struct wheel *w, uint32_t until, uint32_t id, uint32_t tick);

/* Nothing is due up to tick `until`. */
void wheel_reaches(struct wheel *w, uint32_t until);

/* Runs the clock forward by any number of ticks, in which nothing is due. */
void wheel_passes(struct wheel *w, uint32_t ticks);

/* All of a wheel's memory: its size, a copy of it, back from the copy, and in how many
   32-bit words it differs from the copy. */
size_t wheel_bytes(const struct wheel *w);
void wheel_save(const struct wheel *w, void *copy);
void wheel_load(struct wheel *w, const void *copy);
uint32_t wheel_changes(const struct wheel *w, const void *copy);

/* The call gives `status` and not a byte of the wheel's memory changes. */
#define wheel_refuses(w, status, call)                                                             \
    do {                                                                                           \
        void *const before_ = test_malloc(wheel_bytes(w));                                         \
        wheel_save((w), before_);                                                                  \
        assert_int_equal((call), (status));                                                        \
        assert_int_equal(wheel_changes((w), before_), 0);                                          \
        test_free(before_);                                                                        \
    } while (false)

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
