# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Mutation testing of the checks: makes the mutants of generate.py, and each engine looks for the fault: tests, vectors, WP,
CBMC, fuzzing.

  proofs/mutants/run [--quick | --all | --spec] [--function NAME...] [--engine NAME...] [--jobs N]
                     [--update [--resume]] [--minutes N] [--list]

Prints a line for each mutant, the kills of each engine, and every survivor with its diff. Writes build/reports/mutants.json;
--update rewrites proofs/mutants/results. Exits 0 only if no mutant survives an engine that must kill it, except the mutants
that `equivalent` explains."""
import argparse
import concurrent.futures
import json
import math
import sys
import time

from proofs.mutants.cache import Cache
from proofs.mutants.choice import first_ones, selected
from proofs.mutants.engines.command import CBMC, FUZZ
from proofs.mutants.engines.tests import Tests
from proofs.mutants.engines.texts import BUILD, ROOT
from proofs.mutants.engines.vectors import Vectors
from proofs.mutants.engines.wp import Contract, Wp
from proofs.mutants.equivalence import equivalents, spared
from proofs.mutants.judge import engines_of, judge
from proofs.mutants.report import report_of, show, whole, write_results
from tools.tree_id import tree_id

REPORT = ROOT / "build" / "reports" / "mutants.json"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="a fixed sample")
    which.add_argument("--all", action="store_true", help="every mutant; default: one for each line and kind of operator")
    which.add_argument("--spec", action="store_true", help="the mutants of contracts alone")
    parser.add_argument("--function", action="append", help="the mutants of this function or macro")
    parser.add_argument("--engine", action="append", choices=["tests", "vectors", "wp", "cbmc", "fuzz", "contract"],
                        help="default: all, but no cbmc with --quick")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time; default: 2")
    parser.add_argument("--update", action="store_true", help="rewrite proofs/mutants/results; engines that --engine leaves out keep their columns, if these are of this src/")
    parser.add_argument("--resume", action="store_true", help="with --update: keep the results of this src/, and run survivors again")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no mutant after that time")
    parser.add_argument("--list", action="store_true", help="show the mutants, run nothing")
    args = parser.parse_args()
    if args.update and (args.quick or args.spec or args.function):
        parser.error("--update is for all mutants: leave --quick, --spec and --function out")
    return args


def kept_of(old, wanted, must, resume):
    """The results of an earlier run that are not asked for again: (mutant, engine) -> result."""
    return {(m["id"], name): r for m in old["mutants"] for name, r in m["engines"].items()
            if name not in wanted or resume and (r["by"] or (m["id"], name) not in must)}


def restrict(mutants, same, chosen, cache):
    """Leaves out what an engine need not look at."""
    others = [m for m in mutants if same.get(m.key, "~")[0] != "="]
    CBMC.sample = first_ones(others, cache) if CBMC in chosen else set()
    FUZZ.sample = {m.id for m in others}
    Wp.spared = {m.id for m in mutants if m.function.isupper() and (m.id not in FUZZ.sample or "wp" in spared(m, same))}


def rows_of(mutants, chosen, cache, kept, end, jobs):
    """Asks the engines; leaves out the mutants that make the code of the original."""
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        todo = {pool.submit(judge, m, chosen, cache, kept, end): m for m in mutants}
        for future in concurrent.futures.as_completed(todo):
            mutant, row = todo[future], future.result()
            if row is None:
                mutants.remove(mutant)
            else:
                rows[mutant.id] = row
                show(len(rows), len(mutants), mutant, row, chosen)
    return rows


def main():
    args = options()
    BUILD.mkdir(parents=True, exist_ok=True)
    began, cache, tree = time.monotonic(), Cache(), tree_id()
    mutants, everything = selected(args, cache)
    chosen = [Tests(), Vectors(), Wp(cache), CBMC, FUZZ, Contract(cache)]
    wanted = args.engine or [e.name for e in chosen if not (args.quick and e is CBMC)]
    old = args.update and (args.engine or args.resume) and whole() or {"versions": {}, "mutants": []}
    same = equivalents()
    must = {(m.id, e.name) for m in mutants for e in chosen if e.needed and e.name not in spared(m, same)
            and "=" not in same.get(m.key, [""])[0]}
    kept = kept_of(old, wanted, must, args.resume)
    chosen = [e for e in chosen if e.name in wanted or e.name in {name for _, name in kept}]
    restrict(mutants, same, chosen, cache)
    mutants = [m for m in mutants if engines_of(m, chosen)]
    if args.list:
        print("\n".join(f"{m.id} {m.operator}\n{m.diff}" for m in mutants))
        print(f"{len(mutants)} mutants")
        return 0
    rows = rows_of(mutants, chosen, cache, kept, began + 60 * args.minutes, args.jobs)
    report, red = report_of(mutants, rows, chosen, everything)
    report["seconds"] = round(time.monotonic() - began, 1)
    report["versions"] |= {e.label: old["versions"][e.label] for e in chosen if e.name not in wanted}
    if args.update:
        write_results(report)
    report |= {"whole": whole(), "sample": bool(args.quick or args.spec or args.function), "tree": tree}
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(report["total"])
    return 1 if red or report["faults"] or report["left"] or not mutants else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as error:
        sys.exit(f"proofs/mutants/run: {error}")
