/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop that sleeps, and an interrupt that starts a timer. docs/using.md quotes the part between the lines `recipe` and `end`.
   sleep_play.h plays the machine: the interrupt comes during sleep, before it, and while `advance` delivers. gap.c has a recover. */
#include <stdio.h>
#include <stdlib.h>

#include "tw_hier.h"

enum { LAMP, BUTTON, TIMERS, LAMP_TICKS = 50, END = 100000 };
_Static_assert(LAMP_TICKS <= TW_SLEEP_MAX, "the delays do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFF00u; /* stands still during sleep */
static uint32_t due_at[TIMERS], deliveries, starts, overtaken, wrong;

#include "sleep_play.h" /* the machine */

#define recover(now) ((void)(now), (void)fputs("sleep: TW_BAD_CLOCK\n", stderr), exit(1))
static uint32_t sleep_ticks(uint32_t now)
{
    uint32_t ticks;
    return tw_hier_next(&wheel, now, &ticks) == TW_BAD_CLOCK ? 0u : ticks; /* advance reports it */
}

static void expired(uint32_t id)
{
    mask_interrupts();
    const bool restarted = tw_hier_is_active(&wheel, id); /* by the interrupt, after its delivery */
    unmask_interrupts();
    overtaken += restarted;
    if (restarted) { return; }
    deliveries++;
    wrong += counter != due_at[id];         /* the loop slept until this deadline */
    if (id == LAMP && elapsed < END / 2u) { /* later the wheel is empty at times */
        due_at[LAMP] += LAMP_TICKS;
        mask_interrupts();
        wrong += tw_hier_restart(&wheel, LAMP, LAMP_TICKS) != TW_OK;
        unmask_interrupts();
    }
}

/* recipe sleeping loop */
static void Button_Handler(void)
{
    due_at[BUTTON] = counter + 20u;
    if (tw_hier_restart_at(&wheel, BUTTON, due_at[BUTTON]) != TW_OK) { wrong++; }
    starts++;
}

static void run_once(void) /* the main loop calls it for ever */
{
    const uint32_t now = counter; /* read once: only this loop advances the wheel */
    enum tw_status status;
    do {
        uint32_t id;
        mask_interrupts();
        status = tw_hier_advance(&wheel, now, 1u, &id);
        unmask_interrupts();
        if (status == TW_EXPIRED) { expired(id); } /* first it asks is_active, masked */
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { recover(now); } /* see Gaps: the interrupt is off until it ends */

    mask_interrupts(); /* one section, from reading the counter to the sleep instruction */
    const uint32_t ticks = sleep_ticks(counter);
    if (ticks > 0u) {
        wake_after(ticks);        /* sets a timer that runs during sleep */
        sleep_instruction();      /* returns also for an interrupt that is masked */
        counter += ticks_slept(); /* if your counter stops during sleep */
    }
    unmask_interrupts(); /* the interrupt runs now, and reads the right counter */
}
/* end */

int main(void)
{
    const uint32_t began = counter;
    due_at[LAMP] = began + LAMP_TICKS;
    wrong += TW_HIER_INIT(&wheel, memory, began) != TW_OK;
    wrong += tw_hier_start(&wheel, LAMP, LAMP_TICKS) != TW_OK;
    while (elapsed < END) {
        run_once();
    }
    printf("sleep: %u starts, %u deliveries\n", (unsigned)starts, (unsigned)deliveries);
    wrong +=
        counter - began != elapsed || between <= 500u || deliveries <= 2000u || overtaken == 0u;
    return wrong == 0u ? 0 : 1;
}
