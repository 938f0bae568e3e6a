/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The wheels' audits: they see each kind of corrupted memory, pass every intact wheel, and read
   nothing beyond the wheel's memory, whatever it holds. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tw_hashed.h"
#include "tw_hier.h"
#include "tw_slots.h"
#include "wheels.h"

#define TIMERS 6u
#define ACTIVE 5u

/* A wheel to be audited. Of its timers 0 .. 4, timers 1 and 2 share a slot with no other;
   timer 5 is idle, and its deadline is whatever it was. */
struct kind {
    const struct wheel_ops *ops;
    uint32_t delays[ACTIVE];
    uint32_t until; /* without timer 0, advance is busy here after so much budget */
    uint32_t budget;
    uint32_t (*slot)(uint32_t deadline, uint32_t now);
};

static const struct kind hier = {
    .ops = &wheel_hier,
    .delays = {1u, TW_RADIX + 1u, TW_RADIX, TW_SPAN_2, TW_SPAN_3},
    .until = TW_RADIX,
    .budget = 1u,
    .slot = tw_slot,
};

static uint32_t hashed_slot(uint32_t deadline, uint32_t now)
{
    (void)now;
    return deadline % TW_HASHED_SLOTS;
}

/* The last one waits in the clock's own slot. */
static const struct kind hashed = {
    .ops = &wheel_hashed,
    .delays = {1u, TW_HASHED_SLOTS + 2u, 2u, 3u, 2u * TW_HASHED_SLOTS},
    .until = 2u,
    .budget = 0u,
    .slot = hashed_slot,
};

static struct fixture {
    const struct kind *kind;
    struct wheel *wheel;
    struct tw_link *links;
    uint32_t *deadlines;
    uint64_t *now;
    uint64_t *capacity;
    uint64_t *occupied;
    uint32_t heads;
    uint32_t nodes;
    uint32_t step; /* through a large wheel's slots: not all of them */
} f;

static int allocate(void **state)
{
    f.kind = *state;
    f.wheel = wheel_new(f.kind->ops, TIMERS, 0u);
    f.links = f.wheel->part[1];
    f.deadlines = f.wheel->part[2];
    const struct fields fields = f.kind->ops->fields(f.wheel->part[0]);
    f.now = fields.now;
    f.capacity = fields.capacity;
    f.occupied = fields.occupied;
    f.heads = f.kind->ops->heads;
    f.nodes = f.heads + TIMERS;
    f.step = 1u + f.heads / 2048u;
    return 0;
}

static void prepare(void)
{
    memset(f.deadlines, 0xA5, TIMERS * sizeof(*f.deadlines));
    assert_int_equal(wheel_init(f.wheel, TIMERS, 0u), TW_OK);
    for (uint32_t id = 0u; id < ACTIVE; id++) {
        assert_int_equal(wheel_start(f.wheel, id, f.kind->delays[id]), TW_OK);
    }
    assert_true(wheel_audit(f.wheel));
}

/* As before, but half through the slot of timers 1 and 2: the hierarchical wheel opens it,
   and has moved timer 1; the hashed wheel has to pass over timer 1. Timer 2 is due. */
static void prepare_half(void)
{
    uint32_t id = UNTOUCHED;
    prepare();
    assert_int_equal(wheel_stop(f.wheel, 0u), TW_OK);
    assert_int_equal(wheel_advance(f.wheel, f.kind->until, f.kind->budget, &id), TW_BUSY);
    assert_true(wheel_audit(f.wheel));
}

static tw_node node_of(uint32_t id)
{
    return (tw_node)(f.heads + id);
}

static uint32_t slot_of(uint32_t deadline)
{
    return f.kind->slot(deadline, (uint32_t)*f.now);
}

static void must_be_seen(void)
{
    assert_false(wheel_audit(f.wheel));
    prepare();
}

static void capacity(void **state)
{
    (void)state;
    static const uint64_t wrong[] = {0u, TW_CAPACITY_MAX + 1u, 0x100000000u + TIMERS, UINT64_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        *f.capacity = wrong[i];
        must_be_seen();
    }
    assert_int_equal(wheel_init(f.wheel, 1u, 0u), TW_OK);
    *f.capacity = 0u;
    must_be_seen();
    /* Timers 3 and 4 are active. */
    for (uint64_t less = 1u; less <= 4u; less++) {
        *f.capacity = less;
        must_be_seen();
    }
}

