/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A counter of 24 bits, over its end, at each TW_RADIX: widened to 32 bits it is never refused. */
#include "trap.h"

#include "tw_ticks.h"

int main(void)
{
    uint64_t passed = 0xFFFF00u;
    uint32_t n = 0u;
    counter = tw_widen(0u, (uint32_t)passed, 0xFFFFFFu);
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 1u) == TW_OK);
    for (uint32_t i = 1u; i <= 1000u && wrong == 0; i++) {
        passed++;
        counter = tw_widen(counter, (uint32_t)(passed % 0x1000000u), 0xFFFFFFu);
        IS(deliver(counter, &n) == TW_OK && n == i);
        IS(CALL(start)(w, 0u, 1u) == TW_OK);
    }
    return wrong;
}
