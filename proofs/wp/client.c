/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a caller may conclude, proved from the public contracts alone: a clause that these functions
   do not need says nothing to a caller. */
#include "client.h"

/* The figures that the interface names. */
/*@ terminates \true; exits \false; assigns \nothing; */
void tw_client_figures(void)
{
    /*@ assert capacity:  TW_CAPACITY_MAX == 0x40000000; */
    /*@ assert unbounded: TW_UNBOUNDED == 0xFFFFFFFF; */
    /*@ assert sleep:     TW_SLEEP_MAX == TW_PERIOD / 4; */
    /*@ assert stride:    TW_STRIDE_MAX == TW_PERIOD / 2 - 1; */
    /*@ assert statuses:  TW_OK == 0 && TW_EXPIRED == 1 && TW_BUSY == 2 && TW_BAD_ID == 3 &&
                          TW_BAD_DELAY == 4 && TW_BAD_CLOCK == 5 && TW_NOT_IDLE == 6 &&
                          TW_NOT_ACTIVE == 7 && TW_BAD_CAPACITY == 8 && TW_DUE == 9; */
    /*@ assert slots:     TW_SLOTS == TW_LEVELS * TW_RADIX; */
    /*@ assert period:    TW_PERIOD == TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX *
                              (TW_LEVELS == 8 ? TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX : 1); */
    /*@ assert words:     \forall integer n; 0 < n < TW_BITSET_MAX ==>
                              64 * (TW_BITSET_WORDS(n) - 1) < n <= 64 * TW_BITSET_WORDS(n); */
}

/* A new wheel has the caller's clock and so many idle timers. */
/*@ requires memory:    \valid(w);
    requires arrays:    1 <= capacity <= TW_CAPACITY_MAX ==>
                            \valid(links + (0 .. HEADS + capacity - 1)) &&
                            \valid(deadlines + (0 .. capacity - 1)) &&
                            \valid(h + (0 .. HEADS + capacity - 1)) &&
                            \separated(w, links + (0 .. HEADS + capacity - 1),
                                       deadlines + (0 .. capacity - 1),
                                       h + (0 .. HEADS + capacity - 1));
    terminates \true; exits \false;
    assigns  *w, links[0 .. HEADS + capacity - 1], h[0 .. HEADS + capacity - 1],
             tw_steps; */
void tw_client_init(WHEEL *w, struct tw_link *links, uint32_t *deadlines, uint32_t capacity,
                    uint32_t now)
/*@ ghost (struct tw_history \ghost *h) */
{
    const enum tw_status status = CALL(init)(w, links, deadlines, capacity, now) /*@ ghost (h) */;
    /*@ assert T7_steps: tw_steps <= 2 * HEADS + capacity; */
    /*@ assert T5_status: status == (1 <= capacity <= 0x40000000 ? TW_OK : TW_BAD_CAPACITY); */
    /*@ assert T7_refused: status != TW_OK ==> tw_steps == 0; */
    if (status != TW_OK) { return; }
    /*@ assert T8_no_work: !HasWork(w, h); */
    const uint32_t clock = CALL(now)(w) /*@ ghost (h) */;
    /*@ assert clock: clock == now % TW_PERIOD; */
    const bool empty = CALL(is_empty)(w) /*@ ghost (h) */;
    /*@ assert T3_idle: empty; */
    uint32_t ticks;
    const enum tw_status last = CALL(remaining)(w, capacity - 1u, now, &ticks) /*@ ghost (h) */;
    const enum tw_status beyond = CALL(remaining)(w, capacity, now, &ticks) /*@ ghost (h) */;
    /*@ assert timers: last == TW_NOT_ACTIVE && beyond == TW_BAD_ID; */
}

/* Declared storage is what init asks for, and what a wheel then writes to. */
/*@ terminates \true; exits \false; assigns tw_steps; */
void tw_client_storage(void)
{
    WHEEL wheel;
    STORAGE(storage, 3);
    /*@ ghost struct tw_history history[HEADS + 3]; */
    INIT(&wheel, storage, 0u) /*@ ghost (&history[0]) */;
    CALL(start)(&wheel, 0u, 1u) /*@ ghost (&history[0], 1) */;
}

