/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What no header of src/ may have: a public function that has another name in C++, and a name that is a keyword of C++20
   (refuse/linkage.py). */
#ifndef TW_PLANTED_H
#define TW_PLANTED_H

#include <stdint.h>

uint32_t linkage_mangled(uint32_t concept);

#endif
