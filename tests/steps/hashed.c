/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Call histories that come near the bounds of the hashed wheel on loop iterations. */
#include "steps.h"

#include "tw_hashed.c"

#define TIMERS 50u

static TW_HASHED_STORAGE(storage, TIMERS);
static struct tw_hashed wheel;

static struct reached init = {"init", 0, 0};
static struct reached idle = {"advance", 0, 0};
static struct reached busy = {"advance, visits", 0, 0};
static struct reached next = {"next", 0, 0};
static struct reached empty = {"is_empty", 0, 0};
static struct reached audit = {"audit", 0, 0};

static uint64_t advance_bound(uint32_t budget)
{
    return (uint64_t)VISIT_STEPS * budget + ADVANCE_STEPS;
}

static int make(uint32_t now)
{
    tw_hashed_init(&wheel, storage.links, storage.deadlines, TIMERS, now);
    return note(&init, 2u * HEADS + TIMERS);
}

/* No timer: each search goes all the way round. */
static int without_timers(void)
{
    uint32_t id = 0u;
    uint32_t ticks = 0u;
    int fine = make(0u);
    tw_hashed_next(&wheel, &ticks);
    fine &= note(&next, NEXT_STEPS);
    tw_hashed_is_empty(&wheel);
    fine &= note(&empty, EMPTY_STEPS);
    tw_hashed_advance(&wheel, HEADS, 0u, &id);
    return fine & note(&idle, advance_bound(0u));
}

/* A timer that is passed once a turn, all of the turn being searched. */
static int many_turns(void)
{
    uint32_t id = 0u;
    const uint32_t turns =
        TW_PERIOD / 2 / HEADS > 100u ? 100u : (uint32_t)(TW_PERIOD / 2 / HEADS) - 1u;
    int fine = make(0u);
    tw_hashed_start(&wheel, 0u, (turns + 1u) * HEADS);
    for (uint32_t budget = 0u; budget <= turns; budget++) {
        tw_hashed_init(&wheel, storage.links, storage.deadlines, TIMERS, 0u);
        tw_hashed_start(&wheel, 0u, (turns + 1u) * HEADS);
        tw_hashed_advance(&wheel, turns * HEADS, budget, &id);
        fine &= note(&busy, advance_bound(budget));
    }
    return fine;
}

/* All timers in the clock's slot, none due, and a cursor that is nowhere. */
static int lost_cursor(void)
{
    int fine = make(0u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        tw_hashed_start(&wheel, id, HEADS);
    }
    wheel.cursor = TW_HASHED_SLOTS + TIMERS;
    tw_hashed_audit(&wheel);
    return fine & note(&audit, 2u * HEADS + (uint64_t)AUDIT_TURNS * TIMERS + 1u);
}

int main(int argc, char **argv)
{
    const char *geometry = argc > 1 ? argv[1] : "";
    const int fine = without_timers() & many_turns() & lost_cursor();
    struct reached *const all[] = {&init, &idle, &busy, &next, &empty, &audit};
    int near = 1;
    for (uint32_t i = 0u; i < sizeof(all) / sizeof(all[0]); i++) {
        near &= tell("hashed", geometry, all[i]) | (all[i] == &busy && HEADS * 4u > TW_PERIOD / 2);
    }
    return fine && near ? 0 : 1;
}
