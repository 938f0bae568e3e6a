# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the bounds look like: the page docs/wcet.md, and the worst path of a call in source lines."""
import collections
import re

from ci import machines
from proofs.wcet.source import definitions

FIGURES = machines.ROOT / "docs" / "figures.md"
PATHS = machines.ROOT / "tests" / "targets" / "paths.c"
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 OR MIT -->
# Worst cases

`make update WHAT=wcet` computes and writes this page. `make wcet` computes again and fails if the page differs. Terms: [glossary](glossary.md).

Each number is a bound: no execution of the call takes more instructions, on the object file that this compiler makes. The count is from the
first instruction of its function to its return. The tool [proofs/wcet](../proofs/wcet) reads the object file, finds the loops, and takes from the proof how
often they run at most (T7, [bounds.json](../proofs/bounds.json)). An integer linear program then finds the worst path. A loop without a proved
bound, an indirect branch and a call of a library are errors.

A bound is in instructions, not in time: waits for memory, caches and interrupts are not in it. [The safety manual](safety-manual.md#time) tells how
to come from instructions to time, and [SOUNDNESS](../proofs/SOUNDNESS.md), N6, what the tool rests on.

`make wcet CALL=tw_hier_advance BUDGET=8 TARGET=m3-gcc SHOW=1` prints the worst path of a call: source lines, and how often each runs.
`make wcet CC="arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb" CFLAGS=-O3 GEOMETRY=16.512` prints all of them for a compiler, options and a geometry of your own.

A worst path may be one that no execution takes, where no clause excludes it. Three such places are known:

- On the path of `next` and `advance` of the hierarchical wheel, each of the up to three searches of a jump finds a bit (`tw_bitset_lowest`). In
  an execution, only the last one finds it.
- On the path of `advance` of the hierarchical wheel, each jump searches the top level. In an execution, at most one jump of a call does.
- On the path of `earliest` of the hashed wheel, the search goes on from as many slots as there are words and timers. In an execution, it goes
  on from at most as many slots as there are timers.
"""


def observed():
    """{(machine, geometry, wheel): {call: instructions}} of docs/figures.md, and the capacity there."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in
            FIGURES.read_text(encoding="utf-8").partition("## Instructions")[2].splitlines() if line.startswith("|")]
    heads = rows[0][3:]
    capacity = int(re.search(r"#define TIMERS (\d+)u", PATHS.read_text(encoding="utf-8"))[1])
    return {tuple(row[:3]): dict(zip(heads, (int(cell.replace(",", "")) for cell in row[3:]))) for row in rows[2:]}, capacity


def column(wheel, head):
    """A column of docs/figures.md: the call and its budget."""
    name, _, budget = head.partition(" ")
    return f"tw_{wheel}_{name}", int(budget or 0)


def formula(slope, constant, name):
    return f"{slope:,} {name} + {constant:,}" if slope else f"{constant:,}"


def compared(results, seen):
    """The table of bounds beside what was observed."""
    heads = list(next(iter(seen.values())))
    lines = ["", "## Beside the measurements", "",
             "The table has the bound, the largest count that was [observed](figures.md#instructions), and their ratio, with `-O2`. `advance n` has a budget of n. "
             "The capacity is that of the measurements.", "",
             "| machine | geometry | wheel | " + " | ".join(heads) + " |", "|---|---|---|" + "---:|" * len(heads)]
    for key, row in seen.items():
        if (key[0], "-O2", key[1]) in results:
            cells = []
            for head in heads:
                call, budget = column(key[2], head)
                bound = results[key[0], "-O2", key[1]][call]["at"][str(budget)]
                cells.append(f"{bound:,} / {row[head]:,}: {bound / row[head]:.2f}")
            lines.append("| " + " | ".join([*key, *cells]) + " |")
    return lines


def formulas(results):
    """The tables of all calls: a line for each object, a column for each call."""
    lines = ["", "## Formulas", "",
             "The table has the bound of each call; b is the budget, c the capacity. For a budget below 10, the bound of `advance` can be less than its formula."]
    for wheel in ("hier", "hashed"):
        names = [call for call in next(iter(results.values())) if call.startswith(f"tw_{wheel}_")]
        lines += ["", f"### {wheel}", "", "| machine | level | geometry | " + " | ".join(name.removeprefix(f"tw_{wheel}_") for name in names) + " |",
                  "|---|---|---|" + "---:|" * len(names)]
        for key, calls in results.items():
            lines.append("| " + " | ".join([*key, *(calls[name]["formula"] for name in names)]) + " |")
    return lines


def page(results, seen):
    return "\n".join([HEAD.rstrip("\n"), *compared(results, seen), *formulas(results)]) + "\n"


def too_small(results, seen):
    """Bounds that are below what was observed: the tool or a fact is wrong."""
    for (machine, geometry, wheel), row in seen.items():
        for head, count in row.items():
            call, budget = column(wheel, head)
            bound = results.get((machine, "-O2", geometry), {}).get(call, {"at": {}})["at"].get(str(budget))
            if bound is not None and bound < count:
                yield f"{machine} {geometry} {call} {head}: the bound {bound} is less than {count}, which was observed"


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


def path(call, worst):
    """The worst path: for each block, how often it runs, and the instructions of each source line of it."""
    lines = []
    for n in order(call, worst):
        block, times = call.graph.blocks[n], worst.blocks[n]
        counts = collections.Counter(chain for chain in block.chains)
        for chain, instructions in counts.items():
            name, line = chain[-1]
            file, text, *_ = definitions().get(name, ("?", [""] * line))
            source = text[line - 1].strip() if 0 < line <= len(text) else ""
            lines.append(f"{times:6} x {instructions:3} = {times * instructions:6}  {call.graph.place(n, block.instructions[0].address):28} "
                         f"{file}:{line:<5} {'  ' * (len(chain) - 1)}{source}")
    return lines
