/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The same module, natively: reads calls by number, `number a b` a line, and prints what each
   returns and writes and a digest of the state, as the page does. */
#include <inttypes.h>
#include <stdio.h>

#include "wheel.c"

static uint32_t digest = 0u;

static void add(uint64_t value)
{
    digest = (digest ^ (uint32_t)value) * 16777619u;
}

static uint32_t state(void)
{
    const tw_node heads = (tw_node)part(9u);
    digest = 2166136261u;
    add(wheel.now);
    add(wheel.JOIN(PLACE_, WHEEL));
    for (tw_node slot = 0; slot < heads; slot++) {
        const uint8_t *const bits = (const uint8_t *)wheel.occupied;
        add((uint64_t)(bits[slot / 8] >> (slot % 8) & 1));
        for (tw_node node = links[slot].next; node != slot; node = links[node].next) {
            add((uint64_t)node);
            add((uint64_t)links[node].prev);
            add(deadlines[node - heads]);
        }
    }
    return digest;
}

int main(void)
{
    uint32_t number = 0u;
    uint32_t a = 0u;
    uint32_t b = 0u;
    while (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32, &number, &a, &b) == 3) {
        const uint32_t answer = call(number, a, b);
        const uint32_t wrote = last_written();
        const uint32_t ticks = last_ticks();
        printf("%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", answer, wrote, ticks, state());
    }
    return 0;
}
