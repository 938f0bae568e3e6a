# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads an object file with binutils: the instructions of each function, what each does to the flow of control, and the
source lines that each comes from."""
import collections
import re

from tests.targets import machines
from proofs.wcet.isa import NotRead, reader

# chain: the places that the instruction comes from, a (function, line) for each function that was inlined, outermost
# first. The name of the file is not used: addr2line of binutils 2.40 gives the wrong one for some functions of RISC-V
# objects.
Instruction = collections.namedtuple("Instruction", "address mnemonic operands flow chain")
SYMBOL = re.compile(r"^([0-9a-f]+) .{6}F (\S+)\s+([0-9a-f]+) (?:\.hidden )?(\S+)$", re.MULTILINE)
LABEL = re.compile(r"^([0-9a-f]+) .{6}. \.text\s+[0-9a-f]+ (?:\.hidden )?(\S+)$", re.MULTILINE)
LINE = re.compile(r"^ *([0-9a-f]+):\t(\S+)(?:\t(.*))?$")
RELOCATION = re.compile(r"^\s+[0-9a-f]+: (R_\S+)\s+([^\s+]+)(?:\+0x([0-9a-f]+))?")
# Of these only, the name is a place to go to.
GOES = re.compile(r"R_ARM_THM_(CALL|JUMP\d+|PC22|PC11|PC9)|R_RISCV_(CALL(_PLT)?|JAL|BRANCH|RVC_JUMP|RVC_BRANCH)")


def places(tools, path, addresses):
    """The source lines of each address."""
    said = machines.output_of([tools + "addr2line", "-a", "-f", "-i", "-e", path, *map(hex, addresses)]).split("\n0x")
    for address, block in zip(addresses, said, strict=True):
        first, *lines = block.removeprefix("0x").strip().splitlines()
        if int(first, 16) != address:
            raise NotRead(f"addr2line answers {first} for {address:x}")
        chain = []
        for function, place in zip(lines[::2], lines[1::2], strict=True):
            line = place.partition(" ")[0].rpartition(":")[2]
            chain.append((function, int(line) if line.isdigit() else 0))
        yield address, tuple(reversed(chain))


def functions_of(tools, path):
    """{name: [Instruction, ...]} of the section .text; an instruction that is not read has the reason in place of its
    flow."""
    architecture = re.search(r"architecture: ([^,\n]+)", machines.output_of([tools + "objdump", "-f", path]))[1]
    read = reader(architecture)
    symbols = machines.output_of([tools + "objdump", "-t", path])
    labels = {".text": 0} | {name: int(address, 16) for address, name in LABEL.findall(symbols)}
    spans = [(int(address, 16), int(size, 16), name) for address, section, size, name in SYMBOL.findall(symbols)
             if section == ".text"]
    inside = {address + offset: name for address, size, name in spans for offset in range(size)}
    if ".gnu.lto_" in machines.output_of([tools + "objdump", "-h", path]):
        raise NotRead(f"{path}: the linker makes the code that runs: compile without -flto")
    if not spans:
        raise NotRead(f"{path}: no function in the section .text: compile without -ffunction-sections")
    raw = []
    for line in machines.output_of([tools + "objdump", "-d", "-r", "-z", "--no-show-raw-insn", "-j", ".text",
                                    path]).splitlines():
        found = LINE.match(line)
        if found:
            raw.append([int(found[1], 16), found[2], re.sub(r"\s*[@;#] .*", "", found[3] or ""), None])
            continue
        found = RELOCATION.match(line)
        # The address of a label within a function is in the instruction.
        if found and GOES.fullmatch(found[1]) and not found[2].startswith(".L"):
            raw[-1][3] = labels[found[2]] + int(found[3] or "0", 16) if found[2] in labels else found[2]
    raw = [item for item in raw if item[0] in inside]
    chains = dict(places(tools, path, [address for address, *_ in raw]))
    functions = {name: [] for _, _, name in spans}
    before = None
    for address, mnemonic, operands, relocation in raw:
        try:
            flow = read(mnemonic, operands, relocation, before)
        except NotRead as error:
            flow = str(error)
        before = relocation if mnemonic == "auipc" else None
        functions[inside[address]].append(Instruction(address, mnemonic, operands, flow, chains[address]))
    return functions
