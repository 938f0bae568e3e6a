# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the sources have: requirements, clauses of contracts, functions, predicates, tests, proofs, tables of pages."""
import pathlib
import re
import sys
import tomllib

from tools.calls import CALLS

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORTS = ROOT / "build" / "reports"
HEADERS = {"hier": "src/tw_hier.h", "hashed": "src/tw_hashed.h", "oracle": "spec/oracle.h"}

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
CONTRACT = re.compile(r"/\*@((?:(?!\*/).)*)\*/\s*[\w \*]*?\btw_[a-z]+_(\w+)\(", re.DOTALL)
CLAUSE = re.compile(r"\b(behavior) (\w+):|\b(ensures)\s+(?:(\w+):(?!:))?|\b(complete|disjoint) behaviors|"
                    r"\b(terminates|exits|assigns)\s")
FUNCTION = re.compile(r"^\w[^;{}#]*?\b(tw_\w+)\([^;{}]*^\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"\b(tw_\w+)\(")
PREDICATE = re.compile(r"predicate (\w+)[^=]*=(.*?);", re.DOTALL)
TEST = re.compile(r"^#.*|\b(?:cmocka_unit_test|[A-Z]+_TEST)\w*\((\w+)", re.MULTILINE)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def expand(word):
    """a{b,c}d -> abd, acd; {calls} and {queries} are those of tests/calls.h."""
    word = word.replace("{calls}", f"{{{','.join(CALLS)}}}").replace("{queries}", f"{{{','.join(list(CALLS)[list(CALLS).index('next'):])}}}")
    found = re.fullmatch(r"(.*?)\{([^{}]*)\}(.*)", word)
    return [word] if not found else [w for part in found[2].split(",") for w in expand(found[1] + part + found[3])]


def ids_of(text):
    """R-T9-1 .. R-T9-3 -> R-T9-1, R-T9-2, R-T9-3."""
    def numbers(match):
        return " ".join(f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1))
    return re.sub(r"(R-[A-Z]\w*-)(\d+) \.\. \1(\d+)", numbers, text).split()


def requirements():
    """The table, a dictionary a line."""
    sets, table = {}, []

    def words(text):
        return [w for word in text.split() if word != "-"
                for w in (sets.get(word[1:], [word]) if word[0] == "@" else expand(word))]
    for line in read("spec/requirements").splitlines():
        if line.startswith("set "):
            _, name, text = line.split(None, 2)
            sets[name] = words(text)
        elif line and not line.startswith("#"):
            columns = [column.strip() for column in line.split("|")]
            if len(columns) != 5:
                sys.exit(f"spec/requirements: give this line five columns: {line}")
            names = ("id", "text", "shows", "tests", "proofs")
            table.append(dict(zip(names, columns[:2] + [words(column) for column in columns[2:]])))
    return table


def contracts(orphans):
    """Clauses of the public contracts: (wheel, clause) -> (call, behavior, kind, label)."""
    found = {}
    for wheel, path in HEADERS.items():
        for contract, call in CONTRACT.findall(read(path)):
            behavior = ""
            for _, name, ensures, label, complete, other in CLAUSE.findall(contract):
                behavior = name or behavior
                kind = ensures or complete or other
                if ensures and not label:
                    orphans.append(f"{path}: {call}: an ensures without a label")
                elif kind:
                    at = "" if complete else behavior
                    found[wheel, "/".join(filter(None, (call, at, label or kind)))] = (call, at, kind, label)
    return found


def functions():
    """The functions of the product and the oracle: name -> code without comments."""
    paths = sorted(ROOT.glob("src/*.[ch]")) + [ROOT / "spec" / "oracle.c"]
    return {name: COMMENT.sub(" ", body) for path in paths
            for name, body in FUNCTION.findall(path.read_text(encoding="utf-8"))}


def called_by(known, names):
    """The functions that functions call, directly or through others."""
    found, todo = set(), list(names)
    while todo:
        for called in CALL.findall(known[todo.pop()]):
            if called in known and called not in found:
                found.add(called)
                todo.append(called)
    return found


def predicates():
    """What the invariant Wheel of each implementation consists of."""
    shared = dict(p for path in sorted(ROOT.glob("spec/*.acsl")) if path.stem not in HEADERS
                  for p in PREDICATE.findall(path.read_text(encoding="utf-8")))
    found = {}
    for wheel in HEADERS:
        defined = {**shared, **dict(PREDICATE.findall(read(f"spec/{wheel}.acsl")))}
        parts, todo = set(), ["Wheel"]
        while todo:
            parts.add(name := todo.pop())
            todo += [w for w in re.findall(r"\b[A-Z]\w+", defined[name]) if w in defined and w not in parts]
        found[wheel] = parts
    return found


def cells_of(path, letter):
    """The lines of a page's table whose id begins with a letter."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in read(path).splitlines()
            if re.match(rf"\| {letter}\d+ \|", line)]
    return [row + [""] * (5 - len(row)) for row in rows]


def tests():
    """All tests: theorems/T6_safe."""
    return {f"{path.stem[5:]}/{name}" for path in ROOT.glob("tests/test_*.c")
            for name in TEST.findall(path.read_text(encoding="utf-8")) if name}


def checks():
    """The tests of the checks, as pytest names them."""
    return {f"{path.relative_to(ROOT)}::{name}" for path in ROOT.glob("tests/checks/test_*.py")
            for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)}


def proofs():
    """The CBMC proofs."""
    return [line.split()[1] for line in read("proofs/cbmc/proofs").splitlines() if line.startswith(("quick ", "full "))]


def exhibits():
    """The exhibits of docs/museum.md that show a clause: name -> clause."""
    return {name: entry["clause"] for name, entry in tomllib.loads(read("tests/museum/exhibits.toml")).items() if "clause" in entry}
