/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lockstep.h"

#include <inttypes.h>

#include "oracle.h"
#include "random.h"

static const char *const starts[CALL_KINDS] = {
    [CALL_START] = "start",
    [CALL_RESTART] = "restart",
    [CALL_START_AT] = "start_at",
    [CALL_RESTART_AT] = "restart_at",
};

static void print_call(const char *kind, const struct call *c)
{
    switch (c->kind) {
    case CALL_STOP:
        print_error("tw_%s_stop(&w, %" PRIu32 ");\n", kind, c->id);
        break;
    case CALL_ADVANCE:
        print_error("tw_%s_advance(&w, %" PRIu32 ", %" PRIu32 ", &id);\n", kind, c->ticks,
                    c->budget);
        break;
    default:
        print_error("tw_%s_%s(&w, %" PRIu32 ", %" PRIu32 ");\n", kind, starts[c->kind], c->id,
                    c->ticks);
        break;
    }
}

/* Prints the history as C source and fails the test, unless `holds`. */
static void require(const struct lockstep *s, bool holds, const char *what)
{
    if (holds) { return; }
    const char *kind = s->wheel->ops->name;
    print_error("%s, after these %zu calls (TW_RADIX %d, TW_TEST_SEED=%" PRIu64 "):\n", what,
                s->count, TW_RADIX, random_seed());
    print_error("tw_%s_init(&w, ..., %" PRIu32 ", %" PRIu32 ");\n", kind, s->wheel->capacity,
                s->start);
    for (size_t i = 0u; i < s->count; i++) {
        print_call(kind, &s->calls[i]);
    }
    fail_msg("%s", what);
}

void lockstep_begin(struct lockstep *s, const struct wheel_ops *ops, uint32_t capacity,
                    uint32_t now)
{
    s->wheel = wheel_new(ops, capacity, now);
    s->oracle = wheel_new(&wheel_oracle, capacity, now);
    s->start = now;
    s->thorough = true;
    s->id = UNTOUCHED;
    s->units = 0u;
    s->count = 0u;
}

static void compare_timer(const struct lockstep *s, uint32_t id)
{
    uint32_t got = UNTOUCHED;
    uint32_t expected = UNTOUCHED;
    require(s, wheel_is_active(s->wheel, id) == wheel_is_active(s->oracle, id), "is_active");
    const enum tw_status status = wheel_remaining(s->wheel, id, &got);
    require(s, status == wheel_remaining(s->oracle, id, &expected), "status of remaining");
    require(s, got == expected, "remaining");
}

bool lockstep_earliest(const struct lockstep *s, uint32_t *ticks)
{
    const struct tw_oracle *const oracle = s->oracle->part[0];
    if (oracle->count == 0u) { return false; }
    *ticks = as_tick(oracle->deadlines[oracle->order[0]] - (uint32_t)oracle->now);
    return true;
}

/* Ticks to where the first slot in use opens or is met, but no more than TW_SLEEP_MAX. */
static uint32_t first_wake(const struct lockstep *s)
{
    const struct tw_oracle *const oracle = s->oracle->part[0];
    uint32_t first = TW_SLEEP_MAX;
    for (uint64_t i = 0u; i < oracle->count; i++) {
        const uint32_t deadline = oracle->deadlines[oracle->order[i]];
        const uint32_t ticks = s->wheel->ops->wake(deadline, (uint32_t)oracle->now);
        first = ticks < first ? ticks : first;
    }
    return first;
}

/* T8: next is 0 exactly when advance has work at this tick, a timer that is due or one that
   it has to move or to pass; else it is the ticks to where it has. Asked with budget 0, advance
   says the same of work that needs budget, and leaves everything as it is. */
static void compare_next(const struct lockstep *s)
{
    uint32_t got = UNTOUCHED;
    uint32_t earliest = UNTOUCHED;
    uint32_t id = UNTOUCHED;
    const bool busy = wheel_needs_budget(s->wheel);
    const bool some = lockstep_earliest(s, &earliest);
    require(s, wheel_next(s->wheel, &got) == some, "next: none exactly when empty");
    require(s, some == !wheel_is_empty(s->wheel), "is_empty");
    require(s, some == !wheel_is_empty(s->oracle), "is_empty of the oracle");
    if (some) {
        const uint32_t expected = busy || earliest == 0u ? 0u : first_wake(s);
        require(s, got <= earliest, "next: not beyond the earliest deadline");
        require(s, got <= TW_SLEEP_MAX, "next: not beyond its longest sleep");
        require(s, got == expected, "next: where advance has work, and not before");
    }
    if (busy || earliest != 0u) {
        const enum tw_status status = wheel_advance(s->wheel, wheel_now(s->wheel), 0u, &id);
        require(s, status == (busy ? TW_BUSY : TW_OK),
                "advance: busy exactly where it has to move");
    }
}

void lockstep_compare(const struct lockstep *s)
{
    for (uint32_t id = 0u; id <= s->wheel->capacity; id++) {
        compare_timer(s, id);
    }
}

/* The wheel is busy, on its way: it must not be beyond any deadline, and has spent its budget on
   some of the work that the timers make (T7). The oracle follows; it has no busy state of its own. */
static void follow(struct lockstep *s, const struct call *c)
{
    struct tw_oracle *const oracle = s->oracle->part[0];
    const uint32_t way = as_tick(wheel_now(s->wheel) - oracle->now);
    uint32_t earliest = 0u;
    require(s, lockstep_earliest(s, &earliest), "busy without a timer");
    require(s, way <= earliest, "busy beyond a deadline");
    require(s, way <= as_tick(c->ticks - (uint32_t)oracle->now), "busy beyond until");
    require(s, c->budget <= s->units, "busy more often than the timers can make it");
    s->units -= c->budget;
    oracle->now = wheel_now(s->wheel);
}

