/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Time of 64 bits, examples/tw_wide.h, against a sorted list of 64-bit deadlines: tests/wide.h. */
#include "wide.h"

#include "random.h"
#include "wheels.h"

#define WINDOW ((uint64_t)TW_WIDE_WINDOW)
#define BYTES (WIDE_HEAD + 150u * WIDE_RECORD)

static struct wide_bytes memory, copy;

static struct wide new_pair(void)
{
    (void)memset(&memory, 0xA5, sizeof(memory));
    return (struct wide){.bytes = &memory, .before = &copy, .wheel = &memory.wheel};
}

/* Histories of random bytes. Most of them have one clock or one deadline in focus. */
static void random_histories(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES];
    struct random r = {random_seed()};
    struct wide s = new_pair();
    const uint32_t rounds = random_rounds(4000u);
    for (uint32_t i = 0u; i < rounds; i++) {
        for (size_t k = 0u; k < BYTES; k++) {
            bytes[k] = (uint8_t)random_next(&r);
        }
        wide_history(&s, bytes, BYTES);
    }
    if (rounds >= 40u) {
        assert_true(s.queued > rounds);
        assert_true(s.busy > rounds);
    }
}

/* The next call delivers `id` at its deadline. */
static void delivers(struct wide *s, uint64_t until, uint32_t id)
{
    enum tw_status status = TW_BUSY;
    uint32_t delivered = WIDE_UNTOUCHED;
    while (status == TW_BUSY) {
        status = wide_advance(s, until, 1u, &delivered);
    }
    assert_int_equal(status, TW_EXPIRED);
    assert_int_equal(delivered, id);
}

static void reaches(struct wide *s, uint64_t until)
{
    enum tw_status status = TW_BUSY;
    uint32_t delivered = WIDE_UNTOUCHED;
    while (status == TW_BUSY) {
        status = wide_advance(s, until, 1u, &delivered);
    }
    assert_int_equal(status, TW_OK);
}

/* Timers of one deadline that start at all distances come in the order of start. */
static void equals_from_all_distances(void **state)
{
    (void)state;
    static const uint64_t before[] = {3u * WIDE_HOP + 1u, 2u * WIDE_HOP + 9u,
                                      2u * WIDE_HOP,      WIDE_HOP + WINDOW,
                                      WIDE_HOP,           WIDE_HOP - 1u,
                                      9u * WINDOW,        2u * WINDOW,
                                      WINDOW + 1u,        WINDOW,
                                      WINDOW / 2u,        1u};
    enum { COUNT = sizeof(before) / sizeof(before[0]) };
    for (uint64_t beside = 0u; beside < 2u * WINDOW; beside += WINDOW / 4u - 1u) {
        struct wide s = new_pair();
        const uint64_t deadline = 4u * WIDE_HOP + 5u * WINDOW + beside;
        wide_begin(&s, COUNT, 7u);
        for (uint32_t id = 0u; id < COUNT; id++) {
            reaches(&s, deadline - before[id]);
            assert_int_equal(wide_call(&s, WIDE_START_AT, id, deadline), TW_OK);
        }
        for (uint32_t id = 0u; id < COUNT; id++) {
            delivers(&s, deadline, id);
        }
        reaches(&s, deadline);
    }
}

/* A caller that starts a timer at each TW_BUSY, for the deadline of those that are on their way. */
static void equals_while_a_window_opens(void **state)
{
    (void)state;
    for (uint64_t hops = 0u; hops < 3u; hops++) {
        struct wide s = new_pair();
        const uint64_t deadline = hops * WIDE_HOP + 3u * WINDOW + WINDOW / 3u;
        const uint64_t opens = deadline - hops * WIDE_HOP;
        uint32_t delivered = WIDE_UNTOUCHED;
        uint32_t started = 8u;
        wide_begin(&s, WIDE_MOST, 1u);
        for (uint32_t id = 0u; id < started; id++) {
            assert_int_equal(wide_call(&s, WIDE_START_AT, id, deadline), TW_OK);
        }
        while (wide_advance(&s, opens - 1u, 1u, &delivered) == TW_BUSY) {
            if (started == WIDE_MOST) { continue; }
            assert_int_equal(wide_call(&s, WIDE_START_AT, started, deadline), TW_OK);
            started += s.wheel->opening;
        }
        assert_int_equal(started, WIDE_MOST);
        assert_true(s.queued > 0u);
        for (uint32_t id = 0u; id < started; id++) {
            delivers(&s, deadline, id);
        }
    }
}

