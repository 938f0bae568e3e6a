# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The graph of control flow of a call: basic blocks of its function and, for each place of a call, of the function
that is called there; and the cycles of the graph."""
import collections
import dataclasses

from proofs.wcet.isa import NotRead

# A back edge is an edge that closes a cycle. extra: the edges that enter the cycles of this header elsewhere.
Back = collections.namedtuple("Back", "source header body entries extra")


@dataclasses.dataclass
class Block:
    """Instructions that run one after the other. The places of each have those of the calls before them."""
    function: str
    instructions: list
    chains: list
    after: list = dataclasses.field(default_factory=list)
    leaves: bool = False  # the function may return at its end


class Function:
    """The blocks of a function that is called at a place, added to a graph as they are reached: constants behind the
    code are not read."""

    def __init__(self, graph, name, chain, above):
        if not graph.functions.get(name):
            raise NotRead(f"a call of {name}, which has no bound")
        if name in above:
            raise NotRead(f"{name} calls itself")
        self.graph, self.name, self.chain, self.above = graph, name, chain, above
        self.code = graph.functions[name]
        self.by_address = {i.address: n for n, i in enumerate(self.code)}
        self.begins, self.returns, self.work = {}, [], []

    def starts(self):
        """The instructions that begin a block."""
        found = {0}
        for n, i in enumerate(self.code):
            if isinstance(i.flow, str) or i.flow.kind == "plain":
                continue
            if i.flow.target in self.by_address:
                found.add(self.by_address[i.flow.target])
            found.add(n + 1)
        return found

    def block_at(self, n, starts):
        """The number of the block that begins with this instruction."""
        if n in self.begins:
            return self.begins[n]
        if n >= len(self.code):
            raise NotRead(f"{self.name}: the code goes on behind its end")
        end = next((m for m in range(n + 1, len(self.code)) if m in starts), len(self.code))
        for i in self.code[n:end]:
            if isinstance(i.flow, str):
                raise NotRead(f"{self.name}+{i.address - self.code[0].address:#x}: {i.flow}")
        block = self.begins[n] = len(self.graph.blocks)
        self.graph.blocks.append(Block(self.name, self.code[n:end], [self.chain + i.chain for i in self.code[n:end]]))
        self.work.append((block, end))
        return block

    def called(self, block, target):
        """Adds a function that is called at the end of a block; returns its blocks that return."""
        callee = target if isinstance(target, str) else self.graph.named(target)
        last = self.graph.blocks[block]
        first, ends = Function(self.graph, callee, last.chains[-1], (*self.above, self.name)).expand()
        last.after.append(first)
        return ends

    def expand(self):
        """Adds the blocks; returns the first, and those that return."""
        starts, blocks = self.starts(), self.graph.blocks
        entry = self.block_at(0, starts)
        while self.work:
            block, end = self.work.pop()
            flow = blocks[block].instructions[-1].flow
            if flow.kind in ("jump", "branch"):
                if flow.target in self.by_address:
                    blocks[block].after.append(self.block_at(self.by_address[flow.target], starts))
                else:
                    self.returns += self.called(block, flow.target)  # a tail call: its return is one of this function
            elif flow.kind == "call":
                for done in self.called(block, flow.target):
                    blocks[done].after.append(self.block_at(end, starts))
                    blocks[done].leaves = False
            elif flow.kind == "return":
                blocks[block].leaves = True
                self.returns.append(block)
            if flow.kind in ("plain", "branch") or flow.maybe:
                blocks[block].after.append(self.block_at(end, starts))
        return entry, self.returns


class Graph:
    """blocks[0] is the entry."""

    def __init__(self, functions, name):
        self.functions = functions
        self.blocks = []
        Function(self, name, (), ()).expand()

    def named(self, address):
        for name, code in self.functions.items():
            if code and code[0].address == address:
                return name
        raise NotRead(f"a jump to 0x{address:x}, where no function begins")

    def place(self, block, address):
        name = self.blocks[block].function
        return f"{name}+{address - self.functions[name][0].address:#x}"

    def edges(self):
        return [(n, m) for n, block in enumerate(self.blocks) for m in block.after]

    def after(self, block, closed=()):
        """The blocks that follow a block on edges that are not closed."""
        return [other for other in self.blocks[block].after if (block, other) not in closed]


def reached(nodes, after):
    """These nodes, and those that they lead to."""
    seen, work = set(), list(nodes)
    while work:
        if (node := work.pop()) not in seen:
            seen.add(node)
            work += after(node)
    return seen


def components(nodes, after):
    """The parts of the graph whose nodes reach each other and themselves, in the order of their first nodes."""
    led = {node: reached(after(node), after) for node in nodes}
    return list(dict.fromkeys(frozenset(n for n in led[node] if node in led[n]) for node in nodes if node in led[node]))


def cycles(graph):
    """The back edges. In each component, all edges to a header are back edges; without them, its components have
    others. So each walk through the graph closes at least as many cycles as it has back edges, less the entries
    elsewhere than at a header."""
    edges = set(graph.edges())
    backs = []
    work = [(set(range(len(graph.blocks))), edges)]
    while work:
        nodes, left = work.pop()
        after = {n: [] for n in nodes}
        for a, b in left:
            after[a].append(b)
        for part in components(sorted(nodes), lambda n: after[n]):
            within = {(a, b) for a, b in left if a in part and b in part}
            enter = [(a, b) for a, b in edges if a not in part and b in part]
            header = header_of(part, within, {b for _, b in enter})
            for a, b in sorted(within):
                if b == header:
                    body = reaching(a, header, within)
                    backs.append(Back(a, header, frozenset(body), tuple(e for e in enter if e[1] == header),
                                      tuple(e for e in enter if e[1] != header)))
            work.append((part, {(a, b) for a, b in within if b != header}))
    return backs


def header_of(part, within, entered):
    """The node whose edges are the back edges: where the component is entered; if at several nodes, the one without
    which fewest nodes are in a cycle."""
    if len(entered) == 1:
        return min(entered)

    def left(node):
        after = {n: [b for a, b in within if a == n and b != node] for n in part}
        return sum(map(len, components(sorted(part), lambda n: after[n])))
    return min(sorted(part), key=lambda n: (left(n), n not in entered))


def reaching(source, header, edges):
    """The nodes of the loop of a back edge: those that reach its source and do not pass the header."""
    return {header} | reached([source], lambda node: [a for a, b in edges if b == node and node != header])
