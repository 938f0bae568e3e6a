/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* T9: for every history of calls, a wheel and the sorted list give the same answers; proved from the
   public contracts alone. Each is compared with what the history tells (spec/equal.acsl), and that
   is unique. So no invariant of one has to be kept through the calls of the other. */
#ifndef TW_HASHED_SLOTS
#define TW_CLIENT_HIER /* before the geometry defines it */
#endif
#include "tw_clock.h" /* first: a lemma is proved from those before it, and the fewer the better */
#include "tw_bitset.h"
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
    predicate IsList(struct tw_oracle *w) = \true; */
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
             h[0 .. capacity - 1].slot, at[0 .. capacity - 1], values[0 .. n - 1], tw_steps, tw_jumps;
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
    const uint32_t clock = tw_equal_list_now(w) /*@ ghost (h, at) */;
    uint32_t differ = (begun != e[0].status) + (clock != e[0].now);
    /*@ loop invariant wheel:   Sealed(w, h, at);
        loop invariant many:    1 <= k <= n;
        loop invariant same:    differ == 0;
        loop invariant memory:  w->capacity == capacity && w->order == order &&
                                w->deadlines == deadlines;
        loop invariant kept:    Kept{Pre, Here}(e, n);
        loop invariant agrees:  Agrees{Pre, Here}(e, k - 1, w->now, w->deadlines, HEADS, h);
        loop invariant rank:    NewerThanAll(k, HEADS, NODES(w), h);
        loop invariant values:  Unset(values, k, n);
        loop assigns  k, differ, w->now, w->count, order[0 .. capacity - 1],
                      deadlines[0 .. capacity - 1], h[0 .. capacity - 1],
                      h[0 .. capacity - 1].slot, at[0 .. capacity - 1], values[0 .. n - 1],
                      tw_steps, tw_jumps;
        loop variant  n - k; */
    for (uint64_t k = 1u; k < n; k++) {
    Before:;
        const uint32_t call = e[k].call, id = e[k].id, time = e[k].time;
        const uint32_t status = e[k].status, value = e[k].value, now = e[k].now;
        /*@ assert entry:   Entry{Pre}(e, k, call, id, time, status, value, now); */
        /*@ assert told:    Told{Pre}(e, k); */
        /*@ assert bounded: call == TW_CALL_NEXT && status == TW_OK ==>
                Bounded{Pre}(e, k - 1, TW_OK, value, w->now, behind(w->now, time)); */
        /*@ assert nodes:   Is(NODES(w), HEADS + \at(e[0].id, Pre)); */
        /*@ assert at_most: call == TW_CALL_NEXT && status == TW_OK ==>
                AtMost(value, w->now, behind(w->now, time), w->deadlines, HEADS, NODES(w), h); */
        if (call >= TW_CALL_ADVANCE && status == TW_BUSY) {
            /*@ assert told:    Told{Pre}(e, k); */
            /*@ assert after:   RightAfter{Pre}(e, k - 1, call, id, time, status, value, now); */
            /*@ assert on_time: Tick(now) && OnTime{Pre}(e, k - 1, w->now, now); */
            tw_equal_wait(w, now) /*@ ghost (h, at) */;
            /*@ assert kept:    Kept{Pre, Here}(e, n); */
            /*@ assert values:  Unset(values, k + 1, n); */
            /*@ assert still:   SameTimersBut{Before, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
            /*@ assert changed: ChangedIn{Before, Here}(call, id, time, status, value, k,
                    \at(w->now, Before), w->deadlines, HEADS, NODES(w), h); */
            /*@ assert agrees:  Agrees{Pre, Here}(e, k, w->now, w->deadlines, HEADS, h); */
            /*@ assert rank:    NewerThanAll(k + 1, HEADS, NODES(w), h); */
        } else {
            const uint32_t answer = tw_equal_list_step(w, call, id, time, e[k].budget, values + k)
                /*@ ghost (h, at, k) */;
            /*@ assert memory:  w->capacity == capacity && w->deadlines == deadlines; */
            /*@ assert only:    OnlyTicks{Before, Here}(deadlines, capacity, values + k, 1); */
            /*@ assert beyond:  \forall integer j; k < j < n ==>
                    \separated(values + j, deadlines + (0 .. capacity - 1)) &&
                    \separated(values + j, (values + k) + (0 .. 0)); */
            /*@ assert rest:    \forall integer j; k < j < n ==>
                    values[j] == \at(values[j], Before); */
            /*@ assert values:  Unset(values, k + 1, n); */
            /*@ assert apart:   \separated(e + (0 .. n - 1), deadlines + (0 .. capacity - 1)) &&
                    \separated(e + (0 .. n - 1), (values + k) + (0 .. 0)); */
            /*@ assert kept:    Kept{Before, Here}(e, n); */
            /*@ assert kept:    Kept{Pre, Here}(e, n); */
            /*@ assert right:   RightAfter{Pre}(e, k - 1, call, id, time, answer, values[k], w->now); */
            /*@ assert told:    Told{Pre}(e, k); */
            /*@ assert after:   RightAfter{Pre}(e, k - 1, call, id, time, status, value, now); */
            /*@ assert busy:    call >= TW_CALL_ADVANCE ==> answer != TW_BUSY; */
            /*@ assert unique:  answer == status && w->now == now &&
                    (call != TW_CALL_NEXT || status != TW_OK ==> values[k] == value); */
            /*@ assert exact:   call == TW_CALL_NEXT && status == TW_OK ==>
                    Exact{Before}(\at(values[k], Here), w->now, behind(w->now, time), w->deadlines,
                                  HEADS, NODES(w), h); */
            /*@ assert next:    call == TW_CALL_NEXT && status == TW_OK ==> value <= values[k]; */
            const uint32_t then = tw_equal_list_now(w) /*@ ghost (h, at) */;
            differ +=
                (answer != status) + (then != now) +
                (call == TW_CALL_NEXT && answer == TW_OK ? value > values[k] : value != values[k]);
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
    return differ == 0u;
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
    predicate IsList(WHEEL *w) = \false;

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
             visited[0 .. n - 1], tw_steps, tw_jumps;
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
        loop invariant values:  Unset(values, k, n);
        loop invariant visited: Zeros(visited, k, n);
        loop invariant right:   \forall integer j; 0 < j < k ==> Told{Pre}(e, j);
        loop invariant ticks:   \forall integer j; 0 <= j < k ==> Timed{Pre}(e, j);
        loop assigns  k, WRITTEN, values[0 .. n - 1], visited[0 .. n - 1], tw_steps, tw_jumps;
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
        /*@ assert values:  Unset(values, k + 1, n); */
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
             spare[0 .. n - 1], tw_steps, tw_jumps;
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
    if (many == 0u) { return true; }
    return tw_equal_list(o, order, ticks, e, many, capacity, spare) /*@ ghost (g, at) */;
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

/* Two histories of the same calls, each with right answers and never busy, tell the same ones, but for
   the ticks of next. So the three agree, and any wheel that meets the contracts with them. */
/*@ requires entries:  1 <= n < 0x7FFFFFFFFFFFFFFF && \valid_read(e + (0 .. n - 1)) &&
                       \valid_read(f + (0 .. n - 1));
    requires calls:    \forall integer j; 0 <= j < n ==>
        e[j].call == f[j].call && e[j].id == f[j].id && e[j].time == f[j].time;
    requires init:     e[0].status == TW_OK && e[0].value == f[0].value;
    requires begun:    Begun(e, n) && Begun(f, n);
    requires right:    \forall integer j; 0 < j < n ==> Told(e, j) && Told(f, j);
    requires busy:     \forall integer j; 0 < j < n && e[j].call >= TW_CALL_ADVANCE ==>
        e[j].status != TW_BUSY && f[j].status != TW_BUSY;
    requires ticks:    \forall integer j; 0 <= j < n ==> Timed(e, j);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  alike:    Alike(e, f, n); */
void tw_equal_any(const struct tw_entry *e, const struct tw_entry *f, uint64_t n)
{
    /*@ assert none:   \forall integer i; started(e, i, 0) == 0 && started(f, i, 0) == 0; */
    /*@ loop invariant range:  1 <= k <= n;
        loop invariant alike:  Alike(e, f, k);
        loop invariant starts: AlikeStarts(e, f, k);
        loop assigns   k;
        loop variant   n - k; */
    for (uint64_t k = 1u; k < n; k++) {
        /*@ assert told:    Told(e, k) && Told(f, k) && Timed(e, k - 1); */
        /*@ assert call:    e[k].call == f[k].call && e[k].id == f[k].id && e[k].time == f[k].time; */
        /*@ assert mine:    RightAfter(e, k - 1, e[k].call, e[k].id, e[k].time, e[k].status,
                                       e[k].value, e[k].now); */
        /*@ assert other:   RightAfter(f, k - 1, e[k].call, e[k].id, e[k].time, f[k].status,
                                       f[k].value, f[k].now); */
        /*@ assert both:    RightAfter(e, k - 1, e[k].call, e[k].id, e[k].time, f[k].status,
                                       f[k].value, f[k].now); */
        /*@ assert unique:  e[k].status == f[k].status && e[k].now == f[k].now &&
                (e[k].call != TW_CALL_NEXT || e[k].status != TW_OK ==> e[k].value == f[k].value); */
        /*@ assert touched: touched(e[k].call, e[k].id, e[k].status, e[k].value) ==
                            touched(f[k].call, f[k].id, f[k].status, f[k].value); */
        /*@ assert starts:  \forall integer i; started(e, i, k) == started(f, i, k) &&
                0 <= started(e, i, k) <= k; */
    }
}
