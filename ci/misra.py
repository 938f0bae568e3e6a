# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compares the findings of cppcheck's MISRA addon in src/ and examples/tw_ticks.h, at each geometry, with the record in docs/misra.md.

  ci/misra [--update]

Fails on a finding without a deviation in the record, at a place that is not in the record, or on a count that differs from
the record. The places and counts are those of one release of cppcheck: another one finds other places, and only the deviations are
compared. --update writes the places, never the deviations."""
import collections
import pathlib
import re
import subprocess
import sys

from tools.geometry import GEOMETRIES, defines
from tools.flags import flags

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "misra.md"
RECORDED = "Cppcheck 2.10"  # of Debian 12
# What cppcheck reads at a time, and the files whose findings count: macros that the header for callers leaves to others are used.
RUNS = ((["src/tw_hier.c", "src/tw_hashed.c"], "src/"), (["--language=c", "examples/tw_ticks.h"], "examples/"))
FINDING = re.compile(r"^(\w+/[^:]+):(\d+):(\d+): .*\[misra-c2012-([\d.]+)\]", re.MULTILINE)
DEVIATION = re.compile(r"^\| (D\d+) \| ([\d.]+) \|", re.MULTILINE)
PLACES = re.compile(r"(<!-- places -->\n).*(<!-- /places -->\n)", re.DOTALL)
PLACE = re.compile(r"^\| (D\d+) \| ([\d.]+) \| `([^`]+)` \| ([^|]*?) \| (\d+) \|$", re.MULTILINE)


def findings():
    """Places with a finding: rule, file, line, column; of all geometries together."""
    found = set()
    for geometry in GEOMETRIES:
        platform = "unspecified" if geometry.startswith("256.") else "native"  # as in ci/lint
        for sources, folder in RUNS:
            done = subprocess.run(["cppcheck", "--quiet", f"--platform={platform}", "--std=c11", "--enable=style", "--addon=misra",
                                   "--template={file}:{line}:{column}: ({severity}) {message} [{id}]",
                                   *defines(geometry), "-Isrc", *sources],
                                  cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode or "misra-c2012" not in done.stderr:
                sys.exit(f"ci/misra: repair this run of cppcheck at {geometry}, which printed no report:\n{done.stderr[-2000:]}")
            found |= {(rule, file, int(line), int(column)) for file, line, column, rule in FINDING.findall(done.stderr)
                      if file.startswith(folder)}
    return found


def function_at(file, number):
    """The function that a line is in; nothing if it is in none."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    for i in range(number - 1, -1, -1):
        if lines[i].startswith("}") and i < number - 1:
            return "-"
        if m := re.match(r"(?![/#*])\w[\w \*]*\b(tw_\w+)\(", lines[i]):
            return f"`{m[1]}`"
    return "-"


def main():
    update = flags(__doc__, "--update")
    page = PAGE.read_text(encoding="utf-8")
    deviations = {rule: number for number, rule in DEVIATION.findall(page.partition("<!-- places -->")[0])}
    counted = collections.Counter((rule, file, function_at(file, line)) for rule, file, line, _ in findings())
    faults = [f"{file}: {function}: rule {rule}: no deviation" for rule, file, function in sorted(counted) if rule not in deviations]
    def order(place):
        return int(deviations.get(place[0], "D0")[1:]), place
    mine = subprocess.run(["cppcheck", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if mine != RECORDED:
        print(*(f"FAILED {fault}" for fault in faults), f"{sum(counted.values())} findings, {len(faults)} without a deviation; "
              f"places not compared: they are those of {RECORDED}, and this is {mine}", sep="\n")
        return 1 if faults or not counted else 0
    if update:
        rows = [f"| {deviations[place[0]]} | {place[0]} | `{place[1]}` | {place[2]} | {counted[place]} |"
                for place in sorted(counted, key=order) if place[0] in deviations]
        page = PLACES.sub(lambda m: m[1] + "\n".join(["| deviation | rule | file | function | findings |", "|---|---|---|---|---:|",
                                                      *rows, ""]) + m[2], page)
        PAGE.write_text(page, encoding="utf-8")
    said = {(rule, file, function): int(n) for _, rule, file, function, n in PLACE.findall(PLACES.search(page)[0])}
    for place in sorted(counted.keys() | said.keys()):
        if counted[place] != said.get(place, 0):
            faults.append(f"{place[1]}: {place[2]}: rule {place[0]}: {counted[place]} findings, docs/misra.md has {said.get(place, 0)}")
    unused = sorted(set(deviations) - {rule for rule, *_ in counted})
    faults += [f"docs/misra.md: {deviations[rule]}: rule {rule}: nothing deviates from it any more" for rule in unused]
    print(*(f"FAILED {fault}" for fault in faults), sep="\n")
    print(f"{sum(counted.values())} findings, {len(deviations)} deviations, {len(faults)} not as recorded")
    return 1 if faults or not counted else 0


if __name__ == "__main__":
    sys.exit(main())
