/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a caller's loops may rely on, proved from the public contracts alone: a loop that drains ends
   and delivers what is due, once and in order; one that sleeps as next says, while interrupts start
   timers, is never refused, and no timer is later than it is; one that recovers in strides is where the
   counter is, with no timer lost; one whose handlers deliver, too, loses none, if it reads the counter
   anew; one that calls while advance is busy ends as soon as what is owed has been visited, and what a
   history of calls visits has been paid for by what it started. */
#include "client.h"

/* done: a note for each timer. */
#define NOTED \valid(NOTES) && \separated(NOTES, ARRAYS, visited)
/* clang-format off */ /* it takes the blanks out of a range of ACSL */
#define NOTES done + (0 .. w->capacity - 1)
/* clang-format on */

/*@
  // Falls where m falls, and where m stays and rank r rises.
  logic integer falling(integer m, integer r) = m * 0x10000000000000000 + 0x7FFFFFFFFFFFFFFF - r;
  predicate Rank(integer r) = -0x8000000000000000 <= r <= 0x7FFFFFFFFFFFFFFF;

  // Falls where the distance to the target falls, and where it stays and the last way rises.
  logic integer nearer(integer distance, integer way) =
      (TW_PERIOD + 1) * distance + TW_PERIOD - way;

  lemma FallingFirst: \forall integer m, n, r, s; Rank(r) && Rank(s) && m < n ==>
      falling(m, r) < falling(n, s);
  lemma FallingLast:  \forall integer m, r, s; s < r ==> falling(m, r) < falling(m, s);
  lemma FallingRange: \forall integer m, r; Rank(r) && 0 <= m ==> 0 <= falling(m, r);

  // Since P, the timers that are noted have become idle, and no other; what x has is left open.
  predicate RestBut{P, L}(integer x, WHEEL *w, struct tw_history *h, bool *done) =
      \forall integer y; \at(HEADS <= y < NODES(w), L) && y != x ==>
          (Active{L}(y, h) <==> Active{P}(y, h) && !\at(done[y - HEADS], L));
  lemma RestNoted{P, L}: \forall integer x, WHEEL *w, struct tw_history *h, bool *done;
      RestBut{P, L}(x, w, h, done) && !Active{L}(x, h) && \at(done[x - HEADS], L) ==>
      RestBut{P, L}(-1, w, h, done);

  // Since P, the timers that are noted were active and due by now; what x was is left open.
  predicate DueBut{P, L}(integer x, WHEEL *w, struct tw_history *h, bool *done) =
      \forall integer y; \at(HEADS <= y < NODES(w), L) && y != x && \at(done[y - HEADS], L) ==>
          Active{P}(y, h) && distance(\at(w->now, P), \at(w->deadlines[y - HEADS], L)) <=
              distance(\at(w->now, P), \at(w->now, L));
  lemma DueNoted{P, L}: \forall integer x, WHEEL *w, struct tw_history *h, bool *done;
      DueBut{P, L}(x, w, h, done) && Active{P}(x, h) &&
      distance(\at(w->now, P), \at(w->deadlines[x - HEADS], L)) <= distance(\at(w->now, P), \at(w->now, L)) ==>
      DueBut{P, L}(-1, w, h, done);

  // Advance takes the reading c of the counter for one that is ahead; it refuses it.
  predicate Forward{L}(WHEEL *w, integer c) = distance(w->now, c % TW_PERIOD) < TW_PERIOD / 2;
  predicate Refused{L}(WHEEL *w, integer c, struct tw_history *h) =
      !Forward(w, c) && !NoneActive(HEADS, NODES(w), h);

  // No timer is noted.
  predicate NoneNoted{L}(WHEEL *w, bool *done) = \forall integer i; 0 <= i < w->capacity ==> !done[i];

  // At most `late` ticks are between a deadline and the counter.
  predicate Early{L}(WHEEL *w, integer counter, integer late, integer y) =
      distance(w->now, counter) <= distance(w->now, w->deadlines[y - HEADS]) + late;
  predicate InTime{L}(WHEEL *w, struct tw_history *h, integer counter, integer late) =
      \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
          distance(w->now, counter) <= distance(w->now, w->deadlines[y - HEADS]) + late;

  // The clock is behind the counter by no more than a sleep, and the ticks that the caller has spent since.
  predicate Near{L}(WHEEL *w, integer counter, integer spent) = distance(w->now, counter) <= TW_PERIOD / 4 + spent;
*/

/* Sets the count of visits to 0, in the ghost world only. */
/*@ ghost
  /@ requires wheel:     Wheel(w, h);
     requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
     terminates \true; exits \false;
     assigns  *visited;
     ensures  wheel:     Wheel(w, h);
     ensures  none:      *visited == 0;
     ensures  scalars:   w->now == \old(w->now) && w->capacity == \old(w->capacity) &&
                         front(w, h) == \old(front(w, h));
     ensures  debt:      debt(w, h) == \old(debt(w, h));
  @/
  static inline void tw_client_account(WHEEL *w, struct tw_history \ghost *h,
                                       uint64_t \ghost *visited)
  {
      /@ assert lists:   Lists(w->links, HEADS, NODES(w), h); @/
      *visited = 0u;
      /@ assert scalars: w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); @/
      CALL(whole)(w, h);
  }
*/

/* The same for who does not ask for the debt, in the ghost world only. */
/*@ ghost
  /@ requires wheel:     Wheel(w, h);
     requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
     terminates \true; exits \false;
     assigns  *visited;
     ensures  wheel:     Wheel(w, h);
     ensures  none:      *visited == 0;
     ensures  scalars:   w->now == \old(w->now) && w->capacity == \old(w->capacity) &&
                         front(w, h) == \old(front(w, h));
  @/
  static inline void tw_client_count(WHEEL *w, struct tw_history \ghost *h,
                                     uint64_t \ghost *visited)
  {
      tw_client_account(w, h, visited);
  }

  // The rank of a node.
  /@ requires nodes:     0 <= y < n && \valid(h + (0 .. n - 1));
     terminates \true; exits \false;
     assigns  \nothing;
     ensures  rank:      \result == h[y].rank;
  @/
  static inline int64_t tw_client_rank(struct tw_history \ghost *h, uint64_t n, uint64_t y)
  {
      return h[y].rank;
  }
*/

/* The loop of advance, from any wheel, with any budget of at least 1. TW_OK: what is due up to `until` is delivered.
   TW_BAD_CLOCK: advance refused `until`, and nothing is. TW_EXPIRED: the last timer that was delivered is `slow`, if that
   is a timer. */
