/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The executable specification: the ids of the active timers in an array, in the order of
   delivery, that is sorted by (remaining ticks, order of start). Start and stop shift the
   entries behind, advance looks at the first one.

   The interface is that of the wheels, see tw_hier.h, and so are the contracts. It differs in
   three points: advance has no work to put off, so its budget is never used up and it never
   returns TW_BUSY; next is exact; and T7 is not claimed, as every call is linear in the
   number of active timers. */
#ifndef TW_ORACLE_H
#define TW_ORACLE_H

#include "tw_clock.h"
#include "tw_list.h"
#include "tw_status.h"

struct tw_oracle {
    tw_node *order;      /* the active timers, in the order of delivery */
    uint32_t *deadlines; /* a tick a timer; meaningless while idle */
    uint64_t now;        /* the clock, a tick */
    uint64_t capacity;   /* timers, and entries in memory */
    uint64_t count;      /* active timers */
};

#ifdef __FRAMAC__
#include "oracle.acsl"
#endif

/* Makes an oracle of `capacity` idle timers at tick `now`, in the caller's memory:
   `capacity` entries and `capacity` deadlines, whatever they hold.

   Returns TW_OK, or TW_BAD_CAPACITY (not in 1 .. TW_CAPACITY_MAX). */
/*@ requires memory:     \valid(w);
    requires arrays:     1 <= capacity <= TW_CAPACITY_MAX ==>
                             \valid(order + (0 .. capacity - 1)) &&
                             \valid(deadlines + (0 .. capacity - 1)) &&
                             \valid(h + (0 .. HEADS + capacity - 1)) &&
                             \valid(at + (0 .. HEADS + capacity - 1)) &&
                             \separated(w, order + (0 .. capacity - 1),
                                        deadlines + (0 .. capacity - 1),
                                        h + (0 .. HEADS + capacity - 1),
                                        at + (0 .. HEADS + capacity - 1));
    terminates \true; exits \false;
    assigns  *w, h[0 .. HEADS + capacity - 1], at[0 .. HEADS + capacity - 1];
    behavior initialised:
      assumes  1 <= capacity <= TW_CAPACITY_MAX;
      ensures  T5_status:  \result == TW_OK;
      ensures  wheel:      Wheel(w, h, at);
      ensures  clock:      w->now == now % TW_PERIOD;
      ensures  memory:     w->order == order && w->deadlines == deadlines;
      ensures  timers:     w->capacity == capacity;
      ensures  T3_idle:    NoneActive(HEADS, NODES(w), h);
      ensures  T8_no_work: !HasWork(w, h);
    behavior bad_capacity:
      assumes  !(1 <= capacity <= TW_CAPACITY_MAX);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_CAPACITY;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_init(struct tw_oracle *w, tw_node *order, uint32_t *deadlines,
                              uint32_t capacity, uint32_t now)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Starts an idle timer: it expires `delay` ticks from the clock.

   Returns TW_OK, TW_BAD_ID, TW_BAD_DELAY (not in 1 .. TW_PERIOD-1) or TW_NOT_IDLE.
   Theorems T2, T3, T4, T5. */
/*@ requires wheel:      Wheel(w, h, at);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->deadlines[0 .. w->capacity - 1], w->count,
             h[0 .. NODES(w) - 1], at[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h, at);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior started:
      assumes  id < w->capacity && 1 <= delay < TW_PERIOD && !Active(HEADS + id, h);
      ensures  T5_status:  \result == TW_OK;
      ensures  T4_deadline: w->deadlines[id] == after(w->now, delay);
      ensures  T3_active:  Active(HEADS + id, h);
      ensures  T2_newest:  h[HEADS + id].rank == rank;
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior bad_delay:
      assumes  id < w->capacity && !(1 <= delay < TW_PERIOD);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    behavior not_idle:
      assumes  id < w->capacity && 1 <= delay < TW_PERIOD && Active(HEADS + id, h);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_IDLE;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_start(struct tw_oracle *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */;

/* Starts an idle timer: it expires when the counter is at `deadline`.

   Returns TW_OK, TW_BAD_ID, TW_DUE (the clock has reached `deadline`, or passed it less than TW_PERIOD/4
   ticks ago), TW_BAD_DELAY (`deadline` is TW_PERIOD/2 or more ticks ahead of
   the clock) or TW_NOT_IDLE.
   Theorems T2, T3, T4, T5. */
