/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The harness of examples/tw_host.h: an input is a call history, as tests/host.h reads it. With REPLAY it is a program
   that prints the calls of its files. */
#include "host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool show;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct host host;
    host_history(&host, show, data, size);
    return 0;
}

#ifdef REPLAY
static uint8_t bytes[65536];

int main(int argc, char **argv)
{
    show = setvbuf(stdout, NULL, _IONBF, 0u) == 0;
    for (int i = 1; i < argc; i++) {
        FILE *const file = fopen(argv[i], "rbe");
        if (file == NULL) { return EXIT_FAILURE; }
        const size_t size = fread(bytes, 1u, sizeof(bytes), file);
        (void)fclose(file);
        (void)LLVMFuzzerTestOneInput(bytes, size);
    }
    return EXIT_SUCCESS;
}
#endif