/*@ requires wheel:     Wheel(w, h);
    requires budget:    budget >= 1;
    requires notes:     NOTED;
    requires fresh:     \forall integer i; 0 <= i < w->capacity ==> !done[i];
    requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  ADVANCED, done[0 .. w->capacity - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  timers:    w->capacity == \old(w->capacity);
    ensures  status:    \result == TW_OK || \result == TW_BAD_CLOCK ||
        (\result == TW_EXPIRED && slow < w->capacity && done[slow]);
    ensures  taken:     \result != TW_BAD_CLOCK ==> !Refused{Pre}(w, until, h);
    ensures  refused:   \result == TW_BAD_CLOCK ==> Refused{Pre}(w, until, h) && w->now == \old(w->now);
    ensures  clock:     \result == TW_OK ==> w->now == until % TW_PERIOD;
    ensures  expired:   \result == TW_EXPIRED ==> Forward{Pre}(w, until) &&
        distance(\old(w->now), w->now) <= distance(\old(w->now), until % TW_PERIOD);
    ensures  on_time:   Forward{Pre}(w, until) ==>
        NeverLate(\old(w->now), w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  due:       \result == TW_OK ==> \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
        distance(\old(w->now), w->deadlines[y - HEADS]) <= distance(\old(w->now), w->now) ==> done[y - HEADS];
    ensures  no_other:  DueBut{Pre, Post}(-1, w, h, done);
    ensures  unmoved:   Forward{Pre}(w, until) || NoneNoted(w, done);
    ensures  rest:      RestBut{Pre, Post}(-1, w, h, done); */
enum tw_status tw_client_drain(WHEEL *w, uint32_t until, uint32_t budget, uint32_t slow, bool *done)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const uint32_t from = CALL(now)(w) /*@ ghost (h) */;
    uint32_t id = 0u;
    /*@ ghost int64_t last_way = -1, last_rank = 0; */
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant clock:   distance(\at(w->now, Pre), w->now) <=
                                    distance(\at(w->now, Pre), until % TW_PERIOD);
        loop invariant first:   Forward{Pre}(w, until) ||
            (w->now == \at(w->now, Pre) && NoneNoted(w, done));
        loop invariant no_slow: slow < w->capacity ==> !done[slow];
        loop invariant same:    \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre);
        loop invariant on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                          NODES(w), h);
        loop invariant rest:    RestBut{Pre, Here}(-1, w, h, done);
        loop invariant noted:   DueBut{Pre, Here}(-1, w, h, done);
        loop invariant way:     -1 <= last_way < TW_PERIOD;
        loop invariant ranks:   Rank(last_rank) && Rank(front(w, h));
        loop invariant order:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            last_way < distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ||
            (last_way == distance(\at(w->now, Pre), w->deadlines[y - HEADS]) &&
             last_rank < h[y].rank);
        loop assigns  id, last_way, last_rank, ADVANCED, done[0 .. w->capacity - 1];
        loop variant  1 + falling(falling(
            nearer(distance(w->now, until % TW_PERIOD), last_way), last_rank), FRONT); */
    for (;;) {
    Before:;
        /*@ assert ticks:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Tick(w->deadlines[y - HEADS]); */
        /*@ ghost tw_client_count(w, h, visited); */
        const enum tw_status status =
            CALL(advance)(w, until, budget, &id) /*@ ghost (h, visited) */;
        if (status == TW_BAD_CLOCK) {
            /*@ assert ahead:   Forward{Pre}(w, until) ==> Forward{Before}(w, until); */
            /*@ assert refused: Refused{Before}(w, until, h); */
            /*@ assert rest:    RestBut{Pre, Here}(-1, w, h, done); */
            /*@ assert noted:   DueBut{Pre, Here}(-1, w, h, done); */
            /*@ assert unmoved: Forward{Pre}(w, until) || NoneNoted(w, done); */
            return status;
        }
        /*@ assert forward: status != TW_OK ==> Forward{Pre}(w, until); */
        /*@ assert index:   status == TW_EXPIRED ==> id < \at(w->capacity, Pre); */
        /*@ assert place:   status == TW_EXPIRED ==> \valid(done + id); */
        /*@ assert others:  \forall integer y; HEADS <= y < NODES(w) &&
                (status != TW_EXPIRED || y != HEADS + id) ==>
                (Active(y, h) <==> Active{Before}(y, h)); */
        /*@ assert gone:    status == TW_EXPIRED ==> id < w->capacity &&
                Active{Before}(HEADS + id, h) && !Active(HEADS + id, h); */
        /*@ assert still:   Forward{Before}(w, until) ==> \forall integer y; HEADS <= y < NODES(w) && Active{Before}(y, h) ==>
                distance(\at(w->now, Before), w->now) <= distance(\at(w->now, Before), w->deadlines[y - HEADS]); */
        /*@ assert alone:   !Forward{Before}(w, until) ==> NoneActive(HEADS, NODES(w), h); */
        /*@ assert step:    NeverLate(\at(w->now, Before), w->now, w->deadlines, HEADS, NODES(w), h); */
        /*@ assert so_far:  NeverLate(\at(w->now, Pre), \at(w->now, Before), w->deadlines, HEADS,
                                      NODES(w), h); */
        /*@ assert ticking: Tick(w->now) && Tick(\at(w->now, Before)) && Tick(\at(w->now, Pre)) &&
                \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                    Tick(w->deadlines[y - HEADS]); */
        /*@ assert on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS, NODES(w), h); */
        /*@ assert nearer:  distance(w->now, until % TW_PERIOD) ==
                distance(\at(w->now, Before), until % TW_PERIOD) -
                distance(\at(w->now, Before), w->now); */
        /*@ assert further: distance(\at(w->now, Pre), w->now) ==
                distance(\at(w->now, Pre), \at(w->now, Before)) +
                distance(\at(w->now, Before), w->now); */
        /*@ assert was:     \forall integer y; HEADS <= y < NODES(w) ==>
                (Active{Before}(y, h) <==> Active{Pre}(y, h) && !done[y - HEADS]); */
        /*@ assert rest:    status != TW_EXPIRED ==> RestBut{Pre, Here}(-1, w, h, done); */
        /*@ assert onward:  status == TW_BUSY ==> distance(\at(w->now, Before), w->now) > 0 ||
                front(w, h) > front{Before}(w, h); */
        /*@ assert ranks:   Rank(front(w, h)); */
        /*@ assert on:      distance(\at(w->now, Pre), \at(w->now, Before)) <= distance(\at(w->now, Pre), w->now); */
        /*@ assert before:  \forall integer y; HEADS <= y < NODES(w) && \at(done[y - HEADS], Before) ==> Active{Pre}(y, h) &&
                distance(\at(w->now, Pre), \at(w->deadlines[y - HEADS], Before)) <=
                    distance(\at(w->now, Pre), \at(w->now, Before)); */
        /*@ assert same:    \forall integer y; HEADS <= y < NODES(w) ==> done[y - HEADS] == \at(done[y - HEADS], Before) &&
                w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Before); */
        /*@ assert noted:   DueBut{Pre, Here}(-1, w, h, done); */
        /*@ assert unmoved: Forward{Pre}(w, until) || NoneNoted(w, done); */
        if (status == TW_OK) {
            /*@ assert there:   w->now == until % TW_PERIOD && NoneDue(w->now, w->deadlines, HEADS, NODES(w), h); */
            /*@ assert beyond:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> w->deadlines[y - HEADS] != w->now &&
                    distance(\at(w->now, Pre), w->now) <= distance(\at(w->now, Pre), w->deadlines[y - HEADS]); */
            /*@ assert apart:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                    distance(\at(w->now, Pre), w->now) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]); */
            /*@ assert left:    \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) && !done[y - HEADS] ==> Active(y, h); */
            /*@ assert due:     \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
                    distance(\at(w->now, Pre), w->deadlines[y - HEADS]) <= distance(\at(w->now, Pre), w->now) ==>
                    done[y - HEADS]; */
            /*@ assert ahead:   Forward{Pre}(w, until) <==> Forward{Before}(w, until); */
            /*@ assert idle:    !Forward{Before}(w, until) ==> NoneActive{Before}(HEADS, NODES(w), h); */
            /*@ assert none:    !Forward{Pre}(w, until) ==> NoneActive{Pre}(HEADS, \at(NODES(w), Pre), h); */
            /*@ assert taken:   !Refused{Pre}(w, until, h); */
            return status;
        }
        /*@ ghost int64_t way_was = last_way, rank_was = last_rank; */
        if (status == TW_EXPIRED) {
            /*@ assert here:     distance(\at(w->now, Pre), w->deadlines[id]) ==
                                     distance(\at(w->now, Pre), w->now); */
            /*@ assert once:     !done[id]; */
            /*@ assert in_order: last_way < distance(\at(w->now, Pre), w->deadlines[id]) ||
                (last_way == distance(\at(w->now, Pre), w->deadlines[id]) &&
                 last_rank < h[HEADS + id].rank); */
            const uint32_t here = CALL(now)(w) /*@ ghost (h) */;
            const uint32_t way = tw_distance(from, here);
            /*@ assert node:     HEADS + id < NODES(w) && w->capacity == \at(w->capacity, Pre); */
            /*@ ghost last_way = (int64_t)way;
                      last_rank = tw_client_rank(h, NODES(w), HEADS + id); */
            /*@ assert mine:     Active{Pre}(HEADS + id, h) && id < w->capacity; */
            /*@ assert others:   RestBut{Pre, Here}(HEADS + id, w, h, done); */
        Noted:;
            done[id] = true;
            /*@ assert only:     \forall integer y; HEADS <= y < NODES(w) && y != HEADS + id ==>
                    done[y - HEADS] == \at(done[y - HEADS], Noted); */
            /*@ assert earlier:  DueBut{Pre, Here}(HEADS + id, w, h, done); */
            /*@ assert noted:    DueBut{Pre, Here}(-1, w, h, done); */
            /*@ assert others:   RestBut{Pre, Here}(HEADS + id, w, h, done); */
            /*@ assert idle:     !Active(HEADS + id, h) && done[id]; */
            /*@ assert rest:     RestBut{Pre, Here}(-1, w, h, done); */
            if (id == slow) { return status; }
            /*@ assert later:    way_was < last_way ||
                    (way_was == last_way && rank_was < last_rank); */
        }
        /*@ assert nearer:  nearer(distance(w->now, until % TW_PERIOD), last_way) <
                nearer(distance(\at(w->now, Before), until % TW_PERIOD), way_was) ||
                (distance(w->now, until % TW_PERIOD) ==
                     distance(\at(w->now, Before), until % TW_PERIOD) && last_way == way_was); */
        /*@ assert rising:  nearer(distance(w->now, until % TW_PERIOD), last_way) <
                nearer(distance(\at(w->now, Before), until % TW_PERIOD), way_was) ||
                rank_was < last_rank ||
                (rank_was == last_rank && front{Before}(w, h) < front(w, h)); */
        /*@ assert falling: falling(nearer(distance(w->now, until % TW_PERIOD), last_way), last_rank) <
                falling(nearer(distance(\at(w->now, Before), until % TW_PERIOD), way_was), rank_was) ||
                (falling(nearer(distance(w->now, until % TW_PERIOD), last_way), last_rank) ==
                 falling(nearer(distance(\at(w->now, Before), until % TW_PERIOD), way_was), rank_was) &&
                 front{Before}(w, h) < front(w, h)); */
    }
}

