/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tw_hier.h"

#include "tw_slots.h"

/* Takes an active timer out of its slot. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     HEADS <= node < NODES(w) && Active(node, h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->opening, h[node].slot;
    ensures  wheel:    Wheel(w, h);
    ensures  idle:     !Active(node, h);
    ensures  others:   SameSlotsBut{Pre, Post}(node, NODES(w), h);
    ensures  ranks:    SameRanks{Pre, Post}(NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  opening:  w->opening == \old(w->opening) ||
                       (w->opening == TW_HIER_NONE &&
                        Empty(\old(w->opening), HEADS, NODES(w), h));
    ensures  onward:   front(w, h) == 0 || front(w, h) >= \old(front(w, h)) > 0;
    ensures  no_work:  HasWork(w, h) ==> \old(HasWork(w, h));
    ensures  paid:     Paid{Pre, Post}(needs{Pre}(w, node, h), w->capacity, w->deadlines, h); */
static inline void tw_hier_remove(struct tw_hier *w, tw_node node)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_least(w->links, w->opening, LISTS); */
    const tw_node head = tw_slots_remove(w->links, w->occupied, node) /*@ ghost (LISTS) */;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert same:     SameActive{Pre, Here}(HEADS, NODES(w), h); */
    /*@ assert none_due: NoneDue{Pre}(w->now, w->deadlines, HEADS, NODES(w), h) ==>
                         NoneDue(w->now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert onward:   head != w->opening && w->opening != TW_HIER_NONE ==>
            \let next = w->links[w->opening].next; HEADS <= next < NODES(w) &&
            \at(h[next].slot, Pre) == w->opening && h[next].rank >= front{Pre}(w, h); */
    if (head == (tw_node)w->opening) { w->opening = TW_HIER_NONE; }
    /*@ assert idle:     needs(w, node, h) == 0; */
    /* A proof by induction on n: of the first n timers, what the cascades still owe has become less by
       what they owed to this one. Each turn adds a timer; the last says `paid`. It runs in the proof alone. */
    /*@ ghost tw_hier_whole(w, h);
      /@ loop invariant index: 0 <= n <= w->capacity;
         loop invariant paid:  debts(w->deadlines, h, HEADS, n) +
             (node < HEADS + n ? needs{Pre}(w, node, h) : 0) == debts{Pre}(w->deadlines, h, HEADS, n);
         loop assigns   n;
         loop variant   w->capacity - n; @/
      for (uint64_t n = 0; n != w->capacity; n++) {
      } */
}

/* Puts an idle timer at the tail of a slot. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     HEADS <= node < NODES(w) && !Active(node, h);
    requires slot:     0 <= slot < HEADS && Tick(w->deadlines[node - HEADS]) &&
                       Belongs(w->deadlines[node - HEADS], slot, w->now, w->opening);
    requires fresh:    Fresh(h[node].rank, HEADS, NODES(w), h);
    requires last:     \forall integer y; HEADS <= y < NODES(w) && h[y].slot == slot ==>
                           h[y].rank < h[node].rank;
    requires before:   Lower(slot, w->opening) ==> \forall integer z;
                           HEADS <= z < NODES(w) && h[z].slot == w->opening ==>
                           h[node].rank < h[z].rank;
    requires after:    slot == w->opening ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Lower(h[y].slot, w->opening) ==>
                           h[y].rank < h[node].rank;
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             h[node].slot;
    ensures  wheel:    Wheel(w, h);
    ensures  linked:   h[node].slot == slot;
    ensures  others:   SameSlotsBut{Pre, Post}(node, NODES(w), h);
    ensures  ranks:    SameRanks{Pre, Post}(NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  onward:   front(w, h) == \old(front(w, h));
    ensures  paid:     Paid{Pre, Post}(-needs{Post}(w, node, h), w->capacity, w->deadlines, h); */
static inline void tw_hier_insert(struct tw_hier *w, tw_node node, uint32_t slot)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_least(w->links, w->opening, LISTS); */
    tw_slots_append(w->links, w->occupied, slot, node) /*@ ghost (LISTS) */;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert belongs:  Belongs(w->deadlines[node - HEADS], h[node].slot, w->now, w->opening); */
    /*@ assert others:   SameSlotsBut{Pre, Here}(node, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ ghost tw_list_least(w->links, w->opening, LISTS); */
    /*@ assert onward:   w->opening != TW_HIER_NONE ==>
            \let next = w->links[w->opening].next; HEADS <= next < NODES(w) &&
            h[next].slot == w->opening && h[next].rank == front{Pre}(w, h); */
    /*@ ghost tw_hier_whole(w, h); */
    /*@ assert idle:     needs{Pre}(w, node, h) == 0; */
    /*@ ghost
      /@ loop invariant index: 0 <= n <= w->capacity;
         loop invariant paid:  debts(w->deadlines, h, HEADS, n) ==
             debts{Pre}(w->deadlines, h, HEADS, n) + (node < HEADS + n ? needs(w, node, h) : 0);
         loop assigns   n;
         loop variant   w->capacity - n; @/
      for (uint64_t n = 0; n != w->capacity; n++) {
      } */
}

/* Where a timer that starts now belongs. While a slot is being opened, what is due in its
   window queues behind the timers that it still holds (T2). */
/*@ requires wheel:     Wheel(w, h);
    requires deadline:  Tick(deadline);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:     0 <= \result < HEADS;
    ensures  belongs:   Belongs(deadline, \result, w->now, w->opening);
    ensures  above:     !Lower(\result, w->opening); */
