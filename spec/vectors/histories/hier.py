# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Slots that are opened within a budget: histories of the hierarchical wheel."""
from .refusals import refused
from .sleep import sleep
from .table import ALL, history


@history("the cascade of spec/README.md, step by step", "R-T8-9 R-T7-1", kinds=("hier",), faces=("256",))
def cascade_by_example(t):
    t.init(1, 0)
    t.start(0, 70000)
    sleep(t, 0)
    t.by(0, 1)
    sleep(t)


@history("across rollover, the example of spec/README.md", "R-T8-9 R-T4-1", kinds=("hier",), faces=("256",))
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


@history("busy exactly until the budget is enough: so many moves", "R-T7-1 R-T7-2 R-T7-4 R-T8-6 R-T3-6",
         kinds=("hier",))
def busy_by_moves(t):
    for level in (1, 2, 3):
        for budget in (0, 1, 2, 3, ALL):
            ticks = opening(t, 4, level)
            t.next()
            for _ in range(6):
                t.and_next.by(0 if t.clock == ticks else ticks, budget)
                if t.model.opening == 0 and t.clock == ticks:
                    break
            t.drain(t.R, ALL)


@history("what is due is delivered before anything is moved, whatever the budget", "R-T8-6 R-T8-7 R-T2-1 R-T7-2",
         kinds=("hier",))
def due_before_moved(t):
    ticks = opening(t, 5)
    t.by(ticks, 1)
    t.and_next.by(0, 0)
    t.by(0, 2)
    t.by(0, 0)
    t.and_next.by(0, 0)
    t.drain(t.R)


@history("while a slot is being opened: the earliest is in it, or below it; of equal deadlines "
         "the one below, which was started first",
         "R-T8-13 R-T2-1", kinds=("hier",))
def earliest_while_opening(t):
    for level in (1, 2, 3):
        below = t.R**(level - 1)
        for early in (0, 2, 4, 5):       # which timer has the nearest deadline; 5: two others, of equal deadlines
            t.init(8, t.P - 1)
            for id in range(5):
                t.start(id, t.R**level + 1 + 2 * below + (-below if id == early else 1
                                                          if id % 3 == 1 and level > 1 else 0))
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


@history("while a slot is being opened: start into its window, beyond it, at its tick", "R-T2-1 R-T2-2 R-T7-5 R-T1-1",
         "linux-fifo-cascade", kinds=("hier",))
def start_while_opening(t):
    for budget in (1, 2, 3):
        ticks = opening(t, 4)
        t.by(ticks, budget)
        t.start(4, t.R // 2)             # queues behind the timers of that tick that are still to be moved
        t.start(5, 1)
        t.start(6, t.R)                  # beyond the window
        t.start(7, t.P - 1)
        t.and_next.start_at(8, (t.clock + t.R // 2) % t.P)
        t.by(0, 0)
        t.by(0, 1)
        t.and_next.drain(t.R // 2, 1)
        t.drain(t.R, 1)
        t.stop(7)
        t.is_empty()


@history("while a slot of a high level is being opened: start what belongs between the levels; "
         "it queues behind what is still to be moved",
         "R-T2-1 R-T2-2 R-T7-5 R-T8-13", kinds=("hier",))
def start_between_the_levels(t):
    for level in (2, 3):
        t.init(6, 0)
        for id in range(4):
            t.start(id, t.R**level + t.R + 1)
        t.by(t.R**level, 1)
        t.start(4, t.R + 1)
        t.start(5, t.R**(level - 1) + 1)
        t.restart(0, t.R + 1)
        t.earliest()
        t.next()
        t.and_next.drain(t.R + 1, 1)


@history("while a slot is being opened: what is refused changes nothing", "R-T5-27 R-T7-5", kinds=("hier",))
def refused_while_opening(t):
    for level in (1, 2, 3):
        ticks = opening(t, 4, level)
        t.by(ticks, 1)
        refused(t)
        t.by(0, 2)
        t.drain(t.R, 1)


@history("the only timer of a slot that is being opened is restarted, in the same slot "
         "or elsewhere: none is opened then",
         "R-T2-2 R-T7-5 R-T8-2", kinds=("hier",))
def restart_the_only_one(t):
    for level in (1, 2, 3):
        for delay in (1, t.R**level, t.P - 1):
            t.init(1, 0)
            t.start(0, t.R**level + 1)
            t.by(t.R**level, 0)
            t.and_next.restart(0, delay)
            t.by(0, 0)
            t.by(1, 0)


@history("half the period at once, before a slot that opens later", "R-T1-1 R-T1-2 R-T4-1", kinds=("hier",))
def half_the_period(t):
    for clock in (0, t.R + 5):
        t.init(1, clock)
        t.start(0, t.P - 1)
        t.and_next.by(t.P // 2 - 1)
        t.by(t.P // 2 - 1)
        t.drain(1)


@history("while a slot is being opened: stop the first, one in the middle, the last, all",
         "R-T3-2 R-T7-5 R-T8-2 R-T3-4", kinds=("hier",))
def stop_while_opening(t):
    for level in (1, 2):
        for ids in ((0,), (2,), (4,), (1, 3), (0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (1, 2, 3, 4)):
            ticks = opening(t, 5, level, t.P - t.R**level if ids == (2,) else 0)
            t.by(ticks, 0)
            t.by(0, 1)
            for id in ids:
                t.and_next.stop(id)
            t.by(0, 0)
            t.and_next.drain(t.R, 1)


@history("while a slot is being opened: restart into the window and out of it", "R-T2-2 R-T7-5 R-IF-4", kinds=("hier",))
def restart_while_opening(t):
    for delay in (1, t.R // 2, t.R - 1, t.R, t.P - 1):
        for id in (0, 2, 3):
            ticks = opening(t, 4)
            t.by(ticks, 0)
            t.by(0, 1)
            t.and_next.restart(id, delay)
            t.by(0, 0)
            t.restart(id, 1)
            t.drain(t.R, 2)


@history("the only timer of a slot that is being opened is stopped: none is opened then", "R-T3-2 R-T8-2 R-T8-6",
         kinds=("hier",))
def stop_the_only_one(t):
    for level in (1, 2, 3):
        t.init(3, 0)
        t.start(0, t.R**level + 1)
        t.start(1, t.R**level + t.R**(level - 1) * (t.R - 1) if level > 1 else t.R**level + t.R)
        t.and_next.by(t.R**level, 0)
        t.and_next.stop(0)
        t.start(2, 1)
        t.and_next.by(0, 0)
        t.and_next.stop(1)
        t.by(1, 0)


@history("a slot is opened down the levels, a call and a move at a time", "R-T7-1 R-T7-4 R-T8-7 R-T8-9",
         kinds=("hier",))
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


@history("a timer a full turn away on the top level, beside one that is near", "R-T8-9 R-T4-1 R-T1-1", "tokio-top-wrap",
         kinds=("hier",))
def a_turn_on_the_top_level(t):
    for clock in (5, t.R**3 - 1, 2 * t.R**3 + t.R + 1, t.P - 2):
        t.init(3, clock)
        t.and_next.start(0, t.P - 1)
        t.and_next.start(1, t.P - 2)
        t.and_next.start(2, 2)
        sleep(t, ALL, 12)
