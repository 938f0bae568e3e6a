/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Circular doubly linked lists of indices. Nodes 0 .. heads-1 are the heads of the
   lists, the nodes after them belong to timers. Every node is in exactly one circle;
   a timer in no list is alone in its own. */
#ifndef TW_LIST_H
#define TW_LIST_H

#include <stdbool.h>

#include "tw_status.h"

#ifdef __FRAMAC__
#include "list.acsl"
#endif

/* Makes every node from first on alone in its circle. I1 holds, all timers are in no list. */
/*@ requires memory:   \valid(links + (0 .. size - 1)) && \valid(h + (0 .. size - 1));
    requires sizes:    0 <= heads <= TW_LIST_MAX_HEADS && heads <= size;
    requires count:    tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  links[0 .. size - 1], h[0 .. size - 1], tw_steps;
    ensures  steps:    tw_steps == \old(tw_steps) + size;
    ensures  lists:    Lists(links, heads, size, h);
    ensures  idle:     \forall integer y; heads <= y < size ==> h[y].slot == NO_SLOT;
    ensures  empty:    \forall integer s; 0 <= s < heads ==> links[s].next == s; */
static inline void tw_list_reset(struct tw_link *links, tw_node size)
/*@ ghost (struct tw_history \ghost *h, tw_node heads) */
{
    /*@ loop invariant range:  0 <= node <= size;
        loop invariant alone:  \forall integer y; 0 <= y < node ==>
                                   links[y].next == y && links[y].prev == y;
        loop invariant heads:  \forall integer y; 0 <= y < node && y < heads ==>
                                   h[y].slot == y && h[y].rank == 0;
        loop invariant idle:   \forall integer y; heads <= y < node ==> h[y].slot == NO_SLOT;
        loop invariant steps:  tw_steps == \at(tw_steps, Pre) + node;
        loop assigns   node, links[0 .. size - 1], h[0 .. size - 1], tw_steps;
        loop variant   size - node; */
    for (tw_node node = 0; node < size; node++) {
        /*@ ghost tw_steps++; */
        links[node].next = node;
        links[node].prev = node;
        /*@ ghost h[node].slot = node < heads ? (int16_t)node : (int16_t)NO_SLOT;
                  h[node].rank = 0; */
    }
    /*@ assert ranked:  Ranked(heads, size, h); */
    /*@ assert heads:   Heads(heads, h); */
    /*@ assert alone:   Alone(links, heads, size, h); */
    /*@ assert near:    Near(links, size, h); */
    /*@ assert back:    Back(links, size, h); */
    /*@ assert forth:   Forth(links, size, h); */
    /*@ assert ordered: Ordered(links, heads, size, h); */
    /*@ assert rising:  Rising(links, heads, size, h); */
}

/* Is the timer's node in a list? */
/*@ requires lists:   Lists(links, heads, size, h);
    requires memory:  \valid_read(links + (0 .. size - 1));
    requires node:    heads <= node < size;
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  linked:  \result <==> h[node].slot != NO_SLOT; */
static inline bool tw_list_is_linked(const struct tw_link *links, tw_node node)
/*@ ghost (struct tw_history \ghost *h, tw_node heads, uint64_t size) */
{
    return links[node].next != node;
}

/* Takes a node out of its list. Returns the head if the list is empty now, else the node. */
/*@ requires lists:    Lists(links, heads, size, h);
    requires memory:   \valid(links + (0 .. size - 1)) && \valid(h + (0 .. size - 1));
    requires node:     heads <= node < size && h[node].slot != NO_SLOT;
    terminates \true; exits \false;
    assigns  links[0 .. size - 1], h[node].slot;
    ensures  lists:    Lists(links, heads, size, h);
    ensures  idle:     h[node].slot == NO_SLOT;
    ensures  others:   SameSlotsBut{Pre, Post}(node, size, h);
    ensures  ranks:    SameRanks{Pre, Post}(size, h);
    ensures  emptied:  \result != node ==> \result == \old(h[node].slot) &&
                           Empty(\result, heads, size, h) && links[\result].next == \result;
    ensures  kept:     \result == node ==> links[\old(h[node].slot)].next != \old(h[node].slot);
    ensures  heads:    \forall integer s; 0 <= s < heads && s != \old(h[node].slot) ==>
                           links[s].next == \old(links[s].next); */
