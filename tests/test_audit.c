/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hierarchical wheel's audit: it sees each kind of corrupted memory, does not see any
   where there is none, and reads nothing beyond the wheel's memory whatever is in it. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tw_hier.h"
#include "wheels.h"

#define TIMERS 6u
#define NODES (TW_SLOTS + TIMERS)

/* Each array is an allocation of its own, for the sanitizers. */
struct fixture {
    struct tw_hier w;
    struct tw_link *links;
    uint32_t *deadlines;
};

static struct fixture f;

static int allocate(void **state)
{
    (void)state;
    f.links = malloc(NODES * sizeof(*f.links));
    f.deadlines = malloc(TIMERS * sizeof(*f.deadlines));
    return f.links == NULL || f.deadlines == NULL;
}

static int release(void **state)
{
    (void)state;
    free(f.links);
    free(f.deadlines);
    return 0;
}

/* Timers 0 .. 4 are in slot 1 of level 0, slot 1 of level 1 (two), of level 2 and of
   level 3; timer 5 is idle, and its deadline is whatever it was. */
static void prepare(void)
{
    static const uint32_t delays[] = {1u, TW_RADIX, TW_RADIX + 1u, TW_SPAN_2, TW_SPAN_3};
    memset(f.deadlines, 0xA5, TIMERS * sizeof(*f.deadlines));
    assert_int_equal(tw_hier_init(&f.w, f.links, f.deadlines, TIMERS, 0u), TW_OK);
    for (uint32_t id = 0u; id < 5u; id++) {
        assert_int_equal(tw_hier_start(&f.w, id, delays[id]), TW_OK);
    }
    assert_true(tw_hier_audit(&f.w));
}

/* As before, but half-opened: slot 1 of level 1 at its first tick, one timer moved. */
static void prepare_half_opened(void)
{
    uint32_t id = UNTOUCHED;
    prepare();
    assert_int_equal(tw_hier_stop(&f.w, 0u), TW_OK);
    assert_int_equal(tw_hier_advance(&f.w, TW_RADIX, 1u, &id), TW_BUSY);
    assert_int_equal(f.w.opening, TW_RADIX + 1u);
    assert_true(tw_hier_audit(&f.w));
}

static tw_node node_of(uint32_t id)
{
    return (tw_node)(TW_SLOTS + id);
}

static void must_be_seen(void)
{
    assert_false(tw_hier_audit(&f.w));
    prepare();
}

static void capacity(void **state)
{
    (void)state;
    static const uint64_t wrong[] = {0u, TW_CAPACITY_MAX + 1u, 0x100000000u + TIMERS, UINT64_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        f.w.capacity = wrong[i];
        must_be_seen();
    }
    assert_int_equal(tw_hier_init(&f.w, f.links, f.deadlines, 1u, 0u), TW_OK);
    f.w.capacity = 0u;
    must_be_seen();
    /* Timers 3 and 4 are active. */
    for (uint64_t less = 1u; less <= 4u; less++) {
        f.w.capacity = less;
        must_be_seen();
    }
}

static void clock_out_of_range(void **state)
{
    (void)state;
    static const uint64_t wrong[] = {TW_PERIOD, TW_PERIOD + 1, (uint64_t)1 << 63, UINT64_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        f.w.now = wrong[i];
        must_be_seen();
    }
}

/* The clock in a window whose timers were not moved, or beyond a deadline. */
static void clock_elsewhere(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {2u, TW_RADIX, TW_SPAN_2, TW_SPAN_3, TW_TICK_MAX};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        f.w.now = wrong[i];
        must_be_seen();
    }
    prepare();
    f.w.now = 1u; /* timer 0 is due: this is a wheel */
    assert_true(tw_hier_audit(&f.w));
}

static void opening_slot(void **state)
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
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare();
        f.w.opening = wrong[i];
        must_be_seen();
    }
    /* Level 0 is never opened, not even where a timer is due. */
    f.w.now = 1u;
    assert_true(tw_hier_audit(&f.w));
    f.w.opening = 1u;
    must_be_seen();
    /* It still holds a timer that belongs below. */
    prepare_half_opened();
    f.w.opening = TW_HIER_NONE;
    must_be_seen();
}

/* The slot being opened holds a timer that does not belong below it. */
static void opening_slot_of_a_timer_that_stays(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {2u * TW_RADIX, TW_SPAN_2, TW_SPAN_3, 0u};
    for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        prepare_half_opened();
        f.deadlines[2] = wrong[i];
        must_be_seen();
    }
}

