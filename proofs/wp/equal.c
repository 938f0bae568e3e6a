/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* T9: for every history of calls, a wheel and the sorted list give the same answers; proved from the
   public contracts alone. Each is compared with what the history tells (spec/equal.acsl), and that
   is unique. So no invariant of one has to be kept through the calls of the other. */
#ifndef TW_HASHED_SLOTS
#define TW_CLIENT_HIER /* before the geometry defines it */
#endif
#include "tw_bitset.h" /* first: a lemma is proved from those before it, and the fewer the better */
#include "tw_clock.h"
#include "tw_list.h"
#include "tw_status.h"
#include "timer.acsl"

/* Only where a key is at hand, a seal can be broken. */
/*@ logic integer key(integer n) = n <= 0 ? 0 : key(n - 1); */

/* clang-format off */ /* it takes the blanks out of a range of ACSL, and a range for a number */
#define wake list_wake /* each has its own */
#include "oracle.h"
#undef wake
#include "equal.acsl"
#define NAME(name) tw_equal_list_##name
#define CALL(name) tw_oracle_##name
#define WHEEL struct tw_oracle
#define GHOSTS h, more
#define OPEN Wheel(w, h, more)
#define PARTS                                                                                      \
    w, w->order + (0 .. w->capacity - 1), w->deadlines + (0 .. w->capacity - 1),                       \
        h + (0 .. NODES(w) - 1), more + (0 .. w->capacity - 1)
#define WRITTEN                                                                                    \
    w->now, w->count, w->order[0 .. w->capacity - 1], w->deadlines[0 .. w->capacity - 1],              \
        h[0 .. w->capacity - 1], h[0 .. w->capacity - 1].slot
#define MORE more[0 .. w->capacity - 1]
/* clang-format on */
/*@ predicate Sealed{L}(struct tw_oracle *w, struct tw_history *h, uint64_t *more) =
        \forall integer k; key(k) == 0 ==> Wheel(w, h, more);
    predicate Ready{L}(struct tw_oracle *w, struct tw_history *h, uint64_t *more, uint32_t *value) =
        \true;
    predicate Exact{L}(integer v, struct tw_oracle *w, struct tw_history *h) =
        \exists integer y; HEADS <= y < NODES(w) && Active(y, h) &&
            v == stride(distance(w->now, w->deadlines[y - HEADS]));
    predicate MayBeBusy(struct tw_oracle *w) = \false;

    // The values to come are 0.
    predicate Unset{L}(uint32_t *v, integer k, integer n) =
        \forall integer j; k <= j < n ==> v[j] == 0;

    // No right answer to next is more.
    predicate AtMost{L}(integer v, struct tw_oracle *w, struct tw_history *h) =
        \forall integer y; HEADS <= y < NODES(w) && Active(y, h) ==>
            v <= stride(distance(w->now, w->deadlines[y - HEADS]));
    lemma ExactMost{L}: \forall integer v, x, struct tw_oracle *w, struct tw_history *h;
        AtMost{L}(v, w, h) && Exact{L}(x, w, h) ==> v <= x; */
#include "equal.h"

/* The list whose clock is where the wheel's is: nothing is delivered, and no deadline passed. */
/*@ requires wheel:    Sealed(w, h, at);
    requires tick:     Tick(tick) && NeverLate(w->now, tick, w->deadlines, HEADS, NODES(w), h);
    terminates \true; exits \false;
    assigns  w->now;
    ensures  wheel:    Sealed(w, h, at);
    ensures  clock:    w->now == tick && w->capacity == \old(w->capacity); */
static void tw_equal_wait(struct tw_oracle *w, uint32_t tick)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    /*@ assert key:      key(0) == 0; */
    /*@ assert open:     Wheel(w, h, at); */
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
    /*@ assert wheel:    Wheel(w, h, at); */
}

/* A new list answers as the entries tell, where these are right. Where they tell that the wheel was
   busy, the list's clock comes to where the wheel's is; next may tell more ticks than they do. */
