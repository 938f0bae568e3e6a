/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An input is a call history. The harness makes the calls on one wheel, then on the other; each run
   is a differential test against the sorted list. The bytes of an input:

     0 1   start tick: a number of ticks, see below
     2     capacity, one of `capacities`; high 2 bits 1, 2: before, init is refused 0, 2^30 + 1
     3     budget, one of `budgets`; high 4 bits 0: audit at the end, in every build

   and then, for each call,

     0     low 3 bits: what, see below; high 5 bits: timer
     1 2   delay, how far to advance, or how far ahead a deadline is: a number of ticks */
#include "harness.h"

#include <string.h>

#include "damage.h"

/* The bytes of an input: its head, then calls. */
#define HEADER 4u
#define RECORD 3u

/* What a call is. START_IDLE starts the next timer that is idle; ADVANCE_FREE has all the budget it wants. */
enum what { START, START_IDLE, STOP, RESTART, ADVANCE, ADVANCE_FREE, ADVANCE_LOOP, RARE };

/* Of what is rare, the timers' numbers from DEADLINES on are start_at and restart_at, in turn, of timers 0 .. FIRST - 1,
   then of one that there is not. */
#define DEADLINES 4u
#define FIRST 4u

/* The largest capacity of an input. */
#define TIMERS 16u

/* Audit after each call, unless that takes too long. */
#ifndef AUDIT_EACH
#define AUDIT_EACH (TW_RADIX < 256)
#endif

static const uint32_t capacities[] = {4u, 3u, 2u, 1u, 3u, 4u, 6u, 8u,
                                      4u, 3u, 2u, 5u, 3u, 4u, 6u, TIMERS};
static const uint32_t budgets[] = {1u, 0u, 2u, 3u, 5u, 8u, 13u, TW_UNBOUNDED};

/* Of each level: a slot's ticks, the last of the level's; and ticks after which some slot comes again. */
static const uint32_t spans[] = {1u, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};
static const uint32_t level_ticks[] = {TW_SPAN_1 - 1u, TW_SPAN_2 - 1u, TW_SPAN_3 - 1u, TW_TICK_MAX};
static const uint32_t quarters[] = {2u, 3u, 1u, 2u};
static const uint32_t turns[] = {TW_HASHED_SLOTS, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};

/* Where advance may have much to do, more than FAR turns, it is given a FEW units of budget. */
#define FAR 64u
#define FEW 16u

/* Of what is rare, the timers' numbers from this one on, and the next bit, say which damage is done. */
#define DAMAGES 28u

/* How many calls ADVANCE_LOOP makes at most. */
#define LOOP 4u

unsigned fuzz_wheels = 3u;
struct lockstep fuzz;

/* The budget of the input that runs. */
static uint32_t budget;

/* The memory of the wheel and of the list, each array on its own: a sanitizer sees every access
   beyond one. */
#define SLOTS (TW_HASHED_SLOTS > TW_SLOTS ? TW_HASHED_SLOTS : TW_SLOTS)
#define WORDS (sizeof(struct tw_hashed) / 8u + sizeof(struct tw_hier) / 8u)
static uint64_t wheel_struct[WORDS];
static uint64_t wheel_links[SLOTS + TIMERS];
static uint64_t wheel_deadlines[TIMERS / 2u];
static uint64_t list_struct[WORDS];
static uint64_t list_order[TIMERS / 2u];
static uint64_t list_deadlines[TIMERS / 2u];
static uint64_t kept[WORDS + SLOTS + 2u * TIMERS];

/* An array of so many words, and as much memory as it has. */
struct room {
    uint64_t *words;
    size_t bytes;
};
#define ROOM(array) {array, sizeof(array)}
static const struct room wheel_room[] = {ROOM(wheel_struct), ROOM(wheel_links),
                                         ROOM(wheel_deadlines)};
static const struct room list_room[] = {ROOM(list_struct), ROOM(list_order), ROOM(list_deadlines)};

