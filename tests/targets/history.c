/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A history of random calls on both wheels, and a digest of all answers: the same on every machine.
   Both wheels answer alike as long as the budget does not run out; where it may, and for next, each has a
   digest of its own. Small enough for a machine of 8 KB. */
#include "tw_hashed.h"
#include "tw_hier.h"

#ifdef __AVR__
#include <avr/io.h>
static void put(char c)
{
    while ((UCSR0A & (1 << UDRE0)) == 0) {}
    UDR0 = (uint8_t)c;
}
#define START() (UCSR0B = 1 << TXEN0)
#else
#include <stdio.h>
#define put putchar
#define START() ((void)0)
#endif

#define TIMERS 12u
#define CALLS 40000ul

static TW_HIER_STORAGE(hier_memory, TIMERS);
static TW_HASHED_STORAGE(hashed_memory, TIMERS);
static struct tw_hier hier;
static struct tw_hashed hashed;

static uint32_t state = 2463534242u;
static uint32_t digests[3] = {2166136261u, 2166136261u, 2166136261u};

/* xorshift32 */
static uint32_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* FNV-1a, a word at a time. */
static void note(unsigned digest, uint32_t word)
{
    digests[digest] = (digests[digest] ^ word) * 16777619u;
}

static void say(uint32_t word)
{
    for (unsigned i = 0u; i < 8u; i++, word <<= 4) {
        put("0123456789abcdef"[word >> 28]);
    }
    put(' ');
}

/* Ticks as users choose them: near nothing, near a border, any. */
static uint32_t ticks(void)
{
    const uint32_t word = random_word();
    const uint32_t any = (uint32_t)(random_word() % TW_PERIOD);
    return word % 4u == 0u ? any :
           word % 4u == 1u ? TW_SPAN_2 - 2u + word / 4u % 5u :
                             word / 4u % 40u;
}

static bool both_say(enum tw_status one, enum tw_status other, uint32_t id_one, uint32_t id_other)
{
    note(0u, (uint32_t)one);
    note(0u, id_one);
    return one == other && id_one == id_other && tw_hier_now(&hier) == tw_hashed_now(&hashed);
}

/* A few visits are all that the budgets allow: the wheels part, and meet again. */
static bool advance(uint32_t until)
{
    uint32_t id[2] = {UINT32_MAX, UINT32_MAX};
    enum tw_status status[2];
    do {
        status[0] = tw_hier_advance(&hier, until, random_word() % 3u, &id[0]);
        note(1u, (uint32_t)status[0]);
        note(1u, tw_hier_now(&hier));
    } while (status[0] == TW_BUSY);
    do {
        status[1] = tw_hashed_advance(&hashed, until, random_word() % 3u, &id[1]);
        note(2u, (uint32_t)status[1]);
        note(2u, tw_hashed_now(&hashed));
    } while (status[1] == TW_BUSY);
    return both_say(status[0], status[1], id[0], id[1]);
}

static bool call(void)
{
    const uint32_t id = random_word() % (TIMERS + 1u);
    const uint32_t delay = ticks();
    const uint32_t at = tw_hier_now(&hier) + delay;
    switch (random_word() % 8u) {
    case 0:
        return both_say(tw_hier_start(&hier, id, delay), tw_hashed_start(&hashed, id, delay), id,
                        id);
    case 1:
        return both_say(tw_hier_stop(&hier, id), tw_hashed_stop(&hashed, id), id, id);
    case 2:
        return both_say(tw_hier_restart(&hier, id, delay), tw_hashed_restart(&hashed, id, delay),
                        id, id);
    case 3:
        return both_say(tw_hier_start_at(&hier, id, at), tw_hashed_start_at(&hashed, id, at), id,
                        id);
    case 4:
        return both_say(tw_hier_restart_at(&hier, id, at), tw_hashed_restart_at(&hashed, id, at),
                        id, id);
    default:
        return advance(tw_hier_now(&hier) + delay % ((uint32_t)TW_HASHED_SLOTS * 64u));
    }
}

/* Both tell the same timer, and the same ticks. */
static bool earliest(uint32_t counter)
{
    uint32_t id[2] = {0u, 0u};
    uint32_t left[2] = {0u, 0u};
    const enum tw_status one = tw_hier_earliest(&hier, counter, &id[0], &left[0]);
    const enum tw_status other = tw_hashed_earliest(&hashed, counter, &id[1], &left[1]);
    return both_say(one, other, id[0], id[1]) && both_say(one, other, left[0], left[1]);
}

/* What can be looked at after a call, by a caller whose counter is so many ticks ahead. */
static bool look(uint32_t id, uint32_t lag)
{
    uint32_t left[2] = {0u, 0u};
    uint32_t next[2] = {0u, 0u};
    const uint32_t counter = tw_hier_now(&hier) + lag;
    const enum tw_status wait = tw_hier_next(&hier, counter, &next[0]);
    const bool same = wait == tw_hashed_next(&hashed, counter, &next[1]) &&
                      (wait == TW_NOT_ACTIVE) == tw_hier_is_empty(&hier) &&
                      tw_hier_is_empty(&hier) == tw_hashed_is_empty(&hashed) &&
                      tw_hier_is_active(&hier, id) == tw_hashed_is_active(&hashed, id);
    note(1u, (uint32_t)wait);
    note(1u, next[0]);
    note(2u, next[1]);
    const enum tw_status one = tw_hier_remaining(&hier, id, counter, &left[0]);
    const enum tw_status other = tw_hashed_remaining(&hashed, id, counter, &left[1]);
    return both_say(one, other, left[0], left[1]) && earliest(counter) && same;
}

int main(void)
{
    bool well = TW_HIER_INIT(&hier, hier_memory, UINT32_MAX - 98u) == TW_OK &&
                TW_HASHED_INIT(&hashed, hashed_memory, UINT32_MAX - 98u) == TW_OK;
    START();
    for (unsigned long i = 1u; i <= CALLS; i++) {
        well = call() && well;
        const uint32_t lag = i % 2u == 0u ? 0u : ticks();
        well = look(random_word() % (TIMERS + 1u), lag) && well;
        if (i % (CALLS / 8u) == 0u) {
            well = tw_hier_audit(&hier) && tw_hashed_audit(&hashed) && well;
            say(digests[0]);
            say(digests[1]);
            say(digests[2]);
            put(well ? '+' : '-');
            put('\n');
        }
    }
    put('.');
    put('\n');
#ifdef __AVR__
    for (;;) {}
#endif
    return well ? 0 : 1;
}
