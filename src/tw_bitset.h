/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A bit a slot: which slots are occupied, and the next one from here. */
#ifndef TW_BITSET_H
#define TW_BITSET_H

#include <stdbool.h>
#include <stdint.h>

/* Words for n bits. */
#define TW_BITSET_WORDS(n) (((n) + 63) / 64)

/* The largest bit number plus one that a set may have. */
#define TW_BITSET_MAX 0x10000

#ifdef __FRAMAC__
#include "bitset.acsl"
#endif

/*@ requires bit:      i < TW_BITSET_MAX;
    requires memory:   \valid_read(bits + i / 64);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  test:     \result <==> Bit(bits, i); */
static inline bool tw_bitset_test(const uint64_t *bits, uint32_t i)
{
    return (bits[i / 64u] >> (i % 64u) & 1u) == 1u;
}

/*@ requires bit:      i < TW_BITSET_MAX;
    requires memory:   \valid(bits + i / 64);
    terminates \true; exits \false;
    assigns  bits[i / 64];
    ensures  set:      Bit(bits, i);
    ensures  others:   \forall integer k; 0 <= k < TW_BITSET_MAX && k != i ==>
                           (Bit(bits, k) <==> Bit{Pre}(bits, k)); */
static inline void tw_bitset_set(uint64_t *bits, uint32_t i)
{
    bits[i / 64u] |= (uint64_t)1u << (i % 64u);
}

/*@ requires bit:      i < TW_BITSET_MAX;
    requires memory:   \valid(bits + i / 64);
    terminates \true; exits \false;
    assigns  bits[i / 64];
    ensures  cleared:  !Bit(bits, i);
    ensures  others:   \forall integer k; 0 <= k < TW_BITSET_MAX && k != i ==>
                           (Bit(bits, k) <==> Bit{Pre}(bits, k)); */
static inline void tw_bitset_clear(uint64_t *bits, uint32_t i)
{
    bits[i / 64u] &= ~((uint64_t)1u << (i % 64u));
}

/* Clears the words of the n lowest bits: a store a bit, lest a compiler calls memset. */
/*@ requires size:     n < TW_BITSET_MAX;
    requires memory:   \valid(bits + (0 .. TW_BITSET_WORDS(n) - 1));
    terminates \true; exits \false;
    assigns  bits[0 .. TW_BITSET_WORDS(n) - 1];
    ensures  cleared:  \forall integer k; 0 <= k < n ==> !Bit(bits, k); */
static inline void tw_bitset_reset(uint64_t *bits, uint32_t n)
{
    /*@ loop invariant range:    0 <= i <= n;
        loop invariant cleared:  \forall integer k; 0 <= k < i ==> !Bit(bits, k);
        loop assigns   i, bits[0 .. TW_BITSET_WORDS(n) - 1];
        loop variant   n - i; */
    for (uint32_t i = 0u; i < n; i++) {
        bits[i / 64u] = 0u;
    }
}

/* A number of bits to skip: that many of the word's lowest are clear, as bit 0 is. */
/*@ requires clear:    !WordBit(word, 0);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    1 <= \result <= 64;
    ensures  skipped:  \forall integer j; 0 <= j < \result ==> !WordBit(word, j); */
static inline uint32_t tw_bitset_skip(uint64_t word)
{
    if (word == 0u) { return 64u; }
    if (word % 0x10000u == 0u) {
        /*@ assert high: word == (word / 0x10000) << 16; */
        /*@ assert clear: \forall integer j; 0 <= j < 16 ==> !WordBit(word, j); */
        return 16u;
    }
    if (word % 0x10u == 0u) {
        /*@ assert high: word == (word / 0x10) << 4; */
        /*@ assert clear: \forall integer j; 0 <= j < 4 ==> !WordBit(word, j); */
        return 4u;
    }
    return 1u;
}

/* The first bit set in from .. end-1, or end. Skips empty words in one step. */
/*@ requires range:    from <= end <= TW_BITSET_MAX;
    requires memory:   \valid_read(bits + (0 .. TW_BITSET_WORDS(end) - 1));
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    from <= \result <= end;
    ensures  skipped:  \forall integer k; from <= k < \result ==> !Bit(bits, k);
    ensures  found:    \result < end ==> Bit(bits, \result); */
static inline uint32_t tw_bitset_next(const uint64_t *bits, uint32_t from, uint32_t end)
{
    uint32_t i = from;
    /*@ loop invariant range:    from <= i <= end + 64;
        loop invariant skipped:  \forall integer k; from <= k < i && k < end ==> !Bit(bits, k);
        loop assigns   i;
        loop variant   end - i; */
    while (i < end) {
        const uint64_t rest = bits[i / 64u] >> (i % 64u);
        if ((rest & 1u) == 1u) { return i; }
        const uint32_t skip = tw_bitset_skip(rest);
        const uint32_t room = 64u - i % 64u;
        /*@ assert word: \forall integer k; i <= k < i + room ==> k / 64 == i / 64; */
        /*@ assert rest: \forall integer k; i <= k < i + room ==>
                             (Bit(bits, k) <==> WordBit(rest, k - i)); */
        i += skip < room ? skip : room;
    }
    return end;
}

#endif
