# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is proved of a call's loops (proofs/bounds.json), as linear constraints on the counts of the edges of its graph."""
import functools
import importlib.machinery
import importlib.util
import json
import re

from ci import machines
from proofs.wcet.isa import NotRead, stores

SRC = machines.ROOT / "src"
JUMP = "/*@ ghost tw_jumps++; */"


@functools.lru_cache(None)
def proved():
    return json.loads((machines.ROOT / "proofs" / "bounds.json").read_text(encoding="utf-8"))


@functools.lru_cache(None)
def constants(wheel, geometry):
    """The constants of the contracts: as bounds.json has them, or, for another geometry, as proofs/bounds computes them."""
    listed = proved()["constants"].get(f"{wheel} {geometry}")
    if listed:
        return listed
    path = str(machines.ROOT / "proofs" / "bounds")
    spec = importlib.util.spec_from_loader("bounds", importlib.machinery.SourceFileLoader("bounds", path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.constants(wheel, geometry)


@functools.lru_cache(None)
def loops():
    """The loops of src/: function, file, first and last line, bound."""
    found = []
    for loop in proved()["loops"]:
        path = machines.ROOT / loop["file"]
        lines = path.read_text(encoding="utf-8").splitlines()
        head = lines[loop["line"] - 1]
        if not re.match(r" +(for|while) \(", head):
            raise NotRead(f"proofs/bounds.json differs from {loop['file']}: run proofs/bounds")
        end = head[:len(head) - len(head.lstrip())] + "}"
        found.append((loop["function"], path.name, loop["line"], lines.index(end, loop["line"]) + 1, loop["bound"]))
    return found


@functools.lru_cache(None)
def jump_lines():
    """The lines of src/ that move the clock: each follows the count of a jump."""
    return {(path.name, n + 2) for path in SRC.glob("*.c") for n, line in enumerate(path.read_text(encoding="utf-8").splitlines())
            if line.strip() == JUMP}


@functools.lru_cache(None)
def loops_at(chain):
    """The source loops around a place, outermost first: each with the places of the calls that lead to it."""
    return tuple((chain[:n], loop[0]) for n, (_, file, line) in enumerate(chain) for loop in loops()
                 if loop[1] == file and loop[2] <= line <= loop[3])


def is_anchor(instruction):
    """A branch or a store: a compiler does not move it to another loop."""
    return instruction.flow.kind != "plain" or stores(instruction.mnemonic)


def anchors(block):
    return [loops_at(chain) for i, chain in zip(block.instructions, block.chains) if is_anchor(i)]


def source_loop(graph, back):
    """The function whose loop a back edge closes an iteration of; None if it is this loop or one within it."""
    around = {n: anchors(graph.blocks[n]) for n in back.body}
    every = [places for found in around.values() for places in found]
    common = functools.reduce(lambda a, b: a[:next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))], every)
    if not common:
        block = graph.blocks[back.header]
        places = sorted({place for n in back.body for chain in graph.blocks[n].chains for place in chain[-1:]})
        raise NotRead(f"{block.function}+0x{block.instructions[0].address - graph.functions[block.function][0].address:x}: a loop without a fact: "
                      + ", ".join(f"{file}:{line}" for _, file, line in places[:6]))
    if all(places == common for places in every):
        return common[-1][1]
    # Some of the code is of a loop within. Is there a way round that is of such a loop only?
    inner = {n for n, found in around.items() if all(places != common for places in found)}
    work, seen = [back.header], set()
    while work:
        node = work.pop()
        if node in seen or node not in inner:
            continue
        if node == back.source:
            return None
        seen.add(node)
        work += [n for n in graph.blocks[node].after if n in back.body and n != back.header]
    return common[-1][1]


