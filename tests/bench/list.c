/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The paper's scheme 1: an unordered list. Start and stop are an append and an unlink; every advance
   looks at every timer. */
#include "engine.h"
#include "tw_list.h"

static struct tw_link *links; /* node 0 is the head, node 1 + id a timer's */
static uint64_t *deadlines;

static void engine_init(uint32_t timers)
{
    links = allocate(1u + (size_t)timers, sizeof(*links));
    deadlines = allocate(timers, sizeof(*deadlines));
    tw_list_reset(links, (tw_node)(1u + timers));
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    deadlines[id] = today + delay;
    tw_list_append(links, 0, (tw_node)(1u + id));
}

static inline void engine_stop(uint32_t id)
{
    tw_list_unlink(links, (tw_node)(1u + id));
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    deadlines[id] = today + delay;
}

static inline void engine_advance(void)
{
    tw_node next = 0;
    for (tw_node node = links[0].next; node != 0; node = next) {
        const uint32_t id = (uint32_t)node - 1u;
        next = links[node].next;
        if (deadlines[id] <= today) {
            tw_list_unlink(links, node);
            expired(id);
        }
    }
}

#include "workloads.h"
