# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Leads from the requirements of spec/requirements to contract clauses, proof goals, CBMC proofs, tests and mutants, and
back: each name must exist, and each clause, proof and test must have a requirement. The hazards of docs/hazards.md lead to
requirements, and the exhibits of docs/museum.md to clauses. The assumptions of docs/safety-manual.md lead to clauses, requirements
or assumptions of proofs/SOUNDNESS.md, and to the hazards that name them.

  ci/trace [--strict]
  ci/trace --goals FILE      prints, of the goals in FILE, each that a requirement leads to: geometry, goal, requirements

Reads the sources and these files of build/reports, if they exist: wp.json, cbmc.json, check.xml, mutants.json. With --strict
a missing one is a fault. Writes build/reports/trace.json and trace.md."""
import argparse
import collections
import json
import pathlib
import sys

from ci.tracing.hazards import assumptions, hazards
from ci.tracing.links import Trace
from ci.tracing.page import markdown
from ci.tracing.sources import REPORTS


def total_of(report, orphans, absent):
    """The report in a line."""
    return (f"{len(report['requirements'])} requirements, {report['clauses']} clauses, {report['goals']:,} goals, {report['tests']} tests, "
            f"{report['proofs']} CBMC proofs, {report['mutants']} mutants, {report['bare']} without a clause, "
            f"{len(report['hazards'])} hazards, {report['assumptions']} assumptions of use: "
            + (f"{len(orphans)} orphan{'s' * (len(orphans) > 1)}" if orphans else "no orphan")
            + (f", without {', '.join(absent)}" if absent else ""))


def report_of(trace):
    """Follows all links. Returns the report."""
    rows = [trace.trace(line) for line in trace.table]
    trace.check_named(rows)
    trace.claims()
    found, assumed = hazards(trace, rows), assumptions(trace)
    twice = [name for name, n in collections.Counter(line["id"] for line in trace.table).items() if n > 1]
    trace.orphans += [f"{name}: twice in spec/requirements" for name in twice]
    report = {"goals": len({goal for row in rows for goal in row["goals"]}), "bare": sum(not line["shows"] for line in trace.table),
              "clauses": len(trace.clauses), "tests": len(trace.tests), "proofs": len(trace.proofs), "mutants": len(trace.mutants),
              "hazards": found, "assumptions": assumed,
              "requirements": [trace.result(line, row) for line, row in zip(trace.table, rows)]}
    return {"total": total_of(report, trace.orphans, trace.absent), "orphans": trace.orphans, "absent": trace.absent, **report}


def print_goals(path):
    """Leads from goals to requirements."""
    trace, found = Trace(), collections.defaultdict(list)
    trace.goals = {(row["function"], row["geometry"]): row["names"] for row in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["functions"]}
    for line in trace.table:
        for goal in sorted(trace.trace(line)["goals"]):
            found[goal].append(line["id"])
    for goal, ids in sorted(found.items()):
        print(*goal, *ids)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strict", action="store_true", help="an absent report is a fault")
    parser.add_argument("--goals", metavar="FILE", help="print the requirements of the goals in FILE, a file as wp.json")
    args = parser.parse_args()
    if args.goals:
        return print_goals(args.goals)
    report = report_of(Trace())
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / "trace.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (REPORTS / "trace.md").write_text(markdown(report), encoding="utf-8")
    for name in report["absent"]:
        print(f"not there: build/reports/{name}")
    for text in report["orphans"]:
        print(f"ORPHAN {text}")
    print(report["total"])
    return 1 if report["orphans"] or (args.strict and report["absent"]) or not report["requirements"] else 0


if __name__ == "__main__":
    sys.exit(main())
