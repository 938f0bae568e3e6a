/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two threads that try threads.c: is each timer delivered once, unless it was stopped, none early, and none after it was stopped? */
enum { STARTERS = 2, EACH = TIMERS / STARTERS, ROUNDS = 400, LONGEST = 4 };

static pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t began;
    uint32_t ticks;
    bool waits;
} plays[TIMERS];
static uint32_t starts, stops, deliveries, waited_for;
static uint32_t handling = TIMERS; /* the timer whose handler runs */

/* Returns if the timer waited already. If not, it is to be started. */
static bool waits(uint32_t id, uint32_t ticks)
{
    (void)pthread_mutex_lock(&books);
    const bool waited = plays[id].waits;
    if (!waited) {
        plays[id].began = nanoseconds();
        plays[id].ticks = ticks;
        plays[id].waits = true;
        starts++;
    }
    (void)pthread_mutex_unlock(&books);
    return waited;
}

static void stop(uint32_t id)
{
    (void)pthread_mutex_lock(&books);
    waited_for += handling == id;
    (void)pthread_mutex_unlock(&books);
    const bool stopped = id % 2u == 0u ? stop_and_wait(id) : stop_timer(id) || stop_and_wait(id);
    (void)pthread_mutex_lock(&books);
    wrong += handling == id || plays[id].waits != stopped;
    stops += stopped;
    plays[id].waits = false;
    (void)pthread_mutex_unlock(&books);
}

static void pause_for(long ns)
{
    const struct timespec time = {0, ns};
    (void)nanosleep(&time, NULL);
}

static void handle(uint32_t id)
{
    (void)pthread_mutex_lock(&books);
    /* Of the first tick a part had passed. */
    wrong += !plays[id].waits;
    wrong += nanoseconds() - plays[id].began < (plays[id].ticks - 1u) * (uint64_t)TICK;
    handling = id;
    (void)pthread_mutex_unlock(&books);
    pause_for(1000000);
    (void)pthread_mutex_lock(&books);
    handling = TIMERS;
    deliveries++;
    const bool again = deliveries % 4u == 0u;
    plays[id].waits = again;
    plays[id].began = nanoseconds();
    plays[id].ticks = 1u;
    starts += again;
    (void)pthread_mutex_unlock(&books);
    if (again) { start_in(id, 1u); }
}

static void *starter(void *timers) /* the first of its timers */
{
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        const uint32_t id = *(const uint32_t *)timers + round % EACH;
        const uint32_t ticks = 1u + round * 7u % LONGEST;
        if (!waits(id, ticks)) {
            start_in(id, ticks);
        } else if (round % 19u == 0u) {
            stop(id);
        }
        pause_for(300000);
    }
    return NULL;
}

static void stop_in_its_handler(void) /* the other threads have not begun */
{
    while (waited_for == 0u) {
        bool runs = false;
        if (!waits(0u, 1u)) { start_in(0u, 1u); }
        while (!runs) {
            pause_for(100000);
            (void)pthread_mutex_lock(&books);
            runs = handling == 0u || !plays[0].waits;
            (void)pthread_mutex_unlock(&books);
        }
        stop(0u);
    }
}

static bool some_wait(void)
{
    (void)pthread_mutex_lock(&books);
    const uint32_t left = starts - stops - deliveries;
    (void)pthread_mutex_unlock(&books);
    return left != 0u;
}

static void end(void)
{
    (void)pthread_mutex_lock(&lock);
    ends = true;
    (void)pthread_cond_signal(&earlier);
    (void)pthread_mutex_unlock(&lock);
}

int main(void)
{
    static uint32_t firsts[STARTERS] = {0u, EACH};
    pthread_t timers, starters[STARTERS];
    setup();
    wrong += pthread_create(&timers, NULL, timer_thread, NULL) != 0;
    stop_in_its_handler();
    for (uint32_t i = 0u; i < STARTERS; i++) {
        wrong += pthread_create(&starters[i], NULL, starter, &firsts[i]) != 0;
    }
    for (uint32_t i = 0u; i < STARTERS; i++) {
        wrong += pthread_join(starters[i], NULL) != 0;
    }
    while (some_wait()) { /* for ever, if one is lost */
        pause_for(1000000);
    }
    end();
    wrong += pthread_join(timers, NULL) != 0;
    printf("threads: %u starts, %u stops, %u of them waited, %u deliveries\n", (unsigned)starts,
           (unsigned)stops, (unsigned)waited_for, (unsigned)deliveries);
    wrong += starts != stops + deliveries;
    return stops > 0u && deliveries > 0u && wrong == 0u ? 0 : 1;
}
