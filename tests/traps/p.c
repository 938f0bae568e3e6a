/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A handler that delivers timers itself moves the clock beyond the reading of the outer loop. Right: the outer loop reads anew before it
   judges; a period counts from the deadline that was saved. Wrong: the old reading looks like a counter that went back, and init loses
   all timers; restart counts from a clock that has moved on. Delays in parts have no order of starts. */
#include "trap.h"

enum { SLOW, FAST, LATER, PERIOD = 50 };

/* The way of examples/gap.c: what the reading tells after TW_BAD_CLOCK. */
static enum verdict { NO_GAP, GAP, WENT_BACK } verdict(uint32_t reading)
{
    const uint32_t lag = tw_lag(CALL(now)(w), reading);
    if (lag <= TW_STRIDE_MAX) { return NO_GAP; }
    return lag > TW_TICK_MAX - TW_SLEEP_MAX ? WENT_BACK : GAP;
}

/* SLOW is delivered at its deadline, 10, waits for 20 ticks, and delivers timers meanwhile, by a loop or by one call of advance. */
static void nested(bool loop, bool saved)
{
    uint32_t id;
    uint32_t ticks;
    uint32_t n = 0u;
    const uint32_t began = counter;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, SLOW, 10u) == TW_OK);
    IS(!loop || CALL(start)(w, FAST, 25u) == TW_OK);
    IS(!loop || CALL(start)(w, LATER, 60u) == TW_OK);
    counter += 10u;
    const uint32_t now = counter;
    IS(CALL(advance)(w, now, TW_UNBOUNDED, &id) == TW_EXPIRED && id == SLOW);
    const uint32_t deadline = CALL(now)(w);
    counter += 20u;
    IS(deliver(counter, &n) == TW_OK && n == (loop ? 1u : 0u));
    const uint32_t next = tw_lag(CALL(now)(w), deadline + PERIOD);
    IS(CALL(restart)(w, SLOW, saved ? next : PERIOD) == TW_OK);
    IS(deliver(now, &n) == TW_BAD_CLOCK); /* the outer loop */
    WRONG_WAY(verdict(now) == WENT_BACK);
    IS(verdict(counter) == NO_GAP && deliver(counter, &n) == TW_OK);
    IS(REMAINING(SLOW, counter, &ticks) == TW_OK);
    IS(!saved || counter + ticks == began + 10u + PERIOD);
    WRONG_WAY(saved || counter + ticks == began + 10u + PERIOD + 20u);
    IS(CALL(is_active)(w, LATER) == loop);
}

/* One answer for each lag. */
static void verdicts(void)
{
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, SLOW, 1u) == TW_OK);
    IS(verdict(counter) == NO_GAP && verdict(counter + TW_STRIDE_MAX) == NO_GAP);
    IS(verdict(counter + (uint32_t)(P / 2u)) == GAP);
    IS(verdict(counter + (uint32_t)(P / 4u * 3u - 1u)) == GAP);
    IS(verdict(counter - (uint32_t)(P / 4u)) == WENT_BACK && verdict(counter - 1u) == WENT_BACK);
}

/* Both have the same deadline, and timer 0 was started first, in two parts. */
static void parts(void)
{
    uint32_t id;
    uint32_t n = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, TW_SLEEP_MAX) == TW_OK);
    IS(deliver(counter + 20u, &n) == TW_OK && n == 0u);
    IS(CALL(start_at)(w, 1u, counter + TW_SLEEP_MAX + 10u) == TW_OK);
    counter += TW_SLEEP_MAX + 10u;
    while (CALL(advance)(w, counter, TW_UNBOUNDED, &id) == TW_BUSY) {}
    IS(id == 0u && CALL(restart)(w, 0u, 10u) == TW_OK);
    while (CALL(advance)(w, counter, TW_UNBOUNDED, &id) == TW_BUSY) {}
    WRONG_WAY(id == 1u);
}

int main(void)
{
    nested(true, true);
    nested(true, false);
    nested(false, true);
    verdicts();
    parts();
    return wrong;
}
