/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "calls.h"

#include <stdlib.h>
#include <string.h>

#define ARRAYS(type) part[1], part[2]
#define CASE(type, NAME, name, operands, answer, arguments)                                        \
    case CALL_##NAME:                                                                              \
        value = (uint32_t)tw_##type##_##name arguments;                                            \
        break;

#define WHEEL_CALLS(type)                                                                          \
    static struct answer type##_call(void *const *part, struct call c)                             \
    {                                                                                              \
        struct tw_##type *const w = part[0];                                                       \
        const uint32_t a = c.a;                                                                    \
        const uint32_t b = c.b;                                                                    \
        uint32_t value = 0u;                                                                       \
        uint32_t out = UNTOUCHED;                                                                  \
        uint32_t ticks = UNTOUCHED;                                                                \
        switch (c.kind) {                                                                          \
            CALL_TABLE(CASE, type)                                                                 \
        default:                                                                                   \
            abort();                                                                               \
        }                                                                                          \
        return (struct answer){value, out, ticks};                                                 \
    }                                                                                              \
    static void type##_timers(void *const *part, uint32_t counter, struct timer *timers,           \
                              uint32_t first, uint32_t count)                                      \
    {                                                                                              \
        const struct tw_##type *const w = part[0];                                                 \
        for (uint32_t i = 0u; i < count; i++) {                                                    \
            timers[i].active = tw_##type##_is_active(w, first + i);                                \
            timers[i].left = UNTOUCHED;                                                            \
            timers[i].status = tw_##type##_remaining(w, first + i, counter, &timers[i].left);      \
        }                                                                                          \
    }

#define WHEEL_FIELDS(type)                                                                         \
    static void type##_sizes(uint32_t capacity, size_t *size)                                      \
    {                                                                                              \
        size[0] = sizeof(struct tw_##type);                                                        \
        size[1] = (wheel_##type.heads + (size_t)capacity) * sizeof(struct tw_link);                \
        size[2] = capacity * sizeof(uint32_t);                                                     \
    }                                                                                              \
    static struct fields type##_fields(void *part)                                                 \
    {                                                                                              \
        struct tw_##type *const w = part;                                                          \
        return (struct fields){&w->links, &w->deadlines, &w->now, &w->capacity, w->occupied};      \
    }

#define TABLE(type)                                                                                \
    .name = #type, .sizes = type##_sizes, .call = type##_call, .timers = type##_timers,            \
    .needs_budget = type##_needs_budget, .wake = type##_wake
#define FIELDS(type)                                                                               \
    .label = #type, .fields = type##_fields, .get_place = type##_get_place,                        \
    .set_place = type##_set_place

WHEEL_CALLS(hier)
WHEEL_FIELDS(hier)

/* A slot is being opened, and none can be delivered before. */
static bool hier_needs_budget(const void *part)
{
    const struct tw_hier *const w = part;
    const tw_node here = (tw_node)(w->now % TW_RADIX);
    return w->opening != TW_HIER_NONE && w->links[here].next == here;
}

static uint32_t hier_get_place(const void *part)
{
    const struct tw_hier *const w = part;
    return w->opening;
}

static void hier_set_place(void *part, uint32_t place)
{
    struct tw_hier *const w = part;
    w->opening = (uint16_t)place;
}

const struct wheel_ops wheel_hier = {
    TABLE(hier),       FIELDS(hier),     .place = "opening",
    .heads = TW_SLOTS, .bounded = true,  .moves = TW_LEVELS - 1u,
    .turn = TW_PERIOD, .crowd = 400000u,
};

WHEEL_CALLS(hashed)
WHEEL_FIELDS(hashed)

/* The cursor is on a timer that is not due. */
static bool hashed_needs_budget(const void *part)
{
    const struct tw_hashed *const w = part;
    return w->cursor >= TW_HASHED_SLOTS && w->deadlines[w->cursor - TW_HASHED_SLOTS] != w->now;
}

static uint32_t hashed_get_place(const void *part)
{
    const struct tw_hashed *const w = part;
    return (uint32_t)w->cursor;
}

static void hashed_set_place(void *part, uint32_t place)
{
    struct tw_hashed *const w = part;
    w->cursor = place;
}

const struct wheel_ops wheel_hashed = {
    TABLE(hashed),   FIELDS(hashed), .place = "cursor",       .heads = TW_HASHED_SLOTS,
    .bounded = true, .moves = 0u,    .turn = TW_HASHED_SLOTS, .crowd = 400000u,
};

WHEEL_CALLS(oracle)

static void oracle_sizes(uint32_t capacity, size_t *size)
{
    size[0] = sizeof(struct tw_oracle);
    size[1] = capacity * sizeof(tw_node);
    size[2] = capacity * sizeof(uint32_t);
}

/* It is never busy, and has something to do where a timer is due. */
static bool oracle_needs_budget(const void *part)
{
    (void)part;
    return false;
}

static uint32_t oracle_wake(uint32_t deadline, uint32_t now)
{
    return tw_distance(now, deadline);
}

const struct wheel_ops wheel_oracle = {
    TABLE(oracle), .label = "list", .bounded = false, .moves = 0u, .turn = TW_PERIOD, .crowd = 500u,
};

const struct wheel_ops *const wheel_table[WHEELS] = {&wheel_hier, &wheel_hashed, &wheel_oracle};

bool wheel_give(struct wheel *w, uint32_t capacity)
{
    bool enough = true;
    w->capacity = capacity;
    w->ops->sizes(capacity, w->size);
    for (size_t i = 0u; i < WHEEL_PARTS && enough; i++) {
        w->part[i] = malloc(w->size[i] + (w->size[i] == 0u));
        enough = w->part[i] != NULL;
        if (enough) { memset(w->part[i], 0xA5, w->size[i]); }
    }
    return enough;
}

void wheel_free(struct wheel *w)
{
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        free(w->part[i]);
        w->part[i] = NULL;
    }
}

size_t wheel_bytes(const struct wheel *w)
{
    return w->size[0] + w->size[1] + w->size[2];
}

void wheel_save(const struct wheel *w, void *copy)
{
    unsigned char *to = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (w->size[i] != 0u) {
            memcpy(to, w->part[i], w->size[i]);
            to += w->size[i];
        }
    }
}

