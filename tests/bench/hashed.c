/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hashed wheel: the paper's scheme 6. */
#include "engine.h"
#include "tw_hashed.h"

#define WHEEL(name) tw_hashed##name
#define WHEEL_HEADS TW_HASHED_SLOTS
#include "wheel.h"
#include "workloads.h"
