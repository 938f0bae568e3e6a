# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The part of C that src/ may use: what stands in these tables, and nothing else. Read from clang's syntax
tree, for every geometry and machine. docs/subset.md says it in words, and why."""
import json

STATEMENTS = "CompoundStmt DeclStmt IfStmt ForStmt WhileStmt ContinueStmt ReturnStmt"
EXPRESSIONS = ("IntegerLiteral DeclRefExpr MemberExpr ArraySubscriptExpr CallExpr BinaryOperator UnaryOperator "
               "CompoundAssignOperator ConditionalOperator ParenExpr CStyleCastExpr ImplicitCastExpr")
DECLARATIONS = "FunctionDecl ParmVarDecl VarDecl RecordDecl FieldDecl EnumDecl EnumConstantDecl TypedefDecl"
# An attribute that only warns a caller: TW_NODISCARD.
ATTRIBUTES = "WarnUnusedResultAttr"
OPERATORS = {"BinaryOperator": "= + - * / % & << >> == != < <= > >= && ||",
             "CompoundAssignOperator": "|= &= +=", "UnaryOperator": "! ~ - ++ -- *"}
CONVERSIONS = {"CStyleCastExpr": "IntegralCast NoOp",
               "ImplicitCastExpr": "IntegralCast NoOp LValueToRValue IntegralToBoolean FunctionToPointerDecay "
                                   "ArrayToPointerDecay"}
# Types: of a variable and a result; of what a parameter points to; of what a cast makes; of an expression.
SCALARS = {"uint16_t", "uint32_t", "uint64_t", "int64_t", "size_t", "tw_node", "_Bool", "enum tw_status"}
POINTED = {"uint32_t", "uint64_t", "struct tw_link", "struct tw_hier", "struct tw_hashed"}
CASTS = {"uint16_t", "uint32_t", "uint64_t", "int64_t", "size_t", "tw_node"}
VALUES = SCALARS | {"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "struct tw_link"}
# All else that a node of the tree may say of itself: storage, attributes and qualifiers would show here.
WORDS = set("id kind loc range type valueCategory opcode inner name isUsed isReferenced referencedDecl value castKind "
            "isPartOfExplicitCast isPostfix canOverflow isArrow referencedMemberDecl init hasElse computeLHSType "
            "computeResultType mangledName previousDecl".split())
MORE_WORDS = {"FunctionDecl": {"storageClass", "inline"}, "VarDecl": {"storageClass"},
              "RecordDecl": {"tagUsed", "completeDefinition"}, "WarnUnusedResultAttr": {"inherited"}}
KINDS = set(f"{STATEMENTS} {EXPRESSIONS} {DECLARATIONS} {ATTRIBUTES}".split())
ALLOWED = {kind: set(words.split()) for kind, words in {**OPERATORS, **CONVERSIONS}.items()}
RESULTS = ("uint32_t *", "uint32_t *const")
TRANSPARENT = ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr")


def inside(node):
    yield node
    for child in node.get("inner", []):
        yield from inside(child)


def bare(node):
    """Without parentheses and casts."""
    while node.get("kind") in TRANSPARENT:
        node = node["inner"][0]
    return node


def type_of(node):
    return node.get("type", {}).get("qualType", "")


def plain(text):
    """A type without const."""
    return text.replace("const ", "").replace("*const", "*").replace("bool", "_Bool").strip()


def points(node):
    return "*" in type_of(node) or "[" in type_of(node)


def is_name(node, kind):
    node = bare(node)
    return node.get("kind") == "DeclRefExpr" and node["referencedDecl"]["kind"] == kind


def place_fault(node):
    """Memory is named in four ways: p->field, a[i], a[i].field, *p; p is a parameter, a is one or a p->field. What an
    `uint32_t *` points to is a result, which is only written, and so no argument for a `const uint32_t *`, which is read."""
    kind, base = node.get("kind"), bare(node["inner"][0]) if node.get("inner") else {}
    if kind == "MemberExpr":
        fine = is_name(base, "ParmVarDecl") if node["isArrow"] else base["kind"] == "ArraySubscriptExpr"
        return "" if fine else "a field of what is neither a parameter nor an element"
    if kind == "ArraySubscriptExpr":
        fine = (base["kind"] == "MemberExpr" and base["isArrow"]) or (is_name(base, "ParmVarDecl") and type_of(base) not in RESULTS)
        return "" if fine and not points(node["inner"][1]) else "an element of what is no array of a parameter's"
    if kind == "ImplicitCastExpr" and type_of(node).startswith("const ") and is_name(node, "ParmVarDecl") and type_of(bare(node)) in RESULTS:
        return "a result that is read"
    return ""


def pointer_fault(node, parents):
    """No arithmetic, comparison, choice or cast of pointers; *p stands on the left of = alone."""
    kind, parts = node.get("kind"), node.get("inner", [])
    if kind == "UnaryOperator" and node["opcode"] == "*":
        above = parents[-1]
        written = above.get("opcode") == "=" and above["inner"][0] is node
        return "" if written and is_name(parts[0], "ParmVarDecl") else "* but to write to a parameter's place"
    if kind in ("UnaryOperator", "CompoundAssignOperator", "ConditionalOperator") and any(map(points, parts)):
        return "an operation on pointers"
    if kind == "BinaryOperator" and any(map(points, parts)):
        stored = node["opcode"] == "=" and bare(parts[0])["kind"] == "MemberExpr" and is_name(parts[1], "ParmVarDecl")
        return "" if stored else "an operation on pointers"
    return ""


def enum_fault(node, parents):
    """A number becomes an enum where it is an enumerator alone. The value of an enum is stored, chosen, passed or returned, and nothing
    else: how many values an enum holds, and whether it has a sign, is the compiler's choice."""
    if not plain(type_of(node)).startswith("enum ") or node.get("kind") not in EXPRESSIONS.split():
        return ""
    if node.get("castKind") == "IntegralCast" and not is_name(node["inner"][0], "EnumConstantDecl"):
        return "a number that becomes an enum"
    above = parents[-1]
    fine = above["kind"] in ("ReturnStmt", "VarDecl", "CallExpr", "CompoundStmt") or above.get("opcode") == "=" or \
        (above["kind"] == "ConditionalOperator" and above["inner"][0] is not node) or \
        (above["kind"] in TRANSPARENT and plain(type_of(above)).startswith("enum "))
    return "" if fine else "an enum that is computed with"


