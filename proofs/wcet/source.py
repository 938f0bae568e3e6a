# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The places of src/ that the proved facts speak of: loops, jumps, visits, and the arguments of calls."""
import functools
import json
import re

from tests.targets import machines
from proofs.wcet.isa import NotRead

SRC = machines.ROOT / "src"
JUMP = "/*@ ghost tw_jumps++; */"
DEFINITION = re.compile(r"^[a-z][^;{}=/]*?\b(tw_\w+)\(([^;{}()]*)\)\s*(?:/\*@ ghost[^;{}]*?\*/\s*)?\{$", re.MULTILINE)


@functools.lru_cache(None)
def proved():
    return json.loads((machines.ROOT / "proofs" / "bounds.json").read_text(encoding="utf-8"))


@functools.lru_cache(None)
def definitions():
    """{function: (file, its lines, the number of the line that it begins at, its parameters)} of src/."""
    found = {}
    for path in sorted(SRC.glob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for match in DEFINITION.finditer(text):
            names = [re.search(r"(\w+)\s*$", parameter)[1] for parameter in match[2].split(",")]
            found[match[1]] = (path.name, text.splitlines(), text.count("\n", 0, match.start()) + 1, names)
    return found


def lines_of(name):
    """(number, text) of the lines of a function."""
    _, lines, first, _ = definitions()[name]
    return [(n, line.strip()) for n, line in enumerate(lines[first - 1:lines.index("}", first)], first)]


def loops_only(known):
    """src/ has no loop but these, {(file, line)}, each on a line of its own, and nothing that hides one. The facts
    are of these only: what is in the lines of a loop counts as its code."""
    for path in sorted(SRC.glob("*.[ch]")):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: "\n" * m[0].count("\n"), path.read_text(encoding="utf-8"),
                      flags=re.DOTALL)
        for n, line in enumerate(code.splitlines(), 1):
            words = re.findall(r"\b(?:for|while|do|goto|asm|__asm|__asm__)\b|#\s*line\b|^\s*#\s*\d", line)
            if words and (len(words) > 1 or words[0] not in ("for", "while") or (path.name, n) not in known):
                raise NotRead(f"src/{path.name}:{n}: no fact of this: {line.strip()}")


@functools.lru_cache(None)
def loops():
    """{function: (first line, last line, bound)} of the loops of src/."""
    loops_only({(loop["file"].rpartition("/")[2], loop["line"]) for loop in proved()["loops"]})
    found = {}
    for loop in proved()["loops"]:
        name, line = loop["function"], loop["line"]
        file, lines, *_ = definitions().get(name, ("", []))
        text = (lines + [""] * line)[line - 1]
        if name in found or file != loop["file"].rpartition("/")[2] or not re.match(r" +(for|while) \(", text):
            raise NotRead(f"proofs/bounds.json differs from {loop['file']}: run make generated")
        head = lines[line - 1]
        found[name] = (line, lines.index(head[:len(head) - len(head.lstrip())] + "}", line) + 1, loop["bound"])
    return found


@functools.lru_cache(None)
def jump_places():
    """The places that move the clock: each follows the count of a jump."""
    return {(name, n + 1) for name in definitions() for n, line in lines_of(name) if line == JUMP}


@functools.lru_cache(None)
def visit_places():
    """The places that visit a timer: in the loops that the budget bounds, the first call after some of it is spent."""
    found = set()
    for name, (first, last, bound) in loops().items():
        if "budget" in bound:
            spent = next((n for n, line in lines_of(name) if first < n and line == "left--;"), last)
            visit = next((n for n, line in lines_of(name) if spent < n <= last and "(h, visited) */;" in line), None)
            if visit is None:
                raise NotRead(f"{name} has no visit that is known: a call with (h, visited) behind left--;")
            found.add((name, visit))
    return found


@functools.lru_cache(None)
def loops_at(chain):
    """The loops around a place, outermost first: each with the places of the calls that lead to it."""
    return tuple((chain[:n], name) for n, (name, line) in enumerate(chain)
                 if name in loops() and loops()[name][0] <= line <= loops()[name][1])


def value(expression, names):
    """An expression of C or of the contracts, for numbers; None if it names something else."""
    text = re.sub(r"\bw->|\((?:tw_node|uint32_t|int64_t|size_t)\)|(?<=\d)u\b", "", expression).replace("/", "//")
    text = re.sub(r"\b[A-Za-z_]\w*", lambda m: str(names.get(m[0], m[0])), text)
    if not re.fullmatch(r"[\d\s+*()/-]*", text):
        return None
    return eval(text, {"__builtins__": {}})  # pylint: disable=eval-used # numbers and operators only


def bound_here(place, names):
    """The bound of a loop where the calls that lead to it give its function numbers, or None."""
    calls, name = place
    names = dict(names)
    if calls:
        caller, line = calls[-1]
        if caller not in definitions():
            return None
        text = " ".join(definitions()[caller][1][line - 1:line + 3])
        found = re.search(rf"\b{name}\((\w[^;]*?)\)\s*(?:/\*@ ghost|;|==|\))", text)
        arguments = re.split(r",\s*", found[1]) if found else []
        parameters = definitions()[name][3]
        if len(arguments) == len(parameters):
            names |= {p: v for p, v in ((p, value(a, names)) for p, a in zip(parameters, arguments)) if v is not None}
            names = {n: v for n, v in names.items()
                     if n not in parameters or value(arguments[parameters.index(n)], names) is not None}
    return value(loops()[name][2], names)
