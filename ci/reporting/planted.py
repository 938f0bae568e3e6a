# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A copy of the project with invented reports of that copy, all green: the checks of the report and of its page take it."""
import json
import os
import shutil
import subprocess

from ci import identity
from ci.verdict import ROWS

ENGINES = {"hier": ("tw_hier", "wheel"), "floor": ("floor: unlink + relink", "floor"), "libev": ("libev", "peer")}
WORKLOADS = {"stop_start": "stops a timer and starts it", "hold": "starts expired timers again", "jump": "one long advance", "worst": "the longest call"}
SIZES = (1000, 100000)
MEASURED = {"machine": "an invented machine", "compiler": "cc 1", "date": "2020-01-01", "commit": "0"}


def goal(function, geometry, part):
    hardest = {"goal": f"{function}_ensures_planted", "prover": "Z3", "steps": int(part * 1000)} if part else None
    return {"function": function, "geometry": geometry, "goals": 7, "proved": 7, "part": part, "hardest": hardest}


def mutant(function, line):
    return {"file": "src/tw_hier.c", "line": line, "function": function, "operator": "answer", "old": "return false;", "new": "return true;",
            "engines": {"tests": {"by": "test_audit"}, "wp": {"by": f"{function}_ensures"}}, "survives": [], "reason": "", "equivalent": False}


def measured():
    rows = [{"workload": w, "timers": n, "engine": e, "median": 10.0 * k, "min": 8.0 * k, "max": 13.0 * k}
            for w in WORKLOADS for n in SIZES for k, e in enumerate(ENGINES, 1)]
    cells = [{"workload": w, "timers": n, "ns": 10.0, "peer": "libev", "ratio": 3.0, "floor": 0.5, "base": None} for w in WORKLOADS for n in SIZES]
    engines = {e: {"name": name, "kind": kind} for e, (name, kind) in ENGINES.items()}
    counted = [{"workload": w, "engine": e, "instructions": 1000, "operations": 10} for w in ("stop_start", "hold") for e in ENGINES]
    return {**MEASURED, "repeats": 3, "engines": engines, "workloads": WORKLOADS, "rows": rows, "cells": cells, "empty": {"hier": 12.0},
            "memory": {str(n): {e: 20.0 * n for e in ENGINES} for n in SIZES},
            "instructions": {**MEASURED, "timers": 1000, "engines": engines, "rows": counted}}


def bounded_calls():
    counts = {"at": {"0": 105}, "formula": "105"}
    calls = {f"tw_{wheel}_start": {"instructions": counts, "cycles": counts} for wheel in ("hier", "hashed")}
    place = {"machine": "m3-gcc", "level": "-O2", "geometry": "256.4096"}
    return {"capacity": 300, "bounds": [{**place, "calls": calls}],
            "observed": [{**place, "wheel": wheel, "calls": {"start": 100}} for wheel in ("hier", "hashed")]}


def requirement(name, text):
    return {"id": name, "text": text, "shows": ["advance/forward/T1_exact"], "goals": 7, "proofs": ["hier-history"], "tests": ["test_audit"],
            "runs": 4, "checks": [], "mutants": 2, "killed": 2}


def reports(tree):
    """Name and content of each."""
    functions = [goal("tw_hier_advance", "256", 0.4), goal("tw_hier_advance", "16", 0.2), goal("tw_hashed_advance", "256.4096", 0.3),
                 goal("lemmas:tw_hier", "256", 0)]
    proof = {"goals": 28, "proved": 28, "smoke": 4, "faults": [], "functions": functions, "limits": {"Z3": 1000},
             "versions": {"z3": "Z3 version 4"}, "geometries": ["16", "256", "256.4096"], "tree": tree}
    bounded = {"name": "hier-history", "geometry": "4.4", "sizes": {"TIMERS": 2}, "properties": 9, "verdict": "holds", "reached": 5, "places": 5,
               "seconds": 1.0}
    mutants = [mutant("tw_hier_audit", 9), mutant("tw_hier_stop", 19)]
    line = {"count": 1, "branches": [{"count": 1}]}
    return {"wp": proof, "cbmc": {"proofs": [bounded], "properties": 9, "failed": 0, "versions": {"cbmc": "6"}},
            "mutants": {"mutants": mutants, "total": "2 mutants: planted", "whole": None}, "coverage": {"files": [{"file": "src/tw_hier.c", "lines": [line]}]},
            "fuzz": {"engine": "afl", "inputs": 100, "failed": 0}, "bench": measured(),
            "wcet": {"tree": tree, **bounded_calls()},
            "fuzz-selftest": {"bugs": [{"name": "hier-glance", "afl": {"seconds": 1.5}}], "survived": 0},
            "trace": {"total": "2 requirements: planted", "orphans": [],
                      "requirements": [requirement("R-T1-1", "A timer is delivered when the `clock` is at its deadline."), requirement("R-T1-2", "No timer is late.")]}}


def tests():
    return ('<testsuites><testsuite name="plain-256.4096/test_audit" tests="5" failures="0" time="0.5"/>'
            '<testsuite name="tests/checks/test_source.py" tests="1" failures="0" time="0.1"/></testsuites>')


def said(folder, *command):
    """What a command prints there, as one text."""
    done = subprocess.run(command, cwd=folder, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "MAKEFLAGS": "", "PYTHONDONTWRITEBYTECODE": "1"})
    return done.stdout


def copy(folder):
    """The project, without what was built."""
    for part in identity.parts_of():
        if (identity.ROOT / part).is_dir():
            shutil.copytree(identity.ROOT / part, folder / part, symlinks=True)
        else:
            shutil.copy2(identity.ROOT / part, folder / part)


def plant(folder):
    """Writes the reports of a copy, and then its verdict. Returns the verdict's sum."""
    place = folder / "build" / "reports"
    (place / "rows").mkdir(parents=True, exist_ok=True)
    told = identity.judged(folder)
    for name, content in reports(identity.proved(folder)).items():
        content = {"tree": told, **content} if name in ("cbmc", "mutants") else content
        (place / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    (place / "check.xml").write_text(tests(), encoding="utf-8")
    tree, sums = identity.sum_of_tree(told), identity.digests(place)
    for name, *_ in ROWS:
        row = {"name": name, "what": f"{name}, planted", "command": f"make {name}", "figure": "planted", "seconds": 1, "verdict": "pass", "passed": 1,
               "failed": 0, "tree": tree, "reports": sums}
        (place / "rows" / f"{name}.json").write_text(json.dumps(row), encoding="utf-8")
    said(folder, "ci/verdict", "--gather")
    return f"{len(ROWS)} passed, 0 failed"