static void clock_out_of_range(void **state)
{
    (void)state;
    static const uint64_t wrong[] = {TW_PERIOD, TW_PERIOD + 1, (uint64_t)1 << 63, UINT64_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        *f.now = wrong[i];
        must_be_seen();
    }
}

static void link_out_of_range(void **state)
{
    (void)state;
    const tw_node wrong[] = {-1, (tw_node)f.nodes, INT32_MIN, INT32_MAX};
    prepare();
    for (uint32_t node = 0u; node < f.nodes; node++) {
        const struct tw_link right = f.links[node];
        for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
            f.links[node].next = wrong[i];
            assert_false(wheel_audit(f.wheel));
            f.links[node] = right;
            f.links[node].prev = wrong[i];
            assert_false(wheel_audit(f.wheel));
            f.links[node] = right;
        }
    }
    assert_true(wheel_audit(f.wheel));
}

/* Whatever bit of a link is flipped. */
static void every_bit_of_every_link(void **state)
{
    (void)state;
    prepare();
    for (uint32_t bit = 0u; bit < 64u * f.nodes; bit += 1u + 2u * (TW_RADIX / 16u)) {
        unsigned char *const byte = (unsigned char *)f.links + bit / 8u;
        *byte = (unsigned char)(*byte ^ 1u << bit % 8u);
        assert_false(wheel_audit(f.wheel));
        *byte = (unsigned char)(*byte ^ 1u << bit % 8u);
    }
    assert_true(wheel_audit(f.wheel));
}

/* Forth is not back: one side of a list changed alone. */
static void inconsistent_links(void **state)
{
    (void)state;
    for (uint32_t id = 0u; id < ACTIVE; id++) {
        prepare();
        f.links[node_of(id)].next = node_of(5u);
        must_be_seen();
        f.links[node_of(id)].prev = node_of(5u);
        must_be_seen();
        f.links[node_of(5u)].next = node_of(id);
        must_be_seen();
    }
}

/* Two timers form a circle of their own; their slot looks empty. */
static void detached_circle(void **state)
{
    (void)state;
    prepare();
    const tw_node head = (tw_node)slot_of(f.deadlines[1]);
    f.links[node_of(1u)].prev = node_of(2u);
    f.links[node_of(2u)].next = node_of(1u);
    f.links[head].next = head;
    f.links[head].prev = head;
    tw_bitset_clear(f.occupied, (uint32_t)head);
    assert_int_equal(tw_list_audit(f.links, (tw_node)f.heads, (tw_node)f.nodes), ACTIVE);
    must_be_seen();
}

/* The head of every empty slot put into another head's circle. */
static void two_heads_in_one_circle(void **state)
{
    (void)state;
    prepare();
    for (uint32_t slot = 2u; slot < f.heads; slot += f.step) {
        if (tw_bitset_test(f.occupied, slot)) { continue; }
        tw_list_append(f.links, 1, (tw_node)slot);
        must_be_seen();
        tw_list_append(f.links, 1, (tw_node)slot);
        tw_bitset_set(f.occupied, slot);
        must_be_seen();
        tw_list_append(f.links, (tw_node)slot, 0);
        tw_bitset_set(f.occupied, slot);
        tw_bitset_set(f.occupied, 0u);
        must_be_seen();
    }
}

/* A head in the circle of the only timer, behind it: what the walk meets after the last timer there is. */
static void head_behind_the_last_timer(void **state)
{
    (void)state;
    for (uint32_t slot = f.heads - 1u; slot > 1u; slot -= slot > f.step ? f.step : 1u) {
        assert_int_equal(wheel_init(f.wheel, TIMERS, 0u), TW_OK);
        assert_int_equal(wheel_start(f.wheel, 0u, 1u), TW_OK);
        assert_true(wheel_audit(f.wheel));
        tw_list_append(f.links, (tw_node)slot_of(f.deadlines[0]), (tw_node)slot);
        assert_false(wheel_audit(f.wheel));
        tw_bitset_set(f.occupied, slot);
        assert_false(wheel_audit(f.wheel));
    }
}

/* Takes an active timer to the tail of a slot, with the bits as they must be. */
static void move_to(uint32_t id, uint32_t slot)
{
    const tw_node emptied = tw_list_unlink(f.links, node_of(id));
    if (emptied != node_of(id)) { tw_bitset_clear(f.occupied, (uint32_t)emptied); }
    tw_list_append(f.links, (tw_node)slot, node_of(id));
    tw_bitset_set(f.occupied, slot);
}

