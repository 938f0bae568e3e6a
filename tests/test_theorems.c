/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Each theorem T1 .. T8 by example, on every wheel. */
#include "wheels.h"
#include "random.h"
#include "tw_hashed.h"

/* T1: a timer is delivered when the clock equals its deadline: not a tick earlier, and a
   clock that is asked to go beyond stops there. */
static void T1_exact(void **state)
{
    const uint32_t most = (uint32_t)(TW_PERIOD / 2 - 1);
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t now = as_tick(border_clocks[c]);
        struct wheel *w = wheel_new(*state, 2u, now);
        assert_int_equal(wheel_start(w, 0u, TW_SPAN_2 + 3u), TW_OK);
        assert_int_equal(wheel_start(w, 1u, TW_SPAN_2 + 7u), TW_OK);
        assert_int_equal(wheel_left(w, 0u), TW_SPAN_2 + 3u);
        wheel_reaches(w, now + TW_SPAN_2 + 2u);
        assert_int_equal(wheel_left(w, 0u), 1u);
        wheel_delivers(w, now + TW_SPAN_2 + 3u, 0u, now + TW_SPAN_2 + 3u);
        wheel_delivers(w, now + most, 1u, now + TW_SPAN_2 + 7u);
        wheel_reaches(w, now + most);
        wheels_free(NULL);
    }
}

/* Starts timers 0 .. n-1, all due `ahead` ticks from now, at n different ticks: each sees
   the deadline on another level. */
static uint32_t start_on_the_way(struct wheel *w, uint32_t n, uint32_t ahead)
{
    uint32_t left = ahead;
    for (uint32_t id = 0u; id < n; id++) {
        assert_int_equal(wheel_start(w, id, left), TW_OK);
        const uint32_t step = left / 3u;
        wheel_passes(w, step);
        left -= step;
    }
    return left;
}

/* T2: timers with one deadline are delivered in the order in which they were started,
   wherever they waited; a restart goes to the end. */
static void T2_stable(void **state)
{
    const uint32_t n = 12u;
    static const uint32_t order[] = {1u, 2u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 3u, 0u};
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t d = 0u; d < border_delay_count; d++) {
            if (wheel_leaves_out(*state, border_delays[d])) { continue; }
            struct wheel *w = wheel_new(*state, n, border_clocks[c]);
            const uint32_t left = start_on_the_way(w, n, border_delays[d]);
            const uint32_t deadline = wheel_now(w) + left;
            assert_int_equal(wheel_restart(w, 3u, left), TW_OK);
            assert_int_equal(wheel_stop(w, 0u), TW_OK);
            assert_int_equal(wheel_start(w, 0u, left), TW_OK);
            wheel_passes(w, left - 1u);
            for (uint32_t i = 0u; i < n; i++) {
                wheel_delivers(w, deadline, order[i], deadline);
            }
            assert_true(wheel_is_empty(w));
            wheels_free(NULL);
        }
    }
}

/* T2: an earlier deadline goes first, whatever was started first. */
static void T2_earlier_deadline_first(void **state)
{
    struct wheel *w = wheel_new(*state, 3u, TW_TICK_MAX);
    assert_int_equal(wheel_start(w, 0u, TW_SPAN_2 + 1u), TW_OK);
    assert_int_equal(wheel_start(w, 1u, TW_SPAN_2), TW_OK);
    assert_int_equal(wheel_start(w, 2u, 1u), TW_OK);
    wheel_delivers(w, TW_SPAN_2 + 5u, 2u, 0u);
    wheel_delivers(w, TW_SPAN_2 + 5u, 1u, TW_SPAN_2 - 1u);
    wheel_delivers(w, TW_SPAN_2 + 5u, 0u, TW_SPAN_2);
}

#define FRAME_TIMERS 24u