/*@ requires wheel:      Wheel(w, h, at);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->deadlines[0 .. w->capacity - 1], w->count,
             h[0 .. NODES(w) - 1], at[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h, at);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior started:
      assumes  id < w->capacity && !Active(HEADS + id, h) &&
                   1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T5_status:  \result == TW_OK;
      ensures  T4_deadline: w->deadlines[id] == deadline % TW_PERIOD;
      ensures  T3_active:  Active(HEADS + id, h);
      ensures  T2_newest:  h[HEADS + id].rank == rank;
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior due:
      assumes  id < w->capacity && Gone(distance(w->now, deadline % TW_PERIOD));
      assigns  \nothing;
      ensures  T5_status:  \result == TW_DUE;
    behavior bad_delay:
      assumes  id < w->capacity && !Gone(distance(w->now, deadline % TW_PERIOD)) &&
                   distance(w->now, deadline % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    behavior not_idle:
      assumes  id < w->capacity && Active(HEADS + id, h) &&
                   1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_IDLE;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_start_at(struct tw_oracle *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */;

/* Stops an active timer: it becomes idle and is not delivered.

   Returns TW_OK, TW_BAD_ID or TW_NOT_ACTIVE. Theorems T3, T5. */
/*@ requires wheel:      Wheel(w, h, at);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->count, h[0 .. NODES(w) - 1].slot,
             at[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h, at);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior stopped:
      assumes  id < w->capacity && Active(HEADS + id, h);
      ensures  T5_status:  \result == TW_OK;
      ensures  T3_idle:    !Active(HEADS + id, h);
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior not_active:
      assumes  id < w->capacity && !Active(HEADS + id, h);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_ACTIVE;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_stop(struct tw_oracle *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Starts a timer anew, whether it is idle or active.

   Returns TW_OK, TW_BAD_ID or TW_BAD_DELAY. Theorems T2, T3, T4, T5. */
/*@ requires wheel:      Wheel(w, h, at);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->deadlines[0 .. w->capacity - 1], w->count,
             h[0 .. NODES(w) - 1], at[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h, at);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior started:
      assumes  id < w->capacity && 1 <= delay < TW_PERIOD;
      ensures  T5_status:  \result == TW_OK;
      ensures  T4_deadline: w->deadlines[id] == after(w->now, delay);
      ensures  T3_active:  Active(HEADS + id, h);
      ensures  T2_newest:  h[HEADS + id].rank == rank;
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior bad_delay:
      assumes  id < w->capacity && !(1 <= delay < TW_PERIOD);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_restart(struct tw_oracle *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */;

/* Starts a timer anew, whether it is idle or active: it expires when the counter is at `deadline`.

   Returns TW_OK, TW_BAD_ID or TW_DUE (the clock has reached it), TW_BAD_DELAY (`deadline` is TW_PERIOD/2 or more ticks ahead
   of the clock).
   Theorems T2, T3, T4, T5. */
/*@ requires wheel:      Wheel(w, h, at);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->deadlines[0 .. w->capacity - 1], w->count,
             h[0 .. NODES(w) - 1], at[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h, at);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior started:
      assumes  id < w->capacity &&
                   1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T5_status:  \result == TW_OK;
      ensures  T4_deadline: w->deadlines[id] == deadline % TW_PERIOD;
      ensures  T3_active:  Active(HEADS + id, h);
      ensures  T2_newest:  h[HEADS + id].rank == rank;
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior due:
      assumes  id < w->capacity && Gone(distance(w->now, deadline % TW_PERIOD));
      assigns  \nothing;
      ensures  T5_status:  \result == TW_DUE;
    behavior bad_delay:
      assumes  id < w->capacity && !Gone(distance(w->now, deadline % TW_PERIOD)) &&
                   distance(w->now, deadline % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_restart_at(struct tw_oracle *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */;

/* Moves the clock towards tick `until`, up to the first timer that is due on the way; that
   timer becomes idle and is delivered in *id. Call it until it returns TW_OK:

     TW_EXPIRED    *id was due at the tick at which the clock is now
     TW_OK         the clock is at `until` and no timer is due
     TW_BAD_CLOCK  `until` is TW_PERIOD/2 or more ticks ahead: an old reading, or it went back

   It has no work to put off: it leaves the budget alone and never returns TW_BUSY.
   *id is written on TW_EXPIRED only. Theorems T1, T2, T3, T4, T5. */
