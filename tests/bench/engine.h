/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an engine is to the benchmark. Each .c file here is a program of its own, and so is each .c or .cc
   file of another folder (docs/measured.md, "An engine of your own"): this header, the static functions below, then
   workloads.h, which has main. So every engine is called directly, and the compiler may inline what it can. */
#ifndef ENGINE_H
#define ENGINE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The tick of the benchmark's clock. It does not roll over; an engine that does takes the low bits. */
static uint64_t today;

/* An engine has:

     engine_init(timers)        all timers idle, at tick `today`
     engine_start(id, delay)    of an idle timer
     engine_stop(id)            of an active timer
     engine_restart(id, delay)  of an active timer
     engine_advance()           to tick `today`: calls expired for each timer that is due by then

   and may have

     ENGINE_FLOOR               it delivers nothing: of use to compare start and stop with
     ENGINE_MAX_DELAY           the longest delay that it takes
     ENGINE_STEPS               engine_step(budget), one call of an advance that has a budget: true if
                                it has to be called again */

/* The engine delivers a timer, which is idle today, and may be started from here. */
static inline void expired(uint32_t id);

static inline void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) {
        perror("benchmark");
        exit(EXIT_FAILURE);
    }
    return memory;
}

#endif