/* Deadlines of the active timers, TW_PERIOD of the idle ones. */
static void take_deadlines(const struct wheel *w, uint64_t *deadlines)
{
    for (uint32_t id = 0u; id < FRAME_TIMERS; id++) {
        uint32_t ticks = UNTOUCHED;
        const bool active = wheel_remaining(w, id, wheel_now(w), &ticks) == TW_OK;
        assert_int_equal(active, wheel_is_active(w, id));
        deadlines[id] = active ? as_tick(wheel_now(w) + ticks) : TW_PERIOD;
    }
}

/* One random call. Returns the timer that it may change. */
static uint32_t frame_call(struct wheel *w, struct random *r, enum tw_status *status)
{
    uint32_t id = random_below(r, FRAME_TIMERS);
    switch (random_below(r, 7u)) {
    case 0:
        *status = wheel_start(w, id, random_tick(r));
        return id;
    case 3:
        *status = wheel_start_at(w, id, random_tick(r));
        return id;
    case 4:
        *status = wheel_restart_at(w, id, random_tick(r));
        return id;
    case 1:
        *status = wheel_stop(w, id);
        return id;
    case 2:
        *status = wheel_restart(w, id, random_tick(r));
        return id;
    default:
        id = FRAME_TIMERS;
        *status = wheel_advance(w, wheel_now(w) + random_tick(r), random_below(r, 4u), &id);
        return id;
    }
}

/* T3: a call changes the timer that it names or delivers, and no other. */
static void T3_frame(void **state)
{
    struct random r = {random_seed()};
    struct wheel *w = wheel_new(*state, FRAME_TIMERS, TW_TICK_MAX - 7u);
    uint64_t before[FRAME_TIMERS];
    uint64_t after[FRAME_TIMERS];
    take_deadlines(w, before);
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        enum tw_status status = TW_OK;
        const uint32_t changed = frame_call(w, &r, &status);
        take_deadlines(w, after);
        for (uint32_t id = 0u; id < FRAME_TIMERS; id++) {
            if (id == changed && (status == TW_OK || status == TW_EXPIRED)) {
                assert_true(status == TW_OK || after[id] == TW_PERIOD);
                before[id] = after[id];
            }
            assert_int_equal(after[id], before[id]);
        }
    }
}

/* T4: every delay from every clock, up to its tick by long steps, the last few one by one. */
static void T4_full_range(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t d = 0u; d < border_delay_count; d++) {
            const uint32_t now = as_tick(border_clocks[c]);
            const uint32_t delay = border_delays[d];
            if (wheel_leaves_out(*state, delay)) { continue; }
            struct wheel *w = wheel_new(*state, 1u, border_clocks[c]);
            assert_int_equal(wheel_start(w, 0u, delay), TW_OK);
            const uint32_t last = delay < 5u ? delay : 5u;
            wheel_passes(w, delay - last);
            for (uint32_t left = last; left > 1u; left--) {
                assert_int_equal(wheel_left(w, 0u), left);
                wheel_reaches(w, wheel_now(w) + 1u);
            }
            assert_int_equal(wheel_left(w, 0u), 1u);
            wheel_delivers(w, now + delay, 0u, now + delay);
            wheel_reaches(w, now + delay);
            assert_true(wheel_is_empty(w));
            wheels_free(NULL);
        }
    }
}

static const uint32_t aheads[] = {1u,
                                  2u,
                                  TW_RADIX,
                                  TW_SPAN_2 + 1u,
                                  TW_SPAN_3,
                                  (uint32_t)(TW_PERIOD / 2 - 2),
                                  (uint32_t)(TW_PERIOD / 2 - 1)};
/* The nearest and the farthest that count as passed, then those that are neither ahead nor passed. */
static const struct {
    uint32_t ticks;
    enum tw_status status;
} not_ahead[] = {
    {0u, TW_DUE},
    {TW_TICK_MAX, TW_DUE},
    {TW_TICK_MAX - 1u, TW_DUE},
    {TW_TICK_MAX - TW_SLEEP_MAX + 2u, TW_DUE},
    {TW_TICK_MAX - TW_SLEEP_MAX + 1u, TW_BAD_DELAY},
    {TW_TICK_MAX - TW_SLEEP_MAX, TW_BAD_DELAY},
    {TW_STRIDE_MAX + 1u, TW_BAD_DELAY},
    {TW_STRIDE_MAX + 2u, TW_BAD_DELAY},
};

