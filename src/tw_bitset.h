/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A bit a slot: which slots are occupied, and the next one from here. */
#ifndef TW_BITSET_H
#define TW_BITSET_H

#include <stdbool.h>
#include <stddef.h>

#include "tw_status.h"

#ifdef __FRAMAC__
#include "bitset.acsl"
#endif

/* A bit, where it is in its word. Only 32 bits are shifted by a variable number: to shift 64 so,
   small machines call a library. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    ensures  bit:      \result == (1 << (i % 64));
    ensures  some:     \result >= 1; */
static inline uint64_t tw_bitset_bit(uint32_t i)
{
    const uint32_t half = (uint32_t)1u << (i % 32u);
    const uint64_t bit = half;
    /*@ assert place: i % 64 == (i % 64 < 32 ? i % 32 : i % 32 + 32); */
    /*@ ghost tw_bitset_products(i % 32u); */
    /*@ assert high: 0x100000000 * bit == (1 << (i % 32 + 32)); */
    /*@ assert some: WordBit(bit, i % 32) && bit != 0; */
    return i % 64u < 32u ? bit : bit * 0x100000000u;
}

/*@ requires bit:      i < TW_BITSET_MAX;
    requires memory:   \valid_read(bits + i / 64);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  test:     \result <==> Bit(bits, i); */
static inline bool tw_bitset_test(const uint64_t *bits, uint32_t i)
{
    const uint64_t bit = tw_bitset_bit(i);
    return (bits[i / 64u] & bit) != 0u;
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
    bits[i / 64u] |= tw_bitset_bit(i);
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
    bits[i / 64u] &= ~tw_bitset_bit(i);
}

/* Clears the words of the n lowest bits: a store a bit, lest a compiler calls memset. */
/*@ requires size:     n < TW_BITSET_MAX;
    requires memory:   \valid(bits + (0 .. TW_BITSET_WORDS(n) - 1));
    requires count:    tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  bits[0 .. TW_BITSET_WORDS(n) - 1], tw_steps;
    ensures  cleared:  \forall integer k; 0 <= k < n ==> !Bit(bits, k);
    ensures  steps:    tw_steps == \old(tw_steps) + n; */
static inline void tw_bitset_reset(uint64_t *bits, uint32_t n)
{
    /*@ loop invariant range:    0 <= i <= n;
        loop invariant cleared:  \forall integer k; 0 <= k < i ==> !Bit(bits, k);
        loop invariant steps:    tw_steps == \at(tw_steps, Pre) + i;
        loop assigns   i, bits[0 .. TW_BITSET_WORDS(n) - 1], tw_steps;
        loop variant   n - i; */
    for (uint32_t i = 0u; i < n; i++) {
        /*@ ghost tw_steps++; */
        bits[i / 64u] = 0u;
    }
}

/* The lowest bit that is set. In its half of the word it alone is kept; five masks then say which it
   is, none waiting for another. */
/*@ requires some:     word != 0;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    0 <= \result < 64;
    ensures  set:      WordBit(word, \result);
    ensures  lowest:   \forall integer j; 0 <= j < \result ==> !WordBit(word, j); */
static inline uint32_t tw_bitset_lowest(uint64_t word)
{
    /*@ assert step:   \forall integer n; 16 <= n ==> n / 16 == (n - 16) / 16 + 1; */
    /*@ assert step:   \forall integer n; 8 <= n ==> n / 8 == (n - 8) / 8 + 1; */
    /*@ assert step:   \forall integer n; 4 <= n ==> n / 4 == (n - 4) / 4 + 1; */
    /*@ assert step:   \forall integer n; 2 <= n ==> n / 2 == (n - 2) / 2 + 1; */
    /*@ ghost tw_bitset_half(word); */
    const uint32_t low = (uint32_t)(word % 0x100000000u);
    const uint32_t half = low != 0u ? low : (uint32_t)(word / 0x100000000u);
    /*@ assert upper:  low == 0 ==> \forall integer j; 32 <= j ==>
            (WordBit(word, j) <==> WordBit(half, j - 32)); */
    /*@ assert lower:  low == 0 ==> \forall integer j; 0 <= j < 32 ==> !WordBit(word, j); */
    /*@ ghost const uint32_t k = tw_bitset_alone(half); */
    /*@ assert range:  k + (low != 0 ? 0 : 32) < 64; */
    /*@ assert set:    WordBit(word, low != 0 ? k : k + 32); */
    /*@ assert least:  \forall integer j; 0 <= j < (low != 0 ? k : k + 32) ==> !WordBit(word, j); */
    const uint32_t bit = half & ~(half - 1u);
    /*@ ghost tw_bitset_mask(bit, k, 0xFFFF0000u, 16u);
              tw_bitset_mask(bit, k, 0xFF00FF00u, 8u);
              tw_bitset_mask(bit, k, 0xF0F0F0F0u, 4u);
              tw_bitset_mask(bit, k, 0xCCCCCCCCu, 2u);
              tw_bitset_mask(bit, k, 0xAAAAAAAAu, 1u); */
    const uint32_t a = (bit & 0xFFFF0000u) != 0u ? 16u : 0u;
    const uint32_t b = (bit & 0xFF00FF00u) != 0u ? 8u : 0u;
    const uint32_t c = (bit & 0xF0F0F0F0u) != 0u ? 4u : 0u;
    const uint32_t d = (bit & 0xCCCCCCCCu) != 0u ? 2u : 0u;
    const uint32_t e = (bit & 0xAAAAAAAAu) != 0u ? 1u : 0u;
    /*@ assert sum:    a + b + c + d + e == k; */
    return a + b + c + d + e + (low != 0u ? 0u : 32u);
}

