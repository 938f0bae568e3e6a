/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

/* Audit after each call, unless that takes too long. */
#ifndef AUDIT_EACH
#define AUDIT_EACH (TW_RADIX < 256)
#endif

struct lockstep lockstep;

/* Is the call that is made now printed already? If it has no answer, it is the last that is. */
static bool announced;

static void announce(const struct call *c)
{
    announced = lockstep.show;
    if (announced) { show_call(lockstep.wheel->name, c); }
}

static void answered(const struct call *c, struct answer got)
{
    if (announced) { show_answer(c, got); }
    announced = false;
}

static void check(const struct call *c, struct answer expected, struct answer got)
{
    if (expected.value == got.value && expected.out == got.out) { return; }
    if (!announced) { show_call(lockstep.wheel->name, c); }
    show_difference(c, expected, got);
    (void)fflush(stdout);
    abort();
}

static struct answer oracle_look(const struct call *c)
{
    return wheels[ORACLE].look(c);
}

static struct answer ask_oracle(enum kind kind, uint32_t id)
{
    return oracle_look(&(struct call){kind, id, 0u});
}

static struct answer ask_wheel(enum kind kind, uint32_t id)
{
    return lockstep.wheel->look(&(struct call){kind, id, 0u});
}

static void compare_answers(enum kind kind, uint32_t id)
{
    check(&(struct call){kind, id, 0u}, ask_oracle(kind, id), ask_wheel(kind, id));
}

/* What the oracle says of all timers, and of one that is none. */
static struct state timers[TIMERS + 1u];

static void compare_timers(void)
{
    struct state got[TIMERS + 1u];
    const uint32_t n = lockstep.capacity + 1u;
    wheels[ORACLE].states(timers, n);
    lockstep.wheel->states(got, n);
    if (memcmp(timers, got, n * sizeof(*got)) == 0) { return; }
    for (uint32_t id = 0u; id < n; id++) {
        compare_answers(CALL_IS_ACTIVE, id);
        compare_answers(CALL_REMAINING, id);
    }
}

/* What next must tell: 0 if a timer is due, or is to be moved or passed now; else the ticks to where
   the first slot in use opens or is met, but no more than TW_SLEEP_MAX. */
static uint32_t next_ticks(bool busy)
{
    uint32_t first = TW_SLEEP_MAX;
    for (uint32_t id = 0u; id < lockstep.capacity; id++) {
        if (timers[id].active != 0u) {
            const uint32_t left = timers[id].left;
            const uint32_t deadline = tw_tick(lockstep_now() + left);
            const uint32_t ticks = lockstep.wheel->wake(deadline, lockstep_now());
            if (busy || left == 0u) { return 0u; }
            first = ticks < first ? ticks : first;
        }
    }
    return first;
}

/* T8: next, and that advance says the same if asked with budget 0, and leaves everything as it is
   unless it can deliver. */
static void compare_next(void)
{
    const struct call next = {CALL_NEXT, 0u, 0u};
    const struct call idle = {CALL_ADVANCE, lockstep_now(), 0u};
    const bool busy = lockstep.wheel->busy();
    const bool some = ask_oracle(CALL_NEXT, 0u).value != 0u;
    const struct answer expected = {some, some ? next_ticks(busy) : UNTOUCHED};
    check(&next, expected, lockstep.wheel->look(&next));
    if (!busy && expected.out == 0u) { return; }
    const uint32_t status = busy ? TW_BUSY : TW_OK;
    check(&idle, (struct answer){status, UNTOUCHED}, lockstep.wheel->change(&idle));
    if (busy) { check(&next, expected, lockstep.wheel->look(&next)); }
}

static void compare(void)
{
    compare_answers(CALL_NOW, 0u);
    compare_timers();
    compare_answers(CALL_IS_EMPTY, 0u);
    compare_next();
    if (AUDIT_EACH || lockstep.show) { lockstep_audit(); }
}

static enum tw_status init(struct wheel *wheel, uint32_t capacity, uint32_t now)
{
    const struct call c = {CALL_INIT, capacity, now};
    lockstep.wheel = wheel;
    lockstep.capacity = capacity;
    lockstep.units = 0u;
    announce(&c);
    const struct answer got = wheel->init(&c);
    check(&c, wheels[ORACLE].init(&c), got);
    answered(&c, got);
    return got.value;
}

