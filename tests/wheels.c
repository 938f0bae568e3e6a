/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wheels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "random.h"
#include "tw_hashed.h"
#include "tw_hier.h"

/* The calls of one implementation on an untyped wheel. */
#define WHEEL_CALLS(kind)                                                                          \
    static enum tw_status kind##_start(void *w, uint32_t id, uint32_t delay)                       \
    {                                                                                              \
        return tw_##kind##_start(w, id, delay);                                                    \
    }                                                                                              \
    static enum tw_status kind##_stop(void *w, uint32_t id)                                        \
    {                                                                                              \
        return tw_##kind##_stop(w, id);                                                            \
    }                                                                                              \
    static enum tw_status kind##_restart(void *w, uint32_t id, uint32_t delay)                     \
    {                                                                                              \
        return tw_##kind##_restart(w, id, delay);                                                  \
    }                                                                                              \
    static enum tw_status kind##_start_at(void *w, uint32_t id, uint32_t deadline)                 \
    {                                                                                              \
        return tw_##kind##_start_at(w, id, deadline);                                              \
    }                                                                                              \
    static enum tw_status kind##_restart_at(void *w, uint32_t id, uint32_t deadline)               \
    {                                                                                              \
        return tw_##kind##_restart_at(w, id, deadline);                                            \
    }                                                                                              \
    static enum tw_status kind##_advance(void *w, uint32_t until, uint32_t budget, uint32_t *id)   \
    {                                                                                              \
        return tw_##kind##_advance(w, until, budget, id);                                          \
    }                                                                                              \
    static bool kind##_next(const void *w, uint32_t *ticks)                                        \
    {                                                                                              \
        return tw_##kind##_next(w, ticks);                                                         \
    }                                                                                              \
    static uint32_t kind##_now(const void *w)                                                      \
    {                                                                                              \
        return tw_##kind##_now(w);                                                                 \
    }                                                                                              \
    static bool kind##_is_active(const void *w, uint32_t id)                                       \
    {                                                                                              \
        return tw_##kind##_is_active(w, id);                                                       \
    }                                                                                              \
    static enum tw_status kind##_remaining(const void *w, uint32_t id, uint32_t *ticks)            \
    {                                                                                              \
        return tw_##kind##_remaining(w, id, ticks);                                                \
    }                                                                                              \
    static bool kind##_is_empty(const void *w)                                                     \
    {                                                                                              \
        return tw_##kind##_is_empty(w);                                                            \
    }                                                                                              \
    static bool kind##_audit(const void *w)                                                        \
    {                                                                                              \
        return tw_##kind##_audit(w);                                                               \
    }

#define WHEEL_TABLE(kind)                                                                          \
    .name = #kind, .sizes = kind##_sizes, .init = kind##_init, .start = kind##_start,              \
    .stop = kind##_stop, .restart = kind##_restart, .start_at = kind##_start_at,                   \
    .restart_at = kind##_restart_at, .advance = kind##_advance, .needs_budget = kind##_needs,      \
    .wake = kind##_wake, .next = kind##_next, .now = kind##_now, .is_active = kind##_is_active,    \
    .remaining = kind##_remaining, .is_empty = kind##_is_empty, .audit = kind##_audit

static void hier_sizes(uint32_t capacity, size_t *size)
{
    size[0] = sizeof(struct tw_hier);
    size[1] = (TW_SLOTS + (size_t)capacity) * sizeof(struct tw_link);
    size[2] = capacity * sizeof(uint32_t);
}

static enum tw_status hier_init(void *const *part, uint32_t capacity, uint32_t now)
{
    return tw_hier_init(part[0], part[1], part[2], capacity, now);
}

/* A slot is being opened, and none can be delivered before. */
static bool hier_needs(const void *w)
{
    const struct tw_hier *const wheel = w;
    const tw_node here = (tw_node)(wheel->now % TW_RADIX);
    return wheel->opening != TW_HIER_NONE && wheel->links[here].next == here;
}

/* Its slot's first tick: all digits below the highest that differs from now's are 0; beyond
   rollover, all but the first. */
static uint32_t hier_wake(uint32_t deadline, uint32_t now)
{
    uint32_t span = TW_SPAN_3;
    while (span > 1u && deadline >= now && deadline / span == now / span) {
        span /= TW_RADIX;
    }
    return as_tick(deadline - deadline % span - now);
}

WHEEL_CALLS(hier)
const struct wheel_ops wheel_hier = {
    WHEEL_TABLE(hier), .bounded = true,  .moves = TW_LEVELS - 1u,
    .turn = TW_PERIOD, .crowd = 400000u,
};

static void hashed_sizes(uint32_t capacity, size_t *size)
{
    size[0] = sizeof(struct tw_hashed);
    size[1] = (TW_HASHED_SLOTS + (size_t)capacity) * sizeof(struct tw_link);
    size[2] = capacity * sizeof(uint32_t);
}

static enum tw_status hashed_init(void *const *part, uint32_t capacity, uint32_t now)
{
    return tw_hashed_init(part[0], part[1], part[2], capacity, now);
}

/* The cursor is on a timer that is not due. */
static bool hashed_needs(const void *w)
{
    const struct tw_hashed *const wheel = w;
    return wheel->cursor >= TW_HASHED_SLOTS &&
           wheel->deadlines[wheel->cursor - TW_HASHED_SLOTS] != wheel->now;
}