/* T4: start_at and restart_at take the deadlines that advance takes for ahead, from every clock,
   whatever counter they are told as; and no other. They tell those that have passed from those
   that are too far. */
static void T4_deadlines(void **state)
{
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t turns = (uint32_t)TW_PERIOD * (uint32_t)c;
        struct wheel *w = wheel_new(*state, 2u, border_clocks[c]);
        const uint32_t now = wheel_now(w) + turns;
        assert_int_equal(wheel_start(w, 1u, 1u), TW_OK);
        for (size_t i = 0u; i < sizeof(not_ahead) / sizeof(not_ahead[0]); i++) {
            const uint32_t deadline = now + not_ahead[i].ticks;
            wheel_refuses(w, not_ahead[i].status, wheel_start_at(w, 0u, deadline));
            wheel_refuses(w, not_ahead[i].status, wheel_start_at(w, 1u, deadline));
            wheel_refuses(w, not_ahead[i].status, wheel_restart_at(w, 0u, deadline));
            wheel_refuses(w, not_ahead[i].status, wheel_restart_at(w, 1u, deadline));
        }
        for (size_t i = 0u; i < sizeof(aheads) / sizeof(aheads[0]); i++) {
            assert_int_equal(wheel_start_at(w, 0u, now + aheads[i]), TW_OK);
            assert_int_equal(wheel_left(w, 0u), aheads[i]);
            assert_int_equal(wheel_restart_at(w, 1u, now + aheads[i]), TW_OK);
            assert_int_equal(wheel_left(w, 1u), aheads[i]);
            assert_int_equal(wheel_stop(w, 0u), TW_OK);
        }
        wheels_free(NULL);
    }
}

/* T4: what is started at a deadline is delivered there, in order of start with what was started
   with a delay. */
static void T4_due_at_deadline(void **state)
{
    for (size_t i = 0u; i < sizeof(aheads) / sizeof(aheads[0]); i++) {
        if (wheel_leaves_out(*state, aheads[i])) { continue; }
        struct wheel *w = wheel_new(*state, 4u, TW_TICK_MAX);
        const uint32_t deadline = TW_TICK_MAX + aheads[i];
        assert_int_equal(wheel_start(w, 3u, aheads[i]), TW_OK);
        assert_int_equal(wheel_start_at(w, 0u, deadline), TW_OK);
        assert_int_equal(wheel_start(w, 2u, aheads[i]), TW_OK);
        assert_int_equal(wheel_restart_at(w, 3u, deadline), TW_OK);
        assert_int_equal(wheel_restart_at(w, 1u, deadline), TW_OK);
        wheel_passes(w, aheads[i] - 1u);
        wheel_delivers(w, deadline, 0u, deadline);
        wheel_delivers(w, deadline, 2u, deadline);
        wheel_delivers(w, deadline, 3u, deadline);
        wheel_delivers(w, deadline, 1u, deadline);
        assert_true(wheel_is_empty(w));
        wheels_free(NULL);
    }
}

/* Every call that names a timer refuses this id, whatever its other argument. */
static void refuse_id(struct wheel *w, uint32_t id)
{
    static const uint32_t ticks[] = {0u, 1u, TW_TICK_MAX};
    uint32_t left = UNTOUCHED;
    for (size_t i = 0u; i < sizeof(ticks) / sizeof(ticks[0]); i++) {
        wheel_refuses(w, TW_BAD_ID, wheel_start(w, id, ticks[i]));
        wheel_refuses(w, TW_BAD_ID, wheel_restart(w, id, ticks[i]));
        wheel_refuses(w, TW_BAD_ID, wheel_start_at(w, id, ticks[i]));
        wheel_refuses(w, TW_BAD_ID, wheel_restart_at(w, id, ticks[i]));
        wheel_refuses(w, TW_BAD_ID, wheel_remaining(w, id, ticks[i], &left));
    }
    wheel_refuses(w, TW_BAD_ID, wheel_stop(w, id));
    wheel_refuses(w, false, wheel_is_active(w, id));
    assert_int_equal(left, UNTOUCHED);
}

