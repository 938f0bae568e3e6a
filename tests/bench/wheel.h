/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Either wheel as an engine: WHEEL(name) is a name of its interface, WHEEL_HEADS its list heads. */
#ifndef WHEEL_H
#define WHEEL_H

#include "engine.h"

/* The benchmark times the call alone: it looks at no status. */
#pragma GCC diagnostic ignored "-Wunused-result"

static struct WHEEL() wheel;

static void engine_init(uint32_t timers)
{
    struct tw_link *links = allocate(WHEEL_HEADS + (size_t)timers, sizeof(*links));
    uint32_t *deadlines = allocate(timers, sizeof(*deadlines));
    WHEEL(_init)(&wheel, links, deadlines, timers, (uint32_t)today);
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    WHEEL(_start)(&wheel, id, delay);
}

static inline void engine_stop(uint32_t id)
{
    WHEEL(_stop)(&wheel, id);
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    WHEEL(_restart)(&wheel, id, delay);
}

#define ENGINE_STEPS
static inline bool engine_step(uint32_t budget)
{
    uint32_t id = 0u;
    const enum tw_status status = WHEEL(_advance)(&wheel, (uint32_t)today, budget, &id);
    if (status == TW_EXPIRED) { expired(id); }
    return status == TW_EXPIRED || status == TW_BUSY;
}

static inline void engine_advance(void)
{
    while (engine_step(TW_UNBOUNDED)) {}
}

#endif
