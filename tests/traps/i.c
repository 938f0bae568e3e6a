/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A delay without a tick count that fits is an error, not a delay of 0 or 1: 55 hours at 32,768 Hz. */
#include "trap.h"

#include "tw_ticks.h"

int main(void)
{
    uint32_t ticks = 77u;
    IS(tw_ms_to_ticks(198000000u, 32768u, &ticks) == TW_BAD_DELAY && ticks == 77u);
    IS(tw_ms_to_ticks(5u, 1000u, &ticks) == TW_OK && ticks == 6u); /* with the 1 inside */
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, ticks) == TW_OK);
    return wrong;
}
