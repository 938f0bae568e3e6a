# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Turns, and the cursor in a slot that is passed within a budget: histories of the hashed wheel."""
from .refusals import refused
from .sleep import sleep
from .table import ALL, history


@history("init forgets the timer that an earlier wheel was at", "R-IF-1 R-T8-7", kinds=("hashed",))
def init_while_busy(t):
    t.init(2, 5)
    t.start(0, 2 * t.S)
    t.by(t.S, 0)
    t.init(2, 5)
    t.start(0, 1)
    t.by(0, 0)
    t.by(1, 0)


@history("the earliest of timers that are turns apart, in slots before and behind the clock's; "
         "while the clock's own is passed",
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


@history("busy exactly until the budget is enough: so many timers passed", "R-T7-1 R-T7-2 R-T7-4 R-T8-6 R-T3-6",
         kinds=("hashed",))
def busy_by_passes(t):
    for budget in (0, 1, 2, 3, ALL):
        t.init(8, 3)
        for id in range(5):
            t.start(id, 2 + t.S * (2 - id % 2 if 2 + 2 * t.S < t.P else id % 2))
        t.next()
        for _ in range(4 if budget else 2):
            t.and_next.by(2 + t.S, budget)
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
            t.and_next.by(0 if t.clock == 0 else 2, budget)
        t.drain(t.S, ALL)
        t.drain(t.S, ALL)


@history("stop around the cursor: before it, at it, behind it, the last one", "R-T3-2 R-T7-5 R-T3-4 R-T8-2",
         "iotivity-next-deleted", kinds=("hashed",))
def stop_around_the_cursor(t):
    for ids in ((0,), (1,), (2,), (3,), (4,), (1, 2), (1, 2, 3, 4), (4, 3, 2, 1), (0, 1, 2, 3, 4), (3, 4)):
        mixed(t, 5)
        t.by(2, 0)
        t.by(0, 0)
        for id in ids:
            t.and_next.stop(id)
        t.and_next.by(0, 1)
        t.by(0, 1)
        t.and_next.by(0, ALL)
        t.drain(t.S, 1)


@history("restart around the cursor, and start where it stands", "R-T2-2 R-T7-5 R-IF-4 R-T8-2", kinds=("hashed",))
def restart_around_the_cursor(t):
    for id in range(5):
        for delay in (1, t.S, t.S - 1):
            mixed(t, 5)
            t.by(2, 0)
            t.by(0, 0)
            t.and_next.restart(id, delay)
            t.and_next.start(5, t.S)
            t.and_next.by(0, 1)
            t.by(0, 1)
            t.by(0, ALL)
            t.drain(t.S, ALL)


@history("restart the timer that is passed next, the last of its slot, by whole turns: it is passed a turn later",
         "R-T7-5 R-T8-2", kinds=("hashed",))
def restart_at_the_cursor(t):
    for turns in (1, 2):
        t.init(3, 1)
        for id in range(3):
            t.start(id, 2 * t.S)
        t.by(t.S, 2)
        t.and_next.restart(2, turns * t.S)
        t.and_next.by(0, 0)


@history("while a slot is passed: what is refused changes nothing", "R-T5-27 R-T7-5", kinds=("hashed",))
def refused_at_the_cursor(t):
    mixed(t, 7)
    t.by(2, 0)
    t.by(0, 0)
    refused(t)
    t.by(0, 1)
    t.drain(t.S, 1)


@history("start in the slot of the clock when all of it is passed: it is met a turn later", "R-T8-9 R-T8-2 R-T7-5",
         kinds=("hashed",))
def start_behind_the_cursor(t):
    t.and_next.init(4, 6)
    t.and_next.start(0, t.S)
    t.by(0, 0)
    t.start(1, 2 * t.S if 2 * t.S < t.P else t.S)
    t.and_next.by(1, 0)
    t.and_next.by(t.S - 1, 0)
    t.by(0, 1)
    t.and_next.start(2, t.S)
    t.and_next.drain(t.S, 1)
    t.and_next.drain(t.S, 1)


@history("many turns: passed once a turn", "R-T7-1 R-T8-9 R-T1-1", "rpc-perf-turns", kinds=("hashed",))
def many_turns(t):
    t.init(2, 1)
    turns = min(6, (t.P - 2) // t.S)
    t.start(0, turns * t.S)
    t.start(1, turns * t.S // 2 + 1)
    sleep(t, 1)
    t.next()
