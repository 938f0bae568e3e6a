/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel that reads calls and writes them with its answers, as README.md beside this file says.

     cc -std=c11 -Isrc -Ispec -DWHEEL=hier spec/vectors/wheel.c src/tw_hier.c -o wheel
     spec/vectors/run -- ./wheel hier 256

   WHEEL is hier, hashed, or oracle: the sorted list, spec/oracle.c. */
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
#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define CALL(name) JOIN(tw_, WHEEL, _##name)

#define UNTOUCHED 0xDEADBEEFu /* no vector has this id, or so many ticks */
static struct JOIN(tw_, WHEEL, ) wheel;
static uint32_t out;   /* what a call writes to *id or *ticks */
static uint32_t ticks; /* what earliest writes to *ticks */

/* Gives init memory full of something else; where it has to refuse, what there is. */
static enum tw_status init(uint32_t capacity, uint32_t now)
{
    static void *links;
    static uint32_t *deadlines;
    if (capacity >= 1u && capacity <= 65600u) { /* no vector has more */
        const size_t size = (TW_SLOTS + TW_HASHED_SLOTS + capacity) * sizeof(struct tw_link);
        links = memset(realloc(links, size), 0xA5, size);
        deadlines = memset(realloc(deadlines, capacity * 4u), 0xA5, capacity * 4u);
    }
    return CALL(init)(&wheel, links, deadlines, capacity, now);
}

static const char *const words[] = {"OK",           "EXPIRED",   "BUSY",     "BAD_ID",
                                    "BAD_DELAY",    "BAD_CLOCK", "NOT_IDLE", "NOT_ACTIVE",
                                    "BAD_CAPACITY", "DUE"};

/* A call's answer, but for what it writes. */
static const char *call(const char *name, uint32_t a, uint32_t b)
{
    if (strcmp(name, "init") == 0) { return words[init(a, b)]; }
    if (strcmp(name, "start") == 0) { return words[CALL(start)(&wheel, a, b)]; }
    if (strcmp(name, "stop") == 0) { return words[CALL(stop)(&wheel, a)]; }
    if (strcmp(name, "restart") == 0) { return words[CALL(restart)(&wheel, a, b)]; }
    if (strcmp(name, "start_at") == 0) { return words[CALL(start_at)(&wheel, a, b)]; }
    if (strcmp(name, "restart_at") == 0) { return words[CALL(restart_at)(&wheel, a, b)]; }
    if (strcmp(name, "advance") == 0) { return words[CALL(advance)(&wheel, a, b, &out)]; }
    if (strcmp(name, "remaining") == 0) { return words[CALL(remaining)(&wheel, a, b, &out)]; }
    if (strcmp(name, "next") == 0) { return words[CALL(next)(&wheel, a, &out)]; }
    if (strcmp(name, "earliest") == 0) { return words[CALL(earliest)(&wheel, a, &out, &ticks)]; }
    if (strcmp(name, "is_active") == 0) { return CALL(is_active)(&wheel, a) ? "1" : "0"; }
    if (strcmp(name, "is_empty") == 0) { return CALL(is_empty)(&wheel) ? "1" : "0"; }
    if (strcmp(name, "now") == 0) { out = CALL(now)(&wheel); }
    return strcmp(name, "now") == 0 ? "" : "SKIP";
}

int main(void)
{
    char line[80];
    char name[16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint32_t n[2] = {0u, 0u};
        const int read =
            sscanf(line, "%15s %" SCNu32 " %" SCNu32, name, n, n + 1); // NOLINT(cert-*)
        out = UNTOUCHED;
        ticks = UNTOUCHED;
        const char *const answer = read < 1 ? "SKIP" : call(name, n[0], n[1]);
        printf("%.*s = %s", (int)strcspn(line, "\n"), line, answer);
        if (out != UNTOUCHED) { printf(*answer == '\0' ? "%" PRIu32 : " %" PRIu32, out); }
        if (ticks != UNTOUCHED) { printf(" %" PRIu32, ticks); }
        printf(" @%" PRIu32 "\n", CALL(now)(&wheel));
        (void)fflush(stdout);
    }
    return 0;
}