/*@ requires entries:  1 <= n < 0x7FFFFFFFFFFFFFFF && \valid_read(e + (0 .. n - 1)) &&
                       e[0].id == capacity;
    requires memory:   \valid(w) && (1 <= capacity <= TW_CAPACITY_MAX ==>
                           \valid(order + (0 .. capacity - 1)) &&
                           \valid(deadlines + (0 .. capacity - 1)) &&
                           \valid(h + (0 .. capacity - 1)) && \valid(at + (0 .. capacity - 1)));
    requires values:   \valid(values + (0 .. n - 1)) &&
                       \forall integer j; 0 <= j < n ==> values[j] == 0;
    requires apart:    \separated(w, order + (0 .. capacity - 1), deadlines + (0 .. capacity - 1),
                                  h + (0 .. capacity - 1), at + (0 .. capacity - 1),
                                  values + (0 .. n - 1), e + (0 .. n - 1));
    requires begun:    Begun(e, n);
    requires right:    \forall integer j; 0 < j < n ==>
                           Told(e, j);
    terminates \true; exits \false;
    assigns  *w, order[0 .. capacity - 1], deadlines[0 .. capacity - 1], h[0 .. capacity - 1],
             h[0 .. capacity - 1].slot, at[0 .. capacity - 1], values[0 .. n - 1], tw_steps;
    ensures  same:     \result == \true; */
