/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The paper's scheme 3: a binary heap, in an array; each timer knows its place there. */
#include "engine.h"

struct entry {
    uint64_t deadline;
    uint32_t id;
};

static struct entry *heap; /* 1 .. size; the children of i are 2 i and 2 i + 1 */
static uint32_t *places;   /* a place in the heap a timer */
static uint32_t size;

static void engine_init(uint32_t timers)
{
    heap = allocate(2u + (size_t)timers, sizeof(*heap));
    places = allocate(timers, sizeof(*places));
    size = 0u;
}

static inline void put(uint32_t place, struct entry entry)
{
    heap[place] = entry;
    places[entry.id] = place;
}

/* Puts the entry at this place, or where the order wants it above. */
static inline void rise(uint32_t place, struct entry entry)
{
    for (; place > 1u && heap[place / 2u].deadline > entry.deadline; place /= 2u) {
        put(place, heap[place / 2u]);
    }
    put(place, entry);
}

/* Puts the entry at this place, or where the order wants it below. */
static inline void sink(uint32_t place, struct entry entry)
{
    for (uint32_t child = 2u * place; child <= size; child = 2u * place) {
        if (child < size && heap[child + 1u].deadline < heap[child].deadline) { child++; }
        if (heap[child].deadline >= entry.deadline) { break; }
        put(place, heap[child]);
        place = child;
    }
    put(place, entry);
}

static inline void settle(uint32_t place, struct entry entry)
{
    if (place > 1u && heap[place / 2u].deadline > entry.deadline) {
        rise(place, entry);
    } else {
        sink(place, entry);
    }
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    rise(++size, (struct entry){today + delay, id});
}

static inline void engine_stop(uint32_t id)
{
    const struct entry last = heap[size--];
    if (last.id != id) { settle(places[id], last); }
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    settle(places[id], (struct entry){today + delay, id});
}

static inline void engine_advance(void)
{
    while (size > 0u && heap[1].deadline <= today) {
        const uint32_t id = heap[1].id;
        engine_stop(id);
        expired(id);
    }
}

#include "workloads.h"
