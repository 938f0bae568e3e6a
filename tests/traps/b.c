/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An interrupt starts a timer between next and the sleep instruction. With one section around both, it is not late. In the wrong
   way the section ends after next: the timer is late by the rest of the sleep, and no status says so. */
#include "trap.h"

enum { DELAY = 3 };

/* Sleeps; the interrupt comes right after next. Returns how late its timer is delivered, and the first sleep that next allowed. */
static uint32_t sleep_once(bool whole_section, uint32_t *first)
{
    uint32_t ticks = 0u;
    uint32_t n = 0u;
    uint32_t due = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 40u) == TW_OK);
    for (uint32_t turn = 0u; n == 0u && wrong == 0; turn++) {
        IS(NEXT(counter, &ticks) == TW_OK);
        if (turn == 0u) {
            *first = ticks;
            if (whole_section) { ticks = 0u; } /* pending: the sleep instruction returns at once */
            due = counter + DELAY;
            IS(CALL(restart_at)(w, 1u, due) == TW_OK);
        }
        counter += ticks;
        IS(deliver(counter, &n) == TW_OK);
    }
    return counter - due;
}

int main(void)
{
    uint32_t first = 0u;
    IS(sleep_once(true, &first) == 0u);
    const uint32_t late = sleep_once(false, &first);
    WRONG_WAY(late > 0u && late == first - DELAY);
    return wrong;
}
