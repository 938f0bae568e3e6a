# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The theorem of bounded work counts loop iterations. Between two of them a call does at most what the source says, with
each call in it replaced by the function that is called: that length has a limit, lest calls take the place of loops. For a
public function the limit is what it needs: a change that makes one longer changes the table."""
import functools

from proofs.wp.refuse.subset import callee, inside

NOTHING = (None, "CompoundStmt", "ParenExpr")  # braces and parentheses: who leaves them out may not have more of the rest
MOST = 4000  # expressions and statements, a call of a function
# Those of a call of each public function of the two wheels: what it has, up to the next multiple of 20.
LIMITS = {f"tw_{wheel}_{call}": limit for call, limits in {
    "init": (200, 260), "start": (600, 400), "start_at": (780, 560), "restart": (780, 580), "restart_at": (1020, 840), "stop": (280, 280),
    "advance": (3260, 1600), "next": (1760, 920), "earliest": (2680, 1860), "remaining": (340, 340), "is_active": (60, 60),
    "is_empty": (280, 280), "now": (20, 20), "audit": (860, 500)}.items() for wheel, limit in zip(("hier", "hashed"), limits)}
# Those of the functions of examples/tw_ticks.h.
LIMITS |= {"tw_ms_to_ticks": 120, "tw_widen": 80}


def lengths(bodies):
    """The length of each function. Calls do not come back to their caller: the subset says so."""
    @functools.cache
    def length(name):
        nodes = [node for node in inside(bodies[name]) if node.get("kind") not in NOTHING]
        called = [callee(node) for node in nodes if node["kind"] == "CallExpr"]
        return len(nodes) + sum(length(other) for other in called if other in bodies)

    return {name: length(name) for name in bodies}


def faults(bodies, public=(), limits=None, most=MOST):
    """The functions that are too long, and public ones that have no limit of their own: (function, fault)."""
    limits = LIMITS if limits is None else limits
    yield from ((name, "a public function without a limit in refuse/size.py") for name in sorted(set(public) - set(limits)))
    try:
        for name, length in lengths(bodies).items():
            if length > limits.get(name, most):
                yield name, f"{length} expressions with all that it calls, more than {limits.get(name, most)}"
    except RecursionError:
        yield "?", "calls that are too deep"
