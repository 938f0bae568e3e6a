# SPDX-License-Identifier: Apache-2.0 OR MIT
"""When a timer is delivered, and in which order: histories of any wheel."""
from .borders import clocks, delays
from .table import EVERY, history


@history("a first timer, from init to its delivery",
         "R-T1-1 R-T1-4 R-T3-1 R-T3-3 R-T3-8 R-T5-1 R-T5-13 R-T8-4 R-IF-2 R-IF-3")
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


@history("timers on both sides of the clock's rollover", "R-T1-1 R-T1-2 R-T4-1 R-T4-2 R-T2-3",
         "device-os-49-days picotcp-plain-compare")
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


@history("the longest delay, started at many clocks, is not due for a full turn", "R-T4-1 R-T1-1 R-T1-6 R-T4-2",
         "skynet-near")
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
for kinds, faces in ((EVERY, ("4", "16")), (("list", "hier"), ("256", "16x8"))):
    history("the longest delay is due after a full turn", "R-T4-1 R-T4-6 R-T1-1 R-T1-2 R-T4-3", "skynet-near", kinds,
            faces)(longest_delay)


@history("delays at the borders of levels from clocks at borders: OK a tick before, delivered at the tick",
         "R-T1-1 R-T1-2 R-T1-3 R-T1-6 R-T4-1 R-T4-2", "zephyr-rounding")
def every_border(t):
    for clock in clocks(t)[:: 1 if not t.large else 2]:
        for delay in delays(t):
            if 1 < delay <= 2**21:       # beyond that, a hashed wheel takes too many turns
                t.init(1, clock)
                t.start(0, delay)
                t.passes(delay - 1)
                t.remaining(0)
                t.by(2 % t.P)
                t.by(1)


@history("two delays that a wheel with too few slots takes for one", "R-T1-1 R-T1-2 R-T2-3",
         "vpp-one-ring rpc-perf-turns")
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


@history("an order of deadlines that is not the order of start", "R-T2-3 R-T1-1 R-T1-2",
         "perry-creation-order openthread-first-listed")
def earlier_deadline_first(t):
    t.init(6, t.R - 2)
    for id, delay in enumerate((t.R**3, t.R**2 + 1, t.R + 1, 3, 2, 1)):
        t.start(id, delay)
    t.drain(t.R**3 + 1)


@history("late, the caller gets every deadline, in order, each with its own clock", "R-T1-1 R-T1-2 R-T1-3 R-T2-3",
         "camunda-one-slot")
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
