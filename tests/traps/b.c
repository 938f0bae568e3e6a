/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An interrupt starts a timer between next and the sleep instruction: with one section around both, it is not late. */
#include "trap.h"

static uint32_t pressed, due;

static void interrupt(void)
{
    due = counter + 3u;
    IS(CALL(restart_at)(w, 1u, due) == TW_OK);
}

/* Sleeps; the interrupt comes right after next. Returns how late its timer is delivered. */
static uint32_t sleep_once(bool whole_section)
{
    uint32_t ticks = 0u;
    uint32_t n = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 40u) == TW_OK);
    for (pressed = 0u; n == 0u && wrong == 0;) {
        IS(NEXT(counter, &ticks) == TW_OK);
        if (pressed++ == 0u) {
            if (whole_section) { ticks = 0u; } /* pending: the sleep instruction returns at once */
            interrupt();
        }
        counter += ticks;
        IS(deliver(counter, &n) == TW_OK);
    }
    return counter - due;
}

int main(void)
{
    IS(sleep_once(true) == 0u);
    IS(sleep_once(false) > 0u); /* the wrong way is seen to be wrong */
    return wrong;
}
