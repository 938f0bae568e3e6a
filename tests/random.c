/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "random.h"

#include <stdlib.h>

#include "tw_hashed.h"

static uint64_t environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL || *text == '\0' ? otherwise : (uint64_t)strtoull(text, NULL, 0);
}

uint64_t random_seed(void)
{
    return environment("TW_TEST_SEED", 19870808u);
}

uint32_t random_rounds(uint32_t rounds)
{
    const uint64_t scaled = (uint64_t)rounds * environment("TW_TEST_SCALE", 100u) / 100u;
    return scaled == 0u ? 1u : (uint32_t)scaled;
}

/* splitmix64 */
uint64_t random_next(struct random *r)
{
    r->state += 0x9E3779B97F4A7C15u;
    uint64_t z = r->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint32_t random_below(struct random *r, uint32_t end)
{
    return (uint32_t)(random_next(r) % end);
}

uint32_t random_tick(struct random *r)
{
    static const uint64_t borders[] = {0,
                                       TW_SPAN_1,
                                       TW_SPAN_2,
                                       TW_SPAN_3,
                                       TW_PERIOD / 4,
                                       TW_PERIOD / 2,
                                       TW_PERIOD - TW_PERIOD / 4,
                                       TW_PERIOD};
    static const uint64_t spans[] = {1, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3, TW_HASHED_SLOTS};
    const uint64_t near = TW_PERIOD + random_below(r, 5u) - 2u;
    switch (random_below(r, 8u)) {
    case 0:
        return (uint32_t)(random_next(r) % TW_PERIOD);
    case 1:
        return random_below(r, 3u * TW_RADIX);
    case 2:
    case 3:
    case 4:
        return (uint32_t)((near + random_below(r, TW_RADIX) * spans[random_below(r, 5u)]) %
                          TW_PERIOD);
    default:
        return (uint32_t)((near + borders[random_below(r, 8u)]) % TW_PERIOD);
    }
}
