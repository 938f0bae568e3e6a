/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Memory for a wheel that will be corrupted. The addresses are fixed, so that each run gives the
   same result. Each part of the wheel ends where its pages end, and no memory is near it: an
   access out of bounds is a fault. The addresses of two parts differ in two bits or more, so a
   flipped bit of a pointer leads to no other part. */
#ifndef TW_CORRUPTION_ARENA_H
#define TW_CORRUPTION_ARENA_H

#include "calls.h"

struct arena {
    struct wheel wheel; /* its parts lie at the end of the pages */
    unsigned char *pages[WHEEL_PARTS];
    size_t bytes[WHEEL_PARTS]; /* of the pages */
    unsigned char *copy[WHEEL_PARTS];
};

/* Maps memory for a wheel of `capacity` timers, and memory for the copy; false: there is none. */
bool arena_give(struct arena *a, const struct wheel_ops *ops, uint32_t capacity);
void arena_free(struct arena *a);

/* Copies all pages, and copies them back. */
void arena_save(struct arena *a);
void arena_load(struct arena *a);

/* Did a call write to the pages outside the wheel's parts, since the last arena_load? */
bool arena_spilled(const struct arena *a);

#endif