def width_fault(node):
    """Nothing is computed with size_t, whose width is the machine's: it counts and compares."""
    if node.get("kind") not in ("BinaryOperator", "CompoundAssignOperator") or node["opcode"] in ("=", "==", "!=", "<", "<=", ">", ">="):
        return ""
    for part in node["inner"]:
        while part.get("kind") in ("ParenExpr", "ImplicitCastExpr") and type_of(part) != "size_t":
            part = part["inner"][0]
        if plain(type_of(part)) == "size_t":
            return "a computation with size_t"
    return ""


def unread_faults(bodies):
    """Memory has no value before init: what init calls, and itself, writes to it and does not read it."""
    reached, left = set(), [name for name in bodies if name.endswith("_init")]
    while left:
        name = left.pop()
        if name in bodies and name not in reached:
            reached.add(name)
            left += [callee(n) for n in inside(bodies[name]) if n.get("kind") == "CallExpr"]
    for name in sorted(reached):
        for node in inside(bodies[name]):
            reads = node.get("castKind") == "LValueToRValue" or node.get("opcode") in ("++", "--") or node.get("kind") == "CompoundAssignOperator"
            if reads and bare(node["inner"][0]).get("kind") in ("MemberExpr", "ArraySubscriptExpr", "UnaryOperator"):
                yield name, "reads memory that init has not written"


def type_fault(node, depth):
    kind, text = node["kind"], plain(type_of(node))
    if kind == "FunctionDecl":
        if text.endswith("()"):
            return "no prototype"
        result = plain(text.split(" (")[0])
        return "" if result in SCALARS | {"void"} and "..." not in text else f"a result of type {result}"
    if kind == "ParmVarDecl":
        return "" if text in SCALARS or (text.endswith(" *") and text[:-2] in POINTED) else f"a parameter of type {text}"
    if kind == "VarDecl":
        return "" if text in SCALARS else f"a variable of type {text}"
    if kind == "FieldDecl":
        return "" if text.split("[")[0] in SCALARS or text[:-2] in POINTED else f"a field of type {text}"
    if kind == "CStyleCastExpr":
        return "" if text in CASTS else f"a cast to {text}"
    if kind in EXPRESSIONS.split() and "(" not in text:
        base = text.split("[")[0].strip()
        return "" if base in VALUES | {"void"} or base.removesuffix(" *") in POINTED else f"a value of type {text}"
    return ""


