# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cycles of each instruction on Cortex-M0, M3 and M4 with zero wait states, from Arm's technical reference manuals:
the worst of each range. An instruction without a timing there has no bound."""
import re
import shlex

from proofs.wcet.isa import CONDITION, NotRead

# The manuals: M0: DDI 0432C, table 3-1; M3: DDI 0337I, table 3-1 and section 3.3.2; M4: DDI 0439B, table 3-1 and
# section 3.3.2. P there is a refill of the pipeline, 1 to 3 cycles.
REFILL = 3
# Data processing: one cycle, or as many as listed.
ONE = ("mov|movw|movt|mvn|add|addw|adc|adr|sub|subw|sbc|rsb|neg|cmp|cmn|and|orr|orn|eor|bic|tst|teq|lsl|lsr|asr|"
       "ror|rrx|clz|rbit|rev|rev16|revsh|"
       "bfi|bfc|ubfx|sbfx|uxtb|uxth|sxtb|sxth|nop")
M0_ONE = ("mov|mvn|add|adc|adr|sub|sbc|rsb|neg|cmp|cmn|and|orr|eor|bic|tst|lsl|lsr|asr|ror|rev|rev16|revsh|"
          "uxtb|uxth|sxtb|sxth|nop")
MORE = {"cortex-m0": {"mul": 32},
        "cortex-m3": {"mul": 1, "mla": 2, "mls": 2, "smull": 5, "umull": 5, "smlal": 7, "umlal": 7, "sdiv": 12,
                      "udiv": 12},
        "cortex-m4": {"mul": 1, "mla": 1, "mls": 1, "smull": 1, "umull": 1, "smlal": 1, "umlal": 1, "sdiv": 12,
                      "udiv": 12}}
SINGLE = re.compile(rf"(?P<what>ldr|str)(?P<size>b|h|sb|sh|d)?({CONDITION})?(\.[nw])?")
MULTIPLE = re.compile(rf"(?P<what>ldm|stm|push|pop)(ia|db|fd|ea)?({CONDITION})?(\.[nw])?")
REGISTER = re.compile(r"\b(?:r\d+|sp|lr|pc|ip|fp|sl)\b")


def core_of(machine):
    """The core that a machine's options name, if its timings are known."""
    named = re.findall(r"-mcpu=(\S+)", shlex.join([*machine.cc.split(), *machine.flags.split()]))
    return named[-1] if named and named[-1] in MORE else None


def listed(operands):
    """How many registers a list has."""
    count = 0
    for part in re.search(r"\{(.*)\}", operands)[1].split(","):
        first, _, last = part.strip().partition("-")
        count += int(last[1:]) - int(first[1:]) + 1 if last else 1
    return count


def writes(instruction, before):
    """The registers that an instruction writes, and perhaps others; or what the one before it does, as an IT may take
    no cycle."""
    if re.match(r"it|nop", instruction.mnemonic):
        return before
    if instruction.flow.kind != "plain" or re.match(r"cmp|cmn|tst|teq", instruction.mnemonic):
        return set()
    if MULTIPLE.fullmatch(instruction.mnemonic):
        return {"sp", *REGISTER.findall(instruction.operands)}
    if SINGLE.fullmatch(instruction.mnemonic):
        back = re.search(r"\[(\w+)[^\]]*\](!|,)", instruction.operands)
        loaded = instruction.operands.partition("[")[0] if instruction.mnemonic.startswith("ldr") else ""
        return {*REGISTER.findall(loaded), *([back[1]] if back else [])}
    return set(REGISTER.findall(instruction.operands)[:2])


def address(instruction):
    """The registers that the address of a load or store is computed from."""
    inside = re.search(r"\[([^\]]*)\]", instruction.operands)
    if inside:
        return set(REGISTER.findall(inside[1]))
    if re.match(r"push|pop", instruction.mnemonic):
        return {"sp"}
    return {instruction.operands.partition(",")[0].strip("! ")}


def memory(core, instruction, written):
    """Cycles of a load or store, or None."""
    single, multiple = SINGLE.fullmatch(instruction.mnemonic), MULTIPLE.fullmatch(instruction.mnemonic)
    if not single and not multiple:
        return None
    if multiple:
        to_pc = multiple["what"] in ("ldm", "pop") and re.search(r"\bpc\}", instruction.operands)
    else:
        to_pc = re.match(r"pc\b", instruction.operands)
    cycles = 1 + listed(instruction.operands) if multiple else 3 if single["size"] == "d" else 2
    if core == "cortex-m0":
        return None if single and (to_pc or single["size"] == "d") else cycles + 3 * bool(to_pc)
    # A load beside the code may wait for the fetch of instructions; a load or store waits for a register of its
    # address that the instruction before it writes.
    literal = bool(re.search(r"\[pc\b", instruction.operands))
    return cycles + REFILL * bool(to_pc) + literal + bool(address(instruction) & written)


def taken(core, instruction):
    """Cycles of a branch that is taken, a call or a return."""
    if core == "cortex-m0":
        return 4 if instruction.flow.kind == "call" else 3
    return 1 + REFILL


def of(core, instruction, written):
    """Cycles of an instruction; of a branch, if it is not taken. written: what the instruction before it writes."""
    name = re.sub(r"\.[nw]$", "", instruction.mnemonic)
    if instruction.flow.kind == "branch":
        return 1
    found = memory(core, instruction, written)
    if found is None and instruction.flow.kind != "plain" and re.match(r"b|mov", name):
        found = taken(core, instruction)
    if found is None and instruction.flow.kind == "plain" and not re.match(r"pc\b", instruction.operands):
        for cycles, names in [(1, M0_ONE if core == "cortex-m0" else ONE),
                              *((cycles, name) for name, cycles in MORE[core].items())]:
            if re.fullmatch(rf"({names})s?({CONDITION})?", name):
                found = cycles
        if re.fullmatch(r"it[te]{0,3}", name) and core != "cortex-m0":
            found = 1
    if found is None:
        raise NotRead(f"{core} has no timing of {instruction.mnemonic} {instruction.operands}")
    return found


class Cycles:
    """The weights of a graph in cycles on a core."""

    def __init__(self, core, graph):
        self.core, self.graph = core, graph
        # What the instruction before each block writes, if it is no branch.
        self.written = {n: set() for n in range(len(graph.blocks))}
        for source, target in graph.edges():
            self.written[target] |= self._block(source, set())[1]

    def _block(self, n, written):
        cycles = []
        for instruction in self.graph.blocks[n].instructions:
            cycles.append(of(self.core, instruction, written))
            written = writes(instruction, written)
        return cycles, written

    def each(self, n):
        return self._block(n, self.written[n])[0]

    def block(self, n):
        return sum(self.each(n))

    def edge(self, source, target):
        """What a branch takes more if it goes this way."""
        block = self.graph.blocks[source]
        last = block.instructions[-1]
        return taken(self.core, last) - 1 if last.flow.kind == "branch" and target == block.after[0] else 0


class Instructions:
    """The weights of a graph in instructions."""

    def __init__(self, graph):
        self.graph = graph

    def each(self, n):
        return [1] * self.block(n)

    def block(self, n):
        return len(self.graph.blocks[n].instructions)

    def edge(self, _source, _target):
        return 0
