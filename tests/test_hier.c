/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The parts of the hierarchical wheel alone: its storage macro, its slots, and the timers that it
   moves in a call. */
#include <string.h>

#include "tw_hier.h"
#include "tw_slots.h"
#include "wheels.h"

#define TIMERS 1000u

static TW_HIER_STORAGE(storage, TIMERS);

static void storage_macro(void **state)
{
    (void)state;
    static TW_HIER_STORAGE(one, 1);
    assert_int_equal(sizeof(storage.hier_links), (TW_SLOTS + TIMERS) * sizeof(struct tw_link));
    assert_int_equal(sizeof(storage.deadlines), TIMERS * sizeof(uint32_t));
    assert_int_equal(sizeof(one.hier_links), (TW_SLOTS + 1u) * sizeof(struct tw_link));
    assert_int_equal(sizeof(one.deadlines), sizeof(uint32_t));
    assert_int_equal(sizeof(struct tw_link), 8u);
    struct tw_hier w;
    assert_int_equal(TW_HIER_INIT(&w, one, 7u), TW_OK);
    assert_int_equal(w.capacity, 1u);
    uint32_t id = UNTOUCHED;
    assert_int_equal(TW_HIER_INIT(&w, storage, 7u), TW_OK);
    assert_int_equal(tw_hier_start(&w, TIMERS - 1u, TW_RADIX), TW_OK);
    assert_int_equal(tw_hier_start(&w, TIMERS, TW_RADIX), TW_BAD_ID);
    assert_int_equal(tw_hier_advance(&w, 7u + TW_RADIX, 1u, &id), TW_EXPIRED);
    assert_int_equal(id, TIMERS - 1u);
    assert_true(tw_hier_audit(&w));
}

/* The slot of the timer. */
static uint32_t slot_of(const struct tw_hier *w, uint32_t id)
{
    tw_node node = (tw_node)(TW_SLOTS + id);
    while (node >= TW_SLOTS) {
        node = w->links[node].next;
    }
    return (uint32_t)node;
}

/* Each level takes its delays. */
static void slots_by_example(void **state)
{
    (void)state;
    struct tw_hier w;
    static const uint32_t delays[] = {1u, TW_RADIX, TW_SPAN_2, TW_SPAN_3, TW_TICK_MAX};
    static const uint32_t slots[] = {1u, TW_RADIX + 1u, 2u * TW_RADIX + 1u, 3u * TW_RADIX + 1u,
                                     TW_SLOTS - 1u};
    assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, 5u, 0u), TW_OK);
    for (uint32_t id = 0u; id < 5u; id++) {
        assert_int_equal(tw_hier_start(&w, id, delays[id]), TW_OK);
        assert_int_equal(slot_of(&w, id), slots[id]);
        assert_true(tw_bitset_test(w.occupied, slots[id]));
    }
}

/* The deadline wrapped: top level, though all upper digits are those of the clock. */
static void a_full_turn_is_on_the_top_level(void **state)
{
    (void)state;
    struct tw_hier w;
    assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, 1u, 1u), TW_OK);
    assert_int_equal(tw_hier_start(&w, 0u, TW_TICK_MAX), TW_OK);
    assert_int_equal(slot_of(&w, 0u), TW_TOP * TW_RADIX);
}

/* Of TIMERS timers in one slot, how many are on level 0? */
static uint32_t moved(const struct tw_hier *w)
{
    uint32_t count = 0u;
    for (tw_node node = w->links[1].next; node != 1; node = w->links[node].next) {
        count++;
    }
    return count;
}

/* T7: a busy call moved exactly `budget` timers. */
static void busy_moves_exactly_its_budget(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {0u, 1u, 2u, 399u, 0u, 597u};
    struct tw_hier w;
    uint32_t expected = 0u;
    uint32_t id = UNTOUCHED;
    assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, TIMERS, 0u), TW_OK);
    for (uint32_t i = 0u; i < TIMERS; i++) {
        assert_int_equal(tw_hier_start(&w, i, TW_SPAN_3 + 1u), TW_OK);
    }
    for (size_t i = 0u; i < 6u; i++) {
        expected += budgets[i];
        assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, budgets[i], &id), TW_BUSY);
        assert_int_equal(moved(&w), expected);
        assert_int_equal(tw_hier_now(&w), TW_SPAN_3);
    }
    /* The last one: moved within the budget, so that the call is not busy. */
    assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, 1u, &id), TW_OK);
    assert_int_equal(moved(&w), TIMERS);
    assert_int_equal(id, UNTOUCHED);
}

