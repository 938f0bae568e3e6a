/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For hosts: a program with a clock of 64 bits, an allocator, and objects that own timers. Copy this header beside
   src/, and add tw_hier.c to your build.

   A tick is a step of your clock: a millisecond, a microsecond. A deadline is any value of your clock. For a time-out
   that is never early pass now + delay + 1: a part of the current tick has passed. The host's clock is the tick that
   tw_host_expire has reached; it may be behind yours. A deadline at or before the host's clock is taken as that clock:
   the timer expires next. Timers expire in order of deadlines, and of one deadline in order of starts, however far
   ahead each was started.

   A handle names one start of a timer. It is stale when the timer has expired, or was stopped or started again. A stale
   handle is refused with TW_NOT_ACTIVE, for ever: no later start has its number. Zeroed memory is a stale handle.
   A refused call changes nothing. Make one call at a time: a host is not thread-safe.

   P is TW_PERIOD. A timer of deadline D waits on the wheel for the next tick of ... D - P, D - P/2, D, and goes on from
   there. So timers of one deadline wait for the same ticks, and stay in order. It costs a move and a wake-up for each
   P/2 ticks of a delay: at TW_RADIX 256 24 days of milliseconds, 35 minutes of microseconds.
   The wheel is proved. This header is not: docs/using.md has its evidence, by tests, fuzzers and CBMC. */
#ifndef TW_HOST_H
#define TW_HOST_H

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#ifndef TW_HIER_H /* the single header has it */
#include "tw_hier.h"
#endif

/* A start of a timer: its number among all of the host, and its place. */
struct tw_host_handle {
    uint64_t start;
    uint32_t id;
};

/* What calls tell of a timer. The deadline of one that is due is the host's clock. */
struct tw_host_timer {
    struct tw_host_handle handle;
    uint64_t deadline;
    void *owner;
};

/* An allocator. With `memory` NULL it returns `bytes` bytes, aligned for any type, or NULL. With `bytes` 0 it frees
   `memory`. It must not call the host. */
typedef void *tw_host_allocate(void *context, void *memory, size_t bytes);

/* The members are private. Ids are 1 .. capacity. An active timer is on the wheel, or due: on the list of slot 0. */
struct tw_host_slot {
    void *owner;
    uint64_t start; /* 0: free */
    union {
        uint64_t deadline; /* of one on the wheel */
        struct {
            uint32_t next, prev;
        } list; /* of a due one; of a free one, next */
    } at;
};

struct tw_host {
    struct tw_hier wheel; /* made with the first block; its clock is `clock` modulo P */
    struct tw_host_slot *slots;
    tw_host_allocate *allocate;
    void *context;
    uint64_t clock, starts;
    uint32_t capacity, count, free; /* free: an id, or 0 */
};

/* Not for callers: a cast of void *, the most timers, and the bytes of one. */
#ifdef __cplusplus
#define TW_HOST_AS(type, memory) static_cast<type *>(memory)
#else
#define TW_HOST_AS(type, memory) ((type *)(memory))
#endif
#define TW_HOST_MOST (SIZE_MAX / 64u < TW_CAPACITY_MAX ? SIZE_MAX / 64u - TW_SLOTS : 0x3FFFFFFEu)
#define TW_HOST_BYTES (sizeof(struct tw_host_slot) + sizeof(struct tw_link) + sizeof(uint32_t))

/* Makes a host without timers and without memory, its clock at `now`. Each call of `allocate` gets `context`; if it is
   NULL, the host calls malloc and free. So zeroed memory is a host too, its clock at 0. Cost: constant. */
static inline void tw_host_init(struct tw_host *h, uint64_t now, tw_host_allocate *allocate,
                                void *context)
{
    (void)memset(h, 0, sizeof(*h));
    h->clock = now;
    h->allocate = allocate;
    h->context = context;
}

/* Not for callers: takes a block, or gives it back. */
static inline void *tw_host_memory(const struct tw_host *h, void *block, size_t bytes)
{
    if (h->allocate != NULL) { return h->allocate(h->context, block, bytes); }
    if (bytes > 0u) { return malloc(bytes); }
    free(block);
    return NULL;
}

/* Returns the host's clock: after TW_EXPIRED the deadline. A period that is added to it does not drift. */
static inline uint64_t tw_host_now(const struct tw_host *h)
{
    return h->clock;
}

