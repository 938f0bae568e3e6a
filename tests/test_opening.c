/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls while advance is half through a slot, after its budget was used up: the hierarchical wheel
   opens the slot, or the hashed wheel passes over it. It is a differential test against the sorted
   list, which has no slots: the caller must not see a difference. */
#include "wheels.h"
#include "tw_hashed.h"

/* Timers 0 .. 3 are in the slot; 4 .. 7 are idle. */
#define IN_SLOT 4u
#define TIMERS 8u

#define TURN ((uint32_t)TW_HASHED_SLOTS)

/* A slot that takes advance several calls. Its timers start a tick before its first tick. */
struct window {
    const struct wheel_ops *ops; /* on this wheel */
    uint32_t first;              /* at this tick */
    uint32_t after[IN_SLOT];     /* from there to the deadlines of timers 0 .. 3 */
    uint32_t busy;               /* advance to the first tick is busy for so many units, */
    enum tw_status then;         /* then it returns this */
    uint32_t inside;             /* from the first tick to a deadline in the slot, */
    uint32_t last;               /* to another one, */
    uint32_t beyond;             /* and to one that is not */
};

/* A slot of a level: due at its first tick, in the middle, at the last tick, and at the
   first tick again. What is due is delivered before any more is moved. */
#define OPENS(span)                                                                                \
    .ops = &wheel_hier, .after = {0u, (span) / 2u, (span) - 1u, 0u}, .busy = 1u,                   \
    .then = TW_EXPIRED, .inside = (span) / 2u, .last = (span) - 1u, .beyond = (span)

/* The same, but due at its first tick is the last one alone. */
#define OPENS_LATE(span)                                                                           \
    .ops = &wheel_hier, .after = {(span) - 1u, (span) / 2u, 1u, 0u}, .busy = IN_SLOT,              \
    .then = TW_EXPIRED, .inside = (span) / 2u, .last = (span) - 1u, .beyond = (span)

/* A slot of the hashed wheel: due in so many turns. */
#define PASSES(a, b, c, d)                                                                         \
    .ops = &wheel_hashed, .after = {(a) * TURN, (b) * TURN, (c) * TURN, (d) * TURN},               \
    .inside = TURN, .last = 2u * TURN, .beyond = TURN + 1u

static const struct window windows[] = {
    {.first = TW_SPAN_1, OPENS(TW_SPAN_1)},
    {.first = TW_SPAN_2, OPENS(TW_SPAN_2)},
    {.first = TW_SPAN_3, OPENS(TW_SPAN_3)},
    {.first = TW_SPAN_1, OPENS_LATE(TW_SPAN_1)},
    {.first = TW_SPAN_2, OPENS_LATE(TW_SPAN_2)},
    {.first = TW_SPAN_3, OPENS_LATE(TW_SPAN_3)},
    {.first = (uint32_t)(TW_PERIOD / 2), OPENS(TW_SPAN_3)},
    {.first = 0u, OPENS(TW_SPAN_3)}, /* by rollover */
    {.first = 0u, OPENS_LATE(TW_SPAN_3)},
    {.first = TURN - 1u, PASSES(1u, 2u, 1u, 3u), .busy = IN_SLOT, .then = TW_OK},
    {.first = 0u, PASSES(1u, 2u, 1u, 3u), .busy = IN_SLOT, .then = TW_OK},
    {.first = TURN + 1u, PASSES(2u, 0u, 1u, 0u), .busy = 1u, .then = TW_EXPIRED},
    {.first = TW_TICK_MAX, PASSES(1u, 3u, 0u, 0u), .busy = 2u, .then = TW_EXPIRED},
};
#define WINDOWS (sizeof(windows) / sizeof(windows[0]))

