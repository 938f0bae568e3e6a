/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "states.h"

#include "history.h"

#define BEFORE 200u /* random calls at the beginning */
#define TRIES 1000u /* to make a wheel busy */
#define CROWD 6u    /* timers of one slot, at most */

const struct state state_table[STATES] = {
    {"empty", 0u, false, false},
    {"one timer", 1u, false, false},
    {"a few timers", 6u, false, false},
    {"half full", 12u, false, false},
    {"full", STATE_TIMERS, false, false},
    {"one timer, near rollover", 1u, true, false},
    {"half full, near rollover", 12u, true, false},
    {"full, near rollover", STATE_TIMERS, true, false},
    {"busy, a few timers", CROWD + 1u, false, true},
    {"busy, half full", 12u, false, true},
    {"busy, full", STATE_TIMERS, false, true},
    {"busy, full, near rollover", STATE_TIMERS, true, true},
};

static uint32_t ask(const struct wheel *w, enum call_kind kind, uint32_t a)
{
    return wheel_call(w, kind, a, 0u).value;
}

/* Runs the clock up to a tick, and delivers what is due. */
static void go_to(const struct wheel *w, uint32_t tick)
{
    uint32_t left = tw_distance(ask(w, CALL_NOW, 0u), tick);
    while (left > 0u) {
        const uint32_t step = left < ADVANCE_MOST ? left : ADVANCE_MOST;
        const uint32_t until = (ask(w, CALL_NOW, 0u) + step) & TW_TICK_MAX;
        wheel_call(w, CALL_ADVANCE, until, TW_UNBOUNDED);
        left = tw_distance(ask(w, CALL_NOW, 0u), tick);
    }
}

/* Starts or stops random timers until so many are active. */
static void fill(const struct wheel *w, uint32_t active, struct random *r)
{
    uint32_t count = 0u;
    for (uint32_t id = 0u; id < w->capacity; id++) {
        count += ask(w, CALL_IS_ACTIVE, id);
    }
    while (count != active) {
        const bool more = count < active;
        const uint32_t id = random_below(r, w->capacity);
        const uint32_t ticks = history_random_ticks(r);
        const struct answer done = wheel_call(w, more ? CALL_START : CALL_STOP, id, ticks);
        if (done.value == TW_OK) { count += more ? 1u : UINT32_MAX; }
    }
}

/* Starts up to 2 * CROWD active timers again: half of them in one slot of the hierarchical wheel,
   the others in one of the hashed wheel, in later revolutions. */
static void crowd(const struct wheel *w, uint32_t ticks, struct random *r)
{
    const uint32_t from = random_below(r, w->capacity);
    uint32_t count = 0u;
    for (uint32_t i = 0u; i < w->capacity && count < 2u * CROWD; i++) {
        const uint32_t id = (from + i) % w->capacity;
        const uint32_t more = count % 2u == 0u ? count / 2u % 4u : count * TW_HASHED_SLOTS;
        if (ask(w, CALL_IS_ACTIVE, id) != 0u) {
            wheel_call(w, CALL_RESTART, id, 1u + (ticks + more) % (uint32_t)(TW_PERIOD / 2u));
            count++;
        }
    }
}

/* Advances by small budgets until the wheel is busy amid a slot. */
static bool make_busy(const struct wheel *w, uint32_t active, struct random *r)
{
    for (uint32_t i = 0u; i < TRIES; i++) {
        if (i % 10u == 0u) {
            fill(w, active, r);
            crowd(w, history_random_ticks(r) % TW_SPAN_3, r);
        }
        const uint32_t until = (ask(w, CALL_NOW, 0u) + TW_SPAN_3) & TW_TICK_MAX;
        const struct answer done = wheel_call(w, CALL_ADVANCE, until, 1u + random_below(r, 3u));
        if (done.value == TW_BUSY && w->ops->needs_budget(w->part[0])) { return true; }
    }
    return false;
}

bool state_reach(const struct wheel *w, const struct state *state, struct random *r)
{
    wheel_call(w, CALL_INIT, w->capacity, random_tick(r));
    for (uint32_t i = 0u; i < BEFORE; i++) {
        const struct call c = history_random_call(r, w->capacity, ask(w, CALL_NOW, 0u));
        w->ops->call(w->part, c);
    }
    if (state->late) { go_to(w, TW_TICK_MAX - random_below(r, 2u * TW_RADIX)); }
    fill(w, state->active, r);
    return !state->busy || make_busy(w, state->active, r);
}
