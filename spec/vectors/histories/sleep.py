# SPDX-License-Identifier: Apache-2.0 OR MIT
"""next, and a caller that sleeps for so long: histories of one algorithm in one geometry."""
from .borders import clocks, delays, lags
from .table import ALL, WHEELS, history


def sleep(t, budget=ALL, times=40):
    """Sleeps for as long as next says, and advances."""
    for _ in range(times):
        ticks = t.next()
        if ticks is None:
            break
        t.by(ticks, budget)


@history("next of one timer at the borders of levels, from clocks at borders", "R-T8-1 R-T8-2 R-T8-3 R-T8-8 R-T8-9",
         kinds=("list", *WHEELS))
def next_of_borders(t):
    for clock in clocks(t)[:: 1 if not t.large else 3]:
        t.and_next.init(1, clock)
        for delay in delays(t):
            t.and_next.restart(0, delay)


@history("next is less than half the period, so that advance takes it", "R-T8-10 R-T8-9 R-T8-5",
         kinds=("list", *WHEELS))
def next_is_capped(t):
    for delay in (t.P // 4 - 1, t.P // 4, t.P // 4 + 1, t.P // 2 - 2, t.P // 2 - 1, t.P // 2, t.P // 2 + 1, t.P - 1):
        t.init(1, 0)
        t.and_next.start(0, delay)
        if t.kind != "hashed" or not t.large:
            t.and_next.by(t.next())


@history("next from counters ahead of the clock: the same tick, until that is reached; refused where advance is",
         "R-T8-1 R-T8-2 R-T8-3 R-T8-8 R-T8-9 R-T8-10 R-T5-28", kinds=("list", *WHEELS))
def next_from_a_counter(t):
    for clock in (0, t.P - 2):
        for delay in (1, t.R**2 + 1, t.P // 4 - 1, t.P // 4, t.P - 1):
            t.init(1, clock)
            t.start(0, delay)
            for lag in sorted({*lags(t), delay - 1, delay}):
                t.next(lag)


@history("a caller that works between advance and next, and sleeps from its own counter on", "R-T8-1 R-T8-7 R-T8-10",
         kinds=("list", *WHEELS))
def work_before_sleep(t):
    t.init(3, t.P - t.R)
    for id, delay in enumerate((t.R // 2, 2 * t.R + 1, t.R**2 + 3)):
        t.start(id, delay)
    for work in (0, 1, t.R // 2, t.R - 1, 2, t.R, 0, 3, t.R**2, 0, 1):
        ticks = t.next(work)
        t.by(work + ticks if ticks is not None else work)


@history("a caller that sleeps for as long as next says is never late, and never refused",
         "R-T8-1 R-T8-7 R-T8-8 R-T8-10", "tokio-reset-earlier",
         kinds=("list", *WHEELS))
def sleeper(t):
    for clock in (0, t.P - t.R - 1):
        t.init(4, clock)
        for id, delay in enumerate((2, t.R + 1, t.R**2 + t.R + 1, t.R**3 + t.R**2 + 1 if not t.large else 3 * t.R**2)):
            t.start(id, delay)
        sleep(t)
        t.next()
