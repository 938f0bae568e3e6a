/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A random call history, with the answers of an intact wheel. Another wheel that gives one
   different answer does harm. */
#ifndef TW_CORRUPTION_SCRIPT_H
#define TW_CORRUPTION_SCRIPT_H

#include "calls.h"
#include "random.h"

#define SCRIPT_CALLS 300u /* random calls; before and after them come others */
#define SCRIPT_MOST 4096u /* calls in all */
#define SCRIPT_BUDGET 64u /* of each call while it drains */

struct script {
    uint32_t count;
    struct call calls[SCRIPT_MOST];
    struct answer answers[SCRIPT_MOST];
};

/* A random call that a wheel at this tick accepts, or refuses with a status. */
struct call script_random_call(struct random *r, uint32_t capacity, uint32_t now);

/* Ticks between 1 and TW_PERIOD - 1: each number of bits is as probable as another. */
uint32_t script_random_ticks(struct random *r);

/* Makes a script by calls on an intact wheel: the state of each timer, random calls, the state of
   each timer again, and calls until no timer is active. False: it needs more than SCRIPT_MOST calls. */
bool script_record(struct script *s, const struct wheel *w, struct random *r);

/* Does this wheel give all answers of the script? It stops at the first difference. */
bool script_holds(const struct script *s, const struct wheel *w);

#endif
