/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An interrupt comes between advance and the handler. Right: a mark that advance sets, and that each start and stop clears. Wrong: the
   handler asks is_active. It runs after a stop that returned TW_OK. */
#include "trap.h"

static bool must_run; /* delivered, and its handler has not begun */

static bool stop_timer(void) /* true: its handler will not run */
{
    const bool stopped = CALL(stop)(w, 0u) == TW_OK || must_run;
    must_run = false;
    return stopped;
}

static void start_timer(void)
{
    IS(CALL(start_at)(w, 0u, counter + 20u) == TW_OK);
    must_run = false;
}

/* Delivers the timer; then the interrupt makes some calls: s starts, x stops. Returns whether the handler runs. */
static bool runs(const char *calls, bool marked)
{
    uint32_t id;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 5u) == TW_OK);
    counter += 5u;
    IS(CALL(advance)(w, counter, TW_UNBOUNDED, &id) == TW_EXPIRED);
    must_run = true;
    for (; *calls != '\0'; calls++) {
        if (*calls == 's') { start_timer(); }
        IS(*calls == 's' || stop_timer()); /* each stop prevents a handler */
    }
    return marked ? must_run : !CALL(is_active)(w, 0u);
}

int main(void)
{
    IS(runs("", true) && !runs("s", true) && !runs("x", true));
    IS(!runs("sx", true) && !runs("xsx", true) && !runs("xs", true));
    WRONG_WAY(runs("sx", false) && runs("xsx", false) && runs("x", false));
    runs("s", true);
    IS(stop_timer());
    IS(!stop_timer()); /* nothing is left to be stopped */
    return wrong;
}
