/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel that several threads use, with a mutex. One thread sleeps and delivers; any thread starts and stops timers. docs/using.md
   quotes the part between the lines `recipe` and `end`. tests/checks/test_examples.py runs it with the thread sanitizer, too. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "tw_hier.h"

enum { TIMERS = 8 };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static _Atomic uint32_t wrong;

static void expired(uint32_t id);

/* recipe threads */
#define TICK 10000000u                    /* nanoseconds */
#define LONGEST_SLEEP (TW_SLEEP_MAX / 2u) /* with delays of at most P/8, no start is refused */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held in each call of the wheel */
static pthread_cond_t earlier;                           /* a timer is due before the sleep ends */

static bool ends; /* with the lock held */

static uint64_t nanoseconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t read_counter(void) /* with the lock held */
{
    return (uint32_t)(nanoseconds() / TICK);
}

static void start_in(uint32_t id, uint32_t ticks) /* from any thread */
{
    uint32_t first;
    uint32_t left;
    (void)pthread_mutex_lock(&lock);
    const uint32_t now = read_counter();
    if (tw_hier_restart_at(&wheel, id, now + ticks) != TW_OK) { wrong++; }
    if (tw_hier_earliest(&wheel, now, &first, &left) == TW_OK && first == id) {
        (void)pthread_cond_signal(&earlier);
    }
    (void)pthread_mutex_unlock(&lock);
}

static bool stop_timer(uint32_t id) /* false: not active, or expired(id) has begun */
{
    (void)pthread_mutex_lock(&lock);
    const enum tw_status status = tw_hier_stop(&wheel, id);
    (void)pthread_mutex_unlock(&lock);
    return status == TW_OK;
}

static void sleep_until_due(void) /* with the lock held; others have it during the sleep */
{
    const uint64_t now = nanoseconds() / TICK;
    uint32_t id;
    uint32_t ticks;
    if (tw_hier_earliest(&wheel, (uint32_t)now, &id, &ticks) != TW_OK || ticks > LONGEST_SLEEP) {
        ticks = LONGEST_SLEEP; /* also without a timer: the wheel must follow the counter */
    }
    const uint64_t until = (now + ticks) * TICK;
    const struct timespec then = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    if (ticks > 0u) { (void)pthread_cond_timedwait(&earlier, &lock, &then); }
}

static void *timer_thread(void *unused) /* only this thread advances the wheel */
{
    (void)pthread_mutex_lock(&lock);
    while (!ends) {
        const uint32_t now = read_counter();
        enum tw_status status;
        uint32_t id;
        while ((status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id)) == TW_EXPIRED) {
            (void)pthread_mutex_unlock(
                &lock); /* expired may start and stop timers, and take long */
            expired(id);
            (void)pthread_mutex_lock(&lock);
        }
        if (status == TW_BAD_CLOCK) { wrong++; } /* see Gaps */
        if (status == TW_OK) { sleep_until_due(); }
    }
    (void)pthread_mutex_unlock(&lock);
    return unused;
}

static void setup(void) /* before any thread */
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0 ||
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) != 0 ||
        pthread_cond_init(&earlier, &monotonic) != 0 ||
        TW_HIER_INIT(&wheel, memory, read_counter()) != TW_OK) {
        wrong++;
    }
}
/* end */

#include "threads_play.h" /* main, and threads that start and stop timers */
