/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The parts of the hashed wheel alone: its storage macro, its slots, its cursor, and the timers of
   later revolutions that it passes over in a call. */
#include <string.h>

#include "tw_hashed.h"
#include "tw_slots.h"
#include "wheels.h"

#define TIMERS 1000u
#define TURN ((uint32_t)TW_HASHED_SLOTS)

static TW_HASHED_STORAGE(storage, TIMERS);

static void storage_macro(void **state)
{
    (void)state;
    static TW_HASHED_STORAGE(one, 1);
    assert_int_equal(sizeof(storage.hashed_links), (TURN + TIMERS) * sizeof(struct tw_link));
    assert_int_equal(sizeof(storage.deadlines), TIMERS * sizeof(uint32_t));
    assert_int_equal(sizeof(one.hashed_links), (TURN + 1u) * sizeof(struct tw_link));
    assert_int_equal(sizeof(one.deadlines), sizeof(uint32_t));
    struct tw_hashed w;
    assert_int_equal(TW_HASHED_INIT(&w, one, 7u), TW_OK);
    assert_int_equal(w.capacity, 1u);
    uint32_t id = UNTOUCHED;
    assert_int_equal(TW_HASHED_INIT(&w, storage, 7u), TW_OK);
    assert_int_equal(tw_hashed_start(&w, TIMERS - 1u, TURN), TW_OK);
    assert_int_equal(tw_hashed_start(&w, TIMERS, TURN), TW_BAD_ID);
    assert_int_equal(tw_hashed_advance(&w, 7u + TURN, 0u, &id), TW_EXPIRED);
    assert_int_equal(id, TIMERS - 1u);
    assert_true(tw_hashed_audit(&w));
}

/* A wheel of `capacity` idle timers. */
static void prepare(struct tw_hashed *w, uint32_t capacity, uint32_t now)
{
    assert_int_equal(tw_hashed_init(w, storage.hashed_links, storage.deadlines, capacity, now),
                     TW_OK);
}

/* The slot of the timer, which must be active. */
static uint32_t slot_of(const struct tw_hashed *w, uint32_t id)
{
    tw_node node = (tw_node)(TURN + id);
    while (node >= TW_HASHED_SLOTS) {
        assert_int_not_equal(w->links[node].next, node);
        node = w->links[node].next;
    }
    return (uint32_t)node;
}

/* The timer under the cursor; UNTOUCHED where it is at the head of now's slot. */
static uint32_t under_cursor(const struct tw_hashed *w)
{
    if (w->cursor < TURN) {
        assert_int_equal(w->cursor, w->now % TURN);
        return UNTOUCHED;
    }
    assert_int_equal(slot_of(w, (uint32_t)w->cursor - TURN), w->now % TURN);
    return (uint32_t)w->cursor - TURN;
}

/* advance, and what it returns; `id` is that of the timer delivered, or UNTOUCHED. */
static void advances(struct tw_hashed *w, uint32_t until, uint32_t budget, enum tw_status status,
                     uint32_t id)
{
    uint32_t got = UNTOUCHED;
    assert_int_equal(tw_hashed_advance(w, until, budget, &got), status);
    assert_int_equal(got, id);
    assert_true(tw_hashed_audit(w));
}

/* Ticks that next tells from the wheel's clock; a timer must be active. */
static uint32_t next_of(const struct tw_hashed *w)
{
    uint32_t ticks = UNTOUCHED;
    assert_int_equal(tw_hashed_next(w, tw_hashed_now(w), &ticks), TW_OK);
    return ticks;
}

/* A timer waits in slot deadline % TW_HASHED_SLOTS, on either side of rollover too. */
static void slots_by_example(void **state)
{
    (void)state;
    static const uint32_t clocks[] = {0u, 1u, TURN - 1u, TURN, TW_TICK_MAX};
    static const uint32_t delays[] = {1u, TURN - 1u, TURN, TURN + 1u, 2u * TURN, TW_TICK_MAX};
    struct tw_hashed w;
    for (size_t c = 0u; c < sizeof(clocks) / sizeof(clocks[0]); c++) {
        prepare(&w, 6u, clocks[c]);
        for (uint32_t id = 0u; id < 6u; id++) {
            const uint32_t slot = as_tick(clocks[c] + delays[id]) % TURN;
            assert_int_equal(tw_hashed_start(&w, id, delays[id]), TW_OK);
            assert_int_equal(slot_of(&w, id), slot);
            assert_true(tw_bitset_test(w.occupied, slot));
        }
        assert_int_equal(under_cursor(&w), UNTOUCHED);
    }
    prepare(&w, 1u, TW_TICK_MAX);
    assert_int_equal(tw_hashed_start(&w, 0u, 3u), TW_OK);
    assert_int_equal(slot_of(&w, 0u), 2u);
}

