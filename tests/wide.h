/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The differential test of examples/tw_wide.h: each call goes to it and to a sorted list of 64-bit deadlines, and all that
   a caller can see is compared. A refused call must leave all bytes as they were. A difference prints
   the call, and aborts. */
#ifndef TW_TEST_WIDE_H
#define TW_TEST_WIDE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tw_wide.h"

#define WIDE_MOST 24u          /* timers */
#define WIDE_UNTOUCHED 0xABADu /* an id, or ticks, that no call writes */

/* A timer moves once more from wheel to wheel in so many ticks. While a timer is active, a test goes no farther than
   WIDE_FAR at a time. */
#define WIDE_HOP (TW_PERIOD / 2u * (TW_PERIOD / 4u))
#define WIDE_FAR (4u * WIDE_HOP)

enum wide_kind { WIDE_START, WIDE_START_AT, WIDE_RESTART, WIDE_RESTART_AT, WIDE_STOP, WIDE_KINDS };

/* All that the wheel may write to. */
struct wide_bytes {
    struct tw_wide wheel;
    TW_WIDE_STORAGE(memory, WIDE_MOST);
};

struct wide {
    struct wide_bytes *bytes;
    struct wide_bytes *before; /* a copy, of before the call */
    struct tw_wide *wheel;     /* that of bytes */
    bool show;                 /* print each call before it is made */
    bool work;                 /* since the last TW_OK advance did something: next may be 0 */
    uint64_t credit;           /* loop iterations for which advance may be busy yet */
    uint64_t calls;            /* so far */
    uint64_t queued, busy;     /* calls after which the queue is in use; that were busy */

    /* The list: ids of active timers in the order of delivery. */
    uint64_t now;
    uint32_t capacity;
    uint32_t count;
    uint32_t order[WIDE_MOST];
    uint64_t deadlines[WIDE_MOST];
};

/* What is printed. */
static const char *const wide_names[] = {"start", "start_at", "restart", "restart_at", "stop"};

static inline void wide_expect(const struct wide *s, uint64_t expected, uint64_t got,
                               const char *what)
{
    if (expected == got) { return; }
    printf("radix %u, list at %" PRIu64 ", wheel at %" PRIu64 ": %s: expected %" PRIu64
           ", got %" PRIu64 "\n",
           (unsigned)TW_RADIX, s->now, tw_wide_now(s->wheel), what, expected, got);
    (void)fflush(stdout);
    abort();
}

/* The list. */

static inline uint32_t wide_place_of(const struct wide *s, uint32_t id)
{
    uint32_t place = 0u;
    while (place < s->count && s->order[place] != id) {
        place++;
    }
    return place;
}

static inline void wide_remove(struct wide *s, uint32_t id)
{
    const uint32_t place = wide_place_of(s, id);
    if (place == s->count) { return; }
    s->count--;
    for (uint32_t i = place; i < s->count; i++) {
        s->order[i] = s->order[i + 1u];
    }
}

static inline void wide_insert(struct wide *s, uint32_t id, uint64_t deadline)
{
    uint32_t place = s->count;
    while (place > 0u && s->deadlines[s->order[place - 1u]] > deadline) {
        s->order[place] = s->order[place - 1u];
        place--;
    }
    s->order[place] = id;
    s->deadlines[id] = deadline;
    s->count++;
}

static inline bool wide_has(const struct wide *s, uint32_t id)
{
    return wide_place_of(s, id) < s->count;
}

static inline enum tw_status wide_list_stop(struct wide *s, uint32_t id)
{
    if (id >= s->capacity) { return TW_BAD_ID; }
    if (!wide_has(s, id)) { return TW_NOT_ACTIVE; }
    wide_remove(s, id);
    return TW_OK;
}

/* One of the four starts. */
static inline enum tw_status wide_list_start(struct wide *s, enum wide_kind kind, uint32_t id,
                                             uint64_t time)
{
    const bool at = kind == WIDE_START_AT || kind == WIDE_RESTART_AT;
    const uint64_t deadline = at ? time : s->now + time;
    if (id >= s->capacity) { return TW_BAD_ID; }
    if (deadline <= s->now) { return at ? TW_DUE : TW_BAD_DELAY; }
    if (wide_has(s, id) && (kind == WIDE_START || kind == WIDE_START_AT)) { return TW_NOT_IDLE; }
    wide_remove(s, id);
    wide_insert(s, id, deadline);
    return TW_OK;
}

/* The comparison. */

static inline void wide_save(struct wide *s)
{
    (void)memcpy(s->before, s->bytes, sizeof(*s->before));
}

