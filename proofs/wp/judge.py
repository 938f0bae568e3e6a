# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads what a run of Frama-C/WP says: goals, times, totals, and the status of each property."""
import collections
import re

from proofs.wp import flags, units

GOAL = re.compile(r"\[wp\] \[(.+?)\] (?:Goal|Smoke-test) (?:typed_)?(\S+)(?: : (\w+))?(.*)")
PROVED = re.compile(r"\[wp\] Proved goals: +(\d+) / (\d+)")
STATUS = re.compile(r"--- Properties of Function '(\w+)'|\[([ \w.*-]{9})\] (.+)| +(\d+) Total$")
TIMES = re.compile(r"\((?:Qed:)?([0-9.]+)(ms|s|m)\)")
SECONDS_OF = {"ms": 0.001, "s": 1.0, "m": 60.0}
STEPS = re.compile(r"\((\d+)\)")


def seconds(text):
    return sum(float(n) * SECONDS_OF[u] for n, u in TIMES.findall(text))


def owner(goal, names, unit):
    """The function a goal belongs to: the longest name that starts it."""
    if goal.startswith("lemma_"):
        return units.lemmas_of(unit)
    fits = [n for n in names if goal.startswith(n + "_")]
    return max(fits, key=len) if fits else "(unknown)"


def statuses(lines):
    """Frama-C's report: function, or "" if it belongs to none, and status of each property."""
    found, function, total = [], "", None
    for m in map(STATUS.match, lines):
        if m and m[1]:
            function = m[1]
        elif m and m[2]:
            found.append((function, m[2].strip(), m[3]))
        elif m:
            total = int(m[4])
    return found if total == len(found) else [("", "Extern", f"{len(found)} properties of {total}")]


def empty_row():
    return {"goals": 0, "proved": 0, "cached": 0, "steps": 0, "part": 0.0, "hardest": "", "seconds": 0.0,
            "names": [], "unproved": [], "open": []}


def add_goal(row, goal, prover, verdict, rest):
    """A goal, as the last prover that was asked has answered."""
    row["goals"] += 1
    row["names"].append(goal)
    row["seconds"] += seconds(rest)
    if verdict != "Valid":
        row["unproved"].append(goal)
        return
    row["proved"] += 1
    row["cached"] += "cached" in rest
    steps = int(m[1]) if (m := STEPS.search(rest)) else 0
    part = steps / flags.STEPS.get(prover.split()[0], steps or 1)
    row["steps"] += steps
    if part > row["part"]:
        row["part"], row["hardest"] = part, f"{goal}, {prover}: {steps:,} steps"


def is_complaint(line):
    """A line that says a warning or an error; `Unknown error` is a prover's answer, an unproved goal."""
    return re.search(r"\b(warning|error)\b", line, re.I) and line != "  Unknown error" and "Failed Unknown error" not in line


def judge(where, run, names, unit, log, faults):
    """A row a function. run: exit code and lines. A goal that the first prover leaves stands there twice."""
    code, lines = run
    answers, seen, counts = {}, set(), []
    for number, line in enumerate(lines):
        if m := GOAL.match(line):
            seen.add(m[2])
            if answers.get(m[2], ("", ""))[1] != "Valid":
                answers[m[2]] = (m[1], m[3], m[4])
        elif m := PROVED.match(line):
            counts.append((int(m[1]), int(m[2])) == (sum(answers[g][1] == "Valid" for g in seen), len(seen)))
            seen = set()
        elif is_complaint(line):
            detail = lines[number + 1].strip() if number + 1 < len(lines) else ""
            faults.append(f"{where}: {line} {detail}")
    rows = collections.defaultdict(empty_row)
    for goal, answer in answers.items():
        add_goal(rows[owner(goal, names, unit)], goal, *answer)
    others = units.elsewhere(unit)
    for function, status, what in statuses(lines):
        name = function or units.lemmas_of(unit)
        if status == "Extern" and function not in others:
            faults.append(f"{where}: assumed: {name} {what}")
        elif status != "Valid" and name in rows and not what.startswith(("Pre-condition", "Assumption")):
            rows[name]["open"].append(f"{name} {what}")
    if code != 0 or not counts or not all(counts) or seen:
        faults.append(f"{where}: frama-c exit {code}, or totals that do not add up; see {log}")
    return rows
