# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Judges what goals.ml tells of a run of WP, and compares the number of goals with the one that is committed."""
import collections
import re

from proofs.wp import flags, units
from proofs.wp.units import ROOT

LATE = f"the machine did not give {{}} in {flags.WATCHDOG // 60} minutes; try again when it is less busy"
EXPECTED = ROOT / "proofs" / "wp" / "expected"
HEAD = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# A line: TW_RADIX or TW_RADIX.TW_HASHED_SLOTS; function; least number of goals.
"""
# What a prover has answered; where the clause stands, or the call that needs it.
Answer = collections.namedtuple("Answer", "name function place prover verdict steps seconds cached")


def answer_of(item, unit):
    """Of an item of a goal. Lemmas go by one name."""
    kind, name, function, place, prover, verdict, steps, seconds, cached = item
    name = name.removeprefix("typed_")
    return Answer(name, function or units.lemmas_of(unit), place, prover, verdict, int(steps), float(seconds),
                  cached == "true")


def answers_of(items, unit, kind="goal"):
    """goal -> the last answer of each prover, the one that proves it first."""
    found = collections.defaultdict(dict)
    for item in items:
        if item[0] == kind:
            answer = answer_of(item, unit)
            found[answer.name][answer.prover] = answer
    return {name: sorted(said.values(), key=lambda answer: answer.verdict != "Valid") for name, said in found.items()}


def complaints(lines):
    """Warnings and errors, each with the next line. `Unknown error` is a prover's answer, an unproved goal."""
    for line, detail in zip(lines, [*lines[1:], ""]):
        if re.search(r"\b(warning|error)\b", line, re.I) and not re.search("^  Unknown error$|Failed Unknown", line):
            yield line, detail.strip()


def properties(items, rows, unit, known):
    """(name, what is wrong) of each property that is not valid: assumed, open, or nobody's."""
    others = units.elsewhere(unit)
    for kind, function, place, status, words in (item for item in items if item[0] in ("property", "given")):
        name = function or units.lemmas_of(unit)
        if status == "Considered_valid" and function not in others:
            yield "", f"assumed: {name} {words} ({place})"
        elif status != "Valid" and name in rows and kind == "property":
            yield name, f"not valid by Frama-C's report: {name} {words} ({place}): {status}"
        elif status not in ("Valid", "Considered_valid") and function and function not in known:
            yield "", f"nobody proves it: {name} {words} ({place})"


def judge(where, unit, known, run):
    """A row a function; and faults, by the name of their function or ""."""
    code, lines, items = run
    rows, goals = {}, answers_of(items, unit)
    faults = [("", f"{line} {why}") for line, why in complaints(lines) if not goals or "No goal generated" not in line]
    for goal, answers in goals.items():
        first = answers[0]
        row = rows.setdefault(first.function, {"goals": 0, "proved": 0, "cached": 0, "seconds": 0.0, "names": []})
        row["names"].append(goal)
        row["goals"] += 1
        row["seconds"] += first.seconds
        row["cached"] += first.cached
        if first.verdict == "Valid":
            row["proved"] += 1
        elif late := [answer.prover for answer in answers if answer.verdict == "Timeout"]:
            faults.append((first.function, LATE.format(f"its steps to {late[0]}, for {goal} ({first.place})")))
        else:
            said = "; ".join(f"{answer.prover} {answer.verdict}" for answer in answers)
            faults.append((first.function, f"not proved: {goal} ({first.place}): {said}"))
    left = {name for name, _ in faults}
    faults += [(name, what) for name, what in properties(items, rows, unit, known) if not name or name not in left]
    if code or items[-1:] != [["end"]]:
        faults.append(("", f"Frama-C ends with exit code {code}, or before it has told all"))
    return rows, [(name, f"{where}: {what}") for name, what in faults]


def judge_smoke(where, unit, run):
    """How many smoke tests passed; and faults. One that the machine did not give its steps has not passed."""
    code, _, items = run
    tests, faults = answers_of(items, unit, "smoke"), []
    for test, (answer, *_) in tests.items():
        if answer.verdict == "Timeout":
            faults.append(f"{where}: {LATE.format('a smoke test its steps')}: {test} ({answer.place})")
        elif answer.verdict not in ("Unknown", "Stepout"):
            what = "a contradiction, or dead code" if answer.verdict == "Valid" else f"no answer: {answer.verdict}"
            faults.append(f"{where}: smoke test: {what}: {test} ({answer.place})")
    if code or items[-1:] != [["end"]]:
        faults.append(f"{where}: smoke tests: Frama-C ends with exit code {code}, or before it has told all")
    return len(tests) - len(faults), faults


def expected():
    """What every function must have: (geometry, function) -> goals."""
    words = (line.split() for line in EXPECTED.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", ""))
    return {(geometry, name): int(goals) for geometry, name, goals in words}


def wanted():
    """Each function at each of its geometries."""
    return {(geometry, name) for unit, geometries in units.UNITS for geometry in geometries
            for name in units.rows_of(unit)}


def write_expected(table):
    want = wanted()  # a function that is gone leaves no line
    lines = (f"{' '.join(row)} {goals}\n" for row, goals in sorted(table.items()) if row in want)
    EXPECTED.write_text(HEAD + "".join(lines), encoding="utf-8")


def table_faults():
    """A line for each row, and no other: one that is lost would let goals be lost."""
    want = wanted()
    for row in sorted(want ^ expected().keys()):
        yield f"proofs/wp/expected has {'no line' if row in want else 'a line too many'}: {' '.join(row)}"


def missing(geometry, rows, names):
    """The functions that have no goal, or fewer than they had."""
    want = expected()
    for name in sorted(names):
        least = want.get((geometry, name), min((n for key, n in want.items() if key[1] == name), default=1))
        if (goals := rows[name]["goals"] if name in rows else 0) < least:
            yield f"{geometry}: {name} has {goals or 'no'} goals, expected {least} or more"