/* Forgets what was noted. */
/*@ requires notes:     \valid(done + (0 .. n - 1));
    terminates \true; exits \false;
    assigns  done[0 .. n - 1];
    ensures  fresh:     \forall integer i; 0 <= i < n ==> !done[i]; */
static void tw_client_forget(bool *done, uint32_t n)
{
    /*@ loop invariant index:  0 <= i <= n;
        loop invariant fresh:  \forall integer j; 0 <= j < i ==> !done[j];
        loop assigns  i, done[0 .. n - 1];
        loop variant  n - i; */
    for (uint32_t i = 0u; i < n; i++) {
        done[i] = false;
    }
}

/* Delivers in parts of at most `most` ticks until the clock is at the counter, however far: across a gap, or in an event loop
   that reads the counter so often. Each timer that was due on the way has been delivered, and no other. Returns the number
   of parts: of the longest, two for less than P - 1 ticks, three for P - 1. */
/*@ requires wheel:     Wheel(w, h) && w->capacity == capacity;
    requires budget:    budget >= 1;
    requires most:      1 <= most <= TW_STRIDE_MAX;
    requires notes:     NOTED;
    requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  ADVANCED, done[0 .. w->capacity - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  timers:    w->capacity == capacity;
    ensures  clock:     w->now == counter % TW_PERIOD;
    ensures  parts:     most == TW_STRIDE_MAX ==>
        \result == (distance(\old(w->now), counter % TW_PERIOD) < TW_PERIOD / 2 ? 1
                    : distance(\old(w->now), counter % TW_PERIOD) < TW_PERIOD - 1 ? 2 : 3);
    ensures  rest:      \forall integer y; HEADS <= y < NODES(w) ==>
        (Active(y, h) <==> Active{Pre}(y, h) &&
             distance(\old(w->now), w->deadlines[y - HEADS]) >
                 distance(\old(w->now), counter % TW_PERIOD)); */
