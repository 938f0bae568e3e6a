/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of calls, and the two wheels and the sorted list that have them. Tests, fuzzers and
   `tools/replay` drive a wheel by it; the model checker's harnesses are made of the same lines, and
   tools/sources.py reads them. A call that is added to the interface is one more line. All memory is
   given as an argument. */
#ifndef TW_CALLS_H
#define TW_CALLS_H

#include <stddef.h>

#include "oracle.h"
#include "tw_clock.h"
#include "tw_hashed.h"
#include "tw_hier.h"

/* A line a call: X(type, NAME, name, operands, answer, arguments). Its operands are `a` and `b`, it
   writes to `out`, earliest also to `ticks`; ARRAYS(type) is what init is given besides. The answer is a
   STATUS, with `out` and `ticks` where they are written to; a NUMBER; or a FLAG. */
#define CALL_TABLE(X, type) CALL_TABLE_(X, type)
#define CALL_TABLE_(X, type)                                                                       \
    X(type, INIT, init, 2, STATUS, (w, ARRAYS(type), a, b)) /* capacity, now */                    \
    X(type, START, start, 2, STATUS, (w, a, b))             /* id, delay */                        \
    X(type, STOP, stop, 1, STATUS, (w, a))                  /* id */                               \
    X(type, RESTART, restart, 2, STATUS, (w, a, b))         /* id, delay */                        \
    X(type, START_AT, start_at, 2, STATUS, (w, a, b))       /* id, deadline */                     \
    X(type, RESTART_AT, restart_at, 2, STATUS, (w, a, b))   /* id, deadline */                     \
    X(type, ADVANCE, advance, 2, STATUS, (w, a, b, &out))   /* until, budget */                    \
    X(type, NEXT, next, 1, STATUS, (w, a, &out))            /* counter */                          \
    X(type, NOW, now, 0, NUMBER, (w))                                                              \
    X(type, IS_ACTIVE, is_active, 1, FLAG, (w, a))               /* id */                          \
    X(type, REMAINING, remaining, 2, STATUS, (w, a, b, &out))    /* id, counter */                 \
    X(type, EARLIEST, earliest, 1, STATUS, (w, a, &out, &ticks)) /* counter */                     \
    X(type, IS_EMPTY, is_empty, 0, FLAG, (w))                                                      \
    X(type, AUDIT, audit, 0, FLAG, (w))

#define CALL_KIND_(type, NAME, ...) CALL_##NAME,
enum call_kind { CALL_TABLE(CALL_KIND_, any) CALL_KINDS };

/* From CALL_START on, these many change something; then those that only look. */
#define CALL_CHANGES (CALL_NEXT - CALL_START)

struct call {
    enum call_kind kind;
    uint32_t a;
    uint32_t b;
};

/* An out value that no call may leave behind unless it says so. */
#define UNTOUCHED 0xDEADBEEFu

/* What a call returns, and what it writes to *id or *ticks; earliest writes both. */
struct answer {
    uint32_t value;
    uint32_t out;
    uint32_t ticks;
};

/* An answer that writes nothing, or to one of both only. */
static inline struct answer answer_writes(uint32_t value, uint32_t out)
{
    return (struct answer){value, out, UNTOUCHED};
}

static inline struct answer answer_only(uint32_t value)
{
    return answer_writes(value, UNTOUCHED);
}

static inline bool answers_equal(struct answer x, struct answer y)
{
    return x.value == y.value && x.out == y.out && x.ticks == y.ticks;
}

/* What can be asked of a timer. */
struct timer {
    uint32_t active;
    uint32_t status; /* of remaining */
    uint32_t left;
};

/* The most ticks that advance takes in one call. */
#define ADVANCE_MOST ((uint32_t)(TW_PERIOD / 2 - 1))

/* A wheel's memory: its struct, then its arrays. */
#define WHEEL_PARTS 3

