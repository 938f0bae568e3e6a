/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

bool trace_in_c;

enum answer_kind { STATUS, NUMBER, FLAG };

#define ROW(type, NAME, name, operands, answer, arguments) {#name, operands, answer, #arguments},
static const struct {
    const char *name;
    int operands;
    enum answer_kind answer;
    const char *arguments;
} rows[] = {CALL_TABLE(ROW, any)};

static const char *const statuses[] = {
    [TW_OK] = "OK",
    [TW_EXPIRED] = "EXPIRED",
    [TW_BUSY] = "BUSY",
    [TW_BAD_ID] = "BAD_ID",
    [TW_BAD_DELAY] = "BAD_DELAY",
    [TW_BAD_CLOCK] = "BAD_CLOCK",
    [TW_NOT_IDLE] = "NOT_IDLE",
    [TW_NOT_ACTIVE] = "NOT_ACTIVE",
    [TW_BAD_CAPACITY] = "BAD_CAPACITY",
    [TW_DUE] = "DUE",
};
#define STATUSES (sizeof(statuses) / sizeof(statuses[0]))

void trace_header(FILE *out, const struct wheel_ops *ops)
{
    fprintf(out, "%s twv 2 exact %s %d", trace_in_c ? "/*" : "#", ops->label, TW_RADIX);
    if (TW_LEVELS != 4) { fprintf(out, "x%d", TW_LEVELS); }
    if (ops == &wheel_hashed) { fprintf(out, ".%d", TW_HASHED_SLOTS); }
    fprintf(out, trace_in_c ? " */\n" : "\n");
}

/* The arguments of the table, with their values. */
static void print_arguments(FILE *out, const struct call *c)
{
    for (const char *p = rows[c->kind].arguments; *p != '\0'; p++) {
        const bool one = strchr("abw", *p) != NULL && strchr("(, ", p[-1]) != NULL;
        if (*p == 'A') {
            p = strchr(p, ')');
            fprintf(out, "...");
        } else if (one && *p == 'w') {
            fprintf(out, "&w");
        } else if (one) {
            fprintf(out, "%" PRIu32, *p == 'a' ? c->a : c->b);
        } else {
            fputc(*p, out);
        }
    }
}

void trace_call(FILE *out, const struct wheel_ops *ops, struct call call)
{
    if (trace_in_c) {
        fprintf(out, "tw_%s_%s", ops->name, rows[call.kind].name);
        print_arguments(out, &call);
        fprintf(out, ";");
    } else {
        fprintf(out, "%s", rows[call.kind].name);
        if (rows[call.kind].operands > 0) { fprintf(out, " %" PRIu32, call.a); }
        if (rows[call.kind].operands > 1) { fprintf(out, " %" PRIu32, call.b); }
    }
}

static void print_answer(FILE *out, enum answer_kind kind, struct answer r)
{
    if (kind == STATUS) {
        fprintf(out, "%s", r.value < STATUSES ? statuses[r.value] : "no_status");
    } else {
        fprintf(out, "%" PRIu32, r.value);
    }
    if (r.out != UNTOUCHED) { fprintf(out, " %" PRIu32, r.out); }
    if (r.ticks != UNTOUCHED) { fprintf(out, " %" PRIu32, r.ticks); }
}

void trace_answer(FILE *out, const struct step *step)
{
    fprintf(out, trace_in_c ? "   /* = " : " = ");
    print_answer(out, rows[step->call.kind].answer, step->answer);
    fprintf(out, " @%" PRIu32 "%s\n", step->now, trace_in_c ? " */" : "");
}

void trace_got(FILE *out, const struct step *step, const char *why)
{
    fprintf(out, trace_in_c ? "/* got " : "# got ");
    print_answer(out, rows[step->call.kind].answer, step->answer);
    fprintf(out, " @%" PRIu32 ": %s%s\n", step->now, why, trace_in_c ? " */" : "");
}

void trace_note(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(out, trace_in_c ? "/* " : "# ");
    vfprintf(out, format, arguments);
    fprintf(out, trace_in_c ? " */\n" : "\n");
    va_end(arguments);
}

static const struct {
    const char *name;
    const char *in_c;
} fields[] = {
    [FIELD_NEXT] = {"next", "links[%" PRIu32 "].next"},
    [FIELD_PREV] = {"prev", "links[%" PRIu32 "].prev"},
    [FIELD_DEADLINE] = {"deadline", "deadlines[%" PRIu32 "]"},
    [FIELD_OCCUPIED] = {"occupied", "w.occupied[%" PRIu32 "]"},
    [FIELD_NOW] = {"now", "w.now"},
    [FIELD_CAPACITY] = {"capacity", "w.capacity"},
    [FIELD_PLACE] = {"place", "w."},
};

