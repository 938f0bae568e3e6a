/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the example for a Cortex-M3 needs of ARM's MPS2 board (AN385): three timers, two interrupts, PRIMASK. */
#include <stdint.h>

#include "chance.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define VECTORS REGISTER(0xE000ED08u)
#define IRQ_ENABLE REGISTER(0xE000E100u)
/* A timer that counts down at 25 MHz, and two at 25 MHz / 256: 10.24 us a tick. */
#define PRESS(offset) REGISTER(0x40000000u + (offset))
#define TICKS(offset) REGISTER(0x40002000u + (offset))
#define ALARM(offset) REGISTER(0x40002020u + (offset))
enum { PRESS_IRQ = 8, ALARM_IRQ = 10 };

static void (*vectors[64])(void) __attribute__((aligned(256)));

static uint32_t read_counter(void) /* all 32 bits: it counts down from 2^32 - 1 */
{
    return ~TICKS(0x04u);
}

static void mask_interrupts(void)
{
    __asm volatile("cpsid i" ::: "memory");
}

static void unmask_interrupts(void)
{
    __asm volatile("cpsie i\n isb" ::: "memory");
}

static void alarm_handler(void)
{
    ALARM(0x0Cu) = 1u; /* it has woken the machine: no more to do */
}

static void wake_after(uint32_t ticks)
{
    ALARM(0x08u) = 0u;
    ALARM(0x00u) = ticks;
    ALARM(0x08u) = 0xABu; /* once, 32 bits, a tick is 256 steps, interrupt */
}

static void press_soon(void) /* in 0.2 to 60 us: before, in or after the section, or in the sleep */
{
    if (random_below(2u) == 0u) { return; } /* every other time */
    PRESS(0x04u) = 5u + random_below(1500u);
    PRESS(0x00u) = 9u; /* count, and interrupt */
}

static void press_is_over(void)
{
    PRESS(0x0Cu) = 1u;
    PRESS(0x00u) = 0u; /* once */
}

static void start_machine(void (*press_handler)(void))
{
    vectors[16 + PRESS_IRQ] = press_handler;
    vectors[16 + ALARM_IRQ] = alarm_handler;
    VECTORS = (uint32_t)vectors;
    IRQ_ENABLE = 1u << PRESS_IRQ | 1u << ALARM_IRQ;
    TICKS(0x08u) = 0x8Au; /* free-running, 32 bits, a tick is 256 steps */
}
