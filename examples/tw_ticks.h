/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For callers: milliseconds to ticks and back, periods that are not whole ticks, and a counter of 32 bits from a
   hardware counter of fewer. */
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
    const uint64_t radix = TW_RADIX; /* TW_PERIOD is long long, of which strict compilers warn */
    const uint64_t wide = TW_LEVELS == 8 ? radix * radix : radix;
    const uint64_t high = ms;
    const uint64_t low = seconds;
    const uint64_t whole = high * khz + low * rest;
    const uint32_t part = ((ms % 1000u) * rest + 1999u) / 1000u;
    if (hz == 0u || whole + part >= wide * wide * wide * wide) { return TW_BAD_DELAY; }
    /*@ assert fits:  ms * khz + seconds * rest + part < 0x100000000; */
    *ticks = ms * khz + seconds * rest + part;
    return TW_OK;
}

/* Writes to `*ms` the least number of milliseconds in which `ticks` ticks pass: rounded up, so a sleep
   that long is never early. For a counter of `hz` ticks a second, 1 .. 429,496,729.

   TW_OK; or TW_BAD_DELAY, with `*ms` unchanged, for another hz, or if the ticks last 4,294,967
   seconds or longer, which is 49 days. */
/*@ requires result:     \valid(ms);
    terminates \true; exits \false;
    assigns  *ms;
    behavior fits:
      assumes  0 < hz <= 429496729 && ticks < 4294967 * hz;
      ensures  status:     \result == TW_OK;
      ensures  not_early:  *ms * hz >= ticks * 1000;
      ensures  least:      (*ms - 1) * hz < ticks * 1000;
    behavior too_long:
      assumes  hz == 0 || hz > 429496729 || ticks >= 4294967 * hz;
      assigns  \nothing;
      ensures  status:     \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD static inline enum tw_status tw_ticks_to_ms(uint32_t ticks, uint32_t hz, uint32_t *ms)
{
    /* A decimal digit each: ten times a rest fits. */
    const uint32_t by = hz == 0u || hz > 429496729u ? 1u : hz;
    const uint32_t tenths = (ticks % by) * 10u;
    const uint32_t hundredths = (tenths % by) * 10u;
    const uint32_t thousandths = (hundredths % by) * 10u;
    const uint32_t up = thousandths % by > 0u ? 1u : 0u;
    /*@ ghost tw_ticks_below(by, ticks / by, ticks % by, 4294967u);
              tw_ticks_below(by, tenths / by, tenths % by, 10u);
              tw_ticks_below(by, hundredths / by, hundredths % by, 10u);
              tw_ticks_below(by, thousandths / by, thousandths % by, 10u); */
    if (by != hz || ticks / by >= 4294967u) { return TW_BAD_DELAY; }
    /*@ assert digits: ticks * 1000 == hz * (ticks / hz * 1000 + tenths / hz * 100 +
               hundredths / hz * 10 + thousandths / hz) + thousandths % hz; */
    *ms = ticks / by * 1000u + tenths / by * 100u + hundredths / by * 10u + thousandths / by + up;
    return TW_OK;
}

/* Writes to `*ticks` the next period of `num / den` seconds, and to `*left` the part of a tick that is left,
   `*left / den`: pass it as `rest` the next time, and 0 the first time. So 60 periods of 1/60 second
   are a second. For a counter of `hz` ticks a second, and for restart in the loop of advance.

   TW_OK; or TW_BAD_DELAY, with nothing written: den is 0 or above 65,536, rest is not below den, or the
   period is no tick, or TW_PERIOD ticks or more. */
/*@ requires results:    \valid(left) && \valid(ticks) && \separated(left, ticks);
    terminates \true; exits \false;
    assigns  *left, *ticks;
    behavior fits:
      assumes  rest < den <= 65536 && den <= num * hz + rest < TW_PERIOD * den;
      ensures  status:     \result == TW_OK;
      ensures  delay:      1 <= *ticks < TW_PERIOD;
      ensures  no_drift:   *ticks * den + *left == num * hz + rest;
      ensures  part:       *left < den;
    behavior refused:
      assumes  rest >= den || den > 65536 || num * hz + rest < den ||
               num * hz + rest >= TW_PERIOD * den;
      assigns  \nothing;
      ensures  status:     \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD static inline enum tw_status tw_period(uint32_t num, uint32_t den, uint32_t hz,
                                                    uint32_t rest, uint32_t *left, uint32_t *ticks)
{
    const uint64_t radix = TW_RADIX;
    const uint64_t wide = TW_LEVELS == 8 ? radix * radix : radix;
    const uint32_t by = den > 65536u || rest >= den ? 1u : den;
    const uint32_t seconds = num / by;
    const uint32_t part = num % by;
    const uint32_t each = hz / by;
    /*@ assert one: by == 1 ==> part == 0; */
    /*@ assert rests: 0 <= part * (hz % by) <= 65535 * 65535; */
    const uint32_t sum = part * (hz % by) + rest;
    const uint32_t more = sum / by;
    /*@ ghost tw_ticks_fraction(num, hz, rest, by, seconds, part, each, hz % by, sum); */
    const uint64_t high = seconds;
    const uint64_t low = part;
    const uint64_t whole = high * hz + low * each + more;
    /*@ ghost tw_ticks_below(by, whole, sum % by, 1u);
              tw_ticks_below(by, whole, sum % by, TW_PERIOD); */
    if (rest >= den || by != den || whole == 0u || whole >= wide * wide * wide * wide) {
        return TW_BAD_DELAY;
    }
    *left = sum % by;
    *ticks = seconds * hz + part * each + more;
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
    const uint32_t span = max < 0xFFFFFFFFu ? max + 1u : 1u;
    const uint32_t to = reading % span;
    const uint32_t from = last % span;
    const uint32_t ahead = to >= from ? to - from : span - (from - to);
    /*@ ghost tw_ticks_divides(span); */
    if (max == 0xFFFFFFFFu) { return reading; }
    if (0xFFFFFFFFu % span != max) { return last; }
    /*@ ghost uint64_t wide = (uint64_t)last + ahead;
              tw_ticks_first(last, reading, span, wide); tw_ticks_alone(wide, span); */
    return ahead <= 0xFFFFFFFFu - last ? last + ahead : ahead - (0xFFFFFFFFu - last) - 1u;
}

#endif
