/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For callers: milliseconds to ticks, and a counter of 32 bits from a hardware counter of fewer. */
#ifndef TW_TICKS_H
#define TW_TICKS_H

#include <stdint.h>

#ifndef TW_GEOMETRY_H /* the single header has both */
#include "tw_geometry.h"
#endif
#ifndef TW_STATUS_H
#include "tw_status.h"
#endif

#ifdef __FRAMAC__
#include "ticks.acsl"
#endif

/* Writes to `*ticks` the least delay that never ends before `ms` milliseconds have passed, for a
   counter of `hz` ticks a second: 1 .. TW_PERIOD-1. That is `ms` in ticks, rounded up, and 1 more,
   because a part of the current tick has passed already. 0 milliseconds are 1 tick.

   TW_OK; or TW_BAD_DELAY, with `*ticks` unchanged, if no delay below TW_PERIOD lasts that long, or
   if hz is 0: such a counter stands still. */
/*@ requires result:     \valid(ticks);
    terminates \true; exits \false;
    assigns  *ticks;
    behavior fits:
      assumes  0 < hz && ms * hz <= (TW_PERIOD - 2) * 1000;
      ensures  status:     \result == TW_OK;
      ensures  delay:      1 <= *ticks < TW_PERIOD;
      ensures  not_early:  (*ticks - 1) * 1000 >= ms * hz;
      ensures  least:      (*ticks - 2) * 1000 < ms * hz;
    behavior too_long:
      assumes  hz == 0 || ms * hz > (TW_PERIOD - 2) * 1000;
      assigns  \nothing;
      ensures  status:     \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD static inline enum tw_status tw_ms_to_ticks(uint32_t ms, uint32_t hz, uint32_t *ticks)
{
    /* All products and quotients fit: 999 rounds up, and 1000 is the 1 more. */
    const uint32_t seconds = ms / 1000u;
    const uint32_t khz = hz / 1000u;
    const uint32_t rest = hz % 1000u;
    /*@ assert high:  0 <= ms * khz <= 4294967 * ms; */
    /*@ assert low:   0 <= seconds * rest <= 999 * seconds; */
    /*@ assert part:  0 <= (ms % 1000) * rest <= 999 * (ms % 1000); */
    /*@ ghost tw_ticks_product(ms, hz, seconds, ms % 1000u, khz, rest); */
    const uint64_t high = ms;
    const uint64_t low = seconds;
    const uint64_t whole = high * khz + low * rest;
    const uint32_t part = ((ms % 1000u) * rest + 1999u) / 1000u;
    if (hz == 0u || whole + part >= TW_PERIOD) { return TW_BAD_DELAY; }
    /*@ assert fits:  ms * khz + seconds * rest + part < 0x100000000; */
    *ticks = ms * khz + seconds * rest + part;
    return TW_OK;
}

/* Returns your counter of 32 bits, from its `last` value and a `reading` of a hardware counter whose
   largest value is `max`: 0xFFFFFF for 24 bits, 0xFFFF for 16. It is the first value from `last` on
   that equals the reading modulo max + 1. So it is the exact count, modulo 2^32, if at most `max`
   ticks have passed since `last`: one reading in that time is enough. Begin with `last` 0, and keep
   the result as the next `last`.

   max + 1 is a power of two, 1 to 2^32. For any other `max` the result is `last`: the counter
   stands still. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    behavior counter:
      assumes  0x100000000 % (max + 1) == 0;
      ensures  ahead:      onward(last, \result) <= max;
      ensures  congruent:  \result % (max + 1) == reading % (max + 1);
      ensures  exact:      \forall integer t; last <= t <= last + max &&
                               t % (max + 1) == reading % (max + 1) ==>
                               \result == t % 0x100000000;
    behavior bad_max:
      assumes  0x100000000 % (max + 1) != 0;
      ensures  last:       \result == last;
    complete behaviors;
    disjoint behaviors; */
static inline uint32_t tw_widen(uint32_t last, uint32_t reading, uint32_t max)
{
    if (max == 0xFFFFFFFFu) { return reading; }
    const uint32_t span = max + 1u;
    /*@ ghost tw_ticks_divides(span); */
    if (0xFFFFFFFFu % span != max) { return last; }
    const uint32_t ahead = ((reading % span) + (span - (last % span))) % span;
    /*@ ghost uint64_t wide = (uint64_t)last + ahead;
              tw_ticks_first(last, reading, span, wide); tw_ticks_alone(wide, span); */
    return ahead <= 0xFFFFFFFFu - last ? last + ahead : ahead - (0xFFFFFFFFu - last) - 1u;
}

#endif
