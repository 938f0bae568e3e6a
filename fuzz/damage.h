/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Damages a wheel's memory: the audit must come to an end, and refuse each damage that makes it
   something that no wheel can be. All memory is mended after it. */
#ifndef TW_FUZZ_DAMAGE_H
#define TW_FUZZ_DAMAGE_H

#include "lockstep.h"

/* Which damage; two bytes of which it takes what it needs; some number of ticks. */
void damage(struct lockstep *s, uint32_t what, const uint8_t *byte, uint32_t ticks);

#endif
