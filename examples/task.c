/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One task owns the wheel, other tasks and interrupts send it requests: no lock is needed. docs/using.md explains the part between
   the lines `recipe` and `end`, with the names of FreeRTOS. Here a few functions of these names play the kernel. */
#include <stdio.h>
#include <stdlib.h>

#include "tw_hier.h"

enum { TIMERS = 8, ALL_REQUESTS = 100 };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t deadlines[TIMERS], starts, deliveries, replaced, passes, recoveries, wrong;

/* The kernel: a queue that holds a request at some ticks, and a tick count that goes on while the task waits. */
typedef uint32_t TickType_t;
typedef int BaseType_t;
#define pdTRUE 1
struct request {
    uint32_t id, deadline;
};
static TickType_t tick = 0xFFFFFF80u;
static const int requests = 0;

static TickType_t xTaskGetTickCount(void)
{
    return tick;
}

static BaseType_t xQueueReceive(int queue, struct request *request, TickType_t wait)
{
    (void)queue;
    if (starts < ALL_REQUESTS && wait > 5u) { /* the first request comes after the longest sleep */
        tick += starts == 0u ? TW_SLEEP_MAX : 5u;
        *request = (struct request){starts % TIMERS, tick + 1u + starts * 7u % 40u};
        if (starts == 0u) { request->deadline = tick + TW_SLEEP_MAX; }
        if (starts % 10u == 9u) { request->deadline = tick - 5u; } /* the queue was slow */
        replaced += tw_hier_is_active(&wheel, request->id);
        deadlines[request->id] = request->deadline;
        starts++;
        return pdTRUE;
    }
    if (starts == ALL_REQUESTS && tw_hier_is_empty(&wheel)) { /* the end of the play */
        printf("task: %u starts, %u deliveries\n", (unsigned)starts, (unsigned)deliveries);
        wrong += deliveries + passes + replaced != starts || passes != ALL_REQUESTS / 10;
        exit(deliveries > 0u && recoveries > 0u && wrong == 0u ? 0 : 1);
    }
    tick += wait;
    *request = (struct request){TIMERS, 0u}; /* nothing: this id is no timer */
    return 0;
}

static void expired(uint32_t id)
{
    uint32_t first;
    uint32_t ticks;
    deliveries++;
    wrong += tick != deadlines[id]; /* the task slept until this deadline */
    if (tw_hier_earliest(&wheel, tick, &first, &ticks) == TW_OK && ticks > 1u) {
        tick++; /* this handler takes a tick, and delivers timers meanwhile */
        wrong += tw_hier_advance(&wheel, tick, TW_UNBOUNDED, &first) != TW_OK;
    }
}

static void passed(uint32_t id)
{
    passes++;
    wrong += tw_hier_is_active(&wheel, id) || tick - deadlines[id] != 5u;
}

/* gap.c has a recover. This play has no gap: a new reading is accepted. */
#define recover(now) (recoveries++, wrong += tw_lag(tw_hier_now(&wheel), (now)) > TW_STRIDE_MAX)

static uint32_t sleep_ticks(uint32_t now)
{
    uint32_t ticks;
    if (tw_hier_next(&wheel, now, &ticks) == TW_BAD_CLOCK) { return 0u; } /* advance reports it */
    return ticks; /* also of a wheel without active timers */
}

/* recipe task */
/* At most P/4 ticks from now. The wheel's clock is at the counter. */
static void deliver_by(uint32_t id, uint32_t deadline)
{
    const enum tw_status status = tw_hier_restart_at(&wheel, id, deadline);
    if (status == TW_DUE) { /* the deadline has passed: advance will not deliver it */
        (void)tw_hier_stop(&wheel, id);
        passed(id);
    } else if (status != TW_OK) {
        wrong++; /* id is not a timer, or the deadline is too far ahead */
    }
}

static void timer_task(void *unused)
{
    (void)unused;
    if (TW_HIER_INIT(&wheel, memory, xTaskGetTickCount()) != TW_OK) { wrong++; }
    for (;;) {
        struct request request;
        const uint32_t wait = sleep_ticks(xTaskGetTickCount());
        const BaseType_t received = xQueueReceive(requests, &request, wait);
        const uint32_t now = xTaskGetTickCount(); /* first advance to it, then start timers */
        enum tw_status status;
        do {
            uint32_t id;
            status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id);
            if (status == TW_EXPIRED) { expired(id); }
        } while (status == TW_EXPIRED || status == TW_BUSY);
        if (status == TW_BAD_CLOCK) { recover(xTaskGetTickCount()); } /* read anew: see Gaps */
        if (received == pdTRUE) { deliver_by(request.id, request.deadline); }
    }
}
/* end */

int main(void)
{
    timer_task(NULL);
    return 1;
}