static bool tw_equal_list(struct tw_oracle *w, tw_node *order, uint32_t *deadlines,
                          const struct tw_entry *e, uint64_t n, uint32_t capacity, uint32_t *values)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *at) */
{
    const uint32_t begun =
        tw_oracle_init(w, order, deadlines, capacity, e[0].time) /*@ ghost (h, at) */;
    /*@ assert kept:    Kept{Pre, Here}(e, n); */
    if (begun != TW_OK) { return begun == e[0].status; }
    /*@ assert sealed:  Sealed(w, h, at) && Tick(w->now); */
    /*@ assert memory:  w->capacity == capacity && w->order == order && w->deadlines == deadlines; */
    bool same = begun == e[0].status && tw_equal_list_now(w) /*@ ghost (h, at) */ == e[0].now;
    /*@ loop invariant wheel:   Sealed(w, h, at);
        loop invariant many:    1 <= k <= n;
        loop invariant same:    same == \true;
        loop invariant memory:  w->capacity == capacity && w->order == order &&
                                w->deadlines == deadlines;
        loop invariant kept:    Kept{Pre, Here}(e, n);
        loop invariant agrees:  Agrees{Pre, Here}(e, k - 1, w->now, w->deadlines, HEADS, h);
        loop invariant rank:    NewerThanAll(k, HEADS, NODES(w), h);
        loop invariant values:  Unset(values, k, n);
        loop assigns  k, same, w->now, w->count, order[0 .. capacity - 1],
                      deadlines[0 .. capacity - 1], h[0 .. capacity - 1],
                      h[0 .. capacity - 1].slot, at[0 .. capacity - 1], values[0 .. n - 1],
                      tw_steps;
        loop variant  n - k; */
    for (uint64_t k = 1u; k < n; k++) {
    Before:;
        const uint32_t call = e[k].call, id = e[k].id, time = e[k].time;
        const uint32_t status = e[k].status, value = e[k].value, now = e[k].now;
        /*@ assert entry:   Entry{Pre}(e, k, call, id, time, status, value, now); */
        /*@ assert told:    Told{Pre}(e, k); */
        /*@ assert bounded: call == TW_CALL_NEXT && status == 1 ==>
                Bounded{Pre}(e, k - 1, 1, value, w->now); */
        /*@ assert at_most: call == TW_CALL_NEXT && status == 1 ==> AtMost(value, w, h); */
        if (call >= TW_CALL_ADVANCE && status == TW_BUSY) {
            /*@ assert told:    Told{Pre}(e, k); */
            /*@ assert after:   RightAfter{Pre}(e, k - 1, call, id, time, status, value, now); */
            /*@ assert on_time: Tick(now) && OnTime{Pre}(e, k - 1, w->now, now); */
            tw_equal_wait(w, now) /*@ ghost (h, at) */;
            /*@ assert kept:    Kept{Pre, Here}(e, n); */
            /*@ assert values:  \forall integer j; k < j < n ==> values[j] == 0; */
            /*@ assert unset:   Unset(values, k + 1, n); */
            /*@ assert still:   SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
            /*@ assert changed: ChangedIn{Before, Here}(call, id, time, status, value, k,
                    \at(w->now, Before), w->deadlines, HEADS, NODES(w), h); */
            /*@ assert agrees:  Agrees{Pre, Here}(e, k, w->now, w->deadlines, HEADS, h); */
            /*@ assert rank:    NewerThanAll(k + 1, HEADS, NODES(w), h); */
        } else {
            const uint32_t answer = tw_equal_list_step(w, call, id, time, e[k].budget, values + k)
                /*@ ghost (h, at, k) */;
            /*@ assert memory:  w->capacity == capacity && w->deadlines == deadlines; */
            /*@ assert apart:   \separated(e + (0 .. n - 1), deadlines + (0 .. capacity - 1)) &&
                    \separated(e + (0 .. n - 1), (values + k) + (0 .. 0)); */
            /*@ assert only:    OnlyTicks{Before, Here}(deadlines, capacity, values + k, 1); */
            /*@ assert kept:    Kept{Before, Here}(e, n); */
            /*@ assert kept:    Kept{Pre, Here}(e, n); */
            /*@ assert values:  \forall integer j; k < j < n ==> values[j] == 0; */
            /*@ assert unset:   Unset(values, k + 1, n); */
            /*@ assert right:   RightAfter{Pre}(e, k - 1, call, id, time, answer, values[k], w->now); */
            /*@ assert told:    Told{Pre}(e, k); */
            /*@ assert after:   RightAfter{Pre}(e, k - 1, call, id, time, status, value, now); */
            /*@ assert busy:    call >= TW_CALL_ADVANCE ==> answer != TW_BUSY; */
            /*@ assert unique:  answer == status && w->now == now &&
                    (call != TW_CALL_NEXT ==> values[k] == value); */
            /*@ assert bounded: call == TW_CALL_NEXT ==>
                    Bounded{Pre}(e, k - 1, status, value, \at(w->now, Before)) &&
                    (status == 0 ? value == 0 : status == 1); */
            /*@ assert exact:   call == TW_CALL_NEXT && status == 1 ==>
                    Exact{Before}(\at(values[k], Here), w, h); */
            /*@ assert next:    call == TW_CALL_NEXT ==> value <= values[k]; */
            same = same && answer == status && tw_equal_list_now(w) /*@ ghost (h, at) */ == now &&
                   (call == TW_CALL_NEXT ? value <= values[k] : value == values[k]);
            /*@ assert touched: touched(call, id, answer, values[k]) ==
                                touched(call, id, status, value); */
            /*@ assert changed: ChangedIn{Before, Here}(call, id, time, status, value, k,
                    \at(w->now, Before), w->deadlines, HEADS, NODES(w), h); */
            /*@ assert nodes:   Is(NODES(w), HEADS + \at(e[0].id, Pre)); */
            /*@ assert clock:   w->now == now && Tick(now); */
            /*@ assert now:     Agrees{Pre, Here}(e, k, now, w->deadlines, HEADS, h); */
            /*@ assert agrees:  Agrees{Pre, Here}(e, k, w->now, w->deadlines, HEADS, h); */
            /*@ assert rank:    NewerThanAll(k + 1, HEADS, NODES(w), h); */
        }
    }
    return same;
}

#undef CALL
#undef WHEEL
#include "client.h"
#undef NAME
#undef GHOSTS
#undef OPEN
#undef PARTS
#undef WRITTEN
#undef MORE
/* clang-format off */
#define NAME(name) tw_equal_wheel_##name
#define GHOSTS h
#define OPEN Wheel(w, h)
#define PARTS                                                                                      \
    w, w->links + (0 .. NODES(w) - 1), w->deadlines + (0 .. w->capacity - 1), h + (0 .. NODES(w) - 1)
#define WRITTEN                                                                                    \
    w->now, w->PLACE, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->links[0 .. NODES(w) - 1],       \
        w->deadlines[0 .. w->capacity - 1], h[0 .. NODES(w) - 1], h[0 .. NODES(w) - 1].slot
