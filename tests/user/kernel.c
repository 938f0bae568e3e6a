/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The texts of docs/using.md that belong to a kernel or to an idle wheel: tests/checks/test_readme.py writes the files text_*.h from that page.
   Here are stand-ins for the functions of the kernels. Prints what is wrong. */
#include <stdio.h>

#include "tw_hier.h"

enum { TIMEOUT, TIMERS };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFFF0u, deliveries, slept, pended, programmed;
static bool masked;
static int wrong;

#define IS(statement) is((statement), __LINE__, #statement)

static void is(bool holds, int line, const char *statement)
{
    if (!holds) { printf("tests/user/kernel.c: line %d: %s\n", line, statement); }
    wrong += !holds;
}

static uint32_t read_counter(void)
{
    return counter;
}

/* FreeRTOS, and CMSIS for a Cortex-M. */
typedef uint32_t TickType_t;
enum { eAbortSleep, eStandardSleep, ALARM_IRQn };
static int sleep_mode = eStandardSleep;
#define __disable_irq() (masked = true)
#define __enable_irq() (masked = false)
#define NVIC_SetPendingIRQ(number) (pended += (number) == ALARM_IRQn && masked)
#define eTaskConfirmSleepModeStatus() (sleep_mode)
#define sleep_and_correct_ticks(ticks) (slept = masked ? (ticks) : 0u)
void vPortSuppressTicksAndSleep(TickType_t xExpectedIdleTime);
#include "text_freertos.h"

/* Zephyr. */
#define sys_clock_set_timeout(ticks, idle) (programmed = (idle) ? 0u : (uint32_t)(ticks))
#include "text_zephyr.h"

static enum tw_status start_after_idle(uint32_t delay)
{
    enum tw_status status;
    uint32_t id;
#include "text_idle.h"
    return status;
}

static uint32_t sleep_until_due(void)
{
    uint32_t id = TIMERS;
#include "text_earliest.h"
    return ticks;
}

static void owner(void) /* what the handler of the alarm wakes */
{
    const uint32_t now = counter;
    enum tw_status status;
    do {
        uint32_t id;
        status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
        deliveries += status == TW_EXPIRED;
    } while (status == TW_EXPIRED || status == TW_BUSY);
    IS(status == TW_OK);
}

static void hook(TickType_t expected, uint32_t sleeps, uint32_t pends)
{
    slept = pended = 0u;
    vPortSuppressTicksAndSleep(expected);
    IS(slept == sleeps && pended == pends && !masked);
}

int main(void)
{
    IS(TW_HIER_INIT(&wheel, memory, counter) == TW_OK);
    IS(tw_hier_start(&wheel, TIMEOUT, 3u) == TW_OK); /* in a slot of level 0: next is exact */
    hook(100u, 3u, 0u);
    hook(2u, 2u, 0u);
    sleep_mode = eAbortSleep;
    hook(100u, 0u, 0u);
    sleep_mode = eStandardSleep;
    program();
    IS(programmed == 3u);

    counter += 5u; /* another task runs: the deadline passes without an alarm */
    program();
    IS(programmed == 0u);
    hook(100u, 0u, 1u);
    owner();
    IS(deliveries == 1u);

    IS(tw_hier_start(&wheel, TIMEOUT, 10u) == TW_OK);
    counter--; /* TW_BAD_CLOCK: the owner must see it */
    programmed = 77u;
    program();
    IS(programmed == 0u);
    hook(100u, 0u, 1u);
    counter++;
    IS(tw_hier_stop(&wheel, TIMEOUT) == TW_OK);

    counter += (uint32_t)(TW_PERIOD / 2u) + 50u; /* an idle wheel; then a timer of 20 ticks */
    IS(start_after_idle(20u) == TW_OK);
    counter += 19u;
    IS(sleep_until_due() == 1u);
    owner();
    IS(deliveries == 1u && sleep_until_due() == 1u);
    counter++;
    owner();
    IS(deliveries == 2u && sleep_until_due() == TW_SLEEP_MAX);
    IS(tw_hier_start(&wheel, TIMEOUT, (uint32_t)(TW_PERIOD / 2u)) == TW_OK);
    IS(sleep_until_due() == TW_SLEEP_MAX);
    counter += (uint32_t)(TW_PERIOD / 2u);
    IS(sleep_until_due() == 0u);
    return wrong;
}