/* The next occupied slot from each slot, wherever in the turn it is: next tells it, and
   advance jumps there. */
static void jump_over_empty_slots(void **state)
{
    (void)state;
    const uint32_t step = TURN <= 64u ? 1u : TURN / 64u - 1u;
    struct tw_hashed w;
    for (uint32_t now = 0u; now < TURN; now += step) {
        for (uint32_t delay = 1u; delay <= TURN; delay += step) {
            prepare(&w, 1u, now);
            assert_int_equal(tw_hashed_start(&w, 0u, delay), TW_OK);
            assert_int_equal(next_of(&w), delay);
            advances(&w, now + delay - 1u, 0u, TW_OK, UNTOUCHED);
            assert_int_equal(next_of(&w), 1u);
            advances(&w, now + delay, 0u, TW_EXPIRED, 0u);
            assert_true(tw_hashed_is_empty(&w));
        }
    }
}

/* What is in now's own slot, a turn away and more, is in the next slot if there is no
   other, and not before the others if there are. The turn at which it is due may be
   beyond rollover, and its deadline less than the tick at which it is passed over. */
static void the_slot_of_now_is_a_turn_away(void **state)
{
    (void)state;
    static const uint32_t clocks[] = {0u,        1u,          TURN - 1u,
                                      TURN / 2u, TW_TICK_MAX, TW_TICK_MAX - TURN};
    for (size_t c = 0u; c < sizeof(clocks) / sizeof(clocks[0]); c++) {
        struct tw_hashed w;
        const uint32_t now = clocks[c];
        prepare(&w, 2u, now);
        assert_int_equal(tw_hashed_start(&w, 0u, 2u * TURN), TW_OK);
        assert_int_equal(next_of(&w), TURN);
        assert_int_equal(tw_hashed_start(&w, 1u, TURN - 1u), TW_OK);
        assert_int_equal(next_of(&w), TURN - 1u);
        assert_int_equal(tw_hashed_stop(&w, 1u), TW_OK);
        advances(&w, now + TURN + 1u, 0u, TW_BUSY, UNTOUCHED);
        assert_int_equal(tw_hashed_now(&w), as_tick(now + TURN));
        assert_int_equal(under_cursor(&w), 0u);
        advances(&w, now + TURN, 1u, TW_OK, UNTOUCHED);
        assert_int_equal(next_of(&w), TURN);
        advances(&w, now + 2u * TURN, 0u, TW_EXPIRED, 0u);
    }
}

/* T7: a delivery passes over no timer behind it, whatever the budget. */
static void due_before_passed(void **state)
{
    (void)state;
    struct tw_hashed w;
    prepare(&w, 2u, 0u);
    assert_int_equal(tw_hashed_start(&w, 0u, TURN), TW_OK);
    assert_int_equal(tw_hashed_start(&w, 1u, 2u * TURN), TW_OK);
    advances(&w, TURN, 1u, TW_EXPIRED, 0u);
    assert_int_equal(under_cursor(&w), 1u);
    advances(&w, TURN, 0u, TW_BUSY, UNTOUCHED);
}

