/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The floor: what a start and a stop cost at the least where timers are in doubly linked lists. No
   deadlines, no bits, no checks. */
#include "engine.h"
#include "tw_list.h"

#define ENGINE_FLOOR
#define LISTS 64

static struct tw_link *links;

static void engine_init(uint32_t timers)
{
    links = allocate(LISTS + (size_t)timers, sizeof(*links));
    tw_list_reset(links, (tw_node)(LISTS + timers));
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    tw_list_append(links, (tw_node)(delay % LISTS), (tw_node)(LISTS + id));
}

static inline void engine_stop(uint32_t id)
{
    tw_list_unlink(links, (tw_node)(LISTS + id));
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_stop(id);
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
}

#include "workloads.h"
