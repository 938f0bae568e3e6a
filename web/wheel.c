/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel and the sorted list beside it, for a page: the calls of tests/calls.h by number, and where in
   memory things are.
   Compiled to wasm32 with the shipped src/, and natively for test.py. */
#include "calls.h"

#ifndef WHEEL
#define WHEEL hier
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

/* Where advance goes on, and the heads of lists. */
#define PLACE_hier opening
#define PLACE_hashed cursor
#define HEADS_hier TW_SLOTS
#define HEADS_hashed TW_HASHED_SLOTS

#define CAPACITY 4096u
#define LINKS (TW_SLOTS + TW_HASHED_SLOTS + CAPACITY) /* enough for either wheel */

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

static struct JOIN(tw_, WHEEL) wheel;
static struct tw_link links[LINKS];
static uint32_t deadlines[CAPACITY];

static struct tw_oracle list;
static tw_node order[CAPACITY];
static uint32_t list_deadlines[CAPACITY];

/* What the last call wrote to `out` and, earliest alone, to `ticks`; or UNTOUCHED. */
static uint32_t written;
static uint32_t written_ticks;

#define ARRAYS(type) ARRAYS_##type
#define ARRAYS_hier links, deadlines
#define ARRAYS_hashed links, deadlines
#define ARRAYS_oracle order, list_deadlines
#define CASE(type, NAME, name, operands, answer, arguments)                                        \
    case CALL_##NAME:                                                                              \
        value = tw_##type##_##name arguments;                                                      \
        break;

/* A call of the table's; what it returns. */
EXPORT(call) uint32_t call(uint32_t number, uint32_t a, uint32_t b)
{
    struct JOIN(tw_, WHEEL) *const w = &wheel;
    uint32_t value = TW_BAD_CAPACITY;
    uint32_t out = UNTOUCHED;
    uint32_t ticks = UNTOUCHED;
    if (number != CALL_INIT || a <= CAPACITY) {
        switch (number) {
            CALL_TABLE(CASE, WHEEL)
        }
    }
    written = out;
    written_ticks = ticks;
    return value;
}

EXPORT(list) uint32_t call_list(uint32_t number, uint32_t a, uint32_t b)
{
    struct tw_oracle *const w = &list;
    uint32_t value = TW_BAD_CAPACITY;
    uint32_t out = UNTOUCHED;
    uint32_t ticks = UNTOUCHED;
    if (number != CALL_INIT || a <= CAPACITY) {
        switch (number) {
            CALL_TABLE(CASE, oracle)
        }
    }
    written = out;
    written_ticks = ticks;
    return value;
}

EXPORT(written) uint32_t last_written(void)
{
    return written;
}

EXPORT(ticks) uint32_t last_ticks(void)
{
    return written_ticks;
}

/* While the wheel is busy, its clock may be ahead of the list's; no timer is due in between. */
EXPORT(follow) void follow(void)
{
    list.now = wheel.now;
}

enum part {
    P_NOW,
    P_CAPACITY,
    P_PLACE,
    P_OCCUPIED,
    P_LINKS,
    P_DEADLINES,
    P_LIST_DEADLINES,
    P_ORDER,
    P_COUNT,
    P_HEADS,
    P_RADIX
};

/* Where a part of the state is in memory; or, of the last two, how many. */
EXPORT(part) uintptr_t part(uint32_t number)
{
    switch ((enum part)number) {
    case P_NOW:
        return (uintptr_t)&wheel.now;
    case P_CAPACITY:
        return (uintptr_t)&wheel.capacity;
    case P_PLACE:
        return (uintptr_t)&wheel.JOIN(PLACE_, WHEEL);
    case P_OCCUPIED:
        return (uintptr_t)wheel.occupied;
    case P_LINKS:
        return (uintptr_t)links;
    case P_DEADLINES:
        return (uintptr_t)deadlines;
    case P_LIST_DEADLINES:
        return (uintptr_t)list_deadlines;
    case P_ORDER:
        return (uintptr_t)order;
    case P_COUNT:
        return (uintptr_t)&list.count;
    case P_HEADS:
        return JOIN(HEADS_, WHEEL);
    case P_RADIX:
        return TW_RADIX;
    }
    return 0u;
}
