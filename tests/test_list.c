/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The list functions against plain arrays. */
#include <string.h>

#include "random.h"
#include "tw_status.h"
#include "tw_list.h"
#include "wheels.h"

#define HEADS 3
#define TIMERS 6
#define SIZE (HEADS + TIMERS)

/* The lists as plain arrays of nodes, in order. */
struct plain {
    tw_node nodes[HEADS][TIMERS];
    size_t count[HEADS];
};

static void plain_append(struct plain *p, tw_node head, tw_node node)
{
    p->nodes[head][p->count[head]++] = node;
}

/* Takes a node out. Returns its head, or -1 if it was in no list. */
static tw_node plain_unlink(struct plain *p, tw_node node)
{
    for (tw_node head = 0; head < HEADS; head++) {
        for (size_t i = 0u; i < p->count[head]; i++) {
            if (p->nodes[head][i] == node) {
                p->count[head]--;
                memmove(&p->nodes[head][i], &p->nodes[head][i + 1u],
                        (p->count[head] - i) * sizeof(tw_node));
                return head;
            }
        }
    }
    return -1;
}

static void check_circle(const struct tw_link *links, const struct plain *p, tw_node head)
{
    tw_node before = head;
    for (size_t i = 0u; i < p->count[head]; i++) {
        assert_int_equal(links[before].next, p->nodes[head][i]);
        assert_int_equal(links[p->nodes[head][i]].prev, before);
        assert_true(tw_list_is_linked(links, p->nodes[head][i]));
        before = p->nodes[head][i];
    }
    assert_int_equal(links[before].next, head);
    assert_int_equal(links[head].prev, before);
    const tw_node first = p->count[head] == 0u ? head : p->nodes[head][0];
    assert_int_equal(links[head].next, first);
}

static void check_same(const struct tw_link *links, const struct plain *p)
{
    size_t linked = 0u;
    for (tw_node head = 0; head < HEADS; head++) {
        check_circle(links, p, head);
        linked += p->count[head];
    }
    size_t found = 0u;
    for (tw_node node = HEADS; node < SIZE; node++) {
        found += tw_list_is_linked(links, node);
    }
    assert_int_equal(found, linked);
    assert_int_equal(tw_list_audit(links, HEADS, SIZE), linked);
}

static void test_reset(void **state)
{
    (void)state;
    struct tw_link links[SIZE + 1];
    const struct plain empty = {.count = {0u}};
    memset(links, 0xA5, sizeof(links));
    const struct tw_link behind = links[SIZE];
    tw_list_reset(links, SIZE);
    check_same(links, &empty);
    assert_memory_equal(&links[SIZE], &behind, sizeof(behind));
}

static void test_append_keeps_order(void **state)
{
    (void)state;
    struct tw_link links[SIZE];
    struct plain p = {.count = {0u}};
    tw_list_reset(links, SIZE);
    for (tw_node node = SIZE - 1; node >= HEADS; node--) {
        tw_list_append(links, 1, node);
        plain_append(&p, 1, node);
        check_same(links, &p);
    }
}

/* unlink tells an emptied list by its head, and only then. */
static void test_unlink_tells_the_emptied_list(void **state)
{
    (void)state;
    struct tw_link links[SIZE];
    tw_list_reset(links, SIZE);
    tw_list_append(links, 0, 5);
    tw_list_append(links, 2, 6);
    tw_list_append(links, 2, 7);
    tw_list_append(links, 2, 8);
    assert_int_equal(tw_list_unlink(links, 5), 0);
    assert_int_equal(tw_list_unlink(links, 7), 7);
    assert_int_equal(tw_list_unlink(links, 6), 6);
    assert_int_equal(tw_list_unlink(links, 8), 2);
    assert_int_equal(tw_list_audit(links, HEADS, SIZE), 0);
}

static void test_random_calls(void **state)
{
    (void)state;
    struct random r = {random_seed()};
    struct tw_link links[SIZE];
    struct plain p = {.count = {0u}};
    tw_list_reset(links, SIZE);
    for (uint32_t i = 0u; i < random_rounds(100000u); i++) {
        const tw_node node = HEADS + (tw_node)random_below(&r, TIMERS);
        const tw_node head = plain_unlink(&p, node);
        assert_int_equal(tw_list_is_linked(links, node), head >= 0);
        if (head >= 0) {
            assert_int_equal(tw_list_unlink(links, node), p.count[head] == 0u ? head : node);
        } else {
            const tw_node to = (tw_node)random_below(&r, HEADS);
            tw_list_append(links, to, node);
            plain_append(&p, to, node);
        }
        check_same(links, &p);
    }
}

/* Whatever single link is changed to whatever node or non-node: audit sees it. */
static void test_audit_sees_every_changed_link(void **state)
{
    (void)state;
    struct tw_link links[SIZE];
    tw_list_reset(links, SIZE);
    tw_list_append(links, 0, 5);
    tw_list_append(links, 2, 6);
    tw_list_append(links, 2, 7);
    const tw_node outside[] = {-1, SIZE, INT32_MIN, INT32_MAX};
    for (tw_node node = 0; node < 2 * SIZE; node++) {
        tw_node *const link = node < SIZE ? &links[node].next : &links[node - SIZE].prev;
        const tw_node right = *link;
        for (tw_node wrong = 0; wrong < SIZE + 4; wrong++) {
            *link = wrong < SIZE ? wrong : outside[wrong - SIZE];
            assert_int_equal(tw_list_audit(links, HEADS, SIZE), *link == right ? 3 : -1);
        }
        *link = right;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_append_keeps_order),
        cmocka_unit_test(test_unlink_tells_the_emptied_list),
        cmocka_unit_test(test_random_calls),
        cmocka_unit_test(test_audit_sees_every_changed_link),
    };
    return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
