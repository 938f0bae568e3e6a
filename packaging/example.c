/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The program under EXAMPLES in the manual pages: packaging/manual.awk copies it from its first
   #include on, with the names of either wheel. tests/checks/test_install.py compiles it and compares what it
   prints with its last comment. */
#include <stdio.h>
#include <tw_hier.h>

enum { BLINK, TIMEOUT, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);

int main(void)
{
    struct tw_hier w;
    uint32_t counter = 1000, id, ticks; /* any counter will do */
    enum tw_status status;

    if (TW_HIER_INIT(&w, memory, counter) != TW_OK) { return 1; }
    if (tw_hier_start(&w, BLINK, 10) != TW_OK) { return 1; }
    if (tw_hier_start(&w, TIMEOUT, 25) != TW_OK) { return 1; }

    counter += 35; /* you call late: four deadlines have passed */
    do {
        status = tw_hier_advance(&w, counter, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) {
            const unsigned tick = (unsigned)tw_hier_now(&w);
            printf("timer %u at tick %u\n", (unsigned)id, tick);
            if (id != BLINK) { continue; }
            if (tw_hier_restart(&w, BLINK, 10) != TW_OK) {
                return 1; /* periodic: counts from its deadline */
            }
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status != TW_BAD_CLOCK) { /* see advance */
        status = tw_hier_next(&w, counter, &ticks);
    }
    if (status == TW_BAD_CLOCK) {
        (void)fputs("the counter went back, or a gap\n", stderr);
        return 1;
    }
    printf("sleep for %u ticks\n", (unsigned)ticks);
    return 0;
}
/* It prints:
timer 0 at tick 1010
timer 0 at tick 1020
timer 1 at tick 1025
timer 0 at tick 1030
sleep for 5 ticks
*/
