# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The search for the next slot in use: histories of both wheels."""
from .table import WHEELS, history


@history("the slots on both sides of the search's words, one by one", "R-T8-8 R-T8-9", kinds=WHEELS)
def words(t):
    size = t.S if t.kind == "hashed" else t.R
    for slot in sorted({s for s in (0, 1, 2, 3, 31, 32, 62, 63, 64, 65, 127, 128, size - 2, size - 1) if 0 <= s < size}):
        for clock in sorted({c for c in (0, 1, 3, 62, 63, 64, size - 1) if c < size and c != slot}):
            t.init(1, clock)
            t.start(0, (slot - clock) % size or size)
            t.next()
            t.is_empty()
    t.drain(size)
    t.next()


@history("two slots in use, in all orders: the nearer one is found", "R-T8-8 R-T8-9 R-T1-2", kinds=WHEELS)
def nearer_slot(t):
    size = t.S if t.kind == "hashed" else t.R
    for first, second in ((1, 2), (2, 1), (1, size - 1), (size // 2, size - 1), (size - 1, size // 2), (3, size)):
        for clock in (0, size - 2, t.P - 1):
            t.init(2, clock)
            t.start(0, first)
            t.start(1, second)
            t.next()
            t.by(t.next(), 1)
            t.next()
            t.drain(size)
            t.next()


@history("two timers due in the first slot of a word: the clock stays for the second one", "R-T1-2", kinds=WHEELS)
def first_of_a_word(t):
    size = t.S if t.kind == "hashed" else t.R
    t.init(2, (64 % size or size) - 1)
    t.start(0, 1)
    t.start(1, 1)
    t.by(1)
    t.by(2)
