/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A binary heap beside the timers of examples/echo.c: tests/checks/test_examples.py includes this file before the first line of that
   program. The heap gets the same starts and stops. Each timer that expires must be the least of the heap, by deadline and then by
   order of starts. The server may wake up without an event and without a timer that is due: three times for each start, at most. */
#ifndef TESTS_USER_HEAP_H
#define TESTS_USER_HEAP_H

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "tw_host.h"

static struct heap_entry {
    uint64_t deadline, start;
} heap[4096];
static uint32_t heap_size, heap_starts, heap_deliveries, heap_wakes, heap_idle_wakes;
static bool heap_woke;

static void heap_fault(const char *what)
{
    (void)fprintf(stderr, "beside a heap: %s\n", what);
    exit(1);
}

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
static bool heap_remove(uint64_t start)
{
    for (uint32_t i = 0u; i < heap_size; i++) {
        if (heap[i].start == start) {
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
    if (heap_idle_wakes > 3u * heap_starts) { heap_fault("the server woke too often"); }
}

static void heap_add(uint64_t deadline, uint64_t start)
{
    if (heap_starts == 0u && atexit(heap_report) != 0) { heap_fault("atexit"); }
    heap_starts++;
    heap[heap_size] = (struct heap_entry){deadline, start};
    heap_up(heap_size++);
}

static enum tw_status heap_start(struct tw_host *h, uint64_t deadline, void *owner,
                                 struct tw_host_handle *handle)
{
    const enum tw_status status = tw_host_start(h, deadline, owner, handle);
    if (status == TW_OK) { heap_add(deadline, handle->start); }
    return status;
}

static enum tw_status heap_restart(struct tw_host *h, uint64_t deadline,
                                   struct tw_host_handle *handle)
{
    const uint64_t before = handle->start;
    const enum tw_status status = tw_host_restart(h, deadline, handle);
    if (heap_remove(before) != (status == TW_OK)) { heap_fault("restart"); }
    if (status == TW_OK) { heap_add(deadline, handle->start); }
    return status;
}

static enum tw_status heap_stop(struct tw_host *h, struct tw_host_handle handle)
{
    const enum tw_status status = tw_host_stop(h, handle);
    if (heap_remove(handle.start) != (status == TW_OK)) { heap_fault("stop"); }
    return status;
}

static enum tw_status heap_expire(struct tw_host *h, uint64_t now, struct tw_host_timer *timer)
{
    const enum tw_status status = tw_host_expire(h, now, timer);
    const bool due = heap_size > 0u && heap[0].deadline <= now;
    if (status == TW_EXPIRED) {
        if (!due || heap[0].start != timer->handle.start) { heap_fault("another timer is due"); }
        if (heap[0].deadline != timer->deadline) { heap_fault("deadline"); }
        (void)heap_remove(timer->handle.start);
        heap_deliveries++;
        heap_wakes += heap_woke;
        heap_woke = false;
    } else if (status != TW_OK || due) {
        heap_fault("a timer is due");
    }
    heap_idle_wakes += heap_woke;
    heap_woke = false;
    return status;
}

static uint64_t heap_next(const struct tw_host *h, uint64_t now, bool exact)
{
    const uint64_t ticks = tw_host_next(h, now, exact);
    const uint64_t left = heap_size == 0u        ? UINT64_MAX :
                          heap[0].deadline > now ? heap[0].deadline - now :
                                                   0u;
    if (ticks > left || (heap_size > 0u) != (ticks < UINT64_MAX)) { heap_fault("next"); }
    return ticks;
}

static int heap_epoll_wait(int epoll, struct epoll_event *events, int most, int ms)
{
    const int ready = epoll_wait(epoll, events, most, ms);
    heap_woke = ready == 0;
    return ready;
}

#define tw_host_start heap_start
#define tw_host_restart heap_restart
#define tw_host_stop heap_stop
#define tw_host_expire heap_expire
#define tw_host_next heap_next
#define epoll_wait heap_epoll_wait

#endif
