# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The bounds of the calls of one object file: from the machine, its options and the geometry to numbers and
formulas."""
import collections
import functools
import itertools
import math

from tests.targets import machines
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
# Numbers nearer than this are equal: those of glpsol have 6 digits behind the point or more.
NEAR = 1e-4
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
        self.weights = {"instructions": Instructions(self.graph)}
        if core:
            self.weights["cycles"] = Cycles(core, self.graph)

    @functools.lru_cache(None)
    def worst(self, budget=0, capacity=1, unit="instructions", checked=True):
        """The worst case of all cases. checked: glpsol's answer is compared with one in exact arithmetic."""
        found = [(name, solve(self.graph, self.backs, constraints, self.weights[unit], most, checked))
                 for name, (constraints, most) in self.facts.cases(budget, capacity).items()]
        return max((Worst(*(solved[:1] + (name,) + solved[1:])) for name, solved in found),
                   key=lambda worst: worst.most)

    def depends_on(self):
        """What the bound depends on: "budget", "capacity" or nothing."""
        return next((name for name in ("budget", "capacity") if name in self.facts.call["steps"]), None)

    def formula(self, unit="instructions"):
        """(slope, constant, least): the bound is at most the larger of slope * x + constant and least, for each x,
        which is the budget or the capacity. As the solution of a linear program, a case is concave in x: a line that
        it has three points of is not below it anywhere. Only a case that does not depend on the budget can be above
        the line: it is the bound of a budget of 0 then."""
        name = self.depends_on()
        if not name:
            return 0, self.worst(unit=unit).most, 0
        for checked, low in itertools.product((False, "relaxed"), (100, 1_000)):
            one, two, four = (self.worst(**{name: n * low}, unit=unit, checked=checked).most for n in (1, 2, 4))
            slope, constant = (four - two) / (2 * low), 2 * two - four
            zero = self.worst(unit=unit, checked=checked).most if name == "budget" else 0
            least = math.ceil(zero - NEAR) if zero > constant + NEAR else 0
            # Two digits of the slope, rounded up.
            slope, constant = math.ceil(slope * 100 - NEAR) / 100, math.ceil(constant - NEAR)
            if abs(2 * one - 3 * two + four) < NEAR * low and all(
                    self.worst(**{name: x}, unit=unit, checked=False).most <= max(least, slope * x + constant) + NEAR
                    for x in TRIED):
                return slope, constant, least
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
