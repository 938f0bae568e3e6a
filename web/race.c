/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An engine of tests/bench for the race of the page: the sorted list, the heap, or the wheel of src/.
   clang counts in the engine, by -fsanitize-coverage: it calls a function below at each comparison and
   at each write to memory. */
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define TIMERS 100000u

/* What engine.h and workloads.h give an engine. */
#define ENGINE_H
#define WORKLOADS_H
static uint64_t today;
static uint32_t gone[TIMERS];
static uint32_t gone_count;
static uint64_t memory[4u * TIMERS];
static size_t used;

static inline void expired(uint32_t id)
{
    gone[gone_count++] = id;
}

__attribute__((no_sanitize("coverage"))) static void *allocate(size_t count, size_t size)
{
    void *const at = &memory[used];
    used += (count * size + 7u) / 8u;
    return at;
}

#include ENGINE

EXPORT(init) void init(uint32_t timers)
{
    engine_init(timers);
}

EXPORT(start) void start(uint32_t id, uint32_t delay)
{
    engine_start(id, delay);
}

EXPORT(stop) void stop(uint32_t id)
{
    engine_stop(id);
}

/* So many ticks. Returns how many timers have expired; `gone` has their ids. */
EXPORT(advance) uint32_t advance(uint32_t ticks)
{
    today += ticks;
    gone_count = 0u;
    engine_advance();
    return gone_count;
}

EXPORT(gone) uint32_t *gone_ids(void)
{
    return gone;
}

/* As part of wheel.c. */
#ifdef WHEEL_H
EXPORT(part) uintptr_t part(uint32_t number)
{
    const uintptr_t parts[] = {(uintptr_t)&wheel.now,
                               (uintptr_t)&wheel.capacity,
                               (uintptr_t)&wheel.opening,
                               (uintptr_t)wheel.occupied,
                               (uintptr_t)wheel.links,
                               (uintptr_t)wheel.deadlines,
                               0u,
                               0u,
                               0u,
                               TW_SLOTS,
                               TW_RADIX};
    return parts[number];
}
#endif

static double comparisons;
static double writes;

EXPORT(comparisons) double count_of_comparisons(void)
{
    return comparisons;
}

EXPORT(writes) double count_of_writes(void)
{
    return writes;
}

#define COUNTS(name, counter, ...)                                                                 \
    __attribute__((no_sanitize("coverage"))) void __sanitizer_cov_##name(__VA_ARGS__)              \
    {                                                                                              \
        counter;                                                                                   \
    }
#define COMPARISON(bytes, type)                                                                    \
    COUNTS(trace_cmp##bytes, comparisons++, type a, type b)                                        \
    COUNTS(trace_const_cmp##bytes, comparisons++, type a, type b)                                  \
    COUNTS(store##bytes, writes++, type *at)

COMPARISON(1, uint8_t)
COMPARISON(2, uint16_t)
COMPARISON(4, uint32_t)
COMPARISON(8, uint64_t)
COUNTS(trace_switch, comparisons++, uint64_t value, void *cases)
COUNTS(store16, writes++, void *at)
COUNTS(trace_pc, (void)0, void)