/* start, or start_at, is refused, or sets the timer and nothing else; the clock stands still. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires results:   \valid(ticks) && \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             h[0 .. NODES(w) - 1], *ticks; */
void tw_client_start(WHEEL *w, uint32_t id, bool at, uint32_t time, uint32_t other, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const bool active = CALL(is_active)(w, id) /*@ ghost (h) */;
    const enum tw_status other_was = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    const uint32_t other_left = *ticks;
    enum tw_status status;
Before:;
    if (at) {
        status = CALL(start_at)(w, id, time) /*@ ghost (h, rank) */;
    } else {
        status = CALL(start)(w, id, time) /*@ ghost (h, rank) */;
    }
    /*@ assert T5_due:    at && id < w->capacity && (distance(now, time % TW_PERIOD) == 0 ||
            distance(now, time % TW_PERIOD) > TW_PERIOD - TW_PERIOD / 4) ==> status == TW_DUE; */
    /*@ assert T5_far:    at && id < w->capacity && TW_PERIOD / 2 <=
            distance(now, time % TW_PERIOD) <= TW_PERIOD - TW_PERIOD / 4 ==>
            status == TW_BAD_DELAY; */
    /*@ assert T5_delay:  !at && id < w->capacity && !(1 <= time < TW_PERIOD) ==>
            status == TW_BAD_DELAY; */
    /*@ assert T5_status: (at ? 1 <= distance(now, time % TW_PERIOD) < TW_PERIOD / 2
                              : 1 <= time < TW_PERIOD) ==>
            status == (id >= w->capacity ? TW_BAD_ID : active ? TW_NOT_IDLE : TW_OK); */
    /*@ assert T5_bad_id: id >= w->capacity ==> status == TW_BAD_ID; */
    /*@ assert T7_onward: front(w, h) == front{Pre}(w, h); */
    /*@ assert T8_no_work: HasWork(w, h) ==> HasWork{Before}(w, h); */
    /*@ assert T10_start: debt(w, h) <= debt{Before}(w, h) +
            owing(at ? distance(now, time % TW_PERIOD) : time); */
    /*@ assert T5_unchanged: status != TW_OK ==>
            SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    if (status != TW_OK) { return; }
    /*@ assert T10_started: debt(w, h) == \at(debt(w, h) - needs(w, HEADS + id, h), Before) +
            needs(w, HEADS + id, h); */
    const uint32_t clock = CALL(now)(w) /*@ ghost (h) */;
    /*@ assert T1_clock: clock == now; */
    /*@ assert T2_newest: \forall integer y; HEADS <= y < NODES(w) && y != HEADS + id &&
            Active(y, h) ==> h[y].rank < h[HEADS + id].rank; */
    const enum tw_status other_is = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_others: other != id ==> other_is == other_was &&
            (other_is == TW_OK ==> *ticks == other_left); */
    const enum tw_status is = CALL(remaining)(w, id, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_active: is == TW_OK; */
    /*@ assert T4_deadline: *ticks == (at ? distance(now, time % TW_PERIOD) : time); */
}

/* restart is start, and restart_at start_at, whatever the timer was. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires results:   \valid(ticks) && \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             h[0 .. NODES(w) - 1], *ticks; */
void tw_client_restart(WHEEL *w, uint32_t id, bool at, uint32_t time, uint32_t other,
                       uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const enum tw_status other_was = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    const uint32_t other_left = *ticks;
    enum tw_status status;
Before:;
    if (at) {
        status = CALL(restart_at)(w, id, time) /*@ ghost (h, rank) */;
    } else {
        status = CALL(restart)(w, id, time) /*@ ghost (h, rank) */;
    }
    /*@ assert T5_due:    at && id < w->capacity && (distance(now, time % TW_PERIOD) == 0 ||
            distance(now, time % TW_PERIOD) > TW_PERIOD - TW_PERIOD / 4) ==> status == TW_DUE; */
    /*@ assert T5_far:    at && id < w->capacity && TW_PERIOD / 2 <=
            distance(now, time % TW_PERIOD) <= TW_PERIOD - TW_PERIOD / 4 ==>
            status == TW_BAD_DELAY; */
    /*@ assert T5_delay:  !at && id < w->capacity && !(1 <= time < TW_PERIOD) ==>
            status == TW_BAD_DELAY; */
    /*@ assert T5_status: (at ? 1 <= distance(now, time % TW_PERIOD) < TW_PERIOD / 2
                              : 1 <= time < TW_PERIOD) ==>
            status == (id >= w->capacity ? TW_BAD_ID : TW_OK); */
    /*@ assert T5_bad_id: id >= w->capacity ==> status == TW_BAD_ID; */
    /*@ assert T7_last: status == TW_OK ==> front(w, h) < rank; */
    /*@ assert T7_onward: front(w, h) == 0 || front(w, h) >= front{Pre}(w, h) > 0; */
    /*@ assert T8_no_work: HasWork(w, h) ==> HasWork{Before}(w, h); */
    /*@ assert T10_start: debt(w, h) <= debt{Before}(w, h) +
            owing(at ? distance(now, time % TW_PERIOD) : time); */
    /*@ assert T5_unchanged: status != TW_OK ==>
            SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    if (status != TW_OK) { return; }
    /*@ assert T10_started: debt(w, h) == \at(debt(w, h) - needs(w, HEADS + id, h), Before) +
            needs(w, HEADS + id, h); */
    const uint32_t clock = CALL(now)(w) /*@ ghost (h) */;
    /*@ assert T1_clock: clock == now; */
    /*@ assert T2_newest: \forall integer y; HEADS <= y < NODES(w) && y != HEADS + id &&
            Active(y, h) ==> h[y].rank < h[HEADS + id].rank; */
    const enum tw_status other_is = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_others: other != id ==> other_is == other_was &&
            (other_is == TW_OK ==> *ticks == other_left); */
    const enum tw_status is = CALL(remaining)(w, id, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_active: is == TW_OK; */
    /*@ assert T4_deadline: *ticks == (at ? distance(now, time % TW_PERIOD) : time); */
}

/* stop makes a timer idle and nothing else. */
/*@ requires wheel:     Wheel(w, h);
    requires results:   \valid(ticks) && \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *ticks; */
void tw_client_stop(WHEEL *w, uint32_t id, uint32_t other, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const bool active = CALL(is_active)(w, id) /*@ ghost (h) */;
    const enum tw_status other_was = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    const uint32_t other_left = *ticks;
Before:;
    const enum tw_status status = CALL(stop)(w, id) /*@ ghost (h) */;
    /*@ assert T5_status: status == (id >= w->capacity ? TW_BAD_ID :
                                     active ? TW_OK : TW_NOT_ACTIVE); */
    /*@ assert T7_onward: front(w, h) == 0 || front(w, h) >= front{Pre}(w, h) > 0; */
    /*@ assert T8_no_work: HasWork(w, h) ==> HasWork{Before}(w, h); */
    /*@ assert T10_stop: debt(w, h) <= debt{Before}(w, h); */
    /*@ assert T5_unchanged: status != TW_OK ==>
            SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    if (status != TW_OK) { return; }
    /*@ assert T10_stopped: debt(w, h) == \at(debt(w, h) - needs(w, HEADS + id, h), Before); */
    const uint32_t clock = CALL(now)(w) /*@ ghost (h) */;
    /*@ assert T1_clock: clock == now; */
    const enum tw_status other_is = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_others: other != id ==> other_is == other_was &&
            (other_is == TW_OK ==> *ticks == other_left); */
    const bool still = CALL(is_active)(w, id) /*@ ghost (h) */;
    /*@ assert T3_idle: !still; */
}

/* Of two timers that are due at the same tick, the one started first is delivered first. */
/*@ requires wheel:     Wheel(w, h);
    requires timers:    one != two && !Active(HEADS + two, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires results:   \valid(id) &&
                        \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:     \valid(visited) && *visited == 0 &&
                        \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             h[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *id, *visited, tw_steps, tw_jumps; */
void tw_client_order(WHEEL *w, uint32_t one, uint32_t two, uint32_t until, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, int64_t rank, uint64_t \ghost *visited) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    if (CALL(remaining)(w, one, now, id) /*@ ghost (h) */ != TW_OK) { return; }
    if (CALL(start)(w, two, *id) /*@ ghost (h, rank) */ != TW_OK) { return; }
    const enum tw_status status = CALL(advance)(w, until, TW_UNBOUNDED, id)
        /*@ ghost (h, visited) */;
    /*@ assert T2_first: status == TW_EXPIRED ==> *id != two; */
}

/* advance delivers a timer at its deadline, passes none, and changes no other. */
/*@ requires wheel:     Wheel(w, h);
    requires results:   \valid(id) && \valid(ticks) &&
                        \separated(id, ticks, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:     \valid(visited) && *visited == 0 &&
                        \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *id, *ticks, *visited,
             tw_steps, tw_jumps; */
void tw_client_advance(WHEEL *w, uint32_t until, uint32_t budget, uint32_t other, uint32_t *id,
                       uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const uint32_t before = CALL(now)(w) /*@ ghost (h) */;
    const enum tw_status was = CALL(remaining)(w, other, before, ticks) /*@ ghost (h) */;
    const bool empty = CALL(is_empty)(w) /*@ ghost (h) */;
    const uint32_t left = *ticks, id_was = *id;
    /*@ assert T3_was: was == (other >= w->capacity ? TW_BAD_ID
                               : h[HEADS + other].slot != NO_SLOT ? TW_OK : TW_NOT_ACTIVE); */
Before:;
    const enum tw_status status = CALL(advance)(w, until, budget, id) /*@ ghost (h, visited) */;
    /*@ assert T7_steps: tw_steps <= VISIT_STEPS * (*visited - (status == TW_EXPIRED ? 1 : 0)) +
            ADVANCE_STEPS; */
    /*@ assert T7_refused: status == TW_BAD_CLOCK ==> tw_steps <= EMPTY_STEPS && tw_jumps == 0; */
    /*@ assert T7_jumps: tw_jumps <= *visited - (status == TW_EXPIRED ? 1 : 0) + 1; */
#ifndef TW_HASHED_H
    /*@ assert T7_levels: tw_jumps <= TW_LEVELS; */
#endif
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const uint32_t target = tw_tick(until);
    /*@ assert T5_status: distance(before, target) < TW_PERIOD / 2
            ? status == TW_OK || status == TW_EXPIRED || status == TW_BUSY
            : status == (empty ? TW_OK : TW_BAD_CLOCK); */
    /*@ assert T5_unchanged: status == TW_BAD_CLOCK ==> now == before && *id == id_was &&
            SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    if (status == TW_BAD_CLOCK) { return; }
    /*@ assert T7_words: tw_steps <= (distance(before, target) < TW_PERIOD / 2
            ? *visited - (status == TW_EXPIRED ? 1 : 0) + tw_jumps + 1 + JUMP_WORDS(tw_jumps)
            : EMPTY_STEPS); */
#ifdef TW_HASHED_H
    /*@ assert T7_moved: distance(before, target) < TW_PERIOD / 2 ==> tw_jumps <= distance(before, now); */
#endif
    /*@ assert T7_bounded: *visited <= budget + (status == TW_EXPIRED ? 1 : 0); */
    /*@ assert T7_busy: status == TW_BUSY ==> *visited == budget; */
    /*@ assert T7_progress: status == TW_BUSY && budget > 0 ==>
            now != before || front(w, h) > front{Pre}(w, h); */
    /*@ assert T7_onward: status == TW_EXPIRED ==> front(w, h) == 0 ||
            (h[HEADS + *id].rank < front(w, h) && (now == before ==> front(w, h) >= front{Pre}(w, h))); */
    /*@ assert T7_due_first: status == TW_EXPIRED ==> DueFirst{Before, Here}(w, HEADS + *id, h); */
    /*@ assert T8_busy: status == TW_BUSY ==> NeedsBudget(w, h); */
    /*@ assert T8_idle: status == TW_OK ==> !HasWork(w, h); */
    /*@ assert T10_paid: debt(w, h) + *visited ==
            debt{Before}(w, h) + (status == TW_EXPIRED ? 1 : 0); */
#ifndef TW_HASHED_H
    /*@ assert T10_enough: budget >= TW_TOP * w->capacity ==> status != TW_BUSY; */
#endif
    /*@ assert T1_not_beyond: distance(before, now) <= distance(before, target); */
    /*@ assert T1_never_late: was == TW_OK ==> distance(before, now) <= left; */
    const bool delivered = status == TW_EXPIRED && *id == other;
    /*@ assert T3_delivered: delivered ==> was == TW_OK; */
    /*@ assert T1_exact: delivered ==> distance(before, now) == left; */
    /*@ assert T3_none: status != TW_EXPIRED ==> *id == id_was; */
    /*@ assert T3_timers: other < w->capacity && !delivered ==>
            (h[HEADS + other].slot != NO_SLOT <==> \at(h[HEADS + other].slot, Before) != NO_SLOT); */
    /*@ assert T3_gone: delivered ==> other < w->capacity && h[HEADS + other].slot == NO_SLOT; */
    const enum tw_status is = CALL(remaining)(w, other, now, ticks) /*@ ghost (h) */;
    /*@ assert T3_is: is == (other >= w->capacity ? TW_BAD_ID
                             : h[HEADS + other].slot != NO_SLOT ? TW_OK : TW_NOT_ACTIVE); */
    /*@ assert T3_others: is == (delivered ? TW_NOT_ACTIVE : was); */
    /*@ assert T3_left: is == TW_OK ==> *ticks == left - distance(before, now); */
    /*@ assert T1_all_delivered: status == TW_OK ==> now == target &&
                                                     (is == TW_OK ==> *ticks != 0); */
}

/* A wheel without an active timer follows any counter. A deadline then counts from there. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires budget:    budget >= 1;
    requires delay:     1 <= delay < TW_PERIOD / 2;
    requires results:   \valid(id) &&
                        \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:     \valid(visited) && *visited == 0 &&
                        \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  *w, w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             h[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *id, *visited, tw_steps, tw_jumps; */
void tw_client_idle(WHEEL *w, uint32_t counter, uint32_t budget, uint32_t delay, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, int64_t rank, uint64_t \ghost *visited) */
{
    if (!CALL(is_empty)(w) /*@ ghost (h) */) { return; }
    /*@ ghost CALL(solvent)(w, h); */
    const uint32_t id_was = *id;
    /*@ assert none:      NoneActive(HEADS, NODES(w), h) && debt(w, h) == 0; */
Before:;
    const enum tw_status status = CALL(advance)(w, counter, budget, id) /*@ ghost (h, visited) */;
    /*@ ghost CALL(solvent)(w, h); */
    /*@ assert T3_delivered: status != TW_EXPIRED; */
    /*@ assert T3_none:   *id == id_was &&
            SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert T10_paid:  debt(w, h) + *visited == 0; */
    /*@ assert T7_bounded: *visited == 0; */
    /*@ assert T5_status: status == TW_OK; */
    /*@ assert T8_idle:   !HasWork(w, h); */
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    /*@ assert T1_clock:  now == counter % TW_PERIOD; */
    const bool empty = CALL(is_empty)(w) /*@ ghost (h) */;
    /*@ assert T3_others: empty; */
    const uint32_t deadline = tw_after(now, delay);
    const enum tw_status started = CALL(start_at)(w, 0u, deadline) /*@ ghost (h, rank) */;
    /*@ assert T5_status: started == TW_OK; */
}

/* next lets the caller sleep, no longer than until the earliest deadline, from its own counter. */
/*@ requires wheel:     Wheel(w, h);
    requires results:   \valid(ticks) && \valid(left) &&
                        \separated(ticks, left, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks, *left, tw_steps; */
void tw_client_next(const WHEEL *w, uint32_t counter, uint32_t other, uint32_t *ticks,
                    uint32_t *left)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const uint32_t lag = tw_lag(now, counter);
    const uint32_t ticks_was = *ticks;
    const enum tw_status status = CALL(next)(w, counter, ticks) /*@ ghost (h) */;
    /*@ assert T7_steps: tw_steps <= NEXT_STEPS; */
    /*@ assert T5_unchanged: status == TW_BAD_CLOCK ==> *ticks == ticks_was; */
    const bool empty = CALL(is_empty)(w) /*@ ghost (h) */;
    /*@ assert T7_steps: tw_steps <= EMPTY_STEPS; */
    /*@ assert T8_status: status == (empty ? TW_NOT_ACTIVE
                                     : lag < TW_PERIOD / 2 ? TW_OK : TW_BAD_CLOCK); */
    /*@ assert T8_idle: status == TW_NOT_ACTIVE ==>
            *ticks == (TW_SLEEP_MAX > lag ? TW_SLEEP_MAX - lag : 0); */
    /*@ assert T8_work: status == TW_OK && HasWork(w, h) ==> *ticks == 0; */
    /*@ assert T8_forward: status == TW_OK ==>
            *ticks <= (TW_SLEEP_MAX > lag ? TW_SLEEP_MAX - lag : 0); */
    /*@ assert T8_first: status == TW_OK ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> *ticks <= rest(wake(w->deadlines[y - HEADS], w->now), lag); */
    /*@ assert T8_near: status == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            *ticks == rest(stride(wake(w->deadlines[y - HEADS], w->now)), lag); */
    /*@ assert T8_bounds: status == TW_OK ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> *ticks <= rest(distance(w->now, w->deadlines[y - HEADS]), lag); */
    const uint32_t ticks_is = *ticks;
    /*@ assert mine: status == TW_OK && other < w->capacity && Active(HEADS + other, h) ==>
            ticks_is <= rest(distance(w->now, w->deadlines[HEADS + other - HEADS]), lag); */
Looked:;
    const enum tw_status was = CALL(remaining)(w, other, now, left) /*@ ghost (h) */;
    const uint32_t left_was = *left;
    /*@ assert ticks: *ticks == ticks_is; */
    /*@ assert T1_from_clock: was == TW_OK ==>
            left_was == distance(w->now, \at(w->deadlines[other], Looked)); */
    /*@ assert bound: was == TW_OK && status == TW_OK ==> ticks_is <= rest(left_was, lag); */
    const enum tw_status is = CALL(remaining)(w, other, counter, left) /*@ ghost (h) */;
    /*@ assert ticks: *ticks == ticks_is; */
    const bool active = CALL(is_active)(w, other) /*@ ghost (h) */;
    /*@ assert T5_status: is == (other >= w->capacity ? TW_BAD_ID :
                                 !active ? TW_NOT_ACTIVE : lag < TW_PERIOD / 2 ? TW_OK : TW_BAD_CLOCK); */
    /*@ assert T5_unchanged: is != TW_OK ==> *left == left_was; */
    /*@ assert T1_remaining: is == TW_OK ==>
            *left == (left_was > lag ? left_was - lag : 0); */
    /*@ assert T8_bound: is == TW_OK ==> status == TW_OK && *ticks <= *left; */
}