#define MORE *more
/* clang-format on */
/*@ predicate Sealed{L}(WHEEL *w, struct tw_history *h, uint64_t *more) =
        \forall integer k; key(k) == 0 ==> Wheel(w, h);
    predicate Ready{L}(WHEEL *w, struct tw_history *h, uint64_t *more, uint32_t *value) =
        \valid(more) && *more == 0 && \separated(more, value, PARTS);
    predicate Exact{L}(integer v, WHEEL *w, struct tw_history *h) = \true;
    predicate MayBeBusy(WHEEL *w) = \true;

    // Of uint64_t, only w's and v were written to: the later counts are still 0.
    predicate OnlyWords{L, M}(WHEEL *w, uint64_t *v) =
        \forall uint64_t *p; \separated(p, w) && \separated(p, v) ==> \at(*p, L) == \at(*p, M);
    predicate Zeros{L}(uint64_t *v, integer k, integer n) =
        \forall integer j; k <= j < n ==> v[j] == 0;
    lemma ZerosKept{L, M}: \forall WHEEL *w, uint64_t *v, integer j, k, n; 0 <= k && Is(j, k + 1) &&
        OnlyWords{L, M}(w, v + k) && \separated(w, v + (0 .. n - 1)) && Zeros{L}(v, k, n) ==>
        Zeros{M}(v, j, n); */
#include "equal.h"

/* How many of the calls, from init on, a new wheel answers as the entries tell. Those are right. */
/*@ requires entries:  1 <= n < 0x7FFFFFFFFFFFFFFF && \valid_read(e + (0 .. n - 1)) &&
                       e[0].id == capacity;
    requires memory:   \valid(w) && (1 <= capacity <= TW_CAPACITY_MAX ==>
                           \valid(links + (0 .. HEADS + capacity - 1)) &&
                           \valid(deadlines + (0 .. capacity - 1)) &&
                           \valid(h + (0 .. HEADS + capacity - 1)));
    requires values:   \valid(values + (0 .. n - 1)) && \valid(visited + (0 .. n - 1)) &&
                       \forall integer j; 0 <= j < n ==> values[j] == 0 && visited[j] == 0;
    requires apart:    \separated(w, links + (0 .. HEADS + capacity - 1),
                                  deadlines + (0 .. capacity - 1), h + (0 .. HEADS + capacity - 1),
                                  values + (0 .. n - 1), visited + (0 .. n - 1), e + (0 .. n - 1));
    terminates \true; exits \false;
    assigns  *w, links[0 .. HEADS + capacity - 1], deadlines[0 .. capacity - 1],
             h[0 .. HEADS + capacity - 1], h[0 .. HEADS + capacity - 1].slot, values[0 .. n - 1],
             visited[0 .. n - 1], tw_steps;
    ensures  many:     \result <= n;
    ensures  begun:    \result > 0 ==> Begun{Pre}(e, \result);
    ensures  right:    \forall integer j; 0 < j < \result ==>
        Told{Pre}(e, j);
    ensures  ticks:    \old(e[0].status) == TW_OK ==>
        \forall integer j; 0 <= j < \result ==> Timed{Pre}(e, j); */
