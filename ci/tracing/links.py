# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The links from each requirement to what shows it, and back: what exists, what is named, and what does not fit."""
import collections
import fnmatch
import functools
import json
import os
import re
import xml.etree.ElementTree

from ci import identity
from ci.tracing.sources import CALL, HEADERS, REPORTS, ROOT, called_by, checks, contracts, exhibits, functions, predicates, proofs, read, \
    requirements, tests

WHEELS = {**{name: [name] for name in HEADERS}, "wheels": ["hier", "hashed"], "": list(HEADERS)}
INPUTS = ["wp.json", "cbmc.json", "check.xml", "mutants.json"]
CHECKS = "tests/checks/"
SCRIPTS = (CHECKS, "ci/", "tests/targets/")  # what a requirement may name as a file
LOOP = re.compile(r"\b(?:for|while)\b")
DERIVED = ("no_loop", "no_recursion")  # what is read off the source


class Trace:
    """What exists, what is named, and what does not fit."""

    def __init__(self):
        self.orphans = []
        self.asked = set()
        self.table = requirements()
        self.clauses = contracts(self.orphans)
        self.functions = functions()
        self.predicates = predicates()
        self.tests = tests()
        self.checks = checks()
        self.proofs = proofs()
        self.absent = [name for name in INPUTS if not (REPORTS / name).exists() or identity.other_tree(name) or not identity.tree_of(name)]
        self.goals = self.read_goals()
        self.properties = {p["name"]: p for p in self.load("cbmc.json").get("proofs", [])}
        self.runs = self.read_runs()
        self.exhibits = exhibits()
        mutants = self.load("mutants.json")
        self.mutants = [m for m in mutants.get("mutants", []) if not m.get("equivalent")]
        self.has_all_mutants = mutants.get("sample") is False and not mutants.get("left")

    def load(self, name):
        if name in self.absent:
            return {}
        try:
            return json.loads((REPORTS / name).read_text(encoding="utf-8"))
        except ValueError:
            self.absent.append(f"{name} (not JSON)")
            return {}

    def read_goals(self):
        """Goals of the proof: (function, geometry) -> names."""
        rows = self.load("wp.json").get("functions", [])
        if rows and not all("names" in row for row in rows):
            self.absent.append("wp.json (goals by name)")
            return {}
        return {(row["function"], row["geometry"]): row["names"] for row in rows}

    def read_runs(self):
        """Test -> how often it ran and passed."""
        if "check.xml" in self.absent:
            return {}
        try:
            cases = xml.etree.ElementTree.parse(REPORTS / "check.xml").iter("testcase")
        except xml.etree.ElementTree.ParseError:
            self.absent.append("check.xml (not XML)")
            return {}
        runs = collections.Counter()
        for suite, name in ((case.get("classname"), case.get("name")) for case in cases if not len(case)):
            if suite.startswith(CHECKS):
                runs.update((suite, f"{suite}::{name.partition('[')[0]}"))
            else:
                runs[f"{re.sub('.*/test_', '', suite)}/{name}"] += 1
        return runs

    @functools.lru_cache(maxsize=None)  # pylint: disable=method-cache-max-size-none
    def below(self, name):
        """The functions that a function calls, directly or through others."""
        return called_by(self.functions, [name])

    def orphan(self, text):
        if text not in self.orphans:
            self.orphans.append(text)

    def derived(self, at, name, what):
        """Checks what is read off the source."""
        for function in sorted(self.below(name) | {name}):
            if what == "no_recursion" and function in self.below(function):
                self.orphan(f"{at}: {name}: {function} calls itself")
            if what == "no_loop" and LOOP.search(self.functions[function]):
                self.orphan(f"{at}: {name}: {function} has a loop")

    def goals_of(self, wheel, clause):
        """The goals of a clause: geometry and name; complains where there is none."""
        call, behavior, kind, label = self.clauses[wheel, clause]
        name = f"tw_{wheel}_{call}"
        tail = {"ensures": f"ensures_{label}", "assigns": "assigns(_exit|_normal)?",
                "complete": r"complete_\w+", "disjoint": r"disjoint_\w+"}.get(kind, kind)
        pattern = re.compile("_".join(filter(None, (name, behavior, tail))) + r"(_part\d+|_\d+)?")
        code = self.functions[name]
        leaf = kind in ("terminates", "exits") and not CALL.search(code) and not LOOP.search(code)
        geometries = {geometry for function, geometry in self.goals if function.startswith(f"tw_{wheel}_")}
        if self.goals and not geometries:
            self.orphan(f"{name}: not in wp.json")
        found = []
        for geometry in sorted(geometries):
            mine = [goal for goal in self.goals.get((name, geometry), ()) if pattern.fullmatch(goal)]
            if not mine and not leaf:
                self.orphan(f"{HEADERS[wheel]}: {clause}: no goal for {geometry}")
            found += [(geometry, goal) for goal in mine]
        return found

    def show(self, at, word, row):
        """What a word of the third column names."""
        prefix, _, rest = word.rpartition(":")
        if word.startswith(SCRIPTS):
            self.check(at, word, row)
        elif word.startswith("goal:"):
            found = [(f, g, goal) for (f, g), names in self.goals.items() for goal in fnmatch.filter(names, rest)]
            if self.goals and not found:
                self.orphan(f"{at}: no such goal: {rest}")
            row["goals"] |= {(g, goal) for _, g, goal in found}
            row["functions"] |= {f for f, _, _ in found} & self.functions.keys()
            if rest.startswith("tw_"):  # a function by its name, not each function that has such a goal
                self.asked |= row["functions"]
        elif prefix.endswith("predicate"):
            wheels = WHEELS[prefix.removesuffix("predicate").rstrip(":")]
            for wheel in wheels if len(wheels) < 3 else WHEELS["wheels"]:
                if rest not in self.predicates[wheel]:
                    self.orphan(f"{at}: {rest} is no part of Wheel in spec/{wheel}.acsl")
        elif prefix not in WHEELS:
            self.orphan(f"{at}: not understood: {word}")
        else:
            self.show_clause(at, WHEELS[prefix], rest, row)

    def show_clause(self, at, wheels, clause, row):
        for wheel in wheels:
            name = f"tw_{wheel}_{clause.split('/')[0]}"
            if clause.endswith(DERIVED) and name in self.functions:
                self.derived(at, name, clause.split("/")[-1])
            elif (wheel, clause) not in self.clauses:
                self.orphan(f"{at}: {HEADERS[wheel]} has no clause {clause}")
                continue
            else:
                row["clauses"].add((wheel, clause))
                row["goals"] |= set(self.goals_of(wheel, clause))
            row["functions"].add(name)

    def check(self, at, script, row):
        row["checks"].add(script)
        if script.startswith(CHECKS):
            if not self.named_by(script):
                self.orphan(f"{at}: no such check: {script}")
            elif self.runs and not self.runs[script]:
                self.orphan(f"{at}: {script} did not run, or failed")
        elif not os.access(ROOT / script, os.X_OK) or not any(
                fnmatch.fnmatch(script, word) for word in re.findall(r"(?:ci|tests/targets)/[\w*-]+", read("Makefile") + read("ci/update.py"))):
            self.orphan(f"{at}: neither the Makefile nor ci/update runs {script}")

    def named_by(self, word):
        """The tests that a file of checks has, or the one test."""
        return {test for test in self.checks if word in (test, test.partition("::")[0])}

    def trace(self, line):
        """A requirement with all that it leads to."""
        at = line["id"]
        row = {"clauses": set(), "goals": set(), "functions": set(), "checks": set(), "tests": set(), "proofs": set()}
        for word in line["shows"]:
            self.show(at, word, row)
        for word in line["tests"]:
            if word.startswith(SCRIPTS):
                self.check(at, word, row)
            elif word not in self.tests:
                self.orphan(f"{at}: no such test: {word}")
            else:
                row["tests"].add(word)
                if self.runs and not self.runs[word]:
                    self.orphan(f"{at}: {word} did not run, or failed")
        for pattern in line["proofs"]:
            found = fnmatch.filter(self.proofs, pattern)
            row["proofs"] |= set(found)
            if not found:
                self.orphan(f"{at}: no such CBMC proof: {pattern}")
        if not row["tests"] and not row["checks"]:
            self.orphan(f"{at}: no test")
        if line["shows"] and not row["checks"] and not any("no_loop" in w for w in line["shows"]) and (
                self.goals and not row["goals"]):
            self.orphan(f"{at}: no goal")
        return row

    def check_named(self, rows):
        """Is all that exists named?"""
        def named(what):
            return {item for row in rows for item in row[what]}
        for wheel, clause in sorted(self.clauses.keys() - named("clauses")):
            self.orphan(f"{HEADERS[wheel]}: no requirement names {clause}")
        for test in sorted(self.tests - named("tests")):
            self.orphan(f"tests/test_{test.split('/')[0]}.c: no requirement names {test.split('/')[1]}")
        for proof in sorted(set(self.proofs) - named("proofs")):
            self.orphan(f"proofs/cbmc/proofs: no requirement names {proof}")
        for test in sorted(self.checks.difference(*map(self.named_by, named("checks")))):
            self.orphan(f"no requirement names {test}")
        public = {f"tw_{wheel}_{call}" for (wheel, _), (call, *_) in self.clauses.items()}
        led = named("goals")
        for (function, geometry), names in self.goals.items():
            for goal in names if function in public else ():
                if "_ensures_" in goal and (geometry, goal) not in led:
                    self.orphan(f"{function}: no requirement leads to the goal {goal}")
        used = public.union(*(self.below(name) for name in public & self.functions.keys()))
        for function in sorted({f for f, _ in self.goals} & self.functions.keys() - used - self.asked):
            self.orphan(f"{function}: proved, but no public call leads to it, and no requirement names it")

    def claims(self):
        """The goals that spec/claims.md names are there."""
        known = {goal for names in self.goals.values() for goal in names}
        for line in read("spec/claims.md").splitlines():
            for goal in re.findall(r"`(tw_\w+)` \|$", line):
                if known and not fnmatch.filter(known, f"{goal}*"):
                    self.orphan(f"spec/claims.md: no such goal: {goal}")

    def mutants_of(self, row):
        """Mutants of the functions named and of those that they call; killed by an engine."""
        below = row["functions"].union(*(self.below(name) for name in row["functions"]))
        mine = [m for m in self.mutants if m["function"] in below]
        return {"mutants": len(mine),
                "killed": sum(any(e.get("by") for e in m["engines"].values()) for m in mine)}

    def result(self, line, row):
        return {"id": line["id"], "text": line["text"], "shows": line["shows"],
                "clauses": sorted(f"{wheel}:{clause}" for wheel, clause in row["clauses"]),
                "goals": len(row["goals"]), "checks": sorted(row["checks"]), "tests": sorted(row["tests"]),
                "runs": sum(self.runs[test] for test in row["tests"]) if self.runs else 0,
                "proofs": sorted(row["proofs"]),
                "properties": sum(self.properties.get(p, {}).get("properties", 0) for p in row["proofs"]),
                "exhibits": [name for name, clause in self.exhibits.items()
                             if clause == line["id"] or clause in (word.split(":")[-1] for word in line["shows"])],
                **self.mutants_of(row)}
