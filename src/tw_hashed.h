/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hashed timing wheel (Varghese & Lauck 1987, scheme 6): TW_HASHED_SLOTS slots on a
   clock of TW_PERIOD ticks that rolls over. A timer waits in slot deadline % TW_HASHED_SLOTS;
   it is due when its deadline equals the clock, whatever turn of the wheel that is.

   A timer is a number, its id: 0 .. capacity-1, chosen by the caller. It is idle or
   active with a deadline. All memory is the caller's. Ticks are any uint32_t counter,
   taken modulo TW_PERIOD. The caller serialises calls on one wheel.

   The interface is that of tw_hier.h, and so are the contracts; which of the two to take
   is told in spec/README.md. Theorems T1 .. T8 and T10 are stated there; here they label contract
   clauses. T6 is `terminates`, `exits` and the guards that the proof adds at every operation.

   Steps are iterations of loops (T7). A call takes at most, as TW_HASHED_SLOTS is 4096, 512 or 64:
     next         NEXT_STEPS                             65, 9 or 2
     is_empty     EMPTY_STEPS                            64, 8 or 1
     advance      VISIT_STEPS * budget + ADVANCE_STEPS   66, 10 or 3 * budget + 67, 11 or 4
     init         2 * TW_HASHED_SLOTS + capacity
     audit        2 * TW_HASHED_SLOTS + AUDIT_TURNS * capacity + 1; AUDIT_TURNS is 3
     others       none */
#ifndef TW_HASHED_H
#define TW_HASHED_H

#include "tw_clock.h"
#include "tw_geometry.h"
#include "tw_slots.h"
#include "tw_status.h"

/* Private; read it through the functions below. The scalars are wider than they need
   to be: the proof keeps memory apart by type, so that a written deadline or link
   cannot touch them. */
struct tw_hashed {
    struct tw_link *links; /* TW_HASHED_SLOTS list heads, then a node a timer */
    uint32_t *deadlines;   /* a tick a timer; meaningless while idle */
    uint64_t now;          /* the wheel's clock, a tick */
    uint64_t capacity;     /* timers */
    uint64_t cursor;       /* the first node of now's slot that advance has not passed yet */
    uint64_t occupied[TW_BITSET_WORDS(TW_HASHED_SLOTS)]; /* a bit a slot: is it not empty? */
};

/* Declares memory for a wheel of n timers: links and deadlines for tw_hashed_init. */
#define TW_HASHED_STORAGE(name, n)                                                                 \
    struct {                                                                                       \
        struct tw_link links[(uint32_t)TW_HASHED_SLOTS + (n)];                                     \
        uint32_t deadlines[n];                                                                     \
    } name

#ifdef __FRAMAC__
#include "hashed.acsl"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a wheel of `capacity` idle timers at tick `now`, in the caller's memory:
   TW_HASHED_SLOTS + capacity links and `capacity` deadlines, whatever they hold.

   Returns TW_OK, or TW_BAD_CAPACITY (not in 1 .. TW_CAPACITY_MAX).
   Cost: linear in TW_HASHED_SLOTS + capacity. */
