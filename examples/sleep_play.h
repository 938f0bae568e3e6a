/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The machine of sleep.c: a mask, an interrupt at many moments, and a sleep that ends at an alarm or at the interrupt. */
static uint32_t elapsed, next_press = 70u, alarm, slept, between;
static bool masked, disabled, pending, pressed;
#define ticks_slept() (slept)
static void interrupt(void);

static void unmask_interrupts(void)
{
    masked = false;
    if (pending && !disabled) {
        pending = false;
        interrupt();
    }
}

static void disable_button(void)
{
    disabled = true;
}

static void enable_button(void)
{
    disabled = false;
    unmask_interrupts();
}

static void press(void)
{
    next_press = elapsed + 1u + next_press * 7u % 193u;
    pending = true;
    if (!masked) { unmask_interrupts(); }
}

/* At times the interrupt comes inside a section: in that of advance, after which `expired` runs. */
static void mask_interrupts(void)
{
    static uint32_t last;
    masked = true;
    if (elapsed % 64u == 0u && elapsed != last) {
        last = elapsed;
        press();
    }
}

/* The place of a counter of the interrupt, which at times comes before it is read or written. */
static volatile uint32_t *at_any_moment(volatile uint32_t *place)
{
    if (!masked && elapsed % 4u == 0u) { press(); }
    return place;
}

static void wake_after(uint32_t ticks)
{
    alarm = ticks;
    pressed = !pressed && elapsed % 3u == 0u;
    between += pressed;
    if (pressed) { press(); }
}

static void sleep_instruction(void)
{
    for (slept = 0u; slept < alarm && !pending; slept++) {
        elapsed++;
        if (elapsed >= next_press) { press(); }
    }
}
