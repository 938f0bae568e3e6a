# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the bounds look like: the page docs/wcet.md, and the worst path of a call in source lines."""
import collections
import re

from tests.targets import machines
from tools import pages
from proofs.wcet.source import definitions

FIGURES = machines.ROOT / "docs" / "figures.md"
PATHS = machines.ROOT / "tests" / "targets" / "paths.c"


def observed():
    """{(machine, geometry, wheel): {call: instructions}} of docs/figures.md, and the capacity there."""
    lines = FIGURES.read_text(encoding="utf-8").partition("## Instructions")[2].splitlines()
    head, _, *rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in lines if line.startswith("|")]
    seen = {}
    for row in rows:
        counts = [int(cell.replace(",", "")) for cell in row[3:]]
        seen[tuple(row[:3])] = dict(zip(head[3:], counts))
    capacity = int(re.search(r"#define TIMERS (\d+)u", PATHS.read_text(encoding="utf-8"))[1])
    return seen, capacity


def column(wheel, head):
    """A column of docs/figures.md: the call and its budget."""
    name, _, budget = head.partition(" ")
    return f"tw_{wheel}_{name}", int(budget or 0)


def formula(found, name):
    """What Call.formula finds, as text."""
    slope, constant, least = found
    if not slope:
        return f"{constant:,}"
    text = f"{slope:,.{2 * (slope != int(slope))}f} {name} + {constant:,}"
    return f"max({text}; {least:,})" if least else text


def write(results, seen):
    """Writes the page: the bounds beside what was observed, the bounds in cycles, and the formulas of all calls."""
    heads = list(next(iter(seen.values())))
    names, beside, cycles = {"hier": [], "hashed": []}, [], []
    for call in next(iter(results.values())):
        _, wheel, name = call.split("_", 2)
        names[wheel].append(name)
    for key, counts in seen.items():
        calls = results.get((key[0], "-O2", key[1]), {})
        at = {unit: [most_of(calls, key[2], head, unit) for head in heads] for unit in ("instructions", "cycles")}
        if calls:
            beside.append({"key": key, "cells": zip(at["instructions"], counts.values())})
        if all(at["cycles"]):
            cycles.append({"key": key, "cells": at["cycles"]})
    pages.write("docs/wcet.md", "proofs/wcet/wcet.md.j2", heads=heads, beside=beside, cycles=cycles, results=results,
                calls=names)


def most_of(calls, wheel, head, unit):
    """The bound of a column of docs/figures.md in a unit; None if there is none."""
    call, budget = column(wheel, head)
    return calls.get(call, {}).get(unit, {"at": {}})["at"].get(str(budget))


def too_small(results, seen):
    """Bounds that are below what was observed: the tool or a fact is wrong."""
    for (machine, geometry, wheel), row in seen.items():
        calls = results.get((machine, "-O2", geometry), {})
        for head, count in row.items():
            bound, cycles = (most_of(calls, wheel, head, unit) for unit in ("instructions", "cycles"))
            if bound is not None and bound < count:
                yield f"{machine} {geometry} {wheel} {head}: the bound {bound} is less than {count}, which was observed"
            if cycles is not None and cycles < bound:
                yield f"{machine} {geometry} {wheel} {head}: fewer cycles than instructions"


def order(call, worst):
    """The blocks of the worst path, each as it is first passed; a loop before what comes after it."""
    after = collections.defaultdict(list)
    for (a, b), times in worst.edges.items():
        if times:
            after[a].append(b)
    back = {(b.source, b.header) for b in call.backs}

    def nexts_of(node):
        """Last, and so first in the order, what is in a loop with it."""
        return iter(sorted(after[node], key=lambda m: (sum(node in b.body and m in b.body for b in call.backs), -m)))
    seen, finished, stack = {0}, [], [(0, nexts_of(0))]
    while stack:
        node, nexts = stack[-1]
        for other in nexts:
            if other not in seen and (node, other) not in back:
                seen.add(other)
                stack.append((other, nexts_of(other)))
                break
        else:
            finished.append(node)
            stack.pop()
    return finished[::-1]


def path(call, worst, unit):
    """The worst path: for each block, how often it runs, and the instructions or cycles of each source line of it; then
    what branches take more that are taken."""
    lines, weights = [], call.weights[unit]

    def line(times, count, n, address, chain, note=""):
        name, number = chain[-1]
        file, text, *_ = definitions().get(name, ("?", [""] * number))
        source = text[number - 1].strip() if 0 < number <= len(text) else ""
        place = f"{call.graph.place(n, address):28} {file}:{number:<5} {'  ' * (len(chain) - 1)}"
        lines.append(f"{times:6} x {count:3} = {times * count:6}  {place}{source}{note}")
    for n in order(call, worst):
        block = call.graph.blocks[n]
        counts = collections.Counter()
        for chain, count in zip(block.chains, weights.each(n)):
            counts[chain] += count
        for chain, count in counts.items():
            line(worst.blocks[n], count, n, block.instructions[0].address, chain)
    for (a, b), times in worst.edges.items():
        if times and weights.edge(a, b):
            block = call.graph.blocks[a]
            line(times, weights.edge(a, b), a, block.instructions[-1].address, block.chains[-1], "  (taken)")
    return lines
