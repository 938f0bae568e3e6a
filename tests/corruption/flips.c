/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "flips.h"

/* A member of the struct. */
struct member {
    size_t at;
    uint32_t bytes; /* of a word */
    uint32_t count; /* of words */
    enum row row;
};

#define MEMBERS 6u
#define IN(type, name) offsetof(struct tw_##type, name)
#define STRUCT(type, place, bytes, slots)                                                          \
    {                                                                                              \
        {IN(type, links), sizeof(void *), 1u, ROW_LINKS_POINTER},                                  \
        {IN(type, deadlines), sizeof(void *), 1u, ROW_DEADLINES_POINTER},                          \
        {IN(type, capacity), sizeof(uint64_t), 1u, ROW_CAPACITY},                                  \
        {IN(type, now), sizeof(uint64_t), 1u, ROW_NOW},                                            \
        {IN(type, place), bytes, 1u, ROW_PLACE},                                                   \
        {IN(type, occupied), sizeof(uint64_t), TW_BITSET_WORDS(slots), ROW_OCCUPIED},              \
    }

static const struct member hier_members[MEMBERS] =
    STRUCT(hier, opening, sizeof(uint16_t), TW_SLOTS);
static const struct member hashed_members[MEMBERS] =
    STRUCT(hashed, cursor, sizeof(uint64_t), TW_HASHED_SLOTS);

#define NAMES                                                                                      \
    [ROW_LINKS_POINTER] = "`links`, the pointer",                                                  \
    [ROW_DEADLINES_POINTER] = "`deadlines`, the pointer", [ROW_CAPACITY] = "`capacity`",           \
    [ROW_NOW] = "`now`", [ROW_OCCUPIED] = "`occupied`", [ROW_HEADS] = "links of heads",            \
    [ROW_TIMERS] = "links of timers", [ROW_IDLE] = "deadlines of idle timers"
#define LEVEL(level)                                                                               \
    [ROW_ACTIVE + 2 * (level)] = "deadlines, level " #level ": bits of the slot",                  \
                      [ROW_ACTIVE + 2 * (level) + 1] = "deadlines, level " #level ": bits below"

/* On level 0 no bits are below. */
static const char *const hier_names[ROWS] = {
    NAMES,    [ROW_PLACE] = "`opening`",
    LEVEL(1), LEVEL(2),
    LEVEL(3), [ROW_ACTIVE] = "deadlines, level 0: bits of the slot",
};
static const char *const hashed_names[ROWS] = {
    NAMES,
    [ROW_PLACE] = "`cursor`",
    [ROW_ACTIVE] = "deadlines: bits of the slot",
    [ROW_ACTIVE + 1] = "deadlines: bits of the revolution",
};

const char *row_name(const struct wheel_ops *ops, enum row row)
{
    return ops == &wheel_hier ? hier_names[row] : hashed_names[row];
}

static bool member_word(const struct wheel *w, uint32_t *index, struct word *word)
{
    const struct member *const members = w->ops == &wheel_hier ? hier_members : hashed_members;
    unsigned char *const at = w->part[0];
    for (uint32_t i = 0u; i < MEMBERS; i++) {
        if (*index < members[i].count) {
            word->at = at + members[i].at + (size_t)*index * members[i].bytes;
            word->bytes = members[i].bytes;
            word->row = members[i].row;
            return true;
        }
        *index -= members[i].count;
    }
    return false;
}

/* The slot of a timer, or of an idle one its node. */
static uint32_t slot_of(const struct wheel *w, uint32_t id)
{
    const struct tw_link *const links = w->part[1];
    const tw_node node = (tw_node)(w->ops->heads + id);
    tw_node next = links[node].next;
    while (next != node && next >= (tw_node)w->ops->heads) {
        next = links[next].next;
    }
    return (uint32_t)next;
}

/* The bits of a deadline that its slot does not show. */
static uint32_t hidden_bits(const struct wheel_ops *ops, uint32_t level)
{
    static const uint32_t spans[TW_LEVELS] = {1u, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};
    if (ops == &wheel_hier) { return spans[level] - 1u; }
    return TW_TICK_MAX & ~(uint32_t)(TW_HASHED_SLOTS - 1u);
}

static void deadline_word(const struct wheel *w, uint32_t id, struct word *word)
{
    const uint32_t slot = slot_of(w, id);
    word->row = ROW_IDLE;
    if (slot < w->ops->heads) {
        const uint32_t level = w->ops == &wheel_hier ? slot / TW_RADIX : 0u;
        word->row = (enum row)(ROW_ACTIVE + 2u * level);
        word->inside = hidden_bits(w->ops, level);
    }
}

bool word_of(const struct wheel *w, uint32_t index, struct word *word)
{
    uint32_t left = index;
    word->inside = 0u;
    if (member_word(w, &left, word)) { return true; }
    const uint32_t nodes = w->ops->heads + w->capacity;
    word->bytes = sizeof(uint32_t);
    if (left < 2u * nodes) {
        word->at = (unsigned char *)w->part[1] + (size_t)left * sizeof(tw_node);
        word->row = left / 2u < w->ops->heads ? ROW_HEADS : ROW_TIMERS;
        return true;
    }
    left -= 2u * nodes;
    word->at = (unsigned char *)w->part[2] + (size_t)left * sizeof(uint32_t);
    if (left < w->capacity) { deadline_word(w, left, word); }
    return left < w->capacity;
}

void word_flip(const struct word *word, uint32_t bit)
{
    static const uint16_t one = 1u;
    const bool little = *(const unsigned char *)&one == 1u;
    const uint32_t byte = little ? bit / 8u : word->bytes - 1u - bit / 8u;
    word->at[byte] = (unsigned char)(word->at[byte] ^ 1u << bit % 8u);
}
