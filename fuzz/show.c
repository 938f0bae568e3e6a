/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "show.h"

#include <inttypes.h>
#include <stdio.h>

/* Calls without operands, with one, with two; how they end. */
static const struct {
    const char *name;
    int operands;
    const char *end;
} calls[] = {
    [CALL_INIT] = {"init", 2, ");"},
    [CALL_START] = {"start", 2, ");"},
    [CALL_STOP] = {"stop", 1, ");"},
    [CALL_RESTART] = {"restart", 2, ");"},
    [CALL_START_AT] = {"start_at", 2, ");"},
    [CALL_RESTART_AT] = {"restart_at", 2, ");"},
    [CALL_ADVANCE] = {"advance", 2, ", &id);"},
    [CALL_NEXT] = {"next", 0, ", &ticks);"},
    [CALL_NOW] = {"now", 0, ");"},
    [CALL_IS_ACTIVE] = {"is_active", 1, ");"},
    [CALL_REMAINING] = {"remaining", 1, ", &ticks);"},
    [CALL_IS_EMPTY] = {"is_empty", 0, ");"},
    [CALL_AUDIT] = {"audit", 0, ");"},
};

static const char *const statuses[] = {
    "TW_OK",        "TW_EXPIRED",  "TW_BUSY",       "TW_BAD_ID",       "TW_BAD_DELAY",
    "TW_BAD_CLOCK", "TW_NOT_IDLE", "TW_NOT_ACTIVE", "TW_BAD_CAPACITY",
};

void show_call(const char *wheel, const struct call *c)
{
    printf("tw_%s_%s(&w", wheel, calls[c->kind].name);
    if (c->kind == CALL_INIT) { printf(", ..."); }
    if (calls[c->kind].operands >= 1) { printf(", %" PRIu32, c->a); }
    if (calls[c->kind].operands >= 2) { printf(", %" PRIu32, c->b); }
    printf("%s   ", calls[c->kind].end);
}

static void print_answer(enum kind kind, struct answer r)
{
    switch (kind) {
    case CALL_NOW:
        printf("%" PRIu32, r.value);
        break;
    case CALL_NEXT:
    case CALL_IS_ACTIVE:
    case CALL_IS_EMPTY:
    case CALL_AUDIT:
        printf("%s", r.value != 0u ? "true" : "false");
        break;
    default:
        printf("%s", r.value <= TW_BAD_CAPACITY ? statuses[r.value] : "no status");
        break;
    }
    if (r.out != UNTOUCHED) { printf(", %" PRIu32, r.out); }
}

void show_answer(const struct call *c, struct answer got)
{
    printf("/* ");
    print_answer(c->kind, got);
    printf(" */\n");
}

void show_difference(const struct call *c, struct answer expected, struct answer got)
{
    printf("/* expected ");
    print_answer(c->kind, expected);
    printf("; got ");
    print_answer(c->kind, got);
    printf(" */\n");
}
