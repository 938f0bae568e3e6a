/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tw_hier.h"

/* Ids and nodes. */
/*@ requires id:      id <= TW_CAPACITY_MAX;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  node:    \result == TW_SLOTS + id; */
static inline tw_node tw_hier_node(uint32_t id)
{
    return (tw_node)(TW_SLOTS + id);
}

/*@ requires node:    TW_SLOTS <= node;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  id:      \result == node - TW_SLOTS; */
static inline uint32_t tw_hier_id(tw_node node)
{
    return (uint32_t)node - TW_SLOTS;
}

/* Takes an active timer out of its slot. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     TW_SLOTS <= node < NODES(w) && Active(node, h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1],
             w->opening, h[node].slot;
    ensures  wheel:    Wheel(w, h);
    ensures  idle:     !Active(node, h);
    ensures  others:   SameSlotsBut{Pre, Post}(node, NODES(w), h);
    ensures  ranks:    SameRanks{Pre, Post}(NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  opening:  w->opening == \old(w->opening) ||
                       (w->opening == TW_HIER_NONE &&
                        Empty(\old(w->opening), TW_SLOTS, NODES(w), h)); */
static inline void tw_hier_remove(struct tw_hier *w, tw_node node)
/*@ ghost (struct tw_history \ghost *h) */
{
    const tw_node head = tw_list_unlink(w->links, node) /*@ ghost (LISTS) */;
    /*@ assert same:     SameActive{Pre, Here}(TW_SLOTS, NODES(w), h); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert others: \forall integer s; 0 <= s < TW_SLOTS && s != \at(h[node].slot, Pre) ==>
            (Bit(&w->occupied[0], s) <==> w->links[s].next != s); */
    /*@ assert kept:   head == node ==> Occupied(&w->occupied[0], w->links); */
    if (head != node) {
        tw_bitset_clear(w->occupied, (uint32_t)head);
        /*@ assert occupied: Occupied(&w->occupied[0], w->links); */
        if (head == (tw_node)w->opening) {
            w->opening = TW_HIER_NONE;
        }
    }
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert memory:   Memory(w, h); */
    /*@ assert lists:    Lists(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert opening:  Opening(w->links, w->now, w->opening); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert occupied: Occupied(&w->occupied[0], w->links); */
}

/* Puts an idle timer at the tail of a slot. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     TW_SLOTS <= node < NODES(w) && !Active(node, h);
    requires slot:     0 <= slot < TW_SLOTS && Tick(w->deadlines[node - TW_SLOTS]) &&
                       Belongs(w->deadlines[node - TW_SLOTS], slot, w->now, w->opening);
    requires fresh:    Fresh(h[node].rank, TW_SLOTS, NODES(w), h);
    requires last:     \forall integer y; TW_SLOTS <= y < NODES(w) && h[y].slot == slot ==>
                           h[y].rank < h[node].rank;
    requires before:   Lower(slot, w->opening) ==> \forall integer z;
                           TW_SLOTS <= z < NODES(w) && h[z].slot == w->opening ==>
                           h[node].rank < h[z].rank;
    requires after:    slot == w->opening ==> \forall integer y; TW_SLOTS <= y < NODES(w) &&
                           Lower(h[y].slot, w->opening) ==>
                           h[y].rank < h[node].rank;
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1],
             h[node].slot;
    ensures  wheel:    Wheel(w, h);
    ensures  linked:   h[node].slot == slot;
    ensures  others:   SameSlotsBut{Pre, Post}(node, NODES(w), h);
    ensures  ranks:    SameRanks{Pre, Post}(NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static inline void tw_hier_insert(struct tw_hier *w, tw_node node, uint32_t slot)
/*@ ghost (struct tw_history \ghost *h) */
{
    tw_list_append(w->links, (tw_node)slot, node) /*@ ghost (LISTS) */;
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert opening:  Opening(w->links, w->now, w->opening); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert memory:   Memory(w, h); */
    tw_bitset_set(w->occupied, slot);
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert memory:   Memory(w, h); */
    /*@ assert lists:    Lists(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert opening:  Opening(w->links, w->now, w->opening); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert occupied: Occupied(&w->occupied[0], w->links); */
}