static uint32_t tw_client_strides(WHEEL *w, uint32_t counter, uint32_t budget, uint32_t most,
                                  uint32_t capacity, bool *done)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    uint32_t parts = 1u;
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant clock:   distance(\at(w->now, Pre), w->now) <=
                                    distance(\at(w->now, Pre), counter % TW_PERIOD);
        loop invariant parts:   1 <= parts <= 1 + distance(\at(w->now, Pre), w->now) &&
            (parts > 1 ==> distance(\at(w->now, Pre), w->now) < distance(\at(w->now, Pre), counter % TW_PERIOD));
        loop invariant longest: most == TW_STRIDE_MAX ==>
            distance(\at(w->now, Pre), w->now) == (parts - 1) * TW_STRIDE_MAX;
        loop invariant same:    \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre);
        loop invariant sooner:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Active{Pre}(y, h) && distance(\at(w->now, Pre), w->now) <=
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]);
        loop invariant later:   \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
            distance(\at(w->now, Pre), w->now) <
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==> Active(y, h);
        loop assigns  parts, ADVANCED, done[0 .. w->capacity - 1];
        loop variant  distance(w->now, counter % TW_PERIOD); */
    for (;;) {
    Before:;
        const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
        const uint32_t lag = tw_lag(now, counter);
        const uint32_t step = lag < most ? lag : most;
        const uint32_t until = tw_after(now, step);
        /*@ assert ticks:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Tick(w->deadlines[y - HEADS]); */
        tw_client_forget(done, capacity);
        /*@ assert timers:  w->capacity == capacity && w->now == now; */
        tw_client_drain(w, until, budget, TW_UNBOUNDED, done) /*@ ghost (h, visited) */;
        /*@ assert here:    w->now == until && distance(now, until) == step; */
        /*@ assert nearer:  distance(w->now, counter % TW_PERIOD) == lag - step; */
        /*@ assert further: distance(\at(w->now, Pre), w->now) ==
                distance(\at(w->now, Pre), now) + step; */
        /*@ assert apart:   \forall integer y; HEADS <= y < NODES(w) && Active{Before}(y, h) ==>
                Active{Pre}(y, h) && distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==
                    distance(\at(w->now, Pre), now) + distance(now, w->deadlines[y - HEADS]); */
        /*@ assert left:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Active{Before}(y, h) && distance(now, w->deadlines[y - HEADS]) > step; */
        /*@ assert kept:    \forall integer y; HEADS <= y < NODES(w) && Active{Before}(y, h) &&
                distance(now, w->deadlines[y - HEADS]) > step ==> Active(y, h); */
        if (step == lag) {
            /*@ assert there: w->now == counter % TW_PERIOD; */
            return parts;
        }
        parts++;
    }
}

/* What a caller does after TW_BAD_CLOCK: it reads the counter anew, for a handler may have delivered, and calls advance
   again. Only if the wheel refuses this reading too, the wheel is half the period behind or more, or the counter went
   back. A lag alone cannot tell which. Below 3P/4 it is taken for a gap, and two parts are enough; from 3P/4 on for a
   counter that went back, by at most P/4: false, and nothing has changed. */
/*@ requires wheel:     Wheel(w, h) && w->capacity == capacity;
    requires budget:    budget >= 1;
    requires notes:     NOTED;
    requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  ADVANCED, done[0 .. w->capacity - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  gap:       \result <==> !Refused{Pre}(w, counter, h) ||
        distance(\old(w->now), counter % TW_PERIOD) < TW_PERIOD - TW_PERIOD / 4;
    ensures  clock:     \result ==> w->now == counter % TW_PERIOD;
    ensures  rest:      \result ==> \forall integer y; HEADS <= y < NODES(w) ==>
        (Active(y, h) <==> Active{Pre}(y, h) &&
             distance(\old(w->now), w->deadlines[y - HEADS]) >
                 distance(\old(w->now), counter % TW_PERIOD));
    ensures  back:      !\result ==> w->now == \old(w->now) && distance(counter % TW_PERIOD, w->now) <= TW_PERIOD / 4;
    ensures  unchanged: !\result ==> \forall integer y; HEADS <= y < NODES(w) ==>
        (Active(y, h) <==> Active{Pre}(y, h)); */
bool tw_client_recover(WHEEL *w, uint32_t counter, uint32_t budget, uint32_t capacity, bool *done)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    tw_client_forget(done, capacity);
    const enum tw_status status =
        tw_client_drain(w, counter, budget, TW_UNBOUNDED, done) /*@ ghost (h, visited) */;
    /*@ assert accepted: status != TW_OK ==> status == TW_BAD_CLOCK && Refused{Pre}(w, counter, h); */
    if (status == TW_OK) { return true; }
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const uint32_t lag = tw_lag(now, counter);
    /*@ assert half:     lag >= TW_PERIOD / 2; */
    if (lag > TW_TICK_MAX - TW_SLEEP_MAX) { return false; }
    /*@ assert timers:   w->capacity == capacity; */
    const uint32_t parts = tw_client_strides(w, counter, budget, TW_STRIDE_MAX, capacity, done)
        /*@ ghost (h, visited) */;
    /*@ assert two:      parts == 2; */
    (void)parts; /* which the asserts see */
    return true;
}

/* The counter goes on for `away` ticks; from the first reading on, for `late` at most. */
/*@ requires ticks:     Tick(first) && Tick(counter) && distance(first, counter) <= late < TW_PERIOD / 2;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  tick:      Tick(\result);
    ensures  late:      distance(first, counter) <= distance(first, \result) <= late; */
static uint32_t tw_client_later(uint32_t first, uint32_t counter, uint32_t away, uint32_t late)
{
    const uint32_t left = late - tw_distance(first, counter);
    return tw_after(counter, away < left ? away : left);
}

/* A loop of advance whose handlers deliver too. That of timer ids[k] works for away[k] ticks, and runs an event loop, which
   reads the counter every `apart` ticks and delivers. So the wheel's clock is beyond the reading of the outer loop, which
   advance refuses then, unless no timer is active. The outer loop reads the counter anew, `away` ticks later: the wheel
   does not refuse this reading. The handlers take `late` ticks together. At the end each timer that is due at the last
   reading has been delivered, by one loop or the other, and no other timer. Returns that reading. */
/*@ requires wheel:     Wheel(w, h) && w->capacity == capacity;
    requires forward:   distance(w->now, counter % TW_PERIOD) + late < TW_PERIOD / 2;
    requires budget:    budget >= 1;
    requires apart:     1 <= apart <= TW_STRIDE_MAX;
    requires script:    \valid_read(ids + (0 .. n - 1)) && \valid_read(away + (0 .. n - 1)) && n <= 0x7FFFFFFF;
    requires notes:     NOTED;
    requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  ADVANCED, done[0 .. w->capacity - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  reading:   Tick(\result) && distance(counter % TW_PERIOD, \result) <= late;
    ensures  clock:     w->now == \result || NoneActive(HEADS, NODES(w), h);
    ensures  rest:      \forall integer y; HEADS <= y < NODES(w) ==>
        (Active(y, h) <==> Active{Pre}(y, h) &&
             distance(\old(w->now), w->deadlines[y - HEADS]) > distance(\old(w->now), \result)); */
