/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The executable specification: the active timers in an array, sorted by (remaining
   ticks, order of start). Insert and delete shift the entries behind, advance looks at the
   first one. Interface and statuses are those of the wheels; see tw_hier.h.

   It differs in two points: advance has no work to put off, so its budget is never used
   up and it never returns TW_BUSY; and next is exact. Every call is linear in the number
   of active timers. */
#ifndef TW_ORACLE_H
#define TW_ORACLE_H

#include "tw_clock.h"
#include "tw_status.h"

struct tw_oracle_entry {
    uint32_t id;
    uint32_t deadline; /* a tick */
};

struct tw_oracle {
    struct tw_oracle_entry *entries; /* the active timers, in the order of delivery */
    uint32_t count;                  /* active timers */
    uint32_t capacity;               /* timers, and entries in memory */
    uint32_t now;                    /* the clock, a tick */
};

/* Makes an oracle of `capacity` idle timers at tick `now`; entries has room for them.
   Returns TW_OK or TW_BAD_CAPACITY. */
enum tw_status tw_oracle_init(struct tw_oracle *o, struct tw_oracle_entry *entries,
                              uint32_t capacity, uint32_t now);

/* Starts an idle timer. Returns TW_OK, TW_BAD_ID, TW_BAD_DELAY or TW_NOT_IDLE. */
enum tw_status tw_oracle_start(struct tw_oracle *o, uint32_t id, uint32_t delay);

/* Stops an active timer. Returns TW_OK, TW_BAD_ID or TW_NOT_ACTIVE. */
enum tw_status tw_oracle_stop(struct tw_oracle *o, uint32_t id);

/* Starts a timer anew, idle or active. Returns TW_OK, TW_BAD_ID or TW_BAD_DELAY. */
enum tw_status tw_oracle_restart(struct tw_oracle *o, uint32_t id, uint32_t delay);

/* Delivers the first timer that is due up to `until`, the clock at its deadline; if there
   is none, sets the clock to `until`. Returns TW_EXPIRED, TW_OK or TW_BAD_CLOCK. */
enum tw_status tw_oracle_advance(struct tw_oracle *o, uint32_t until, uint32_t budget,
                                 uint32_t *id);

/* Ticks to the earliest deadline, exactly. Returns false if no timer is active. */
bool tw_oracle_next(const struct tw_oracle *o, uint32_t *ticks);

/* The clock. */
uint32_t tw_oracle_now(const struct tw_oracle *o);

/* Is the timer active? False also where id is not below the capacity. */
bool tw_oracle_is_active(const struct tw_oracle *o, uint32_t id);

/* Ticks to the deadline of an active timer. Returns TW_OK, TW_BAD_ID or TW_NOT_ACTIVE. */
enum tw_status tw_oracle_remaining(const struct tw_oracle *o, uint32_t id, uint32_t *ticks);

/* Is no timer active? */
bool tw_oracle_is_empty(const struct tw_oracle *o);

/* Is the memory still an oracle? Trusts that entries has room for `capacity` timers.
   Cost: quadratic in the number of active timers. */
bool tw_oracle_audit(const struct tw_oracle *o);

#endif
