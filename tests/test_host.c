/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The header for hosts, examples/tw_host.h, against a sorted list of 64-bit deadlines: tests/host.h. */
#include "host.h"

#include "random.h"
#include "wheels.h"

#define BYTES (HOST_HEAD + 150u * HOST_RECORD)

static struct host host;

/* Histories of random bytes. */
static void random_histories(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES];
    struct random r = {random_seed()};
    uint64_t moved = 0u;
    uint64_t refused = 0u;
    uint64_t stale = 0u;
    const uint32_t rounds = random_rounds(1500u);
    for (uint32_t i = 0u; i < rounds; i++) {
        for (size_t k = 0u; k < BYTES; k++) {
            bytes[k] = (uint8_t)random_next(&r);
        }
        host_history(&host, false, bytes, BYTES);
        moved += host.moved;
        refused += host.refused;
        stale += host.stale;
    }
    if (rounds >= 40u) { assert_true(moved > rounds && refused > rounds && stale > rounds); }
}

/* The next one that expires was started so many starts ago, or before. */
static void expires(uint64_t now, uint64_t start)
{
    assert_true(host.count > 0u);
    assert_int_equal(host.handles[host.list[0].owner].start, start);
    assert_int_equal(host_expire(&host, now), TW_EXPIRED);
}

/* Timers of one deadline that start at all distances, at ticks where others go on too, come in the order of starts. */
static void equals_from_all_distances(void **state)
{
    (void)state;
    static const uint64_t before[] = {4u * HOST_HALF + 1u,
                                      4u * HOST_HALF,
                                      4u * HOST_HALF,
                                      3u * HOST_HALF,
                                      2u * HOST_HALF,
                                      2u * HOST_HALF - 1u,
                                      HOST_HALF + 1u,
                                      HOST_HALF,
                                      HOST_HALF,
                                      HOST_HALF - 1u,
                                      2u,
                                      1u};
    enum { COUNT = sizeof(before) / sizeof(before[0]) };
    for (uint64_t beside = 0u; beside < 2u * HOST_HALF; beside += HOST_HALF / 2u - 1u) {
        const uint64_t deadline = 5u * HOST_HALF + beside;
        host_begin(&host, 7u);
        for (uint32_t i = 0u; i < COUNT; i++) {
            if (host.now < deadline - before[i]) { (void)host_expire(&host, deadline - before[i]); }
            assert_int_equal(host_start(&host, deadline), TW_OK);
        }
        for (uint32_t i = 0u; i < COUNT; i++) {
            expires(deadline, i + 1u);
        }
        host_clear(&host);
    }
}

/* At the tick at which some go on, one of them at a time: a later start of that deadline comes behind all. */
static void equals_while_they_go_on(void **state)
{
    (void)state;
    for (uint64_t halves = 1u; halves < 4u; halves++) {
        host_begin(&host, 0u);
        const uint64_t goes_on = 100u;
        const uint64_t deadline = goes_on + halves * HOST_HALF;
        for (uint32_t i = 0u; i < 8u; i++) { /* every other one expires at that tick */
            assert_int_equal(host_start(&host, i % 2u == 0u ? deadline : goes_on), TW_OK);
        }
        expires(goes_on, 2u);
        assert_int_equal(host_start(&host, deadline), TW_OK); /* 9 */
        expires(goes_on, 4u);
        host_restart(&host, host.list[host.count - 1u].owner, deadline); /* 9 is 10 */
        assert_int_equal(host_start(&host, goes_on), TW_OK); /* 11, due, behind 6 and 8 */
        for (uint32_t start = 6u; start <= 8u; start += 2u) {
            expires(goes_on, start);
        }
        expires(goes_on, 11u);
        for (uint32_t start = 1u; start < 8u; start += 2u) {
            expires(deadline, start);
        }
        expires(deadline, 10u);
        assert_int_equal(host_expire(&host, deadline), TW_OK);
        host_clear(&host);
    }
}

/* In a handler: starts at and before the clock, growth, a stop of one that is due, a loop inside of the loop, whose
   clock is later. Nothing is lost, and nothing comes twice. */
static void loops_inside_of_loops(void **state)
{
    (void)state;
    host_begin(&host, 0u);
    for (uint64_t i = 0u; i < 40u; i++) {
        assert_int_equal(host_start(&host, 10u + i / 8u), TW_OK);
    }
    expires(12u, 1u);
    host_reserve(&host, host.host.capacity + 1u); /* seven are left at this tick */
    expires(12u, 2u);
    assert_int_equal(host_start(&host, 0u), TW_OK); /* 41: after 8 */
    host_stop_timer(&host, host.list[1].owner);     /* 4 */
    host_reserve(&host, host.host.capacity + 1u);   /* six are on the list */
    while (host.count > 30u) {
        assert_int_equal(host_expire(&host, 14u), TW_EXPIRED); /* the loop inside */
    }
    assert_int_equal(tw_host_now(&host.host), 11u);
    while (host.count > 0u && host.list[0].deadline < 14u) {
        assert_int_equal(host_expire(&host, 14u), TW_EXPIRED);
    }
    expires(14u, 33u);
    assert_int_equal(host_expire(&host, 12u), TW_BAD_CLOCK); /* the loop outside, behind now */
    while (host_expire(&host, 14u) == TW_EXPIRED) {}
    assert_int_equal(host.count, 0u);
    host_clear(&host);
}

