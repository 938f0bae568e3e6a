/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Long random call histories: a differential test against the sorted list. Ticks are at borders and
   near each other, so that timers meet. Budgets are small, so that slots stay half-opened. */
#include "wheels.h"
#include "random.h"
#include "tw_hashed.h"

#define CALLS_A_HISTORY 600u

struct history {
    struct random random;
    struct lockstep both;
    uint32_t capacity;
    uint32_t most; /* larger delays are rare: a timer is to be delivered some time */
};

/* A timer, now and then one that there is not. */
static uint32_t choose_id(struct history *h)
{
    if (random_below(&h->random, 64u) == 0u) {
        return h->capacity + (uint32_t)random_next(&h->random) % 3u;
    }
    return random_below(&h->random, h->capacity);
}

/* Ticks from the clock to a border, to some timer's deadline, or to a tick beside it, some
   turns of TW_HASHED_SLOTS later now and then. */
static uint32_t choose_ticks(struct history *h)
{
    struct random *r = &h->random;
    uint32_t ticks = random_tick(r);
    const uint32_t way = random_below(r, 8u);
    if (way < 3u) {
        const uint32_t other = random_below(r, h->capacity);
        if (wheel_remaining(h->both.oracle, other, wheel_now(h->both.oracle), &ticks) == TW_OK) {
            const uint32_t turns = random_below(r, 3u) == 0u ? random_below(r, 4u) : 0u;
            ticks = as_tick(ticks + random_below(r, 3u) - 1u + turns * TW_HASHED_SLOTS);
        }
    } else if (way < 5u) {
        ticks = as_tick(ticks - wheel_now(h->both.oracle));
    } else if (way == 5u) {
        ticks = 1u + random_below(r, 3u);
    }
    return ticks > h->most && random_below(r, 8u) != 0u ? ticks % h->most + 1u : ticks;
}

static uint32_t choose_delay(struct history *h)
{
    if (random_below(&h->random, 64u) == 0u) {
        return random_below(&h->random, 2u) == 0u ? 0u : (uint32_t)random_next(&h->random);
    }
    return choose_ticks(h);
}

static uint32_t choose_budget(struct history *h)
{
    const uint32_t budget = random_below(&h->random, 6u);
    return budget < 4u ? budget : TW_UNBOUNDED;
}

/* An advance by so many ticks. */
static void advance(struct history *h, uint32_t ticks)
{
    const uint32_t until = wheel_now(h->both.wheel) + ticks;
    const uint32_t budget = lockstep_budget(&h->both, until, choose_budget(h));
    lockstep_advance(&h->both, ticks, budget);
}

/* Ticks to a deadline: a border, half or three quarters of the period or beside it now and then. */
static uint32_t choose_ahead(struct history *h)
{
    if (random_below(&h->random, 16u) == 0u) {
        const uint32_t quarters = 2u + random_below(&h->random, 2u);
        return quarters * (uint32_t)(TW_PERIOD / 4) + random_below(&h->random, 4u) - 2u;
    }
    return random_below(&h->random, 32u) == 0u ? 0u - 1u : choose_ticks(h);
}

/* How far advance is to go: not at all, to where next says, to the earliest deadline or a
   tick beside it, anywhere. */
static uint32_t choose_step(struct history *h)
{
    uint32_t ticks = 0u;
    switch (random_below(&h->random, 6u)) {
    case 0:
        return 0u;
    case 1:
        (void)wheel_next(h->both.wheel, wheel_now(h->both.wheel), &ticks);
        return ticks;
    case 2:
    case 3:
        lockstep_earliest(&h->both, &ticks);
        return as_tick(ticks + random_below(&h->random, 3u) - 1u);
    default:
        return choose_ticks(h);
    }
}

static void one_call(struct history *h)
{
    h->both.thorough = random_below(&h->random, 16u) == 0u;
    switch (random_below(&h->random, 11u)) {
    case 0:
    case 1:
        lockstep_start(&h->both, choose_id(h), choose_delay(h));
        break;
    case 2:
        lockstep_stop(&h->both, choose_id(h));
        break;
    case 3:
        lockstep_restart(&h->both, choose_id(h), choose_delay(h));
        break;
    case 4:
        lockstep_start_at(&h->both, choose_id(h), choose_ahead(h));
        break;
    case 5:
        lockstep_restart_at(&h->both, choose_id(h), choose_ahead(h));
        break;
    default:
        advance(h, choose_step(h));
        break;
    }
}

