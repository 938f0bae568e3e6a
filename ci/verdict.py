# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Usage: ci/verdict [ROW...]    Runs all rows of the evidence, or the named rows, and prints one table.

ci/verdict --gather makes one verdict of rows that ran one by one, from build/reports/rows, and the page of it.
ci/verdict --total prints the sum of the last verdict, "N passed, N failed". A row that counts cases adds its cases; every
other row adds one. A failed row counts as failed. So does a verdict of another tree: ci/identity.py.
"""
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import time

from ci import identity

COUNT = r"^(\d+) passed, (\d+) failed$"
COVERED = r"^lines: (\S+) .*\n(?:functions: .*\n)?branches: (\S+) "

# A row: name, which is that of its command of make; what it is evidence of; the command; where its figure is in the output: the last match.
ROWS = [
    ("check", "tests, sanitizers, valgrind", "make -j2 check", COUNT),
    ("coverage", "lines and branches tested", "make -j2 coverage", COVERED),
    ("lint", "warnings, static analysis", "make lint", r"^(\d+ checks, 0 failed)$"),
    ("prove", "T1 .. T10, any size; hashed T9 and clients nightly", "make prove OBLIGATIONS=1 GEOMETRY=256.4096", r"^((\d+) goals, \2 proved, 0 unproved at .*)$"),
    ("bmc", "the same, all small wheels", "make bmc", r"^([1-9]\d* proofs, \d+ properties, 0 failed, .*)$"),
    ("fuzz", "compiled code against the sorted list", "make fuzz", r"^([1-9][\d,]* inputs, .* 0 failures, .*)$"),
    ("mutants", "mutation testing of the checks", "make mutants QUICK=1", r"^([1-9]\d* mutants: .*; 0 survivors.*)$"),
    ("impostors", "deliberately wrong wheels", "make impostors QUICK=1", r"^(([1-9]\d*) impostors, \2 refused, 0 pass.*)$"),
    ("web", "the page in a browser", "make web", r"^([1-9]\d* stories, .* 0 faults.*)$"),
    ("trace", "requirements to evidence", "make trace STRICT=1", r"^([1-9]\d* requirements, .*: no orphan)$"),
]
# What a row runs afterwards, and takes no figure from: cvc5 proves one file in twenty again, with the steps that minutes allow.
AFTER = {"prove": ("make recheck SAMPLE=20 STEPS=1200000 LEAST=90",)}
# What a row tries first: one function of a copy of src/; the site and its links.
FIRST = {**{name: ("ci/install copy", f"pytest --job {name} tests/checks/test_copy.py") for name in ("prove", "bmc")}, "web": ("make site",)}
LABELS = {COUNT: "{} passed, {} failed", COVERED: "{} lines, {} branches"}
# What a row gets of the environment: a variable such as SRC or FUNCTION would have it judge something else.
GIVEN = re.compile("PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TZ|LANG|LC_.*|XDG_.*|.*_proxy|.*_PROXY|PROVE_IN|ROOT_CACHE|CC|GCC|CLANG|DEBIAN_FRONTEND|SSL_CERT_.*|PYTHONUNBUFFERED|"
                   "PYTHONDONTWRITEBYTECODE")
REPORT = "build/reports/verdict.json"
ROW_FILE = "build/reports/rows/{}.json"


def run(command):
    """Shows the command's output as it comes; returns exit code, output, seconds."""
    print(f"==> {command}", flush=True)
    start = time.monotonic()
    lines = []
    given = {name: text for name, text in os.environ.items() if GIVEN.fullmatch(name)}
    with subprocess.Popen(command.split(), stdin=subprocess.DEVNULL, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines), time.monotonic() - start


def row_of(name, what, command, pattern):
    """Runs a row and returns its result."""
    code, output, seconds = 0, "", 0
    for step in (*FIRST.get(name, ()), command, *AFTER.get(name, ())):
        if not code:
            code, said, more = run(step)
            output = said if step == command else output
            seconds += more
    found = re.findall(pattern, output, re.MULTILINE)
    best = found[-1] if found else ()
    groups = (best,) if isinstance(best, str) else best
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip() and not line.startswith("make")), "nothing was said")
    figure = LABELS.get(pattern, "{}").format(*groups) if found else f"no figure: {last}"
    passed, failed = (int(n) for n in groups) if found and pattern == COUNT else (int(code == 0), 0)
    ok = code == 0 and failed == 0 and bool(found)
    return {"name": name, "what": what, "command": command, "figure": figure,
            "seconds": round(seconds, 1), "verdict": "pass" if ok else "FAIL",
            "passed": passed, "failed": failed if ok or failed else 1}


