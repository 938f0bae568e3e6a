# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Flips each bit of the memory of running wheels, one at a time, and counts what audit detects: tests/corruption does it.

  tests/corruption/run [--quick] [--update]

Compares the counts with docs/corruption.md, and the coverage in docs/safety-manual.md with them; --update writes both. Fails also if audit misses a harmful flip where it must
find all, and if a seeded bug in audit (tests/corruption/bugs) changes nothing. --quick: two geometries, of the larger one every
so many flips, and the first seeded bug. Writes build/reports/corruption.json."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

from tests.targets import machines
from tools import planted

WHEELS = {"hier": "hierarchical", "hashed": "hashed"}
QUICK = {"256.4096": 97, "4.64": 1}  # geometries of --quick: every so many flips
FOLDER = machines.ROOT / "tests" / "corruption"
BUILD = machines.ROOT / "build" / "corruption"
PAGE = machines.ROOT / "docs" / "corruption.md"
MANUAL = machines.ROOT / "docs" / "safety-manual.md"
REPORT = machines.ROOT / "build" / "reports" / "corruption.json"
SECONDS = 3600  # one program
# Nothing harmful may be missed there.
STRICT = re.compile(r"links of (heads|timers)|`(occupied|opening)`|deadlines.*: bits of the slot")
# Nor by the comparisons of the caller, but here: the cursor decides when TW_BUSY comes.
BEYOND_CALLER = "`cursor`"
# Audit trusts these. A seeded bug must show elsewhere.
TRUSTED = ("`links`, the pointer", "`deadlines`, the pointer", "`capacity`")
# The memory that grows with the number of timers.
TIMERS = re.compile(r"links of timers|deadlines(, level \d)?: .*")
Row = collections.namedtuple("Row", "flips detected crashed missed left harmless harmful")
HEADS = "flips | detected | crashed | missed | left | no effect | harmful"


def build(geometry, source, name):
    """Compiles the program with the wheels of a folder. Returns its path."""
    compiler = shlex.split(os.environ.get("GCC") or "gcc")
    image = BUILD / f"{name}-{geometry}"
    image.parent.mkdir(parents=True, exist_ok=True)
    machines.output_of([*compiler, "-std=c11", "-O2", *machines.defines(geometry), f"-I{source}", "-Ispec", "-Itests",
                        *sorted(map(str, FOLDER.glob("*.c"))), "tests/calls.c", "tests/random.c", "spec/oracle.c",
                        *sorted(map(str, source.glob("*.c"))), "-o", str(image)])
    return image


def rows_of(image, wheel, geometry, step=1):
    """Runs the program: (wheel, geometry, memory) -> Row."""
    command = [str(image), wheel, str(step)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        raise RuntimeError(f"{shlex.join(command)} has not ended after {SECONDS} s") from late
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}".rstrip())
    cells = [line.split(" ", len(Row._fields)) for line in done.stdout.splitlines()]
    return {(wheel, geometry, cell[-1]): Row(*map(int, cell[:-1])) for cell in cells}


def measure(quick):
    """All wheels at all geometries: the rows, and the keys of those rows that count every flip."""
    steps = QUICK if quick else dict.fromkeys(machines.ALL.split(), 1)
    jobs = [(wheel, geometry) for geometry in steps for wheel in WHEELS if (wheel, geometry) != ("hier", "4.4")]
    rows, complete = {}, set()
    with concurrent.futures.ThreadPoolExecutor(machines.cores()) as pool:
        images = dict(zip(steps, pool.map(lambda geometry: build(geometry, machines.ROOT / "src", "flip"), steps)))
        for found in pool.map(lambda job: rows_of(images[job[1]], *job, steps[job[1]]), jobs):
            rows |= found
            complete.update(key for key in found if steps[key[1]] == 1)
    return rows, complete


def faults_of(rows, complete, recorded):
    """What is worse than it must be, or than the page says: one fault a row."""
    for key in recorded.keys() - rows.keys() if complete else ():
        if key[:2] in {found[:2] for found in complete}:
            yield f"{' '.join(key)}: docs/corruption.md has the row, and nothing was measured"
    for key, row in rows.items():
        name = " ".join(key)
        if STRICT.fullmatch(key[2]) and row.missed + row.crashed:
            yield f"{name}: audit misses {row.missed} harmful flips and crashes at {row.crashed}; it must detect all"
        elif key[2] != BEYOND_CALLER and row.left:
            yield f"{name}: the comparisons of the caller miss {row.left} flips; they must find all"
        elif key not in recorded:
            yield f"{name}: docs/corruption.md has no such row"
        elif row.missed > (old := recorded[key]).missed or row.crashed > old.crashed:
            yield (f"{name}: audit misses {row.missed} harmful flips and crashes at {row.crashed}; "
                   f"docs/corruption.md has {old.missed} and {old.crashed}")
        elif key in complete and row != recorded[key]:
            yield f"{name}: measured {tuple(row)}; docs/corruption.md has {tuple(recorded[key])}"


