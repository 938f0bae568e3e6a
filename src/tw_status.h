/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What both wheels answer, and their common limits. */
#ifndef TW_STATUS_H
#define TW_STATUS_H

enum tw_status {
    TW_OK,          /* done */
    TW_EXPIRED,     /* advance: a timer was due and is delivered */
    TW_BUSY,        /* advance: the budget is used up; call again */
    TW_BAD_ID,      /* id is not below the capacity; nothing changed */
    TW_BAD_DELAY,   /* delay is not in 1 .. TW_PERIOD-1, or deadline not 1 .. TW_PERIOD/2-1 ticks
                       ahead; nothing changed */
    TW_BAD_CLOCK,   /* the caller's clock went backwards, or TW_PERIOD/2 ticks or more forward;
                       nothing changed */
    TW_NOT_IDLE,    /* start, start_at: the timer is active already; nothing changed */
    TW_NOT_ACTIVE,  /* the timer is idle; nothing changed */
    TW_BAD_CAPACITY /* capacity is not in 1 .. TW_CAPACITY_MAX; nothing changed */
};

/* The most timers one wheel can have. */
#define TW_CAPACITY_MAX 0x40000000

/* The largest budget. With the hierarchical wheel it never runs out, as no budget of 3 * capacity
   does (T10). With the hashed wheel it may, like any other: a timer is passed over once a turn, and a
   few timers many turns away cost that much before one of them is due. */
#define TW_UNBOUNDED 0xFFFFFFFFu

#endif
