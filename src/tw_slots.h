/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Slots: lists of timers, and a bit a slot that says whether it is occupied. Timer id is
   node heads + id. */
#ifndef TW_SLOTS_H
#define TW_SLOTS_H

#include "tw_bitset.h"
#include "tw_clock.h"
#include "tw_list.h"

#ifdef __FRAMAC__
#include "slots.acsl"
#endif

/* Takes a timer's node out of its slot. Returns the slot if it is empty now, else the node. */
/*@ requires lists:    Lists(links, heads, size, h);
    requires occupied: Occupied(heads, occupied, links);
    requires memory:   \valid(links + (0 .. size - 1)) && \valid(h + (0 .. size - 1)) &&
                       \valid(occupied + (0 .. TW_BITSET_WORDS(heads) - 1));
    requires node:     heads <= node < size && h[node].slot != NO_SLOT;
    terminates \true; exits \false;
    assigns  links[0 .. size - 1], occupied[0 .. TW_BITSET_WORDS(heads) - 1], h[node].slot;
    ensures  lists:    Lists(links, heads, size, h);
    ensures  occupied: Occupied(heads, occupied, links);
    ensures  idle:     h[node].slot == NO_SLOT;
    ensures  others:   SameSlotsBut{Pre, Post}(node, size, h);
    ensures  ranks:    SameRanks{Pre, Post}(size, h);
    ensures  emptied:  \result != node ==> \result == \old(h[node].slot) &&
                           Empty(\result, heads, size, h);
    ensures  kept:     \result == node ==> links[\old(h[node].slot)].next != \old(h[node].slot);
    ensures  heads:    \forall integer s; 0 <= s < heads && s != \old(h[node].slot) ==>
                           links[s].next == \old(links[s].next); */
static inline tw_node tw_slots_remove(struct tw_link *links, uint64_t *occupied, tw_node node)
/*@ ghost (struct tw_history \ghost *h, tw_node heads, uint64_t size) */
{
    const tw_node head = tw_list_unlink(links, node) /*@ ghost (h, heads, size) */;
    /*@ assert others: \forall integer s; 0 <= s < heads && s != \at(h[node].slot, Pre) ==>
            (Bit(occupied, s) <==> links[s].next != s); */
    /*@ assert kept:   head == node ==> Occupied(heads, occupied, links); */
    if (head != node) { tw_bitset_clear(occupied, (uint32_t)head); }
    /*@ assert occupied: Occupied(heads, occupied, links); */
    return head;
}

/* Puts a node that is in no slot at the tail of one. */
/*@ requires lists:    Lists(links, heads, size, h);
    requires occupied: Occupied(heads, occupied, links);
    requires memory:   \valid(links + (0 .. size - 1)) && \valid(h + (0 .. size - 1)) &&
                       \valid(occupied + (0 .. TW_BITSET_WORDS(heads) - 1));
    requires slot:     0 <= slot < heads;
    requires node:     heads <= node < size && h[node].slot == NO_SLOT;
    requires fresh:    Fresh(h[node].rank, heads, size, h);
    requires last:     \forall integer y; heads <= y < size && h[y].slot == slot ==>
                           h[y].rank < h[node].rank;
    terminates \true; exits \false;
    assigns  links[0 .. size - 1], occupied[0 .. TW_BITSET_WORDS(heads) - 1], h[node].slot;
    ensures  lists:    Lists(links, heads, size, h);
    ensures  occupied: Occupied(heads, occupied, links);
    ensures  linked:   h[node].slot == slot;
    ensures  others:   SameSlotsBut{Pre, Post}(node, size, h);
    ensures  ranks:    SameRanks{Pre, Post}(size, h);
    ensures  filled:   links[slot].next != slot;
    ensures  heads:    \forall integer s; 0 <= s < heads && s != slot ==>
                           links[s].next == \old(links[s].next); */
static inline void tw_slots_append(struct tw_link *links, uint64_t *occupied, uint32_t slot,
                                   tw_node node)
/*@ ghost (struct tw_history \ghost *h, tw_node heads, uint64_t size) */
{
    tw_list_append(links, (tw_node)slot, node) /*@ ghost (h, heads, size) */;
    tw_bitset_set(occupied, slot);
    /*@ assert occupied: Occupied(heads, occupied, links); */
}

