/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts the instructions of each call of one wheel, WHEEL, on states that are built to be bad for it, and
   prints the largest number of each with the input that needs it. A search with random changes then drives
   these numbers up; it is the same each time. The emulator counts: it runs with -icount, so that its
   clock is a count of instructions. tools/figures runs it. */
#include <stdbool.h>
#include <stdio.h>

#include "random.h"
#include "tw_hashed.h"
#include "tw_hier.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define CALL(name) JOIN(JOIN(tw_, WHEEL, _), name, )

#define TIMERS 80u
#define CHANGES 5000u /* of the search, for each call */
#define UP_TO (TW_PERIOD / 2u - 1u)

#if defined __arm__ /* SysTick, which runs at 25 MHz; -icount shift=10: an instruction is 1.024 us */
#define SYSTICK ((volatile uint32_t *)0xE000E010u)
static void counter_on(void)
{
    SYSTICK[1] = 0xFFFFFFu;
    SYSTICK[2] = 0u;
    SYSTICK[0] = 5u;
}
static uint32_t counter(void)
{
    return 0xFFFFFFu - SYSTICK[2];
}
static uint32_t instructions(uint32_t ticks)
{
    return (uint32_t)(((uint64_t)(ticks & 0xFFFFFFu) * 10u + 128u) / 256u);
}
#elif defined __riscv
static void counter_on(void)
{
}
static uint32_t counter(void)
{
    unsigned long n;
    /* csrr n, minstret; spelled so for assemblers that want an extension named */
    __asm__ volatile(".insn i 0x73, 2, %0, x0, -1278" : "=r"(n));
    return (uint32_t)n;
}
static uint32_t instructions(uint32_t count)
{
    return count;
}
#else
#error "no counter of instructions here"
#endif

/* A function of one instruction, its return. To call it in place of a call of the wheel costs what passing the
   arguments and calling cost. */
#ifdef __arm__
__asm__(".text\n\t.thumb_func\nnothing:\n\tbx lr");
#else
__asm__(".text\nnothing:\n\tret");
#endif
#define NOTHING(name) extern __typeof__(CALL(name)) nothing_##name __asm__("nothing")
NOTHING(start);
NOTHING(start_at);
NOTHING(stop);
NOTHING(restart);
NOTHING(restart_at);
NOTHING(next);
NOTHING(earliest);
NOTHING(advance);

#define hier_memory TW_HIER_STORAGE(memory, TIMERS)
#define hashed_memory TW_HASHED_STORAGE(memory, TIMERS)
static JOIN(, WHEEL, _memory);
static struct JOIN(tw_, WHEEL, ) w;
static volatile uint32_t sink;

/* A state: its clock, so many timers, whose delays begin with one and differ by a step, the clock moved on
   by a call with a budget. */
struct input {
    uint32_t now, timers, delay, step, until, budget;
    uint32_t argument; /* of the call that is measured */
};

struct worst {
    const char *call;
    uint32_t count;
    struct input input;
};

enum {
    START,
    START_AT,
    STOP,
    RESTART,
    RESTART_AT,
    NEXT,
    EARLIEST,
    ADVANCE_1,
    ADVANCE_8,
    ADVANCE_64,
    KINDS
};

static struct worst worst[KINDS] = {
    {.call = "start"},      {.call = "start_at"},   {.call = "stop"},     {.call = "restart"},
    {.call = "restart_at"}, {.call = "next"},       {.call = "earliest"}, {.call = "advance 1"},
    {.call = "advance 8"},  {.call = "advance 64"},
};

static void build(const struct input *in)
{
    uint32_t id;
    sink = CALL(init)(&w, memory.JOIN(WHEEL, _links, ), memory.deadlines, TIMERS, in->now);
    for (id = 0u; id < in->timers; id++) {
        sink = CALL(start)(&w, (id + 1u) % TIMERS, tw_tick(in->delay + id * in->step));
    }
    sink = CALL(advance)(&w, in->now + in->until, in->budget, &id);
}

/* Both calls are the same code. */
#define COUNT(name, ...)                                                                           \
    do {                                                                                           \
        __typeof__(&CALL(name)) call = real ? &CALL(name) : &nothing_##name;                       \
        __asm__ volatile("" : "+r"(call));                                                         \
        begun = counter();                                                                         \
        sink = (uint32_t)call(__VA_ARGS__);                                                        \
        ended = counter();                                                                         \
    } while (false)