/* T5: every bad argument has its status, and a refused call changes nothing. */
static void T5_total(void **state)
{
    static const uint32_t bad_ids[] = {
        3u, 4u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0u - TW_SLOTS, 0u - TW_HASHED_SLOTS};
    struct wheel *w = wheel_new(*state, 3u, TW_TICK_MAX);
    uint32_t ticks = UNTOUCHED;
    uint32_t first = UNTOUCHED;
    wheel_refuses(w, TW_NOT_ACTIVE, wheel_earliest(w, TW_TICK_MAX - 1u, &first, &ticks));
    assert_int_equal(wheel_start(w, 1u, TW_RADIX), TW_OK);
    assert_int_equal(wheel_start(w, 2u, TW_TICK_MAX), TW_OK);
    for (size_t i = 0u; i < sizeof(bad_ids) / sizeof(bad_ids[0]); i++) {
        refuse_id(w, bad_ids[i]);
    }
    for (uint32_t id = 0u; id < 2u; id++) {
        wheel_refuses(w, TW_BAD_DELAY, wheel_start(w, id, 0u));
        wheel_refuses(w, TW_BAD_DELAY, wheel_restart(w, id, 0u));
        wheel_refuses(w, TW_DUE, wheel_start_at(w, id, TW_TICK_MAX));
        wheel_refuses(w, TW_BAD_DELAY, wheel_start_at(w, id, TW_TICK_MAX - TW_SLEEP_MAX));
#if TW_PERIOD >> 32 == 0
        wheel_refuses(w, TW_BAD_DELAY, wheel_start(w, id, TW_PERIOD));
        wheel_refuses(w, TW_BAD_DELAY, wheel_restart(w, id, TW_PERIOD));
        wheel_refuses(w, TW_BAD_DELAY, wheel_start(w, id, TW_PERIOD + 1));
        wheel_refuses(w, TW_BAD_DELAY, wheel_restart(w, id, 0xFFFFFFFFu));
#endif
    }
    wheel_refuses(w, TW_NOT_IDLE, wheel_start_at(w, 1u, 0u));
    wheel_refuses(w, TW_NOT_IDLE, wheel_start(w, 1u, 1u));
    wheel_refuses(w, TW_NOT_ACTIVE, wheel_stop(w, 0u));
    wheel_refuses(w, TW_NOT_ACTIVE, wheel_remaining(w, 0u, TW_TICK_MAX, &ticks));
    wheel_refuses(w, TW_NOT_ACTIVE, wheel_remaining(w, 0u, TW_TICK_MAX - 1u, &ticks));
    wheel_refuses(w, TW_BAD_CLOCK, wheel_next(w, TW_TICK_MAX - 1u, &ticks));
    wheel_refuses(w, TW_BAD_CLOCK, wheel_remaining(w, 1u, TW_TICK_MAX - 1u, &ticks));
    wheel_refuses(w, TW_BAD_CLOCK, wheel_earliest(w, TW_TICK_MAX - 1u, &first, &ticks));
    assert_int_equal(ticks, UNTOUCHED);
    assert_int_equal(first, UNTOUCHED);
}

/* T5: init takes a capacity of 1 .. TW_CAPACITY_MAX and else touches nothing. */
static void T5_capacity(void **state)
{
    struct wheel *w = wheel_new(*state, 1u, 5u);
    assert_int_equal(wheel_start(w, 0u, 1u), TW_OK);
    wheel_refuses(w, TW_BAD_CAPACITY, wheel_init(w, 0u, 9u));
    wheel_refuses(w, TW_BAD_CAPACITY, wheel_init(w, TW_CAPACITY_MAX + 1u, 9u));
    wheel_refuses(w, TW_BAD_CAPACITY, wheel_init(w, 0xFFFFFFFFu, 9u));
    assert_int_equal(wheel_now(w), 5u);
    assert_int_equal(wheel_init(w, 1u, 9u), TW_OK);
    assert_int_equal(wheel_now(w), 9u);
    assert_true(wheel_is_empty(w));
    assert_true(wheel_audit(w));
}