/* Comes to the window's first tick, and through `moved` of the slot's four timers. */
static void open_half(struct lockstep *s, const struct wheel_ops *ops, const struct window *v,
                      uint32_t moved)
{
    lockstep_begin(s, ops, TIMERS, v->first - 1u);
    for (uint32_t id = 0u; id < IN_SLOT; id++) {
        assert_int_equal(lockstep_start(s, id, 1u + v->after[id]), TW_OK);
    }
    const enum tw_status status = lockstep_advance(s, 1u, moved);
    if (ops == v->ops) { assert_int_equal(status, moved < v->busy ? TW_BUSY : v->then); }
    assert_int_equal(wheel_now(s->wheel), v->first);
}

/* For each window and each number of timers moved or passed already: act, then deliver the
   rest. */
static void for_all(void **state, void (*act)(struct lockstep *s, const struct window *v))
{
    for (size_t i = 0u; i < WINDOWS; i++) {
        for (uint32_t moved = 0u; moved <= IN_SLOT; moved++) {
            for (uint32_t budget = 1u; budget <= 2u; budget++) {
                struct lockstep s;
                open_half(&s, *state, &windows[i], moved);
                act(&s, &windows[i]);
                lockstep_drain(&s, budget);
                wheels_free(NULL);
            }
        }
    }
}

static void act_wait(struct lockstep *s, const struct window *v)
{
    (void)v;
    for (uint32_t i = 0u; i < 3u; i++) {
        lockstep_advance(s, 0u, 0u);
        lockstep_advance(s, 5u, 0u);
    }
}

/* Budget 0 moves nothing, budget 1 one timer; nothing is lost. */
static void budget_of_nothing(void **state)
{
    for_all(state, act_wait);
}

static void act_deliver(struct lockstep *s, const struct window *v)
{
    (void)v;
    while (lockstep_advance(s, 0u, 0u) != TW_OK) {
        lockstep_advance(s, 0u, 1u);
    }
}

/* What is due and need not be moved before is delivered with budget 0; only where that is
   busy, a unit of budget gets on. */
static void due_before_moved(void **state)
{
    for_all(state, act_deliver);
}

static void act_start(struct lockstep *s, const struct window *v)
{
    lockstep_start(s, 4u, v->inside);
    lockstep_start_at(s, 5u, v->last);
    lockstep_advance(s, 0u, 1u);
    lockstep_start(s, 6u, v->inside);
    lockstep_start_at(s, 7u, 1u);
}

/* Timers started now share deadlines with those that still wait: they come after (T2). */
static void start_into_the_window(void **state)
{
    for_all(state, act_start);
}

static void act_start_outside(struct lockstep *s, const struct window *v)
{
    lockstep_start(s, 4u, v->beyond);
    lockstep_start(s, 5u, TW_TICK_MAX);
    lockstep_start(s, 6u, (uint32_t)(TW_PERIOD / 2));
    lockstep_advance(s, 0u, 1u);
}

static void start_beyond_the_window(void **state)
{
    for_all(state, act_start_outside);
}

/* Stops one timer, where it is, then starts it into the window again. */
static void stop_and_start(struct lockstep *s, const struct window *v, uint32_t id)
{
    lockstep_stop(s, id);
    lockstep_start(s, 4u, v->inside);
    lockstep_advance(s, 0u, 0u);
    lockstep_start(s, id, v->inside);
    lockstep_advance(s, 0u, 1u);
    lockstep_stop(s, 4u);
}

static void act_stop_first(struct lockstep *s, const struct window *v)
{
    stop_and_start(s, v, 0u);
}

static void act_stop_middle(struct lockstep *s, const struct window *v)
{
    stop_and_start(s, v, 1u);
}

static void act_stop_last(struct lockstep *s, const struct window *v)
{
    stop_and_start(s, v, 3u);
}

static void stop_first_middle_or_last(void **state)
{
    for_all(state, act_stop_first);
    for_all(state, act_stop_middle);
    for_all(state, act_stop_last);
}

