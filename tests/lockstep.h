/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The differential test: every call goes to a wheel and to the sorted list, and the test compares
   everything that a caller can see. A difference prints the calls so far, for `tools/replay`, and
   ends the test. */
#ifndef TW_LOCKSTEP_H
#define TW_LOCKSTEP_H

#include "trace.h"

/* More calls than any history has. */
#define LOCKSTEP_CALLS 8192u

struct lockstep {
    struct wheel *wheel;
    struct wheel *oracle;
    bool thorough;   /* compare every timer after every call, and audit even a large wheel */
    uint32_t audits; /* audit after every so many calls; 0: never */
    bool show;       /* print every call before it is made, and its answer */
    FILE *out;       /* where to; and a difference */
    void *kept; /* memory for a copy of the wheel's, to see what moves without budget, or NULL */
    void (*fail)(const char *what); /* does not return */

    uint32_t id;      /* the last timer delivered */
    uint64_t units;   /* of budget that advance may still be busy with */
    uint32_t calls;   /* since init: what comparisons take turns by */
    struct call call; /* the last one; */
    bool announced;   /* it is printed, and its answer is not */
    size_t count;     /* calls so far that were answered */
    struct step steps[LOCKSTEP_CALLS];
};

/* Both in their memory: init, and compare. Returns init's status; where it is not TW_OK, no call
   may follow. What is chosen above stays, but for the last group. */
enum tw_status lockstep_init(struct lockstep *s, uint32_t capacity, uint32_t now);

/* One call on both: start and its like, stop, advance. Returns the wheel's status. */
enum tw_status lockstep_call(struct lockstep *s, struct call call);

/* A call that changes nothing, of which the answer is known: compares, returns it. */
struct answer lockstep_look(struct lockstep *s, struct call call);

/* Compares all timers. */
void lockstep_compare(struct lockstep *s);

/* Ticks to the earliest deadline, however far; false if no timer is active. */
bool lockstep_earliest(const struct lockstep *s, uint32_t *ticks);

/* The list's clock. */
uint32_t lockstep_now(const struct lockstep *s);

static inline struct tw_oracle *lockstep_list(const struct lockstep *s)
{
    return s->oracle->part[0];
}

/* Is a timer to be moved or passed next? */
static inline bool lockstep_needs_budget(const struct lockstep *s)
{
    return s->wheel->ops->needs_budget(s->wheel->part[0]);
}

/* A difference in this call, and the end: prints the history unless it is shown already. */
void lockstep_differ(struct lockstep *s, struct call c, struct answer expected, struct answer got,
                     const char *why);

#endif
