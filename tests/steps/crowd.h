/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What takes no longer for a thousand timers than for one: all but init and audit. */
static struct reached init = {"init", 30, 0, 0, 0, 0};
static struct reached idle = {"advance, none visited", 100, 0, 0, 0, 0};
static struct reached next = {"next", 120, 0, 0, 0, 0};
static struct reached empty = {"is_empty", 40, 0, 0, 0, 0};
static struct reached audit = {"audit", 50 + 12 * HEADS, 0, 0, 0, 0};
static struct reached start = {"start, restart", 90, 0, 0, 0, 0};
static struct reached stop = {"stop", 45, 0, 0, 0, 0};
static struct reached look = {"now, is_active, remaining", 40, 0, 0, 0, 0};

static void make(uint32_t tick)
{
    MEASURED(init, 2u * HEADS + TIMERS, 0u, INIT(&wheel, storage, tick));
}

/* All that can be asked and done, other than to advance; next also for a counter that it refuses. */
static void all_calls(uint32_t id, uint32_t delay)
{
    const uint32_t tick = MEASURED(look, 0u, 0u, CALL(now)(&wheel));
    uint32_t ticks = 0u;
    MEASURED(look, 0u, 0u, CALL(is_active)(&wheel, id));
    MEASURED(look, 0u, 0u, CALL(remaining)(&wheel, id, tick, &ticks));
    MEASURED(next, NEXT_STEPS, 0u, CALL(next)(&wheel, tick, &ticks));
    MEASURED(next, NEXT_STEPS, 0u, CALL(next)(&wheel, tick + TW_STRIDE_MAX + 1u, &ticks));
    MEASURED(empty, EMPTY_STEPS, 0u, CALL(is_empty)(&wheel));
    MEASURED(start, 0u, 0u, CALL(restart)(&wheel, id, delay));
    MEASURED(stop, 0u, 0u, CALL(stop)(&wheel, id));
    MEASURED(start, 0u, 0u, CALL(start)(&wheel, id, delay));
    MEASURED(stop, 0u, 0u, CALL(stop)(&wheel, id));
    MEASURED(start, 0u, 0u,
             CALL(start_at)(&wheel, id, (uint32_t)((tick + (uint64_t)delay) % TW_PERIOD)));
    MEASURED(start, 0u, 0u,
             CALL(restart_at)(&wheel, id, (uint32_t)((tick + (uint64_t)delay) % TW_PERIOD)));
}

/* An advance that has no timer to visit, or delivers one. */
static void advance(uint32_t until, uint32_t visits)
{
    uint32_t id = 0u;
    MEASURED(idle, (uint64_t)VISIT_STEPS * visits + ADVANCE_STEPS, visits,
             CALL(advance)(&wheel, until, TW_UNBOUNDED, &id));
}

/* All timers are `delay` ticks away: nothing for the next tick. */
static void fill(uint32_t delay)
{
    make(0u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        MEASURED(start, 0u, 0u, CALL(start)(&wheel, id, delay));
        if (id % 100u == 0u) { all_calls(id, delay); }
    }
    advance(1u, 0u);
    advance((uint32_t)(TW_PERIOD / 2u) + 1u, 0u);
}

/* All timers but the one visited first are still to be visited at this tick. */
static void half_done(void)
{
    uint32_t id = 0u;
    make(0u);
    for (uint32_t i = 0u; i < TIMERS; i++) {
        MEASURED(start, 0u, 0u, CALL(start)(&wheel, i, LATER));
    }
    MEASURED(idle, VISIT_STEPS + ADVANCE_STEPS, 1u, CALL(advance)(&wheel, HALF_DONE, 1u, &id));
    for (id = 0u; id < TIMERS; id += 100u) {
        all_calls(id, LATER);
    }
}

static void crowd(void)
{
    make(0u);
    advance(1u, 0u);
    advance((uint32_t)(TW_PERIOD / 2u), 0u);
    fill(TW_SLEEP_MAX - 1u);
    half_done();
    fill(2u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        advance(2u, 1u);
    }
}
