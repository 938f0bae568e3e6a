/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs inputs without a fuzzer: replay [--show [--c]] [--hier | --hashed] FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;
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
