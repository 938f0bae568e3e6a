/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a prover must prove, must not prove, and must find a contradiction in: if it does not, its
   verdicts elsewhere mean nothing. None of it is trivial enough to be decided without one. */

/*@ requires memory: \valid_read(p + (0 .. 9));
    requires all:    \forall integer i; 0 <= i < 10 ==> p[i] == 2 * i;
    requires index:  0 <= n < 10;
    terminates \true; exits \false; assigns \nothing;
    ensures  true:   \result == 2 * n; */
int tw_control_right(const int *p, int n)
{
    return p[n];
}

/*@ requires memory: \valid_read(p + (0 .. 9));
    requires all:    \forall integer i; 0 <= i < 10 ==> p[i] == 2 * i;
    requires index:  0 <= n < 10;
    terminates \true; exits \false; assigns \nothing;
    ensures  false:  \result == n; */
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
