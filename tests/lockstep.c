/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

/* So many timers are compared at a time. */
#define CHUNK 32u

static struct tw_oracle *list_of(const struct lockstep *s)
{
    return s->oracle->part[0];
}

static bool needs_budget(const struct lockstep *s)
{
    return s->wheel->ops->needs_budget(s->wheel->part[0]);
}

static uint32_t clock_of(const struct wheel *w)
{
    return wheel_call(w, CALL_NOW, 0u, 0u).value;
}

uint32_t lockstep_now(const struct lockstep *s)
{
    return (uint32_t)list_of(s)->now;
}

/* Ticks to the deadline of an active timer. */
static uint32_t left_of(const struct tw_oracle *list, uint32_t id)
{
    return tw_distance((uint32_t)list->now, list->deadlines[id]);
}

bool lockstep_earliest(const struct lockstep *s, uint32_t *ticks)
{
    const struct tw_oracle *const list = list_of(s);
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
    if (expected.value != got.value || expected.out != got.out) {
        lockstep_differ(s, c, expected, got, why);
    }
}

/* What the list says of timers. */
static void expected_timers(const struct lockstep *s, struct timer *timers, uint32_t first,
                            uint32_t count)
{
    const struct tw_oracle *const list = list_of(s);
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
        check(s, (struct call){CALL_IS_ACTIVE, first + i, 0u},
              (struct answer){e->active, UNTOUCHED}, (struct answer){got[i].active, UNTOUCHED},
              "is_active");
        check(s, (struct call){CALL_REMAINING, first + i, lockstep_now(s)},
              (struct answer){e->status, e->left}, (struct answer){got[i].status, got[i].left},
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

/* How long a caller may sleep from the wheel's clock on: not at all if a timer is due, or is to be moved
   or passed now; else to where the first slot in use opens or is met, but no longer than the sleep cap. */
static uint32_t wait_of(const struct lockstep *s)
{
    const struct tw_oracle *const list = list_of(s);
    const uint32_t now = (uint32_t)list->now;
    uint32_t first = needs_budget(s) ? 0u : TW_SLEEP_MAX;
    for (uint64_t i = 0u; i < list->count; i++) {
        const uint32_t deadline = list->deadlines[list->order[i]];
        const uint32_t ticks = deadline == now ? 0u : s->wheel->ops->wake(deadline, now);
        first = ticks < first ? ticks : first;
    }
    return first;
}

/* T8: what next must tell a caller at this counter. */
static struct answer expected_next(const struct lockstep *s, uint32_t counter)
{
    const uint32_t lag = tw_lag(lockstep_now(s), counter);
    const bool some = list_of(s)->count != 0u;
    if (some && lag > TW_STRIDE_MAX) { return (struct answer){TW_BAD_CLOCK, UNTOUCHED}; }
    return (struct answer){some ? TW_OK : TW_NOT_ACTIVE, tw_rest(wait_of(s), lag)};
}

/* next for a caller at this counter: what it must tell; the list's status, and no more ticks than the
   list's; and advance refuses this counter where next does. */
static struct answer compare_next(struct lockstep *s, uint32_t counter)
{
    const struct call next = {CALL_NEXT, counter, 0u};
    const struct call refused = {CALL_ADVANCE, counter, 0u};
    const struct answer expected = expected_next(s, counter);
    const struct answer list = wheel_call(s->oracle, next.kind, counter, 0u);
    check(s, next, expected, wheel_call(s->wheel, next.kind, counter, 0u),
          "next: 0 where advance has work, else the ticks to where it has");
    if (expected.value != list.value || expected.out > list.out) {
        lockstep_differ(s, next, list, expected, "next: a deadline is before it");
    }
    if (expected.value == TW_BAD_CLOCK) {
        check(s, refused, expected, wheel_call(s->wheel, refused.kind, counter, 0u),
              "advance: refused where next is");
    }
    return expected;
}

/* Asked with budget 0, advance says the same as next of work that needs budget, and leaves everything
   as it is unless it can deliver. */
static void compare_idle(struct lockstep *s)
{
    const uint32_t now = lockstep_now(s);
    const struct call idle = {CALL_ADVANCE, now, 0u};
    const bool busy = needs_budget(s);
    const struct answer next = compare_next(s, now);
    if (!busy && next.out == 0u) { return; }
    check(s, idle, (struct answer){busy ? TW_BUSY : TW_OK, UNTOUCHED},
          wheel_call(s->wheel, idle.kind, idle.a, idle.b),
          "advance: busy exactly where it has to move");
    if (busy) { (void)compare_next(s, now); }
}

struct answer lockstep_look(struct lockstep *s, struct call c)
{
    if (c.kind == CALL_NEXT) { return compare_next(s, c.a); }
    struct answer expected = {true, UNTOUCHED};
    if (c.kind != CALL_AUDIT) { expected = wheel_call(s->oracle, c.kind, c.a, c.b); }
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
    const size_t turn = s->count % (2u * n + 1u);
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
    s->count = 0u;
    announce(s, c);
    const struct answer got = wheel_call(s->wheel, c.kind, c.a, c.b);
    check(s, c, wheel_call(s->oracle, c.kind, c.a, c.b), got, "the list's answer");
    answered(s, got);
    if (got.value == TW_OK) { compare(s, 0u); }
    return got.value;
}

/* The wheel is busy, on its way: it must have a timer to move or to pass, be beyond no deadline and
   not beyond until, and has spent its budget on some of the work that the timers make (T7). What of
   this is not so? */
static const char *busy_fault(const struct lockstep *s, const struct call *c)
{
    const uint32_t from = lockstep_now(s);
    const uint32_t way = tw_distance(from, tw_tick(clock_of(s->wheel)));
    uint32_t earliest = 0u;
    if (!lockstep_earliest(s, &earliest)) { return "busy without a timer"; }
    if (way > earliest) { return "busy beyond a deadline"; }
    if (way > tw_distance(from, tw_tick(c->a))) { return "busy beyond until"; }
    if (c->b > s->units) { return "busy more often than the timers can make it"; }
    return needs_budget(s) ? NULL : "busy without need of budget";
}

/* Has a link changed since the wheel was kept? */
static bool has_moved(const struct lockstep *s)
{
    if (s->kept == NULL) { return false; }
    const unsigned char *const links = (const unsigned char *)s->kept + s->wheel->size[0];
    return memcmp(links, s->wheel->part[1], s->wheel->size[1]) != 0;
}

/* Of so many timers a slot is opened or met in so many ticks: each is to be moved or passed then, if it
   is not due. */
static uint64_t woken(const struct lockstep *s, uint32_t ticks)
{
    const struct tw_oracle *const list = list_of(s);
    uint64_t n = 0u;
    for (uint64_t i = 0u; i < list->count; i++) {
        n += s->wheel->ops->wake(list->deadlines[list->order[i]], (uint32_t)list->now) <= ticks;
    }
    return n;
}

/* The right answer to advance. The list has no busy state of its own: it follows. */
static struct answer expected_advance(struct lockstep *s, const struct call *c, struct answer got,
                                      const char **why)
{
    const char *fault = NULL;
    if (got.value == TW_BUSY) {
        fault = busy_fault(s, c);
    } else if (got.value == TW_OK && needs_budget(s)) {
        fault = "idle though there is work";
    } else if (got.value == TW_OK && c->b == 0u && has_moved(s)) {
        fault = "a move without budget";
    } else if (got.value == TW_OK && woken(s, tw_distance(lockstep_now(s), tw_tick(c->a))) > c->b) {
        fault = "more moves than budget";
    }
    *why = fault != NULL ? fault : "the list's answer";
    if (got.value == TW_BUSY ? fault != NULL : fault == NULL) {
        return wheel_call(s->oracle, c->kind, c->a, c->b);
    }
    if (got.value == TW_BUSY) { s->units -= c->b; }
    list_of(s)->now = clock_of(s->wheel);
    return (struct answer){TW_BUSY, UNTOUCHED};
}

/* Has advance something to do at the present tick? */
static bool has_work(const struct lockstep *s)
{
    uint32_t earliest = UNTOUCHED;
    return needs_budget(s) || (lockstep_earliest(s, &earliest) && earliest == 0u);
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
        forward ? expected_advance(s, &c, got, &why) : wheel_call(s->oracle, c.kind, c.a, c.b);
    check(s, c, expected, got, why);
    if (idle && !forward && has_work(s)) {
        lockstep_differ(s, c, expected, got, "work where there was none");
    }
    answered(s, got);
    if (got.value == TW_EXPIRED) { s->id = got.out; }
    if (got.value == TW_OK && !forward && c.kind != CALL_STOP) {
        const struct wheel_ops *const ops = s->wheel->ops;
        s->units += ops->moves + left_of(list_of(s), c.a) / ops->turn;
    }
    compare(s, forward ? s->id : c.a);
    return got.value;
}
