/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hierarchical timing wheel (Varghese & Lauck 1987, scheme 7): TW_LEVELS levels of TW_RADIX
   slots, on a clock of TW_PERIOD ticks that rolls over. A slot is a list of timers. A slot of level
   k covers TW_RADIX to the power k ticks. When the clock reaches a slot of level 0, advance delivers
   its timers. When the clock reaches a higher slot, advance opens it: it moves the timers to lower
   levels.

   Use this wheel if your delays vary over several powers of ten, if you advance far at a time, or
   if you sleep as long as tw_hier_next says. Otherwise compare tw_hashed.h, which has the same
   interface.

   A timer is a number, its id: 0 .. capacity-1. You choose what each id stands for. A timer is
   idle, or it is active and has a deadline. You supply all memory; no call allocates memory, and
   no call calls you back.

   A tick is one step of your counter. The counter is a uint32_t that counts all 32 bits, or that
   rolls over at a multiple of TW_PERIOD: the wheel uses its values modulo TW_PERIOD. tw_widen in
   tw_ticks.h makes such a counter from one of fewer bits, and tw_ms_to_ticks makes delays. The
   wheel's clock is the tick that advance has reached. It may be behind your counter.

   A wheel is not thread-safe: make one call at a time on it. If interrupts make calls too, each
   caller masks every interrupt that can call this wheel, in a section around each call, also around
   one that only reads. Read your counter inside the section. A loop of advance may read it once
   before, if no other caller advances the wheel. Unmask after each call, except to sleep: one
   section reaches from reading the counter for next to the sleep instruction. On several cores use
   a lock.

   The table gives the largest number of loop iterations of a call, for TW_RADIX 256, 16 and 4, and
   for 16 with 8 levels. In a visit, advance moves a timer to a lower level. A call makes at most
   `budget` visits. The names in capitals are constants of the contracts; spec/hier.acsl defines them.

     next         NEXT_STEPS                             17, 3, 3 or 4
     earliest     EARLIEST_STEPS + capacity              capacity + 17, 3, 3 or 4
     is_empty     EMPTY_STEPS                            16, 1, 1 or 2
     advance      VISIT_STEPS * visits + ADVANCE_STEPS   visits + 41, 8, 8 or 16
     init         2 * TW_SLOTS + capacity
     audit        2 * TW_SLOTS + AUDIT_TURNS * capacity + 1; AUDIT_TURNS is 2
     others       none */
#ifndef TW_HIER_H
#define TW_HIER_H

#include "tw_clock.h"
#include "tw_status.h"

/* The members are private: call the functions below to read them. The scalars are wider than
   their values need, because the proof separates memory by type: a write to a deadline or a link
   cannot change them. */
struct tw_hier {
    struct tw_link *links; /* TW_SLOTS list heads, then one node for each timer */
    uint32_t *deadlines;   /* a tick for each timer; unused while it is idle */
    uint64_t now;          /* the wheel's clock, a tick */
    uint64_t capacity;     /* timers */
    uint16_t opening;      /* the slot that is being opened, or TW_HIER_NONE */
    uint64_t occupied[TW_BITSET_WORDS(TW_SLOTS)]; /* a bit for each slot: not empty */
};

/* No slot is being opened. 0 is free to say so: slot 0 is on level 0, whose slots never open. */
#define TW_HIER_NONE 0

/* Declares a variable `name` with the memory of a wheel of n timers, for TW_HIER_INIT. */
#define TW_HIER_STORAGE(name, n) TW_STORAGE(hier_links, TW_SLOTS, name, n)

/* Calls tw_hier_init for `storage`, a variable that TW_HIER_STORAGE declared; it is used more than
   once. The capacity is its number of timers. The memory of the other wheel does not compile. */
#define TW_HIER_INIT(w, storage, now)                                                              \
    tw_hier_init((w), (storage).hier_links, (storage).deadlines, TW_TIMERS(storage), (now))

