/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cmocka.h"

#include <setjmp.h>

/* The test programs of this image, by their main. */
#ifndef PROGRAMS
#error "PROGRAMS is a list: X(test_clock) X(test_list) ..."
#endif
#define X(program) int program(void);
PROGRAMS
#undef X

static jmp_buf here;
static unsigned passed;
static unsigned failed;
static unsigned skipped;

enum { PASSED = 1, FAILED, SKIPPED };

void standin_end(bool fails, const char *what, const char *file, int line)
{
    if (fails) { printf("%s:%d: %s\n", file, line, what); }
    longjmp(here, fails ? FAILED : SKIPPED);
}

void *standin_memory(void *memory, const char *file, int line)
{
    if (memory == NULL) { standin_end(true, "no memory", file, line); }
    return memory;
}

/* setjmp stands in a function of its own: no local has to survive. */
static int outcome(const struct CMUnitTest *test, void **state)
{
    const int code = setjmp(here);
    if (code != 0) { return code; }
    if (test->setup_func != NULL && test->setup_func(state) != 0) { return FAILED; }
    test->test_func(state);
    return PASSED;
}

int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                            standin_fixture setup, standin_fixture teardown)
{
    const unsigned before = failed;
    void *shared = NULL;
    if (setup != NULL && setup(&shared) != 0) { failed++; }
    for (size_t i = 0u; i < count; i++) {
        void *state = tests[i].initial_state != NULL ? tests[i].initial_state : shared;
        const int code = outcome(&tests[i], &state);
        if (tests[i].teardown_func != NULL && tests[i].teardown_func(&state) != 0) { failed++; }
        passed += code == PASSED;
        failed += code == FAILED;
        skipped += code == SKIPPED;
        if (code == FAILED) { printf("FAILED %s: %s\n", group, tests[i].name); }
    }
    if (teardown != NULL && teardown(&shared) != 0) { failed++; }
    return (int)(failed - before);
}

/* There may be no environment: random.c is compiled to ask here. */
const char *standin_getenv(const char *name);
const char *standin_getenv(const char *name)
{
    return strcmp(name, "TW_TEST_SCALE") == 0 ? SCALE : NULL;
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
#define X(program) (void)program();
    PROGRAMS
#undef X
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed == 0u && passed > 0u ? 0 : 1;
}
