# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes verdict, ratios and instructions into the pages of the project, as Markdown."""
import math
import re
import sys

from ci import identity
from ci.reporting.bench import COUNTED, SHOWN, counts, counts_text, measured_beside, ratios
from ci.reporting.reports import BROKEN, ROOT, load
from ci.reporting.verdict import summary


def markdown(rows, below):
    """A table, and a sentence below it."""
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|---" * len(rows[0]) + "|", *rest, "", below])


def of_speed(data, shown=None):
    return markdown(ratios(data, shown), measured_beside(data, bool(shown)))


def of_instructions(data, shown=None):
    return markdown(counts(data, shown, ("wheel", "floor", "peer")), f"{counts_text(data)} {data['compiler']}; {data['date'][:10]}.")


def write(place, name, block):
    """Writes a block into a page, between its marks. Returns whether they are there."""
    path = ROOT / place
    text, count = re.subn(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", lambda _: block + "\n",
                          path.read_text(encoding="utf-8"), flags=re.DOTALL)
    if count != 1:
        print(f"{place}: no block between <!-- {name} --> and <!-- /{name} -->", file=sys.stderr)
        return False
    path.write_text(text, encoding="utf-8")
    return True


def write_minutes(data):
    """Writes into README.md how long make check and make verify took, rounded up. Returns whether it tells of both."""
    path = ROOT / "README.md"
    text, told = path.read_text(encoding="utf-8"), 0
    for command, seconds in (("check", sum(row["seconds"] for row in data["rows"] if row["name"] == "check")),
                             ("verify", sum(row["seconds"] for row in data["rows"]))):
        text, count = re.subn(rf"^(\| `make {command}`[^|]*\| )\d+(?= \|)", rf"\g<1>{math.ceil(round(seconds) / 60)}", text, flags=re.MULTILINE)
        told += count
    path.write_text(text, encoding="utf-8")
    return told == 2


def blocks_of(data, measured):
    """The blocks of the reports that are there: page, name, text."""
    yield from [("docs/evidence.md", "figures", summary(data))] if data else []
    for found, name, block, shown in ((measured.get("rows") and measured, "speed", of_speed, SHOWN),
                                      (measured.get("instructions"), "instructions", of_instructions, COUNTED)):
        yield from [("README.md", name, block(found, shown)), ("tests/bench/README.md", name, block(found))] if found else []


def write_all(data):
    """Writes the blocks. Returns an exit code."""
    measured = load("bench.json")
    try:
        blocks = list(blocks_of(data, measured if isinstance(measured, dict) else {}))
    except BROKEN as fault:
        print(f"Not written: build/reports/bench.json is not as expected ({type(fault).__name__}: {fault}).")
        return 1
    if not blocks:
        print(identity.sentence("verdict.json") or "Not run: neither build/reports/verdict.json nor bench.json is there. Run make verify or make bench first.")
        return 1
    return 0 if all([*(write(*block) for block in blocks), not data or write_minutes(data)]) else 1