static inline uint32_t tw_hier_place(const struct tw_hier *w, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t slot = tw_slot(deadline, (uint32_t)w->now);
    if (w->opening == TW_HIER_NONE) { return slot; }
    return slot / TW_RADIX < w->opening / (uint32_t)TW_RADIX ? w->opening : slot;
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
    ensures  paid:     Paid{Pre, Post}(-needs{Post}(w, HEADS + id, h), w->capacity, w->deadlines, h); */
static inline void tw_hier_schedule(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t deadline = tw_after((uint32_t)w->now, delay);
    const uint32_t slot = tw_hier_place(w, deadline) /*@ ghost (h) */;
    w->deadlines[id] = deadline;
    /*@ assert placed:  Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ ghost tw_list_rank(w->links, HEADS + id, rank, LISTS); */
    /*@ assert behind:  Behind(w->opening, NODES(w), h); */
    /*@ ghost tw_hier_whole(w, h);
      /@ loop invariant index: 0 <= n <= w->capacity;
         loop invariant idle:  debts(w->deadlines, h, HEADS, n) == debts{Pre}(w->deadlines, h, HEADS, n);
         loop assigns   n;
         loop variant   w->capacity - n; @/
      for (uint64_t n = 0; n != w->capacity; n++) {
          /@ assert owes: \forall integer m; m == n ==> owed(h[HEADS + m].slot, w->deadlines[m]) ==
                 \at(owed(h[HEADS + m].slot, w->deadlines[m]), Pre); @/
      } */
    /*@ assert idle:    Paid{Pre, Here}(0, w->capacity, w->deadlines, h); */
    tw_hier_insert(w, TW_SLOTS + (tw_node)id, slot) /*@ ghost (h) */;
}

/* Moves the first timer of the slot that is being opened down to where it belongs. */
/*@ requires wheel:    Wheel(w, h) && w->opening != TW_HIER_NONE;
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->opening, h[0 .. NODES(w) - 1].slot, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  visited:  *visited == \old(*visited) + 1;
    ensures  same:     SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    ensures  timer:    HEADS <= \old(w->links[w->opening].next) < NODES(w);
    ensures  lower:    Active(\old(w->links[w->opening].next), h) &&
                       Lower(h[\old(w->links[w->opening].next)].slot, \old(w->opening));
    ensures  others:   SameSlotsBut{Pre, Post}(\old(w->links[w->opening].next), NODES(w), h);
    ensures  onward:   w->opening != TW_HIER_NONE ==> w->opening == \old(w->opening) &&
                           front(w, h) > \old(front(w, h));
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  paid:     Paid{Pre, Post}(1, w->capacity, w->deadlines, h); */
static inline void tw_hier_cascade(struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_hier_visit(w, h, visited); */
    /*@ ghost tw_list_least(w->links, w->opening, LISTS); */
    const tw_node node = w->links[w->opening].next;
    /*@ assert first: First(node, w->opening, HEADS, NODES(w), h); */
    const uint32_t deadline = w->deadlines[node - TW_SLOTS];
    /* A slot of level 1 is a window of level 0: its timers go to level 0, each to its last digit. */
    const bool once = w->opening < 2u * TW_RADIX;
    const uint32_t slot = once ? deadline % TW_RADIX : tw_slot(deadline, (uint32_t)w->now);
    /*@ assert below: Lower(slot_of(deadline, w->now), w->opening); */
    /*@ assert digit: once ==> level(deadline, w->now) == 0; */
    /*@ assert place: slot == slot_of(deadline, w->now); */
    /*@ assert lower: Lower(slot, w->opening); */
    /*@ assert moved: owed(slot, w->deadlines[node - HEADS]) == needs(w, node, h) - 1; */
    /*@ assert least: \forall integer y; HEADS <= y < NODES(w) &&
            Lower(h[y].slot, w->opening) ==> h[y].rank < h[node].rank; */
    /*@ assert apart: 0 < h[node].rank && \forall integer y; HEADS <= y < NODES(w) && y != node &&
            Active(y, h) ==> h[y].rank != h[node].rank; */
    tw_hier_remove(w, node) /*@ ghost (h) */;
    /*@ assert fresh: Fresh(h[node].rank, HEADS, NODES(w), h); */
    /*@ assert onward: w->opening != TW_HIER_NONE ==>
            \let next = w->links[w->opening].next; HEADS <= next < NODES(w) &&
            h[next].slot == w->opening && h[next].rank > front{Pre}(w, h); */
    tw_hier_insert(w, node, slot) /*@ ghost (h) */;
}

/* The first timer that is due now and need not be moved before, or a list head. It was started
   before all that are due and wait in a slot that is being opened. */
/*@ requires wheel:    Wheel(w, h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  empty:    \result < HEADS ==> w->links[w->now % TW_RADIX].next == w->now % TW_RADIX;
    ensures  none:     \result < HEADS && w->opening == TW_HIER_NONE ==>
                           NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  due:      \result >= HEADS ==> \result < NODES(w) && Active(\result, h) &&
                           w->deadlines[\result - HEADS] == w->now && h[\result].slot < TW_RADIX;
    ensures  first:    \result >= HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) && w->deadlines[y - HEADS] == w->now &&
                           y != \result ==> h[\result].rank < h[y].rank;
    ensures  before:   \result >= HEADS ==> front(w, h) == 0 || h[\result].rank < front(w, h);
    ensures  behind:   \result < HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) && w->deadlines[y - HEADS] == w->now ==>
                           front(w, h) <= h[y].rank; */
static tw_node tw_hier_due(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_least(w->links, w->opening, LISTS); */
    /*@ ghost tw_list_least(w->links, (uint16_t)(w->now % TW_RADIX), LISTS);
              tw_list_members(w->links, LISTS); */
    const tw_node head = (tw_node)(w->now % TW_RADIX);
    /*@ assert head: head < HEADS && \valid_read(w->links + head); */
    return w->links[head].next;
}

/* Delivers a timer that is due now. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     HEADS <= node < NODES(w) && Active(node, h) && h[node].slot < TW_RADIX;
    requires before:   front(w, h) == 0 || h[node].rank < front(w, h);
    requires result:   \valid(id) &&
                       \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                  w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->opening, h[node].slot, *id, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  id:       *id == node - HEADS;
    ensures  idle:     !Active(node, h);
    ensures  others:   SameTimersBut{Pre, Post}(node, w->deadlines, HEADS, NODES(w), h);
    ensures  due:      w->deadlines[node - HEADS] == \old(w->deadlines[node - HEADS]);
    ensures  rank:     h[node].rank == \old(h[node].rank);
    ensures  visited:  *visited == \old(*visited) + 1;
    ensures  onward:   front(w, h) == 0 || (front(w, h) >= \old(front(w, h)) &&
                           h[HEADS + *id].rank < front(w, h));
    ensures  opening:  w->opening == \old(w->opening) || w->opening == TW_HIER_NONE;
    ensures  paid:     Paid{Pre, Post}(0, w->capacity, w->deadlines, h); */
static inline void tw_hier_deliver(struct tw_hier *w, tw_node node, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ assert open:     w->opening != TW_HIER_NONE ==> HEADS <= w->links[w->opening].next < NODES(w) &&
                             0 < h[w->links[w->opening].next].rank; */
    /*@ assert before:   w->opening != TW_HIER_NONE ==> h[node].rank < front(w, h); */
    /*@ ghost tw_hier_visit(w, h, visited); */
    tw_hier_remove(w, node) /*@ ghost (h) */;
    /*@ assert onward:   front(w, h) == 0 || front(w, h) >= front{Pre}(w, h); */
    /*@ assert closed:   \at(w->opening, Pre) == TW_HIER_NONE ==> front(w, h) == 0; */
    /*@ assert rank:     h[node].rank == \at(h[node].rank, Pre); */
    /*@ assert behind:   front(w, h) == 0 || h[node].rank < front(w, h); */
    /*@ assert paid:     Paid{Pre, Here}(0, w->capacity, w->deadlines, h); */
    /*@ ghost Removed:; */
    *id = (uint32_t)(node - TW_SLOTS);
    /*@ ghost
      /@ loop invariant index: 0 <= n <= w->capacity;
         loop invariant same:  debts(w->deadlines, h, HEADS, n) ==
                                   debts{Removed}(w->deadlines, h, HEADS, n);
         loop assigns   n;
         loop variant   w->capacity - n; @/
      for (uint64_t n = 0; n != w->capacity; n++) {
      } */
    /*@ assert behind:   front(w, h) == 0 || h[node].rank < front(w, h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
}

/* Tells whether the slot of a tick on level 0 is empty. */
/*@ requires wheel:    Wheel(w, h);
    requires tick:     Tick(tick);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  empty:    \result <==> w->links[tick % TW_RADIX].next == tick % TW_RADIX;
    ensures  none:     \result ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           h[y].slot != tick % TW_RADIX; */
static inline bool tw_hier_quiet(const struct tw_hier *w, uint32_t tick)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_list_members(w->links, LISTS); */
    const tw_node head = (tw_node)(tick % TW_RADIX);
    return w->links[head].next == head;
}

/* Finds the occupied slot that opens next at `until` or before, where `until` is in now's window of
   level 0. Returns TW_SLOTS if there is none. One tick ahead, only one slot can open. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    requires until:    Tick(until) && w->now < until && until / TW_RADIX == w->now / TW_RADIX;
    requires count:    tw_steps <= TW_STEPS_MAX / 2;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  steps:    tw_steps <= \old(tw_steps) + (\result < HEADS ?
                           search_steps(\result / TW_RADIX) : vain_steps(until, w->now));
    ensures  level:    \result == HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> !Lower(h[y].slot, slot_of(until, w->now));
    ensures  range:    0 <= \result <= HEADS;
    ensures  none:     \result == HEADS ==> NoneOpens(until, w->now, w->deadlines, NODES(w), h);
    ensures  some:     \result < HEADS ==> Reachable(\result, w->now) &&
                           w->links[\result].next != \result;
    ensures  bounded:  \result < HEADS ==>
                           distance(w->now, opens(\result, w->now)) <= distance(w->now, until);
    ensures  first:    \result < HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) && h[y].slot != \result ==>
                           turn(\result, w->now) < turn(h[y].slot, w->now);
    ensures  lowest:   \result < HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> !Lower(h[y].slot, \result); */
static inline uint32_t tw_hier_soon(const struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t last = until % TW_RADIX;
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot == slot_of(w->deadlines[y - HEADS], now); */
    /*@ assert reachable: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Reachable(h[y].slot, now) && now % TW_RADIX < h[y].slot; */
    /*@ ghost tw_hier_beyond(until, now); */
    /*@ assert window: slot_of(until, now) == last && now % TW_RADIX < last; */
    /*@ assert bits:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Bit(&w->occupied[0], h[y].slot); */
    /*@ assert turns:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            turn(h[y].slot, now) >= h[y].slot; */
    /*@ assert last:    Reachable(last, now) && turn(last, now) == last &&
            distance(now, opens(last, now)) <= distance(now, until); */
    /*@ assert later:   (\forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> last < h[y].slot) ==>
            NoneOpens(until, now, w->deadlines, NODES(w), h); */
    /*@ assert ahead:   until - 1 == now ==> now % TW_RADIX == last - 1; */
    if (until - 1u == now) { return tw_hier_quiet(w, until) /*@ ghost (h) */ ? TW_SLOTS : last; }
    const uint32_t found = tw_bitset_next(w->occupied, now % TW_RADIX + 1u, last + 1u);
    /*@ assert words:   tw_steps <= \at(tw_steps, Pre) +
            (found <= last ? search_steps(found / TW_RADIX) : vain_steps(until, now)); */
    /*@ assert least:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> found <= h[y].slot; */
    /*@ assert some:    found <= last ==> Reachable(found, now) && w->links[found].next != found; */
    /*@ assert turn:    found <= last ==> turn(found, now) == found; */
    /*@ assert bounded: found <= last ==> distance(now, opens(found, now)) <= distance(now, until); */
    /*@ assert lowest:  found <= last ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> !Lower(h[y].slot, found); */
    return found <= last ? found : TW_SLOTS;
}

/* Finds the occupied slot that opens next, at `until` or before, or TW_SLOTS: below the top level the
   first beyond now's tick, as no slot up to now's digit of its level is in use there; on the top
   level the first beyond now's digit; last, from its start, a turn away. No slot is searched that
   opens later than that of `until`. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    requires until:    Tick(until) && until != w->now;
    requires count:    tw_steps <= TW_STEPS_MAX / 2;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  words:    tw_steps <= \old(tw_steps) + NEXT_STEPS;
    ensures  steps:    distance(w->now, until) < TW_PERIOD / 2 ==>
                           tw_steps <= \old(tw_steps) + (\result < HEADS ?
                               search_steps(\result / TW_RADIX) : vain_steps(until, w->now));
    ensures  level:    \result == HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> !Lower(h[y].slot, slot_of(until, w->now));
    ensures  range:    0 <= \result <= HEADS;
    ensures  none:     \result == HEADS ==> NoneOpens(until, w->now, w->deadlines, NODES(w), h);
    ensures  some:     \result < HEADS ==> Reachable(\result, w->now) &&
                           w->links[\result].next != \result;
    ensures  bounded:  \result < HEADS ==>
                           distance(w->now, opens(\result, w->now)) <= distance(w->now, until);
    ensures  first:    \result < HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) && h[y].slot != \result ==>
                           turn(\result, w->now) < turn(h[y].slot, w->now);
    ensures  lowest:   \result < HEADS ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> !Lower(h[y].slot, \result); */
static uint32_t tw_hier_upcoming(const struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t top = TW_TOP * TW_RADIX;
    const uint32_t last = tw_slot(until, now);
    const uint32_t end = until < now ? TW_SLOTS : last + 1u;
    const uint32_t low = end < top ? end : top;
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot == slot_of(w->deadlines[y - HEADS], now); */
    /*@ assert reachable: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Reachable(h[y].slot, now) && now % TW_RADIX < h[y].slot; */
    /*@ assert last: Reachable(last, now) && turn(last, now) >= end - 1; */
    /*@ ghost tw_hier_beyond(until, now); */
    const uint32_t slot = tw_bitset_next(w->occupied, now % TW_RADIX + 1u, low);
    /*@ assert first: slot < low ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            h[y].slot != slot ==> slot < h[y].slot; */
    /*@ assert found: slot < low ==> tw_steps <= \at(tw_steps, Pre) + search_steps(slot / TW_RADIX); */
    /*@ assert below: slot < low ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            slot / TW_RADIX <= h[y].slot / TW_RADIX; */
    /*@ assert some: slot < low ==> Reachable(slot, now) && turn(slot, now) <= turn(last, now); */
    /*@ assert bounded: slot < low ==> distance(now, opens(slot, now)) <= distance(now, until); */
    if (slot < low) { return slot; }
    /*@ assert vain: end <= top ==> tw_steps <= \at(tw_steps, Pre) + vain_steps(until, now); */
    /*@ assert low: end > top ==> tw_steps <= \at(tw_steps, Pre) + TW_BITSET_WORDS(TW_TOP * TW_RADIX); */
    /*@ assert above: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            turn(h[y].slot, now) >= low; */
    /*@ assert level: end > top ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot / TW_RADIX == TW_TOP; */
    const uint32_t beyond = top + now / TW_SPAN_TOP + 1u;
    const uint32_t high = beyond < end ? tw_bitset_next(w->occupied, beyond, end) : end;
    /*@ assert next: high < end ==> \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            h[y].slot != high ==> high < turn(h[y].slot, now); */
    /*@ assert high: end > top ==> tw_steps <= \at(tw_steps, Pre) + NEXT_STEPS - 1; */
    /*@ assert ahead: end > top && distance(now, until) < TW_PERIOD / 2 && (high < end || now <= until) ==>
            tw_steps <= \at(tw_steps, Pre) + (high < end ? search_steps(TW_TOP) : search_steps(TW_TOP) + 1); */
    /*@ assert top: high < end ==> high / TW_RADIX == TW_TOP; */
    /*@ assert bounded: high < end ==> Reachable(high, now) &&
            distance(now, opens(high, now)) <= distance(now, until); */
    if (high < end) { return high; }
    /*@ assert beyond: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            turn(h[y].slot, now) >= end; */
    if (until >= now) { return TW_SLOTS; }
    /*@ assert words: tw_steps <= \at(tw_steps, Pre) + TW_BITSET_WORDS(TW_TOP * TW_RADIX) +
            TW_BITSET_WORDS(HEADS) - beyond / 64; */
    const uint32_t turned = tw_bitset_next(w->occupied, top, last + 1u);
    /*@ assert all: tw_steps <= \at(tw_steps, Pre) + (turned <= last ? NEXT_STEPS - 1 : NEXT_STEPS); */
    /*@ assert round: distance(now, until) < TW_PERIOD / 2 ==>
            tw_steps <= \at(tw_steps, Pre) + search_steps(TW_TOP) + (turned <= last ? 0 : 1); */
    /*@ assert later: turned > last ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> turn(last, now) < turn(h[y].slot, now); */
    /*@ assert turned: turned <= last ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) && h[y].slot != turned ==>
            turn(turned, now) < turn(h[y].slot, now); */
    /*@ assert top: turned <= last ==> turned / TW_RADIX == TW_TOP; */
    /*@ assert bounded: turned <= last ==> Reachable(turned, now) &&
            distance(now, opens(turned, now)) <= distance(now, until); */
    return turned <= last ? turned : TW_SLOTS;
}

/* Lets the clock pass to a tick before any slot opens: nothing moves. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires until:    Tick(until);
    requires before:   NoneOpens(until, w->now, w->deadlines, NODES(w), h);
    requires count:    tw_jumps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  w->now, tw_jumps;
    ensures  jump:     tw_jumps == \old(tw_jumps) + 1;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == until && w->capacity == \old(w->capacity);
    ensures  on_time:  NeverLate(\old(w->now), until, w->deadlines, HEADS, NODES(w), h);
    ensures  none_due: NoneDue(until, w->deadlines, HEADS, NODES(w), h);
    ensures  unfilled: until != \old(w->now) ==> \forall integer y; HEADS <= y < NODES(w) &&
                           Active(y, h) ==> !Filled(h[y].slot, until); */
static inline void tw_hier_pass(struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ assert on_time: NeverLate(w->now, until, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert none_due: NoneDue(until, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert slots: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) &&
            h[y].slot == slot_of(w->deadlines[y - HEADS], w->now); */
    /*@ assert still: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            slot_of(w->deadlines[y - HEADS], until) == slot_of(w->deadlines[y - HEADS], w->now); */
    /*@ assert placed: Placed(w->deadlines, until, w->opening, NODES(w), h); */
    /*@ ghost tw_hier_border(until, (uint32_t)w->now); */
    /*@ assert unfilled: until != w->now ==> \forall integer y; HEADS <= y < NODES(w) &&
            Active(y, h) ==> !Filled(h[y].slot, until); */
    /*@ ghost tw_jumps++; */
    w->now = until;
    /*@ ghost tw_hier_whole(w, h); */
}

/* Moves the clock to where the slot that opens next does so, and opens it. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    requires slot:     Reachable(slot, w->now) && w->links[slot].next != slot;
    requires first:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                           h[y].slot != slot ==> turn(slot, w->now) < turn(h[y].slot, w->now);
    requires lowest:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           !Lower(h[y].slot, slot);
    requires count:    tw_jumps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  w->now, w->opening, tw_jumps;
    ensures  jump:     tw_jumps == \old(tw_jumps) + 1;
    ensures  wheel:    Wheel(w, h);
    ensures  work:     HasWork(w, h);
    ensures  opening:  w->opening == (slot < TW_RADIX ? TW_HIER_NONE : slot);
    ensures  unfilled: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           !Filled(h[y].slot, w->now);
    ensures  clock:    w->now == opens(slot, \old(w->now)) && w->capacity == \old(w->capacity); */
static inline void tw_hier_open(struct tw_hier *w, uint32_t slot)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost const uint32_t now = (uint32_t)w->now; */
    /*@ ghost tw_jumps++; */
    w->now = tw_opens(slot, (uint32_t)w->now);
    /*@ ghost tw_hier_border((uint32_t)w->now, now); */
    /*@ assert before: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && h[y].slot != slot ==>
            distance(now, w->now) < distance(now, opening(w->deadlines[y - HEADS], now)); */
    /*@ assert stable: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && h[y].slot != slot ==>
            slot_of(w->deadlines[y - HEADS], w->now) == h[y].slot; */
    /*@ assert cascade: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && h[y].slot == slot ==>
            slot_of(w->deadlines[y - HEADS], w->now) == slot || Lower(slot_of(w->deadlines[y - HEADS], w->now), slot); */
    /*@ assert unfilled: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            !Filled(h[y].slot, w->now); */
    w->opening = slot < TW_RADIX ? TW_HIER_NONE : (uint16_t)slot;
    /*@ ghost tw_hier_whole(w, h); */
    /*@ assert due: slot < TW_RADIX ==> HEADS <= w->links[slot].next < NODES(w) &&
            w->deadlines[w->links[slot].next - HEADS] == w->now; */
}

/* Tells whether it is seen at once that no slot opens until then: no slot is being opened, and the
   ticks from now to `until` have empty slots on level 0. Two lists show it if `until` is now or the
   next tick; one word of bits shows it if all these ticks have their bits there. */
/*@ requires wheel:    Wheel(w, h);
    requires until:    Tick(until);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  near:     \result ==> distance(w->now, until) < TW_RADIX;
    ensures  idle:     \result ==> w->opening == TW_HIER_NONE &&
                           NoneOpens(until, w->now, w->deadlines, NODES(w), h); */
static inline bool tw_hier_idle(const struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    if (w->opening != TW_HIER_NONE) { return false; }
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot == slot_of(w->deadlines[y - HEADS], now); */
    const bool one = (until % TW_RADIX != 0u && until - 1u == now) || until == now;
    if (one) {
        /*@ ghost tw_hier_window(until, now); */
        /*@ assert near: until % TW_RADIX <= now % TW_RADIX + 1; */
        /*@ assert none: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                now % TW_RADIX <= h[y].slot <= until % TW_RADIX ==>
                h[y].slot == now % TW_RADIX || h[y].slot == until % TW_RADIX; */
        /*@ assert still: (\forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                h[y].slot != now % TW_RADIX && h[y].slot != until % TW_RADIX) ==>
                NoneOpens(until, now, w->deadlines, NODES(w), h); */
        return tw_hier_quiet(w, now) /*@ ghost (h) */ && tw_hier_quiet(w, until) /*@ ghost (h) */;
    }
    if (until < now || until / TW_STRETCH != now / TW_STRETCH) { return false; }
    /*@ assert memory: \valid_read(&w->occupied[0] + (now % TW_RADIX) / 64); */
    /*@ ghost tw_hier_window(until, now); */
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert bits: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Bit(&w->occupied[0], h[y].slot); */
    /*@ assert still: (\forall integer k; now % TW_RADIX <= k <= until % TW_RADIX ==>
            !Bit(&w->occupied[0], k)) ==> NoneOpens(until, now, w->deadlines, NODES(w), h); */
    return tw_bitset_none(w->occupied, now % TW_RADIX, until % TW_RADIX);
}

/* Nothing is due: runs the clock to where the next slot opens, but not beyond until. If `until` is in
   now's window of level 0, the search is short. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    requires until:    Tick(until) && until != w->now && distance(w->now, until) < TW_PERIOD / 2;
    requires count:    tw_steps <= TW_STEPS_MAX / 2 && tw_jumps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  w->now, w->opening, tw_steps, tw_jumps;
    ensures  jump:     tw_jumps == \old(tw_jumps) + 1;
    ensures  words:    tw_steps <= \old(tw_steps) + JUMP_WORDS(1);
    ensures  steps:    tw_steps <= \old(tw_steps) + search_steps(w->opening / TW_RADIX) ||
                       (w->now == until &&
                        tw_steps <= \old(tw_steps) + vain_steps(until, \old(w->now)) &&
                        \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                            !Lower(h[y].slot, slot_of(until, \old(w->now))));
    ensures  wheel:    Wheel(w, h);
    ensures  on_time:  NeverLate(\old(w->now), w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  bounded:  distance(\old(w->now), w->now) <= distance(\old(w->now), until);
    ensures  moved:    w->now != \old(w->now);
    ensures  work:     w->now == until || HasWork(w, h);
    ensures  lowest:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           !Lower(h[y].slot, w->opening);
    ensures  unfilled: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           !Filled(h[y].slot, w->now);
    ensures  front:    w->opening != TW_HIER_NONE ==> 0 < front(w, h);
    ensures  timers:   w->capacity == \old(w->capacity); */
static inline void tw_hier_run(struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const bool here = now < until && until / TW_RADIX == now / TW_RADIX;
    const uint32_t slot = here ? tw_hier_soon(w, until) /*@ ghost (h) */ :
                                 tw_hier_upcoming(w, until) /*@ ghost (h) */;
    if (slot == TW_SLOTS) {
        tw_hier_pass(w, until) /*@ ghost (h) */;
    } else {
        /*@ ghost tw_hier_in_time(w, h, slot);
                  tw_hier_first(w, h, slot); */
        tw_hier_open(w, slot) /*@ ghost (h) */;
    }
}

/* Does what there is to do on the way to a tick, and moves the clock, as advance does. */
/*@ requires wheel:        Wheel(w, h);
    requires target:       Tick(target) && distance(w->now, target) < TW_PERIOD / 2;
    requires result:       \valid(id) &&
                           \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                      w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:        \valid(visited) && *visited == 0 &&
                           \separated(visited, w, h + (0 .. NODES(w) - 1));
    requires steps:        tw_steps == 0 && tw_jumps == 0;
    terminates \true; exits \false;
    assigns  w->now, w->opening, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
             w->links[0 .. NODES(w) - 1], *id, h[0 .. NODES(w) - 1].slot, *visited, tw_steps,
             tw_jumps;
    ensures  steps:        tw_steps <= *visited - (\result == TW_EXPIRED ? 1 : 0) + ADVANCE_STEPS;
    ensures  words:        tw_steps <= *visited - (\result == TW_EXPIRED ? 1 : 0) + tw_jumps + 1 +
                               JUMP_WORDS(tw_jumps);
    ensures  jumps:        tw_jumps <= *visited - (\result == TW_EXPIRED ? 1 : 0) + 1;
    ensures  levels:       tw_jumps <= TW_LEVELS;
    ensures  wheel:        Wheel(w, h);
    ensures  status:       \result == TW_OK || \result == TW_EXPIRED || \result == TW_BUSY;
    ensures  exact:        \result == TW_EXPIRED ==> w->deadlines[*id] == w->now;
    ensures  never_late:   NonePassed{Pre, Post}(\old(w->now), w->now, w->deadlines, HEADS,
                                                 NODES(w), h);
    ensures  not_beyond:
        distance(\old(w->now), w->now) <= distance(\old(w->now), target);
    ensures  all_delivered: \result == TW_OK ==> w->now == target &&
        NoneDue(w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  first:        \result == TW_EXPIRED ==>
        \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            w->deadlines[y - HEADS] == w->now ==> h[HEADS + *id].rank < h[y].rank;
    ensures  delivered:    \result == TW_EXPIRED ==> *id < w->capacity &&
        Active{Pre}(HEADS + *id, h) && !Active(HEADS + *id, h);
    ensures  others:       \result == TW_EXPIRED ==>
        SameTimersBut{Pre, Post}(HEADS + *id, w->deadlines, HEADS, NODES(w), h);
    ensures  none:         \result != TW_EXPIRED ==> *id == \old(*id) &&
        SameTimersBut{Pre, Post}(-1, w->deadlines, HEADS, NODES(w), h);
    ensures  timers:       w->capacity == \old(w->capacity);
    ensures  bounded:      *visited <= budget + (\result == TW_EXPIRED ? 1 : 0);
    ensures  busy:         \result == TW_BUSY ==> *visited == budget && NeedsBudget(w, h);
    ensures  progress:     \result == TW_BUSY && budget > 0 ==>
        w->now != \old(w->now) || front(w, h) > \old(front(w, h));
    ensures  onward:       \result == TW_EXPIRED ==> front(w, h) == 0 ||
        (h[HEADS + *id].rank < front(w, h) &&
         (w->now == \old(w->now) ==> front(w, h) >= \old(front(w, h))));
    ensures  due_first:    \result == TW_EXPIRED ==> DueFirst{Pre, Post}(w, HEADS + *id, h);
    ensures  idle:         \result == TW_OK ==> !HasWork(w, h);
    ensures  paid:         Paid{Pre, Post}(*visited - (\result == TW_EXPIRED ? 1 : 0),
                                           w->capacity, w->deadlines, h);
    ensures  enough:       budget >= TW_TOP * w->capacity ==> \result != TW_BUSY; */
static enum tw_status tw_hier_work(struct tw_hier *w, uint32_t target, uint32_t budget,
                                   uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    uint32_t left = budget;
    /*@ ghost tw_hier_cover(w, h);
              uint32_t level = w->opening == TW_HIER_NONE ? TW_LEVELS
                                                          : w->opening / (uint32_t)TW_RADIX;
              tw_node moved = 0;
              int64_t last = 0; */
    /*@ loop invariant wheel:    Wheel(w, h);
        loop invariant timers:   w->capacity == \at(w->capacity, Pre);
        loop invariant same:     SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h);
        loop invariant on_time:  NeverLate{Pre}(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                                NODES(w), h);
        loop invariant bounded:  distance(\at(w->now, Pre), w->now) <=
                                     distance(\at(w->now, Pre), target);
        loop invariant visited:  *visited + left == budget;
        loop invariant counted:  *visited <= 0xFFFFFFFF;
        loop invariant count:    \separated(visited, w, h + (0 .. NODES(w) - 1));
        loop invariant paid:     Paid{Pre, Here}(*visited, w->capacity, w->deadlines, h);
        loop invariant below:    Below(*visited, w->capacity, w->deadlines, h);
        loop invariant onward:   w->now == \at(w->now, Pre) && w->opening != TW_HIER_NONE ==>
            (left == budget && front(w, h) == front{Pre}(w, h)) || front(w, h) > front{Pre}(w, h);
        loop invariant moved:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==> h[y].rank <= last;
        loop invariant due:      \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            w->deadlines[y - HEADS] == w->now ==> last <= h[y].rank;
        loop invariant ahead:    w->opening != TW_HIER_NONE ==> last < front(w, h);
        loop invariant level:    level <= TW_LEVELS &&
            (w->opening != TW_HIER_NONE ==> level == w->opening / TW_RADIX);
        loop invariant lower:    w->opening == TW_HIER_NONE &&
            NoneDue(w->now, w->deadlines, HEADS, NODES(w), h) ==>
            level == TW_LEVELS || w->now == target ||
            (HEADS <= moved < NODES(w) && Active(moved, h) && h[moved].slot / TW_RADIX < level);
        loop invariant steps:    tw_steps <= *visited + jump_steps(tw_jumps) +
                                     (tw_jumps > 0 && w->now == target ? 1 : 0);
        loop invariant levels:   tw_jumps + level <= TW_LEVELS;
        loop invariant jumps:    tw_jumps <= *visited + 1;
        loop invariant before:   w->opening == TW_HIER_NONE &&
            NoneDue(w->now, w->deadlines, HEADS, NODES(w), h) && w->now != target ==>
            tw_jumps <= *visited;
        loop assigns   left, level, moved, last, w->now, w->opening, tw_steps, tw_jumps,
                       w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1],
                       w->links[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *visited;
        loop variant   left + level + (w->now == target ? 0 : 1); */
    for (;;) {
        /*@ ghost tw_steps++; */
        const tw_node due = tw_hier_due(w) /*@ ghost (h) */;
        /*@ assert on_time: NonePassed{Pre, Here}(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                                  NODES(w), h); */
        if (due >= TW_SLOTS) {
            /*@ assert after:  \forall integer y; HEADS <= y < NODES(w) && y != due &&
                    Active(y, h) && Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==>
                    h[y].rank < h[due].rank; */
            /*@ assert onward: front(w, h) == 0 || (h[due].rank < front(w, h) &&
                    (w->now == \at(w->now, Pre) ==> front(w, h) >= front{Pre}(w, h))); */
            tw_hier_deliver(w, due, id) /*@ ghost (h, visited) */;
            /*@ assert gone:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> y != due; */
            /*@ assert before: \forall integer y; HEADS <= y < NODES(w) &&
                    Active(y, h) && Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==>
                    h[y].rank < h[due].rank; */
            /*@ assert due_first: DueFirst{Pre, Here}(w, due, h); */
            /*@ assert timers: w->capacity == \at(w->capacity, Pre); */
            /*@ assert same:   \forall integer y; HEADS <= y < NODES(w) ==>
                    w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
            /*@ assert never_late: NonePassed{Pre, Here}(\at(w->now, Pre), w->now, w->deadlines,
                                                         HEADS, NODES(w), h); */
            /*@ assert paid:   Paid{Pre, Here}(*visited - 1, w->capacity, w->deadlines, h); */
            return TW_EXPIRED;
        }
        if (w->opening != TW_HIER_NONE) {
            /*@ ghost tw_hier_owing(w, h, *visited); */
            if (left == 0u) { return TW_BUSY; }
            left--;
            /*@ ghost moved = w->links[w->opening].next; */
            /*@ assert moved:   HEADS <= moved < NODES(w); */
            /*@ ghost last = h[moved].rank; */
            /*@ assert front:   last == front(w, h); */
            /*@ assert earlier: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==> h[y].rank <= last; */
            /*@ assert due:     \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    w->deadlines[y - HEADS] == w->now ==> last <= h[y].rank; */
            tw_hier_cascade(w) /*@ ghost (h, visited) */;
            /*@ assert timers:  w->capacity == \at(w->capacity, Pre); */
            /*@ assert ahead:   w->opening != TW_HIER_NONE ==> last < front(w, h); */
            /*@ assert earlier: \forall integer y; HEADS <= y < NODES(w) && y != moved &&
                    Active(y, h) && Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==>
                    h[y].rank <= last; */
            /*@ assert moved:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==> h[y].rank <= last; */
            /*@ assert due:     \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                    w->deadlines[y - HEADS] == w->now ==> last <= h[y].rank; */
            /*@ assert lower:   Active(moved, h) && h[moved].slot / TW_RADIX < level; */
            continue;
        }
        if (w->now == target) { return TW_OK; }
        /*@ assert ticks: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                Tick(w->deadlines[y - HEADS]); */
        /*@ assert so_far: NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS, NODES(w), h); */
        /*@ assert ranked: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                0 < h[y].rank; */
        /*@ assert lower: level == TW_LEVELS ||
                (HEADS <= moved < NODES(w) && Active(moved, h) && h[moved].slot / TW_RADIX < level); */
        /*@ ghost tw_hier_fewer(target, (uint32_t)w->now); */
        tw_hier_run(w, target) /*@ ghost (h) */;
        /*@ assert lowest: level < TW_LEVELS ==> !Lower(h[moved].slot, w->opening); */
        /*@ assert fewer: w->opening / TW_RADIX < level; */
        /*@ assert jump: jump_steps(tw_jumps - 1) + search_steps(w->opening / TW_RADIX) + 1 <=
                jump_steps(tw_jumps); */
        /*@ assert steps: tw_steps <= *visited + jump_steps(tw_jumps) +
                (w->now == target ? 1 : 0); */
        /*@ ghost level = w->opening / (uint32_t)TW_RADIX;
                  last = 0; */
        /*@ assert due:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                w->deadlines[y - HEADS] == w->now ==> last <= h[y].rank; */
        /*@ assert away:  w->now != \at(w->now, Pre); */
        /*@ assert moved: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                Moved{Pre, Here}(y, \at(w->now, Pre), w->now, h) ==> h[y].rank <= last; */
        /*@ assert work: w->opening == TW_HIER_NONE &&
                NoneDue(w->now, w->deadlines, HEADS, NODES(w), h) ==> w->now == target; */
        /*@ assert on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                      NODES(w), h); */
        /*@ assert never_late: NeverLate{Pre}(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                              NODES(w), h); */
    }
}

/* While a slot is being opened and no timer is due: returns the earliest timer, of those that the slot still
   holds and those in the first occupied slot below. Of equal deadlines, the latter was started first (I3). */
/*@ requires wheel:    Wheel(w, h) && w->opening != TW_HIER_NONE;
    requires none_due: w->links[w->now % TW_RADIX].next == w->now % TW_RADIX;
    requires count:    tw_steps == 0;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  earliest: Earliest(\result, w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  steps:    tw_steps <= EARLIEST_STEPS + members(LISTS, w->opening, beside(w, h)); */
static tw_node tw_hier_divided(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t end = w->opening / (uint32_t)TW_RADIX * TW_RADIX;
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) &&
            (h[y].slot == w->opening ? Lower(slot_of(w->deadlines[y - HEADS], now), w->opening)
                                     : h[y].slot == slot_of(w->deadlines[y - HEADS], now)); */
    const uint32_t below = tw_bitset_next(w->occupied, 0u, end);
    /*@ assert first: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==> below <= h[y].slot; */
    /*@ ghost tw_hier_lowest(below, w->links[below].next, h, NODES(w)); */
    const tw_node held = tw_slots_earliest(w->links, w->deadlines, TW_SLOTS, w->opening, now)
        /*@ ghost (h, NODES(w)) */;
    /*@ ghost tw_hier_higher(w->deadlines[held - HEADS], now); */
    /*@ assert levels: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && end <= h[y].slot &&
            h[y].slot != w->opening ==> Lower(slot_of(w->deadlines[held - HEADS], now), h[y].slot); */
    /*@ assert higher: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && end <= h[y].slot &&
            h[y].slot != w->opening ==>
            distance(now, w->deadlines[held - HEADS]) < distance(now, w->deadlines[y - HEADS]); */
    /*@ assert alone: below == end ==> Earliest(held, w->now, w->deadlines, HEADS, NODES(w), h); */
    if (below == end) { return held; }
    /*@ assert apart: below != w->opening && beside(w, h) == below; */
    /*@ ghost tw_list_count_both(w->opening, below, LISTS); */
    const tw_node moved = tw_slots_earliest(w->links, w->deadlines, TW_SLOTS, below, now)
        /*@ ghost (h, NODES(w)) */;
    /*@ assert later: w->deadlines[moved - HEADS] != now; */
    /*@ ghost tw_hier_beyond(w->deadlines[moved - HEADS], now); */
    /*@ assert beyond: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && below < h[y].slot < end ==>
            distance(now, w->deadlines[moved - HEADS]) < distance(now, w->deadlines[y - HEADS]); */
    /*@ assert behind: h[moved].rank < h[held].rank; */
    /*@ ghost tw_hier_either(w, h, held, moved); */
    const uint32_t left = tw_distance(now, w->deadlines[held - TW_SLOTS]);
    return left < tw_distance(now, w->deadlines[moved - TW_SLOTS]) ? held : moved;
}

