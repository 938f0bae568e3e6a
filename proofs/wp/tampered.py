# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does proofs/recheck see what is wrong with an archive of obligations? In each run, on the goals of a function of control.c."""
import hashlib
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile

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


def command(files):
    """A file has more than an obligation: it asks twice."""
    name = first(files)
    data = files[name].replace(b"(check-sat)", b"(push 1)\n(assert false)\n(check-sat)\n(pop 1)\n(check-sat)")
    return renewed(files, name, data)


RENEWED = "a formula flipped, and its sum renewed"
# What is done to the archive: what must be said, and the exit code.
CASES = {"nothing": (lambda files: files, "2 files: 2 proved by", 0),
         "a formula flipped": (lambda files: flip(files)[1], "the file does not have the SHA-256 of the manifest", 1),
         RENEWED: (renew, "it says ", 1),
         "a file lost": (lambda files: {name: files[name] for name in list(files)[:-1]}, "no such file in the archive", 1),
         "a goal without its file": (forget, "no file, though CVC4", 1),
         "a second question": (command, "a command that no obligation has", 1),
         "an archive cut short": (lambda files: files, "", 1),
         "no manifest": (lambda files: dict(list(files.items())[1:]), "it does not begin with a manifest", 1)}


def recheck(archive, *options):
    done = subprocess.run([sys.executable, str(obligations.RECHECK), "--archive", str(archive), "--solver", SOLVER, "--steps", STEPS, *options],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def goals_kept(keeper):
    """The goals of the function, as a run of WP leaves them."""
    log = frama_c.log_of("any", CONTROL, "kept")
    _, lines = keeper.run("any", CONTROL, [*GUARDS, *asked("CVC4", ["-wp-fct", FUNCTION])], log)
    goals = list(keeper.rows_of(CONTROL, "any", FUNCTION, GOALS))
    for goal in goals:
        if goal["sha256"] and not any(goal["goal"] in line and f"({goal['steps']})" in line for line in lines):
            raise RuntimeError(f"{CONTROL}: {goal['goal']}: the steps are not put back; see {log}")
    return goals


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
        for what, (change, said, code) in CASES.items():
            write(archive, change(files))
            if "cut short" in what:
                archive.write_bytes(archive.read_bytes()[:archive.stat().st_size // 2])
            exit_code, output = recheck(archive)
            if (exit_code, said in output) != (code, True):
                yield f"proofs/recheck: {what}: exit {exit_code}, `{said}` was not said: {output.splitlines()[-3:]}"
            # The solver may give up on one of the two goals, and nothing else may be amiss.
            exit_code, _ = recheck(archive, "--least", "50")
            if exit_code != (0 if what == RENEWED else code):
                yield f"proofs/recheck: --least 50: {what}: exit {exit_code}"
    geometry, function, goal, requirement = LEADS
    if requirement not in obligations.requirements_of([{"geometry": geometry, "function": function, "goal": goal}]).get((geometry, goal), ()):
        yield f"the manifest does not lead from {goal} to {requirement}"
