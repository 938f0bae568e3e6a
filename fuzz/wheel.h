/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls and answers of the two wheels and of the oracle. The memory is static, one of each. */
#ifndef TW_FUZZ_WHEEL_H
#define TW_FUZZ_WHEEL_H

#include "tw_clock.h"
#include "tw_list.h"
#include "tw_status.h"

/* The largest capacity of an input. */
#define TIMERS 16u

/* Written to where a call must not answer. */
#define UNTOUCHED 0xDEADBEEFu

enum kind {
    CALL_INIT,       /* capacity, now */
    CALL_START,      /* id, delay */
    CALL_STOP,       /* id */
    CALL_RESTART,    /* id, delay */
    CALL_START_AT,   /* id, deadline */
    CALL_RESTART_AT, /* id, deadline */
    CALL_ADVANCE,    /* until, budget */
    CALL_NEXT,       /* */
    CALL_NOW,        /* */
    CALL_IS_ACTIVE,  /* id */
    CALL_REMAINING,  /* id */
    CALL_IS_EMPTY,   /* */
    CALL_AUDIT       /* */
};

struct call {
    enum kind kind;
    uint32_t a;
    uint32_t b;
};

/* What a call returns, and what it writes to *id or *ticks. */
struct answer {
    uint32_t value;
    uint32_t out;
};

/* What can be asked of each timer. */
struct state {
    uint32_t active;
    uint32_t status; /* of remaining */
    uint32_t left;
};

struct wheel {
    const char *name;
    tw_node heads;
    uint64_t turn;  /* a timer costs advance a unit of budget for so many ticks that it waits, */
    uint32_t moves; /* and so many units at most besides */
    struct answer (*init)(const struct call *c);
    struct answer (*change)(const struct call *c); /* start and its like, stop, advance */
    struct answer (*look)(const struct call *c);   /* the other calls */
    void (*states)(struct state *s, uint32_t n);   /* is_active and remaining of 0 .. n-1 */
    bool (*busy)(void); /* is to move or to pass a timer the next thing that advance has to do? */
    uint32_t (*wake)(uint32_t deadline, uint32_t now); /* ticks until it has advance do something */

    /* The memory, for those who damage it, and keep it before and mend it after. */
    struct tw_link *links;
    uint32_t *deadlines;
    uint64_t *now;
    uint64_t *capacity;
    uint64_t *occupied;
    const char *place; /* the field that says which slot, or which timer, is being worked on */
    void (*set_place)(uint32_t place);
    bool (*is_placed)(void);                        /* can that field be what it is? */
    bool (*fits)(uint32_t slot, uint32_t deadline); /* can a timer be in that slot? */
    void (*keep)(void);
    bool (*has_moved)(void); /* has a link changed since? */
    void (*mend)(void);
};

/* Two wheels, and the oracle, which has nothing that is damaged. */
enum { HIER, HASHED, WHEELS, ORACLE = WHEELS };
extern struct wheel wheels[];

uint32_t oracle_now(void);

/* The oracle has no busy state of its own: it follows a wheel that is on its way to tick now. */
void oracle_follow(uint32_t now);

#endif