/*@ requires memory:     \valid(w);
    requires arrays:     1 <= capacity <= TW_CAPACITY_MAX ==>
                             \valid(links + (0 .. HEADS + capacity - 1)) &&
                             \valid(deadlines + (0 .. capacity - 1)) &&
                             \valid(h + (0 .. HEADS + capacity - 1)) &&
                             \separated(w, links + (0 .. HEADS + capacity - 1),
                                        deadlines + (0 .. capacity - 1),
                                        h + (0 .. HEADS + capacity - 1));
    terminates \true; exits \false;
    assigns  *w, links[0 .. HEADS + capacity - 1], h[0 .. HEADS + capacity - 1], tw_steps;
    ensures  T7_steps:   tw_steps <= 2 * HEADS + capacity;
    behavior initialised:
      assumes  1 <= capacity <= TW_CAPACITY_MAX;
      ensures  T5_status:  \result == TW_OK;
      ensures  wheel:      Wheel(w, h);
      ensures  clock:      w->now == now % TW_PERIOD;
      ensures  memory:     w->links == links && w->deadlines == deadlines;
      ensures  timers:     w->capacity == capacity;
      ensures  T3_idle:    NoneActive(HEADS, NODES(w), h);
    behavior bad_capacity:
      assumes  !(1 <= capacity <= TW_CAPACITY_MAX);
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_BAD_CAPACITY;
      ensures  T7_refused: tw_steps == 0;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_hashed_init(struct tw_hashed *w, struct tw_link *links, uint32_t *deadlines,
                              uint32_t capacity, uint32_t now)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Starts an idle timer: it expires `delay` ticks from the wheel's clock.

   The delay counts from the wheel's clock, which is where advance left it: right within the loop
   of advance (no drift), and where the wheel was just advanced to the caller's counter. A caller
   whose counter is ahead of the wheel's clock (it slept, it is an interrupt) takes tw_hashed_start_at.

   Returns TW_OK, TW_BAD_ID, TW_BAD_DELAY (not in 1 .. TW_PERIOD-1) or TW_NOT_IDLE.
   Cost: constant. Theorems T2, T3, T4, T5, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h));
    ensures  T10_start:  debt(w, h) <= \old(debt(w, h)) + owing(delay);
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
enum tw_status tw_hashed_start(struct tw_hashed *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Starts an idle timer: it expires when the caller's counter is at `deadline`, however far the
   wheel's clock lags behind that counter. A delay from now is tw_hashed_start_at(w, id, counter + delay).

   Returns TW_OK, TW_BAD_ID, TW_BAD_DELAY (`deadline` is not 1 .. TW_PERIOD/2 - 1 ticks ahead of the
   wheel's clock) or TW_NOT_IDLE. A deadline that the wheel's clock has reached or passed is refused
   so: it is due now, and the caller acts at once. One that the clock has not reached, though the
   counter has, is accepted: the next call of advance delivers it.
   Cost: constant. Theorems T2, T3, T4, T5, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h));
    ensures  T10_start:  debt(w, h) <= \old(debt(w, h)) +
                             owing(distance(w->now, deadline % TW_PERIOD));
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
    behavior bad_delay:
      assumes  id < w->capacity &&
                   !(1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    behavior not_idle:
      assumes  id < w->capacity && Active(HEADS + id, h) &&
                   1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2;
      assigns  \nothing;
      ensures  T5_status:  \result == TW_NOT_IDLE;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_hashed_start_at(struct tw_hashed *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Stops an active timer: it becomes idle and is not delivered.

   Returns TW_OK, TW_BAD_ID or TW_NOT_ACTIVE. Cost: constant. Theorems T3, T5, T10. */
