/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Version and geometry. The geometry decides how large the wheels' structs are: all of a program is
   compiled with one. Define it for every file, or change it here. The header of this name that
   `make install` writes has the geometry of the library, and refuses another.

     TW_RADIX           slots of a level of the hierarchical wheel: 4, 16 or 256. The clock has
                        TW_PERIOD ticks, TW_RADIX to the fourth
     TW_HASHED_SLOTS    slots of the hashed wheel, a power of two. More slots: fewer timers of later
                        turns to pass over */
#ifndef TW_GEOMETRY_H
#define TW_GEOMETRY_H

#define TW_VERSION "1.1.0"
#define TW_VERSION_MAJOR 1
#define TW_VERSION_MINOR 1
#define TW_VERSION_PATCH 0

#ifndef TW_RADIX
#define TW_RADIX 256
#endif

#if TW_RADIX != 4 && TW_RADIX != 16 && TW_RADIX != 256
#error "TW_RADIX must be 4, 16 or 256"
#endif

#define TW_PERIOD (1ull * TW_RADIX * TW_RADIX * TW_RADIX * TW_RADIX)

#ifndef TW_HASHED_SLOTS
#define TW_HASHED_SLOTS (TW_RADIX == 4 ? 64 : 4096)
#endif

/* Rollover must not change the slot of a tick. */
#if TW_HASHED_SLOTS < 4 || TW_HASHED_SLOTS > 16384 || TW_PERIOD % TW_HASHED_SLOTS != 0
#error "TW_HASHED_SLOTS must be a power of two, 4 .. 16384, and not above TW_PERIOD"
#endif

#endif
