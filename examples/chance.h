/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers that look random, the same in each run (xorshift): for a play of what comes from outside. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/* Returns a number in 0 .. end-1. */
static uint32_t random_below(uint32_t end)
{
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % end;
}

#endif
