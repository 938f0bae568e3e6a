/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "oracle.h"

/* Ticks to the deadline of entry i. */
/*@ requires memory:   \valid_read(w) && \valid_read(w->order + i);
    requires entry:    0 <= w->order[i] && \valid_read(w->deadlines + w->order[i]);
    requires ticks:    Tick(w->now) && Tick(w->deadlines[w->order[i]]);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  left:     \result == distance(w->now, w->deadlines[w->order[i]]); */
static uint32_t tw_oracle_left(const struct tw_oracle *w, uint64_t i)
{
    return tw_distance((uint32_t)w->now, w->deadlines[w->order[i]]);
}

/* The first entry of a timer, or count: the timer is idle. */
/*@ requires memory:   \valid_read(order + (0 .. count - 1));
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    0 <= \result <= count;
    ensures  found:    \result < count ==> order[\result] == id;
    ensures  first:    \forall integer j; 0 <= j < \result ==> order[j] != id; */
static uint64_t tw_oracle_find(const tw_node *order, uint64_t count, uint32_t id)
{
    uint64_t i = 0u;
    /*@ loop invariant range:  0 <= i <= count;
        loop invariant others: \forall integer j; 0 <= j < i ==> order[j] != id;
        loop assigns   i;
        loop variant   count - i; */
    while (i < count && order[i] != (int64_t)id) {
        i++;
    }
    return i;
}

/* The entry before which a timer of this delay belongs: behind all that are due earlier or at
   the same tick. */
/*@ requires wheel:    Wheel(w, h, at);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  range:    0 <= \result <= w->count;
    ensures  before:   \forall integer j; 0 <= j < \result ==>
                           distance(w->now, w->deadlines[w->order[j]]) <= delay;
    ensures  behind:   \forall integer j; \result <= j < w->count ==>
                           delay < distance(w->now, w->deadlines[w->order[j]]); */
static uint64_t tw_oracle_place(const struct tw_oracle *w, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    uint64_t i = 0u;
    /*@ loop invariant range:  0 <= i <= w->count;
        loop invariant before: \forall integer j; 0 <= j < i ==>
                                   distance(w->now, w->deadlines[w->order[j]]) <= delay;
        loop assigns   i;
        loop variant   w->count - i; */
    while (i < w->count && tw_oracle_left(w, i) <= delay) {
        i++;
    }
    /*@ assert sorted: \forall integer j; i < j < w->count ==>
            Before(w->order[i], w->order[j], w->deadlines, w->now, h); */
    return i;
}

/* Ticks to the earliest deadline, that of the first entry. */
/*@ requires wheel:    Wheel(w, h, at);
    requires some:     w->count > 0;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  first:    \result == distance(w->now, w->deadlines[w->order[0]]);
    ensures  least:    \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
                           \result <= distance(w->now, w->deadlines[y - HEADS]);
    ensures  oldest:   \forall integer y; HEADS <= y < NODES(w) && Active(y, h) &&
                           w->deadlines[y - HEADS] == w->deadlines[w->order[0]] &&
                           y != w->order[0] ==> h[w->order[0]].rank < h[y].rank; */
static uint32_t tw_oracle_soonest(const struct tw_oracle *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    /*@ assert sorted: \forall integer j; 0 < j < w->count ==>
            Before(w->order[0], w->order[j], w->deadlines, w->now, h); */
    /*@ assert found:  \forall integer y; 0 <= y < NODES(w) && Active(y, h) ==>
            0 <= at[y] < w->count && w->order[at[y]] == y; */
    return tw_oracle_left(w, 0u);
}

/* Enters a timer at i: shifts the entries from there on up. */
/*@ requires memory:   \valid(order + (0 .. size - 1)) && \valid(at + (0 .. size - 1)) &&
                       \separated(order + (0 .. size - 1), at + (0 .. size - 1));
    requires entry:    i <= count < size <= TW_CAPACITY_MAX;
    requires timer:    0 <= id < size && at[id] == count;
    requires indexed:  Indexed(order, at, count, size);
    requires found:    Found(order, at, count, size) && Apart(at, count, size);
    terminates \true; exits \false;
    assigns  order[0 .. size - 1], at[0 .. size - 1];
    ensures  with:     With{Pre, Post}(order, count, i, id);
    ensures  indexed:  Indexed(order, at, count + 1, size);
    ensures  moved:    \forall integer y; 0 <= y < size && \old(at[y]) < count ==>
                           at[y] == (\old(at[y]) < i ? \old(at[y]) : \old(at[y]) + 1);
    ensures  found:    Found(order, at, count + 1, size);
    ensures  apart:    Apart(at, count + 1, size);
    ensures  idle:     \forall integer y; 0 <= y < size && \old(at[y]) > count ==>
                           at[y] == \old(at[y]); */
