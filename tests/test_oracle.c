/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The oracle by hand: a specification is only as good as what it says of known cases. */
#include "oracle.h"
#include "wheels.h"

#define TIMERS 4u

struct fixture {
    struct tw_oracle o;
    struct tw_oracle_entry entries[TIMERS];
};

/* Timers 2, 0, 3 are due 1, 5 and 5 ticks after the last tick of the period. */
static void prepare(struct fixture *f)
{
    assert_int_equal(tw_oracle_init(&f->o, f->entries, TIMERS, TW_TICK_MAX), TW_OK);
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
    static const struct tw_oracle_entry sorted[] = {{2u, 0u}, {0u, 4u}, {3u, 4u}};
    assert_int_equal(f.o.count, 3u);
    assert_memory_equal(f.entries, sorted, sizeof(sorted));
}

static void next_is_exact(void **state)
{
    (void)state;
    struct fixture f;
    uint32_t ticks = UNTOUCHED;
    prepare(&f);
    assert_true(tw_oracle_next(&f.o, &ticks));
    assert_int_equal(ticks, 1u);
    assert_int_equal(tw_oracle_stop(&f.o, 2u), TW_OK);
    assert_true(tw_oracle_next(&f.o, &ticks));
    assert_int_equal(ticks, 5u);
}

static void advance_delivers_in_order(void **state)
{
    (void)state;
    static const struct tw_oracle_entry order[] = {{2u, 0u}, {3u, 4u}, {0u, 6u}, {1u, 6u}};
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

static void audit_sees(struct fixture *f, uint32_t *word, uint32_t wrong)
{
    const uint32_t right = *word;
    *word = wrong;
    assert_false(tw_oracle_audit(&f->o));
    *word = right;
    assert_true(tw_oracle_audit(&f->o));
}

static void audit_sees_corrupted_memory(void **state)
{
    (void)state;
    struct fixture f;
    prepare(&f);
    audit_sees(&f, &f.o.capacity, 0u);
    audit_sees(&f, &f.o.capacity, TW_CAPACITY_MAX + 1u);
    audit_sees(&f, &f.o.capacity, 3u); /* timer 3 is active */
    audit_sees(&f, &f.o.capacity, 2u);
    audit_sees(&f, &f.o.count, TIMERS + 1u);
    audit_sees(&f, &f.o.now, 2u); /* beyond a deadline */
    audit_sees(&f, &f.entries[1].id, TIMERS);
    audit_sees(&f, &f.entries[1].id, 2u);
    audit_sees(&f, &f.entries[1].id, 3u);
    audit_sees(&f, &f.entries[0].deadline, 5u);
#if TW_RADIX < 256
    audit_sees(&f, &f.o.now, (uint32_t)TW_PERIOD);
    audit_sees(&f, &f.entries[2].deadline, (uint32_t)TW_PERIOD + 4u);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sorted),
        cmocka_unit_test(next_is_exact),
        cmocka_unit_test(advance_delivers_in_order),
        cmocka_unit_test(audit_sees_corrupted_memory),
    };
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
