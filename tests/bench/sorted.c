/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The paper's scheme 2: a list in the order of deadlines. Stop is an unlink, an advance looks at the
   first timer; start walks from the end to the timer's place. */
#include "engine.h"
#include "tw_list.h"

static struct tw_link *links; /* node 0 is the head, node 1 + id a timer's */
static uint64_t *deadlines;   /* a deadline a node; the head's is the earliest of all */

static void engine_init(uint32_t timers)
{
    links = allocate(1u + (size_t)timers, sizeof(*links));
    deadlines = allocate(1u + (size_t)timers, sizeof(*deadlines));
    tw_list_reset(links, (tw_node)(1u + timers));
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    const tw_node node = (tw_node)(1u + id);
    tw_node after = 0;
    deadlines[node] = today + delay;
    while (deadlines[links[after].prev] > deadlines[node]) {
        after = links[after].prev;
    }
    tw_list_append(links, after, node);
}

static inline void engine_stop(uint32_t id)
{
    tw_list_unlink(links, (tw_node)(1u + id));
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_stop(id);
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
    for (tw_node node = links[0].next; node != 0 && deadlines[node] <= today;
         node = links[0].next) {
        tw_list_unlink(links, node);
        expired((uint32_t)node - 1u);
    }
}

#include "workloads.h"
