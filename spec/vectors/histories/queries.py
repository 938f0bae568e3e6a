# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Calls that change nothing, and the earliest timer: histories of any wheel."""
from .borders import lags
from .table import history


@history("the earliest timer: the nearest deadline, of equal ones the first that was started; in the order of delivery",
         "R-T8-13 R-T8-14 R-T2-1")
def earliest_in_order(t):
    for clock in (0, t.P - t.R - 3):
        t.init(9, clock)
        for id, delay in enumerate((t.R + 7, 3, t.R + 6, t.R + 6, t.R**2 + 5, 3, t.R**2 + t.R + 1, t.R**2 + 5, 1)):
            t.start(id, delay)
            t.earliest()
        t.restart(1, 3)                  # is behind timer 5 now
        t.stop(8)
        t.start(8, t.R + 6)
        t.restart(2, t.R + 6)
        for _ in range(9):
            t.earliest()
            t.by(t.R**2 + 2 * t.R)


@history("the earliest timer from counters ahead of the clock; without a timer; where advance refuses the counter",
         "R-T8-14 R-T5-34 R-T5-35 R-T5-36")
def earliest_from_a_counter(t):
    for clock in (0, t.P - 2):
        t.init(3, clock)
        for lag in (0, 1, t.P // 2, t.P - 1):
            t.earliest(lag)
        for delay in (t.P - 1, t.P // 2, t.P // 4 + 1, t.R, 1):
            t.restart(1, delay)
            for lag in sorted({*lags(t), delay - 1, delay}):
                t.earliest(lag)
        t("earliest", 2**32 - 1)
        t.restart(0, 1)
        t.by(1)
        t.earliest()
        t.by(0)
        t.earliest()
        t.by(0)
        t.earliest()


@history("look as one may, nothing changes", "R-T3-7 R-T5-15 R-T5-18 R-IF-3 R-T8-4")
def looks_change_nothing(t):
    t.init(3, 17)
    t.start(1, t.R + 4)
    t.start(2, 2)
    for ticks in (0, 1, 1, 1, t.R, 2):
        for _ in range(2):
            t.now()
            t.is_empty()
            t.earliest()
            for id in range(4):
                t.is_active(id)
                t.remaining(id)
        t.by(ticks)