/* Each timer in each slot but its own. */
static void timer_in_the_wrong_slot(void **state)
{
    (void)state;
    for (uint32_t id = 0u; id < ACTIVE; id++) {
        for (uint32_t slot = 0u; slot < f.heads; slot += f.step) {
            prepare();
            move_to(id, slot);
            assert_int_equal(wheel_audit(f.wheel), slot == slot_of(f.deadlines[id]));
        }
    }
}

/* In a slot that is being opened a timer must belong below it, not beside it. */
static void timer_in_the_wrong_slot_half_way(void **state)
{
    (void)state;
    for (uint32_t slot = 0u; slot < f.heads; slot += f.step) {
        prepare_half();
        move_to(4u, slot);
        assert_int_equal(wheel_audit(f.wheel), slot == slot_of(f.deadlines[4]));
    }
}

static void every_occupancy_bit(void **state)
{
    (void)state;
    prepare();
    for (uint32_t slot = 0u; slot < f.heads; slot++) {
        f.occupied[slot / 64u] ^= (uint64_t)1u << slot % 64u;
        assert_false(wheel_audit(f.wheel));
        f.occupied[slot / 64u] ^= (uint64_t)1u << slot % 64u;
    }
    assert_true(wheel_audit(f.wheel));
}

static void deadline_of_another_slot(void **state)
{
    (void)state;
    static const uint32_t ticks[] = {
        1u, 2u, 3u, TW_HASHED_SLOTS, 3u * TW_HASHED_SLOTS / 2u, 2u * TW_RADIX, TW_TICK_MAX};
    for (uint32_t id = 0u; id < ACTIVE; id++) {
        for (size_t i = 0u; i < sizeof(ticks) / sizeof(ticks[0]); i++) {
            prepare();
            const bool same = slot_of(ticks[i]) == slot_of(f.deadlines[id]);
            f.deadlines[id] = ticks[i];
            assert_int_equal(wheel_audit(f.wheel), same);
        }
    }
}

static void deadline_out_of_range(void **state)
{
    (void)state;
#if TW_PERIOD >> 32 == 0
    for (uint32_t id = 0u; id < ACTIVE; id++) {
        prepare();
        f.deadlines[id] += (uint32_t)TW_PERIOD;
        must_be_seen();
        f.deadlines[id] |= 0x80000000u;
        must_be_seen();
    }
#else
    skip(); /* every uint32_t is a tick */
#endif
}

/* An idle timer's deadline means nothing. */
static void deadline_of_an_idle_timer(void **state)
{
    (void)state;
    prepare();
    f.deadlines[5] = 0xFFFFFFFFu;
    assert_true(wheel_audit(f.wheel));
    f.deadlines[5] = 0u;
    assert_true(wheel_audit(f.wheel));
}

static void garbage(struct random *r, void *memory, size_t bytes)
{
    unsigned char *to = memory;
    for (size_t i = 0u; i < bytes; i++) {
        to[i] = (unsigned char)random_next(r);
    }
}

/* Random bytes everywhere but in the pointers and the capacity, which audit trusts. */
static void random_memory(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    const struct fields fields = f.kind->ops->fields(f.wheel->part[0]);
    for (uint32_t round = 0u; round < random_rounds(200u); round++) {
        for (size_t i = 0u; i < WHEEL_PARTS; i++) {
            garbage(&r, f.wheel->part[i], f.wheel->size[i]);
        }
        *fields.links = f.links;
        *fields.deadlines = f.deadlines;
        *f.capacity = 1u + random_below(&r, TIMERS);
        assert_false(wheel_audit(f.wheel));
        *f.now = as_tick(*f.now);
        f.kind->ops->set_place(f.wheel->part[0], 0u);
        assert_false(wheel_audit(f.wheel));
        for (uint32_t node = 0u; node < f.nodes; node++) {
            f.links[node].next = (tw_node)random_below(&r, f.nodes);
            f.links[node].prev = (tw_node)random_below(&r, f.nodes);
        }
        assert_false(wheel_audit(f.wheel));
    }
}

/* Delivers everything, or fails; stops what is too far away. */
static void drain(void)
{
    const uint32_t most = (uint32_t)(TW_PERIOD / 2 - 1);
    const uint32_t most_calls = TIMERS * (f.kind->ops->moves + WHEEL_TURNS + 5u);
    uint32_t ticks = 0u;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        const enum tw_status status = wheel_remaining(f.wheel, id, wheel_now(f.wheel), &ticks);
        if (status == TW_OK && wheel_is_far(f.kind->ops, ticks)) {
            assert_int_equal(wheel_stop(f.wheel, id), TW_OK);
        }
    }
    for (uint32_t calls = 0u; wheel_next(f.wheel, wheel_now(f.wheel), &ticks) == TW_OK; calls++) {
        uint32_t id = UNTOUCHED;
        const uint32_t until = wheel_now(f.wheel) + (ticks < most ? ticks : most);
        assert_int_not_equal(wheel_advance(f.wheel, until, 1u, &id), TW_BAD_CLOCK);
        assert_true(wheel_audit(f.wheel));
        assert_true(calls < most_calls);
    }
    assert_true(wheel_is_empty(f.wheel));
}