/* T5: a clock that went backwards, by one tick up to half the period. */
static void T5_clock(void **state)
{
    const uint32_t half = (uint32_t)(TW_PERIOD / 2);
    const uint32_t bad[] = {half, half + 1u, TW_TICK_MAX - 1u, TW_TICK_MAX};
    for (size_t c = 0u; c < border_clock_count; c++) {
        struct wheel *w = wheel_new(*state, 1u, border_clocks[c]);
        const uint32_t now = wheel_now(w);
        uint32_t id = UNTOUCHED;
        assert_int_equal(wheel_start(w, 0u, half - 1u), TW_OK);
        for (size_t i = 0u; i < sizeof(bad) / sizeof(bad[0]); i++) {
            wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now + bad[i], 0u, &id));
            wheel_refuses(w, TW_BAD_CLOCK, wheel_advance(w, now + bad[i], TW_UNBOUNDED, &id));
        }
        wheel_refuses(w, TW_OK, wheel_advance(w, now, TW_UNBOUNDED, &id));
        assert_int_equal(id, UNTOUCHED);
        if (!wheel_leaves_out(*state, half - 1u)) {
            wheel_delivers(w, now + half - 1u, 0u, now + half - 1u);
        }
        wheels_free(NULL);
    }
}

/* T6: any 32-bit arguments whatever; the sanitizers watch. */
static void T6_safe(void **state)
{
    struct random r = {random_seed()};
    struct lockstep s;
    lockstep_begin(&s, *state, 4u, (uint32_t)random_next(&r));
    for (uint32_t i = 0u; i < random_rounds(40000u); i++) {
        const uint64_t bits = random_next(&r);
        const uint32_t inside = (uint32_t)bits >> 2 & 3u;
        const uint32_t id = (bits & 3u) == 0u ? (uint32_t)random_next(&r) : inside;
        struct call call = {CALL_START + (bits >> 32) % CALL_CHANGES, id,
                            (uint32_t)random_next(&r)};
        if (call.kind == CALL_ADVANCE) {
            call.a = call.b;
            call.b = lockstep_budget(&s, call.a, (uint32_t)random_next(&r));
        }
        if (s.count == LOCKSTEP_CALLS) {
            wheels_free(NULL);
            lockstep_begin(&s, *state, 4u, (uint32_t)bits);
        }
        lockstep_call(&s, call);
    }
}

/* A call may write this many 32-bit words for each timer that it moves or delivers: four
   nodes' links, two 64-bit words of occupied slots, clock, opening slot or cursor, and
   deadline. */
#define WORDS_A_TIMER 16u

/* Delivers n timers by calls with two budgets in turn, and watches what they write. */
static void deliver_within(struct wheel *w, uint32_t n, const uint32_t *budgets)
{
    void *const before = test_malloc(wheel_bytes(w));
    const uint32_t left = wheel_left(w, 0u);
    const uint32_t until = wheel_now(w) + left;
    uint32_t delivered = 0u;
    for (uint32_t calls = 0u; delivered < n; calls++) {
        const uint32_t budget = budgets[calls % 2u];
        uint32_t id = UNTOUCHED;
        wheel_save(w, before);
        const enum tw_status status = wheel_advance(w, until, budget, &id);
        assert_true(wheel_changes(w, before) <= WORDS_A_TIMER * (budget + 1u));
        assert_true(status == TW_BUSY || status == TW_EXPIRED);
        assert_true(status == TW_BUSY || id == delivered);
        delivered += status == TW_EXPIRED;
        assert_true(calls <= 2u * (wheel_units(w->ops, left) + 1u) * n);
    }
    test_free(before);
}