void wheel_load(struct wheel *w, const void *copy)
{
    const unsigned char *from = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (w->size[i] != 0u) {
            memcpy(w->part[i], from, w->size[i]);
            from += w->size[i];
        }
    }
}

uint32_t wheel_changes(const struct wheel *w, const void *copy)
{
    uint32_t changes = 0u;
    const unsigned char *from = copy;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        const unsigned char *bytes = w->part[i];
        for (size_t k = 0u; k < w->size[i]; k += 4u) {
            changes += memcmp(bytes + k, from + k, 4u) != 0;
        }
        from += w->size[i];
    }
    return changes;
}

/* A field that is 64 bits wide. */
static uint64_t *wide_field(const struct wheel *w, enum field field, uint32_t index)
{
    const struct fields fields = w->ops->fields(w->part[0]);
    if (field == FIELD_OCCUPIED) { return fields.occupied + index; }
    return field == FIELD_NOW ? fields.now : fields.capacity;
}

bool wheel_has(const struct wheel *w, enum field field, uint32_t index)
{
    switch (field) {
    case FIELD_NEXT:
    case FIELD_PREV:
        return index < w->ops->heads + w->capacity;
    case FIELD_DEADLINE:
        return index < w->capacity;
    case FIELD_OCCUPIED:
        return index < TW_BITSET_WORDS(w->ops->heads);
    default:
        return index == 0u;
    }
}

uint64_t wheel_get(const struct wheel *w, enum field field, uint32_t index)
{
    const struct tw_link *const links = w->part[1];
    const uint32_t *const deadlines = w->part[2];
    switch (field) {
    case FIELD_NEXT:
        return (uint32_t)links[index].next;
    case FIELD_PREV:
        return (uint32_t)links[index].prev;
    case FIELD_DEADLINE:
        return deadlines[index];
    case FIELD_PLACE:
        return w->ops->get_place(w->part[0]);
    default:
        return *wide_field(w, field, index);
    }
}

void wheel_set(struct wheel *w, enum field field, uint32_t index, uint64_t value)
{
    struct tw_link *const links = w->part[1];
    uint32_t *const deadlines = w->part[2];
    switch (field) {
    case FIELD_NEXT:
        links[index].next = (tw_node)value;
        break;
    case FIELD_PREV:
        links[index].prev = (tw_node)value;
        break;
    case FIELD_DEADLINE:
        deadlines[index] = (uint32_t)value;
        break;
    case FIELD_PLACE:
        w->ops->set_place(w->part[0], (uint32_t)value);
        break;
    default:
        *wide_field(w, field, index) = value;
        break;
    }
}
