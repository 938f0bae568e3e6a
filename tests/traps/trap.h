/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A program of tests/traps: a wheel (hierarchical, or hashed with -DHASHED) with a few timers, and a counter. It returns the
   number of statements that do not hold. With -DOLD it is compiled with the interface of version 1.1.0. */
#ifndef TESTS_TRAPS_TRAP_H
#define TESTS_TRAPS_TRAP_H

#include <stdio.h>

#include "tw_hashed.h"
#include "tw_hier.h"

#ifdef HASHED
#define CALL(name) tw_hashed_##name
#define NEW_WHEEL() TW_HASHED_INIT(w, memory, counter)
static TW_HASHED_STORAGE(memory, 4);
static struct tw_hashed wheel, *const w = &wheel;
#else
#define CALL(name) tw_hier_##name
#define NEW_WHEEL() TW_HIER_INIT(w, memory, counter)
static TW_HIER_STORAGE(memory, 4);
static struct tw_hier wheel, *const w = &wheel;
#endif

#ifdef OLD /* these calls counted from the wheel's clock, and one status had two meanings */
#define TW_DUE ((enum tw_status)9)
#define NEXT(counter, ticks)                                                                       \
    ((void)(counter), CALL(next)(w, (ticks)) ? TW_OK : (*(ticks) = TW_SLEEP_MAX, TW_NOT_ACTIVE))
#define REMAINING(id, counter, ticks) ((void)(counter), CALL(remaining)(w, (id), (ticks)))
#else
#define NEXT(counter, ticks) CALL(next)(w, (counter), (ticks))
#define REMAINING(id, counter, ticks) CALL(remaining)(w, (id), (counter), (ticks))
#endif

#define P ((uint64_t)TW_PERIOD)

static uint32_t counter = 0xFFFFFFF0u;
static int wrong;

#define IS(statement) is((statement), __LINE__, #statement)
/* What a caller sees who goes the wrong way beside the right one. A program has it if no call can report or prevent that way. */
#define WRONG_WAY(statement) is((statement), __LINE__, "the wrong way is not seen: " #statement)

static void is(bool holds, int line, const char *statement)
{
    if (!holds) {
        printf("line %d: %s\n", line, statement);
        wrong++;
    }
}

/* The loop of the headers. Returns the last status, and counts deliveries. */
static inline enum tw_status deliver(uint32_t now, uint32_t *deliveries)
{
    enum tw_status status;
    uint32_t id;
    do {
        status = CALL(advance)(w, now, TW_UNBOUNDED, &id);
        *deliveries += status == TW_EXPIRED;
    } while (status == TW_EXPIRED || status == TW_BUSY);
    return status;
}

#endif
