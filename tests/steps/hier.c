/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Call histories that come near the bounds of the hierarchical wheel on loop iterations. */
#include "steps.h"

#include "tw_hier.c"

#define TIMERS 50u

static TW_HIER_STORAGE(storage, TIMERS);
static struct tw_hier wheel;

static struct reached init = {"init", 0, 0};
static struct reached deep = {"advance", 0, 0};
static struct reached moves = {"advance, visits", 0, 0};
static struct reached next = {"next", 0, 0};
static struct reached empty = {"is_empty", 0, 0};
static struct reached audit = {"audit", 0, 0};

static int make(uint32_t now)
{
    tw_hier_init(&wheel, storage.links, storage.deadlines, TIMERS, now);
    return note(&init, 2u * HEADS + TIMERS);
}

/* No timer: each search goes over all levels, and from the top level's start to now's digit. */
static int without_timers(void)
{
    uint32_t ticks = 0u;
    int fine = make((TW_RADIX / 2u - 1u) * TW_SPAN_3 + 1u);
    tw_hier_next(&wheel, &ticks);
    fine &= note(&next, NEXT_STEPS);
    tw_hier_is_empty(&wheel);
    return fine & note(&empty, EMPTY_STEPS);
}

/* Timers beyond rollover, in the last slot of each level on the way: a call opens one of each level,
   moves them three times, and ends just before their deadline, or at it. */
static int four_jumps(struct reached *reached, uint32_t timers)
{
    const uint32_t from = TW_RADIX == 4 ? TW_RADIX - 1u : TW_RADIX - 2u;
    const uint32_t to = TW_RADIX == 4 ? 0u : TW_RADIX / 2u - 3u;
    const uint32_t deadline = to * TW_SPAN_3 + (TW_SPAN_3 - 1u);
    uint32_t id = 0u;
    int fine = 1;
    for (uint32_t end = 0u; end < 2u; end++) {
        fine &= make(from * TW_SPAN_3 + 1u);
        for (uint32_t i = 0u; i < timers; i++) {
            fine &= tw_hier_start_at(&wheel, i, deadline) == TW_OK;
        }
        fine &= tw_hier_advance(&wheel, deadline - end, 3u * timers, &id) != TW_BUSY;
        fine &= note(reached, VISIT_STEPS * 3u * timers + ADVANCE_STEPS);
    }
    return fine;
}

/* All timers in one slot, which has more than were left to meet. */
static int full_slot(void)
{
    int fine = make(0u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        tw_hier_start(&wheel, id, TW_RADIX);
    }
    tw_hier_audit(&wheel);
    return fine & note(&audit, 2u * HEADS + (uint64_t)AUDIT_TURNS * TIMERS + 1u);
}

int main(int argc, char **argv)
{
    const char *geometry = argc > 1 ? argv[1] : "";
    const int fine =
        without_timers() & four_jumps(&deep, 1u) & four_jumps(&moves, TIMERS) & full_slot();
    struct reached *const all[] = {&init, &deep, &moves, &next, &empty, &audit};
    int near = 1;
    for (uint32_t i = 0u; i < sizeof(all) / sizeof(all[0]); i++) {
        /* Where levels share a word, what is in the next one ends a search. */
        near &= tell("hier", geometry, all[i]) | (all[i] == &deep && TW_RADIX < 64);
    }
    return fine && near ? 0 : 1;
}
