/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "expected.h"

/* So many timers are compared at a time. */
#define CHUNK 32u

static uint32_t clock_of(const struct wheel *w)
{
    return wheel_call(w, CALL_NOW, 0u, 0u).value;
}

uint32_t lockstep_now(const struct lockstep *s)
{
    return (uint32_t)lockstep_list(s)->now;
}

/* Ticks to the deadline of an active timer, without tw_clock.h; the period divides 2^32. */
static uint32_t left_of(const struct tw_oracle *list, uint32_t id)
{
    return (list->deadlines[id] - (uint32_t)list->now) & TW_TICK_MAX;
}

bool lockstep_earliest(const struct lockstep *s, uint32_t *ticks)
{
    const struct tw_oracle *const list = lockstep_list(s);
    if (list->count == 0u) { return false; }
    *ticks = left_of(list, (uint32_t)list->order[0]);
    return true;
}

static void announce(struct lockstep *s, struct call c)
{
    s->call = c;
    s->announced = s->show;
    if (s->announced) { trace_call(s->out, s->wheel->ops, c); }
}

static void answered(struct lockstep *s, struct answer got)
{
    const struct step step = {s->call, got, lockstep_now(s)};
    if (s->announced) { trace_answer(s->out, &step); }
    s->announced = false;
    if (s->count == LOCKSTEP_CALLS) { abort(); }
    s->steps[s->count++] = step;
}

void lockstep_differ(struct lockstep *s, struct call c, struct answer expected, struct answer got,
                     const char *why)
{
    const struct wheel_ops *const ops = s->wheel->ops;
    if (!s->show) { trace_header(s->out, ops); }
    for (size_t i = 0u; i < s->count && !s->show; i++) {
        trace_call(s->out, ops, s->steps[i].call);
        trace_answer(s->out, &s->steps[i]);
    }
    if (!s->announced) { trace_call(s->out, ops, c); }
    trace_answer(s->out, &(struct step){c, expected, lockstep_now(s)});
    trace_got(s->out, &(struct step){c, got, clock_of(s->wheel)}, why);
    (void)fflush(s->out);
    if (s->fail != NULL) { s->fail(why); }
    abort();
}

static void check(struct lockstep *s, struct call c, struct answer expected, struct answer got,
                  const char *why)
{
    if (!answers_equal(expected, got)) { lockstep_differ(s, c, expected, got, why); }
}

/* The list's answer to a call that is not advance. */
static struct answer list_answer(struct lockstep *s, const struct call *c)
{
    const struct answer answer = wheel_call(s->oracle, c->kind, c->a, c->b);
    check(s, *c, expected_of_list(s, c, answer), answer, "the list's answer, which is wrong");
    return answer;
}

/* What the list says of timers. */
static void expected_timers(const struct lockstep *s, struct timer *timers, uint32_t first,
                            uint32_t count)
{
    const struct tw_oracle *const list = lockstep_list(s);
    for (uint32_t i = 0u; i < count; i++) {
        const bool some = first + i < s->oracle->capacity;
        timers[i] = (struct timer){false, some ? TW_NOT_ACTIVE : TW_BAD_ID, UNTOUCHED};
    }
    for (uint64_t i = 0u; i < list->count; i++) {
        const uint32_t id = (uint32_t)list->order[i];
        if (id - first < count) {
            timers[id - first] = (struct timer){true, TW_OK, left_of(list, id)};
        }
    }
}

static void compare_timers(struct lockstep *s, uint32_t first, uint32_t count)
{
    struct timer got[CHUNK];
    struct timer expected[CHUNK];
    s->wheel->ops->timers(s->wheel->part, lockstep_now(s), got, first, count);
    expected_timers(s, expected, first, count);
    if (memcmp(got, expected, count * sizeof(*got)) == 0) { return; }
    for (uint32_t i = 0u; i < count; i++) {
        const struct timer *const e = &expected[i];
        check(s, (struct call){CALL_IS_ACTIVE, first + i, 0u}, answer_only(e->active),
              answer_only(got[i].active), "is_active");
        check(s, (struct call){CALL_REMAINING, first + i, lockstep_now(s)},
              answer_writes(e->status, e->left), answer_writes(got[i].status, got[i].left),
              "remaining");
    }
}

void lockstep_compare(struct lockstep *s)
{
    const uint32_t end = s->wheel->capacity + 1u;
    for (uint32_t id = 0u; id < end; id += CHUNK) {
        compare_timers(s, id, end - id < CHUNK ? end - id : CHUNK);
    }
}

/* next for a caller at this counter: what it must tell; the list's status, and no more ticks than the
   list's; and advance refuses this counter where next does. */
static struct answer compare_next(struct lockstep *s, uint32_t counter)
{
    const struct call next = {CALL_NEXT, counter, 0u};
    const struct call refused = {CALL_ADVANCE, counter, 0u};
    const struct answer right = expected_next(s, counter);
    const struct answer most = wheel_call(s->oracle, next.kind, counter, 0u);
    check(s, next, right, wheel_call(s->wheel, next.kind, counter, 0u),
          "next: 0 where advance has work, else the ticks to where it has");
    if (right.value != most.value || right.out > most.out) {
        lockstep_differ(s, next, most, right, "next: a deadline is before it");
    }
    if (right.value == TW_BAD_CLOCK) {
        check(s, refused, right, wheel_call(s->wheel, refused.kind, counter, 0u),
              "advance: refused where next is");
    }
    return right;
}

/* Asked with budget 0, advance says the same as next of work that needs budget, and leaves everything
   as it is unless it can deliver. */
