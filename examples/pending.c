/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Lists all pending timers, and stops all of them before the program ends. docs/using.md explains the parts between the lines
   `recipe` and `end`. */
#include <stdio.h>
#include <stdlib.h>

#include "tw_hier.h"

enum { TIMERS = 12, PENDING = 8 };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t counter = 0xFFFFFFF0u, lines, total, frees, wrong;
#define free(pointer) (frees++, free(pointer)) /* counted */

static void show(uint32_t id, uint32_t ticks)
{
    lines++;
    total += ticks;
    wrong +=
        ticks != (id % 2u == 0u ? 10u + id - 5u : 0u); /* 5 ticks have passed since its start */
}

/* recipe all pending timers */
static void show_pending(void)
{
    for (uint32_t id = 0u; id < TIMERS; id++) {
        uint32_t ticks; /* to the deadline; 0 if the counter has reached it */
        if (tw_hier_remaining(&wheel, id, counter, &ticks) == TW_OK) { show(id, ticks); }
    }
}
/* end */

/* recipe shut down */
static void *buffers[TIMERS]; /* what belongs to a timer, from malloc */

static void shut_down(void)
{
    for (uint32_t id = 0u; id < TIMERS; id++) {
        if (tw_hier_is_active(&wheel, id)) { free(buffers[id]); }
    }
    if (TW_HIER_INIT(&wheel, memory, counter) != TW_OK) { wrong++; } /* now all timers are idle */
}
/* end */

static void start(uint32_t id)
{
    buffers[id] = malloc(100u);
    wrong += buffers[id] == NULL;
    wrong += tw_hier_start(&wheel, id, id % 2u == 0u ? 10u + id : 3u) != TW_OK;
}

int main(void)
{
    uint32_t id;
    wrong += TW_HIER_INIT(&wheel, memory, counter) != TW_OK;
    for (id = 0u; id < PENDING; id++) {
        start(id);
    }
    counter += 5u;
    show_pending();
    wrong += lines != PENDING || total != 4u * 5u + 2u + 4u + 6u;
    shut_down();
    wrong += frees != PENDING || !tw_hier_is_empty(&wheel);
    wrong += tw_hier_advance(&wheel, counter + 50u, TW_UNBOUNDED, &id) != TW_OK;
    start(TIMERS - 1u); /* the wheel can be used again */
    shut_down();
    printf("pending: %u lines, %u buffers\n", (unsigned)lines, (unsigned)frees);
    return frees == PENDING + 1u && wrong == 0u ? 0 : 1;
}