/* Memory for so many timers, full of something else, that ends where its arrays do. */
static void give_room(struct wheel *w, const struct room *room, uint32_t capacity)
{
    w->ops->sizes(capacity, w->size);
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        w->part[i] = (unsigned char *)room[i].words + room[i].bytes - w->size[i];
        memset(w->part[i], 0xA5, w->size[i]);
    }
}

/* init of both. */
static void begin(uint32_t capacity, uint32_t now)
{
    const uint32_t timers = capacity == 0u || capacity > TIMERS ? 1u : capacity;
    give_room(fuzz.wheel, wheel_room, timers);
    give_room(fuzz.oracle, list_room, timers);
    (void)lockstep_init(&fuzz, capacity, now);
}

/* No timers at all, tick 0: what ticks_of goes by before the beginning. */
static void reset(const struct wheel_ops *ops)
{
    static struct wheel wheel;
    static struct wheel list = {.ops = &wheel_oracle};
    wheel.ops = ops;
    fuzz.wheel = &wheel;
    fuzz.oracle = &list;
    fuzz.thorough = true;
    fuzz.audits = AUDIT_EACH || fuzz.show ? 1u : 0u;
    fuzz.out = stdout;
    fuzz.kept = kept;
    wheel.capacity = 1u;
    give_room(&list, list_room, 1u);
    (void)wheel_call(&list, CALL_INIT, 1u, 0u);
}

/* The first timer from `number` on, in a circle, that is active, or that is idle; if there is one. */
static uint32_t timer_of(uint32_t number, bool active)
{
    const uint32_t capacity = fuzz.wheel->capacity;
    uint32_t id = number % capacity;
    for (uint32_t i = 1u; i < capacity; i++) {
        if ((wheel_call(fuzz.oracle, CALL_IS_ACTIVE, id, 0u).value != 0u) == active) { return id; }
        id = (id + 1u) % capacity;
    }
    return id;
}

/* Ticks to the deadline of a timer that is active, if one is. */
static uint32_t left_of(uint32_t number)
{
    const struct answer r =
        wheel_call(fuzz.oracle, CALL_REMAINING, timer_of(number, true), lockstep_now(&fuzz));
    return r.value == TW_OK ? r.out : 0u;
}

static uint32_t call(enum call_kind kind, uint32_t a, uint32_t b)
{
    return lockstep_call(&fuzz, (struct call){kind, a, b});
}

/* A number of ticks, next to some border. First byte: low 3 bits the kind of border, 2 bits a
   level, 3 bits how far beside it, -4 .. 3. Second byte: a digit, or a timer. */
static uint32_t ticks_of(const uint8_t *byte)
{
    const uint32_t level = byte[0] >> 3 & 3u;
    const uint32_t beside = ((uint32_t)(byte[0] >> 5) ^ 4u) - 4u;
    const uint32_t digit = byte[1];
    switch (byte[0] & 7u) {
    case 0: /* few */
        return tw_tick((uint32_t)(byte[0] >> 3) * 256u + digit);
    case 1: /* slots of a level */
        return tw_tick(digit * spans[level] + beside);
    case 2: /* to a slot of a level */
        return tw_tick(digit * spans[level] + beside - (lockstep_now(&fuzz) & level_ticks[level]));
    case 3: /* turns of the hashed wheel */
        return tw_tick(digit * TW_HASHED_SLOTS + level * TW_SPAN_2 + beside);
    case 4: /* half the period, three quarters of it, or one */
        return quarters[level] * (uint32_t)(TW_PERIOD / 4u) + beside;
    case 5: /* the period: more, or less */
        return (uint32_t)TW_PERIOD + beside - digit;
    case 6: /* to a timer's deadline */
        return tw_tick(left_of(digit) + beside);
    default: /* to a timer's deadline, and some turns or slots */
        return tw_tick(left_of(digit) + turns[level] * (byte[0] >> 5));
    }
}

static uint32_t advance(uint32_t until, uint32_t units)
{
    const uint64_t turn = fuzz.wheel->ops->turn;
    const uint32_t ahead = tw_distance(lockstep_now(&fuzz), tw_tick(until));
    return call(CALL_ADVANCE, until, ahead / turn > FAR && units > FEW ? FEW : units);
}

