/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tw_hashed.h"

#include "tw_slots.h"

/* Takes an active timer out of its slot. The cursor does not stay on it. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     HEADS <= node < NODES(w) && Active(node, h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->cursor, h[node].slot;
    ensures  wheel:    Wheel(w, h);
    ensures  idle:     !Active(node, h);
    ensures  others:   SameSlotsBut{Pre, Post}(node, NODES(w), h);
    ensures  ranks:    SameRanks{Pre, Post}(NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  onward:   front(w, h) == 0 || (front(w, h) >= \old(front(w, h)) > 0 &&
                           (\old(w->cursor) == node ==> front(w, h) > \old(front(w, h))));
    ensures  work:     HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  next:     \old(w->cursor) == node ==> w->cursor == \old(w->links[node].next);
    ensures  paid:     debt(w, h) == \old(debt(w, h) - needs(w, node, h)); */
static inline void tw_hashed_remove(struct tw_hashed *w, tw_node node)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ assert lists:    Lists(w->links, HEADS, NODES(w), h); */
    if (w->cursor == (uint32_t)node) { w->cursor = (uint32_t)w->links[node].next; }
    /*@ assert onward:   front(w, h) == 0 || (front(w, h) >= front{Pre}(w, h) &&
            (\at(w->cursor, Pre) == node ==> front(w, h) > front{Pre}(w, h))); */
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert beyond:   w->cursor != node && 0 <= w->cursor < NODES(w) &&
                         h[w->cursor].slot == w->now % TW_HASHED_SLOTS; */
    /*@ assert passed: \forall integer y; HEADS <= y < NODES(w) && y != node && Active(y, h) &&
            w->deadlines[y - HEADS] == w->now ==>
            HEADS <= w->cursor && h[w->cursor].rank <= h[y].rank; */
    /*@ assert lists:    Lists(w->links, HEADS, NODES(w), h); */
    /*@ assert occupied: Occupied(HEADS, &w->occupied[0], w->links); */
    /*@ assert ahead:    front(w, h) == 0 || 0 < front{Pre}(w, h); */
    /*@ assert exact:    \forall integer y; HEADS <= y < NODES(w) && y != node &&
            h[y].slot == w->now % TW_HASHED_SLOTS ==>
            (0 < front(w, h) <= h[y].rank <==> 0 < front{Pre}(w, h) <= h[y].rank); */
    tw_slots_remove(w->links, w->occupied, node) /*@ ghost (LISTS) */;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ ghost tw_hashed_whole(w, h); */
    /*@ assert front:    front(w, h) == 0 || front(w, h) >= front{Pre}(w, h) > 0; */
    /*@ assert owes:     \forall integer y; HEADS <= y < NODES(w) && y != node ==>
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, front(w, h)) ==
            owes(\at(h[y].slot, Pre), \at(h[y].rank, Pre), w->deadlines[y - HEADS], w->now,
                 front{Pre}(w, h)); */
    /*@ assert idle:     needs(w, node, h) == 0; */
    /*@ ghost
      /@ loop invariant range: HEADS <= n <= NODES(w);
         loop invariant paid:  owed(w->deadlines, h, w->now, front(w, h), n) +
             (node < n ? needs{Pre}(w, node, h) : 0) ==
             owed{Pre}(w->deadlines, h, \at(w->now, Pre), front{Pre}(w, h), n);
         loop assigns   n;
         loop variant   NODES(w) - n; @/
      for (uint64_t n = TW_HASHED_SLOTS; n < NODES(w); n++) {
      } */
}

/* Starts an idle timer. */
/*@ requires wheel:    Wheel(w, h);
    requires timer:    id < w->capacity && !Active(HEADS + id, h);
    requires delay:    1 <= delay < TW_PERIOD;
    requires rank:     NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[id],
             w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], h[HEADS + id];
    ensures  wheel:    Wheel(w, h);
    ensures  deadline: w->deadlines[id] == after(w->now, delay);
    ensures  active:   Active(HEADS + id, h);
    ensures  rank:     h[HEADS + id].rank == rank;
    ensures  others:   SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  onward:   front(w, h) == \old(front(w, h));
    ensures  started:  debt(w, h) == \old(debt(w, h)) + needs(w, HEADS + id, h);
    ensures  owing:    needs(w, HEADS + id, h) <= owing(delay); */