static inline tw_node tw_list_unlink(struct tw_link *links, tw_node node)
/*@ ghost (struct tw_history \ghost *h, tw_node heads, uint64_t size) */
{
    const tw_node prev = links[node].prev;
    const tw_node next = links[node].next;
    /*@ assert before: \forall integer y; heads <= y < size && y != node &&
            h[y].slot == h[node].slot && h[prev].rank < h[y].rank ==> h[node].rank < h[y].rank; */
    /*@ assert behind: \forall integer y; heads <= y < size && h[y].slot == h[node].slot &&
            h[node].rank < h[y].rank ==> h[node].rank < h[next].rank <= h[y].rank; */
    /*@ assert rising: h[prev].rank < h[node].rank; */
    /*@ assert member: links[h[node].slot].next != h[node].slot; */
    links[node].next = node;
    links[prev].next = next;
    links[next].prev = prev;
    links[node].prev = node;
    /*@ ghost h[node].slot = NO_SLOT; */
    /*@ assert same:  SameActive{Pre, Here}(heads, size, h); */
    /*@ assert ranked: Ranked(heads, size, h); */
    /*@ assert nexts: \forall integer y; 0 <= y < size && y != node && y != prev ==>
            links[y].next == \at(links[y].next, Pre); */
    /*@ assert prevs: \forall integer y; 0 <= y < size && y != node && y != next ==>
            links[y].prev == \at(links[y].prev, Pre); */
    /*@ assert ends:  prev != node && next != node &&
            h[prev].slot == \at(h[node].slot, Pre) && h[next].slot == \at(h[node].slot, Pre); */
    /*@ assert apart: \forall integer y; 0 <= y < size && h[y].slot != NO_SLOT ==>
            links[y].next != node && links[y].prev != node; */
    /*@ assert into:  \forall integer y; 0 <= y < size && h[y].slot != NO_SLOT ==>
            (y != prev ==> links[y].next != next) && (y != next ==> links[y].prev != prev); */
    /*@ assert near_next: \forall integer y; 0 <= y < size && y != prev && h[y].slot != NO_SLOT ==>
            0 <= links[y].next < size && h[links[y].next].slot == h[y].slot; */
    /*@ assert near_prev: \forall integer y; 0 <= y < size && y != next && h[y].slot != NO_SLOT ==>
            0 <= links[y].prev < size && h[links[y].prev].slot == h[y].slot; */
    /*@ assert joined: links[prev].next == next && links[next].prev == prev; */
    /*@ assert near:    Near(links, size, h); */
    /*@ assert at_prev: \forall integer y; heads <= y < size && h[y].slot == h[prev].slot &&
            h[prev].rank < h[y].rank ==> h[prev].rank < h[next].rank <= h[y].rank; */
    /*@ assert elsewhere: \forall integer z, y; 0 <= z < size && z != prev && z != node &&
            heads <= y < size && y != node && h[z].slot != NO_SLOT && h[y].slot == h[z].slot &&
            h[z].rank < h[y].rank ==> h[z].rank < h[links[z].next].rank <= h[y].rank; */
    /*@ assert left:  prev >= heads ==>
            0 < h[prev].rank && h[prev].slot == \at(h[node].slot, Pre); */
    /*@ assert right: next >= heads ==>
            0 < h[next].rank && h[next].slot == \at(h[node].slot, Pre); */
    /*@ assert some:  prev != next ==> prev >= heads || next >= heads; */
    /*@ assert kept:  prev != next ==>
            links[\at(h[node].slot, Pre)].next != \at(h[node].slot, Pre); */
    /*@ assert ranked:  Ranked(heads, size, h); */
    /*@ assert heads:   Heads(heads, h); */
    /*@ assert alone:   Alone(links, heads, size, h); */
    /*@ assert backs: \forall integer y; 0 <= y < size && y != prev && h[y].slot != NO_SLOT ==>
            links[links[y].next].prev == y; */
    /*@ assert back:    Back(links, size, h); */
    /*@ assert forth:   Forth(links, size, h); */
    /*@ assert ordered: Ordered(links, heads, size, h); */
    /*@ assert rising:  Rising(links, heads, size, h); */
    return prev == next ? prev : node;
}

/* Puts a node that is in no list at the tail of one. */
/*@ requires lists:    Lists(links, heads, size, h);
    requires memory:   \valid(links + (0 .. size - 1)) && \valid(h + (0 .. size - 1));
    requires head:     0 <= head < heads;
    requires node:     heads <= node < size && h[node].slot == NO_SLOT;
    requires fresh:    Fresh(h[node].rank, heads, size, h);
    requires last:     \forall integer y; heads <= y < size && h[y].slot == head ==>
                           h[y].rank < h[node].rank;
    terminates \true; exits \false;
    assigns  links[0 .. size - 1], h[node].slot;
    ensures  lists:    Lists(links, heads, size, h);
    ensures  linked:   h[node].slot == head;
    ensures  others:   SameSlotsBut{Pre, Post}(node, size, h);
    ensures  ranks:    SameRanks{Pre, Post}(size, h);
    ensures  filled:   links[head].next != head;
    ensures  heads:    \forall integer s; 0 <= s < heads && s != head ==>
                           links[s].next == \old(links[s].next); */
