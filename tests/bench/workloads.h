/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The workloads, and main. Usage: PROGRAM WORKLOAD TIMERS SEED [still]
   Runs one sample and prints it as JSON: nanoseconds of the processor, operations, how many timers were
   delivered, a sum over a hash of each (id, tick), and the bytes that the engine allocated. With a fifth
   word, for a counter of instructions, the clock stands still: the number of operations alone ends a workload.

   Which timer does what, and every delay, is a function of id and tick, or of the number of the operation:
   every engine sees the same load. Which timers are due when follows from that, without any engine:
   where it is easy to tell, the sample fails if the engine delivered others. */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include "engine.h"

#include <inttypes.h>
#include <malloc.h>
#include <string.h>

/* Smaller for a test of the engines themselves. */
#ifdef BENCH_SMALL
#define LESS(n) ((n) / 64u)
#define JUMPS 2u
#else
#define LESS(n) (n)
#define JUMPS 42u
#endif

#define RANGE (LESS(0x100000u) - 1u) /* delays of 1 .. RANGE ticks */
#define SHORT_RANGE 4096u            /* "short" */
#define HOLD_TICKS LESS(0x40000u)    /* a quarter of RANGE */
#define SHORT_TICKS LESS(0x20000u)
#define OPERATIONS LESS(0x80000u) /* of start, stop, restart */
#define OPERATIONS_A_TICK 8u      /* "mixed" */
#define CHUNK 1024u               /* operations between two looks at the clock */
#define ENOUGH_NS 2000000000u     /* of operations that deliver nothing */
#define JUMP_TICKS 100000000u
#define JUMP_RESTARTS                                                                              \
    LESS(0x10000u) /* not measured: few timers, many rounds, so that jumps are warm */
#define JUMP_NS 100000000u
#define FAR_DELAY 4210000000u /* beyond all jumps */
#define FAR_RANGE 80000000u
#define WORST_ROUNDS 3u

struct figures {
    uint64_t ns;
    uint64_t operations;
    uint64_t count;
    uint64_t hash;
};

static uint32_t timers_of_bench; /* how many */
static uint32_t *order;          /* the ids, shuffled */
static uint32_t range;           /* of delays */
static bool renew;               /* is what expires started again? */
static bool first;               /* the first repeat? */
static bool still;               /* does the clock stand still? */
static bool *active;             /* "mixed": a flag a timer */
static struct figures delivered;

