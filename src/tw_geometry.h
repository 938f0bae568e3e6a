/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Version and geometry. The geometry fixes the sizes of the wheels' structs. Use one geometry in
   all files of a program: define its macros for every file, or change them here. The linker refuses
   calls of another geometry. `make copy` and `make install` write a header of this name that has one
   geometry and refuses any other. */
#ifndef TW_GEOMETRY_H
#define TW_GEOMETRY_H

#define TW_VERSION "2.1.0"
#define TW_VERSION_MAJOR 2
#define TW_VERSION_MINOR 1
#define TW_VERSION_PATCH 0

/* One token of two, after macros in them are expanded. */
#define TW_PASTE(a, b) a##b
#define TW_NAME(a, b) TW_PASTE(a, b)

/* The slots on each level of the hierarchical wheel: 256 (default), 16 or 4. With the levels it sets
   TW_PERIOD, for both wheels. `make install` and `make copy` fix it; otherwise define it for all files. */
#ifndef TW_RADIX
#define TW_RADIX 256
#endif

/* The levels of the hierarchical wheel: 4 (default), or 8, with TW_RADIX 16 alone. */
#ifndef TW_LEVELS
#define TW_LEVELS 4
#endif

/* The default of TW_HASHED_SLOTS for each TW_RADIX and TW_LEVELS. */
#define TW_HASHED_SLOTS_4_4_ 64
#define TW_HASHED_SLOTS_16_4_ 512
#define TW_HASHED_SLOTS_16_8_ 512
#define TW_HASHED_SLOTS_256_4_ 4096
#define TW_HASHED_SLOTS_FOR                                                                        \
    TW_NAME(TW_NAME(TW_HASHED_SLOTS_, TW_RADIX), TW_NAME(TW_NAME(_, TW_LEVELS), _))

/* tw_names.h makes the numbers a part of names: they stand there in digits, without a sign or letter.
   Only such a number becomes ten times as large when a 0 follows. */
#if !TW_HASHED_SLOTS_FOR || ~TW_NAME(TW_RADIX, 0) != ~(10 * (TW_RADIX))
#error "TW_RADIX must be 4, 16 or 256, and TW_LEVELS 4, or 8 if TW_RADIX is 16, in digits alone"
#endif

/* The ticks after which the clock rolls over: TW_RADIX to the power TW_LEVELS, which is 4,294,967,296
   ticks for TW_RADIX 256, and for 16 with 8 levels; 65,536 or 256 ticks for 16 or 4 with 4 levels. */
#if TW_LEVELS == 8
#define TW_PERIOD                                                                                  \
    (1ull * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX)
#else
#define TW_PERIOD (1ull * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX)
#endif

/* The slots of the hashed wheel: a power of two, 4 .. 16384, and at most TW_PERIOD. The default is
   4096, 512 or 64 for TW_RADIX 256, 16 or 4. With more slots, advance passes over fewer timers of later
   revolutions. `make install` and `make copy` fix it; otherwise define it for all files. */
#ifndef TW_HASHED_SLOTS
#define TW_HASHED_SLOTS TW_HASHED_SLOTS_FOR
#endif

/* A tick must keep its slot across rollover: TW_PERIOD must be a multiple of TW_HASHED_SLOTS. */
#if TW_HASHED_SLOTS < 4 || TW_HASHED_SLOTS > 16384 ||                                              \
    ~TW_NAME(TW_HASHED_SLOTS, 0) != ~(10 * (TW_HASHED_SLOTS))
#error "TW_HASHED_SLOTS must be a power of two, 4 .. 16384, at most TW_PERIOD, in digits alone"
#elif TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX % TW_HASHED_SLOTS != 0
#error "TW_HASHED_SLOTS must be a power of two, 4 .. 16384, at most TW_PERIOD, in digits alone"
#endif

#include "tw_names.h"

#endif
