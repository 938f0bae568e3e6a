/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "damage.h"

enum what { NEXT, PREV, BIT, NOW, CAPACITY, DEADLINE, PLACE, SPLICE };

static tw_node heads_of(const struct lockstep *s)
{
    return (tw_node)s->wheel->ops->heads;
}

static struct tw_link link_of(const struct lockstep *s, tw_node node)
{
    const struct tw_link *const links = s->wheel->part[1];
    return links[node];
}

/* Most often a timer, a neighbour of one, or a head; it may be just beyond either end. */
static tw_node node_of(const struct lockstep *s, uint8_t byte)
{
    const tw_node heads = heads_of(s);
    const tw_node capacity = (tw_node)s->wheel->capacity;
    const tw_node timer = heads + (byte >> 2) % capacity;
    if (byte == UINT8_MAX) { return heads + capacity; }
    if (byte == UINT8_MAX - 1u) { return -1; }
    if (byte % 4u == 0u) { return (byte >> 2) % heads; }
    return byte % 4u == 1u ? link_of(s, timer).next : timer;
}

/* One that is there. */
static uint32_t place_of(const struct lockstep *s, uint8_t byte)
{
    const tw_node node = node_of(s, byte);
    return node < 0 || node == heads_of(s) + (tw_node)s->wheel->capacity ? 0u : (uint32_t)node;
}

static void set(struct lockstep *s, enum field field, uint32_t index, uint64_t value)
{
    wheel_set(s->wheel, field, index, value);
    if (s->show) { trace_set(s->out, s->wheel, field, index); }
}

/* The audit sees that a link does not lead back. */
static bool set_other(struct lockstep *s, enum field field, uint32_t index, tw_node value)
{
    const bool other = wheel_get(s->wheel, field, index) != (uint32_t)value;
    set(s, field, index, (uint32_t)value);
    return other;
}

/* Makes two circles one, or one two: every link still leads back. */
static void splice(struct lockstep *s, uint32_t x, uint32_t y)
{
    const uint32_t after_x = (uint32_t)link_of(s, (tw_node)x).next;
    const uint32_t after_y = (uint32_t)link_of(s, (tw_node)y).next;
    set(s, FIELD_NEXT, x, after_y);
    set(s, FIELD_NEXT, y, after_x);
    set(s, FIELD_PREV, after_x, y);
    set(s, FIELD_PREV, after_y, x);
}

/* Must the audit refuse it? */
static bool do_damage(struct lockstep *s, enum what what, const uint8_t *byte, uint32_t ticks)
{
    const uint32_t number = byte[0] * 256u + byte[1];
    const uint32_t capacity = s->wheel->capacity;
    const uint64_t capacities[] = {0u, TW_CAPACITY_MAX + 1ull, capacity - 1u};
    const uint32_t node = place_of(s, byte[0]);
    const uint32_t slot = number % s->wheel->ops->heads;
    switch (what) {
    case NEXT:
        return set_other(s, FIELD_NEXT, node, node_of(s, byte[1]));
    case PREV:
        return set_other(s, FIELD_PREV, node, node_of(s, byte[1]));
    case BIT:
        set(s, FIELD_OCCUPIED, slot / 64u,
            wheel_get(s->wheel, FIELD_OCCUPIED, slot / 64u) ^ 1ull << slot % 64u);
        return true;
    case NOW:
        set(s, FIELD_NOW, 0u, number % 2u ? TW_PERIOD : tw_tick(ticks));
        return number % 2u;
    case CAPACITY:
        set(s, FIELD_CAPACITY, 0u, capacities[number % 3u]);
        return number % 3u != 2u;
    case DEADLINE:
        set(s, FIELD_DEADLINE, byte[1] % capacity, ticks);
        return false;
    case PLACE:
        set(s, FIELD_PLACE, 0u, byte[0] % 2u ? number : place_of(s, byte[1]));
        return false;
    default:
        splice(s, node, place_of(s, byte[1]));
        return false;
    }
}

/* The ticks of a slot of the hierarchical wheel. */
static uint32_t span_of(uint32_t slot)
{
    uint32_t span = 1u;
    for (uint32_t level = slot / TW_RADIX; level > 0u; level--) {
        span *= TW_RADIX;
    }
    return span;
}