static inline void tw_hashed_schedule(struct tw_hashed *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t deadline = tw_after((uint32_t)w->now, delay);
    const uint32_t slot = deadline % TW_HASHED_SLOTS;
    /*@ assert not_due: deadline != w->now; */
    w->deadlines[id] = deadline;
    /*@ assert placed:  Placed(w->deadlines, NODES(w), h); */
    /*@ ghost tw_list_rank(w->links, HEADS + id, rank, LISTS); */
    /*@ assert passed:  Passed(w->deadlines, w->now, w->cursor, NODES(w), h); */
    tw_slots_append(w->links, w->occupied, slot, TW_HASHED_SLOTS + (tw_node)id)
        /*@ ghost (LISTS) */;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre) &&
                         w->cursor == \at(w->cursor, Pre); */
    /*@ ghost tw_hashed_whole(w, h); */
    /*@ assert others:  \forall integer y; HEADS <= y < NODES(w) && y != HEADS + id ==>
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, front(w, h)) ==
            owes(\at(h[y].slot, Pre), \at(h[y].rank, Pre), \at(w->deadlines[y - HEADS], Pre),
                 w->now, front{Pre}(w, h)); */
    /*@ assert idle:    needs{Pre}(w, HEADS + id, h) == 0; */
    /*@ assert owing:   needs(w, HEADS + id, h) <= owing(delay); */
    /*@ ghost
      /@ loop invariant range:   HEADS <= n <= NODES(w);
         loop invariant started: owed(w->deadlines, h, w->now, front(w, h), n) ==
             owed{Pre}(w->deadlines, h, \at(w->now, Pre), front{Pre}(w, h), n)
             + (HEADS + id < n ? needs(w, HEADS + id, h) : 0);
         loop assigns   n;
         loop variant   NODES(w) - n; @/
      for (uint64_t n = TW_HASHED_SLOTS; n < NODES(w); n++) {
          /@ assert other: n != HEADS + id ==>
                 owes(h[n].slot, h[n].rank, w->deadlines[n - HEADS], w->now, front(w, h)) ==
                 owes(\at(h[\at(n, Here)].slot, Pre), \at(h[\at(n, Here)].rank, Pre),
                      \at(w->deadlines[\at(n, Here) - HEADS], Pre), w->now, front{Pre}(w, h)); @/
          /@ assert mine:  n == HEADS + id ==>
                 owes(h[n].slot, h[n].rank, w->deadlines[n - HEADS], w->now, front(w, h)) ==
                     needs(w, HEADS + id, h) &&
                 owes(\at(h[\at(n, Here)].slot, Pre), \at(h[\at(n, Here)].rank, Pre),
                      \at(w->deadlines[\at(n, Here) - HEADS], Pre), w->now, front{Pre}(w, h)) == 0; @/
      } */
}

/* Passes over the timer under the cursor: it is not due. */
/*@ requires wheel:    Wheel(w, h);
    requires timer:    HEADS <= w->cursor && w->deadlines[w->cursor - HEADS] != w->now;
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->cursor, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  visited:  *visited == \old(*visited) + 1;
    ensures  onward:   w->cursor >= HEADS ==> front(w, h) > \old(front(w, h));
    ensures  paid:     debt(w, h) + 1 == \old(debt(w, h));
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static inline void tw_hashed_pass(struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_hashed_visit(w, h, visited); */
    /*@ assert lists:    Lists(w->links, HEADS, NODES(w), h); */
    /*@ ghost const tw_node node = (tw_node)w->cursor; */
    w->cursor = (uint32_t)w->links[w->cursor].next;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ ghost tw_hashed_whole(w, h); */
    /*@ assert front:    0 < front{Pre}(w, h) &&
                         (front(w, h) == 0 || front(w, h) > front{Pre}(w, h)); */
    /*@ assert before:   debt{Pre}(w, h) == owed(w->deadlines, h, w->now, h[node].rank, NODES(w)); */
    /*@ assert exact:    \forall integer y; HEADS <= y < NODES(w) && y != node &&
            h[y].slot == w->now % TW_HASHED_SLOTS ==>
            (0 < front(w, h) <= h[y].rank <==> 0 < h[node].rank <= h[y].rank); */
    /*@ assert others:   \forall integer y; HEADS <= y < NODES(w) && y != node ==>
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, front(w, h)) ==
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, h[node].rank); */
    /*@ assert mine:     owes(h[node].slot, h[node].rank, w->deadlines[node - HEADS], w->now,
                              front(w, h)) + 1 ==
            owes(h[node].slot, h[node].rank, w->deadlines[node - HEADS], w->now, h[node].rank); */
    /*@ ghost tw_hashed_pay(w, h, h[node].rank, node); */
}

/* Delivers the timer under the cursor: it is due. */
/*@ requires wheel:    Wheel(w, h);
    requires timer:    HEADS <= w->cursor && w->deadlines[w->cursor - HEADS] == w->now;
    requires result:   \valid(id) &&
                       \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                  w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->cursor, h[w->cursor].slot, *id, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  id:       *id == \old(w->cursor) - HEADS;
    ensures  idle:     !Active(HEADS + *id, h);
    ensures  others:   SameTimersBut{Pre, Post}(HEADS + *id, w->deadlines, HEADS, NODES(w), h);
    ensures  due:      w->deadlines[*id] == \old(w->deadlines[w->cursor - HEADS]);
    ensures  rank:     h[HEADS + *id].rank == \old(h[w->cursor].rank);
    ensures  visited:  *visited == \old(*visited) + 1;
    ensures  onward:   front(w, h) == 0 || front(w, h) > \old(front(w, h));
    ensures  due_first: DueFirst{Pre, Post}(w, HEADS + *id, h);
    ensures  paid:     debt(w, h) == \old(debt(w, h)); */
