/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Prints the geometry of the parent's library. */
#include <stdio.h>

#include "parent.h"

int main(void)
{
    printf("%d\n", parent_radix());
    return 0;
}