/* Can a timer be in this slot? On a level it waits in that of its deadline's digit. */
static bool fits(const struct lockstep *s, uint32_t slot, uint32_t deadline)
{
    if (deadline > TW_TICK_MAX) { return false; }
    if (s->wheel->ops == &wheel_hashed) { return deadline % TW_HASHED_SLOTS == slot; }
    return deadline / span_of(slot) % TW_RADIX == slot % TW_RADIX;
}

/* What is being opened is a slot above the lowest level that opens now, and has timers. */
static bool hier_is_placed(const struct lockstep *s, uint32_t slot, uint64_t now)
{
    if (slot == TW_HIER_NONE) { return true; }
    if (slot < TW_RADIX || slot >= TW_SLOTS) { return false; }
    return now % span_of(slot) == 0u && fits(s, slot, (uint32_t)now) &&
           link_of(s, (tw_node)slot).next != (tw_node)slot;
}

/* The cursor is the head of the slot of now, or a timer in it, and no timer before it is due. */
static bool hashed_is_placed(const struct lockstep *s, uint32_t cursor, uint64_t now)
{
    tw_node node = link_of(s, (tw_node)(now % TW_HASHED_SLOTS)).next;
    for (uint32_t steps = 0u; (uint32_t)node != cursor; steps++) {
        if (steps == s->wheel->capacity || node < TW_HASHED_SLOTS ||
            wheel_get(s->wheel, FIELD_DEADLINE, (uint32_t)node - TW_HASHED_SLOTS) == now) {
            return false;
        }
        node = link_of(s, node).next;
    }
    return true;
}

/* Can the field that says where advance works be what it is? */
static bool is_placed(const struct lockstep *s)
{
    const uint32_t place = (uint32_t)wheel_get(s->wheel, FIELD_PLACE, 0u);
    const uint64_t now = wheel_get(s->wheel, FIELD_NOW, 0u);
    return (s->wheel->ops == &wheel_hier ? hier_is_placed : hashed_is_placed)(s, place, now);
}

/* The head that links lead to from a timer; or less than 0. */
static tw_node head_of(const struct lockstep *s, tw_node node, bool forward)
{
    for (uint32_t steps = 0u; node >= heads_of(s); steps++) {
        if (steps == s->wheel->capacity) { return -1; }
        node = forward ? link_of(s, node).next : link_of(s, node).prev;
    }
    return node;
}

/* Is each active timer in one slot, which is one that it can be in? */
static bool timers_fit(const struct lockstep *s)
{
    for (uint32_t id = 0u; id < s->wheel->capacity; id++) {
        const tw_node node = heads_of(s) + (tw_node)id;
        if (link_of(s, node).next == node) { continue; }
        const tw_node head = head_of(s, node, true);
        if (head < 0 || head_of(s, node, false) != head) { return false; }
        if (!fits(s, (uint32_t)head, (uint32_t)wheel_get(s->wheel, FIELD_DEADLINE, id))) {
            return false;
        }
    }
    return true;
}

void damage(struct lockstep *s, uint32_t what, const uint8_t *byte, uint32_t ticks)
{
    struct step audit = {{CALL_AUDIT, 0u, 0u}, {false, UNTOUCHED, UNTOUCHED}, lockstep_now(s)};
    wheel_save(s->wheel, s->kept);
    const bool damaged = do_damage(s, (enum what)(what % (SPLICE + 1u)), byte, ticks);
    const bool refused = damaged || !timers_fit(s) || !is_placed(s);
    s->announced = s->show;
    if (s->show) { trace_call(s->out, s->wheel->ops, audit.call); }
    const struct answer got = wheel_call(s->wheel, CALL_AUDIT, 0u, 0u);
    if (refused && got.value != 0u) {
        lockstep_differ(s, audit.call, audit.answer, got, "the audit of what is no wheel");
    }
    audit.answer = got;
    if (s->show) { trace_answer(s->out, &audit); }
    s->announced = false;
    wheel_load(s->wheel, s->kept);
    if (s->show) { trace_note(s->out, "mend"); }
}
