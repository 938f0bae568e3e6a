/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Random histories of one wheel, WHEEL, see that the facts hold that proofs/wcet takes of searches and visits. tests/checks/test_wcet.py compiles
   this with a copy of src/, SOURCE, that counts. ENDS: the searches of a caller end where a word ends. It prints how near
   the counts came. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t tw_steps;
static uint64_t tw_jumps;
/* Bits n_found, words passed, searches of the top level, slots emptied by visits, timers and slots compared. */
static uint32_t n_found, n_words, n_high, n_turned, n_emptied, n_compared;

#define INCLUDE_(wheel) #wheel
#define INCLUDE(wheel) INCLUDE_(wheel)
#include INCLUDE(SOURCE)
#include "random.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define CALL(name) JOIN(JOIN(tw_, WHEEL, _), name, )
#define hier_memory TW_HIER_STORAGE(memory, TIMERS)
#define hashed_memory TW_HASHED_STORAGE(memory, TIMERS)
#define TIMERS 40u
#define HISTORIES 300u
#define CALLS 400u

static JOIN(, WHEEL, _memory);
static struct JOIN(tw_, WHEEL, ) w;
static bool failed;
static volatile uint32_t sink;

static void begin(void)
{
    n_found = n_words = n_high = n_turned = n_emptied = n_compared = 0u;
    tw_jumps = tw_steps = 0u;
}

/* A count and the most that it may be; the nearest of each is kept. */
struct count {
    const char *what;
    uint64_t reached;
    uint64_t most;
};

static void expect(struct count *count, uint64_t is, uint64_t most)
{
    if (is > most && !failed) {
        printf("%s: %ju, more than %ju\n", count->what, (uintmax_t)is, (uintmax_t)most);
        failed = true;
    }
    if (is * (count->most + 1u) >= count->reached * (most + 1u)) {
        count->reached = is;
        count->most = most;
    }
}

static struct count counts[] = {{.what = "advance: bits found, of the jumps"},
                                {.what = "advance: searches of the top level beyond now's digit"},
                                {.what = "advance: searches of the top level from its start"},
                                {.what = "advance: slots emptied by visits, of the jumps and one"},
                                {.what = "next: bits found"},
                                {.what = "earliest: bits found"},
                                {.what = "earliest: timers compared"},
                                {.what = "earliest: words passed"}};

static void call(struct random *r)
{
    const uint32_t id = random_below(r, TIMERS);
    const uint32_t ahead = random_tick(r) % (uint32_t)(TW_PERIOD / 2u);
    const uint32_t until = (uint32_t)((CALL(now)(&w) + (uint64_t)ahead) % TW_PERIOD);
    uint32_t out = 0u;
    uint32_t ticks = 0u;
    begin();
    switch (random_below(r, 8u)) {
    case 0u:
    case 1u:
    case 2u:
        sink = (uint32_t)CALL(restart)(&w, id, 1u + random_tick(r) % TW_TICK_MAX);
        break;
    case 3u:
        sink = (uint32_t)CALL(stop)(&w, id);
        break;
    case 4u:
        sink = (uint32_t)CALL(next)(&w, until, &ticks);
        expect(&counts[4], n_found, ENDS ? 1u : 3u);
        break;
    case 5u:
        sink = (uint32_t)CALL(earliest)(&w, until, &out, &ticks);
        expect(&counts[5], n_found, (HASHED ? TIMERS + 1u : 1u) * (ENDS ? 1u : 3u));
        expect(&counts[6], n_compared, HASHED ? TIMERS : TIMERS - 1u);
        expect(&counts[7], n_words, EARLIEST_STEPS);
        break;
    default:
        sink = (uint32_t)CALL(advance)(&w, until, random_below(r, 12u), &out);
        expect(&counts[0], n_found, tw_jumps * (ENDS ? 1u : 3u));
        expect(&counts[1], n_high, 1u);
        expect(&counts[2], n_turned, 1u);
        expect(&counts[3], n_emptied, tw_jumps + 1u);
        break;
    }
}

int main(void)
{
    for (uint32_t n = 0u; n < HISTORIES; n++) {
        struct random r = {.state = n};
        sink = (uint32_t)CALL(init)(&w, memory.JOIN(WHEEL, _links, ), memory.deadlines, TIMERS,
                                    random_tick(&r));
        for (uint32_t i = 0u; i < CALLS; i++) {
            call(&r);
        }
    }
    for (uint32_t i = 0u; i < sizeof(counts) / sizeof(counts[0]); i++) {
        printf("%s: %ju of %ju\n", counts[i].what, (uintmax_t)counts[i].reached,
               (uintmax_t)counts[i].most);
    }
    return failed ? 1 : 0;
}
