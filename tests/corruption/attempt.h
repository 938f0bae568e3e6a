/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs a function that may crash or never end, without a process of its own. */
#ifndef TW_CORRUPTION_ATTEMPT_H
#define TW_CORRUPTION_ATTEMPT_H

#include <stdbool.h>

enum ending { SAID_NO, SAID_YES, CRASHED, ENDLESS };

/* Handles faults from now on, and looks at the processor time twice a second; false: it cannot. */
bool attempt_begin(void);

/* What work(data) returns; or that it made a fault, or took half a second or more. */
enum ending attempt(bool (*work)(void *data), void *data);

#endif
