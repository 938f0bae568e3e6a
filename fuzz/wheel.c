/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wheel.h"

#include <string.h>

#include "oracle.h"
#include "tw_hashed.h"
#include "tw_hier.h"

static struct tw_hier hier;
static struct tw_link hier_links[TW_SLOTS + TIMERS];
static uint32_t hier_deadlines[TIMERS];

static struct tw_hashed hashed;
static struct tw_link hashed_links[TW_HASHED_SLOTS + TIMERS];
static uint32_t hashed_deadlines[TIMERS];

static struct tw_oracle oracle;
static tw_node oracle_order[TIMERS];
static uint32_t oracle_deadlines[TIMERS];

#define CALLS(type)                                                                                \
    static struct answer type##_change(const struct call *c)                                       \
    {                                                                                              \
        struct answer r = {0u, UNTOUCHED};                                                         \
        switch (c->kind) {                                                                         \
        case CALL_START:                                                                           \
            r.value = tw_##type##_start(&(type), c->a, c->b);                                      \
            return r;                                                                              \
        case CALL_STOP:                                                                            \
            r.value = tw_##type##_stop(&(type), c->a);                                             \
            return r;                                                                              \
        case CALL_RESTART:                                                                         \
            r.value = tw_##type##_restart(&(type), c->a, c->b);                                    \
            return r;                                                                              \
        case CALL_START_AT:                                                                        \
            r.value = tw_##type##_start_at(&(type), c->a, c->b);                                   \
            return r;                                                                              \
        case CALL_RESTART_AT:                                                                      \
            r.value = tw_##type##_restart_at(&(type), c->a, c->b);                                 \
            return r;                                                                              \
        default:                                                                                   \
            r.value = tw_##type##_advance(&(type), c->a, c->b, &r.out);                            \
            return r;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static struct answer type##_look(const struct call *c)                                         \
    {                                                                                              \
        struct answer r = {0u, UNTOUCHED};                                                         \
        switch (c->kind) {                                                                         \
        case CALL_NOW:                                                                             \
            return (struct answer){tw_##type##_now(&(type)), UNTOUCHED};                           \
        case CALL_IS_ACTIVE:                                                                       \
            return (struct answer){tw_##type##_is_active(&(type), c->a), UNTOUCHED};               \
        case CALL_IS_EMPTY:                                                                        \
            return (struct answer){tw_##type##_is_empty(&(type)), UNTOUCHED};                      \
        case CALL_AUDIT:                                                                           \
            return (struct answer){tw_##type##_audit(&(type)), UNTOUCHED};                         \
        case CALL_REMAINING:                                                                       \
            r.value = tw_##type##_remaining(&(type), c->a, &r.out);                                \
            return r;                                                                              \
        default:                                                                                   \
            r.value = tw_##type##_next(&(type), &r.out);                                           \
            return r;                                                                              \
        }                                                                                          \
    }

CALLS(hier)
CALLS(hashed)
CALLS(oracle)

#define STATES(type)                                                                               \
    static void type##_states(struct state *s, uint32_t n)                                         \
    {                                                                                              \
        for (uint32_t id = 0u; id < n; id++) {                                                     \
            s[id].active = tw_##type##_is_active(&(type), id);                                     \
            s[id].left = UNTOUCHED;                                                                \
            s[id].status = tw_##type##_remaining(&(type), id, &s[id].left);                        \
        }                                                                                          \
    }

STATES(hier)
STATES(hashed)

/* remaining says it all. */
static void oracle_states(struct state *s, uint32_t n)
{
    for (uint32_t id = 0u; id < n; id++) {
        s[id].left = UNTOUCHED;
        s[id].status = tw_oracle_remaining(&oracle, id, &s[id].left);
        s[id].active = s[id].status == TW_OK;
    }
}

/* A wheel's memory, full of something else, ends where its arrays do: a sanitizer sees every
   access beyond them. */
#define INIT(kind, number)                                                                         \
    static struct answer kind##_init(const struct call *c)                                         \
    {                                                                                              \
        const uint32_t rest = c->a <= TIMERS ? TIMERS - c->a : 0u;                                 \
        struct wheel *const w = &wheels[number];                                                   \
        w->links = kind##_links + rest;                                                            \
        w->deadlines = kind##_deadlines + rest;                                                    \
        memset(kind##_links, 0xA5, sizeof(kind##_links));                                          \
        memset(kind##_deadlines, 0xA5, sizeof(kind##_deadlines));                                  \
        memset(&(kind), 0xA5, sizeof(kind));                                                       \
        return (struct answer){tw_##kind##_init(&(kind), w->links, w->deadlines, c->a, c->b),      \
                               UNTOUCHED};                                                         \
    }

INIT(hier, HIER)
INIT(hashed, HASHED)

static struct answer oracle_init(const struct call *c)
{
    return (struct answer){tw_oracle_init(&oracle, oracle_order, oracle_deadlines, c->a, c->b),
                           UNTOUCHED};
}

uint32_t oracle_now(void)
{
    return tw_oracle_now(&oracle);
}

void oracle_follow(uint32_t now)
{
    oracle.now = now;
}

/* A slot is being opened, and none can be delivered before. */
static bool hier_busy(void)
{
    const tw_node here = (tw_node)(hier.now % TW_RADIX);
    return hier.opening != TW_HIER_NONE && wheels[HIER].links[here].next == here;
}

/* The cursor is on a timer that is not due. */
static bool hashed_busy(void)
{
    return hashed.cursor >= TW_HASHED_SLOTS &&
           wheels[HASHED].deadlines[hashed.cursor - TW_HASHED_SLOTS] != hashed.now;
}

/* Its slot opens where all digits below the highest that differs from now's are 0; beyond
   rollover, all but the first. */
static uint32_t hier_wake(uint32_t deadline, uint32_t now)
{
    uint32_t span = TW_SPAN_3;
    while (span > 1u && deadline >= now && deadline / span == now / span) {
        span /= TW_RADIX;
    }
    return tw_tick(deadline - deadline % span - now);
}

/* Its slot comes once a turn. */
static uint32_t hashed_wake(uint32_t deadline, uint32_t now)
{
    return (deadline - now - 1u) % TW_HASHED_SLOTS + 1u;
}

static void hier_set_place(uint32_t place)
{
    hier.opening = (uint16_t)place;
}

static void hashed_set_place(uint32_t place)
{
    hashed.cursor = place;
}

/* A timer waits on a level in the slot of its deadline's digit. */
static bool hier_fits(uint32_t slot, uint32_t deadline)
{
    uint32_t turns = deadline;
    for (uint32_t level = slot / TW_RADIX; level > 0u; level--) {
        turns /= TW_RADIX;
    }
    return deadline <= TW_TICK_MAX && turns % TW_RADIX == slot % TW_RADIX;
}

/* What is being opened is a slot above the lowest level that opens now, and has timers. */
static bool hier_is_placed(void)
{
    const uint32_t slot = hier.opening;
    if (slot == TW_HIER_NONE) { return true; }
    if (slot < TW_RADIX || slot >= TW_SLOTS) { return false; }
    uint32_t span = 1u;
    for (uint32_t level = slot / TW_RADIX; level > 0u; level--) {
        span *= TW_RADIX;
    }
    return hier.now % span == 0u && hier_fits(slot, (uint32_t)hier.now) &&
           wheels[HIER].links[slot].next != (tw_node)slot;
}

static bool hashed_fits(uint32_t slot, uint32_t deadline)
{
    return deadline <= TW_TICK_MAX && deadline % TW_HASHED_SLOTS == slot;
}

/* The cursor is the head of the slot of now, or a timer in it, and no timer before it is due. */
static bool hashed_is_placed(void)
{
    const struct wheel *const w = &wheels[HASHED];
    const tw_node head = (tw_node)(hashed.now % TW_HASHED_SLOTS);
    tw_node node = w->links[head].next;
    for (uint32_t steps = 0u; (uint64_t)node != hashed.cursor; steps++) {
        if (steps == TIMERS || node < TW_HASHED_SLOTS ||
            w->deadlines[node - TW_HASHED_SLOTS] == hashed.now) {
            return false;
        }
        node = w->links[node].next;
    }
    return true;
}

#define KEEP(kind, scalars)                                                                        \
    static struct {                                                                                \
        struct scalars wheel;                                                                      \
        struct tw_link links[sizeof(kind##_links) / sizeof(struct tw_link)];                       \
        uint32_t deadlines[TIMERS];                                                                \
    } kind##_kept;                                                                                 \
    static void kind##_keep(void)                                                                  \
    {                                                                                              \
        kind##_kept.wheel = (kind);                                                                \
        memcpy(kind##_kept.links, kind##_links, sizeof(kind##_links));                             \
        memcpy(kind##_kept.deadlines, kind##_deadlines, sizeof(kind##_deadlines));                 \
    }                                                                                              \
    static bool kind##_has_moved(void)                                                             \
    {                                                                                              \
        return memcmp(kind##_kept.links, kind##_links, sizeof(kind##_links)) != 0;                 \
    }                                                                                              \
    static void kind##_mend(void)                                                                  \
    {                                                                                              \
        (kind) = kind##_kept.wheel;                                                                \
        memcpy(kind##_links, kind##_kept.links, sizeof(kind##_links));                             \
        memcpy(kind##_deadlines, kind##_kept.deadlines, sizeof(kind##_deadlines));                 \
    }

KEEP(hier, tw_hier)
KEEP(hashed, tw_hashed)

#define TABLE(kind)                                                                                \
    .name = #kind, .init = kind##_init, .change = kind##_change, .look = kind##_look,              \
    .states = kind##_states
#define MEMORY(kind)                                                                               \
    .busy = kind##_busy, .wake = kind##_wake, .now = &(kind).now, .capacity = &(kind).capacity,    \
    .occupied = (kind).occupied, .set_place = kind##_set_place, .is_placed = kind##_is_placed,     \
    .fits = kind##_fits, .keep = kind##_keep, .has_moved = kind##_has_moved, .mend = kind##_mend

struct wheel wheels[] = {
    [HIER] = {TABLE(hier), MEMORY(hier), .heads = TW_SLOTS, .turn = TW_PERIOD,
              .moves = TW_LEVELS - 1u, .place = "opening"},
    [HASHED] = {TABLE(hashed), MEMORY(hashed), .heads = TW_HASHED_SLOTS, .turn = TW_HASHED_SLOTS,
                .place = "cursor"},
    [ORACLE] = {TABLE(oracle)},
};