static void tw_oracle_insert(tw_node *order, uint64_t count, uint64_t i, tw_node id)
/*@ ghost (uint64_t \ghost *at, uint64_t size) */
{
    /*@ assert only:   \forall integer y; 0 <= y < size && at[y] == count ==> y == id; */
    /*@ loop invariant range:  i <= k <= count;
        loop invariant below:  \forall integer j; 0 <= j <= k && j < count ==>
                                   order[j] == \at(order[j], Pre);
        loop invariant above:  \forall integer j; k < j <= count ==>
                                   order[j] == \at(order[j - 1], Pre);
        loop invariant early:  \forall integer j; 0 <= j < k ==> at[\at(order[j], Pre)] == j;
        loop invariant late:   \forall integer j; k <= j < count ==>
                                   at[\at(order[j], Pre)] == j + 1;
        loop invariant idle:   \forall integer y; 0 <= y < size && \at(at[y], Pre) >= count ==>
                                   at[y] == \at(at[y], Pre);
        loop assigns   k, order[0 .. size - 1], at[0 .. size - 1];
        loop variant   k; */
    for (uint64_t k = count; k > i; k--) {
        order[k] = order[k - 1u];
        /*@ ghost at[order[k]] = k; */
    }
    order[i] = id;
    /*@ ghost at[id] = i; */
    /*@ assert early:  \forall integer y; 0 <= y < size && \at(at[y], Pre) < i ==>
            at[y] == \at(at[y], Pre) && order[at[y]] == y; */
    /*@ assert late:   \forall integer y; 0 <= y < size && i <= \at(at[y], Pre) < count ==>
            at[y] == \at(at[y], Pre) + 1 && order[at[y]] == y; */
    /*@ assert timer:  at[id] == i && order[i] == id; */
    /*@ assert idle:   \forall integer y; 0 <= y < size && at[y] > count ==>
            at[y] == \at(at[y], Pre); */
}

/* Takes entry i out: shifts the entries behind it down. */
/*@ requires memory:   \valid(order + (0 .. size - 1)) && \valid(at + (0 .. size - 1)) &&
                       \separated(order + (0 .. size - 1), at + (0 .. size - 1));
    requires entry:    i < count <= size <= TW_CAPACITY_MAX;
    requires indexed:  Indexed(order, at, count, size);
    requires found:    Found(order, at, count, size) && Apart(at, count, size);
    terminates \true; exits \false;
    assigns  order[0 .. size - 1], at[0 .. size - 1];
    ensures  without:  Without{Pre, Post}(order, count, i);
    ensures  indexed:  Indexed(order, at, count - 1, size);
    ensures  early:    \forall integer y; 0 <= y < size && \old(at[y]) < i ==>
                           at[y] == \old(at[y]);
    ensures  late:     \forall integer y; 0 <= y < size && i < \old(at[y]) < count ==>
                           at[y] == \old(at[y]) - 1;
    ensures  free:     at[\old(order[i])] == count - 1;
    ensures  found:    Found(order, at, count - 1, size);
    ensures  apart:    Apart(at, count - 1, size);
    ensures  idle:     \forall integer y; 0 <= y < size && \old(at[y]) >= count ==>
                           at[y] == \old(at[y]); */
