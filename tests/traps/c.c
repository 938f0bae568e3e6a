/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller whose rounds take P/2 ticks, at each TW_RADIX: the recovery in strides delivers each timer. */
#include "trap.h"

static uint32_t deliveries;

static void recover(uint32_t now)
{
    uint32_t left = tw_lag(CALL(now)(w), now);
    IS(left == (uint32_t)(P / 2u)); /* a plain subtraction is wrong where P is less than 2^32 */
    while (left > 0u) {
        left -= left < TW_STRIDE_MAX ? left : TW_STRIDE_MAX;
        IS(deliver(now - left, &deliveries) == TW_OK);
    }
}

int main(void)
{
    IS(NEW_WHEEL() == TW_OK);
    for (uint32_t round = 1u; round <= 100u; round++) {
        IS(CALL(start)(w, 0u, 100u) == TW_OK);
        counter += (uint32_t)(P / 2u);
        IS(deliver(counter, &deliveries) == TW_BAD_CLOCK);
        recover(counter);
        IS(deliveries == round && CALL(now)(w) == tw_tick(counter));
    }
    return wrong;
}
