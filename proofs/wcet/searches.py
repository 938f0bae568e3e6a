# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is proved of the searches of a bitset (tw_bitset_next) that one jump makes: which of them find a bit, and how
often the later ones run. Constraints as those of facts.py.

A search leaves its loop where it finds a bit. If it ends where a word ends, the bit is one of those searched: n <=
last (loop invariant range) and the bit is below 64 (range of tw_bitset_lowest). Then its caller returns. So of the
searches of one caller, one finds a bit."""
from proofs.wcet.graph import reached
from proofs.wcet.source import lines_of, loops

# A caller, and the multiple of HEADS / 4 where each of its searches ends that another one follows.
CALLERS = {"tw_hier_upcoming": (3, 4), "tw_hier_soon": (), "tw_hashed_upcoming": (4,), "tw_hashed_ahead": (4,)}


def searches(graph):
    """{places of calls: blocks that end in a branch of the loop of this search}."""
    first, last, _ = loops()["tw_bitset_next"]
    found = {}
    for n, block in enumerate(graph.blocks):
        name, line = block.chains[-1][-1]
        if block.instructions[-1].flow.kind == "branch" and name == "tw_bitset_next" and first <= line <= last:
            found.setdefault(block.chains[-1][:-1], set()).add(n)
    return found


def reaching(graph, starts, goals, closed):
    """Which of the goals, blocks, are reached from some blocks, without the closed edges?"""
    return goals & reached(starts, lambda node: graph.after(node, closed))


def closed_by(loop):
    """The edges that end an iteration of a loop around searches."""
    return {(back.source, back.header) for back, (_, name) in loop.items() if name not in (None, "tw_bitset_next")}


def passing(graph, calls, blocks):
    """A term for each block that ends in the branch of an iteration, `n == last`; nothing if two may be of one
    iteration. A compiler may move the first iteration out of the loop: these branches count it, back edges do not."""
    first = loops()["tw_bitset_next"][0]
    lines = {n: graph.blocks[n].chains[-1][-1][1] for n in blocks}
    checks = {n for n, line in lines.items() if line != first}
    tests = {(n, m) for n in blocks - checks for m in graph.blocks[n].after}
    twice = any(reaching(graph, graph.after(n), checks, tests) for n in checks)
    return [] if twice else [(1, ("block", n)) for n in sorted(checks)]


def finding(graph, loop, heads):
    """The edges of branches that leave a search as it finds a bit, of the callers that find one a call. The other way
    of such a branch goes on with the search: of one word, a search may leave both ways."""
    first = loops()["tw_bitset_next"][0]
    terms = []
    for calls, blocks in searches(graph).items():
        ends = CALLERS.get(calls[-1][0])
        if ends is not None and all(heads // 4 * end % 64 == 0 for end in ends):
            for n in sorted(blocks):
                leaving = [m for m in graph.after(n) if not reaching(graph, [m], blocks, closed_by(loop))]
                if graph.blocks[n].chains[-1][-1][1] == first and len(leaving) == 1:
                    terms.append((1, ("edge", n, leaving[0])))
    return terms


def high(graph, loop):
    """For each search of the top level in tw_hier_upcoming, the first of its blocks on each way through an iteration.
    Each search of a call of advance but the first is made with a timer below the top level (tw_hier_work: lower,
    levels). Here no timer is below it (tw_hier_upcoming: level)."""
    after = next((line for line, text in lines_of("tw_hier_upcoming")
                  if text.startswith("/*@ assert level: end > top ==>")), None)
    closed = closed_by(loop)
    for calls, blocks in searches(graph).items():
        name, line = calls[-1]
        if name == "tw_hier_upcoming" and after is not None and line > after:
            later = (reaching(graph, graph.after(other, closed), blocks, closed) for other in blocks)
            yield [(1, ("block", n)) for n in sorted(blocks.difference(*later))]
