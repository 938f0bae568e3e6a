# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests the checks with deliberately wrong wheels. An impostor is a patch of src/ that changes code and internal annotations. The
proof must refuse it, and the engines that its head names must find it.

  proofs/impostors/run [NAME...] [--quick] [--soon] [--engine NAME]... [--unseen] [--jobs N] [--fit] [--update | --folder FOLDER]

Prints a line for each impostor: the clause and goal that refuse it, and the engines that find it. Writes
build/reports/impostors.json; --update rewrites the table of README.md. --folder takes the patches of another folder, such as
tests/museum/patches, and writes build/reports/museum.json. Exits 0 only if the results for every impostor agree with its
head."""
import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

from proofs.mutants.cache import Cache, digest
from proofs.mutants.engines import tests, wp
from proofs.mutants.engines.command import BMC, CBMC, FUZZ, Command
from proofs.mutants.engines.process import run
from proofs.mutants.engines.texts import BUILD, ROOT, files_of, texts
from proofs.mutants.engines.trees import copy_of

HOME = pathlib.Path(__file__).resolve().parent
PAGE = HOME / "README.md"
SOUNDNESS = HOME.parent / "SOUNDNESS.md"
REPORTS = ROOT / "build" / "reports"
# A patch of the sorted list needs fuzzers with that list.
FUZZ_LIST = Command(FUZZ.name, FUZZ.label, FUZZ.needed, [["{tree}/fuzz/run", *FUZZ.commands[0][1:]]], FUZZ.limit, FUZZ.folders, FUZZ.words)
# The texts that say what an engine does with an impostor.
ASKING = [pathlib.Path(__file__), *sorted((HOME.parent / "mutants" / "engines").glob("*.py"))]
# What is refused in a few seconds, by clauses of several kinds.
QUICK = ["hier-remaining-tab", "hashed-remaining-half", "hier-restart-keeps-rank", "hashed-audit-cursor", "bitset-last-slot"]
KEYS = ["user", "wp", "tests", "cbmc", "fuzz"]
# Checks of the proof that find what no goal can: command, for function {0} at geometry {1}.
CHECKS = {"gate": ["proofs/wp/prove", "--gate"], "trace": ["tools/trace"]}
# Checks that ask what no test program does: work and stack of a call, and builds with no geometry.
BESIDE = ["tests/checks/test_bounds.py", "tests/checks/test_portable.py::test_default_geometry"]
# A goal's clause, by which -wp-prop selects it; what has none goes by its kind.
CLAUSE = re.compile(r"(?:_ensures|_requires|_assert|_invariant|^lemma)_(?:rte_)?(\w+?)(?:_preserved|_established)?(?:_part\d+)?(?:_\d+)?$")
KIND = re.compile(r"_(variant|terminates|assigns|exits)(?:_|$)")


@dataclasses.dataclass(frozen=True)
class Impostor:
    """A patch, and what its head says: wp is `GEOMETRY FUNCTION GOAL`, `GEOMETRY FUNCTION CHECK WORD`
    for one of CHECKS and a word of what it finds, `SOUNDNESS ID`, a hole that a row of SOUNDNESS.md names,
    or `PASSES`, one that none does."""
    name: str
    text: str
    head: dict

    operator = "impostor"
    id = property(lambda self: f"impostor-{self.name}")
    passes = property(lambda self: self.head["wp"].startswith("PASSES"))
    known = property(lambda self: self.head["wp"].removeprefix("SOUNDNESS ") if "SOUNDNESS" in self.head["wp"] else "")
    goal = property(lambda self: ["", "", ""] if self.passes or self.known else self.head["wp"].split(None, 3))
    function = property(lambda self: self.goal[1])

    @property
    def clause(self):
        """What refuses it, in a word."""
        found = CLAUSE.search(self.goal[2]) or KIND.search(self.goal[2])
        return found[1] if found and self.goal[2] not in CHECKS else " ".join(self.goal[2:])


def impostor_of(path):
    text = path.read_text(encoding="utf-8")
    head = dict(re.findall(rf"^({'|'.join(KEYS)}): +(.+)$", text.partition("\n---")[0], re.MULTILINE))
    if list(head) != KEYS or not (head["wp"].startswith(("PASSES", "SOUNDNESS ")) or len(head["wp"].split()) >= 3):
        sys.exit(f"{path}: its head is not {', '.join(KEYS)}")
    return Impostor(path.stem, text, head)


def ambiguous(text):
    """The hunks of a patch whose old lines are not exactly once in the file: they might land in another function."""
    file = ""
    for part in re.split(r"^(?=--- a/|--- /dev/null|@@ )", text, flags=re.MULTILINE):
        if found := re.match(r"--- a/(\S+)", part):
            file = "\n" + (ROOT / found[1]).read_text(encoding="utf-8")
        old = "\n".join(line[1:] for line in part.splitlines()[1:] if line[:1] in ("", " ", "-"))
        if part.startswith("@@") and not part.startswith("@@ -0,0 ") and file.count(f"\n{old}\n") != 1:
            yield part.splitlines()[0]


def unfit(text, tree, *options):
    """Why a patch does not apply as it is, in one place; nothing if it does."""
    found = [f"in one place: {hunk}" for hunk in ambiguous(text)]
    done = subprocess.run(["patch", "-p1", "-F0", "-s", "-f", "-r", "-", "--no-backup-if-mismatch", *options], cwd=tree, input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False) if not found else None
    return f"does not apply {found[0]}" if found else f"does not apply: {done.stdout.strip()}" if done.returncode else ""


def tree_of(impostor):
    """A copy with the impostor in it."""
    tree = copy_of(impostor.id)
    if why := unfit(impostor.text, tree):
        raise RuntimeError(why)
    return tree


class Tests(tests.Tests):
    """The test programs, then those checks of `make check` that build and run src/ otherwise."""

    def kill(self, tree, impostor):
        by = super().kill(tree, impostor)
        if by:
            return by
        code, lines = run(["pytest", "-x", "-rf", *BESIDE], tree, 600)
        failed = [line for line in lines if line.startswith("FAILED ")]
        return (failed or [f"pytest: exit code {code}"])[0] if code else ""


class Goal(wp.Wp):
    """Does the goal that the head names stay unproved? Others may, too."""

    def kill(self, tree, impostor):
        geometry, function, goal, *word = impostor.goal
        if goal in CHECKS:
            _, lines = run([text.format(function, geometry) for text in CHECKS[goal]], tree, 3600)
            if not any(re.match(r"\d+ (goals|requirements), |the gate is green", line) for line in lines):
                raise RuntimeError(f"{goal} does not end: {lines[-1] if lines else ''}")
            begin = (f"FAULT {word[0]}:",) if goal == "gate" else ("FAULT ", "ORPHAN ")
            return next((line for line in lines if line.startswith(begin) and word[0] in line), "")
        named = re.compile(re.escape(goal) + r"(_exit|_normal)?(_part\d+|_\d+)?")
        select = impostor.clause if CLAUSE.search(goal) else "@" + impostor.clause
        unit, mine = self.units[function][0], "" if goal.startswith("lemma") else function
        soon = not self.full and not any(map(named.fullmatch, self.open_of(unit, geometry, mine)))
        faults = self.faults(tree, unit, geometry, mine, wp.SOON if soon else wp.FULL, named.fullmatch, ["-wp-prop", select])
        return next(filter(named.fullmatch, faults), "")

    def others(self, tree, impostor):
        """The goals of the function that stay unproved, and are proved in src/ in as many steps."""
        geometry, function, goal, *_ = impostor.goal
        if goal in CHECKS:
            return []
        unit, how = self.units[function][0], wp.FULL if self.full else wp.SOON
        known = [] if self.full else self.open_of(unit, geometry, function)
        return [found for found in self.faults(tree, unit, geometry, function, how, lambda _: False) if found not in known]


def engine_of(name, impostor, cache, soon):
    if name == "wp":
        return Goal(cache, full=not soon)
    if name == "cbmc":
        proof = impostor.head["cbmc"]
        commands = {"unseen": CBMC.commands[1:], "unknown": CBMC.commands}.get(proof, [BMC + [proof]])
        return Command("cbmc", "CBMC", False, commands, 1800, CBMC.folders, proof)
    return Tests() if name == "tests" else FUZZ_LIST if "--- a/spec/" in impostor.text else FUZZ


def ask(name, impostor, cache, soon):
    """What an engine says: what it sees, or nothing."""
    engine = engine_of(name, impostor, cache, soon)
    key = digest("impostor", engine.name, engine.version, impostor.text,
                 texts([*ASKING, *(ROOT / check.partition("::")[0] for check in BESIDE)]),
                 texts(files_of(("src", "spec", "tests", "fuzz", "proofs/wp", "proofs/cbmc"))))
    if key not in cache:
        tree, began = tree_of(impostor), time.monotonic()
        try:
            by = engine.kill(tree, impostor)
            others = engine.others(tree, impostor) if name == "wp" and not by else []
        finally:
            shutil.rmtree(tree, ignore_errors=True)
        cache[key] = {"by": " ".join(by.split()), "seconds": round(time.monotonic() - began, 1), "others": others}
    return cache[key]


def judge(impostor, args, cache):
    """All that is asked about an impostor: a row, and what is wrong with it."""
    row, faults, notes = {"name": impostor.name, **impostor.head, "clause": impostor.clause, "found": {}}, [], []
    for name in ("wp", "tests", "cbmc", "fuzz"):
        unseen = impostor.head[name] == "unseen"
        if name not in args.engine or (unseen and not args.unseen) or (name == "wp" and not impostor.clause):
            continue
        try:
            row["found"][name] = ask(name, impostor, cache, args.soon)
        except RuntimeError as error:
            faults.append(str(error))
            continue
        if not row["found"][name]["by"] and impostor.head[name] not in ("unseen", "unknown"):
            faults.append(f"{name}: {'proved: ' if name == 'wp' else 'does not see it: '}{impostor.head[name]}")
            notes += [f"unproved instead: {goal}" for goal in row["found"][name].get("others", [])]
        elif row["found"][name]["by"] and unseen:
            notes.append(f"{name} sees it: {row['found'][name]['by']}")
    row["refused"] = bool(row["found"].get("wp", {}).get("by"))
    if impostor.known and f"\n| {impostor.known} |" not in SOUNDNESS.read_text(encoding="utf-8"):
        faults.append(f"{SOUNDNESS.name} has no {impostor.known}")
    return {**row, "known": impostor.known, "faults": faults + (["passes"] if impostor.passes else []), "notes": notes}


def cell(row, name):
    return row["found"][name]["by"] or "-" if name in row["found"] else row[name] if row[name] == "unseen" else "not asked"


def show(row):
    refusal = f"{row['clause']}: {cell(row, 'wp')}" if row["clause"] else f"known: {row['known']}" if row["known"] else "PASSES"
    print(f"{row['name']:28} {refusal}; " + "; ".join(f"{name} {cell(row, name)}" for name in KEYS[2:]))
    for fault in row["faults"]:
        print(f"    FAULT {fault}")
    for note in row["notes"]:
        print(f"    note: {note}")
    sys.stdout.flush()


def page_of(impostors):
    """README.md, with the table of these, in the order of clauses."""
    lines = ["| impostor | what a user sees | refused by | tests | CBMC | fuzz |", "|---|---|---|---|---|---|"]
    for i in sorted(impostors, key=lambda i: (not i.clause.startswith("T"), i.clause, i.name)):
        hole = f"nothing: [{i.known}](../SOUNDNESS.md)" if i.known else "**nothing**"
        refusal = f"{i.clause} of `{i.function}`" if i.clause else hole
        lines.append(f"| `{i.name}` | {i.head['user']} | {refusal} | {i.head['tests']} | {i.head['cbmc']} | {i.head['fuzz']} |")
    before, mark, after = PAGE.read_text(encoding="utf-8").partition("<!-- table -->\n")
    return before + mark + "\n".join(lines) + "\n" + after[after.index("<!-- /table -->"):]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="WP alone, on a fixed sample, as --soon")
    parser.add_argument("--soon", action="store_true", help=f"CVC4 alone, with {wp.SOON:,} steps a goal, where these prove the goal in src/")
    parser.add_argument("--engine", action="append", choices=KEYS[1:], help="default: all")
    parser.add_argument("--unseen", action="store_true", help="run also the engines that do not find it by its head")
    parser.add_argument("--fit", action="store_true", help="prove nothing: does each patch apply in one place, and is the table of README.md that of the patches?")
    parser.add_argument("--jobs", type=int, default=2, help="impostors at a time; default: 2")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--update", action="store_true", help="rewrite the table of README.md")
    which.add_argument("--folder", type=pathlib.Path, default=HOME, help="the patches of another folder")
    args = parser.parse_args()
    args.soon |= args.quick
    args.engine = ["wp"] if args.quick else args.engine or KEYS[1:]
    return args


def fit(names, known, folder):
    """Does each patch apply as it is, in one place, and is the table that of the patches? Returns an exit code."""
    faults = [f"{name}: {why}" for name in names if (why := unfit(known[name].text, ROOT, "--dry-run"))]
    faults += [f"{name}: its head names no goal of its function: {known[name].goal[2]}" for name in names
              if known[name].goal[2] not in ("", *CHECKS) and not known[name].goal[2].startswith((known[name].function + "_", "lemma_"))]
    if folder == HOME and page_of(known.values()) != PAGE.read_text(encoding="utf-8"):
        faults.append("README.md: its table is not that of the patches: run make update WHAT=impostors")
    print(*faults, f"{len(names)} impostors, {len(faults)} do not fit src/", sep="\n")
    return bool(faults)


def total_of(rows):
    refused, passed = sum(row["refused"] for row in rows), sum("passes" in row["faults"] for row in rows)
    holes = sum(bool(row["known"]) for row in rows)
    return f"{len(rows)} impostors, " + (f"{holes} known, " if holes else "") + f"{refused} refused, {passed} pass"


def main():
    args = options()
    known = {path.stem: impostor_of(path) for path in sorted(args.folder.glob("*.patch"))}
    names = args.names or (QUICK if args.quick else list(known))
    if missing := sorted(set(names) - known.keys()):
        sys.exit(f"proofs/impostors/run: name impostors of {args.folder}: it has no {', '.join(missing)}")
    if args.update:
        PAGE.write_text(page_of(known.values()), encoding="utf-8")
    if args.fit:
        return fit(names, known, args.folder)
    BUILD.mkdir(parents=True, exist_ok=True)
    began, cache, rows = time.monotonic(), Cache(), []
    with concurrent.futures.ThreadPoolExecutor(max_workers=args.jobs) as pool:
        for row in pool.map(lambda name: judge(known[name], args, cache), names):
            rows.append(row)
            show(row)
    total = total_of(rows)
    REPORTS.mkdir(parents=True, exist_ok=True)
    name = "impostors" if args.folder == HOME else args.folder.resolve().parent.name
    (REPORTS / f"{name}.json").write_text(json.dumps({"impostors": rows, "total": total, "seconds": round(time.monotonic() - began, 1)},
                                                     indent=1) + "\n", encoding="utf-8")
    print(total)
    return 1 if not rows or any(row["faults"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
