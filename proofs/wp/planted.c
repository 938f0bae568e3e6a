/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What `prove` must refuse. A name says which check must see it: in Frama-C's report, what is assumed_ or
   has no goal_; in the text that it prints, an annotation_ or steps_. refuse/planted.c has the rest. */
#include <stdint.h>

/*@ axiomatic AnnotationAxiomatic { axiom assumed_axiom: \forall integer i; i < i + 1; } */
/*@ admit lemma assumed_lemma: \forall integer i; i < i + 2; */
/*@ check lemma annotation_lemma: \forall integer i; i < i + 3; */
/*@ logic integer annotation_circle(integer n) = n <= 0 ? 0 : annotation_circle(n); */
/*@ predicate annotation_circular(integer n) = !annotation_circular(n); */
/*@ inductive annotation_inductive(integer n) { case one: annotation_inductive(1); } */

/*@ admit requires   assumed_requires:   n < 10;
    requires         annotation_false:   \false;
    check requires   annotation_check:   n < 11;
    terminates \true; exits \false; assigns \nothing;
    admit ensures    assumed_ensures:    \result < 10;
    check ensures    annotation_checked: \result == n;
    behavior never:
      assumes        annotation_never:   \false; */
int planted_annotation(int n)
{
    /*@ admit assumed_assertion: n == 7; */
    /*@ assert goal_left_out: n == n; */
    /*@ ghost
      /@ admit loop invariant assumed_invariant: 0 <= i;
         loop invariant range: 0 <= i;
         loop assigns i;
         loop variant 3 - i;
         loop pragma UNROLL "annotation_pragma", 1; @/
      for (int i = 0; i < 3; i++) { } */
    return n;
}

/*@ terminates \true; exits \false; assigns \nothing; allocates \nothing; */
int goal_allocates(int n)
{
    return n;
}

/*@ predicate Falls(integer a, integer b) = a > b; */
void annotation_relation(int n)
{
    /*@ ghost
      /@ loop assigns  \nothing;
         loop variant  n for Falls; @/
      while (n > 1) { } */
}

/*@ terminates \true; exits \false; assigns \nothing;
    behavior large:
      assumes      n > 9; */
void annotation_behavior(int n)
{
    /*@ ghost
      /@ for large: loop assigns \nothing;
         loop variant  n; @/
      while (n > 1) { } */
}

/*@ terminates \true; exits \false;
    behavior large:
      assumes      n > 9;
      assigns      \nothing; */
void annotation_assigns(int n)
{
}

/*@ ghost uint64_t tw_steps; */
/*@ ghost uint64_t tw_jumps; */

int steps_missing(int n)
{
    while (n > 1) {
        n--;
    }
    return n;
}

int steps_late(int n)
{
    while (n > 1) {
        n--;
        /*@ ghost tw_steps++; */
    }
    return n;
}

/* A loop that a comment seems to count:
    while (n > 1) {
        /*@ ghost tw_steps++; */
int steps_comment(int n)
{
    while (n > 1) {
        n--;
    }
    /*@ ghost tw_steps++; */
    return n;
}

/* clang-format off */
int steps_split(int n)
{
    whi\
le (n > 1) {
        n--;
    }
    if (n == 5) {
        /*@ ghost tw_steps++; */
    }
    return n;
}
/* clang-format on */

int steps_less(int n)
{
    while (n > 1) {
        /*@ ghost tw_steps++; */
        n--;
        /*@ ghost tw_steps -= 1; */
    }
    return n;
}

static int steps_lost(int n)
{
    /*@ ghost tw_steps = 0; */
    return n;
}

int steps_twice(int n)
{
    /*@ ghost tw_steps = 0; */
    n = steps_lost(n);
    /*@ ghost tw_steps = 0; */
    return n;
}

/*@ ghost
  /@ assigns *count; @/
  void planted_helper(uint64_t \ghost *count)
  {
      *count = 0u;
  }
*/