uint32_t tw_client_nested(WHEEL *w, uint32_t counter, uint32_t late, uint32_t apart,
                          const uint32_t *ids, const uint32_t *away, uint32_t n, uint32_t budget,
                          uint32_t capacity, bool *done)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const uint32_t first = tw_tick(counter);
    uint32_t now = first;  /* the reading of the outer loop */
    uint32_t last = first; /* the last reading */
    uint32_t k = 0u;
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant index:   0 <= k <= n;
        loop invariant late:    Tick(now) && Tick(last) && distance(first, last) <= late;
        loop invariant onward:  distance(\at(w->now, Pre), now) <= distance(\at(w->now, Pre), last);
        loop invariant last:    distance(\at(w->now, Pre), last) ==
            distance(\at(w->now, Pre), first) + distance(first, last);
        loop invariant clock:   distance(\at(w->now, Pre), w->now) <= distance(\at(w->now, Pre), last);
        loop invariant nested:  now == last || w->now == last;
        loop invariant same:    \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre);
        loop invariant sooner:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Active{Pre}(y, h) && distance(\at(w->now, Pre), w->now) <=
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]);
        loop invariant later:   \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
            distance(\at(w->now, Pre), last) <
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==> Active(y, h);
        loop invariant none:    now != last ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(\at(w->now, Pre), last) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]);
        loop assigns  now, last, k, ADVANCED, done[0 .. w->capacity - 1];
        loop variant  2 * (n - k) + (now == last ? 0 : 1); */
    for (;;) {
    Before:;
        const uint32_t slow = k < n ? ids[k] : TW_UNBOUNDED;
        const uint32_t off = k < n ? away[k] : 0u;
        /*@ assert ticks:   Tick(\at(w->now, Pre)) && Tick(w->now) &&
                \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> Tick(w->deadlines[y - HEADS]); */
        tw_client_forget(done, capacity);
        /*@ assert timers:  w->capacity == capacity; */
        const enum tw_status status =
            tw_client_drain(w, now, budget, slow, done) /*@ ghost (h, visited) */;
        /*@ assert rest:    \forall integer y; HEADS <= y < NODES(w) ==>
                (Active(y, h) <==> Active{Before}(y, h) && !done[y - HEADS]); */
        /*@ assert noted:   \forall integer y; HEADS <= y < NODES(w) && done[y - HEADS] ==> Active{Before}(y, h) &&
                distance(\at(w->now, Before), w->deadlines[y - HEADS]) <= distance(\at(w->now, Before), w->now); */
        /*@ assert stale:   now != last ==> !Forward{Before}(w, now); */
        /*@ assert fresh:   now == last ==> Forward{Before}(w, now); */
        /*@ assert apart:   \forall integer y; HEADS <= y < NODES(w) && Active{Before}(y, h) ==>
                Active{Pre}(y, h) && distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==
                    distance(\at(w->now, Pre), \at(w->now, Before)) +
                    distance(\at(w->now, Before), w->deadlines[y - HEADS]); */
        if (status == TW_OK) { return last; }
        const uint32_t later = tw_client_later(first, last, off, late);
        /*@ assert onward:  distance(\at(w->now, Pre), last) <= distance(\at(w->now, Pre), later); */
        /*@ assert undone:  \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
                distance(\at(w->now, Pre), later) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==>
                Active{Before}(y, h) && Active(y, h); */
        if (status == TW_EXPIRED) { /* in the handler of a timer */
            /*@ assert middle:  Tick(w->now) && Tick(later) && distance(\at(w->now, Pre), w->now) <= distance(\at(w->now, Pre), last); */
            /*@ assert way:     distance(\at(w->now, Pre), later) ==
                    distance(\at(w->now, Pre), w->now) + distance(w->now, later); */
            /*@ assert ways:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    distance(\at(w->now, Pre), later) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==>
                    distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==
                        distance(\at(w->now, Pre), w->now) + distance(w->now, w->deadlines[y - HEADS]); */
            /*@ assert beyond:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    distance(\at(w->now, Pre), later) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==>
                    distance(w->now, later) < distance(w->now, w->deadlines[y - HEADS]); */
            tw_client_strides(w, later, budget, apart, capacity, done) /*@ ghost (h, visited) */;
            k++;
        } else { /* refused: the counter is read anew */
            now = later;
        }
        /*@ assert later:   \forall integer y; HEADS <= y < NODES(w) && Active{Pre}(y, h) &&
                distance(\at(w->now, Pre), later) < distance(\at(w->now, Pre), w->deadlines[y - HEADS]) ==> Active(y, h); */
        last = later;
    }
}

/* The interrupt: starts a timer, a delay after the counter. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires counter:   Tick(counter) && Near(w, counter, spent) && spent < TW_PERIOD / 4;
    requires delay:     delay < TW_PERIOD / 2;
    requires on_time:   InTime(w, h, counter, spent);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  newer:     NewerThanAll(rank + 1, HEADS, NODES(w), h);
    ensures  on_time:   InTime(w, h, counter, spent); */
static void tw_client_interrupt(WHEEL *w, uint32_t counter, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank, uint64_t spent) */
{
    const uint32_t deadline = tw_after(counter, delay);
    /*@ assert were:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(w->now, counter) <= distance(w->now, w->deadlines[y - HEADS]) + spent; */
    const enum tw_status status = CALL(start_at)(w, id, deadline) /*@ ghost (h, rank) */;
    /*@ assert still: w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre); */
    /*@ assert ahead: distance(w->now, deadline) == distance(w->now, counter) + delay; */
    /*@ assert mine:  status == TW_OK ==> \forall integer y; y == HEADS + id ==>
            h[y].rank == rank && w->deadlines[y - HEADS] == deadline; */
    /*@ assert other: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            (status != TW_OK || y != HEADS + id) ==>
            Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre) &&
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert ranks: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].rank < rank + 1; */
    /*@ assert newer: NewerThanAll(rank + 1, HEADS, NODES(w), h); */
    /*@ assert others: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            (status != TW_OK || y != HEADS + id) ==> Early(w, counter, spent, y); */
    /*@ assert this:  status == TW_OK ==> Early(w, counter, spent, HEADS + id); */
    /*@ assert early: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Early(w, counter, spent, y); */
    (void)status; /* which the asserts see */
}

/* One call of advance: not refused, and a timer comes no later than `spent`. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires counter:   Tick(counter) && Near(w, counter, spent) && spent < TW_PERIOD / 4;
    requires on_time:   InTime(w, h, counter, spent);
    requires count:     \valid(visited) && \separated(visited, ARRAYS);
    terminates \true; exits \false;
    assigns  ADVANCED;
    ensures  wheel:     Wheel(w, h);
    ensures  timers:    w->capacity == \old(w->capacity);
    ensures  newer:     NewerThanAll(rank, HEADS, NODES(w), h);
    ensures  counter:   Near(w, counter, \result == TW_OK ? 0 : spent);
    ensures  accepted:  \result != TW_BAD_CLOCK;
    ensures  here:      \result == TW_OK ==> w->now == counter;
    ensures  late:      \result == TW_EXPIRED ==> distance(w->now, counter) <= spent;
    ensures  on_time:   InTime(w, h, counter, \result == TW_OK ? 0 : spent); */
