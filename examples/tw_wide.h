/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For callers: time of 64 bits. The clock and the deadlines are uint64_t, and each value of them is
   allowed. Copy this header beside src/, and add tw_hier.c to your build.

   The calls have the names and the statuses of tw_hier.h. They refuse no deadline because it is far
   ahead, and no counter because it went far. Timers with one deadline are delivered in order of
   start.

   A window is P/4 ticks; P is TW_PERIOD. Window k begins at tick k * P/4. Three wheels hold the
   timers:

     fine     counts ticks: a timer of the present window waits here for its deadline
     coarse   counts windows: a timer of a later window waits here for its window
     queue    counts deliveries: a timer that is started while its window opens waits here

   At the last tick before a window, advance opens the window. It moves the window's timers to fine:
   first those of coarse, then those of queue. While a window opens, advance can return TW_BUSY, and
   you may make any call.

   The window of a timer can be more than P/2 windows ahead. Then the timer waits in coarse for an
   earlier window, and is started there again. The earlier window is a multiple of P/2 windows
   before its own. So all timers of one deadline wait for the same windows, and keep their order.

   What it costs: 44 bytes a timer, and 24 * TW_SLOTS bytes of empty slots. A timer moves from wheel
   to wheel at most 1 + delay / (P*P/8) times between start and delivery. P*P/8 is 2^61, 2^29 or
   2^13 ticks for TW_RADIX 256, 16 or 4. After its start and after each such move, its wheel can
   move it three times to lower levels. While a timer is active, advance needs about one loop
   iteration for each P*P/16 ticks that the clock goes. No call but init and audit takes longer if
   there are more timers, except that advance makes up to `budget` loop iterations.

   The wheels are proved. This header is not: no prover has read it. Tests and a fuzzer compare it
   with a sorted list (tests/test_wide.c, fuzz/wide.c). So these statements are tested and not
   proved: deadlines are exact; timers of one deadline keep their order; no timer is lost; a refused
   call changes nothing; a loop of advance ends; next reaches beyond no deadline; a timer moves as
   seldom as stated; this header keeps the preconditions of tw_hier.h. */
#ifndef TW_WIDE_H
#define TW_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#ifndef TW_HIER_H /* the single header has it */
#include "tw_hier.h"
#endif

/* The members are private: call the functions below to read them. */
struct tw_wide {
    struct tw_hier fine;
    struct tw_hier coarse;
    struct tw_hier queue;
    uint64_t *deadlines; /* a tick for each timer; 0 while it is idle */
    uint64_t now;        /* the clock; modulo P, that of fine */
    uint64_t window;     /* the last window that advance began to open */
    uint32_t capacity;   /* timers */
    bool opening;        /* the window is not open yet: the clock is at the last tick before it */
};

/* A window in ticks. */
#define TW_WIDE_WINDOW (TW_PERIOD / 4)

/* The most windows that a timer waits for at a time. With P/4 more, it is a delay of a wheel. */
#define TW_WIDE_WAIT (TW_PERIOD / 2)

/* Declares a variable `name` with the memory of n timers, for TW_WIDE_INIT. */
#define TW_WIDE_STORAGE(name, n)                                                                   \
    struct {                                                                                       \
        struct tw_link wide_links[3u * ((uint32_t)TW_SLOTS + (n))];                                \
        uint32_t ticks[3u * (n)];                                                                  \
        uint64_t deadlines[n];                                                                     \
    } name

/* Calls tw_wide_init for memory that TW_WIDE_STORAGE declared. */
#define TW_WIDE_INIT(w, storage, now)                                                              \
    tw_wide_init((w), (storage).wide_links, (storage).ticks, (storage).deadlines,                  \
                 sizeof(storage).deadlines / sizeof(uint64_t), (now))

/* Makes `capacity` idle timers, with the clock at tick `now`, any value. The arrays need no initial
   values; `links` has 3 * (TW_SLOTS + capacity) elements, `ticks` 3 * capacity, `deadlines`
   capacity.

   TW_OK; or TW_BAD_CAPACITY, with nothing changed, if `capacity` is not in 1 .. TW_CAPACITY_MAX.
   Cost: linear in TW_SLOTS + capacity. */
