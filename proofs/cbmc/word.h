/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The bit set functions in their plain form, for sets of one word of which HEADS bits are in use. */
#ifndef TW_WORD_H
#define TW_WORD_H

#include "harness.h"
#include "tw_bitset.h"

_Static_assert(HEADS <= 64, "one word");

/* The bits in use; the others are clear. */
#define USED(word) ((word) & ~(uint64_t)0u >> (64 - HEADS))

static inline uint64_t word_of(const uint64_t *bits)
{
    require(bits[0] == USED(bits[0]), "no bit is set that no slot has");
    return USED(bits[0]);
}

static inline bool word_test(const uint64_t *bits, uint32_t i)
{
    require(i < HEADS, "test: there is such a slot");
    return (word_of(bits) >> i & 1u) != 0u;
}

static inline void word_set(uint64_t *bits, uint32_t i)
{
    require(i < HEADS, "set: there is such a slot");
    bits[0] = USED(word_of(bits) | (uint64_t)1u << i);
}

static inline void word_clear(uint64_t *bits, uint32_t i)
{
    require(i < HEADS, "clear: there is such a slot");
    bits[0] = USED(word_of(bits) & ~((uint64_t)1u << i));
}

/* The lowest bit from `from` on, below `end`. */
static inline uint32_t word_next(const uint64_t *bits, uint32_t from, uint32_t end)
{
    const uint64_t word = word_of(bits);
    uint32_t next = end;
    require(from <= end, "next: a range of slots");
    require(end <= HEADS, "next: there are such slots");
    for (uint32_t k = HEADS; k > 0u; k--) {
        if ((word >> (k - 1u) & 1u) != 0u && k - 1u >= from && k - 1u < end) { next = k - 1u; }
    }
    return next;
}

#endif
