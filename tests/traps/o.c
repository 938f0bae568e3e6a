/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A periodic timer whose caller was away: a burst has one delivery a period, and the recipe has one for all. */
#include "trap.h"

enum { PERIOD = 10 };

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
    uint32_t ticks = 0u;
    IS(deliveries(false, 125u) == 12u);
    IS(deliveries(true, 125u) == 1u);
    IS(REMAINING(0u, counter, &ticks) == TW_OK && ticks == 5u); /* the phase stays */
    IS(deliveries(true, TW_STRIDE_MAX) == 1u);
    return wrong;
}