/* As a caller does, until advance returns TW_OK. */
static uint32_t advance_loop(uint32_t until)
{
    uint32_t status = TW_BUSY;
    for (uint32_t i = 0u; i < LOOP && (status == TW_EXPIRED || status == TW_BUSY); i++) {
        status = advance(until, budget == 0u ? 1u : budget);
    }
    return status;
}

/* One of a few timers, or one that there is not, and a deadline some ticks ahead of the clock. */
static uint32_t at_deadline(uint32_t number, uint32_t ticks)
{
    const uint32_t capacity = fuzz.wheel->capacity;
    const uint32_t id = number / 2u < FIRST ? number / 2u % capacity : capacity;
    const enum call_kind kind = number % 2u == 0u ? CALL_START_AT : CALL_RESTART_AT;
    return call(kind, id, lockstep_now(&fuzz) + ticks);
}

/* Asks next, as a caller whose counter is `lag` ticks ahead; then sleeps as long as it says. */
static uint32_t sleep_from(uint32_t lag)
{
    const uint32_t counter = lockstep_now(&fuzz) + lag;
    const struct answer next = lockstep_look(&fuzz, (struct call){CALL_NEXT, counter, 0u});
    return advance(counter + (next.value == TW_BAD_CLOCK ? 0u : next.out), budget);
}

/* Most often, sleeps; with the first numbers from the wheel's clock on. */
static uint32_t rare(uint32_t number, const uint8_t *byte)
{
    if (number >= DEADLINES && number < DEADLINES + 2u * (FIRST + 1u)) {
        return at_deadline(number - DEADLINES, ticks_of(byte));
    }
    if (number < DAMAGES) { return sleep_from(number < DEADLINES ? 0u : ticks_of(byte)); }
    damage(&fuzz, 2u * (number - DAMAGES) + (byte[0] >> 7), byte, ticks_of(byte));
    return TW_OK;
}

static uint32_t id_of(uint32_t number)
{
    if (number == 31u) { return UINT32_MAX; }
    return number == 30u ? fuzz.wheel->capacity : number % fuzz.wheel->capacity;
}

static uint32_t call_of(const uint8_t *byte)
{
    const uint32_t number = byte[0] >> 3;
    const uint32_t ticks = ticks_of(byte + 1);
    const uint32_t until = lockstep_now(&fuzz) + ticks;
    switch ((enum what)(byte[0] & 7u)) {
    case START:
        return call(CALL_START, id_of(number), ticks);
    case START_IDLE:
        return call(CALL_START, timer_of(number, false), ticks);
    case STOP:
        return call(CALL_STOP, id_of(number), 0u);
    case RESTART:
        return call(CALL_RESTART, id_of(number), ticks);
    case ADVANCE:
        return advance(until, budget);
    case ADVANCE_FREE:
        return advance(until, TW_UNBOUNDED);
    case ADVANCE_LOOP:
        return advance_loop(until);
    default:
        return rare(number, byte + 1);
    }
}

static void begin_history(const uint8_t *head)
{
    const uint32_t now = ticks_of(head);
    budget = budgets[head[3] % (sizeof(budgets) / sizeof(budgets[0]))];
    if (head[2] >> 6 == 1u) { begin(0u, now); }
    if (head[2] >> 6 == 2u) { begin(TW_CAPACITY_MAX + 1u, now); }
    begin(capacities[head[2] % (sizeof(capacities) / sizeof(capacities[0]))], now);
}

static void history(const struct wheel_ops *ops, const uint8_t *data, size_t size)
{
    reset(ops);
    if (fuzz.show) { trace_header(stdout, ops); }
    begin_history(data);
    for (size_t at = HEADER; size - at >= RECORD; at += RECORD) {
        (void)call_of(data + at);
    }
    if (data[3] >> 4 == 0u) { (void)lockstep_look(&fuzz, (struct call){CALL_AUDIT, 0u, 0u}); }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER) { return 0; }
    for (unsigned i = 0u; i < WHEELS; i++) {
        if ((fuzz_wheels >> i & 1u) != 0u) { history(wheel_table[i], data, size); }
    }
    return 0;
}