static inline void tw_hashed_deliver(struct tw_hashed *w, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const tw_node node = (tw_node)w->cursor;
    /*@ ghost tw_hashed_visit(w, h, visited); */
    /*@ assert next:     0 <= w->links[node].next < NODES(w) &&
            \forall integer y; HEADS <= y < NODES(w) && h[y].slot == w->now % HEADS &&
                h[node].rank < h[y].rank ==> 0 < h[w->links[node].next].rank <= h[y].rank; */
    tw_hashed_remove(w, node) /*@ ghost (h) */;
    /*@ ghost Removed:; */
    *id = (uint32_t)(node - TW_HASHED_SLOTS);
    /*@ ghost
      /@ loop invariant range: HEADS <= n <= NODES(w);
         loop invariant paid:  owed(w->deadlines, h, w->now, front(w, h), n) ==
             owed{Removed}(w->deadlines, h, \at(w->now, Removed), front{Removed}(w, h), n);
         loop assigns   n;
         loop variant   NODES(w) - n; @/
      for (uint64_t n = TW_HASHED_SLOTS; n < NODES(w); n++) {
      } */
    /*@ assert placed:   Placed(w->deadlines, NODES(w), h); */
    /*@ assert passed:   Passed(w->deadlines, w->now, w->cursor, NODES(w), h); */
}

/* Ticks to the next slot that is occupied, now's own a turn away; or 0: none is, within limit. */
/*@ requires wheel:    Wheel(w, h);
    requires limit:    1 <= limit;
    requires count:    tw_steps <= TW_STEPS_MAX / 2;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  range:    0 <= \result <= TW_HASHED_SLOTS;
    ensures  none:     \result == 0 ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> away(h[y].slot, w->now) > limit;
    ensures  first:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           \result <= away(h[y].slot, w->now);
    ensures  occupied: \result > 0 ==> w->links[(w->now + \result) % HEADS].next !=
                           (w->now + \result) % HEADS;
    ensures  steps:    tw_steps <= \old(tw_steps) + EMPTY_STEPS + (\result == 0 ? 1 : 0); */
static uint32_t tw_hashed_upcoming(const struct tw_hashed *w, uint32_t limit)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t here = (uint32_t)w->now % TW_HASHED_SLOTS;
    const uint32_t end = limit < TW_HASHED_SLOTS - here ? here + limit + 1u : TW_HASHED_SLOTS;
    /*@ ghost tw_list_members(w->links, LISTS); */
    const uint32_t ahead = tw_bitset_next(w->occupied, here + 1u, end);
    /*@ assert found: ahead < end ==> w->links[ahead].next != ahead &&
            (w->now + (ahead - here)) % HEADS == ahead; */
    if (ahead < end) { return ahead - here; }
    /*@ assert ahead: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot <= here || end <= h[y].slot; */
    if (end < TW_HASHED_SLOTS) { return 0u; }
    const uint32_t behind = tw_bitset_next(w->occupied, 0u, here + 1u);
    /*@ assert none: behind > here ==> NoneActive(HEADS, NODES(w), h); */
    /*@ assert found: behind <= here ==> w->links[behind].next != behind &&
            (w->now + (behind + HEADS - here)) % HEADS == behind; */
    return behind <= here ? behind + TW_HASHED_SLOTS - here : 0u;
}

/* Moves the clock to a tick, and the cursor to the first node of its slot. */
/*@ requires wheel:    Wheel(w, h);
    requires tick:     Tick(tick) && tick != w->now;
    requires idle:     !HasWork(w, h);
    requires next:     \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           distance(w->now, tick) <= away(h[y].slot, w->now);
    requires count:    tw_jumps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  w->now, w->cursor, tw_jumps;
    ensures  jump:     tw_jumps == \old(tw_jumps) + 1;
    ensures  wheel:    Wheel(w, h);
    ensures  paid:     debt(w, h) == \old(debt(w, h));
    ensures  work:     w->links[tick % HEADS].next != tick % HEADS ==> HasWork(w, h);
    ensures  clock:    w->now == tick && w->capacity == \old(w->capacity); */
static inline void tw_hashed_turn(struct tw_hashed *w, uint32_t tick)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost const tw_node head = (tw_node)(tick % TW_HASHED_SLOTS);
              const tw_node first = w->links[head].next;
              tw_list_least(w->links, (uint16_t)head, LISTS);
              tw_list_members(w->links, LISTS); */
    /*@ assert lists:    Lists(w->links, HEADS, NODES(w), h); */
    /*@ assert near:     0 <= first < NODES(w) && h[first].slot == head; */
    /*@ assert first:    first == head ? Empty(head, HEADS, NODES(w), h)
                                       : First(first, head, HEADS, NODES(w), h); */
    /*@ assert timers:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) && w->deadlines[y - HEADS] != w->now &&
            h[y].slot == w->deadlines[y - HEADS] % HEADS &&
            (h[y].slot == head ==> 0 < h[first].rank <= h[y].rank); */
    /*@ assert on_time:  NeverLate(w->now, tick, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert front:    front(w, h) == 0; */
    /*@ assert active:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], tick, h[first].rank) ==
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, 0); */
    /*@ assert owes:     \forall integer y; HEADS <= y < NODES(w) ==>
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], tick, h[first].rank) ==
            owes(h[y].slot, h[y].rank, w->deadlines[y - HEADS], w->now, front(w, h)); */
    /*@ ghost tw_hashed_owe(w->deadlines, h, w->now, 0, tick, h[first].rank, -1, NODES(w)); */
    /*@ ghost tw_jumps++; */
    w->now = tick;
    w->cursor = (uint32_t)w->links[tick % TW_HASHED_SLOTS].next;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == tick &&
                         w->cursor == first; */
    /*@ ghost tw_hashed_whole(w, h); */
}

