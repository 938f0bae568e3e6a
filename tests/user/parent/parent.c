/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A library that links the wheels. */
#include "parent.h"

#include "tw_hier.h"

static TW_HIER_STORAGE(storage, 1);

int parent_radix(void)
{
    struct tw_hier wheel;
    uint32_t id = 1u;
    const bool right = TW_HIER_INIT(&wheel, storage, 0u) == TW_OK &&
                       tw_hier_start(&wheel, 0u, 5u) == TW_OK &&
                       tw_hier_advance(&wheel, 5u, TW_UNBOUNDED, &id) == TW_EXPIRED && id == 0u;
    return right ? TW_RADIX : 0;
}