/* Where a timer that starts now belongs. While a slot is being opened, what is due in its
   window queues behind the timers that it still holds (T2). */
/*@ requires wheel:     Wheel(w, h);
    requires deadline:  Tick(deadline);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:     0 <= \result < TW_SLOTS;
    ensures  belongs:   Belongs(deadline, \result, w->now, w->opening);
    ensures  above:     !Lower(\result, w->opening); */
static inline uint32_t tw_hier_place(const struct tw_hier *w, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t slot = tw_slot(deadline, (uint32_t)w->now);
    if (w->opening == TW_HIER_NONE || slot / TW_RADIX >= w->opening / (uint32_t)TW_RADIX) {
        return slot;
    }
    return w->opening;
}

/* Starts an idle timer. */
/*@ requires wheel:    Wheel(w, h);
    requires timer:    id < w->capacity && !Active(TW_SLOTS + id, h);
    requires delay:    1 <= delay < TW_PERIOD;
    requires rank:     NewerThanAll(rank, TW_SLOTS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->deadlines[id],
             w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1], h[TW_SLOTS + id];
    ensures  wheel:    Wheel(w, h);
    ensures  deadline: w->deadlines[id] == after(w->now, delay);
    ensures  active:   Active(TW_SLOTS + id, h);
    ensures  rank:     h[TW_SLOTS + id].rank == rank;
    ensures  others:   SameTimersBut{Pre, Post}(TW_SLOTS + id, w->deadlines, TW_SLOTS, NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static inline void tw_hier_schedule(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    const uint32_t deadline = tw_after((uint32_t)w->now, delay);
    const uint32_t slot = tw_hier_place(w, deadline) /*@ ghost (h) */;
    w->deadlines[id] = deadline;
    /*@ ghost h[TW_SLOTS + id].rank = rank; */
    /*@ assert same:    SameActive{Pre, Here}(TW_SLOTS, NODES(w), h); */
    /*@ assert ranked:  Ranked(TW_SLOTS, NODES(w), h); */
    /*@ assert behind:  Behind(w->opening, NODES(w), h); */
    /*@ assert heads:   Heads(TW_SLOTS, h); */
    /*@ assert ordered: Ordered(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert rising:  Rising(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert lists:   Lists(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert placed:  Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    tw_hier_insert(w, tw_hier_node(id), slot) /*@ ghost (h) */;
}

/* Moves the first timer of the slot that is being opened down to where it belongs. */
/*@ requires wheel:    Wheel(w, h) && w->opening != TW_HIER_NONE;
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1],
             w->opening, h[0 .. NODES(w) - 1].slot, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  visited:  *visited == \old(*visited) + 1;
    ensures  same:     SameTimersBut{Pre, Post}(-1, w->deadlines, TW_SLOTS, NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static inline void tw_hier_cascade(struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_hier_visit(w, h, visited); */
    const tw_node node = tw_list_first(w->links, (tw_node)w->opening) /*@ ghost (LISTS) */;
    /*@ assert first: First(node, w->opening, TW_SLOTS, NODES(w), h); */
    const uint32_t slot = tw_slot(w->deadlines[tw_hier_id(node)], (uint32_t)w->now);
    /*@ assert lower: Lower(slot, w->opening); */
    /*@ assert least: \forall integer y; TW_SLOTS <= y < NODES(w) &&
            Lower(h[y].slot, w->opening) ==> h[y].rank < h[node].rank; */
    tw_hier_remove(w, node) /*@ ghost (h) */;
    tw_hier_insert(w, node, slot) /*@ ghost (h) */;
}

/* No slot is being opened: the first timer that is due now, or a list head. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  none:     \result < TW_SLOTS ==>
                           NoneDue(w->now, w->deadlines, TW_SLOTS, NODES(w), h);
    ensures  due:      \result >= TW_SLOTS ==> \result < NODES(w) && Active(\result, h) &&
                           w->deadlines[\result - TW_SLOTS] == w->now;
    ensures  first:    \result >= TW_SLOTS ==> \forall integer y; TW_SLOTS <= y < NODES(w) &&
                           Active(y, h) && w->deadlines[y - TW_SLOTS] == w->now &&
                           y != \result ==> h[\result].rank < h[y].rank; */
