/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tw_hier.h"

/* Ids and nodes. */
static inline tw_node tw_hier_node(uint32_t id)
{
    return (tw_node)(TW_SLOTS + id);
}

static inline uint32_t tw_hier_id(tw_node node)
{
    return (uint32_t)node - TW_SLOTS;
}

static inline bool tw_hier_delay_ok(uint32_t delay)
{
    return (delay != 0u) & (tw_tick(delay) == delay);
}

/* Takes an active timer out of its slot. */
static void tw_hier_remove(struct tw_hier *w, tw_node node)
{
    const tw_node head = tw_list_unlink(w->links, node);
    if (head != node) {
        tw_bitset_clear(w->occupied, (uint32_t)head);
        if (head == (tw_node)w->opening) {
            w->opening = TW_HIER_NONE;
        }
    }
}

/* Puts an idle timer at the tail of a slot. */
static void tw_hier_insert(struct tw_hier *w, tw_node node, uint32_t slot)
{
    tw_list_append(w->links, (tw_node)slot, node);
    tw_bitset_set(w->occupied, slot);
}

/* Starts an idle timer. Where the slot that is being opened still holds timers of the
   deadline's window, the timer queues behind them (T2). */
static void tw_hier_schedule(struct tw_hier *w, uint32_t id, uint32_t delay)
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t deadline = tw_after(now, delay);
    const uint32_t slot = tw_slot(deadline, now);
    const bool queue = slot / TW_RADIX < w->opening / (uint32_t)TW_RADIX;
    w->deadlines[id] = deadline;
    tw_hier_insert(w, tw_hier_node(id), queue ? w->opening : slot);
}

/* Moves the first timer of the slot that is being opened down to where it belongs. */
static void tw_hier_cascade(struct tw_hier *w)
{
    const tw_node node = tw_list_first(w->links, (tw_node)w->opening);
    const uint32_t slot = tw_slot(w->deadlines[tw_hier_id(node)], (uint32_t)w->now);
    tw_hier_remove(w, node);
    tw_hier_insert(w, node, slot);
}

/* The occupied slot that opens next, or TW_SLOTS: on each level beyond now's digit;
   last, on the top level, from its start to now's digit, a turn away. */
static uint32_t tw_hier_upcoming(const struct tw_hier *w)
{
    const uint32_t now = (uint32_t)w->now;
    for (uint32_t level = 0u; level < TW_LEVELS; level++) {
        const uint32_t start = TW_RADIX * level;
        const uint32_t end = start + TW_RADIX;
        const uint32_t slot = tw_bitset_next(w->occupied, start + tw_digit(now, level) + 1u, end);
        if (slot < end) {
            return slot;
        }
    }
    const uint32_t top = TW_RADIX * (TW_LEVELS - 1u);
    const uint32_t turn = top + tw_digit(now, TW_LEVELS - 1u) + 1u;
    const uint32_t slot = tw_bitset_next(w->occupied, top, turn);
    return slot < turn ? slot : TW_SLOTS;
}

/* Nothing is due: runs the clock to where the next slot opens, but not beyond until. */
static void tw_hier_run(struct tw_hier *w, uint32_t until)
{
    const uint32_t now = (uint32_t)w->now;
    const uint32_t slot = tw_hier_upcoming(w);
    if (slot == TW_SLOTS) {
        w->now = until;
        return;
    }
    const uint32_t opens = tw_opens(slot, now);
    if (tw_distance(now, until) < tw_distance(now, opens)) {
        w->now = until;
        return;
    }
    w->now = opens;
    w->opening = slot < TW_RADIX ? TW_HIER_NONE : (uint16_t)slot;
}

enum tw_status tw_hier_init(struct tw_hier *w, struct tw_link *links, uint32_t *deadlines,
                            uint32_t capacity, uint32_t now)
{
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) {
        return TW_BAD_CAPACITY;
    }
    w->links = links;
    w->deadlines = deadlines;
    w->now = tw_tick(now);
    w->capacity = capacity;
    w->opening = TW_HIER_NONE;
    tw_bitset_reset(w->occupied, TW_SLOTS);
    tw_list_reset(links, tw_hier_node(capacity));
    return TW_OK;
}

enum tw_status tw_hier_start(struct tw_hier *w, uint32_t id, uint32_t delay)
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_hier_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    if (tw_list_is_linked(w->links, tw_hier_node(id))) {
        return TW_NOT_IDLE;
    }
    tw_hier_schedule(w, id, delay);
    return TW_OK;
}

enum tw_status tw_hier_stop(struct tw_hier *w, uint32_t id)
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_list_is_linked(w->links, tw_hier_node(id))) {
        return TW_NOT_ACTIVE;
    }
    tw_hier_remove(w, tw_hier_node(id));
    return TW_OK;
}