void trace_set(FILE *out, const struct wheel *w, enum field field, uint32_t index)
{
    const uint64_t value = wheel_get(w, field, index);
    if (trace_in_c) {
        fprintf(out, fields[field].in_c, index); // NOLINT(clang-diagnostic-format-nonliteral)
        fprintf(out, "%s = %" PRIu64 ";\n", field == FIELD_PLACE ? w->ops->place : "", value);
    } else {
        fprintf(out, "# set %s %" PRIu32 " %" PRIu64 "\n", fields[field].name, index, value);
    }
}

/* Reads a number of 32 bits and moves the text on behind it. */
static bool read_number(const char **text, uint32_t *number)
{
    uint64_t value = 0u;
    const char *p = *text;
    while (*p >= '0' && *p <= '9' && value <= UINT32_MAX) {
        value = 10u * value + (uint64_t)(*p++ - '0');
    }
    if (p == *text || value > UINT32_MAX) { return false; }
    *number = (uint32_t)value;
    *text = p;
    return true;
}

/* Is the text's next word this one? Moves the text on behind it. */
static bool read_word(const char **text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0) { return false; }
    if (strchr(" =@\r\n", (*text)[length]) == NULL) { return false; }
    *text += length;
    return true;
}

static bool read_call(const char **text, struct call *call)
{
    uint32_t *const operands[] = {&call->a, &call->b};
    *call = (struct call){CALL_INIT, 0u, 0u};
    while (call->kind < CALL_KINDS && !read_word(text, rows[call->kind].name)) {
        call->kind++;
    }
    if (call->kind == CALL_KINDS) { return false; }
    for (int i = 0; i < 2 && i < rows[call->kind].operands; i++) {
        if (*(*text)++ != ' ' || !read_number(text, operands[i])) { return false; }
    }
    return strncmp(*text, " = ", 3u) == 0 && (*text += 3u);
}

static bool read_answer(const char **text, enum answer_kind kind, struct answer *r)
{
    uint32_t *const written[] = {&r->out, &r->ticks};
    *r = answer_only(0u);
    if (kind == NUMBER || kind == FLAG) { return read_number(text, &r->value); }
    while (r->value < STATUSES && !read_word(text, statuses[r->value])) {
        r->value++;
    }
    if (r->value == STATUSES) { return false; }
    for (int i = 0; i < 2 && strncmp(*text, " @", 2u) != 0; i++) {
        if (*(*text)++ != ' ' || !read_number(text, written[i])) { return false; }
    }
    return true;
}

static bool read_clock(const char **text, uint32_t *now)
{
    if (strncmp(*text, " @", 2u) != 0) { return false; }
    *text += 2u;
    return read_number(text, now);
}

#define BEGINNING "# twv 2 %15s %15s %" SCNu32 "%n"
static enum trace_kind read_comment(const char *text, struct line *l)
{
    char field[16];
    if (strncmp(text, "# mend", 6u) == 0) { return TRACE_MEND; }
    // NOLINTNEXTLINE(cert-err34-c)
    if (sscanf(text, "# set %15s %" SCNu32 " %" SCNu64, field, &l->index, &l->value) == 3) {
        l->field = 0;
        while (l->field < FIELD_KINDS && strcmp(field, fields[l->field].name) != 0) {
            l->field++;
        }
        return l->field < FIELD_KINDS ? TRACE_SET : TRACE_BAD;
    }
    if (strncmp(text, "# twv ", 6u) != 0) { return TRACE_NOTHING; }
    l->slots = 0u;
    l->levels = 4u;
    int at = 0;
    // NOLINTNEXTLINE(cert-err34-c)
    const int read = sscanf(text, BEGINNING, l->profile, l->wheel, &l->radix, &at);
    // NOLINTNEXTLINE(cert-err34-c)
    if (read == 3 && sscanf(text + at, "x%" SCNu32 ".%" SCNu32, &l->levels, &l->slots) < 1) {
        (void)sscanf(text + at, ".%" SCNu32, &l->slots); // NOLINT(cert-err34-c)
    }
    return read < 3 ? TRACE_BAD : TRACE_HEADER;
}

enum trace_kind trace_read(const char *text, struct line *line)
{
    struct step *const step = &line->step;
    if (*text == '#') { return read_comment(text, line); }
    if (strspn(text, " \r\n") == strlen(text)) { return TRACE_NOTHING; }
    if (!read_call(&text, &step->call)) { return TRACE_BAD; }
    const bool skip = read_word(&text, "SKIP");
    if (!skip && !read_answer(&text, rows[step->call.kind].answer, &step->answer)) {
        return TRACE_BAD;
    }
    if (!read_clock(&text, &step->now) && !skip) { return TRACE_BAD; }
    if (strspn(text, " \r\n") != strlen(text)) { return TRACE_BAD; }
    return skip ? TRACE_SKIP : TRACE_STEP;
}
