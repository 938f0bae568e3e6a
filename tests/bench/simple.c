/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The paper's scheme 4: a wheel with a slot for each tick up to the longest delay. */
#include "engine.h"
#include "tw_list.h"

#define SLOTS (1u << 21)
#define ENGINE_MAX_DELAY (SLOTS - 1u)

static struct tw_link *links; /* SLOTS heads, then a node a timer */
static uint64_t passed;       /* all ticks up to this one are delivered */

static void engine_init(uint32_t timers)
{
    links = allocate(SLOTS + (size_t)timers, sizeof(*links));
    tw_list_reset(links, (tw_node)(SLOTS + timers));
    passed = today;
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    tw_list_append(links, (tw_node)((today + delay) % SLOTS), (tw_node)(SLOTS + id));
}

static inline void engine_stop(uint32_t id)
{
    tw_list_unlink(links, (tw_node)(SLOTS + id));
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_stop(id);
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
    while (passed < today) {
        const tw_node slot = (tw_node)(++passed % SLOTS);
        for (tw_node node = links[slot].next; node != slot; node = links[slot].next) {
            tw_list_unlink(links, node);
            expired((uint32_t)node - SLOTS);
        }
    }
}

#include "workloads.h"
