/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a timer costs: a stop+start pair beside the least that it could cost, an unlink and
   relink in the same array of links; and advance, per timer that expires. All variants
   take turns in one run; the figures are medians over the rounds. Gives no verdict. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tw_hier.h"

#define ROUNDS 21u
#define PAIRS_A_ROUND 200000u

struct bench {
    struct tw_hier wheel;
    struct tw_link *links;
    uint32_t *deadlines;
    uint32_t *order; /* ids, shuffled */
    uint32_t *delays;
    tw_node *heads; /* the slot of each timer, for the bare list */
    uint32_t timers;
    uint64_t random;
};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* xorshift64 */
static uint64_t next_random(struct bench *b)
{
    b->random ^= b->random << 13;
    b->random ^= b->random >> 7;
    b->random ^= b->random << 17;
    return b->random;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) {
        perror("bench");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void shuffle(struct bench *b)
{
    for (uint32_t i = 0u; i < b->timers; i++) {
        b->order[i] = i;
    }
    for (uint32_t i = b->timers - 1u; i > 0u; i--) {
        const uint32_t k = (uint32_t)(next_random(b) % (i + 1u));
        const uint32_t id = b->order[i];
        b->order[i] = b->order[k];
        b->order[k] = id;
    }
}

/* All timers active, with delays of up to a quarter of the period: evenly spread, so that
   they are on the top level, or of all magnitudes, on all levels. */
static void prepare(struct bench *b, uint32_t timers, bool all_levels)
{
    b->timers = timers;
    b->random = 88172645463325252u;
    b->links = allocate(TW_SLOTS + (size_t)timers, sizeof(*b->links));
    b->deadlines = allocate(timers, sizeof(*b->deadlines));
    b->order = allocate(timers, sizeof(*b->order));
    b->delays = allocate(timers, sizeof(*b->delays));
    b->heads = allocate(timers, sizeof(*b->heads));
    shuffle(b);
    tw_hier_init(&b->wheel, b->links, b->deadlines, timers, 0u);
    for (uint32_t id = 0u; id < timers; id++) {
        const uint32_t shift = all_levels ? (uint32_t)(next_random(b) % 28u) : 0u;
        b->delays[id] = 1u + (uint32_t)(next_random(b) % (TW_PERIOD / 4) >> shift);
        b->heads[id] = (tw_node)tw_slot(b->delays[id], 0u);
        tw_hier_start(&b->wheel, id, b->delays[id]);
    }
}

static void release(struct bench *b)
{
    free(b->links);
    free(b->deadlines);
    free(b->order);
    free(b->delays);
    free(b->heads);
}

/* ns a pair of stop and start. */
static double pairs_wheel(struct bench *b)
{
    const uint64_t start = now_ns();
    for (uint32_t done = 0u; done < PAIRS_A_ROUND; done += b->timers) {
        for (uint32_t i = 0u; i < b->timers; i++) {
            const uint32_t id = b->order[i];
            tw_hier_stop(&b->wheel, id);
            tw_hier_start(&b->wheel, id, b->delays[id]);
        }
    }
    const uint32_t rounds = (PAIRS_A_ROUND + b->timers - 1u) / b->timers;
    return (double)(now_ns() - start) / ((double)rounds * b->timers);
}

/* ns a pair of unlink and relink to the same list. */
static double pairs_bare(struct bench *b)
{
    const uint64_t start = now_ns();
    for (uint32_t done = 0u; done < PAIRS_A_ROUND; done += b->timers) {
        for (uint32_t i = 0u; i < b->timers; i++) {
            const uint32_t id = b->order[i];
            tw_list_unlink(b->links, (tw_node)(TW_SLOTS + id));
            tw_list_append(b->links, b->heads[id], (tw_node)(TW_SLOTS + id));
        }
    }
    const uint32_t rounds = (PAIRS_A_ROUND + b->timers - 1u) / b->timers;
    return (double)(now_ns() - start) / ((double)rounds * b->timers);
}

/* ns of advance for each of all timers, from active to delivered; they all start anew
   from here. */
static double expiries(struct bench *b, uint32_t range)
{
    for (uint32_t id = 0u; id < b->timers; id++) {
        tw_hier_restart(&b->wheel, id, 1u + (uint32_t)(next_random(b) % range));
    }
    const uint32_t until = tw_hier_now(&b->wheel) + range;
    uint32_t id = 0u;
    uint32_t count = 0u;
    const uint64_t start = now_ns();
    while (tw_hier_advance(&b->wheel, until, TW_UNBOUNDED, &id) == TW_EXPIRED) {
        count++;
    }
    return (double)(now_ns() - start) / count;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof(*values), by_value);
    return values[ROUNDS / 2u];
}

static void report_pairs(uint32_t timers, bool all_levels)
{
    struct bench b;
    double wheel[ROUNDS];
    double bare[ROUNDS];
    double ratio[ROUNDS];
    prepare(&b, timers, all_levels);
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        wheel[round] = pairs_wheel(&b);
        bare[round] = pairs_bare(&b);
        ratio[round] = wheel[round] / bare[round];
    }
    printf("%7lu timers on %s  stop+start %6.2f ns  bare unlink+relink %6.2f ns  ratio %.2f%s\n",
           (unsigned long)timers, all_levels ? "all levels   " : "the top level", median(wheel),
           median(bare), median(ratio), tw_hier_audit(&b.wheel) ? "" : "  AUDIT FAILED");
    release(&b);
}

static void report_expiries(uint32_t timers, uint32_t range)
{
    struct bench b;
    double cost[ROUNDS];
    prepare(&b, timers, false);
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        cost[round] = expiries(&b, range);
    }
    printf("%7lu timers  advance %9.2f ns a timer, within %lu ticks%s\n", (unsigned long)timers,
           median(cost), (unsigned long)range, tw_hier_audit(&b.wheel) ? "" : "  AUDIT FAILED");
    release(&b);
}

int main(void)
{
    printf("TW_RADIX %d, medians of %u rounds\n", TW_RADIX, ROUNDS);
    for (uint32_t timers = 1000u; timers <= 100000u; timers *= 100u) {
        report_pairs(timers, false);
        report_pairs(timers, true);
        report_expiries(timers, TW_RADIX);
        report_expiries(timers, TW_SPAN_2);
        report_expiries(timers, (uint32_t)(TW_PERIOD / 4));
    }
    return EXIT_SUCCESS;
}