/* Starts very many timers in one slot and delivers them. */
static void crowd_within(const struct wheel_ops *ops, uint32_t delay, const uint32_t *budgets)
{
    const uint32_t n = 300u;
    struct wheel *w = wheel_new(ops, n, TW_TICK_MAX);
    void *const before = test_malloc(wheel_bytes(w));
    for (uint32_t id = 0u; id < n; id++) {
        wheel_save(w, before);
        assert_int_equal(wheel_start(w, id, delay), TW_OK);
        assert_true(wheel_changes(w, before) <= WORDS_A_TIMER);
    }
    test_free(before);
    deliver_within(w, n, budgets);
    wheels_free(NULL);
}

/* T7: no call touches more memory than its budget allows, however many timers there are
   in one slot, and yet all of them come. */
static void T7_bounded(void **state)
{
    static const uint32_t budgets[][2] = {{0u, 1u}, {1u, 1u}, {2u, 7u}};
    static const uint32_t delays[] = {TW_SPAN_3 + TW_SPAN_2 + TW_RADIX + 2u,
                                      2u * TW_HASHED_SLOTS - 1u};
    const struct wheel_ops *ops = *state;
    if (!ops->bounded) { skip(); /* the oracle shifts its entries */ }
    for (size_t b = 0u; b < sizeof(budgets) / sizeof(budgets[0]); b++) {
        for (size_t d = 0u; d < sizeof(delays) / sizeof(delays[0]); d++) {
            if (!wheel_is_far(ops, delays[d])) { crowd_within(ops, delays[d], budgets[b]); }
        }
    }
}

/* Delivers n timers with this budget. What is busy has got on; what is idle has nothing to do. */
static void progress_within(struct wheel *w, uint32_t n, uint32_t budget)
{
    void *const before = test_malloc(wheel_bytes(w));
    const uint32_t until = wheel_now(w) + wheel_left(w, 0u);
    uint64_t units = (wheel_units(w->ops, wheel_left(w, 0u)) + 1u) * n;
    for (uint32_t delivered = 0u; delivered < n;) {
        uint32_t id = UNTOUCHED;
        wheel_save(w, before);
        const enum tw_status status = wheel_advance(w, until, budget, &id);
        if (status == TW_BUSY) {
            assert_true(budget <= units);
            units -= budget;
            assert_int_not_equal(wheel_changes(w, before), 0);
            wheel_refuses(w, TW_BUSY, wheel_advance(w, until, 0u, &id));
            assert_int_equal(wheel_wait(w), 0u);
        } else {
            assert_int_equal(status, TW_EXPIRED);
            delivered++;
        }
    }
    test_free(before);
}

/* T7: a caller with a budget of at least 1 gets on with every call: it is never busy twice with
   nothing changed, however few units it gives, and in the end all timers are delivered. */
static void T7_progress(void **state)
{
    static const uint32_t delays[] = {TW_SPAN_3 + TW_SPAN_2 + TW_RADIX + 2u,
                                      2u * TW_HASHED_SLOTS - 1u};
    const struct wheel_ops *ops = *state;
    for (uint32_t budget = 1u; budget <= 4u; budget++) {
        for (size_t d = 0u; d < sizeof(delays) / sizeof(delays[0]); d++) {
            if (wheel_is_far(ops, delays[d])) { continue; }
            struct wheel *w = wheel_new(ops, 3u, TW_TICK_MAX);
            for (uint32_t id = 0u; id < 3u; id++) {
                assert_int_equal(wheel_start(w, id, delays[d]), TW_OK);
            }
            progress_within(w, 3u, budget);
            wheels_free(NULL);
        }
    }
}

/* T7: who starts, restarts and stops a timer between any two calls of advance does not have it look at
   the same timers again. */