/* Nothing is due: runs the clock to the next occupied slot, but not beyond until. */
/*@ requires wheel:    Wheel(w, h);
    requires idle:     !HasWork(w, h);
    requires until:    Tick(until) && until != w->now;
    requires count:    tw_steps <= TW_STEPS_MAX / 2 && tw_jumps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  w->now, w->cursor, tw_steps, tw_jumps;
    ensures  jump:     tw_jumps == \old(tw_jumps) + 1;
    ensures  words:    tw_steps <= \old(tw_steps) + JUMP_WORDS(1);
    ensures  wheel:    Wheel(w, h);
    ensures  on_time:  NeverLate(\old(w->now), w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  bounded:  distance(\old(w->now), w->now) <= distance(\old(w->now), until);
    ensures  moved:    w->now != \old(w->now);
    ensures  work:     w->now == until || HasWork(w, h);
    ensures  timers:   w->capacity == \old(w->capacity);
    ensures  paid:     debt(w, h) == \old(debt(w, h));
    ensures  steps:    tw_steps <= \old(tw_steps) + EMPTY_STEPS + (w->cursor >= HEADS ? 0 : 1); */
static inline void tw_hashed_run(struct tw_hashed *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t limit = tw_distance(now, until);
    const uint32_t step = tw_hashed_upcoming(w, limit) /*@ ghost (h) */;
    /*@ assert in_time: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            away(h[y].slot, w->now) <= distance(w->now, w->deadlines[y - HEADS]); */
    /*@ assert next:    \let tick = step == 0 || limit < step ? until : after(now, step);
            \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(w->now, tick) <= away(h[y].slot, w->now); */
    /*@ assert on_time: \let tick = step == 0 || limit < step ? until : after(now, step);
            NeverLate(w->now, tick, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert slot:    0 < step <= limit ==> after(now, step) % HEADS == (w->now + step) % HEADS; */
    /*@ assert occupied: 0 < step <= limit ==>
            w->links[after(now, step) % HEADS].next != after(now, step) % HEADS; */
    tw_hashed_turn(w, step == 0u || limit < step ? until : tw_after(now, step)) /*@ ghost (h) */;
}

/* Returns the ticks from the clock to the first tick of an occupied slot that is `ahead` .. S-1 ticks away,
   S being TW_HASHED_SLOTS, or S if there is none. */
/*@ requires wheel:    Wheel(w, h);
    requires ahead:    ahead <= HEADS;
    requires count:    tw_steps <= TW_STEPS_MAX / 2;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  range:    ahead <= \result <= HEADS;
    ensures  first:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                           ahead <= met(h[y].slot, w->now) ==> \result <= met(h[y].slot, w->now);
    ensures  occupied: \result < HEADS ==> w->links[(w->now % HEADS + \result) % HEADS].next !=
                           (w->now % HEADS + \result) % HEADS;
    ensures  steps:    tw_steps <= \old(tw_steps) + words(\result, w->now) - words(ahead, w->now); */
static uint32_t tw_hashed_ahead(const struct tw_hashed *w, uint32_t ahead)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t here = (uint32_t)w->now % TW_HASHED_SLOTS;
    const uint32_t rest = TW_HASHED_SLOTS - here;
    /*@ ghost tw_list_members(w->links, LISTS); */
    if (ahead < rest) {
        const uint32_t slot = tw_bitset_next(w->occupied, here + ahead, TW_HASHED_SLOTS);
        /*@ assert found: slot < HEADS ==> tw_steps <= \at(tw_steps, Pre) +
                words(slot - here, w->now) - words(ahead, w->now); */
        if (slot < TW_HASHED_SLOTS) { return slot - here; }
    }
    /*@ assert words: tw_steps <= \at(tw_steps, Pre) + (ahead < rest ?
            TW_BITSET_WORDS(HEADS) - (here + ahead) / 64 : 0); */
    /*@ assert start: words(ahead, w->now) == (ahead < rest  ? (here + ahead) / 64
                                             : ahead < HEADS ? TW_BITSET_WORDS(HEADS) + (ahead - rest) / 64
                                             : TW_BITSET_WORDS(HEADS) + TW_BITSET_WORDS(here)); */
    /*@ assert turned: \forall integer s; 0 <= s <= here ==> words(rest + s, w->now) ==
            TW_BITSET_WORDS(HEADS) + (s < here ? s / 64 : TW_BITSET_WORDS(here)); */
    /*@ assert none: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            ahead <= met(h[y].slot, w->now) ==> h[y].slot < here; */
    /*@ assert round: \forall integer s; 0 <= s < here ==> (here + (rest + s)) % HEADS == s; */
    return rest + tw_bitset_next(w->occupied, ahead < rest ? 0u : ahead - rest, here);
}

/* Returns the earliest timer, or a list head if none is active. A timer that expires within a round of S ticks
   is earlier than all in slots that are met later: the search ends there. */
/*@ requires wheel:    Wheel(w, h);
    requires count:    tw_steps == 0;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  none:     \result < HEADS ==> NoneActive(HEADS, NODES(w), h) && tw_steps <= EARLIEST_STEPS;
    ensures  earliest: \result >= HEADS ==>
                           Earliest(\result, w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  steps:    \result >= HEADS ==> tw_steps <= EARLIEST_STEPS + compared(w, \result, h); */