static void compare_idle(struct lockstep *s)
{
    const uint32_t now = lockstep_now(s);
    const struct call idle = {CALL_ADVANCE, now, 0u};
    const bool busy = lockstep_needs_budget(s);
    const struct answer next = compare_next(s, now);
    if (!busy && next.out == 0u) { return; }
    check(s, idle, answer_only(busy ? TW_BUSY : TW_OK),
          wheel_call(s->wheel, idle.kind, idle.a, idle.b),
          "advance: busy exactly where it has to move");
    if (busy) { (void)compare_next(s, now); }
}

struct answer lockstep_look(struct lockstep *s, struct call c)
{
    if (c.kind == CALL_NEXT) { return compare_next(s, c.a); }
    struct answer expected = answer_only(true);
    if (c.kind != CALL_AUDIT) { expected = list_answer(s, &c); }
    check(s, c, expected, wheel_call(s->wheel, c.kind, c.a, c.b), "the list's answer");
    return expected;
}

/* A counter ahead of the wheel's clock: another one after each call, at the borders, before and after the
   next deadline, and as a counter that goes beyond the period. */
static uint32_t some_counter(const struct lockstep *s)
{
    static const uint32_t lags[] = {1u,
                                    TW_SLEEP_MAX - 1u,
                                    TW_SLEEP_MAX,
                                    TW_SLEEP_MAX + 1u,
                                    TW_STRIDE_MAX,
                                    TW_STRIDE_MAX + 1u,
                                    TW_TICK_MAX};
    const size_t n = sizeof(lags) / sizeof(lags[0]);
    const size_t turn = s->calls % (2u * n + 1u);
    uint32_t lag = 0u;
    if (turn < n) { return lockstep_now(s) + lags[turn]; }
    if (lockstep_earliest(s, &lag)) { lag += (uint32_t)turn % 3u - 1u; }
    return lockstep_now(s) + lag + (uint32_t)TW_PERIOD;
}

#define OPERANDS(type, NAME, name, operands, answer, arguments) (operands),
static const int operands[] = {CALL_TABLE(OPERANDS, any)};

/* What is asked of no timer and without a counter, but for the audit. */
static void compare_looks(struct lockstep *s)
{
    for (enum call_kind kind = CALL_NOW; kind < CALL_AUDIT; kind++) {
        if (operands[kind] == 0) { (void)lockstep_look(s, (struct call){kind, 0u, 0u}); }
    }
}

/* Everything, or timer id alone. */
static void compare(struct lockstep *s, uint32_t id)
{
    const uint32_t counter = some_counter(s);
    compare_looks(s);
    if (s->thorough) {
        lockstep_compare(s);
    } else {
        compare_timers(s, id, 1u);
    }
    compare_idle(s);
    (void)compare_next(s, counter);
    (void)lockstep_look(s, (struct call){CALL_REMAINING, id, counter});
    (void)lockstep_look(s, (struct call){CALL_EARLIEST, counter, 0u});
    if (s->audits != 0u && (s->thorough || s->count % s->audits == 0u)) {
        (void)lockstep_look(s, (struct call){CALL_AUDIT, 0u, 0u});
    }
}

enum tw_status lockstep_init(struct lockstep *s, uint32_t capacity, uint32_t now)
{
    const struct call c = {CALL_INIT, capacity, now};
    s->wheel->capacity = capacity;
    s->oracle->capacity = capacity;
    s->id = UNTOUCHED;
    s->units = 0u;
    s->calls = 0u;
    s->count = 0u;
    announce(s, c);
    const struct answer got = wheel_call(s->wheel, c.kind, c.a, c.b);
    check(s, c, wheel_call(s->oracle, c.kind, c.a, c.b), got, "the list's answer");
    answered(s, got);
    if (got.value == TW_OK) { compare(s, 0u); }
    return got.value;
}

/* The right answer to advance. The list has no busy state of its own: it follows. */
static struct answer expected_advance(struct lockstep *s, const struct call *c, struct answer got,
                                      const char **why)
{
    const char *const fault = expected_advance_fault(s, c, got);
    *why = fault != NULL ? fault : "the list's answer";
    if (got.value == TW_BUSY ? fault != NULL : fault == NULL) {
        return wheel_call(s->oracle, c->kind, c->a, c->b);
    }
    if (got.value == TW_BUSY) { s->units -= c->b; }
    lockstep_list(s)->now = clock_of(s->wheel);
    return answer_only(TW_BUSY);
}

/* Has advance something to do at the present tick? */
static bool has_work(const struct lockstep *s)
{
    uint32_t earliest = UNTOUCHED;
    return lockstep_needs_budget(s) || (lockstep_earliest(s, &earliest) && earliest == 0u);
}

enum tw_status lockstep_call(struct lockstep *s, struct call c)
{
    const bool forward = c.kind == CALL_ADVANCE;
    const bool idle = !has_work(s);
    const char *why = "the list's answer";
    announce(s, c);
    if (forward && c.b == 0u && s->kept != NULL) { wheel_save(s->wheel, s->kept); }
    const struct answer got = wheel_call(s->wheel, c.kind, c.a, c.b);
    const struct answer expected =
        forward ? expected_advance(s, &c, got, &why) : list_answer(s, &c);
    check(s, c, expected, got, why);
    if (idle && !forward && has_work(s)) {
        lockstep_differ(s, c, expected, got, "work where there was none");
    }
    answered(s, got);
    s->calls++;
    if (got.value == TW_EXPIRED) { s->id = got.out; }
    if (got.value == TW_OK && !forward && c.kind != CALL_STOP) {
        const struct wheel_ops *const ops = s->wheel->ops;
        s->units += ops->moves + left_of(lockstep_list(s), c.a) / ops->turn;
    }
    compare(s, forward ? s->id : c.a);
    return got.value;
}
