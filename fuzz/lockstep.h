/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel and the oracle in lock step: every call goes to both, and everything that a caller can
   see is compared after it. A difference is printed, and the end. */
#ifndef TW_FUZZ_LOCKSTEP_H
#define TW_FUZZ_LOCKSTEP_H

#include "wheel.h"

struct lockstep {
    struct wheel *wheel;
    uint32_t capacity;
    uint64_t units; /* of budget that advance may still be busy with */
    uint64_t calls; /* so far */
    bool show;      /* print every call with its answer */
};

extern struct lockstep lockstep;

/* No timers at all, tick 0: what lockstep_now and lockstep_left say before the beginning. */
void lockstep_reset(void);

/* Both with `capacity` timers, all idle, at tick `now`. */
void lockstep_begin(struct wheel *wheel, uint32_t capacity, uint32_t now);

/* Is init with this capacity refused? */
void lockstep_refuse(struct wheel *wheel, uint32_t capacity, uint32_t now);

/* start and its like, stop, advance. Returns the wheel's status. */
uint32_t lockstep_call(enum kind kind, uint32_t a, uint32_t b);

/* The wheel's audit of what is no wheel, where `refused`, or may be one. */
void lockstep_audit_damage(bool refused);

/* The wheel's audit, of a wheel. */
void lockstep_audit(void);

/* The wheel's next, 0 if there is none. */
uint32_t lockstep_next(void);

/* The first timer from `number` on, in a circle, that is active, or that is idle; if there is one. */
uint32_t lockstep_timer(uint32_t number, bool active);

/* The oracle's clock; and ticks to a timer's deadline, 0 if it is idle. */
uint32_t lockstep_now(void);
uint32_t lockstep_left(uint32_t id);

#endif
