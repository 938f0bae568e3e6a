# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The clock, and a caller's counter ahead of it or too far away: histories of any wheel."""
from .borders import lags
from .table import ALL, history


@history("a jump over as much idle time as there may be: a wheel that walks it tick by tick does not get there in time",
         "R-T1-4 R-T4-3 R-T1-3", "fibers-tick-by-tick")
def jump(t):
    t.init(1, 3)
    for _ in range(5):
        t.by(t.P // 2 - 1)
    t.start(0, 2)
    t.by(t.P // 2 - 1)
    t.by(t.P // 2 - 1)


@history("start counts from the wheel's clock, start_at to the caller's counter, however far the clock lags",
         "R-T4-5 R-T5-20 R-T3-1 R-T2-2", "libuv-loop-clock")
def stale_clock(t):
    t.init(4, 100 % t.P)
    counter = t.clock + 60
    t.start(0, 30)                             # from the clock: due before the counter
    t.start_at(1, (counter + 30) % t.P)        # from the counter
    t.start_at(2, counter % t.P)               # the counter has reached it, the clock has not
    t.start_at(3, t.clock)                     # the clock has reached it
    t.looks()
    t.drain(60)
    t.looks()
    t.restart_at(0, (t.clock + t.P // 2 - 1) % t.P)
    t.restart_at(0, (t.clock + t.P // 2) % t.P)
    t.restart_at(0, (t.clock + 40) % t.P)
    t.restart_at(1, (t.clock + 40) % t.P)
    t.drain(40)


@history("half the period is neither ahead nor behind: refused, and the clock is where it was",
         "R-T5-12 R-T4-3 R-T4-6 R-T5-22 R-T5-26", "awtk-past")
def half_the_period(t):
    for clock in (0, 1, t.P // 2, t.P - 1):
        t.init(2, clock)
        t.start(0, 3)
        t.by(t.P // 2)
        t.by(t.P // 2 + 1)
        t.by(t.P - 1, 0)
        t.start_at(1, (clock + t.P // 2) % t.P)
        t.start_at(1, (clock + t.P - 1) % t.P)
        t.restart_at(0, (clock + t.P // 2) % t.P)
        t.looks()
        t.start_at(1, (clock + t.P // 2 - 1) % t.P)
        t.remaining(1)
        t.stop(1)
        t.by(t.P // 2 - 1)
        t.by(t.P // 2 - 4)


@history("the caller was away for half the period or more, and gets there in two strides", "R-T4-6 R-T1-2 R-T4-3")
def away_too_long(t):
    t.init(2, 9)
    t.start(0, 5)
    t.start(1, t.P // 2 + 2
            if not t.large else t.R**3)   # a hashed wheel of 4,096 slots would pass it half a million times
    t.by(t.P // 2 + 6)
    t.drain(t.P // 2 - 10)
    t.drain(20)


@history("any counter is a clock: it is taken modulo the period", "R-T4-4 R-T4-5 R-IF-2", faces=("4", "16"))
def counters_beyond_the_period(t):
    t.init(2, 2**32 - 3)
    t.start(0, 5)
    t.start_at(1, 2**32 - 1)
    t.looks()
    t.advance(5 * t.P - 2, ALL)
    t.advance(7 * t.P + 9, ALL)
    t.advance(3 * t.P + 9, ALL)
    t.restart_at(1, 2**31 + 20)
    t.looks()
    t("remaining", 1, 2**32 - 2)
    t("remaining", 1, 2**32 - t.P + 9)
    t.advance(2**31 + 30, ALL)
    t.init(1, t.P)
    t.now()


@history("a caller ahead of the wheel's clock asks what is left: from its counter, no less than 0, "
         "refused where advance is",
         "R-T1-6 R-T5-15 R-T5-16 R-T5-17 R-T5-28")
def counter_ahead(t):
    for clock in (1, t.P - 2):
        t.init(3, clock)
        t.start(0, t.R + 1)
        t.start(1, t.P - 1)
        for lag in lags(t):
            for id in range(4):
                t.remaining(id, lag)
        t.by(t.P // 2)


@history("without an active timer the clock goes to any counter, and next tells the longest sleep",
         "R-T5-11 R-T5-12 R-T4-3 R-T8-3")
def idle_wheel(t):
    for clock in (0, t.P - 1):
        t.init(2, clock)
        for lag in lags(t):
            t.next(lag)
        for ticks in (t.P // 2 - 1, t.P // 2, t.P // 2 + 1, t.P - 1):
            t.by(ticks, 0)
            t.by(ticks)
        t.start(0, 3)
        t.by(t.P - 1)
        t.by(t.P // 2)
        t.next(t.P // 2)
        t.next(t.P - 1)
        t.stop(0)
        t.by(t.P - 1)
        t.start(0, 3)
        t.by(3)
        t.by(t.P - 1)
        t.start_at(0, (t.clock + t.P // 2 - 1) % t.P)
        t.remaining(0)


@history("deadlines all around the clock: ahead, too far, due now or less than a quarter of the period ago",
         "R-T5-20 R-T5-22 R-T5-23 R-T5-24 R-T5-26 R-T5-27")
def deadlines_around(t):
    for clock in (0, t.P // 2 + 1, t.P - 1):
        t.init(2, clock)
        t.start(1, 5)
        for ahead in (0, 1, t.P // 2 - 1, t.P // 2, t.P // 2 + 1, t.P - t.P // 4 - 1, t.P - t.P // 4,
                      t.P - t.P // 4 + 1, t.P - 1):
            deadline = (t.clock + ahead) % t.P
            t.start_at(1, deadline)
            t.start_at(0, deadline)
            t.restart_at(1, deadline)
            t.remaining(1)
            t.stop(0)
