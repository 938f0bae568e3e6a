/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wheels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "random.h"
#include "tw_hashed.h"
#include "tw_hier.h"

/* Wheels of the running test. */
static struct wheel *live[8];
static size_t live_count;

/* Slow cases of the running test: how many of the next ones are left out. */
static struct {
    uint32_t gap; /* after the last one that ran */
    uint32_t left;
} slow;

struct wheel *wheel_new(const struct wheel_ops *ops, uint32_t capacity, uint32_t now)
{
    struct wheel *w = calloc(1u, sizeof(*w));
    assert_non_null(w);
    assert_true(live_count < sizeof(live) / sizeof(live[0]));
    live[live_count++] = w;
    w->ops = ops;
    assert_true(wheel_give(w, capacity));
    assert_int_equal(wheel_init(w, capacity, now), TW_OK);
    return w;
}

uint64_t wheel_units(const struct wheel_ops *ops, uint32_t ticks)
{
    return ops->moves + ticks / ops->turn;
}

bool wheel_is_far(const struct wheel_ops *ops, uint32_t ticks)
{
    return ticks / ops->turn > WHEEL_TURNS;
}

bool wheel_leaves_out(const struct wheel_ops *ops, uint32_t ticks)
{
    if (!wheel_is_far(ops, ticks)) { return false; }
    if (slow.left > 0u) {
        slow.left--;
        return true;
    }
    slow.gap = 2u * slow.gap + 1u;
    slow.left = slow.gap * 100u / random_rounds(100u);
    return false;
}

int wheels_begin(void **state)
{
    (void)state;
    slow.gap = 0u;
    slow.left = 0u;
    return 0;
}

int wheels_free(void **state)
{
    (void)state;
    while (live_count > 0u) {
        struct wheel *w = live[--live_count];
        wheel_free(w);
        free(w);
    }
    return 0;
}

/* Writes where the call has written. */
static uint32_t take(struct answer r, uint32_t *out)
{
    if (r.out != UNTOUCHED) { *out = r.out; }
    return r.value;
}

enum tw_status wheel_advance(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id)
{
    return take(wheel_call(w, CALL_ADVANCE, until, budget), id);
}

enum tw_status wheel_remaining(const struct wheel *w, uint32_t id, uint32_t counter,
                               uint32_t *ticks)
{
    return take(wheel_call(w, CALL_REMAINING, id, counter), ticks);
}

enum tw_status wheel_next(const struct wheel *w, uint32_t counter, uint32_t *ticks)
{
    return take(wheel_call(w, CALL_NEXT, counter, 0u), ticks);
}

enum tw_status wheel_earliest(const struct wheel *w, uint32_t counter, uint32_t *id,
                              uint32_t *ticks)
{
    const struct answer r = wheel_call(w, CALL_EARLIEST, counter, 0u);
    if (r.ticks != UNTOUCHED) { *ticks = r.ticks; }
    return take(r, id);
}

uint32_t wheel_left(const struct wheel *w, uint32_t id)
{
    uint32_t ticks = UNTOUCHED;
    assert_true(wheel_is_active(w, id));
    assert_int_equal(wheel_remaining(w, id, wheel_now(w), &ticks), TW_OK);
    return ticks;
}

uint32_t wheel_wait(const struct wheel *w)
{
    uint32_t ticks = UNTOUCHED;
    assert_int_equal(wheel_next(w, wheel_now(w), &ticks), TW_OK);
    return ticks;
}

enum tw_status wheel_poll(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id)
{
    const uint32_t ticks = as_tick(until - wheel_now(w));
    const uint64_t units = w->capacity * (wheel_units(w->ops, ticks) + 1u);
    uint64_t calls = units / budget + 1u;
    enum tw_status status = TW_BUSY;
    while (status == TW_BUSY) {
        assert_true(calls-- > 0u);
        status = wheel_advance(w, until, budget, id);
    }
    return status;
}

void wheel_delivers(struct wheel *w, uint32_t until, uint32_t id, uint32_t tick)
{
    uint32_t got = UNTOUCHED;
    assert_int_equal(wheel_poll(w, until, TW_UNBOUNDED, &got), TW_EXPIRED);
    assert_int_equal(got, id);
    assert_int_equal(wheel_now(w), as_tick(tick));
    assert_false(wheel_is_active(w, id));
}

void wheel_reaches(struct wheel *w, uint32_t until)
{
    uint32_t got = UNTOUCHED;
    assert_int_equal(wheel_poll(w, until, TW_UNBOUNDED, &got), TW_OK);
    assert_int_equal(got, UNTOUCHED);
    assert_int_equal(wheel_now(w), as_tick(until));
}

void wheel_passes(struct wheel *w, uint32_t ticks)
{
    uint32_t left = ticks;
    while (left > 0u) {
        const uint32_t step = left < TW_PERIOD / 2 ? left : (uint32_t)(TW_PERIOD / 2 - 1);
        wheel_reaches(w, wheel_now(w) + step);
        left -= step;
    }
}

static void fail_test(const char *what)
{
    print_error("# TW_TEST_SEED=%llu\n", (unsigned long long)random_seed());
    fail_msg("%s", what);
}