/* To and from the ends of time. */
static void ends_of_time(void **state)
{
    (void)state;
    struct wide s = new_pair();
    wide_begin(&s, 3u, 0u);
    assert_int_equal(wide_call(&s, WIDE_START, 0u, UINT64_MAX), TW_OK);
    assert_int_equal(wide_call(&s, WIDE_STOP, 0u, 0u), TW_OK);
    reaches(&s, UINT64_MAX - 2u);
    assert_int_equal(wide_call(&s, WIDE_START, 0u, 3u), TW_BAD_DELAY);
    assert_int_equal(wide_call(&s, WIDE_START, 0u, 0u), TW_BAD_DELAY);
    assert_int_equal(wide_call(&s, WIDE_RESTART, 0u, UINT64_MAX), TW_BAD_DELAY);
    assert_int_equal(wide_call(&s, WIDE_START, 0u, 2u), TW_OK);
    assert_int_equal(wide_call(&s, WIDE_START, 1u, 1u), TW_OK);
    assert_int_equal(wide_call(&s, WIDE_START_AT, 2u, 5u), TW_DUE);
    delivers(&s, UINT64_MAX, 1u);
    delivers(&s, UINT64_MAX, 0u);
    reaches(&s, UINT64_MAX);
    reaches(&s, 0u); /* no timer is active: the clock may go back */
}

/* A number for the wheel of a timer, and for what it waits for there. */
static uint64_t place_of(const struct tw_wide *w, uint32_t id)
{
    if (tw_hier_is_active(&w->coarse, id)) { return (uint64_t)w->coarse.deadlines[id] << 2 | 1u; }
    return (uint64_t)tw_hier_is_active(&w->queue, id) << 1;
}

/* A timer moves from wheel to wheel as seldom as the header says, also if it is started while a window opens. */
static void moves(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(2000u); i++) {
        struct wide s = new_pair();
        uint32_t delivered = WIDE_UNTOUCHED;
        uint64_t count = 0u;
        wide_begin(&s, 2u, random_next(&r) >> (1u + random_below(&r, 60u)));
        assert_int_equal(wide_call(&s, WIDE_START, 1u, 1u + random_below(&r, 3u) * WINDOW), TW_OK);
        for (uint32_t k = 0u; k < random_below(&r, 9u); k++) {
            (void)wide_advance(&s, s.now + WINDOW, 1u, &delivered);
        }
        const uint64_t ticks = 1u + (random_next(&r) >> random_below(&r, 64u)) % WIDE_FAR;
        const uint64_t delay =
            random_below(&r, 2u) == 0u ? ticks : ticks / WIDE_HOP * WIDE_HOP + 1u;
        if (wide_call(&s, WIDE_START, 0u, delay) != TW_OK) { continue; } /* beyond 2^64 */
        while (tw_wide_is_active(s.wheel, 0u)) {
            const uint64_t place = place_of(s.wheel, 0u);
            const enum tw_status status = wide_advance(&s, s.deadlines[0], 1u, &delivered);
            count += status != TW_EXPIRED && place_of(s.wheel, 0u) != place;
        }
        assert_true(count <= 1u + delay / WIDE_HOP);
    }
}

/* One call takes the clock over 2^60 ticks, with timers that wait at both ends. */
static void long_jump(void **state)
{
    (void)state;
    struct wide s = new_pair();
    const uint64_t far = TW_RADIX == 256 ? UINT64_C(1) << 60 : 3u * WIDE_HOP + 77u;
    wide_begin(&s, 3u, 100u);
    assert_int_equal(wide_call(&s, WIDE_START_AT, 0u, 101u), TW_OK);
    assert_int_equal(wide_call(&s, WIDE_START_AT, 1u, far), TW_OK);
    assert_int_equal(wide_call(&s, WIDE_START_AT, 2u, far + 1u), TW_OK);
    delivers(&s, far, 0u);
    delivers(&s, far, 1u);
    reaches(&s, far);
    assert_int_equal(tw_wide_now(s.wheel), far);
    delivers(&s, far + 9u, 2u);
}

