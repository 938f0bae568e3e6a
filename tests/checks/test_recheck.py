# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does tools/recheck see what is wrong with an archive of obligations? Here on the goals of a function of control.c."""
import hashlib
import io
import json
import os
import re
import sys
import tarfile

import pytest

from shared import run
from proofs.wp import frama_c, judge, obligations
from proofs.wp.flags import GUARDS, asked

pytestmark = pytest.mark.job("prove")
CONTROL, FUNCTION = "proofs/wp/control.c", "tw_control_right"
# The last two need no solver.
GOALS = [f"{FUNCTION}_{name}" for name in ("assert_rte_mem_access", "ensures_right", "assigns", "exits")]
SOLVER, STEPS = "cvc4", "100000"  # which `make prove` needs too; each of the two goals takes it less than 50,000


@pytest.fixture(scope="module", name="files")
def of_an_archive():
    """The goals of the function, as a run of WP leaves them, in an archive that is right: {name: bytes}."""
    frama_c.prepare()
    keeper = obligations.Keeper(frama_c.BUILD / "recheck")
    options, log = [*GUARDS, *asked("CVC4", ["-wp-fct", FUNCTION])], frama_c.log_of("any", CONTROL, "kept")
    run_ = frama_c.run("any", CONTROL, options, log, **keeper.settings)
    rows, _ = judge.judge("", CONTROL, {FUNCTION}, run_)
    keeper.keep(CONTROL, "any", run_[2], rows)
    goals = sorted((goal for goal in rows[FUNCTION]["kept"] if goal["goal"] in GOALS),
                   key=lambda goal: GOALS.index(goal["goal"]))
    assert not list(obligations.faults(goals, len(GOALS)))
    assert list(obligations.faults([{**goals[0], "sha256": None}, *goals[1:]], len(GOALS))), "a goal without a file"
    assert all(0 < goal["steps"] < int(STEPS) for goal in goals if goal["sha256"]), "the steps are not put back"
    archive = frama_c.BUILD / "recheck.tar.xz"
    obligations.pack(goals, archive, keeper.folder)
    with tarfile.open(archive) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def write(archive, files):
    with tarfile.open(archive, "w:xz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return archive


def recheck(archive, *options, solver=SOLVER, **variables):
    return run(sys.executable, obligations.RECHECK, "--archive", archive, "--solver", solver, "--steps", STEPS,
               *options, **variables)


def first(files):
    return next(name for name in files if name.startswith("smt/"))


def other(pattern, new, renewed=True):
    """The first file has another text and, so that only the text can show it, another sum."""
    def change(files):
        name = first(files)
        data = re.sub(pattern.encode(), lambda _: new.encode(), files[name], count=1, flags=re.DOTALL)
        assert data != files[name]
        old, its = (name[4:-5], hashlib.sha256(data).hexdigest() if renewed else name[4:-5])
        return {key.replace(old, its): text.replace(old.encode(), its.encode())
                for key, text in {**files, name: data}.items()}
    return change


def manifest(change, counted=True):
    """The manifest has other goals. Its counts agree with them."""
    def changed(files):
        text = json.loads(files["manifest.json"])
        text["goals"] = change(text["goals"], next(goal for goal in text["goals"] if goal["sha256"]))
        sums = [goal["sha256"] for goal in text["goals"]]
        counts = {"goals": len(sums), "without": sums.count(None), "files": len({*sums} - {None})}
        return {**files, "manifest.json": json.dumps({**text, **({"counts": counts} if counted else {})}).encode()}
    return changed


def but_first(goals, **about):
    return [goals[0], *({**goal, **about} for goal in goals[1:])]


FLIP = ";; Goal wp_goal\n\\(assert\n  \\(not\n", ";; Goal wp_goal\n(assert\n  (=> true\n"
RENEWED, CUT = "a formula flipped, and its sum renewed", "an archive cut short"
UNASKED, NO_COMMAND = "the manifest does not name it", "a command that no obligation has"
FALSE = "the file asserts false"
# What is done to the archive, and what must be said.
CASES = {
    "nothing": (dict, "2 files: 2 proved by"),
    "a formula flipped": (other(*FLIP, renewed=False), "the file does not have the SHA-256 of the manifest"),
    RENEWED: (other(*FLIP), "it says "),
    "a formula that is false": (other(".*", "(declare-const x Int)\n(assert (< 0 x))\n(check-sat)\n"),
                                "it says sat: the formula is not true"),
    "a file lost": (lambda files: dict(list(files.items())[:-1]), "no such file in the archive"),
    "a file twice": (lambda files: {**files, f"./{first(files)}": files[first(files)]}, UNASKED),
    "a second question": (other(r"\(check-sat", "(push 1)\n(assert false)\n(check-sat)\n(pop 1)(check-sat"),
                          NO_COMMAND),
    "an answer in the file": (other(r"\(set-info", ' (echo "unsat") (exit)(set-info'), NO_COMMAND),
    "a contradiction behind a blank": (other(r"\(set-info", " (assert false) (check-sat) (exit)(set-info"), FALSE),
    "a contradiction on a line": (other(r"\(set-info", "(declare-sort zz 0)(assert false)\n(set-info"), FALSE),
    "a goal without its file": (manifest(lambda goals, one: [{**goal, "sha256": None} if goal == one else goal
                                                             for goal in goals]), "no file, though CVC4"),
    "goals with empty sums": (manifest(lambda goals, _: but_first(goals, sha256="")), "'' is no SHA-256"),
    "goals said to be Qed's": (manifest(lambda goals, _: but_first(goals, sha256=None, prover="Qed")), UNASKED),
    "goals with one file": (manifest(lambda goals, one: [{**goal, "sha256": goal["sha256"] and one["sha256"]}
                                                         for goal in goals]), UNASKED),
    "a goal deleted with its sum": (manifest(lambda goals, one: [goal for goal in goals if goal != one]), UNASKED),
    "a goal deleted without a sum": (manifest(lambda goals, _: [*filter(lambda goal: goal["sha256"], goals)], False),
                                     "the manifest counts "),
    "no manifest": (lambda files: dict(list(files.items())[1:]), "it does not begin with a manifest"),
    CUT: (dict, "is damaged"),
}


@pytest.mark.parametrize("case", CASES)
def test_archive(tmp_path, files, case):
    change, said = CASES[case]
    archive = write(tmp_path / "archive", change(files))
    if case == CUT:
        archive.write_bytes(archive.read_bytes()[:archive.stat().st_size // 2])
    done = recheck(archive)
    assert said in done.output and bool(done.code) == (case != "nothing"), done.output
    # The solver may give up on one of the two goals, and nothing else may be amiss.
    assert bool(recheck(archive, "--least", "50").code) == (case not in ("nothing", RENEWED))


# Solvers that are none: the name; options; what it says with `saturate` or `proofs` in its options, and else; what must
# be said; whether it is enough for --least 50. $first is the file of the first of the two goals.
BELIEVES, FAILS = 'echo "pedantic level for TRUST not met"; exit 134', "echo failed; exit 1"
PROOFS, NONE, STEP = ("cvc5", ["--proofs"]), "no proof was checked", "a step that it cannot check"
STAND_INS = {
    "sat, then unsat": ("cvc4", [], "*saturate*", "echo unsat", "sat", "it says sat: the formula is not true", False),
    "unsat, then sat": (*PROOFS, "*proofs*", "echo sat", "unsat", "it says sat: the formula is not true", False),
    "a proof is believed": (*PROOFS, "*proofs*", BELIEVES, "unsat", STEP, False),
    "one proof is believed": (*PROOFS, "*proofs*$first", BELIEVES, "unsat", STEP, True),
    "no proof is checked": (*PROOFS, "*proofs*", FAILS, "unsat", NONE, False),
    "one proof is not checked": (*PROOFS, "*proofs*$first", FAILS, "unsat", NONE, False),
    "no proof is found": (*PROOFS, "*proofs*", "echo unknown", "unsat", NONE, False)}


@pytest.mark.parametrize("case", STAND_INS)
def test_what_a_solver_says(tmp_path, files, case):
    solver, options, asks, says, else_says, said, enough = STAND_INS[case]
    (tmp_path / solver).write_text(f"#!/bin/sh\nfirst={first(files)[4:]}\ncase $* in {asks}) {says} ;; "
                                   f"*) echo {else_says} ;; esac\n", encoding="ascii")
    (tmp_path / solver).chmod(0o755)
    archive = write(tmp_path / "archive", files)
    for least, code in (("100", 1), ("50", int(not enough))):
        done = recheck(archive, "--least", least, *options, solver=solver, PATH=f"{tmp_path}:{os.environ['PATH']}")
        assert done.code == code and said in done.output, done.output


def test_each_file_is_looked_at_and_the_seed_chooses_what_is_solved(tmp_path, files):
    archive = write(tmp_path / "archive", other(*FLIP, renewed=False)(files))
    runs = [recheck(archive, "--sample", "2", "--seed", str(seed)) for seed in [*range(8)] * 2]
    assert all(done.code == 1 and "the file does not have the SHA-256" in done.output for done in runs)
    proved = ["1 proved by" in done.output for done in runs]
    assert proved[:8] == proved[8:] and {*proved} == {False, True}
    parts = [recheck(archive, "--sample", "2", "--seed", "0", "--part", part).output for part in "12"]
    assert {"1 proved by" in said for said in parts} == {False, True}, "two parts are all files"
    done = recheck(write(archive, files), "--sample", "2")
    assert not done.code and "1 files of 2, chosen by --seed " in done.output, done.output
