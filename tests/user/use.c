/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller with one STATEMENT of tests/checks/test_use.py. */
#include "tw_hashed.h"
#include "tw_hier.h"
#include "tw_ticks.h"

static TW_HIER_STORAGE(hier_memory, 3);
static TW_HASHED_STORAGE(hashed_memory, 3);

int use(struct tw_hier *hier, struct tw_hashed *hashed, uint32_t *out);
int use(struct tw_hier *hier, struct tw_hashed *hashed, uint32_t *out)
{
    *out = 0u;
    if (TW_HIER_INIT(hier, hier_memory, 0u) != TW_OK) { return 1; }
    if (TW_HASHED_INIT(hashed, hashed_memory, 0u) != TW_OK) { return 1; }
    STATEMENT
    return 0;
}
