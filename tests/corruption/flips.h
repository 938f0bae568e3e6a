/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The bits of a wheel's memory, and the rows of the table that they belong to. */
#ifndef TW_CORRUPTION_FLIPS_H
#define TW_CORRUPTION_FLIPS_H

#include "calls.h"

/* The rows. A deadline of an active timer has two for each level of its timer's slot. With the
   bits of the second one flipped, the deadline still belongs in that slot. */
enum row {
    ROW_LINKS_POINTER,
    ROW_DEADLINES_POINTER,
    ROW_CAPACITY,
    ROW_NOW,
    ROW_PLACE,
    ROW_OCCUPIED,
    ROW_HEADS,
    ROW_TIMERS,
    ROW_IDLE,
    ROW_ACTIVE,
    ROWS = ROW_ACTIVE + 2 * TW_LEVELS
};

/* The name of a row of this wheel, or NULL: it has no such row. */
const char *row_name(const struct wheel_ops *ops, enum row row);

/* A word of a wheel's memory. */
struct word {
    unsigned char *at;
    uint32_t bytes;
    enum row row;    /* that of an active deadline is ROW_ACTIVE + 2 * level */
    uint32_t inside; /* bits of the next row */
};

/* The word with this index, for a wheel that is intact; false: there are no more. */
bool word_of(const struct wheel *w, uint32_t index, struct word *word);

void word_flip(const struct word *word, uint32_t bit);

#endif
