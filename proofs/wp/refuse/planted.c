/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the subset of C must refuse, and the order of evaluation: each function or name that begins with
   subset_, order_ or size_ has to be named by its check (refuse/subset.py, refuse/effects.py, refuse/size.py). */
#include <stddef.h>
#include <stdint.h>

struct tw_link {
    uint32_t next;
};

struct tw_hier {
    struct tw_link *links;
    uint32_t *deadlines;
    uint64_t now;
    uint64_t capacity;
};

typedef unsigned char subset_typedef;
uint32_t subset_variable;
static uint32_t subset_changes = 1u;
static const uint32_t subset_large[0x1000000u];
union subset_union {
    uint32_t word;
    uint16_t half[2];
};

static uint32_t tw_fine(uint32_t n)
{
    return n;
}

static uint32_t tw_writes(struct tw_hier *w)
{
    w->now = w->now + 1u;
    return (uint32_t)w->now;
}

uint32_t subset_public(uint32_t n)
{
    return n;
}

static uint32_t subset_recursion(uint32_t n)
{
    return n == 0u ? 0u : subset_recursion(n - 1u);
}

static uint32_t subset_loops(uint32_t n)
{
    uint32_t i = 0u;
    while (i < n) {
        i++;
    }
    while (i > 1u) {
        i--;
    }
    return i;
}

static uint32_t subset_do(uint32_t n)
{
    do {
        n--;
    } while (n > 0u);
    return n;
}

static uint32_t subset_goto(uint32_t n)
{
    if (n > 0u) { goto end; }
end:
    return n;
}

static uint32_t subset_switch(uint32_t n)
{
    switch (n) {
    default:
        return n;
    }
}

static uint32_t subset_break(uint32_t n)
{
    while (n > 0u) {
        break;
    }
    return n;
}

static uint32_t subset_comma(uint32_t n)
{
    return (n, n);
}

static uint32_t subset_string(uint32_t n)
{
    return n + (uint32_t)"x"[0];
}

static uint32_t subset_character(uint32_t n)
{
    return n + (uint32_t)'x';
}

static uint32_t subset_float(uint32_t n)
{
    return (uint32_t)(n * 0.5);
}

static uint32_t subset_sizeof(uint32_t n)
{
    return n + (uint32_t)sizeof(uint_fast32_t);
}

static uint32_t subset_address(struct tw_hier *w)
{
    return (uint32_t)(&w->now)[1];
}

static uint32_t subset_arithmetic(struct tw_hier *w)
{
    return (w->links + 1)->next;
}

static uint32_t subset_comparison(struct tw_hier *w)
{
    return w->deadlines == NULL ? 1u : 0u;
}

static uint32_t subset_difference(struct tw_hier *w)
{
    return (uint32_t)(w->deadlines - w->deadlines);
}

static uint32_t subset_truth(struct tw_hier *w)
{
    return w->deadlines ? 1u : 0u;
}

static uint32_t subset_cast(struct tw_hier *w)
{
    return *(uint32_t *)&w->now;
}

static uint32_t subset_number(struct tw_hier *w)
{
    return (uint32_t)(uintptr_t)w;
}

static uint32_t subset_read(uint32_t *id)
{
    return *id;
}

static uint32_t subset_pointer(struct tw_hier *w)
{
    uint32_t *const other = w->deadlines;
    return other[0];
}

static uint32_t subset_function(uint32_t n)
{
    uint32_t (*const call)(uint32_t) = tw_fine;
    return call(n);
}

static uint32_t subset_elsewhere(uint32_t n)
{
    uint32_t tw_undefined(uint32_t);
    return tw_undefined(n);
}

static uint32_t subset_builtin(uint32_t n)
{
    return (uint32_t)__builtin_popcount(n);
}

static uint32_t subset_assembler(uint32_t n)
{
    __asm__("" : "+r"(n));
    return n;
}

static uint32_t subset_volatile(uint32_t n)
{
    const volatile uint32_t m = n;
    return m;
}