void lockstep_reset(void)
{
    lockstep.capacity = 1u;
    wheels[ORACLE].init(&(struct call){CALL_INIT, 1u, 0u});
}

void lockstep_begin(struct wheel *wheel, uint32_t capacity, uint32_t now)
{
    init(wheel, capacity, now);
    compare();
}

void lockstep_refuse(struct wheel *wheel, uint32_t capacity, uint32_t now)
{
    init(wheel, capacity, now);
}

/* May the wheel be busy: on its way, beyond no deadline and not beyond until, with a timer to move or
   to pass, and no more work than its timers can make? Then the oracle follows. */
static bool may_be_busy(const struct call *c)
{
    const uint32_t from = lockstep_now();
    const uint32_t now = ask_wheel(CALL_NOW, 0u).value;
    const uint32_t way = tw_distance(from, tw_tick(now));
    const struct answer next = ask_oracle(CALL_NEXT, 0u);
    if (next.value == 0u || way > next.out || way > tw_distance(from, tw_tick(c->a))) {
        return false;
    }
    if (c->b > lockstep.units || !lockstep.wheel->busy()) { return false; }
    lockstep.units -= c->b;
    oracle_follow(now);
    return true;
}

uint32_t lockstep_call(enum kind kind, uint32_t a, uint32_t b)
{
    const struct call c = {kind, a, b};
    const bool at = kind == CALL_START_AT || kind == CALL_RESTART_AT;
    const uint32_t delay = at ? tw_distance(lockstep_now(), tw_tick(b)) : b;
    announce(&c);
    if (b == 0u) { lockstep.wheel->keep(); }
    const struct answer got = lockstep.wheel->change(&c);
    if (kind == CALL_ADVANCE && b == 0u && got.value == TW_OK && lockstep.wheel->has_moved()) {
        check(&c, (struct answer){TW_BUSY, UNTOUCHED}, got); /* T7: that is work */
    }
    if (kind == CALL_ADVANCE && got.value == TW_OK && lockstep.wheel->busy()) {
        check(&c, (struct answer){TW_BUSY, UNTOUCHED}, got); /* T8: there is work */
    }
    const bool busy = kind == CALL_ADVANCE && got.value == TW_BUSY && may_be_busy(&c);
    lockstep.calls++;
    if (!busy) { check(&c, wheels[ORACLE].change(&c), got); }
    answered(&c, got);
    if (got.value == TW_OK && (at || kind == CALL_START || kind == CALL_RESTART)) {
        lockstep.units += lockstep.wheel->moves + delay / lockstep.wheel->turn;
    }
    compare();
    return got.value;
}

void lockstep_audit_damage(bool refused)
{
    const struct call c = {CALL_AUDIT, 0u, 0u};
    announce(&c);
    const struct answer got = lockstep.wheel->look(&c);
    lockstep.calls++;
    if (refused) { check(&c, (struct answer){false, UNTOUCHED}, got); }
    answered(&c, got);
}

void lockstep_audit(void)
{
    const struct call c = {CALL_AUDIT, 0u, 0u};
    check(&c, (struct answer){true, UNTOUCHED}, lockstep.wheel->look(&c));
}

uint32_t lockstep_next(void)
{
    const struct answer r = ask_wheel(CALL_NEXT, 0u);
    return r.value != 0u ? r.out : 0u;
}

uint32_t lockstep_timer(uint32_t number, bool active)
{
    uint32_t id = number % lockstep.capacity;
    for (uint32_t i = 1u; i < lockstep.capacity; i++) {
        if ((ask_oracle(CALL_IS_ACTIVE, id).value != 0u) == active) { return id; }
        id = (id + 1u) % lockstep.capacity;
    }
    return id;
}

uint32_t lockstep_now(void)
{
    return oracle_now();
}

uint32_t lockstep_left(uint32_t id)
{
    const struct answer r = ask_oracle(CALL_REMAINING, id);
    return r.value == TW_OK ? r.out : 0u;
}
