/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel and the sorted list side by side: WHEEL is hier or hashed, TIMERS their capacity. */
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
#include "calls.h"

#define SIZE (HEADS + TIMERS)

_Static_assert(!IS_HIER || HEADS == TW_SLOTS, "the heads of the hierarchical wheel");

/* Objects of their own: inside one struct, every access would be one to any byte of it. */
static struct PASTE(tw_, WHEEL, ) wheel;
static struct tw_oracle oracle;
static struct tw_link links[SIZE];
static uint32_t deadlines[TIMERS];
static tw_node order[TIMERS];
static uint32_t oracle_deadlines[TIMERS];

/* The calls of the table, on the wheel and on the list. */
#define ARRAYS(type) ARRAYS_##type
#define ARRAYS_wheel links, deadlines
#define ARRAYS_list order, oracle_deadlines
#define ON(struct_, object, prefix, name, call, arguments)                                         \
    static inline struct answer prefix##_##name(uint32_t a, uint32_t b)                            \
    {                                                                                              \
        struct struct_ *const w = &(object);                                                       \
        uint32_t out = UNTOUCHED;                                                                  \
        uint32_t ticks = UNTOUCHED;                                                                \
        const uint32_t value = (uint32_t)call arguments;                                           \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        return (struct answer){value, out, ticks};                                                 \
    }
#define ON_WHEEL(type, NAME, name, operands, kind, arguments)                                      \
    ON(PASTE(tw_, WHEEL, ), wheel, wheel, name, W(name), arguments)
#define ON_LIST(type, NAME, name, operands, kind, arguments)                                       \
    ON(tw_oracle, oracle, list, name, tw_oracle_##name, arguments)
CALL_TABLE(ON_WHEEL, wheel)
CALL_TABLE(ON_LIST, list)

/* For a counterexample: the wheel's answer to the call that was shown last, and the right one. Both return what they
   show: CBMC slices off a copy that no property depends on, and would show any value of it. */
static inline struct answer show_got(struct answer got)
{
    show("got", got.value, got.out, wheel.now);
    return got;
}

static inline struct answer show_answer(struct answer right)
{
    show("answer", right.value, right.out, oracle.now);
    return right;
}

/* A call on both: the list's answer. */
#define BOTH(type, NAME, name, operands, kind, arguments)                                          \
    static inline enum tw_status both_##name(uint32_t a, uint32_t b)                               \
    {                                                                                              \
        show(#name, a, b);                                                                         \
        const struct answer got = show_got(wheel_##name(a, b));                                    \
        const struct answer right = show_answer(list_##name(a, b));                                \
        require(got.value == right.value, #name ": the oracle's answer");                          \
        require(got.out == right.out, #name ": the oracle's timer or ticks");                      \
        require(got.ticks == right.ticks, #name ": the oracle's ticks");                           \
        return (enum tw_status)got.value;                                                          \
    }
CALL_TABLE(BOTH, any)

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
    tw_oracle_remaining(&oracle, (uint32_t)oracle.order[0], from, &earliest);
    require(way <= earliest, "advance: busy, but beyond no deadline");
    require(way <= tw_distance(from, tw_tick(until)), "advance: busy, but not beyond until");
    oracle.now = wheel.now;
}

static inline enum tw_status advance(uint32_t until, uint32_t budget)
{
    show("advance", until, budget);
    const struct answer got = show_got(wheel_advance(until, budget));
    struct answer right = answer_only(TW_BUSY);
    if (got.value == TW_BUSY) {
        follow(until);
    } else {
        right = list_advance(until, budget);
    }
    right = show_answer(right);
    require(got.value == right.value, "advance: the oracle's answer");
    require(got.out == right.out, "advance: the oracle's timer");
    require(wheel.now == oracle.now, "advance: the oracle's clock");
    return (enum tw_status)got.value;
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

/* The ticks to where the first slot in use opens, or is met; no more than TW_SLEEP_MAX. */
static inline uint32_t first_wake(void)
{
    uint32_t first = TW_SLEEP_MAX;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        const bool active = tw_oracle_is_active(&oracle, id);
        const uint32_t slot =
            active ? PASTE(WHEEL, _wake, )(deadlines[id], (uint32_t)wheel.now) : first;
        first = slot < first ? slot : first;
    }
    return first;
}

/* What next answers to a caller whose counter is so far ahead of the clock. */
static inline struct answer right_next(uint32_t lag)
{
    const bool some = oracle.count > 0u;
    const bool due = some && list_next((uint32_t)oracle.now, 0u).out == 0u;
    const uint32_t wait = is_busy() || due ? 0u : first_wake();
    if (some && lag >= TW_PERIOD / 2) { return answer_only(TW_BAD_CLOCK); }
    return answer_writes(some ? TW_OK : TW_NOT_ACTIVE, wait > lag ? wait - lag : 0u);
}

/* T8; and is_empty, which says the same. */
static inline void next(uint32_t counter)
{
    show("next", counter);
    const uint32_t lag = tw_distance((uint32_t)oracle.now, tw_tick(counter));
    const struct answer got = show_got(wheel_next(counter, 0u));
    const struct answer right = show_answer(right_next(lag));
    const struct answer exact = list_next(counter, 0u);
    require(got.value == exact.value, "next: the oracle's answer");
    require(got.value == right.value, "next: refused where advance is");
    require((got.value == TW_NOT_ACTIVE) == W(is_empty)(&wheel), "is_empty: as next says");
    require(got.value == TW_BAD_CLOCK || got.out <= exact.out,
            "next: not beyond the earliest deadline");
    require(got.out == right.out, "next: where some slot opens, or 0 with work to do");
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
