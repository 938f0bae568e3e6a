/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An idle wheel follows any counter: after P/2 + 5 ticks without a timer, advance and start_at go on. */
#include "trap.h"

int main(void)
{
    uint32_t ticks = 0u;
    uint32_t n = 0u;
    IS(NEW_WHEEL() == TW_OK);
    IS(NEXT(counter, &ticks) == TW_NOT_ACTIVE && ticks == TW_SLEEP_MAX);
    counter += (uint32_t)(P / 2u) + 5u;
    IS(deliver(counter, &n) == TW_OK && CALL(now)(w) == tw_tick(counter));
    IS(CALL(start_at)(w, 0u, counter + 20u) == TW_OK);
    IS(deliver(counter + 19u, &n) == TW_OK && n == 0u);
    IS(deliver(counter + 20u, &n) == TW_OK && n == 1u);
    counter += 20u - 100u; /* an idle wheel follows a counter that was set back, too */
    IS(deliver(counter, &n) == TW_OK && n == 1u);
    return wrong;
}
