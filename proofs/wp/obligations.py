# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the provers are given, for another solver to prove again (tools/recheck): an archive of an SMT-LIB file a goal,
and a manifest that leads from each goal to its function and its clause."""
import hashlib
import io
import json
import pathlib
import re
import shlex
import shutil
import tarfile

from proofs.wp import flags, frama_c, judge
from proofs.wp.units import ROOT

FOLDER = frama_c.BUILD / "obligations"
ARCHIVE = frama_c.BUILD / "obligations.tar.xz"
RECHECK = ROOT / "tools" / "recheck"
KEEP = ROOT / "proofs" / "wp" / "keep"
# They prove without a prover, and leave no file: WP's simplifier, its look at what cannot be reached, and its
# translation for Why3, which leaves `true` of some goals. WP names a prover then, and tells neither time nor steps.
WITHOUT_FILE = ("Qed", "CFG", "Why3")


def stand_ins(name, script):
    """A configuration of Why3 in which a script stands for each prover. It may name the prover, as {prover}."""
    def stub(match):
        path = frama_c.WHY3.with_name(f"{name}-{pathlib.Path(match[1]).name}")
        path.write_text(f"#!/bin/sh\n{script.format(prover=shlex.quote(match[1]))}\n", encoding="utf-8")
        path.chmod(0o755)
        return f'path = "{path}"'
    conf = frama_c.WHY3.with_name(f"{name}.conf")
    conf.write_text(re.sub('(?m)^path = "(.*)"', stub, frama_c.WHY3.read_text(encoding="utf-8")), encoding="utf-8")
    return conf


class Keeper:
    """Has each input of a prover kept in a folder, and puts the line of the manifest of each proved goal into a row."""

    def __init__(self, folder=FOLDER):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        script = f'exec {shlex.quote(str(KEEP))} {shlex.quote(str(folder))} {{prover}} "$@"'
        self.settings = {"why3": stand_ins(f"keep-{folder.name}", script), "cached": "none"}

    def keep(self, unit, geometry, items, rows):
        """Of a run of WP. In place of its steps a prover tells what names its file, and the file has the steps."""
        files = {path.name[:12]: path for path in self.folder.glob("*.smt2")}
        for goal, (answer, *_) in judge.answers_of(items, unit).items():
            file = files.get(f"{answer.steps:012x}") if answer.steps else None
            if answer.verdict == "Valid":
                told = answer.steps or answer.seconds or answer.prover in WITHOUT_FILE
                clause = goal.removeprefix(answer.function + "_").removeprefix("lemma_")
                steps = int(file.with_suffix(".steps").read_text(encoding="utf-8")) if file else 0
                rows[answer.function].setdefault("kept", []).append({
                    "goal": goal, "file": unit, "geometry": geometry, "function": answer.function, "clause": clause,
                    "prover": answer.prover if told else "Why3", "verdict": answer.verdict, "steps": steps,
                    "sha256": file.stem if file else None})


def faults(goals, proved):
    """Has each goal that is proved a file, or none because it needs none?"""
    if len(goals) != proved:
        yield f"obligations: {proved} goals are proved, the manifest has {len(goals)}"
    for goal in goals:
        if (goal["sha256"] is None) != (goal["prover"] in WITHOUT_FILE):
            yield f"obligations: {goal['file']} {goal['geometry']}: {goal['goal']}: no file of {goal['prover']}"


def texts(folders=("src", "spec", "proofs/wp", "examples")):
    """The SHA-256 of each file that a proof is about."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def manifest_of(goals):
    """JSON, a line a goal."""
    sums = [goal["sha256"] for goal in goals]
    counts = {"goals": len(goals), "without": sums.count(None), "files": len({*sums} - {None})}
    head = {"counts": counts, "machine": frama_c.MACHINE["machdep"], "limits": flags.STEPS,
            "versions": frama_c.versions(), "texts": texts()}
    return json.dumps(head, indent=1)[:-2] + ',\n "goals": [\n' + ",\n".join(map(json.dumps, goals)) + "\n]}\n"


def pack(goals, archive=ARCHIVE, folder=FOLDER):
    """The archive, the same bytes from the same files. The manifest is first. The folder goes. Says what is in it."""
    sums = list(dict.fromkeys(goal["sha256"] for goal in goals if goal["sha256"]))
    part = archive.with_suffix(".part")
    with tarfile.open(part, "w:xz", preset=2, format=tarfile.USTAR_FORMAT) as tar:
        def add(name, data):
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o644
            tar.addfile(info, io.BytesIO(data))
        add("manifest.json", manifest_of(goals).encode())
        add("recheck", RECHECK.read_bytes())
        for name in sums:
            add(f"smt/{name}.smt2", (folder / f"{name}.smt2").read_bytes())
    part.replace(archive)
    shutil.rmtree(folder)
    alone = sum(goal["sha256"] is None for goal in goals)
    size = archive.stat().st_size // 1024
    return f"{archive.name}: {len(goals)} goals, {alone} without a file, {len(sums)} files, {size} KB"
