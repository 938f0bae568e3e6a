# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does tools/recheck see what is wrong with an archive of obligations? Here on the goals of a function of control.c."""
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import pytest

from proofs.wp import frama_c, obligations
from proofs.wp.control import CONTROL
from proofs.wp.flags import GUARDS, asked

FUNCTION = "tw_control_right"
GOALS = [f"{FUNCTION}_{name}" for name in ("assert_rte_mem_access", "ensures_right", "assigns", "exits")]  # the last two without a prover
SOLVER, STEPS = "cvc4", "100000"  # of a package that `make prove` needs; each of the two goals takes it less than 50,000
GOAL, FLIPPED = ";; Goal wp_goal\n(assert\n  (not\n", ";; Goal wp_goal\n(assert\n  (=> true\n"
LEADS = ("256", "tw_hier_advance", "tw_hier_advance_forward_ensures_T1_exact", "R-T1-1")


def read(archive):
    with tarfile.open(archive) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def write(archive, files):
    with tarfile.open(archive, "w:xz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def renewed(files, name, data):
    """A file has another text, and its sum is the sum of it."""
    old, new = name[4:-5], hashlib.sha256(data).hexdigest()
    return {key.replace(old, new): text.replace(old.encode(), new.encode()) for key, text in {**files, name: data}.items()}


def first(files):
    return next(name for name in files if name.startswith("smt/"))


def flip(files):
    """The formula of the first goal is another one."""
    name = first(files)
    return name, {**files, name: files[name].replace(GOAL.encode(), FLIPPED.encode())}


def renew(files):
    """So that nothing but the solver can see it, the sum is that of the other formula."""
    name, flipped = flip(files)
    return renewed(files, name, flipped[name])


def forget(files):
    """The manifest says that a goal needs no file."""
    name = first(files)
    return {**files, "manifest.json": files["manifest.json"].replace(f'"{name[4:-5]}"'.encode(), b"null")}


def added(text, instead_of="(set-info"):
    """A file has more than an obligation, before the first of these words."""
    def change(files):
        name = first(files)
        return renewed(files, name, files[name].replace(instead_of.encode(), text.encode() + b"\n" + instead_of.encode(), 1))
    return change


def manifest(change):
    """The manifest alone is changed: its goals, with and without a file; and its counts agree with them."""
    def changed(files):
        text = json.loads(files["manifest.json"])
        with_file = [goal for goal in text["goals"] if goal["sha256"]]
        text["goals"] = change(text["goals"], with_file)
        sums = [goal["sha256"] for goal in text["goals"]]
        text["counts"] = {"goals": len(sums), "without": sums.count(None), "files": len({*sums} - {None})}
        return {**files, "manifest.json": json.dumps(text).encode()}
    return changed


def each(goals, **about):
    """All but the first goal say this."""
    return [goal if goal is goals[0] else {**goal, **about} for goal in goals]


def one_file(goals, some):
    return [{**goal, "sha256": goal["sha256"] and some[0]["sha256"]} for goal in goals]


def uncounted(files):
    """A goal is gone that has no file."""
    text = json.loads(files["manifest.json"])
    text["goals"].remove(next(goal for goal in text["goals"] if not goal["sha256"]))
    return {**files, "manifest.json": json.dumps(text).encode()}


def falsified(files):
    """A formula of which each solver says sat."""
    return renewed(files, first(files), b"(declare-const x Int)\n(assert (< 0 x))\n(check-sat)\n")


RENEWED, UNASKED = "a formula flipped, and its sum renewed", "the manifest does not name it"
OTHER = "a command that no obligation has"
# What is done to the archive: what must be said, and the exit code.
CASES = {"nothing": (lambda files: files, "2 files: 2 proved by", 0),
         "a formula flipped": (lambda files: flip(files)[1], "the file does not have the SHA-256 of the manifest", 1),
         RENEWED: (renew, "it says ", 1),
         "a file lost": (lambda files: {name: files[name] for name in list(files)[:-1]}, "no such file in the archive", 1),
         "a goal without its file": (forget, "no file, though CVC4", 1),
         "a second question": (added("(push 1)\n(assert false)\n(check-sat)\n(pop 1)", "(check-sat)"), OTHER, 1),
         "an answer in the file": (added(' (echo "unsat") (exit)'), OTHER, 1),
         "a contradiction behind a blank": (added(" (assert false) (check-sat) (exit)"), "the file asserts false", 1),
         "a contradiction on a line": (added("(declare-sort zz 0)(assert false)"), "the file asserts false", 1),
         "a formula that is false": (falsified, "it says sat: the formula is not true", 1),
         "goals with empty sums": (manifest(lambda goals, some: each(goals, sha256="")), "'' is no SHA-256", 1),
         "goals said to be Qed's": (manifest(lambda goals, some: each(goals, sha256=None, prover="Qed")), UNASKED, 1),
         "a goal deleted with its sum": (manifest(lambda goals, some: [goal for goal in goals if goal is not some[0]]), UNASKED, 1),
         "a goal deleted without a sum": (uncounted, "the manifest counts ", 1),
         "goals with one file": (manifest(one_file), UNASKED, 1),
         "a file twice": (lambda files: {**files, f"./{first(files)}": files[first(files)]}, UNASKED, 1),
         "an archive cut short": (lambda files: files, "", 1),
         "no manifest": (lambda files: dict(list(files.items())[1:]), "it does not begin with a manifest", 1)}


# Solvers that are none: what they say; to which solver's name they answer, and the options; what must be said; the exit code with --least 50.
# $first is the file of the first of the two goals.
BELIEVES, FAILS = 'echo "pedantic level for TRUST not met"; exit 134', "echo failed; exit 1"
STAND_INS = {"sat, then unsat": ('case $* in *saturate*) echo unsat ;; *) echo sat ;; esac', "cvc4", (), "it says sat: the formula is not true", 1),
             "unsat, then sat": ('case $* in *proofs*) echo sat ;; *) echo unsat ;; esac', "cvc5", ("--proofs",), "it says sat: the formula is not true", 1),
             "a proof is believed": (f"case $* in *proofs*) {BELIEVES} ;; *) echo unsat ;; esac", "cvc5", ("--proofs",), "a step that it cannot check", 1),
             "one proof is believed": (f"case $* in *proofs*$first) {BELIEVES} ;; *) echo unsat ;; esac", "cvc5", ("--proofs",),
                                       "a step that it cannot check", 0),
             "no proof is checked": (f"case $* in *proofs*) {FAILS} ;; *) echo unsat ;; esac", "cvc5", ("--proofs",), "no proof was checked", 1),
             "one proof is not checked": (f"case $* in *proofs*$first) {FAILS} ;; *) echo unsat ;; esac", "cvc5", ("--proofs",), "no proof was checked", 1),
             "no proof is found": ('case $* in *proofs*) echo unknown ;; *) echo unsat ;; esac', "cvc5", ("--proofs",), "no proof was checked", 1)}


def recheck(archive, *options, solver=SOLVER, path=None):
    done = subprocess.run([sys.executable, str(obligations.RECHECK), "--archive", str(archive), "--solver", solver, "--steps", STEPS, *options],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env={**os.environ, **({"PATH": path} if path else {})})
    return done.returncode, done.stdout


def faults_of_solvers(archive, folder, name):
    """Does it see what a solver says that is not to be believed? The archive is right."""
    for what, (script, solver, options, said, code) in STAND_INS.items():
        (folder / solver).write_text(f"#!/bin/sh\nfirst={name.removeprefix('smt/')}\n{script}\n", encoding="ascii")
        (folder / solver).chmod(0o755)
        for least, wanted in (("100", 1), ("50", code)):
            exit_code, output = recheck(archive, "--least", least, *options, solver=solver, path=f"{folder}{os.pathsep}{os.environ['PATH']}")
            if (exit_code, said in output) != (wanted, True):
                yield f"tools/recheck: --least {least}: {what}: exit {exit_code}, `{said}` was not said: {output.splitlines()[-3:]}"


def faults_of_samples(archive, files):
    """Is each file looked at, when one of two is solved, and does the seed alone choose it?"""
    write(archive, flip(files)[1])
    # What is solved, by seed: the file of a sum that is wrong is never solved.
    runs = [recheck(archive, "--sample", "2", "--seed", seed) for seed in map(str, [*range(8), *range(8)])]
    if any(code != 1 or "the file does not have the SHA-256" not in output for code, output in runs):
        yield "tools/recheck: a file out of the sample is not looked at"
    proved = ["1 proved by" in output for _, output in runs]
    if proved[:8] != proved[8:] or len({*proved}) != 2:
        yield f"tools/recheck: the seeds do not choose the sample: {proved}"
    write(archive, files)
    exit_code, output = recheck(archive, "--sample", "2")
    if exit_code or "1 files of 2, chosen by --seed " not in output:
        yield f"tools/recheck: a sample: exit {exit_code}, no seed: {output.splitlines()[-3:]}"


def goals_kept(keeper):
    """The goals of the function, as a run of WP leaves them."""
    log = frama_c.log_of("any", CONTROL, "kept")
    _, lines = keeper.run("any", CONTROL, [*GUARDS, *asked("CVC4", ["-wp-fct", FUNCTION])], log)
    goals = list(keeper.rows_of(CONTROL, "any", FUNCTION, GOALS))
    for goal in goals:
        if goal["sha256"] and not any(goal["goal"] in line and f"({goal['steps']})" in line for line in lines):
            raise RuntimeError(f"{CONTROL}: {goal['goal']}: the steps are not put back; see {log}")
    return goals


def faults_of_archives(archive, files):
    for what, (change, said, code) in CASES.items():
        write(archive, change(files))
        if "cut short" in what:
            archive.write_bytes(archive.read_bytes()[:archive.stat().st_size // 2])
        exit_code, output = recheck(archive)
        if (exit_code, said in output) != (code, True):
            yield f"tools/recheck: {what}: exit {exit_code}, `{said}` was not said: {output.splitlines()[-3:]}"
        # The solver may give up on one of the two goals, and nothing else may be amiss.
        exit_code, _ = recheck(archive, "--least", "50")
        if exit_code != (0 if what == RENEWED else code):
            yield f"tools/recheck: --least 50: {what}: exit {exit_code}"


def faults():
    frama_c.BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=frama_c.BUILD) as name:
        folder, archive = pathlib.Path(name), pathlib.Path(name) / "tampered.tar.xz"
        keeper = obligations.Keeper(folder / "kept")
        goals = goals_kept(keeper)
        found = list(obligations.faults(goals, len(GOALS)))
        yield from found
        if found:
            return
        if not list(obligations.faults([{**goals[0], "sha256": None}, *goals[1:]], len(GOALS))):
            yield "obligations: a goal without a file would not be seen"
        obligations.pack(goals, archive, keeper.folder)
        files = read(archive)
        yield from faults_of_archives(archive, files)
        yield from faults_of_samples(archive, files)
        yield from faults_of_solvers(archive, folder, first(files))
    geometry, function, goal, requirement = LEADS
    if requirement not in obligations.requirements_of([{"geometry": geometry, "function": function, "goal": goal}]).get((geometry, goal), ()):
        yield f"the manifest does not lead from {goal} to {requirement}"


@pytest.mark.job("prove")
def test_recheck():
    frama_c.prepare()
    assert not list(faults())
