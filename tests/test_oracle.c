/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sorted list on cases whose answers were worked out by hand. */
#include "oracle.h"
#include "wheels.h"

#define TIMERS 4u

struct fixture {
    struct tw_oracle o;
    tw_node order[TIMERS];
    uint32_t deadlines[TIMERS];
};

/* Timers 2, 0, 3 are due 1, 5 and 5 ticks after the last tick of the period. */
static void prepare(struct fixture *f)
{
    assert_int_equal(tw_oracle_init(&f->o, f->order, f->deadlines, TIMERS, TW_TICK_MAX), TW_OK);
    assert_int_equal(tw_oracle_start(&f->o, 0u, 5u), TW_OK);
    assert_int_equal(tw_oracle_start(&f->o, 2u, 1u), TW_OK);
    assert_int_equal(tw_oracle_start(&f->o, 3u, 5u), TW_OK);
    assert_true(tw_oracle_audit(&f->o));
}

static void entries_are_sorted(void **state)
{
    (void)state;
    struct fixture f;
    prepare(&f);
    static const tw_node sorted[] = {2, 0, 3};
    assert_int_equal(f.o.count, 3u);
    assert_memory_equal(f.order, sorted, sizeof(sorted));
    assert_int_equal(f.deadlines[2], 0u);
    assert_int_equal(f.deadlines[0], 4u);
    assert_int_equal(f.deadlines[3], 4u);
}

static void next_is_exact(void **state)
{
    (void)state;
    struct fixture f;
    uint32_t ticks = UNTOUCHED;
    prepare(&f);
    assert_int_equal(tw_oracle_next(&f.o, TW_TICK_MAX, &ticks), TW_OK);
    assert_int_equal(ticks, 1u);
    assert_int_equal(tw_oracle_stop(&f.o, 2u), TW_OK);
    assert_int_equal(tw_oracle_next(&f.o, TW_TICK_MAX, &ticks), TW_OK);
    assert_int_equal(ticks, 5u);
}

/* From the caller's counter, as long as it is less than half the period ahead. */
static void next_counts_from_the_counter(void **state)
{
    (void)state;
    static const uint32_t left[] = {5u, 4u, 3u, 2u, 1u, 0u, 0u};
    const uint32_t refused = TW_TICK_MAX + 1u + TW_STRIDE_MAX;
    struct fixture f;
    uint32_t ticks = UNTOUCHED;
    prepare(&f);
    assert_int_equal(tw_oracle_stop(&f.o, 2u), TW_OK);
    for (uint32_t lag = 0u; lag < 7u; lag++) {
        assert_int_equal(tw_oracle_next(&f.o, TW_TICK_MAX + lag, &ticks), TW_OK);
        assert_int_equal(ticks, left[lag]);
        assert_int_equal(tw_oracle_remaining(&f.o, 3u, TW_TICK_MAX + lag, &ticks), TW_OK);
        assert_int_equal(ticks, left[lag]);
    }
    assert_int_equal(tw_oracle_next(&f.o, refused - 1u, &ticks), TW_OK);
    assert_int_equal(ticks, 0u);
    ticks = UNTOUCHED;
    assert_int_equal(tw_oracle_next(&f.o, refused, &ticks), TW_BAD_CLOCK);
    assert_int_equal(tw_oracle_remaining(&f.o, 3u, refused, &ticks), TW_BAD_CLOCK);
    assert_int_equal(tw_oracle_remaining(&f.o, 2u, refused, &ticks), TW_NOT_ACTIVE);
    assert_int_equal(tw_oracle_remaining(&f.o, TIMERS, refused, &ticks), TW_BAD_ID);
    assert_int_equal(ticks, UNTOUCHED);
}

/* Without a timer, advance goes to any counter, and next tells the longest sleep. */
static void an_empty_list_follows(void **state)
{
    (void)state;
    struct fixture f;
    uint32_t ticks = UNTOUCHED;
    uint32_t id = UNTOUCHED;
    assert_int_equal(tw_oracle_init(&f.o, f.order, f.deadlines, TIMERS, 3u), TW_OK);
    assert_int_equal(tw_oracle_next(&f.o, 5u, &ticks), TW_NOT_ACTIVE);
    assert_int_equal(ticks, TW_SLEEP_MAX - 2u);
    assert_int_equal(tw_oracle_next(&f.o, 2u, &ticks), TW_NOT_ACTIVE);
    assert_int_equal(ticks, 0u);
    assert_int_equal(tw_oracle_advance(&f.o, 2u, 0u, &id), TW_OK);
    assert_int_equal(tw_oracle_now(&f.o), 2u);
    assert_int_equal(tw_oracle_start(&f.o, 0u, 1u), TW_OK);
    assert_int_equal(tw_oracle_advance(&f.o, 1u, 0u, &id), TW_BAD_CLOCK);
    assert_int_equal(tw_oracle_now(&f.o), 2u);
    assert_int_equal(id, UNTOUCHED);
}

