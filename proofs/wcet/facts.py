# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is proved of a call's loops (proofs/bounds.json), as linear constraints on the counts of the edges of its
graph."""
import functools
import itertools
import os

from proofs import loop_bounds as bounds
from proofs.wcet.graph import reached
from proofs.wcet.isa import NotRead, changes, stack_of, stores
from proofs.wcet.searches import finding, high, passing, searches
from proofs.wcet.source import bound_here, definitions, jump_places, loops, loops_at, proved, value, visit_places


@functools.lru_cache(None)
def constants(wheel, geometry):
    """The constants of the contracts: as bounds.json has them, or, for another geometry, as proofs/bounds computes
    them."""
    listed = proved()["constants"].get(f"{wheel} {geometry}")
    listed = listed or bounds.constants(wheel, geometry)
    return {**listed, "TW_SLOTS": listed["HEADS"], "TW_HASHED_SLOTS": listed["HEADS"]}


def anchors(block):
    """The loops around each branch and store of a block that has a place: a compiler does not move these to another
    loop. A jump may have any place."""
    return [loops_at(chain) for i, chain in zip(block.instructions, block.chains)
            if (i.flow.kind == "branch" or stores(i.mnemonic)) and chain[-1][1]]


def source_loop(graph, back):
    """(places of calls, function) of the loop whose iteration a back edge ends; the name None if it ends one of this
    loop or of one within it."""
    around = {n: anchors(graph.blocks[n]) for n in back.body}
    every = [places for found in around.values() for places in found]
    common = tuple(os.path.commonprefix(every or [()]))
    if not common:
        first = graph.blocks[back.header].instructions[0]
        lines = [chain[-1] for n in sorted(back.body) for chain in graph.blocks[n].chains if chain]
        places = [f"{definitions().get(name, '?')[0]}:{line}" for name, line in dict.fromkeys(lines)]
        raise NotRead(f"{graph.place(back.header, first.address)}: a loop without a fact: {', '.join(places[:6])}")
    if all(places == common for places in every):
        return common[-1]
    # Some of the code is of a loop within. Is there a way round that is of such a loop only?
    inner = {n for n, found in around.items() if all(places != common for places in found)}
    way = reached(inner & {back.header}, lambda node: inner.intersection(graph.after(node)) - {back.header})
    return ((), None) if back.source in way else common[-1]


def blocks_of(graph, backs, is_such):
    """Blocks with a store whose places are such; of those on one way through an iteration, the first. A store, but on
    the stack, is not moved to where it may be in vain; so each time that one of these blocks runs is another one of
    what is counted."""
    closed = {(back.source, back.header) for back in backs}
    stack = {name: stack_of(graph.functions[name]) for name in {block.function for block in graph.blocks}}
    marked = set()
    for n, block in enumerate(graph.blocks):
        if any(changes(i, stack[block.function]) and is_such(chain)
               for i, chain in zip(block.instructions, block.chains)):
            marked.add(n)
    later = (reached(graph.after(first, closed), lambda n: graph.after(n, closed)) for first in marked)
    return [(1, ("block", n)) for n in sorted(marked.difference(*later))]


def ended_by(backs):
    """The iterations that back edges end: an entry elsewhere than at the header can spare one."""
    return [(1, ("edge", back.source, back.header)) for back in backs] + \
        [(-1, ("edge", *edge)) for edge in sorted({edge for back in backs for edge in back.extra})]


class Facts:
    """The constraints for one call."""

    def __init__(self, graph, backs, call, wheel, geometry):
        self.backs = backs
        self.call = next((c for c in proved()["calls"] if c["call"] == call), None)
        if not self.call:
            raise NotRead(f"{call} is not in proofs/bounds.json")
        self.constants = constants(wheel, geometry)
        self.loop = {back: source_loop(graph, back) for back in backs}
        self.jumps, self.visits = [], []
        if "jumps" in self.call:
            self.jumps = blocks_of(graph, backs, lambda chain: chain[-1] in jump_places())
            self.visits = blocks_of(graph, backs, lambda chain: any(place in visit_places() for place in chain))
            if not self.jumps:
                raise NotRead(f"{call}: no store that moves the clock")
        checks = {calls: terms for calls, blocks in searches(graph).items() if (terms := passing(graph, calls, blocks))}
        # The words that searches pass, and the iterations of all loops: these again, by the branches of iterations.
        others = [back for back in backs if self.loop[back][1] not in (None, "tw_bitset_next")]
        unchecked = [back for back in backs
                     if self.loop[back][1] == "tw_bitset_next" and self.loop[back][0] not in checks]
        self.words = [*itertools.chain(*checks.values()), *ended_by(unchecked)]
        self.all = self.words + ended_by(others)
        self.finding = finding(graph, self.loop, self.constants["HEADS"])
        self.high = list(high(graph, self.loop))
        # A compiler could use the same code for a visit and for the delivery, which is the last: then one more.
        def clears(name):
            return blocks_of(graph, backs, lambda chain: chain[-1][0] == "tw_bitset_clear" and name in dict(chain))
        self.emptying, self.emptied = clears("tw_hier_cascade"), 1 if clears("tw_hier_deliver") else 2

    def of(self, names):
        """The iterations of the loops of these functions."""
        return ended_by([back for back in self.backs if self.loop[back][1] in names])

    def number(self, expression, names):
        found = value(expression, {**self.constants, **names})
        if found is None:
            raise NotRead(f"proofs/bounds.json is not understood: {expression}")
        return found

    def each(self, names):
        """Loops that run once a call, with a bound of their own."""
        found = {self.loop[back] for back in self.backs if self.loop[back][1]}
        for place in (place for place in found if not loops_at(place[0])):
            most = bound_here(place, {**self.constants, **names})
            if most is not None:
                yield ended_by([back for back in self.backs if self.loop[back] == place]), most

    def without_jumps(self, names, every, each):
        """As cases, for a call that does not move the clock."""
        total = self.number(self.call["steps"], names)
        rows = [(every, total), (self.all, total), *each]
        rounds = self.of(["tw_hashed_soonest"])
        if "EARLIEST_STEPS" in self.call["steps"]:
            # A slot with m timers is compared in m - 1 iterations (tw_slots_earliest: steps), in a round of the
            # hashed wheel's loop, and once. All words passed are those of a round of slots (tw_hashed_ahead:
            # steps; tw_hier_upcoming: words).
            rows.append((self.of(["tw_slots_earliest"]) + rounds, names["capacity"] - (not rounds)))
            rows.append((self.words, self.constants["EARLIEST_STEPS"]))
        rows.append((self.finding, names["capacity"] + 1 if rounds else 1))
        return {"": (rows, lambda back: total)}

    def cases(self, budget, capacity):
        """{name: (constraints, most)} of the cases that are proved apart, as program.solve takes them."""
        names = {"budget": budget, "capacity": capacity}
        every = ended_by(self.backs)
        each = list(self.each(names))
        if "jumps" not in self.call:
            return self.without_jumps(names, every, each)
        words = self.constants["JUMP_WORDS"]
        steps = [b - a for a, b in zip(words, words[1:])]
        said = self.call["rounds"], self.call["words"]
        if steps != sorted(steps, reverse=True) or said != ("visits + jumps + 1", "JUMP_WORDS(jumps)"):
            raise NotRead("proofs/bounds.json is not understood: JUMP_WORDS, rounds or words")
        rounds = self.of([name for name, (_, _, bound) in loops().items() if "budget" in bound])
        near = [*each, ([(1, "visits")], self.number(self.call["visits"], names)),
                (self.jumps + [(-1, "jumps")], 0), (self.visits + [(-1, "visits")], 0),
                # Each round but the last has a visit or a jump, and so many rounds are followed by another.
                (rounds + [(-1, "visits"), (-1, "jumps")], 0)]
        for most in self.call["jumps"]:
            near.append(([(1, "jumps")] + [(-1, "visits")] * most.count("visits"), self.number(most, {"visits": 0})))
        near.append((self.finding + [(-1, "jumps")], 0))
        near += [(blocks, 1) for blocks in self.high]
        # A visit that empties the slot that is being opened ends that (tw_hier_remove: opening), and a jump opens one
        # slot. One can be open before.
        near.append((self.emptying + [(-1, "jumps")], self.emptied))
        for n, step in enumerate(steps):
            more = words[n] - step * n
            near += [(passed + [(-step, "jumps")], more) for passed in (self.of(["tw_bitset_next"]), self.words)]
            near += [(ended + [(-1, "visits"), (-1 - step, "jumps")], more + 1) for ended in (every, self.all)]
        most = min(self.number(bound, {"visits": budget}) for bound in self.call["jumps"])
        total = budget + most + 1 + words[-1] + steps[-1] * max(0, most - len(words) + 1)
        a_jump = self.number(self.call["words_a_jump"].replace("JUMP_WORDS(1)", str(words[1])), names)
        empty = self.number(self.call["far"], names)
        far = [*each, (every, empty), (rounds, 0), (self.jumps, 1)]
        return {"near": (near, lambda back: a_jump if self.loop[back][1] == "tw_bitset_next" else total),
                "far": (far, lambda back: empty)}
