# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The arithmetic that WP reads as C does. There are places where it reads something else, and no guard asks (proofs/SOUNDNESS.md, M10): the
minus sign of an unsigned number; a number below 0 that becomes a wider unsigned one, or is chosen where the other choice is unsigned; a signed
remainder, of which C has none for INT_MIN % -1; an element in front of an array in a struct; differences of pointers. So the operand of each
has to be seen to be no such number: by its type, or by what it is made of. In src/ and in ghost code alike, which clang reads as if it were C.
Each operation is one that operations.py compares with C's, at types that it compares."""
import re

from proofs.wp import frama_c, printed
from proofs.wp.refuse import subset
from proofs.wp.refuse.subset import inside, is_name, plain, type_of

# Bits of a type where src/ is proved; of long the fewest that a machine has, of unsigned long and size_t the most.
SIGNED = {"int16_t": 16, "short": 16, "int": 32, "int32_t": 32, "tw_node": 32, "long": 32, "int64_t": 64, "long long": 64}
UNSIGNED = {"_Bool": 1, "uint16_t": 16, "unsigned short": 16, "uint32_t": 32, "unsigned int": 32, "uint64_t": 64, "unsigned long": 64,
            "size_t": 64, "unsigned long long": 64}
# The operations that operations.py compares.
ARITHMETIC, SHIFTS, COMPARISONS = ("+", "-", "*", "/", "%", "&", "|", "^"), ("<<", ">>"), ("==", "!=", "<", "<=", ">", ">=", "&&", "||")
UNARY, STEPS = ("-", "~", "!", "+"), ("++", "--")
BINARY = {*ARITHMETIC, *SHIFTS, *COMPARISONS, *(f"{sign}=" for sign in (*ARITHMETIC, *SHIFTS))}
# What is done with a pointer, but for a sum that leads to memory.
POINTS = {"=", "*", "NoOp", "LValueToRValue", "ArrayToPointerDecay", "FunctionToPointerDecay"}
OPERATORS = {"BinaryOperator", "UnaryOperator", "CompoundAssignOperator", "ConditionalOperator", "ImplicitCastExpr", "CStyleCastExpr"}
# Of operands that are not below 0 these make none: the guards ask for overflow.
KEEP = {"+", "*", "/", "%", "&", "|", "<<", ">>"}
TRUTH = {"==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"}
COMPUTED = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "<<": lambda a, b: a << b}


def value_of(node):
    """A number that is written down, or computed from such numbers; else None."""
    if node["kind"] in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr"):
        return value_of(node["inner"][0])
    if node["kind"] == "IntegerLiteral":
        return int(node["value"])
    if node["kind"] == "BinaryOperator" and node["opcode"] in COMPUTED:
        values = [value_of(part) for part in node["inner"]]
        return None if None in values else COMPUTED[node["opcode"]](*values)
    return None


def not_below_0(node):
    """Is it seen to be 0 or more?"""
    kind, text = node["kind"], plain(type_of(node))
    value = value_of(node)
    if text in UNSIGNED or text.startswith("enum ") or value is not None and value >= 0:
        return True
    if kind in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr"):
        inner = node["inner"][0]
        wide = SIGNED.get(text, 0) > UNSIGNED.get(plain(type_of(inner)), 0)
        return not_below_0(inner) and (wide or plain(type_of(inner)) not in UNSIGNED)
    if kind in ("BinaryOperator", "UnaryOperator") and node["opcode"] in TRUTH:
        return True
    if kind == "ConditionalOperator":
        return all(map(not_below_0, node["inner"][1:]))
    return kind == "BinaryOperator" and node["opcode"] in KEEP and all(map(not_below_0, node["inner"]))


def compared(sign, parts):
    """Does operations.py compare it? What reads or writes memory alone is no operation of numbers."""
    known, memory = ({*UNARY, *STEPS}, {"*", "&"}) if len(parts) == 1 else (BINARY, {"="})
    types = [plain(type_of(part)) for part in parts]
    return sign in memory or any("*" in text for text in types) or sign in known and all(text in SIGNED or text in UNSIGNED for text in types)


def choice_fault(node):
    """A choice between two types. Where its value is stored, Frama-C leaves out that both become one type."""
    for part in node["inner"][1:]:
        if part.get("castKind") == "IntegralCast" and part["kind"] == "ImplicitCastExpr" and plain(type_of(part)) in UNSIGNED and not not_below_0(part["inner"][0]):
            return "a choice of a number that becomes unsigned, and is not seen to be 0 or more"
    return ""


