/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls as lines of C, with their answers. */
#ifndef TW_FUZZ_SHOW_H
#define TW_FUZZ_SHOW_H

#include "wheel.h"

/* `tw_hier_start(&w, 1, 255);   `, to be followed by an answer. */
void show_call(const char *wheel, const struct call *c);

/* The answer, as a comment, and the end of the line. */
void show_answer(const struct call *c, struct answer got);

/* The same where it is wrong. */
void show_difference(const struct call *c, struct answer expected, struct answer got);

#endif
