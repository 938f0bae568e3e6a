# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clocks, delays and counters at borders, and numbers that are the same everywhere."""


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


def lags(t):
    """How far a caller's counter may be ahead of the wheel's clock: also too far."""
    return [0, 1, t.R, t.R + 1, t.P // 4 - 1, t.P // 4, t.P // 2 - 1, t.P // 2, t.P - 1]