static inline void wide_unchanged(const struct wide *s)
{
    const void *const before = s->before;
    const void *const bytes = s->bytes;
    wide_expect(s, 0u, memcmp(before, bytes, sizeof(*s->before)) != 0, "changed bytes");
}

static inline void wide_compare_next(const struct wide *s, uint64_t counter)
{
    uint64_t ticks = WIDE_UNTOUCHED;
    const enum tw_status status = tw_wide_next(s->wheel, counter, &ticks);
    if (s->count == 0u) {
        wide_expect(s, TW_NOT_ACTIVE, status, "next");
        wide_expect(s, UINT64_MAX, ticks, "ticks of next");
    } else if (counter < s->now) {
        wide_expect(s, TW_BAD_CLOCK, status, "next");
        wide_expect(s, WIDE_UNTOUCHED, ticks, "ticks of next");
    } else {
        const uint64_t first = s->deadlines[s->order[0]];
        wide_expect(s, TW_OK, status, "next");
        wide_expect(s, true, ticks > 0u || s->work || counter > s->now, "next has work");
        wide_expect(s, 1u, ticks <= (first > counter ? first - counter : 0u), "next is not late");
    }
}

static inline void wide_compare_timer(const struct wide *s, uint32_t id, uint64_t counter)
{
    uint64_t ticks = WIDE_UNTOUCHED;
    const bool active = wide_has(s, id);
    const enum tw_status status = tw_wide_remaining(s->wheel, id, counter, &ticks);
    const enum tw_status refused = counter < s->now ? TW_BAD_CLOCK : TW_OK;
    wide_expect(s, active, tw_wide_is_active(s->wheel, id), "is_active");
    wide_expect(s,
                id >= s->capacity ? TW_BAD_ID :
                active            ? refused :
                                    TW_NOT_ACTIVE,
                status, "remaining");
    if (status == TW_OK) {
        const uint64_t deadline = s->deadlines[id];
        wide_expect(s, deadline > counter ? deadline - counter : 0u, ticks, "ticks of remaining");
    } else {
        wide_expect(s, WIDE_UNTOUCHED, ticks, "ticks of remaining");
    }
}

/* From a counter. */
static inline void wide_compare_from(const struct wide *s, uint64_t counter)
{
    for (uint32_t id = 0u; id <= s->capacity; id++) {
        wide_compare_timer(s, id, counter);
    }
    wide_compare_next(s, counter);
}

/* All that a caller can see, from a counter at the clock, `lag` ticks ahead, and behind. The memory of TW_RADIX 256 is
   large: audit, and that nothing changes, now and then. */
static inline void wide_compare(struct wide *s, uint64_t lag)
{
    const bool thorough = TW_RADIX < 256 || s->calls % 16u == 0u;
    s->calls++;
    if (thorough) { wide_save(s); }
    wide_expect(s, s->now, tw_wide_now(s->wheel), "now");
    wide_expect(s, s->count == 0u, tw_wide_is_empty(s->wheel), "is_empty");
    wide_expect(s, true, !thorough || tw_wide_audit(s->wheel), "audit");
    wide_compare_from(s, s->now);
    wide_compare_from(s, s->now + lag);
    if (s->now > 0u) { wide_compare_from(s, s->now - 1u); }
    if (thorough) { wide_unchanged(s); }
    s->queued += !tw_hier_is_empty(&s->wheel->queue);
}

/* The calls. */

/* Both in their memory, which may hold any values. */
static inline void wide_begin(struct wide *s, uint32_t capacity, uint64_t now)
{
    if (s->show) { printf("init %" PRIu32 " %" PRIu64 "\n", capacity, now); }
    s->wheel = &s->bytes->wheel;
    s->now = now;
    s->capacity = capacity;
    s->count = 0u;
    s->credit = 0u;
    s->work = false;
    wide_save(s);
    const enum tw_status status =
        tw_wide_init(s->wheel, s->bytes->memory.wide_links, s->bytes->memory.ticks,
                     s->bytes->memory.deadlines, capacity, now);
    wide_expect(s, TW_OK, status, "init");
    wide_compare(s, 1u);
}

static inline enum tw_status wide_of(struct tw_wide *w, enum wide_kind kind, uint32_t id,
                                     uint64_t time)
{
    switch (kind) {
    case WIDE_START:
        return tw_wide_start(w, id, time);
    case WIDE_START_AT:
        return tw_wide_start_at(w, id, time);
    case WIDE_RESTART:
        return tw_wide_restart(w, id, time);
    case WIDE_RESTART_AT:
        return tw_wide_restart_at(w, id, time);
    default:
        return tw_wide_stop(w, id);
    }
}

