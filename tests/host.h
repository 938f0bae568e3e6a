/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The differential test of examples/tw_host.h: each call goes to it and to a sorted list of 64-bit deadlines, and all
   that a caller can see is compared. A refused call must leave all bytes as they were. A difference prints the call,
   and aborts. */
#ifndef TW_TEST_HOST_H
#define TW_TEST_HOST_H

#include <inttypes.h>
#include <stdio.h>

#include "tw_host.h"

#define HOST_MOST 64u    /* timers that are active at a time */
#define HOST_HANDLES 96u /* of which the last handles are kept, most of them stale */
#define HOST_HALF ((uint64_t)TW_STRIDE_MAX + 1u)
#define HOST_FAR (9u * HOST_HALF) /* a test goes no farther at a time, while a timer is active */

struct host_timer {
    uint64_t deadline;
    uint32_t owner; /* an index of handles */
};

struct host {
    struct tw_host host;
    void *block; /* that the host has, and its bytes */
    size_t bytes;
    bool show, refuse; /* print each call; the allocator returns NULL */
    bool work;         /* since advance returned TW_OK something expired: next may be 0 */
    uint64_t calls;
    uint64_t moved, refused, stale; /* blocks moved; calls refused for memory, for the handle */

    /* The list, in order of expiry. */
    uint64_t now;
    uint32_t count;
    struct host_timer list[HOST_MOST];
    struct tw_host_handle handles[HOST_HANDLES]; /* their addresses are the owners */
    bool active[HOST_HANDLES];
};

static inline void host_expect(const struct host *s, uint64_t expected, uint64_t got,
                               const char *what)
{
    if (expected == got) { return; }
    printf("radix %u, list at %" PRIu64 ", host at %" PRIu64 ": %s: expected %" PRIu64
           ", got %" PRIu64 "\n",
           (unsigned)TW_RADIX, s->now, tw_host_now(&s->host), what, expected, got);
    (void)fflush(stdout);
    abort();
}

/* The allocator. */
static inline void *host_allocate(void *context, void *memory, size_t bytes)
{
    struct host *const s = (struct host *)context;
    if (bytes == 0u) {
        free(memory);
        return NULL;
    }
    if (s->refuse) { return NULL; }
    s->moved += memory == NULL && s->block != NULL;
    s->bytes = bytes;
    s->block = malloc(bytes);
    if (s->block == NULL) { abort(); }
    (void)memset(s->block, 0xA5, bytes);
    return s->block;
}

/* The list. */

static inline uint32_t host_place_of(const struct host *s, uint32_t owner)
{
    uint32_t place = 0u;
    while (place < s->count && s->list[place].owner != owner) {
        place++;
    }
    return place;
}

static inline void host_remove(struct host *s, uint32_t owner)
{
    const uint32_t place = host_place_of(s, owner);
    if (place == s->count) { return; }
    s->active[owner] = false;
    s->count--;
    for (uint32_t i = place; i < s->count; i++) {
        s->list[i] = s->list[i + 1u];
    }
}

static inline void host_insert(struct host *s, uint32_t owner, uint64_t deadline)
{
    const uint64_t due = deadline > s->now ? deadline : s->now;
    uint32_t place = s->count;
    while (place > 0u && s->list[place - 1u].deadline > due) {
        s->list[place] = s->list[place - 1u];
        place--;
    }
    s->list[place] = (struct host_timer){due, owner};
    s->active[owner] = true;
    s->count++;
}

/* The comparison. */

struct host_copy {
    struct tw_host host;
    void *bytes;
};

static inline struct host_copy host_save(const struct host *s)
{
    struct host_copy copy = {.bytes = NULL};
    copy.host = s->host;
    if (s->host.capacity == 0u) { return copy; }
    copy.bytes = malloc(s->bytes);
    if (copy.bytes == NULL) { abort(); }
    (void)memcpy(copy.bytes, s->host.slots, s->bytes);
    return copy;
}

