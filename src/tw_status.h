/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What both wheels share: statuses, limits, the types of their memory, and a line for each theorem that is
   proved of them.

   The theorems hold for every call history that keeps the preconditions of the contracts, every
   start tick and every capacity. The clauses of a contract have the label of their theorem. The
   full text is in spec/README.md of the sources, the assumptions are in docs/trust.md.

     T1   exact: a timer is delivered when the wheel's clock is at its
          deadline; the wheel's clock passes no deadline of an active timer
     T2   stable: timers with one deadline are delivered in order of start
     T3   frame: a call changes no timer but the one it names or delivers
     T4   full range: T1, T2 and T3 hold for every delay from every tick,
          across rollover
     T5   total: each value of each argument has one answer, and a refused
          call changes nothing
     T6   safe: no undefined behaviour, no unsigned wraparound, no recursion;
          each call ends
     T7   bounded: advance delivers at most one timer, and visits (moves or
          passes over) at most `budget` other timers; the loop iterations of
          each call have a bound
     T8   next: a sleep as long as next says passes no deadline, and advance
          accepts a caller that wakes then; earliest is the timer that advance
          delivers next
     T9   equal: both wheels give the answers of a sorted list; only TW_BUSY
          and the ticks of next may differ
     T10  credit: each start has the credit for its later visits; the
          hierarchical wheel moves a timer at most TW_LEVELS - 1 times */
#ifndef TW_STATUS_H
#define TW_STATUS_H

#include <stdint.h>

enum tw_status {
    TW_OK,           /* the call is done */
    TW_EXPIRED,      /* advance: it delivered a timer that was due */
    TW_BUSY,         /* advance: the budget is used up and visits are left; call again */
    TW_BAD_ID,       /* id is not below the capacity; nothing changed */
    TW_BAD_DELAY,    /* start, restart: delay is not in 1 .. TW_PERIOD-1; start_at, restart_at:
                       deadline is TW_PERIOD/2 or more ticks ahead of the wheel's clock, or the
                       clock passed it TW_PERIOD/4 to TW_PERIOD/2 ticks ago;
                       tw_ms_to_ticks: no delay lasts so long; nothing changed */
    TW_BAD_CLOCK,    /* advance, next, earliest, remaining: a timer is active, and your counter went
                       back, or is TW_PERIOD/2 or more ticks ahead of the wheel's clock; nothing
                       changed */
    TW_NOT_IDLE,     /* start, start_at: the timer is active already; nothing changed */
    TW_NOT_ACTIVE,   /* stop, remaining: the timer is idle; nothing changed. next: no timer is
                       active; *ticks is written all the same; 0: call advance.
                       earliest: no timer is active; nothing is written */
    TW_BAD_CAPACITY, /* init: capacity is not in 1 .. TW_CAPACITY_MAX; nothing changed */
    TW_DUE /* start_at, restart_at: the wheel's clock has reached the deadline, or passed it
                       less than TW_PERIOD/4 ticks ago; nothing changed */
};

/* Marks a call whose result you must look at: a compiler warns where you ignore it. */
#if defined __GNUC__
#define TW_NODISCARD __attribute__((warn_unused_result))
#elif defined __cplusplus || (defined __STDC_VERSION__ && __STDC_VERSION__ >= 202311L)
#define TW_NODISCARD [[nodiscard]]
#else
#define TW_NODISCARD
#endif

/* The largest capacity of a wheel: 2^30 = 1,073,741,824 timers. */
#define TW_CAPACITY_MAX 0x40000000

/* The largest budget: 2^32 - 1 = 4,294,967,295 visits. The hierarchical wheel never uses it up with
   4 levels, as it never uses up a budget of (TW_LEVELS - 1) * capacity (T10). The hashed wheel can use
   up any budget: it passes over a timer once a revolution, so a few timers that are due after many
   revolutions cost that many visits. */
#define TW_UNBOUNDED 0xFFFFFFFFu

/* The number of a node of the lists. Signed, so that neither the compiler nor the reader takes a node
   for a tick or an id. */
typedef int32_t tw_node;

/* A node of a circular list: of a slot, or of a timer. */
struct tw_link {
    tw_node next;
    tw_node prev;
};

/* The memory of a wheel of n timers: links for the heads of its slots and for the timers, deadlines. Each
   wheel has a name of its own for the links. */
#define TW_STORAGE(links, slots, name, n)                                                          \
    struct {                                                                                       \
        struct tw_link links[TW_ONE - 1 + (slots) + (n)];                                          \
        uint32_t deadlines[n];                                                                     \
    } name

/* The timers that such memory is for. */
#define TW_TIMERS(storage) (sizeof(storage).deadlines / sizeof(uint32_t))

/* The 64-bit words of a set of n bits. */
#define TW_BITSET_WORDS(n) (((n) + 63) / 64)

#endif