/* Consistent links, whatever else: circles of every shape. */
static void random_circles(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t round = 0u; round < random_rounds(2000u); round++) {
        prepare();
        for (uint32_t i = 0u; i < 1u + round % 8u; i++) {
            /* Exchanging two successors keeps all links consistent. */
            const uint32_t a = random_below(&r, f.nodes);
            const bool heads = random_below(&r, 2u) == 0u;
            const uint32_t b =
                heads ? random_below(&r, f.heads) : f.heads + random_below(&r, TIMERS);
            const tw_node next_a = f.links[a].next;
            f.links[a].next = f.links[b].next;
            f.links[b].next = next_a;
            f.links[f.links[a].next].prev = (tw_node)a;
            f.links[f.links[b].next].prev = (tw_node)b;
        }
        assert_true(tw_list_audit(f.links, (tw_node)f.heads, (tw_node)f.nodes) >= 0);
        if (wheel_audit(f.wheel)) { drain(); }
    }
}

/* A random word of a wheel changes. Either audit sees it, or it is a wheel all the same:
   another deadline in the same slot, another tick in the same window. */
static void audited_is_usable(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t round = 0u; round < random_rounds(3000u); round++) {
        (round % 2u == 0u ? prepare : prepare_half)();
        switch (random_below(&r, 4u)) {
        case 0:
            *f.now = random_tick(&r);
            break;
        case 1:
            f.kind->ops->set_place(f.wheel->part[0],
                                   random_below(&r, 2u) * f.heads + random_below(&r, TIMERS + 2u));
            break;
        case 2:
            f.links[random_below(&r, f.nodes)].next = (tw_node)random_below(&r, f.nodes);
            break;
        default:
            f.deadlines[random_below(&r, TIMERS)] = random_tick(&r);
            break;
        }
        if (wheel_audit(f.wheel)) { drain(); }
    }
}

/* The hierarchical wheel's clock in a window whose timers were not moved, or beyond a
   deadline. */
static void hier_clock_elsewhere(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {2u, TW_RADIX, TW_SPAN_2, TW_SPAN_3, TW_TICK_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        *f.now = wrong[i];
        must_be_seen();
    }
    *f.now = 1u; /* timer 0 is due: this is a wheel */
    assert_true(wheel_audit(f.wheel));
}

static void hier_opening_slot(void **state)
{
    (void)state;
    static const uint16_t wrong[] = {
        1u,            /* the first one in use, on level 0 */
        TW_RADIX - 1u, /* the last slot of level 0 */
        TW_RADIX,      /* empty */
        TW_RADIX + 1u, /* its first tick is not now */
        TW_SLOTS,      /* out of range */
        UINT16_MAX,
    };
    struct tw_hier *const w = f.wheel->part[0];
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        w->opening = wrong[i];
        must_be_seen();
    }
    /* Level 0 is never opened, not even where a timer is due. */
    w->now = 1u;
    assert_true(wheel_audit(f.wheel));
    w->opening = 1u;
    must_be_seen();
    /* The lowest slot that opens, with a timer that belongs below. */
    prepare();
    move_to(0u, TW_RADIX);
    w->opening = TW_RADIX;
    assert_true(wheel_audit(f.wheel));
    /* It still holds a timer that belongs below. */
    prepare_half();
    assert_int_equal(w->opening, TW_RADIX + 1u);
    w->opening = TW_HIER_NONE;
    must_be_seen();
}

/* The slot being opened holds a timer that does not belong below it. */
static void hier_opening_slot_of_a_timer_that_stays(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {2u * TW_RADIX, TW_SPAN_2, TW_SPAN_3, 0u};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare_half();
        f.deadlines[2] = wrong[i];
        must_be_seen();
    }
}

/* The hashed wheel's clock in another slot than its cursor, or beyond a deadline. */
static void hashed_clock_elsewhere(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {
        1u, 2u, TW_HASHED_SLOTS - 1u, TW_HASHED_SLOTS + 1u, 2u * TW_HASHED_SLOTS, TW_TICK_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        *f.now = wrong[i];
        must_be_seen();
    }
    *f.now = TW_HASHED_SLOTS; /* a turn later: this is a wheel */
    assert_true(wheel_audit(f.wheel));
}