static inline bool host_same(const struct tw_host *a,
                             const struct tw_host *b) /* their padding may differ */
{
    const struct tw_hier *const v = &a->wheel;
    const struct tw_hier *const w = &b->wheel;
    return v->links == w->links && v->deadlines == w->deadlines && v->now == w->now &&
           v->capacity == w->capacity && v->opening == w->opening &&
           memcmp(v->occupied, w->occupied, sizeof(v->occupied)) == 0 && a->slots == b->slots &&
           a->allocate == b->allocate && a->context == b->context && a->clock == b->clock &&
           a->starts == b->starts && a->capacity == b->capacity && a->count == b->count &&
           a->free == b->free;
}

static inline void host_unchanged(const struct host *s, const struct host_copy *copy)
{
    const bool same = host_same(&s->host, &copy->host) &&
                      (copy->bytes == NULL || memcmp(copy->bytes, s->host.slots, s->bytes) == 0);
    host_expect(s, true, same, "unchanged");
}

/* The tick that `exact` is to name: the earliest at which a timer is due or goes on. */
static inline uint64_t host_stop(const struct host *s)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0u; i < s->count; i++) {
        const uint64_t left = s->list[i].deadline - s->now;
        const uint64_t part = left == 0u ? 0u : (left - 1u) % HOST_HALF + 1u;
        least = part < least ? part : least;
    }
    return least;
}

/* Is a timer of a multiple of P/2 ticks there? It may go on at this very tick. */
static inline bool host_goes_on(const struct host *s)
{
    for (uint32_t i = 0u; i < s->count; i++) {
        if ((s->list[i].deadline - s->now) % HOST_HALF == 0u) { return s->work; }
    }
    return false;
}

static inline void host_compare_next(const struct host *s)
{
    const uint64_t next = tw_host_next(&s->host, s->now, false);
    const uint64_t exact = tw_host_next(&s->host, s->now, true);
    const uint64_t ahead = s->now < UINT64_MAX - 5u ? s->now + 5u : s->now;
    const uint64_t rest = exact > ahead - s->now ? exact - (ahead - s->now) : 0u;
    host_expect(s, exact == 0u && host_goes_on(s) ? 0u : host_stop(s), exact, "exact");
    host_expect(s, true, next <= exact, "next is not late");
    host_expect(s, true, next > 0u || exact == 0u || s->work, "next has work");
    host_expect(s, exact == UINT64_MAX ? exact : rest, tw_host_next(&s->host, ahead, true),
                "exact, from a clock that is ahead");
    host_expect(s, exact == UINT64_MAX ? exact : exact + (s->now > 0u),
                tw_host_next(&s->host, s->now - (s->now > 0u), true),
                "exact, from a clock that is behind");
}

static inline void host_compare_list(const struct host *s)
{
    struct tw_host_timer list[HOST_MOST] = {{{0u, 0u}, 0u, NULL}};
    host_expect(s, s->count, tw_host_list(&s->host, list, s->count - (s->count > 0u)), "count");
    host_expect(s, true, list[0].owner == NULL, "a list without room");
    host_expect(s, s->count, tw_host_list(&s->host, list, HOST_MOST), "count");
    for (uint32_t i = 0u; i < s->count; i++) {
        const uint32_t owner = s->list[i].owner;
        host_expect(s, s->list[i].deadline, list[i].deadline, "deadline in the list");
        host_expect(s, owner, (uint64_t)((struct tw_host_handle *)list[i].owner - s->handles),
                    "owner in the list");
        host_expect(s, s->handles[owner].start, list[i].handle.start, "handle in the list");
    }
}

static inline void host_compare_handles(const struct host *s)
{
    for (uint32_t owner = 0u; owner < HOST_HANDLES; owner++) {
        struct tw_host_timer timer = {{0u, 0u}, 0u, NULL};
        const enum tw_status status = tw_host_find(&s->host, s->handles[owner], &timer);
        host_expect(s, s->active[owner] ? TW_OK : TW_NOT_ACTIVE, status, "find");
        host_expect(s, s->active[owner], timer.owner == &s->handles[owner], "owner of find");
        if (status == TW_OK) {
            host_expect(s, s->list[host_place_of(s, owner)].deadline, timer.deadline,
                        "deadline of find");
        }
    }
}