/* T7: a busy call passed over exactly `budget` timers; the one that is delivered is free. */
static void busy_passes_exactly_its_budget(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {0u, 1u, 2u, 399u, 0u, 596u};
    struct tw_hashed w;
    uint32_t expected = 0u;
    prepare(&w, TIMERS, 0u);
    for (uint32_t i = 0u; i < TIMERS; i++) {
        const uint32_t turns = i == TIMERS - 1u ? 1u : 2u;
        assert_int_equal(tw_hashed_start(&w, i, turns * TURN), TW_OK);
    }
    for (size_t i = 0u; i < 6u; i++) {
        expected += budgets[i];
        advances(&w, TURN, budgets[i], TW_BUSY, UNTOUCHED);
        assert_int_equal(under_cursor(&w), expected);
        assert_int_equal(tw_hashed_now(&w), TURN);
        assert_int_equal(next_of(&w), 0u);
    }
    assert_int_equal(expected, TIMERS - 2u);
    /* The last one to pass over is within the budget, and the one behind it is due. */
    advances(&w, TURN, 1u, TW_EXPIRED, TIMERS - 1u);
    assert_int_equal(under_cursor(&w), UNTOUCHED);
    advances(&w, TURN, 0u, TW_OK, UNTOUCHED);
    assert_int_equal(next_of(&w), TURN);
    /* The budget spans turns of the wheel: over all of them once, and no further. */
    prepare(&w, 3u, TURN - 1u);
    for (uint32_t i = 0u; i < 3u; i++) {
        assert_int_equal(tw_hashed_start(&w, i, 2u * TURN + 1u), TW_OK);
    }
    advances(&w, 2u * TURN, 5u, TW_BUSY, UNTOUCHED);
    assert_int_equal(tw_hashed_now(&w), 2u * TURN);
    assert_int_equal(under_cursor(&w), 2u);
    advances(&w, 2u * TURN, 1u, TW_OK, UNTOUCHED);
    for (uint32_t i = 0u; i < 3u; i++) {
        advances(&w, 3u * TURN, 0u, TW_EXPIRED, i);
    }
}

/* Timers in the slot that stand_in_slot makes. */
#define IN_SLOT 4u

/* The cursor stands on this timer of the slot, or, beyond the last one, at the head. There
   is work exactly if it is on a timer. */
static void stands_on(const struct tw_hashed *w, uint32_t id, uint32_t last)
{
    assert_int_equal(under_cursor(w), id <= last ? id : UNTOUCHED);
    assert_int_equal(next_of(w), id <= last ? 0u : TURN);
}

/* Timers 0 .. 3 in the slot of tick TURN, all due a turn later; `passed` are passed over. */
static void stand_in_slot(struct tw_hashed *w, uint32_t passed)
{
    prepare(w, IN_SLOT + 1u, 0u);
    for (uint32_t id = 0u; id < IN_SLOT; id++) {
        assert_int_equal(tw_hashed_start(w, id, 2u * TURN), TW_OK);
    }
    advances(w, TURN, passed, passed < IN_SLOT ? TW_BUSY : TW_OK, UNTOUCHED);
    stands_on(w, passed, IN_SLOT - 1u);
}

/* A turn later the timers of the slot come in their order, but for one. */
static void deliver_but(struct tw_hashed *w, uint32_t id)
{
    for (uint32_t i = 0u; i < IN_SLOT; i++) {
        if (i != id) { advances(w, 2u * TURN, 0u, TW_EXPIRED, i); }
    }
}

static void stop_one(uint32_t passed, uint32_t id)
{
    struct tw_hashed w;
    stand_in_slot(&w, passed);
    assert_int_equal(tw_hashed_stop(&w, id), TW_OK);
    stands_on(&w, id == passed ? passed + 1u : passed, IN_SLOT - 1u);
    const uint32_t ahead = IN_SLOT - passed - (id >= passed && passed < IN_SLOT);
    if (ahead > 0u) { advances(&w, TURN, ahead - 1u, TW_BUSY, UNTOUCHED); }
    advances(&w, TURN, ahead > 0u, TW_OK, UNTOUCHED);
    deliver_but(&w, id);
    advances(&w, 2u * TURN, 0u, TW_OK, UNTOUCHED);
    assert_true(tw_hashed_is_empty(&w));
}

static void restart_one(uint32_t passed, uint32_t id)
{
    struct tw_hashed w;
    stand_in_slot(&w, passed);
    assert_int_equal(tw_hashed_restart(&w, id, TURN), TW_OK);
    /* If the cursor was on the last timer, it is at the head before that comes back. */
    stands_on(&w, id == passed ? passed + 1u : passed, IN_SLOT - 1u);
    advances(&w, TURN, TW_UNBOUNDED, TW_OK, UNTOUCHED);
    deliver_but(&w, id);
    advances(&w, 2u * TURN, 0u, TW_EXPIRED, id);
}

static void for_all_places(void (*act)(uint32_t passed, uint32_t id))
{
    for (uint32_t passed = 0u; passed <= IN_SLOT; passed++) {
        for (uint32_t id = 0u; id < IN_SLOT; id++) {
            act(passed, id);
        }
    }
}