static void link_out_of_range(void **state)
{
    (void)state;
    static const tw_node wrong[] = {-1, (tw_node)NODES, INT32_MIN, INT32_MAX};
    for (tw_node node = 0; node < (tw_node)NODES; node++) {
        for (size_t i = 0u; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
            prepare();
            f.links[node].next = wrong[i];
            assert_false(tw_hier_audit(&f.w));
            prepare();
            f.links[node].prev = wrong[i];
            assert_false(tw_hier_audit(&f.w));
        }
    }
}

/* Whatever bit of a link is flipped. */
static void every_bit_of_every_link(void **state)
{
    (void)state;
    prepare();
    for (uint32_t bit = 0u; bit < 64u * NODES; bit += 1u + 2u * (TW_RADIX / 16u)) {
        unsigned char *const byte = (unsigned char *)f.links + bit / 8u;
        *byte = (unsigned char)(*byte ^ 1u << bit % 8u);
        assert_false(tw_hier_audit(&f.w));
        *byte = (unsigned char)(*byte ^ 1u << bit % 8u);
    }
    assert_true(tw_hier_audit(&f.w));
}

/* Forth is not back: one side of a list changed alone. */
static void inconsistent_links(void **state)
{
    (void)state;
    for (uint32_t id = 0u; id < 5u; id++) {
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
    const tw_node head = TW_RADIX + 1;
    f.links[node_of(1u)].prev = node_of(2u);
    f.links[node_of(2u)].next = node_of(1u);
    f.links[head].next = head;
    f.links[head].prev = head;
    tw_bitset_clear(f.w.occupied, (uint32_t)head);
    assert_int_equal(tw_list_audit(f.links, TW_SLOTS, (tw_node)NODES), 5);
    must_be_seen();
}

/* Every head put into another head's circle. */
static void two_heads_in_one_circle(void **state)
{
    (void)state;
    for (uint32_t slot = 2u; slot < TW_RADIX; slot++) {
        prepare();
        tw_list_append(f.links, 1, (tw_node)slot);
        must_be_seen();
        tw_list_append(f.links, 1, (tw_node)slot);
        tw_bitset_set(f.w.occupied, slot);
        must_be_seen();
        tw_list_append(f.links, (tw_node)slot, 0);
        tw_bitset_set(f.w.occupied, slot);
        tw_bitset_set(f.w.occupied, 0u);
        must_be_seen();
    }
}

/* Each timer in each slot but its own, with the bits as they must be. */
static void timer_in_the_wrong_slot(void **state)
{
    (void)state;
    for (uint32_t id = 0u; id < 5u; id++) {
        for (uint32_t slot = 0u; slot < TW_SLOTS; slot++) {
            prepare();
            const uint32_t own = tw_slot(f.deadlines[id], (uint32_t)f.w.now);
            const tw_node emptied = tw_list_unlink(f.links, node_of(id));
            if (emptied != node_of(id)) {
                tw_bitset_clear(f.w.occupied, (uint32_t)emptied);
            }
            tw_list_append(f.links, (tw_node)slot, node_of(id));
            tw_bitset_set(f.w.occupied, slot);
            assert_int_equal(tw_hier_audit(&f.w), slot == own);
        }
    }
}

/* A timer that waits in the opening slot must belong below it, not beside it. */
static void timer_in_the_wrong_slot_while_opening(void **state)
{
    (void)state;
    for (uint32_t slot = 0u; slot < TW_SLOTS; slot++) {
        prepare_half_opened();
        const uint32_t own = tw_slot(f.deadlines[4], (uint32_t)f.w.now);
        assert_int_equal(tw_hier_stop(&f.w, 4u), TW_OK);
        tw_list_append(f.links, (tw_node)slot, node_of(4u));
        tw_bitset_set(f.w.occupied, slot);
        assert_int_equal(tw_hier_audit(&f.w), slot == own);
    }
}

static void every_occupancy_bit(void **state)
{
    (void)state;
    prepare();
    for (uint32_t slot = 0u; slot < TW_SLOTS; slot++) {
        f.w.occupied[slot / 64u] ^= (uint64_t)1u << slot % 64u;
        assert_false(tw_hier_audit(&f.w));
        f.w.occupied[slot / 64u] ^= (uint64_t)1u << slot % 64u;
    }
    assert_true(tw_hier_audit(&f.w));
}

static void deadline_of_another_slot(void **state)
{
    (void)state;
    for (uint32_t id = 0u; id < 5u; id++) {
        prepare();
        f.deadlines[id] = 2u * TW_RADIX;
        must_be_seen();
        f.deadlines[id] = 0u;
        must_be_seen();
        f.deadlines[id] = TW_TICK_MAX;
        must_be_seen();
    }
}

static void deadline_out_of_range(void **state)
{
    (void)state;
#if TW_RADIX < 256
    for (uint32_t id = 0u; id < 5u; id++) {
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
    assert_true(tw_hier_audit(&f.w));
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
    for (uint32_t round = 0u; round < random_rounds(200u); round++) {
        garbage(&r, &f.w, sizeof(f.w));
        garbage(&r, f.links, NODES * sizeof(*f.links));
        garbage(&r, f.deadlines, TIMERS * sizeof(*f.deadlines));
        f.w.links = f.links;
        f.w.deadlines = f.deadlines;
        f.w.capacity = 1u + random_below(&r, TIMERS);
        assert_false(tw_hier_audit(&f.w));
        f.w.now = as_tick(f.w.now);
        f.w.opening = TW_HIER_NONE;
        assert_false(tw_hier_audit(&f.w));
        for (uint32_t node = 0u; node < NODES; node++) {
            f.links[node].next = (tw_node)random_below(&r, NODES);
            f.links[node].prev = (tw_node)random_below(&r, NODES);
        }
        assert_false(tw_hier_audit(&f.w));
    }
}

/* Delivers everything, or fails. */
static void drain(void)
{
    uint32_t ticks = 0u;
    for (uint32_t calls = 0u; tw_hier_next(&f.w, &ticks); calls++) {
        uint32_t id = UNTOUCHED;
        const uint32_t most = (uint32_t)(TW_PERIOD / 2 - 1);
        const uint32_t until = tw_hier_now(&f.w) + (ticks < most ? ticks : most);
        assert_int_not_equal(tw_hier_advance(&f.w, until, 1u, &id), TW_BAD_CLOCK);
        assert_true(tw_hier_audit(&f.w));
        assert_true(calls < 8u * TIMERS);
    }
    assert_true(tw_hier_is_empty(&f.w));
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
            const uint32_t a = random_below(&r, NODES);
            const bool heads = random_below(&r, 2u) == 0u;
            const uint32_t b =
                heads ? random_below(&r, TW_SLOTS) : TW_SLOTS + random_below(&r, TIMERS);
            const tw_node next_a = f.links[a].next;
            f.links[a].next = f.links[b].next;
            f.links[b].next = next_a;
            f.links[f.links[a].next].prev = (tw_node)a;
            f.links[f.links[b].next].prev = (tw_node)b;
        }
        assert_true(tw_list_audit(f.links, TW_SLOTS, (tw_node)NODES) >= 0);
        if (tw_hier_audit(&f.w)) {
            drain();
        }
    }
}

