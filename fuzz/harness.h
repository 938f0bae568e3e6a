/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What fuzzers and replay call. */
#ifndef TW_FUZZ_HARNESS_H
#define TW_FUZZ_HARNESS_H

#include <stddef.h>
#include <stdint.h>

/* Where the environment names a file FUZZ_COUNT, that is where the counts are. */
struct fuzz_count {
    uint64_t inputs;
    uint64_t calls; /* that inputs ask for; those that compare are not counted */
};

extern struct fuzz_count *fuzz_count;

/* The wheels that run: a bit each. */
extern unsigned fuzz_wheels;

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Runs an input on the wheels. Prints a difference and aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
