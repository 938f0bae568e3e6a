/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs a history in the text format on a wheel beside the sorted list, and stops at the first
   difference from the list, or from the file: replay [--show] [--c] [--wheel NAME] FILE

   With --show: each call, then the clock, what is being opened, and the slots. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

static struct lockstep s;
static struct wheel wheel;
static struct wheel list = {.ops = &wheel_oracle};

static struct {
    const char *file;
    unsigned line;
    unsigned calls;
    const char *wheel; /* that was asked for */
    bool begun;        /* init was not refused */
    bool exact;        /* the file's answers are for any wheel, or for this one */
    bool damaged;
    void *whole; /* the wheel's memory before it was damaged, or NULL */
} state;

static void stop(const char *what)
{
    (void)fflush(stdout);
    fprintf(stderr, "%s:%u: %s\n", state.file != NULL ? state.file : "replay", state.line, what);
    exit(EXIT_FAILURE);
}

static void choose(const char *name)
{
    for (unsigned i = 0u; i < WHEELS; i++) {
        if (strcmp(name, wheel_table[i]->label) == 0) { wheel.ops = wheel_table[i]; }
    }
    if (strcmp(name, "any") == 0) { wheel.ops = &wheel_hier; }
    if (wheel.ops == NULL) { stop("name hier, hashed or list as the wheel"); }
}

static void read_header(const struct line *l)
{
    choose(state.wheel != NULL ? state.wheel : l->wheel);
    const bool face = l->radix == TW_RADIX && l->levels == TW_LEVELS;
    const bool same = strcmp(wheel.ops->label, l->wheel) == 0 && face &&
                      (wheel.ops != &wheel_hashed || l->slots == TW_HASHED_SLOTS);
    state.exact = same || (strcmp(l->profile, "contract") == 0 && face);
    if (s.show) { trace_header(s.out, wheel.ops); }
}

/* Timers in the list of a slot, or of all in the order of delivery, in one line. */
static void show_timers(const char *where, const uint32_t *deadlines, const tw_node *ids,
                        uint32_t n)
{
    char text[512];
    int used = snprintf(text, sizeof(text), "  %s:", where);
    for (uint32_t i = 0u; i < n && used < (int)sizeof(text) - 32; i++) {
        used += snprintf(text + used, sizeof(text) - (size_t)used, " %" PRId32 "@%" PRIu32, ids[i],
                         deadlines[ids[i]]);
    }
    trace_note(s.out, "%s", text);
}

static void show_slot(uint32_t slot)
{
    static tw_node ids[64];
    const struct tw_link *const links = wheel.part[1];
    char where[48];
    uint32_t n = 0u;
    for (tw_node node = links[slot].next; node != (tw_node)slot && n < 64u;
         node = links[node].next) {
        ids[n++] = node - (tw_node)wheel.ops->heads;
    }
    if (wheel.ops == &wheel_hier) {
        snprintf(where, sizeof(where), "level %" PRIu32 ", slot %" PRIu32, slot / TW_RADIX,
                 slot % TW_RADIX);
    } else {
        snprintf(where, sizeof(where), "slot %" PRIu32, slot);
    }
    if (n > 0u) { show_timers(where, wheel.part[2], ids, n); }
}

/* The clock, what is being opened, and each slot that has timers. */
static void show_state(void)
{
    if (wheel.ops == &wheel_oracle) {
        const struct tw_oracle *const w = wheel.part[0];
        show_timers("order", w->deadlines, w->order, (uint32_t)w->count);
        return;
    }
    const uint32_t place = wheel.ops->get_place(wheel.part[0]);
    trace_note(s.out, "  clock %" PRIu32 ", %s %" PRIu32 "%s", lockstep_now(&s), wheel.ops->place,
               place, wheel.ops->needs_budget(wheel.part[0]) ? ", needs budget" : "");
    for (uint32_t slot = 0u; slot < wheel.ops->heads; slot++) {
        show_slot(slot);
    }
}

