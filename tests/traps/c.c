/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A caller who is late by P/2 ticks or more, at each TW_RADIX. Right are a recovery in strides, a wider counter, tw_lag, and a
   counter that is read once. Beside each is the wrong way. */
#include "trap.h"

enum { ROUNDS = 100, PERIOD = 10, MANY = 20000 };

/* Moves the wheel on by strides, until it is at `now`: the way of examples/gap.c. */
static uint32_t follow(uint64_t left, uint32_t now)
{
    uint32_t n = 0u;
    while (left > 0u) {
        left -= left < TW_STRIDE_MAX ? left : TW_STRIDE_MAX;
        IS(deliver(now - (uint32_t)left, &n) == TW_OK);
    }
    IS(CALL(now)(w) == tw_tick(now));
    return n;
}

/* Rounds of so many ticks. Right: the program measures what has passed by tw_lag, or by a wider counter for a whole P. */
static void slow_rounds(uint64_t round)
{
    IS(NEW_WHEEL() == TW_OK);
    for (uint32_t i = 0u; i < ROUNDS; i++) {
        uint32_t n = 0u;
        IS(CALL(start)(w, 0u, 100u) == TW_OK);
        counter += (uint32_t)round;
        IS(deliver(counter, &n) == (round < P ? TW_BAD_CLOCK : TW_OK) && n == 0u);
        IS(follow(round < P ? tw_lag(CALL(now)(w), counter) : round, counter) == 1u);
    }
}

/* Wrong: the loop of advance alone, whose last status nobody looks at. Returns the deliveries. */
static uint32_t slow_rounds_of_the_loop_alone(uint64_t round, uint32_t *refusals)
{
    uint32_t n = 0u;
    *refusals = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 100u) == TW_OK);
    for (uint32_t i = 0u; i < ROUNDS; i++) {
        counter += (uint32_t)round;
        *refusals += deliver(counter, &n) == TW_BAD_CLOCK;
    }
    return n;
}

/* The first half of a gap, again and again until it is accepted. Returns the refusals, or 10: it never ends. */
static uint32_t first_half(uint32_t stride)
{
    uint32_t n = 0u;
    uint32_t refusals = 0u;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, 100u) == TW_OK);
    counter += (uint32_t)(P / 2u);
    while (refusals < 10u && deliver(CALL(now)(w) + stride, &n) == TW_BAD_CLOCK) {
        refusals++;
    }
    IS(refusals > 0u || n == 1u);
    return refusals;
}

/* A handler that takes longer than its period. Returns the last status of the loop, or TW_EXPIRED: it never ends. */
static enum tw_status slow_handler(bool read_once)
{
    uint32_t id;
    uint32_t turns = 0u;
    enum tw_status status;
    IS(NEW_WHEEL() == TW_OK && CALL(start)(w, 0u, PERIOD) == TW_OK);
    counter += PERIOD;
    const uint32_t now = counter;
    do {
        status = CALL(advance)(w, read_once ? now : counter, TW_UNBOUNDED, &id);
        if (status == TW_EXPIRED) {
            IS(CALL(restart)(w, id, PERIOD) == TW_OK);
            counter += PERIOD + 2;
        }
    } while ((status == TW_EXPIRED || status == TW_BUSY) && ++turns < MANY);
    return status;
}

int main(void)
{
    const bool whole = TW_PERIOD >> 32 != 0; /* P is 2^32: nothing is reduced */
    uint32_t refusals;
    slow_rounds(P / 2u);
    WRONG_WAY(slow_rounds_of_the_loop_alone(P / 2u, &refusals) == 0u && refusals == ROUNDS / 2);
    slow_rounds(P);
    WRONG_WAY(slow_rounds_of_the_loop_alone(P, &refusals) == 0u && refusals == 0u);

    IS(first_half(TW_STRIDE_MAX) == 0u);
    WRONG_WAY(first_half(0x7FFFFFFFu) ==
              (whole ? 0u : 10u)); /* 2^31 - 1, as the documents had it */

    IS(NEW_WHEEL() == TW_OK);
    counter += 20u;
    IS(tw_lag(CALL(now)(w), counter) == 20u);
    const uint32_t lag = counter - CALL(now)(w);
    WRONG_WAY(lag == (whole ? 20u : counter - tw_tick(counter - 20u)) && (lag == 20u) == whole);

    IS(slow_handler(true) == TW_OK);
    WRONG_WAY(slow_handler(false) == (whole ? TW_EXPIRED : TW_BAD_CLOCK));
    return wrong;
}
