# SPDX-License-Identifier: Apache-2.0 OR MIT
"""More timers than a number of 16 bits can count: histories of any wheel, in files of their own."""
from .table import history

MOST = 65600


@history("ids that differ in a high bit only: a timer each", "R-T1-1 R-T3-2 R-T3-4 R-T3-5", kinds=("large",))
def ids_that_differ_in_a_high_bit(t):
    ids = (1, 1 + 2**7, 1 + 2**8, 1 + 2**15, 1 + 2**16)
    t.init(MOST, 0)
    for id in ids:
        t.start(id, 9 - ids.index(id))
        for other in ids:
            t.is_active(other)
    t.restart(1, t.R + 9)
    t.stop(1 + 2**8)
    for id in (*ids, MOST - 1, MOST):
        t.remaining(id)
    t.drain(t.R + 9)


@history("2^16 timers at one tick, all of them visited before: counts and budgets of more than 16 bits",
         "R-T1-1 R-T2-1 R-T8-4 R-T8-13 R-T7-1", kinds=("large",))
def crowd_of_65536(t):
    delay = {4: 64, 16: 512, 256: 4096}[t.R] + t.R + 1   # more than a turn of the largest hashed wheel
    t.init(MOST, 0)
    for first in (0, 2**15):
        t.each("start", first, first + 2**15 - 1, delay)
        t.is_empty()
    t.earliest()
    t.by(delay, 2**21)
    t.by(0, 0)
    t.restart(2**16 - 1, 1)
    t.start(2**16, 1)
    for id in (2, 3, 2**15, 2**16 - 2):
        t.stop(id)
    t.by(0, 0)
    t.earliest()
    t.is_empty()
