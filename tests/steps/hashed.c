/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Call histories that come near the bounds of the hashed wheel on loop iterations. */
#include "steps.h"

#include "tw_hashed.c"

#define CALL(name) tw_hashed_##name
#define INIT TW_HASHED_INIT
#define TIMERS 1000u
/* A tick, and a deadline a turn later in its slot. */
#define HALF_DONE 1u
#define LATER (HALF_DONE + (uint32_t)HEADS)

static TW_HASHED_STORAGE(storage, TIMERS);
static struct tw_hashed wheel;

#include "crowd.h"

static struct reached busy = {"advance, visits", 100, 0, 0, 0, 0};

/* No timer: each search goes all the way round. */
static void without_timers(void)
{
    uint32_t id = 0u;
    uint32_t ticks = 0u;
    make(0u);
    MEASURED(next, NEXT_STEPS, 0u, tw_hashed_next(&wheel, 0u, &ticks));
    MEASURED(empty, EMPTY_STEPS, 0u, tw_hashed_is_empty(&wheel));
    MEASURED(idle, ADVANCE_STEPS, 0u, tw_hashed_advance(&wheel, HEADS, 0u, &id));
}

/* A timer that is passed once a turn, all of the turn being searched. */
static void many_turns(void)
{
    uint32_t id = 0u;
    const uint32_t turns =
        TW_PERIOD / 2 / HEADS > 100u ? 100u : (uint32_t)(TW_PERIOD / 2 / HEADS) - 1u;
    for (uint32_t budget = 0u; budget <= turns; budget++) {
        make(0u);
        MEASURED(start, 0u, 0u, tw_hashed_start(&wheel, 0u, (turns + 1u) * HEADS));
        MEASURED(busy, (uint64_t)VISIT_STEPS * budget + ADVANCE_STEPS, budget,
                 tw_hashed_advance(&wheel, turns * HEADS, budget, &id));
        jumped(busy.call, budget < turns ? budget + 1u : turns,
               budget + tw_jumps + 1u + JUMP_WORDS(tw_jumps));
    }
}

/* All timers in the clock's slot, none due, and a cursor that is nowhere. */
static void lost_cursor(void)
{
    make(0u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        MEASURED(start, 0u, 0u, tw_hashed_start(&wheel, id, HEADS));
    }
    wheel.cursor = TW_HASHED_SLOTS + TIMERS;
    MEASURED(audit, 2u * HEADS + (uint64_t)AUDIT_TURNS * TIMERS + 1u, TIMERS,
             tw_hashed_audit(&wheel));
}

int main(int argc, char **argv)
{
    const char *geometry = argc > 1 ? argv[1] : "";
    without_timers();
    many_turns();
    lost_cursor();
    crowd();
    struct reached *const all[] = {&init,  &idle,  &busy, &next, &empty,
                                   &audit, &start, &stop, &look};
    int near = 1;
    for (uint32_t i = 0u; i < sizeof(all) / sizeof(all[0]); i++) {
        near &= tell("hashed", geometry, all[i]) | (all[i] == &busy && HEADS * 4u > TW_PERIOD / 2);
    }
    return near ? 0 : 1;
}