static enum tw_status advance(struct lockstep *s, const struct call *c)
{
    uint32_t got = UNTOUCHED;
    uint32_t expected = UNTOUCHED;
    const enum tw_status status = wheel_advance(s->wheel, c->ticks, c->budget, &got);
    if (status == TW_BUSY) {
        follow(s, c);
    } else {
        const enum tw_status right = wheel_advance(s->oracle, c->ticks, c->budget, &expected);
        require(s, status == right, "status of advance");
    }
    require(s, got == expected, "timer delivered");
    require(s, status != TW_BUSY || wheel_needs_budget(s->wheel), "busy without need of budget");
    require(s, status != TW_OK || !wheel_needs_budget(s->wheel), "idle though there is work");
    if (status == TW_EXPIRED) {
        s->id = got;
        compare_timer(s, got);
    }
    return status;
}

static enum tw_status call_one(struct wheel *w, const struct call *c)
{
    switch (c->kind) {
    case CALL_START:
        return wheel_start(w, c->id, c->ticks);
    case CALL_STOP:
        return wheel_stop(w, c->id);
    case CALL_RESTART:
        return wheel_restart(w, c->id, c->ticks);
    case CALL_START_AT:
        return wheel_start_at(w, c->id, c->ticks);
    default:
        return wheel_restart_at(w, c->id, c->ticks);
    }
}

/* start, stop and their like. */
static enum tw_status change(struct lockstep *s, const struct call *c)
{
    const enum tw_status status = call_one(s->wheel, c);
    require(s, status == call_one(s->oracle, c), "status");
    compare_timer(s, c->id);
    if (status == TW_OK && c->kind != CALL_STOP) {
        s->units += wheel_units(s->wheel->ops, wheel_left(s->oracle, c->id));
    }
    return status;
}

enum tw_status lockstep_call(struct lockstep *s, struct call call)
{
    assert_true(s->count < LOCKSTEP_CALLS);
    s->calls[s->count++] = call;
    const bool forward = call.kind == CALL_ADVANCE;
    const enum tw_status status = forward ? advance(s, &call) : change(s, &call);
    require(s, wheel_now(s->wheel) == wheel_now(s->oracle), "clock");
    compare_next(s);
    if (s->thorough) { lockstep_compare(s); }
    if (s->thorough || s->count % (1u + wheel_bytes(s->wheel) / 4096u) == 0u) {
        require(s, wheel_audit(s->wheel), "audit");
    }
    return status;
}

enum tw_status lockstep_start(struct lockstep *s, uint32_t id, uint32_t delay)
{
    return lockstep_call(s, (struct call){CALL_START, id, delay, 0u});
}

enum tw_status lockstep_stop(struct lockstep *s, uint32_t id)
{
    return lockstep_call(s, (struct call){CALL_STOP, id, 0u, 0u});
}

enum tw_status lockstep_restart(struct lockstep *s, uint32_t id, uint32_t delay)
{
    return lockstep_call(s, (struct call){CALL_RESTART, id, delay, 0u});
}

enum tw_status lockstep_start_at(struct lockstep *s, uint32_t id, uint32_t ticks)
{
    return lockstep_call(s, (struct call){CALL_START_AT, id, wheel_now(s->wheel) + ticks, 0u});
}

enum tw_status lockstep_restart_at(struct lockstep *s, uint32_t id, uint32_t ticks)
{
    return lockstep_call(s, (struct call){CALL_RESTART_AT, id, wheel_now(s->wheel) + ticks, 0u});
}

enum tw_status lockstep_advance(struct lockstep *s, uint32_t ticks, uint32_t budget)
{
    return lockstep_call(s, (struct call){CALL_ADVANCE, 0u, wheel_now(s->wheel) + ticks, budget});
}

uint32_t lockstep_budget(const struct lockstep *s, uint32_t until, uint32_t budget)
{
    const uint32_t few = 64u;
    const uint32_t ahead = as_tick(until - wheel_now(s->wheel));
    uint32_t ticks = 0u;
    if (budget <= few || ahead >= TW_PERIOD / 2 || !lockstep_earliest(s, &ticks)) { return budget; }
    return wheel_leaves_out(s->wheel->ops, ticks < ahead ? ticks : ahead) ? few : budget;
}

/* Delivers the earliest timer, or stops it: is it too far away? */
static bool drain_one(struct lockstep *s, uint32_t ticks, uint32_t budget)
{
    const struct tw_oracle *const oracle = s->oracle->part[0];
    const uint32_t most = (uint32_t)(TW_PERIOD / 2 - 1);
    const uint32_t units = wheel_is_far(s->wheel->ops, ticks) ? TW_UNBOUNDED : budget;
    uint32_t left = ticks;
    if (wheel_leaves_out(s->wheel->ops, ticks)) {
        lockstep_stop(s, (uint32_t)oracle->order[0]);
        return false;
    }
    while (lockstep_advance(s, left < most ? left : most, units) != TW_EXPIRED) {
        lockstep_earliest(s, &left);
    }
    return true;
}

bool lockstep_drain(struct lockstep *s, uint32_t budget)
{
    bool all = true;
    uint32_t ticks = 0u;
    while (lockstep_earliest(s, &ticks)) {
        all = drain_one(s, ticks, budget) && all;
    }
    lockstep_compare(s);
    return all;
}
