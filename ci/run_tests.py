# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs cmocka programs and the checks in pytest files, one more at a time than there are processors, counts, and writes a JUnit report.

The name of a program is its path, build/VARIANT-RADIX.SLOTS/test_NAME. A program or a file counts as failed if it crashes, runs out
of time, or runs no test. The last line is "N passed, N failed".
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree
from xml.sax.saxutils import escape, quoteattr

from ci import identity

VALGRIND = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=all"]
TIMEOUT = 600  # seconds a program; a file has three times as many, and each command in it a limit of its own
CHECKS = "build/reports/checks"
TAP = re.compile(r"^(ok|not ok) \d+ ?-? ?(.*)$", re.MULTILINE)
PLAN = re.compile(r"^1\.\.(\d+)$", re.MULTILINE)


def run(command, scale=None, timeout=TIMEOUT):
    """Returns exit code, output, seconds. A scale set by the user wins."""
    env = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP")
    if scale:
        env.setdefault("TW_TEST_SCALE", str(scale))
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=env, timeout=timeout, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        code, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        code, output = -1, (late.stdout or b"") + b"\nout of time\n"
    return code, output.decode(errors="replace"), time.monotonic() - start


def judge(code, output):
    """The cases of a cmocka program's TAP output, as (name, passed)."""
    cases = [(name, verdict == "ok") for verdict, name in TAP.findall(output)
             if not name.startswith("# SKIP")]
    planned = sum(int(n) for n in PLAN.findall(output))
    ran = len(TAP.findall(output))
    if not cases or ran != planned:
        cases.append((f"all tests run ({ran} of {planned})", False))
    if code != 0 and all(passed for _, passed in cases):
        cases.append((f"exit code 0 (was {code})", False))
    return cases


def checks(name):
    """Runs a pytest file. Returns its cases, without those that were not tried; output; seconds."""
    report = f"{CHECKS}/{os.path.basename(name)}.xml"
    if os.path.exists(report):
        os.remove(report)
    code, output, seconds = run(["pytest", f"--junitxml={report}", name], timeout=3 * TIMEOUT)
    found = xml.etree.ElementTree.parse(report).iter("testcase") if os.path.exists(report) else []
    cases = [(case.get("name"), not len(case)) for case in found if case.find("skipped") is None]
    if not cases or code != 0 and all(passed for _, passed in cases):
        cases.append((f"a test runs, and exit code 0 (was {code})", False))
    return cases, output, seconds


def suite(task):
    """Runs a task. Returns suite name, seconds, cases, output."""
    kind, name, scale = task
    if kind == "check":
        cases, output, seconds = checks(name)
    else:
        code, output, seconds = run([*VALGRIND, name] if kind == "valgrind" else [name], scale)
        cases = judge(code, output)
    return f"{kind} {name}".removeprefix("check ").removeprefix("test ").replace("build/", ""), seconds, cases, output


def suites(args):
    """Runs tasks on all processors, and one more, as some wait; yields their results in order."""
    tasks = [("check", name, None) for name in args.checks]
    tasks += [("test", name, args.scale) for name in args.programs]
    tasks += [("test", name, args.sanitized_scale) for name in args.sanitized]
    tasks += [("valgrind", name, args.valgrind_scale) for name in args.valgrind]
    with concurrent.futures.ThreadPoolExecutor(max_workers=(os.cpu_count() or 1) + 1) as pool:
        yield from pool.map(suite, tasks)


def junit(path, results, tree):
    """Writes a JUnit report, which says of which tree it is."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as report:
        print('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tree=' + quoteattr(json.dumps(tree)) + ">", file=report)
        for name, seconds, cases, output in results:
            failures = sum(not passed for _, passed in cases)
            print(f'<testsuite name={quoteattr(name)} tests="{len(cases)}" '
                  f'failures="{failures}" time="{seconds:.3f}">', file=report)
            for case, passed in cases:
                print(f'<testcase classname={quoteattr(name)} name={quoteattr(case)}>'
                      f'{"" if passed else "<failure/>"}</testcase>', file=report)
            if failures:
                text = re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd]", "?", output)
                print(f"<system-out>{escape(text)}</system-out>", file=report)
            print("</testsuite>", file=report)
        print("</testsuites>", file=report)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", help="cmocka programs")
    parser.add_argument("--sanitized", nargs="*", default=[], help="cmocka programs built with sanitizers")
    parser.add_argument("--valgrind", nargs="*", default=[], help="cmocka programs under valgrind")
    parser.add_argument("--checks", nargs="*", default=[], help="pytest files")
    parser.add_argument("--scale", type=int, help="TW_TEST_SCALE")
    parser.add_argument("--sanitized-scale", type=int, help="TW_TEST_SCALE of those with sanitizers")
    parser.add_argument("--valgrind-scale", type=int, help="TW_TEST_SCALE under valgrind")
    parser.add_argument("--report", required=True, help="JUnit report to write")
    args = parser.parse_args()
    if args.checks and not shutil.which("pytest"):
        sys.exit("ci/run-tests: there is no pytest: run ci/install check as root")

    results, tree = [], identity.judged()
    for name, seconds, cases, output in suites(args):
        failures = [case for case, passed in cases if not passed]
        print(f"{'FAILED' if failures else 'ok':6} {name}: "
              f"{len(cases) - len(failures)} of {len(cases)}, {seconds:.1f} s", flush=True)
        if name in args.checks and not failures:
            print("".join(f"       {line}\n" for line in output.splitlines() if line.startswith("SKIPPED")), end="", flush=True)
        if failures:
            print("       failed: " + ", ".join(failures))
            print("\n".join("       | " + line for line in output.splitlines()[-200:]), flush=True)
        results.append((name, seconds, cases, output))
    junit(args.report, results, tree)

    verdicts = [passed for _, _, cases, _ in results for _, passed in cases]
    if not args.programs:
        print("FAILED no test programs")
        verdicts.append(False)
    print(f"{verdicts.count(True)} passed, {verdicts.count(False)} failed")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