static inline uint64_t mix(uint32_t id, uint64_t tick)
{
    uint64_t x = (id + 1u) * 0x9E3779B97F4A7C15u + tick * 0xD1B54A32D192ED03u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static inline uint32_t delay_of(uint64_t hash)
{
    return 1u + (uint32_t)((hash >> 32) * range >> 32);
}

static inline void expired(uint32_t id)
{
    const uint64_t hash = mix(id, today);
    delivered.count++;
    delivered.hash += hash;
    if (renew) { engine_start(id, delay_of(hash)); }
    if (active != NULL) { active[id] = false; }
}

#ifndef ENGINE_STEPS
static inline bool engine_step(uint32_t budget)
{
    (void)budget;
    engine_advance();
    return false;
}
#endif

#ifdef ENGINE_VIRTUAL
#define CLOCK __real_clock_gettime
#else
#define CLOCK clock_gettime
#endif

static inline uint64_t ns_of(clockid_t clock)
{
    struct timespec t;
    CLOCK(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Time of the processor, so that other programs do not count. */
static uint64_t processor_ns(void)
{
    return still ? 0u : ns_of(CLOCK_THREAD_CPUTIME_ID);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

static void shuffle(void)
{
    order = (uint32_t *)allocate(timers_of_bench, sizeof(*order));
    for (uint32_t i = 0u; i < timers_of_bench; i++) {
        const uint32_t k = (uint32_t)(mix(i, 0u) % (i + 1u));
        order[i] = order[k];
        order[k] = i;
    }
}

static void start_all(void)
{
    for (uint32_t id = 0u; id < timers_of_bench; id++) {
        engine_start(id, delay_of(mix(id, today)));
    }
}

/* What is due up to tick `until` of timers that were all started at tick `from`, and are started again when
   they expire, if `again`. */
static struct figures expected(uint64_t from, uint64_t until, bool again)
{
    struct figures all = {0};
    for (uint32_t id = 0u; id < timers_of_bench; id++) {
        uint64_t hash = mix(id, from);
        uint64_t tick = from + delay_of(hash);
        while (tick <= until) {
            hash = mix(id, tick);
            all.count++;
            all.hash += hash;
            tick = again ? tick + delay_of(hash) : until + 1u;
        }
    }
    return all;
}

static void check(struct figures wanted)
{
#ifndef ENGINE_FLOOR
    if (delivered.count != wanted.count || delivered.hash != wanted.hash) {
        fprintf(stderr,
                "delivered %" PRIu64 " timers, hash %016" PRIx64 ", instead of %" PRIu64
                ", %016" PRIx64 "\n",
                delivered.count, delivered.hash, wanted.count, wanted.hash);
        exit(EXIT_FAILURE);
    }
#else
    delivered = wanted;
#endif
}

static void advance_by(uint64_t ticks)
{
    for (uint64_t i = 0u; i < ticks; i++) {
        today++;
        engine_advance();
    }
}

/* All timers active; each in turn is stopped and started, or restarted, with another delay. Then all have to
   expire by the end of the range; of many timers in the first repeat only, as that takes longer than the rest. */
static struct figures pairs(bool stop)
{
    struct figures f = {0};
    uint32_t place = 0u;
    start_all();
    const uint64_t start = processor_ns();
    do {
        for (uint32_t i = 0u; i < CHUNK; i++) {
            const uint32_t id = order[place];
            const uint32_t delay = delay_of(mix(id, f.operations + i));
            if (stop) {
                engine_stop(id);
                engine_start(id, delay);
            } else {
                engine_restart(id, delay);
            }
            place = place + 1u < timers_of_bench ? place + 1u : 0u;
        }
        f.operations += CHUNK;
        f.ns = processor_ns() - start;
    } while (f.operations < OPERATIONS && f.ns < ENOUGH_NS);
    if (!first && timers_of_bench > 100000u) { return f; }
    struct figures wanted = {.count = timers_of_bench};
    today += range;
    for (uint32_t id = 0u; id < timers_of_bench; id++) {
        wanted.hash += mix(id, today);
    }
    engine_advance();
    check(wanted);
    return f;
}

static struct figures stop_start(void)
{
    return pairs(true);
}

static struct figures restart(void)
{
    return pairs(false);
}

/* Advance tick by tick; what expires is started again. */
static struct figures hold_for(uint64_t ticks)
{
    const uint64_t from = today;
    start_all();
    renew = true;
    const uint64_t start = processor_ns();
    advance_by(ticks);
    const uint64_t ns = processor_ns() - start;
    check(expected(from, today, true));
    return (struct figures){.ns = ns, .operations = delivered.count};
}

static struct figures hold(void)
{
    return hold_for(HOLD_TICKS);
}

/* The same with short delays; so many ticks that some millions of timers expire. */
static struct figures short_delays(void)
{
    const uint64_t ticks = 0x80000000u / timers_of_bench;
    range = SHORT_RANGE;
    return hold_for(ticks > SHORT_TICKS ? SHORT_TICKS : ticks < SHORT_RANGE ? SHORT_RANGE : ticks);
}

/* Advance tick by tick until all timers have expired. */
static struct figures drain(void)
{
    const uint64_t from = today;
    start_all();
    const uint64_t start = processor_ns();
    advance_by(RANGE);
    const uint64_t ns = processor_ns() - start;
    check(expected(from, today, false));
    return (struct figures){.ns = ns, .operations = delivered.count};
}

/* An idle timer is started; an active one is stopped or restarted; now and then a tick. */
static struct figures mixed(void)
{
    active = (bool *)allocate(timers_of_bench, sizeof(*active));
    start_all();
    memset(active, true, timers_of_bench);
    const uint64_t start = processor_ns();
    for (uint32_t i = 0u; i < OPERATIONS; i++) {
        const uint64_t hash = mix(i, today);
        const uint32_t id = (uint32_t)((hash & 0xFFFFFFFFu) * timers_of_bench >> 32);
        const uint32_t delay = delay_of(hash);
        if (!active[id]) {
            engine_start(id, delay);
            active[id] = true;
        } else if (delay % 2u == 0u) {
            engine_stop(id);
            active[id] = false;
        } else {
            engine_restart(id, delay);
        }
        if (i % OPERATIONS_A_TICK == 0u) { advance_by(1u); }
    }
    return (struct figures){.ns = processor_ns() - start, .operations = OPERATIONS};
}

/* The others are due later, none is moved; before it comes to them they are restarted, which is not measured. */
static void restart_others(void)
{
    for (uint32_t id = 1u; id < timers_of_bench; id++) {
        engine_restart(id, FAR_DELAY + delay_of(mix(id, today)));
    }
}

/* A timer is started, and one advance goes to its deadline, across idle ticks. */
static struct figures jump(void)
{
    struct figures wanted = {0};
    struct figures once = {0};
    struct figures f = {0};
    range = FAR_RANGE;
    for (uint32_t id = 1u; id < timers_of_bench; id++) {
        engine_start(id, FAR_DELAY);
    }
    for (uint32_t n = 0u; n == 0u || (n < JUMP_RESTARTS && f.ns < JUMP_NS); n += timers_of_bench) {
        restart_others();
        const uint64_t start = processor_ns();
        for (uint32_t i = 0u; i < JUMPS; i++) {
            engine_start(0u, JUMP_TICKS);
            today += JUMP_TICKS;
            engine_advance();
        }
        f.ns += processor_ns() - start;
        f.operations += JUMPS;
        for (uint32_t i = 0u; i < JUMPS; i++) {
            wanted.count++;
            wanted.hash += mix(0u, today - i * (uint64_t)JUMP_TICKS);
        }
        check(wanted);
        if (n == 0u) { once = delivered; }
    }
    delivered = once; /* what all engines have, however many rounds they take */
    return f;
}

/* The time of one call of advance, at its place in the history, where that is the least seen. */
static void keep_least(uint32_t **least, size_t *room, size_t call, uint64_t ns)
{
    if (call == *room) {
        *room = 2u * *room + 1024u;
        *least = (uint32_t *)realloc(*least, *room * sizeof(**least));
        if (*least == NULL) { fail("no memory"); }
        memset(*least + call, 0xFF, (*room - call) * sizeof(**least));
    }
    if (ns < (*least)[call]) { (*least)[call] = (uint32_t)ns; }
}

/* The longest single call of advance while all timers expire. The same history is run several times, and of
   each call the least time counts: an interrupt does not hit the same call each time. */
static struct figures worst_of(uint32_t budget)
{
    struct figures f = {.operations = 1u};
    const uint64_t from = today;
    uint32_t *least = NULL;
    size_t room = 0u;
    size_t calls = 0u;
    for (uint32_t round = 0u; round < WORST_ROUNDS; round++) {
        calls = 0u;
        today = from;
        if (round > 0u) { engine_init(timers_of_bench); }
        delivered = (struct figures){0};
        start_all();
        while (today < from + RANGE) {
            today++;
            for (bool more = true; more; calls++) {
                const uint64_t start = ns_of(CLOCK_MONOTONIC);
                more = engine_step(budget);
                keep_least(&least, &room, calls, ns_of(CLOCK_MONOTONIC) - start);
            }
        }
        check(expected(from, today, false));
    }
    for (size_t call = 0u; call < calls; call++) {
        if (f.ns < least[call]) { f.ns = least[call]; }
    }
    free(least);
    return f;
}

static struct figures worst(void)
{
    return worst_of(0xFFFFFFFFu);
}

static struct figures worst_64(void)
{
    return worst_of(64u);
}

static struct figures worst_8(void)
{
    return worst_of(8u);
}

/* So many ticks at which no timer is due, from the same tick on; of use with a counter of instructions. */
static struct figures empty(uint32_t ticks)
{
    for (uint32_t id = 0u; id < timers_of_bench; id++) {
        engine_start(id, RANGE / 2u + delay_of(mix(id, today)) / 2u);
    }
    advance_by(ticks);
    check((struct figures){0});
    return (struct figures){.operations = ticks};
}

/* All timers active: for the bytes that takes. */
static struct figures in_memory(void)
{
    start_all();
    return (struct figures){.operations = timers_of_bench};
}

struct workload {
    const char *name;
    struct figures (*run)(void);
};

static const struct workload workloads[] = {
    {"stop_start", stop_start}, {"restart", restart},    {"hold", hold},        {"drain", drain},
    {"mixed", mixed},           {"short", short_delays}, {"jump", jump},        {"worst", worst},
    {"worst_64", worst_64},     {"worst_8", worst_8},    {"memory", in_memory},
};

static struct figures run(const char *name, uint32_t seed)
{
    for (size_t i = 0u; i < sizeof(workloads) / sizeof(workloads[0]); i++) {
        if (strcmp(name, workloads[i].name) == 0) { return workloads[i].run(); }
    }
    if (strcmp(name, "empty") != 0) { fail("no such workload"); }
    return empty(seed);
}

static size_t bytes_in_use(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* Can the engine run this workload at all? If not, says why. */
static const char *refusal(const char *name)
{
#ifdef ENGINE_FLOOR
    if (strcmp(name, "stop_start") != 0 && strcmp(name, "restart") != 0 &&
        strcmp(name, "memory") != 0) {
        return "delivers nothing";
    }
#endif
#ifdef ENGINE_MAX_DELAY
    if (strcmp(name, "jump") == 0) { return "no delay as long"; }
#endif
#ifndef ENGINE_STEPS
    if (strncmp(name, "worst_", 6) == 0) { return "no budget"; }
#endif
    (void)name;
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) { fail("usage: PROGRAM WORKLOAD TIMERS SEED [still]"); }
    const uint32_t seed = (uint32_t)strtoul(argv[3], NULL, 10);
    timers_of_bench = (uint32_t)strtoul(argv[2], NULL, 10);
    if (timers_of_bench < CHUNK / 2u) { fail("too few timers"); }
    if (refusal(argv[1]) != NULL) {
        /* cppcheck-suppress nullPointer ; cppcheck 2.17 forgets the condition */
        printf("{\"cannot\": \"%s\"}\n", refusal(argv[1]));
        return EXIT_SUCCESS;
    }
    today = strcmp(argv[1], "empty") == 0 ? 1000003u : 1000003u * (seed + 1u);
    range = RANGE;
    first = seed == 0u;
    still = argc == 5;
    shuffle();
    const size_t before = bytes_in_use();
    engine_init(timers_of_bench);
    const struct figures f = run(argv[1], seed);
    printf("{\"ns\": %" PRIu64 ", \"operations\": %" PRIu64 ", \"count\": %" PRIu64
           ", \"hash\": \"%016" PRIx64 "\", \"bytes\": %zu}\n",
           f.ns, f.operations, delivered.count, delivered.hash, bytes_in_use() - before);
    return EXIT_SUCCESS;
}

#endif
