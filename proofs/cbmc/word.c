/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sets of HEADS bits in one word: the bit set functions equal the plain form that pair.h puts in
   their place, for every word and all arguments. */
#include "word.h"

void forms(void)
{
    const uint64_t before[1] = {USED(nondet_u64())};
    const uint32_t i = any_below(HEADS);
    const uint32_t end = any_below(HEADS + 1u);
    const uint32_t from = any_below(end + 1u);
    uint64_t a[1] = {before[0]};
    uint64_t b[1] = {before[0]};
    show("words", before[0]);
    show("i", i);
    show("from", from);
    show("end", end);
    require(tw_bitset_test(a, i) == word_test(b, i), "test: the plain form");
    require(tw_bitset_next(a, from, end) == word_next(b, from, end), "next: the plain form");
    tw_bitset_set(a, i);
    word_set(b, i);
    require(a[0] == b[0], "set: the plain form");
    a[0] = before[0];
    b[0] = before[0];
    tw_bitset_clear(a, i);
    word_clear(b, i);
    require(a[0] == b[0], "clear: the plain form");
}
