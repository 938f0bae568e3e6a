/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The statements of docs/using.md, in the geometry and for the wheel (WHEEL) that this is compiled for. Prints the bytes
   that 1,000 timers take, and P, P/4 and P/2. */
#include <stdio.h>

#include "tw_hashed.h"
#include "tw_hier.h"

#define PASTE(wheel, name) tw_##wheel##_##name
#define EXPAND(wheel, name) PASTE(wheel, name)
#define CALL(name) EXPAND(WHEEL, name)
#ifdef HASHED
#define WHEEL hashed
#define STORAGE TW_HASHED_STORAGE
#define INIT TW_HASHED_INIT
#define MOST_WAKES(delay) ((delay) / TW_HASHED_SLOTS + 1u)
typedef struct tw_hashed wheel_type;
#else
#define WHEEL hier
#define STORAGE TW_HIER_STORAGE
#define INIT TW_HIER_INIT
#define MOST_WAKES(delay) ((delay) <= QUARTER ? TW_LEVELS + 0u : TW_LEVELS + 3u)
typedef struct tw_hier wheel_type;
#endif

enum { TIMERS = 4 };
#define P ((uint64_t)TW_PERIOD)
#define HALF ((uint32_t)(P / 2u))
#define QUARTER ((uint32_t)(P / 4u))
#define LAST ((uint32_t)(P - 1u))

static STORAGE(memory, TIMERS);
static STORAGE(thousand, 1000);
static wheel_type wheel, *w = &wheel;
static uint32_t id, ticks;
static int wrong;

/* A fresh wheel whose clock is at tick 0. */
#define FRESH() (INIT(w, memory, 0u) == TW_OK)
/* A timer is active: advance does not go everywhere. */
#define TIMER() (CALL(start)(w, 0u, LAST) == TW_OK)
#define IS(statement) is(FRESH() && (statement), __LINE__, #statement)

static void is(bool holds, int line, const char *statement)
{
    if (!holds) {
        printf("line %d: %s\n", line, statement);
        wrong++;
    }
}

static enum tw_status go_to(uint32_t until)
{
    return CALL(advance)(w, until, TW_UNBOUNDED, &id);
}

/* The last status of the loop. Counts deliveries. */
static enum tw_status all(uint32_t until, uint32_t *deliveries)
{
    enum tw_status status = TW_BUSY;
    while (status == TW_BUSY || status == TW_EXPIRED) {
        status = go_to(until);
        *deliveries += status == TW_EXPIRED;
    }
    return status;
}

static void delays(void)
{
    IS(CALL(start)(w, 0u, 0u) == TW_BAD_DELAY);
    IS(CALL(start)(w, 0u, LAST) == TW_OK);
    IS(LAST == 0xFFFFFFFFu || CALL(start)(w, 0u, LAST + 1u) == TW_BAD_DELAY);
    IS(CALL(start_at)(w, 0u, 0u) == TW_DUE && CALL(start_at)(w, 0u, LAST) == TW_DUE);
    IS(CALL(start_at)(w, 0u, LAST - QUARTER + 2u) == TW_DUE &&
       CALL(start_at)(w, 0u, LAST - QUARTER + 1u) == TW_BAD_DELAY);
    IS(CALL(start_at)(w, 0u, HALF - 1u) == TW_OK);
    IS(CALL(start_at)(w, 0u, HALF) == TW_BAD_DELAY);
    /* A delay of P - 5 from a counter that is 10 ticks ahead looks like a deadline in 5 ticks. */
    IS(CALL(start_at)(w, 0u, 10u + LAST - 4u) == TW_OK &&
       CALL(remaining)(w, 0u, 0u, &ticks) == TW_OK && ticks == 5u);
    IS(!CALL(is_active)(w, TIMERS) && CALL(start)(w, TIMERS, 5u) == TW_BAD_ID);
    IS(CALL(start)(w, 0u, 5u) == TW_OK && CALL(start)(w, 0u, 5u) == TW_NOT_IDLE);
    IS(CALL(stop)(w, 0u) == TW_NOT_ACTIVE);
}

/* The counter is at `ahead`, the wheel's clock at 0. */
static void late_callers(uint32_t ahead)
{
    uint32_t n = 0u;
    IS(CALL(start)(w, 0u, 10u) == TW_OK && go_to(ahead) == TW_EXPIRED && CALL(now)(w) == 10u);
    IS(CALL(start_at)(w, 0u, ahead + 10u) == TW_OK && all(ahead, &n) == TW_OK && n == 0u &&
       all(ahead + 10u, &n) == TW_OK && n == 1u);
    IS(CALL(start_at)(w, 0u, ahead - 1u) == TW_OK && all(ahead, &n) == TW_OK && n == 2u);
    IS(go_to(ahead) == TW_OK && CALL(start_at)(w, 0u, ahead) == TW_DUE);
    /* A period of 10, and 35 ticks late: three at once, or one and the next in the future. */
    n = 0u;
    IS(CALL(start)(w, 0u, 10u) == TW_OK && go_to(35u) == TW_EXPIRED &&
       CALL(restart)(w, 0u, 10u) == TW_OK && go_to(35u) == TW_EXPIRED && CALL(now)(w) == 20u &&
       CALL(restart)(w, 0u, 10u) == TW_OK && go_to(35u) == TW_EXPIRED &&
       CALL(restart)(w, 0u, 10u) == TW_OK && all(35u, &n) == TW_OK && n == 0u);
    IS(CALL(start)(w, 0u, 10u) == TW_OK && go_to(35u) == TW_EXPIRED &&
       CALL(restart)(w, 0u, ((uint32_t)((35u - CALL(now)(w)) % P) / 10u + 1u) * 10u) == TW_OK &&
       all(35u, &n) == TW_OK && n == 0u && CALL(remaining)(w, 0u, 35u, &ticks) == TW_OK &&
       ticks == 5u);
}

