/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libev: ev_timer, in a heap with four children a node. Advance is an iteration of its loop that does
   not wait. */
#include "virtual.h"

#include <ev.h>

/* libev takes a timer for due when its time has passed, not when it has come: the clock stands in the
   middle of a tick, a deadline in the middle of the half before that. */
#define MIDDLE_NS 500000L
#define DELAY(delay) (((double)(delay) - 0.25) / 1000.0)

static struct ev_loop *loop;
static ev_timer *timers;

/* cppcheck-suppress[constParameter, constParameterCallback] ; the type is the library's */
static void deliver(struct ev_loop *of, ev_timer *timer, int events)
{
    (void)of;
    (void)events;
    expired((uint32_t)(timer - timers));
}

static void engine_init(uint32_t count)
{
    virtual_set(MIDDLE_NS);
    loop = ev_loop_new(EVFLAG_AUTO | EVFLAG_NOENV);
    timers = allocate(count, sizeof(*timers));
    if (loop == NULL) { exit(EXIT_FAILURE); }
    for (uint32_t id = 0u; id < count; id++) {
        ev_timer_init(&timers[id], deliver, 0.0, 0.0);
    }
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    ev_timer_set(&timers[id], DELAY(delay), 0.0);
    ev_timer_start(loop, &timers[id]);
}

static inline void engine_stop(uint32_t id)
{
    ev_timer_stop(loop, &timers[id]);
}

/* Within the heap; then it does not repeat, as before. */
static inline void engine_restart(uint32_t id, uint32_t delay)
{
    timers[id].repeat = DELAY(delay);
    ev_timer_again(loop, &timers[id]);
    timers[id].repeat = 0.0;
}

static inline void engine_advance(void)
{
    virtual_set(MIDDLE_NS);
    ev_run(loop, EVRUN_NOWAIT);
}

#include "workloads.h"