def value(expression, names):
    """An expression of the contracts, for numbers."""
    text = re.sub(r"\bw->", "", re.sub(r"\((?:tw_node|uint32_t|int64_t|size_t)\)", "", expression))
    text = re.sub(r"\b(\d+)u\b", r"\1", text).replace("/", "//")
    if not re.fullmatch(r"[\w\s+*()/-]*", text):
        raise NotRead(f"not understood: {expression}")
    return eval(text, {"__builtins__": {}}, names)  # pylint: disable=eval-used # digits, names and operators only


def jump_blocks(graph, backs):
    """Blocks that move the clock; of those on one way through an iteration, the first."""
    closed = {(back.source, back.header) for back in backs}
    marked = {n for n, block in enumerate(graph.blocks)
              if any(stores(i.mnemonic) and chain[-1][1:] in jump_lines() for i, chain in zip(block.instructions, block.chains))}
    later = set()
    for first in marked:
        seen, work = set(), list(m for m in graph.blocks[first].after if (first, m) not in closed)
        while work:
            node = work.pop()
            if node not in seen:
                seen.add(node)
                work += [m for m in graph.blocks[node].after if (node, m) not in closed]
        later |= seen & marked
    return marked - later


def passed(arguments, call, names):
    """The bound of a loop over its function's arguments, if each call of it within a call gives numbers."""
    del arguments, call, names


class Facts:
    """The constraints for one call: at(budget, capacity) gives them, a list for each of the cases that are proved apart."""

    def __init__(self, graph, backs, call, wheel, geometry):
        self.backs = backs
        self.call = next((c for c in proved()["calls"] if c["call"] == call), None)
        if not self.call:
            raise NotRead(f"{call} is not in proofs/bounds.json")
        self.constants = constants(wheel, geometry)
        self.kinds = {back: source_loop(graph, back) for back in backs}
        self.jumps = jump_blocks(graph, backs) if "jumps" in self.call else set()
        self.rounds = {function for function, *_, bound in loops() if "budget" in bound}
        if "jumps" in self.call and backs and not self.jumps:
            raise NotRead(f"{call}: no store that moves the clock")

    def cases(self, budget, capacity):
        """[(name, constraints)]; a constraint is (terms, most), a term (coefficient, edge, block or name of a variable)."""
        names = {**self.constants, "budget": budget, "capacity": capacity}
        every = closed_by(self.backs)
        if "jumps" not in self.call:
            return [("", [(every, value(self.call["steps"], names))])]
        words = self.constants["JUMP_WORDS"]
        steps = [b - a for a, b in zip(words, words[1:])]
        if steps != sorted(steps, reverse=True) or self.call["rounds"] != "visits + jumps + 1" or self.call["words"] != "JUMP_WORDS(jumps)":
            raise NotRead("JUMP_WORDS, rounds or words of proofs/bounds.json are not understood")
        rounds = closed_by([b for b in self.backs if self.kinds[b] in self.rounds])
        searched = closed_by([b for b in self.backs if self.kinds[b] == "tw_bitset_next"])
        near = [([(1, "visits")], value(self.call["visits"], names)), ([(1, ("block", n)) for n in self.jumps] + [(-1, "jumps")], 0)]
        for most in self.call["jumps"]:
            near.append(([(1, "jumps"), (-1, "visits")], value(most, {**names, "visits": 0})) if "visits" in most else
                        ([(1, "jumps")], value(most, names)))
        # Each round but the last has a visit or a jump: so many back edges.
        near.append((rounds + [(-1, "visits"), (-1, "jumps")], 0))
        for n, step in enumerate(steps):
            near.append((searched + [(-step, "jumps")], words[n] - step * n))
            near.append((every + [(-1, "visits"), (-1 - step, "jumps")], words[n] - step * n + 1))
        far = [(every, value(self.call["far"], names)), (rounds, 0), ([(1, ("block", n)) for n in self.jumps], 1)]
        return [("near", near), ("far", far)]


def closed_by(backs):
    """The iterations that back edges close: an entry elsewhere than at the header can spare one."""
    terms = [(1, ("edge", back.source, back.header)) for back in backs]
    return terms + [(-1, ("edge", *edge)) for edge in {edge for back in backs for edge in back.extra}]
