/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "history.h"

/* Bits of a tick. */
#define TICK_BITS (TW_PERIOD >> 32 != 0 ? 32u : TW_RADIX == 16 ? 16u : 8u)

/* A timer that waits longer than so many revolutions is stopped, not waited for. */
#define REVOLUTIONS 8u

uint32_t history_random_ticks(struct random *r)
{
    const uint64_t end = (TW_PERIOD - 1u) >> random_below(r, TICK_BITS);
    return 1u + (uint32_t)(random_next(r) % end);
}

static uint32_t shorter(struct random *r)
{
    const uint32_t ticks = history_random_ticks(r);
    return ticks < ADVANCE_MOST ? ticks : ADVANCE_MOST;
}

/* A counter at the wheel's clock, or ahead of it. */
static uint32_t some_counter(struct random *r, uint32_t now)
{
    return random_below(r, 2u) == 0u ? now : (now + shorter(r)) & TW_TICK_MAX;
}

struct call history_random_call(struct random *r, uint32_t capacity, uint32_t now)
{
    static const uint32_t budgets[] = {0u, 1u, 2u, 3u, 8u, HISTORY_BUDGET};
    const bool asks = random_below(r, 4u) == 0u;
    struct call c = {asks ? CALL_NEXT + random_below(r, CALL_AUDIT - CALL_NEXT) :
                            CALL_START + random_below(r, CALL_CHANGES),
                     random_below(r, capacity + (random_below(r, 64u) == 0u)), 0u};
    if (c.kind == CALL_EARLIEST) { c.kind = CALL_REMAINING; } /* may not end on damaged links */
    switch (c.kind) {
    case CALL_START:
    case CALL_RESTART:
        c.b = history_random_ticks(r);
        break;
    case CALL_START_AT:
    case CALL_RESTART_AT:
        c.b = (now + shorter(r)) & TW_TICK_MAX;
        break;
    case CALL_ADVANCE:
        c.a = (now + shorter(r)) & TW_TICK_MAX;
        c.b = budgets[random_below(r, sizeof(budgets) / sizeof(budgets[0]))];
        break;
    case CALL_NEXT:
        c.a = some_counter(r, now);
        break;
    case CALL_REMAINING:
        c.b = some_counter(r, now);
        break;
    default:
        break;
    }
    return c;
}

/* One more call, if there is room: its answer. */
static struct answer add(struct history *s, const struct wheel *w, struct call c)
{
    const struct answer answer = w->ops->call(w->part, c);
    if (s->count < HISTORY_MOST) {
        s->calls[s->count] = c;
        s->answers[s->count] = answer;
        s->count++;
    }
    return answer;
}

/* Asks for the state of each timer at the wheel's clock, and stops the timers that wait for more than `most` ticks. */
static void ask_all(struct history *s, const struct wheel *w, uint64_t most)
{
    const uint32_t now = wheel_call(w, CALL_NOW, 0u, 0u).value;
    for (uint32_t id = 0u; id < w->capacity; id++) {
        add(s, w, (struct call){CALL_IS_ACTIVE, id, 0u});
        const struct answer left = add(s, w, (struct call){CALL_REMAINING, id, now});
        if (left.value == TW_OK && left.out > most) { add(s, w, (struct call){CALL_STOP, id, 0u}); }
    }
}

static void drain(struct history *s, const struct wheel *w)
{
    struct answer next = answer_only(TW_OK);
    while (next.value == TW_OK && s->count < HISTORY_MOST) {
        const struct answer now = add(s, w, (struct call){CALL_NOW, 0u, 0u});
        next = add(s, w, (struct call){CALL_NEXT, now.value, 0u});
        const uint32_t until = (now.value + next.out) & TW_TICK_MAX;
        add(s, w, (struct call){CALL_ADVANCE, until, HISTORY_BUDGET});
    }
    add(s, w, (struct call){CALL_IS_EMPTY, 0u, 0u});
}

bool history_record(struct history *s, const struct wheel *w, struct random *r)
{
    s->count = 0u;
    ask_all(s, w, TW_PERIOD);
    for (uint32_t i = 0u; i < HISTORY_CALLS; i++) {
        const uint32_t now = wheel_call(w, CALL_NOW, 0u, 0u).value;
        add(s, w, history_random_call(r, w->capacity, now));
    }
    ask_all(s, w, REVOLUTIONS * w->ops->turn);
    drain(s, w);
    return s->count < HISTORY_MOST;
}

bool history_holds(const struct history *s, const struct wheel *w)
{
    bool same = true;
    for (uint32_t i = 0u; i < s->count && same; i++) {
        const struct answer answer = w->ops->call(w->part, s->calls[i]);
        same = answers_equal(answer, s->answers[i]);
    }
    return same;
}
