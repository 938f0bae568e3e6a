/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The clock, for all inputs: its arithmetic agrees with shifts, masks and exclusive or, which
   is what a port will write; and the lemmas that the wheels rest on hold in machine words. */
#include "harness.h"
#include "tw_clock.h"
#include "tw_hashed.h"

#define BITS (TW_RADIX == 4 ? 2u : TW_RADIX == 16 ? 4u : 8u)
#define MASK TW_TICK_MAX

/* Meant wraparound: circular time is what unsigned words do. */
#ifdef __CPROVER__
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
#endif
static uint32_t bits_distance(uint32_t from, uint32_t to)
{
    return (to - from) & MASK;
}

static uint32_t bits_after(uint32_t now, uint32_t delay)
{
    return (now + delay) & MASK;
}
#ifdef __CPROVER__
#pragma CPROVER check pop
#endif

static uint32_t bits_digit(uint32_t tick, uint32_t level)
{
    return tick >> (BITS * level) & (TW_RADIX - 1u);
}

/* The highest digit that differs; the top one across rollover. */
static uint32_t bits_level(uint32_t deadline, uint32_t now)
{
    const uint64_t differ = deadline ^ now;
    if (deadline < now) { return TW_TOP; }
    uint32_t level = differ >> BITS != 0u ? 1u : 0u;
    level = differ >> (2u * BITS) != 0u ? 2u : level;
    level = differ >> (3u * BITS) != 0u ? 3u : level;
    level = differ >> (4u * BITS) != 0u ? 4u : level;
    level = differ >> (5u * BITS) != 0u ? 5u : level;
    level = differ >> (6u * BITS) != 0u ? 6u : level;
    return differ >> (7u * BITS) != 0u ? 7u : level;
}

static uint32_t bits_slot(uint32_t deadline, uint32_t now)
{
    const uint32_t level = bits_level(deadline, now);
    return level << BITS | bits_digit(deadline, level);
}

/* Now's digits above the level, the slot's own, then zeros. */
static uint32_t bits_opens(uint32_t slot, uint32_t now)
{
    const uint32_t level = slot >> BITS;
    const uint32_t digit = slot & (TW_RADIX - 1u);
    const uint32_t above =
        level == TW_TOP ? 0u : now >> (BITS * (level + 1u)) << (BITS * (level + 1u));
    return above | digit << (BITS * level);
}

static uint32_t any_tick(const char *name)
{
    const uint32_t tick = nondet_u32();
    assume(tick <= TW_TICK_MAX);
    show(name, tick);
    return tick;
}

/* The tick at which a deadline's slot opens. */
static uint32_t opening(uint32_t deadline, uint32_t now)
{
    return tw_opens(tw_slot(deadline, now), now);
}

static uint32_t level_of(uint32_t deadline, uint32_t now)
{
    return tw_slot(deadline, now) / TW_RADIX;
}

void forms(void)
{
    const uint32_t counter = nondet_u32();
    const uint32_t a = any_tick("a");
    const uint32_t b = any_tick("b");
    const uint32_t slot = any_below(TW_SLOTS);
    show("counter", counter);
    show("slot", slot);
    require(tw_tick(counter) == (counter & MASK), "tick: the low bits");
    require(tw_lag(a, counter) == bits_distance(a, counter), "lag: a difference");
    require(tw_gone(counter) == (counter == 0u || counter > MASK - (MASK >> 2)),
            "gone: the last quarter");
    require(tw_rest(a, b) == bits_distance(a < b ? a : b, a), "rest: a difference, or none");
    require(tw_stride(counter) == (counter <= MASK >> 2 ? counter : (MASK >> 2) + 1u),
            "stride: to a quarter");
    require(tw_distance(a, b) == bits_distance(a, b), "distance: a difference");
    require(tw_after(a, b) == bits_after(a, b), "after: a sum");
    require(tw_slot(a, b) == bits_slot(a, b), "slot: the highest digit that differs");
    require(level_of(a, b) == bits_level(a, b), "level: the highest digit that differs");
    require(tw_opens(slot, a) == bits_opens(slot, a), "opens: the digits above");
    require(a % TW_HASHED_SLOTS == (a & (TW_HASHED_SLOTS - 1u)), "hashed slot: a mask");
}

/* The lemmas of circular time. */
void circle(void)
{
    const uint32_t a = any_tick("a");
    const uint32_t b = any_tick("b");
    const uint32_t c = any_tick("c");
    const uint32_t e = any_tick("e");
    require(tw_after(a, b) <= TW_TICK_MAX, "after: a tick");
    require(tw_distance(a, b) <= TW_TICK_MAX, "distance: a tick");
    require(tw_distance(a, tw_after(a, b)) == b, "lemma AfterDistance");
    require(tw_after(a, tw_distance(a, b)) == b, "lemma DistanceAfter");
    if (tw_distance(a, b) <= tw_distance(a, c)) {
        require(tw_distance(b, c) == tw_distance(a, c) - tw_distance(a, b), "lemma DistanceAdds");
    }
    if (tw_distance(a, b) <= tw_distance(a, e) && tw_distance(b, c) <= tw_distance(b, e)) {
        require(tw_distance(a, c) <= tw_distance(a, e), "lemma DistanceChain");
    }
}

/* The lemmas of deadlines and slots: e a deadline, s a slot, t any tick. */
void lemmas(void)
{
    const uint32_t e = any_tick("e");
    const uint32_t now = any_tick("now");
    const uint32_t t = any_tick("t");
    const uint32_t s = any_below(TW_SLOTS);
    const uint32_t slot = tw_slot(e, now);
    const uint32_t opens = opening(e, now);
    const uint32_t level = slot / TW_RADIX;
    show("s", s);
    require(slot < TW_SLOTS, "lemma SlotLevel");
    require((slot == now % TW_RADIX) == (e == now), "lemma SlotDue");
    require(tw_opens(s, now) <= TW_TICK_MAX, "lemma OpensTick");
    require(opens == e / (1u << (BITS * level)) * (1u << (BITS * level)), "lemma OpeningOpens");
    require(tw_distance(now, opens) <= tw_distance(now, e), "lemma OpensByDeadline");
    if (tw_distance(now, t) < tw_distance(now, opens)) {
        require(tw_slot(e, t) == slot, "lemma Stable");
    }
    if (level > 0u) {
        require(level_of(e, opens) < level, "lemma Cascade");
    } else {
        require(opens == e, "lemma OpensDue");
    }
    require(tw_opens(s, tw_opens(s, now)) == tw_opens(s, now), "lemma OpensOnce");
    if (s >= TW_RADIX && tw_opens(s, now) == now) { require(slot != s, "lemma NotIntoOpening"); }
    if (level < 3u && e != now) {
        require(slot > TW_RADIX * level + bits_digit(now, level), "lemma Ahead");
    }
    if (e != now) {
        const uint32_t here = now % TW_HASHED_SLOTS;
        const uint32_t at = e % TW_HASHED_SLOTS;
        const uint32_t away = at > here ? at - here : at + TW_HASHED_SLOTS - here;
        require(away <= tw_distance(now, e), "lemma AwayInTime");
    }
}
