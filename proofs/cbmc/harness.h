/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every harness needs: values that may be anything, assumptions, properties. */
#ifndef TW_HARNESS_H
#define TW_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

/* Any value at all: CBMC gives a function without a body any result. */
bool nondet_bool(void);
int32_t nondet_i32(void);
uint32_t nondet_u32(void);
uint64_t nondet_u64(void);

#ifndef __CPROVER__
void __CPROVER_assume(_Bool premise);
void __CPROVER_assert(_Bool holds, const char *what);
void __CPROVER_input(const char *name, ...);
#endif

/* Only what satisfies the premise is looked at. */
#define assume(premise) __CPROVER_assume(premise)

/* A property: holds for every input. */
#define require(holds, what) __CPROVER_assert(holds, what)

/* Writes values into the trace of a counterexample, under a name. */
#define show(...) __CPROVER_input(__VA_ARGS__)

/* A number below n. */
static inline uint32_t any_below(uint32_t n)
{
    const uint32_t i = nondet_u32();
    assume(i < n);
    return i;
}

#endif
