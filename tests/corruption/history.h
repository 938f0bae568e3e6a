/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A random call history, with the answers of an intact wheel. Another wheel that gives one
   different answer does harm. */
#ifndef TW_CORRUPTION_HISTORY_H
#define TW_CORRUPTION_HISTORY_H

#include "calls.h"
#include "random.h"

#define HISTORY_CALLS 300u /* random calls; before and after them come others */
#define HISTORY_MOST 4096u /* calls in all */
#define HISTORY_BUDGET 64u /* of each call while it drains */

struct history {
    uint32_t count;
    struct call calls[HISTORY_MOST];
    struct answer answers[HISTORY_MOST];
};

/* A random call that a wheel at this tick accepts, or refuses with a status. */
struct call history_random_call(struct random *r, uint32_t capacity, uint32_t now);

/* Ticks between 1 and TW_PERIOD - 1: each number of bits is as probable as another. */
uint32_t history_random_ticks(struct random *r);

/* Makes a history by calls on an intact wheel: the state of each timer, random calls, the state of
   each timer again, and calls until no timer is active. False: it needs more than HISTORY_MOST calls. */
bool history_record(struct history *s, const struct wheel *w, struct random *r);

/* Does this wheel give all answers of the history? It stops at the first difference. */
bool history_holds(const struct history *s, const struct wheel *w);

#endif
