# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the provers are given, for another solver to prove again (tools/recheck): an archive of an SMT-LIB file a goal,
and a manifest that leads from each goal to its function, its clause and the requirements that rest on it."""
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
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
NO_PROVER = re.compile(r"\s*\(Qed:[^()]*\)")


class Keeper:
    """Runs Frama-C so that each input of a prover is kept in a folder. Knows prover, steps, SHA-256 of a proved goal."""

    def __init__(self, folder=FOLDER):
        self.folder, self.proved = folder, {}
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        script = f'exec {shlex.quote(str(KEEP))} {shlex.quote(str(folder))} {{prover}} "$@"'
        self.why3 = frama_c.stand_ins(f"keep-{folder.name}", script)

    def run(self, geometry, unit, options, log, seen=None):
        """As frama_c.run, without a cache."""
        options = [{"update": "none"}.get(word, word) for word in options]
        code, lines = frama_c.run(geometry, unit, options, log, why3=self.why3, seen=seen)
        files = {path.name[:12]: path for path in self.folder.glob("*.smt2")}
        for at, line in enumerate(lines):
            m = judge.GOAL.match(line)
            if m and m[3] == "Valid":
                prover = "Why3" if NO_PROVER.fullmatch(m[4]) and m[1] not in WITHOUT_FILE else m[1]
                about = {"prover": prover, "verdict": m[3], "steps": 0, "sha256": None}
                number = judge.STEPS.search(m[4])
                if file := files.get(f"{int(number[1]):012x}") if number else None:
                    steps = file.with_suffix(".steps").read_text(encoding="utf-8").strip()
                    lines[at] = line.replace(number[0], f"({steps})")
                    about.update(steps=int(steps), sha256=file.stem)
                self.proved[unit, geometry, m[2]] = about
            elif judge.SUMMARY.match(line):
                lines[at] = re.sub(r" \(\d+\)$", "", line)
        log.write_text("\n".join([log.read_text(encoding="utf-8").partition("\n")[0], *lines]) + "\n", encoding="utf-8")
        return code, lines

    def rows_of(self, unit, geometry, function, names):
        """The lines of the manifest for the goals of a function."""
        for goal in names:
            if about := self.proved.get((unit, geometry, goal)):
                clause = goal.removeprefix(function + "_").removeprefix("lemma_")
                yield {"goal": goal, "file": unit, "geometry": geometry, "function": function, "clause": clause,
                       **about}


def faults(goals, proved):
    """Has each goal that is proved a file, or none because it needs none?"""
    if len(goals) != proved:
        yield f"obligations: {proved} goals are proved, the manifest has {len(goals)}"
    for goal in goals:
        if (goal["sha256"] is None) != (goal["prover"] in WITHOUT_FILE):
            yield f"obligations: {goal['file']} {goal['geometry']}: {goal['goal']}: no file of {goal['prover']}"


def requirements_of(goals):
    """(geometry, goal) -> the requirements that name it, as tools/trace finds them."""
    names = {}
    for goal in goals:
        names.setdefault((goal["function"], goal["geometry"]), []).append(goal["goal"])
    asked = frama_c.BUILD / "obligations.json"
    functions = [{"function": f, "geometry": g, "names": n} for (f, g), n in names.items()]
    asked.write_text(json.dumps({"functions": functions}), encoding="utf-8")
    said = subprocess.run([sys.executable, "tools/trace", "--goals", str(asked)], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    asked.unlink()
    return {tuple(words[:2]): words[2:] for words in map(str.split, said.splitlines())}


def manifest_of(goals):
    """JSON, a line a goal."""
    ids = requirements_of(goals)
    lines = [json.dumps({**goal, "requirements": ids.get((goal["geometry"], goal["goal"]), [])}) for goal in goals]
    sums = {goal["sha256"] for goal in goals} - {None}
    counts = {"goals": len(goals), "without": sum(goal["sha256"] is None for goal in goals), "files": len(sums)}
    head = {"counts": counts, "machine": frama_c.SETTINGS.machdep, "limits": flags.STEPS,
            "versions": frama_c.versions(), "texts": frama_c.texts()}
    return json.dumps(head, indent=1)[:-2] + ',\n "goals": [\n' + ",\n".join(lines) + "\n]}\n"


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
    alone = len(goals) - sum(goal["sha256"] is not None for goal in goals)
    size = archive.stat().st_size // 1024
    return f"{archive.name}: {len(goals)} goals, {alone} without a file, {len(sums)} files, {size} KB"
