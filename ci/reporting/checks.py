# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sections of the tests and of their coverage."""
import collections
import re

from ci.reporting.parts import bar, heading, join, lead, pill, plural, table


def tests(root):
    """Test programs by variant; and the checks."""
    cells, checks = collections.defaultdict(lambda: [0, 0, 0.0]), []
    for suite in root.iter("testsuite"):
        m = re.fullmatch(r"(valgrind )?(\w+)-[\d.]+/test_(\w+)", suite.get("name"))
        if not m:
            good = not int(suite.get("failures"))
            checks.append((suite.get("name"), suite.get("tests"), pill("pass" if good else "fail", good)))
            continue
        cell = cells[m[3], "valgrind" if m[1] else m[2]]
        for i, value in enumerate((int(suite.get("tests")), int(suite.get("failures")), float(suite.get("time")))):
            cell[i] += value
    variants = list(dict.fromkeys(variant for _, variant in cells))
    longest = max((cell[2] for cell in cells.values()), default=0) or 1

    def show(name, variant):
        n, failed, seconds = cells.get((name, variant), (0, 0, 0))
        return bar(seconds / longest, f"{n - failed} of {n}" if failed else n, f"{seconds:.1f} s", failed) if n else ""
    rows = [(name, *(show(name, v) for v in variants)) for name in sorted({name for name, _ in cells})]
    cases = sum(cell[0] for cell in cells.values())
    return join(lead(f"{plural(cases, 'test')} run, all geometries together; bars are times."),
                table(("program", *variants), rows, ("mono", *["bars"] * len(variants))),
                heading("Checks"), table(("file of checks", "cases", "verdict"), checks, ("mono", "n"), "narrow"))


def coverage(data):
    def share(done, all_):
        part = done / all_ if all_ else 1
        return bar(part, f"{done:,} of {all_:,}", f"{100 * part:.1f} %", done < all_)
    rows, sums = [], [0, 0, 0, 0]
    for file in data["files"]:
        lines = [line for line in file["lines"] if not line.get("gcovr/noncode")]
        branches = [b for line in lines for b in line["branches"]]
        counts = [sum(x["count"] > 0 for x in lines), len(lines), sum(x["count"] > 0 for x in branches), len(branches)]
        sums = [a + b for a, b in zip(sums, counts)]
        rows.append((file["file"], share(*counts[:2]), share(*counts[2:])))
    rows.append(("all", share(*sums[:2]), share(*sums[2:])))
    return table(("file", "lines", "branches"), rows, ("mono", "bars wide", "bars wide"))


def passed(root):
    """Of a tile: how many, of how many."""
    suites = [(int(s.get("tests")), int(s.get("failures"))) for s in root.iter("testsuite")]
    return sum(n - failed for n, failed in suites), sum(n for n, _ in suites)


def covered(data):
    counts = [line["count"] for file in data["files"] for line in file["lines"] if not line.get("gcovr/noncode")]
    return sum(count > 0 for count in counts), len(counts)