/* init; one that is refused in the middle of a history must leave all as it is. */
static struct answer begin(const struct call *c)
{
    const bool good = c->a != 0u && c->a <= TW_CAPACITY_MAX;
    if (!good && state.begun) {
        (void)lockstep_call(&s, *c);
        return s.steps[0].answer;
    }
    wheel_free(&wheel);
    wheel_free(&list);
    free(s.kept);
    if (!wheel_give(&wheel, good ? c->a : 1u) || !wheel_give(&list, good ? c->a : 1u)) {
        stop("not enough memory");
    }
    s.kept = malloc(wheel_bytes(&wheel));
    if (s.kept == NULL) { stop("not enough memory"); }
    state.begun = lockstep_init(&s, c->a, c->b) == TW_OK;
    return s.steps[0].answer;
}

/* Makes a call; what the wheel answers. */
static struct answer make(const struct call *c)
{
    s.count = 0u;
    if (c->kind == CALL_INIT) { return begin(c); }
    if (!state.begun) { stop("begin the history with an init that is answered OK"); }
    if (c->kind >= CALL_NEXT) {
        const struct answer got = wheel_call(&wheel, c->kind, c->a, c->b);
        if (!state.damaged) { (void)lockstep_look(&s, *c); }
        if (!s.show) { return got; }
        trace_call(s.out, wheel.ops, *c);
        trace_answer(s.out, &(struct step){*c, got, lockstep_now(&s)});
        return got;
    }
    (void)lockstep_call(&s, *c);
    return s.steps[0].answer;
}

static void run_call(const struct step *step, bool skip)
{
    if (wheel.ops == NULL) { stop("write a header `# twv 2 ...` before the calls"); }
    const struct step got = {step->call, make(&step->call), lockstep_now(&s)};
    state.calls++;
    const bool right = answers_equal(got.answer, step->answer) && got.now == step->now;
    if (!skip && state.exact && !right) {
        trace_call(s.out, wheel.ops, step->call);
        trace_answer(s.out, step);
        trace_got(s.out, &got, "the file's answer");
        stop("first difference");
    }
    if (s.show && state.begun && !state.damaged) { show_state(); }
}

/* A word that is damaged; another wheel has another memory. */
static void damage(const struct line *l)
{
    state.damaged = true;
    if (!state.exact) { return; }
    if (state.whole == NULL) {
        state.whole = malloc(wheel_bytes(&wheel));
        if (state.whole == NULL) { stop("not enough memory"); }
        wheel_save(&wheel, state.whole);
    }
    if (!state.begun || !wheel_has(&wheel, l->field, l->index)) {
        stop("name a word of the wheel's memory");
    }
    wheel_set(&wheel, l->field, l->index, l->value);
    if (s.show) { trace_set(s.out, &wheel, l->field, l->index); }
}

static void mend(void)
{
    if (state.whole != NULL) { wheel_load(&wheel, state.whole); }
    free(state.whole);
    state.whole = NULL;
    state.damaged = false;
    if (s.show) { trace_note(s.out, "mend"); }
}

static void run_line(const char *text)
{
    static struct line l;
    const enum trace_kind kind = trace_read(text, &l);
    switch (kind) {
    case TRACE_HEADER:
        read_header(&l);
        break;
    case TRACE_STEP:
    case TRACE_SKIP:
        if (!state.damaged || state.exact) { run_call(&l.step, kind == TRACE_SKIP); }
        break;
    case TRACE_SET:
        damage(&l);
        break;
    case TRACE_MEND:
        mend();
        break;
    case TRACE_BAD:
        stop("write a call as spec/vectors/README.md says: CALL = ANSWER @CLOCK");
    default:
        break;
    }
}

int main(int argc, char **argv)
{
    char text[256];
    s = (struct lockstep){
        .wheel = &wheel, .oracle = &list, .thorough = true, .audits = 1u, .fail = stop};
    s.out = stdout;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--show") == 0) {
            s.show = true;
        } else if (strcmp(argv[i], "--c") == 0) {
            trace_in_c = true;
        } else if (strcmp(argv[i], "--wheel") == 0 && i + 1 < argc) {
            state.wheel = argv[++i];
        } else {
            state.file = argv[i];
        }
    }
    FILE *const file = state.file != NULL ? fopen(state.file, "re") : NULL;
    if (file == NULL) { stop("name a file that can be read"); }
    while (fgets(text, sizeof(text), file) != NULL) {
        state.line++;
        run_line(text);
    }
    (void)fclose(file);
    printf("%u calls on %s beside the list, no difference\n", state.calls,
           wheel.ops != NULL ? wheel.ops->label : "no wheel");
    return state.calls > 0u ? EXIT_SUCCESS : EXIT_FAILURE;
}