static enum tw_status tw_client_serve(WHEEL *w, uint32_t counter, uint32_t budget)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited, int64_t rank, uint64_t spent) */
{
    uint32_t id = 0u;
    /*@ assert ticks:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]); */
    /*@ ghost tw_client_count(w, h, visited); */
    const enum tw_status status = CALL(advance)(w, counter, budget, &id)
        /*@ ghost (h, visited) */;
    /*@ assert timers:  w->capacity == \at(w->capacity, Pre); */
    /*@ assert nearer:  distance(w->now, counter) == distance(\at(w->now, Pre), counter) -
            distance(\at(w->now, Pre), w->now); */
    /*@ assert still:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre) &&
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert ahead:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) && distance(\at(w->now, Pre), w->now) <=
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]); */
    /*@ assert here:    Tick(w->now) && Tick(\at(w->now, Pre)); */
    /*@ assert step:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(w->now, w->deadlines[y - HEADS]) ==
            distance(\at(w->now, Pre), w->deadlines[y - HEADS]) -
            distance(\at(w->now, Pre), w->now); */
    /*@ assert was:     \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(\at(w->now, Pre), counter) <=
                distance(\at(w->now, Pre), w->deadlines[y - HEADS]) + spent; */
    /*@ assert on_time: InTime(w, h, counter, spent); */
    /*@ assert newer:   NewerThanAll(rank, HEADS, NODES(w), h); */
    /*@ assert there:   status == TW_OK ==> InTime(w, h, counter, 0); */
    /*@ assert late:    status == TW_EXPIRED ==> w->now == w->deadlines[id]; */
    return status;
}

/* Time passes: `off` ticks. */
/*@ requires wheel:     Wheel(w, h);
    requires counter:   Tick(counter) && Near(w, counter, spent) && spent + off < TW_PERIOD / 4;
    requires on_time:   InTime(w, h, counter, spent);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  counter:   Tick(\result) && Near(w, \result, spent + off);
    ensures  on_time:   InTime(w, h, \result, spent + off); */
static uint32_t tw_client_pass(const WHEEL *w, uint32_t counter, uint32_t spent, uint32_t off)
/*@ ghost (struct tw_history \ghost *h) */
{
    (void)w; /* which the clauses see */
    (void)spent;
    const uint32_t then = tw_after(counter, off);
    /*@ assert then:    distance(w->now, then) == distance(w->now, counter) + off; */
    return then;
}

/* Asks next, which does not refuse the counter, for how long to sleep: until then no timer is due. */
/*@ requires wheel:     Wheel(w, h);
    requires counter:   Tick(counter) && Near(w, counter, spent) && spent < TW_PERIOD / 4;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  wheel:     Wheel(w, h);
    ensures  short:     \result > 0 ==> distance(w->now, counter) + \result <= TW_PERIOD / 4;
    ensures  bound:     \result > 0 ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
        distance(w->now, counter) + \result <= distance(w->now, w->deadlines[y - HEADS]); */
static uint32_t tw_client_ask(const WHEEL *w, uint32_t counter)
/*@ ghost (struct tw_history \ghost *h, uint64_t spent) */
{
    uint32_t ticks = 0u;
    const enum tw_status status = CALL(next)(w, counter, &ticks) /*@ ghost (h) */;
    return status == TW_BAD_CLOCK ? TW_UNBOUNDED : ticks;
}

/* What happens to a caller that sleeps, `away` ticks after the event before. */
struct tw_event {
    uint32_t away;
    uint32_t what;  /* 0: it calls advance; 1: an interrupt; else it asks next, and sleeps */
    uint32_t id;    /* of the timer that the interrupt starts */
    uint32_t ticks; /* of its delay; of the sleep */
};

/* What a caller has seen: its counter at the end, and by how many ticks the latest timer came late. */
struct tw_seen {
    uint32_t counter;
    uint32_t late;
    bool refused; /* a call of advance or next */
};

/* A caller that delivers, sleeps as next says, and is interrupted, in any order: n events. Time passes before each. The
   interrupt starts a timer. It may come between any two calls, but not between next and the sleep; it may end a sleep.
   `spent` counts the ticks since advance last said TW_OK, or since the last sleep should have ended. The caller spends
   `late` at most. Then advance and next refuse it never, and a timer is delivered no later than `late`. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      rank <= 0x3FFFFFFFFFFFFFFF && NewerThanAll(rank, HEADS, NODES(w), h);
    requires late:      late < TW_PERIOD / 4;
    requires events:    \valid_read(events + (0 .. n - 1));
    requires count:     \valid(visited) && \separated(visited, ARRAYS);
    terminates \true; exits \false;
    assigns  CALLED;
    ensures  wheel:     Wheel(w, h);
    ensures  accepted:  !\result.refused;
    ensures  late:      \result.late <= late;
    ensures  on_time:   InTime(w, h, \result.counter, late); */
struct tw_seen tw_client_sleep(WHEEL *w, uint32_t budget, uint32_t late,
                               const struct tw_event *events, uint32_t n)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited, int64_t rank) */
{
    struct tw_seen seen;
    uint32_t counter = CALL(now)(w) /*@ ghost (h) */;
    uint32_t latest = 0u;
    uint32_t spent = 0u;
    bool refused = false;
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant index:   0 <= k <= n;
        loop invariant newer:   NewerThanAll(rank + k, HEADS, NODES(w), h);
        loop invariant late:    0 <= spent <= late && 0 <= latest <= late && !refused;
        loop invariant counter: Tick(counter) && Near(w, counter, spent);
        loop invariant on_time: InTime(w, h, counter, spent);
        loop assigns  k, counter, latest, spent, refused, CALLED;
        loop variant  n - k; */
    for (uint32_t k = 0u; k < n; k++) {
        const uint32_t away = events[k].away, what = events[k].what;
        const uint32_t id = events[k].id, ticks = events[k].ticks;
        const uint32_t off = away < late - spent ? away : late - spent;
        counter = tw_client_pass(w, counter, spent, off) /*@ ghost (h) */;
        spent += off;
        if (what == 0u) {
            const enum tw_status status = tw_client_serve(w, counter, budget)
                /*@ ghost (h, visited, rank + (int64_t)k, (uint64_t)spent) */;
            const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
            const uint32_t lag = tw_distance(now, counter);
            refused = refused || status == TW_BAD_CLOCK;
            latest = status == TW_EXPIRED && lag > latest ? lag : latest;
            spent = status == TW_OK ? 0u : spent;
            /*@ assert counter: Tick(counter) && Near(w, counter, spent); */
        } else if (what == 1u) {
            const uint32_t delay = ticks < TW_STRIDE_MAX ? ticks : TW_STRIDE_MAX;
            tw_client_interrupt(w, counter, id, delay)
                /*@ ghost (h, rank + (int64_t)k, (uint64_t)spent) */;
            /*@ assert counter: Tick(counter) && Near(w, counter, spent); */
        } else {
            const uint32_t most = tw_client_ask(w, counter) /*@ ghost (h, (uint64_t)spent) */;
            refused = refused || most == TW_UNBOUNDED;
            if (most > 0u && most < TW_UNBOUNDED) {
                const uint32_t asleep = ticks < most ? ticks : most;
                const uint32_t over = ticks - asleep < late ? ticks - asleep : late;
                const uint32_t woken = tw_after(counter, asleep);
                /*@ assert asleep:   distance(w->now, woken) == distance(w->now, counter) + asleep; */
                /*@ assert on_time:  InTime(w, h, woken, 0); */
                counter = tw_client_pass(w, woken, 0u, over) /*@ ghost (h) */;
                spent = over;
                /*@ assert counter: Tick(counter) && Near(w, counter, spent); */
            }
            /*@ assert counter: Tick(counter) && Near(w, counter, spent); */
        }
    }
    seen.counter = counter;
    seen.late = latest;
    seen.refused = refused;
    return seen;
}