TW_NODISCARD static inline enum tw_status tw_wide_init(struct tw_wide *w, struct tw_link *links,
                                                       uint32_t *ticks, uint64_t *deadlines,
                                                       uint32_t capacity, uint64_t now)
{
    const uint64_t window = now / TW_WIDE_WINDOW;
    const uint32_t nodes = (uint32_t)TW_SLOTS + capacity;
    if (tw_hier_init(&w->fine, links, ticks, capacity, (uint32_t)now) != TW_OK ||
        tw_hier_init(&w->coarse, links + nodes, ticks + capacity, capacity, (uint32_t)window) !=
            TW_OK ||
        tw_hier_init(&w->queue, links + 2u * nodes, ticks + 2u * capacity, capacity, 0u) != TW_OK) {
        return TW_BAD_CAPACITY; /* the first call found it */
    }
    for (uint32_t id = 0u; id < capacity; id++) {
        deadlines[id] = 0u;
    }
    w->deadlines = deadlines;
    w->now = now;
    w->window = window;
    w->capacity = capacity;
    w->opening = false;
    return TW_OK;
}

/* Returns the clock: the tick that advance has reached. */
static inline uint64_t tw_wide_now(const struct tw_wide *w)
{
    return w->now;
}

/* Returns true if timer `id` is active; false also if it is not below the capacity. */
static inline bool tw_wide_is_active(const struct tw_wide *w, uint32_t id)
{
    return id < w->capacity && w->deadlines[id] != 0u;
}

/* Returns true if no timer is active. */
static inline bool tw_wide_is_empty(const struct tw_wide *w)
{
    return tw_hier_is_empty(&w->fine) && tw_hier_is_empty(&w->coarse) &&
           tw_hier_is_empty(&w->queue);
}

/* Not for callers: starts a timer that is on no wheel, on that of its window. */
TW_NODISCARD static inline enum tw_status tw_wide_place(struct tw_wide *w, uint32_t id)
{
    const uint64_t windows = w->deadlines[id] / TW_WIDE_WINDOW - w->window;
    if (windows == 0u) { return tw_hier_start_at(&w->fine, id, (uint32_t)w->deadlines[id]); }
    const uint32_t behind = tw_lag(tw_hier_now(&w->coarse), (uint32_t)w->window);
    const uint32_t ahead = (uint32_t)((windows - 1u) % TW_WIDE_WAIT) + 1u;
    return tw_hier_start(&w->coarse, id, behind + ahead);
}

/* Stops an active timer.

   TW_OK; TW_BAD_ID; or TW_NOT_ACTIVE. If it is not TW_OK, nothing changed. Cost: constant. */
static inline enum tw_status tw_wide_stop(struct tw_wide *w, uint32_t id)
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    w->deadlines[id] = 0u;
    if (tw_hier_stop(&w->fine, id) == TW_OK) { return TW_OK; }
    return tw_hier_stop(&w->coarse, id) == TW_OK ? TW_OK : tw_hier_stop(&w->queue, id);
}

/* Starts a timer, whether it is idle or active. It expires when your counter reaches `deadline`.

   TW_OK; TW_BAD_ID; or TW_DUE: the clock has reached `deadline`. If it is not TW_OK, nothing
   changed, and an active timer keeps its earlier deadline. Cost: constant. */
TW_NODISCARD static inline enum tw_status tw_wide_restart_at(struct tw_wide *w, uint32_t id,
                                                             uint64_t deadline)
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (deadline <= w->now) { return TW_DUE; }
    const uint64_t windows = deadline / TW_WIDE_WINDOW - w->window;
    (void)tw_wide_stop(w, id);
    w->deadlines[id] = deadline;
    /* Other timers of this deadline may wait for the window that opens. They come first. */
    if (w->opening && windows % TW_WIDE_WAIT == 0u) { return tw_hier_start(&w->queue, id, 1u); }
    return tw_wide_place(w, id);
}

/* Starts an idle timer. It expires when your counter reaches `deadline`.

   TW_OK; TW_BAD_ID; TW_DUE; or TW_NOT_IDLE. If it is not TW_OK, nothing changed. Cost: constant. */
TW_NODISCARD static inline enum tw_status tw_wide_start_at(struct tw_wide *w, uint32_t id,
                                                           uint64_t deadline)
{
    if (deadline > w->now && tw_wide_is_active(w, id)) { return TW_NOT_IDLE; }
    return tw_wide_restart_at(w, id, deadline);
}

