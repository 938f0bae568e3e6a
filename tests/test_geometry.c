/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The default number of slots at each radix: TW_HASHED_SLOTS is expanded where it stands. */
#undef TW_HASHED_SLOTS /* before wheels.h includes tw_geometry.h */
#include "wheels.h"

static void default_slots(void **state)
{
    (void)state;
#undef TW_LEVELS
#define TW_LEVELS 4
#undef TW_RADIX
#define TW_RADIX 256
    assert_int_equal(TW_HASHED_SLOTS, 4096);
#undef TW_RADIX
#define TW_RADIX 16
    assert_int_equal(TW_HASHED_SLOTS, 512);
#undef TW_LEVELS
#define TW_LEVELS 8
    assert_int_equal(TW_HASHED_SLOTS, 512);
#undef TW_LEVELS
#define TW_LEVELS 4
#undef TW_RADIX
#define TW_RADIX 4
    assert_int_equal(TW_HASHED_SLOTS, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(default_slots)};
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
