/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All call histories of two timers up to some length: a differential test against the sorted list.
   The clock starts at borders, rollover among them. At TW_RADIX 4 the delays and advances below
   reach every level, and with TW_HASHED_SLOTS 4 many revolutions. Larger geometries run shorter
   histories of the same shape.

   Histories that lead to the same memory have the same future: the test does not explore a state
   again with as many calls left. A 64-bit hash distinguishes states. */
#include <stdlib.h>
#include <string.h>

#include "wheels.h"
#include "random.h"
#include "tw_hashed.h"

static const uint32_t delays[] = {
    1u,        TW_RADIX - 1u, TW_RADIX,    TW_RADIX + 1u,
    TW_SPAN_2, TW_SPAN_3,     TW_TICK_MAX, 2u * TW_HASHED_SLOTS,
};
static const uint32_t aheads[] = {
    0u,
    TW_RADIX,
    TW_HASHED_SLOTS,
    TW_STRIDE_MAX,
    TW_STRIDE_MAX + 1u,
    0u - TW_SLEEP_MAX,
    0u - TW_SLEEP_MAX + 1u,
    0u - 1u,
};
static const uint32_t steps[] = {
    0u, 1u, TW_RADIX, TW_SPAN_2 - 1u, TW_STRIDE_MAX, TW_STRIDE_MAX + 1u};
static const uint32_t budgets[] = {0u, 1u, TW_UNBOUNDED};
static const uint32_t clocks[] = {0u, TW_TICK_MAX, TW_SPAN_2 - 1u, TW_TICK_MAX - TW_RADIX};

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

#define TIMERS 2u
#define STARTS (TIMERS * COUNT(delays))
#define STARTS_AT (TIMERS * COUNT(aheads))
#define STOPS (2u * (STARTS + STARTS_AT)) /* where these begin, */
#define STEPS (STOPS + TIMERS)            /* and these */
#define CHOICES (STEPS + COUNT(steps) * COUNT(budgets))

/* Seen states: a hash table of a power of two entries, of 2 MB. The longest search sees 106,942. */
#define SEEN_MAX (1u << 18)

struct search {
    struct lockstep both;
    size_t bytes;         /* of a wheel and its oracle */
    unsigned char *stack; /* their memory at each length of history */
    uint64_t *seen;
    uint32_t states;
    uint64_t calls;
};

/* Choice number n as a call. */
static struct call choice(const struct search *e, uint32_t n)
{
    const uint32_t now = wheel_now(e->both.wheel);
    if (n < 2u * STARTS) {
        return (struct call){n < STARTS ? CALL_START : CALL_RESTART, n % TIMERS,
                             delays[n % STARTS / TIMERS]};
    }
    if (n < STOPS) {
        const uint32_t at = n - 2u * STARTS;
        return (struct call){at < STARTS_AT ? CALL_START_AT : CALL_RESTART_AT, n % TIMERS,
                             now + aheads[at % STARTS_AT / TIMERS]};
    }
    if (n < STEPS) { return (struct call){CALL_STOP, n % TIMERS, 0u}; }
    const uint32_t step = n - STEPS;
    return (struct call){CALL_ADVANCE, now + steps[step / COUNT(budgets)],
                         budgets[step % COUNT(budgets)]};
}

/* Restart of an idle timer does what start does, and a deadline what a delay does: tried as the
   last call only. */
static bool redundant(const struct search *e, const struct call *call, uint32_t left)
{
    const bool at = call->kind == CALL_START_AT || call->kind == CALL_RESTART_AT;
    const bool restart = call->kind == CALL_RESTART && !wheel_is_active(e->both.wheel, call->a);
    return left > 1u && (at || restart);
}

/* FNV-1a over the state, and the calls that are left. Never 0. */
static uint64_t hash(const unsigned char *bytes, size_t count, uint32_t left)
{
    uint64_t h = (0xCBF29CE484222325ull ^ left) * 0x100000001B3ull;
    for (size_t i = 0u; i < count; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof(word));
        h = (h ^ word) * 0x100000001B3ull;
        h ^= h >> 29;
    }
    return h | 1u;
}

/* Enters a state. Returns whether it is new; when the table is full, all are. */
static bool enter(struct search *e, const unsigned char *state, uint32_t left)
{
    const uint64_t h = hash(state, e->bytes, left);
    size_t i = (size_t)(h >> 20) % SEEN_MAX;
    while (e->seen[i] != 0u && e->seen[i] != h) {
        i = (i + 1u) % SEEN_MAX;
    }
    if (e->seen[i] == h) { return false; }
    if (e->states < SEEN_MAX / 4u * 3u) {
        e->seen[i] = h;
        e->states++;
    }
    return true;
}

/* Every call from here on, `left` of them in a row. */
static void explore(struct search *e, uint32_t left)
{
    unsigned char *const here = e->stack + left * e->bytes;
    unsigned char *const oracle = here + wheel_bytes(e->both.wheel);
    const size_t count = e->both.count;
    const uint64_t units = e->both.units;
    const uint32_t calls = e->both.calls;
    wheel_save(e->both.wheel, here);
    wheel_save(e->both.oracle, oracle);
    if (!enter(e, here, left)) { return; }
    for (uint32_t n = 0u; n < CHOICES; n++) {
        struct call call = choice(e, n);
        if (call.kind == CALL_ADVANCE) { call.b = lockstep_budget(&e->both, call.a, call.b); }
        if (!redundant(e, &call, left)) {
            lockstep_call(&e->both, call);
            e->calls++;
            if (left > 1u) { explore(e, left - 1u); }
            wheel_load(e->both.wheel, here);
            wheel_load(e->both.oracle, oracle);
            e->both.count = count;
            e->both.units = units;
            e->both.calls = calls;
        }
    }
}

/* How long histories may be, at this geometry, for this wheel, and at this scale. */
static uint32_t length(const struct wheel *w)
{
    const uint32_t longest = TW_HASHED_SLOTS == 4 ? 6u : TW_PERIOD >> 32 == 0 ? 5u : 4u;
    const bool large = wheel_bytes(w) > 1024u + 64u * TW_RADIX;
    const uint32_t most = large ? longest - 1u : longest;
    const uint32_t percent = random_rounds(100u);
    return percent < 20u ? most - 2u : percent < 100u ? most - 1u : most;
}

static void all_histories(void **state)
{
    struct search e = {.calls = 0u};
    e.seen = test_calloc(SEEN_MAX, sizeof(*e.seen));
    for (uint32_t c = 0u; c < COUNT(clocks); c++) {
        lockstep_begin(&e.both, *state, TIMERS, clocks[c]);
        e.bytes = wheel_bytes(e.both.wheel) + wheel_bytes(e.both.oracle);
        const uint32_t calls = length(e.both.wheel);
        e.stack = test_malloc((calls + 1u) * e.bytes);
        explore(&e, calls);
        test_free(e.stack);
        wheels_free(NULL);
        memset(e.seen, 0, SEEN_MAX * sizeof(*e.seen));
        print_message("# clock %lu: %lu states, %lu calls\n", (unsigned long)clocks[c],
                      (unsigned long)e.states, (unsigned long)e.calls);
        e.states = 0u;
        e.calls = 0u;
    }
    test_free(e.seen);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(all_histories),
    };
    return RUN_ON_WHEELS("exhaustive", tests);
}