/* A random word of a wheel changes. Either audit sees it, or it is a wheel all the same:
   another deadline in the same slot, another tick in the same window. */
static void audited_is_usable(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t round = 0u; round < random_rounds(3000u); round++) {
        (round % 2u == 0u ? prepare : prepare_half_opened)();
        switch (random_below(&r, 4u)) {
        case 0:
            f.w.now = random_tick(&r);
            break;
        case 1:
            f.w.opening = (uint16_t)random_below(&r, TW_SLOTS);
            break;
        case 2:
            f.links[random_below(&r, NODES)].next = (tw_node)random_below(&r, NODES);
            break;
        default:
            f.deadlines[random_below(&r, TIMERS)] = random_tick(&r);
            break;
        }
        if (tw_hier_audit(&f.w)) {
            drain();
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capacity),
        cmocka_unit_test(clock_out_of_range),
        cmocka_unit_test(clock_elsewhere),
        cmocka_unit_test(opening_slot),
        cmocka_unit_test(opening_slot_of_a_timer_that_stays),
        cmocka_unit_test(link_out_of_range),
        cmocka_unit_test(every_bit_of_every_link),
        cmocka_unit_test(inconsistent_links),
        cmocka_unit_test(detached_circle),
        cmocka_unit_test(two_heads_in_one_circle),
        cmocka_unit_test(timer_in_the_wrong_slot),
        cmocka_unit_test(timer_in_the_wrong_slot_while_opening),
        cmocka_unit_test(every_occupancy_bit),
        cmocka_unit_test(deadline_of_another_slot),
        cmocka_unit_test(deadline_out_of_range),
        cmocka_unit_test(deadline_of_an_idle_timer),
        cmocka_unit_test(random_circles),
        cmocka_unit_test(random_memory),
        cmocka_unit_test(audited_is_usable),
    };
    return cmocka_run_group_tests_name("audit", tests, allocate, release);
}