static tw_node tw_hier_due(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    return tw_list_first(w->links, (tw_node)(w->now % TW_RADIX)) /*@ ghost (LISTS) */;
}

/* Delivers a timer that is due now. */
/*@ requires wheel:    Wheel(w, h);
    requires node:     TW_SLOTS <= node < NODES(w) && Active(node, h);
    requires result:   \valid(id) &&
                       \separated(id, w, w->links + (0 .. NODES(w) - 1),
                                  w->deadlines + (0 .. w->capacity - 1), visited);
    requires count:    \valid(visited) && *visited < 0xFFFFFFFFFFFFFFFF &&
                       \separated(visited, w, h + (0 .. NODES(w) - 1));
    terminates \true; exits \false;
    assigns  w->links[0 .. NODES(w) - 1], w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1],
             w->opening, h[node].slot, *id, *visited;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity);
    ensures  id:       *id == node - TW_SLOTS;
    ensures  idle:     !Active(node, h);
    ensures  others:   SameTimersBut{Pre, Post}(node, w->deadlines, TW_SLOTS, NODES(w), h);
    ensures  due:      w->deadlines[node - TW_SLOTS] == \old(w->deadlines[node - TW_SLOTS]);
    ensures  rank:     h[node].rank == \old(h[node].rank);
    ensures  visited:  *visited == \old(*visited) + 1; */
static inline void tw_hier_deliver(struct tw_hier *w, tw_node node, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    /*@ ghost tw_hier_visit(w, h, visited); */
    tw_hier_remove(w, node) /*@ ghost (h) */;
    *id = tw_hier_id(node);
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
}

/* The occupied slot that opens next, or TW_SLOTS: on each level beyond now's digit;
   last, on the top level, from its start to now's digit, a turn away. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, TW_SLOTS, NODES(w), h);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    0 <= \result <= TW_SLOTS;
    ensures  none:     \result == TW_SLOTS <==> NoneActive(TW_SLOTS, NODES(w), h);
    ensures  some:     \result < TW_SLOTS ==> Reachable(\result, w->now) &&
                           w->links[\result].next != \result;
    ensures  first:    \result < TW_SLOTS ==> \forall integer y; TW_SLOTS <= y < NODES(w) &&
                           Active(y, h) && h[y].slot != \result ==>
                           turn(\result, w->now) < turn(h[y].slot, w->now);
    ensures  lowest:   \result < TW_SLOTS ==> \forall integer y; TW_SLOTS <= y < NODES(w) &&
                           Active(y, h) ==> !Lower(h[y].slot, \result); */
static uint32_t tw_hier_upcoming(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    /*@ assert members: \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
            w->links[h[y].slot].next != h[y].slot; */
    /*@ assert reachable: \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
            Reachable(h[y].slot, now); */
    /*@ loop invariant range:  0 <= level <= TW_LEVELS;
        loop invariant above:  \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
                                   h[y].slot >= TW_RADIX * level ||
                                   (level == TW_LEVELS &&
                                    3 * TW_RADIX <= h[y].slot <= 3 * TW_RADIX + digit(now, 3));
        loop assigns   level;
        loop variant   TW_LEVELS - level; */
    for (uint32_t level = 0u; level < TW_LEVELS; level++) {
        const uint32_t start = TW_RADIX * level;
        const uint32_t end = start + TW_RADIX;
        const uint32_t slot = tw_bitset_next(w->occupied, start + tw_digit(now, level) + 1u, end);
        if (slot < end) {
            return slot;
        }
    }
    const uint32_t top = TW_RADIX * (TW_LEVELS - 1u);
    const uint32_t turn = top + tw_digit(now, TW_LEVELS - 1u) + 1u;
    const uint32_t slot = tw_bitset_next(w->occupied, top, turn);
    return slot < turn ? slot : TW_SLOTS;
}

/* Lets the clock pass to a tick before any slot opens: nothing moves. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires until:    Tick(until);
    requires before:   \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
                           distance(w->now, until) <
                           distance(w->now, opening(w->deadlines[y - TW_SLOTS], w->now));
    terminates \true; exits \false;
    assigns  w->now;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == until && w->capacity == \old(w->capacity); */