/* Starts a timer, whether it is idle or active. It expires `delay` ticks after the clock. Call it
   as tw_hier_restart.

   TW_OK; TW_BAD_ID; or TW_BAD_DELAY: `delay` is 0, or the deadline is above 2^64 - 1. If it is not
   TW_OK, nothing changed. Cost: constant. */
TW_NODISCARD static inline enum tw_status tw_wide_restart(struct tw_wide *w, uint32_t id,
                                                          uint64_t delay)
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > UINT64_MAX - w->now) { return TW_BAD_DELAY; }
    return tw_wide_restart_at(w, id, w->now + delay);
}

/* Starts an idle timer. It expires `delay` ticks after the clock. Call it as tw_hier_start.

   TW_OK; TW_BAD_ID; TW_BAD_DELAY; or TW_NOT_IDLE. If it is not TW_OK, nothing changed. Cost:
   constant. */
TW_NODISCARD static inline enum tw_status tw_wide_start(struct tw_wide *w, uint32_t id,
                                                        uint64_t delay)
{
    const bool fits = delay != 0u && delay <= UINT64_MAX - w->now;
    if (fits && tw_wide_is_active(w, id)) { return TW_NOT_IDLE; }
    return tw_wide_restart(w, id, delay);
}

/* Not for callers: an iteration while the window opens. Moves a timer. */
TW_NODISCARD static inline enum tw_status tw_wide_open(struct tw_wide *w)
{
    uint32_t id = 0u;
    enum tw_status status = tw_hier_advance(&w->coarse, (uint32_t)w->window, 1u, &id);
    if (status == TW_OK) {
        status = tw_hier_advance(&w->queue, tw_hier_now(&w->queue) + 1u, 1u, &id);
        w->opening = status != TW_OK;
    }
    if (status == TW_EXPIRED && tw_wide_place(w, id) != TW_OK) { status = TW_BAD_CLOCK; }
    return status == TW_BAD_CLOCK ? TW_BAD_CLOCK : TW_BUSY;
}

/* Not for callers: the clock is at the end of a window, and fine has no timer. Goes to the end of
   the last window that no timer needs, on the way to `until`, and begins to open the one after
   it. */
TW_NODISCARD static inline enum tw_status tw_wide_enter(struct tw_wide *w, uint64_t until)
{
    uint32_t id = 0u;
    uint32_t windows = 0u;
    const uint64_t most = until / TW_WIDE_WINDOW - w->window;
    if (tw_hier_next(&w->coarse, (uint32_t)w->window, &windows) != TW_OK) { return TW_BAD_CLOCK; }
    w->window += windows < most ? windows : most;
    w->now = w->window * TW_WIDE_WINDOW - 1u;
    w->opening = true;
    const enum tw_status status = tw_hier_advance(&w->fine, (uint32_t)w->now, 0u, &id);
    return status == TW_OK ? TW_BUSY : TW_BAD_CLOCK;
}

/* Not for callers: an iteration while the window is open. Goes towards `until`, at most to the end
   of the window. */
TW_NODISCARD static inline enum tw_status tw_wide_run(struct tw_wide *w, uint64_t until,
                                                      uint32_t *id)
{
    const uint64_t last = w->window * TW_WIDE_WINDOW + (TW_WIDE_WINDOW - 1u);
    const uint64_t to = until < last ? until : last;
    const enum tw_status status = tw_hier_advance(&w->fine, (uint32_t)to, 1u, id);
    w->now += tw_lag(tw_tick((uint32_t)w->now), tw_hier_now(&w->fine));
    if (status == TW_EXPIRED) { w->deadlines[*id] = 0u; }
    return status == TW_OK && to < until ? tw_wide_enter(w, until) : status;
}

/* Not for callers: sets the clock while no timer is active. */
TW_NODISCARD static inline enum tw_status tw_wide_jump(struct tw_wide *w, uint64_t until)
{
    uint32_t id = 0u;
    w->now = until;
    w->window = until / TW_WIDE_WINDOW;
    w->opening = false;
    if (tw_hier_advance(&w->fine, (uint32_t)until, 0u, &id) != TW_OK ||
        tw_hier_advance(&w->coarse, (uint32_t)w->window, 0u, &id) != TW_OK) {
        return TW_BAD_CLOCK; /* never: an idle wheel accepts any counter */
    }
    return TW_OK;
}

