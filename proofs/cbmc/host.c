/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* examples/tw_host.h for TIMERS timers, on the sorted list in place of the wheel: T9 proves that both deliver the same.
   Each call but list, and expire, which CBMC does not end, answers as a table of 64-bit deadlines does, from any state
   that `valid` allows and at any clock, and leaves a valid state. */
#ifndef TW_PLAIN_NAMES /* a name of the wheel becomes one of the list */
#define TW_PLAIN_NAMES
#endif
#include "harness.h"

#include "tw_hier.h"

#include "oracle.c"

/* The list has arrays of its own. What the host passes must lie in its block, one behind the other. */
enum tw_status list_init(struct tw_oracle *w, struct tw_link *links, uint32_t *deadlines,
                         uint32_t capacity, uint32_t clock);

#define tw_hier tw_oracle
#define tw_hier_init list_init
#define tw_hier_start tw_oracle_start
#define tw_hier_stop tw_oracle_stop
#define tw_hier_advance tw_oracle_advance
#define tw_hier_next tw_oracle_next
#define tw_hier_earliest tw_oracle_earliest
#define tw_hier_now tw_oracle_now
#define tw_hier_is_active tw_oracle_is_active
#define tw_hier_is_empty tw_oracle_is_empty
#include "tw_host.h"

static tw_node order[2][TIMERS + 2u];
static uint32_t ticks[2][TIMERS + 2u];
static struct block {
    struct tw_host_slot slots[TIMERS + 2u];
    struct tw_link links[TW_SLOTS + TIMERS + 2u];
    uint32_t deadlines[TIMERS + 2u];
} blocks[2];
#define HALF (TW_STRIDE_MAX + (uint64_t)1)

static struct tw_host host;
static uint32_t taken; /* blocks */
static bool refuses;

#ifdef GROWS
static uint32_t freed;

enum tw_status list_init(struct tw_oracle *w, struct tw_link *links, uint32_t *deadlines,
                         uint32_t capacity, uint32_t clock)
{
    const char *const block = (const char *)&blocks[taken - 1u];
    const uint64_t linked = capacity * sizeof(struct tw_host_slot);
    require((const char *)links == block + linked, "links: behind the slots");
    require((const char *)deadlines ==
                block + linked + (TW_SLOTS + capacity) * sizeof(struct tw_link),
            "deadlines: behind the links");
    return tw_oracle_init(w, order[taken - 1u], ticks[taken - 1u], capacity, clock);
}

static void *allocate(void *context, void *memory, size_t bytes)
{
    require(context == &host, "allocate: the context");
    if (bytes == 0u) {
        require(freed < taken && memory == &blocks[freed], "allocate: frees the block before");
        freed++;
        return NULL;
    }
    require(memory == NULL, "allocate: a new block");
    if (refuses) { return NULL; }
    require(taken < 2u && bytes <= sizeof(struct block), "allocate: no more than it says");
    taken++;
    return &blocks[taken - 1u];
}
#else
static void *allocate(void *context, void *memory, size_t bytes)
{
    require(context == &host && memory == NULL && bytes > 0u, "allocate: a new block");
    return NULL;
}
#endif

/* The table: timer `id` of the host. */
static struct entry {
    uint64_t deadline, start; /* 0: idle */
    void *owner;
} table[TIMERS + 2u];
static uint64_t now, starts;
static uint32_t count;
static char owners[2];

static uint32_t first(void) /* that expires next, or 0 */
{
    uint32_t found = 0u;
    for (uint32_t id = 1u; id < TIMERS + 2u; id++) {
        const struct entry *const e = &table[id];
        const struct entry *const least = &table[found];
        if (e->start != 0u && (found == 0u || e->deadline < least->deadline ||
                               (e->deadline == least->deadline && e->start < least->start))) {
            found = id;
        }
    }
    return found;
}

static void enter(struct tw_host_handle handle, uint64_t deadline, void *owner)
{
    require(handle.id >= 1u && handle.id < TIMERS + 2u && table[handle.id].start == 0u,
            "start: a timer that is idle");
    require(handle.start == ++starts, "start: a number of its own");
    table[handle.id] = (struct entry){deadline > now ? deadline : now, starts, owner};
    count++;
}

