# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the bounds look like: the page docs/wcet.md, and the worst path of a call in source lines."""
import collections
import itertools
import re

from tests.targets import machines
from proofs.wcet.source import definitions

FIGURES = machines.ROOT / "docs" / "figures.md"
PATHS = machines.ROOT / "tests" / "targets" / "paths.c"
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 OR MIT -->
# Worst cases

`tools/wcet --update` computes and writes this page. `tools/wcet` computes again and fails if the page differs. Terms: [glossary](glossary.md).

Each number is a bound: no execution of the call takes more instructions or cycles, on the object file that this compiler makes. The count is from the
first instruction of its function to its return. The tool [proofs/wcet](../proofs/wcet) reads the object file, finds the loops, and takes from the proof how
often they run at most (T7, [bounds.json](../proofs/bounds.json)). An integer linear program then finds the worst path. A loop without a proved
bound, a loop of the hardware, an indirect branch and a call of a library are errors. So is code that the linker makes (`-flto`).

A bound in instructions is not a time. For Cortex-M0, M3 and M4 there are [bounds in cycles](#cycles), for memory without wait states. Caches, waits for
memory and interrupts are in neither. [The safety manual](safety-manual.md#time) tells how to come to a time, and
[SOUNDNESS](../proofs/SOUNDNESS.md), N6, what the tool rests on.

`tools/wcet --call tw_hier_advance --budget 8 --target m3-gcc --show` prints the worst path of a call: source lines, and how often each runs.
`tools/wcet --call tw_hier_advance --budget 8 --target m3-gcc --show --unit cycles` prints the worst in cycles, which can be another one.
`tools/wcet --cc="arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb" --cflags=-Os --geometry 16.512` prints all of them for a compiler, options and a geometry of your own.
Two things are then yours to see. A geometry that is not in bounds.json has bounds that nobody proved: `make prove GEOMETRY=` proves it. And an iteration of
a loop of src/ must end once in the code: a compiler that splits a loop into two, one after the other (`-ftree-loop-distribution`), ends it twice.
No loop of src/ fills two arrays, which is where compilers do so.

Beside the counts of T7, the linear program has these facts. Each follows from clauses and assertions that are proved:

- Of the searches that a caller makes one after the other, one finds a bit (`tw_bitset_lowest`), if all but the last end where a word ends. Then the bit
  that a search finds is one that it searched (`tw_bitset_next`: loop invariant `range`; `tw_bitset_lowest`: `range`), and its caller returns. It
  holds for TW_RADIX 256, and for TW_HASHED_SLOTS 64 and more. At TW_RADIX 16 and 4, levels share a word.
- In a call of `advance` of the hierarchical wheel, one jump searches the top level. It finds no timer below that level (`tw_hier_upcoming`: assertion
  `level`); before each later jump there is one (`tw_hier_work`: assertion `lower`, loop invariant `levels`).
- In a call of `advance` of the hierarchical wheel, the visits that empty a slot are at most one more than the jumps. Such a visit ends the opening of the
  slot (`tw_hier_remove`: `opening`), and only a jump opens one.
- `earliest` passes each timer once, and each word once (`tw_slots_earliest`: `steps`; `tw_hashed_ahead`: `steps`; `tw_hier_upcoming`: `words`).

A worst path may be one that no execution takes, where no clause excludes it. Such places are known:

- On the path of `advance` of the hierarchical wheel, each visit takes the longest way through `tw_slot`, that to level 0. In an execution, a timer goes
  there in its last visit only. And the call looks at one word for a target that is near, then jumps as to one that is far.
- On the path of `earliest` of the hashed wheel, each slot has a second timer: the first iteration over the list of a slot is not counted. And each search
  that passes a word goes on over the end of the slots. In an execution, one does.
"""
CYCLES = """## Cycles

The table has the bound in cycles, with `-O2`. The cycles of an instruction are those of Arm's technical reference manuals, table 3-1 in each: DDI 0432C for
Cortex-M0, DDI 0337I for M3, DDI 0439B for M4. For memory they assume zero wait states: code in one memory, data in another, no other master on the
bus, no cache. Of each range the worst is taken: a refill of the pipeline is 3 cycles, a division 12, a multiplication of M0 32. A branch counts as taken
where the path takes it. On M3 and M4, each load and store counts in full, also behind a load. A load from beside the code waits one cycle. A load or
store waits one cycle if the instruction before it writes a register of its address. The manuals say so of a result of data processing; here it is
counted behind a load, too. An instruction without a timing is an error. Two assumptions are not in
the tables. Each access is aligned. And the fetch of instructions keeps up with 32-bit instructions that do not begin at a multiple of 4.
The linear program has these cycles as weights, so the worst path is that in
cycles.
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


def formula(found, name):
    """What Call.formula finds, as text."""
    slope, constant, least = found
    if not slope:
        return f"{constant:,}"
    text = f"{slope:,.{2 * (slope != int(slope))}f} {name} + {constant:,}"
    return f"max({text}; {least:,})" if least else text


def row_of(results, key, heads, cell):
    """A line of a table of calls, with -O2, at the budgets and the capacity of the measurements."""
    cells = []
    for head in heads:
        call, budget = column(key[2], head)
        cells.append(cell(head, results[key[0], "-O2", key[1]][call], str(budget)))
    return "| " + " | ".join([*key, *cells]) + " |"


def head_of(first, rest):
    """The two first lines of a table."""
    return ["| " + " | ".join([*first, *rest]) + " |", "|---" * len(first) + "|" + "---:|" * len(rest)]


def compared(results, seen):
    """The table of bounds beside what was observed."""
    heads = list(next(iter(seen.values())))
    lines = ["", "## Beside the measurements", "",
             "The table has the bound in instructions, the largest count that was [observed](figures.md#instructions), and their ratio, with `-O2`. "
             "`advance n` has a budget of n. The capacity is that of the measurements.", "", *head_of(("machine", "geometry", "wheel"), heads)]

    def beside(head, call, budget):
        most, count = call["instructions"]["at"][budget], seen[key][head]
        return f"{most:,} / {count:,}: {most / count:.2f}"
    for key in seen:
        if (key[0], "-O2", key[1]) in results:
            lines.append(row_of(results, key, heads, beside))
    return lines


def in_cycles(results, seen):
    """The table of bounds in cycles."""
    heads = list(next(iter(seen.values())))
    lines = ["", CYCLES.rstrip("\n"), "", *head_of(("machine", "geometry", "wheel"), heads)]
    for key in seen:
        calls = results.get((key[0], "-O2", key[1]), {})
        if calls and all("cycles" in call for call in calls.values()):
            lines.append(row_of(results, key, heads, lambda head, call, budget: f"{call['cycles']['at'][budget]:,}"))
    return lines


def formulas(results):
    """The tables of all calls: a line for each object, a column for each call."""
    lines = ["", "## Formulas", "", "The tables have the bound of each call; b is the budget, c the capacity. For a budget below 10, the bound of "
             "`advance` can be less than its formula."]
    for wheel, unit in itertools.product(("hier", "hashed"), ("instructions", "cycles")):
        names = [call for call in next(iter(results.values())) if call.startswith(f"tw_{wheel}_")]
        lines += ["", f"### {wheel}, {unit}", "", *head_of(("machine", "level", "geometry"), [name.removeprefix(f"tw_{wheel}_") for name in names])]
        for key, calls in results.items():
            if all(unit in calls[name] for name in names):
                lines.append("| " + " | ".join([*key, *(calls[name][unit]["formula"] for name in names)]) + " |")
    return lines


def page(results, seen):
    return "\n".join([HEAD.rstrip("\n"), *compared(results, seen), *in_cycles(results, seen), *formulas(results)]) + "\n"


def too_small(results, seen):
    """Bounds that are below what was observed: the tool or a fact is wrong."""
    for (machine, geometry, wheel), row in seen.items():
        for head, count in row.items():
            call, budget = column(wheel, head)
            numbers = results.get((machine, "-O2", geometry), {}).get(call, {})
            bound = numbers.get("instructions", {"at": {}})["at"].get(str(budget))
            if bound is not None and bound < count:
                yield f"{machine} {geometry} {call} {head}: the bound {bound} is less than {count}, which was observed"
            if bound is not None and numbers.get("cycles", {"at": {str(budget): bound}})["at"][str(budget)] < bound:
                yield f"{machine} {geometry} {call} {head}: fewer cycles than instructions"


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
    """The worst path: for each block, how often it runs, and the instructions or cycles of each source line of it; then what branches
    take more that are taken."""
    lines, weights = [], call.weights[unit]

    def line(times, count, n, address, chain, note=""):
        name, number = chain[-1]
        file, text, *_ = definitions().get(name, ("?", [""] * number))
        source = text[number - 1].strip() if 0 < number <= len(text) else ""
        lines.append(f"{times:6} x {count:3} = {times * count:6}  {call.graph.place(n, address):28} {file}:{number:<5} {'  ' * (len(chain) - 1)}{source}{note}")
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