def faults_of_bugs(recorded, quick):
    """Each seeded bug must give a fault."""
    for bug in planted.table_of(FOLDER / "bugs")[:1 if quick else None]:
        wheel, geometry = bug["where"].split("-")
        source = BUILD / "bugs" / bug["name"]
        if not planted.plant(bug, source):
            yield f"seeded bug {bug['name']}: what it changes is not exactly once in src/"
            continue
        rows = rows_of(build(geometry, source, bug["name"]), wheel, geometry)
        found = list(faults_of({key: row for key, row in rows.items() if key[2] not in TRUSTED}, set(), recorded))
        print(f"seeded bug {bug['name']}: {found[0] if found else 'not found'}")
        if not found:
            yield f"seeded bug {bug['name']}: the counts do not show it"


def line_of(cells, row):
    return "| " + " | ".join([*cells, *(f"{count:,}" for count in row)]) + " |"


def sums(rows):
    """A table for each wheel: all geometries together."""
    for wheel, title in WHEELS.items():
        yield from ("", f"### The {title} wheel", "", f"| memory | {HEADS} |", "|---|" + "---:|" * len(Row._fields))
        for memory in dict.fromkeys(key[2] for key in rows if key[0] == wheel):
            mine = [row for key, row in rows.items() if (key[0], key[2]) == (wheel, memory)]
            yield line_of([memory], map(sum, zip(*mine)))
    yield ""


def single(rows):
    """A table of all rows."""
    yield from ("", f"| wheel | geometry | memory | {HEADS} |", "|---|---|---|" + "---:|" * len(Row._fields))
    yield from (line_of(key, row) for key, row in rows.items())
    yield ""


def coverage(rows):
    """The share of harmful flips that audit detects, without the members that it trusts."""
    yield from ("", "| wheel | memory | harmful | missed by `audit` | coverage | left |", "|---|---|" + "---:|" * 4)
    for wheel, title in WHEELS.items():
        for name, memory in (("all", re.compile(".*")), ("links and deadlines of active timers", TIMERS)):
            mine = Row(*map(sum, zip(*(row for key, row in rows.items()
                                       if key[0] == wheel and key[2] not in TRUSTED and memory.fullmatch(key[2])))))
            yield (f"| {title} | {name} | {mine.harmful:,} | {mine.missed:,} | "
                   f"{100 * (1 - mine.missed / mine.harmful):.1f} % | {mine.left:,} |")
    yield ""


def written(page, **blocks):
    """The page with these lines in its blocks."""
    for name, lines in blocks.items():
        text = "\n".join([f"<!-- {name} -->", *lines, f"<!-- /{name} -->"])
        page, count = re.subn(rf"<!-- {name} -->.*<!-- /{name} -->", lambda _, text=text: text, page, flags=re.DOTALL)
        if count != 1:
            raise RuntimeError(f"docs/ needs one block between <!-- {name} --> and <!-- /{name} -->")
    return page


def rows_on(page):
    """The rows on the page."""
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in page.splitlines() if line.startswith("| h")]
    return {tuple(cell[:3]): Row(*(int(count.replace(",", "")) for count in cell[3:])) for cell in cells if len(cell) == 3 + len(Row._fields)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a sample")
    parser.add_argument("--update", action="store_true", help="write the tables of docs/corruption.md and docs/safety-manual.md")
    args = parser.parse_args()
    if args.quick and args.update:
        parser.error("--update counts all flips: leave --quick out")
    try:
        rows, complete = measure(args.quick)
        page, manual = PAGE.read_text(encoding="utf-8"), MANUAL.read_text(encoding="utf-8")
        text = page if args.quick else written(page, flips=sums(rows), geometries=single(rows))
        told = written(manual, coverage=coverage(rows_on(text)))
        if args.update:
            PAGE.write_text(text, encoding="utf-8")
            MANUAL.write_text(told, encoding="utf-8")
            page, manual = text, told
        faults = [*faults_of(rows, complete, rows_on(page)), *faults_of_bugs(rows_on(page), args.quick)]
    except (OSError, RuntimeError) as error:
        print(f"FAILED {error}")
        return 1
    if not faults and text != page:
        faults.append("docs/corruption.md has other tables: run make update WHAT=corruption")
    if not faults and told != manual:
        faults.append("docs/safety-manual.md has another coverage than docs/corruption.md: run make update WHAT=corruption")
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps([{"wheel": key[0], "geometry": key[1], "memory": key[2], "complete": key in complete, **row._asdict()}
                                  for key, row in rows.items()], indent=1) + "\n", encoding="utf-8")
    for line in [*(f"FAILED {fault}" for fault in faults), *([] if args.quick else sums(rows))]:
        print(line)
    total = Row(*map(sum, zip(*rows.values())))
    print(f"{total.flips:,} flips: {total.detected:,} detected, {total.crashed:,} crashed, {total.missed:,} missed, "
          f"{total.harmless:,} without effect; {len(faults)} failed")
    return 1 if faults or not total.flips else 0


if __name__ == "__main__":
    sys.exit(main())
