/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Call histories that come near the bounds of the hierarchical wheel on loop iterations. */
#include "steps.h"

#include "tw_hier.c"

#define CALL(name) tw_hier_##name
#define INIT TW_HIER_INIT
#define TIMERS 1000u
/* A tick at which a slot opens, and a deadline in its window. */
#define HALF_DONE ((uint32_t)TW_RADIX)
#define LATER (HALF_DONE + 1u)

static TW_HIER_STORAGE(storage, TIMERS);
static struct tw_hier wheel;

#include "crowd.h"

static struct reached deep = {"advance", 75 * TW_LEVELS, 0, 0, 0, 0};
static struct reached moves = {"advance, visits", 75 * TW_LEVELS, 0, 0, 0, 0};

/* No timer: each search goes over all levels, and from the top level's start to now's digit. */
static void without_timers(void)
{
    uint32_t ticks = 0u;
    make((TW_RADIX / 2u - 1u) * TW_SPAN_TOP + 1u);
    MEASURED(next, NEXT_STEPS, 0u, tw_hier_next(&wheel, 0u, &ticks));
    MEASURED(empty, EMPTY_STEPS, 0u, tw_hier_is_empty(&wheel));
}

/* No timer, and an advance beyond rollover: one jump, whose search finds nothing. Then one without a search. */
static void one_jump(void)
{
    uint32_t id = 0u;
    make((TW_RADIX - 1u) * TW_SPAN_TOP + 1u);
    MEASURED(deep, ADVANCE_STEPS, 0u, tw_hier_advance(&wheel, TW_RADIX, 0u, &id));
    jumped(deep.call, 1u, tw_jumps + 1u + JUMP_WORDS(tw_jumps));
    MEASURED(idle, ADVANCE_STEPS, 0u, tw_hier_advance(&wheel, TW_RADIX + 2u, 0u, &id));
    jumped(idle.call, 1u, 0u);
}

/* Timers beyond rollover, in the last slot of each level on the way: a call opens one of each level,
   moves them TW_TOP times, and ends just before their deadline, or at it. */
static void a_jump_a_level(struct reached *reached, uint32_t timers)
{
    const uint32_t from = TW_RADIX == 4 ? TW_RADIX - 1u : TW_RADIX - 2u;
    const uint32_t to = TW_RADIX == 4 ? 0u : TW_RADIX / 2u - 3u;
    const uint32_t deadline = to * TW_SPAN_TOP + (TW_SPAN_TOP - 1u);
    uint32_t id = 0u;
    for (uint32_t before = 0u; before < 2u; before++) {
        make(from * TW_SPAN_TOP + 1u);
        for (uint32_t i = 0u; i < timers; i++) {
            MEASURED(start, 0u, 0u, tw_hier_start_at(&wheel, i, deadline));
        }
        MEASURED(*reached, VISIT_STEPS * TW_TOP * timers + ADVANCE_STEPS, TW_TOP * timers,
                 tw_hier_advance(&wheel, deadline - before, TW_TOP * timers, &id));
        jumped(reached->call, TW_LEVELS, TW_TOP * timers + tw_jumps + 1u + JUMP_WORDS(tw_jumps));
    }
}

/* All timers in one slot, which has more than were left to meet. */
static void full_slot(void)
{
    make(0u);
    for (uint32_t id = 0u; id < TIMERS; id++) {
        MEASURED(start, 0u, 0u, tw_hier_start(&wheel, id, TW_RADIX));
    }
    MEASURED(audit, 2u * HEADS + (uint64_t)AUDIT_TURNS * TIMERS + 1u, TIMERS,
             tw_hier_audit(&wheel));
}

int main(int argc, char **argv)
{
    const char *geometry = argc > 1 ? argv[1] : "";
    without_timers();
    one_jump();
    a_jump_a_level(&deep, 1u);
    a_jump_a_level(&moves, TIMERS);
    full_slot();
    crowd();
    struct reached *const all[] = {&init,  &deep,  &moves, &idle, &next,
                                   &empty, &audit, &start, &stop, &look};
    int near = 1;
    for (uint32_t i = 0u; i < sizeof(all) / sizeof(all[0]); i++) {
        /* Where levels share a word, what is in the next one ends a search. */
        near &=
            tell("hier", geometry, all[i]) | (all[i] == &deep && TW_RADIX < 64) | (all[i] == &idle);
    }
    return near ? 0 : 1;
}
