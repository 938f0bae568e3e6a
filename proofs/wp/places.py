# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the clause of a goal stands: file and line, found in the text by the name of the goal."""
import re

from proofs.wp import flags, frama_c, judge
from proofs.wp.units import ROOT

FILES = ("src/*.[ch]", "examples/tw_*.h", "spec/*.[ch]", "spec/*.acsl", "proofs/wp/*.[ch]")
CALL = re.compile(r"call_(tw_\w+?)(?:_\d+)?_(requires_\w+)")
GUARD = re.compile(r"assert_(rte_\w+?)(?:_(\d+))?$")
KIND = re.compile(r"(?:(\w+?)_)??(loop_invariant|ensures|requires|assert)_(\w+)$")
CONTRACT = re.compile(r"/\*@|/@")


def line_of(file, text, at):
    return f"{file}:{text.count(chr(10), 0, at) + 1}"


def texts_of_files():
    """Each file that may hold a clause, and its text."""
    for pattern in FILES:
        for path in sorted(ROOT.glob(pattern)):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8", errors="replace")


def functions(name):
    """Where a function stands, from its contract to its end: file, text, begin, the line of its name, end."""
    words = name.split("_")
    ends = "|".join("_".join(words[at:]) for at in range(1, len(words)))  # of a name that a macro makes
    head = re.compile(rf"^ *(?!return\b|else\b)\w[\w *]*[ *](?:{name}|NAME\((?:{ends})\))\([^;{{}}]*[;{{]", re.M)
    for file, text in texts_of_files():
        for found in head.finditer(text):
            before = [m.start() for m in CONTRACT.finditer(text, 0, found.start())]
            end = text.find("\n}\n", found.end()) if found[0].endswith("{") else found.end()
            yield file, text, before[-1] if before else found.start(), found.start(), end if end > 0 else len(text)


def patterns(goal):
    """What to look for: `some_ensures_full` is an `ensures full:` of the behavior `some`, `loop_assigns_part2` a
    `loop assigns`. WP puts words behind both: so first all the words, then fewer."""
    behavior, kind, label = KIND.match(goal).groups() if KIND.match(goal) else (None, "", goal)
    words = label.split("_")
    for count in range(len(words), 0, -1):
        text = rf"{kind.replace('_', ' ')}\s+{'_'.join(words[:count])}\s*:" if kind else " ".join(words[:count])
        yield re.compile((rf"\bbehavior {behavior}:(?:(?!\bbehavior ).)*?" if behavior else "") + rf"\b({text})", re.S)


def clause(name, goal):
    """The file and line of a clause of a function; those of the function if it has no such clause."""
    regions = list(functions(name))
    for wanted in patterns(goal):
        for file, text, begin, _, end in regions:
            if found := wanted.search(text, begin, end):
                return line_of(file, text, found.start(1))
    return next((line_of(file, text, at) for file, text, _, at, _ in regions), "")


def guard(geometry, unit, name, kind, number):
    """The operation that a guard is about: Frama-C numbers them as its report lists them."""
    log = frama_c.log_of(geometry, unit, "guards")
    options = ["-rte", "-rte-select", name, *flags.WARN, "-then", "-report", "-report-untried"]
    _, lines = frama_c.run(geometry, unit, options, log)
    asked = [what for function, _, what in judge.statuses(lines) if function == name and f"'rte,{kind[4:]}'" in what]
    found = re.search(r"\(file (\S+), line (\d+)\)", asked[number - 1]) if number <= len(asked) else None
    return f"{found[1]}:{found[2]}" if found else ""


def place_of(geometry, unit, name, goal):
    """The file and line of a goal of a function; that of the function if it has no clause, or else the file."""
    if goal.startswith("lemma_"):
        wanted = re.compile(rf"\blemma {goal.removeprefix('lemma_')}\b")
        found = ((file, text, wanted.search(text)) for file, text in texts_of_files())
        return next((line_of(file, text, match.start()) for file, text, match in found if match), unit)
    goal = goal.removeprefix(name + "_")
    if found := GUARD.match(goal):
        return guard(geometry, unit, name, found[1], int(found[2] or 1)) or clause(name, "") or unit
    if found := CALL.match(goal):
        name, goal = found[1], found[2]
    return clause(name, goal) or unit
