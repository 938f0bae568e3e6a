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

#ifdef FUEL
/* clang calls this in each block: a bug that never answers ends in a trap. */
__attribute__((no_sanitize("coverage"))) void __sanitizer_cov_trace_pc(void)
{
    static uint32_t blocks;
    if (++blocks == 20000000u) { __builtin_trap(); }
}
#endif

/* Where a part of the state is in memory; or, of the last two, how many: see machine.js. */
EXPORT(part) uintptr_t part(uint32_t number)
{
    const uintptr_t parts[] = {(uintptr_t)&wheel.now,
                               (uintptr_t)&wheel.capacity,
                               (uintptr_t)&wheel.JOIN(PLACE_, WHEEL),
                               (uintptr_t)wheel.occupied,
                               (uintptr_t)links,
                               (uintptr_t)deadlines,
                               (uintptr_t)list_deadlines,
                               (uintptr_t)order,
                               (uintptr_t)&list.count,
                               JOIN(HEADS_, WHEEL),
                               TW_RADIX};
    return parts[number];
}
