# SPDX-License-Identifier: Apache-2.0 OR MIT
"""C leaves the order of operands and arguments to the compiler. So an expression of src/ changes memory at one
place at most, the last that it evaluates."""
from proofs.wp.refuse.subset import bare, callee, definitions, inside, is_name


def assigns(node):
    return node.get("opcode") in ("=", "++", "--") or node.get("kind") == "CompoundAssignOperator"


def impure(bodies):
    """The functions that write beyond their own variables, or call one that does: read from their bodies."""
    found = set()
    while True:
        more = {name for name, body in bodies.items() if any(
            (assigns(n) and not is_name(n["inner"][0], "VarDecl") and not is_name(n["inner"][0], "ParmVarDecl")) or
            (n.get("kind") == "CallExpr" and callee(n) in found | {"?"}) for n in inside(body))}
        if more == found:
            return found
        found = more


def pure(node, changing):
    return not any(assigns(n) or (n.get("kind") == "CallExpr" and callee(n) not in changing[0] - changing[1])
                   for n in inside(node))


def reads_no_memory(node):
    """x, p->field and *p name their place without a look at other memory."""
    node = bare(node)
    return node["kind"] == "DeclRefExpr" or (node["kind"] in ("MemberExpr", "UnaryOperator") and
                                             bare(node["inner"][0])["kind"] == "DeclRefExpr")


def ordered(node, changing):
    """Does a whole expression change memory at its root alone? changing: all functions, and the impure ones."""
    node = bare(node)
    parts = node.get("inner", [])
    if node.get("opcode") in ("&&", "||") or node["kind"] == "ConditionalOperator":
        return all(ordered(part, changing) for part in parts)
    if node.get("opcode") == "!" :
        return ordered(parts[0], changing)
    if node.get("opcode") == "=":
        place, value = parts
        alone = pure(value, changing) or (reads_no_memory(place) and bare(value)["kind"] == "CallExpr" and ordered(value, changing))
        return alone and pure(place, changing)
    if assigns(node):
        return all(pure(part, changing) for part in parts)
    if node["kind"] == "CallExpr":
        return all(pure(part, changing) for part in parts[1:])
    return pure(node, changing)


def expressions(node):
    """The whole expressions of a statement."""
    for child in node.get("inner", []):
        kind = child.get("kind", "")
        if kind.endswith("Stmt") or kind == "VarDecl":
            yield from expressions(child)
        elif kind:
            yield child


def faults(tree):
    bodies = definitions(tree)
    changing = (set(bodies), impure(bodies))
    for name, body in bodies.items():
        for statement in body["inner"]:
            if statement["kind"] == "CompoundStmt":
                if not all(ordered(whole, changing) for whole in expressions(statement)):
                    yield name, "an expression that changes memory and does more"