static void gaps(void)
{
    uint32_t n = 0u;
    IS(TIMER() && go_to(HALF - 1u) == TW_OK);
    IS(TIMER() && go_to(HALF) == TW_BAD_CLOCK);
    IS(TIMER() && go_to(0u - 1u) == TW_BAD_CLOCK && go_to(0u - HALF) == TW_BAD_CLOCK);
    IS(TIMER() && go_to(0u - HALF - 1u) == TW_OK); /* set back by more than P/2: not detected */
    /* Without an active timer: any counter. */
    IS(go_to(HALF) == TW_OK && CALL(now)(w) == HALF && go_to(0u - 1u) == TW_OK &&
       CALL(now)(w) == LAST);
    IS(TIMER() && go_to(LAST - 1u) == TW_BAD_CLOCK && go_to(CALL(now)(w) + HALF - 1u) == TW_OK &&
       go_to(LAST - 1u) == TW_OK);
    IS(TIMER() && go_to(LAST) == TW_BAD_CLOCK && go_to(CALL(now)(w) + HALF - 1u) == TW_OK &&
       go_to(LAST) == TW_BAD_CLOCK);
    /* Away for P + 5 ticks: not detected, and a timer that is due is still active. */
    IS(CALL(start)(w, 0u, LAST - 9u) == TW_OK && all((uint32_t)(P + 5u), &n) == TW_OK && n == 0u &&
       CALL(is_active)(w, 0u));
}

/* With a wider counter: in parts of P/2 - 1 ticks. */
static uint32_t advance_parts(uint64_t from, uint64_t counter)
{
    uint32_t n = 0u;
    while (from < counter) {
        const uint64_t left = counter - from;
        from += left < HALF - 1u ? left : HALF - 1u;
        wrong += all((uint32_t)from, &n) != TW_OK;
    }
    return n;
}

/* How often next wakes the caller until the timer is delivered. */
static uint32_t wakes(uint32_t clock, uint32_t delay)
{
    uint32_t n = 0u;
    uint32_t deliveries = 0u;
    wrong += INIT(w, memory, clock) != TW_OK;
    wrong += CALL(start)(w, 0u, delay) != TW_OK;
    for (; CALL(next)(w, clock, &ticks) == TW_OK; n++) {
        clock += ticks;
        wrong += all(clock, &deliveries) != TW_OK;
    }
    return n;
}

static void sleeping(void)
{
    for (uint32_t part = 0u; part < 64u; part++) {
        const uint32_t delay = QUARTER - part * (QUARTER / 64u) / 2u;
        IS(wakes(part * 977u * (QUARTER / 64u), delay) <= MOST_WAKES(delay));
#ifndef HASHED
        IS(wakes(part * 977u * (QUARTER / 64u), LAST - part) <= MOST_WAKES(LAST - part));
#endif
    }
    IS(CALL(start)(w, 0u, LAST - 9u) == TW_OK && advance_parts(0u, P + 5u) == 1u);
    IS(CALL(next)(w, 0u, &ticks) == TW_NOT_ACTIVE && ticks == QUARTER);
    IS(TIMER() && CALL(next)(w, 0u, &ticks) == TW_OK && ticks <= QUARTER);
    IS(TIMER() && CALL(next)(w, HALF, &ticks) == TW_BAD_CLOCK);
    IS(CALL(start)(w, 0u, 3u) == TW_OK && CALL(next)(w, 0u, &ticks) == TW_OK && ticks == 3u);
    IS(CALL(start)(w, 0u, 3u) == TW_OK && CALL(next)(w, 2u, &ticks) == TW_OK && ticks == 1u &&
       CALL(next)(w, 9u, &ticks) == TW_OK && ticks == 0u);
    /* Waking P/4 - 1 ticks after a sleep of P/4. */
    IS(TIMER() && go_to(QUARTER + QUARTER - 1u) != TW_BAD_CLOCK && FRESH() && TIMER() &&
       go_to(QUARTER + QUARTER) == TW_BAD_CLOCK);
    IS(CALL(start)(w, 0u, 1u) == TW_OK && go_to(1u) == TW_EXPIRED &&
       CALL(start)(w, 0u, 1u) == TW_OK && CALL(advance)(w, 2u, 1u, &id) == TW_EXPIRED);
}

/* A counter of 16 bits rolls over right where P is 2^16 or less. */
static void narrow_counter(void)
{
    IS(INIT(w, memory, 0xFFFFu) == TW_OK && TIMER() && (go_to(0u) == TW_OK) == (P <= 0x10000u));
}

/* With commas. */
static const char *number(uint64_t value)
{
    static char text[32];
    char *at = text + sizeof text - 1;
    for (int digits = 0; value != 0u || digits == 0; digits++, value /= 10u) {
        if (digits != 0 && digits % 3 == 0) { *--at = ','; }
        *--at = (char)('0' + value % 10u);
    }
    return at;
}

int main(void)
{
    delays();
    late_callers(QUARTER / 2u);
    gaps();
    sleeping();
    narrow_counter();
    printf("%s\n", number(sizeof thousand + sizeof(wheel_type)));
    printf("| %d, %d | %s |", TW_RADIX, TW_LEVELS, number(P));
    printf(" %s |", number(QUARTER));
    printf(" %s |", number(HALF));
    printf("\n");
    return wrong == 0 && INIT(w, thousand, 0u) == TW_OK ? 0 : 1;
}
