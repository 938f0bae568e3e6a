/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Circular time: ticks 0 .. TW_PERIOD-1 on a clock face of TW_LEVELS digits in base
   TW_RADIX. A slot is a digit on a level, numbered TW_RADIX * level + digit.

     TW_RADIX    TW_LEVELS    TW_SLOTS    TW_PERIOD
          256            4        1024    2^32 ticks (the whole uint32_t range)
           16            8         128    2^32 ticks
           16            4          64    2^16 ticks
            4            4          16    2^8 ticks

   Compilers make shifts and masks of division and remainder by these constants. */
#ifndef TW_CLOCK_H
#define TW_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "tw_geometry.h"

/* 1, in 32 bits, also if int has 16: TW_ONE - 1 + n has 32 bits, too. */
#define TW_ONE (0x10000u / 0x10000u)

/* A slot of level k spans TW_SPAN_k ticks; one of the top level, TW_TOP, spans TW_SPAN_TOP. */
#define TW_SPAN_1 (TW_ONE * TW_RADIX)
#define TW_SPAN_2 (TW_SPAN_1 * TW_RADIX)
#define TW_SPAN_3 (TW_SPAN_2 * TW_RADIX)
#if TW_LEVELS == 8
#define TW_SPAN_4 (TW_SPAN_3 * TW_RADIX)
#define TW_SPAN_5 (TW_SPAN_4 * TW_RADIX)
#define TW_SPAN_6 (TW_SPAN_5 * TW_RADIX)
#define TW_SPAN_7 (TW_SPAN_6 * TW_RADIX)
#define TW_TOP 7u
#define TW_SPAN_TOP TW_SPAN_7
#else
#define TW_TOP 3u
#define TW_SPAN_TOP TW_SPAN_3
#endif

/* The slots of the hierarchical wheel: TW_LEVELS * TW_RADIX, which is 1,024 or 64 or 16 for TW_RADIX 256,
   16 or 4 with 4 levels, and 128 for 16 with 8. */
#define TW_SLOTS (TW_LEVELS * TW_RADIX)

/* Ticks of level 0 that have their bits in one word: 64 for TW_RADIX 256, else TW_RADIX. */
#define TW_STRETCH (TW_SPAN_1 / (1u + TW_SPAN_1 / 256u * 3u))

/* The last tick before rollover: TW_PERIOD - 1. */
#define TW_TICK_MAX (TW_SPAN_TOP * (TW_RADIX - 1u) + (TW_SPAN_TOP - 1u))

/* The sleep cap, the most ticks that next writes: TW_PERIOD / 4, which is 1,073,741,824, 16,384 or
   64 ticks for a TW_PERIOD of 2^32, 2^16 or 2^8. After such a sleep you may be late by at most
   TW_PERIOD / 4 - 1 ticks: advance still accepts your counter. */
#define TW_SLEEP_MAX (TW_SPAN_TOP * (TW_RADIX / 4u))

/* The most ticks that advance goes if a timer is active, and that a deadline of start_at is ahead:
   TW_PERIOD / 2 - 1, which is 2,147,483,647, 32,767 or 127 ticks for a TW_PERIOD of 2^32, 2^16
   or 2^8. */
#define TW_STRIDE_MAX (TW_SPAN_TOP * (TW_RADIX / 2u) - 1u)

#ifdef __FRAMAC__
#include "clock.acsl"
#endif

/* Returns the caller's counter modulo TW_PERIOD: a tick. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    ensures  tick:     Tick(\result);
    ensures  reduced:  \result == counter % TW_PERIOD; */
static inline uint32_t tw_tick(uint32_t counter)
{
    return counter / TW_SPAN_TOP % TW_RADIX * TW_SPAN_TOP + counter % TW_SPAN_TOP;
}

/* Returns the ticks from `from` forward to `to`, across rollover: 0 .. TW_PERIOD-1. */
/*@ requires from:      Tick(from);
    requires to:        Tick(to);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  distance:  \result == distance(from, to); */
static inline uint32_t tw_distance(uint32_t from, uint32_t to)
{
    return to >= from ? to - from : to + (TW_TICK_MAX - from) + 1u;
}

/* Returns the lag: the ticks that your counter is ahead of the wheel's clock, 0 .. TW_PERIOD-1.
   `now` is what tw_hier_now or tw_hashed_now returned. A plain subtraction is wrong if TW_PERIOD
   is less than 2^32. */
/*@ requires clock:     Tick(now);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  lag:       \result == distance(now, counter % TW_PERIOD); */
static inline uint32_t tw_lag(uint32_t now, uint32_t counter)
{
    return tw_distance(now, tw_tick(counter));
}

/* Returns the tick that is `delay` ticks after `now`, across rollover. */
/*@ requires now:    Tick(now);
    requires delay:  Tick(delay);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  after:  \result == after(now, delay); */