/*@ // Ticks from the clock to when timer y has advance do something; no more than are slept at once.
    logic integer soon{L}(WHEEL *w, integer y) = stride(wake(w->deadlines[y - HEADS], w->now)); */

/* While the caller's counter moves on, next names the same tick, and 0 from there on. */
/*@ requires wheel:     Wheel(w, h);
    requires onward:    distance(w->now, counter % TW_PERIOD) <=
                            distance(w->now, later % TW_PERIOD);
    requires results:   \valid(ticks) && \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks, tw_steps; */
void tw_client_steady(const WHEEL *w, uint32_t counter, uint32_t later, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const uint32_t lag = tw_lag(now, counter);
    const uint32_t more = tw_lag(now, later);
    const enum tw_status was = CALL(next)(w, counter, ticks) /*@ ghost (h) */;
    const uint32_t first = *ticks;
    /*@ assert T8_first: was == TW_OK ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> first <= rest(soon(w, y), lag); */
    /*@ assert T8_near: was == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            first == rest(soon(w, y), lag); */
    /*@ assert none_before: was == TW_OK && first > 0 ==> \forall integer y;
            HEADS <= y < NODES(w) && Active(y, h) ==>
            lag + first <= soon(w, y); */
    /*@ assert one_there: was == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            soon(w, y) <= lag + first; */
    /*@ assert idle: was == TW_OK && first > 0 ==> !HasWork(w, h); */
First:;
    const enum tw_status is = CALL(next)(w, later, ticks) /*@ ghost (h) */;
    /*@ assert same: \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], First); */
    /*@ assert soon: \forall integer y; HEADS <= y < NODES(w) ==>
            soon(w, y) == \at(soon(w, y), First); */
    /*@ assert active: \forall integer y; HEADS <= y < NODES(w) ==> (Active(y, h) <==> Active{First}(y, h)); */
    /*@ assert due: \at(NoneDue(w->now, w->deadlines, HEADS, NODES(w), h), First) ==>
            NoneDue(w->now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert work: HasWork(w, h) ==> HasWork{First}(w, h); */
    /*@ assert T8_first: is == TW_OK ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> *ticks <= rest(soon(w, y), more); */
    /*@ assert T8_near: is == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            *ticks == rest(soon(w, y), more); */
    /*@ assert T8_status: is == was || is == TW_BAD_CLOCK; */
    /*@ assert none_before: was == TW_OK && first > 0 ==> \forall integer y;
            HEADS <= y < NODES(w) && Active(y, h) ==>
            lag + first <= soon(w, y); */
    /*@ assert one_there: was == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            soon(w, y) <= lag + first; */
    /*@ assert no_later: is == TW_OK && !HasWork(w, h) ==> *ticks <= rest(lag + first, more); */
    /*@ assert idle: is == TW_OK && first > 0 ==> was == TW_OK && !HasWork(w, h); */
    /*@ assert one_more: is == TW_OK && !HasWork(w, h) ==> \exists integer y;
            HEADS <= y < NODES(w) && Active(y, h) &&
            soon(w, y) <= more + *ticks; */
    /*@ assert no_sooner: is == TW_OK && first > 0 ==> more + *ticks >= lag + first; */
    /*@ assert T8_same_tick: is != TW_BAD_CLOCK && more < lag + first ==>
            more + *ticks == lag + first; */
    /*@ assert T8_there: is != TW_BAD_CLOCK && more >= lag + first ==> *ticks == 0; */
}