static inline void tw_hier_pass(struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    w->now = until;
    /*@ assert memory:   Memory(w, h); */
    /*@ assert lists:    Lists(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert occupied: Occupied(&w->occupied[0], w->links); */
}

/* Moves the clock to where the slot that opens next does so, and opens it. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, TW_SLOTS, NODES(w), h);
    requires slot:     Reachable(slot, w->now) && w->links[slot].next != slot;
    requires first:    \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) &&
                           h[y].slot != slot ==> turn(slot, w->now) < turn(h[y].slot, w->now);
    requires lowest:   \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
                           !Lower(h[y].slot, slot);
    terminates \true; exits \false;
    assigns  w->now, w->opening;
    ensures  wheel:    Wheel(w, h);
    ensures  clock:    w->now == opens(slot, \old(w->now)) && w->capacity == \old(w->capacity); */
static inline void tw_hier_open(struct tw_hier *w, uint32_t slot)
/*@ ghost (struct tw_history \ghost *h) */
{
    w->now = tw_opens(slot, (uint32_t)w->now);
    w->opening = slot < TW_RADIX ? TW_HIER_NONE : (uint16_t)slot;
    /*@ assert memory:   Memory(w, h); */
    /*@ assert lists:    Lists(w->links, TW_SLOTS, NODES(w), h); */
    /*@ assert placed:   Placed(w->deadlines, w->now, w->opening, NODES(w), h); */
    /*@ assert opening:  Opening(w->links, w->now, w->opening); */
    /*@ assert behind:   Behind(w->opening, NODES(w), h); */
    /*@ assert occupied: Occupied(&w->occupied[0], w->links); */
}

/* Nothing is due: runs the clock to where the next slot opens, but not beyond until. */
/*@ requires wheel:    Wheel(w, h) && w->opening == TW_HIER_NONE;
    requires none_due: NoneDue(w->now, w->deadlines, TW_SLOTS, NODES(w), h);
    requires until:    Tick(until) && until != w->now;
    terminates \true; exits \false;
    assigns  w->now, w->opening;
    ensures  wheel:    Wheel(w, h);
    ensures  on_time:  NeverLate(\old(w->now), w->now, w->deadlines, TW_SLOTS, NODES(w), h);
    ensures  bounded:  distance(\old(w->now), w->now) <= distance(\old(w->now), until);
    ensures  moved:    w->now != \old(w->now);
    ensures  timers:   w->capacity == \old(w->capacity); */
static inline void tw_hier_run(struct tw_hier *w, uint32_t until)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t slot = tw_hier_upcoming(w) /*@ ghost (h) */;
    /*@ assert in_time: slot < TW_SLOTS ==> NeverLate(w->now, opens(slot, w->now), w->deadlines,
                                                      TW_SLOTS, NODES(w), h); */
    if (slot == TW_SLOTS || tw_distance(now, until) < tw_distance(now, tw_opens(slot, now))) {
        tw_hier_pass(w, until) /*@ ghost (h) */;
    } else {
        tw_hier_open(w, slot) /*@ ghost (h) */;
    }
}

enum tw_status tw_hier_init(struct tw_hier *w, struct tw_link *links, uint32_t *deadlines,
                            uint32_t capacity, uint32_t now)
/*@ ghost (struct tw_history \ghost *h) */
{
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) {
        return TW_BAD_CAPACITY;
    }
    w->links = links;
    w->deadlines = deadlines;
    w->now = tw_tick(now);
    w->capacity = capacity;
    w->opening = TW_HIER_NONE;
    tw_bitset_reset(w->occupied, TW_SLOTS);
    tw_list_reset(links, tw_hier_node(capacity)) /*@ ghost (h, TW_SLOTS) */;
    return TW_OK;
}

enum tw_status tw_hier_start(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    if (tw_list_is_linked(w->links, tw_hier_node(id)) /*@ ghost (LISTS) */) {
        return TW_NOT_IDLE;
    }
    tw_hier_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hier_stop(struct tw_hier *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_list_is_linked(w->links, tw_hier_node(id)) /*@ ghost (LISTS) */) {
        return TW_NOT_ACTIVE;
    }
    tw_hier_remove(w, tw_hier_node(id)) /*@ ghost (h) */;
    return TW_OK;
}

