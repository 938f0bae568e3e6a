/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "oracle.h"

static bool tw_oracle_delay_ok(uint32_t delay)
{
    return delay >= 1u && delay <= TW_TICK_MAX;
}

/* Ticks to the deadline of an entry. */
static uint32_t tw_oracle_left(const struct tw_oracle *o, uint32_t i)
{
    return tw_distance(o->now, o->entries[i].deadline);
}

/* The first entry of a timer, or count: the timer is idle. */
static uint32_t tw_oracle_find(const struct tw_oracle *o, uint32_t id)
{
    uint32_t i = 0u;
    while (i < o->count && o->entries[i].id != id) {
        i++;
    }
    return i;
}

/* Enters an idle timer behind all that are due earlier or at the same tick. */
static void tw_oracle_insert(struct tw_oracle *o, uint32_t id, uint32_t delay)
{
    uint32_t i = o->count;
    while (i > 0u && tw_oracle_left(o, i - 1u) > delay) {
        o->entries[i] = o->entries[i - 1u];
        i--;
    }
    o->entries[i].id = id;
    o->entries[i].deadline = tw_after(o->now, delay);
    o->count++;
}

/* Takes entry i out. */
static void tw_oracle_delete(struct tw_oracle *o, uint32_t i)
{
    o->count--;
    for (uint32_t k = i; k < o->count; k++) {
        o->entries[k] = o->entries[k + 1u];
    }
}

enum tw_status tw_oracle_init(struct tw_oracle *o, struct tw_oracle_entry *entries,
                              uint32_t capacity, uint32_t now)
{
    if (capacity == 0u || capacity > TW_CAPACITY_MAX) {
        return TW_BAD_CAPACITY;
    }
    o->entries = entries;
    o->count = 0u;
    o->capacity = capacity;
    o->now = tw_tick(now);
    return TW_OK;
}

enum tw_status tw_oracle_start(struct tw_oracle *o, uint32_t id, uint32_t delay)
{
    if (id >= o->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_oracle_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    if (tw_oracle_find(o, id) < o->count) {
        return TW_NOT_IDLE;
    }
    tw_oracle_insert(o, id, delay);
    return TW_OK;
}

enum tw_status tw_oracle_stop(struct tw_oracle *o, uint32_t id)
{
    if (id >= o->capacity) {
        return TW_BAD_ID;
    }
    const uint32_t i = tw_oracle_find(o, id);
    if (i == o->count) {
        return TW_NOT_ACTIVE;
    }
    tw_oracle_delete(o, i);
    return TW_OK;
}

enum tw_status tw_oracle_restart(struct tw_oracle *o, uint32_t id, uint32_t delay)
{
    if (id >= o->capacity) {
        return TW_BAD_ID;
    }
    if (!tw_oracle_delay_ok(delay)) {
        return TW_BAD_DELAY;
    }
    const uint32_t i = tw_oracle_find(o, id);
    if (i < o->count) {
        tw_oracle_delete(o, i);
    }
    tw_oracle_insert(o, id, delay);
    return TW_OK;
}

enum tw_status tw_oracle_advance(struct tw_oracle *o, uint32_t until, uint32_t budget, uint32_t *id)
{
    const uint32_t target = tw_tick(until);
    const uint32_t ahead = tw_distance(o->now, target);
    (void)budget;
    if (ahead >= TW_PERIOD / 2) {
        return TW_BAD_CLOCK;
    }
    if (o->count == 0u || tw_oracle_left(o, 0u) > ahead) {
        o->now = target;
        return TW_OK;
    }
    *id = o->entries[0].id;
    o->now = o->entries[0].deadline;
    tw_oracle_delete(o, 0u);
    return TW_EXPIRED;
}

bool tw_oracle_next(const struct tw_oracle *o, uint32_t *ticks)
{
    if (o->count == 0u) {
        return false;
    }
    *ticks = tw_oracle_left(o, 0u);
    return true;
}

uint32_t tw_oracle_now(const struct tw_oracle *o)
{
    return o->now;
}

bool tw_oracle_is_active(const struct tw_oracle *o, uint32_t id)
{
    return id < o->capacity && tw_oracle_find(o, id) < o->count;
}

enum tw_status tw_oracle_remaining(const struct tw_oracle *o, uint32_t id, uint32_t *ticks)
{
    if (id >= o->capacity) {
        return TW_BAD_ID;
    }
    const uint32_t i = tw_oracle_find(o, id);
    if (i == o->count) {
        return TW_NOT_ACTIVE;
    }
    *ticks = tw_oracle_left(o, i);
    return TW_OK;
}

bool tw_oracle_is_empty(const struct tw_oracle *o)
{
    return o->count == 0u;
}

/* Audit: is entry i a timer's only one, and in its place? */
static bool tw_oracle_audit_entry(const struct tw_oracle *o, uint32_t i)
{
    const struct tw_oracle_entry *entry = &o->entries[i];
    return entry->id < o->capacity && entry->deadline <= TW_TICK_MAX &&
           tw_oracle_find(o, entry->id) == i &&
           (i == 0u || tw_oracle_left(o, i - 1u) <= tw_oracle_left(o, i));
}

bool tw_oracle_audit(const struct tw_oracle *o)
{
    bool sound = o->capacity >= 1u && o->capacity <= TW_CAPACITY_MAX && o->count <= o->capacity &&
                 o->now <= TW_TICK_MAX;
    for (uint32_t i = 0u; sound && i < o->count; i++) {
        sound = tw_oracle_audit_entry(o, i);
    }
    return sound;
}
