/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "expected.h"

#include <string.h>

/* Ticks ahead of the clock; the period divides 2^32. */
static uint32_t ahead_of(const struct lockstep *s, uint32_t counter)
{
    return (counter - lockstep_now(s)) & TW_TICK_MAX;
}

/* How long a caller may sleep whose counter is at the wheel's clock. */
static uint32_t wait_of(const struct lockstep *s)
{
    const struct tw_oracle *const list = lockstep_list(s);
    const uint32_t now = (uint32_t)list->now;
    uint32_t first = lockstep_needs_budget(s) ? 0u : (uint32_t)(TW_PERIOD / 4);
    for (uint64_t i = 0u; i < list->count; i++) {
        const uint32_t deadline = list->deadlines[list->order[i]];
        const uint32_t ticks = deadline == now ? 0u : s->wheel->ops->wake(deadline, now);
        first = ticks < first ? ticks : first;
    }
    return first;
}

struct answer expected_next(const struct lockstep *s, uint32_t counter)
{
    const uint32_t lag = ahead_of(s, counter);
    const uint32_t wait = wait_of(s);
    const bool some = lockstep_list(s)->count != 0u;
    if (some && lag >= TW_PERIOD / 2) { return answer_only(TW_BAD_CLOCK); }
    return answer_writes(some ? TW_OK : TW_NOT_ACTIVE, wait < lag ? 0u : wait - lag);
}

/* The answer to start_at or restart_at of a deadline so many ticks ahead. */
static struct answer expected_at(const struct lockstep *s, const struct call *c, struct answer list)
{
    const uint64_t quarter = TW_PERIOD / 4;
    const uint32_t ahead = ahead_of(s, c->b);
    const bool taken = list.value == TW_OK || list.value == TW_NOT_IDLE;
    const bool active = wheel_call(s->oracle, CALL_IS_ACTIVE, c->a, 0u).value != 0u;
    const bool idle = c->kind == CALL_RESTART_AT || !active;
    if (ahead == 0u || ahead > 3u * quarter) { return answer_only(TW_DUE); }
    if (ahead >= 2u * quarter) { return answer_only(TW_BAD_DELAY); }
    return taken ? list : answer_only(idle ? TW_OK : TW_NOT_IDLE);
}

static struct answer expected_remaining(const struct lockstep *s, const struct call *c)
{
    const uint32_t lag = ahead_of(s, c->b);
    const uint32_t left = ahead_of(s, lockstep_list(s)->deadlines[c->a]);
    if (lag >= TW_PERIOD / 2) { return answer_only(TW_BAD_CLOCK); }
    return answer_writes(TW_OK, left < lag ? 0u : left - lag);
}

/* By a look at all timers of the list, whatever their order; of those that are due at the same tick, the
   list's first. */
static struct answer expected_earliest(const struct lockstep *s, const struct call *c)
{
    const struct tw_oracle *const list = lockstep_list(s);
    const uint32_t lag = ahead_of(s, c->a);
    uint32_t id = UNTOUCHED;
    uint32_t left = TW_TICK_MAX;
    for (uint64_t i = list->count; i > 0u; i--) {
        const uint32_t other = (uint32_t)list->order[i - 1u];
        const uint32_t ticks = ahead_of(s, list->deadlines[other]);
        id = ticks <= left ? other : id;
        left = ticks <= left ? ticks : left;
    }
    if (list->count == 0u) { return answer_only(TW_NOT_ACTIVE); }
    if (lag >= TW_PERIOD / 2) { return answer_only(TW_BAD_CLOCK); }
    return (struct answer){TW_OK, id, left < lag ? 0u : left - lag};
}

struct answer expected_of_list(const struct lockstep *s, const struct call *c, struct answer list)
{
    if (c->kind == CALL_EARLIEST) { return expected_earliest(s, c); }
    if (c->a >= s->oracle->capacity) { return list; }
    if (c->kind == CALL_START_AT || c->kind == CALL_RESTART_AT) { return expected_at(s, c, list); }
    if (c->kind != CALL_REMAINING || list.value == TW_NOT_ACTIVE) { return list; }
    return expected_remaining(s, c);
}

/* The wheel is busy, on its way: it must have a timer to move or to pass, be beyond no deadline and
   not beyond until, and has spent its budget on some of the work that the timers make (T7). What of
   this is not so? */
static const char *busy_fault(const struct lockstep *s, const struct call *c)
{
    const uint32_t way = ahead_of(s, wheel_call(s->wheel, CALL_NOW, 0u, 0u).value);
    uint32_t earliest = 0u;
    if (!lockstep_earliest(s, &earliest)) { return "busy without a timer"; }
    if (way > earliest) { return "busy beyond a deadline"; }
    if (way > ahead_of(s, c->a)) { return "busy beyond until"; }
    if (c->b > s->units) { return "busy more often than the timers can make it"; }
    return lockstep_needs_budget(s) ? NULL : "busy without need of budget";
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
    const struct tw_oracle *const list = lockstep_list(s);
    uint64_t n = 0u;
    for (uint64_t i = 0u; i < list->count; i++) {
        n += s->wheel->ops->wake(list->deadlines[list->order[i]], (uint32_t)list->now) <= ticks;
    }
    return n;
}

const char *expected_advance_fault(const struct lockstep *s, const struct call *c,
                                   struct answer got)
{
    if (got.value == TW_BUSY) { return busy_fault(s, c); }
    if (got.value != TW_OK) { return NULL; }
    if (lockstep_needs_budget(s)) { return "idle though there is work"; }
    if (c->b == 0u && has_moved(s)) { return "a move without budget"; }
    return woken(s, ahead_of(s, c->a)) > c->b ? "more moves than budget" : NULL;
}