static bool leave(struct tw_host_handle handle) /* false: stale */
{
    if (handle.id == 0u || handle.id >= TIMERS + 2u || handle.start == 0u ||
        table[handle.id].start != handle.start) {
        return false;
    }
    table[handle.id].start = 0u;
    count--;
    return true;
}

static struct tw_host_handle any_handle(void) /* of a timer, or stale */
{
    const struct tw_host_handle handle = {nondet_u64(), nondet_u32()};
    return handle;
}

static void start(void)
{
    const uint64_t deadline = nondet_u64();
    struct tw_host_handle handle = {0u, 0u};
    void *const owner = &owners[any_below(2u)];
    const bool full = count == host.capacity;
    const enum tw_status status = tw_host_start(&host, deadline, owner, &handle);
    require(status == (full ? TW_BAD_CAPACITY : TW_OK), "start: refused if no block is free");
    if (!full) { enter(handle, deadline, owner); }
}

static void restart(void)
{
    const uint64_t deadline = nondet_u64();
    const struct tw_host_handle before = any_handle();
    struct tw_host_handle handle = before;
    void *const owner = before.id < TIMERS + 2u ? table[before.id].owner : NULL;
    const bool active = leave(before);
    require(tw_host_restart(&host, deadline, &handle) == (active ? TW_OK : TW_NOT_ACTIVE),
            "restart: refused if stale");
    if (active) {
        require(handle.id == before.id, "restart: the same timer");
        enter(handle, deadline, owner);
    } else {
        require(handle.id == before.id && handle.start == before.start, "restart: unchanged");
    }
}

static void stop(void)
{
    const struct tw_host_handle handle = any_handle();
    const bool active = leave(handle);
    require(tw_host_stop(&host, handle) == (active ? TW_OK : TW_NOT_ACTIVE),
            "stop: refused if stale");
}

/* The ticks that the list has before timer `id`: up to a deadline, or to the tick where it goes on. 0: this tick. */
static uint64_t left_of(uint32_t id)
{
    return tw_distance((uint32_t)host.wheel.now, ticks[taken - 1u][id]);
}

static bool valid_timer(uint32_t id)
{
    const struct tw_host_slot *const slot = &host.slots[id];
    const struct entry *const e = &table[id];
    const bool waits = tw_oracle_is_active(&host.wheel, id);
    const uint64_t left = left_of(id);
    if (e->start == 0u) { return slot->start == 0u && !waits; }
    if (slot->start != e->start || slot->owner != e->owner || e->start > starts ||
        e->deadline < now) {
        return false;
    }
    return !waits || (slot->at.deadline == e->deadline && left <= HALF &&
                      left <= e->deadline - now && (e->deadline - now - left) % HALF == 0u);
}

#if TIMERS > 1
/* Two timers of one deadline, a started first. One that is due is on the list of those. Of those that wait, one that
   has gone on at this tick may be before one that has not. */
static bool valid_pair(uint32_t a, uint32_t b)
{
    const struct tw_oracle *const w = &host.wheel;
    const uint64_t a_at = tw_oracle_find(w->order, w->count, a);
    const uint64_t b_at = tw_oracle_find(w->order, w->count, b);
    if (table[a].start == 0u || table[b].start == 0u || a == b) { return true; }
    if (table[a].start == table[b].start) { return false; }
    if (table[a].deadline != table[b].deadline || table[a].start > table[b].start) { return true; }
    if (a_at == w->count) { return true; }
    return b_at < w->count && (left_of(a) == left_of(b) ? a_at < b_at : left_of(b) == 0u);
}
#else
#define valid_pair(a, b) true
#endif

/* A chain of slots from `id` that ends in 0 after `length`, of those that are due, in order, or of free ones. */
static bool valid_chain(uint32_t id, uint32_t length, bool due)
{
    uint32_t before = 0u;
    for (uint32_t i = 0u; i < host.capacity && i < length; i++) {
        if (id == 0u || id > host.capacity || (table[id].start != 0u) != due) { return false; }
        if (due && (tw_oracle_is_active(&host.wheel, id) || table[id].deadline != now ||
                    host.slots[id].at.list.prev != before ||
                    (before != 0u && table[before].start >= table[id].start))) {
            return false;
        }
        before = id;
        id = host.slots[id].at.list.next;
    }
    return id == 0u && (!due || host.slots[0].at.list.prev == before);
}

