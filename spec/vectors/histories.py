# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The call histories of the vectors. Each function plays calls on a script `t`, which knows the period t.P, radix t.R, slots
t.S and clock. t.remaining(id, lag) and t.next(lag) ask from a counter that is `lag` ticks ahead of the clock. A history is
deterministic. A new one is a function; the line above it tells the reason and the requirements."""
import collections

ALL = 2**32 - 1
TABLE = []
Entry = collections.namedtuple("Entry", "name reason shows catches kinds radixes play")
WHEELS, EVERY = ("hier", "hashed"), ("any",)


def history(reason, shows, catches="", kinds=EVERY, radixes=(4, 16, 256)):
    def enter(play):
        TABLE.append(Entry(play.__name__.replace("_", "-"), reason, shows, catches, kinds, radixes, play))
        return play
    return enter


class Random:
    """Numbers that are the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def of(self, choices):
        return choices[self.below(len(choices))]


def clocks(t):
    """Clocks at the borders of windows, of half the period and of rollover."""
    return [0, t.R - 1, t.R, t.R**2 - 1, t.R**3 - 1, t.R**3 + t.R - 1, t.P // 2 - 1, t.P - t.R**3, t.P - t.R**2 - 1,
            t.P - t.R, t.P - 2, t.P - 1]


