/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Retransmission: each peer has two timers, one to send again, with exponential back-off and jitter, and one to
   give up. An acknowledgement stops both. The link loses most packets, and some peers are gone. */
#include <stdio.h>

#include "chance.h"
#include "tw_hashed.h"
#include "tw_ticks.h"

#define HZ 1000u
#define PEERS 1000u
#define RETRY(peer) (2u * (peer))
#define GIVE_UP(peer) (2u * (peer) + 1u)
#define FIRST_MS 200u /* the first retry; each later one waits twice as long, up to */
#define LAST_MS 6400u
#define LIMIT_MS 60000u
_Static_assert(LIMIT_MS + 1u < TW_PERIOD, "LIMIT_MS does not fit this TW_RADIX");

static TW_HASHED_STORAGE(memory, 2u * PEERS);
static struct tw_hashed wheel;
static struct peer {
    uint32_t wait_ms, sent, began;
    enum { WAITING, ANSWERED, GONE } state;
} peers[PEERS];
static uint32_t wrong;

/* Ticks that last at least so long from any moment. */
static uint32_t ticks_of(uint32_t ms)
{
    uint32_t ticks = 1u;
    wrong += tw_ms_to_ticks(ms, HZ, &ticks) != TW_OK;
    return ticks;
}

/* Every 50th peer is gone; of packets to others two of three are lost. */
static bool answers(uint32_t peer)
{
    return peer % 50u != 0u && random_below(3u) == 0u;
}

/* Sends, and waits for half to all of the time, lest all peers retry at once. */
static void send(uint32_t peer)
{
    struct peer *const p = &peers[peer];
    p->sent++;
    if (answers(peer)) {
        p->state = ANSWERED;
        wrong += tw_hashed_stop(&wheel, GIVE_UP(peer)) != TW_OK;
        return;
    }
    const uint32_t wait = p->wait_ms / 2u + random_below(p->wait_ms / 2u + 1u);
    wrong += tw_hashed_start(&wheel, RETRY(peer), ticks_of(wait)) != TW_OK;
    p->wait_ms = p->wait_ms < LAST_MS ? 2u * p->wait_ms : LAST_MS;
}

static void expired(uint32_t id)
{
    const uint32_t peer = id / 2u;
    if (id == RETRY(peer)) {
        send(peer);
        return;
    }
    /* Whichever of two timers of one tick comes first, the other may still be active. */
    const enum tw_status status = tw_hashed_stop(&wheel, RETRY(peer));
    wrong += status != TW_OK && status != TW_NOT_ACTIVE;
    wrong += tw_lag(tw_tick(peers[peer].began), tw_hashed_now(&wheel)) != ticks_of(LIMIT_MS);
    peers[peer].state = GONE;
}

int main(void)
{
    uint32_t counter = 0u;
    uint32_t count[3] = {0u, 0u, 0u};
    uint32_t packets = 0u;
    wrong += TW_HASHED_INIT(&wheel, memory, counter) != TW_OK;
    for (uint32_t peer = 0u; peer < PEERS; peer++) {
        peers[peer] = (struct peer){FIRST_MS, 0u, counter, WAITING};
        wrong += tw_hashed_start(&wheel, GIVE_UP(peer), ticks_of(LIMIT_MS)) != TW_OK;
        send(peer);
    }
    while (!tw_hashed_is_empty(&wheel)) {
        enum tw_status status;
        counter += 10u;
        do {
            uint32_t id;
            status = tw_hashed_advance(&wheel, counter, 64u, &id);
            if (status == TW_EXPIRED) { expired(id); }
        } while (status == TW_EXPIRED || status == TW_BUSY);
        if (status == TW_BAD_CLOCK) {
            (void)fputs("retransmit: the counter went back, or stood too long\n", stderr);
            return 1;
        }
    }
    for (uint32_t peer = 0u; peer < PEERS; peer++) {
        count[peers[peer].state]++;
        packets += peers[peer].sent;
        wrong += peer % 50u == 0u && peers[peer].state != GONE;
    }
    printf("retransmit: %u answered, %u gone, %u packets\n", (unsigned)count[ANSWERED],
           (unsigned)count[GONE], (unsigned)packets);
    return wrong == 0u && count[WAITING] == 0u && count[GONE] >= PEERS / 50u ? 0 : 1;
}
