/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A counter that was read before the lock: advance and next report it, and a new reading inside the lock is accepted. */
#include "trap.h"

int main(void)
{
    uint32_t ticks = 77u;
    uint32_t n = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 50u) == TW_OK);
    const uint32_t early = counter; /* this thread reads the counter, and waits for the lock */
    counter += 5u;
    IS(deliver(counter, &n) == TW_OK); /* another thread had it */
    IS(deliver(early, &n) == TW_BAD_CLOCK);
    IS(NEXT(early, &ticks) == TW_BAD_CLOCK && ticks == 77u);
    IS(deliver(counter, &n) == TW_OK && NEXT(counter, &ticks) == TW_OK && ticks <= 45u);
    return wrong;
}