static uint64_t tw_equal_wheel(WHEEL *w, struct tw_link *links, uint32_t *deadlines,
                               const struct tw_entry *e, uint64_t n, uint32_t capacity,
                               uint32_t *values)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited) */
{
    const uint32_t begun = CALL(init)(w, links, deadlines, capacity, e[0].time) /*@ ghost (h) */;
    /*@ assert kept:    Kept{Pre, Here}(e, n); */
    if (begun != e[0].status) { return 0u; }
    if (begun != TW_OK) { return 1u; }
    /*@ assert sealed:  Sealed(w, h, visited) && Tick(w->now); */
    if (tw_equal_wheel_now(w) /*@ ghost (h, visited) */ != e[0].now) { return 0u; }
    uint64_t k = 1u;
    /*@ loop invariant wheel:   Sealed(w, h, visited);
        loop invariant many:    1 <= k <= n;
        loop invariant memory:  w->capacity == capacity && w->links == links &&
                                w->deadlines == deadlines;
        loop invariant kept:    Kept{Pre, Here}(e, n);
        loop invariant begun:   Begun{Pre}(e, k);
        loop invariant agrees:  Agrees{Pre, Here}(e, k - 1, w->now, w->deadlines, HEADS, h);
        loop invariant rank:    NewerThanAll(k, HEADS, NODES(w), h);
        loop invariant values:  \forall integer j; k <= j < n ==> values[j] == 0;
        loop invariant visited: Zeros(visited, k, n);
        loop invariant right:   \forall integer j; 0 < j < k ==> Told{Pre}(e, j);
        loop invariant ticks:   \forall integer j; 0 <= j < k ==> Timed{Pre}(e, j);
        loop assigns  k, WRITTEN, values[0 .. n - 1], visited[0 .. n - 1], tw_steps;
        loop variant  n - k; */
    while (k < n) {
    Before:;
        const uint32_t call = e[k].call, id = e[k].id, time = e[k].time;
        const uint32_t status = e[k].status, value = e[k].value, now = e[k].now;
        /*@ assert entry:   Entry{Pre}(e, k, call, id, time, status, value, now); */
        const uint32_t answer = tw_equal_wheel_step(w, call, id, time, e[k].budget, values + k)
            /*@ ghost (h, visited + k, k) */;
        /*@ assert memory:  w->capacity == capacity && w->deadlines == deadlines; */
        /*@ assert only:    OnlyTicks{Before, Here}(deadlines, capacity, values + k, 1); */
        /*@ assert kept:    Kept{Before, Here}(e, n); */
        /*@ assert kept:    Kept{Pre, Here}(e, n); */
        /*@ assert values:  \forall integer j; k < j < n ==> values[j] == 0; */
        /*@ assert words:   OnlyWords{Before, Here}(w, visited + k); */
        /*@ assert visited: Zeros(visited, k + 1, n); */
        if (answer != status || values[k] != value ||
            tw_equal_wheel_now(w) /*@ ghost (h, visited) */ != now) {
            return k;
        }
        /*@ assert after:   RightAfter{Pre}(e, k - 1, call, id, time, status, value, now); */
        /*@ assert told:    Told{Pre}(e, k); */
        /*@ assert changed: ChangedIn{Before, Here}(call, id, time, status, value, k,
                \at(w->now, Before), w->deadlines, HEADS, NODES(w), h); */
        /*@ assert agrees:  Agrees{Pre, Here}(e, k, w->now, w->deadlines, HEADS, h); */
        /*@ assert rank:    NewerThanAll(k + 1, HEADS, NODES(w), h); */
        k++;
    }
    return k;
}

/* For every history of calls, the list answers as the wheel does, from init on: whatever the answers
   are, as many of them as are the wheel's are the list's. */
/*@ requires entries:  1 <= n < 0x7FFFFFFFFFFFFFFF && \valid_read(e + (0 .. n - 1)) &&
                       e[0].id == capacity;
    requires memory:   \valid(w) && \valid(o) && (1 <= capacity <= TW_CAPACITY_MAX ==>
                           \valid(links + (0 .. HEADS + capacity - 1)) &&
                           \valid(deadlines + (0 .. capacity - 1)) &&
                           \valid(h + (0 .. HEADS + capacity - 1)) &&
                           \valid(order + (0 .. capacity - 1)) &&
                           \valid(ticks + (0 .. capacity - 1)) &&
                           \valid(g + (0 .. capacity - 1)) && \valid(at + (0 .. capacity - 1)));
    requires values:   \valid(values + (0 .. n - 1)) && \valid(spare + (0 .. n - 1)) &&
                       \valid(visited + (0 .. n - 1)) && \forall integer j; 0 <= j < n ==>
                           values[j] == 0 && spare[j] == 0 && visited[j] == 0;
    requires apart:    \separated(w, links + (0 .. HEADS + capacity - 1),
                                  deadlines + (0 .. capacity - 1), h + (0 .. HEADS + capacity - 1),
                                  o, order + (0 .. capacity - 1), ticks + (0 .. capacity - 1),
                                  g + (0 .. capacity - 1), at + (0 .. capacity - 1),
                                  values + (0 .. n - 1), spare + (0 .. n - 1),
                                  visited + (0 .. n - 1), e + (0 .. n - 1));
    terminates \true; exits \false;
    assigns  *w, links[0 .. HEADS + capacity - 1], deadlines[0 .. capacity - 1],
             h[0 .. HEADS + capacity - 1], h[0 .. HEADS + capacity - 1].slot, values[0 .. n - 1],
             visited[0 .. n - 1], *o, order[0 .. capacity - 1], ticks[0 .. capacity - 1],
             g[0 .. capacity - 1], g[0 .. capacity - 1].slot, at[0 .. capacity - 1],
             spare[0 .. n - 1], tw_steps;
    ensures  equal:    \result == \true; */