/* A clock that goes back loses nothing, and no timer comes before its deadline, also in a handler that starts one each
   time; while no timer is active, it is the host's. */
static void clock_goes_back(void **state)
{
    (void)state;
    host_begin(&host, 1000u);
    assert_int_equal(host_start(&host, 1010u), TW_OK);
    assert_int_equal(host_expire(&host, 1005u), TW_OK);
    assert_int_equal(host_expire(&host, 400u), TW_BAD_CLOCK);
    assert_int_equal(tw_host_next(&host.host, 400u, true), 610u);
    assert_int_equal(host_start(&host, 500u),
                     TW_OK); /* due: its deadline is before the host's clock */
    assert_int_equal(host_expire(&host, 400u), TW_BAD_CLOCK);
    assert_int_equal(tw_host_next(&host.host, 400u, true), 605u);
    expires(1005u, 2u);
    assert_int_equal(host_expire(&host, 1009u), TW_OK);
    expires(1010u, 1u);
    assert_int_equal(host_expire(&host, 400u), TW_OK);
    assert_int_equal(host_start(&host, 410u), TW_OK);
    expires(410u, 3u);
    host_clear(&host);
}

/* The allocator fails at the nth call: that call is refused, nothing is lost, and the next one succeeds. */
static void failed_allocations(void **state)
{
    (void)state;
    for (uint32_t fails = 0u; fails < 3u; fails++) {
        host_begin(&host, 5u);
        uint32_t refused = 0u;
        for (uint32_t i = 0u; i < 60u; i++) {
            host.refuse =
                host.count == host.host.capacity && host.moved + (host.block != NULL) == fails;
            if (host.refuse) {
                assert_int_equal(host_start(&host, 9u), TW_BAD_CAPACITY);
                host_reserve(&host, 100u);
                refused++;
            }
            host.refuse = false;
            assert_int_equal(host_start(&host, 9u), TW_OK);
        }
        assert_int_equal(refused, 1u);
        for (uint32_t i = 0u; i < 60u; i++) {
            expires(9u, i + 1u);
        }
        host_clear(&host);
    }
    host_begin(&host, 5u); /* more than there may be: the allocator is not asked */
    assert_int_equal(tw_host_reserve(&host.host, TW_CAPACITY_MAX - 1u), TW_BAD_CAPACITY);
    assert_int_equal(tw_host_reserve(&host.host, UINT32_MAX), TW_BAD_CAPACITY);
    assert_null(host.block);
}

/* A handle is stale for ever: also for the next timer of its place, after clear, and zeroed. */
static void stale_handles(void **state)
{
    (void)state;
    struct tw_host h;
    struct tw_host_timer timer;
    struct tw_host_handle first = {0u, 0u};
    struct tw_host_handle second = {0u, 0u};
    struct tw_host_handle none = {0u, 0u};
    tw_host_init(&h, 0u, NULL, NULL);
    assert_int_equal(tw_host_stop(&h, none), TW_NOT_ACTIVE);
    assert_int_equal(tw_host_start(&h, 5u, &first, &first), TW_OK);
    none.id = first.id + 1u; /* free */
    assert_int_equal(tw_host_stop(&h, none), TW_NOT_ACTIVE);
    none.id = UINT32_MAX;
    assert_int_equal(tw_host_restart(&h, 9u, &none), TW_NOT_ACTIVE);
    assert_int_equal(tw_host_expire(&h, 5u, &timer), TW_EXPIRED);
    assert_ptr_equal(timer.owner, &first);
    assert_int_equal(tw_host_start(&h, 7u, &second, &second), TW_OK);
    assert_int_equal(first.id, second.id);
    assert_int_equal(tw_host_stop(&h, first), TW_NOT_ACTIVE);
    assert_int_equal(tw_host_find(&h, first, &timer), TW_NOT_ACTIVE);
    assert_int_equal(tw_host_find(&h, second, &timer), TW_OK);
    assert_ptr_equal(timer.owner, &second);
    tw_host_clear(&h);
    assert_int_equal(tw_host_find(&h, second, &timer), TW_NOT_ACTIVE);
    assert_int_equal(tw_host_start(&h, 7u, NULL, &first), TW_OK);
    assert_int_equal(tw_host_stop(&h, second), TW_NOT_ACTIVE);
    tw_host_clear(&h);
}

