/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Lists of every shape: HEADS lists that share NODES timers between them, some of which are in
   none. Any links that the audit finds sound, and in which walking from the heads meets every
   linked timer, are looked at. */
#include "harness.h"
#include "tw_list.h"

#define SIZE (HEADS + NODES)

struct lists {
    struct tw_link link[SIZE];
};
struct lists nondet_lists(void);

/* Where a node is: the number of steps to the head of its list, and the head; a timer in no
   list leads to itself. */
struct place {
    tw_node head;
    uint32_t steps;
};

static struct place place_of(const struct lists *l, tw_node node)
{
    struct place at = {node, 0u};
    while (at.head >= HEADS && at.steps <= NODES && l->link[at.head].next != at.head) {
        at.head = l->link[at.head].next;
        at.steps++;
    }
    return at;
}

/* Every node is in one circle, consistent both ways; with at most one head in it, and a head
   unless it is a timer alone. */
static bool well_formed(const struct lists *l)
{
    if (tw_list_audit(l->link, HEADS, SIZE) < 0) { return false; }
    for (tw_node node = HEADS; node < SIZE; node++) {
        const struct place at = place_of(l, node);
        if (at.steps > NODES || (at.head >= HEADS && at.head != node)) { return false; }
    }
    for (tw_node node = 0; node < HEADS; node++) {
        const tw_node next = l->link[node].next;
        if (next != node && next < HEADS) { return false; }
        if (next != node && place_of(l, next).head != node) { return false; }
    }
    return true;
}

static void show_lists(const struct lists *l)
{
    for (tw_node node = 0; node < SIZE; node++) {
        show("link", node, l->link[node].next, l->link[node].prev);
    }
}

static struct lists any_lists(void)
{
    const struct lists l = nondet_lists();
    assume(well_formed(&l));
    show_lists(&l);
    return l;
}

static tw_node any_timer(void)
{
    return (tw_node)(HEADS + any_below(NODES));
}

void unlink_any(void)
{
    const struct lists before = any_lists();
    const tw_node node = any_timer();
    const tw_node other = any_timer();
    const struct place from = place_of(&before, node);
    const struct place was = place_of(&before, other);
    struct lists l = before;
    show("tw_list_unlink", node);
    assume(tw_list_is_linked(l.link, node));
    const tw_node result = tw_list_unlink(l.link, node);
    const struct place is = place_of(&l, other);
    require(well_formed(&l), "unlink: well-formed");
    require(!tw_list_is_linked(l.link, node), "unlink: the node is alone");
    require(other == node || is.head == was.head, "unlink: the others stay in their lists");
    const bool before_it = was.head == from.head && was.steps > from.steps;
    require(other == node || is.steps == was.steps - (before_it ? 1u : 0u), "unlink: in order");
    const bool emptied = l.link[from.head].next == from.head;
    require(result == (emptied ? from.head : node), "unlink: tells the list that it emptied");
}

void append_any(void)
{
    const struct lists before = any_lists();
    const tw_node head = (tw_node)any_below(HEADS);
    const tw_node node = any_timer();
    const tw_node other = any_timer();
    const struct place was = place_of(&before, other);
    struct lists l = before;
    show("tw_list_append", head, node);
    assume(!tw_list_is_linked(l.link, node));
    tw_list_append(l.link, head, node);
    const struct place is = place_of(&l, other);
    const struct place to = place_of(&l, node);
    require(well_formed(&l), "append: well-formed");
    require(to.head == head && to.steps == 1u, "append: at the tail");
    require(other == node || is.head == was.head, "append: the others stay in their lists");
    const bool before_it = was.head == head && was.steps > 0u;
    require(other == node || is.steps == was.steps + (before_it ? 1u : 0u), "append: in order");
    require(l.link[head].next == (before.link[head].next == head ? node : before.link[head].next),
            "append: the first one stays");
}

/* Whatever the memory holds. */
void reset_any(void)
{
    struct lists l = nondet_lists();
    const tw_node node = (tw_node)any_below(SIZE);
    tw_list_reset(l.link, SIZE);
    require(l.link[node].next == node && l.link[node].prev == node, "reset: every node is alone");
    require(tw_list_audit(l.link, HEADS, SIZE) == 0, "reset: sound, and nothing is linked");
}

static bool linked_both_ways(const struct lists *l, tw_node node)
{
    const tw_node next = l->link[node].next;
    const tw_node prev = l->link[node].prev;
    return next >= 0 && next < SIZE && prev >= 0 && prev < SIZE && l->link[next].prev == node &&
           l->link[prev].next == node;
}

/* Memory that is no lists is told apart, without going out of range; in lists, timers are counted. */
void audit_any(void)
{
    const struct lists l = nondet_lists();
    int64_t linked = 0;
    show_lists(&l);
    for (tw_node node = 0; node < SIZE; node++) {
        if (!linked_both_ways(&l, node)) { linked = -SIZE; }
        if (node >= HEADS && l.link[node].next != node) { linked++; }
    }
    require(tw_list_audit(l.link, HEADS, SIZE) == (linked < 0 ? -1 : linked), "audit: the answer");
}
