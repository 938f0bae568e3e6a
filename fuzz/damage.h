/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Damages the wheel's memory, audits it, and mends it. The audit must come to an end whatever
   the memory holds, and see each damage that no wheel can have. */
#ifndef TW_FUZZ_DAMAGE_H
#define TW_FUZZ_DAMAGE_H

#include "wheel.h"

/* Which damage, two bytes of the input that say where, and the same bytes as a number of ticks. */
void damage(uint32_t what, const uint8_t *byte, uint32_t ticks);

#endif
