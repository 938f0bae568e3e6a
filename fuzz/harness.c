/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An input is a history of calls. It is made on one wheel, then on the other, each in lock step
   with the oracle. Its bytes:

     0 1   start tick: a number of ticks, see below
     2     capacity, one of `capacities`; high 2 bits 1, 2: before, init is refused 0, 2^30 + 1
     3     budget, one of `budgets`; high 4 bits 0: audit at the end, in every build

   and then, for each call,

     0     low 3 bits: what, see below; high 5 bits: timer
     1 2   delay, how far to advance, or how far ahead a deadline is: a number of ticks */
#define _POSIX_C_SOURCE 200809L /* mmap */
#include "harness.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "damage.h"
#include "lockstep.h"
#include "tw_hashed.h"

#define HEADER 4u
#define RECORD 3u

/* START_IDLE starts the next timer that is idle; ADVANCE_FREE has all the budget it wants. */
enum what { START, START_IDLE, STOP, RESTART, ADVANCE, ADVANCE_FREE, ADVANCE_LOOP, RARE };

static const uint32_t capacities[] = {4u, 3u, 2u, 1u, 3u, 4u, 6u, 8u,
                                      4u, 3u, 2u, 5u, 3u, 4u, 6u, TIMERS};
static const uint32_t budgets[] = {1u, 0u, 2u, 3u, 5u, 8u, 13u, TW_UNBOUNDED};

/* Of each level: a slot's ticks, the last of the level's; and ticks after which some slot comes again. */
static const uint32_t spans[] = {1u, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};
static const uint32_t level_ticks[] = {TW_SPAN_1 - 1u, TW_SPAN_2 - 1u, TW_SPAN_3 - 1u, TW_TICK_MAX};
static const uint32_t turns[] = {TW_HASHED_SLOTS, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};

/* Where advance may have much to do, more than FAR turns, it is given a FEW units of budget. */
#define FAR 64u
#define FEW 16u

/* Of what is rare, the timers' numbers from this one on are start_at and restart_at, in turn; */
#define DEADLINES 4u
#define DEADLINES_END 14u

/* and those from this one on, and the next bit, say which damage is done. */
#define DAMAGES 28u

/* How many calls ADVANCE_LOOP makes at most. */
#define LOOP 4u

static struct fuzz_count counted;
struct fuzz_count *fuzz_count = &counted;
unsigned fuzz_wheels = 3u;

/* The budget of the input that runs. */
static uint32_t budget;

int LLVMFuzzerInitialize(int *argc, char ***argv) // NOLINT(readability-non-const-parameter)
{
    const char *const name = getenv("FUZZ_COUNT");
    (void)argc;
    (void)argv;
    if (name == NULL) { return 0; }
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, sizeof(counted)) != 0) { abort(); }
    void *const map = mmap(NULL, sizeof(counted), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) { abort(); }
    fuzz_count = map;
    return 0;
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
        return tw_tick(digit * spans[level] + beside - (lockstep_now() & level_ticks[level]));
    case 3: /* turns of the hashed wheel */
        return tw_tick(digit * TW_HASHED_SLOTS + level * TW_SPAN_2 + beside);
    case 4: /* half the period */
        return (uint32_t)(TW_PERIOD / 2u) + beside;
    case 5: /* the period: more, or less */
        return (uint32_t)TW_PERIOD + beside - digit;
    case 6: /* to a timer's deadline */
        return tw_tick(lockstep_left(lockstep_timer(digit, true)) + beside);
    default: /* to a timer's deadline, and some turns or slots */
        return tw_tick(lockstep_left(lockstep_timer(digit, true)) + turns[level] * (byte[0] >> 5));
    }
}

static uint32_t advance(uint32_t until, uint32_t units)
{
    const uint64_t turn = lockstep.wheel->turn;
    const uint32_t ahead = tw_distance(lockstep_now(), tw_tick(until));
    return lockstep_call(CALL_ADVANCE, until, ahead / turn > FAR && units > FEW ? FEW : units);
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
    const uint32_t few = (DEADLINES_END - DEADLINES) / 2u - 1u;
    const uint32_t id = number / 2u < few ? number / 2u % lockstep.capacity : lockstep.capacity;
    const enum kind kind = number % 2u == 0u ? CALL_START_AT : CALL_RESTART_AT;
    return lockstep_call(kind, id, lockstep_now() + ticks);
}

/* Most often, sleeps for as long as next says. */
static uint32_t rare(uint32_t number, const uint8_t *byte)
{
    if (number >= DEADLINES && number < DEADLINES_END) {
        return at_deadline(number - DEADLINES, ticks_of(byte));
    }
    if (number < DAMAGES) { return advance(lockstep_now() + lockstep_next(), budget); }
    damage(2u * (number - DAMAGES) + (byte[0] >> 7), byte, ticks_of(byte));
    return TW_OK;
}

static uint32_t id_of(uint32_t number)
{
    if (number == 31u) { return UINT32_MAX; }
    return number == 30u ? lockstep.capacity : number % lockstep.capacity;
}

static uint32_t one_call(const uint8_t *byte)
{
    const uint32_t number = byte[0] >> 3;
    const uint32_t ticks = ticks_of(byte + 1);
    const uint32_t until = lockstep_now() + ticks;
    switch ((enum what)(byte[0] & 7u)) {
    case START:
        return lockstep_call(CALL_START, id_of(number), ticks);
    case START_IDLE:
        return lockstep_call(CALL_START, lockstep_timer(number, false), ticks);
    case STOP:
        return lockstep_call(CALL_STOP, id_of(number), 0u);
    case RESTART:
        return lockstep_call(CALL_RESTART, id_of(number), ticks);
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

static void history(struct wheel *wheel, const uint8_t *data, size_t size)
{
    lockstep_reset();
    const uint32_t now = ticks_of(data);
    const uint32_t capacity = capacities[data[2] % (sizeof(capacities) / sizeof(capacities[0]))];
    budget = budgets[data[3] % (sizeof(budgets) / sizeof(budgets[0]))];
    if (data[2] >> 6 == 1u) { lockstep_refuse(wheel, 0u, now); }
    if (data[2] >> 6 == 2u) { lockstep_refuse(wheel, TW_CAPACITY_MAX + 1u, now); }
    lockstep_begin(wheel, capacity, now);
    for (size_t at = HEADER; size - at >= RECORD; at += RECORD) {
        (void)one_call(data + at);
    }
    if (data[3] >> 4 == 0u) { lockstep_audit(); }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER) { return 0; }
    lockstep.calls = 0u;
    for (unsigned i = 0u; i < WHEELS; i++) {
        if ((fuzz_wheels >> i & 1u) != 0u) { history(&wheels[i], data, size); }
    }
    fuzz_count->inputs++;
    fuzz_count->calls += lockstep.calls;
    return 0;
}
