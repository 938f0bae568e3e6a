/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The states of a running wheel whose memory is corrupted. */
#ifndef TW_CORRUPTION_STATES_H
#define TW_CORRUPTION_STATES_H

#include "calls.h"
#include "random.h"

#define STATE_TIMERS 24u /* capacity */

struct state {
    const char *name;
    uint32_t active; /* timers, but for those delivered on the way to a busy state */
    bool late;       /* the clock is near rollover */
    bool busy;       /* advance has returned TW_BUSY amid a slot */
};

#define STATES 12u
extern const struct state state_table[STATES];

/* Brings a wheel into a state by a random history. False: the history does not get there. */
bool state_reach(const struct wheel *w, const struct state *state, struct random *r);

#endif