static void hashed_cursor(void **state)
{
    (void)state;
    struct tw_hashed *const w = f.wheel->part[0];
    const uint64_t wrong[] = {
        1u,                    /* the head of another slot */
        TW_HASHED_SLOTS - 1u,  /* and of the last */
        (uint64_t)node_of(0u), /* a timer in another slot */
        (uint64_t)node_of(5u), /* an idle timer */
        f.nodes,               /* out of range */
        UINT32_MAX,            /* -1 as a node */
        (uint64_t)1u << 32,    /* a head, if it is cut */
        (uint64_t)1u << 63,
        UINT64_MAX,
    };
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        w->cursor = wrong[i];
        must_be_seen();
    }
    /* On a timer of a later turn it may be, though it had passed that one. */
    w->cursor = (uint64_t)node_of(4u);
    assert_true(wheel_audit(f.wheel));
}

/* All timers are in the clock's slot, and the cursor is not. */
static void hashed_cursor_beside_all_timers(void **state)
{
    (void)state;
    struct tw_hashed *const w = f.wheel->part[0];
    prepare();
    for (uint32_t id = 0u; id < TIMERS; id++) {
        assert_int_equal(wheel_restart(f.wheel, id, TW_HASHED_SLOTS), TW_OK);
    }
    assert_true(wheel_audit(f.wheel));
    w->cursor = 1u;
    must_be_seen();
}

/* Timer 1 is to be passed over, timer 2 is due. */
static void hashed_cursor_beyond_a_due_timer(void **state)
{
    (void)state;
    struct tw_hashed *const w = f.wheel->part[0];
    prepare_half();
    assert_int_equal(w->cursor, node_of(1u));
    w->cursor = (uint64_t)node_of(2u);
    assert_true(wheel_audit(f.wheel));
    w->cursor = 2u;
    must_be_seen();
    /* The timer in the clock's own slot becomes due. */
    f.deadlines[4] = 0u;
    must_be_seen();
}

#define AUDIT_TEST(test) cmocka_unit_test_setup_teardown(test, allocate, wheels_free)
#define COUNT(tests) (sizeof(tests) / sizeof((tests)[0]))

static int run(const char *group, struct CMUnitTest *tests, size_t count, const struct kind *kind)
{
    for (size_t i = 0u; i < count; i++) {
        tests[i].initial_state = (void *)(uintptr_t)kind;
    }
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

int main(void)
{
    struct CMUnitTest both[] = {
        AUDIT_TEST(capacity),
        AUDIT_TEST(clock_out_of_range),
        AUDIT_TEST(link_out_of_range),
        AUDIT_TEST(every_bit_of_every_link),
        AUDIT_TEST(inconsistent_links),
        AUDIT_TEST(detached_circle),
        AUDIT_TEST(two_heads_in_one_circle),
        AUDIT_TEST(head_behind_the_last_timer),
        AUDIT_TEST(timer_in_the_wrong_slot),
        AUDIT_TEST(timer_in_the_wrong_slot_half_way),
        AUDIT_TEST(every_occupancy_bit),
        AUDIT_TEST(deadline_of_another_slot),
        AUDIT_TEST(deadline_out_of_range),
        AUDIT_TEST(deadline_of_an_idle_timer),
        AUDIT_TEST(random_circles),
        AUDIT_TEST(random_memory),
        AUDIT_TEST(audited_is_usable),
    };
    struct CMUnitTest only_hier[] = {
        AUDIT_TEST(hier_clock_elsewhere),
        AUDIT_TEST(hier_opening_slot),
        AUDIT_TEST(hier_opening_slot_of_a_timer_that_stays),
    };
    struct CMUnitTest only_hashed[] = {
        AUDIT_TEST(hashed_clock_elsewhere),
        AUDIT_TEST(hashed_cursor),
        AUDIT_TEST(hashed_cursor_beside_all_timers),
        AUDIT_TEST(hashed_cursor_beyond_a_due_timer),
    };
    int failed = run("audit_hier", both, COUNT(both), &hier);
    failed += run("audit_hier_only", only_hier, COUNT(only_hier), &hier);
    failed += run("audit_hashed", both, COUNT(both), &hashed);
    failed += run("audit_hashed_only", only_hashed, COUNT(only_hashed), &hashed);
    return failed;
}
