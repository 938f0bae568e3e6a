// SPDX-License-Identifier: Apache-2.0 OR MIT
// An engine of one's own: a std::multimap from deadline to id. See docs/measured.md.
#include "engine.h"

#include <map>
#include <vector>

static std::multimap<uint64_t, uint32_t> pending;
static std::vector<decltype(pending)::iterator> places; // of each active timer

static void engine_init(uint32_t timers)
{
    pending.clear();
    places.resize(timers);
}

static inline void engine_start(uint32_t id, uint32_t delay)
{
    places[id] = pending.insert({today + delay, id});
}

static inline void engine_stop(uint32_t id)
{
    pending.erase(places[id]);
}

static inline void engine_restart(uint32_t id, uint32_t delay)
{
    engine_stop(id);
    engine_start(id, delay);
}

static inline void engine_advance()
{
    while (!pending.empty() && pending.begin()->first <= today) {
        const uint32_t id = pending.begin()->second;
        pending.erase(pending.begin());
        expired(id);
    }
}

#include "workloads.h"
