# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The search for the next slot in use: histories of both wheels."""
from .sleep import sleep
from .table import ALL, WHEELS, history


@history("the slots on both sides of the search's words, one by one", "R-T8-8 R-T8-9", kinds=WHEELS)
def words(t):
    size = t.S if t.kind == "hashed" else t.R
    for slot in sorted({s for s in (0, 1, 2, 3, 31, 32, 62, 63, 64, 65, 127, 128, size - 2, size - 1)
                        if 0 <= s < size}):
        for clock in sorted({c for c in (0, 1, 3, 62, 63, 64, size - 1) if c < size and c != slot}):
            t.init(1, clock)
            t.and_next.start(0, (slot - clock) % size or size)
            t.is_empty()
    t.and_next.drain(size)


@history("two slots in use, in all orders: the nearer one is found", "R-T8-8 R-T8-9 R-T1-2", kinds=WHEELS)
def nearer_slot(t):
    size = t.S if t.kind == "hashed" else t.R
    for first, second in ((1, 2), (2, 1), (1, size - 1), (size // 2, size - 1), (size - 1, size // 2), (3, size)):
        for clock in (0, size - 2, t.P - 1):
            t.init(2, clock)
            t.start(0, first)
            t.and_next.start(1, second)
            t.and_next.by(t.next(), 1)
            t.and_next.drain(size)


@history("two timers due in the first slot of a word: the clock stays for the second one", "R-T1-2", kinds=WHEELS)
def first_of_a_word(t):
    size = t.S if t.kind == "hashed" else t.R
    t.init(2, (64 % size or size) - 1)
    t.start(0, 1)
    t.start(1, 1)
    t.by(1)
    t.by(2)


def edges(size):
    """Slots on both sides of the borders of words of 16, 32 and 64 bits, and of words that have a bit for each of
    these."""
    borders = (0, 16, 32, 64, size // 2 - 64, size // 2, size - 64, size)
    return sorted({border + beside for border in borders for beside in (-2, -1, 0, 1) if 0 <= border + beside < size})


def many_ahead(t, clock, delays):
    """Timers in slots ahead of a clock: the one in the farthest slot starts first. The nearer half is stopped then,
    the nearest slot first."""
    t.init(len(delays), clock)
    for id, delay in enumerate(delays):
        t.and_next.start(id, delay)
        t.earliest()
    for id in reversed(range(len(delays) // 2, len(delays))):
        t.and_next.stop(id)
        t.earliest()
    sleep(t, ALL, 9)


@history("slots on both sides of the clock's, at the borders of words: the search goes around",
         "R-T8-8 R-T8-9 R-T8-13 R-T1-2", kinds=WHEELS)
def around_in_words(t):
    for here in edges(t.S if t.kind == "hashed" else t.R):
        if t.kind == "hashed":           # every third timer is a turn later
            ahead = sorted((slot - here) % t.S or t.S for slot in edges(t.S))
            many_ahead(t, here, [slots + (t.S if id % 3 == 0 else 0) for id, slots in enumerate(reversed(ahead))])
        else:
            ahead = sorted((slot - here) % t.R or t.R for slot in edges(t.R))
            many_ahead(t, here * (1 + t.R + t.R**2 + t.R**3),
                       [min(slots * t.R**3, t.P - 1) for slots in reversed(ahead)])


@history("slots ahead of the clock's digit on the lower levels, at the borders of words",
         "R-T8-8 R-T8-9 R-T8-13 R-T1-2", kinds=("hier",))
def ahead_in_words(t):
    for level in range(3):
        for here in edges(t.R)[:-1]:
            clock = here * (1 + t.R + t.R**2 + t.R**3)
            many_ahead(t, clock, [(slot - here) * t.R**level for slot in reversed(edges(t.R)) if slot > here])