/* Not for callers: is a timer of this handle active? */
static inline bool tw_host_has(const struct tw_host *h, struct tw_host_handle handle)
{
    return h->count > 0u && handle.id <= h->capacity && handle.start > 0u &&
           h->slots[handle.id].start == handle.start;
}

/* Not for callers: tells of an active timer. */
static inline void tw_host_tell(const struct tw_host *h, uint32_t id, struct tw_host_timer *timer)
{
    timer->handle.start = h->slots[id].start;
    timer->handle.id = id;
    timer->deadline = tw_hier_is_active(&h->wheel, id) ? h->slots[id].at.deadline : h->clock;
    timer->owner = h->slots[id].owner;
}

/* Writes to *timer the deadline and the owner of a timer. TW_OK; or TW_NOT_ACTIVE: the handle is stale. */
TW_NODISCARD static inline enum tw_status
tw_host_find(const struct tw_host *h, struct tw_host_handle handle, struct tw_host_timer *timer)
{
    if (!tw_host_has(h, handle)) { return TW_NOT_ACTIVE; }
    tw_host_tell(h, handle.id, timer);
    return TW_OK;
}

/* Not for callers: a timer waits for its deadline or, at most P/2 ticks, to go on; or it is due, behind the others. */
static inline enum tw_status tw_host_place(struct tw_host *h, uint32_t id, uint64_t deadline)
{
    const uint32_t last = h->slots[0].at.list.prev;
    if (deadline > h->clock) {
        const uint32_t less_1 = (deadline - h->clock - 1u) & TW_STRIDE_MAX;
        h->slots[id].at.deadline = deadline;
        return tw_hier_start(&h->wheel, id, less_1 + 1u);
    }
    h->slots[id].at.list.next = 0u;
    h->slots[id].at.list.prev = last;
    h->slots[last].at.list.next = id;
    h->slots[0].at.list.prev = id;
    return TW_OK;
}

/* Not for callers: takes an active timer off the wheel, or out of the list. */
static inline void tw_host_take(struct tw_host *h, uint32_t id)
{
    if (tw_hier_stop(&h->wheel, id) == TW_OK) { return; }
    h->slots[h->slots[id].at.list.prev].at.list.next = h->slots[id].at.list.next;
    h->slots[h->slots[id].at.list.next].at.list.prev = h->slots[id].at.list.prev;
}

/* Not for callers: goes up to `now`, until the wheel delivers a timer, and places it. TW_BUSY: there is more to do. */
static inline enum tw_status tw_host_step(struct tw_host *h, uint64_t now)
{
    const uint64_t left = now - h->clock;
    const uint64_t to = h->clock + (left < TW_STRIDE_MAX ? left : TW_STRIDE_MAX);
    uint32_t id = 0u;
    enum tw_status status = tw_hier_advance(&h->wheel, to & 0xFFFFFFFFu, TW_UNBOUNDED, &id);
    h->clock += tw_lag(tw_tick(h->clock & 0xFFFFFFFFu), tw_hier_now(&h->wheel));
    if (status != TW_EXPIRED) { return status == TW_OK && h->clock < now ? TW_BUSY : status; }
    status = tw_host_place(h, id, h->slots[id].at.deadline);
    return status == TW_OK ? TW_BUSY : status;
}

/* Not for callers: takes off the wheel all that it has at the clock, so that what comes now is behind. */
static inline void tw_host_settle(struct tw_host *h)
{
    while (tw_host_step(h, h->clock) == TW_BUSY) {}
}

/* Not for callers: starts all timers on a larger wheel, in the order in which they expire. */
static inline enum tw_status tw_host_move(struct tw_host *h, struct tw_hier *to)
{
    enum tw_status status = TW_OK;
    uint32_t id = 0u;
    tw_host_settle(h);
    while (status == TW_OK && !tw_hier_is_empty(&h->wheel)) {
        const uint32_t until = tw_hier_now(&h->wheel) + TW_STRIDE_MAX;
        if (tw_hier_advance(&h->wheel, until, TW_UNBOUNDED, &id) == TW_EXPIRED) {
            status = tw_hier_start(to, id, tw_lag(tw_hier_now(to), tw_hier_now(&h->wheel)));
        }
    }
    return status;
}