/* Returns the earliest timer, or a list head if none is active. */
/*@ requires wheel:    Wheel(w, h);
    requires count:    tw_steps == 0;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  none:     \result < HEADS ==> NoneActive(HEADS, NODES(w), h) && tw_steps <= EARLIEST_STEPS;
    ensures  earliest: \result >= HEADS ==>
                           Earliest(\result, w->now, w->deadlines, HEADS, NODES(w), h);
    ensures  steps:    \result >= HEADS ==> tw_steps <= EARLIEST_STEPS + compared(w, \result, h); */
static tw_node tw_hier_soonest(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ assert placed: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Tick(w->deadlines[y - HEADS]) &&
            (h[y].slot == w->opening || h[y].slot == slot_of(w->deadlines[y - HEADS], w->now)); */
    const tw_node due = tw_hier_due(w) /*@ ghost (h) */;
    /*@ assert due: due >= HEADS ==> Earliest(due, w->now, w->deadlines, HEADS, NODES(w), h) &&
            h[due].slot == w->now % TW_RADIX; */
    if (due >= TW_SLOTS) { return due; }
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert none_due: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            h[y].slot != w->now % TW_RADIX; */
    if (w->opening != TW_HIER_NONE) { return tw_hier_divided(w) /*@ ghost (h) */; }
    const uint32_t now = (uint32_t)w->now;
    const uint32_t slot = tw_hier_upcoming(w, tw_after(now, TW_TICK_MAX)) /*@ ghost (h) */;
    /*@ assert none: slot == HEADS ==> NoneActive(HEADS, NODES(w), h); */
    if (slot == TW_SLOTS) { return due; }
    const tw_node node = tw_slots_earliest(w->links, w->deadlines, TW_SLOTS, slot, now)
        /*@ ghost (h, NODES(w)) */;
    /*@ ghost tw_hier_beyond(w->deadlines[node - HEADS], now); */
    /*@ assert others: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) && h[y].slot != slot ==>
            distance(now, w->deadlines[node - HEADS]) < distance(now, w->deadlines[y - HEADS]); */
    return node;
}

