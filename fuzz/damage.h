/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Corrupts the memory of a wheel: the audit must end, and must see each corruption that no wheel can
   have. Afterwards all memory is restored. */
#ifndef TW_FUZZ_DAMAGE_H
#define TW_FUZZ_DAMAGE_H

#include "lockstep.h"

/* Which damage; two bytes of which it takes what it needs; some number of ticks. */
void damage(struct lockstep *s, uint32_t what, const uint8_t *byte, uint32_t ticks);

#endif
