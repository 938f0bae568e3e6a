/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An interrupt starts and stops timers, the main loop advances. A signal plays the interrupt; to block
   it plays the critical section, which is one call long: the wheel is consistent between any two calls. */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#include "tw_hier.h"

enum { LINES = 32, ROUNDS = 400 };
_Static_assert(2u * LINES <= TW_SLEEP_MAX, "the delays do not fit this TW_RADIX");

static TW_HIER_STORAGE(memory, LINES);
static struct tw_hier wheel;
static volatile uint32_t counter = 0xFFFFFFF0u; /* the interrupt counts */
static volatile uint32_t interrupts, starts, stops, replaced, wrong;
static uint32_t due[LINES];  /* the interrupt writes, the loop reads in a critical section */
static bool must_run[LINES]; /* delivered, and its work has not begun; so too */

static sigset_t alarms;

static void enter(void)
{
    wrong += sigprocmask(SIG_BLOCK, &alarms, NULL) != 0;
}

static void leave(void)
{
    wrong += sigprocmask(SIG_UNBLOCK, &alarms, NULL) != 0;
}

/* No call interrupts another: it is only taken outside of critical sections. The wheel's clock may lag
   behind the counter here, so deadlines are the counter's. */
static void interrupt(int signal_number)
{
    (void)signal_number;
    counter += 3u;
    const uint32_t line = interrupts++ % LINES;
    if (line % 4u == 3u) {
        const enum tw_status status = tw_hier_stop(&wheel, line - 1u);
        stops += status == TW_OK || must_run[line - 1u];
        must_run[line - 1u] = false;
        wrong += status != TW_OK && status != TW_NOT_ACTIVE;
        return;
    }
    due[line] = counter + 1u + line * 2u;
    starts++;
    replaced += tw_hier_is_active(&wheel, line) || must_run[line];
    if (tw_hier_restart_at(&wheel, line, due[line]) == TW_OK) {
        must_run[line] = false; /* it waits for the new deadline */
    } else {
        wrong++;
    }
}

/* Is there work to do? Not if the interrupt came after advance, and stopped or restarted the timer. */
static bool begins(uint32_t line)
{
    enter();
    const bool is = must_run[line];
    must_run[line] = false;
    leave();
    return is;
}

/* One critical section a call, and the work outside of them. */
static uint32_t poll(void)
{
    const uint32_t now = counter; /* once, not in each turn */
    uint32_t deliveries = 0u;
    enum tw_status status;
    do {
        uint32_t id;
        enter();
        status = tw_hier_advance(&wheel, now, 1u, &id); /* a small budget: a short section */
        const uint32_t tick = tw_hier_now(&wheel);
        const uint32_t deadline = status == TW_EXPIRED ? tw_tick(due[id]) : 0u;
        if (status == TW_EXPIRED) { must_run[id] = true; }
        leave();
        if (status == TW_EXPIRED) {
            wrong += tick != deadline;
            deliveries += begins(id);
        }
    } while (status == TW_EXPIRED || status == TW_BUSY);
    enter(); /* an interrupt that called advance would leave `now` behind: read the counter anew */
    const bool gap = status == TW_BAD_CLOCK && tw_lag(tw_hier_now(&wheel), counter) > TW_STRIDE_MAX;
    leave();
    if (gap) { (void)fputs("interrupt: the loop did not run for too long\n", stderr); }
    wrong += gap;
    return deliveries;
}

int main(void)
{
    const struct itimerval every = {{0, 500}, {0, 500}};
    struct sigaction action = {0};
    uint32_t deliveries = 0u;
    enum tw_status status;
    action.sa_handler = interrupt;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    if (sigaction(SIGALRM, &action, NULL) != 0 || setitimer(ITIMER_REAL, &every, NULL) != 0) {
        return 1;
    }
    while (interrupts < ROUNDS) {
        deliveries += poll();
    }
    enter();                 /* for good: no more interrupts */
    counter += TW_SLEEP_MAX; /* all are due */
    do {
        uint32_t id;
        status = tw_hier_advance(&wheel, counter, TW_UNBOUNDED, &id);
        deliveries += status == TW_EXPIRED;
    } while (status == TW_EXPIRED || status == TW_BUSY);
    if (status != TW_OK) { (void)fputs("interrupt: the last loop was refused\n", stderr); }
    wrong += status != TW_OK || !tw_hier_is_empty(&wheel) || !tw_hier_audit(&wheel);
    printf("interrupt: %u interrupts, %u starts, %u stops, %u deliveries\n", (unsigned)interrupts,
           (unsigned)starts, (unsigned)stops, (unsigned)deliveries);
    return wrong == 0u && deliveries > 0u && deliveries + stops + replaced == starts ? 0 : 1;
}
