/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What fuzzers and replay call. */
#ifndef TW_FUZZ_HARNESS_H
#define TW_FUZZ_HARNESS_H

#include "lockstep.h"

/* The wheels that run: a bit each, in the order of the table. */
extern unsigned fuzz_wheels;

/* The wheel that runs, and the list. */
extern struct lockstep fuzz;

/* Runs an input on the wheels. Prints a difference and aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