/* All that a caller can see. The memory of TW_RADIX 256 is large: audit now and then. */
static inline void host_compare(struct host *s)
{
    host_expect(s, s->now, tw_host_now(&s->host), "now");
    host_compare_next(s);
    if (s->calls++ % 8u != 0u) { return; }
    host_compare_list(s);
    host_compare_handles(s);
    host_expect(s, true, s->host.capacity == 0u || tw_hier_audit(&s->host.wheel), "audit");
}

/* The calls. */

static inline void host_say(const struct host *s, const char *what, uint64_t first, uint64_t second)
{
    if (s->show) { printf("%s %" PRIu64 " %" PRIu64 "\n", what, first, second); }
}

static inline void host_begin(struct host *s, uint64_t now)
{
    (void)memset(s, 0, sizeof(*s));
    s->now = now;
    tw_host_init(&s->host, now, host_allocate, s);
    host_compare(s);
}

/* A call is refused for lack of memory, or it is done. */
static inline bool host_refuses(struct host *s, enum tw_status status, bool may,
                                struct host_copy *copy, const char *what)
{
    host_expect(s, may ? TW_BAD_CAPACITY : TW_OK, status, what);
    if (may) { host_unchanged(s, copy); }
    s->refused += may;
    free(copy->bytes);
    return may;
}

/* A free handle, after the last one. */
static inline uint32_t host_owner(const struct host *s)
{
    uint32_t owner = (uint32_t)(s->calls % HOST_HANDLES);
    while (s->active[owner]) {
        owner = (owner + 1u) % HOST_HANDLES;
    }
    return owner;
}

static inline enum tw_status host_start(struct host *s, uint64_t deadline)
{
    const uint32_t owner = host_owner(s);
    const bool full = s->count == s->host.capacity;
    struct host_copy copy = host_save(s);
    struct tw_host_handle handle = {0u, 0u};
    if (s->count == HOST_MOST) {
        free(copy.bytes);
        return TW_NOT_IDLE;
    }
    host_say(s, "start", deadline, owner);
    const enum tw_status status = tw_host_start(&s->host, deadline, &s->handles[owner], &handle);
    if (host_refuses(s, status, full && s->refuse, &copy, "start")) {
        host_expect(s, 0u, handle.start, "handle of a start that is refused");
    } else {
        s->handles[owner] = handle;
        host_insert(s, owner, deadline);
    }
    host_compare(s);
    return status;
}

static inline void host_restart(struct host *s, uint32_t owner, uint64_t deadline)
{
    const bool active = s->active[owner];
    const struct tw_host_handle before = s->handles[owner];
    const struct host_copy copy = host_save(s);
    host_say(s, "restart", deadline, owner);
    const enum tw_status status = tw_host_restart(&s->host, deadline, &s->handles[owner]);
    host_expect(s, active ? TW_OK : TW_NOT_ACTIVE, status, "restart");
    if (active) {
        host_remove(s, owner);
        host_insert(s, owner, deadline);
    } else {
        host_unchanged(s, &copy);
        s->stale++;
    }
    host_expect(s, active, s->handles[owner].start != before.start, "a new handle");
    free(copy.bytes);
    host_compare(s);
}

static inline void host_stop_timer(struct host *s, uint32_t owner)
{
    const bool active = s->active[owner];
    const struct host_copy copy = host_save(s);
    host_say(s, "stop", owner, 0u);
    host_expect(s, active ? TW_OK : TW_NOT_ACTIVE, tw_host_stop(&s->host, s->handles[owner]),
                "stop");
    if (!active) {
        host_unchanged(s, &copy);
        s->stale++;
    }
    host_remove(s, owner);
    free(copy.bytes);
    host_compare(s);
}

static inline void host_reserve(struct host *s, uint32_t capacity)
{
    struct host_copy copy = host_save(s);
    const bool more = capacity > s->host.capacity;
    host_say(s, "reserve", capacity, 0u);
    (void)host_refuses(s, tw_host_reserve(&s->host, capacity), more && s->refuse, &copy, "reserve");
    host_compare(s);
}