def fault_of(node):
    kind, sign, parts = node.get("kind"), node.get("opcode"), node.get("inner", [])
    text = plain(type_of(node))
    if sign and not compared(sign, parts):
        return f"{sign} as operations.py does not compare it"
    if kind == "ConditionalOperator" and (fault := choice_fault(node)):
        return fault
    if kind == "UnaryOperator" and sign == "-":
        return "" if value_of(parts[0]) is not None and text in SIGNED else "a minus sign that is not a number's"
    if node.get("castKind") == "IntegralCast":
        old = plain(type_of(parts[0]))
        asked = text in SIGNED or text.startswith("enum ") or UNSIGNED.get(text, 64) <= SIGNED.get(old, 0)  # the guards ask, or nothing is wider
        return "" if asked or not_below_0(parts[0]) else f"{old} that becomes {text}, and is not seen to be 0 or more"
    if sign in ("%", "%=") and not all(map(not_below_0, parts)):
        return "a remainder of numbers that are not seen to be 0 or more"
    if kind in ("BinaryOperator", "CompoundAssignOperator") and sign in (">>", ">>=") and not not_below_0(parts[0]):
        return "a shift of a number that is not seen to be 0 or more"
    if kind == "ArraySubscriptExpr" and is_name(parts[0], "ParmVarDecl") and "uint64_t" in type_of(parts[0]) and not not_below_0(parts[1]):
        return "an element whose number is not seen to be 0 or more"
    return ""


def pointer_faults(body):
    """To a pointer a number is added where the sum leads to memory, or is passed. That, and what POINTS has, is all that is done with pointers."""
    leads = {id(subset.bare(part)) for node in inside(body) for part in node.get("inner", [])
             if node.get("isArrow") or node.get("kind") == "CallExpr" or node.get("kind") == "UnaryOperator" and node["opcode"] == "*"}
    for node in inside(body):
        kind, sign, parts = node.get("kind"), node.get("opcode"), node.get("inner", [])
        if kind not in OPERATORS or not any(map(subset.points, parts)):
            continue
        done = sign or node.get("castKind")
        if done not in POINTS and not (sign == "+" and id(node) in leads and not subset.points(parts[1])):
            yield f"{done} of a pointer"


def tree_faults(tree):
    """(function, fault) of all that has a body."""
    for name, body in subset.definitions(tree).items():
        yield from ((name, fault) for fault in (*filter(None, map(fault_of, inside(body))), *pointer_faults(body)))


def field_faults(tree):
    """An array in a struct is one of words, and the last field: behind its end there is nothing that it could be taken for."""
    for node in tree["inner"]:
        for number, field in enumerate(fields := node.get("inner", []) if node["kind"] == "RecordDecl" else []):
            if "[" in type_of(field) and (number + 1 < len(fields) or not type_of(field).startswith("uint64_t[")):
                yield node.get("name", "?"), "an array that is not the last field, of uint64_t"


def as_code(text):
    """What Frama-C prints, with ghost code as code: what a ghost function takes, and a call gives it, stands with the rest."""
    text = re.sub(r"/@.*?@/|\\ghost\b", "", text, flags=re.S)
    text = re.sub(r"\(\s*(?:void)?\s*\)\s*/\*@\s*ghost\s*\((.*?)\)\s*\*/", r"(\1)", text, flags=re.S)
    text = re.sub(r"\)\s*/\*@\s*ghost\s*\((.*?)\)\s*\*/", r", \1)", text, flags=re.S)
    return re.sub(r"/\*@\s*ghost\b(.*?)\*/", r"\1", text, flags=re.S)


def faults(text, tree, log):
    """Of a unit: its tree, and what Frama-C prints of it, which stands as code beside the log."""
    path = log.with_suffix(".code.c")
    path.write_text(as_code(text), encoding="utf-8")
    code = frama_c.tree_of([str(path)], path.name)
    yield from (*tree_faults(tree), *field_faults(tree), *tree_faults(code))
    lost = (set(printed.functions(text)) | printed.ghosts(text)) - set(subset.definitions(code))
    yield from ((name, "clang does not see its ghost code") for name in sorted(lost))
    if re.search(r"/\*@\s*ghost|/@|@/", path.read_text(encoding="utf-8")):
        yield "", "ghost code that clang does not see"
