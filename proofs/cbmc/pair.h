/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel and the oracle side by side: WHEEL is hier or hashed, TIMERS their capacity. */
#ifndef TW_PAIR_H
#define TW_PAIR_H

#include "harness.h"

#define hier 1
#define hashed 2
#if WHEEL == hier
#define IS_HIER 1
#define HEADS (4 * TW_RADIX)
#else
#define IS_HIER 0
#define HEADS TW_HASHED_SLOTS
#endif
#undef hier
#undef hashed

/* Where WORD is 1, the bit set functions are put in their plain form, to which word.c shows them
   equal for all words. In place, a bit of any number could be any byte of the wheel's struct as far
   as CBMC's symbolic execution can tell, which makes the longest proofs several times as long. */
#ifndef WORD
#define WORD 0
#endif
#include "word.h"
#if WORD
#define tw_bitset_test word_test
#define tw_bitset_set word_set
#define tw_bitset_clear word_clear
#define tw_bitset_next word_next
#endif

/* The sources as they are shipped, in one translation unit: loops keep their names. */
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define W(name) PASTE(tw_, WHEEL, _##name)
#include QUOTE(PASTE(tw_, WHEEL, ).c)
#include "oracle.c"

#define SIZE (HEADS + TIMERS)

_Static_assert(!IS_HIER || HEADS == TW_SLOTS, "the heads of the hierarchical wheel");

/* Written to where a call must not answer; no id and no number of ticks. */
#define UNTOUCHED 0xFFFFFFFFu

/* Objects of their own: inside one struct, every access would be one to any byte of it. */
static struct PASTE(tw_, WHEEL, ) wheel;
static struct tw_oracle oracle;
static struct tw_link links[SIZE];
static uint32_t deadlines[TIMERS];
static tw_node order[TIMERS];
static uint32_t oracle_deadlines[TIMERS];

static inline enum tw_status start(uint32_t id, uint32_t delay)
{
    show("start", id, delay);
    const enum tw_status status = W(start)(&wheel, id, delay);
    require(status == tw_oracle_start(&oracle, id, delay), "start: the oracle's answer");
    return status;
}

static inline enum tw_status stop(uint32_t id)
{
    show("stop", id);
    const enum tw_status status = W(stop)(&wheel, id);
    require(status == tw_oracle_stop(&oracle, id), "stop: the oracle's answer");
    return status;
}

static inline enum tw_status restart(uint32_t id, uint32_t delay)
{
    show("restart", id, delay);
    const enum tw_status status = W(restart)(&wheel, id, delay);
    require(status == tw_oracle_restart(&oracle, id, delay), "restart: the oracle's answer");
    return status;
}

static inline enum tw_status start_at(uint32_t id, uint32_t deadline)
{
    show("start_at", id, deadline);
    const enum tw_status status = W(start_at)(&wheel, id, deadline);
    require(status == tw_oracle_start_at(&oracle, id, deadline), "start_at: the oracle's answer");
    return status;
}

static inline enum tw_status restart_at(uint32_t id, uint32_t deadline)
{
    show("restart_at", id, deadline);
    const enum tw_status status = W(restart_at)(&wheel, id, deadline);
    require(status == tw_oracle_restart_at(&oracle, id, deadline),
            "restart_at: the oracle's answer");
    return status;
}

/* Is a visit what advance has to do next? */
static inline bool needs_budget(void)
{
#if IS_HIER
    const tw_node here = (tw_node)(wheel.now % TW_RADIX);
    return wheel.opening != TW_HIER_NONE && links[here].next == here;
#else
    return wheel.cursor >= HEADS && deadlines[wheel.cursor - HEADS] != wheel.now;
#endif
}

/* The wheel is busy, on its way: beyond no deadline, not beyond until, and with a visit to make.
   The oracle, which is never busy, follows. */
static inline void follow(uint32_t until)
{
    const uint32_t from = (uint32_t)oracle.now;
    const uint32_t way = tw_distance(from, W(now)(&wheel));
    uint32_t earliest = 0u;
    require(needs_budget(), "advance: busy, so a visit comes next");
    require(oracle.count > 0u, "advance: busy with some timer");
    tw_oracle_remaining(&oracle, (uint32_t)oracle.order[0], &earliest);
    require(way <= earliest, "advance: busy, but beyond no deadline");
    require(way <= tw_distance(from, tw_tick(until)), "advance: busy, but not beyond until");
    oracle.now = wheel.now;
}

static inline enum tw_status advance(uint32_t until, uint32_t budget)
{
    uint32_t got = UNTOUCHED;
    uint32_t expected = UNTOUCHED;
    show("advance", until, budget);
    const enum tw_status status = W(advance)(&wheel, until, budget, &got);
    if (status == TW_BUSY) {
        follow(until);
    } else {
        const enum tw_status right = tw_oracle_advance(&oracle, until, budget, &expected);
        require(status == right, "advance: the oracle's answer");
    }
    require(got == expected, "advance: the oracle's timer");
    require(wheel.now == oracle.now, "advance: the oracle's clock");
    return status;
}

static inline void is_active(uint32_t id)
{
    show("is_active", id);
    require(W(is_active)(&wheel, id) == tw_oracle_is_active(&oracle, id),
            "is_active: the oracle's answer");
}

static inline void remaining(uint32_t id)
{
    uint32_t got = UNTOUCHED;
    uint32_t expected = UNTOUCHED;
    show("remaining", id);
    const enum tw_status status = W(remaining)(&wheel, id, &got);
    require(status == tw_oracle_remaining(&oracle, id, &expected),
            "remaining: the oracle's answer");
    require(got == expected, "remaining: the oracle's ticks");
}

/* Has advance work at the present tick, though no timer is due yet? */
static inline bool is_busy(void)
{
#if IS_HIER
    return wheel.opening != TW_HIER_NONE;
#else
    return wheel.cursor >= HEADS;
#endif
}

/* Ticks from now to where a deadline's slot opens, or is met: a digit is the first that differs, or
   the top one across rollover; the digits below it are 0 where its slot opens. */
static inline uint32_t wake(uint32_t deadline)
{
    const uint32_t now = (uint32_t)wheel.now;
#if IS_HIER
    const bool rollover = deadline < now;
    uint32_t span = deadline / TW_SPAN_1 == now / TW_SPAN_1 ? 1u : TW_SPAN_1;
    span = deadline / TW_SPAN_2 == now / TW_SPAN_2 ? span : TW_SPAN_2;
    span = rollover || deadline / TW_SPAN_3 != now / TW_SPAN_3 ? TW_SPAN_3 : span;
    return tw_distance(now, deadline / span * span);
#else
    const uint32_t ticks = (deadline % HEADS + HEADS - now % HEADS) % HEADS;
    return ticks == 0u ? HEADS : ticks;
#endif
}

/* Are these the ticks to where the first slot in use opens, or is met; no more than TW_SLEEP_MAX? */
static inline bool is_first(uint32_t ticks)
{
    uint32_t first = TW_SLEEP_MAX;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        const uint32_t slot = tw_oracle_is_active(&oracle, id) ? wake(deadlines[id]) : first;
        first = slot < first ? slot : first;
    }
    return ticks == first;
}

