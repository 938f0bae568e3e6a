/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a wheel must answer beside what the sorted list says: where the list has no answer of its own,
   and where list and wheel share the arithmetic of tw_clock.h. */
#ifndef TW_EXPECTED_H
#define TW_EXPECTED_H

#include "lockstep.h"

/* T8: the right answer to next for a caller at this counter: no sleep if a timer is due, or is to be
   moved or passed now; else to where the first slot in use opens or is met, or the sleep cap. */
struct answer expected_next(const struct lockstep *s, uint32_t counter);

/* What is wrong with the wheel's answer to advance, besides what the list says; NULL: nothing. */
const char *expected_advance_fault(const struct lockstep *s, const struct call *c,
                                   struct answer got);

/* The right answer to start_at, restart_at or remaining, after the list's own; by arithmetic of expected.c.
   Of other calls it is the list's answer. */
struct answer expected_of_list(const struct lockstep *s, const struct call *c, struct answer list);

#endif
