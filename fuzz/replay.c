/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs inputs without a fuzzer: replay [--show [--c]] [--hier | --hashed] FILE...
   or, to measure how long random inputs take: replay --speed INPUTS SIZE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness.h"

#define LARGEST 1048576u

static uint8_t bytes[LARGEST];

static int run_file(const char *name)
{
    FILE *const file = fopen(name, "rbe");
    if (file == NULL) {
        perror(name);
        return EXIT_FAILURE;
    }
    const size_t size = fread(bytes, 1u, sizeof(bytes), file);
    (void)fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    return EXIT_SUCCESS;
}

/* Runs so many inputs of `size` random bytes each. */
static int speed(unsigned long inputs, size_t size)
{
    uint64_t random = 19870808u;
    for (size_t i = 0u; i < LARGEST; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (uint8_t)(random >> 56);
    }
    const clock_t start = clock();
    for (unsigned long i = 0u; i < inputs; i++) {
        LLVMFuzzerTestOneInput(bytes + i * size % (LARGEST - size), size);
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.0f inputs/s, %.0f calls/s\n", (double)inputs / seconds,
           (double)fuzz_count->calls / seconds);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;
    LLVMFuzzerInitialize(&argc, &argv);
    if (argc == 4 && strcmp(argv[1], "--speed") == 0) {
        const size_t size = strtoul(argv[3], NULL, 10);
        return size < LARGEST ? speed(strtoul(argv[2], NULL, 10), size) : EXIT_FAILURE;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--show") == 0) {
            fuzz.show = setvbuf(stdout, NULL, _IONBF, 0u) == 0;
        } else if (strcmp(argv[i], "--c") == 0) {
            trace_in_c = true;
        } else if (strcmp(argv[i], "--hier") == 0) {
            fuzz_wheels = 1u;
        } else if (strcmp(argv[i], "--hashed") == 0) {
            fuzz_wheels = 2u;
        } else {
            status |= run_file(argv[i]);
        }
    }
    return status;
}
