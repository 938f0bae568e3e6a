/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls that lead to a state of a step proof, if there are: reach [--c] FILE

   The file is a history: init with the clock of the state, then `# set` lines with its links, what is
   being opened, and the deadlines of the active timers. Tried are all ways to start these, two at most, at
   two earlier ticks or now, and to advance with some budget. */
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

/* More lines than a state has, and calls than a way. */
#define LINES 256u
#define WAY 16u

/* Tried budgets: all, then few. */
static const uint32_t budgets[] = {TW_UNBOUNDED, 0u, 1u, 2u, 3u};
#define BUDGETS (sizeof(budgets) / sizeof(budgets[0]))

static struct line lines[LINES];
static uint32_t count;
static uint32_t capacity;
static uint32_t now;
static struct wheel wheel;
static struct wheel list = {.ops = &wheel_oracle};

static struct call way[WAY];
static uint32_t length;
static bool possible; /* is each call made, and no timer delivered? */

static void call(enum call_kind kind, uint32_t a, uint32_t b)
{
    const uint32_t status = wheel_call(&wheel, kind, a, b).value;
    possible = possible && length < WAY && (status == TW_OK || (status == TW_BUSY && b <= 3u));
    if (possible) { way[length++] = (struct call){kind, a, b}; }
}

static void advance(uint32_t until, uint32_t budget)
{
    uint32_t left = tw_distance(wheel_call(&wheel, CALL_NOW, 0u, 0u).value, until);
    while (left > ADVANCE_MOST && possible) {
        call(CALL_ADVANCE, until - left + ADVANCE_MOST, TW_UNBOUNDED);
        left -= ADVANCE_MOST;
    }
    call(CALL_ADVANCE, tw_tick(until), budget);
}

/* Is this the state? */
static bool is_here(void)
{
    bool here = possible && wheel_call(&wheel, CALL_NOW, 0u, 0u).value == now;
    for (uint32_t i = 0u; i < count && here; i++) {
        here = wheel_get(&wheel, lines[i].field, lines[i].index) == lines[i].value;
    }
    return here;
}

static void begin(uint32_t tick)
{
    length = 0u;
    possible = true;
    call(CALL_INIT, capacity, tick);
}

/* Starts a timer with the deadline it has in the state, if it is active there. */
static void start(uint32_t number)
{
    uint32_t n = 0u;
    for (uint32_t i = 0u; i < count; i++) {
        if (lines[i].field == FIELD_DEADLINE && n++ == number) {
            const uint32_t here = wheel_call(&wheel, CALL_NOW, 0u, 0u).value;
            const uint32_t delay = tw_distance(here, tw_tick((uint32_t)lines[i].value));
            call(CALL_START, lines[i].index, delay);
        }
    }
}

/* One timer is started so many ticks ago, the other one some later; with this budget to now, or
   the other one after that. Is that a way? */
static bool try_way(uint32_t first, uint32_t ago, uint32_t later, uint32_t budget, bool last)
{
    begin(tw_distance(ago, now));
    start(first);
    if (!last) {
        if (later != ago) { advance(tw_distance(later, now), TW_UNBOUNDED); }
        start(1u - first);
    }
    if (is_here()) { return true; }
    advance(now, budget);
    if (last) { start(1u - first); }
    return is_here();
}

static bool find(void)
{
    for (uint32_t ago = 0u; ago <= TW_TICK_MAX; ago++) {
        for (uint32_t later = 0u; later <= ago; later++) {
            for (uint32_t i = 0u; i < 4u * BUDGETS; i++) {
                const bool last = i / 2u % 2u != 0u;
                if ((!last || later == 0u) && try_way(i % 2u, ago, later, budgets[i / 4u], last)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void read_lines(FILE *file)
{
    char text[256];
    while (fgets(text, sizeof(text), file) != NULL && count < LINES) {
        struct line *const l = &lines[count];
        const enum trace_kind kind = trace_read(text, l);
        for (uint32_t i = 0u; i < WHEELS && kind == TRACE_HEADER; i++) {
            if (strcmp(l->wheel, wheel_table[i]->label) == 0) { wheel.ops = wheel_table[i]; }
        }
        if (kind == TRACE_SKIP) {
            capacity = l->step.call.a;
            now = tw_tick(l->step.call.b);
        }
        count += kind == TRACE_SET;
    }
}

/* On the way is a difference already. */
static void stop(const char *what)
{
    (void)what;
    exit(3);
}

int main(int argc, char **argv)
{
    static struct lockstep s = {.wheel = &wheel, .oracle = &list, .show = true, .fail = stop};
    FILE *const file = argc > 1 ? fopen(argv[argc - 1], "re") : NULL;
    if (file == NULL) { return EXIT_FAILURE; }
    read_lines(file);
    (void)fclose(file);
    if (wheel.ops == NULL || !wheel_give(&wheel, capacity) || !wheel_give(&list, capacity)) {
        return EXIT_FAILURE;
    }
    if (!find()) { return EXIT_FAILURE; }
    s.out = stdout;
    (void)lockstep_init(&s, capacity, way[0].b);
    for (uint32_t i = 1u; i < length; i++) {
        (void)lockstep_call(&s, way[i]);
    }
    return EXIT_SUCCESS;
}