/* Moves the clock towards `until`, your counter, and delivers the first timer that is due on the
   way. Call it in a loop, as long as it returns TW_EXPIRED or TW_BUSY, as tw_hier_advance. While no
   timer is active, `until` is any value.

   A call makes at most `budget` loop iterations, and one if `budget` is 0. An iteration moves at
   most one timer to a lower level. It also moves at most one from wheel to wheel, or delivers one.

   TW_EXPIRED: timer *id is delivered, and the clock is at its deadline. TW_OK: the clock is at
   `until`, and no timer is due. TW_BUSY: the budget is used up; call again. TW_BAD_CLOCK: a timer
   is active, and `until` is behind the clock; nothing changed. `*id` is written on TW_EXPIRED
   only. If memory is corrupted, TW_BAD_CLOCK can come from a wheel. */
TW_NODISCARD static inline enum tw_status tw_wide_advance(struct tw_wide *w, uint64_t until,
                                                          uint32_t budget, uint32_t *id)
{
    enum tw_status status = TW_BUSY;
    uint32_t iterations = 0u;
    if (tw_wide_is_empty(w)) { return tw_wide_jump(w, until); }
    if (until < w->now) { return TW_BAD_CLOCK; }
    do {
        status = w->opening ? tw_wide_open(w) : tw_wide_run(w, until, id);
        iterations++;
    } while (status == TW_BUSY && iterations < budget);
    return status;
}

/* Not for callers: the tick that a caller may sleep to, while a timer is active. */
static inline uint64_t tw_wide_wake(const struct tw_wide *w)
{
    uint32_t ticks = 0u;
    uint32_t windows = 0u;
    if (w->opening) { return w->now; }
    if (tw_hier_next(&w->fine, (uint32_t)w->now, &ticks) == TW_OK) { return w->now + ticks; }
    if (tw_hier_next(&w->coarse, (uint32_t)w->window, &windows) != TW_OK) { return w->now; }
    return (w->window + windows) * TW_WIDE_WINDOW;
}

/* Writes to *ticks how many ticks you may sleep from now, that is from your counter. *ticks never
   reaches beyond a deadline. It may end before the earliest one.

   TW_OK: 0: call advance now. TW_NOT_ACTIVE: no timer is active, and *ticks is 2^64 - 1.
   TW_BAD_CLOCK: a timer is active, and `counter` is behind the clock; nothing changed. Cost:
   constant. */
TW_NODISCARD static inline enum tw_status tw_wide_next(const struct tw_wide *w, uint64_t counter,
                                                       uint64_t *ticks)
{
    const bool empty = tw_wide_is_empty(w);
    if (!empty && counter < w->now) { return TW_BAD_CLOCK; }
    const uint64_t wake = tw_wide_wake(w);
    const uint64_t left = wake > counter ? wake - counter : 0u;
    *ticks = empty ? UINT64_MAX : left;
    return empty ? TW_NOT_ACTIVE : TW_OK;
}

/* Writes to *ticks the ticks from your counter to the deadline of an active timer; 0: reached.

   TW_OK; TW_BAD_ID; TW_NOT_ACTIVE; or TW_BAD_CLOCK: `counter` is behind the clock. If it is not
   TW_OK, nothing changed. Cost: constant. */
TW_NODISCARD static inline enum tw_status tw_wide_remaining(const struct tw_wide *w, uint32_t id,
                                                            uint64_t counter, uint64_t *ticks)
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    const uint64_t deadline = w->deadlines[id];
    if (deadline == 0u) { return TW_NOT_ACTIVE; }
    if (counter < w->now) { return TW_BAD_CLOCK; }
    *ticks = deadline > counter ? deadline - counter : 0u;
    return TW_OK;
}

/* Checks the memory for corruption, as tw_hier_audit: each wheel, and that each active timer is on
   one wheel. Returns true if it finds none. Cost: linear in TW_SLOTS + capacity. */
static inline bool tw_wide_audit(const struct tw_wide *w)
{
    bool intact = tw_hier_audit(&w->fine) && tw_hier_audit(&w->coarse) && tw_hier_audit(&w->queue);
    for (uint32_t id = 0u; intact && id < w->capacity; id++) {
        const uint32_t places = (uint32_t)tw_hier_is_active(&w->fine, id) +
                                (uint32_t)tw_hier_is_active(&w->coarse, id) +
                                (uint32_t)tw_hier_is_active(&w->queue, id);
        intact = places == (w->deadlines[id] != 0u ? 1u : 0u);
    }
    return intact;
}

#endif
