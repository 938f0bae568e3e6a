/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GLib: a source a timer, always attached, active by its ready time. Advance is an iteration of the
   context that does not wait; each looks at every source. */
#include "virtual.h"

#include <glib.h>

struct timer {
    GSource source;
    uint32_t id;
};

static GMainContext *context;
static GSource **timers;

static gboolean deliver(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)callback;
    (void)data;
    g_source_set_ready_time(source, -1);
    expired(((struct timer *)source)->id);
    return G_SOURCE_CONTINUE;
}

static gint wait_for_none(GPollFD *files, guint count, gint timeout)
{
    (void)files;
    (void)count;
    (void)timeout;
    return 0;
}

static void engine_init(uint32_t count)
{
    static GSourceFuncs functions = {.dispatch = deliver};
    virtual_set(0);
    context = g_main_context_new();
    g_main_context_set_poll_func(context, wait_for_none);
    timers = allocate(count, sizeof(GSource *));
    for (uint32_t id = 0u; id < count; id++) {
        timers[id] = g_source_new(&functions, sizeof(struct timer));
        ((struct timer *)timers[id])->id = id;
        g_source_attach(timers[id], context);
    }
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    g_source_set_ready_time(timers[id], (gint64)(today + delay) * 1000);
}

static inline void engine_stop(uint32_t id)
{
    g_source_set_ready_time(timers[id], -1);
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_start(id, delay);
}

static inline void engine_advance(void)
{
    virtual_set(0);
    g_main_context_iteration(context, FALSE);
}

#include "workloads.h"