/* Of the struct, what one looks into or damages; the list has none of it. */
struct fields {
    struct tw_link **links;
    uint32_t **deadlines;
    uint64_t *now;
    uint64_t *capacity;
    uint64_t *occupied;
};

struct wheel_ops {
    const char *name;  /* of its functions */
    const char *label; /* in the text format */
    bool bounded;      /* T7 holds: a call changes little memory */
    uint32_t heads;    /* slots */
    uint32_t moves;    /* a timer costs advance at most so many units of budget, */
    uint64_t turn;     /* and one for every so many ticks that it waits */
    uint32_t crowd;    /* how many units are many, for this one */
    void (*sizes)(uint32_t capacity, size_t *size);
    struct answer (*call)(void *const *part, struct call c);
    /* what is asked of `count` timers from `first` on, by a caller at this counter */
    void (*timers)(void *const *part, uint32_t counter, struct timer *timers, uint32_t first,
                   uint32_t count);
    bool (*needs_budget)(const void *w); /* is a move or a pass the next thing to do? */
    uint32_t (*wake)(uint32_t deadline, uint32_t now); /* ticks until it has advance do something */

    struct fields (*fields)(void *w);
    const char *place; /* the field that says which slot, or which timer, is being worked on */
    uint32_t (*get_place)(const void *w);
    void (*set_place)(void *w, uint32_t place);
};

extern const struct wheel_ops wheel_hier;
extern const struct wheel_ops wheel_hashed;
extern const struct wheel_ops wheel_oracle;

/* All of them. */
#define WHEELS 3u
extern const struct wheel_ops *const wheel_table[WHEELS];

struct wheel {
    const struct wheel_ops *ops;
    uint32_t capacity;
    void *part[WHEEL_PARTS];
    size_t size[WHEEL_PARTS];
};

static inline struct answer wheel_call(const struct wheel *w, enum call_kind kind, uint32_t a,
                                       uint32_t b)
{
    return w->ops->call(w->part, (struct call){kind, a, b});
}

/* New memory for so many timers, full of something else; is there so much? And back. */
bool wheel_give(struct wheel *w, uint32_t capacity);
void wheel_free(struct wheel *w);

/* All of a wheel's memory: its size, a copy of it, back from the copy, and in how many
   32-bit words it differs from the copy. */
size_t wheel_bytes(const struct wheel *w);
void wheel_save(const struct wheel *w, void *copy);
void wheel_load(struct wheel *w, const void *copy);
uint32_t wheel_changes(const struct wheel *w, const void *copy);

/* A word of a wheel's memory, to be damaged. Is there one with this index? */
enum field {
    FIELD_NEXT,
    FIELD_PREV,
    FIELD_DEADLINE,
    FIELD_OCCUPIED,
    FIELD_NOW,
    FIELD_CAPACITY,
    FIELD_PLACE
};
#define FIELD_KINDS (FIELD_PLACE + 1)
bool wheel_has(const struct wheel *w, enum field field, uint32_t index);
uint64_t wheel_get(const struct wheel *w, enum field field, uint32_t index);
void wheel_set(struct wheel *w, enum field field, uint32_t index, uint64_t value);

/* The hierarchical wheel: ticks to where a deadline's slot opens. A digit is the first that differs, or
   the top one across rollover; the digits below it are 0 there. */
static inline uint32_t hier_wake(uint32_t deadline, uint32_t now)
{
    const bool rollover = deadline < now;
    uint32_t span = TW_SPAN_TOP;
    while (!rollover && span > 1u && deadline / span == now / span) {
        span /= TW_RADIX;
    }
    return tw_distance(now, deadline / span * span);
}

/* The hashed one: to where it is met, once a turn. */
static inline uint32_t hashed_wake(uint32_t deadline, uint32_t now)
{
    const uint32_t slots = TW_HASHED_SLOTS;
    const uint32_t ticks = (deadline % slots + slots - now % slots) % slots;
    return ticks == 0u ? slots : ticks;
}

#endif
