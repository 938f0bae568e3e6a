# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads what a run of Frama-C/WP says: goals, times, totals, and the status of each property."""
import collections
import re

from proofs.wp import units

GOAL = re.compile(r"\[wp\] \[(.+?)\] (?:Goal|Smoke-test) (?:typed_)?(\S+)(?: : (\w+))?(.*)")
PROVED = re.compile(r"\[wp\] Proved goals: +(\d+) / (\d+)")
STATUS = re.compile(r"--- Properties of Function '(\w+)'|\[([ \w.*-]{9})\] (.+)| +(\d+) Total$")
SECONDS = re.compile(r"\((?:Qed:)?([0-9.]+)(ms|s|m)\)")
SECONDS_OF = {"ms": 0.001, "s": 1.0, "m": 60.0}


def seconds(text):
    return sum(float(n) * SECONDS_OF[u] for n, u in SECONDS.findall(text))


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
    return {"goals": 0, "proved": 0, "cached": 0, "slowest": 0.0, "seconds": 0.0, "names": [], "unproved": [], "open": []}


def add_goal(row, goal, verdict, rest):
    row["goals"] += 1
    row["names"].append(goal)
    if verdict != "Valid":
        row["unproved"].append(goal)
        return
    spent = seconds(rest)
    row["proved"] += 1
    row["cached"] += "cached" in rest
    row["seconds"] += spent
    row["slowest"] = max(row["slowest"], spent)


def is_complaint(line):
    """A line that says a warning or an error; `Unknown error` is a prover's answer, an unproved goal."""
    return re.search(r"\b(warning|error)\b", line, re.I) and line != "  Unknown error" and "Failed Unknown error" not in line


def judge(where, run, names, unit, log, faults):
    """A row a function. run: exit code and lines."""
    code, lines = run
    rows, total = collections.defaultdict(empty_row), None
    for number, line in enumerate(lines):
        if m := GOAL.match(line):
            add_goal(rows[owner(m[2], names, unit)], m[2], m[3], m[4])
        elif m := PROVED.match(line):
            total = (int(m[1]), int(m[2]))
        elif is_complaint(line):
            detail = lines[number + 1].strip() if number + 1 < len(lines) else ""
            faults.append(f"{where}: {line} {detail}")
    others = units.elsewhere(unit)
    for function, status, what in statuses(lines):
        name = function or units.lemmas_of(unit)
        if status == "Extern" and function not in others:
            faults.append(f"{where}: assumed: {name} {what}")
        elif status != "Valid" and name in rows and not what.startswith(("Pre-condition", "Assumption")):
            rows[name]["open"].append(f"{name} {what}")
    counted = (sum(r["proved"] for r in rows.values()), sum(r["goals"] for r in rows.values()))
    if code != 0 or total != counted:
        faults.append(f"{where}: frama-c exit {code}, totals {total} and {counted}; see {log}")
    return rows