static void tw_oracle_delete(tw_node *order, uint64_t count, uint64_t i)
/*@ ghost (uint64_t \ghost *at, uint64_t size) */
{
    /*@ assert once:   \forall integer j; 0 <= j < count && j != i ==> order[j] != order[i]; */
    /*@ assert only:   \forall integer y; 0 <= y < size && at[y] == i ==> y == order[i]; */
    /*@ ghost at[order[i]] = count - 1u; */
    /*@ loop invariant range:  i < k <= count;
        loop invariant low:    \forall integer j; 0 <= j < i ==> order[j] == \at(order[j], Pre);
        loop invariant down:   \forall integer j; i <= j < k - 1 ==>
                                   order[j] == \at(order[j + 1], Pre);
        loop invariant high:   \forall integer j; k <= j < count ==>
                                   order[j] == \at(order[j], Pre);
        loop invariant early:  \forall integer j; 0 <= j < i ==> at[\at(order[j], Pre)] == j;
        loop invariant moved:  \forall integer j; i < j < k ==> at[\at(order[j], Pre)] == j - 1;
        loop invariant late:   \forall integer j; k <= j < count ==> at[\at(order[j], Pre)] == j;
        loop invariant free:   at[\at(order[i], Pre)] == count - 1;
        loop invariant idle:   \forall integer y; 0 <= y < size && \at(at[y], Pre) >= count ==>
                                   at[y] == \at(at[y], Pre);
        loop assigns   k, order[0 .. size - 1], at[0 .. size - 1];
        loop variant   count - k; */
    for (uint64_t k = i + 1u; k < count; k++) {
        order[k - 1u] = order[k];
        /*@ ghost at[order[k]] = k - 1u; */
    }
    /*@ assert early:  \forall integer y; 0 <= y < size && \at(at[y], Pre) < i ==>
            at[y] == \at(at[y], Pre) && order[at[y]] == y; */
    /*@ assert late:   \forall integer y; 0 <= y < size && i < \at(at[y], Pre) < count ==>
            at[y] == \at(at[y], Pre) - 1 && order[at[y]] == y; */
    /*@ assert kept:   \forall integer y; 0 <= y < size && at[y] >= count - 1 ==>
            y == \at(order[i], Pre) || at[y] == \at(at[y], Pre) >= count; */
}

/* Starts an idle timer. */
/*@ requires wheel:    Wheel(w, h, at);
    requires timer:    id < w->capacity && !Active(HEADS + id, h);
    requires delay:    1 <= delay < TW_PERIOD;
    requires rank:     NewerThanAll(rank, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->deadlines[id], w->count, h[HEADS + id],
             at[0 .. NODES(w) - 1];
    ensures  wheel:    Wheel(w, h, at);
    ensures  deadline: w->deadlines[id] == after(w->now, delay);
    ensures  active:   Active(HEADS + id, h);
    ensures  rank:     h[HEADS + id].rank == rank;
    ensures  others:   SameTimersBut{Pre, Post}(HEADS + id, w->deadlines, HEADS, NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static void tw_oracle_schedule(struct tw_oracle *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */
{
    const uint64_t i = tw_oracle_place(w, delay) /*@ ghost (h, at) */;
    w->deadlines[id] = tw_after((uint32_t)w->now, delay);
    /*@ ghost h[id].rank = rank;
              h[id].slot = 0; */
    /*@ assert entries:  \forall integer j; 0 <= j < w->count ==>
            w->order[j] != id && Active{Pre}(w->order[j], h); */
    /*@ assert started:  \forall integer y; 0 <= y < NODES(w) ==>
            (Active(y, h) <==> y == id || at[y] < w->count); */
    /*@ assert fresh:    Fresh{Pre}(rank, HEADS, NODES(w), h); */
    /*@ assert others:   \forall integer y; 0 <= y < NODES(w) && y != id ==>
            h[y].slot == \at(h[y].slot, Pre) && h[y].rank == \at(h[y].rank, Pre); */
    /*@ assert ranked:   Ranked(HEADS, NODES(w), h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
    /*@ assert same:     SameEntries{Pre, Here}(w->order, w->count, w->deadlines, h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    /*@ assert before:   \forall integer j; 0 <= j < i ==>
            Before(w->order[j], id, w->deadlines, w->now, h); */
    /*@ assert behind:   \forall integer j; i <= j < w->count ==>
            Before(id, w->order[j], w->deadlines, w->now, h); */
    /*@ ghost tw_oracle_reserve(at, w->count, w->capacity, (tw_node)id); */
    /*@ assert scalars:  w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre) &&
                         w->count == \at(w->count, Pre); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert found:    Found(w->order, at, w->count, NODES(w)); */
    /*@ assert idle:     \forall integer y; 0 <= y < NODES(w) && \at(at[y], Pre) >= w->count &&
            y != id ==> w->count < at[y] < NODES(w); */
    tw_oracle_insert(w->order, w->count, i, (tw_node)id) /*@ ghost (at, w->capacity) */;
    /*@ assert scalars:  w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre) &&
                         w->count == \at(w->count, Pre); */
    /*@ assert moved:    \forall integer y; 0 <= y < NODES(w) && \at(at[y], Pre) < w->count ==>
            at[y] == (\at(at[y], Pre) < i ? \at(at[y], Pre) : \at(at[y], Pre) + 1); */
    /*@ assert idle:     \forall integer y; 0 <= y < NODES(w) && \at(at[y], Pre) >= w->count &&
            y != id ==> w->count < at[y] < NODES(w); */
    /*@ assert with:     With{Pre, Here}(w->order, w->count, i, id); */
    /*@ assert still:    StillSorted{Pre, Here}(w->order, w->count, w->deadlines, w->now, h); */
    /*@ assert before:   \forall integer j; 0 <= j < i ==>
            Before(\at(w->order[j], Pre), id, w->deadlines, w->now, h); */
    /*@ assert behind:   \forall integer j; i <= j < w->count ==>
            Before(id, \at(w->order[j], Pre), w->deadlines, w->now, h); */
    /*@ assert sorted:   Sorted(w->order, w->count + 1, w->deadlines, w->now, h); */
    w->count++;
    /*@ assert scalars:  w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre) &&
                         w->count == \at(w->count, Pre) + 1; */
    /*@ assert memory:   Memory(w, h, at); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert found:    Found(w->order, at, w->count, NODES(w)); */
    /*@ assert apart:    Apart(at, w->count, NODES(w)); */
    /*@ assert listed:   Listed(at, w->count, NODES(w), h); */
}

