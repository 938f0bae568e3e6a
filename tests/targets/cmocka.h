/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* As much of cmocka as the tests use, for machines that have none: found before cmocka's own header,
   with all test programs of one geometry in one image. */
#ifndef TW_TARGETS_CMOCKA_H
#define TW_TARGETS_CMOCKA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*standin_fixture)(void **state);

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    standin_fixture setup_func;
    standin_fixture teardown_func;
    void *initial_state;
};

#define cmocka_unit_test(test) {#test, test, NULL, NULL, NULL}
#define cmocka_unit_test_setup_teardown(test, setup, teardown) {#test, test, setup, teardown, NULL}
#define cmocka_run_group_tests_name(group, tests, setup, teardown)                                 \
    _cmocka_run_group_tests(group, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)

int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                            standin_fixture setup, standin_fixture teardown);

/* Ends the test: it failed, or it is to be skipped. */
_Noreturn void standin_end(bool failed, const char *what, const char *file, int line);

/* The memory. Without memory the test fails. */
void *standin_memory(void *memory, const char *file, int line);

#define standin_check(holds, what) ((holds) ? (void)0 : standin_end(true, what, __FILE__, __LINE__))

#define assert_true(c) standin_check(c, #c)
#define assert_false(c) standin_check(!(c), "not " #c)
#define assert_null(c) standin_check((c) == NULL, #c " == NULL")
#define assert_non_null(c) standin_check((c) != NULL, #c)
#define assert_ptr_equal(a, b) standin_check((const void *)(a) == (const void *)(b), #a " == " #b)
#define assert_int_equal(a, b) standin_check((uint64_t)(a) == (uint64_t)(b), #a " == " #b)
#define assert_int_not_equal(a, b) standin_check((uint64_t)(a) != (uint64_t)(b), #a " != " #b)
#define assert_in_range(a, low, high)                                                              \
    standin_check((uint64_t)(low) <= (uint64_t)(a) && (uint64_t)(a) <= (uint64_t)(high),           \
                  #a " in " #low " .. " #high)
#define assert_memory_equal(a, b, size) standin_check(memcmp(a, b, size) == 0, #a " as " #b)
#define print_message printf
#define print_error printf
#define fail_msg(...) (printf(__VA_ARGS__), standin_end(true, "", __FILE__, __LINE__))
#define skip() standin_end(false, "", __FILE__, __LINE__)
#define test_malloc(size) standin_memory(malloc(size), __FILE__, __LINE__)
#define test_calloc(count, size) standin_memory(calloc(count, size), __FILE__, __LINE__)
#define test_free free

#endif
