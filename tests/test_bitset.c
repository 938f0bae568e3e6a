/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The bit set against an array of booleans. */
#include <string.h>

#include "random.h"
#include "tw_status.h"
#include "tw_bitset.h"
#include "wheels.h"

#define BITS 200u

static uint32_t plain_next(const bool *bits, uint32_t from, uint32_t end)
{
    uint32_t i = from;
    while (i < end && !bits[i]) {
        i++;
    }
    return i;
}

static void check_same(const uint64_t *set, const bool *plain)
{
    for (uint32_t i = 0u; i < BITS; i++) {
        assert_int_equal(tw_bitset_test(set, i), plain[i]);
    }
}

static void check_next(const uint64_t *set, const bool *plain)
{
    for (uint32_t end = 0u; end <= BITS; end++) {
        for (uint32_t from = 0u; from <= end; from++) {
            const uint32_t next = plain_next(plain, from, end);
            assert_int_equal(tw_bitset_next(set, from, end), next);
            if (from < end && from / 64u == (end - 1u) / 64u) {
                assert_int_equal(tw_bitset_none(set, from, end - 1u), next == end);
            }
        }
    }
}

static void test_words(void **state)
{
    (void)state;
    assert_int_equal(TW_BITSET_WORDS(1), 1);
    assert_int_equal(TW_BITSET_WORDS(63), 1);
    assert_int_equal(TW_BITSET_WORDS(64), 1);
    assert_int_equal(TW_BITSET_WORDS(65), 2);
    assert_int_equal(TW_BITSET_WORDS(1024), 16);
}

/* reset clears its words and not the one behind. */
static void test_reset(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0u, 1u, 63u, 64u, 65u, 128u, 192u};
    for (size_t i = 0u; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        uint64_t set[4];
        memset(set, 0xFF, sizeof(set));
        tw_bitset_reset(set, sizes[i]);
        for (uint32_t word = 0u; word < 4u; word++) {
            const bool cleared = word < (sizes[i] + 63u) / 64u;
            assert_int_equal(set[word], cleared ? 0u : UINT64_MAX);
        }
    }
}

/* Each bit alone: set, found from everywhere, cleared; no other bit changes. */
static void test_every_single_bit(void **state)
{
    (void)state;
    for (uint32_t i = 0u; i < BITS; i++) {
        uint64_t set[TW_BITSET_WORDS(BITS)] = {0};
        bool plain[BITS] = {false};
        tw_bitset_set(set, i);
        plain[i] = true;
        check_same(set, plain);
        check_next(set, plain);
        tw_bitset_set(set, i);
        check_same(set, plain);
        tw_bitset_clear(set, i);
        plain[i] = false;
        check_same(set, plain);
        tw_bitset_clear(set, i);
        check_same(set, plain);
    }
}

/* Each bit missing from a full set. */
static void test_every_single_gap(void **state)
{
    (void)state;
    for (uint32_t i = 0u; i < BITS; i++) {
        uint64_t set[TW_BITSET_WORDS(BITS)];
        bool plain[BITS];
        memset(set, 0xFF, sizeof(set));
        memset(plain, true, sizeof(plain));
        tw_bitset_clear(set, i);
        plain[i] = false;
        check_same(set, plain);
        for (uint32_t from = 0u; from <= BITS; from++) {
            assert_int_equal(tw_bitset_next(set, from, BITS), plain_next(plain, from, BITS));
        }
    }
}

static void test_random_sets(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    uint64_t set[TW_BITSET_WORDS(BITS)] = {0};
    bool plain[BITS] = {false};
    for (uint32_t round = 0u; round < random_rounds(200u); round++) {
        const uint32_t odds = 1u << random_below(&r, 6u);
        for (uint32_t i = 0u; i < BITS; i++) {
            plain[i] = random_below(&r, odds) == 0u;
            if (plain[i]) {
                tw_bitset_set(set, i);
            } else {
                tw_bitset_clear(set, i);
            }
        }
        check_same(set, plain);
        check_next(set, plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_every_single_bit),
        cmocka_unit_test(test_every_single_gap),
        cmocka_unit_test(test_random_sets),
    };
    return cmocka_run_group_tests_name("bitset", tests, NULL, NULL);
}
