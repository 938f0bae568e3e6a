/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* next and remaining count from the caller's counter: a caller that has worked for a while does not sleep too long. */
#include "trap.h"

int main(void)
{
    uint32_t ticks = 0u;
    uint32_t n = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 50u) == TW_OK);
    counter += 30u; /* work */
    IS(REMAINING(0u, counter, &ticks) == TW_OK && ticks == 20u);
    while (n == 0u && wrong == 0) { /* sleeps as long as next says */
        IS(NEXT(counter, &ticks) == TW_OK);
        counter += ticks;
        IS(deliver(counter, &n) == TW_OK);
    }
    IS(counter == 0xFFFFFFF0u + 50u);
    IS(CALL(start)(w, 0u, 5u) == TW_OK);
    counter += 9u; /* the deadline has passed */
    IS(NEXT(counter, &ticks) == TW_OK && ticks == 0u);
    IS(REMAINING(0u, counter, &ticks) == TW_OK && ticks == 0u);
    return wrong;
}
