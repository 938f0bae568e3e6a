/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One call from any state: any memory in which the wheel's own audit and the oracle's find
   nothing wrong, and in which both hold the same timers in the same order. After the call all
   of that is so again; so it is after any number of calls. */
#include "pair.h"

struct PASTE(tw_, WHEEL, ) nondet_wheel(void);
struct tw_oracle nondet_oracle(void);

static struct PASTE(tw_, WHEEL, ) wheel_before;
static struct tw_link links_before[SIZE];
static uint32_t deadlines_before[TIMERS];

/* The state, as assignments to be made after init. */
static void show_state(void)
{
    show("init", TIMERS, wheel.now);
    for (tw_node node = 0; node < SIZE; node++) {
        show("link", node, links[node].next, links[node].prev);
    }
    for (uint32_t id = 0u; id < TIMERS; id++) {
        show("timer", id, W(is_active)(&wheel, id), deadlines[id]);
    }
    for (uint32_t word = 0u; word < TW_BITSET_WORDS(HEADS); word++) {
        show("occupied", word, wheel.occupied[word]);
    }
#if IS_HIER
    show("opening", wheel.opening);
#else
    show("cursor", wheel.cursor);
#endif
}

/* Memory that may hold anything. */
static void havoc(void)
{
    wheel = nondet_wheel();
    oracle = nondet_oracle();
    for (tw_node node = 0; node < SIZE; node++) {
        links[node].next = nondet_i32();
        links[node].prev = nondet_i32();
    }
    for (uint32_t id = 0u; id < TIMERS; id++) {
        deadlines[id] = nondet_u32();
        oracle_deadlines[id] = nondet_u32();
        order[id] = nondet_i32();
    }
}

/* Values in as few bits as sound ones need, and some that are not sound: what has more is no
   wheel, as step_narrow shows. That makes the search for a solution much shorter. */
#define FEW(number, limit) ((number) & (2u * (limit) - 1u))
#define NODES_LIMIT (SIZE <= 32 ? 32u : SIZE <= 64 ? 64u : 128u)

static void any_memory(void)
{
    for (tw_node node = 0; node < SIZE; node++) {
        links[node].next = (tw_node)FEW(nondet_u32(), NODES_LIMIT / 2u);
        links[node].prev = (tw_node)FEW(nondet_u32(), NODES_LIMIT / 2u);
    }
    for (uint32_t id = 0u; id < TIMERS; id++) {
        deadlines[id] = nondet_u32();
        oracle_deadlines[id] = nondet_u32();
        order[id] = nondet_i32();
    }
    for (uint32_t word = 0u; word < TW_BITSET_WORDS(HEADS); word++) {
        wheel.occupied[word] = nondet_u64();
    }
    wheel.now = FEW(nondet_u32(), TW_PERIOD);
    oracle.now = wheel.now;
    oracle.count = any_below(TIMERS + 1u);
#if IS_HIER
    wheel.opening = (uint16_t)FEW(nondet_u32(), HEADS);
#else
    wheel.cursor = FEW(nondet_u32(), NODES_LIMIT / 2u);
#endif
}

static void point(void)
{
    wheel.links = links;
    wheel.deadlines = deadlines;
    wheel.capacity = TIMERS;
    oracle.order = order;
    oracle.deadlines = oracle_deadlines;
    oracle.capacity = TIMERS;
}

static void save(void)
{
    wheel_before = wheel;
    for (tw_node node = 0; node < SIZE; node++) {
        links_before[node] = links[node];
    }
    for (uint32_t id = 0u; id < TIMERS; id++) {
        deadlines_before[id] = deadlines[id];
    }
}

static void any_state(void)
{
    any_memory();
    point();
    assume(wheel.occupied[0] == USED(wheel.occupied[0]));
    assume(W(audit)(&wheel));
    assume(tw_oracle_audit(&oracle));
    for (uint32_t i = 0u; i < TIMERS; i++) {
        assume(agree_on(i));
        assume(agree_at(i));
    }
    show_state();
    save();
}

/* The wheel's audit, in its parts: clock, links, any slot; and membership: any linked timer is
   in a list that ends in a head. */
static void check_wheel(void)
{
    const uint32_t slot = any_below(HEADS);
    const uint32_t id = any_below(TIMERS);
    require(wheel.capacity == TIMERS, "the capacity");
    require(wheel.links == links && wheel.deadlines == deadlines, "the memory");
    require(wheel.occupied[0] == USED(wheel.occupied[0]), "no bit is set that no slot has");
    require(tw_list_audit(links, HEADS, SIZE) >= 0, "the audit of the lists");
    require(W(audit_slot)(&wheel, slot, TIMERS) >= 0, "the audit of a slot");
#if IS_HIER
    require(tw_hier_audit_clock(&wheel), "the audit of the clock");
#else
    require(wheel.now < TW_PERIOD, "the audit of the clock");
    require(tw_hashed_audit_cursor(&wheel), "the audit of the cursor");
#endif
    if (W(is_active)(&wheel, id)) { require(place_of(id).head < HEADS, "a timer is in a slot"); }
}

/* The invariant, and the agreement on any one timer and any one pair of entries. */
static void check_state(void)
{
    check_wheel();
    require(tw_oracle_audit(&oracle), "the oracle's audit");
    require(wheel.now == oracle.now, "one clock");
    require(agree_on(any_below(TIMERS)), "the same timers");
    require(agree_at(any_below(TIMERS)), "the same order");
}