/* But no longer than its longest sleep. */
static void next_is_capped(void **state)
{
    (void)state;
    const uint32_t most = (uint32_t)(TW_PERIOD / 4);
    struct fixture f;
    uint32_t ticks = UNTOUCHED;
    prepare(&f);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        assert_int_equal(tw_oracle_restart(&f.o, id, most + id), TW_OK);
    }
    for (uint32_t id = 0u; id < TIMERS; id++) {
        assert_int_equal(tw_oracle_next(&f.o, TW_TICK_MAX, &ticks), TW_OK);
        assert_int_equal(ticks, most);
        assert_int_equal(tw_oracle_stop(&f.o, id), TW_OK);
    }
    assert_int_equal(tw_oracle_start(&f.o, 0u, most - 1u), TW_OK);
    assert_int_equal(tw_oracle_next(&f.o, TW_TICK_MAX, &ticks), TW_OK);
    assert_int_equal(ticks, most - 1u);
}

static void deadlines_are_as_told(void **state)
{
    (void)state;
    const uint32_t half = (uint32_t)(TW_PERIOD / 2);
    struct fixture f;
    prepare(&f);
    assert_int_equal(tw_oracle_start_at(&f.o, 1u, 4u), TW_OK);
    assert_int_equal(tw_oracle_restart_at(&f.o, 2u, half - 2u), TW_OK);
    static const tw_node sorted[] = {0, 3, 1, 2};
    assert_memory_equal(f.order, sorted, sizeof(sorted));
    assert_int_equal(f.deadlines[1], 4u);
    assert_int_equal(f.deadlines[2], half - 2u);
    assert_int_equal(tw_oracle_restart_at(&f.o, 2u, half - 1u), TW_BAD_DELAY);
    assert_int_equal(tw_oracle_restart_at(&f.o, 2u, TW_TICK_MAX), TW_DUE);
    assert_int_equal(tw_oracle_start_at(&f.o, 2u, TW_TICK_MAX), TW_DUE);
    assert_int_equal(tw_oracle_start_at(&f.o, 2u, 0u), TW_NOT_IDLE);
    assert_int_equal(f.deadlines[2], half - 2u);
    assert_true(tw_oracle_audit(&f.o));
}

static void advance_delivers_in_order(void **state)
{
    (void)state;
    static const struct {
        uint32_t id;
        uint32_t deadline;
    } order[] = {{2u, 0u}, {3u, 4u}, {0u, 6u}, {1u, 6u}};
    struct fixture f;
    uint32_t id = UNTOUCHED;
    prepare(&f);
    assert_int_equal(tw_oracle_restart(&f.o, 0u, 7u), TW_OK);
    assert_int_equal(tw_oracle_start(&f.o, 1u, 7u), TW_OK);
    for (size_t i = 0u; i < 4u; i++) {
        assert_int_equal(tw_oracle_advance(&f.o, 20u, 0u, &id), TW_EXPIRED);
        assert_int_equal(id, order[i].id);
        assert_int_equal(tw_oracle_now(&f.o), order[i].deadline);
    }
    assert_int_equal(tw_oracle_advance(&f.o, 20u, 0u, &id), TW_OK);
    assert_int_equal(tw_oracle_now(&f.o), 20u);
}

/* Does the audit see it if `place` is wrong? */
#define AUDIT_SEES(f, place, wrong)                                                                \
    do {                                                                                           \
        const struct fixture right_ = *(f);                                                        \
        (place) = (wrong);                                                                         \
        assert_false(tw_oracle_audit(&(f)->o));                                                    \
        *(f) = right_;                                                                             \
        assert_true(tw_oracle_audit(&(f)->o));                                                     \
    } while (false)

static void audit_sees_a_wrong_struct(void **state)
{
    (void)state;
    struct fixture f;
    prepare(&f);
    AUDIT_SEES(&f, f.o.capacity, 0u);
    AUDIT_SEES(&f, f.o.capacity, TW_CAPACITY_MAX + 1u);
    AUDIT_SEES(&f, f.o.capacity, 3u); /* timer 3 is active */
    AUDIT_SEES(&f, f.o.capacity, 2u);
    AUDIT_SEES(&f, f.o.count, TIMERS + 1u);
    AUDIT_SEES(&f, f.o.now, 2u); /* beyond a deadline */
    AUDIT_SEES(&f, f.o.now, TW_PERIOD);
}

static void audit_sees_a_wrong_entry(void **state)
{
    (void)state;
    struct fixture f;
    prepare(&f);
    AUDIT_SEES(&f, f.order[1], (tw_node)TIMERS);
    AUDIT_SEES(&f, f.order[1], -1);
    AUDIT_SEES(&f, f.order[1], 2);
    AUDIT_SEES(&f, f.order[1], 3);
    AUDIT_SEES(&f, f.deadlines[2], 5u); /* behind the others */
#if TW_PERIOD >> 32 == 0
    AUDIT_SEES(&f, f.deadlines[3], (uint32_t)TW_PERIOD + 4u);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sorted),
        cmocka_unit_test(next_is_exact),
        cmocka_unit_test(next_is_capped),
        cmocka_unit_test(next_counts_from_the_counter),
        cmocka_unit_test(an_empty_list_follows),
        cmocka_unit_test(deadlines_are_as_told),
        cmocka_unit_test(advance_delivers_in_order),
        cmocka_unit_test(audit_sees_a_wrong_struct),
        cmocka_unit_test(audit_sees_a_wrong_entry),
    };
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
