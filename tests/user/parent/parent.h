/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The call of a library that links the wheels. */
#ifndef PARENT_H
#define PARENT_H

/* Returns TW_RADIX if a timer of 5 ticks is due after 5 ticks, else 0. */
int parent_radix(void);

#endif