/*@ requires wheel:        Wheel(w, h, at);
    requires result:       \valid(id) &&
                           \separated(id, w, w->order + (0 .. w->capacity - 1),
                                      w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  w->now, w->order[0 .. w->capacity - 1], w->count, *id,
             h[0 .. NODES(w) - 1].slot, at[0 .. NODES(w) - 1];
    ensures  wheel:        Wheel(w, h, at);
    behavior forward:
      assumes  distance(w->now, until % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T5_status:  \result == TW_OK || \result == TW_EXPIRED || \result == TW_BUSY;
      ensures  T1_exact:   \result == TW_EXPIRED ==> w->deadlines[*id] == w->now;
      ensures  T1_never_late:
          \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) ==>
              distance(\old(w->now), w->now) <= distance(\old(w->now), w->deadlines[y - HEADS]);
      ensures  T1_not_beyond:
          distance(\old(w->now), w->now) <= distance(\old(w->now), until % TW_PERIOD);
      ensures  T1_all_delivered: \result == TW_OK ==> w->now == until % TW_PERIOD &&
          NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
      ensures  T2_first:   \result == TW_EXPIRED ==>
          \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
              w->deadlines[y - HEADS] == w->now ==> h[HEADS + *id].rank < h[y].rank;
      ensures  T3_delivered: \result == TW_EXPIRED ==> *id < w->capacity &&
          Active{Pre}(HEADS + *id, h) && !Active(HEADS + *id, h);
      ensures  T3_others:  \result == TW_EXPIRED ==>
          SameTimersBut{Pre, Post}(HEADS + *id, w->deadlines, HEADS, NODES(w), h);
      ensures  T3_none:    \result != TW_EXPIRED ==> *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
      ensures  T8_busy:    \result == TW_BUSY ==> NeedsBudget(w, h);
      ensures  T8_idle:    \result == TW_OK ==> !HasWork(w, h);
      ensures  not_busy:   \result != TW_BUSY;
    behavior idle:
      assumes  NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, until % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  w->now;
      ensures  T5_status:  \result == TW_OK;
      ensures  T1_clock:   w->now == until % TW_PERIOD;
      ensures  T3_none:    *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
      ensures  T8_idle:    !HasWork(w, h);
    behavior bad_clock:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, until % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
      ensures  T5_unchanged: w->now == \old(w->now) && *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_advance(struct tw_oracle *w, uint32_t until, uint32_t budget, uint32_t *id)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Ticks from the caller's counter to the earliest deadline, exactly, but no more than TW_SLEEP_MAX from the clock;
   0 if it has been reached.

   Returns TW_OK, TW_NOT_ACTIVE (*ticks is written all the same), or TW_BAD_CLOCK where advance refuses the
   counter; then *ticks is left alone. Theorem T8. */
/*@ requires wheel:      Wheel(w, h, at);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->order + (0 .. w->capacity - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks;
    ensures  wheel:      Wheel(w, h, at);
    behavior some:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, counter % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T8_status:  \result == TW_OK;
      ensures  T8_bound:
          \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
              *ticks <= rest(distance(w->now, w->deadlines[y - HEADS]),
                             distance(w->now, counter % TW_PERIOD));
      ensures  T8_first:
          \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
              *ticks <= rest(wake(w->deadlines[y - HEADS], w->now),
                             distance(w->now, counter % TW_PERIOD));
      ensures  T8_near:    !HasWork(w, h) ==>
          \exists integer y; HEADS <= y < NODES(w) && Active(y, h) &&
              *ticks == rest(stride(wake(w->deadlines[y - HEADS], w->now)),
                             distance(w->now, counter % TW_PERIOD));
      ensures  T8_forward: *ticks <= rest(TW_SLEEP_MAX, distance(w->now, counter % TW_PERIOD));
      ensures  T8_work:    HasWork(w, h) ==> *ticks == 0;
    behavior none:
      assumes  NoneActive(HEADS, NODES(w), h);
      ensures  T8_status:  \result == TW_NOT_ACTIVE;
      ensures  T8_idle:    *ticks == rest(TW_SLEEP_MAX, distance(w->now, counter % TW_PERIOD));
    behavior bad_clock:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, counter % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
      ensures  T5_unchanged: *ticks == \old(*ticks);
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_next(const struct tw_oracle *w, uint32_t counter, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Writes the timer that expires next, and the ticks from a counter to its deadline: of equal deadlines, the
   one that was started first.

   Returns TW_OK; TW_NOT_ACTIVE: no timer is active; or TW_BAD_CLOCK (`counter` is TW_PERIOD/2 or more ticks
   ahead). Writes *id and *ticks on TW_OK only. Theorems T5, T8. */
