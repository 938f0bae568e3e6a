/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Milliseconds as ticks of a counter that runs at `hz`. */
#ifndef EXAMPLES_TICKS_H
#define EXAMPLES_TICKS_H

#include <stdint.h>

/* The least number of ticks that lasts no less than `ms` milliseconds: rounded up, lest a timer is early.
   0, which every wheel refuses as a delay, if that number does not fit. A part of the current tick may have passed
   already, so the delay may be short by that part: add 1 if that matters. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    behavior fits:
      assumes  ms * hz <= 0xFFFFFFFF * 1000;
      ensures  not_early:  \result * 1000 >= ms * hz;
      ensures  least:      (\result - 1) * 1000 < ms * hz;
    behavior too_long:
      assumes  ms * hz > 0xFFFFFFFF * 1000;
      ensures  none:       \result == 0;
    complete behaviors;
    disjoint behaviors; */
static inline uint32_t tw_ms_to_ticks(uint32_t ms, uint32_t hz)
{
    /*@ assert product: 0 <= ms * hz <= 0xFFFFFFFF * 0xFFFFFFFF; */
    const uint64_t thousandths = (uint64_t)ms * hz;
    const uint64_t ticks = thousandths / 1000u + (thousandths % 1000u != 0u ? 1u : 0u);
    return ticks <= 0xFFFFFFFFu ? (uint32_t)ticks : 0u;
}

#endif