/* A caller that sleeps as long as next says wakes up at each deadline, and seldom besides. */
static void sleeps_to_each_deadline(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(300u); i++) {
        const uint64_t ticks = 1u + random_next(&r) % HOST_FAR;
        const bool exact = i % 2u == 0u;
        uint64_t now = random_next(&r) >> (1u + random_below(&r, 60u));
        uint32_t wakes = 0u;
        host_begin(&host, now);
        const uint64_t deadline = now + ticks;
        assert_int_equal(host_start(&host, deadline), TW_OK);
        while (host.count > 0u) {
            assert_true(tw_host_next(&host.host, now, exact) > 0u);
            now += tw_host_next(&host.host, now, exact);
            wakes++;
            (void)host_expire(&host, now);
        }
        assert_int_equal(now, deadline);
        /* next names no tick beyond P/4, and opens a slot on each level but the lowest */
        assert_true(wakes <= (exact ? 1u : TW_LEVELS + 2u) * (1u + ticks / HOST_HALF));
        host_clear(&host);
    }
}

/* Milliseconds: never before the tick, never a whole one after it. */
static void timeouts(void **state)
{
    (void)state;
    static const uint32_t units[] = {1u, 3u, 1000u, 1000000u, UINT32_MAX};
    struct random r = {random_seed()};
    for (uint32_t i = 0u; i < random_rounds(2000u); i++) {
        const uint64_t unit = units[i % 5u];
        const uint64_t ticks = random_next(&r) >> (1u + random_below(&r, 62u));
        const int ms = tw_host_timeout(ticks, (uint32_t)unit);
        assert_true(ms >= 0);
        if (ms == INT_MAX) {
            assert_true(ticks / unit >= INT_MAX - 1u);
        } else {
            assert_true((uint64_t)ms * unit >= ticks);
            assert_true(ms == 0 ? ticks == 0u : ((uint64_t)ms - 1u) * unit < ticks);
        }
        assert_int_equal(tw_host_timeout(ticks, 0u), tw_host_timeout(ticks, 1u));
    }
    assert_int_equal(tw_host_timeout(UINT64_MAX, 1u), -1);
    assert_int_equal(tw_host_timeout(UINT64_MAX - 1u, 1u), INT_MAX);
}

/* To and from the ends of time. */
static void ends_of_time(void **state)
{
    (void)state;
    host_begin(&host, UINT64_MAX - 2u);
    assert_int_equal(host_start(&host, UINT64_MAX), TW_OK);
    assert_int_equal(host_start(&host, 0u), TW_OK);
    assert_int_equal(host_start(&host, UINT64_MAX - 1u), TW_OK);
    expires(UINT64_MAX, 2u);
    expires(UINT64_MAX, 3u);
    expires(UINT64_MAX, 1u);
    assert_int_equal(host_expire(&host, UINT64_MAX), TW_OK);
    assert_int_equal(host_expire(&host, 0u), TW_OK);
    assert_int_equal(host_start(&host, UINT64_MAX), TW_OK); /* never */
    assert_int_equal(host_expire(&host, HOST_FAR), TW_OK);
    host_clear(&host);
}

/* Zeroed memory is a host that calls malloc, and 28 bytes a timer stand beside its owner. */
static void zeroed_memory(void **state)
{
    (void)state;
    static struct tw_host zeroed;
    struct tw_host_timer timer = {{0u, 0u}, 0u, NULL};
    struct tw_host_handle handle = {0u, 0u};
    assert_int_equal(tw_host_list(&zeroed, NULL, 0u), 0u);
    assert_int_equal(tw_host_next(&zeroed, 3u, false), UINT64_MAX);
    assert_int_equal(tw_host_expire(&zeroed, 3u, &timer), TW_OK);
    assert_int_equal(tw_host_now(&zeroed), 3u);
    tw_host_clear(&zeroed);
    assert_int_equal(tw_host_start(&zeroed, 4u, &handle, &handle), TW_OK);
    assert_int_equal(tw_host_expire(&zeroed, 4u, &timer), TW_EXPIRED);
    assert_int_equal(timer.deadline, 4u);
    tw_host_clear(&zeroed);
    assert_true(TW_HOST_BYTES <= 32u + sizeof(void *));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_histories),
        cmocka_unit_test(equals_from_all_distances),
        cmocka_unit_test(equals_while_they_go_on),
        cmocka_unit_test(loops_inside_of_loops),
        cmocka_unit_test(clock_goes_back),
        cmocka_unit_test(failed_allocations),
        cmocka_unit_test(stale_handles),
        cmocka_unit_test(sleeps_to_each_deadline),
        cmocka_unit_test(timeouts),
        cmocka_unit_test(ends_of_time),
        cmocka_unit_test(zeroed_memory),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
