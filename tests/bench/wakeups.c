/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How often a caller wakes up that sleeps as long as next says, and one that sleeps until the earliest timer is
   due: wake-ups for each timer that expires, as a table. No clock is read: the counts are the same everywhere. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tw_hashed.h"
#include "tw_hier.h"

#define TIMERS 64u
#define FOR_BOTH(X) X(hier, HIER) X(hashed, HASHED)

struct load {
    const char *name;
    uint32_t timers;
    uint32_t longest; /* delays are 1 .. longest */
    uint32_t lives;   /* timers that expire */
};

static const struct load loads[] = {
    {"short: 64 timers, delays to 2^12", 64u, 0x1000u, 100000u},
    {"hold: 64 timers, delays to 2^20", 64u, 0x100000u, 20000u},
    {"sparse: 4 timers, delays to 2^28", 4u, 0x10000000u, 100u},
};
#define LOADS (sizeof(loads) / sizeof(loads[0]))

/* The same numbers for each count. */
static uint32_t some_delay(uint64_t *state, const struct load *load)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return 1u + (uint32_t)(*state >> 33u) % load->longest;
}

static void expect(bool right)
{
    if (!right) {
        puts("a call is refused, or delivers another timer than the earliest");
        exit(1);
    }
}

/* Wake-ups until so many timers have expired. */
#define WAKEUPS(kind, KIND)                                                                        \
    static uint32_t kind##_wakeups(const struct load *load, bool earliest)                         \
    {                                                                                              \
        static struct tw_##kind wheel;                                                             \
        static TW_##KIND##_STORAGE(memory, TIMERS);                                                \
        uint64_t state = 1u;                                                                       \
        uint32_t counter = 0u;                                                                     \
        uint32_t wakeups = 0u;                                                                     \
        uint32_t id = 0u;                                                                          \
        expect(TW_##KIND##_INIT(&wheel, memory, counter) == TW_OK);                                \
        for (uint32_t i = 0u; i < load->timers; i++) {                                             \
            expect(tw_##kind##_start(&wheel, i, some_delay(&state, load)) == TW_OK);               \
        }                                                                                          \
        for (uint32_t expired = 0u; expired < load->lives; wakeups++) {                            \
            uint32_t first = TIMERS;                                                               \
            uint32_t ticks = 0u;                                                                   \
            expect((earliest ? tw_##kind##_earliest(&wheel, counter, &first, &ticks) :             \
                               tw_##kind##_next(&wheel, counter, &ticks)) == TW_OK);               \
            counter += ticks;                                                                      \
            enum tw_status status = tw_##kind##_advance(&wheel, counter, TW_UNBOUNDED, &id);       \
            expect(!earliest || (status == TW_EXPIRED && id == first));                            \
            while (status == TW_EXPIRED) {                                                         \
                expect(tw_##kind##_start(&wheel, id, some_delay(&state, load)) == TW_OK);          \
                expired++;                                                                         \
                status = tw_##kind##_advance(&wheel, counter, TW_UNBOUNDED, &id);                  \
            }                                                                                      \
            expect(status == TW_OK);                                                               \
        }                                                                                          \
        return wakeups;                                                                            \
    }
FOR_BOTH(WAKEUPS)

static void column(uint32_t wakeups, const struct load *load)
{
    printf(" %.2f |", (double)wakeups / load->lives);
}

int main(void)
{
    puts("| load | `next`, hierarchical | `next`, hashed | `earliest`, both |\n|---|---|---|---|");
    for (size_t i = 0u; i < LOADS; i++) {
        const struct load *const load = &loads[i];
        const uint32_t once = hier_wakeups(load, true);
        expect(hashed_wakeups(load, true) == once);
        printf("| %s |", load->name);
        column(hier_wakeups(load, false), load);
        column(hashed_wakeups(load, false), load);
        column(once, load);
        puts("");
    }
    return 0;
}