enum tw_status tw_hier_restart(struct tw_hier *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, int64_t rank) */
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    if (tw_list_is_linked(w->links, tw_hier_node(id)) /*@ ghost (LISTS) */) {
        tw_hier_remove(w, tw_hier_node(id)) /*@ ghost (h) */;
    }
    tw_hier_schedule(w, id, delay) /*@ ghost (h, rank) */;
    return TW_OK;
}

enum tw_status tw_hier_advance(struct tw_hier *w, uint32_t until, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const uint32_t target = tw_tick(until);
    if (tw_distance((uint32_t)w->now, target) >= TW_PERIOD / 2) {
        return TW_BAD_CLOCK;
    }
    uint32_t left = budget;
    /*@ loop invariant wheel:    Wheel(w, h);
        loop invariant timers:   w->capacity == \at(w->capacity, Pre);
        loop invariant same:     SameTimersBut{Pre, Here}(-1, w->deadlines, TW_SLOTS, NODES(w), h);
        loop invariant on_time:  NeverLate(\at(w->now, Pre), w->now, w->deadlines, TW_SLOTS,
                                           NODES(w), h);
        loop invariant bounded:  distance(\at(w->now, Pre), w->now) <=
                                     distance(\at(w->now, Pre), target);
        loop invariant visited:  *visited + left == budget;
        loop invariant counted:  *visited <= 0xFFFFFFFF;
        loop invariant count:    \separated(visited, w, h + (0 .. NODES(w) - 1));
        loop assigns   left, w->now, w->opening, w->occupied[0 .. TW_BITSET_WORDS(TW_SLOTS) - 1],
                       w->links[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot, *visited;
        loop variant   distance(w->now, target) + left; */
    for (;;) {
        if (w->opening != TW_HIER_NONE) {
            if (left == 0u) {
                return TW_BUSY;
            }
            left--;
            tw_hier_cascade(w) /*@ ghost (h, visited) */;
            /*@ assert on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, TW_SLOTS,
                                          NODES(w), h); */
            continue;
        }
        const tw_node due = tw_hier_due(w) /*@ ghost (h) */;
        if (due >= TW_SLOTS) {
            tw_hier_deliver(w, due, id) /*@ ghost (h, visited) */;
            return TW_EXPIRED;
        }
        if (w->now == target) {
            return TW_OK;
        }
        /*@ assert ticks: \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
                Tick(w->deadlines[y - TW_SLOTS]); */
        tw_hier_run(w, target) /*@ ghost (h) */;
        /*@ assert on_time: NeverLate(\at(w->now, Pre), w->now, w->deadlines, TW_SLOTS,
                                      NODES(w), h); */
    }
}

bool tw_hier_next(const struct tw_hier *w, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    const uint32_t now = (uint32_t)w->now;
    /*@ assert opening: w->opening != TW_HIER_NONE ==>
            TW_SLOTS <= w->links[w->opening].next < NODES(w) &&
            Active(w->links[w->opening].next, h); */
    if (w->opening != TW_HIER_NONE || tw_hier_due(w) /*@ ghost (h) */ >= TW_SLOTS) {
        /*@ assert work: HasWork(w, h); */
        *ticks = 0u;
        /*@ assert still: HasWork(w, h); */
        return true;
    }
    const uint32_t slot = tw_hier_upcoming(w) /*@ ghost (h) */;
    if (slot == TW_SLOTS) {
        return false;
    }
    *ticks = tw_distance(now, tw_opens(slot, now));
    /*@ assert later: *ticks != 0; */
    /*@ assert idle: !HasWork(w, h); */
    return true;
}

uint32_t tw_hier_now(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    return (uint32_t)w->now;
}

bool tw_hier_is_active(const struct tw_hier *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h) */
{
    return id < w->capacity && tw_list_is_linked(w->links, tw_hier_node(id)) /*@ ghost (LISTS) */;
}

enum tw_status tw_hier_remaining(const struct tw_hier *w, uint32_t id, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h) */
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_list_is_linked(w->links, tw_hier_node(id)) /*@ ghost (LISTS) */) {
        return TW_NOT_ACTIVE;
    }
    *ticks = tw_distance((uint32_t)w->now, w->deadlines[id]);
    return TW_OK;
}