enum tw_status tw_hier_restart(struct tw_hier *w, uint32_t id, uint32_t delay)
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_hier_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    if (tw_list_is_linked(w->links, tw_hier_node(id))) {
        tw_hier_remove(w, tw_hier_node(id));
    }
    tw_hier_schedule(w, id, delay);
    return TW_OK;
}

enum tw_status tw_hier_advance(struct tw_hier *w, uint32_t until, uint32_t budget, uint32_t *id)
{
    const uint32_t target = tw_tick(until);
    if (tw_distance((uint32_t)w->now, target) >= TW_PERIOD / 2) {
        return TW_BAD_CLOCK;
    }
    uint32_t left = budget;
    for (;;) {
        const tw_node due = (tw_node)(w->now % TW_RADIX);
        const tw_node first = tw_list_first(w->links, due);
        if (w->opening != TW_HIER_NONE) {
            if (left == 0u) {
                return TW_BUSY;
            }
            left--;
            tw_hier_cascade(w);
        } else if (first != due) {
            tw_hier_remove(w, first);
            *id = tw_hier_id(first);
            return TW_EXPIRED;
        } else if (w->now == target) {
            return TW_OK;
        } else {
            tw_hier_run(w, target);
        }
    }
}

bool tw_hier_next(const struct tw_hier *w, uint32_t *ticks)
{
    const uint32_t now = (uint32_t)w->now;
    if (w->opening != TW_HIER_NONE || tw_bitset_test(w->occupied, now % TW_RADIX)) {
        *ticks = 0u;
        return true;
    }
    const uint32_t slot = tw_hier_upcoming(w);
    if (slot == TW_SLOTS) {
        return false;
    }
    *ticks = tw_distance(now, tw_opens(slot, now));
    return true;
}

uint32_t tw_hier_now(const struct tw_hier *w)
{
    return (uint32_t)w->now;
}

bool tw_hier_is_active(const struct tw_hier *w, uint32_t id)
{
    return id < w->capacity && tw_list_is_linked(w->links, tw_hier_node(id));
}

enum tw_status tw_hier_remaining(const struct tw_hier *w, uint32_t id, uint32_t *ticks)
{
    if (id >= w->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_list_is_linked(w->links, tw_hier_node(id))) {
        return TW_NOT_ACTIVE;
    }
    *ticks = tw_distance((uint32_t)w->now, w->deadlines[id]);
    return TW_OK;
}

bool tw_hier_is_empty(const struct tw_hier *w)
{
    return tw_bitset_next(w->occupied, 0u, TW_SLOTS) == TW_SLOTS;
}

/* Audit: does the timer at node belong in this slot? */
static bool tw_hier_audit_timer(const struct tw_hier *w, tw_node node, uint32_t slot)
{
    const uint32_t deadline = w->deadlines[tw_hier_id(node)];
    if (deadline != tw_tick(deadline)) {
        return false;
    }
    const uint32_t place = tw_slot(deadline, (uint32_t)w->now);
    return place == slot || (slot == w->opening && place / TW_RADIX < slot / TW_RADIX);
}

/* Audit: walks a slot. Returns how many of the *left* timers are not in it, or -1. */
static int64_t tw_hier_audit_slot(const struct tw_hier *w, uint32_t slot, int64_t left)
{
    const bool occupied = w->links[slot].next != (tw_node)slot;
    if (tw_bitset_test(w->occupied, slot) != occupied) {
        return -1;
    }
    int64_t others = left;
    for (tw_node node = w->links[slot].next; node != (tw_node)slot; node = w->links[node].next) {
        if (others == 0 || node < TW_SLOTS || !tw_hier_audit_timer(w, node, slot)) {
            return -1;
        }
        others--;
    }
    return others;
}

/* Audit: clock and opening slot. */
static bool tw_hier_audit_clock(const struct tw_hier *w)
{
    if (w->now >= TW_PERIOD || w->opening >= TW_SLOTS) {
        return false;
    }
    if (w->opening == TW_HIER_NONE) {
        return true;
    }
    return w->opening >= TW_RADIX && tw_bitset_test(w->occupied, w->opening) &&
           tw_opens(w->opening, (uint32_t)w->now) == w->now;
}

bool tw_hier_audit(const struct tw_hier *w)
{
    if (w->capacity == 0u || w->capacity > TW_CAPACITY_MAX || !tw_hier_audit_clock(w)) {
        return false;
    }
    const tw_node size = tw_hier_node((uint32_t)w->capacity);
    int64_t left = tw_list_audit(w->links, TW_SLOTS, size);
    for (uint32_t slot = 0u; slot < TW_SLOTS && left >= 0; slot++) {
        left = tw_hier_audit_slot(w, slot, left);
    }
    return left == 0;
}