/* Any timer of the slot is stopped, wherever the cursor is: it stays, or it goes to the
   next timer if it was on this one. The rest is passed over once, and comes. */
static void stop_around_the_cursor(void **state)
{
    (void)state;
    for_all_places(stop_one);
}

/* The same by restarts, into the same slot: the timer goes to the tail. */
static void restart_around_the_cursor(void **state)
{
    (void)state;
    for_all_places(restart_one);
}

/* A timer that starts into now's slot is not due now: the cursor passes it over if it
   stands before it, and does not come back for it if it stands at the head. */
static void start_where_the_cursor_stands(void **state)
{
    (void)state;
    for (uint32_t passed = 0u; passed < IN_SLOT; passed++) {
        struct tw_hashed w;
        stand_in_slot(&w, passed);
        assert_int_equal(tw_hashed_start(&w, IN_SLOT, TURN), TW_OK);
        stands_on(&w, passed, IN_SLOT);
        advances(&w, TURN, IN_SLOT - passed, TW_BUSY, UNTOUCHED);
        stands_on(&w, IN_SLOT, IN_SLOT);
        advances(&w, TURN, 1u, TW_OK, UNTOUCHED);
        deliver_but(&w, IN_SLOT);
        advances(&w, 2u * TURN, 0u, TW_EXPIRED, IN_SLOT);
    }
}

static void start_behind_the_cursor(void **state)
{
    (void)state;
    struct tw_hashed w;
    stand_in_slot(&w, IN_SLOT);
    assert_int_equal(tw_hashed_start(&w, IN_SLOT, TURN), TW_OK);
    assert_int_equal(under_cursor(&w), UNTOUCHED);
    assert_int_equal(next_of(&w), TURN);
    advances(&w, TURN, 0u, TW_OK, UNTOUCHED);
    deliver_but(&w, IN_SLOT);
    advances(&w, 2u * TURN, 0u, TW_EXPIRED, IN_SLOT);
    prepare(&w, 1u, 0u);
    assert_int_equal(tw_hashed_start(&w, 0u, TURN), TW_OK);
    assert_int_equal(under_cursor(&w), UNTOUCHED);
    assert_int_equal(next_of(&w), TURN);
}

/* Delivery leaves the cursor behind the timer: a due one behind one of a later turn comes
   after it is passed over, and those that were passed over stay so. */
static void due_and_later_turns_mixed(void **state)
{
    (void)state;
    struct tw_hashed w;
    prepare(&w, 6u, 0u);
    for (uint32_t id = 0u; id < 6u; id++) {
        assert_int_equal(tw_hashed_start(&w, id, (1u + id % 2u) * TURN), TW_OK);
    }
    advances(&w, TURN, 0u, TW_EXPIRED, 0u);
    assert_int_equal(under_cursor(&w), 1u);
    advances(&w, TURN, 0u, TW_BUSY, UNTOUCHED);
    advances(&w, TURN, 1u, TW_EXPIRED, 2u);
    assert_int_equal(tw_hashed_start(&w, 2u, TURN), TW_OK);
    advances(&w, TURN, 1u, TW_EXPIRED, 4u);
    advances(&w, TURN, 1u, TW_BUSY, UNTOUCHED);
    assert_int_equal(under_cursor(&w), 2u);
    advances(&w, TURN, 1u, TW_OK, UNTOUCHED);
    for (uint32_t id = 1u; id < 6u; id += 2u) {
        advances(&w, 2u * TURN, 0u, TW_EXPIRED, id);
    }
    advances(&w, 2u * TURN, 0u, TW_EXPIRED, 2u);
    assert_true(tw_hashed_is_empty(&w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storage_macro),
        cmocka_unit_test(slots_by_example),
        cmocka_unit_test(jump_over_empty_slots),
        cmocka_unit_test(the_slot_of_now_is_a_turn_away),
        cmocka_unit_test(busy_passes_exactly_its_budget),
        cmocka_unit_test(due_before_passed),
        cmocka_unit_test(stop_around_the_cursor),
        cmocka_unit_test(restart_around_the_cursor),
        cmocka_unit_test(start_where_the_cursor_stands),
        cmocka_unit_test(start_behind_the_cursor),
        cmocka_unit_test(due_and_later_turns_mixed),
    };
    return cmocka_run_group_tests_name("hashed", tests, NULL, NULL);
}