/* The list's status. */
static inline enum tw_status host_list_expire(struct host *s, uint64_t now)
{
    const bool due = s->count > 0u && s->list[0].deadline <= now;
    if (s->count > 0u && now < s->now) { return TW_BAD_CLOCK; }
    s->now = due ? s->list[0].deadline : now;
    s->work = due;
    return due ? TW_EXPIRED : TW_OK;
}

static inline enum tw_status host_expire(struct host *s, uint64_t now)
{
    struct tw_host_timer timer = {{7u, 7u}, 7u, NULL};
    host_say(s, "expire", now, 0u);
    const enum tw_status expected = host_list_expire(s, now);
    host_expect(s, expected, tw_host_expire(&s->host, now, &timer), "expire");
    if (expected == TW_EXPIRED) {
        const uint32_t owner = s->list[0].owner;
        host_expect(s, owner, (uint64_t)((struct tw_host_handle *)timer.owner - s->handles),
                    "owner of expire");
        host_expect(s, s->list[0].deadline, timer.deadline, "deadline of expire");
        host_expect(s, s->handles[owner].start, timer.handle.start, "handle of expire");
        host_remove(s, owner);
    } else {
        host_expect(s, 7u, timer.deadline, "nothing is written");
    }
    host_compare(s);
    return expected;
}

/* Stops all timers. */
static inline void host_clear(struct host *s)
{
    host_say(s, "clear", 0u, 0u);
    tw_host_clear(&s->host);
    s->block = NULL;
    s->count = 0u;
    (void)memset(s->active, 0, sizeof(s->active));
    host_compare(s);
}

/* Saves all timers, and starts them again on a host at the same clock. */
static inline void host_restore(struct host *s)
{
    struct tw_host_timer list[HOST_MOST] = {{{0u, 0u}, 0u, NULL}};
    const uint32_t count = tw_host_list(&s->host, list, HOST_MOST);
    if (s->refuse) { return; }
    host_say(s, "restore", count, 0u);
    tw_host_clear(&s->host);
    for (uint32_t i = 0u; i < count; i++) {
        const uint32_t owner = s->list[i].owner;
        host_expect(s, TW_OK,
                    tw_host_start(&s->host, list[i].deadline, list[i].owner, &s->handles[owner]),
                    "restore");
    }
    host_compare(s);
}

/* Histories that bytes tell: those of a fuzzer, or random ones. */

#define HOST_HEAD 4u   /* bytes: the clock */
#define HOST_RECORD 4u /* bytes of a call: what, and three for a timer or for ticks */
#define HOST_LOOP 80u  /* calls of expire in a loop */

/* Ticks from the clock, three bytes. First byte: low 3 bits a kind, 2 bits a level, 3 bits how far beside, -4 .. 3. */
static inline uint64_t host_ticks(const struct host *s, const uint8_t *byte)
{
    const uint64_t level = byte[0] >> 3 & 3u;
    const uint64_t beside = ((uint64_t)(byte[0] >> 5) ^ 4u) - 4u;
    const uint64_t digit = (uint64_t)byte[1] << 8 | byte[2];
    const uint64_t other = s->count > 0u ? s->list[digit % s->count].deadline - s->now : 0u;
    switch (byte[0] & 7u) {
    case 0:
        return digit >> (4u * level);
    case 1: /* so that another one goes on at this tick */
        return (digit % 9u) * HOST_HALF;
    case 2:
        return (digit % 9u) * HOST_HALF + beside;
    case 3: /* to a timer's deadline, or beside it */
        return other + beside;
    case 4: /* to a timer's deadline, farther or nearer by some P/2 */
        return other + (digit >> 12) * HOST_HALF;
    case 5:
        return other % HOST_HALF;
    case 6: /* to the end of time */
        return UINT64_MAX - s->now - (digit >> (4u * level));
    default:
        return digit * (HOST_FAR >> 16 >> (4u * level)) + beside;
    }
}