/*@ // The deadline of timer y is a tick.
    predicate Dated{L}(WHEEL *w, integer y) = Tick(w->deadlines[y - HEADS]); */

/* So is that of each timer that is reached. In the ghost world only: nothing else is in sight here. */
/*@ ghost
  /@ terminates \true; exits \false; assigns \nothing;
     ensures  dated:     \forall integer y; Reached(w, y) ==> Dated(w, y);
  @/
  static inline void tw_client_dated(const WHEEL *w)
  {
      /@ assert steps:   \forall integer s, n; 1 <= n && Walked(w, s, n) ==> Dated(w, walk(w->links, s, n)); @/
  }
*/

/* A wheel passes the audit; memory that does can be walked. */
/*@ requires memory:    AuditMemory(w) && slot < HEADS;
    terminates \true; exits \false;
    assigns  tw_steps; */
void tw_client_audit(const WHEEL *w, uint32_t slot)
/*@ ghost (struct tw_history \ghost *h) */
{
    const bool sound = CALL(audit)(w) /*@ ghost (h) */;
    /*@ assert T7_steps: tw_steps <= 2 * HEADS + AUDIT_TURNS * w->capacity + 1; */
    /*@ assert T7_refused: w->capacity > TW_CAPACITY_MAX ==> tw_steps == 0; */
    /*@ assert complete: Wheel(w, h) ==> sound; */
    if (!sound) { return; }
    /*@ assert capacity: 1 <= w->capacity <= TW_CAPACITY_MAX; */
    const tw_node next = w->links[slot].next;
    const tw_node back = w->links[next].prev;
    /*@ assert links: back == slot; */
    /*@ assert occupied: Bit(&w->occupied[0], slot) <==> next != slot; */
    const uint32_t left = tw_distance((uint32_t)w->now, 0u);
    /*@ assert clock: left == distance(w->now, 0); */
    /*@ assert circles: Circle(w, slot); */
    /*@ ghost tw_client_dated(w); */
    /*@ assert reached: \forall integer y; HEADS <= y < NODES(w) && w->links[y].next != y ==>
            Reached(w, y) && Tick(w->deadlines[y - HEADS]); */
#ifdef TW_HASHED_H
    /*@ assert cursor: w->cursor < NODES(w) && Cursor(w); */
#else
    /*@ assert opening: w->opening != TW_HIER_NONE ==> opens(w->opening, w->now) == w->now &&
            w->links[w->opening].next != w->opening; */
#endif
}