static inline uint32_t tw_after(uint32_t now, uint32_t delay)
{
    return delay <= TW_TICK_MAX - now ? now + delay : delay - (TW_TICK_MAX - now) - 1u;
}

/* Tells whether a deadline that is `ticks` ahead on the circle has passed: it is now, or less than
   TW_PERIOD/4 ago. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    ensures  gone:   \result <==> Gone(ticks); */
static inline bool tw_gone(uint32_t ticks)
{
    return ticks == 0u || ticks > TW_TICK_MAX - TW_SLEEP_MAX + 1u;
}

/* Returns what is left of a wait when `lag` ticks of it have passed. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    ensures  rest:   \result == rest(wait, lag); */
static inline uint32_t tw_rest(uint32_t wait, uint32_t lag)
{
    return wait > lag ? wait - lag : 0u;
}

/* Returns `ticks`, or the sleep cap TW_SLEEP_MAX if that is less. */
/*@ terminates \true; exits \false;
    assigns  \nothing;
    ensures  stride: \result == stride(ticks); */
static inline uint32_t tw_stride(uint32_t ticks)
{
    return ticks < TW_SLEEP_MAX ? ticks : TW_SLEEP_MAX;
}

/* Returns the slot of a deadline while the clock is at `now`. The level is that of the highest
   digit in which deadline and now differ, or level 0 if they are equal. If the clock must roll
   over first, it is the top level, even if the top digits are equal. */
/*@ requires deadline:  Tick(deadline);
    requires now:       Tick(now);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  slot:      \result == slot_of(deadline, now);
    ensures  range:     0 <= \result < TW_SLOTS; */
static inline uint32_t tw_slot(uint32_t deadline, uint32_t now)
{
    const uint32_t high_1 = deadline / TW_SPAN_1;
    const uint32_t high_2 = deadline / TW_SPAN_2;
#if TW_LEVELS == 8
    const uint32_t high_3 = deadline / TW_SPAN_3;
    const uint32_t high_4 = deadline / TW_SPAN_4;
    const uint32_t high_5 = deadline / TW_SPAN_5;
    const uint32_t high_6 = deadline / TW_SPAN_6;
#endif
    const uint32_t high = deadline / TW_SPAN_TOP;
    if (deadline < now || high != now / TW_SPAN_TOP) { return TW_TOP * TW_RADIX + high; }
#if TW_LEVELS == 8
    if (high_6 != now / TW_SPAN_6) { return 6u * TW_RADIX + high_6 % TW_RADIX; }
    if (high_5 != now / TW_SPAN_5) { return 5u * TW_RADIX + high_5 % TW_RADIX; }
    if (high_4 != now / TW_SPAN_4) { return 4u * TW_RADIX + high_4 % TW_RADIX; }
    if (high_3 != now / TW_SPAN_3) { return 3u * TW_RADIX + high_3 % TW_RADIX; }
#endif
    if (high_2 != now / TW_SPAN_2) { return 2u * TW_RADIX + high_2 % TW_RADIX; }
    if (high_1 != now / TW_SPAN_1) { return TW_RADIX + high_1 % TW_RADIX; }
    return deadline % TW_RADIX;
}

/* Returns the next tick at which a slot opens, `now` included: the first tick of its window. */
/*@ requires slot:   0 <= slot < TW_SLOTS;
    requires now:    Tick(now);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  opens:  \result == opens(slot, now);
    ensures  tick:   Tick(\result); */
static inline uint32_t tw_opens(uint32_t slot, uint32_t now)
{
    const uint32_t digit = slot % TW_RADIX;
    if (slot < TW_RADIX) { return now / TW_SPAN_1 * TW_SPAN_1 + digit; }
    if (slot < 2u * TW_RADIX) { return now / TW_SPAN_2 * TW_SPAN_2 + digit * TW_SPAN_1; }
    if (slot < 3u * TW_RADIX) { return now / TW_SPAN_3 * TW_SPAN_3 + digit * TW_SPAN_2; }
#if TW_LEVELS == 8
    if (slot < 4u * TW_RADIX) { return now / TW_SPAN_4 * TW_SPAN_4 + digit * TW_SPAN_3; }
    if (slot < 5u * TW_RADIX) { return now / TW_SPAN_5 * TW_SPAN_5 + digit * TW_SPAN_4; }
    if (slot < 6u * TW_RADIX) { return now / TW_SPAN_6 * TW_SPAN_6 + digit * TW_SPAN_5; }
    if (slot < 7u * TW_RADIX) { return now / TW_SPAN_7 * TW_SPAN_7 + digit * TW_SPAN_6; }
#endif
    return digit * TW_SPAN_TOP;
}

#endif