/*@ requires wheel:      Wheel(w, h, at);
    requires result:     \valid(id) && \valid(ticks) &&
                         \separated(id, ticks, w, w->order + (0 .. w->capacity - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *id, *ticks;
    ensures  wheel:      Wheel(w, h, at);
    ensures  T5_unchanged: \result != TW_OK ==> *id == \old(*id) && *ticks == \old(*ticks);
    behavior active:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, counter % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T5_status:  \result == TW_OK;
      ensures  T8_earliest: Earliest(HEADS + *id, w->now, w->deadlines, HEADS, NODES(w), h);
      ensures  T8_left:    *ticks == rest(distance(w->now, w->deadlines[*id]),
                                          distance(w->now, counter % TW_PERIOD));
    behavior not_active:
      assumes  NoneActive(HEADS, NODES(w), h);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_ACTIVE;
    behavior bad_clock:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, counter % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_earliest(const struct tw_oracle *w, uint32_t counter, uint32_t *id,
                                  uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* The clock: the tick at which the last timer was delivered, or that advance reached. */
/*@ requires wheel:  Wheel(w, h, at);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  now:    \result == w->now; */
uint32_t tw_oracle_now(
    const struct tw_oracle *w) /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Is the timer active? False also where id is not below the capacity. */
/*@ requires wheel:  Wheel(w, h, at);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  T5_active:  \result <==> id < w->capacity && Active(HEADS + id, h); */
bool tw_oracle_is_active(const struct tw_oracle *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Ticks from the caller's counter to the deadline of an active timer; 0: it has been reached.

   Returns TW_OK, TW_BAD_ID, TW_NOT_ACTIVE or TW_BAD_CLOCK; *ticks is written on TW_OK only. Theorem T5. */
/*@ requires wheel:      Wheel(w, h, at);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->order + (0 .. w->capacity - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks;
    ensures  wheel:      Wheel(w, h, at);
    ensures  T5_unchanged: \result != TW_OK ==> *ticks == \old(*ticks);
    behavior active:
      assumes  id < w->capacity && Active(HEADS + id, h) &&
                   distance(w->now, counter % TW_PERIOD) < TW_PERIOD / 2;
      ensures  T5_status:  \result == TW_OK;
      ensures  T1_remaining: *ticks == rest(distance(w->now, w->deadlines[id]),
                                            distance(w->now, counter % TW_PERIOD));
    behavior bad_id:
      assumes  id >= w->capacity;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_ID;
    behavior not_active:
      assumes  id < w->capacity && !Active(HEADS + id, h);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_ACTIVE;
    behavior bad_clock:
      assumes  id < w->capacity && Active(HEADS + id, h) &&
                   distance(w->now, counter % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_oracle_remaining(const struct tw_oracle *w, uint32_t id, uint32_t counter,
                                   uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Is no timer active? */
/*@ requires wheel:  Wheel(w, h, at);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  T8_empty:  \result <==> NoneActive(HEADS, NODES(w), h); */
bool tw_oracle_is_empty(const struct tw_oracle *w)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */;

/* Is the memory still an oracle? Trusts only that w->order and w->deadlines point to memory
   for w->capacity timers. */
/*@ requires memory:     AuditMemory(w);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  capacity:   \result ==> 1 <= w->capacity <= TW_CAPACITY_MAX;
    ensures  clock:      \result ==> Tick(w->now);
    ensures  count:      \result ==> w->count <= w->capacity;
    ensures  entries:    \result ==> \forall integer i; 0 <= i < w->count ==>
                             0 <= w->order[i] < w->capacity && Tick(w->deadlines[w->order[i]]);
    ensures  once:       \result ==> \forall integer i, j; 0 <= i < j < w->count ==>
                             w->order[i] != w->order[j];
    ensures  sorted:     \result ==> \forall integer i, j; 0 <= i < j < w->count ==>
                             distance(w->now, w->deadlines[w->order[i]]) <=
                             distance(w->now, w->deadlines[w->order[j]]); */
bool tw_oracle_audit(const struct tw_oracle *w);

#endif
