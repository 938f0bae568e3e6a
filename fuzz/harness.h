/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What fuzzers and replay call. */
#ifndef TW_FUZZ_HARNESS_H
#define TW_FUZZ_HARNESS_H

#include "lockstep.h"

/* Where the environment names a file FUZZ_COUNT, that is where the counts are. */
struct fuzz_count {
    uint64_t inputs;
    uint64_t calls; /* that inputs ask for; those that compare are not counted */
};

extern struct fuzz_count *fuzz_count;

/* The wheels that run: a bit each, in the order of the table. */
extern unsigned fuzz_wheels;

/* The wheel that runs, and the list. */
extern struct lockstep fuzz;

/* The bytes of an input: its head, then calls. */
#define FUZZ_HEADER 4u
#define FUZZ_RECORD 3u
#define FUZZ_LONGEST 256u

/* What a call is. START_IDLE starts the next timer that is idle; ADVANCE_FREE has all the budget it wants. */
enum fuzz_what { START, START_IDLE, STOP, RESTART, ADVANCE, ADVANCE_FREE, ADVANCE_LOOP, RARE };

/* Of what is rare, the timers' numbers from FUZZ_DEADLINES on are start_at and restart_at, in turn, of
   timers 0 .. FUZZ_FEW - 1, then of one that there is not. */
#define FUZZ_DEADLINES 4u
#define FUZZ_FEW 4u

/* The capacity and the budget that the third and the fourth byte of the head say. */
uint32_t fuzz_capacity(uint8_t byte);
uint32_t fuzz_budget(uint8_t byte);

/* The ticks that two bytes say, at the present state. */
uint32_t fuzz_ticks(const uint8_t *byte);

/* Nothing has begun; then the head of an input, and each of its calls. */
void fuzz_reset(const struct wheel_ops *ops);
void fuzz_begin(const uint8_t *head);
uint32_t fuzz_call(const uint8_t *byte);

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Runs an input on the wheels. Prints a difference and aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