static void act_stop_all(struct lockstep *s, const struct window *v)
{
    for (uint32_t id = 0u; id < IN_SLOT; id++) {
        lockstep_stop(s, id);
        lockstep_advance(s, 0u, 0u);
    }
    lockstep_start(s, 5u, v->last);
    lockstep_start(s, 4u, v->inside);
    lockstep_advance(s, 0u, 0u);
}

/* The slot empties by stops alone: it is open, and what is started now need not wait. */
static void stop_the_only_one(void **state)
{
    for_all(state, act_stop_all);
}

static void act_stop_backwards(struct lockstep *s, const struct window *v)
{
    for (uint32_t id = IN_SLOT; id > 1u; id--) {
        lockstep_stop(s, id - 1u);
        lockstep_start(s, 3u + id, v->inside);
    }
}

static void stop_from_the_back(void **state)
{
    for_all(state, act_stop_backwards);
}

static void act_restart(struct lockstep *s, const struct window *v)
{
    lockstep_restart(s, 0u, v->inside);
    lockstep_restart_at(s, 3u, v->last);
    lockstep_advance(s, 1u, 1u);
    lockstep_restart_at(s, 2u, v->inside);
    lockstep_restart(s, 1u, v->inside);
    lockstep_restart(s, 1u, v->inside);
}

/* A restart inside the window goes to the end of its tick. */
static void restart_into_the_window(void **state)
{
    for_all(state, act_restart);
}

static void act_restart_away(struct lockstep *s, const struct window *v)
{
    lockstep_restart(s, 0u, v->beyond + 1u);
    lockstep_restart(s, 1u, TW_TICK_MAX);
    lockstep_restart_at(s, 2u, 1u);
    lockstep_restart(s, 3u, (uint32_t)(TW_PERIOD / 2));
    lockstep_restart_at(s, 0u, (uint32_t)(TW_PERIOD / 2 - 1));
    lockstep_start(s, 4u, 1u);
}

static void restart_out_of_the_window(void **state)
{
    for_all(state, act_restart_away);
}

static void act_backwards(struct lockstep *s, const struct window *v)
{
    (void)v;
    lockstep_advance(s, TW_TICK_MAX, 1u);
    lockstep_advance(s, (uint32_t)(TW_PERIOD / 2), 1u);
    lockstep_start(s, 0u, 0u);
    lockstep_start_at(s, 0u, 0u);
    lockstep_start_at(s, 4u, (uint32_t)(TW_PERIOD / 2));
    lockstep_restart_at(s, 1u, TW_TICK_MAX);
    lockstep_start(s, TIMERS, 1u);
    lockstep_restart_at(s, TIMERS, 1u);
}

/* Refused calls change nothing here either. */
static void refusals(void **state)
{
    for_all(state, act_backwards);
}

/* A timer of the window is started at every point of a slow opening: order T2 holds
   through all of it, one level after the other. */
static void start_between_all_moves(void **state)
{
    for (size_t i = 0u; i < WINDOWS; i++) {
        struct lockstep s;
        open_half(&s, *state, &windows[i], 0u);
        uint32_t next = IN_SLOT;
        for (uint32_t call = 0u; call < 40u; call++) {
            lockstep_restart(&s, next, windows[i].inside);
            lockstep_advance(&s, windows[i].inside, 1u);
            next = next + 1u < TIMERS ? next + 1u : IN_SLOT;
        }
        lockstep_drain(&s, 1u);
        wheels_free(NULL);
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(budget_of_nothing),         WHEEL_TEST(due_before_moved),
        WHEEL_TEST(start_into_the_window),     WHEEL_TEST(start_beyond_the_window),
        WHEEL_TEST(stop_first_middle_or_last), WHEEL_TEST(stop_the_only_one),
        WHEEL_TEST(stop_from_the_back),        WHEEL_TEST(restart_into_the_window),
        WHEEL_TEST(restart_out_of_the_window), WHEEL_TEST(refusals),
        WHEEL_TEST(start_between_all_moves),
    };
    return RUN_ON_WHEELS("opening", tests);
}