/* Are the bits first .. last, which are of one word, all clear? */
/*@ requires bits:     first <= last < TW_BITSET_MAX && first / 64 == last / 64;
    requires memory:   \valid_read(bits + first / 64);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  clear:    \result <==> \forall integer k; first <= k <= last ==> !Bit(bits, k); */
static inline bool tw_bitset_none(const uint64_t *bits, uint32_t first, uint32_t last)
{
    const uint64_t from = tw_bitset_bit(first);
    const uint64_t to = tw_bitset_bit(last);
    /*@ ghost tw_bitset_above(bits[first / 64], from, first % 64); */
    /*@ ghost tw_bitset_products(last % 64u); */
    /*@ assert twice: 2 * to == (1 << (last % 64 + 1)); */
    /*@ ghost tw_bitset_below(last % 64 + 1);
              tw_bitset_some(bits[first / 64] & ~(from - 1) & (to - 1 + to)); */
    /*@ assert bits: \forall integer j; 0 <= j < 64 ==>
            (WordBit(bits[first / 64] & (uint64_t)~(from - 1) & (to - 1 + to), j) <==>
             first % 64 <= j <= last % 64 && WordBit(bits[first / 64], j)); */
    /*@ assert word: \forall integer j; 0 <= j < 64 ==>
            (WordBit(bits[first / 64], j) <==> Bit(bits, 64 * (first / 64) + j)); */
    return (bits[first / 64u] & ~(from - 1u) & (to - 1u + to)) == 0u;
}

/* The first bit set in from .. end-1, or end. Passes a word in one step. */
/*@ requires range:    from <= end <= TW_BITSET_MAX;
    requires memory:   \valid_read(bits + (0 .. TW_BITSET_WORDS(end) - 1));
    requires count:    tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  range:    from <= \result <= end;
    ensures  skipped:  \forall integer k; from <= k < \result ==> !Bit(bits, k);
    ensures  found:    \result < end ==> Bit(bits, \result);
    ensures  steps:    tw_steps <= \old(tw_steps) + (\result + 63) / 64 - from / 64;
    ensures  near:     \result < end ==>
                           tw_steps == \old(tw_steps) + \result / 64 - from / 64;
    ensures  none:     from == end ==> tw_steps == \old(tw_steps); */
static inline uint32_t tw_bitset_next(const uint64_t *bits, uint32_t from, uint32_t end)
{
    if (from == end) { return end; }
    const uint32_t first_word = from / 64u;
    const uint32_t last_word = (end - 1u) / 64u;
    const size_t last = (size_t)last_word;
    size_t n = (size_t)first_word;
    const uint64_t bit = tw_bitset_bit(from);
    uint64_t word = bits[n] & ~(bit - 1u);
    /*@ ghost tw_bitset_above(bits[n], bit, from % 64u); */
    /*@ assert word: \forall integer k; 64 * n <= k < 64 * n + 64 ==>
            (WordBit(word, k - 64 * n) <==> from <= k && WordBit(bits[n], k - 64 * n)); */
    /*@ loop invariant range:    from / 64 <= n <= last;
        loop invariant word:     \forall integer k; 64 * n <= k < 64 * n + 64 ==>
            (WordBit(word, k - 64 * n) <==> from <= k && Bit(bits, k));
        loop invariant skipped:  \forall integer k; from <= k < 64 * n ==> !Bit(bits, k);
        loop invariant steps:    tw_steps == \at(tw_steps, Pre) + n - from / 64;
        loop assigns   n, word, tw_steps;
        loop variant   last - n; */
    while (word == 0u) {
        /*@ ghost tw_steps++; */
        /*@ assert empty: \forall integer k; 64 * n <= k < 64 * n + 64 && from <= k ==>
                !Bit(bits, k); */
        if (n == last) { return end; }
        n++;
        word = bits[n];
    }
    const uint32_t found = 64u * (uint32_t)n + tw_bitset_lowest(word);
    /*@ assert found: Bit(bits, found); */
    /*@ assert lower: \forall integer k; 64 * n <= k < found && from <= k ==> !Bit(bits, k); */
    return found < end ? found : end;
}

#endif