static uint32_t subset_register(uint32_t n)
{
    const register uint32_t m = n;
    return m;
}

static uint32_t subset_static(uint32_t n)
{
    static uint32_t calls = 0u;
    calls++;
    return n + calls;
}

static uint32_t subset_unwritten(uint32_t n)
{
    uint32_t m;
    return n + m;
}

static uint32_t subset_itself(uint32_t n)
{
    const uint32_t m = m + n;
    return m;
}

static uint32_t subset_array(uint32_t n)
{
    uint32_t part[2] = {0u};
    return part[n % 2u];
}

static uint32_t subset_dynamic(uint32_t n)
{
    uint32_t part[n];
    part[0] = 1u;
    return part[0];
}

static uint32_t subset_struct(uint32_t n)
{
    const struct tw_link link = {n};
    return link.next;
}

static uint32_t subset_local_type(uint32_t n)
{
    enum { ONE = 1 };
    return n + (uint32_t)ONE;
}

static uint32_t subset_restrict(uint32_t *restrict a, uint32_t *restrict b)
{
    *a = 1u;
    *b = 2u;
    return 0u;
}

static uint32_t subset_arguments(uint32_t n, ...)
{
    return n;
}

__attribute__((noinline)) static uint32_t subset_attribute(uint32_t n)
{
    return n;
}

static uint32_t subset_aligned(uint32_t n)
{
    _Alignas(64) const uint32_t m = n;
    return m;
}

static uint32_t subset_generic(uint32_t n)
{
    return _Generic(n, uint32_t: 1u, default: 2u);
}

static uint32_t subset_void(uint32_t n)
{
    (void)tw_fine(n);
    return n;
}

static uint32_t subset_wide(uint32_t n)
{
    const unsigned long m = n;
    return (uint32_t)m;
}

static uint32_t order_operands(uint32_t n)
{
    return n++ + n;
}

static uint32_t order_arguments(struct tw_hier *w)
{
    return tw_fine(tw_writes(w)) + (uint32_t)w->now;
}

static uint32_t order_index(struct tw_hier *w)
{
    w->deadlines[w->now] = tw_writes(w);
    return 0u;
}

static uint32_t order_twice(struct tw_hier *w)
{
    return w->deadlines[tw_writes(w)] + tw_fine((uint32_t)w->now);
}

enum tw_status { TW_OK, TW_BUSY };

static enum tw_status subset_enum(uint32_t n)
{
    const enum tw_status left = n;
    return left;
}

static uint32_t subset_room(void)
{
    enum tw_status left = TW_OK;
    left += 256;
    return 0u;
}

static uint32_t subset_zero(void)
{
    const enum tw_status left = TW_OK;
    if (left) { return 1u; }
    return 0u;
}

static uint32_t subset_sign(void)
{
    const enum tw_status left = TW_OK;
    return ~left > 0 ? 1u : 0u;
}

static uint32_t subset_init(struct tw_hier *w)
{
    w->now = w->capacity;
    return 0u;
}

static uint32_t subset_or_init(struct tw_hier *w)
{
    w->now += 1u;
    return 0u;
}

static uint32_t tw_once(uint32_t n)
{
    return n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n;
}

static uint32_t size_twice(uint32_t n)
{
    return tw_once(n) + tw_once(n);
}

static uint32_t subset_capitals(uint32_t n)
{
    const uint32_t TW_BUSY = n;
    return TW_BUSY;
}

uint32_t size_stop(uint32_t n)
{
    return tw_once(n);
}

uint32_t size_unlimited(uint32_t n)
{
    return n;
}

static uint32_t subset_prototype()
{
    return 1u;
}

static uint32_t subset_result(uint32_t *ticks)
{
    return ticks[0];
}

static uint32_t tw_array(const uint32_t *all)
{
    return all[0];
}

static uint32_t subset_given(uint32_t *ticks)
{
    return tw_array(ticks);
}