def variable_fault(node, depth):
    """A local has a value from the start, and no storage class; outside of functions there are no variables."""
    if node["kind"] != "VarDecl":
        return ""
    itself = any(n.get("referencedDecl", {}).get("id") == node["id"] for n in inside(node))
    if "init" not in node or itself:
        return "a variable without a value of its own"
    if not depth:
        return "a variable at file scope"
    return "a local with a storage class" if "storageClass" in node else ""


def node_faults(node, parents):
    kind = node.get("kind")
    depth = sum(p.get("kind") == "FunctionDecl" for p in parents)
    if kind not in KINDS:
        yield f"{kind}"
        return
    for word in sorted(set(node) - WORDS - MORE_WORDS.get(kind, set())):
        yield f"{kind} with {word}"
    for word in (node.get("opcode"), node.get("castKind")):
        if word is not None and word not in ALLOWED.get(kind, ()):
            yield f"{kind} {word}"
    if kind in ("FunctionDecl", "RecordDecl", "EnumDecl", "TypedefDecl", "FieldDecl") and depth:
        yield f"{kind} in a function"
    if kind in ("ParmVarDecl", "VarDecl", "FunctionDecl", "FieldDecl") and node.get("name", "") != node.get("name", "").lower():
        yield "a name in capitals, which are for macros and enumerators"
    if node.get("tagUsed", "struct") != "struct":
        yield node["tagUsed"]
    for fault in (type_fault(node, depth), place_fault(node), pointer_fault(node, parents), variable_fault(node, depth), enum_fault(node, parents), width_fault(node)):
        if fault:
            yield fault


def walk(node, parents, where):
    """(function or declaration, fault) of a subtree."""
    if not node.get("kind"):  # the parts that a for does not have
        if set(node) - {"id"} and node:
            yield where, "a node without a kind"
        return
    for fault in node_faults(node, parents):
        yield where, fault
    for child in node.get("inner", []):
        if node["kind"] != "TypedefDecl":
            yield from walk(child, [*parents, node], where)


def text_of(node):
    """A declaration without what differs from one translation to another."""
    if isinstance(node, dict):
        return {key: text_of(value) for key, value in node.items()
                if key not in ("id", "typeAliasDeclId", "loc", "range", "isUsed", "isReferenced", "previousDecl")}
    return [text_of(part) for part in node] if isinstance(node, list) else node


def declared(tree):
    return {json.dumps(text_of(node)) for node in tree["inner"]}


def definitions(tree):
    """The functions that have a body."""
    return {node["name"]: node for node in tree["inner"] if node["kind"] == "FunctionDecl" and
            any(child["kind"] == "CompoundStmt" for child in node.get("inner", []))}


def callee(node):
    return bare(node["inner"][0]).get("referencedDecl", {}).get("name", "?")


def call_faults(bodies):
    """Each call names a function that has its body here; none comes back to its caller."""
    calls = {name: {callee(n) for n in inside(body) if n.get("kind") == "CallExpr"} for name, body in bodies.items()}
    for name, called in calls.items():
        yield from ((name, f"calls {other}, which has no body here") for other in sorted(called - set(bodies)))
    reached = dict(calls)
    for _ in bodies:
        reached = {name: called.union(*(reached.get(other, ()) for other in called)) for name, called in reached.items()}
    yield from ((name, "calls itself") for name, called in reached.items() if name in called)
    for name, body in bodies.items():
        if sum(n.get("kind") in ("ForStmt", "WhileStmt") for n in inside(body)) > 1:
            yield name, "more than one loop"


def faults(tree, public, given):
    """What a unit has beyond the subset and beyond `given`, the declarations of the standard headers: (function, fault)."""
    for node in tree["inner"]:
        if json.dumps(text_of(node)) in given:
            continue
        yield from walk(node, [], node.get("name", "?"))
        if node["kind"] == "TypedefDecl" and (node["name"], type_of(node)) != ("tw_node", "int32_t"):
            yield node["name"], "a typedef"
        if node["kind"] == "FunctionDecl":
            static = node.get("storageClass") == "static"
            if not static and (node["name"] not in public or "inline" in node or "storageClass" in node):
                yield node["name"], "neither static nor public"
    bodies = definitions(tree)
    yield from (*call_faults(bodies), *unread_faults(bodies))
