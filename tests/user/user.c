/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A user's program, of the installed library, in C or C++: both wheels deliver one timer. Prints
   geometry and version. */
#include <stdio.h>
#include <string.h>

#include "tw_hashed.h"
#include "tw_hier.h"
#include "tw_ticks.h"

enum { TIMERS = 3 };

static TW_HIER_STORAGE(hier_storage, TIMERS);
static TW_HASHED_STORAGE(hashed_storage, TIMERS);

#define DELIVERS(wheel, INIT, w, storage)                                                          \
    (INIT(w, storage, 7u) == TW_OK && tw_##wheel##_start(w, 1u, 100u) == TW_OK &&                  \
     tw_##wheel##_audit(w) && tw_##wheel##_advance(w, 107u, TW_UNBOUNDED, &id) == TW_EXPIRED &&    \
     id == 1u && tw_##wheel##_now(w) == 107u && tw_##wheel##_is_empty(w))

int main(void)
{
    struct tw_hier hier;
    struct tw_hashed hashed;
    uint32_t id = TIMERS;
    uint32_t ticks = 0u;
    if (!DELIVERS(hier, TW_HIER_INIT, &hier, hier_storage)) { return 1; }
    id = TIMERS;
    if (!DELIVERS(hashed, TW_HASHED_INIT, &hashed, hashed_storage)) { return 1; }

    if (tw_ms_to_ticks(1u, 32768u, &ticks) != TW_OK || ticks != 34u) { return 1; }
    if (tw_widen(0x1FFFFFFu, 5u, 0xFFFFFFu) != 0x2000005u) { return 1; }

    char version[32], between[40]; /* a release, and a tree between two releases */
    (void)snprintf(version, sizeof version, "%d.%d.%d", TW_VERSION_MAJOR, TW_VERSION_MINOR,
                   TW_VERSION_PATCH);
    (void)snprintf(between, sizeof between, "%s-dev", version);
    if (strcmp(version, TW_VERSION) != 0 && strcmp(between, TW_VERSION) != 0) { return 1; }
    printf("%d %d %s\n", TW_RADIX, TW_HASHED_SLOTS, TW_VERSION);
    return 0;
}