/*@ requires wheel:      Wheel(w, h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->cursor, h[0 .. NODES(w) - 1].slot;
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h));
    ensures  T10_stop:   debt(w, h) <= \old(debt(w, h));
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
enum tw_status tw_hashed_stop(struct tw_hashed *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Starts a timer anew, whether it is idle or active.

   Returns TW_OK, TW_BAD_ID or TW_BAD_DELAY. Cost: constant. Theorems T2, T3, T4, T5, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->cursor, h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h));
    ensures  T10_start:  debt(w, h) <= \old(debt(w, h)) + owing(delay);
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
enum tw_status tw_hashed_restart(struct tw_hashed *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Starts a timer anew, whether it is idle or active: it expires when the caller's counter is at
   `deadline`, as with start_at.

   Returns TW_OK, TW_BAD_ID or TW_BAD_DELAY (`deadline` is not 1 .. TW_PERIOD/2 - 1 ticks ahead
   of the wheel's clock).
   Cost: constant. Theorems T2, T3, T4, T5, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->cursor, h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h));
    ensures  T10_start:  debt(w, h) <= \old(debt(w, h)) +
                             owing(distance(w->now, deadline % TW_PERIOD));
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
    behavior bad_delay:
      assumes  id < w->capacity &&
                   !(1 <= distance(w->now, deadline % TW_PERIOD) < TW_PERIOD / 2);
      assigns  \nothing;
      ensures  T5_status:  \result == TW_BAD_DELAY;
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_hashed_restart_at(struct tw_hashed *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Moves the wheel's clock towards tick `until`, up to the first timer that is due on the
   way; that timer becomes idle and is delivered in *id. Call it as long as it delivers or is busy:

     do {
         status = tw_hashed_advance(&w, counter, TW_UNBOUNDED, &id);
         if (status == TW_EXPIRED) { ... }
     } while (status == TW_EXPIRED || status == TW_BUSY);

     TW_EXPIRED    *id was due at the tick at which the wheel's clock is now
     TW_OK         the clock is at `until` and no timer is due
     TW_BUSY       `budget` timers of later turns were passed over, and there are more; call again
     TW_BAD_CLOCK  `until` is TW_PERIOD/2 or more ticks ahead: it went backwards, or the caller
                   was away too long

   A timer started from within that loop counts from the deadline of the timer just
   delivered: a periodic timer does not drift. *id is written on TW_EXPIRED only. What is due
   is delivered whatever the budget, unless another timer has to be passed over before; with a
   budget of at least 1 every call gets on.

   A caller that was away for TW_PERIOD/2 ticks or more, but less than TW_PERIOD - 1, goes to its
   counter in two strides: first to tw_hashed_now(&w) + TW_PERIOD/2 - 1. One whose counter is set
   back, or that does not know, calls init, and starts its timers again.
   Cost: at most `budget` timers passed over and one delivered; a search of TW_HASHED_SLOTS / 64 words
   before each. Theorems T1, T2, T3, T4, T5, T7, T10. */
/*@ requires wheel:        Wheel(w, h);
    requires result:       \valid(id) &&
                           \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                      w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:        \valid(visited) && *visited == 0 &&
                           \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->now, w->cursor, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->links[0 .. NODES(w) - 1], *id, h[0 .. NODES(w) - 1].slot, *visited, tw_steps;
    ensures  wheel:        Wheel(w, h);
    ensures  T7_steps:     tw_steps <= VISIT_STEPS * budget + ADVANCE_STEPS;
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
      ensures  T7_bounded: *visited <= budget + (\result == TW_EXPIRED ? 1 : 0);
      ensures  T7_busy:    \result == TW_BUSY ==> *visited == budget;
      ensures  T7_progress: \result == TW_BUSY && budget > 0 ==>
          w->now != \old(w->now) || front(w, h) > \old(front(w, h));
      ensures  T7_onward:  \result == TW_EXPIRED ==> front(w, h) == 0 ||
          (h[HEADS + *id].rank < front(w, h) &&
           (w->now == \old(w->now) ==> front(w, h) >= \old(front(w, h))));
      ensures  T8_busy:    \result == TW_BUSY ==> NeedsBudget(w, h);
      ensures  T8_idle:    \result == TW_OK ==> !HasWork(w, h);
      ensures  T10_paid:   debt(w, h) + *visited <=
          \old(debt(w, h)) + (\result == TW_EXPIRED ? 1 : 0);
    behavior bad_clock:
      assumes  distance(w->now, until % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
      ensures  T5_unchanged: w->now == \old(w->now) && *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    complete behaviors;
    disjoint behaviors; */
enum tw_status tw_hashed_advance(struct tw_hashed *w, uint32_t until, uint32_t budget, uint32_t *id)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */;

/* For how many ticks can the caller sleep? *ticks is 0 exactly when advance has work at
   the wheel's present tick, else the ticks to the first slot in use: never more than the distance
   to the earliest deadline (it may be less: timers of later turns share the slots). It is
   at most TW_SLEEP_MAX, TW_PERIOD/4, so that advance does not refuse a caller that wakes then, or
   less than TW_PERIOD/4 ticks later.

   Returns false, and leaves *ticks alone, exactly when no timer is active.
   Cost: constant (at most TW_HASHED_SLOTS / 64 + 1 words are searched). Theorems T7, T8. */
