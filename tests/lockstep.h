/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel and the oracle in lock step: every call goes to both, and everything that a
   caller can see is compared. A difference prints the calls so far, to be replayed. */
#ifndef TW_TEST_LOCKSTEP_H
#define TW_TEST_LOCKSTEP_H

#include "wheels.h"

enum call_kind {
    CALL_START,
    CALL_STOP,
    CALL_RESTART,
    CALL_START_AT,
    CALL_RESTART_AT,
    CALL_ADVANCE,
    CALL_KINDS
};

struct call {
    enum call_kind kind;
    uint32_t id;     /* of all but advance */
    uint32_t ticks;  /* the delay of start and restart, the deadline of the two _at; `until` */
    uint32_t budget; /* of advance */
};

/* More calls than any history in the tests has. */
#define LOCKSTEP_CALLS 8192u

struct lockstep {
    struct wheel *wheel;
    struct wheel *oracle;
    uint32_t start; /* the clock's first tick */
    bool thorough;  /* compare every timer after every call, and audit even a large wheel */
    uint32_t id;    /* the last timer delivered */
    uint64_t units; /* of budget that advance may still be busy with */
    size_t count;   /* calls so far */
    struct call calls[LOCKSTEP_CALLS];
};

/* Both at tick `now`, all timers idle. */
void lockstep_begin(struct lockstep *s, const struct wheel_ops *ops, uint32_t capacity,
                    uint32_t now);

/* One call on both. Returns the wheel's status. */
enum tw_status lockstep_call(struct lockstep *s, struct call call);

/* The same in short; advance and the two _at count `ticks` from the wheel's clock. */
enum tw_status lockstep_start(struct lockstep *s, uint32_t id, uint32_t delay);
enum tw_status lockstep_stop(struct lockstep *s, uint32_t id);
enum tw_status lockstep_restart(struct lockstep *s, uint32_t id, uint32_t delay);
enum tw_status lockstep_start_at(struct lockstep *s, uint32_t id, uint32_t ticks);
enum tw_status lockstep_restart_at(struct lockstep *s, uint32_t id, uint32_t ticks);
enum tw_status lockstep_advance(struct lockstep *s, uint32_t ticks, uint32_t budget);

/* Ticks to the earliest deadline, however far; false if no timer is active. */
bool lockstep_earliest(const struct lockstep *s, uint32_t *ticks);

/* Compares all timers. */
void lockstep_compare(const struct lockstep *s);

/* The budget for a random call of advance; a small one where it would take too long. */
uint32_t lockstep_budget(const struct lockstep *s, uint32_t until, uint32_t budget);

/* Advances both with `budget` until no timer is active any more. Stops those that are too
   far away; were there none? */
bool lockstep_drain(struct lockstep *s, uint32_t budget);

#endif
