/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "damage.h"

#include <inttypes.h>
#include <stdio.h>

#include "lockstep.h"

enum what { NEXT, PREV, BIT, NOW, CAPACITY, DEADLINE, PLACE, SPLICE };

/* Most often a timer, a neighbour of one, or a head; it may be just beyond either end. */
static tw_node node_of(uint8_t byte)
{
    const struct wheel *const w = lockstep.wheel;
    const tw_node size = w->heads + (tw_node)lockstep.capacity;
    const tw_node timer = w->heads + (byte >> 2) % (tw_node)lockstep.capacity;
    if (byte == UINT8_MAX) { return size; }
    if (byte == UINT8_MAX - 1u) { return -1; }
    if (byte % 4u == 0u) { return (byte >> 2) % w->heads; }
    return byte % 4u == 1u ? w->links[timer].next : timer;
}

/* One that is there. */
static tw_node place_of(uint8_t byte)
{
    const tw_node node = node_of(byte);
    return node < 0 || node == lockstep.wheel->heads + (tw_node)lockstep.capacity ? 0 : node;
}

/* The audit sees that a link does not lead back. */
static bool set_link(const char *name, tw_node *link, tw_node node, tw_node value)
{
    const bool other = *link != value;
    if (lockstep.show) { printf("links[%" PRId32 "].%s = %" PRId32 ";\n", node, name, value); }
    *link = value;
    return other;
}

static bool set_scalar(const char *name, uint64_t *scalar, uint64_t value, bool refused)
{
    if (lockstep.show) { printf("w.%s = %" PRIu64 ";\n", name, value); }
    *scalar = value;
    return refused;
}

static bool flip_bit(uint32_t slot)
{
    uint64_t *const occupied = lockstep.wheel->occupied;
    if (lockstep.show) {
        printf("w.occupied[%" PRIu32 "] ^= 1ull << %" PRIu32 ";\n", slot / 64u, slot % 64u);
    }
    occupied[slot / 64u] ^= 1ull << slot % 64u;
    return true;
}

static bool set_deadline(uint32_t id, uint32_t deadline)
{
    if (lockstep.show) { printf("deadlines[%" PRIu32 "] = %" PRIu32 ";\n", id, deadline); }
    lockstep.wheel->deadlines[id] = deadline;
    return false;
}

static bool set_place(uint32_t place)
{
    if (lockstep.show) { printf("w.%s = %" PRIu32 ";\n", lockstep.wheel->place, place); }
    lockstep.wheel->set_place(place);
    return false;
}

/* Makes two circles one, or one two: every link still leads back. */
static bool splice(tw_node x, tw_node y)
{
    struct tw_link *const links = lockstep.wheel->links;
    const tw_node after_x = links[x].next;
    const tw_node after_y = links[y].next;
    set_link("next", &links[x].next, x, after_y);
    set_link("next", &links[y].next, y, after_x);
    set_link("prev", &links[after_x].prev, after_x, y);
    set_link("prev", &links[after_y].prev, after_y, x);
    return false;
}

/* Must the audit refuse it? */
static bool do_damage(enum what what, const uint8_t *byte, uint32_t ticks)
{
    const struct wheel *const w = lockstep.wheel;
    const uint32_t number = byte[0] * 256u + byte[1];
    const uint64_t capacities[] = {0u, TW_CAPACITY_MAX + 1ull, lockstep.capacity - 1u};
    const tw_node node = place_of(byte[0]);
    switch (what) {
    case NEXT:
        return set_link("next", &w->links[node].next, node, node_of(byte[1]));
    case PREV:
        return set_link("prev", &w->links[node].prev, node, node_of(byte[1]));
    case BIT:
        return flip_bit(number % (uint32_t)w->heads);
    case NOW:
        return set_scalar("now", w->now, number % 2u ? TW_PERIOD : tw_tick(ticks), number % 2u);
    case CAPACITY:
        return set_scalar("capacity", w->capacity, capacities[number % 3u], number % 3u != 2u);
    case DEADLINE:
        return set_deadline(byte[1] % lockstep.capacity, ticks);
    case PLACE:
        return set_place(byte[0] % 2u ? number : (uint32_t)place_of(byte[1]));
    default:
        return splice(node, place_of(byte[1]));
    }
}

/* The head that links lead to from a timer; or less than 0. */
static tw_node head_of(tw_node node, bool forward)
{
    const struct wheel *const w = lockstep.wheel;
    for (uint32_t steps = 0u; node >= w->heads; steps++) {
        if (steps == lockstep.capacity) { return -1; }
        node = forward ? w->links[node].next : w->links[node].prev;
    }
    return node;
}

/* Is each active timer in one slot, which is one that it can be in? */
static bool timers_fit(void)
{
    const struct wheel *const w = lockstep.wheel;
    for (uint32_t id = 0u; id < lockstep.capacity; id++) {
        const tw_node node = w->heads + (tw_node)id;
        if (w->links[node].next == node) { continue; }
        const tw_node head = head_of(node, true);
        if (head < 0 || head_of(node, false) != head) { return false; }
        if (!w->fits((uint32_t)head, w->deadlines[id])) { return false; }
    }
    return true;
}

void damage(uint32_t what, const uint8_t *byte, uint32_t ticks)
{
    lockstep.wheel->keep();
    const bool refused = do_damage((enum what)(what % (SPLICE + 1u)), byte, ticks);
    lockstep_audit_damage(refused || !timers_fit() || !lockstep.wheel->is_placed());
    lockstep.wheel->mend();
    if (lockstep.show) { printf("/* all memory as before the damage */\n"); }
}
