/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A server that was idle for long accepts a connection: its timer runs for its whole time. */
#include "trap.h"

int main(void)
{
    const uint32_t idle[] = {10u, TW_SLEEP_MAX, (uint32_t)(P / 2u) + 50u, (uint32_t)(P - 3u)};
    for (uint32_t i = 0u; i < 4u; i++) {
        uint32_t n = 0u;
        IS(NEW_WHEEL() == TW_OK);
        counter += idle[i];
        IS(deliver(counter, &n) == TW_OK); /* first advance, then start */
        IS(CALL(start_at)(w, 0u, counter + 50u) == TW_OK);
        IS(deliver(counter + 49u, &n) == TW_OK && n == 0u);
        IS(deliver(counter + 50u, &n) == TW_OK && n == 1u);
        counter += 50u;
    }
    return wrong;
}
