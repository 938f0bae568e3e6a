/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A wheel that several threads use, with a mutex. One thread sleeps and delivers; any thread starts and stops timers. docs/using.md
   explains the part between `recipe` and `end`. tests/checks/test_examples.py runs it under helgrind, too. gap.c has a recover. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "tw_hier.h"

enum { TIMERS = 8 };

static TW_HIER_STORAGE(memory, TIMERS);
static struct tw_hier wheel;
static _Atomic uint32_t wrong;

static void handle(uint32_t id);
#define recover(now) ((void)(now), wrong++)

/* recipe threads */
#define TICK 10000000u                    /* nanoseconds */
#define LONGEST_SLEEP (TW_SLEEP_MAX / 2u) /* with delays of at most P/8, no start is refused */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held in each call of the wheel */
static pthread_cond_t earlier;                           /* a timer is due before the sleep ends */
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;  /* a handler has ended */
static pthread_t sleeper;                                /* the timer thread */
static uint32_t running = TIMERS; /* the timer that is delivered, until its handler ends */
static bool must_run[TIMERS];     /* delivered, and its handler has not begun */
static bool ends;                 /* these four: with the lock held */

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
    if (tw_hier_restart_at(&wheel, id, now + ticks) == TW_OK) {
        must_run[id] = false; /* its next handler is that of the new deadline */
    } else {
        wrong++; /* refused: the deadline before, and its handler, stay */
    }
    if (tw_hier_earliest(&wheel, now, &first, &left) == TW_OK && first == id) {
        (void)pthread_cond_signal(&earlier);
    }
    (void)pthread_mutex_unlock(&lock);
}

static bool stop_locked(uint32_t id)
{
    const bool stopped = tw_hier_stop(&wheel, id) == TW_OK || must_run[id];
    must_run[id] = false;
    return stopped;
}

static bool stop_timer(uint32_t id) /* false: not active, or handle(id) has begun */
{
    (void)pthread_mutex_lock(&lock);
    const bool stopped = stop_locked(id);
    (void)pthread_mutex_unlock(&lock);
    return stopped;
}

static bool stop_and_wait(uint32_t id) /* afterwards, handle(id) does not run: free what it uses */
{
    (void)pthread_mutex_lock(&lock);
    bool stopped = stop_locked(id);
    while (running == id && !pthread_equal(pthread_self(), sleeper)) {
        (void)pthread_cond_wait(&ended, &lock);
        stopped = stop_locked(id) || stopped; /* the handler may have started it again */
    }
    (void)pthread_mutex_unlock(&lock);
    return stopped;
}

static void expired(uint32_t id)
{
    (void)pthread_mutex_lock(&lock);
    const bool begins = must_run[id]; /* not if another thread came after advance */
    must_run[id] = false;
    (void)pthread_mutex_unlock(&lock);
    if (begins) { handle(id); } /* it may start and stop timers, and take long */
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
    sleeper = pthread_self();
    while (!ends) {
        const uint32_t now = read_counter();
        enum tw_status status;
        uint32_t id;
        while ((status = tw_hier_advance(&wheel, now, TW_UNBOUNDED, &id)) == TW_EXPIRED) {
            must_run[id] = true;
            running = id;
            (void)pthread_mutex_unlock(&lock);
            expired(id);
            (void)pthread_mutex_lock(&lock);
            running = TIMERS;
            (void)pthread_cond_broadcast(&ended);
        }
        if (status == TW_BAD_CLOCK) { recover(read_counter()); } /* read anew: see Gaps */
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
