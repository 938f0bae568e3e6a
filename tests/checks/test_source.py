# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is read off the source: one specification for three implementations, and the size of the functions of src/.

The clauses of theorems T1 .. T8 and T10, and the assumes of each behavior, have the same text in the contracts of
both wheels and of the sorted list. The sorted list has no T7 and no T10; only the hierarchical wheel has T7_levels
and T10_enough, only the hashed wheel T7_moved. The lines of a function are those of its body without comments,
annotations and blank lines."""
import re
import subprocess

import pytest

from proofs.wp import units
from proofs.wrong.engines.texts import code
from shared import ROOT, read
from tools.geometry import defines
from tools.sources import HEADERS, contracts

CLAUSE = re.compile(r"behavior (\w+):|assumes\s+([^;]*);|ensures\s+(T\d+_(?:\\(?:forall|exists)[^;]*;|[^;])*);")
MAX_FUNCTION_LINES = 24   # a function's body
MAX_LOOPS = 1             # a function
MARKER = re.compile(r'# (\d+) "([^"]+)"')
FUNCTION = re.compile(r"^(\w[^;{}#]*?(\w+)\([^;{}]*\))\s*^\{\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
INCLUDED = ["proofs/wp/client.h", "proofs/wp/equal.h", "spec/oracle.h",
            *(f"spec/{path.name}" for path in ROOT.glob("spec/*.acsl"))]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/*.[ch]"))


def clauses(wheel):
    """The set of (function, behavior, clause) of a header."""
    found = set()
    for function, contract in contracts(HEADERS[wheel]).items():
        behavior = ""
        for name, assumes, ensures in CLAUSE.findall(contract):
            behavior = name or behavior
            if text := " ".join((assumes or ensures).split()):
                found.add((function.removeprefix(f"tw_{wheel}_"), behavior, text))
    return found


@pytest.mark.parametrize("wheel", ["hashed", "oracle"])
def test_one_specification(wheel):
    lacks = {"hashed": ("T7_levels", "T10_enough"), "oracle": ("T7_", "T10_")}[wheel]
    want = {clause for clause in clauses("hier") if not clause[2].startswith(lacks)}
    found = {clause for clause in clauses(wheel) if wheel != "hashed" or not clause[2].startswith("T7_moved")}
    assert want
    assert sorted(found - want) == [], f"{HEADERS[wheel]} alone has them"
    assert sorted(want - found) == [], f"{HEADERS[wheel]} has none of them"


def test_functions_are_short_and_have_one_loop():
    functions = [found for path in FILES for found in FUNCTION.findall(code(read(path)))]
    assert functions
    for _, name, body in functions:
        assert body.count("\n") <= MAX_FUNCTION_LINES, f"{name} has too many lines"
        assert len(re.findall(r"\b(?:for|while)\b", body)) <= MAX_LOOPS, f"{name} has too many loops"


def starts(text, path):
    """Where annotations begin: (file, line). What the preprocessor wrote tells file and line."""
    line = 1
    for words in text.splitlines():
        if marker := MARKER.match(words):
            line, path = int(marker[1]), marker[2]
            continue
        if "/*@" in words:
            yield path, line
        line += 1


def read_by_prover(unit, geometry):
    """Where annotations begin in a file that is proved, and in all that it includes."""
    command = ["cpp", "-CC", "-D__FRAMAC__", *([] if geometry == "any" else defines(geometry)), "-Isrc", "-Ispec",
               "-Iexamples", unit]
    done = subprocess.run(command, text=True, capture_output=True, check=True, cwd=ROOT)
    return {((ROOT / path).resolve(), line) for path, line in starts(done.stdout, unit)}


def test_prover_reads_each_annotation():
    """No #if takes an annotation away from each unit and geometry."""
    seen, there = set(), set()
    for unit, geometries in units.UNITS:
        seen |= set().union(*(read_by_prover(unit, geometry) for geometry in geometries))
    for path in (*FILES, *dict(units.UNITS), *INCLUDED):
        there |= {((ROOT / path).resolve(), line) for path, line in starts(read(path), path)}
    assert there
    assert sorted(there - seen) == []