/* A caller that sleeps as long as next says wakes up at each deadline, and seldom besides. */
static void sleeps_to_each_deadline(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(300u); i++) {
        struct wide s = new_pair();
        uint64_t counter = random_next(&r) >> random_below(&r, 64u);
        uint32_t wakes = 0u;
        wide_begin(&s, 1u, counter);
        const uint64_t ticks = 1u + random_next(&r) % WIDE_FAR;
        const uint64_t deadline = counter + ticks;
        if (wide_call(&s, WIDE_START, 0u, ticks) != TW_OK) { continue; } /* beyond 2^64 */
        while (s.count > 0u) {
            uint64_t sleep = 0u;
            uint32_t delivered = WIDE_UNTOUCHED;
            enum tw_status status = TW_BUSY;
            assert_int_equal(tw_wide_next(s.wheel, counter, &sleep), TW_OK);
            assert_true(sleep > 0u);
            counter += sleep;
            assert_true(counter <= deadline);
            while (status == TW_BUSY) {
                status = wide_advance(&s, counter, TW_UNBOUNDED, &delivered);
            }
            wakes++;
        }
        assert_int_equal(counter, deadline);
        assert_true(wakes <= 64u);
    }
}

/* init refuses a capacity, and changes nothing. */
static void bad_capacities(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0u, TW_CAPACITY_MAX + 1u, 0x80000000u, 0xFFFFFFFFu};
    for (size_t i = 0u; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct wide s = new_pair();
        wide_save(&s);
        assert_int_equal(tw_wide_init(&memory.wheel, memory.memory.wide_links, memory.memory.ticks,
                                      memory.memory.deadlines, bad[i], 5u),
                         TW_BAD_CAPACITY);
        wide_unchanged(&s);
    }
}

/* The macros give the right sizes to init. */
static void storage(void **state)
{
    (void)state;
    static struct tw_wide w;
    static TW_WIDE_STORAGE(five, 5u);
    assert_int_equal(TW_WIDE_INIT(&w, five, 3u), TW_OK);
    assert_true(tw_wide_audit(&w));
    assert_int_equal(w.capacity, 5u);
    assert_int_equal(sizeof(five.wide_links) / sizeof(five.wide_links[0]), 3u * (TW_SLOTS + 5u));
    assert_int_equal(sizeof(five.ticks), 3u * sizeof(five.deadlines) / 2u);
    assert_int_equal(tw_wide_start(&w, 4u, 1u), TW_OK);
    assert_int_equal(tw_wide_start(&w, 5u, 1u), TW_BAD_ID);
}

/* audit finds a timer that is on no wheel, or on two. */
static void audit_of_a_timer(void **state)
{
    (void)state;
    struct wide s = new_pair();
    wide_begin(&s, 4u, 9u);
    assert_int_equal(wide_call(&s, WIDE_START, 2u, 3u), TW_OK);
    s.wheel->deadlines[2] = 0u;
    assert_false(tw_wide_audit(s.wheel));
    s.wheel->deadlines[2] = 12u;
    assert_true(tw_wide_audit(s.wheel));
    assert_int_equal(tw_hier_start(&s.wheel->queue, 2u, 1u), TW_OK);
    assert_false(tw_wide_audit(s.wheel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_histories),
        cmocka_unit_test(equals_from_all_distances),
        cmocka_unit_test(equals_while_a_window_opens),
        cmocka_unit_test(ends_of_time),
        cmocka_unit_test(moves),
        cmocka_unit_test(long_jump),
        cmocka_unit_test(sleeps_to_each_deadline),
        cmocka_unit_test(bad_capacities),
        cmocka_unit_test(storage),
        cmocka_unit_test(audit_of_a_timer),
    };
    return cmocka_run_group_tests_name("wide", tests, NULL, NULL);
}
