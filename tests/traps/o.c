/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A periodic timer whose caller was away for an hour, or as long as advance accepts. Right: the recipe has one delivery for all
   missed periods, and the phase stays. Wrong: one delivery for each of them. */
#include "trap.h"

enum { PERIOD = 10, HOUR = 3600000 };

static uint32_t deliveries(bool skip, uint32_t away)
{
    uint32_t id;
    uint32_t n = 0u;
    enum tw_status status;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, PERIOD) == TW_OK);
    counter += away;
    do {
        status = CALL(advance)(w, counter, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) {
            const uint32_t late = tw_lag(CALL(now)(w), counter);
            n++;
            IS(CALL(restart)(w, 0u, skip ? (late / PERIOD + 1u) * PERIOD : PERIOD) == TW_OK);
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    IS(status == TW_OK);
    return n;
}

int main(void)
{
    const uint32_t away = HOUR < TW_STRIDE_MAX ? HOUR : TW_STRIDE_MAX;
    uint32_t ticks = 0u;
    IS(deliveries(true, 125u) == 1u);
    IS(REMAINING(0u, counter, &ticks) == TW_OK && ticks == 5u); /* the phase stays */
    WRONG_WAY(deliveries(false, 125u) == 12u);
    IS(deliveries(true, away) == 1u);
    WRONG_WAY(deliveries(false, away) == away / PERIOD); /* 360,000 at TW_RADIX 256 */
    IS(deliveries(true, TW_STRIDE_MAX) == 1u);
    return wrong;
}
