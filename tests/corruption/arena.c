/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _DEFAULT_SOURCE
#include "arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A link reaches 2^31 nodes in either direction: 2^34 bytes. These addresses are 2^36 bytes apart
   or more. */
static const uint64_t addresses[WHEEL_PARTS] = {
    ((uint64_t)1 << 44) + ((uint64_t)3 << 36),
    ((uint64_t)1 << 44) + ((uint64_t)5 << 36),
    ((uint64_t)1 << 44) + ((uint64_t)6 << 36),
};

static bool give_part(struct arena *a, size_t i)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (a->wheel.size[i] + page - 1u) / page * page;
    void *const at = mmap((void *)(uintptr_t)addresses[i], bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == MAP_FAILED) { return false; }
    a->pages[i] = at;
    a->bytes[i] = bytes;
    a->wheel.part[i] = a->pages[i] + (bytes - a->wheel.size[i]);
    a->copy[i] = malloc(bytes);
    return a->copy[i] != NULL && (uintptr_t)at == addresses[i];
}

bool arena_give(struct arena *a, const struct wheel_ops *ops, uint32_t capacity)
{
    bool enough = true;
    memset(a, 0, sizeof(*a));
    a->wheel.ops = ops;
    a->wheel.capacity = capacity;
    ops->sizes(capacity, a->wheel.size);
    for (size_t i = 0u; i < WHEEL_PARTS && enough; i++) {
        enough = give_part(a, i);
    }
    return enough;
}

void arena_free(struct arena *a)
{
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        if (a->pages[i] != NULL) { munmap(a->pages[i], a->bytes[i]); }
        free(a->copy[i]);
    }
}

void arena_save(struct arena *a)
{
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        memcpy(a->copy[i], a->pages[i], a->bytes[i]);
    }
}

void arena_load(struct arena *a)
{
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        memcpy(a->pages[i], a->copy[i], a->bytes[i]);
    }
}

bool arena_spilled(const struct arena *a)
{
    bool spilled = false;
    for (size_t i = 0u; i < WHEEL_PARTS; i++) {
        spilled = spilled || memcmp(a->pages[i], a->copy[i], a->bytes[i] - a->wheel.size[i]) != 0;
    }
    return spilled;
}
