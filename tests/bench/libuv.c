/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libuv: uv_timer_t, in a binary heap of nodes with pointers. Advance is an iteration of its loop that
   does not wait. */
#include "virtual.h"

#include <uv.h>

static uv_loop_t loop;
static uv_timer_t *timers;

/* cppcheck-suppress[constParameter, constParameterCallback] ; the type is the library's */
static void deliver(uv_timer_t *timer)
{
    expired((uint32_t)(timer - timers));
}

static void engine_init(uint32_t count)
{
    virtual_set(0);
    timers = allocate(count, sizeof(*timers));
    if (uv_loop_init(&loop) != 0) { exit(EXIT_FAILURE); }
    for (uint32_t id = 0u; id < count; id++) {
        uv_timer_init(&loop, &timers[id]);
    }
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    uv_timer_start(&timers[id], deliver, delay, 0u);
}

static inline void engine_stop(uint32_t id)
{
    uv_timer_stop(&timers[id]);
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
    virtual_set(0);
    uv_run(&loop, UV_RUN_NOWAIT);
}

#include "workloads.h"