static void T7_onward(void **state)
{
    enum { TIMERS = 8 };
    const struct wheel_ops *ops = *state;
    const uint32_t delay = 2u * TW_HASHED_SLOTS - 1u;
    const uint32_t other = TIMERS;
    if (wheel_is_far(ops, delay) || delay >= TW_PERIOD / 2) { return; }
    struct wheel *w = wheel_new(ops, TIMERS + 1u, TW_TICK_MAX);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        assert_int_equal(wheel_start(w, id, delay), TW_OK);
    }
    const uint32_t until = wheel_now(w) + delay;
    uint64_t calls = TIMERS * (wheel_units(ops, delay) + 1u);
    uint32_t id = UNTOUCHED;
    while (wheel_advance(w, until, 1u, &id) != TW_OK) {
        assert_true(calls-- > 0u);
        assert_int_equal(wheel_start(w, other, TW_HASHED_SLOTS), TW_OK);
        assert_int_equal(wheel_restart(w, other, 1u), TW_OK);
        assert_int_equal(wheel_stop(w, other), TW_OK);
    }
    assert_true(wheel_is_empty(w));
}

/* T8: advance is idle only where next tells of no work, and busy only where a unit of budget gets
   on: with 0 it is busy again, and changes nothing. */
static void T8_idle_or_busy(void **state)
{
    struct random r = {random_seed()};
    struct wheel *w = wheel_new(*state, FRAME_TIMERS, TW_TICK_MAX - 7u);
    for (uint32_t i = 0u; i < random_rounds(20000u); i++) {
        uint32_t id = UNTOUCHED;
        uint32_t ticks = UNTOUCHED;
        const uint32_t turn = random_below(&r, 2u) * TW_HASHED_SLOTS;
        (void)wheel_restart(w, random_below(&r, FRAME_TIMERS),
                            1u + random_below(&r, TW_RADIX) + turn);
        const uint32_t until = wheel_now(w) + random_below(&r, TW_RADIX);
        const enum tw_status status = wheel_advance(w, until, random_below(&r, 3u), &id);
        (void)wheel_next(w, wheel_now(w), &ticks);
        if (status == TW_OK) { assert_int_not_equal(ticks, 0u); }
        if (status == TW_BUSY) {
            assert_int_equal(ticks, 0u);
            wheel_refuses(w, TW_BUSY, wheel_advance(w, until, 0u, &id));
            assert_int_equal(id, UNTOUCHED);
        }
    }
}

/* There is no work now: next says so, and advance needs no budget. */
static void stands_idle(struct wheel *w)
{
    uint32_t id = UNTOUCHED;
    assert_int_not_equal(wheel_wait(w), 0u);
    assert_int_equal(wheel_advance(w, wheel_now(w), 0u, &id), TW_OK);
    assert_true(wheel_audit(w));
}

/* T8: no call but advance makes work where there was none: not where the timer is far, nor where
   others of later revolutions, in now's slot, have been passed over. */
static void T8_no_work(void **state)
{
    const uint32_t turn = (uint32_t)TW_HASHED_SLOTS;
    for (size_t c = 0u; c < border_clock_count; c++) {
        const uint32_t now = as_tick(border_clocks[c]) / turn * turn;
        const uint32_t delays[] = {2u * turn, 3u * turn, 2u * turn + 1u, 1u};
        struct wheel *w = wheel_new(*state, 4u, now);
        for (uint32_t id = 0u; id < 3u; id++) {
            assert_int_equal(wheel_start(w, id, delays[id]), TW_OK);
            stands_idle(w);
        }
        wheel_reaches(w, now + turn);
        for (uint32_t d = 0u; d < 4u; d++) {
            const uint32_t deadline = wheel_now(w) + delays[d];
            const enum tw_status far = tw_gone(delays[d]) ? TW_DUE : TW_BAD_DELAY;
            const enum tw_status at = delays[d] <= TW_STRIDE_MAX ? TW_OK : far;
            assert_int_equal(wheel_restart(w, 2u, delays[d]), TW_OK);
            stands_idle(w);
            assert_int_equal(wheel_restart_at(w, 2u, deadline), at);
            stands_idle(w);
            assert_int_equal(wheel_stop(w, 2u), TW_OK);
            stands_idle(w);
            assert_int_equal(wheel_start_at(w, 2u, deadline), at);
            stands_idle(w);
        }
        assert_int_equal(wheel_stop(w, 0u), TW_OK);
        stands_idle(w);
        wheels_free(NULL);
    }
}