/* Returns the timer of an occupied slot that expires first: of those with the nearest deadline, the one
   that was started first. */
/*@ requires lists:    Lists(links, heads, size, h) && size <= TW_STEPS_MAX;
    requires memory:   \valid_read(links + (0 .. size - 1)) &&
                       \valid_read(deadlines + (0 .. size - heads - 1));
    requires slot:     slot < heads && links[slot].next != slot;
    requires ticks:    Tick(now) && \forall integer y; heads <= y < size && h[y].slot == slot ==>
                           Tick(deadlines[y - heads]);
    requires count:    tw_steps <= TW_STEPS_MAX;
    terminates \true; exits \false;
    assigns  tw_steps;
    ensures  timer:    heads <= \result < size && h[\result].slot == slot;
    ensures  earliest: \forall integer y; heads <= y < size && h[y].slot == slot && y != \result ==>
                           Sooner(\result, y, now, deadlines, heads, h);
    ensures  steps:    tw_steps == \old(tw_steps) + members(h, heads, size, slot, slot) - 1; */
static inline tw_node tw_slots_earliest(const struct tw_link *links, const uint32_t *deadlines,
                                        tw_node heads, uint32_t slot, uint32_t now)
/*@ ghost (struct tw_history \ghost *h, uint64_t size) */
{
    tw_node best = links[slot].next;
    /*@ assert first: First(best, slot, heads, size, h) && links[best].prev == slot && h[slot].rank == 0; */
    /*@ ghost tw_list_count_none(links, slot, h, heads, size);
              tw_list_count_one(links, best, h, heads, size);
              tw_list_count_members(links, slot, h, heads, size);
              int64_t others = (int64_t)size - heads; */
    uint32_t least = tw_distance(now, deadlines[best - heads]);
    /*@ loop invariant inside: 0 <= node < size && h[node].slot == slot;
        loop invariant best:   heads <= best < size && h[best].slot == slot &&
            least == distance(now, deadlines[best - heads]);
        loop invariant order:  node == slot || h[best].rank < h[node].rank;
        loop invariant passed: \forall integer y; heads <= y < size && h[y].slot == slot && y != best &&
            (node == slot || h[y].rank < h[node].rank) ==> Sooner(best, y, now, deadlines, heads, h);
        loop invariant steps:  tw_steps == \at(tw_steps, Pre) - 1 +
            upto(h, heads, size, slot, h[links[node].prev].rank) <= \at(tw_steps, Pre) + size;
        loop invariant others: others == size - heads + 1 -
            upto(h, heads, size, slot, h[links[node].prev].rank);
        loop assigns   node, best, least, others, tw_steps;
        loop variant   others; */
    for (tw_node node = links[best].next; node != (tw_node)slot; node = links[node].next) {
        /*@ ghost tw_steps++; */
        /*@ ghost tw_list_count_one(links, node, h, heads, size);
                  others--; */
        /*@ assert timer: node >= heads; */
        /*@ assert back:  links[links[node].next].prev == node; */
        /*@ assert next:  \forall integer y; heads <= y < size && h[y].slot == slot &&
                (links[node].next == slot || h[y].rank < h[links[node].next].rank) ==>
                y == node || h[y].rank < h[node].rank; */
        const uint32_t left = tw_distance(now, deadlines[node - heads]);
        /*@ assert other: \forall integer y; heads <= y < size && h[y].slot == slot && y != best &&
                y != node && (links[node].next == slot || h[y].rank < h[links[node].next].rank) ==>
                Sooner(best, y, now, deadlines, heads, h); */
        /*@ assert apart: node != best && (left < least ? Sooner(node, best, now, deadlines, heads, h)
                                                        : Sooner(best, node, now, deadlines, heads, h)); */
        if (left < least) {
            /*@ assert sooner: \forall integer y; heads <= y < size && h[y].slot == slot && y != node &&
                    (links[node].next == slot || h[y].rank < h[links[node].next].rank) ==>
                    Sooner(node, y, now, deadlines, heads, h); */
            best = node;
            least = left;
        }
    }
    return best;
}

#endif