/* Stops the timer of entry i. */
/*@ requires wheel:    Wheel(w, h, at);
    requires entry:    i < w->count;
    terminates \true; exits \false;
    assigns  w->order[0 .. w->capacity - 1], w->count, h[w->order[i]].slot,
             at[0 .. NODES(w) - 1];
    ensures  wheel:    Wheel(w, h, at);
    ensures  idle:     !Active(\old(w->order[i]), h);
    ensures  others:   SameTimersBut{Pre, Post}(\old(w->order[i]), w->deadlines, HEADS,
                                                NODES(w), h);
    ensures  same:     SameActive{Pre, Post}(HEADS, NODES(w), h);
    ensures  clock:    w->now == \old(w->now) && w->capacity == \old(w->capacity); */
static void tw_oracle_remove(struct tw_oracle *w, uint64_t i)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    /*@ ghost h[w->order[i]].slot = NO_SLOT; */
    /*@ assert stopped:  \forall integer y; 0 <= y < NODES(w) ==>
            (Active(y, h) <==> \at(at[y], Pre) < w->count && \at(at[y], Pre) != i); */
    /*@ assert same:     SameActive{Pre, Here}(HEADS, NODES(w), h); */
    /*@ assert ranked:   Ranked(HEADS, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    tw_oracle_delete(w->order, w->count, i) /*@ ghost (at, w->capacity) */;
    /*@ assert scalars:  w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre) &&
                         w->count == \at(w->count, Pre); */
    /*@ assert listed:   Listed(at, w->count - 1, NODES(w), h); */
    /*@ assert still:    StillSorted{Pre, Here}(w->order, w->count, w->deadlines, w->now, h); */
    /*@ assert sorted:   Sorted(w->order, w->count - 1, w->deadlines, w->now, h); */
    w->count--;
    /*@ assert scalars:  w->now == \at(w->now, Pre) && w->capacity == \at(w->capacity, Pre) &&
                         w->count == \at(w->count, Pre) - 1; */
    /*@ assert memory:   Memory(w, h, at); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert found:    Found(w->order, at, w->count, NODES(w)); */
    /*@ assert apart:    Apart(at, w->count, NODES(w)); */
    /*@ assert listed:   Listed(at, w->count, NODES(w), h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
}

/* Moves the clock to a tick, not beyond any deadline. */
/*@ requires wheel:    Wheel(w, h, at);
    requires tick:     Tick(tick);
    requires on_time:  NeverLate(w->now, tick, w->deadlines, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->now;
    ensures  wheel:    Wheel(w, h, at);
    ensures  clock:    w->now == tick && w->capacity == \old(w->capacity) &&
                       w->count == \old(w->count); */