/* A call other than advance. */
static inline enum tw_status wide_call(struct wide *s, enum wide_kind kind, uint32_t id,
                                       uint64_t time)
{
    if (s->show) { printf("%s %" PRIu32 " %" PRIu64 "\n", wide_names[kind], id, time); }
    wide_save(s);
    const enum tw_status expected =
        kind == WIDE_STOP ? wide_list_stop(s, id) : wide_list_start(s, kind, id, time);
    wide_expect(s, expected, wide_of(s->wheel, kind, id, time), wide_names[kind]);
    if (expected != TW_OK) { wide_unchanged(s); }
    if (expected == TW_OK && kind != WIDE_STOP) {
        s->credit += 32u * (2u + (s->deadlines[id] - s->now) / WIDE_HOP);
    }
    wide_compare(s, time);
    return expected;
}

/* The list's status, and what its clock is then. */
static inline enum tw_status wide_list_advance(struct wide *s, uint64_t until, uint32_t *id)
{
    if (s->count > 0u && until < s->now) { return TW_BAD_CLOCK; }
    if (s->count == 0u || s->deadlines[s->order[0]] > until) {
        s->now = until;
        return TW_OK;
    }
    *id = s->order[0];
    s->now = s->deadlines[*id];
    wide_remove(s, *id);
    return TW_EXPIRED;
}

/* The wheel was busy: its clock may be on the way, has passed no deadline, and does not need more iterations than it may. */
static inline void wide_was_busy(struct wide *s, uint64_t until, uint32_t budget)
{
    const uint64_t now = tw_wide_now(s->wheel);
    const uint64_t iterations = budget > 1u ? budget : 1u;
    wide_expect(s, true, s->count > 0u && until >= s->now, "busy");
    wide_expect(s, true, s->now <= now && now <= until, "clock while busy");
    wide_expect(s, true, now <= s->deadlines[s->order[0]], "clock while busy");
    wide_expect(s, true, iterations <= s->credit, "busy for ever");
    s->credit -= iterations;
    s->now = now;
    s->busy++;
}

static inline enum tw_status wide_advance(struct wide *s, uint64_t until, uint32_t budget,
                                          uint32_t *delivered)
{
    uint32_t id = WIDE_UNTOUCHED;
    uint32_t expected_id = WIDE_UNTOUCHED;
    if (s->show) { printf("advance %" PRIu64 " %" PRIu32 "\n", until, budget); }
    if (until > s->now) { s->credit += 8u * (2u + (until - s->now) / WIDE_HOP); }
    wide_save(s);
    const enum tw_status status = tw_wide_advance(s->wheel, until, budget, &id);
    if (status == TW_BUSY) {
        wide_was_busy(s, until, budget);
    } else {
        wide_expect(s, wide_list_advance(s, until, &expected_id), status, "advance");
    }
    wide_expect(s, expected_id, id, "id of advance");
    if (status == TW_BAD_CLOCK) { wide_unchanged(s); }
    if (status != TW_BAD_CLOCK) { s->work = status != TW_OK; }
    wide_compare(s, 1u);
    *delivered = id;
    return status;
}

/* Histories that bytes tell: those of a fuzzer, or random ones. */

#define WIDE_HEAD 4u   /* bytes: capacity, clock */
#define WIDE_RECORD 4u /* bytes of a call: what and which timer, then ticks */

/* Calls of advance in a loop, and budgets. */
#define WIDE_LOOP 64u
static const uint32_t wide_budgets[] = {1u, 0u, 2u, TW_UNBOUNDED};

/* Ticks from the clock, three bytes. First byte: low 3 bits a kind, 2 bits a level, 3 bits how far beside, -4 .. 3. */
static inline uint64_t wide_ticks(const struct wide *s, const uint8_t *byte)
{
    const uint64_t level = byte[0] >> 3 & 3u;
    const uint64_t beside = ((uint64_t)(byte[0] >> 5) ^ 4u) - 4u;
    const uint64_t digit = (uint64_t)byte[1] << 8 | byte[2];
    const uint64_t window = TW_WIDE_WINDOW;
    const uint64_t other = s->deadlines[digit % s->capacity] - s->now;
    switch (byte[0] & 7u) {
    case 0:
        return digit >> (4u * level);
    case 1: /* to a window */
        return (digit >> (4u * level)) * window - s->now % window + beside;
    case 2: /* to a window for whose timers another window opens */
        return (digit % 4u) * WIDE_HOP + level * window - s->now % window + beside;
    case 3: /* to a slot of coarse */
        return (digit % 256u) * window * (level == 0u ? TW_SPAN_1 : TW_SPAN_2) + beside;
    case 4: /* to a timer's deadline, or beside it */
        return other + beside;
    case 5: /* beside it by windows */
        return other + (digit >> 8) * (level % 2u == 0u ? window : WIDE_HOP);
    case 6: /* to the end of time */
        return UINT64_MAX - s->now - (digit >> (4u * level));
    default:
        return digit * (WIDE_FAR >> 16 >> (8u * level)) + beside;
    }
}