/* Sleeps until the earliest timer is due, and calls advance then until it is not busy: advance delivers that
   timer, at its deadline. So a caller that sleeps by earliest wakes once a timer. False: no timer is active,
   or the earliest is half the period away, or more. */
/*@ requires wheel:     Wheel(w, h);
    requires budget:    budget >= 1;
    requires result:    \valid(id) &&
                        \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:     \valid(visited) && \separated(visited, ARRAYS);
    terminates \true; exits \false;
    assigns  ADVANCED, *id;
    ensures  wheel:     Wheel(w, h);
    ensures  woken:     \result ==> *id < w->capacity && !Active(HEADS + *id, h) &&
        Earliest{Pre}(HEADS + \at(*id, Post), \at(w->now, Pre), w->deadlines, HEADS, NODES(w), h);
    ensures  in_time:   \result ==> w->now == w->deadlines[*id];
    ensures  others:    \result ==> \forall integer y; HEADS <= y < NODES(w) && y != HEADS + *id ==>
        (Active(y, h) <==> Active{Pre}(y, h));
    ensures  asleep:    !\result ==> w->now == \old(w->now) &&
        \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(w->now, w->deadlines[y - HEADS]) >= TW_PERIOD / 2; */
bool tw_client_wake(WHEEL *w, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    uint32_t first = 0u;
    uint32_t ticks = 0u;
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    const enum tw_status some = CALL(earliest)(w, now, &first, &ticks) /*@ ghost (h) */;
    /*@ assert lag:      distance(w->now, now % TW_PERIOD) == 0; */
    /*@ assert none:     some != TW_OK ==> NoneActive(HEADS, NODES(w), h); */
    if (some != TW_OK) { return false; }
    /*@ assert earliest: Earliest(HEADS + first, now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert ticks:    ticks == distance(now, w->deadlines[first]); */
    /*@ assert nearest:  \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            ticks <= distance(now, w->deadlines[y - HEADS]); */
    if (ticks > TW_STRIDE_MAX) { return false; }
    const uint32_t until = tw_after(now, ticks);
    /*@ assert until:    until == w->deadlines[first]; */
    enum tw_status status = TW_BUSY;
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant status:  status == TW_BUSY;
        loop invariant way:     distance(now, w->now) <= ticks;
        loop invariant ahead:   distance(w->now, until) == ticks - distance(now, w->now);
        loop invariant same:    SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h);
        loop invariant ranks:   Rank(front(w, h));
        loop assigns  status, ADVANCED, *id;
        loop variant  1 + falling(distance(w->now, until), FRONT); */
    for (;;) {
    Before:;
        /*@ ghost tw_client_count(w, h, visited); */
        status = CALL(advance)(w, until, budget, id) /*@ ghost (h, visited) */;
        /*@ assert ticking: Tick(w->now) && Tick(\at(w->now, Before)) && Tick(until); */
        /*@ assert on:      distance(w->now, until) ==
                distance(\at(w->now, Before), until) - distance(\at(w->now, Before), w->now); */
        /*@ assert way:     distance(now, w->now) ==
                distance(now, \at(w->now, Before)) + distance(\at(w->now, Before), w->now); */
        /*@ assert mine:    w->deadlines[first] == until; */
        /*@ assert ranks:   Rank(front(w, h)); */
        if (status != TW_BUSY) { break; }
        /*@ assert rising:  distance(\at(w->now, Before), w->now) > 0 ||
                front(w, h) > front{Before}(w, h); */
    }
    /*@ assert due:      status == TW_OK ==> Active(HEADS + first, h) && w->now == until; */
    /*@ assert expired:  status == TW_EXPIRED; */
    /*@ assert was:      Active{Pre}(HEADS + *id, h) && *id < w->capacity; */
    /*@ assert no_more:  distance(now, w->deadlines[*id]) <= ticks; */
    /*@ assert sooner:   *id != first ==>
            Sooner{Pre}(HEADS + first, \at(HEADS + *id, Here), now, w->deadlines, HEADS, h); */
    /*@ assert equal:    *id != first ==> w->deadlines[*id] == until && w->now == until; */
    /*@ assert first:    *id == first; */
    return true;
}

/* Calls advance while it is busy. What is owed bounds how often that is (T10). */
/*@ requires wheel:     Wheel(w, h);
    requires forward:   distance(w->now, until % TW_PERIOD) < TW_PERIOD / 2;
    requires budget:    budget >= 1;
    requires owed:      debt(w, h) <= owed;
    requires result:    \valid(id) &&
                        \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                   w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:     \valid(visited) && \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  ADVANCED, *id;
    ensures  wheel:     Wheel(w, h);
    ensures  paid:      debt(w, h) - 1 + \result * budget <= \old(debt(w, h));
    ensures  busy:      \result * budget <= \old(debt(w, h)); */
uint64_t tw_client_wait(WHEEL *w, uint32_t until, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited, uint64_t owed) */
{
    uint64_t busy = 0u;
    /*@ ghost CALL(solvent)(w, h); */
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant forward: distance(w->now, until % TW_PERIOD) < TW_PERIOD / 2;
        loop invariant paid:    debt(w, h) + busy * budget <= debt{Pre}(w, h);
        loop invariant solvent: 0 <= debt(w, h);
        loop invariant range:   0 <= busy <= busy * budget && busy <= owed;
        loop assigns  busy, ADVANCED, *id;
        loop variant  owed - busy; */
    for (;;) {
    Before:;
        /*@ ghost tw_client_account(w, h, visited); */
        const enum tw_status status = CALL(advance)(w, until, budget, id) /*@ ghost (h, visited) */;
        /*@ assert paid:    debt(w, h) + *visited ==
                debt{Before}(w, h) + (status == TW_EXPIRED ? 1 : 0); */
        if (status != TW_BUSY) { return busy; }
        /*@ assert nearer:  distance(w->now, until % TW_PERIOD) ==
                distance(\at(w->now, Before), until % TW_PERIOD) -
                distance(\at(w->now, Before), w->now); */
        /*@ ghost CALL(solvent)(w, h); */
        /*@ assert paid:    debt(w, h) + busy * budget + budget <= debt{Pre}(w, h); */
        busy++;
    }
}

/*@ // What a call adds to the credit: it is owing of the delay, if it sets a timer.
    logic integer owed(integer call, integer time, integer now) =
        call > 3 ? 0 : owing(call <= 1 ? time : distance(now, time % TW_PERIOD)); */