/* T8; and is_empty, which says the same. */
static inline void next(void)
{
    uint32_t got = UNTOUCHED;
    uint32_t exact = UNTOUCHED;
    show("next", 0);
    const bool some = W(next)(&wheel, &got);
    require(some == tw_oracle_next(&oracle, &exact), "next: the oracle's answer");
    require(some == !W(is_empty)(&wheel), "is_empty: when next has no answer");
    require(some || got == UNTOUCHED, "next: no answer, no ticks");
    require(got <= exact, "next: not beyond the earliest deadline");
    require(!some || got <= TW_SLEEP_MAX, "next: no longer than its longest sleep");
    require(!some || got == 0u || is_first(got), "next: where some slot opens");
    require(!some || (got == 0u) == (is_busy() || exact == 0u), "next: 0 exactly with work to do");
    require(W(now)(&wheel) == tw_oracle_now(&oracle), "now: the oracle's");
}

/* Which lists and entries agree: what every call must keep. */

/* The head that a timer's list ends in; steps away. */
struct place {
    tw_node head;
    uint32_t steps;
};

static inline struct place place_of(uint32_t id)
{
    struct place at = {links[HEADS + id].next, 1u};
    while (at.head >= HEADS && at.steps <= TIMERS) {
        at.head = links[at.head].next;
        at.steps++;
    }
    return at;
}

/* Of two active timers with one deadline, will this wheel deliver a before b? In the slot that
   is being opened are those that were started last. */
static inline bool is_before(uint32_t a, uint32_t b)
{
    const struct place at_a = place_of(a);
    const struct place at_b = place_of(b);
#if IS_HIER
    if (at_a.head != at_b.head) { return at_b.head == (tw_node)wheel.opening; }
#endif
    return at_a.head == at_b.head && at_a.steps > at_b.steps;
}

/* Does this timer stand the same in both? */
static inline bool agree_on(uint32_t id)
{
    const bool active = W(is_active)(&wheel, id);
    return active == tw_oracle_is_active(&oracle, id) &&
           (!active || deadlines[id] == oracle_deadlines[id]);
}

/* Are entries i and i + 1 in the wheel's order? */
static inline bool agree_at(uint64_t i)
{
    if (i + 1u >= oracle.count) { return true; }
    const uint32_t a = (uint32_t)order[i];
    const uint32_t b = (uint32_t)order[i + 1u];
    return oracle_deadlines[a] != oracle_deadlines[b] || is_before(a, b);
}

#endif
