# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the bounds look like: the tables of docs/measured.md, and the worst path of a call in source lines."""
import collections
import re

from tests.targets import machines
from tools import pages
from proofs.wcet.source import definitions

UNITS = ["instructions", "cycles"]
PATHS = machines.ROOT / "tests" / "targets" / "paths.c"


def observed():
    """{(machine, geometry, wheel): {call: instructions}} of docs/measured.json, and the capacity there."""
    capacity = int(re.search(r"#define TIMERS (\d+)u", PATHS.read_text(encoding="utf-8"))[1])
    return {tuple(key.split()): row for key, row in pages.measured("instructions").items()}, capacity


def column(wheel, head):
    """A name of what was observed, as "advance 8": the call and its budget."""
    name, _, budget = head.partition(" ")
    return f"tw_{wheel}_{name}", int(budget or 0)


def formula(found, name):
    """What Call.formula finds, as text."""
    slope, constant, least = found
    if not slope:
        return f"{constant:,}"
    text = f"{slope:,.{2 * (slope != int(slope))}f} {name} + {constant:,}"
    return f"max({text}; {least:,})" if least else text


def write(results, seen, capacity):
    """Writes the bounds: all that are compared, and the tables of the page."""
    bounds = {}
    for build, calls in results.items():
        for call, found in calls.items():
            _, wheel, name = call.split("_", 2)
            for unit, of in found.items():
                bounds.setdefault(" ".join([*build, wheel, unit]), {})[name] = [of["formula"], *of["at"].values()]
    pages.record(bounds=bounds)
    target, geometry = pages.SHOWN
    observed_calls = [[f"{wheel} {head}", count, *(most_of(results[target, "-O2", geometry], wheel, head, unit)
                                                   for unit in UNITS)]
                      for (*of, wheel), row in seen.items() if tuple(of) == pages.SHOWN for head, count in row.items()]
    levels = [level for machine, level, _ in results if machine == target]
    formulas = [[f"`{call}`", *(results[target, level, geometry][call][unit]["formula"]
                                for level in levels for unit in UNITS)] for call in results[target, "-O2", geometry]]
    pages.show(pages.PAGE, worst=pages.table([f"call, at capacity {capacity}", "observed", *UNITS], observed_calls),
               formulas=pages.table(["call", *(f"{unit}, {level}" for level in levels for unit in UNITS)], formulas))


def most_of(calls, wheel, head, unit):
    """The bound of what was observed in a unit; None if there is none."""
    call, budget = column(wheel, head)
    return calls.get(call, {}).get(unit, {"at": {}})["at"].get(str(budget))


def too_small(results, seen):
    """Bounds that are below what was observed: the tool or a fact is wrong."""
    for (machine, geometry, wheel), row in seen.items():
        calls = results.get((machine, "-O2", geometry), {})
        for head, count in row.items():
            bound, cycles = (most_of(calls, wheel, head, unit) for unit in UNITS)
            if bound is not None and bound < count:
                yield f"{machine} {geometry} {wheel} {head}: the bound {bound} is less than {count}, which was observed"
            if cycles is not None and cycles < bound:
                yield f"{machine} {geometry} {wheel} {head}: fewer cycles than instructions"


def path(call, worst, unit):
    """The worst path, as the code lies in the object: for each block, how often it runs, and the instructions or cycles
    of each source line of it; then what branches take more that are taken."""
    lines, weights = [], call.weights[unit]

    def line(times, count, n, address, chain, note=""):
        name, number = chain[-1]
        file, text, *_ = definitions().get(name, ("?", [""] * number))
        source = text[number - 1].strip() if 0 < number <= len(text) else ""
        place = f"{call.graph.place(n, address):28} {file}:{number:<5} {'  ' * (len(chain) - 1)}"
        lines.append(f"{times:6} x {count:3} = {times * count:6}  {place}{source}{note}")
    passed = [n for n, times in worst.blocks.items() if times]
    for n in sorted(passed, key=lambda n: call.graph.blocks[n].instructions[0].address):
        block, counts = call.graph.blocks[n], collections.Counter()
        for chain, count in zip(block.chains, weights.each(n)):
            counts[chain] += count
        for chain, count in counts.items():
            line(worst.blocks[n], count, n, block.instructions[0].address, chain)
    for (a, b), times in worst.edges.items():
        if times and weights.edge(a, b):
            block = call.graph.blocks[a]
            line(times, weights.edge(a, b), a, block.instructions[-1].address, block.chains[-1], "  (taken)")
    return lines
