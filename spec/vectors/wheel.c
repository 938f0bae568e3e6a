/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel that reads calls and writes them with its answers: see README.md.

     cc -std=c11 -Isrc -Ispec -DWHEEL=hier spec/vectors/wheel.c src/tw_hier.c -o wheel

   WHEEL is hier, hashed or oracle (the sorted list, spec/oracle.c). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "tw_hashed.h"
#include "tw_hier.h"

#ifndef WHEEL
#define WHEEL hier
#endif
#define JOIN_(wheel, name) tw_##wheel##name
#define JOIN(wheel, name) JOIN_(wheel, name)
#define CALL(name) JOIN(WHEEL, _##name)

#define TIMERS_MAX 1024u      /* no vector has more timers */
#define UNTOUCHED 0xDEADBEEFu /* what no call has written */

static struct JOIN(WHEEL, ) wheel;

/* New memory of the size that is needed, full of something else. Refused, init needs none. */
static enum tw_status init(uint32_t capacity, uint32_t now)
{
    static void *links;
    static uint32_t *deadlines;
    if (capacity >= 1u && capacity <= TIMERS_MAX) {
        const size_t size = (TW_SLOTS + TW_HASHED_SLOTS + capacity) * sizeof(struct tw_link);
        links = memset(realloc(links, size), 0xA5, size);
        deadlines = memset(realloc(deadlines, capacity * sizeof *deadlines), 0xA5,
                           capacity * sizeof *deadlines);
    }
    return CALL(init)(&wheel, links, deadlines, capacity, now);
}

/* Prints a status; and a value if the call should have written one, or has. */
static void answer(enum tw_status status, bool writes, uint32_t value)
{
    static const char *const names[] = {"OK",        "EXPIRED",  "BUSY",       "BAD_ID",      "BAD_DELAY",
                                        "BAD_CLOCK", "NOT_IDLE", "NOT_ACTIVE", "BAD_CAPACITY"};
    printf(" = %s", names[status]);
    if (writes || value != UNTOUCHED) { printf(" %" PRIu32, value); }
}

static void call(const char *name, uint32_t a, uint32_t b)
{
    uint32_t value = UNTOUCHED;
    enum tw_status status = TW_OK;
#define IS(text) (strcmp(name, text) == 0)
    if (IS("init")) { answer(init(a, b), false, value); }
    if (IS("start")) { answer(CALL(start)(&wheel, a, b), false, value); }
    if (IS("stop")) { answer(CALL(stop)(&wheel, a), false, value); }
    if (IS("restart")) { answer(CALL(restart)(&wheel, a, b), false, value); }
    if (IS("start_at")) { answer(CALL(start_at)(&wheel, a, b), false, value); }
    if (IS("restart_at")) { answer(CALL(restart_at)(&wheel, a, b), false, value); }
    if (IS("advance")) { status = CALL(advance)(&wheel, a, b, &value); answer(status, status == TW_EXPIRED, value); }
    if (IS("remaining")) { status = CALL(remaining)(&wheel, a, &value); answer(status, status == TW_OK, value); }
    if (IS("next")) { if (CALL(next)(&wheel, &value)) { printf(" = %" PRIu32, value); } else { printf(" = none"); } }
    if (IS("now")) { printf(" = %" PRIu32, CALL(now)(&wheel)); }
    if (IS("is_active")) { printf(" = %d", CALL(is_active)(&wheel, a)); }
    if (IS("is_empty")) { printf(" = %d", CALL(is_empty)(&wheel)); }
    printf(" @%" PRIu32 "\n", CALL(now)(&wheel));
}

int main(void)
{
    char line[80], name[16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint32_t a = 0u, b = 0u;
        const int words = sscanf(line, "%15s %" SCNu32 " %" SCNu32, name, &a, &b);
        printf(words > 2 ? "%s %" PRIu32 " %" PRIu32 : words > 1 ? "%s %" PRIu32 : "%s", name, a, b);
        call(name, a, b);
        fflush(stdout);
    }
    return 0;
}
