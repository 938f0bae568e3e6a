# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Calls at random, near borders: histories of any wheel, and of both with small budgets."""
from .borders import Random, clocks
from .table import ALL, WHEELS, history


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
            contract_step(t, random, min(t.P, 2**18))
        t.drain(min(t.P // 2 - 1, 2**18))
        t.is_empty()
    play.__name__ = f"random_{number}"
    return play


for n in range(20):
    history("calls at random, near borders",
            "R-T1-1 R-T1-2 R-T1-3 R-T1-4 R-T1-5 R-T2-1 R-T2-2 R-T2-3 R-T3-4 R-T3-5 R-T3-6 "
             "R-T4-1 R-T5-11 R-T5-19 R-T6-4")(random_contract(n, 40))


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
        most = t.P - 1 if not t.large else 2**17
        for _ in range(calls):
            exact_step(t, random, most)
        t.and_next.drain(min(most, t.P // 2 - 1), 1 + random.below(4))
    play.__name__ = f"random_budgets_{number}"
    return play


for n in range(14):
    history("calls at random, near borders, with small budgets",
            "R-T1-1 R-T1-2 R-T2-1 R-T2-2 R-T3-4 R-T3-6 R-T7-1 R-T7-2 R-T7-4 R-T7-5 R-T8-1 R-T8-2 R-T8-3 R-T8-6 "
             "R-T8-7 R-T8-8 R-T8-9",
            kinds=WHEELS)(random_exact(n, 45))
