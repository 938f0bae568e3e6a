/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rounds of an event loop with N equal time-outs, as libuv makes them: a connection says something, so its timer starts again;
   then the loop asks how long it may sleep, and takes out what is due. For tw_host.h, with `next` and with `exact`; and the
   pause in which a host of N timers moves to twice the room. Nanoseconds of processor a round.

   cc -O2 -Isrc -Iexamples tests/bench/rounds.c src/tw_hier.c -o rounds && ./rounds */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

#include "tw_host.h"

#define MOST 1000000u
#define SILENCE 60000u /* ticks: milliseconds */

static struct tw_host host;
static struct tw_host_handle handles[MOST];

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* N timers that start in `spread` ticks. Returns false if memory is short. */
static bool fill(uint32_t n, uint32_t spread)
{
    tw_host_init(&host, 0u, NULL, NULL);
    for (uint32_t i = 0u; i < n; i++) {
        if (tw_host_start(&host, SILENCE + i % spread, &handles[i], &handles[i]) != TW_OK) {
            return false;
        }
    }
    return true;
}

/* `count` rounds in a tick. Which connection speaks: the one that is silent longest, of all. */
static double rounds(uint32_t n, uint32_t count, bool exact)
{
    struct tw_host_timer timer;
    uint64_t sum = 0u;
    const double began = seconds();
    for (uint32_t i = 0u; i < count; i++) {
        const uint64_t now = i / 100u; /* a hundred rounds in a millisecond */
        sum += tw_host_restart(&host, now + SILENCE, &handles[i % n]) != TW_OK;
        sum += (uint64_t)tw_host_timeout(tw_host_next(&host, now, exact), 1u) > SILENCE;
        sum += tw_host_expire(&host, now, &timer) == TW_EXPIRED;
    }
    return sum == 0u ? (seconds() - began) / count * 1e9 : -1.0;
}

int main(void)
{
    for (uint32_t n = 1000u; n <= MOST; n *= 10u) {
        double next = 0.0;
        double exact = 0.0;
        if (!fill(n, 1u)) { return 1; }
        next = rounds(n, 200000u, false);
        tw_host_clear(&host);
        if (!fill(n, 1u)) { return 1; }
        exact = rounds(n, 2000u, true);
        tw_host_clear(&host);
        if (!fill(n, SILENCE)) { return 1; }
        const double began = seconds();
        if (tw_host_reserve(&host, 2u * host.capacity) != TW_OK) { return 1; }
        printf("%7u timers: a round with next %.0f ns, with exact %.0f ns; to twice the room %.1f "
               "ms; %.1f bytes a timer\n",
               (unsigned)n, next, exact, (seconds() - began) * 1e3, (double)TW_HOST_BYTES);
        tw_host_clear(&host);
    }
    return 0;
}