/* Its slot comes once a turn. */
static uint32_t hashed_wake(uint32_t deadline, uint32_t now)
{
    return (deadline - now - 1u) % TW_HASHED_SLOTS + 1u;
}

WHEEL_CALLS(hashed)
const struct wheel_ops wheel_hashed = {
    WHEEL_TABLE(hashed), .bounded = true, .moves = 0u, .turn = TW_HASHED_SLOTS, .crowd = 400000u,
};

static void oracle_sizes(uint32_t capacity, size_t *size)
{
    size[0] = sizeof(struct tw_oracle);
    size[1] = capacity * sizeof(tw_node);
    size[2] = capacity * sizeof(uint32_t);
}

static enum tw_status oracle_init(void *const *part, uint32_t capacity, uint32_t now)
{
    return tw_oracle_init(part[0], part[1], part[2], capacity, now);
}

/* It is never busy, and has something to do where a timer is due. */
static bool oracle_needs(const void *w)
{
    (void)w;
    return false;
}

static uint32_t oracle_wake(uint32_t deadline, uint32_t now)
{
    return as_tick(deadline - now);
}

WHEEL_CALLS(oracle)
const struct wheel_ops wheel_oracle = {
    WHEEL_TABLE(oracle), .bounded = false, .moves = 0u, .turn = TW_PERIOD, .crowd = 500u,
};

static const struct wheel_ops *const table[] = {&wheel_hier, &wheel_hashed, &wheel_oracle};

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
    w->capacity = capacity;
    ops->sizes(capacity, w->size);
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (w->size[i] != 0u) {
            w->part[i] = malloc(w->size[i]);
            assert_non_null(w->part[i]);
            memset(w->part[i], 0xA5, w->size[i]);
        }
    }
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
        for (size_t i = 0u; i < WHEEL_PARTS; i++) {
            free(w->part[i]);
        }
        free(w);
    }
    return 0;
}

enum tw_status wheel_init(struct wheel *w, uint32_t capacity, uint32_t now)
{
    return w->ops->init(w->part, capacity, now);
}

enum tw_status wheel_start(struct wheel *w, uint32_t id, uint32_t delay)
{
    return w->ops->start(w->part[0], id, delay);
}

enum tw_status wheel_stop(struct wheel *w, uint32_t id)
{
    return w->ops->stop(w->part[0], id);
}

enum tw_status wheel_restart(struct wheel *w, uint32_t id, uint32_t delay)
{
    return w->ops->restart(w->part[0], id, delay);
}

enum tw_status wheel_start_at(struct wheel *w, uint32_t id, uint32_t deadline)
{
    return w->ops->start_at(w->part[0], id, deadline);
}

enum tw_status wheel_restart_at(struct wheel *w, uint32_t id, uint32_t deadline)
{
    return w->ops->restart_at(w->part[0], id, deadline);
}

enum tw_status wheel_advance(struct wheel *w, uint32_t until, uint32_t budget, uint32_t *id)
{
    return w->ops->advance(w->part[0], until, budget, id);
}

bool wheel_next(const struct wheel *w, uint32_t *ticks)
{
    return w->ops->next(w->part[0], ticks);
}

uint32_t wheel_now(const struct wheel *w)
{
    return w->ops->now(w->part[0]);
}

bool wheel_is_active(const struct wheel *w, uint32_t id)
{
    return w->ops->is_active(w->part[0], id);
}

enum tw_status wheel_remaining(const struct wheel *w, uint32_t id, uint32_t *ticks)
{
    return w->ops->remaining(w->part[0], id, ticks);
}

bool wheel_is_empty(const struct wheel *w)
{
    return w->ops->is_empty(w->part[0]);
}

bool wheel_audit(const struct wheel *w)
{
    return w->ops->audit(w->part[0]);
}

bool wheel_needs_budget(const struct wheel *w)
{
    return w->ops->needs_budget(w->part[0]);
}

uint32_t wheel_left(const struct wheel *w, uint32_t id)
{
    uint32_t ticks = UNTOUCHED;
    assert_true(wheel_is_active(w, id));
    assert_int_equal(wheel_remaining(w, id, &ticks), TW_OK);
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

size_t wheel_bytes(const struct wheel *w)
{
    return w->size[0] + w->size[1] + w->size[2];
}

void wheel_save(const struct wheel *w, void *copy)
{
    unsigned char *to = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (w->size[i] != 0u) {
            memcpy(to, w->part[i], w->size[i]);
            to += w->size[i];
        }
    }
}

void wheel_load(struct wheel *w, const void *copy)
{
    const unsigned char *from = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (w->size[i] != 0u) {
            memcpy(w->part[i], from, w->size[i]);
            from += w->size[i];
        }
    }
}

uint32_t wheel_changes(const struct wheel *w, const void *copy)
{
    uint32_t changes = 0u;
    const unsigned char *from = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        const unsigned char *bytes = w->part[i];
        for (size_t k = 0u; k < w->size[i]; k += 4u) {
            changes += memcmp(bytes + k, from + k, 4u) != 0;
        }
        from += w->size[i];
    }
    return changes;
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
    for (size_t i = 0u; i < sizeof(table) / sizeof(table[0]); i++) {
        char name[64];
        snprintf(name, sizeof(name), "%s_%s", group, table[i]->name);
        for (size_t k = 0u; k < count; k++) {
            tests[k].initial_state = (void *)(uintptr_t)table[i];
        }
        failed += _cmocka_run_group_tests(name, tests, count, NULL, NULL) != 0;
    }
    return failed;
}