void lockstep_begin(struct lockstep *s, const struct wheel_ops *ops, uint32_t capacity,
                    uint32_t now)
{
    s->wheel = wheel_new(ops, capacity, now);
    s->oracle = wheel_new(&wheel_oracle, capacity, now);
    s->thorough = true;
    s->audits = 1u + (uint32_t)(wheel_bytes(s->wheel) / 4096u);
    s->show = false;
    s->out = stderr;
    s->kept = NULL;
    s->fail = fail_test;
    assert_int_equal(lockstep_init(s, capacity, now), TW_OK);
}

enum tw_status lockstep_start(struct lockstep *s, uint32_t id, uint32_t delay)
{
    return lockstep_call(s, (struct call){CALL_START, id, delay});
}

enum tw_status lockstep_stop(struct lockstep *s, uint32_t id)
{
    return lockstep_call(s, (struct call){CALL_STOP, id, 0u});
}

enum tw_status lockstep_restart(struct lockstep *s, uint32_t id, uint32_t delay)
{
    return lockstep_call(s, (struct call){CALL_RESTART, id, delay});
}

enum tw_status lockstep_start_at(struct lockstep *s, uint32_t id, uint32_t ticks)
{
    return lockstep_call(s, (struct call){CALL_START_AT, id, wheel_now(s->wheel) + ticks});
}

enum tw_status lockstep_restart_at(struct lockstep *s, uint32_t id, uint32_t ticks)
{
    return lockstep_call(s, (struct call){CALL_RESTART_AT, id, wheel_now(s->wheel) + ticks});
}

enum tw_status lockstep_advance(struct lockstep *s, uint32_t ticks, uint32_t budget)
{
    return lockstep_call(s, (struct call){CALL_ADVANCE, wheel_now(s->wheel) + ticks, budget});
}

uint32_t lockstep_budget(const struct lockstep *s, uint32_t until, uint32_t budget)
{
    const uint32_t few = 64u;
    const uint32_t ahead = as_tick(until - wheel_now(s->wheel));
    uint32_t ticks = 0u;
    if (budget <= few || ahead > ADVANCE_MOST || !lockstep_earliest(s, &ticks)) { return budget; }
    return wheel_leaves_out(s->wheel->ops, ticks < ahead ? ticks : ahead) ? few : budget;
}

/* Delivers the earliest timer, or stops it: is it too far away? */
static bool drain_one(struct lockstep *s, uint32_t ticks, uint32_t budget)
{
    const struct tw_oracle *const oracle = s->oracle->part[0];
    const uint32_t units = wheel_is_far(s->wheel->ops, ticks) ? TW_UNBOUNDED : budget;
    uint32_t left = ticks;
    if (wheel_leaves_out(s->wheel->ops, ticks)) {
        lockstep_stop(s, (uint32_t)oracle->order[0]);
        return false;
    }
    while (lockstep_advance(s, left < ADVANCE_MOST ? left : ADVANCE_MOST, units) != TW_EXPIRED) {
        lockstep_earliest(s, &left);
    }
    return true;
}

bool lockstep_drain(struct lockstep *s, uint32_t budget)
{
    bool all = true;
    uint32_t ticks = 0u;
    while (lockstep_earliest(s, &ticks)) {
        all = drain_one(s, ticks, budget) && all;
    }
    lockstep_compare(s);
    return all;
}

const uint32_t border_clocks[] = {
    0u,
    1u,
    255u,
    0xFFFFFF00u,
    0xFFFFFFFFu,
    TW_RADIX - 1u,
    TW_SPAN_2 - 1u,
    TW_SPAN_3 - 1u,
    TW_SPAN_3,
    (uint32_t)(TW_PERIOD / 2 - 1),
    (uint32_t)(TW_PERIOD / 2),
    (uint32_t)(TW_PERIOD - TW_SPAN_3),
    (uint32_t)(TW_PERIOD - TW_SPAN_2 - 1),
};
const size_t border_clock_count = sizeof(border_clocks) / sizeof(border_clocks[0]);

const uint32_t border_delays[] = {
    1u,
    TW_RADIX - 1u,
    TW_RADIX,
    TW_RADIX + 1u,
    TW_SPAN_2 - 1u,
    TW_SPAN_2,
    TW_SPAN_2 + TW_RADIX + 1u,
    TW_SPAN_3 - 1u,
    TW_SPAN_3,
    TW_SPAN_3 + TW_SPAN_2 + TW_RADIX + 1u,
    TW_HASHED_SLOTS,
    2u * TW_HASHED_SLOTS,
    (uint32_t)(TW_PERIOD / 2 - 1),
    (uint32_t)(TW_PERIOD / 2),
    (uint32_t)(TW_PERIOD / 2 + 1),
    (uint32_t)(TW_PERIOD - TW_SPAN_3),
    TW_TICK_MAX - 1u,
    TW_TICK_MAX,
};
const size_t border_delay_count = sizeof(border_delays) / sizeof(border_delays[0]);

int run_on_wheels(const char *group, struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    for (size_t i = 0u; i < WHEELS; i++) {
        char name[64];
        snprintf(name, sizeof(name), "%s_%s", group, wheel_table[i]->name);
        for (size_t k = 0u; k < count; k++) {
            tests[k].initial_state = (void *)(uintptr_t)wheel_table[i];
        }
        failed += _cmocka_run_group_tests(name, tests, count, NULL, NULL) != 0;
    }
    return failed;
}
