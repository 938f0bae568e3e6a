# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The theorem of bounded work counts loop iterations. Between two of them a call does at most what the source says, with
each call in it replaced by the function that is called: that length has a limit, lest calls take the place of loops."""
import functools

from proofs.wp.refuse.subset import callee, inside

MOST = 4000  # expressions and statements, a call of a function


def lengths(bodies):
    """The length of each function. Calls do not come back to their caller: the subset says so."""
    @functools.cache
    def length(name):
        nodes = [node for node in inside(bodies[name]) if node.get("kind")]
        called = [callee(node) for node in nodes if node["kind"] == "CallExpr"]
        return len(nodes) + sum(length(other) for other in called if other in bodies)

    return {name: length(name) for name in bodies}


def faults(bodies, most=MOST):
    try:
        for name, length in lengths(bodies).items():
            if length > most:
                yield name, f"{length} expressions with all that it calls, more than {most}"
    except RecursionError:
        yield "?", "calls that are too deep"