/* The instructions of a call, or of a call of nothing with its arguments; with some that count both. */
static uint32_t measured(int kind, uint32_t argument, bool real)
{
    static uint32_t out;
    static uint32_t ticks;
    uint32_t begun;
    uint32_t ended;
    const uint32_t now = CALL(now)(&w);
    switch (kind) {
    case START:
        COUNT(start, &w, 0u, argument);
        break;
    case START_AT:
        COUNT(start_at, &w, 0u, now + argument);
        break;
    case STOP:
        COUNT(stop, &w, 1u);
        break;
    case RESTART:
        COUNT(restart, &w, 1u, argument);
        break;
    case RESTART_AT:
        COUNT(restart_at, &w, 1u, now + argument);
        break;
    case NEXT:
        COUNT(next, &w, now + argument, &out);
        break;
    case EARLIEST:
        COUNT(earliest, &w, now + argument, &out, &ticks);
        break;
    case ADVANCE_1:
        COUNT(advance, &w, now + argument, 1u, &out);
        break;
    case ADVANCE_8:
        COUNT(advance, &w, now + argument, 8u, &out);
        break;
    case ADVANCE_64:
        COUNT(advance, &w, now + argument, 64u, &out);
        break;
    default:
        return 0u;
    }
    return instructions(ended - begun);
}

static uint32_t try(int kind, struct input input)
{
    build(&input);
    const uint32_t empty = measured(kind, input.argument, false) - 1u;
    const uint32_t count = measured(kind, input.argument, true) - empty;
    if (count > worst[kind].count) {
        worst[kind].count = count;
        worst[kind].input = input;
    }
    return count;
}

/* Delays at the borders of levels, windows and turns. */
static const uint32_t delays[] = {1u,
                                  2u,
                                  TW_RADIX - 1u,
                                  TW_RADIX,
                                  TW_SPAN_1 + 1u,
                                  TW_HASHED_SLOTS - 1u,
                                  TW_HASHED_SLOTS,
                                  TW_SPAN_2 - 1u,
                                  TW_SPAN_2,
                                  TW_SPAN_2 + TW_SPAN_1 + 1u,
                                  TW_SPAN_3 - 1u,
                                  TW_SPAN_3,
                                  TW_SPAN_3 + TW_SPAN_2 + TW_SPAN_1 + 1u,
                                  TW_TICK_MAX / 3u,
                                  UP_TO - TW_SPAN_3,
                                  UP_TO - 1u,
                                  (uint32_t)UP_TO,
                                  TW_TICK_MAX - 1u,
                                  TW_TICK_MAX};
static const uint32_t clocks[] = {0u,
                                  1u,
                                  TW_RADIX - 1u,
                                  TW_SPAN_3,
                                  TW_TICK_MAX / 3u,
                                  TW_TICK_MAX / 3u / TW_SPAN_3 *TW_SPAN_3,
                                  TW_PERIOD / 2u,
                                  TW_PERIOD / 4u * 3u,
                                  TW_TICK_MAX - TW_SPAN_1,
                                  TW_TICK_MAX};
#define EACH(i, array) (unsigned i = 0u; i < sizeof(array) / sizeof((array)[0]); i++)

/* What starts and stops: one or two neighbours, in each slot; in a slot that is being opened as well. */
static void try_timers(struct input in)
{
    static const int kinds[] = {START, START_AT, STOP, RESTART, RESTART_AT, NEXT};
    static const uint32_t strides[] = {0u, TW_SPAN_2, (uint32_t)UP_TO};
    for (in.timers = 0u; in.timers < 3u; in.timers++) {
        for
            EACH(i, delays)
            {
            for
                EACH(s, strides)
                {
                    in.until = strides[s];
                    in.budget = in.timers / 2u;
                    in.delay = delays[i];
                for
                    EACH(k, kinds)
                    {
                        in.argument = 0u;
                        if (kinds[k] == STOP) {
                            try(kinds[k], in);
                            continue;
                        }
                    for
                        EACH(a, delays)
                        {
                            in.argument = delays[a];
                            try(kinds[k], in);
                        }
                    }
                }
            }
    }
}

static void try_advance(struct input in)
{
    static const uint32_t crowds[] = {1u,  2u,  3u,  4u,  7u,  8u,  9u,
                                      20u, 21u, 22u, 32u, 63u, 64u, 65u};
    for
        EACH(n, crowds)
        {
        for
            EACH(i, delays)
            {
                in.timers = crowds[n];
                in.delay = delays[i];
                in.argument = (uint32_t)UP_TO;
                for (int kind = EARLIEST; kind <= ADVANCE_64; kind++) {
                    try(kind, in);
                }
            }
        }
}

/* Each timer in a slot of its own, many turns away; each that is met later is nearer, so that a search for
   the earliest compares them all. All in one slot, each nearer than the one before. */
