/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A deadline that has passed is TW_DUE, and one that is too far ahead is TW_BAD_DELAY. */
#include "trap.h"

int main(void)
{
    IS(NEW_WHEEL() == TW_OK);
    IS(CALL(start_at)(w, 0u, counter) == TW_DUE);
    IS(CALL(start_at)(w, 0u, counter - TW_SLEEP_MAX + 1u) == TW_DUE);
    IS(CALL(start_at)(w, 0u, counter - TW_SLEEP_MAX) == TW_BAD_DELAY);
    IS(CALL(start_at)(w, 0u, counter + TW_STRIDE_MAX + 1u) == TW_BAD_DELAY);
    IS(CALL(start_at)(w, 0u, counter + TW_STRIDE_MAX) == TW_OK);
    counter += 1u; /* lag 1: the same delay from the counter is too far for the wheel */
    IS(CALL(restart_at)(w, 0u, counter + TW_STRIDE_MAX) == TW_BAD_DELAY);
    IS(CALL(is_active)(w, 0u)); /* with its earlier deadline */
    IS(CALL(restart_at)(w, 0u, counter - 1u) == TW_DUE && CALL(is_active)(w, 0u));
    return wrong;
}
