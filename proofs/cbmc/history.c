/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every history of CALLS calls from init, at every start tick, against the sorted list. step.c proves that
   the audit passes after each call: to ask it again here takes six times as long. */
#include "pair.h"

/* What the calls are: any; or, where KINDS is given, so many times two bits, the first lowest. */
#ifdef KINDS
#define KIND(i) ((KINDS >> 2u * (i)) % 4u)
#else
#define KIND(i) (nondet_u32() & 3u)
#endif

/* Any call of a kind. Few bits, for a shorter search: ids up to 7 and ticks up to two periods, beyond what is
   accepted; step.c has all that a machine word can hold. */
static void any_call(uint32_t kind)
{
    const uint32_t id = nondet_u32() & 7u;
    const uint32_t ticks = (uint32_t)(nondet_u32() & (2u * TW_PERIOD - 1u));
    const bool at = nondet_bool(); /* a deadline, not a delay */
    if (kind == 0u) {
        (void)(at ? both_start_at(id, ticks) : both_start(id, ticks));
    } else if (kind == 1u) {
        both_stop(id, 0u);
    } else if (kind == 2u) {
        (void)(at ? both_restart_at(id, ticks) : both_restart(id, ticks));
    } else {
        advance(ticks, any_below(BUDGET + 1u));
    }
}

/* What a caller can see: one timer, any, and when to wake up. */
static void look(void)
{
    const uint32_t id = any_below(TIMERS);
    const uint32_t counter = nondet_u32() & (2u * TW_TICK_MAX + 1u);
    both_is_active(id, 0u);
    (void)both_remaining(id, counter);
    next(counter);
}

void history(void)
{
    const uint32_t now = nondet_u32() & TW_TICK_MAX;
    both_init(TIMERS, now);
    for (uint32_t i = 0u; i < CALLS; i++) {
        any_call(KIND(i));
    }
    look();
}
