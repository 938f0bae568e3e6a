/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The values of the constants where int has 16 bits. A test defines the geometry, and each number again. */
#include "tw_hashed.h"
#include "tw_hier.h"

#define IS(name, value) _Static_assert((name) == (value), #name " is " #value)

extern TW_HIER_STORAGE(storage, 3);

IS(sizeof(int), 2);
IS(TW_RADIX, RADIX);
IS(TW_SPAN_1, RADIX);
IS(TW_SPAN_2, 1ull * RADIX * RADIX);
IS(TW_SPAN_3, 1ull * RADIX * RADIX * RADIX);
IS(TW_PERIOD, 1ull * RADIX * RADIX * RADIX * RADIX *
                  (LEVELS == 8 ? 1ull * RADIX * RADIX * RADIX * RADIX : 1ull));
IS(TW_TICK_MAX, TW_PERIOD - 1ull);
IS(TW_SLOTS, LEVELS *RADIX);
IS(TW_HASHED_SLOTS, SLOTS);
IS(TW_CAPACITY_MAX, 1073741824ull);
IS(TW_UNBOUNDED, 4294967295ull);
IS(sizeof(storage), 8 * (LEVELS * RADIX + 3) + 4 * 3);