static void try_earliest(struct input in)
{
    static const uint32_t gaps[] = {TW_HASHED_SLOTS / TIMERS, TW_HASHED_SLOTS / TIMERS - 1u,
                                    TW_HASHED_SLOTS / 64u, TW_HASHED_SLOTS / 32u, 1u};
    in.argument = (uint32_t)UP_TO;
    for (in.timers = TIMERS - 1u; in.timers <= TIMERS; in.timers++) {
        for
            EACH(g, gaps)
            {
                in.step = gaps[g] - TW_HASHED_SLOTS;
                in.delay = TIMERS * TW_HASHED_SLOTS - 1u;
                try(EARLIEST, in);
                in.delay += gaps[g];
                try(EARLIEST, in);
            }
        in.step = TW_TICK_MAX;
        for
            EACH(i, delays)
            {
                in.delay = delays[i];
                try(EARLIEST, in);
            }
    }
}

/* A number whose digits are, most often, next to those where a word of bits, a half or a level ends. */
static uint32_t digits(struct random *r)
{
    static const uint32_t borders[] = {0u,
                                       1u,
                                       TW_RADIX / 4u - 1u,
                                       TW_RADIX / 4u,
                                       TW_RADIX / 2u - 1u,
                                       TW_RADIX / 2u,
                                       TW_RADIX - 2u,
                                       TW_RADIX - 1u};
    uint32_t number = 0u;
    for (unsigned level = 0u; level < TW_LEVELS; level++) {
        const uint32_t digit =
            random_below(r, 3u) == 0u ? random_below(r, TW_RADIX) : borders[random_below(r, 8u)];
        number = number * TW_RADIX + digit;
    }
    return number;
}

/* Changes some of an input, at random. */
static void change(struct random *r, struct input *in)
{
    static const uint32_t steps[] = {0u,
                                     1u,
                                     TW_SPAN_1,
                                     TW_SPAN_2,
                                     TW_SPAN_3,
                                     TW_SPAN_2 + TW_SPAN_1,
                                     TW_HASHED_SLOTS,
                                     TW_HASHED_SLOTS / TIMERS};
    const uint32_t step = steps[random_below(r, 8u)];
    for (uint32_t changes = 1u + random_below(r, 3u); changes > 0u; changes--) {
        switch (random_below(r, 7u)) {
        case 0u:
            in->now = random_below(r, 2u) == 0u ? digits(r) : random_tick(r);
            break;
        case 1u:
            in->timers = random_below(r, random_below(r, 2u) == 0u ? 10u : TIMERS + 1u);
            break;
        case 2u:
            in->delay = digits(r);
            break;
        case 3u:
            in->delay = in->delay + step - steps[random_below(r, 8u)];
            break;
        case 4u:
            in->step = step - steps[random_below(r, 8u)];
            break;
        case 5u:
            in->until = random_below(r, 2u) == 0u ? 0u : digits(r);
            in->budget = random_below(r, 2u) == 0u ? 0u : random_below(r, TIMERS);
            break;
        default:
            in->argument = random_below(r, 2u) == 0u ? (uint32_t)UP_TO : digits(r);
            break;
        }
    }
}

/* Goes from an input to a changed one that costs as much or more; now and then starts again at the worst. */
static void search(int kind)
{
    struct random r = {.state = 19870808u + (uint32_t)kind};
    struct input best = worst[kind].input;
    uint32_t most = worst[kind].count;
    for (unsigned n = 0u; n < CHANGES; n++) {
        struct input in = best;
        if (n % 100u == 0u) {
            in = worst[kind].input;
            most = worst[kind].count;
        }
        change(&r, &in);
        const uint32_t count = try(kind, in);
        if (count >= most) {
            most = count;
            best = in;
        }
    }
}

int main(void)
{
    counter_on();
    for
        EACH(c, clocks)
        {
            const struct input in = {.now = clocks[c]};
            if (c % 2u == 0u || c == 5u) { try_timers(in); }
            try_advance(in);
            try_earliest(in);
        }
    for (int kind = 0; kind < KINDS; kind++) {
        search(kind);
    }
    for
        EACH(k, worst)
        {
            const struct input *const in = &worst[k].input;
            printf(
                "%s: %lu; init at %lu, %lu timers of delay %lu, step %lu, advance by %lu with %lu, "
                "argument %lu\n",
                worst[k].call, (unsigned long)worst[k].count, (unsigned long)in->now,
                (unsigned long)in->timers, (unsigned long)in->delay, (unsigned long)in->step,
                (unsigned long)in->until, (unsigned long)in->budget, (unsigned long)in->argument);
        }
    return 0;
}