bool tw_hier_is_empty(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    /*@ assert members: \forall integer y; TW_SLOTS <= y < NODES(w) && Active(y, h) ==>
            w->links[h[y].slot].next != h[y].slot; */
    return tw_bitset_next(w->occupied, 0u, TW_SLOTS) == TW_SLOTS;
}

/* Audit: is this a deadline that belongs in this slot? */
/*@ requires memory:     AuditMemory(w);
    requires clock:      Tick(w->now);
    requires slot:       slot < TW_SLOTS;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  belongs:    \result <==>
                             Tick(deadline) && Belongs(deadline, slot, w->now, w->opening); */
static bool tw_hier_audit_timer(const struct tw_hier *w, uint64_t deadline, uint32_t slot)
{
    if (deadline >= TW_PERIOD) {
        return false;
    }
    const uint32_t place = tw_slot((uint32_t)deadline, (uint32_t)w->now);
    return place == slot || (slot == w->opening && place / TW_RADIX < slot / TW_RADIX);
}

/* Audit: walks a slot. Returns how many of the *left* timers are not in it, or -1. */
/*@ requires memory:     AuditMemory(w) && 1 <= w->capacity <= TW_CAPACITY_MAX;
    requires clock:      Tick(w->now);
    requires links:      Linked(w->links, NODES(w), NODES(w));
    requires slot:       slot < TW_SLOTS && 0 <= left <= w->capacity;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:      -1 <= \result <= left;
    ensures  occupied:   \result >= 0 ==>
                             (Bit(&w->occupied[0], slot) <==> w->links[slot].next != slot); */
static int64_t tw_hier_audit_slot(const struct tw_hier *w, uint32_t slot, int64_t left)
{
    const bool occupied = w->links[slot].next != (tw_node)slot;
    if (tw_bitset_test(w->occupied, slot) != occupied) {
        return -1;
    }
    int64_t others = left;
    /*@ loop invariant range:  0 <= others <= left && 0 <= node < NODES(w);
        loop assigns   node, others;
        loop variant   others; */
    for (tw_node node = w->links[slot].next; node != (tw_node)slot; node = w->links[node].next) {
        if (others == 0 || node < TW_SLOTS) {
            return -1;
        }
        if (!tw_hier_audit_timer(w, w->deadlines[tw_hier_id(node)], slot)) {
            return -1;
        }
        others--;
    }
    return others;
}

/* Audit: clock and opening slot. */
/*@ requires memory:     AuditMemory(w);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  clock:      \result ==> Tick(w->now);
    ensures  opening:    \result ==> w->opening == TW_HIER_NONE ||
                             (TW_RADIX <= w->opening < TW_SLOTS &&
                              opens(w->opening, w->now) == w->now &&
                              Bit(&w->occupied[0], w->opening)); */
static bool tw_hier_audit_clock(const struct tw_hier *w)
{
    if (w->now >= TW_PERIOD || w->opening >= TW_SLOTS) {
        return false;
    }
    if (w->opening == TW_HIER_NONE) {
        return true;
    }
    return w->opening >= TW_RADIX && tw_bitset_test(w->occupied, w->opening) &&
           tw_opens(w->opening, (uint32_t)w->now) == w->now;
}

bool tw_hier_audit(const struct tw_hier *w)
{
    if (w->capacity == 0u || w->capacity > TW_CAPACITY_MAX || !tw_hier_audit_clock(w)) {
        return false;
    }
    const tw_node size = tw_hier_node((uint32_t)w->capacity);
    int64_t left = tw_list_audit(w->links, TW_SLOTS, size);
    /*@ loop invariant range:     0 <= slot <= TW_SLOTS && -1 <= left <= w->capacity;
        loop invariant links:     left >= 0 ==> Linked(w->links, NODES(w), NODES(w));
        loop invariant occupied:  left >= 0 ==> \forall integer s; 0 <= s < slot ==>
                                      (Bit(&w->occupied[0], s) <==> w->links[s].next != s);
        loop assigns   slot, left;
        loop variant   TW_SLOTS - slot; */
    for (uint32_t slot = 0u; slot < TW_SLOTS && left >= 0; slot++) {
        left = tw_hier_audit_slot(w, slot, left);
    }
    return left == 0;
}