static inline void tw_list_append(struct tw_link *links, tw_node head, tw_node node)
/*@ ghost (struct tw_history \ghost *h, tw_node heads, uint64_t size) */
{
    const tw_node tail = links[head].prev;
    links[node].next = head;
    links[tail].next = node;
    links[head].prev = node;
    links[node].prev = tail;
    /*@ ghost h[node].slot = (int16_t)head; */
    /*@ assert others: SameSlotsBut{Pre, Here}(node, size, h) && SameRanks{Pre, Here}(size, h); */
    /*@ assert ranked: Ranked(heads, size, h); */
    /*@ assert nexts: \forall integer y; 0 <= y < size && y != node && y != tail ==>
            links[y].next == \at(links[y].next, Pre); */
    /*@ assert prevs: \forall integer y; 0 <= y < size && y != node && y != head ==>
            links[y].prev == \at(links[y].prev, Pre); */
    /*@ assert here:  links[node].next == head && links[node].prev == tail &&
            links[tail].next == node && links[head].prev == node; */
    /*@ assert tail:  \forall integer y; 0 <= y < size && y != node && y != tail &&
            h[y].slot != NO_SLOT ==> links[y].next != head; */
    /*@ assert backs: \forall integer y; 0 <= y < size && y != node && y != tail &&
            h[y].slot != NO_SLOT ==> links[links[y].next].prev == y; */
    /*@ assert elsewhere: \forall integer y, z; 0 <= y < size && y != node && y != tail &&
            heads <= z < size && z != node && h[y].slot != NO_SLOT && h[z].slot == h[y].slot &&
            h[y].rank < h[z].rank ==> h[y].rank < h[links[y].next].rank <= h[z].rank; */
    /*@ assert inside: \forall integer y; 0 <= y < size && y != node && y != tail &&
            h[y].slot == head ==> links[y].next >= heads &&
            h[y].rank < h[links[y].next].rank < h[node].rank; */
    /*@ assert at_tail: h[tail].rank < h[node].rank && h[tail].slot == head; */
    /*@ assert last: \forall integer z; heads <= z < size && z != node && h[z].slot == head ==>
            h[z].rank <= h[tail].rank; */
    /*@ assert ranked:  Ranked(heads, size, h); */
    /*@ assert heads:   Heads(heads, h); */
    /*@ assert alone:   Alone(links, heads, size, h); */
    /*@ assert near:    Near(links, size, h); */
    /*@ assert back:    Back(links, size, h); */
    /*@ assert forth:   Forth(links, size, h); */
    /*@ assert ordered: Ordered(links, heads, size, h); */
    /*@ assert rising:  Rising(links, heads, size, h); */
}

/* Audit: are all links in range and consistent both ways? Returns the number of nodes
   from heads on that are linked to another, or -1. */
/*@ requires memory:  \valid_read(links + (0 .. size - 1));
    requires sizes:   0 <= heads <= size;
    requires count:   tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  steps:   tw_steps <= \old(tw_steps) + size;
    ensures  sound:   \result >= 0 ==> Linked(links, size, size);
    ensures  quiet:   Linked(links, size, size) ==> \result == linked(links, heads, size);
    ensures  range:   -1 <= \result <= size - heads; */
static inline int64_t tw_list_audit(const struct tw_link *links, tw_node heads, tw_node size)
{
    int64_t linked = 0;
    /*@ loop invariant range:    0 <= node <= size && 0 <= linked <= size;
        loop invariant checked:  Linked(links, node, size);
        loop invariant count:    linked == linked(links, heads, node);
        loop invariant bound:    linked <= (node <= heads ? 0 : node - heads);
        loop invariant steps:    tw_steps == \at(tw_steps, Pre) + node;
        loop assigns   node, linked, tw_steps;
        loop variant   size - node; */
    for (tw_node node = 0; node < size; node++) {
        /*@ ghost tw_steps++; */
        const tw_node next = links[node].next;
        const tw_node prev = links[node].prev;
        if (next < 0 || next >= size || prev < 0 || prev >= size) { return -1; }
        if (links[next].prev != node || links[prev].next != node) { return -1; }
        const bool other = node >= heads && next != node;
        linked += other;
    }
    return linked;
}

#endif