enum tw_status tw_hier_init(struct tw_hier *w, struct tw_link *links, uint32_t *deadlines,
                            uint32_t capacity, uint32_t now)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) { return TW_BAD_CAPACITY; }
    w->links = links;
    w->deadlines = deadlines;
    w->now = tw_tick(now);
    w->capacity = capacity;
    w->opening = TW_HIER_NONE;
    tw_bitset_reset(w->occupied, TW_SLOTS);
    tw_list_reset(links, TW_SLOTS + (tw_node)capacity) /*@ ghost (h, HEADS) */;
    /*@ ghost tw_hier_whole(w, h); */
    return TW_OK;
}

bool tw_hier_is_active(const struct tw_hier *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    return id < w->capacity &&
           tw_list_is_linked(w->links, TW_SLOTS + (tw_node)id) /*@ ghost (LISTS) */;
}

enum tw_status tw_hier_start(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    if (tw_hier_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_IDLE; }
    tw_hier_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hier_start_at(struct tw_hier *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    if (tw_hier_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_IDLE; }
    tw_hier_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hier_stop(struct tw_hier *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ assert front:  w->opening != TW_HIER_NONE ==> HEADS <= w->links[w->opening].next < NODES(w) &&
            0 < h[w->links[w->opening].next].rank; */
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (!tw_hier_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_ACTIVE; }
    tw_hier_remove(w, TW_SLOTS + (tw_node)id) /*@ ghost (h) */;
    return TW_OK;
}

enum tw_status tw_hier_restart(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    /*@ assert front:  w->opening != TW_HIER_NONE ==> HEADS <= w->links[w->opening].next < NODES(w) &&
            0 < h[w->links[w->opening].next].rank; */
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    if (tw_hier_is_active(w, id) /*@ ghost (h) */) {
        tw_hier_remove(w, TW_SLOTS + (tw_node)id) /*@ ghost (h) */;
    }
    /*@ assert timers: w->capacity == \at(w->capacity, Pre); */
    /*@ assert paid:   Paid{Pre, Here}(needs{Pre}(w, HEADS + id, h), w->capacity, w->deadlines, h); */
    /*@ ghost Idle:; */
    /*@ assert next:   w->opening != TW_HIER_NONE ==> HEADS <= w->links[w->opening].next < NODES(w) &&
            Active(w->links[w->opening].next, h); */
    /*@ assert older:  NewerThanAll(rank, HEADS, NODES(w), h); */
    /*@ assert before: front(w, h) < rank; */
    tw_hier_schedule(w, id, delay) /*@ ghost (h, rank) */;
    /*@ assert later:  NoneDue{Idle}(w->now, w->deadlines, HEADS, NODES(w), h) ==>
                       NoneDue(w->now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert owed:   Paid{Pre, Here}(needs{Pre}(w, HEADS + id, h) - needs(w, HEADS + id, h),
                                       w->capacity, w->deadlines, h); */
    return TW_OK;
}

enum tw_status tw_hier_restart_at(struct tw_hier *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    /*@ assert front:  w->opening != TW_HIER_NONE ==> HEADS <= w->links[w->opening].next < NODES(w) &&
            0 < h[w->links[w->opening].next].rank; */
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    return tw_hier_restart(w, id, delay) /*@ ghost (h, rank) */;
}

enum tw_status tw_hier_advance(struct tw_hier *w, uint32_t until, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_steps = 0; */
    /*@ ghost tw_jumps = 0; */
    const uint32_t target = tw_tick(until);
    const bool bad = tw_distance((uint32_t)w->now, target) > TW_STRIDE_MAX;
    /*@ ghost tw_list_members(w->links, LISTS); */
    if (tw_hier_idle(w, target) /*@ ghost (h) */ ||
        (bad && tw_bitset_next(w->occupied, 0u, TW_SLOTS) == TW_SLOTS)) {
        /*@ assert none: bad ==> NoneActive(HEADS, NODES(w), h); */
        tw_hier_pass(w, target) /*@ ghost (h) */;
        /*@ assert on_time: NonePassed{Pre, Here}(\at(w->now, Pre), w->now, w->deadlines, HEADS,
                                                  NODES(w), h); */
        /*@ assert idle: !HasWork(w, h); */
        return TW_OK;
    }
    /*@ assert some: bad ==> !NoneActive(HEADS, NODES(w), h); */
    if (bad) { return TW_BAD_CLOCK; }
    return tw_hier_work(w, target, budget, id) /*@ ghost (h, visited) */;
}

enum tw_status tw_hier_next(const struct tw_hier *w, uint32_t counter, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    const uint32_t now = (uint32_t)w->now;
    const uint32_t lag = tw_lag(now, counter);
    /*@ assert opening: w->opening != TW_HIER_NONE ==>
            HEADS <= w->links[w->opening].next < NODES(w) &&
            Active(w->links[w->opening].next, h); */
    const bool work = w->opening != TW_HIER_NONE || tw_hier_due(w) /*@ ghost (h) */ >= TW_SLOTS;
    /*@ assert work: work <==> HasWork(w, h); */
    /*@ assert busy: work ==> !NoneActive(HEADS, NODES(w), h); */
    const uint32_t slot =
        work ? 0u : tw_hier_upcoming(w, tw_after(now, TW_TICK_MAX)) /*@ ghost (h) */;
    /*@ assert some: !work && slot < HEADS ==> HEADS <= w->links[slot].next < NODES(w) &&
            Active(w->links[slot].next, h); */
    /*@ assert none: slot == HEADS ==> NoneActive(HEADS, NODES(w), h); */
    if (slot < TW_SLOTS && lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    /*@ ghost if (!work && slot < TW_SLOTS) {
                  tw_hier_in_time(w, h, slot);
                  tw_hier_first(w, h, slot);
              } */
    /*@ assert first: !work && slot < HEADS ==> HEADS <= w->links[slot].next < NODES(w) &&
            h[w->links[slot].next].slot == slot; */
    /*@ assert soonest: !work && slot < HEADS ==>
            \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            distance(now, opens(slot, now)) <= wake(w->deadlines[y - HEADS], now); */
    const uint32_t ahead = work || slot == TW_SLOTS ? 0u : tw_distance(now, tw_opens(slot, now));
    *ticks = tw_rest(slot == TW_SLOTS ? TW_SLEEP_MAX : tw_stride(ahead), lag);
    /*@ assert placed: Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert kept: \forall integer i; 0 <= i < w->capacity ==>
            w->deadlines[i] == \at(w->deadlines[i], Pre); */
    /*@ assert near: !work && slot < HEADS ==>
            opens(slot, now) == opening(w->deadlines[w->links[slot].next - HEADS], now); */
    /*@ assert still: work <==> HasWork(w, h); */
    if (slot == TW_SLOTS) { return TW_NOT_ACTIVE; }
    return TW_OK;
}

enum tw_status tw_hier_earliest(const struct tw_hier *w, uint32_t counter, uint32_t *id,
                                uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    const tw_node node = tw_hier_soonest(w) /*@ ghost (h) */;
    /*@ ghost tw_list_count_both(0, 0, LISTS); */
    if (node < TW_SLOTS) { return TW_NOT_ACTIVE; }
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    /*@ assert timer: HEADS <= node < NODES(w) && Tick(w->deadlines[node - HEADS]); */
    *id = (uint32_t)(node - TW_SLOTS);
    *ticks = tw_rest(tw_distance((uint32_t)w->now, w->deadlines[node - TW_SLOTS]), lag);
    /*@ assert kept: \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert id:   *id == node - HEADS; */
    /*@ assert left: *ticks == rest(distance(w->now, w->deadlines[*id]),
                                    distance(w->now, counter % TW_PERIOD)); */
    /*@ assert placed: Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert earliest: Earliest(node, w->now, w->deadlines, HEADS, NODES(w), h); */
    return TW_OK;
}

uint32_t tw_hier_now(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    return (uint32_t)w->now;
}

enum tw_status tw_hier_remaining(const struct tw_hier *w, uint32_t id, uint32_t counter,
                                 uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (!tw_hier_is_active(w, id) /*@ ghost (h) */) { return TW_NOT_ACTIVE; }
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    *ticks = tw_rest(tw_distance((uint32_t)w->now, w->deadlines[id]), lag);
    return TW_OK;
}

bool tw_hier_is_empty(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    /*@ ghost tw_list_members(w->links, LISTS); */
    /*@ assert none: \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            Bit(&w->occupied[0], h[y].slot); */
    /*@ assert some: \forall integer s; 0 <= s < HEADS && Bit(&w->occupied[0], s) ==>
            HEADS <= w->links[s].next < NODES(w) && Active(w->links[s].next, h); */
    return tw_bitset_next(w->occupied, 0u, TW_SLOTS) == TW_SLOTS;
}

/* Audit: walks a slot. Returns how many of the *left* timers are not in it, or -1. */
/*@ requires memory:     AuditMemory(w) && 1 <= w->capacity <= TW_CAPACITY_MAX;
    requires clock:      Tick(w->now);
    requires links:      Linked(w->links, NODES(w), NODES(w));
    requires slot:       slot < HEADS && 0 <= left <= w->capacity;
    requires unmet:      unmet(w->links, HEADS, NODES(w), slot, 0) <= left;
    requires count:      tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  steps:      tw_steps <= \old(tw_steps) + left + 1;
    ensures  rest:       \result >= 0 ==> tw_steps == \old(tw_steps) + left - \result;
    ensures  range:      -1 <= \result <= left;
    ensures  occupied:   \result >= 0 ==>
                             (Bit(&w->occupied[0], slot) <==> w->links[slot].next != slot);
    ensures  walked:     \result >= 0 ==> Walked(w, slot, left - \result);
    ensures  circle:     \result >= 0 ==> walk(w->links, slot, left - \result + 1) == slot;
    ensures  unmet:      \result >= 0 ==>
                             unmet(w->links, HEADS, NODES(w), slot + 1, 0) <= \result;
    ensures  complete:   Wheel(w, h) && left == since(LISTS, slot) ==>
                             \result == since(LISTS, slot + 1) && \result >= 0; */
static int64_t tw_hier_audit_slot(const struct tw_hier *w, uint32_t slot, int64_t left)
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
                Belongs(w->deadlines[node - HEADS], slot, w->now, w->opening); */
        const tw_node timer = node - TW_SLOTS;
        if (others == 0 || timer < 0 || w->deadlines[timer] > TW_TICK_MAX) { return -1; }
        const uint32_t place = tw_slot(w->deadlines[timer], (uint32_t)w->now);
        /*@ assert place:   place == slot_of(w->deadlines[node - HEADS], w->now) && 0 <= place; */
        /*@ assert belongs: Belongs(w->deadlines[node - HEADS], slot, w->now, w->opening) <==>
                place == slot || (slot == w->opening && place / TW_RADIX < slot / TW_RADIX); */
        /*@ assert right:   Wheel(w, h) ==>
                place == slot || (slot == w->opening && place / TW_RADIX < slot / TW_RADIX); */
        if (place != slot && (slot != w->opening || place / TW_RADIX >= slot / TW_RADIX)) {
            return -1;
        }
        /*@ assert here_so: Belongs(w->deadlines[node - HEADS], slot, w->now, w->opening); */
        /*@ assert fits:    Fits(w, slot, node); */
        /*@ assert here:   walk(w->links, slot, left - others + 1) == node; */
        /*@ ghost tw_hier_met(w, slot, left - others); */
        /*@ ghost tw_list_meet_one(w->links, node, slot, left - others, HEADS, NODES(w)); */
        others--;
        /*@ assert walked: Walked(w, slot, left - others); */
    }
    /*@ assert all: Wheel(w, h) && left == since(LISTS, slot) ==>
            others == since(LISTS, slot + 1); */
    /*@ ghost tw_list_meet_next(w->links, slot, left - others, HEADS, NODES(w)); */
    return others;
}

/* Audit: clock and opening slot. */
/*@ requires memory:     AuditMemory(w);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  clock:      \result <==> Tick(w->now) && (w->opening == TW_HIER_NONE ||
                             (TW_RADIX <= w->opening < HEADS &&
                              opens(w->opening, w->now) == w->now &&
                              Bit(&w->occupied[0], w->opening))); */
static bool tw_hier_audit_clock(const struct tw_hier *w)
{
    if (w->now >= TW_PERIOD || w->opening >= TW_SLOTS) { return false; }
    if (w->opening == TW_HIER_NONE) { return true; }
    return w->opening >= TW_RADIX && tw_bitset_test(w->occupied, w->opening) &&
           tw_opens(w->opening, (uint32_t)w->now) == w->now;
}

bool tw_hier_audit(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ ghost tw_steps = 0; */
    if (w->capacity == 0u || w->capacity > TW_CAPACITY_MAX) { return false; }
    if (!tw_hier_audit_clock(w)) { return false; }
    int64_t left = tw_list_audit(w->links, TW_SLOTS, TW_SLOTS + (tw_node)w->capacity);
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
    for (uint32_t slot = 0u; slot < TW_SLOTS && left >= 0; slot++) {
        /*@ ghost tw_steps++; */
        left = tw_hier_audit_slot(w, slot, left) /*@ ghost (h) */;
    }
    /*@ ghost tw_hier_reach(w, left == 0); */
    return left == 0;
}