/* Not for callers: makes a larger block the host's. */
static inline enum tw_status tw_host_use(struct tw_host *h, void *block, uint32_t capacity)
{
    struct tw_host_slot *const slots = TW_HOST_AS(struct tw_host_slot, block);
    void *const links = slots + capacity + 1;
    void *const ticks = TW_HOST_AS(struct tw_link, links) + TW_SLOTS + capacity + 1;
    struct tw_hier wheel;
    enum tw_status status =
        tw_hier_init(&wheel, TW_HOST_AS(struct tw_link, links), TW_HOST_AS(uint32_t, ticks),
                     capacity + 1u, h->clock & 0xFFFFFFFFu);
    (void)memset(slots, 0, (capacity + TW_ONE) * sizeof(*slots));
    if (h->capacity > 0u) {
        status = tw_host_move(h, &wheel);
        (void)memcpy(slots, h->slots, (h->capacity + TW_ONE) * sizeof(*slots));
        (void)tw_host_memory(h, h->slots, 0u);
    }
    h->wheel = wheel;
    h->slots = slots;
    for (; h->capacity < capacity; h->capacity++) {
        slots[h->capacity + 1u].at.list.next = h->free;
        h->free = h->capacity + 1u;
    }
    return status;
}

/* Makes room for `capacity` timers in all, at most 2^30 - 2. A block has 36 bytes a timer, if a pointer has 8, and
   8 * TW_SLOTS more. All timers move to it; then the block before is freed. Cost: linear in the capacity.
   TW_OK, also if there is room; or TW_BAD_CAPACITY: too many, or the allocator has returned NULL. */
TW_NODISCARD static inline enum tw_status tw_host_reserve(struct tw_host *h, uint32_t capacity)
{
    void *block = NULL;
    if (capacity <= h->capacity) { return TW_OK; }
    if (capacity > TW_HOST_MOST) { return TW_BAD_CAPACITY; }
    block = tw_host_memory(h, NULL, 8u * TW_SLOTS + (capacity + 1u) * TW_HOST_BYTES);
    return block != NULL ? tw_host_use(h, block, capacity) : TW_BAD_CAPACITY;
}

/* Not for callers: starts a timer that is neither on the wheel nor on the list. */
static inline enum tw_status tw_host_arm(struct tw_host *h, uint32_t id, uint64_t deadline,
                                         struct tw_host_handle *handle)
{
    const uint64_t ahead = deadline > h->clock ? deadline - h->clock : 0u;
    /* Timers of this deadline may be at the clock's tick, to expire or to go on: they come first. */
    if ((ahead & TW_STRIDE_MAX) == 0u) { tw_host_settle(h); }
    handle->start = ++h->starts;
    handle->id = id;
    h->slots[id].start = handle->start;
    return tw_host_place(h, id, deadline);
}

/* Starts a timer of `owner`, any pointer, and writes its handle. When no timer is free, it reserves room for twice as
   many. TW_OK; or TW_BAD_CAPACITY, as of tw_host_reserve. Cost: constant, but for that; and where the deadline is not
   after the host's clock, the other timers of that tick are moved to the list, each once. */
TW_NODISCARD static inline enum tw_status tw_host_start(struct tw_host *h, uint64_t deadline,
                                                        void *owner, struct tw_host_handle *handle)
{
    const enum tw_status status =
        h->free == 0u ? tw_host_reserve(h, 2u * h->capacity + 14u) : TW_OK;
    const uint32_t id = h->free;
    if (status != TW_OK) { return status; }
    h->free = h->slots[id].at.list.next;
    h->slots[id].owner = owner;
    h->count++;
    return tw_host_arm(h, id, deadline, handle);
}

/* Starts an active timer again, behind those that have the same deadline already, and writes its new handle.
   TW_OK; or TW_NOT_ACTIVE: the handle is stale. Cost: that of start; it needs no room. */
TW_NODISCARD static inline enum tw_status tw_host_restart(struct tw_host *h, uint64_t deadline,
                                                          struct tw_host_handle *handle)
{
    if (!tw_host_has(h, *handle)) { return TW_NOT_ACTIVE; }
    tw_host_take(h, handle->id);
    return tw_host_arm(h, handle->id, deadline, handle);
}

/* Stops a timer. TW_OK; or TW_NOT_ACTIVE: the handle is stale. Cost: constant. */
static inline enum tw_status tw_host_stop(struct tw_host *h, struct tw_host_handle handle)
{
    if (!tw_host_has(h, handle)) { return TW_NOT_ACTIVE; }
    tw_host_take(h, handle.id);
    h->slots[handle.id].start = 0u;
    h->slots[handle.id].at.list.next = h->free;
    h->free = handle.id;
    h->count--;
    return TW_OK;
}

