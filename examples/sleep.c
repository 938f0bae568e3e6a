/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop that sleeps, and an interrupt that starts and stops a timer. docs/using.md explains the part between `recipe` and `end`.
   sleep_play.h plays the machine: the interrupt comes during sleep, before it, and while `advance` delivers. No gap comes: gap.c has a recover. */
#include <stdio.h>

#include "tw_hier.h"

enum { LAMP, BUTTON, TIMERS, LAMP_TICKS = 50, END = 100000 };
_Static_assert(LAMP_TICKS <= TW_SLEEP_MAX, "the delays do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFF00u; /* stands still during sleep */
static uint32_t due_at[TIMERS], deliveries[TIMERS], starts, stops, replaced, overtaken, recoveries,
    seen;
static uint32_t wrong;

#include "sleep_play.h" /* the machine */

#define recover(now) (recoveries++, wrong += tw_lag(tw_hier_now(&wheel), (now)) > TW_STRIDE_MAX)
static void handle(uint32_t id);
static uint32_t sleep_ticks(uint32_t now)
{
    uint32_t ticks;
    return tw_hier_next(&wheel, now, &ticks) == TW_BAD_CLOCK ? 0u : ticks; /* advance reports it */
}

/* recipe sleeping loop */
static bool must_run[TIMERS];     /* delivered, and its handler has not begun */
static volatile uint32_t presses; /* that no handler has seen */

static void Button_Handler(void)
{
    due_at[BUTTON] = counter + 20u;
    if (tw_hier_restart_at(&wheel, BUTTON, due_at[BUTTON]) == TW_OK) {
        must_run[BUTTON] = false; /* its next handler is that of the new deadline */
    } else {
        wrong++; /* refused: the deadline before, and its handler, stay */
    }
    presses++;
    starts++;
}

static bool stop_timer(uint32_t id) /* masked. true: its handler will not run */
{
    const bool stopped = tw_hier_stop(&wheel, id) == TW_OK || must_run[id];
    must_run[id] = false;
    return stopped;
}

static void expired(uint32_t id)
{
    mask_interrupts();
    const bool begins = must_run[id]; /* not if the interrupt came after advance */
    must_run[id] = false;
    unmask_interrupts();
    if (begins) { handle(id); }
}

static void run_once(void) /* the main loop calls it for ever */
{
    const uint32_t now = counter; /* once, not in each turn */
    enum tw_status status;
    do {
        uint32_t id;
        mask_interrupts();
        status = tw_hier_advance(&wheel, now, 1u, &id);
        if (status == TW_EXPIRED) { must_run[id] = true; }
        unmask_interrupts();
        if (status == TW_EXPIRED) { expired(id); }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status == TW_BAD_CLOCK) { /* see Gaps */
        disable_button();         /* from the new reading on */
        recover(counter);
        enable_button();
    }

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

#define presses (*at_any_moment(&presses)) /* a machine reads and writes it in turn */

/* recipe counter of an interrupt */
static uint32_t take_presses(void) /* in `handle`: each press is taken once */
{
    mask_interrupts(); /* else a press between the two lines would be lost */
    const uint32_t taken = presses;
    presses = 0u;
    unmask_interrupts();
    return taken;
}
/* end */

static void interrupt(void) /* at times it stops, starts and stops the timer */
{
    const bool stops_it = starts % 3u == 2u;
    overtaken += must_run[BUTTON];
    if (stops_it) { stops += stop_timer(BUTTON); }
    replaced += tw_hier_is_active(&wheel, BUTTON) || must_run[BUTTON];
    Button_Handler();
    if (stops_it) { stops += stop_timer(BUTTON); }
}

static void handle(uint32_t id)
{
    deliveries[id]++;
    seen += take_presses();
    wrong += counter != due_at[id];         /* the loop slept until this deadline */
    if (id == LAMP && elapsed < END / 2u) { /* later the wheel is empty at times */
        due_at[LAMP] += LAMP_TICKS;
        mask_interrupts();
        wrong += tw_hier_restart(&wheel, LAMP, LAMP_TICKS) != TW_OK;
        unmask_interrupts();
        if (deliveries[LAMP] % 10u == 0u) { run_once(), run_once(); } /* it waits for something */
    }
}

int main(void)
{
    const uint32_t began = counter;
    due_at[LAMP] = began + LAMP_TICKS;
    wrong += TW_HIER_INIT(&wheel, memory, began) != TW_OK;
    wrong += tw_hier_start(&wheel, LAMP, LAMP_TICKS) != TW_OK;
    while (elapsed < END) {
        run_once();
    }
    printf("sleep: %u starts, %u deliveries\n", (unsigned)starts, (unsigned)deliveries[BUTTON]);
    wrong += starts != deliveries[BUTTON] + stops + replaced + tw_hier_is_active(&wheel, BUTTON);
    wrong += counter - began != elapsed || between <= 500u || deliveries[BUTTON] <= 600u;
    wrong += seen + presses != starts;

    const uint32_t before = wrong;
    counter = tw_hier_now(&wheel) - 20u; /* a deadline that is no later is refused */
    must_run[BUTTON] = true;
    Button_Handler();
    wrong = before + (wrong == before || !must_run[BUTTON]);
    return overtaken > 0u && recoveries > 0u && wrong == 0u ? 0 : 1;
}
