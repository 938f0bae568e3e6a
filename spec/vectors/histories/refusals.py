# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the calls refuse, and that a refusal changes nothing: histories of any wheel."""
from .table import history


def refused(t):
    """Calls that are refused while timers 1 and 2 are active and timer 9 is idle or none, and what can be seen then."""
    t.by(t.P // 2)
    t.init(0, 9)
    t.start(1, 5)
    t.start(2, 0)
    t.restart(2, 0)
    t.restart_at(2, t.clock)
    t.restart_at(2, (t.clock + t.P // 2) % t.P)
    t.stop(9)
    t.is_empty()
    t.next()
    t.earliest()


@history("what init refuses, and that it changes nothing", "R-T5-13 R-T5-14 R-T3-8 R-IF-1")
def capacities(t):
    t.init(2, 40)
    t.start(1, 9)
    t.init(0, 77)
    t.init(2**30 + 1, 77)
    t.init(2**32 - 1, 77)
    t.is_empty()
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
    for delay in (0, t.P, t.P + 1, 2**32 - 1) if not t.large else (0,):
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