/* Nothing changed: the scalars, any link, any deadline. */
static void check_unchanged(void)
{
    const uint32_t node = any_below(SIZE);
    const uint32_t id = any_below(TIMERS);
    const uint32_t word = any_below(TW_BITSET_WORDS(HEADS));
    require(wheel.now == wheel_before.now, "unchanged: the clock");
    require(links[node].next == links_before[node].next, "unchanged: next");
    require(links[node].prev == links_before[node].prev, "unchanged: prev");
    require(deadlines[id] == deadlines_before[id], "unchanged: deadlines");
    require(wheel.occupied[word] == wheel_before.occupied[word], "unchanged: occupied");
#if IS_HIER
    require(wheel.opening == wheel_before.opening, "unchanged: opening");
#else
    require(wheel.cursor == wheel_before.cursor, "unchanged: cursor");
#endif
}

static void check_call(enum tw_status status)
{
    if (status != TW_OK && status != TW_EXPIRED && status != TW_BUSY) { check_unchanged(); }
    check_state();
}

/* A call of the table. */
#define CALL(type, NAME, name, operands, kind, arguments)                                          \
    void call_##name(void);                                                                        \
    void call_##name(void)                                                                         \
    {                                                                                              \
        any_state();                                                                               \
        check_call(both_##name(nondet_u32(), nondet_u32()));                                       \
    }
CALL_TABLE(CALL, any)

void step_advance(void)
{
    const uint32_t budget = nondet_u32();
    assume(budget <= BUDGET);
    any_state();
    check_call(advance(nondet_u32(), budget));
}

/* T7 without the ghost that counts visits: how many visits does an active timer still take?
   Hierarchical: how many levels it has to go down; a visit takes it down by one to three. */
static uint32_t visits_of(uint32_t id)
{
    const struct place at = place_of(id);
#if IS_HIER
    return (uint32_t)at.head / TW_RADIX;
#else
    const uint32_t ticks = tw_distance((uint32_t)wheel.now, deadlines[id]);
    const bool here = at.head == (tw_node)(wheel.now % HEADS) && wheel.cursor >= HEADS;
    const bool ahead = here && at.steps <= place_of((uint32_t)wheel.cursor - HEADS).steps;
    return ticks == 0u ? 0u : (ticks - 1u) / HEADS + (ahead ? 1u : 0u);
#endif
}

/* Of all timers but one. */
static uint32_t visits_but(uint32_t but)
{
    uint32_t sum = 0u;
    for (uint32_t id = 0u; id < TIMERS; id++) {
        sum += W(is_active)(&wheel, id) && id != but ? visits_of(id) : 0u;
    }
    return sum;
}

/* No timer takes more visits or less because another was started or stopped. */
void visits_change(void)
{
    const uint32_t id = nondet_u32();
    any_state();
    const uint32_t others = visits_but(id);
    if (nondet_bool()) {
        both_restart(id, nondet_u32());
    } else {
        both_stop(id, 0u);
    }
    require(visits_but(id) == others, "no visit more or less of others");
}

/* advance spends its budget on visits, and makes none beyond it. */
void visits_advance(void)
{
    const uint32_t budget = nondet_u32();
    assume(budget <= BUDGET);
    any_state();
    const uint32_t before = visits_but(TIMERS);
    const enum tw_status status = advance(nondet_u32(), budget);
    const uint32_t spent = before - visits_but(TIMERS);
    require(status != TW_BUSY || spent >= budget, "advance: busy once the budget is spent");
    require(spent <= (IS_HIER ? 3u : 1u) * budget, "advance: no visit beyond the budget");
}

void step_look(void)
{
    const uint32_t id = nondet_u32();
    any_state();
    both_is_active(id, 0u);
    (void)both_remaining(id, nondet_u32());
    next(nondet_u32());
    check_unchanged();
}

void step_earliest(void)
{
    any_state();
    (void)both_earliest(nondet_u32(), 0u);
    check_unchanged();
}

/* Any memory that passes the audits is among what any_memory makes. */
void step_narrow(void)
{
    const uint32_t node = any_below(SIZE);
    havoc();
    point();
    wheel.capacity = nondet_bool() ? TIMERS : nondet_bool() ? 0u : TW_CAPACITY_MAX + 1u;
    assume(W(audit)(&wheel));
    assume(tw_oracle_audit(&oracle));
    require(wheel.capacity == TIMERS, "narrow: the capacity");
    require(wheel.now < TW_PERIOD, "narrow: the clock");
    require(links[node].next >= 0 && links[node].next < SIZE, "narrow: next");
    require(links[node].prev >= 0 && links[node].prev < SIZE, "narrow: prev");
    require(oracle.count <= TIMERS, "narrow: the oracle's count");
#if IS_HIER
    require(wheel.opening < HEADS, "narrow: the slot that is being opened");
#else
    require(wheel.cursor < SIZE, "narrow: the cursor");
#endif
}

/* Whatever the memory holds. */
void step_init(void)
{
    const uint32_t refused = nondet_u32();
    havoc();
    save();
    if (nondet_bool()) {
        both_init(TIMERS, nondet_u32());
        require(W(audit)(&wheel), "init: the wheel's audit");
        require(tw_oracle_audit(&oracle), "init: the oracle's audit");
        require(W(is_empty)(&wheel), "init: no timer is active");
        require(!W(is_active)(&wheel, any_below(TIMERS)), "init: nor any one");
        require(!is_busy(), "init: no work to do");
        require(wheel.now == oracle.now, "init: one clock");
        require(wheel.capacity == TIMERS, "init: the capacity");
        require(wheel.links == links && wheel.deadlines == deadlines, "init: the memory");
        require(wheel.occupied[0] == 0u, "init: no bit is set");
    } else {
        assume(refused == 0u || refused > TW_CAPACITY_MAX);
        require(both_init(refused, nondet_u32()) == TW_BAD_CAPACITY,
                "init: the capacity is refused");
        check_unchanged();
    }
}
