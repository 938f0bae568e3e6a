# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks bounded models of src/ with CBMC: each line of the table `proofs` is a proof.

  proofs/cbmc/run [--full] [--jobs N] [--about FUNCTION] [--geometry RADIX.SLOTS]
                  [--no-cover] [--first] [NAME...]
  proofs/cbmc/run --selftest [BUG...]

Runs the quick proofs, all proofs with --full, or the named proofs. --about keeps those about a function; --geometry sets the
geometry of the proofs of the clock. Prints a line for each proof: properties, verdict, reached places, seconds. After a
failure it prints the counterexample as a call history. Writes build/reports/cbmc.json. Exits 0 only if every property holds
and every place is reached. --selftest seeds the bugs of `bugs`, and a proof must find each. A signal ends all runs of CBMC."""
import argparse
import concurrent.futures
import fnmatch
import json
import shutil
import subprocess
import sys
import time

from proofs.cbmc.cbmc import exit_if_stopped, prove, stop_on_signals
from proofs.cbmc.output import show
from proofs.cbmc.selftest import selftest
from proofs.cbmc.table import LOGS, ROOT, table
from tools.tree_id import tree_id

REPORT = ROOT / "build" / "reports" / "cbmc.json"


def version(command):
    run_ = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run_.stdout.strip().splitlines()[0] if run_.stdout.strip() else "?"


def chosen(args):
    proofs = table(args.geometry)
    if unknown := set(args.names) - {proof["name"] for proof in proofs}:
        sys.exit(f"proofs/cbmc/run: name proofs of proofs/cbmc/proofs: it has no {', '.join(sorted(unknown))}")
    return [proof for proof in proofs
            if (proof["name"] in args.names if args.names else args.full or proof["set"] == "quick")
            and (not args.about or any(fnmatch.fnmatchcase(args.about, name) for name in proof["about"]))]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="the long proofs too")
    parser.add_argument("--about", metavar="FUNCTION", help="only the proofs that are about this function")
    parser.add_argument("--geometry", metavar="RADIX.SLOTS", help="geometry of the proofs of the clock")
    parser.add_argument("--no-cover", dest="cover", action="store_false", help="do not check that each place can be reached")
    parser.add_argument("--first", action="store_true", help="stop at the first proof that fails")
    parser.add_argument("--jobs", type=int, default=2, help="proofs at a time; default: 2")
    parser.add_argument("--selftest", action="store_true", help="seed the bugs of `bugs`: a proof must find each")
    parser.add_argument("names", nargs="*", metavar="NAME")
    return parser.parse_args()


def tools():
    """CBMC, and the options that name its solver."""
    found = subprocess.run([str(ROOT / "ci" / "get-cbmc")], text=True, stdout=subprocess.PIPE, check=False)
    if found.returncode:
        sys.exit("proofs/cbmc/run: run ci/get-cbmc: there is no cbmc")
    if not shutil.which("cadical"):  # for proofs/cbmc/solver
        sys.exit("proofs/cbmc/run: run ci/install bmc: there is no cadical")
    return found.stdout.strip(), ["--external-sat-solver", "proofs/cbmc/solver"]


def rows_of(cbmc, solver, proofs, args):
    """Runs the proofs, and prints the line of each."""
    rows = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=args.jobs) as pool:
        # The longest first keeps all jobs busy; the quickest first finds a fault soonest.
        ordered = sorted(proofs, key=lambda proof: proof["limit"], reverse=not args.first)
        for row in pool.map(prove, [(cbmc, solver, proof, args.cover) for proof in ordered]):
            show(row)
            rows.append(row)
            if args.first and row["verdict"] != "holds":
                pool.shutdown(wait=False, cancel_futures=True)
                break
    return rows


def main():
    args = options()
    proofs = [] if args.selftest else chosen(args)
    cbmc, solver = tools()
    LOGS.mkdir(parents=True, exist_ok=True)
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    stop_on_signals()
    if args.selftest:
        code = selftest(cbmc, solver, args.names)
        exit_if_stopped()
        sys.exit(code)
    began, tree = time.monotonic(), tree_id()
    print(f"{'proof':30}{'geometry':>9}{'properties':>11}  {'verdict':8}{'reached':>8}{'':11}{'time':>5}", flush=True)
    rows = rows_of(cbmc, solver, proofs, args)
    exit_if_stopped()
    bad = sum(row["verdict"] != "holds" for row in rows)
    properties = sum(row["properties"] for row in rows)
    report = {"tree": tree, "proofs": rows, "properties": properties, "failed": bad, "seconds": round(time.monotonic() - began, 1),
              "versions": {"cbmc": version([cbmc, "--version"]), "cadical": version(["cadical", "--version"])}}
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\n{len(rows)} proofs, {properties} properties, {bad} failed, {report['seconds']:.0f} s")
    sys.exit(1 if bad or not rows else 0)


if __name__ == "__main__":
    main()