def text_of(command):
    """A command's output, or nothing if it cannot be had."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def versions():
    """The installed packages of ci/packages."""
    with open("ci/packages", encoding="utf-8") as file:
        names = [line.split()[0].partition("/")[0] for line in file if line.strip() and line[0] != "#"]
    output = text_of(["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *names])
    return dict(line.split() for line in output.splitlines() if len(line.split()) == 2)


def table(rows):
    """The verdict, a line a row."""
    cells = [("evidence", "of", "figure", "time", "verdict")]
    for row in rows:
        minutes, seconds = divmod(round(row["seconds"]), 60)
        cells.append((row["command"], row["what"], row["figure"], f"{minutes}:{seconds:02}", row["verdict"]))
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in cells]
    rule = "-" * sum(widths, 2 * (len(widths) - 1))
    return "\n".join([lines[0], rule, *lines[1:]])


def load(path, otherwise):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return otherwise


def save(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2)
        file.write("\n")


def times():
    """When each report was written."""
    return {path.name: path.stat().st_mtime_ns for path in identity.REPORTS.glob("*.*")}


def run_rows(names, tree):
    """Runs these rows, or all; of an earlier run of all, nothing stays."""
    if not names:
        shutil.rmtree(os.path.dirname(REPORT), ignore_errors=True)
    for row in ROWS:
        if not names or row[0] in names:
            before = times()
            result = {**row_of(*row), "tree": identity.sum_of_tree(tree)}
            result["reports"] = {name: found for name, found in identity.digests().items() if times().get(name) != before.get(name)}
            if other := identity.differences(tree):
                result |= {"figure": f"the tree changed: {other}", "verdict": "FAIL", "failed": max(1, result["failed"])}
            save(ROW_FILE.format(row[0]), result)
            yield result


def gathered(tree):
    """The rows that were run one by one, on this tree."""
    for name, what, command, _ in ROWS:
        row = load(ROW_FILE.format(name), None)
        if row and row.get("tree") == identity.sum_of_tree(tree):
            yield row
        else:
            yield {"name": name, "what": what, "command": command, "figure": "not of this tree" if row else "not run", "seconds": 0,
                   "verdict": "FAIL", "passed": 0, "failed": 1}


def main(names):
    if names == ["--total"]:
        other = identity.other_tree(os.path.basename(REPORT))
        print(other, end="\n" if other else "", file=sys.stderr)
        report = load(REPORT, {}) if not other else {}
        report = report or {"passed": 0, "failed": 1}
        print(f"{report['passed']} passed, {report['failed']} failed")
        return 0
    unknown = set(names) - {row[0] for row in ROWS} - {"--gather"}
    if unknown:
        print("ci/verdict: name rows of its table ROWS; it has no", *unknown, file=sys.stderr)
        return 2
    if re.match("[A-Za-z]*[nqt]", os.environ.get("MAKEFLAGS", "")):
        sys.exit("ci/verdict: leave -n, -q and -t out: a row that does not run has no verdict")
    tree = identity.judged()
    rows = list(gathered(tree) if names == ["--gather"] else run_rows(names, tree))
    report = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": text_of(["git", "-c", "safe.directory=*", "describe", "--always", "--dirty", "--abbrev=40"]).strip(),
        "tree": tree,
        "packages": versions(),
        "rows": rows,
        "reports": {name: found for row in rows for name, found in row.get("reports", {}).items()},
        "passed": sum(row["passed"] for row in rows),
        "failed": sum(row["failed"] for row in rows),
    }
    save(REPORT, report)
    written = subprocess.run(["ci/report"], check=False).returncode == 0 if not names or names == ["--gather"] else True
    print("\n" + table(rows), flush=True)
    return 0 if written and all(row["verdict"] == "pass" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
