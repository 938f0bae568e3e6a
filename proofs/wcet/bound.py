# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The bounds of the calls of one object file: from the machine, its options and the geometry to numbers and formulas."""
import collections
import functools

from ci import machines
from proofs.wcet.binary import functions_of
from proofs.wcet.cycles import Cycles, Instructions, core_of
from proofs.wcet.facts import Facts
from proofs.wcet.graph import Graph, cycles
from proofs.wcet.isa import NotRead
from proofs.wcet.program import solve
from proofs.wcet.source import proved

WHEELS = ["hier", "hashed"]
# A formula is compared with the bounds here too.
TRIED = (1, 3, 8, 64)
# most: instructions or cycles. blocks, edges: how often the worst path passes each.
Worst = collections.namedtuple("Worst", "most case blocks edges")


def calls_of(wheel):
    return [call["call"] for call in proved()["calls"] if call["call"].startswith(f"tw_{wheel}_")]


def text_of(tool, path):
    """The bytes of the code of an object."""
    out = path.with_suffix(".text")
    machines.output_of([tool + "objcopy", "-O", "binary", "-j", ".text", path, out])
    return out.read_bytes()


def objects(machine, geometry, level, tool):
    """{wheel: object} with places; its code is that of the object that ships."""
    folder = machines.BUILD / f"{machine.name}{level}-{geometry}"
    plain = ["-DTW_PLAIN_NAMES"]
    shipped = machines.build_product(machine, geometry, level, folder / "wcet-shipped", plain)
    placed = machines.build_product(machine, geometry, level, folder / "wcet", [*plain, "-gdwarf-4"])
    for a, b in zip(shipped, placed, strict=True):
        if text_of(tool, a) != text_of(tool, b):
            raise NotRead(f"{b}: the code differs with -g")
    return {path.stem.removeprefix("tw_"): path for path in placed}


class Call:
    """A call of an object file."""

    def __init__(self, functions, call, wheel, geometry, core=None):
        self.name = call
        self.graph = Graph(functions, call)
        self.backs = cycles(self.graph)
        self.facts = Facts(self.graph, self.backs, call, wheel, geometry)
        # In what it is counted.
        self.weights = {"instructions": Instructions(self.graph)} | ({"cycles": Cycles(core, self.graph)} if core else {})

    @functools.lru_cache(None)
    def worst(self, budget=0, capacity=1, unit="instructions", checked=True):
        """The worst case of all cases. checked: glpsol's answer is compared with one in exact arithmetic."""
        found = [(name, solve(self.graph, self.backs, constraints, self.weights[unit], most, checked))
                 for name, (constraints, most) in self.facts.cases(budget, capacity).items()]
        return max((Worst(*(solved[:1] + (name,) + solved[1:])) for name, solved in found), key=lambda worst: worst.most)

    def depends_on(self):
        """What the bound depends on: "budget", "capacity" or nothing."""
        return next((name for name in ("budget", "capacity") if name in self.facts.call["steps"]), None)

    def formula(self, unit="instructions"):
        """(slope, constant): the bound is at most slope * x + constant for each x, which is the budget or the capacity. As the solution of
        a linear program it is concave in x: a line that it has three points of is not below it anywhere."""
        name = self.depends_on()
        if not name:
            return 0, self.worst(unit=unit).most

        def at(x):
            return self.worst(**{name: x}, unit=unit, checked=False).most
        for low in (100, 1_000):
            slope, rest = divmod(at(4 * low) - at(2 * low), 2 * low)
            constant = at(low) - slope * low
            if not rest and at(2 * low) == slope * 2 * low + constant and all(at(x) <= slope * x + constant for x in TRIED):
                return slope, constant
        raise NotRead(f"{self.name}: the bound is not linear in the {name}")


def calls(machine, geometry, level, tool, wheels=None):
    """{call: Call, or the reason why it has no bound}."""
    found = {}
    for wheel, path in objects(machine, geometry, level, tool).items():
        if wheel not in (wheels or WHEELS):
            continue
        functions = functions_of(tool, path)
        for call in calls_of(wheel):
            try:
                found[call] = Call(functions, call, wheel, geometry, core_of(machine))
            except NotRead as error:
                found[call] = str(error)
    return found