/* Calls advance once, or until it returns TW_OK. While a timer is active, not too far. */
static inline void wide_go(struct wide *s, uint64_t ticks, uint32_t budget, uint32_t calls)
{
    const uint64_t until = s->now + (s->count > 0u ? ticks % WIDE_FAR : ticks);
    enum tw_status status = TW_BUSY;
    uint32_t id = WIDE_UNTOUCHED;
    for (uint32_t i = 0u; i < calls && (status == TW_EXPIRED || status == TW_BUSY); i++) {
        status = wide_advance(s, until, budget, &id);
    }
}

/* Sleeps as long as next says, and some ticks more. */
static inline void wide_sleep(struct wide *s, uint64_t more, uint32_t budget)
{
    uint64_t ticks = 0u;
    (void)!tw_wide_next(s->wheel, s->now, &ticks);
    wide_go(s, (s->count > 0u ? ticks : 0u) + more, budget, 1u);
}

static inline void wide_record(struct wide *s, const uint8_t *byte)
{
    const uint32_t id = byte[0] / 16u < 15u ? byte[0] / 16u % s->capacity : s->capacity;
    const uint64_t ticks = wide_ticks(s, byte + 1);
    const uint32_t budget = wide_budgets[byte[0] / 16u % 4u];
    const uint64_t first = s->count > 0u ? s->deadlines[s->order[0]] - s->now : ticks;
    uint32_t delivered = WIDE_UNTOUCHED;
    switch (byte[0] % 16u) {
    case 0:
    case 1:
        (void)wide_call(s, WIDE_START, id, ticks);
        break;
    case 2:
    case 3:
        (void)wide_call(s, WIDE_START_AT, id, s->now + ticks);
        break;
    case 4:
        (void)wide_call(s, WIDE_RESTART, id, ticks);
        break;
    case 5:
    case 6:
        (void)wide_call(s, WIDE_RESTART_AT, id, s->now + ticks);
        break;
    case 7:
        (void)wide_call(s, WIDE_STOP, id, 0u);
        break;
    case 8: /* also behind the clock */
        (void)wide_advance(s, s->now - (s->now < 4u ? 0u : byte[3] % 4u), budget, &delivered);
        break;
    case 9:
        wide_sleep(s, byte[1] == 0u ? ticks : 0u, budget);
        break;
    case 10: /* to the first deadline, or beside it */
        wide_go(s, first + byte[3] % 3u - 1u, budget, 1u);
        break;
    case 11:
        wide_go(s, first, budget, WIDE_LOOP);
        break;
    case 12:
        wide_go(s, ticks, budget, WIDE_LOOP);
        break;
    default:
        wide_go(s, ticks, budget, 1u);
        break;
    }
}

/* Advances until no timer is active; stops those that are too far ahead. */
static inline void wide_drain(struct wide *s, uint32_t budget)
{
    uint32_t delivered = WIDE_UNTOUCHED;
    while (s->count > 0u) {
        const uint32_t last = s->order[s->count - 1u];
        if (s->deadlines[last] - s->now >= WIDE_FAR) {
            (void)wide_call(s, WIDE_STOP, last, 0u);
        } else {
            (void)wide_advance(s, s->deadlines[last], budget, &delivered);
        }
    }
}

/* The clock that three bytes tell: near 0, 2^32 or the end of time, or at some window. */
static inline uint64_t wide_clock(const uint8_t *byte)
{
    const uint64_t ends[] = {0u, 0x100000000u, TW_WIDE_WINDOW, WIDE_HOP, 0u - WIDE_HOP};
    const uint64_t end = ends[byte[0] % 5u];
    const uint64_t beside = (uint64_t)byte[1] << (byte[0] >> 3);
    return byte[2] % 2u == 0u ? end + beside : end - beside;
}

static inline void wide_history(struct wide *s, const uint8_t *data, size_t size)
{
    if (size < WIDE_HEAD) { return; }
    wide_begin(s, 1u + data[0] % WIDE_MOST, wide_clock(data + 1));
    for (size_t at = WIDE_HEAD; size - at >= WIDE_RECORD; at += WIDE_RECORD) {
        wide_record(s, data + at);
    }
    wide_drain(s, wide_budgets[data[0] / WIDE_MOST % 4u]);
}

#endif