static bool valid(void)
{
    const struct tw_oracle *const w = &host.wheel;
    bool is = host.count == count && host.count <= host.capacity && host.clock == now &&
              host.starts == starts && w->now == now % TW_PERIOD &&
              w->capacity == host.capacity + 1u && w->count <= count && tw_oracle_audit(w) &&
              !tw_oracle_is_active(w, 0u) && valid_chain(host.free, host.capacity - count, false) &&
              valid_chain(host.slots[0].at.list.next, count - (uint32_t)w->count, true);
    for (uint32_t a = 1u; is && a <= host.capacity; a++) {
        is = valid_timer(a);
        for (uint32_t b = 1u; is && b <= host.capacity; b++) {
            is = valid_pair(a, b);
        }
    }
    return is;
}

/* What a caller can see: any timer, and how long to sleep. */
static void look(void)
{
    struct tw_host_timer timer = {{0u, 0u}, 0u, NULL};
    const struct tw_host_handle handle = any_handle();
    const uint64_t clock = nondet_u64();
    const uint32_t id = first();
    const uint64_t left = table[id].deadline > clock ? table[id].deadline - clock : 0u;
    const uint64_t next = tw_host_next(&host, clock, nondet_bool());
    const enum tw_status status = tw_host_find(&host, handle, &timer);
    require(id == 0u ? next == UINT64_MAX : next <= left, "next: not beyond a deadline");
    if (status == TW_OK) {
        require(timer.deadline == table[handle.id].deadline, "find: the deadline");
        require(timer.owner == table[handle.id].owner, "find: the owner");
    }
    require(status == (leave(handle) ? TW_OK : TW_NOT_ACTIVE), "find: refused if stale");
}

static void any_state(void)
{
    struct block *const block = &blocks[0];
    now = nondet_u64();
    starts = nondet_u64();
    count = any_below(TIMERS + 1u);
    taken = 1u;
    refuses = true;
    block->slots[0].at.list.next = nondet_u32();
    block->slots[0].at.list.prev = nondet_u32();
    for (uint32_t i = 0u; i <= TIMERS; i++) {
        order[0][i] = nondet_i32();
        ticks[0][i] = nondet_u32();
        table[i] = (struct entry){nondet_u64(), i > 0u ? nondet_u64() : 0u, &owners[any_below(2u)]};
        block->slots[i].owner = table[i].owner;
        block->slots[i].start = table[i].start;
        if (nondet_bool()) {
            block->slots[i].at.deadline = table[i].deadline;
        } else {
            block->slots[i].at.list.next = nondet_u32();
            block->slots[i].at.list.prev = nondet_u32();
        }
    }
    host.wheel =
        (struct tw_oracle){order[0], ticks[0], nondet_u32(), TIMERS + 1u, any_below(TIMERS + 1u)};
    host.slots = block->slots;
    host.allocate = allocate;
    host.context = &host;
    host.clock = now;
    host.starts = starts;
    host.capacity = TIMERS;
    host.count = count;
    host.free = nondet_u32();
    assume(starts < UINT64_MAX && valid());
}

/* Each leaves a valid state. */

static void is_valid(void)
{
    require(valid(), "a valid state");
}

void host_starts(void)
{
    any_state();
    start();
    is_valid();
}

void host_restarts(void)
{
    any_state();
    restart();
    is_valid();
}

void host_stops(void)
{
    any_state();
    stop();
    is_valid();
}

void host_looks(void)
{
    any_state();
    look();
}

#ifdef GROWS
void host_grows(void) /* to a larger block: nothing else changes; then gives it back */
{
    any_state();
    require(tw_host_reserve(&host, UINT32_MAX) == TW_BAD_CAPACITY, "reserve: too many");
    require(tw_host_reserve(&host, TIMERS + 1u) == TW_BAD_CAPACITY, "reserve: no memory");
    refuses = false;
    require(tw_host_reserve(&host, TIMERS + 1u) == TW_OK, "reserve: a larger block");
    require(tw_host_reserve(&host, TIMERS + 1u) == TW_OK, "reserve: there is room");
    require(freed == 1u && taken == 2u, "reserve: the block before is free");
    is_valid();
    tw_host_clear(&host);
    require(freed == taken && host.capacity == 0u && host.count == 0u, "clear: nothing is left");
}
#endif