static tw_node tw_hashed_soonest(const struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    tw_node best = 0;
    uint32_t least = TW_TICK_MAX;
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) && h[y].slot == w->deadlines[y - HEADS] % HEADS &&
            0 <= met(h[y].slot, now) <= distance(now, w->deadlines[y - HEADS]); */
    /*@ ghost tw_hashed_more(h, now, NODES(w));
              uint32_t done = 0u; */
    uint32_t ahead = tw_hashed_ahead(w, 0u) /*@ ghost (h) */;
    /*@ loop invariant range:    0 <= done <= ahead <= HEADS;
        loop invariant occupied: ahead < HEADS ==> w->links[(now % HEADS + ahead) % HEADS].next !=
                                                   (now % HEADS + ahead) % HEADS;
        loop invariant next:     \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            met(h[y].slot, now) < done || ahead <= met(h[y].slot, now);
        loop invariant none:     done == 0 ==> best == 0 && least == TW_TICK_MAX;
        loop invariant best:     done > 0 ==> HEADS <= best < NODES(w) && Active(best, h) &&
            met(h[best].slot, now) < done;
        loop invariant least:    done > 0 ==> HEADS <= least == distance(now, w->deadlines[best - HEADS]);
        loop invariant nearest:  NoneBefore(least, done - 1, now, w->deadlines, NODES(w), h);
        loop invariant passed:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            met(h[y].slot, now) < done && y != best ==>
            Sooner(best, y, now, w->deadlines, HEADS, h);
        loop invariant steps:    tw_steps <= words(ahead, now) - words(0, now) +
                                             within(h, HEADS, NODES(w), now, done - 1);
        loop assigns   best, least, ahead, done, tw_steps;
        loop variant   HEADS - done; */
    while (ahead < TW_HASHED_SLOTS) {
        /*@ ghost tw_steps++; */
        const uint32_t slot = (now % TW_HASHED_SLOTS + ahead) % TW_HASHED_SLOTS;
        /*@ ghost tw_hashed_within(h, now, slot, (int64_t)done - 1, ahead, NODES(w)); */
        const tw_node node = tw_slots_earliest(w->links, w->deadlines, TW_HASHED_SLOTS, slot, now)
            /*@ ghost (h, NODES(w)) */;
        const uint32_t left = tw_distance(now, w->deadlines[node - TW_HASHED_SLOTS]);
        /*@ ghost tw_hashed_nearest(w, h, now, slot, node); */
        /*@ assert here: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                (h[y].slot == slot <==> met(h[y].slot, now) == ahead); */
        /*@ assert steps: tw_steps <= words(ahead, now) - words(0, now) +
                                      within(h, HEADS, NODES(w), now, ahead); */
        /*@ assert round: left < HEADS ==> left == ahead &&
                Earliest(node, now, w->deadlines, HEADS, NODES(w), h) &&
                tw_steps <= EARLIEST_STEPS + compared(w, node, h); */
        if (left < TW_HASHED_SLOTS) { return node; }
        /*@ assert apart: done > 0 ==> left != least; */
        /*@ assert nearer: left <= least ==> NoneBefore(left, ahead, now, w->deadlines, NODES(w), h); */
        /*@ assert still:  left > least ==> NoneBefore(least, ahead, now, w->deadlines, NODES(w), h); */
        /*@ assert sooner: left <= least ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                met(h[y].slot, now) <= ahead && y != node ==>
                Sooner(node, y, now, w->deadlines, HEADS, h); */
        /*@ assert later: left > least ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                met(h[y].slot, now) <= ahead && y != best ==>
                Sooner(best, y, now, w->deadlines, HEADS, h); */
        if (left <= least) {
            best = node;
            least = left;
        }
        /*@ assert best: HEADS <= best < NODES(w) && Active(best, h) && met(h[best].slot, now) <= ahead; */
        /*@ ghost done = ahead + 1u; */
        ahead = tw_hashed_ahead(w, ahead + 1u) /*@ ghost (h) */;
    }
    /*@ assert all: done > 0 ==> tw_steps <= EARLIEST_STEPS + compared(w, best, h); */
    return best;
}

enum tw_status tw_hashed_init(struct tw_hashed *w, struct tw_link *links, uint32_t *deadlines,
                              uint32_t capacity, uint32_t now)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) { return TW_BAD_CAPACITY; }
    w->links = links;
    w->deadlines = deadlines;
    w->now = tw_tick(now);
    w->capacity = capacity;
    w->cursor = tw_tick(now) % TW_HASHED_SLOTS;
    tw_bitset_reset(w->occupied, TW_HASHED_SLOTS);
    tw_list_reset(links, TW_HASHED_SLOTS + (tw_node)capacity) /*@ ghost (h, HEADS) */;
    /*@ ghost tw_hashed_whole(w, h); */
    return TW_OK;
}

bool tw_hashed_is_active(const struct tw_hashed *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    return id < w->capacity &&
           tw_list_is_linked(w->links, TW_HASHED_SLOTS + (tw_node)id) /*@ ghost (LISTS) */;
}

