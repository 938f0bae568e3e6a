/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A binary heap beside the wheel of examples/echo.c: tests/checks/test_examples.py includes this file before the first line of that program.
   The heap gets the same starts and stops. Each delivery must be the least of the heap, by deadline and then by order of starts.
   Each time that the server wakes up without an event, a timer must be due. */
#ifndef TESTS_USER_HEAP_H
#define TESTS_USER_HEAP_H

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "tw_hier.h"

static struct heap_entry {
    uint32_t deadline, start, id;
} heap[4096];
static uint32_t heap_size, heap_starts, heap_deliveries, heap_wakes, heap_idle_wakes, heap_began;
static bool heap_woke;

static void heap_fault(const char *what)
{
    (void)fprintf(stderr, "beside a heap: %s\n", what);
    exit(1);
}

/* A deadline counts from the first counter. */
static bool heap_less(struct heap_entry a, struct heap_entry b)
{
    return a.deadline != b.deadline ? a.deadline < b.deadline : a.start < b.start;
}

static void heap_swap(uint32_t i, uint32_t j)
{
    const struct heap_entry kept = heap[i];
    heap[i] = heap[j];
    heap[j] = kept;
}

static void heap_up(uint32_t i)
{
    for (; i > 0u && heap_less(heap[i], heap[(i - 1u) / 2u]); i = (i - 1u) / 2u) {
        heap_swap(i, (i - 1u) / 2u);
    }
}

static void heap_down(uint32_t i)
{
    for (;;) {
        uint32_t least = i;
        for (uint32_t child = 2u * i + 1u; child <= 2u * i + 2u && child < heap_size; child++) {
            if (heap_less(heap[child], heap[least])) { least = child; }
        }
        if (least == i) { return; }
        heap_swap(i, least);
        i = least;
    }
}

/* Returns whether the timer was there. */
static bool heap_remove(uint32_t id)
{
    for (uint32_t i = 0u; i < heap_size; i++) {
        if (heap[i].id == id) {
            heap_size--;
            heap_swap(i, heap_size);
            heap_up(i);
            heap_down(i);
            return true;
        }
    }
    return false;
}

static void heap_report(void)
{
    printf("beside a heap: %u starts, %u timers delivered, %u wake-ups for them, %u idle\n",
           (unsigned)heap_starts, (unsigned)heap_deliveries, (unsigned)heap_wakes,
           (unsigned)heap_idle_wakes);
    if (heap_idle_wakes > 0u) { heap_fault("the server woke, and no timer was due"); }
}

static enum tw_status heap_restart_at(struct tw_hier *w, uint32_t id, uint32_t deadline)
{
    const enum tw_status status = tw_hier_restart_at(w, id, deadline);
    if (status != TW_OK) { return status; }
    if (heap_starts == 0u && atexit(heap_report) != 0) { heap_fault("atexit"); }
    if (heap_starts == 0u) { heap_began = deadline; }
    (void)heap_remove(id);
    heap[heap_size] = (struct heap_entry){deadline - heap_began, heap_starts++, id};
    heap_up(heap_size++);
    return status;
}

static enum tw_status heap_stop(struct tw_hier *w, uint32_t id)
{
    const enum tw_status status = tw_hier_stop(w, id);
    if (heap_remove(id) != (status == TW_OK)) { heap_fault("stop"); }
    return status;
}

static enum tw_status heap_advance(struct tw_hier *w, uint32_t until, uint32_t budget, uint32_t *id)
{
    const enum tw_status status = tw_hier_advance(w, until, budget, id);
    const bool due = heap_size > 0u && heap[0].deadline + heap_began - until - 1u > 0x7FFFFFFFu;
    if (status == TW_EXPIRED) {
        if (!due || heap[0].id != *id) { heap_fault("another timer is due"); }
        if (tw_tick(heap[0].deadline + heap_began) != tw_hier_now(w)) { heap_fault("tick"); }
        (void)heap_remove(*id);
        heap_deliveries++;
        heap_wakes += heap_woke;
        heap_woke = false;
    }
    if (status == TW_OK && due) { heap_fault("a timer is due"); }
    if (status == TW_OK) {
        heap_idle_wakes += heap_woke;
        heap_woke = false;
    }
    return status;
}

static enum tw_status heap_earliest(const struct tw_hier *w, uint32_t counter, uint32_t *id,
                                    uint32_t *ticks)
{
    const enum tw_status status = tw_hier_earliest(w, counter, id, ticks);
    if (status == TW_OK) {
        const uint32_t left = heap[0].deadline + heap_began - counter;
        if (heap_size == 0u || heap[0].id != *id) { heap_fault("another timer is earliest"); }
        if (*ticks != (left > 0x7FFFFFFFu ? 0u : left)) { heap_fault("ticks of earliest"); }
    } else if (heap_size > 0u) {
        heap_fault("a timer is active");
    }
    return status;
}

static int heap_epoll_wait(int epoll, struct epoll_event *events, int most, int ms)
{
    const int ready = epoll_wait(epoll, events, most, ms);
    heap_woke = ready == 0;
    return ready;
}

#undef tw_hier_restart_at
#undef tw_hier_stop
#undef tw_hier_advance
#undef tw_hier_earliest
#define tw_hier_restart_at heap_restart_at
#define tw_hier_stop heap_stop
#define tw_hier_advance heap_advance
#define tw_hier_earliest heap_earliest
#define epoll_wait heap_epoll_wait

#endif