static inline uint64_t host_later(const struct host *s, uint64_t ticks)
{
    const uint64_t most = s->count > 0u ? ticks % HOST_FAR : ticks;
    return most > UINT64_MAX - s->now ? UINT64_MAX : s->now + most;
}

static inline void host_go(struct host *s, uint64_t until, uint32_t calls)
{
    enum tw_status status = TW_EXPIRED;
    for (uint32_t i = 0u; i < calls && status == TW_EXPIRED; i++) {
        status = host_expire(s, until);
    }
}

static inline void host_record(struct host *s, const uint8_t *byte)
{
    const uint64_t ticks = host_ticks(s, byte + 1);
    const uint64_t first = s->count > 0u ? s->list[0].deadline - s->now : ticks;
    const uint32_t owner = byte[3] % HOST_HANDLES;
    switch (byte[0] % 16u) {
    case 0: /* behind the clock */
        (void)host_start(s, s->now - ticks % 5u * (s->now > 4u));
        break;
    case 1:
    case 2:
    case 3:
        (void)host_start(s, s->now + ticks);
        break;
    case 4: /* the same deadline several times */
        for (uint32_t i = byte[0] / 16u; i > 0u; i--) {
            (void)host_start(s, s->now + ticks);
        }
        break;
    case 5:
    case 6: /* any handle; one that is active */
        host_restart(s, s->count > 0u && byte[0] < 160u ? s->list[byte[3] % s->count].owner : owner,
                     s->now + ticks);
        break;
    case 7:
        host_stop_timer(s, s->count > 0u && byte[0] < 160u ? s->list[byte[3] % s->count].owner :
                                                             owner);
        break;
    case 8: /* the clock goes back, as in a loop inside of another */
        host_go(s, s->now - (s->now < 9u ? 0u : byte[3] % 9u), 1u + byte[0] / 16u);
        break;
    case 9:
        host_go(s, host_later(s, tw_host_next(&s->host, s->now, byte[0] < 128u)), 1u);
        break;
    case 10: /* to the first deadline, or beside it */
        host_go(s, host_later(s, first + byte[3] % 3u - (first > 0u)), 1u + byte[0] / 64u);
        break;
    case 11:
        host_go(s, host_later(s, ticks), HOST_LOOP);
        break;
    case 12:
        host_go(s, host_later(s, ticks), 1u);
        break;
    case 13:
        s->refuse = byte[0] < 128u && !s->refuse;
        break;
    case 14:
        host_reserve(s, s->host.capacity + byte[3] % 8u - (s->host.capacity > 0u));
        break;
    default:
        if (byte[0] > 200u) {
            host_restore(s);
        } else if (byte[3] == 0u) {
            host_clear(s);
        }
        break;
    }
}

/* Takes all timers out; stops those that are too far ahead. */
static inline void host_drain(struct host *s)
{
    while (s->count > 0u) {
        const struct host_timer last = s->list[s->count - 1u];
        if (last.deadline - s->now >= HOST_FAR) {
            host_stop_timer(s, last.owner);
        } else {
            (void)host_expire(s, last.deadline);
        }
    }
}

/* The clock that three bytes tell: near 0, 2^32, a multiple of P/2, or the end of time. */
static inline uint64_t host_clock(const uint8_t *byte)
{
    const uint64_t ends[] = {0u, 0x100000000u, HOST_HALF, 5u * HOST_HALF, 0u - HOST_HALF};
    const uint64_t end = ends[byte[0] % 5u];
    const uint64_t beside = (uint64_t)byte[1] << (byte[0] >> 3);
    return byte[2] % 2u == 0u ? end + beside : end - beside;
}

static inline void host_history(struct host *s, bool show, const uint8_t *data, size_t size)
{
    if (size < HOST_HEAD) { return; }
    host_begin(s, host_clock(data + 1));
    s->show = show;
    host_say(s, "init", s->now, 0u);
    for (size_t at = HOST_HEAD; size - at >= HOST_RECORD; at += HOST_RECORD) {
        host_record(s, data + at);
    }
    host_drain(s);
    host_clear(s);
}

#endif