/* T8: what is due on the lowest level is delivered whatever the budget, also while the slot that it
   was in is being opened: a timer that was started before all that still wait there. */
static void due_before_moved(void **state)
{
    (void)state;
    struct tw_hier w;
    uint32_t id = UNTOUCHED;
    assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, 6u, 0u), TW_OK);
    for (uint32_t i = 0u; i < 6u; i++) {
        assert_int_equal(tw_hier_start(&w, i, TW_SPAN_3 + i / 4u), TW_OK);
    }
    assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, 0u, &id), TW_BUSY);
    for (uint32_t i = 0u; i < 4u; i++) {
        const uint32_t budget = i % 2u + 1u; /* enough for one, not for two */
        assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, budget, &id), TW_EXPIRED);
        assert_int_equal(id, i);
        assert_int_equal(w.opening, 3u * TW_RADIX + 1u);
        assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, 0u, &id), TW_BUSY);
    }
    assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, 1u, &id), TW_BUSY);
    assert_int_equal(moved(&w), 1u);
    assert_int_equal(tw_hier_advance(&w, TW_SPAN_3, 1u, &id), TW_OK);
    assert_int_equal(moved(&w), 2u);
}

/* T8: with a timer a turn less a tick away, the first slot to open is three quarters of it away;
   next tells a quarter, again and again. */
static void next_is_capped(void **state)
{
    (void)state;
    struct tw_hier w;
    uint32_t ticks = UNTOUCHED;
    assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, 1u, 0u), TW_OK);
    assert_int_equal(tw_hier_start(&w, 0u, TW_TICK_MAX), TW_OK);
    assert_int_equal(tw_hier_next(&w, 0u, &ticks), TW_OK);
    assert_int_equal(ticks, TW_PERIOD / 4);
    assert_int_equal(tw_hier_advance(&w, 2u * ticks, 0u, &ticks), TW_BAD_CLOCK); /* as late again */
    assert_int_equal(tw_hier_advance(&w, 2u * ticks - 1u, 0u, &ticks), TW_OK);
    assert_int_equal(tw_hier_next(&w, tw_hier_now(&w), &ticks), TW_OK);
    assert_int_equal(ticks, TW_PERIOD / 2 + 1 - TW_SPAN_3 < TW_SLEEP_MAX ?
                                TW_PERIOD / 2 + 1 - TW_SPAN_3 :
                                TW_SLEEP_MAX);
}

/* With a budget of 1 a busy call is a move: TW_TOP a timer at most, and as many with the longest
   delays. A budget of TW_TOP a timer is enough for all of them at once. */
static void moved_once_a_level(void **state)
{
    (void)state;
    struct tw_hier w;
    uint32_t id = UNTOUCHED;
    const uint32_t until = TW_TICK_MAX / 2u;
    const uint32_t most = 100u * TW_TOP;
    for (uint32_t budget = 1u; budget <= most; budget += most - 1u) {
        uint32_t moves = 0u;
        uint32_t delivered = 0u;
        enum tw_status status = TW_BUSY;
        assert_int_equal(tw_hier_init(&w, storage.hier_links, storage.deadlines, 100u, 0u), TW_OK);
        for (uint32_t i = 0u; i < 100u; i++) {
            assert_int_equal(tw_hier_start(&w, i, until - i % TW_RADIX), TW_OK);
        }
        while (status != TW_OK) {
            status = tw_hier_advance(&w, until, budget, &id);
            moves += status == TW_BUSY;
            delivered += status == TW_EXPIRED;
        }
        assert_int_equal(delivered, 100u);
        assert_true(budget == 1u ? moves > 0u && moves <= most : moves == 0u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storage_macro),
        cmocka_unit_test(slots_by_example),
        cmocka_unit_test(a_full_turn_is_on_the_top_level),
        cmocka_unit_test(busy_moves_exactly_its_budget),
        cmocka_unit_test(due_before_moved),
        cmocka_unit_test(next_is_capped),
        cmocka_unit_test(moved_once_a_level),
    };
    return cmocka_run_group_tests_name("hier", tests, NULL, NULL);
}