def delays(t):
    """Delays at the borders of levels, of half the period and of the period."""
    return [1, 2, t.R - 1, t.R, t.R + 1, t.R**2 - 1, t.R**2, t.R**2 + 1, t.R**3 - 1, t.R**3, t.R**3 + 1, t.P // 2 - 1,
            t.P // 2, t.P - t.R, t.P - 2, t.P - 1]


def far(t, ticks):
    """Does it take a hashed wheel too many turns to get there?"""
    return ticks > 2**21


# --- What holds whatever the wheel.

@history("a first timer, from init to its delivery", "R-T1-1 R-T1-4 R-T3-1 R-T3-3 R-T3-8 R-T5-1 R-T5-13 R-T8-4 R-IF-2 R-IF-3")
def first_timer(t):
    t.init(2, 7)
    t.is_empty()
    t.is_active(0)
    t.now()
    t.start(0, 3)
    t.is_active(0)
    t.is_empty()
    t.remaining(0)
    t.by(2)
    t.remaining(0)
    t.by(1)
    t.is_active(0)
    t.is_empty()
    t.by(1)
    t.by(1)


@history("timers on both sides of the clock's rollover", "R-T1-1 R-T1-2 R-T4-1 R-T4-2 R-T2-3", "device-os-49-days picotcp-plain-compare")
def rollover(t):
    t.init(4, t.P - t.R)
    t.start(0, t.R + t.R // 2)
    t.start(1, t.R - 1)
    t.start(2, t.R)
    t.start(3, t.R + 1)
    t.looks()
    t.drain(t.R - 1)
    t.drain(1)
    t.looks()
    t.drain(t.R)


@history("the longest delay, started at many clocks, is not due for a full turn", "R-T4-1 R-T1-1 R-T1-6 R-T4-2", "skynet-near")
def longest_delay_is_not_soon(t):
    for clock in clocks(t):
        t.init(1, clock)
        t.start(0, t.P - 1)
        t.remaining(0)
        t.by(t.R - 1)
        t.by(t.R)
        t.by(t.R * t.R + t.R)
        t.remaining(0)
        t.stop(0)


def longest_delay(t):
    t.init(2, t.R + 1)
    t.start(0, t.P - 1)
    t.start(1, t.P // 2)
    t.by(t.P // 2 - 1)
    t.by(1)
    t.by(t.P // 2 - 2)
    t.remaining(0)
    t.by(1)
    t.is_empty()


# A hashed wheel of 4,096 slots passes over such a timer a million times.
for kinds, radixes in ((EVERY, (4, 16)), (("list", "hier"), (256,))):
    history("the longest delay is due after a full turn", "R-T4-1 R-T4-6 R-T1-1 R-T1-2 R-T4-3", "skynet-near", kinds,
            radixes)(longest_delay)


@history("delays at the borders of levels from clocks at borders: OK a tick before, delivered at the tick",
         "R-T1-1 R-T1-2 R-T1-3 R-T1-6 R-T4-1 R-T4-2", "zephyr-rounding")
def every_border(t):
    for clock in clocks(t)[:: 1 if t.R < 256 else 2]:
        for delay in delays(t):
            if delay > 1 and not far(t, delay):
                t.init(1, clock)
                t.start(0, delay)
                t.passes(delay - 1)
                t.remaining(0)
                t.by(2 % t.P)
                t.by(1)


@history("two delays that a wheel with too few slots takes for one", "R-T1-1 R-T1-2 R-T2-3", "vpp-one-ring rpc-perf-turns")
def a_turn_apart(t):
    for slots in (4, 16, 64, 256, 512, 1024, 2048, 4096, 65536):
        if slots + 5 < t.P:
            t.init(2, t.R)
            t.start(0, slots + 5)
            t.start(1, 5)
            t.by(4)
            t.by(1)
            t.by(0)
            t.drain(slots)


@history("equal deadlines, started at once: first in, first out", "R-T2-1 R-T2-2", "vpp-one-ring symmetry-reverse")
def equal_deadlines(t):
    t.init(6, 1)
    for id in (3, 1, 5, 0, 4, 2):
        t.start(id, t.R + 2)
    t.drain(t.R + 1)
    t.drain(1)


@history("equal deadlines, started at other distances, so on other levels: first in, first out",
         "R-T2-1 R-T2-2 R-T1-1", "linux-fifo-cascade")
def equal_deadlines_from_afar(t):
    for clock in (0, t.P - t.R**2 - 3):
        t.init(9, clock)
        deadline = (clock + 2 * t.R**2 + 3) % t.P
        for id in (8, 0, 7):
            t.start(id, (deadline - t.clock) % t.P)
        t.by(t.R**2)
        for id in (1, 6, 2):
            t.start(id, (deadline - t.clock) % t.P)
        t.by(t.R**2)
        for id in (5, 3):
            t.start(id, (deadline - t.clock) % t.P)
        t.by(1)
        t.start(4, (deadline - t.clock) % t.P)
        t.by(1)
        t.drain(5)


@history("an order of deadlines that is not the order of start", "R-T2-3 R-T1-1 R-T1-2", "perry-creation-order openthread-first-listed")
def earlier_deadline_first(t):
    t.init(6, t.R - 2)
    for id, delay in enumerate((t.R**3, t.R**2 + 1, t.R + 1, 3, 2, 1)):
        t.start(id, delay)
    t.drain(t.R**3 + 1)


@history("late, the caller gets every deadline, in order, each with its own clock", "R-T1-1 R-T1-2 R-T1-3 R-T2-3", "camunda-one-slot")
def late_caller(t):
    t.init(8, 5)
    for id in range(8):
        t.start(id, 1 + id * id * (1 + t.R // 16))
    t.drain(64 * (1 + t.R // 16))


@history("a periodic timer that is restarted where it was due does not drift", "R-T1-7 R-T1-1 R-T4-1", "linmo-drift")
def periodic(t):
    t.init(2, t.P - 30)
    t.start(0, 7)
    t.start(1, 10)
    t.drain(71, then=lambda id: t.restart(id, (7, 10)[id]))
    t.remaining(0)
    t.remaining(1)


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
    t.start(1, t.P // 2 + 2 if t.R < 256 else t.R**3)   # a hashed wheel of 4,096 slots would pass it half a million times
    t.by(t.P // 2 + 6)
    t.drain(t.P // 2 - 10)
    t.drain(20)


@history("any counter is a clock: it is taken modulo the period", "R-T4-4 R-T4-5 R-IF-2", radixes=(4, 16))
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


def lags(t):
    """How far a caller's counter may be ahead of the wheel's clock: also too far."""
    return [0, 1, t.R, t.R + 1, t.P // 4 - 1, t.P // 4, t.P // 2 - 1, t.P // 2, t.P - 1]


@history("a caller ahead of the wheel's clock asks what is left: from its counter, no less than 0, refused where advance is",
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


@history("without an active timer the clock goes to any counter, and next tells the longest sleep", "R-T5-11 R-T5-12 R-T4-3 R-T8-3")
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
        for ahead in (0, 1, t.P // 2 - 1, t.P // 2, t.P // 2 + 1, t.P - t.P // 4 - 1, t.P - t.P // 4, t.P - t.P // 4 + 1, t.P - 1):
            deadline = (t.clock + ahead) % t.P
            t.start_at(1, deadline)
            t.start_at(0, deadline)
            t.restart_at(1, deadline)
            t.remaining(1)
            t.stop(0)


@history("what init refuses, and that it changes nothing", "R-T5-13 R-T5-14 R-T3-8 R-IF-1")
def capacities(t):
    t.init(2, 40)
    t.start(1, 9)
    t.init(0, 77)
    t.init(2**30 + 1, 77)
    t.init(2**32 - 1, 77)
    t.looks()
    t.now()
    t.by(9)
    t.start(0, 3)
    t.init(1, 77)
    t.is_empty()
    t.start(1, 3)
    t.start(0, 3)
    t.by(3)
    t.init(1024, t.R)
    t.start(1023, 3)
    t.start(1024, 3)
    t.start(0, 4)
    t.start(511, 3)
    t.is_active(1022)
    t.drain(5)


@history("ids that are not below the capacity", "R-T5-2 R-T5-6 R-T5-9 R-T5-16 R-T5-18 R-T5-21 R-T5-25 R-T5-19")
def bad_ids(t):
    t.init(3, t.P - 1)
    for id in (3, 4, t.R, 2**30, 2**31, 2**32 - 1):
        t.start(id, 2)
        t.start(id, 0)
        t.restart(id, 2)
        t.restart(id, 0)
        t.start_at(id, 5)
        t.start_at(id, t.clock)
        t.restart_at(id, 5)
        t.restart_at(id, t.clock)
        t.stop(id)
        t.is_active(id)
        t.remaining(id)
    t.looks()
    t.is_empty()
    t.start(2, 2)
    t.drain(4)


@history("refusals of each call, of idle and active timers: the first reason that applies, and nothing changed",
         "R-T5-3 R-T5-4 R-T5-7 R-T5-10 R-T5-12 R-T5-17 R-T5-22 R-T5-23 R-T5-26 R-T3-4 R-T3-7", "tokio-remove-expired")
def refusals(t):
    t.init(4, t.R - 1)
    t.start(0, 4)
    t.start(1, 4)
    for delay in (0, t.P, t.P + 1, 2**32 - 1) if t.R < 256 else (0,):
        for call in (t.start, t.restart):
            for id in (0, 2):
                call(id, delay)
                t.remaining(id)
    for deadline in (t.clock, (t.clock - 1) % t.P, (t.clock + t.P // 2) % t.P, (t.clock - t.P // 4) % t.P):
        for call in (t.start_at, t.restart_at):
            for id in (0, 2):
                call(id, deadline)
                t.remaining(id)
    t.start(0, 9)
    t.remaining(0)
    t.start_at(0, (t.clock + 9) % t.P)
    t.remaining(0)
    t.stop(2)
    t.remaining(2)
    t.by(t.P - 1)
    t.looks()
    t.now()
    t.start(2, 4)
    t.drain(4)
    t.stop(0)
    t.remaining(0)


@history("stop: the only timer, the first, one in the middle, the last of a tick", "R-T3-2 R-T3-4 R-T5-5 R-T2-1", "iotivity-next-deleted")
def stops(t):
    for delay in (1, t.R + 1, t.R**2 + 1):
        t.init(5, 2)
        t.start(0, delay)
        t.stop(0)
        t.is_empty()
        t.by(delay + 1)
        for id in range(5):
            t.start(id, delay)
        t.stop(0)
        t.stop(2)
        t.stop(4)
        t.is_active(2)
        t.start(2, delay)
        t.stop(2)
        t.drain(delay)


@history("restart: a timer goes to the end of its tick, to another tick, and comes from idle",
         "R-T2-2 R-T3-1 R-T3-4 R-T5-8 R-T5-24 R-T2-1", "msquic-moved-later etl-own-callback")
def restarts(t):
    for delay in (2, t.R + 2, t.R**2 + 2):
        t.init(5, t.P - t.R)
        for id in range(4):
            t.start(id, delay)
        t.restart(1, delay)
        t.restart(0, delay + 1)
        t.restart(4, delay)
        t.restart_at(2, (t.clock + delay) % t.P)
        t.restart_at(0, (t.clock + delay - 1) % t.P)
        t.looks()
        t.drain(delay + 1)
        t.is_empty()


@history("in the loop: timers are started, stopped and restarted while others of the same tick are still to come",
         "R-IF-4 R-T3-2 R-T3-3 R-T3-5 R-T2-1 R-T2-2", "iotivity-next-deleted bngblaster-empty-slot")
def within_the_loop(t):
    for delay in (3, t.R + 3, t.R**2 + 3):
        t.init(8, t.R - 1)
        for id in range(6):
            t.start(id, delay)
        t.by(delay)                     # 0
        t.stop(1)                       # the next one
        t.stop(5)                       # the last one
        t.by(0)                         # 2
        t.restart(2, 1)                 # the one just delivered
        t.restart(3, 1)                 # the next one
        t.start(0, 1)
        t.start(1, t.P - 1)             # a full turn
        t.by(0)                         # 4
        t.restart(4, t.P - 1)
        t.by(0)
        t.is_active(5)
        t.drain(1)
        t.looks()
        t.stop(1)
        t.restart(4, delay)
        t.drain(delay)
        t.is_empty()


@history("a timer that is started in reply counts from the deadline, and is due in the same loop", "R-IF-4 R-T1-1 R-T1-7", "libuv-zero")
def started_in_reply(t):
    def reply(id):
        t.start(id, 0)
        t.start(id, 1)
        if id < 2:
            t.start(2 + id, 1)
    t.init(4, t.P - 5)
    t.start(0, 2)
    t.start(1, 4)
    t.drain(10, then=reply)


@history("the target moves while the caller loops", "R-T1-3 R-T1-4 R-IF-4")
def until_moves(t):
    t.init(3, 0)
    for id in range(3):
        t.start(id, 3 + id)
    t.by(2)
    t.by(1)
    t.by(0)
    t.by(9)
    t.by(0)
    t.by(1)
    t.by(1)


@history("a crowd at one tick, started from all levels, some stopped and restarted", "R-T2-1 R-T2-2 R-T3-4 R-T3-5", "linux-fifo-cascade")
def crowd(t):
    t.init(40, t.R**2 - t.R)
    deadline = (t.clock + t.R**2 + t.R + 1) % t.P
    for id in range(30):
        t.start(id, (deadline - t.clock) % t.P)
        if id % 6 == 5:
            t.by(t.R**2 // 6)
        if id % 7 == 3:
            t.stop(id - 2)
        if id % 7 == 5:
            t.restart(id // 2, (deadline - t.clock) % t.P)
    t.drain((deadline - t.clock) % t.P)


@history("the windows of every level open across rollover", "R-T1-1 R-T1-2 R-T4-1 R-T4-2", "timeout-plain-compare tokio-top-wrap")
def windows_across_rollover(t):
    for before in (1, t.R, t.R**2, t.R**3 if t.R < 256 else t.R**2 + 1):
        t.init(6, t.P - before)
        for id, after in enumerate((0, 1, t.R - 1, t.R, t.R**2, t.R**2 + t.R + 1)):
            t.start(id, (before + after) % t.P or 1)
        t.looks()
        t.drain(before + t.R**2 + t.R + 2)


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


def some_delay(t, random, most):
    """A delay near a border, up to so many ticks."""
    while True:
        base = random.of([0, 0, 0, t.R, t.R, 2 * t.R, t.R**2, t.R**3, t.P // 2, t.P - t.R])
        delay = base + random.below(2 * t.R if t.R < 256 else 6) - (1 if base else 0)
        if 1 <= delay < t.P and delay <= most:
            return delay


def contract_step(t, random, most):
    """A call at random."""
    id = random.below(t.capacity + (random.below(12) == 0))
    what = random.below(16)
    if what < 4:
        t.start(id, some_delay(t, random, most))
    elif what < 6:
        t.restart(id, some_delay(t, random, most))
    elif what < 7:
        t.start_at(id, (t.clock + some_delay(t, random, most)) % t.P)
    elif what < 8:
        t.restart_at(id, (t.clock + some_delay(t, random, most)) % t.P)
    elif what < 10:
        t.stop(id)
    elif what < 11:
        t.remaining(id, random.of([0, 0, 1, t.R, t.P // 4, t.P // 2 - 1, t.P // 2]))
    elif what < 12:
        t.is_active(id)
        t.earliest(random.of([0, 0, 1, t.R, t.P // 2 - 1, t.P // 2]))
    else:
        t.by(random.of([0, 1, 1, 2, t.R - 1, t.R, t.R + 1, t.R**2, min(most, t.P // 2)]))


def random_contract(number, calls):
    def play(t):
        random = Random(1000 * t.R + number)
        t.init(2 + random.below(6), (random.of(clocks(t)) + random.below(2)) % 2**32)
        for _ in range(calls):
            contract_step(t, random, t.P if t.R < 256 else 2**18)
        t.drain(t.P // 2 - 1 if t.R < 256 else 2**18)
        t.is_empty()
    play.__name__ = f"random_{number}"
    return play


for n in range(20):
    history("calls at random, near borders",
            "R-T1-1 R-T1-2 R-T1-3 R-T1-4 R-T1-5 R-T2-1 R-T2-2 R-T2-3 R-T3-4 R-T3-5 R-T3-6 R-T4-1 R-T5-11 R-T5-19 R-T6-4")(random_contract(n, 40))


# --- What holds of one algorithm in one geometry: budgets, and next.

def sleep(t, budget=ALL, times=40):
    """Sleeps for as long as next says, and advances."""
    for _ in range(times):
        ticks = t.next()
        if ticks is None:
            break
        t.by(ticks, budget)


@history("next of one timer at the borders of levels, from clocks at borders", "R-T8-1 R-T8-2 R-T8-3 R-T8-8 R-T8-9", kinds=("list", *WHEELS))
def next_of_borders(t):
    for clock in clocks(t)[:: 1 if t.R < 256 else 3]:
        t.init(1, clock)
        t.next()
        for delay in delays(t):
            t.restart(0, delay)
            t.next()


@history("next is less than half the period, so that advance takes it", "R-T8-10 R-T8-9 R-T8-5", kinds=("list", *WHEELS))
def next_is_capped(t):
    for delay in (t.P // 4 - 1, t.P // 4, t.P // 4 + 1, t.P // 2 - 2, t.P // 2 - 1, t.P // 2, t.P // 2 + 1, t.P - 1):
        t.init(1, 0)
        t.start(0, delay)
        t.next()
        if t.kind != "hashed" or t.R < 256:
            t.by(t.next())
            t.next()


@history("next from counters ahead of the clock: the same tick, until that is reached; refused where advance is",
         "R-T8-1 R-T8-2 R-T8-3 R-T8-8 R-T8-9 R-T8-10 R-T5-28", kinds=("list", *WHEELS))
def next_from_a_counter(t):
    for clock in (0, t.P - 2):
        for delay in (1, t.R**2 + 1, t.P // 4 - 1, t.P // 4, t.P - 1):
            t.init(1, clock)
            t.start(0, delay)
            for lag in sorted({*lags(t), delay - 1, delay}):
                t.next(lag)


@history("a caller that works between advance and next, and sleeps from its own counter on", "R-T8-1 R-T8-7 R-T8-10", kinds=("list", *WHEELS))
def work_before_sleep(t):
    t.init(3, t.P - t.R)
    for id, delay in enumerate((t.R // 2, 2 * t.R + 1, t.R**2 + 3)):
        t.start(id, delay)
    for work in (0, 1, t.R // 2, t.R - 1, 2, t.R, 0, 3, t.R**2, 0, 1):
        ticks = t.next(work)
        t.by(work + ticks if ticks is not None else work)


@history("a caller that sleeps for as long as next says is never late, and never refused", "R-T8-1 R-T8-7 R-T8-8 R-T8-10",
         "tokio-reset-earlier",
         kinds=("list", *WHEELS))
def sleeper(t):
    for clock in (0, t.P - t.R - 1):
        t.init(4, clock)
        for id, delay in enumerate((2, t.R + 1, t.R**2 + t.R + 1, t.R**3 + t.R**2 + 1 if t.R < 256 else 3 * t.R**2)):
            t.start(id, delay)
        sleep(t)
        t.next()


@history("the cascade of spec/README.md, step by step", "R-T8-9 R-T7-1", kinds=("hier",), radixes=(256,))
def cascade_by_example(t):
    t.init(1, 0)
    t.start(0, 70000)
    sleep(t, 0)
    t.by(0, 1)
    sleep(t)


@history("across rollover, the example of spec/README.md", "R-T8-9 R-T4-1", kinds=("hier",), radixes=(256,))
def rollover_by_example(t):
    t.init(3, 0xFFFFFF00)
    t.start(0, 255)
    t.start(1, 300)
    t.start(2, 2**32 - 1)
    sleep(t)


def opening(t, timers, level=1, clock=0):
    """So many timers in one slot of a level, with deadlines in it of two ticks, and the clock at its first tick: the
    slot is being opened."""
    t.init(timers + 6, clock)
    span = t.R**level
    ticks = (-clock - 1) % span + 1 if clock else span
    for id in range(timers):
        t.start(id, ticks + (id % 2) * (t.R // 2))
    return ticks


@history("init forgets the timer that an earlier wheel was at", "R-IF-1 R-T8-7", kinds=("hashed",))
def init_while_busy(t):
    t.init(2, 5)
    t.start(0, 2 * t.S)
    t.by(t.S, 0)
    t.init(2, 5)
    t.start(0, 1)
    t.by(0, 0)
    t.by(1, 0)


@history("busy exactly until the budget is enough: so many moves", "R-T7-1 R-T7-2 R-T7-4 R-T8-6 R-T3-6", kinds=("hier",))
def busy_by_moves(t):
    for level in (1, 2, 3):
        for budget in (0, 1, 2, 3, ALL):
            ticks = opening(t, 4, level)
            t.next()
            for _ in range(6):
                t.by(0 if t.clock == ticks else ticks, budget)
                t.next()
                if t.model.opening == 0 and t.clock == ticks:
                    break
            t.drain(t.R, ALL)


@history("what is due is delivered before anything is moved, whatever the budget", "R-T8-6 R-T8-7 R-T2-1 R-T7-2", kinds=("hier",))
def due_before_moved(t):
    ticks = opening(t, 5)
    t.by(ticks, 1)
    t.by(0, 0)
    t.next()
    t.by(0, 2)
    t.by(0, 0)
    t.by(0, 0)
    t.next()
    t.drain(t.R)


@history("while a slot is being opened: the earliest is in it, or below it; of equal deadlines the one below, which was started first",
         "R-T8-13 R-T2-1", kinds=("hier",))
def earliest_while_opening(t):
    for level in (1, 2, 3):
        below = t.R**(level - 1)
        for early in (0, 2, 4, 5):       # which timer has the nearest deadline; 5: two others, of equal deadlines
            t.init(8, t.P - 1)
            for id in range(5):
                t.start(id, t.R**level + 1 + 2 * below + (-below if id == early else 1 if id % 3 == 1 and level > 1 else 0))
            t.start(5, t.R**level + 1 + t.R**level)
            t.by(t.R**level + 1, 0)
            for _ in range(5):
                t.earliest()
                t.by(0, 1)
            t.by(below, 0)
            t.stop(early)
            t.earliest()
            t.drain(3 * below, 1)
            t.earliest()


@history("the earliest of timers that are turns apart, in slots before and behind the clock's; while the clock's own is passed",
         "R-T8-13", kinds=("hashed",))
def earliest_of_turns(t):
    for clock in (0, t.S - 1, t.S // 2, t.P - 3):
        t.init(6, clock)
        for id, delay in enumerate((3 * t.S + 2, 2 * t.S + 1, 2 * t.S, t.S + t.S - 1, t.S + 1, t.S)):
            t.start(id, delay)
            t.earliest()
        for id in (5, 4, 3, 2, 1):
            t.restart(id, 2 * t.S + (3 - id) % t.S)
            t.earliest()
        t.restart(0, 3 * t.S)
        t.by(t.S, 0)
        for _ in range(4):
            t.by(0, 1)
            t.earliest()
        t.stop(2)
        t.restart(1, t.S - 1)
        t.earliest()
        t.restart(1, t.P - 1 if t.S > 4 else t.S - 2)
        t.earliest()


@history("while a slot is being opened: start into its window, beyond it, at its tick", "R-T2-1 R-T2-2 R-T7-5 R-T1-1", "linux-fifo-cascade",
         kinds=("hier",))
def start_while_opening(t):
    for budget in (1, 2, 3):
        ticks = opening(t, 4)
        t.by(ticks, budget)
        t.start(4, t.R // 2)             # queues behind the timers of that tick that are still to be moved
        t.start(5, 1)
        t.start(6, t.R)                  # beyond the window
        t.start(7, t.P - 1)
        t.start_at(8, (t.clock + t.R // 2) % t.P)
        t.next()
        t.by(0, 0)
        t.by(0, 1)
        t.drain(t.R // 2, 1)
        t.next()
        t.drain(t.R, 1)
        t.stop(7)
        t.is_empty()


@history("while a slot is being opened: stop the first, one in the middle, the last, all", "R-T3-2 R-T7-5 R-T8-2 R-T3-4", kinds=("hier",))
def stop_while_opening(t):
    for level in (1, 2):
        for ids in ((0,), (2,), (4,), (1, 3), (0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (1, 2, 3, 4)):
            ticks = opening(t, 5, level, t.P - t.R**level if ids == (2,) else 0)
            t.by(ticks, 0)
            t.by(0, 1)
            for id in ids:
                t.stop(id)
                t.next()
            t.by(0, 0)
            t.drain(t.R, 1)
            t.next()


@history("while a slot is being opened: restart into the window and out of it", "R-T2-2 R-T7-5 R-IF-4", kinds=("hier",))
def restart_while_opening(t):
    for delay in (1, t.R // 2, t.R - 1, t.R, t.P - 1):
        for id in (0, 2, 3):
            ticks = opening(t, 4)
            t.by(ticks, 0)
            t.by(0, 1)
            t.restart(id, delay)
            t.next()
            t.by(0, 0)
            t.restart(id, 1)
            t.drain(t.R, 2)


@history("the only timer of a slot that is being opened is stopped: none is opened then", "R-T3-2 R-T8-2 R-T8-6", kinds=("hier",))
def stop_the_only_one(t):
    for level in (1, 2, 3):
        t.init(3, 0)
        t.start(0, t.R**level + 1)
        t.start(1, t.R**level + t.R**(level - 1) * (t.R - 1) if level > 1 else t.R**level + t.R)
        t.by(t.R**level, 0)
        t.next()
        t.stop(0)
        t.next()
        t.start(2, 1)
        t.by(0, 0)
        t.next()
        t.stop(1)
        t.next()
        t.by(1, 0)


@history("a slot is opened down the levels, a call and a move at a time", "R-T7-1 R-T7-4 R-T8-7 R-T8-9", kinds=("hier",))
def down_the_levels(t):
    for clock in (0, t.P - t.R**3):
        t.init(4, clock)
        deadline = t.R**3 + t.R**2 + t.R + 1
        for id in range(4):
            t.start(id, deadline + (id // 2) * t.R)
        for _ in range(40):
            ticks = t.next()
            if ticks is None:
                break
            t.by(ticks, 1)


@history("a timer a full turn away on the top level, beside one that is near", "R-T8-9 R-T4-1 R-T1-1", "tokio-top-wrap", kinds=("hier",))
def a_turn_on_the_top_level(t):
    for clock in (5, t.R**3 - 1, 2 * t.R**3 + t.R + 1, t.P - 2):
        t.init(3, clock)
        t.start(0, t.P - 1)
        t.next()
        t.start(1, t.P - 2)
        t.next()
        t.start(2, 2)
        t.next()
        sleep(t, ALL, 12)


@history("busy exactly until the budget is enough: so many timers passed", "R-T7-1 R-T7-2 R-T7-4 R-T8-6 R-T3-6", kinds=("hashed",))
def busy_by_passes(t):
    for budget in (0, 1, 2, 3, ALL):
        t.init(8, 3)
        for id in range(5):
            t.start(id, 2 + t.S * (2 - id % 2 if 2 + 2 * t.S < t.P else id % 2))
        t.next()
        for _ in range(4 if budget else 2):
            t.by(2 + t.S, budget)
            t.next()
        t.drain(4 * t.S if 8 * t.S < t.P else t.P // 2 - 1, ALL)


def mixed(t, timers):
    """A slot of timers that are due and timers of later turns, mixed; the clock a tick before."""
    t.init(timers + 5, t.P - 2)
    for id in range(timers):
        t.start(id, 2 + t.S * (id % 2))


@history("due and later turns mixed in one slot", "R-T2-1 R-T8-6 R-T7-2 R-T7-1", kinds=("hashed",))
def due_and_later(t):
    for budget in (0, 1, 2, ALL):
        mixed(t, 7)
        for _ in range(8):
            t.by(0 if t.clock == 0 else 2, budget)
            t.next()
        t.drain(t.S, ALL)
        t.drain(t.S, ALL)


@history("stop around the cursor: before it, at it, behind it, the last one", "R-T3-2 R-T7-5 R-T3-4 R-T8-2", "iotivity-next-deleted",
         kinds=("hashed",))
def stop_around_the_cursor(t):
    for ids in ((0,), (1,), (2,), (3,), (4,), (1, 2), (1, 2, 3, 4), (4, 3, 2, 1), (0, 1, 2, 3, 4), (3, 4)):
        mixed(t, 5)
        t.by(2, 0)
        t.by(0, 0)
        for id in ids:
            t.stop(id)
            t.next()
        t.by(0, 1)
        t.next()
        t.by(0, 1)
        t.by(0, ALL)
        t.next()
        t.drain(t.S, 1)


@history("restart around the cursor, and start where it stands", "R-T2-2 R-T7-5 R-IF-4 R-T8-2", kinds=("hashed",))
def restart_around_the_cursor(t):
    for id in range(5):
        for delay in (1, t.S, t.S - 1):
            mixed(t, 5)
            t.by(2, 0)
            t.by(0, 0)
            t.restart(id, delay)
            t.next()
            t.start(5, t.S)
            t.next()
            t.by(0, 1)
            t.next()
            t.by(0, 1)
            t.by(0, ALL)
            t.drain(t.S, ALL)


@history("start in the slot of the clock when all of it is passed: it is met a turn later", "R-T8-9 R-T8-2 R-T7-5", kinds=("hashed",))
def start_behind_the_cursor(t):
    t.init(4, 6)
    t.next()
    t.start(0, t.S)
    t.next()
    t.by(0, 0)
    t.start(1, 2 * t.S if 2 * t.S < t.P else t.S)
    t.by(1, 0)
    t.next()
    t.by(t.S - 1, 0)
    t.next()
    t.by(0, 1)
    t.start(2, t.S)
    t.next()
    t.drain(t.S, 1)
    t.next()
    t.drain(t.S, 1)
    t.next()


@history("many turns: passed once a turn", "R-T7-1 R-T8-9 R-T1-1", "rpc-perf-turns", kinds=("hashed",))
def many_turns(t):
    t.init(2, 1)
    turns = min(6, (t.P - 2) // t.S)
    t.start(0, turns * t.S)
    t.start(1, turns * t.S // 2 + 1)
    sleep(t, 1)
    t.next()


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


def exact_step(t, random, most):
    """A call at random; what could take a hashed wheel too long is not done."""
    id = random.below(t.capacity)
    what = random.below(20)
    size = t.S if t.kind == "hashed" else t.R
    near = [1, 2, size - 1, size, size + 1, 2 * size, size // 2, t.R, t.R**2, t.R**2 + t.R]
    delay = max(1, min(random.of(near) + random.below(3) - 1, most)) if random.below(4) else some_delay(t, random, most)
    if what < 5:
        t.start(id, delay)
    elif what < 8:
        t.restart(id, delay)
    elif what < 9:
        t.start_at(id, (t.clock + delay) % t.P)
    elif what < 11:
        t.stop(id)
    else:
        ticks = t.next() if random.below(2) else None
        ahead = ticks if ticks is not None else random.of([0, 0, 1, size - 1, size, t.R, t.R + 1, t.R**2])
        t.by(min(ahead, most, t.P // 2 - 1), random.of([0, 0, 1, 1, 2, 3, ALL]))
        if random.below(2):
            t.next(random.of([0, 0, 1, size, t.P // 4 - 1, t.P // 2 - 1, t.P // 2]))
        if t.clock % 8 == 0:
            t.earliest()


def random_exact(number, calls):
    def play(t):
        random = Random(77 * number + t.R + t.S)
        t.init(2 + random.below(9), (random.of(clocks(t)) + random.below(2)) % 2**32)
        most = t.P - 1 if t.R < 256 else 2**17
        for _ in range(calls):
            exact_step(t, random, most)
        t.drain(min(most, t.P // 2 - 1), 1 + random.below(4))
        t.next()
    play.__name__ = f"random_budgets_{number}"
    return play


for n in range(14):
    history("calls at random, near borders, with small budgets",
            "R-T1-1 R-T1-2 R-T2-1 R-T2-2 R-T3-4 R-T3-6 R-T7-1 R-T7-2 R-T7-4 R-T7-5 R-T8-1 R-T8-2 R-T8-3 R-T8-6 R-T8-7 R-T8-8 R-T8-9",
            kinds=WHEELS)(random_exact(n, 45))