#ifdef __FRAMAC__
/* Labels T1 .. T10 in the contracts name theorems. tw_status.h has a line for each, spec/README.md
   the full text. T6 has no label: `terminates`, `exits`, and the checks that Frama-C adds at every
   operation state it. T7 counts loop iterations.

   Names in the contracts below. h, rank and visited are ghost state: they exist in the proof only,
   and a compiler sees a comment. Files are those of spec/.

     Wheel(w, h)    the invariant of a wheel, which every call keeps; hier.acsl
     h              for each node n the list that it is in, h[n].slot, and the place of its timer
                    in the order of starts, h[n].rank; list.acsl
     rank           the h[n].rank of the timer that a call starts: above all others
     HEADS          TW_SLOTS, the list heads: node s is the head of slot s; hier.acsl
     NODES(w)       all nodes: HEADS + capacity; timer id is node HEADS + id; timer.acsl
     Active, ...    what a user sees of timers: active, due, changed; timer.acsl
     distance, ...  circular time; clock.acsl
     visited        counts the timers that this call of advance has moved or delivered
     front(w, h)    the rank of the timer that advance moves next; 0: there is none; hier.acsl
     debt(w, h)     the potential: visits to active timers that may still come (T10); hier.acsl
     needs(w, n, h) the part of the potential that node n's timer has; hier.acsl
     owing(delay)   the credit: the most that a start adds to the potential; hier.acsl
     tw_steps       counts the loop iterations of a call (T7); steps.acsl
     tw_jumps       counts how often a call of advance moves the clock (T7); steps.acsl */
