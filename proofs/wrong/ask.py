# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Asks an engine whether it finds a deliberately wrong wheel."""
import re
import shutil
import time

from proofs.wrong import museum
from proofs.wrong.engines import programs, wp
from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, digest, files_of, texts
from proofs.wrong.engines.trees import tree_of

# Commands, and the line that says that they find the wheel. {0} is the first word of the wheel's line for the engine.
COMMANDS = {
    "gate": ("tools/prove --gate", "FAULT {1}:"),
    "trace": ("tools/trace", "ORPHAN .*{0}"),
    "vectors": ("spec/vectors/run --first --only {2} -- spec/vectors/wheel.py {0} {1}", "FAILED "),
    "report": ("spec/vectors/run --first -- spec/vectors/wheel.py {0} {1}", "  {2}: .*{said}"),
    "bmc": ("tools/bmc --no-cover --first --jobs 1 {0}", ".* [1-9][0-9]* +FAILED "),
    "fuzz": ("{oracle}/tools/fuzz mutant {tree}/src 10", ".*: found after"),
    "fuzz-host": ("tools/fuzz host 24", "FAILED, geometry"),
    "hunt": ("{root}/tools/fuzz selftest {name}", "1 wrong wheels, 0 survived"),
}
# Checks that ask what no test program does: work and stack of a call, and builds with no geometry.
BESIDE = ["tests/checks/test_bounds.py", "tests/checks/test_portable.py::test_default_geometry"]
READ = ["tools/prove", "tools/trace", "proofs/wrong/*.twv", "proofs/wrong/*.py", "proofs/wrong/engines/*.py",
        "tests/checks/test_bounds.py", "tests/checks/test_portable.py", "examples/tw_*.h"]
# A goal's clause, by which -wp-prop selects it; what has none goes by its kind.
CLAUSE = re.compile(r"(?:_ensures|_requires|_assert|_invariant|^lemma)_(?:rte_)?(\w+?)"
                    r"(?:_preserved|_established)?(?:_part\d+)?(?:_\d+)?$")
KIND = re.compile(r"_(variant|terminates|assigns|exits)(?:_|$)")


def prove(engine, tree, geometry, function, name):
    """The goal, if it is not proved; else the goals of the function that are not."""
    named = re.compile(re.escape(name) + r"(_exit|_normal)?(_part\d+|_\d+)?").fullmatch
    clause = CLAUSE.search(name)
    select = ["-wp-prop", clause[1] if clause else "@" + KIND.search(name)[1]]
    unit = engine.units[function][0]
    mine = wp.units.lemmas_of(unit) if name.startswith("lemma") else function
    known = [] if engine.full else engine.open_of(unit, geometry, mine)
    how = wp.FULL if engine.full or any(map(named, known)) else wp.SOON
    if found := list(filter(named, engine.faults(tree, unit, geometry, mine, how, named, select))):
        return found[0], []
    others = engine.faults(tree, unit, geometry, function, wp.FULL if engine.full else wp.SOON, lambda _: False)
    return "", [f"unproved instead: {other}" for other in others if other not in known]


def test(tree):
    """The test programs, then those checks of `make check` that build and run src/ otherwise."""
    if by := programs.Tests().kill(tree, None):
        return by
    code, lines = run(["pytest", "-x", "-rf", *BESIDE], tree, 600)
    failed = [line for line in lines if line.startswith("FAILED ")]
    return (failed or [f"pytest: exit code {code}"])[0] if code else ""


def history(name, tree):
    """The first wrong answer to the history of an exhibit."""
    item = museum.exhibit(name)
    call, answer = museum.difference(item, tree / "museum") or ("?", "nothing")
    said = f"call {call}: {answer}"
    return (said, []) if (call, answer) == item.wrong else ("", [f"the history sees {said}"])


def command(wheel, tree, text, finds, words):
    """The line of a command that says that it finds the wheel. A wrong sorted list needs fuzzers with that list."""
    oracle = tree if "spec/oracle.c" in wheel.files else ROOT
    parts = [part.format(*words, "", name=wheel.name, tree=tree, root=ROOT, oracle=oracle) for part in text.split()]
    code, lines = run([part for part in parts if part], tree, 3600)
    finds = finds.format(*map(re.escape, words), said=re.escape(" ".join(words[3:])))
    found = next(filter(re.compile(finds).match, lines), "")
    if code != 0 and not found:
        said = [line for line in lines if line.startswith(("FAULT", "FAILED", "ORPHAN"))] or lines[-1:] or ["no word"]
        raise RuntimeError(f"{parts[0]} fails for another reason, with exit code {code}: {said[0]}")
    return found


def look(name, wheel, tree, engine):
    """What an engine finds, and notes."""
    words = wheel.found.get(name, "").split()
    if name == "wp":
        return prove(engine, tree, *words)
    if name == "history":
        return history(wheel.name, tree)
    if name == "tests":
        return test(tree), []
    if name == "vectors" and not words:
        return programs.Vectors().kill(tree, wheel), []
    return command(wheel, tree, *COMMANDS[name], words), []


def ask(name, wheel, cache, soon):
    """What an engine says: what it finds, or nothing; seconds; notes."""
    engine = wp.Wp(cache, full=not soon) if name == "wp" else None
    read = [*(path for pattern in READ for path in ROOT.glob(pattern)),
            *files_of(("src", "spec", "tests", "fuzz", "proofs/wp", "proofs/cbmc"))]
    version = engine.version if engine else programs.Vectors.version if name == "vectors" else ""
    key = digest("wrong", name, version, wheel.found.get(name, ""), wheel.text, texts(read))
    if key not in cache:
        tree, began = tree_of(wheel), time.monotonic()
        try:
            by, notes = look(name, wheel, tree, engine)
        finally:
            shutil.rmtree(tree, ignore_errors=True)
        cache[key] = {"by": " ".join(by.split()), "seconds": round(time.monotonic() - began, 1), "notes": notes}
    return cache[key]
