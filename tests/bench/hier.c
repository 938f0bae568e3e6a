/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hierarchical wheel; called, or, with BENCH_INLINE, its source included. */
#include "engine.h"

#ifdef BENCH_INLINE
#include "tw_hier.c"
#else
#include "tw_hier.h"
#endif

#define WHEEL(name) tw_hier##name
#define WHEEL_HEADS TW_SLOTS
#include "wheel.h"
#include "workloads.h"
