/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an image reads in place of its input, which not every machine has: the strings of the file CALLS. */
#include <stdio.h>
#include <string.h>

static const char *const calls[] = {
#include CALLS
    NULL};

char *next_call(char *line, int size, FILE *file);
char *next_call(char *line, int size, FILE *file)
{
    static size_t at;
    (void)size;
    (void)file;
    return calls[at] == NULL ? NULL : strcpy(line, calls[at++]);
}