enum tw_status tw_hashed_start(struct tw_hashed *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    if (tw_hashed_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_IDLE; }
    tw_hashed_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hashed_start_at(struct tw_hashed *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    if (tw_hashed_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_IDLE; }
    tw_hashed_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hashed_stop(struct tw_hashed *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (!tw_hashed_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_ACTIVE; }
    tw_hashed_remove(w, TW_HASHED_SLOTS + (tw_node)id) /*@ ghost (h) */;
    return TW_OK;
}

enum tw_status tw_hashed_restart(struct tw_hashed *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    if (tw_hashed_is_active(w, id) /*@ ghost (h) */) {
        tw_hashed_remove(w, TW_HASHED_SLOTS + (tw_node)id) /*@ ghost (h) */;
    }
    /*@ assert before: front(w, h) < rank; */
    tw_hashed_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hashed_restart_at(struct tw_hashed *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    return tw_hashed_restart(w, id, delay) /*@ ghost (h, rank) */;
}

enum tw_status tw_hashed_advance(struct tw_hashed *w, uint32_t until, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_steps = 0; */
    /*@ ghost tw_jumps = 0; */
    const uint32_t target = tw_tick(until);
    if (tw_distance((uint32_t)w->now, target) > TW_STRIDE_MAX) {
        /*@ ghost tw_list_members(w->links, LISTS); */
        const uint32_t first = tw_bitset_next(w->occupied, 0u, TW_HASHED_SLOTS);
        /*@ assert some: first < HEADS ==> HEADS <= w->links[first].next < NODES(w) &&
                                           Active(w->links[first].next, h); */
        if (first < TW_HASHED_SLOTS) { return TW_BAD_CLOCK; }
        /*@ assert none: NoneActive(HEADS, NODES(w), h); */
        tw_hashed_turn(w, target) /*@ ghost (h) */;
        return TW_OK;
    }
    uint32_t left = budget;
    /*@ loop invariant wheel:    Wheel(w, h);
        loop invariant timers:   w->capacity == \at(w->capacity, Pre);
        loop invariant on_time:  NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                           NODES(w), h);
        loop invariant bounded:  distance(\at(w->now, Pre), w->now) <=
                                     distance(\at(w->now, Pre), target);
        loop invariant visited:  *visited + left == budget;
        loop invariant counted:  *visited <= 0xFFFFFFFF;
        loop invariant onward:   w->now == \at(w->now, Pre) && w->cursor >= HEADS ==>
            (left == budget && front(w, h) == front{Pre}(w, h)) || front(w, h) > front{Pre}(w, h);
        loop invariant paid:     debt(w, h) + *visited == debt{Pre}(w, h);
        loop invariant steps:    tw_steps <= *visited + (EMPTY_STEPS + 1) * tw_jumps +
            (tw_jumps > 0 && w->cursor < HEADS && w->now == target ? 1 : 0);
        loop invariant jumps:    tw_jumps <= *visited ||
            (tw_jumps == *visited + 1 && (HasWork(w, h) || w->now == target));
        loop invariant moved:    tw_jumps <= distance(\at(w->now, Pre), w->now);
        loop assigns   left, w->now, w->cursor, *visited, tw_steps, tw_jumps;
        loop variant   2 * left + (w->cursor >= HEADS ? 0 : 1) + (w->now == target ? 0 : 1); */
    for (;;) {
        /*@ ghost tw_steps++; */
        if (w->cursor >= TW_HASHED_SLOTS) {
            if (w->deadlines[w->cursor - TW_HASHED_SLOTS] == w->now) {
                tw_hashed_deliver(w, id) /*@ ghost (h, visited) */;
                return TW_EXPIRED;
            }
            /*@ ghost tw_hashed_later(w, h); */
            if (left == 0u) { return TW_BUSY; }
            left--;
            tw_hashed_pass(w) /*@ ghost (h, visited) */;
            continue;
        }
        if (w->now == target) { return TW_OK; }
        /*@ assert ticks: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Tick(w->deadlines[y - HEADS]); */
        tw_hashed_run(w, target) /*@ ghost (h) */;
        /*@ assert on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                      NODES(w), h); */
    }
}

enum tw_status tw_hashed_next(const struct tw_hashed *w, uint32_t counter, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    const bool work = w->cursor >= TW_HASHED_SLOTS;
    const uint32_t step = work ? 0u : tw_hashed_upcoming(w, TW_HASHED_SLOTS) /*@ ghost (h) */;
    const bool some = work || step != 0u;
    /*@ assert none:  !some <==> NoneActive(HEADS, NODES(w), h); */
    if (some && lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    /*@ assert slot:  step != 0 ==> away((w->now + step) % HEADS, w->now) == step; */
    /*@ assert first: step != 0 ==> HEADS <= w->links[(w->now + step) % HEADS].next < NODES(w) &&
            h[w->links[(w->now + step) % HEADS].next].slot == (w->now + step) % HEADS; */
    *ticks = tw_rest(some ? tw_stride(step) : TW_SLEEP_MAX, lag);
    /*@ assert near:  step != 0 ==>
            w->deadlines[w->links[(w->now + step) % HEADS].next - HEADS] % HEADS ==
            (w->now + step) % HEADS; */
    if (!some) { return TW_NOT_ACTIVE; }
    return TW_OK;
}

enum tw_status tw_hashed_earliest(const struct tw_hashed *w, uint32_t counter, uint32_t *id,
                                  uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    const tw_node node = tw_hashed_soonest(w) /*@ ghost (h) */;
    /*@ ghost tw_hashed_more(h, w->now, NODES(w)); */
    if (node < TW_HASHED_SLOTS) { return TW_NOT_ACTIVE; }
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    /*@ assert timer: HEADS <= node < NODES(w) && Tick(w->deadlines[node - HEADS]); */
    *id = (uint32_t)(node - TW_HASHED_SLOTS);
    *ticks = tw_rest(tw_distance((uint32_t)w->now, w->deadlines[node - TW_HASHED_SLOTS]), lag);
    /*@ assert kept: \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert placed: Placed(w->deadlines, NODES(w), h); */
    /*@ assert passed: Passed(w->deadlines, w->now, w->cursor, NODES(w), h); */
    /*@ assert earliest: Earliest(node, w->now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert alone: \forall integer y; Earliest(y, w->now, w->deadlines, HEADS, NODES(w), h) ==> y == node; */
    /*@ assert steps: tw_steps <= EARLIEST_STEPS + compared(w, node, h); */
    /*@ assert id: *id == node - HEADS; */
    /*@ assert left: *ticks == rest(distance(w->now, w->deadlines[*id]),
                                    distance(w->now, counter % TW_PERIOD)); */
    return TW_OK;
}

uint32_t tw_hashed_now(const struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    return (uint32_t)w->now;
}

enum tw_status tw_hashed_remaining(const struct tw_hashed *w, uint32_t id, uint32_t counter,
                                   uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (!tw_hashed_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_ACTIVE; }
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    *ticks = tw_rest(tw_distance((uint32_t)w->now, w->deadlines[id]), lag);
    /*@ assert placed:   Placed(w->deadlines, NODES(w), h); */
    /*@ assert passed:   Passed(w->deadlines, w->now, w->cursor, NODES(w), h); */
    return TW_OK;
}

bool tw_hashed_is_empty(const struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert none: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Bit(&w->occupied[0], h[y].slot); */
    /*@ assert some: \forall integer s; 0 <= s < HEADS && Bit(&w->occupied[0], s) ==>
            HEADS <= w->links[s].next < NODES(w) && Active(w->links[s].next, h); */
    return tw_bitset_next(w->occupied, 0u, TW_HASHED_SLOTS) == TW_HASHED_SLOTS;
}

/* Audit: walks a slot. Returns how many of the *left* timers are not in it, or -1. */
/*@ requires memory:     AuditMemory(w) && 1 <= w->capacity <= TW_CAPACITY_MAX;
    requires links:      Linked(w->links, NODES(w), NODES(w));
    requires slot:       slot < HEADS && 0 <= left <= w->capacity;
    requires unmet:      unmet(w->links, HEADS, NODES(w), slot, 0) <= left;
    requires count:      tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  range:      -1 <= \result <= left;
    ensures  steps:      tw_steps <= \old(tw_steps) + left + 1;
    ensures  rest:       \result >= 0 ==> tw_steps == \old(tw_steps) + left - \result;
    ensures  occupied:   \result >= 0 ==>
                             (Bit(&w->occupied[0], slot) <==> w->links[slot].next != slot);
    ensures  walked:     \result >= 0 ==> Walked(w, slot, left - \result);
    ensures  circle:     \result >= 0 ==> walk(w->links, slot, left - \result + 1) == slot;
    ensures  unmet:      \result >= 0 ==>
                             unmet(w->links, HEADS, NODES(w), slot + 1, 0) <= \result;
    ensures  complete:   Wheel(w, h) && left == since(LISTS, slot) ==>
                             \result == since(LISTS, slot + 1) && \result >= 0; */
static int64_t tw_hashed_audit_slot(const struct tw_hashed *w, uint32_t slot, int64_t left)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_count_none(w->links, slot, LISTS); */
    /*@ ghost tw_list_count_all(w->links, slot, LISTS); */
    /*@ assert bit: Wheel(w, h) ==>
            (Bit(&w->occupied[0], slot) <==> w->links[slot].next != slot); */
    if (tw_bitset_test(w->occupied, slot) != (w->links[slot].next != (tw_node)slot)) { return -1; }
    int64_t others = left;
    /*@ loop invariant range:  0 <= others <= left && 0 <= node < NODES(w);
        loop invariant step:   node == walk(w->links, slot, left - others + 1);
        loop invariant walked: Walked(w, slot, left - others);
        loop invariant found:  Found(w->links, HEADS, w->links[node].prev, slot, left - others);
        loop invariant unmet:  unmet(w->links, HEADS, NODES(w), slot, left - others) <= others;
        loop invariant inside: Wheel(w, h) ==> h[node].slot == slot;
        loop invariant counted: Wheel(w, h) && left == since(LISTS, slot) ==>
            others == left - upto(LISTS, slot, h[w->links[node].prev].rank);
        loop invariant steps:  tw_steps == \at(tw_steps, Pre) + left - others;
        loop assigns   node, others, tw_steps;
        loop variant   others; */
    for (tw_node node = w->links[slot].next; node != (tw_node)slot; node = w->links[node].next) {
        /*@ ghost tw_steps++; */
        /*@ ghost tw_list_count_one(w->links, node, LISTS); */
        /*@ assert back:    w->links[w->links[node].next].prev == node; */
        /*@ assert counted: Wheel(w, h) && left == since(LISTS, slot) ==>
                others >= 1 && others - 1 == left - upto(LISTS, slot, h[node].rank); */
        /*@ assert timer:   Wheel(w, h) ==> node >= HEADS && Tick(w->deadlines[node - HEADS]) &&
                w->deadlines[node - HEADS] % HEADS == slot; */
        if (others == 0 || node < TW_HASHED_SLOTS) { return -1; }
        const uint32_t deadline = w->deadlines[node - TW_HASHED_SLOTS];
        if (deadline > TW_TICK_MAX || deadline % TW_HASHED_SLOTS != slot) { return -1; }
        /*@ assert here:   walk(w->links, slot, left - others + 1) == node; */
        /*@ ghost tw_hashed_met(w, slot, left - others); */
        /*@ ghost tw_list_meet_one(w->links, node, slot, left - others, HEADS, NODES(w)); */
        others--;
        /*@ assert walked: Walked(w, slot, left - others); */
    }
    /*@ assert all: Wheel(w, h) && left == since(LISTS, slot) ==>
            others == since(LISTS, slot + 1); */
    /*@ ghost tw_list_meet_next(w->links, slot, left - others, HEADS, NODES(w)); */
    return others;
}

/* Audit: from the head of now's slot, s, to the cursor, is there no timer that is due? */
/*@ requires memory:     AuditMemory(w) && 1 <= w->capacity <= TW_CAPACITY_MAX;
    requires links:      Linked(w->links, NODES(w), NODES(w));
    requires count:      tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  steps:      tw_steps <= \old(tw_steps) + w->capacity + 1;
    ensures  cursor:     \result ==> w->cursor < NODES(w) && Cursor(w);
    ensures  complete:   Wheel(w, h) ==> \result; */
static bool tw_hashed_audit_cursor(const struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_count_none(w->links, (uint32_t)(w->now % TW_HASHED_SLOTS), LISTS); */
    const uint64_t s = w->now % TW_HASHED_SLOTS;
    int64_t left = (int64_t)w->capacity;
    /*@ loop invariant range:   0 <= left <= w->capacity && 0 <= node < NODES(w);
        loop invariant step:    node == walk(w->links, w->now % HEADS, w->capacity - left + 1);
        loop invariant not_due: NotDue(w, w->capacity - left);
        loop invariant inside:  Wheel(w, h) ==> h[node].slot == w->now % HEADS;
        loop invariant ahead:   Wheel(w, h) && w->cursor >= HEADS ==>
            h[w->links[node].prev].rank < h[w->cursor].rank;
        loop invariant counted: Wheel(w, h) ==> left == w->capacity -
            upto(LISTS, w->now % HEADS, h[w->links[node].prev].rank);
        loop invariant steps:   tw_steps == \at(tw_steps, Pre) + w->capacity - left;
        loop assigns   node, left, tw_steps;
        loop variant   left; */
    for (tw_node node = w->links[s].next; (uint32_t)node != w->cursor; node = w->links[node].next) {
        /*@ ghost tw_steps++; */
        /*@ ghost tw_list_count_one(w->links, node, LISTS); */
        /*@ assert back:    w->links[w->links[node].next].prev == node; */
        /*@ ghost tw_hashed_before(w, node, h); */
        /*@ assert counted: Wheel(w, h) ==> left >= 1 &&
                left - 1 == w->capacity - upto(LISTS, w->now % HEADS, h[node].rank); */
        if (left == 0 || node < TW_HASHED_SLOTS) { return false; }
        if (w->deadlines[node - TW_HASHED_SLOTS] == w->now) { return false; }
        /*@ assert here:    walk(w->links, w->now % HEADS, w->capacity - left + 1) == node; */
        /*@ ghost tw_hashed_passed(w, (int64_t)w->capacity - left); */
        left--;
    }
    return true;
}

bool tw_hashed_audit(const struct tw_hashed *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    if (w->capacity == 0u || w->capacity > TW_CAPACITY_MAX || w->now >= TW_PERIOD) { return false; }
    int64_t left = tw_list_audit(w->links, TW_HASHED_SLOTS, TW_HASHED_SLOTS + (tw_node)w->capacity);
    /*@ ghost tw_list_count_linked(w->links, LISTS); */
    /*@ ghost tw_list_meet_none(w->links, HEADS, NODES(w)); */
    /*@ loop invariant range:     0 <= slot <= HEADS && -1 <= left <= w->capacity;
        loop invariant links:     left >= 0 ==> Linked(w->links, NODES(w), NODES(w));
        loop invariant occupied:  left >= 0 ==> \forall integer s; 0 <= s < slot ==>
                                      (Bit(&w->occupied[0], s) <==> w->links[s].next != s);
        loop invariant circles:   left >= 0 ==> \forall integer s; 0 <= s < slot ==> Circle(w, s);
        loop invariant unmet:     left >= 0 ==>
                                      unmet(w->links, HEADS, NODES(w), slot, 0) <= left;
        loop invariant complete:  Wheel(w, h) ==> left >= 0 && left == since(LISTS, slot);
        loop invariant steps:     tw_steps <= HEADS + w->capacity + slot +
                                      (left >= 0 ? w->capacity - left : w->capacity + 1);
        loop assigns   slot, left, tw_steps;
        loop variant   HEADS - slot; */
    for (uint32_t slot = 0u; slot < TW_HASHED_SLOTS && left >= 0; slot++) {
        /*@ ghost tw_steps++; */
        left = tw_hashed_audit_slot(w, slot, left) /*@ ghost (h) */;
    }
    /*@ ghost tw_hashed_reach(w, left == 0); */
    return left == 0 && tw_hashed_audit_cursor(w) /*@ ghost (h) */;
}
