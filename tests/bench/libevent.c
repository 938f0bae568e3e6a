/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libevent: events with a timeout and no file, in a binary heap. Advance is an iteration of its loop
   that does not wait. */
#include "virtual.h"

#include <event2/event.h>
#include <event2/event_struct.h>

static struct event_base *base;
static struct event *timers;

static void deliver(evutil_socket_t file, short events, void *timer)
{
    (void)file;
    (void)events;
    expired((uint32_t)((struct event *)timer - timers));
}

static void engine_init(uint32_t count)
{
    virtual_set(0);
    base = event_base_new();
    timers = allocate(count, sizeof(*timers));
    if (base == NULL) { exit(EXIT_FAILURE); }
    for (uint32_t id = 0u; id < count; id++) {
        event_assign(&timers[id], base, -1, 0, deliver, &timers[id]);
    }
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    const struct timeval after = {delay / 1000u, delay % 1000u * 1000u};
    event_add(&timers[id], &after);
}

static inline void engine_stop(uint32_t id)
{
    event_del(&timers[id]);
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
    virtual_set(0);
    event_base_loop(base, EVLOOP_NONBLOCK);
}

#include "workloads.h"
