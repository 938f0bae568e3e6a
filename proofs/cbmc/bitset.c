/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bit sets of two words, for all of their values: one bit, any, is looked at. The functions
   are portable C as they stand: there is no builtin that would have to equal them. */
#include "harness.h"
#include "tw_bitset.h"

#define BITS 128u

struct bits {
    uint64_t word[BITS / 64u];
};
struct bits nondet_bits(void);

/* The plain form of a bit. */
static bool bit(const struct bits *b, uint32_t i)
{
    return i < 64u ? (b->word[0] >> i & 1u) != 0u : (b->word[1] >> (i - 64u) & 1u) != 0u;
}

static struct bits any_bits(void)
{
    const struct bits b = nondet_bits();
    show("words", b.word[0], b.word[1]);
    return b;
}

/* test, set, clear and reset: the bit that they name, and no other. */
void one_bit(void)
{
    const struct bits before = any_bits();
    const uint32_t i = any_below(BITS);
    const uint32_t k = any_below(BITS);
    const uint32_t n = any_below(BITS + 1u);
    struct bits b = before;
    show("i", i);
    show("k", k);
    show("n", n);
    require(tw_bitset_test(b.word, i) == bit(&before, i), "test: the bit");
    tw_bitset_set(b.word, i);
    require(bit(&b, k) == (k == i || bit(&before, k)), "set: this bit and no other");
    b = before;
    tw_bitset_clear(b.word, i);
    require(bit(&b, k) == (k != i && bit(&before, k)), "clear: this bit and no other");
    b = before;
    tw_bitset_reset(b.word, n);
    require(k >= n || !bit(&b, k), "reset: no bit is left");
    require(k < TW_BITSET_WORDS(n) * 64u || bit(&b, k) == bit(&before, k), "reset: no word more");
}

/* lowest, next and none: nothing passed over, and a set bit found. */
void search(void)
{
    const struct bits b = any_bits();
    const uint32_t from = any_below(BITS + 1u);
    const uint32_t end = any_below(BITS + 1u);
    const uint32_t k = any_below(BITS);
    const uint32_t j = any_below(64u);
    show("from", from);
    show("end", end);
    show("k", k);
    show("j", j);
    if (b.word[0] != 0u) {
        const uint32_t lowest = tw_bitset_lowest(b.word[0]);
        require(lowest < 64u, "lowest: in a word");
        require(bit(&b, lowest), "lowest: a set bit");
        require(j >= lowest || !bit(&b, j), "lowest: none below");
    }
    if (from <= end) {
        const uint32_t next = tw_bitset_next(b.word, from, end);
        require(from <= next && next <= end, "next: in range");
        require(k < from || k >= next || !bit(&b, k), "next: passes clear bits only");
        require(next == end || bit(&b, next), "next: finds a set bit");
        if (from < end && from / 64u == (end - 1u) / 64u) {
            require(tw_bitset_none(b.word, from, end - 1u) == (next == end), "none: as next");
        }
    }
}
