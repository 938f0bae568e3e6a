/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How near to its bound the count of steps came, at most. */
#include <stdint.h>
#include <stdio.h>

static uint64_t tw_steps;

struct reached {
    const char *call;
    uint64_t steps;
    uint64_t bound; /* of the call that came nearest */
};

/* Notes a call; false: it took more steps than it may. */
static int note(struct reached *reached, uint64_t bound)
{
    if (tw_steps * (reached->bound + 1u) >= reached->steps * (bound + 1u)) {
        reached->steps = tw_steps;
        reached->bound = bound;
    }
    return tw_steps <= bound;
}

/* Prints what was reached; false: not seven eighths of a bound. */
static int tell(const char *wheel, const char *geometry, const struct reached *reached)
{
    printf("%s %s %s: %ju of %ju steps\n", geometry, wheel, reached->call,
           (uintmax_t)reached->steps, (uintmax_t)reached->bound);
    return reached->steps * 8u >= reached->bound * 7u && reached->steps <= reached->bound;
}
