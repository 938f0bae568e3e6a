# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads what a run of Frama-C/WP says: goals, steps, totals, and the status of each property."""
import collections
import re

from proofs.wp import flags, units

GOAL = re.compile(r"\[wp\] \[(.+?)\] (?:Goal|Smoke-test) (?:typed_)?(\S+)(?: : (\w+))?(.*)")
PROVED = re.compile(r"\[wp\] Proved goals: +(\d+) / (\d+)")
STATUS = re.compile(r"--- Properties of Function '(\w+)'|\[([ \w.*-]{9})\] (.+)| +(\d+) Total$")
SUMMARY = re.compile(r"  (\w+ [\d.]+): +\d+  (.+)")
TIMES = re.compile(r"\((?:Qed:)?((?:\d+[h'])*(?:[\d.]+m?s)?)\)")
SECONDS_OF = {"ms": 0.001, "s": 1.0, "'": 60.0, "h": 3600.0}
STEPS = re.compile(r"\((\d+)\)")
NO_GOAL = "[wp] Warning: No goal generated"
LATE = f"the machine did not give {{}} in {flags.WATCHDOG // 60} minutes; try again when it is less busy"


def seconds(text):
    """The sum of the times in a text: Frama-C writes 0.25ms, 23.0s, 1'2s, 20' and 1h2'."""
    parts = (part for time in TIMES.findall(text) for part in re.findall(r"([\d.]+)(ms|s|'|h)", time))
    return sum(float(number) * SECONDS_OF[unit] for number, unit in parts)


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
    return {"goals": 0, "proved": 0, "cached": 0, "part": 0.0, "hardest": {}, "seconds": 0.0, "names": [],
            "unproved": [], "late": [], "open": []}


def add_goal(row, goal, answers):
    """A goal, as the provers that were asked have answered: prover, verdict, and the rest of the line."""
    prover, verdict, rest = next((a for a in answers if a[1] == "Valid"), answers[-1])
    row["goals"] += 1
    row["names"].append(goal)
    row["seconds"] += seconds(rest)
    if verdict != "Valid":
        late = [p for p, v, _ in answers if v == "Timeout"]
        said = "; ".join(f"{p} {v}{r}" for p, v, r in answers)
        if late:
            row["late"].append(f"its steps to {late[0]}, for {goal}")
        else:
            row["unproved"].append(f"{goal}: {said}")
        return
    row["proved"] += 1
    row["cached"] += "cached" in rest
    name, steps = prover.split()[0], int(m[1]) if (m := STEPS.search(rest)) else 0
    part = steps / flags.STEPS[name] if name in flags.STEPS else 0.0
    if part > row["part"]:
        row.update(part=part, hardest={"goal": goal, "prover": name, "steps": steps, "part": part})


def row_faults(where, row):
    """What is wrong with the goals of a function."""
    unproved, late, others = row.pop("unproved"), row.pop("late"), row.pop("open")
    yield from (f"{where}: not proved: {goal}" for goal in unproved)
    yield from (f"{where}: {LATE.format(what)}" for what in late)
    yield from (f"{where}: not valid in Frama-C's report: {what}" for what in others if not unproved and not late)


def is_complaint(line):
    """A line that says a warning or an error; `Unknown error` is a prover's answer, an unproved goal."""
    known = r"^  Unknown error$|Failed Unknown error"
    return re.search(r"\b(warning|error)\b", line, re.I) and not re.search(known, line)


def counted(m, answers, seen):
    """Does a total agree with the lines of its goals?"""
    valid = sum(any(a[1] == "Valid" for a in answers[goal]) for goal in seen)
    return (int(m[1]), int(m[2])) == (valid, len(seen))


def answers_of(where, lines, faults, runs):
    """goal -> what each prover answers. A goal that the first one leaves stands there twice. Is each total right?"""
    answers, seen, totals, idle = collections.defaultdict(list), set(), [], False
    for number, line in enumerate(lines):
        if m := GOAL.match(line):
            seen.add(m[2])
            answers[m[2]].append((m[1], m[3], m[4]))
        elif m := PROVED.match(line):
            totals.append(counted(m, answers, seen))
            seen, idle = set(), False
        elif line == NO_GOAL and totals and all(any(a[1] == "Valid" for a in said) for said in answers.values()):
            idle = True  # the first prover has left nothing to the second: WP may tell no total then
        elif is_complaint(line):
            detail = lines[number + 1].strip() if number + 1 < len(lines) else ""
            faults.append(f"{where}: {line} {detail}")
    return answers, len(totals) + idle == runs and all(totals) and not seen


def judge(where, run, names, unit, log, faults, runs=2):
    """A row a function. run: exit code and lines."""
    code, lines = run
    answers, right = answers_of(where, lines, faults, runs)
    rows = collections.defaultdict(empty_row)
    for goal, said in answers.items():
        add_goal(rows[owner(goal, names, unit)], goal, said)
    others = units.elsewhere(unit)
    for function, status, what in statuses(lines):
        name = function or units.lemmas_of(unit)
        if status == "Extern" and function not in others:
            faults.append(f"{where}: assumed: {name} {what}")
        elif status != "Valid" and name in rows and not what.startswith(("Pre-condition", "Assumption")):
            rows[name]["open"].append(f"{name} {what}")
        elif status not in ("Valid", "Extern") and function and function not in names:
            faults.append(f"{where}: nobody proves it: {function} {what}")
    if code != 0 or not right:
        faults.append(f"{where}: frama-c exit {code}, or totals that do not add up; see {log}")
    return rows


def judge_smoke(where, run, log, faults, watchdog=flags.WATCHDOG):
    """Smoke tests that passed. One that the machine did not give its steps has not passed."""
    code, lines = run
    totals = [tuple(map(int, m.groups())) for line in lines if (m := PROVED.match(line))]
    if code == 0 and NO_GOAL in lines and not any(count for _, count in totals):
        return 0  # a function without branches or requirements, on its own
    if code != 0 or len(totals) != 1 or totals[0][0] != totals[0][1] or totals[0][0] == 0:
        faults.append(f"{where}: smoke tests: {totals}; see {log}")
    if any("failed" in m[2] for line in lines if (m := SUMMARY.match(line))):
        faults.append(f"{where}: a prover of a smoke test ended without an answer; see {log}")
    said = " ".join(re.sub(r"[()-]", " ", m[2]) for line in lines if (m := SUMMARY.match(line)))
    times = [f"({time})" for time in said.split()]
    if any(seconds(time) >= watchdog for time in times):
        faults.append(f"{where}: {LATE.format('a smoke test its steps')}")
    return totals[0][0] if totals else 0
