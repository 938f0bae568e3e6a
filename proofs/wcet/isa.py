# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What an instruction does to the flow of control, for Thumb and RISC-V, from the text that objdump prints."""
import collections
import re

# kind: "plain", "jump", "branch" (may fall through), "call", "return", "stop". target: an address or a name. maybe: a
# call or return that is skipped if its condition is false.
Flow = collections.namedtuple("Flow", "kind target maybe", defaults=(None, False))
PLAIN = Flow("plain")
CONDITION = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
ADDRESS = re.compile(r"\b([0-9a-f]+) <")


class NotRead(RuntimeError):
    """Code that this tool does not read: there is no bound."""


def address(operands):
    found = ADDRESS.search(operands)
    if not found:
        raise NotRead(f"a branch without an address: {operands}")
    return int(found[1], 16)


def thumb(mnemonic, operands, relocation, _before):
    """A relocation names the target of a branch."""
    name = re.sub(r"\.[nw]$", "", mnemonic)
    found = re.fullmatch(rf"b({CONDITION}|al)?", name)
    if found:
        kind = "jump" if found[1] in (None, "al") else "branch"
        return Flow(kind, relocation or address(operands))
    if name in ("cbz", "cbnz"):
        return Flow("branch", address(operands))
    found = re.fullmatch(rf"bl({CONDITION})?", name)
    if found:
        return Flow("call", relocation or address(operands), bool(found[1]))
    found = re.fullmatch(rf"(bx|pop|ldmia|ldr|mov)({CONDITION})?", name)
    maybe = bool(found and found[2])
    if found and (name.startswith("bx") and operands.startswith("lr") or
                  name.startswith("pop") and re.search(r"\bpc\}", operands) or
                  name.startswith("ldmia") and re.match(r"sp!, \{.*\bpc\}", operands) or
                  name.startswith("ldr") and re.match(r"pc, \[sp\], #\d", operands) or
                  name.startswith("mov") and re.fullmatch(r"pc, lr", operands)):
        return Flow("return", None, maybe)
    loaded = re.search(r"\{.*\bpc\}", operands) and not name.startswith(("push", "stm"))
    if re.match(r"(bx|blx|tbb|tbh|bxj)", name) or operands.startswith("pc,") or loaded:
        raise NotRead(f"an indirect branch: {mnemonic} {operands}")
    return plain(mnemonic, operands)


def riscv(mnemonic, operands, relocation, before):
    """A call is auipc with the name of the function, then jalr or jr."""
    name = mnemonic.removeprefix("c.")
    if re.fullmatch(r"b(eq|ne|lt|ge|gt|le)(u|z)?", name):
        return Flow("branch", relocation or address(operands))
    if name == "j":
        return Flow("jump", relocation or address(operands))
    if name == "jal":
        if "," in operands and not operands.startswith("ra,"):
            raise NotRead(f"a link in another register: {mnemonic} {operands}")
        return Flow("call", relocation or address(operands))
    if name == "ret":
        return Flow("return")
    if name in ("jr", "jalr"):
        if before is not None:
            return Flow("call" if name == "jalr" else "jump", before)
        raise NotRead(f"an indirect branch: {mnemonic} {operands}")
    return plain(mnemonic, operands)


def plain(mnemonic, operands):
    """An instruction that only the next one follows. Of one that is none of the others but names an address, such as
    `le lr, 10 <f+0x10>`, or that objdump does not know, this tool does not know what follows."""
    if re.match(r"(c\.)?(udf|svc|bkpt|hlt|wfi|wfe|ecall|ebreak|unimp|mret)", mnemonic):
        raise NotRead(f"not an instruction of a function of src/: {mnemonic} {operands}")
    if ADDRESS.search(operands) and not mnemonic.startswith("adr") or not mnemonic[0].isalpha():
        raise NotRead(f"an instruction that is not known: {mnemonic} {operands}")
    return PLAIN


def stores(mnemonic):
    """Does the instruction write to memory?"""
    return bool(re.match(r"(c\.)?(str|stm|push|sw|sd|sh|sb)", mnemonic)) and not mnemonic.startswith(("sdiv", "shl"))


def changes(instruction, stack):
    """Does the instruction write to the memory of the program, each time that it runs? One on the stack may keep a
    value for later, which a compiler computes where it likes; one with a condition may write nothing. stack: the
    registers that point there."""
    name = re.sub(r"\.[nw]$", "", instruction.mnemonic)
    base = re.search(r"\[(\w+)|\((\w+)\)|^(\w+)!?, \{", instruction.operands)
    if not stores(name) or not base or stack & set(base.groups()):
        return False
    return not re.fullmatch(rf"(str[bhd]?|stm(ia|db)?)({CONDITION})", name)


def stack_of(code):
    """The stack pointer, and the registers that a function computes from it."""
    computed = [i for i in code if re.match(r"add|sub|mov|c\.add|c\.mov|mv", i.mnemonic)]
    return {"sp"} | {found[1] for i in computed if (found := re.match(r"(\w+), ?sp\b", i.operands))}


def reader(architecture):
    """The function that reads instructions of an architecture, as objdump calls it."""
    for beginning, function in (("arm", thumb), ("riscv", riscv)):
        if architecture.startswith(beginning):
            return function
    raise NotRead(f"this architecture is not read: {architecture}")
