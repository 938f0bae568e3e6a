/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _DEFAULT_SOURCE
#include "attempt.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf back;
static volatile sig_atomic_t inside; /* work is running */
static volatile sig_atomic_t fresh;  /* the work has begun since the clock was looked at */
static volatile sig_atomic_t fate;   /* an enum ending */

static void on_fault(int number)
{
    if (!inside) {
        (void)signal(number, SIG_DFL); /* a fault of this program: it ends */
        return;
    }
    fate = CRASHED;
    siglongjmp(back, 1);
}

static void on_clock(int number)
{
    (void)number;
    if (!inside || fresh) {
        fresh = 0;
        return;
    }
    fate = ENDLESS;
    siglongjmp(back, 1);
}

static bool handle(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER | SA_RESTART; /* a handler may not return */
    return sigaction(number, &action, NULL) == 0;
}

bool attempt_begin(void)
{
    static const struct itimerval half = {{0, 500000}, {0, 500000}};
    return handle(SIGSEGV, on_fault) && handle(SIGBUS, on_fault) && handle(SIGFPE, on_fault) &&
           handle(SIGILL, on_fault) && handle(SIGVTALRM, on_clock) &&
           setitimer(ITIMER_VIRTUAL, &half, NULL) == 0;
}

enum ending attempt(bool (*work)(void *data), void *data)
{
    if (sigsetjmp(back, 0) != 0) {
        inside = 0;
        return (enum ending)fate;
    }
    fresh = 1;
    inside = 1;
    const bool said = work(data);
    inside = 0;
    return said ? SAID_YES : SAID_NO;
}
