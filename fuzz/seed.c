/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Writes an input for a call history: seed TRACE FILE. Each call is as near as its two bytes allow. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* The calls of a history that are read. */
#define STEPS 512u

static uint8_t input[FUZZ_LONGEST];
static size_t size;
static unsigned exact;

/* The two bytes that say so many ticks; or the fewest more, taken modulo the period. */
static bool encode(uint32_t ticks, uint8_t *best)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0u; i <= UINT16_MAX && least != 0u; i++) {
        const uint8_t byte[2] = {(uint8_t)(i >> 8), (uint8_t)i};
        const uint32_t said = fuzz_ticks(byte);
        const uint32_t more = tw_distance(tw_tick(ticks), tw_tick(said));
        if (said == ticks || more < least) {
            least = said == ticks ? 0u : more + (more == 0u);
            best[0] = byte[0];
            best[1] = byte[1];
        }
    }
    return least <= 1u && tw_tick(fuzz_ticks(best)) == tw_tick(ticks);
}

/* A call, if there is room; then it is made. */
static void put(enum fuzz_what what, uint32_t number, uint32_t ticks, bool same)
{
    uint8_t *const record = input + size;
    record[0] = (uint8_t)((uint32_t)what | number << 3);
    exact += encode(ticks, record + 1) && same;
    size += FUZZ_RECORD;
    (void)fuzz_call(record);
}

static void put_call(const struct call *c, uint32_t budget)
{
    const uint32_t capacity = fuzz.wheel->capacity;
    const uint32_t number = c->a < capacity ? c->a : c->a == UINT32_MAX ? 31u : 30u;
    const uint32_t few = c->a < capacity ? c->a : FUZZ_FEW;
    const uint32_t ahead =
        tw_distance(lockstep_now(&fuzz), tw_tick(c->kind == CALL_ADVANCE ? c->a : c->b));
    const bool again = c->kind == CALL_RESTART || c->kind == CALL_RESTART_AT;
    switch (c->kind) {
    case CALL_STOP:
        put(STOP, number, 0u, true);
        break;
    case CALL_ADVANCE:
        put(c->b == TW_UNBOUNDED ? ADVANCE_FREE : ADVANCE, 0u, ahead,
            c->b == TW_UNBOUNDED || c->b == budget);
        break;
    case CALL_START_AT:
    case CALL_RESTART_AT:
        if (few <= FUZZ_FEW) {
            put(RARE, FUZZ_DEADLINES + 2u * few + again, ahead, true);
        } else {
            put(again ? RESTART : START, number, ahead, true);
        }
        break;
    default:
        put(again ? RESTART : START, number, c->b, true);
        break;
    }
}

/* The budget that advance is given most often, of those that an input can have. */
static uint8_t choose_budget(const struct step *steps, unsigned count)
{
    unsigned most = 0u;
    uint8_t best = 0u;
    for (uint8_t i = 0u; i < 8u; i++) {
        unsigned uses = 0u;
        for (unsigned k = 0u; k < count; k++) {
            uses += steps[k].call.kind == CALL_ADVANCE && steps[k].call.b == fuzz_budget(i);
        }
        best = uses > most && fuzz_budget(i) != TW_UNBOUNDED ? i : best;
        most = best == i ? uses : most;
    }
    return best;
}

static void seed_of(const struct wheel_ops *ops, const struct step *steps, unsigned count,
                    FILE *out)
{
    const struct call *const init = &steps[0].call;
    unsigned calls = 1u;
    input[3] = choose_budget(steps, count);
    while (input[2] < 15u && fuzz_capacity(input[2]) != init->a) {
        input[2]++;
    }
    fuzz_reset(ops);
    exact = encode(tw_tick(init->b), input) && fuzz_capacity(input[2]) == init->a;
    size = FUZZ_HEADER;
    fuzz_begin(input);
    for (unsigned i = 1u; i < count && size + FUZZ_RECORD <= FUZZ_LONGEST; i++) {
        const struct call *const c = &steps[i].call;
        put_call(c, fuzz_budget(input[3]));
        calls++;
    }
    (void)fwrite(input, 1u, size, out);
    printf("%u of %u calls, %u of them exact\n", calls, count, exact);
}

/* Reads the first history of a file. */
static unsigned read_steps(FILE *file, struct step *steps, const struct wheel_ops **ops)
{
    char text[256];
    struct line line;
    unsigned count = 0u;
    while (count < STEPS && fgets(text, sizeof(text), file) != NULL) {
        const enum trace_kind kind = trace_read(text, &line);
        const bool init = line.step.call.kind == CALL_INIT;
        if (kind == TRACE_HEADER) {
            *ops = strcmp(line.wheel, "hashed") == 0 ? &wheel_hashed : &wheel_hier;
        }
        if (kind != TRACE_STEP || (init && line.step.answer.value != TW_OK)) { continue; }
        if (init && count > 0u) { break; }
        if (line.step.call.kind >= CALL_NEXT) { continue; }
        steps[count++] = line.step;
    }
    return count;
}

int main(int argc, char **argv)
{
    static struct step steps[STEPS];
    const struct wheel_ops *ops = &wheel_hier;
    FILE *const in = argc == 3 ? fopen(argv[1], "re") : NULL;
    if (in == NULL) { return EXIT_FAILURE; }
    const unsigned count = read_steps(in, steps, &ops);
    (void)fclose(in);
    if (count == 0u || steps[0].call.kind != CALL_INIT) { return EXIT_FAILURE; }
    FILE *const out = fopen(argv[2], "wbe");
    if (out == NULL) { return EXIT_FAILURE; }
    seed_of(ops, steps, count, out);
    return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