/* Sleeps as long as next says, until timer 0 is delivered. Returns how often it woke up. */
static uint32_t sleep_until_delivery(struct wheel *w)
{
    enum tw_status status = TW_OK;
    uint32_t wakes = 0u;
    while (status == TW_OK) {
        const uint32_t ticks = wheel_wait(w);
        uint32_t id = UNTOUCHED;
        assert_true(ticks > 0u && ticks <= wheel_left(w, 0u));
        assert_true(ticks <= TW_SLEEP_MAX); /* so that advance takes it for ahead */
        status = wheel_poll(w, wheel_now(w) + ticks, TW_UNBOUNDED, &id);
        assert_int_equal(id, status == TW_EXPIRED ? 0u : UNTOUCHED);
        wakes++;
    }
    return wakes;
}

/* No timer is active: next says so, and how long a caller may sleep at most. */
static void sleeps_without_timers(const struct wheel *w)
{
    uint32_t ticks = UNTOUCHED;
    assert_int_equal(wheel_next(w, wheel_now(w), &ticks), TW_NOT_ACTIVE);
    assert_int_equal(ticks, TW_SLEEP_MAX);
}

/* T8: next says when no timer is active; a caller that sleeps for as long as it says
   is woken up a few times, and never too late. */
static void T8_next(void **state)
{
    const struct wheel_ops *ops = *state;
    for (size_t c = 0u; c < border_clock_count; c++) {
        for (size_t d = 0u; d < border_delay_count; d++) {
            const uint32_t delay = border_delays[d];
            if (wheel_leaves_out(ops, delay)) { continue; }
            struct wheel *w = wheel_new(ops, 1u, border_clocks[c]);
            const uint32_t deadline = as_tick(wheel_now(w) + delay);
            sleeps_without_timers(w);
            assert_int_equal(wheel_start(w, 0u, delay), TW_OK);
            assert_true(sleep_until_delivery(w) <= wheel_units(ops, delay) + 7u);
            assert_int_equal(wheel_now(w), deadline);
            sleeps_without_timers(w);
            wheels_free(NULL);
        }
    }
}

/* T8: as long as timers are due now, there is no sleep. */
static void T8_zero_while_due(void **state)
{
    struct wheel *w = wheel_new(*state, 3u, 0u);
    for (uint32_t id = 0u; id < 3u; id++) {
        assert_int_equal(wheel_start(w, id, TW_RADIX), TW_OK);
    }
    wheel_delivers(w, TW_RADIX, 0u, TW_RADIX);
    assert_int_equal(wheel_wait(w), 0u);
    assert_int_equal(wheel_left(w, 1u), 0u);
    assert_int_equal(wheel_stop(w, 1u), TW_OK);
    assert_int_equal(wheel_wait(w), 0u);
    assert_int_equal(wheel_stop(w, 2u), TW_OK);
    sleeps_without_timers(w);
    assert_true(wheel_is_empty(w));
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(T1_exact),
        WHEEL_TEST(T2_stable),
        WHEEL_TEST(T2_earlier_deadline_first),
        WHEEL_TEST(T3_frame),
        WHEEL_TEST(T4_full_range),
        WHEEL_TEST(T4_deadlines),
        WHEEL_TEST(T4_due_at_deadline),
        WHEEL_TEST(T5_total),
        WHEEL_TEST(T5_capacity),
        WHEEL_TEST(T5_clock),
        WHEEL_TEST(T6_safe),
        WHEEL_TEST(T7_bounded),
        WHEEL_TEST(T7_progress),
        WHEEL_TEST(T7_onward),
        WHEEL_TEST(T8_next),
        WHEEL_TEST(T8_idle_or_busy),
        WHEEL_TEST(T8_no_work),
        WHEEL_TEST(T8_zero_while_due),
    };
    return RUN_ON_WHEELS("theorems", tests);
}
