/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a timer costs on either wheel: a stop+start pair beside the least that it could
   cost, an unlink and relink in the same array of links; and advance, per timer that
   expires. All variants take turns in one run; the figures are medians over the rounds.
   Gives no verdict. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tw_hashed.h"
#include "tw_hier.h"

#define ROUNDS 21u
#define PAIRS_A_ROUND 200000u

/* The same timers on both wheels. */
struct bench {
    struct tw_hier hier;
    struct tw_hashed hashed;
    tw_node *hier_heads; /* the slot of each timer, for the bare lists */
    tw_node *hashed_heads;
    uint32_t *order; /* ids, shuffled */
    uint32_t *delays;
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

/* The place in b->order after place i. */
static inline uint32_t next_of(const struct bench *b, uint32_t i)
{
    return i + 1u < b->timers ? i + 1u : 0u;
}

/* What is measured of one wheel:

     pairs     ns a pair of stop and start
     bare      ns a pair of unlink and relink to the same list
     expiries  ns of advance for each of all timers, from active to delivered; they all
               start anew from here, with the delays in b->delays */
#define MEASURES(kind, heads)                                                                      \
    static void kind##_prepare(struct bench *b)                                                    \
    {                                                                                              \
        struct tw_link *links = allocate((heads) + (size_t)b->timers, sizeof(*links));             \
        uint32_t *deadlines = allocate(b->timers, sizeof(*deadlines));                             \
        tw_##kind##_init(&b->kind, links, deadlines, b->timers, 0u);                               \
        for (uint32_t id = 0u; id < b->timers; id++) {                                             \
            tw_##kind##_start(&b->kind, id, b->delays[id]);                                        \
        }                                                                                          \
    }                                                                                              \
    static double kind##_pairs(struct bench *b)                                                    \
    {                                                                                              \
        const uint64_t start = now_ns();                                                           \
        for (uint32_t n = 0u, i = 0u; n < PAIRS_A_ROUND; n++, i = next_of(b, i)) {                 \
            const uint32_t id = b->order[i];                                                       \
            tw_##kind##_stop(&b->kind, id);                                                        \
            tw_##kind##_start(&b->kind, id, b->delays[id]);                                        \
        }                                                                                          \
        return (double)(now_ns() - start) / PAIRS_A_ROUND;                                         \
    }                                                                                              \
    static double kind##_bare(struct bench *b)                                                     \
    {                                                                                              \
        const uint64_t start = now_ns();                                                           \
        for (uint32_t n = 0u, i = 0u; n < PAIRS_A_ROUND; n++, i = next_of(b, i)) {                 \
            const uint32_t id = b->order[i];                                                       \
            tw_list_unlink(b->kind.links, (tw_node)((heads) + id));                                \
            tw_list_append(b->kind.links, b->kind##_heads[id], (tw_node)((heads) + id));           \
        }                                                                                          \
        return (double)(now_ns() - start) / PAIRS_A_ROUND;                                         \
    }                                                                                              \
    static double kind##_expiries(struct bench *b, uint32_t range)                                 \
    {                                                                                              \
        for (uint32_t id = 0u; id < b->timers; id++) {                                             \
            tw_##kind##_restart(&b->kind, id, b->delays[id]);                                      \
        }                                                                                          \
        const uint32_t until = tw_##kind##_now(&b->kind) + range;                                  \
        uint32_t id = 0u;                                                                          \
        uint32_t count = 0u;                                                                       \
        const uint64_t start = now_ns();                                                           \
        enum tw_status status = TW_OK;                                                             \
        do {                                                                                       \
            status = tw_##kind##_advance(&b->kind, until, TW_UNBOUNDED, &id);                      \
            count += status == TW_EXPIRED;                                                         \
        } while (status == TW_EXPIRED || status == TW_BUSY);                                       \
        return (double)(now_ns() - start) / count;                                                 \
    }                                                                                              \
    static const char *kind##_release(struct bench *b)                                             \
    {                                                                                              \
        const bool sound = tw_##kind##_audit(&b->kind);                                            \
        free(b->kind.links);                                                                       \
        free(b->kind.deadlines);                                                                   \
        return sound ? "" : "  AUDIT FAILED";                                                      \
    }

MEASURES(hier, TW_SLOTS)
MEASURES(hashed, TW_HASHED_SLOTS)

/* Delays of up to `range` ticks, evenly spread or of all magnitudes. */
static void choose_delays(struct bench *b, uint32_t range, bool magnitudes)
{
    for (uint32_t id = 0u; id < b->timers; id++) {
        const uint32_t shift = magnitudes ? (uint32_t)(next_random(b) % 28u) : 0u;
        b->delays[id] = 1u + (uint32_t)(next_random(b) % range >> shift);
        b->hier_heads[id] = (tw_node)tw_slot(b->delays[id], 0u);
        b->hashed_heads[id] = (tw_node)(b->delays[id] % TW_HASHED_SLOTS);
    }
}

/* All timers active. */
static void prepare(struct bench *b, uint32_t timers, uint32_t range, bool magnitudes)
{
    b->timers = timers;
    b->random = 88172645463325252u;
    b->order = allocate(timers, sizeof(*b->order));
    b->delays = allocate(timers, sizeof(*b->delays));
    b->hier_heads = allocate(timers, sizeof(*b->hier_heads));
    b->hashed_heads = allocate(timers, sizeof(*b->hashed_heads));
    shuffle(b);
    choose_delays(b, range, magnitudes);
    hier_prepare(b);
    hashed_prepare(b);
}

/* Ends a line of figures. */
static void release(struct bench *b)
{
    const char *hier = hier_release(b);
    const char *hashed = hashed_release(b);
    printf("%s%s\n", hier, hashed);
    free(b->order);
    free(b->delays);
    free(b->hier_heads);
    free(b->hashed_heads);
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

static void report_pairs(uint32_t timers, bool magnitudes)
{
    struct bench b;
    double figures[6][ROUNDS];
    prepare(&b, timers, (uint32_t)(TW_PERIOD / 4), magnitudes);
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        figures[0][round] = hier_pairs(&b);
        figures[1][round] = hier_bare(&b);
        figures[2][round] = figures[0][round] / figures[1][round];
        figures[3][round] = hashed_pairs(&b);
        figures[4][round] = hashed_bare(&b);
        figures[5][round] = figures[3][round] / figures[4][round];
    }
    printf("%7lu timers  stop+start / bare list:  hier %6.2f / %6.2f ns, ratio %.2f  "
           "hashed %6.2f / %6.2f ns, ratio %.2f  delays %s",
           (unsigned long)timers, median(figures[0]), median(figures[1]), median(figures[2]),
           median(figures[3]), median(figures[4]), median(figures[5]),
           magnitudes ? "of all magnitudes" : "evenly spread");
    release(&b);
}

static void report_expiries(uint32_t timers, uint32_t range)
{
    struct bench b;
    double figures[3][ROUNDS];
    prepare(&b, timers, range, false);
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        choose_delays(&b, range, false);
        figures[0][round] = hier_expiries(&b, range);
        figures[1][round] = hashed_expiries(&b, range);
        figures[2][round] = figures[1][round] / figures[0][round];
    }
    printf("%7lu timers  advance a timer:  hier %8.2f ns  hashed %8.2f ns  ratio %.2f  "
           "within %lu ticks",
           (unsigned long)timers, median(figures[0]), median(figures[1]), median(figures[2]),
           (unsigned long)range);
    release(&b);
}

int main(void)
{
    printf("TW_RADIX %d, TW_HASHED_SLOTS %d, medians of %u rounds\n", TW_RADIX, TW_HASHED_SLOTS,
           ROUNDS);
    for (uint32_t timers = 1000u; timers <= 100000u; timers *= 100u) {
        report_pairs(timers, false);
        report_pairs(timers, true);
        report_expiries(timers, TW_RADIX);
        report_expiries(timers, TW_SPAN_2);
        report_expiries(timers, TW_SPAN_2 * (TW_RADIX / 16u) + 1u);
    }
    return EXIT_SUCCESS;
}