/*@ requires wheel:      Wheel(w, h);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks, tw_steps;
    ensures  wheel:      Wheel(w, h);
    ensures  T7_steps:   tw_steps <= NEXT_STEPS;
    ensures  T5_unchanged: !\result ==> *ticks == \old(*ticks);
    behavior some:
      assumes  !NoneActive(HEADS, NODES(w), h);
      ensures  T8_status:  \result == \true;
      ensures  T8_bound:
          \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
              *ticks <= distance(w->now, w->deadlines[y - HEADS]);
      ensures  T8_first:
          \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
              *ticks <= wake(w->deadlines[y - HEADS], w->now);
      ensures  T8_near:    *ticks != 0 ==>
          \exists integer y; HEADS <= y < NODES(w) && Active(y, h) &&
              *ticks == stride(wake(w->deadlines[y - HEADS], w->now));
      ensures  T8_forward: *ticks <= TW_SLEEP_MAX;
      ensures  T8_work:    *ticks == 0 <==> HasWork(w, h);
    behavior none:
      assumes  NoneActive(HEADS, NODES(w), h);
      assigns  tw_steps;
      ensures  T8_status:  \result == \false;
    complete behaviors;
    disjoint behaviors; */
bool tw_hashed_next(const struct tw_hashed *w, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h) */;

/* The wheel's clock: the tick at which the last timer was delivered, or that advance reached. */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  now:    \result == w->now; */
uint32_t tw_hashed_now(const struct tw_hashed *w) /*@ ghost (struct tw_history \ghost *h) */;

/* Is the timer active? False also where id is not below the capacity. Cost: constant. */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  T5_active:  \result <==> id < w->capacity && Active(HEADS + id, h); */
bool tw_hashed_is_active(const struct tw_hashed *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Ticks from the wheel's clock to the deadline of an active timer; 0: it is due now.

   Returns TW_OK, TW_BAD_ID or TW_NOT_ACTIVE; *ticks is written on TW_OK only.
   Cost: constant. Theorem T5. */
/*@ requires wheel:      Wheel(w, h);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks;
    ensures  wheel:      Wheel(w, h);
    ensures  T5_unchanged: \result != TW_OK ==> *ticks == \old(*ticks);
    behavior active:
      assumes  id < w->capacity && Active(HEADS + id, h);
      ensures  T5_status:  \result == TW_OK;
      ensures  T1_remaining: *ticks == distance(w->now, w->deadlines[id]);
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
enum tw_status tw_hashed_remaining(const struct tw_hashed *w, uint32_t id, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Is no timer active? Cost: constant (TW_HASHED_SLOTS / 64 words). */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  T7_steps:  tw_steps <= EMPTY_STEPS;
    ensures  T8_empty:  \result <==> NoneActive(HEADS, NODES(w), h); */
bool tw_hashed_is_empty(const struct tw_hashed *w)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Is the memory still a wheel? Walks everything, trusts only that w->links and
   w->deadlines point to memory for w->capacity timers. A wheel always passes.
   Cost: linear in TW_HASHED_SLOTS + capacity. */
/*@ requires memory:     AuditMemory(w);
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  T7_steps:   tw_steps <= 2 * HEADS + AUDIT_TURNS * w->capacity + 1;
    ensures  T7_refused: !(1 <= w->capacity <= TW_CAPACITY_MAX) ==> tw_steps == 0;
    ensures  complete:   Wheel(w, h) ==> \result;
    ensures  capacity:   \result ==> 1 <= w->capacity <= TW_CAPACITY_MAX;
    ensures  clock:      \result ==> Tick(w->now);
    ensures  links:      \result ==> Linked(w->links, NODES(w), NODES(w));
    ensures  occupied:   \result ==> Occupied(HEADS, &w->occupied[0], w->links);
    ensures  circles:    \result ==> \forall integer s; 0 <= s < HEADS ==> Circle(w, s);
    ensures  reached:    \result ==> \forall integer y; HEADS <= y < NODES(w) &&
                             w->links[y].next != y ==> Reached(w, y);
    ensures  cursor:     \result ==> w->cursor < NODES(w) && Cursor(w); */
bool tw_hashed_audit(const struct tw_hashed *w) /*@ ghost (struct tw_history \ghost *h) */;

#ifdef __cplusplus
}
#endif

#endif
