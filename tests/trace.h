/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Histories as text, in the format of spec/vectors: a line a call with its answer and the clock
   after it, `start 0 255 = OK @0`. The same as C, where that is asked for. */
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

/* What the first line says. */
struct header {
    char profile[16];
    char wheel[16];
    uint32_t radix;
    uint32_t slots; /* of the hashed wheel, else 0 */
};

/* Print C from here on. */
extern bool trace_in_c;

/* `# twv 1 exact hier 256`. */
void trace_header(FILE *out, const struct wheel_ops *ops);

/* `start 0 255`, to be followed by its answer; ` = OK @0`, and the end of the line. */
void trace_call(FILE *out, const struct wheel_ops *ops, struct call call);
void trace_answer(FILE *out, const struct step *step);

/* The answer that a wheel gave instead, as a comment. */
void trace_got(FILE *out, const struct step *step, const char *why);

/* A comment, for what the format has no word for. */
void trace_note(FILE *out, const char *format, ...);

enum trace_kind {
    TRACE_EMPTY,  /* or a comment */
    TRACE_HEADER, /* the first line */
    TRACE_STEP,
    TRACE_SKIP, /* a call whose answer is SKIP */
    TRACE_BAD
};

/* Reads a line. */
enum trace_kind trace_read(const char *line, struct header *header, struct step *step);

#endif
