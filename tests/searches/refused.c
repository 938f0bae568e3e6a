/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions that have no bound, under the names of calls: tests/checks/test_wcet.py. */
#include <stdint.h>
#include "tw_list.h"
extern void (*volatile f)(void);
uint32_t tw_hier_now(uint32_t n)
{
    for (volatile uint32_t i = 0; i < n; i++) {}
    return n;
}
void tw_hier_is_active(void)
{
    f();
    f();
}
uint64_t tw_hier_remaining(uint64_t a, uint64_t b)
{
    return a / b + 1u;
}
__attribute__((noinline)) uint32_t tw_hier_is_empty(uint32_t n)
{
    return n == 0u ? 1u : n * tw_hier_is_empty(n - 1u) + tw_hier_is_empty(n / 2u);
}
int tw_hier_next(int n)
{
    switch (n) {
    case 0:
        return 7;
    case 1:
        f();
        break;
    case 2:
        f();
        f();
        break;
    case 3:
        return n * n;
    case 4:
        f = 0;
        break;
    case 5:
        f();
        return 2;
    default:
        return 9;
    }
    return 3;
}
void tw_hier_start(struct tw_link *links, tw_node n, volatile tw_node *m)
{
    for (tw_node i = 0; i < n; i++) {
        tw_list_reset(links, n);
        *m = i;
    }
}
