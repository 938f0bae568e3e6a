/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Flips each bit of a running wheel's memory, one at a time, and counts what follows.

     corruption WHEEL [STEP]     WHEEL is hier or hashed; every STEP-th bit only

   Prints a line for each row of the table: flips, detected, crashed, missed, left, harmless,
   harmful, name. tools/fault-injection runs this program and explains the numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "attempt.h"
#include "flips.h"
#include "history.h"
#include "states.h"

#define SEED 19870808u
#define ROUNDS 4u /* each reaches all states, by other histories */

struct count {
    uint32_t flips;
    uint32_t detected; /* audit returned false */
    uint32_t crashed;  /* audit accessed other memory, or did not end */
    uint32_t missed;   /* audit passed, and the wheel did harm */
    uint32_t left;     /* of the missed: the caller's comparisons pass too */
    uint32_t harmless; /* audit passed, and the wheel gave all answers */
    uint32_t harmful;  /* the wheel did harm, whatever audit returned */
};

/* What the caller knows of an intact wheel. */
struct record {
    struct fields fields;
    struct tw_link *links;
    uint32_t *deadlines;
    uint64_t capacity;
    uint32_t now;
    struct timer timers[STATE_TIMERS];
};

static struct arena arena;
static struct history history;
static struct record record;
static struct count counts[ROWS];

static bool audits(void *data)
{
    return wheel_call(data, CALL_AUDIT, 0u, 0u).value != 0u;
}

static bool answers(void *data)
{
    return history_holds(&history, data);
}

/* The caller's comparisons: copies of three members, the clock, each timer. */
static bool compares(void *data)
{
    const struct wheel *const w = data;
    struct timer timers[STATE_TIMERS];
    if (*record.fields.links != record.links || *record.fields.deadlines != record.deadlines ||
        *record.fields.capacity != record.capacity ||
        wheel_call(w, CALL_NOW, 0u, 0u).value != record.now) {
        return false;
    }
    w->ops->timers(w->part, record.now, timers, 0u, STATE_TIMERS);
    return memcmp(timers, record.timers, sizeof(timers)) == 0;
}

static void note(const struct wheel *w)
{
    record.fields = w->ops->fields(w->part[0]);
    record.links = *record.fields.links;
    record.deadlines = *record.fields.deadlines;
    record.capacity = *record.fields.capacity;
    record.now = wheel_call(w, CALL_NOW, 0u, 0u).value;
    w->ops->timers(w->part, record.now, record.timers, 0u, STATE_TIMERS);
}

/* The intact wheel again, but for one bit. */
static struct wheel *corrupted(const struct word *word, uint32_t bit)
{
    arena_load(&arena);
    word_flip(word, bit);
    return &arena.wheel;
}

static void flip(const struct word *word, uint32_t bit)
{
    const bool inside = word->row >= ROW_ACTIVE && (word->inside >> bit & 1u) != 0u;
    struct count *const c = &counts[word->row + (inside ? 1 : 0)];
    const enum ending audit = attempt(audits, corrupted(word, bit));
    const enum ending run = attempt(answers, corrupted(word, bit));
    const bool harmful = run != SAID_YES || arena_spilled(&arena);
    c->flips++;
    c->harmful += harmful;
    if (audit == SAID_NO) {
        c->detected++;
    } else if (audit != SAID_YES) {
        c->crashed++;
    } else if (harmful) {
        c->missed++;
        c->left += attempt(compares, corrupted(word, bit)) == SAID_YES;
    } else {
        c->harmless++;
    }
}

/* The word with this index, of the intact wheel. */
static bool next_word(uint32_t index, struct word *word)
{
    arena_load(&arena);
    return word_of(&arena.wheel, index, word);
}

/* Flips the bits of the wheel in this state. */
static bool flip_all(const struct state *state, struct random *r, uint32_t step)
{
    struct word word;
    uint32_t turn = random_below(r, step);
    if (!state_reach(&arena.wheel, state, r) || !audits(&arena.wheel)) { return false; }
    arena_save(&arena);
    note(&arena.wheel);
    if (!history_record(&history, &arena.wheel, r)) { return false; }
    for (uint32_t index = 0u; next_word(index, &word); index++) {
        for (uint32_t bit = 0u; bit < 8u * word.bytes; bit++) {
            if (turn++ % step == 0u) { flip(&word, bit); }
        }
    }
    return true;
}

static void print(const struct wheel_ops *ops)
{
    for (enum row row = ROW_LINKS_POINTER; row < ROWS; row++) {
        const struct count *const c = &counts[row];
        const char *const name = row_name(ops, row);
        if (name != NULL) {
            printf("%u %u %u %u %u %u %u %s\n", c->flips, c->detected, c->crashed, c->missed,
                   c->left, c->harmless, c->harmful, name);
        }
    }
}

/* The wheel and the step of the command line; NULL: it names neither wheel. */
static const struct wheel_ops *arguments(int argc, char **argv, uint32_t *step)
{
    const char *const name = argc > 1 ? argv[1] : "";
    *step = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1u;
    if (*step != 0u && strcmp(name, wheel_hier.name) == 0) { return &wheel_hier; }
    return *step != 0u && strcmp(name, wheel_hashed.name) == 0 ? &wheel_hashed : NULL;
}

int main(int argc, char **argv)
{
    uint32_t step = 0u;
    const struct wheel_ops *const ops = arguments(argc, argv, &step);
    struct random r = {SEED};
    if (ops == NULL) {
        fputs("corruption: call it as: corruption hier|hashed [STEP]\n", stderr);
        return 2;
    }
    if (!attempt_begin() || !arena_give(&arena, ops, STATE_TIMERS)) {
        fputs("corruption: no memory at its addresses: use a Linux of 64 bits\n", stderr);
        return 2;
    }
    for (uint32_t i = 0u; i < ROUNDS * STATES; i++) {
        if (!flip_all(&state_table[i % STATES], &r, step)) {
            fprintf(stderr, "corruption: no history leads to: %s\n", state_table[i % STATES].name);
            return 2;
        }
    }
    print(ops);
    arena_free(&arena);
    return 0;
}