/* Takes out the first timer that is due at `now`, your clock, and writes it to *timer. Call it in a loop, as long as it
   returns TW_EXPIRED; in between make any call, also such a loop. It has no end if each time a timer is due at once.
   TW_EXPIRED; TW_OK: none is due, and the host's clock is at `now`; TW_BAD_CLOCK: `now` is before the host's clock, and
   no timer expires until `now` reaches it. While no timer is active, any `now` sets the host's clock, also back: if
   your clock can go back, call this before you start a timer again.
   Cost: constant; and what the wheel moves, a timer at most TW_TOP times for each P/2 ticks of its delay. */
TW_NODISCARD static inline enum tw_status tw_host_expire(struct tw_host *h, uint64_t now,
                                                         struct tw_host_timer *timer)
{
    enum tw_status status = TW_BUSY;
    if (h->count == 0u) { h->clock = now; }
    if (now < h->clock) { return TW_BAD_CLOCK; }
    if (h->capacity == 0u) { return TW_OK; }
    while (h->slots[0].at.list.next == 0u && status == TW_BUSY) {
        status = tw_host_step(h, now);
    }
    if (h->slots[0].at.list.next == 0u) { return status == TW_OK ? TW_OK : TW_BAD_CLOCK; }
    tw_host_tell(h, h->slots[0].at.list.next, timer);
    return tw_host_stop(h, timer->handle) == TW_OK ? TW_EXPIRED : TW_BAD_CLOCK;
}

/* Returns how many ticks you may sleep from `now`, your clock. 0: call tw_host_expire now. UINT64_MAX: no timer is
   active. If `exact`, to the earliest deadline, or to the tick at which a timer goes on; cost: linear in the timers of
   a slot of the wheel, which can be all. Else perhaps less, where the wheel has work on the way: at most TW_TOP times
   for each P/2 ticks of a delay; cost: constant. */
static inline uint64_t tw_host_next(const struct tw_host *h, uint64_t now, bool exact)
{
    uint32_t id = 0u;
    uint32_t ticks = 0u;
    if (h->count == 0u) { return UINT64_MAX; }
    if (h->slots[0].at.list.next == 0u) {
        (void)!(exact ? tw_hier_earliest(&h->wheel, tw_hier_now(&h->wheel), &id, &ticks) :
                        tw_hier_next(&h->wheel, tw_hier_now(&h->wheel), &ticks));
    }
    return h->clock + ticks > now ? h->clock + ticks - now : 0u;
}

/* Returns the ticks of tw_host_next as a time-out of poll or epoll_wait: milliseconds, rounded up, so that the tick is
   there when it ends; -1: no timer is active; at most INT_MAX. `unit` ticks are a millisecond; 0 is taken as 1. */
static inline int tw_host_timeout(uint64_t ticks, uint32_t unit)
{
    const uint64_t each = unit > 0u ? unit : 1u;
    const uint64_t ms = ticks / each + (ticks % each > 0u ? 1u : 0u);
    if (ticks == UINT64_MAX) { return -1; }
    return ms < INT_MAX ? ms & INT_MAX : INT_MAX;
}

/* Not for callers: the order of expiry, for qsort. */
static inline int tw_host_order(const void *a, const void *b)
{
    const struct tw_host_timer *const x = TW_HOST_AS(const struct tw_host_timer, a);
    const struct tw_host_timer *const y = TW_HOST_AS(const struct tw_host_timer, b);
    if (x->deadline != y->deadline) { return x->deadline < y->deadline ? -1 : 1; }
    return x->handle.start < y->handle.start ? -1 : 1;
}

/* Writes all active timers to `to`, in order of expiry, if it has room for them. Started in this order on another host
   they expire so. Returns how many they are. Cost: linear in the capacity, and that of qsort. */
static inline uint32_t tw_host_list(const struct tw_host *h, struct tw_host_timer *to,
                                    uint32_t room)
{
    uint32_t at = 0u;
    uint32_t id = 1u;
    for (; to != NULL && room >= h->count && at < h->count; id++) {
        if (h->slots[id].start != 0u) { tw_host_tell(h, id, &to[at++]); }
    }
    if (to != NULL && at > 0u) { qsort(to, at, sizeof(*to), tw_host_order); }
    return h->count;
}

/* Stops all timers, which makes their handles stale, and gives the block back. The host stays usable. Cost: constant. */
static inline void tw_host_clear(struct tw_host *h)
{
    if (h->capacity > 0u) { (void)tw_host_memory(h, h->slots, 0u); }
    h->capacity = h->count = h->free = 0u;
}

#endif
