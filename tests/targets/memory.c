/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory of each wheel: tools/figures reads the sizes of these variables off the object file. */
#include "tw_hashed.h"
#include "tw_hier.h"

struct tw_hier hier;
TW_HIER_STORAGE(hier_12, 12);
TW_HIER_STORAGE(hier_100, 100);

struct tw_hashed hashed;
TW_HASHED_STORAGE(hashed_12, 12);
TW_HASHED_STORAGE(hashed_100, 100);
