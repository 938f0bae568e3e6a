/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reproducible random numbers and the length of random tests, by environment:

     TW_TEST_SEED    where the random numbers start; the default never changes
     TW_TEST_SCALE   length of the long tests in percent, default 100 */
#ifndef TW_TEST_RANDOM_H
#define TW_TEST_RANDOM_H

#include "tw_clock.h"

struct random {
    uint64_t state;
};

/* The seed of this run. */
uint64_t random_seed(void);

/* How many of `rounds` rounds to run at this run's scale: at least one. */
uint32_t random_rounds(uint32_t rounds);

uint64_t random_next(struct random *r);

/* A number in 0 .. end-1. */
uint32_t random_below(struct random *r, uint32_t end);

/* A tick, most often one at a border: next to a power of the radix, to half the period,
   to rollover, to the first tick of some slot, or to a multiple of TW_HASHED_SLOTS. */
uint32_t random_tick(struct random *r);

#endif