int steps_pointer(int n)
{
    /*@ ghost planted_helper(&tw_steps); */
    return n;
}

struct planted_wheel {
    uint64_t now;
};

int steps_jump(struct planted_wheel *w, int n)
{
    w->now = 1u;
    return n;
}

int steps_jump_back(struct planted_wheel *w, int n)
{
    /*@ ghost tw_jumps++; */
    w->now = 1u;
    w->now -= 1u;
    return n;
}

int steps_jump_apart(struct planted_wheel *w, int n)
{
    if (n > 1) {
        /*@ ghost tw_jumps++; */
        n--;
    }
    w->now = 1u;
    return n;
}

static int steps_jump_lost(int n)
{
    /*@ ghost tw_steps = 0; */
    /*@ ghost tw_jumps = 0; */
    return n;
}

int steps_caller(int n)
{
    return steps_twice(n);
}

/*@ ghost
  /@ terminates \true; exits \false; assigns \nothing; @/
  void tw_look(int \ghost *p) { } */

int ghosts_cast(int *p, int n)
{
    /*@ ghost uint64_t place = (uint64_t)p;
              int \ghost *there = (int \ghost *)place;
              *there = n; */
    return n;
}

int ghosts_address(int n)
{
    /*@ ghost int m = n;
              tw_look(&m); */
    return n;
}

int ghosts_goto(int n)
{
    /*@ ghost int m = sizeof(n);
              m = n; */
    return n;
}

struct arithmetic_struct {
    uint64_t words[2];
    uint16_t behind;
};

static int planted_behind(const struct arithmetic_struct *s)
{
    return s->behind;
}

uint32_t arithmetic_minus(uint32_t n)
{
    return -n;
}

uint32_t arithmetic_minus_one(void)
{
    return -1u;
}

uint64_t arithmetic_wider(int32_t n)
{
    return (uint64_t)n;
}

uint64_t arithmetic_argument(int n)
{
    return arithmetic_wider(n - 1) + (uint64_t)(n - 1);
}

uint64_t arithmetic_sum(uint64_t n, int m)
{
    n += m;
    return n;
}

uint64_t arithmetic_chosen(uint32_t n)
{
    return (uint64_t)(n > 2u ? 1 : (int32_t)n);
}

int arithmetic_remainder(int n, int m)
{
    return n % m;
}

int arithmetic_shift(int n)
{
    return n >> 1;
}

uint64_t arithmetic_front(uint64_t *bits)
{
    return bits[-1];
}

uint64_t arithmetic_element(uint64_t *bits, int n)
{
    return bits[n];
}

float arithmetic_float(float n)
{
    return n + 1.0f;
}

int arithmetic_byte(signed char n)
{
    n += (signed char)1;
    return n;
}

int64_t arithmetic_stored(uint32_t n)
{
    int64_t m = 0;
    m = n == 5u ? -1 : n;
    return m;
}

int arithmetic_difference(const uint64_t *bits, int n)
{
    /*@ ghost int64_t gap = (bits + n) - bits; */
    return n;
}

int arithmetic_pointer(const uint64_t *bits, int n)
{
    /*@ ghost int m = bits + 1 < bits; */
    return n;
}

int arithmetic_number(const uint64_t *bits, int n)
{
    /*@ ghost uint64_t place = (uint64_t)bits; */
    return n;
}

int arithmetic_ghost(int n)
{
    /*@ ghost uint32_t m = 1u;
              m = -m; */
    return n;
}

/*@ ghost
  /@ terminates \true; exits \false; assigns \nothing; @/
  uint64_t arithmetic_ghost_function(int32_t n)
  {
      return n;
  } */

int arithmetic_ghost_argument(int n)
/*@ ghost (int32_t m) */
{
    /*@ ghost uint64_t k = arithmetic_ghost_function(m % 2); */
    return n;
}

int arithmetic_ghost_byte(int n)
{
    /*@ ghost int8_t byte = 0;
              uint64_t wide = byte; */
    return n;
}