static void tw_oracle_pass(struct tw_oracle *w, uint32_t tick)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    /*@ assert entries:  \forall integer i; 0 <= i < w->count ==> Active(w->order[i], h); */
    w->now = tick;
    /*@ assert scalars:  w->capacity == \at(w->capacity, Pre) && w->count == \at(w->count, Pre); */
    /*@ assert earlier:  Sorted(w->order, w->count, w->deadlines, \at(w->now, Pre), h); */
    /*@ assert nearer:   \forall integer i; 0 <= i < w->count ==>
            distance(tick, w->deadlines[w->order[i]]) ==
            distance(\at(w->now, Pre), w->deadlines[w->order[i]]) -
            distance(\at(w->now, Pre), tick); */
    /*@ assert memory:   Memory(w, h, at); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert found:    Found(w->order, at, w->count, NODES(w)); */
    /*@ assert apart:    Apart(at, w->count, NODES(w)); */
    /*@ assert listed:   Listed(at, w->count, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
}

enum tw_status tw_oracle_init(struct tw_oracle *w, tw_node *order, uint32_t *deadlines,
                              uint32_t capacity, uint32_t now)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) { return TW_BAD_CAPACITY; }
    w->order = order;
    w->deadlines = deadlines;
    w->now = tw_tick(now);
    w->capacity = capacity;
    w->count = 0u;
    /*@ ghost tw_oracle_forget(h, at, capacity); */
    /*@ assert memory:   Memory(w, h, at) && Tick(w->now); */
    /*@ assert entries:  Indexed(w->order, at, w->count, NODES(w)) &&
            Found(w->order, at, w->count, NODES(w)) &&
            Apart(at, w->count, NODES(w)) && Listed(at, w->count, NODES(w), h); */
    /*@ assert timers:   Ranked(HEADS, NODES(w), h) && Ticks(w->deadlines, NODES(w), h); */
    return TW_OK;
}

enum tw_status tw_oracle_start(struct tw_oracle *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    if (tw_oracle_find(w->order, w->count, id) < w->count) { return TW_NOT_IDLE; }
    tw_oracle_schedule(w, id, delay) /*@ ghost (h, at, rank) */;
    return TW_OK;
}

enum tw_status tw_oracle_start_at(struct tw_oracle *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */
{
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    if (tw_oracle_find(w->order, w->count, id) < w->count) { return TW_NOT_IDLE; }
    tw_oracle_schedule(w, id, delay) /*@ ghost (h, at, rank) */;
    return TW_OK;
}

enum tw_status tw_oracle_stop(struct tw_oracle *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    const uint64_t i = tw_oracle_find(w->order, w->count, id);
    /*@ assert active:   i < w->count <==> Active(HEADS + id, h); */
    if (i == w->count) { return TW_NOT_ACTIVE; }
    tw_oracle_remove(w, i) /*@ ghost (h, at) */;
    return TW_OK;
}

enum tw_status tw_oracle_restart(struct tw_oracle *w, uint32_t id, uint32_t delay)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (delay == 0u || delay > TW_TICK_MAX) { return TW_BAD_DELAY; }
    const uint64_t i = tw_oracle_find(w->order, w->count, id);
    /*@ assert active:   i < w->count <==> Active(HEADS + id, h); */
    if (i < w->count) { tw_oracle_remove(w, i) /*@ ghost (h, at) */; }
    /*@ assert timers:   w->capacity == \at(w->capacity, Pre); */
    tw_oracle_schedule(w, id, delay) /*@ ghost (h, at, rank) */;
    return TW_OK;
}

enum tw_status tw_oracle_restart_at(struct tw_oracle *w, uint32_t id, uint32_t deadline)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at, int64_t rank) */
{
    const uint32_t delay = tw_distance((uint32_t)w->now, tw_tick(deadline));
    if (id >= w->capacity) { return TW_BAD_ID; }
    if (tw_gone(delay)) { return TW_DUE; }
    if (delay > TW_STRIDE_MAX) { return TW_BAD_DELAY; }
    return tw_oracle_restart(w, id, delay) /*@ ghost (h, at, rank) */;
}

