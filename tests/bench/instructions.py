# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counts the instructions of the benchmark's programs with valgrind, prints two tables, and writes them into
build/reports/bench.json as "instructions"; what else is in that file stays.

A count is of a whole run of a program: preparation, workload, checks. The clock of the program stands still, so no count
depends on the load of the machine. A program that takes long is left out: a run without valgrind shows that first."""
import argparse
import json
import os
import pathlib
import sys

from tests.bench import engines as bench
from tests.bench.engines import ENGINE, ENGINES, Failure, progress, say

WORKLOADS = ("stop_start", "restart", "hold", "drain", "mixed", "short", "jump")
COUNTED = ["hier_inline", "hier", "hashed", *(name for name, (_, kind) in ENGINES.items() if kind in ("floor", "peer"))]
TIMERS, SEED = 1000, 0
SECONDS, VALGRIND_SECONDS = 1, 60  # the most that a run may take, without valgrind and with it


def count(args, engine, workload):
    """One count, or why there is none."""
    progress(args, f"instructions of {workload}: {ENGINE[engine][0]}")
    words = (workload, TIMERS, SEED, "still")
    found = bench.sample(args, engine, words, SECONDS)[0]
    if "cannot" in found:
        return {"cannot": found["cannot"].replace(f"{SECONDS} s", f"{SECONDS} s without valgrind")}
    instructions, found = bench.counted(args, engine, words, VALGRIND_SECONDS)
    return {**found, "instructions": instructions}


def measure(args, engines):
    """The counts of all workloads: a row for each workload and engine."""
    rows = []
    for workload in WORKLOADS:
        found = {engine: count(args, engine, workload) for engine in engines}
        bench.same_timers(found, f"instructions of {workload}")
        for engine, one in found.items():
            kept = {key: one[key] for key in ("instructions", "operations", "cannot") if key in one}
            rows.append({"workload": workload, "engine": engine, **kept})
    return rows


def show(title, rows, engines, value):
    """A table: an engine in each row, a workload in each column."""
    found = {(row["workload"], row["engine"]): row for row in rows}
    say(f"\n{title}")
    say(f"{'':22}" + "".join(f"{workload:>12}" for workload in WORKLOADS))
    for engine in engines:
        cells = [found[workload, engine] for workload in WORKLOADS]
        say(f"{ENGINE[engine][0]:22}" + "".join(f"{'-' if 'cannot' in row else value(row):>12}" for row in cells))


def why_not(rows, engines):
    """Why cells are empty: a line for each engine and reason."""
    for engine in engines:
        reasons = {}
        for row in rows:
            if row["engine"] == engine and "cannot" in row:
                reasons.setdefault(row["cannot"], []).append(row["workload"])
        for reason, workloads in reasons.items():
            say(f"  {ENGINE[engine][0]}: {reason} ({', '.join(workloads)})")


def conclude(rows, engines):
    show(f"Million instructions of a whole run: preparation, workload, checks; {TIMERS:,} timers, seed {SEED}", rows, engines,
         lambda row: f"{row['instructions'] / 1e6:.1f}")
    why_not(rows, engines)
    show("Instructions an operation: the same, divided by the operations of the workload that the program prints", rows, engines,
         lambda row: f"{row['instructions'] / row['operations']:,.1f}")
    operations = {row["workload"]: f"{row['operations']:,}" for row in rows if "operations" in row}
    say(f"{'operations':22}" + "".join(f"{operations.get(workload, '-'):>12}" for workload in WORKLOADS))


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    bench.add_options(parser)
    parser.add_argument("--report", type=pathlib.Path, default=bench.REPORT, help="the file to write into")
    return parser.parse_args()


def kept(report):
    """What the report has already."""
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
        return data if isinstance(data, dict) else {}
    except (OSError, ValueError):
        return {}


def main():
    os.chdir(bench.ROOT)
    args = options()
    try:
        engines = bench.choose(args, COUNTED)
        rows = measure(args, engines)
    except Failure as fault:
        say(f"FAILED {fault}")
        return 1
    conclude(rows, engines)
    data = {**bench.about(args, engines), "timers": TIMERS, "seed": SEED, "rows": rows}
    bench.write({**kept(args.report), "instructions": data}, args.report)
    say(f"\n{data['machine']}, {data['compiler']}, {data['date'][:10]}: {args.report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