/* Sets a timer by a delay: 0 is start, 1 restart. */
/*@ requires wheel:     Wheel(w, h) && call <= 1;
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->PLACE, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  scalars:   w->capacity == \old(w->capacity);
    ensures  newer:     NewerThanAll(rank + 1, HEADS, NODES(w), h);
    ensures  paid:      debt(w, h) <= \old(debt(w, h)) + owed(call, time, \old(w->now)); */
static enum tw_status tw_client_set(WHEEL *w, uint32_t call, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    enum tw_status status = TW_OK;
    if (call == 0u) {
        status = CALL(start)(w, id, time) /*@ ghost (h, rank) */;
    } else {
        status = CALL(restart)(w, id, time) /*@ ghost (h, rank) */;
    }
    /*@ assert same:  w->capacity == \at(w->capacity, Pre); */
    /*@ assert other: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].rank == rank || (Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre)); */
    /*@ assert newer: NewerThanAll(rank + 1, HEADS, NODES(w), h); */
    return status;
}

/* Sets a timer to a deadline: 2 is start_at, 3 restart_at. */
/*@ requires wheel:     Wheel(w, h) && 2 <= call <= 3;
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->PLACE, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->links[0 .. NODES(w) - 1], w->deadlines[0 .. w->capacity - 1], h[0 .. NODES(w) - 1];
    ensures  wheel:     Wheel(w, h);
    ensures  scalars:   w->capacity == \old(w->capacity);
    ensures  newer:     NewerThanAll(rank + 1, HEADS, NODES(w), h);
    ensures  paid:      debt(w, h) <= \old(debt(w, h)) + owed(call, time, \old(w->now)); */
static enum tw_status tw_client_set_at(WHEEL *w, uint32_t call, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    enum tw_status status = TW_OK;
    if (call == 2u) {
        status = CALL(start_at)(w, id, time) /*@ ghost (h, rank) */;
    } else {
        status = CALL(restart_at)(w, id, time) /*@ ghost (h, rank) */;
    }
    /*@ assert same:  w->capacity == \at(w->capacity, Pre); */
    /*@ assert other: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].rank == rank || (Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre)); */
    /*@ assert newer: NewerThanAll(rank + 1, HEADS, NODES(w), h); */
    return status;
}

/* A call: 0 to 3 set a timer, 4 stops it; others are advance, with the id for its budget. */
/*@ requires wheel:     Wheel(w, h);
    requires rank:      NewerThanAll(rank, HEADS, NODES(w), h);
    requires count:     \valid(visited) && *visited == 0 &&
                        \separated(visited, ARRAYS);
    terminates \true; exits \false;
    assigns  CALLED;
    ensures  wheel:     Wheel(w, h);
    ensures  timers:    w->capacity == \old(w->capacity);
    ensures  newer:     NewerThanAll(rank + 1, HEADS, NODES(w), h);
    ensures  bounded:   0 <= *visited <= 0x100000000;
    ensures  paid:      debt(w, h) + *visited <= \old(debt(w, h)) +
                            owed(call, time, \old(w->now)) + (\result == TW_EXPIRED ? 1 : 0); */
static enum tw_status tw_client_call(WHEEL *w, uint32_t call, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited, int64_t rank) */
{
    const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
    enum tw_status status = TW_BAD_CLOCK;
    if (call <= 1u) {
        status = tw_client_set(w, call, id, time) /*@ ghost (h, rank) */;
        /*@ assert same:  w->capacity == \at(w->capacity, Pre) && *visited == 0; */
    } else if (call <= 3u) {
        status = tw_client_set_at(w, call, id, time) /*@ ghost (h, rank) */;
        /*@ assert same:  w->capacity == \at(w->capacity, Pre) && *visited == 0; */
    } else if (call == 4u) {
        status = CALL(stop)(w, id) /*@ ghost (h) */;
        /*@ assert same:  w->capacity == \at(w->capacity, Pre) && *visited == 0; */
        /*@ assert other: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre); */
        /*@ assert newer: NewerThanAll(rank + 1, HEADS, NODES(w), h); */
    } else if (tw_lag(now, time) <= TW_STRIDE_MAX) {
        uint32_t due = 0u;
        status = CALL(advance)(w, time, id, &due) /*@ ghost (h, visited) */;
        /*@ assert same:  w->capacity == \at(w->capacity, Pre) && *visited <= id + 1; */
        /*@ assert other: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Active{Pre}(y, h) && h[y].rank == \at(h[y].rank, Pre); */
        /*@ assert newer: NewerThanAll(rank + 1, HEADS, NODES(w), h); */
    }
    return status;
}

/* A history of n calls: however they come, what is visited and not delivered has been paid for (T10). */
/*@ requires wheel:     Wheel(w, h);
    requires calls:     \valid_read(calls + (0 .. n - 1)) && \valid_read(ids + (0 .. n - 1)) &&
                        \valid_read(times + (0 .. n - 1));
    requires rank:      rank <= 0x3FFFFFFFFFFFFFFF && n <= 0x3FFFFFFF &&
                        NewerThanAll(rank, HEADS, NODES(w), h);
    requires count:     \valid(visited) && \separated(visited, ARRAYS);
    terminates \true; exits \false;
    assigns  CALLED;
    ensures  wheel:     Wheel(w, h); */
void tw_client_history(WHEEL *w, const uint32_t *calls, const uint32_t *ids, const uint32_t *times,
                       uint32_t n)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited, int64_t rank) */
{
    /*@ ghost CALL(solvent)(w, h);
              int64_t moved = 0, owed = 0; */
    /*@ loop invariant wheel:   Wheel(w, h);
        loop invariant timers:  w->capacity == \at(w->capacity, Pre);
        loop invariant index:   0 <= k <= n;
        loop invariant newer:   NewerThanAll(rank + k, HEADS, NODES(w), h);
        loop invariant range:   -k <= moved <= k * 0x100000000 && 0 <= owed <= k * 0x100000000;
        loop invariant paid:    debt(w, h) + moved <= debt{Pre}(w, h) + owed;
        loop assigns  k, moved, owed, CALLED;
        loop variant  n - k; */
    for (uint32_t k = 0u; k < n; k++) {
        const uint32_t call = calls[k];
        const uint32_t time = times[k];
        const uint32_t now = CALL(now)(w) /*@ ghost (h) */;
        const uint32_t delay = call <= 1u ? time : tw_lag(now, time);
        /*@ ghost tw_client_account(w, h, visited); */
        const enum tw_status status = tw_client_call(w, call, ids[k], time)
            /*@ ghost (h, visited, rank + (int64_t)k) */;
        (void)status; /* which the ghosts see */
        (void)delay;
        /*@ ghost moved += (int64_t)*visited - (status == TW_EXPIRED ? 1 : 0);
                  owed += call <= 3u ? OWING(delay) : 0; */
    }
    /*@ ghost CALL(solvent)(w, h); */
    /*@ assert paid: moved <= debt{Pre}(w, h) + owed; */
    /*@ assert new:  NoneActive{Pre}(HEADS, NODES(w), h) ==> moved <= owed; */
}
