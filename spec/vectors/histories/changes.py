# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stop, restart and start, also between two deliveries: histories of any wheel."""
from .table import history


@history("stop: the only timer, the first, one in the middle, the last of a tick", "R-T3-2 R-T3-4 R-T5-5 R-T2-1",
         "iotivity-next-deleted")
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


@history("a timer that is started in reply counts from the deadline, and is due in the same loop",
         "R-IF-4 R-T1-1 R-T1-7", "libuv-zero")
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


@history("a crowd at one tick, started from all levels, some stopped and restarted", "R-T2-1 R-T2-2 R-T3-4 R-T3-5",
         "linux-fifo-cascade")
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


@history("the windows of every level open across rollover", "R-T1-1 R-T1-2 R-T4-1 R-T4-2",
         "timeout-plain-compare tokio-top-wrap")
def windows_across_rollover(t):
    for before in (1, t.R, t.R**2, t.R**3 if not t.large else t.R**2 + 1):
        t.init(6, t.P - before)
        for id, after in enumerate((0, 1, t.R - 1, t.R, t.R**2, t.R**2 + t.R + 1)):
            t.start(id, (before + after) % t.P or 1)
        t.looks()
        t.drain(before + t.R**2 + t.R + 2)