bool tw_equal_histories(WHEEL *w, struct tw_link *links, uint32_t *deadlines, struct tw_oracle *o,
                        tw_node *order, uint32_t *ticks, const struct tw_entry *e, uint64_t n,
                        uint32_t capacity, uint32_t *values, uint32_t *spare)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *visited,
           struct tw_history \ghost *g, uint64_t \ghost *at) */
{
    const uint64_t many =
        tw_equal_wheel(w, links, deadlines, e, n, capacity, values) /*@ ghost (h, visited) */;
    /*@ assert only:   OnlyTicks{Pre, Here}(deadlines, capacity, values, n); */
    /*@ assert kept:   Kept{Pre, Here}(e, n); */
    /*@ assert spare:  \forall integer j; 0 <= j < n ==> spare[j] == 0; */
    /*@ ghost
        /@ loop invariant range:  0 <= k <= n;
           loop invariant starts: SameStarts{Pre, Here}(e, k);
           loop invariant told:   \forall integer j; 0 < j < k && j < many ==> Told(e, j);
           loop assigns   k;
           loop variant   n - k; @/
        for (uint64_t k = 0u; k < n; k++) {
            /@ assert starts: SameStarts{Pre, Here}(e, k + 1); @/
            /@ assert kept:   Kept{Pre, Here}(e, k + 1); @/
            /@ assert was:    0 < k < many ==> Told{Pre}(e, k); @/
            /@ assert told:   0 < k < many ==> Told(e, k); @/
        }
    */
    /*@ assert begun:  many > 0 ==> Begun(e, many); */
    return many == 0u ||
           tw_equal_list(o, order, ticks, e, many, capacity, spare) /*@ ghost (g, at) */;
}

/* While the wheel is busy with one `until`, the list may as well be left where it was, at call k: what
   the wheel answers at last, at call k + m, is what the list answers there. */
/*@ requires entries:  0 < k < 0x7FFFFFFFFFFFFFFF && k + m < 0x7FFFFFFFFFFFFFFF && \valid_read(e + (0 .. k + m));
    requires calls:    \forall integer j; k <= j <= k + m ==>
                           e[j].call >= TW_CALL_ADVANCE && e[j].time == e[k].time;
    requires busy:     \forall integer j; k <= j < k + m ==> e[j].status == TW_BUSY;
    requires ticks:    \forall integer j; k - 1 <= j < k + m ==> Timed(e, j);
    requires right:    \forall integer j; k <= j <= k + m ==>
                           Told(e, j);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  same:     Right(e, k, e[k + m].status, e[k + m].value, e[k + m].now); */
void tw_equal_busy(const struct tw_entry *e, uint64_t k, uint64_t m)
{
    /*@ loop invariant range: k <= j <= k + m;
        loop invariant right: Right(e, j, e[k + m].status, e[k + m].value, e[k + m].now);
        loop assigns   j;
        loop variant   j - k; */
    for (uint64_t j = k + m; j > k; j--) {
        /*@ assert told:    Told(e, j - 1) && Timed(e, j - 2); */
        /*@ assert busy:    Arrived(e, j - 2, TW_BUSY, 0, e[j - 2].now, e[j - 1].now,
                                    e[k].time % TW_PERIOD); */
        /*@ assert same:    Same(e, j - 2, j - 1); */
        /*@ assert nearer:  distance(e[j - 1].now, e[k].time % TW_PERIOD) < TW_PERIOD / 2; */
        /*@ assert then:    Arrived(e, j - 1, e[k + m].status, e[k + m].value, e[j - 1].now,
                                    e[k + m].now, e[k].time % TW_PERIOD); */
        /*@ assert before:  Arrived(e, j - 2, e[k + m].status, e[k + m].value, e[j - 1].now,
                                    e[k + m].now, e[k].time % TW_PERIOD); */
        /*@ assert at_once: Arrived(e, j - 2, e[k + m].status, e[k + m].value, e[j - 2].now,
                                    e[k + m].now, e[k].time % TW_PERIOD); */
    }
}
