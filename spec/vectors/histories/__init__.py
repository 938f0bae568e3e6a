# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The call histories of the vectors. Each function plays calls on a script `t`, which knows the period t.P, whether it
is 2^32 (t.large), radix t.R, slots t.S and clock. t.remaining(id, lag) and t.next(lag) ask from a counter that is `lag`
ticks ahead of the clock. t.and_next.stop(id) stops, and asks next. A history is deterministic. A new one is a function
in the file of its subject; the line above it tells the reason and the requirements."""
from .table import TABLE
# The order of these lines is the order in the files of vectors.
from . import deadlines, clock, refusals, changes, queries, large  # of any wheel
from . import sleep, hier, hashed, search  # of one algorithm in one geometry
from . import at_random

__all__ = ["TABLE", "deadlines", "clock", "refusals", "changes", "queries", "large", "sleep", "hier", "hashed",
           "search", "at_random"]