#include "hier.acsl"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a wheel of `capacity` idle timers, with the wheel's clock at tick `now`.

   Arguments:
     w          the wheel to be made; its memory may hold any values
     links      TW_SLOTS + capacity list nodes; TW_SLOTS is
                TW_LEVELS * TW_RADIX
     deadlines  `capacity` words
     capacity   the number of timers, 1 .. TW_CAPACITY_MAX
     now        your counter, any value

   Returns:
     TW_OK            the wheel is made
     TW_BAD_CAPACITY  `capacity` is not in 1 .. TW_CAPACITY_MAX;
                      nothing changed

   TW_HIER_STORAGE declares the arrays, and TW_HIER_INIT passes them with the right
   capacity; call tw_hier_init itself only for memory whose size is known at run time. The
   struct and the arrays need no initial values. They must not overlap, and they must live
   as long as you use the wheel. Only the calls below may write to them. Each wheel needs
   memory of its own. A copy of the struct shares the arrays: do not use both copies.
   Cost: linear in TW_SLOTS + capacity. Theorems T3, T5, T7. */
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
      ensures  T8_no_work: !HasWork(w, h);
    behavior bad_capacity:
      assumes  !(1 <= capacity <= TW_CAPACITY_MAX);
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_BAD_CAPACITY;
      ensures  T7_refused: tw_steps == 0;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD enum tw_status tw_hier_init(struct tw_hier *w, struct tw_link *links,
                                         uint32_t *deadlines, uint32_t capacity, uint32_t now)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Starts an idle timer. It expires `delay` ticks after the wheel's clock.

   Arguments:
     id         the timer, 0 .. capacity-1
     delay      ticks, 1 .. TW_PERIOD-1

   Returns:
     TW_OK           the timer is active
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_BAD_DELAY    `delay` is not in 1 .. TW_PERIOD-1; nothing
                     changed
     TW_NOT_IDLE     the timer is active already; nothing changed

   The delay counts from the wheel's clock, not from your counter. In the loop of advance
   that is the deadline just delivered: use it there for periodic timers. After TW_OK it
   is the counter that you gave to advance. For a delay that counts from now, call
   tw_hier_start_at with counter + delay, also in the loop. To start a timer that may be
   active, call tw_hier_restart.
   Cost: constant, no loop. Theorems T2, T3, T4, T5, T7, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == \old(front(w, h));
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
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
      ensures  T10_started: debt(w, h) == \old(debt(w, h) - needs(w, HEADS + id, h)) +
                                needs(w, HEADS + id, h);
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
TW_NODISCARD enum tw_status tw_hier_start(struct tw_hier *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Starts an idle timer. It expires when your counter reaches `deadline`.

   Arguments:
     id         the timer, 0 .. capacity-1
     deadline   a value of your counter, 1 .. TW_PERIOD/2 - 1 ticks
                ahead of the wheel's clock

   Returns:
     TW_OK           the timer is active
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_DUE          the wheel's clock has reached `deadline`, or passed
                     it less than TW_PERIOD/4 ticks ago: handle the
                     event now; nothing changed
     TW_BAD_DELAY    `deadline` is TW_PERIOD/2 or more ticks ahead of
                     the wheel's clock, or the clock passed it
                     TW_PERIOD/4 to TW_PERIOD/2 ticks ago; nothing
                     changed
     TW_NOT_IDLE     the timer is active already; nothing changed

   For a delay that counts from now, pass counter + delay: in the loop of advance, in an
   interrupt, and elsewhere. After a long sleep, first call advance until it returns TW_OK.

   If only your counter has reached the deadline, the timer starts, and the next call of
   advance delivers it. Limit each delay to TW_PERIOD/4, and call it only while the wheel's
   clock is less than TW_PERIOD/4 ticks behind your counter: a deadline that is farther
   away on either side can be taken for one on the other side.
   Cost: constant, no loop. Theorems T2, T3, T4, T5, T7, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == \old(front(w, h));
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
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
      ensures  T10_started: debt(w, h) == \old(debt(w, h) - needs(w, HEADS + id, h)) +
                                needs(w, HEADS + id, h);
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
TW_NODISCARD enum tw_status tw_hier_start_at(struct tw_hier *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Stops an active timer. It becomes idle, and advance does not deliver it.

   Arguments:
     id         the timer, 0 .. capacity-1

   Returns:
     TW_OK           the timer is idle now
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_NOT_ACTIVE   the timer was idle already; nothing changed

   Cost: constant, no loop. Theorems T3, T5, T7, T10. */
/*@ requires wheel:      Wheel(w, h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->opening, h[0 .. NODES(w) - 1].slot;
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h)) > 0;
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  T10_stop:   debt(w, h) <= \old(debt(w, h));
    ensures  T5_unchanged: \result != TW_OK ==>
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    behavior stopped:
      assumes  id < w->capacity && Active(HEADS + id, h);
      ensures  T5_status:  \result == TW_OK;
      ensures  T3_idle:    !Active(HEADS + id, h);
      ensures  T3_others:
          SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
      ensures  T10_stopped: debt(w, h) == \old(debt(w, h) - needs(w, HEADS + id, h));
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
enum tw_status tw_hier_stop(struct tw_hier *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Starts a timer, whether it is idle or active. It expires `delay` ticks after the
   wheel's clock. An active timer loses its earlier deadline.

   Arguments:
     id         the timer, 0 .. capacity-1
     delay      ticks, 1 .. TW_PERIOD-1

   Returns:
     TW_OK           the timer is active, with the new deadline
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_BAD_DELAY    `delay` is not in 1 .. TW_PERIOD-1; nothing
                     changed

   The delay counts from the wheel's clock, as that of tw_hier_start. For a delay that
   counts from now, call tw_hier_restart_at with counter + delay.
   Cost: constant, no loop. Theorems T2, T3, T4, T5, T7, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->opening, h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h)) > 0;
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
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
      ensures  T7_onward:  front(w, h) < rank;
      ensures  T10_started: debt(w, h) == \old(debt(w, h) - needs(w, HEADS + id, h)) +
                                needs(w, HEADS + id, h);
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
TW_NODISCARD enum tw_status tw_hier_restart(struct tw_hier *w, uint32_t id, uint32_t delay)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Starts a timer, whether it is idle or active. It expires when your counter reaches
   `deadline`. An active timer loses its earlier deadline.

   Arguments:
     id         the timer, 0 .. capacity-1
     deadline   a value of your counter, 1 .. TW_PERIOD/2 - 1 ticks
                ahead of the wheel's clock

   Returns:
     TW_OK           the timer is active, with the new deadline
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_DUE          the wheel's clock has reached `deadline`, or passed
                     it less than TW_PERIOD/4 ticks ago: handle the
                     event now; nothing changed
     TW_BAD_DELAY    `deadline` is TW_PERIOD/2 or more ticks ahead of
                     the wheel's clock, or the clock passed it
                     TW_PERIOD/4 to TW_PERIOD/2 ticks ago; nothing
                     changed

   Call it as tw_hier_start_at. After TW_DUE and TW_BAD_DELAY an active timer keeps its
   earlier deadline.
   Cost: constant, no loop. Theorems T2, T3, T4, T5, T7, T10. */
/*@ requires wheel:      Wheel(w, h);
    requires rank:       NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->opening, h[0 .. NODES(w) - 1];
    ensures  wheel:      Wheel(w, h);
    ensures  T1_clock:   w->now == \old(w->now);
    ensures  T7_onward:  front(w, h) == 0 || front(w, h) >= \old(front(w, h)) > 0;
    ensures  T8_no_work: HasWork(w, h) ==> \old(HasWork(w, h));
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
      ensures  T7_onward:  front(w, h) < rank;
      ensures  T10_started: debt(w, h) == \old(debt(w, h) - needs(w, HEADS + id, h)) +
                                needs(w, HEADS + id, h);
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
TW_NODISCARD enum tw_status tw_hier_restart_at(struct tw_hier *w, uint32_t id, uint32_t deadline)
    /*@ ghost (struct tw_history \ghost *h, int64_t rank) */;

/* Moves the wheel's clock towards `until` and delivers the first timer that is due on
   the way: the timer becomes idle, and the wheel's clock stops at its deadline. Read your
   counter once. Then call advance in a loop, as long as it returns TW_EXPIRED or TW_BUSY:

     const uint32_t until = counter;
     do {
         status = tw_hier_advance(&w, until, TW_UNBOUNDED, &id);
         if (status == TW_EXPIRED) { ... }
     } while (status == TW_EXPIRED || status == TW_BUSY);
     if (status == TW_BAD_CLOCK) { ... }

   Arguments:
     until      your counter, less than TW_PERIOD/2 ticks ahead of the
                wheel's clock. While no timer is active, any value:
                the clock is set to it, forwards or back
     budget     how many timers it may move to lower levels, 0 ..
                TW_UNBOUNDED
     id         receives the delivered timer; written on TW_EXPIRED
                only

   Returns:
     TW_EXPIRED      timer *id is delivered; the wheel's clock is at
                     its deadline
     TW_OK           the wheel's clock is at `until`, and no timer is
                     due
     TW_BUSY         it moved `budget` timers to lower levels and has
                     more to move: call again. Never with a budget of
                     TW_TOP * capacity or more: with 4 levels, never
                     with TW_UNBOUNDED
     TW_BAD_CLOCK    a timer is active, and `until` is TW_PERIOD/2 or
                     more ticks ahead: an old reading, a counter that went
                     back, or no call for too long; nothing changed

   In the loop, start and restart count from the deadline just delivered: a periodic
   timer does not drift. If you call late, you receive each timer late, and in the order
   of deadlines. tw_lag(tw_hier_now(&w), counter) is how many ticks you are late.

   A delivery uses no budget. A due timer is delivered even with budget 0, unless
   another timer must be moved to a lower level first. With a budget of 1 or more, each
   call makes progress.

   After TW_BAD_CLOCK, read your counter anew and loop again: a handler that calls advance
   itself leaves an old reading behind. If advance refuses the new reading too, take its lag.
   A lag below 3 * TW_PERIOD/4 is a gap: advance in two parts. Loop with a tick TW_STRIDE_MAX
   after tw_hier_now as `until`, then with your counter. Start no timer before both loops end.
   From 3 * TW_PERIOD/4 on, your counter went back, by at most TW_PERIOD/4: call tw_hier_init
   and start your timers again. A longer gap looks like one of these, or goes unnoticed.
   Cost: at most `budget` timers moved, one timer delivered, and a constant number of loop
   iterations besides. A timer is moved at most TW_TOP times between start and delivery:
   3, or 7 with 8 levels. The clock is moved at most once more than timers are, and at most
   TW_LEVELS times.
   Theorems T1, T2, T3, T4, T5, T7, T8, T10. */
/*@ requires wheel:        Wheel(w, h);
    requires result:       \valid(id) &&
                           \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                      w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:        \valid(visited) && *visited == 0 &&
                           \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->now, w->opening, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->links[0 .. NODES(w) - 1], *id, h[0 .. NODES(w) - 1].slot, *visited, tw_steps,
             tw_jumps;
    ensures  wheel:        Wheel(w, h);
    ensures  T7_steps:     tw_steps <= VISIT_STEPS * (*visited - (\result == TW_EXPIRED ? 1 : 0)) +
                               ADVANCE_STEPS;
    ensures  T7_jumps:     tw_jumps <= *visited - (\result == TW_EXPIRED ? 1 : 0) + 1;
    ensures  T7_levels:    tw_jumps <= TW_LEVELS;
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
      ensures  T7_words:   tw_steps <= *visited - (\result == TW_EXPIRED ? 1 : 0) + tw_jumps + 1 +
                               JUMP_WORDS(tw_jumps);
      ensures  T7_bounded: *visited <= budget + (\result == TW_EXPIRED ? 1 : 0);
      ensures  T7_busy:    \result == TW_BUSY ==> *visited == budget;
      ensures  T7_progress: \result == TW_BUSY && budget > 0 ==>
          w->now != \old(w->now) || front(w, h) > \old(front(w, h));
      ensures  T7_onward:  \result == TW_EXPIRED ==> front(w, h) == 0 ||
          (h[HEADS + *id].rank < front(w, h) &&
           (w->now == \old(w->now) ==> front(w, h) >= \old(front(w, h))));
      ensures  T7_due_first: \result == TW_EXPIRED ==> DueFirst{Pre, Post}(w, HEADS + *id, h);
      ensures  T8_busy:    \result == TW_BUSY ==> NeedsBudget(w, h);
      ensures  T8_idle:    \result == TW_OK ==> !HasWork(w, h);
      ensures  T10_paid:   debt(w, h) + *visited ==
          \old(debt(w, h)) + (\result == TW_EXPIRED ? 1 : 0);
      ensures  T10_enough: budget >= TW_TOP * w->capacity ==> \result != TW_BUSY;
    behavior idle:
      assumes  NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, until % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  w->now, w->opening, tw_steps, tw_jumps;
      ensures  T5_status:  \result == TW_OK;
      ensures  T1_clock:   w->now == until % TW_PERIOD;
      ensures  T3_none:    *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
      ensures  T7_words:   tw_steps <= EMPTY_STEPS;
      ensures  T7_bounded: *visited == 0;
      ensures  T8_idle:    !HasWork(w, h);
      ensures  T10_paid:   debt(w, h) == \old(debt(w, h));
    behavior bad_clock:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, until % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  tw_steps, tw_jumps;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
      ensures  T5_unchanged: w->now == \old(w->now) && *id == \old(*id) &&
          SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
      ensures  T7_refused: tw_steps <= EMPTY_STEPS && tw_jumps == 0;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD enum tw_status tw_hier_advance(struct tw_hier *w, uint32_t until, uint32_t budget,
                                            uint32_t *id)
    /*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */;

/* Writes to *ticks how many ticks you may sleep from now, that is from your counter.

   Arguments:
     counter    your counter, less than TW_PERIOD/2 ticks ahead of the
                wheel's clock
     ticks      receives 0 .. TW_SLEEP_MAX (TW_PERIOD/4); not written
                on TW_BAD_CLOCK

   Returns:
     TW_OK           a timer is active, and *ticks is written. 0: call
                     advance now
     TW_NOT_ACTIVE   no timer is active, and *ticks is written all the
                     same. 0: call advance, also on this idle wheel
     TW_BAD_CLOCK    a timer is active, and `counter` is TW_PERIOD/2 or
                     more ticks ahead: advance refuses this counter
                     too; nothing changed

   Read your counter immediately before the call: the time between the two is slept too
   much. If an interrupt can start a timer, mask it from reading the counter to the sleep
   instruction. Sleep *ticks, whatever the status, unless it is TW_BAD_CLOCK. *ticks never reaches
   beyond a deadline. It may end before the earliest one: the clock reaches a
   slot of a higher level before its timers are due.
   Until your counter reaches that tick, the answer names the same tick. You may wake late
   by at most TW_PERIOD/4 - 1 ticks: advance still accepts your counter, if the wheel's
   clock was at most TW_PERIOD/4 behind it.
   Cost: constant, at most NEXT_STEPS loop iterations. Theorems T5, T7, T8. */
/*@ requires wheel:      Wheel(w, h);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks, tw_steps;
    ensures  wheel:      Wheel(w, h);
    ensures  T7_steps:   tw_steps <= NEXT_STEPS;
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
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
      ensures  T5_unchanged: *ticks == \old(*ticks);
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD enum tw_status tw_hier_next(const struct tw_hier *w, uint32_t counter, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Writes the timer that expires next, and the ticks from your counter to its deadline: the active timer with
   the nearest deadline; of equal deadlines, the one that was started first. advance delivers it next, if you
   start, restart or stop no timer before.

   next tells when the wheel has work again, which may be earlier, at a constant cost. earliest tells when a
   timer is due, and which: if you sleep until then, you wake up once a timer, where that is no more than
   TW_SLEEP_MAX ticks away. On memory that is damaged it may not return: audit first.

   Arguments:
     counter    your counter
     id         receives the timer; written on TW_OK only
     ticks      receives 0 .. TW_PERIOD-1; written on TW_OK only; 0: your
                counter has reached the deadline. To sleep, call advance
                to this counter first, and take at most TW_SLEEP_MAX ticks

   Returns:
     TW_OK           *id and *ticks are written
     TW_NOT_ACTIVE   no timer is active; nothing is written. Advance an
                     idle wheel too: its clock must follow your counter
                     before start_at
     TW_BAD_CLOCK    a timer is active, and `counter` is TW_PERIOD/2 or more
                     ticks ahead of the wheel's clock: advance refuses it
                     too; nothing changed

   Cost: linear in the timers of the slot that opens next; while a slot is being opened, also of those
   that are still in it. At most EARLIEST_STEPS + capacity loop iterations.
   Theorems T5, T7, T8. */
/*@ requires wheel:      Wheel(w, h);
    requires result:     \valid(id) && \valid(ticks) &&
                         \separated(id, ticks, w, w->links + (0 .. NODES(w) - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *id, *ticks, tw_steps;
    ensures  wheel:      Wheel(w, h);
    ensures  T7_steps:   tw_steps <= EARLIEST_STEPS + w->capacity;
    ensures  T7_compared:
        \forall integer y; Earliest(y, w->now, w->deadlines, HEADS, NODES(w), h) ==>
            tw_steps <= EARLIEST_STEPS + compared(w, y, h);
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
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_NOT_ACTIVE;
      ensures  T7_none:    tw_steps <= EARLIEST_STEPS;
    behavior bad_clock:
      assumes  !NoneActive(HEADS, NODES(w), h) &&
                   distance(w->now, counter % TW_PERIOD) >= TW_PERIOD / 2;
      assigns  tw_steps;
      ensures  T5_status:  \result == TW_BAD_CLOCK;
    complete behaviors;
    disjoint behaviors; */
TW_NODISCARD enum tw_status tw_hier_earliest(const struct tw_hier *w, uint32_t counter,
                                             uint32_t *id, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Returns the wheel's clock, 0 .. TW_PERIOD-1: the tick that advance has reached. After a
   delivery it is the deadline of the delivered timer. Compare it with tw_tick(counter), or
   use tw_lag: your counter can be larger. Cost: constant, no loop. Theorem T7. */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  now:    \result == w->now; */
uint32_t tw_hier_now(const struct tw_hier *w) /*@ ghost (struct tw_history \ghost *h) */;

/* Returns true if timer `id` is active. Returns false also if `id` is not below the
   capacity. Cost: constant, no loop. Theorem T5. */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  T5_active:  \result <==> id < w->capacity && Active(HEADS + id, h); */
bool tw_hier_is_active(const struct tw_hier *w, uint32_t id)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Writes to *ticks the ticks from your counter to the deadline of an active timer.

   Arguments:
     id         the timer, 0 .. capacity-1
     counter    your counter, less than TW_PERIOD/2 ticks ahead of the
                wheel's clock
     ticks      receives 0 .. TW_PERIOD-1; written on TW_OK only; 0:
                your counter has reached the deadline

   Returns:
     TW_OK           *ticks is written
     TW_BAD_ID       `id` is not below the capacity; nothing changed
     TW_NOT_ACTIVE   the timer is idle; nothing changed
     TW_BAD_CLOCK    `counter` is TW_PERIOD/2 or more ticks ahead:
                     advance refuses it too; nothing changed

   Cost: constant, no loop. Theorems T1, T5, T7. */
/*@ requires wheel:      Wheel(w, h);
    requires result:     \valid(ticks) &&
                         \separated(ticks, w, w->links + (0 .. NODES(w) - 1),
                                    w->deadlines + (0 .. w->capacity - 1));
    terminates \true; exits \false;
    assigns  *ticks;
    ensures  wheel:      Wheel(w, h);
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
TW_NODISCARD enum tw_status tw_hier_remaining(const struct tw_hier *w, uint32_t id,
                                              uint32_t counter, uint32_t *ticks)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Returns true if no timer is active. Cost: constant, at most EMPTY_STEPS loop
   iterations. Theorems T7, T8. */
/*@ requires wheel:  Wheel(w, h);
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  T7_steps:  tw_steps <= EMPTY_STEPS;
    ensures  T8_empty:  \result <==> NoneActive(HEADS, NODES(w), h); */
bool tw_hier_is_empty(const struct tw_hier *w)
    /*@ ghost (struct tw_history \ghost *h) */;

/* Checks the memory of the wheel for corruption. Returns true if it finds none.

   An intact wheel always passes. The call trusts only that `w->links` and
   `w->deadlines` point to memory for `w->capacity` timers. If it returns true, the
   clock, the links and the slots are consistent. It cannot see a changed order within a
   slot, a deadline that was changed to another one of the same slot, nor a clock at
   another tick that agrees with all slots.
   If it returns false, call tw_hier_init and start your timers again.
   Cost: linear in TW_SLOTS + capacity. Theorem T7. */
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
    ensures  opening:    \result ==> Opening(w->links, w->now, w->opening); */
bool tw_hier_audit(const struct tw_hier *w) /*@ ghost (struct tw_history \ghost *h) */;

#ifdef __cplusplus
}
#endif

#endif
