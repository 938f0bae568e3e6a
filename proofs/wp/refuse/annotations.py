# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The annotations that a unit may have, as Frama-C prints them: clauses that ask for a proof, and definitions that
are well-founded. No admit, check, axiom, pragma, statement contract or extension is among them."""
import re

from proofs.wp import printed

# By the place of an annotation, the clauses that it may have.
CONTRACT = re.compile(r"(requires|assumes|ensures|exits|terminates|assigns|(complete|disjoint) behaviors)\b")
BODY = re.compile(r"(assert|loop (invariant|assigns|variant))\b")
ALONE = re.compile(r"(predicate|logic|lemma)\b")
# Clauses that each contract has.
NEEDED = ("terminates \\true", "exits \\false", "assigns ")
DEFINITION = re.compile(r"(?:logic|predicate) .*?(\w+)(?:\{.*?\})? ?(?:\((.*?)\) )?= (.*)")
ANNOTATION = re.compile(r"/\*@(?!\s*ghost)(.*?)\*/|/@(.*?)@/", re.S)


def calls_of(name, text):
    """Where a definition names itself: what stands before it from `text` on, and the arguments."""
    for m in re.finditer(rf"\b{name}\b", text):
        arguments, depth = [""], 0
        for c in text[m.end():]:
            depth += (c == "(") - (c == ")")
            if depth == 1 and c == ",":
                arguments.append("")
            elif depth > 0:
                arguments[-1] += c
            else:
                break
        yield text[:m.start()], [a.strip(" ") for a in [arguments[0][1:], *arguments[1:]]]


def falls(name, parameters, body):
    """Is a definition well-founded: it does not name itself, or only in the b of an n <= m? a: b, with
    n - 1 in the place of n, m being a number or as it was? Any other would be an axiom, perhaps a wrong one."""
    names = [parameter.split()[-1].strip("*") for parameter in parameters.split(", ")]
    all_calls = len(list(calls_of(name, body)))
    for m in re.finditer(r"\b(\w+) <= (\w+)\? [^:?]*:", body) if "\\" not in body else ():
        n, least = m.groups()
        calls = list(calls_of(name, body[m.end():]))
        if len(calls) == all_calls and n in names and all(
                len(new) == len(names) and new[names.index(n)] == f"{n} - 1"
                and (least.isdigit() or least in names and new[names.index(least)] == least)
                and not re.search(r"^[^(]*\)", re.sub(r"\([^()]*\)", "", before)) for before, new in calls):
            return True
    return not all_calls


def clauses(text):
    """The clauses of an annotation, without the names of the behaviors that they are of. A clause `for` some behaviors, in a body, keeps them: WP
    proves `for b: loop assigns` in b alone, and relies on it in each behavior."""
    text = re.sub(r"\\(forall|exists|let) [^;]*;", "", " ".join(text.split()))
    for clause in text.split(";"):
        clause = re.sub(r"^[ }]*(behavior \w+: *)*", "", clause).strip()
        if clause:
            yield clause


def of_place(text, allowed):
    for clause in clauses(text):
        if not allowed.match(clause) or re.match(r"(requires|assumes) .*\\false|loop variant .*\bfor\b", clause):
            yield clause


def of_code(contract, body):
    """The clauses of a function that are not allowed."""
    yield from of_place(contract.strip().removeprefix("/*@").removesuffix("*/"), CONTRACT)
    for annotation in ANNOTATION.findall(body):
        yield from of_place("".join(annotation), BODY)


def parts(item):
    """Contract and body of a function, ghost or not."""
    if not item.is_ghost:
        return item.contract, item.body
    contract, _, body = item.head.partition("@/")
    return contract.partition("/@")[2], body


def faults(text):
    """(function, clause) of a unit as Frama-C prints it."""
    for item in printed.items(text):
        if item.name:
            yield from ((item.name, clause) for clause in of_code(*parts(item)))
        elif item.head.startswith("/*@") and not item.is_ghost:
            inner = " ".join(item.head[3:-2].split())
            definition = DEFINITION.match(inner)
            if not ALONE.match(inner) or (not inner.startswith("lemma") and not (definition and falls(*definition.groups("")))):
                yield "", inner
        elif item.contract:
            yield "", item.contract


def lacking(text):
    """(function, fault): a contract says that the function ends, how, and what it writes."""
    said = {}
    for item in printed.items(text):
        if item.name:
            said[item.name] = said.get(item.name, "") + parts(item)[0].replace("/*@", "").replace("*/", "")
    for name, contract in said.items():
        found = list(clauses(contract.partition("behavior ")[0]))
        yield from ((name, f"a contract without {need}") for need in NEEDED if not any(c.startswith(need) for c in found))