enum tw_status tw_oracle_advance(struct tw_oracle *w, uint32_t until, uint32_t budget, uint32_t *id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    const uint32_t target = tw_tick(until);
    const uint32_t ahead = tw_distance((uint32_t)w->now, target);
    (void)budget;
    if (w->count != 0u && ahead > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    if (w->count == 0u || tw_oracle_soonest(w) /*@ ghost (h, at) */ > ahead) {
        /*@ assert none:  w->count == 0 ==> NoneActive(HEADS, NODES(w), h); */
        tw_oracle_pass(w, target) /*@ ghost (h, at) */;
        /*@ assert empty: w->count == 0 ==> NoneActive(HEADS, NODES(w), h); */
        /*@ assert idle:  w->count == 0 ==> !HasWork(w, h); */
        return TW_OK;
    }
    *id = (uint32_t)w->order[0];
    /*@ assert same:     \forall integer y; 0 <= y < NODES(w) ==>
            w->deadlines[y] == \at(w->deadlines[y], Pre); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert entries:  SameEntries{Pre, Here}(w->order, w->count, w->deadlines, h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    /*@ assert wheel:    Wheel(w, h, at); */
    tw_oracle_pass(w, w->deadlines[*id]) /*@ ghost (h, at) */;
    tw_oracle_remove(w, 0u) /*@ ghost (h, at) */;
    return TW_EXPIRED;
}

enum tw_status tw_oracle_next(const struct tw_oracle *w, uint32_t counter, uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    if (w->count == 0u) {
        *ticks = tw_rest(TW_SLEEP_MAX, lag);
        return TW_NOT_ACTIVE;
    }
    /*@ assert first:    0 <= w->order[0] < NODES(w) && Active(w->order[0], h); */
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    const uint32_t ahead = tw_oracle_soonest(w) /*@ ghost (h, at) */;
    /*@ assert work:     ahead == 0 ==> w->deadlines[w->order[0]] == w->now; */
    /*@ assert idle:     ahead != 0 ==> NoneDue(w->now, w->deadlines, HEADS, NODES(w), h); */
    *ticks = tw_rest(tw_stride(ahead), lag);
    /*@ assert same:     \forall integer y; 0 <= y < NODES(w) ==>
            w->deadlines[y] == \at(w->deadlines[y], Pre); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert entries:  SameEntries{Pre, Here}(w->order, w->count, w->deadlines, h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    return TW_OK;
}

enum tw_status tw_oracle_earliest(const struct tw_oracle *w, uint32_t counter, uint32_t *id,
                                  uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    if (w->count == 0u) { return TW_NOT_ACTIVE; }
    /*@ assert first:    0 <= w->order[0] < NODES(w) && Active(w->order[0], h); */
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    const uint32_t left = tw_oracle_soonest(w) /*@ ghost (h, at) */;
    *id = (uint32_t)w->order[0];
    *ticks = tw_rest(left, lag);
    /*@ assert earliest: Earliest(HEADS + *id, w->now, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert same:     \forall integer y; 0 <= y < NODES(w) ==>
            w->deadlines[y] == \at(w->deadlines[y], Pre); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert entries:  SameEntries{Pre, Here}(w->order, w->count, w->deadlines, h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    return TW_OK;
}

uint32_t tw_oracle_now(const struct tw_oracle *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    return (uint32_t)w->now;
}

bool tw_oracle_is_active(const struct tw_oracle *w, uint32_t id)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    return id < w->capacity && tw_oracle_find(w->order, w->count, id) < w->count;
}

enum tw_status tw_oracle_remaining(const struct tw_oracle *w, uint32_t id, uint32_t counter,
                                   uint32_t *ticks)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    if (id >= w->capacity) { return TW_BAD_ID; }
    const uint64_t i = tw_oracle_find(w->order, w->count, id);
    /*@ assert active:   i < w->count <==> Active(HEADS + id, h); */
    if (i == w->count) { return TW_NOT_ACTIVE; }
    /*@ assert entry:    w->order[i] == id; */
    const uint32_t lag = tw_lag((uint32_t)w->now, counter);
    if (lag > TW_STRIDE_MAX) { return TW_BAD_CLOCK; }
    *ticks = tw_rest(tw_oracle_left(w, i), lag);
    /*@ assert left:     *ticks == rest(distance(w->now, \at(w->deadlines[id], Pre)), lag); */
    /*@ assert same:     \forall integer y; 0 <= y < NODES(w) ==>
            w->deadlines[y] == \at(w->deadlines[y], Pre); */
    /*@ assert kept:     w->deadlines[id] == \at(w->deadlines[id], Pre); */
    /*@ assert left:     *ticks == rest(distance(w->now, w->deadlines[id]), lag); */
    /*@ assert indexed:  Indexed(w->order, at, w->count, NODES(w)); */
    /*@ assert entries:  SameEntries{Pre, Here}(w->order, w->count, w->deadlines, h); */
    /*@ assert ticks:    Ticks(w->deadlines, NODES(w), h); */
    /*@ assert sorted:   Sorted(w->order, w->count, w->deadlines, w->now, h); */
    return TW_OK;
}

bool tw_oracle_is_empty(const struct tw_oracle *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    return w->count == 0u;
}

/* Audit: is this a deadline, and no fewer than `least` ticks ahead? */
/*@ requires clock:    Tick(now);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  ahead:    \result <==> Tick(deadline) && least <= distance(now, deadline); */
static bool tw_oracle_audit_deadline(uint64_t deadline, uint32_t now, uint32_t least)
{
    return deadline < TW_PERIOD && tw_distance(now, (uint32_t)deadline) >= least;
}

/* Audit: is entry i a timer's only one so far, and in its place? */
/*@ requires memory:   AuditMemory(w) && 1 <= w->capacity <= TW_CAPACITY_MAX;
    requires clock:    Tick(w->now) && w->count <= w->capacity;
    requires entry:    i < w->count;
    requires entries:  \forall integer j; 0 <= j < i ==>
                           0 <= w->order[j] < w->capacity && Tick(w->deadlines[w->order[j]]);
    requires once:     Once(w->order, i);
    requires sorted:   Timely(w->order, i, w->deadlines, w->now);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  timer:    \result ==>
                           0 <= w->order[i] < w->capacity && Tick(w->deadlines[w->order[i]]);
    ensures  once:     \result ==> Once(w->order, i + 1);
    ensures  sorted:   \result ==> Timely(w->order, i + 1, w->deadlines, w->now); */
static bool tw_oracle_audit_entry(const struct tw_oracle *w, uint64_t i)
{
    const tw_node id = w->order[i];
    const uint32_t least = i == 0u ? 0u : tw_oracle_left(w, i - 1u);
    /*@ assert least: \forall integer j; 0 <= j < i ==>
            distance(w->now, w->deadlines[w->order[j]]) <= least; */
    return id >= 0 && (uint32_t)id < w->capacity &&
           tw_oracle_audit_deadline(w->deadlines[id], (uint32_t)w->now, least) &&
           tw_oracle_find(w->order, i, (uint32_t)id) == i;
}

bool tw_oracle_audit(const struct tw_oracle *w)
{
    bool sound = w->capacity >= 1u && w->capacity <= TW_CAPACITY_MAX && w->count <= w->capacity &&
                 w->now < TW_PERIOD;
    /*@ loop invariant range:   sound ==> 0 <= i <= w->count;
        loop invariant limits:  sound ==> 1 <= w->capacity <= TW_CAPACITY_MAX &&
                                    w->count <= w->capacity && Tick(w->now);
        loop invariant entries: sound ==> \forall integer j; 0 <= j < i ==>
            0 <= w->order[j] < w->capacity && Tick(w->deadlines[w->order[j]]);
        loop invariant once:    sound ==> Once(w->order, i);
        loop invariant sorted:  sound ==> Timely(w->order, i, w->deadlines, w->now);
        loop assigns   sound, i;
        loop variant   w->count - i; */
    for (uint64_t i = 0u; sound && i < w->count; i++) {
        sound = tw_oracle_audit_entry(w, i);
    }
    return sound;
}