static void one_history(struct history *h, const struct wheel_ops *ops)
{
    static const uint32_t capacities[] = {1u, 2u, 3u, 5u, 8u, 13u, 40u};
    static const uint32_t most[] = {TW_RADIX, TW_SPAN_2, TW_SPAN_3, TW_TICK_MAX - 1u,
                                    4u * TW_HASHED_SLOTS};
    h->capacity = capacities[random_below(&h->random, 7u)];
    h->most = most[random_below(&h->random, 5u)];
    lockstep_begin(&h->both, ops, h->capacity, random_tick(&h->random));
    for (uint32_t i = 0u; i < CALLS_A_HISTORY; i++) {
        one_call(h);
    }
    h->both.thorough = false;
    lockstep_drain(&h->both, choose_budget(h) | 1u);
    wheels_free(NULL);
}

static void random_histories(void **state)
{
    struct history h = {.random = {random_seed()}};
    for (uint32_t i = 0u; i < random_rounds(1500u); i++) {
        one_history(&h, *state);
    }
}

/* A call on timers that are all due at the window's first tick or `late` ticks after it. */
static void one_crowded_call(struct history *h, uint32_t window, uint32_t late)
{
    struct random *r = &h->random;
    const uint32_t due = window + random_below(r, 2u) * late;
    const uint32_t id = choose_id(h);
    h->both.thorough = random_below(r, 64u) == 0u;
    if (random_below(r, 3u) == 0u) {
        advance(h, random_below(r, 2u));
    } else if (random_below(r, 4u) == 0u) {
        lockstep_stop(&h->both, id);
    } else if (random_below(r, 2u) == 0u) {
        lockstep_restart_at(&h->both, id, due - wheel_now(h->both.wheel));
    } else {
        lockstep_restart(&h->both, id, as_tick(due - wheel_now(h->both.wheel)));
    }
}

/* One slot is crowded, so that it is seldom opened at once. */
static void random_crowds(void **state)
{
    static const uint32_t spans[] = {1u, TW_SPAN_1, TW_SPAN_2, TW_SPAN_3};
    struct history h = {.random = {random_seed() + 1u}, .capacity = 40u};
    for (uint32_t i = 0u; i < random_rounds(600u); i++) {
        const uint32_t span = spans[i % 4u];
        const uint32_t window = random_below(&h.random, TW_RADIX) * span;
        const uint32_t late = random_below(&h.random, span);
        lockstep_begin(&h.both, *state, h.capacity, window - 1u - random_below(&h.random, 3u));
        for (uint32_t k = 0u; k < 400u; k++) {
            one_crowded_call(&h, window, late);
        }
        h.both.thorough = false;
        lockstep_drain(&h.both, 1u + random_below(&h.random, 3u));
        wheels_free(NULL);
    }
}

/* A call on timers that are all due 1 .. 4 turns of TW_HASHED_SLOTS after the tick before
   the clock with this slot. */
static void one_call_in_a_slot(struct history *h, uint32_t slot)
{
    struct random *r = &h->random;
    const uint32_t past = (wheel_now(h->both.wheel) - slot) % TW_HASHED_SLOTS;
    const uint32_t ahead = (1u + random_below(r, 4u)) * TW_HASHED_SLOTS - past;
    const uint32_t id = choose_id(h);
    h->both.thorough = random_below(r, 64u) == 0u;
    switch (random_below(r, 6u)) {
    case 0:
        advance(h, random_below(r, 2u));
        break;
    case 1:
        advance(h, TW_HASHED_SLOTS - past);
        break;
    case 2:
        lockstep_stop(&h->both, id);
        break;
    case 3:
        lockstep_restart_at(&h->both, id, ahead);
        break;
    default:
        lockstep_restart(&h->both, id, ahead);
        break;
    }
}

/* All timers share a slot of the hashed wheel, in different turns. */
static void random_turns(void **state)
{
    static const uint32_t capacities[] = {2u, 3u, 5u, 20u};
    struct history h = {.random = {random_seed() + 2u}};
    for (uint32_t i = 0u; i < random_rounds(600u); i++) {
        const uint32_t slot = random_tick(&h.random) % TW_HASHED_SLOTS;
        h.capacity = capacities[i % 4u];
        lockstep_begin(&h.both, *state, h.capacity, random_tick(&h.random));
        for (uint32_t k = 0u; k < 400u; k++) {
            one_call_in_a_slot(&h, slot);
        }
        h.both.thorough = false;
        lockstep_drain(&h.both, 1u + random_below(&h.random, 3u));
        wheels_free(NULL);
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        WHEEL_TEST(random_histories),
        WHEEL_TEST(random_crowds),
        WHEEL_TEST(random_turns),
    };
    return RUN_ON_WHEELS("random", tests);
}
