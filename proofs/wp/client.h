/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The same text for both wheels: with TW_HASHED_SLOTS defined for the hashed one. */
#ifndef TW_CLIENT_H
#define TW_CLIENT_H

/* CALL(name): a call. PLACE: the field that says where advance goes on. FRONT: front(w, h) in full, as
   WP 25 takes a function of memory in a loop variant for what it is at the loop's end. OWING: owing(delay),
   for ghost code. */
#if defined TW_HASHED_SLOTS && !defined TW_CLIENT_HIER
#include "tw_hashed.h"
#define WHEEL struct tw_hashed
#define CALL(name) tw_hashed_##name
#define STORAGE TW_HASHED_STORAGE
#define INIT TW_HASHED_INIT
#define PLACE cursor
#define FRONT h[w->cursor].rank
#define OWING(delay) ((delay) == 0u ? 1 : (int64_t)(((delay) - 1u) / TW_HASHED_SLOTS) + 1)
#else
#include "tw_hier.h"
#define WHEEL struct tw_hier
#define CALL(name) tw_hier_##name
#define STORAGE TW_HIER_STORAGE
#define INIT TW_HIER_INIT
#define PLACE opening
#define FRONT (w->opening == TW_HIER_NONE ? 0 : h[w->links[w->opening].next].rank)
#define OWING(delay) ((int64_t)TW_TOP)
#endif

/* clang-format off */ /* it takes the blanks out of a range of ACSL */
/* The memory of a wheel and its history; what advance writes to; what any call writes to. */
#define ARRAYS                                                                                     \
    w, h + (0 .. NODES(w) - 1), w->links + (0 .. NODES(w) - 1), w->deadlines + (0 .. w->capacity - 1)
#define ADVANCED                                                                                   \
    w->now, w->PLACE, w->occupied[0 .. TW_BITSET_WORDS(HEADS) - 1], w->links[0 .. NODES(w) - 1],       \
        h[0 .. NODES(w) - 1].slot, *visited, tw_steps, tw_jumps
#define CALLED ADVANCED, w->deadlines[0 .. w->capacity - 1], h[0 .. NODES(w) - 1]
/* clang-format on */

#endif
