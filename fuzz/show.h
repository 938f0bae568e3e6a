/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls as lines of C, with their answers. */
#ifndef TW_FUZZ_SHOW_H
#define TW_FUZZ_SHOW_H

#include "wheel.h"

/* `tw_hier_start(&w, 1, 255);   ` and then the answer, as a comment. */
void show_call(const char *wheel, const struct call *c, struct answer got);

/* The same where the answer is wrong, or where there is none. */
void show_difference(const char *wheel, const struct call *c, struct answer expected,
                     struct answer got);

#endif
