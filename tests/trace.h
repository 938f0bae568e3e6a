/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reads and prints call histories in the text format of spec/vectors: each line is a call, its answer
   and the clock after it, `start 0 255 = OK @0`. On request it prints them as C. */
#ifndef TW_TRACE_H
#define TW_TRACE_H

#include <stdio.h>

#include "calls.h"

/* A line of a history. */
struct step {
    struct call call;
    struct answer answer;
    uint32_t now; /* the clock after it */
};

/* What a line may say. */
struct line {
    struct step step;
    char profile[16]; /* the first line */
    char wheel[16];
    uint32_t radix;
    uint32_t levels;
    uint32_t slots; /* of the hashed wheel, else 0 */
    enum field field;
    uint32_t index;
    uint64_t value;
};

/* Print C from here on. */
extern bool trace_in_c;

/* `# twv 2 exact hier 256`. */
void trace_header(FILE *out, const struct wheel_ops *ops);

/* `start 0 255`, to be followed by its answer; ` = OK @0`, and the end of the line. */
void trace_call(FILE *out, const struct wheel_ops *ops, struct call call);
void trace_answer(FILE *out, const struct step *step);

/* The answer that a wheel gave instead, as a comment. */
void trace_got(FILE *out, const struct step *step, const char *why);

/* What the format has no word for stands in comments: any text; `set next 3 5`, a word of memory
   that is damaged; `mend`, all memory as before that. */
void trace_note(FILE *out, const char *format, ...);
void trace_set(FILE *out, const struct wheel *w, enum field field, uint32_t index);

enum trace_kind {
    TRACE_NOTHING, /* or a comment */
    TRACE_HEADER,
    TRACE_STEP,
    TRACE_SKIP, /* a call whose answer is SKIP */
    TRACE_SET,
    TRACE_MEND,
    TRACE_BAD
};

/* Reads a line: what it says, and nothing else, is written to *line. */
enum trace_kind trace_read(const char *text, struct line *line);

#endif
