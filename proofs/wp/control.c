/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a prover must prove, must not prove, and must find a contradiction in: if it does not, its
   verdicts elsewhere mean nothing. None of it is trivial enough to be decided without one. */
#include "tw_hier.h"

/*@ requires memory: \valid_read(p + (0 .. 9));
    requires all:    \forall integer i; 0 <= i < 10 ==> p[i] == 2 * i;
    requires index:  0 <= n < 10;
    terminates \true; exits \false; assigns \nothing;
    ensures  right:  \result == 2 * n; */
int tw_control_right(const int *p, int n)
{
    return p[n];
}

/*@ requires memory: \valid_read(p + (0 .. 9));
    requires all:    \forall integer i; 0 <= i < 10 ==> p[i] == 2 * i;
    requires index:  0 <= n < 10;
    terminates \true; exits \false; assigns \nothing;
    ensures  wrong:  \result == n; */
int tw_control_wrong(const int *p, int n)
{
    return p[n];
}

/*@ requires memory: \valid_read(p + (0 .. 9));
    requires all:    \forall integer i; 0 <= i < 10 ==> p[i] == 2 * i;
    requires index:  0 <= n < 10 && p[n] == 2 * n + 1;
    terminates \true; exits \false; assigns \nothing; */
int tw_control_contradiction(const int *p, int n)
{
    return p[n];
}

/* One that hides in a wheel: a slot that is being opened still holds a timer. */
/*@ requires wheel:  Wheel(w, h) && w->opening != TW_HIER_NONE;
    requires empty:  Empty(w->opening, HEADS, NODES(w), h);
    terminates \true; exits \false; assigns \nothing; */
uint64_t tw_control_wheel(const struct tw_hier *w)
/*@ ghost (struct tw_history \ghost *h) */
{
    return w->capacity;
}
