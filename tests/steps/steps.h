/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How near to its bound the count of steps came, at most; and what the call executed, whatever it counts itself. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t tw_steps;
static uint64_t tw_jumps;

struct reached {
    const char *call;
    uint32_t own; /* basic blocks that it executes besides steps and timers */
    uint64_t steps;
    uint64_t bound; /* of the call that came nearest */
    uint64_t blocks;
    uint64_t block_bound;
};

/* Basic blocks that a step and a timer that is visited execute at most; compiled with -O0. */
enum { STEP_BLOCKS = 4, TIMER_BLOCKS = 60 };

/* The call that is measured: what it executed, and what it may. */
static struct {
    uint64_t blocks;
    uint64_t bound;
    const char *name; /* or nothing: between two calls */
} now;

/* gcc puts a call of this into each basic block. */
void __sanitizer_cov_trace_pc(void);
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    now.blocks++;
    if (now.name && now.blocks > now.bound) {
        printf("%s: more than %ju basic blocks\n", now.name, (uintmax_t)now.bound);
        exit(1);
    }
}

static void begin(const struct reached *reached, uint64_t bound, uint64_t timers)
{
    tw_steps = 0u;
    now.bound = STEP_BLOCKS * bound + TIMER_BLOCKS * timers + reached->own;
    now.name = reached->call;
    now.blocks = 0u;
}

/* Notes a call, and hands on its answer. */
static uint32_t finish(struct reached *reached, uint64_t bound, uint32_t answer)
{
    now.name = NULL;
    if (now.blocks * (reached->block_bound + 1u) >= reached->blocks * (now.bound + 1u)) {
        reached->blocks = now.blocks;
        reached->block_bound = now.bound;
    }
    if (tw_steps > bound) {
        printf("%s: %ju steps, %ju allowed\n", reached->call, (uintmax_t)tw_steps,
               (uintmax_t)bound);
        exit(1);
    }
    if (tw_steps * (reached->bound + 1u) >= reached->steps * (bound + 1u)) {
        reached->steps = tw_steps;
        reached->bound = bound;
    }
    return answer;
}

/* A call that may take so many steps, and visit so many timers; its answer. */
#define MEASURED(reached, bound, timers, call)                                                     \
    (begin(&(reached), bound, timers), finish(&(reached), bound, (uint32_t)(call)))

/* After advance: the jumps that it made are these, and its steps at most so many with these jumps. */
static void jumped(const char *call, uint64_t jumps, uint64_t bound)
{
    if (tw_jumps != jumps || tw_steps > bound) {
        printf("%s: %ju jumps, %ju expected; %ju steps, %ju allowed with these jumps\n", call,
               (uintmax_t)tw_jumps, (uintmax_t)jumps, (uintmax_t)tw_steps, (uintmax_t)bound);
        exit(1);
    }
}

/* Prints what was reached; false: not nine tenths of a bound. */
static int tell(const char *wheel, const char *geometry, const struct reached *reached)
{
    printf("%s %s %s: %ju of %ju steps, %ju of %ju basic blocks\n", geometry, wheel, reached->call,
           (uintmax_t)reached->steps, (uintmax_t)reached->bound, (uintmax_t)reached->blocks,
           (uintmax_t)reached->block_bound);
    return reached->steps * 10u >= reached->bound * 9u;
}
