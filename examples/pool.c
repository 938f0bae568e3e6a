/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ids from a free list, a function for each timer, and their number. docs/using.md explains the part between `recipe` and `end`. */
#include <stdio.h>

#include "chance.h"
#include "tw_hier.h"

enum { TIMERS = 16, HANDLES = 4000, LONGEST = TW_SLEEP_MAX < 300u ? TW_SLEEP_MAX : 300 };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static uint32_t wrong;

/* recipe free list */
static struct place { /* what belongs to the timer of the same number */
    void (*call)(void *);
    void *data;
    uint32_t uses, next_free;
} places[TIMERS];
static uint32_t first_free, pending; /* first_free is TIMERS if no place is free */

static void release(uint32_t id)
{
    places[id].next_free = first_free;
    first_free = id;
    pending--;
}

static void setup(uint32_t now)
{
    if (TW_HIER_INIT(&wheel, memory, now) != TW_OK) { wrong++; }
    pending = first_free = TIMERS;
    for (uint32_t id = TIMERS; id > 0u; id--) {
        release(id - 1u);
    }
}

/* Calls call(data) at the deadline. TW_BAD_ID: no place is free. */
static enum tw_status call_at(uint32_t deadline, void (*call)(void *), void *data, uint64_t *handle)
{
    const uint32_t id = first_free;
    const enum tw_status status = tw_hier_start_at(&wheel, id, deadline);
    if (status == TW_OK) {
        first_free = places[id].next_free;
        places[id] = (struct place){call, data, places[id].uses + 1u, TIMERS};
        *handle = (uint64_t)places[id].uses << 32 | id;
        pending++;
    }
    return status;
}

/* TW_NOT_ACTIVE: it was called or canceled, even if another timer has its place by now. */
static enum tw_status cancel(uint64_t handle)
{
    const uint32_t id = (uint32_t)handle;
    if (id >= TIMERS || places[id].uses != handle >> 32) { return TW_NOT_ACTIVE; }
    const enum tw_status status = tw_hier_stop(&wheel, id);
    if (status == TW_OK) { release(id); }
    return status;
}

static void expired(uint32_t id) /* after TW_EXPIRED of advance */
{
    const struct place place = places[id];
    release(id); /* before the call: it may start a timer in this place */
    place.call(place.data);
}
/* end */

static struct play {
    uint64_t handle;
    uint32_t deadline;
    bool waits;
} plays[HANDLES];
static uint32_t calls, cancels, full;

static void called(void *data)
{
    struct play *const play = data;
    wrong += !play->waits || tw_hier_now(&wheel) != tw_tick(play->deadline);
    play->waits = ++calls % 5u == 0u;
    if (play->waits) { /* once more, in the place that is free now */
        play->deadline += 7u;
        wrong += call_at(play->deadline, called, play, &play->handle) != TW_OK;
    }
}

static void try(struct play *play, uint32_t now, struct play *any)
{
    play->deadline = now + 1u + random_below(LONGEST);
    const enum tw_status status = call_at(play->deadline, called, play, &play->handle);
    play->waits = status == TW_OK;
    full += status == TW_BAD_ID;
    wrong += status != TW_OK && (status != TW_BAD_ID || pending != TIMERS);
    wrong += any->handle != 0u && cancel(any->handle) != (any->waits ? TW_OK : TW_NOT_ACTIVE);
    cancels += any->waits;
    any->waits = false;
}

int main(void)
{
    uint32_t now = 0xFFFFFF00u;
    setup(now);
    for (uint32_t i = 0u; i < 2u * HANDLES; i++) {
        enum tw_status status;
        uint32_t id;
        if (i < HANDLES) { try(&plays[i], now, &plays[random_below(i + 1u)]); }
        wrong += (pending == 0u) != tw_hier_is_empty(&wheel);
        now += random_below(LONGEST / 10u);
        while ((status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id)) != TW_OK) {
            if (status == TW_EXPIRED) { expired(id); }
            if (status == TW_BAD_CLOCK) { return 1; }
        }
    }
    printf("pool: %u calls, %u cancels, %u without a place\n", (unsigned)calls, (unsigned)cancels,
           (unsigned)full);
    wrong += calls - calls / 5u + cancels + full != HANDLES || pending != 0u;
    return cancels > 0u && full > 0u && wrong == 0u ? 0 : 1;
}
