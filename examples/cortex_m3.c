/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sleep on a Cortex-M3 (ARM's MPS2 board, AN385), while an interrupt starts timers: `tools/targets --check sleep m3-gcc` runs it in
   QEMU. One timer of the board counts ticks, another wakes the machine, a third raises the interrupt at random moments around
   the sleep instruction. With SECTION_TOO_SHORT the critical section ends before that instruction: timers are late. */
#include <stdio.h>
#include <stdlib.h>

#include "mps2.h"
#include "tw_hier.h"

enum { LAMP, BUTTON, TIMERS = BUTTON + 8, PRESSES = 12000 };
#define LAMP_TICKS (TW_SLEEP_MAX / 2u < 2000u ? TW_SLEEP_MAX / 2u : 2000u)
#define LATEST 8u /* ticks: the longest way from an interrupt to the delivery is shorter */

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t due[TIMERS], deliveries, late, worst, wrong;
static volatile uint32_t presses;

static void press_handler(void) /* starts a timer, often due before all others */
{
    const uint32_t id = BUTTON + random_below(TIMERS - BUTTON);
    press_is_over();
    due[id] = read_counter() + 4u + random_below(LAMP_TICKS / 4u);
    wrong += tw_hier_restart_at(&wheel, id, due[id]) != TW_OK;
    presses++;
}

static void expired(uint32_t id)
{
    const uint32_t behind = read_counter() - due[id];
    deliveries++;
    late += behind > LATEST;
    worst = behind > worst ? behind : worst;
    if (id == LAMP) {
        due[LAMP] += LAMP_TICKS;
        wrong += tw_hier_restart(&wheel, LAMP, LAMP_TICKS) != TW_OK;
    }
}

static void run_once(void)
{
    const uint32_t now = read_counter(); /* once, not in each turn */
    enum tw_status status;
    uint32_t id, ticks;
    do {
        mask_interrupts(); /* a section for each call, and what belongs to it */
        status = tw_hier_advance(&wheel, now, 1u, &id);
        if (status == TW_EXPIRED) { expired(id); }
        unmask_interrupts();
    } while (status == TW_EXPIRED || status == TW_BUSY);
    press_soon();

    mask_interrupts(); /* one section, from reading the counter to the sleep instruction */
    if (tw_hier_next(&wheel, read_counter(), &ticks) == TW_BAD_CLOCK) { /* also a new reading */
        printf("cortex_m3: the loop did not run for too long\n");
        exit(1);
    }
    if (ticks > 0u) {
        wake_after(ticks);
#ifdef SECTION_TOO_SHORT
        unmask_interrupts();
#endif
        __asm volatile("dsb\n wfi" ::: "memory"); /* returns also for an interrupt that is masked */
    }
    unmask_interrupts(); /* the interrupt runs now */
}

int main(void)
{
    start_machine(press_handler);
    due[LAMP] = read_counter() + LAMP_TICKS;
    wrong += TW_HIER_INIT(&wheel, memory, read_counter()) != TW_OK;
    wrong += tw_hier_start_at(&wheel, LAMP, due[LAMP]) != TW_OK;
    while (presses < PRESSES) {
        run_once();
    }
    printf("cortex_m3: %u interrupts, %u deliveries, %u late, the latest by %u ticks, %u wrong\n",
           (unsigned)presses, (unsigned)deliveries, (unsigned)late, (unsigned)worst,
           (unsigned)wrong);
    return late == 0u && wrong == 0u && deliveries > PRESSES / 4u ? 0 : 1;
}
